"""Lessons: what somebody who plays a game for the first time is told at the table, each when it first comes up.

Whether one comes up is read off the view of the player: it says no more than the table does. Where one person plays
with bots, the table rests until it is read, and everybody who looks on sees that it does. So a lesson comes up by what
everybody knows. One that tells of what the player alone knows is `secret`: it comes up only while the table waits for
the player anyway, and nothing rests.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ridotto.engine.message import Message

View = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A few sentences, and the clause of the rules they rest on."""

    id: str
    title: Message
    text: Message
    clause: str
    when: Callable[[View], bool]
    # What it speaks of: ids of zones, pieces or plates ("plate-{me}"), or what is of a kind in one of them ("row/hid").
    # The first that is there, and leaves room for the words, is lit.
    spot: str = ""
    secret: bool = False  # does it come up by what the player alone knows?
    variants: Mapping[tuple[str, str], Message] = field(default_factory=dict)  # other texts: by option and value

    def text_at(self, options: Mapping[str, str]) -> Message:
        """What it says at a table with these options."""
        return next((text for (name, value), text in self.variants.items() if options[name] == value), self.text)

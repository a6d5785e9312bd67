"""Lessons: explanations in a player's first game, each shown when its subject first comes up.

Whether a lesson comes up depends on the player's view only. Where one person plays with bots, the table pauses until
the lesson is read, and spectators see the pause. So the condition of a lesson must follow from what everybody knows.
A lesson whose condition depends on what the player alone knows is `secret`: it comes up only while the table waits for
the player anyway, and does not pause the table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ridotto.engine.message import Message

if TYPE_CHECKING:
    from ridotto.engine.view import View


@dataclass(frozen=True, slots=True)
class Lesson:
    """A few sentences, and the clause of the rules that they explain."""

    id: str
    title: Message
    text: Message
    clause: str
    when: "Callable[[View[Any, Any]], bool]"
    # What to highlight: ids of zones, pieces or plates ("plate-{me}"), or pieces of a kind inside one ("row/hid"),
    # separated by spaces. The first one that exists and leaves room for the text is taken.
    target: str = ""
    secret: bool = False  # does the condition depend on what the player alone knows?
    variants: Mapping[tuple[str, str], Message] = field(default_factory=dict)  # other texts, by option and value

    def text_at(self, options: Mapping[str, str]) -> Message:
        """The text at a table with these options."""
        return next((text for (name, value), text in self.variants.items() if options[name] == value), self.text)

"""Lessons: what somebody who plays a game for the first time is told at the table, each when it first comes up.

Whether one comes up is read off the view of the player: it says no more than the table does.
"""

from collections.abc import Callable
from dataclasses import dataclass
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
    spot: str = ""  # what on the table it speaks of: the id of a zone, a piece or a plate, "plate-{me}" for one's own

"""What a move comes to, in the terms of its game: what hints are made of.

A game lists in `outcomes.py` what its players care for, each with its sentence, and counts these things in an imagined
game by what is told there. The engine knows none of them.
"""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ridotto.engine.message import Message

if TYPE_CHECKING:
    from ridotto.engine.note import Note

LITTLE = 0.04  # four games of 100: less is not worth a sentence


class Outcome(NamedTuple):
    """One thing that may come of a move."""

    sentence: Message  # with {often}, in games of 100, or with {many}, a number on average
    good: int  # 1: the more of it, the better; -1: the less; 0: it tells how, and may be either
    worth: float  # a difference that is smaller says nothing
    counted: bool  # a number; else it happens or it does not

    def told(self, number: Message) -> Message:
        """The sentence with its number."""
        return self.sentence._replace(args={"many" if self.counted else "often": number})


def happens(sentence: Message, good: int) -> Outcome:
    return Outcome(sentence, good, LITTLE, counted=False)


def counts(sentence: Message, good: int, worth: float) -> Outcome:
    return Outcome(sentence, good, worth, counted=True)


class Horizon(NamedTuple):
    """How far to look: until so many notes of this kind are told, or the game is over."""

    kind: int
    times: int = 1


class Course(NamedTuple):
    """How an imagined game went on for a seat, from a decision of it to where its outcomes can be told."""

    seat: int
    before: Any  # states of the game
    notes: "list[Note]"
    after: Any

    def told(self, *kinds: int) -> "Iterator[Note]":
        """The notes of these kinds."""
        return (note for note in self.notes if note.kind in kinds)

    def own(self, *kinds: int) -> int:
        """How many notes of these kinds begin with the seat."""
        return sum(note.a == self.seat for note in self.told(*kinds))

    def gain(self, seat: int) -> int:
        """By how much the points of a seat grew."""
        return int(self.after.scores()[seat] - self.before.scores()[seat])

    @property
    def others(self) -> Collection[int]:
        return [seat for seat in range(self.before.seats) if seat != self.seat]

    @property
    def rivals_gain(self) -> float:
        """By how much the points of the others grew, on average."""
        return sum(map(self.gain, self.others)) / max(1, len(self.others))

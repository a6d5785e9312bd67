"""Outcomes: the reasons in hints, in the terms of the game.

In `bot/outcomes.py` a game lists what its players care about, with a sentence for each, and measures these outcomes in
playouts of a move, mostly by their notes.
"""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ridotto.engine.message import Message

if TYPE_CHECKING:
    from ridotto.engine.note import Note

MIN_SHARE = 0.04  # of games: smaller shares, and smaller differences of shares, are not worth a sentence


class Outcome(NamedTuple):
    """Something that may result from a move."""

    sentence: Message  # has the placeholder {many} for an average, or {often} for a number of games out of 100
    effect: int  # 1: more of it is better; -1: less of it is better; 0: it only tells how the game goes on
    min_difference: float  # smaller differences between two moves are not worth a sentence
    is_count: bool  # a number; otherwise it happens or does not

    def sentence_with(self, number: Message) -> Message:
        """The sentence with its number."""
        return self.sentence._replace(args={"many" if self.is_count else "often": number})


def happens(sentence: Message, effect: int) -> Outcome:
    """An outcome that happens or does not."""
    return Outcome(sentence, effect, MIN_SHARE, is_count=False)


def counts(sentence: Message, effect: int, min_difference: float) -> Outcome:
    """An outcome that is a number."""
    return Outcome(sentence, effect, min_difference, is_count=True)


class Horizon(NamedTuple):
    """When a playout ends: after so many notes of this kind, or with the game."""

    kind: int
    times: int = 1


class Playout(NamedTuple):
    """A simulated game from a decision of a seat up to the horizon."""

    seat: int
    before: Any  # the states at its beginning and end
    notes: "list[Note]"
    after: Any

    def notes_of(self, *kinds: int) -> "Iterator[Note]":
        """The notes of these kinds."""
        return (note for note in self.notes if note.kind in kinds)

    def count_own(self, *kinds: int) -> int:
        """How many notes of these kinds have the seat as their first number."""
        return sum(note.a == self.seat for note in self.notes_of(*kinds))

    def points_gained(self, seat: int) -> int:
        """How many points a seat has gained."""
        return int(self.after.scores()[seat] - self.before.scores()[seat])

    @property
    def others(self) -> Collection[int]:
        """All other seats."""
        return [seat for seat in range(self.before.seats) if seat != self.seat]

    @property
    def mean_rival_gain(self) -> float:
        """How many points the other seats have gained on average."""
        return sum(map(self.points_gained, self.others)) / max(1, len(self.others))

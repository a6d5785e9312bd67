"""Somebody who watches a game of Venti and remembers who has failed at what.

Told by notes and by what a snapshot says of open and secret cards: nothing here asks what the rules have kept in mind.
"""

from typing import Any, NamedTuple

from ridotto.games.venti import components as c
from ridotto.games.venti.rules.matching import missing

Snapshot = dict[str, Any]


class Failure(NamedTuple):
    """A hand that could not pay: what was known of it, and the cards that were secret then."""

    seat: int
    target: int
    known: frozenset[str]
    secret: frozenset[str]


def can_pay(target: int, cards: frozenset[str]) -> bool:
    numbers = [c.number_of(c.CARDS[card]) for card in cards]
    return missing(c.CONDITIONS[target], [numbers.count(n) for n in range(8)], numbers.count(c.JOKER_KIND)) == 0


class Witness:
    def __init__(self) -> None:
        self.failures: list[Failure] = []

    def see(self, before: Snapshot, notes: list[Any]) -> None:
        """Was a frozen target turned up that could not be paid?"""
        turned_up = [note.a for note in notes if note.kind == c.REVEALED]
        if turned_up and before["phase"] == "main" and any(note.kind == c.FAILED for note in notes):
            seat = before["turn"]
            cards = before["seats"][seat]
            target = c.CARDS[before["targets"][turned_up[0]]["card"]]
            known, secret = frozenset([*cards["hand"], *cards["permanent"]]), frozenset(cards["secret"])
            assert not can_pay(target, known | secret)
            self.failures.append(Failure(seat, target, known, secret))

    def still_secret(self, failure: Failure, truth: Snapshot) -> frozenset[str]:
        """Cards that were secret when the hand failed, and are."""
        return failure.secret & set(truth["seats"][failure.seat]["secret"])

    def alive(self, truth: Snapshot) -> list[Failure]:
        """The failures that say something about cards nobody has seen."""
        return [failure for failure in self.failures if self.still_secret(failure, truth)]

    def contradicted(self, truth: Snapshot, world: Snapshot) -> list[Failure]:
        """The failures that would have been payments, were the secret cards those of this world."""
        found = []
        for failure in self.alive(truth):
            shown = failure.secret - self.still_secret(failure, truth)
            held = frozenset(world["seats"][failure.seat]["secret"])
            assert len(held) == len(failure.secret) - len(shown)
            if can_pay(failure.target, failure.known | shown | held):
                found.append(failure)
        return found

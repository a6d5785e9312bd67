"""Chance as it must have been: the second referee is told what comes by somebody who has seen the position after it."""

from dataclasses import dataclass
from itertools import takewhile

from tests.venti.referee import CHAOS, Referee


@dataclass
class Table:
    """What the true position shows, after a move: cards by their ids, the pile from its top."""

    first: int
    hands: list[list[int]]
    centre: list[int | None]
    targets: list[int | None]
    pile: list[int]
    discards: set[int]


class Hindsight:
    """Several orders may lead to the same position; one of them is told.

    Cards that were turned up and swept away by chaos lie among the discards again: in which order they came cannot be
    told, and does not matter. If the pile ran out twice, its second order is told when it is asked for.
    """

    def __init__(self) -> None:
        self.after: Table
        self.referee: Referee

    def beginner(self, players: int) -> int:
        return self.after.first

    def shuffled(self, cards: list[int]) -> list[int]:
        new = set(cards)
        order: list[int] = []
        if self.referee.phase == "setup":
            seats = self.referee.from_seat(self.after.first)
            order = [sorted(self.after.hands[seat])[place] for place in range(3) for seat in seats]
            new -= set(order)
        return order + self.turned_up(new)

    def turned_up(self, new: set[int]) -> list[int]:
        chaos = [card for card in CHAOS if card in new and card in self.after.discards]
        open_targets = [target for target in range(len(self.after.targets)) if target not in self.referee.frozen_by]
        before = self.referee.centre + [self.referee.targets[target] for target in open_targets]
        after = self.after.centre + [self.after.targets[target] for target in open_targets]
        slots = [slot for slot, card in enumerate(before) if card is None or chaos]
        shown = [card for card in takewhile(new.__contains__, (after[slot] for slot in slots)) if card is not None]
        once = len(shown) == len(slots) and new.issuperset(self.after.pile)
        if not once:  # the last of these slots at least was filled after the pile had run out again
            shown = shown[: len(slots) - 1]
        rest = self.after.pile if once else []
        swept = sorted(new.difference(chaos, shown, rest))
        most = before.count(None) - 1  # so many may come before the first chaos card
        return swept[:most] + chaos[:1] + swept[most:] + chaos[1:] + shown + rest

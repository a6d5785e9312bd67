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
        at_once = self.referee.options.get("reshuffle") == "at_once"
        if not once and not at_once:
            shown = shown[: len(slots) - 1]  # the last slot at least was filled after the pile had run out again
        rest = self.after.pile if once else []
        most = before.count(None) - 1  # so many may come before the first chaos card
        swept = sorted(new.difference(chaos, shown, rest))
        if len(chaos) == 2 and not shown and at_once:
            back = [after[slot] for slot in slots]
            most = self.swept_first(swept, [card for card in before if card is not None], back)
            swept.sort(key=lambda card: back.index(card) if card in back else len(back))
        return swept[:most] + chaos[:1] + swept[most:] + chaos[1:] + shown + rest

    def swept_first(self, swept: list[int], lying: list[int | None], back: list[int | None]) -> int:
        """How many were swept away by the first of two chaos cards, the second of which was the last of the pile.

        They were shuffled when it was taken, with what lay there before, and all of these came back first.
        """
        return next(n for n in range(len(swept) + 1) if {*lying} <= {*back[: len(lying) + n]} <= {*lying, *swept})

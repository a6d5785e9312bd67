"""What a viewer of Venezia 2099 can tell about the end: over all ways the unseen cards may lie, from its view alone.

Section 7 of the specification: every opponent holds as many cards as are known, none below its floor, and all such
worlds count alike. Taken in the order of falling floors, each hand is an even draw from what is left of the cards from
its floor up: so the worlds can be counted hand by hand.
"""

from fractions import Fraction
from math import comb
from typing import Any

from ridotto.games.venezia2099 import components as t

View = dict[str, Any]
CARD_OF = {t.named_by(card): card for card in range(t.CARDS)}  # of a tile; 2s and platforms have none


class Forecast:
    """The cards a viewer has not seen, and the hands that hold most of them."""

    def __init__(self, view: View) -> None:
        laid = {tile for row in view["tiles"] for tile in row}
        played = {t.CARD[name] for name in view["played"]}
        self.doomed = {t.CARD[name] for name in view["own"]["hand"]} if view["own"] else set()
        in_use = {card for card in range(t.CARDS) if t.named_by(card) in laid}
        self.unseen = in_use - played - self.doomed
        others = [seat for number, seat in enumerate(view["seats"]) if number != view["viewer"] and seat["cards"]]
        self.hands = sorted(((floor_of(seat), seat["cards"]) for seat in others), reverse=True)
        self.safe_below = min((floor for floor, _ in self.hands), default=7)

    def sinks_by_own_card(self, tile: int) -> bool:
        return CARD_OF.get(tile) in self.doomed

    def chance(self, tile: int) -> Fraction:
        """How likely a dry tile is to stay dry."""
        card = CARD_OF.get(tile)
        if card is None:
            return Fraction(1)
        if card not in self.unseen:
            return Fraction(0)
        chance = Fraction(1)
        taken = 0
        for floor, size in self.hands:
            if card % 7 >= floor:
                chance *= 1 - Fraction(size, len(self._from(floor, 7)) - taken)
            taken += size
        return chance

    def is_safe(self, tile: int) -> bool:
        """Does it follow from the floors that a tile stays dry? The 2s and platforms do so anyway."""
        card = CARD_OF.get(tile)
        return card in self.unseen and card % 7 < self.safe_below

    def survivors(self, colour: int) -> dict[int, int]:
        """How many tiles of a colour may stay dry beside its 2, each number with its worlds."""
        worlds = {0: 1}
        pool = 0
        above = 7
        for floor, size in [*self.hands, (0, 0)]:
            joining = self._from(floor, above)
            pool += len(joining)
            before, worlds = worlds, {}
            for number, ways in before.items():
                there = number + sum(card // 7 == colour for card in joining)
                for taken in range(min(size, there) + 1):
                    more = ways * comb(there, taken) * comb(pool - there, size - taken)
                    if more:
                        worlds[there - taken] = worlds.get(there - taken, 0) + more
            pool -= size
            above = floor
        return worlds

    def worth(self, colour: int) -> Fraction:
        """What a treasure of a colour will be worth on average."""
        worlds = self.survivors(colour)
        return Fraction(sum(ways * t.WORTH[1 + left] for left, ways in worlds.items()), sum(worlds.values()))

    def _from(self, floor: int, above: int) -> list[int]:
        return [card for card in self.unseen if floor <= card % 7 < above]


def floor_of(seat: dict[str, Any]) -> int:
    """The least value a seat may hold: 0 is the 3."""
    return t.VALUES.index(seat["floor"]) - 1 if seat["floor"] else 0

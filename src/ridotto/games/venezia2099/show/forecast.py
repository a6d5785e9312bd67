"""Exact chances of how Venezia 2099 ends, over all worlds that a viewer cannot tell apart, computed from its view.

Section 7 of the specification: every opponent holds a known number of cards, none below its floor, and all such worlds
are equally likely. Taken in the order of falling floors, each hand is an even draw from the cards left from its floor
up, so the worlds can be counted hand by hand.
"""

from fractions import Fraction
from math import comb
from typing import Any

from ridotto.games.venezia2099 import components as c

View = dict[str, Any]
CARD_OF_TILE = {c.tile_of_card(card): card for card in range(c.CARDS)}  # not for 2s and platforms


class Forecast:
    """The cards a viewer has not seen, and the hands that may hold them."""

    def __init__(self, view: View) -> None:
        laid = {tile for row in view["tiles"] for tile in row}
        played = {c.CARD_OF[name] for name in view["played"]}
        self.doomed = {c.CARD_OF[name] for name in view["own"]["hand"]} if view["own"] else set()
        in_use = {card for card in range(c.CARDS) if c.tile_of_card(card) in laid}
        self.unseen = in_use - played - self.doomed
        others = [seat for number, seat in enumerate(view["seats"]) if number != view["viewer"] and seat["cards"]]
        self.hands = sorted(((floor_of(seat), seat["cards"]) for seat in others), reverse=True)
        self.safe_below = min((floor for floor, _ in self.hands), default=7)

    def sinks_by_own_card(self, tile: int) -> bool:
        return CARD_OF_TILE.get(tile) in self.doomed

    def chance(self, tile: int) -> Fraction:
        """The chance that a dry tile stays dry."""
        card = CARD_OF_TILE.get(tile)
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
        """Whether a tile is sure to stay dry because of the floors; False for 2s and platforms, which never sink."""
        card = CARD_OF_TILE.get(tile)
        return card in self.unseen and card % 7 < self.safe_below

    def survivors(self, colour: int) -> dict[int, int]:
        """How many tiles of a colour stay dry besides its 2: each possible number with its count of worlds."""
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
        """The average worth of a treasure of a colour at the end."""
        worlds = self.survivors(colour)
        return Fraction(sum(ways * c.TREASURE_WORTH[1 + left] for left, ways in worlds.items()), sum(worlds.values()))

    def _from(self, floor: int, above: int) -> list[int]:
        return [card for card in self.unseen if floor <= card % 7 < above]


def floor_of(seat: dict[str, Any]) -> int:
    """The lowest value a seat can hold; 0 is the 3."""
    return c.VALUES.index(seat["floor"]) - 1 if seat["floor"] else 0

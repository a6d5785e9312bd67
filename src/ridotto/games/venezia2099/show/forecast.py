"""Exact chances of how Venezia 2099 ends, over all worlds that a viewer cannot tell apart, computed from its view.

Section 7 of the specification: every opponent holds a known number of cards, none below its floor, and all such worlds
are equally likely. Taken in the order of falling floors, each hand is an even draw from the cards left from its floor
up, so the worlds can be counted hand by hand.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb

from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.names import percent
from ridotto.games.venezia2099.show.view import Venezia2099View

CARD_OF_TILE = {c.tile_of_card(card): card for card in range(c.CARDS)}  # not for 2s and platforms
VALUES = 7  # of cards


class Forecast:
    """The cards a viewer has not seen, and the hands that may hold them."""

    def __init__(self, view: Venezia2099View) -> None:
        public = view.public
        self.doomed = frozenset(prophecy.card for prophecy in view.own.hand) if view.own else frozenset()
        self.unseen = frozenset(public.unplayed) - self.doomed
        others = [seat for number, seat in enumerate(public.seats) if number != view.viewer and seat.cards]
        self.hands = sorted(((seat.floor or 0, seat.cards) for seat in others), reverse=True)
        self.safe_below = min((floor for floor, _ in self.hands), default=VALUES)
        self._worths = {row.colour: row.worths for row in public.colours}
        self._joining = self._colours_by_floor()
        self._chances = self._chances_by_value()
        self._percents = [percent(chance) for chance in self._chances]

    def sinks_by_own_card(self, tile: int) -> bool:
        return CARD_OF_TILE.get(tile) in self.doomed

    def chance(self, tile: int) -> Fraction:
        """The chance that a dry tile stays dry."""
        card = CARD_OF_TILE.get(tile)
        if card is None:
            return Fraction(1)
        return self._chances[card % VALUES] if card in self.unseen else Fraction(0)

    def percent(self, tile: int) -> int:
        """The same in per cent; 0 and 100 only if it is certain."""
        card = CARD_OF_TILE.get(tile)
        if card is None:
            return 100
        return self._percents[card % VALUES] if card in self.unseen else 0

    def is_safe(self, tile: int) -> bool:
        """Whether a tile is sure to stay dry because of the floors; False for 2s and platforms, which never sink."""
        card = CARD_OF_TILE.get(tile)
        return card in self.unseen and card % VALUES < self.safe_below

    def survivors(self, colour: int) -> Mapping[int, int]:
        """How many tiles of a colour stay dry besides its 2: each possible number with its count of worlds."""
        joining = tuple((len(colours), colours.count(colour)) for colours in self._joining)
        return _survivors(joining, tuple(size for _, size in self.hands))

    def worth(self, colour: int) -> Fraction:
        """The average worth of a treasure of a colour at the end."""
        worlds, worths = self.survivors(colour), self._worths[colour]
        return Fraction(sum(ways * worths[left] for left, ways in worlds.items()), sum(worlds.values()))

    def worth_range(self, colour: int) -> tuple[int, int]:
        """The lowest and the highest possible worth of a treasure of a colour at the end."""
        possible = [self._worths[colour][left] for left in self.survivors(colour)]
        return min(possible), max(possible)

    def _colours_by_floor(self) -> list[list[int]]:
        """The colours of the unseen cards that each hand may hold but those before it may not, and of all others."""
        floors = [*(floor for floor, _ in self.hands), 0]
        bounds = zip(floors, [VALUES, *floors], strict=False)
        return [[card // VALUES for card in self.unseen if low <= card % VALUES < high] for low, high in bounds]

    def _chances_by_value(self) -> list[Fraction]:
        """The chance of an unseen card of each value to be in no hand."""
        chances, pool = [Fraction(1)] * VALUES, 0
        for (floor, size), joining in zip(self.hands, self._joining, strict=False):
            pool += len(joining)
            missed = 1 - Fraction(size, pool)
            chances[floor:] = [chance * missed for chance in chances[floor:]]
            pool -= size
        return chances


@lru_cache(10_000)
def _survivors(joining: tuple[tuple[int, int], ...], sizes: tuple[int, ...]) -> Mapping[int, int]:
    """`Forecast.survivors` from the cards that join from floor to floor, all and those of the colour, and the hands.

    Cached because most decisions change neither, and colours are often alike.
    """
    worlds, pool = {0: 1}, 0
    for (cards, of_colour), size in zip(joining, (*sizes, 0), strict=True):
        pool += cards
        before, worlds = worlds, {}
        for number, ways in before.items():
            there = number + of_colour
            for taken in range(min(size, there) + 1):
                more = ways * comb(there, taken) * comb(pool - there, size - taken)
                if more:
                    worlds[there - taken] = worlds.get(there - taken, 0) + more
        pool -= size
    return worlds

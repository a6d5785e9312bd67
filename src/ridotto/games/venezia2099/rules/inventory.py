"""Every component of Venezia 2099, counted in the places where it lies."""

from collections import Counter

from ridotto.games.venezia2099 import components as t
from ridotto.games.venezia2099.rules.rules import Venezia2099


def inventory(state: Venezia2099) -> dict[str, int]:
    """The tiles, prophecies and treasures in use. Coins, gondolas and pawns leave the game, and are not counted."""
    found = Counter(f"tile {t.TILE_NAMES[tile]}" for tile in state.tile if tile != t.NO_TILE)
    cards = [state.played[i] for i in range(state.sunk)] + t.listed(state.cards_set_aside())
    for seat in range(state.seats):
        cards += t.listed(state.hands[seat])
    found.update(f"prophecy {t.CARD_NAMES[card]}" for card in cards)
    for colour, left in zip(range(t.COLOURS_IN_ALL), state.supply, strict=True):
        owned = sum(state.treasures[seat][colour] for seat in range(state.seats))
        found[f"treasure {t.COLOURS[colour]}"] = left + owned
    return dict(found)

"""Counts the components of a position of Venezia 2099."""

from collections import Counter

from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.rules.rules import Venezia2099


def inventory(state: Venezia2099) -> dict[str, int]:
    """The number of each tile, prophecy and treasure; not of coins, gondolas and pawns, which leave the game."""
    found = Counter(f"tile {c.TILE_NAMES[tile]}" for tile in state.tile if tile != c.NO_TILE)
    cards = [state.played[i] for i in range(state.sunk)] + c.sorted_cards(state.cards_set_aside())
    for seat in range(state.seats):
        cards += c.sorted_cards(state.hands[seat])
    found.update(f"prophecy {c.CARD_NAMES[card]}" for card in cards)
    for colour, left in zip(range(c.COLOUR_COUNT), state.supply, strict=True):
        owned = sum(state.treasures[seat][colour] for seat in range(state.seats))
        found[f"treasure {c.COLOURS[colour]}"] = left + owned
    return dict(found)

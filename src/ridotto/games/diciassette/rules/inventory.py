"""Counts the components of a position of 17 Diciassette."""

from collections import Counter

from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.rules.rules import Diciassette


def inventory(state: Diciassette) -> dict[str, int]:
    """How many there are of every card, 70 in all. Tokens are not counted: their supply has no limit."""
    kinds = [*state.pile[: state.pile_size], *map(c.kind_of, state.row[: state.row_length])]
    for seat in range(state.seats):
        kinds += [kind for kind in state.hands[seat] if kind != c.NO_CARD]
    found = Counter(kinds)
    return {
        name: found[kind] + state.known_discards[kind] + sum(trashed[kind] for trashed in state.trashed)
        for name, kind in c.CARDS.items()
    }

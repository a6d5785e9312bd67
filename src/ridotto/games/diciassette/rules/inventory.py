"""Every component of 17 Diciassette, counted in the places where it lies."""

from collections import Counter

from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.rules.rules import Diciassette


def inventory(state: Diciassette) -> dict[str, int]:
    """70 cards: always. Tokens come from a supply that has no limit."""
    kinds = [*state.pile[: state.pile_size], *map(c.kind_of, state.row[: state.length])]
    for seat in range(state.seats):
        kinds += [kind for kind in state.hands[seat] if kind != c.NO_CARD]
    found = Counter(kinds)
    return {
        name: found[kind] + state.known[kind] + sum(trashed[kind] for trashed in state.trashed)
        for name, kind in c.CARDS.items()
    }

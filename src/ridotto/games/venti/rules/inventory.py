"""Counts the components of a position of Venti."""

from collections import Counter

from ridotto.games.venti import components as c
from ridotto.games.venti.rules.rules import Venti


def inventory(state: Venti) -> dict[str, int]:
    """How often each card occurs in the position; a correct one has each of the 110 cards once."""
    found = Counter(card for card in (*state.centre, *state.targets) if card >= 0)
    found.update(state.pile[: state.pile_size])
    found.update(c.cards_in(state.discards))
    for seat in range(state.seats):
        for cards in (state.hand, state.points_pile, state.permanent):
            found.update(c.cards_in(cards[seat]))
        found.update(card for card in state.extra[seat] if card >= 0)
    return {c.CARD_NAMES[card]: number for card, number in found.items()}

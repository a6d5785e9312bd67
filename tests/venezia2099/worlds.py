"""Which deals fit what a viewer of Venezia 2099 knows: found from the open cards alone, with no redeal."""

from itertools import combinations
from typing import Any

from tests.venezia2099.table import COLOURS, deck, shown, value

Hands = tuple[int, ...]  # of all seats, the viewer's own included, as sets of bits


def bits(cards: list[str] | tuple[str, ...]) -> int:
    """A set of cards by their numbers in section 5.3: 7 * colour + value."""
    return sum(1 << 7 * COLOURS.index(card.split()[0]) + value(card) - 1 for card in cards)


def hands_of(state: Any) -> Hands:
    return tuple(state.hands[seat] for seat in range(state.seats))


def floors(state: Any) -> list[int]:
    """The value of the last card each seat has played, 0 if none."""
    table = state.snapshot()
    found = [0] * state.seats
    for turn, card in enumerate(table["played"]):
        found[(table["first"] + turn) % state.seats] = value(card)
    return found


def worlds(state: Any, viewer: int) -> dict[Hands, int]:
    """Every deal of the cards the viewer has not seen that leaves nobody a card below his floor; each counts once."""
    table = state.snapshot()
    hands = [shown(state, seat)["hand"] for seat in range(state.seats)]
    own = hands[viewer] if viewer >= 0 else []
    unseen = set(deck(state.seats, table["unused"])) - set(table["played"]) - set(own)
    least = floors(state)

    def deals(seat: int, left: set[str]) -> list[Hands]:
        if seat == state.seats:
            return [()]
        if seat == viewer:
            return [(bits(own), *rest) for rest in deals(seat + 1, left)]
        able = sorted(card for card in left if value(card) >= least[seat])
        return [
            (bits(hand), *rest)
            for hand in combinations(able, len(hands[seat]))
            for rest in deals(seat + 1, left - set(hand))
        ]

    return dict.fromkeys(deals(0, unseen), 1)

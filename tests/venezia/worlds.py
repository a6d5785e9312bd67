"""What a seat of Venezia may have planned: listed from the specification alone, with no redeal."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from itertools import permutations, product
from typing import Any

from ridotto.games.venezia.rules.snapshot import plan
from tests.venezia.table import CARDS

Plan = tuple[str, str | None, tuple[str, ...], tuple[int, ...]]  # first card, action card, district cards, pigeons


def plan_of(state: Any, seat: int) -> Plan:
    shown = plan(state, seat)
    return shown["first"], shown["action"], tuple(shown["cards"]), tuple(shown["pigeons"])


def plans(reserve: int, actions: list[str], on_piazza: int = 0) -> Iterator[Plan]:
    """Every complete plan of a seat with this reserve, these action cards and so many pigeons on the Piazza."""
    for first, action, number in product(("piazza", "feint"), (None, *actions), range(4)):
        for counts in product(range(reserve + 1), repeat=1 + number):
            allowed = first == "feint" or counts[0] + on_piazza <= 10 or counts[0] == 0
            if allowed and sum(counts) <= reserve:
                for cards in permutations(CARDS, number):
                    yield first, action, cards, counts


def faces(actions: list[str], number: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every action card and ordered choice of district cards that can lie face down."""
    yield from product(actions, permutations(CARDS, number))


def counted(worlds: Iterator[Any], key: Callable[[Any], Hashable]) -> dict[Any, int]:
    """How many worlds look alike."""
    return dict(Counter(map(key, worlds)))

"""Sets of secret cards that a seat of Venti could hold together: up to three kinds of resources, in no order.

A set is a tuple of kinds (0 to 7, or JOKER_KIND). Three are enough: no seat is dealt more than three cards in secret.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement

from ridotto.games.venti.components import JOKER_KIND, MAX_SECRET, RESOURCE_KINDS

Kinds = tuple[int, ...]  # ascending

SETS: tuple[tuple[Kinds, ...], ...] = tuple(
    tuple(combinations_with_replacement(range(RESOURCE_KINDS), size)) for size in range(MAX_SECRET + 1)
)
SET_INDEX: dict[Kinds, int] = {kinds: i for sets in SETS for i, kinds in enumerate(sets)}  # among those of its size
NAMES: dict[str, Kinds] = {
    " ".join("joker" if kind == JOKER_KIND else str(kind) for kind in kinds): kinds
    for sets in SETS[1:]
    for kinds in sets
}


def with_kind(kinds: Kinds, kind: int) -> Kinds:
    return tuple(sorted((*kinds, kind)))


def smaller_sets(kinds: Kinds) -> Iterable[Kinds]:
    """The sets without one of these kinds."""
    return (kinds[:i] + kinds[i + 1 :] for i in range(len(kinds)))


@cache
def sets_with(kinds: Kinds, size: int) -> int:
    """All sets of this size that contain these kinds, as bits."""
    if len(kinds) == size:
        return 1 << SET_INDEX[kinds]
    held = 0
    for kind in range(RESOURCE_KINDS):
        held |= sets_with(with_kind(kinds, kind), size)
    return held


def shortest_names(ruled_out: int, size: int) -> list[str]:
    """Sets of this size, given as bits, in as few names as possible: a name stands for all sets that contain it."""

    def is_ruled_out(kinds: Kinds) -> bool:
        held = sets_with(kinds, size)
        return ruled_out & held == held

    def is_implied(kinds: Kinds) -> bool:
        return any(smaller and is_ruled_out(smaller) for smaller in smaller_sets(kinds))

    if not ruled_out:
        return []
    return [
        name for name, kinds in NAMES.items() if len(kinds) <= size and is_ruled_out(kinds) and not is_implied(kinds)
    ]

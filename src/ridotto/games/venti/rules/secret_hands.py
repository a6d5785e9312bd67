"""Which secret cards a seat of Venti could hold together: up to three resources, numbers or jokers, in no order.

Nobody is dealt more than three cards in secret, so what three of them can do together is all there is to know.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement

from ridotto.games.venti.components import JOKERS, KINDS, MOST_SECRET

Kinds = tuple[int, ...]  # ascending

SETS: tuple[tuple[Kinds, ...], ...] = tuple(
    tuple(combinations_with_replacement(range(KINDS), size)) for size in range(MOST_SECRET + 1)
)
NUMBERED: dict[Kinds, int] = {kinds: i for sets in SETS for i, kinds in enumerate(sets)}  # among those of its size
NAMES: dict[str, Kinds] = {
    " ".join("joker" if kind == JOKERS else str(kind) for kind in kinds): kinds for sets in SETS[1:] for kinds in sets
}


def joined(kinds: Kinds, kind: int) -> Kinds:
    return tuple(sorted((*kinds, kind)))


def parts(kinds: Kinds) -> Iterable[Kinds]:
    """The same without one of them."""
    return (kinds[:i] + kinds[i + 1 :] for i in range(len(kinds)))


@cache
def holding(kinds: Kinds, size: int) -> int:
    """All sets of this size that hold these kinds, as bits."""
    if len(kinds) == size:
        return 1 << NUMBERED[kinds]
    held = 0
    for kind in range(KINDS):
        held |= holding(joined(kinds, kind), size)
    return held


def shortest(out: int, size: int) -> list[str]:
    """Sets of this size in few words: whatever holds one of the named kinds together is among them."""

    def is_out(kinds: Kinds) -> bool:
        held = holding(kinds, size)
        return out & held == held

    if not out:
        return []
    return [
        name
        for name, kinds in NAMES.items()
        if len(kinds) <= size and is_out(kinds) and not any(part and is_out(part) for part in parts(kinds))
    ]

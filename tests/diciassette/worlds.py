"""How many deals fit what a viewer of 17 Diciassette knows: counted from section 7 alone, with no redeal."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping
from itertools import product
from math import factorial, perm, prod
from typing import Any, NamedTuple

from ridotto.games.diciassette import components as c

PARTS = ("hand", "trashed", "row", "pile", "discards")
Where = tuple[str, int]  # a part, and the seat or the place in the row or in the pile


class Hidden(NamedTuple):
    """A card the viewer does not know."""

    where: Where
    kind: int
    neutral: bool  # is its back known to be neutral?


def is_concealed(kind: int) -> bool:
    return kind >= c.CONCEALED


def all_cards(state: Any, parts: tuple[str, ...] = PARTS) -> Iterator[tuple[Where, int]]:
    """Every card of these parts with its place, but those that lie open in the row; the pile from its top."""
    if "hand" in parts:
        for seat, hand in enumerate(state.hands[: state.seats]):
            yield from ((("hand", seat), kind) for kind in hand if kind != c.NO_CARD)
    if "trashed" in parts:
        for seat, counts in enumerate(state.trashed[: state.seats]):
            yield from ((("trashed", seat), kind) for kind in counted(counts))
    if "row" in parts:
        row = enumerate(state.row[: state.row_length])
        yield from ((("row", place), c.kind_of(card)) for place, card in row if card & c.FACE_DOWN)
    if "pile" in parts:
        yield from ((("pile", place), kind) for place, kind in enumerate(reversed(state.pile[: state.pile_size])))
    if "discards" in parts:
        yield from ((("discards", 0), kind) for kind in counted(state.known_discards))


def counted(counts: list[int]) -> Iterator[int]:
    return (kind for kind, number in enumerate(counts) if number for _ in range(number))


def hidden_cards(state: Any, viewer: int, recall: bool) -> Iterator[Hidden]:
    """Section 7, line by line."""
    backs = state.hand_backs_public
    row = list(state.row)
    for where, kind in all_cards(state):
        match where:
            case ("hand", seat) if seat != viewer and (is_concealed(kind) or not backs):
                yield Hidden(where, kind, backs)
            case ("trashed", seat) if seat != viewer:
                yield Hidden(where, kind, True)
            case ("row", place) if c.is_covered(row[place]) and c.owner_of(row[place]) != viewer:
                yield Hidden(where, kind, True)
            case ("pile", place) if place or not backs or is_concealed(kind):
                yield Hidden(where, kind, backs and place == 0)
            case ("discards", _) if not recall and not state.seen_cards_panel:
                yield Hidden(where, kind, False)


def contents(state: Any, watched: tuple[str, ...]) -> Hashable:
    """What lies in these parts of the table."""
    return written(all_cards(state, watched))


def written(cards: Any) -> Hashable:
    lying: defaultdict[Where, list[int]] = defaultdict(list)
    for where, kind in cards:
        lying[where].append(kind)
    return tuple((where, *sorted(lying[where])) for where in sorted(lying))


def worlds(
    state: Any, viewer: int, watched: tuple[str, ...], recall: bool = True, least: Mapping[str, int] | None = None
) -> dict[Hashable, int]:
    """All that can lie in the watched parts, with the number of deals of all hidden cards in which it does.

    `least` names the cards that must be among the hidden discards, by what lies open.
    """
    hidden = list(hidden_cards(state, viewer, recall))
    pool = Counter(card.kind for card in hidden)
    open_cards = Counter(all_cards(state)) - Counter((card.where, card.kind) for card in hidden)
    fixed = [(where, kind) for where, kind in open_cards.elements() if where[0] in watched]
    looked_at = [card for card in hidden if card.where[0] in watched]
    others = [card for card in hidden if card.where[0] not in watched]
    found: Counter[Hashable] = Counter()
    for dealt, ways in deals(looked_at, pool):
        places = list(zip((card.where for card in looked_at), dealt, strict=True))
        discards = Counter(kind for where, kind in places if where[0] == "discards")
        wanted = Counter({c.CARDS[name]: number for name, number in (least or {}).items()}) - discards
        found[written([*fixed, *places])] += ways * deals_besides(others, pool - Counter(dealt), wanted)
    return {world: ways for world, ways in found.items() if ways}


def deals_besides(others: list[Hidden], pool: Counter[int], wanted: Counter[int]) -> int:
    """In how many ways the pool can be dealt to these places: the discards among them first, with what is wanted there.

    Kinds that nobody asks for are counted together, by their backs.
    """
    neutral = sum(card.neutral for card in others)
    discards = sum(card.where[0] == "discards" for card in others)
    asked_for = [(pool[kind], number, True) for kind, number in wanted.items()]
    backs = [
        (sum(n for kind, n in pool.items() if kind not in wanted and is_concealed(kind) == back), 0, back)
        for back in (True, False)
    ]
    groups = [*asked_for, *backs]  # how many cards, how many wanted, and are they concealed?
    concealed = sum(n for kind, n in pool.items() if is_concealed(kind))
    total = 0
    for taken in product(*(range(least, discards + 1) for _, least, _ in groups)):
        left = concealed - sum(n for n, (_, _, back) in zip(taken, groups, strict=True) if back)
        if sum(taken) == discards and left >= neutral:
            ways = factorial(discards) // prod(factorial(n) for n in taken)
            ways *= prod(perm(cards, n) for n, (cards, _, _) in zip(taken, groups, strict=True))
            total += ways * perm(left, neutral) * factorial(len(others) - discards - neutral)
    return total


def deals(places: list[Hidden], pool: Counter[int]) -> Iterator[tuple[list[int], int]]:
    """A card of the pool for each place, with the number of ways."""
    if not places:
        yield [], 1
        return
    for kind in list(pool):
        if pool[kind] and (is_concealed(kind) or not places[0].neutral):
            left = Counter(pool)
            left[kind] -= 1
            for dealt, ways in deals(places[1:], left):
                yield [kind, *dealt], pool[kind] * ways

"""Which deals fit what a viewer of Venti knows: listed from section 7 alone, with no redeal.

A world is what lies in the places the viewer does not see: the hands of others and, where nothing is remembered, frozen
targets. What is in none of them is in the pile, in any order.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, NamedTuple

from ridotto.games.venti import components as c

Snapshot = dict[str, Any]
World = tuple[int, ...]  # the cards of each place, as bits


class Place(NamedTuple):
    """A hand, or a frozen target."""

    seat: int  # of a hand; -1: a target
    target: int
    known: frozenset[str]
    hidden: tuple[str, ...]
    barred: frozenset[str]  # what is known not to be there,
    ruled_out: tuple[str, ...]  # and what not together


def is_number(card: str) -> bool:
    return "/" in card


def places(shown: Snapshot, viewer: int, recall: bool) -> list[Place]:
    hands = [hand_of(shown, seat, recall) for seat in range(shown["players"]) if seat != viewer]
    faces = [
        Place(-1, place, frozenset(), (target["card"],), frozenset(), ())
        for place, target in enumerate(shown["targets"])
        if target["frozen_by"] is not None and not is_face_known(shown, place, recall)
    ]
    return hands + faces


def hand_of(shown: Snapshot, seat: int, recall: bool) -> Place:
    """Remembered, all but the secret cards is known; else, only what is being paid, and that no lower card is there."""
    cards = shown["seats"][seat]
    if recall:
        known, hidden = frozenset(cards["hand"]), tuple(cards["secret"])
        return Place(seat, -1, known, hidden, frozenset(cards["barred"]), tuple(cards["ruled_out"]))
    paid = frozenset(cards["hand"]) & committed(shown, seat)
    return Place(seat, -1, paid, tuple({*cards["hand"], *cards["secret"]} - paid), lower_than(paid), ())


def holds(hand: tuple[str, ...], kinds: str) -> bool:
    """Are these together in a hand: `5 5 joker`?"""
    return not Counter(kinds.split()) - Counter(card.replace("/", " ").split()[0] for card in hand)


def lower_than(paid: frozenset[str]) -> frozenset[str]:
    """venti.pile.lowest_id: the cards of the same classes that would have been paid first."""
    highest = {c.CARD_CLASS[card]: card for card in sorted(c.CARDS[name] for name in paid)}
    return frozenset(name for name, card in c.CARDS.items() if card < highest.get(c.CARD_CLASS[card], 0)) - paid


def committed(shown: Snapshot, seat: int) -> set[str]:
    return set(shown["payment"]["paid"]) if shown["payment"] and shown["turn"] == seat else set()


def is_face_known(shown: Snapshot, place: int, recall: bool) -> bool:
    return recall or shown["options"]["frozen_view"] == "open" or shown["glimpse"] == place + 1


def contents(state: Any, here: list[Place]) -> World:
    """What lies in these places."""
    hands, targets = state.hand, state.targets
    return tuple(
        hands[place.seat][0] | hands[place.seat][1] << c.HALF if place.seat >= 0 else 1 << targets[place.target]
        for place in here
    )


def worlds(state: Any, viewer: int, recall: bool) -> dict[World, int]:
    """Every world that fits, once."""
    shown = state.snapshot()
    here = places(shown, viewer, recall)
    cards = [card for place in here for card in place.hidden]
    if not (recall and shown["pile_known"]):
        cards += [card for card in shown["pile"] if "chaos" not in card]
    return {
        tuple(sum(1 << c.CARDS[card] for card in place) for place in dealt): 1
        for dealt in deals(here, cards)
        if is_possible(shown, here, dealt)
    }


def deals(here: list[Place], cards: list[str]) -> Iterator[tuple[frozenset[str], ...]]:
    """All ways to deal the cards; the rest is the pile."""
    if not here:
        yield ()
        return
    first, *others = here
    for hand in combinations(cards, len(first.hidden)):
        together = any(holds(hand, kinds) for kinds in first.ruled_out)
        if not first.barred & set(hand) and not together and (first.seat >= 0 or is_number(hand[0])):
            for rest in deals(others, [card for card in cards if card not in hand]):
                yield (first.known | set(hand), *rest)


def is_possible(shown: Snapshot, here: list[Place], dealt: tuple[frozenset[str], ...]) -> bool:
    """Whoever is paying can pay the rest, and whoever is asked to catch up has a card for it."""
    hands = {place.seat: cards for place, cards in zip(here, dealt, strict=True)}
    if shown["phase"] in ("declare", "pay") and shown["turn"] in hands:
        seat = shown["turn"]
        return can_fill(rest(shown), {*shown["seats"][seat]["permanent"], *hands[seat]} - committed(shown, seat))
    if shown["phase"] == "catch up" and shown["ten"]["last"] in hands:
        return any(0 < c.POINTS[c.CARDS[card]] <= shown["ten"]["left"] for card in hands[shown["ten"]["last"]])
    return True


def rest(shown: Snapshot) -> list[list[str]]:
    """The terms that are still to be paid, by their atoms; a declared group as slots of its number."""
    card = shown["targets"][shown["payment"]["target"] - 1]["card"]
    paid, declared = len(shown["payment"]["paid"]), list(shown["payment"]["declared"])
    terms: list[list[str]] = []
    for term in c.CONDITIONS[c.CARDS[card]].text.split():
        atoms = term.split("=")
        if len(atoms) > 1 and declared:
            number = str(declared.pop(0))
            terms += [[number] for _ in atoms[paid:]]
        elif paid < len(atoms):
            terms.append(atoms)
        paid = max(0, paid - len(atoms))
    return terms


def can_fill(terms: list[list[str]], cards: set[str]) -> bool:
    """Tries all numbers for the groups, and every card for every slot."""
    groups = [term for term in terms if len(term) > 1]
    for numbers in product("01234567", repeat=len(groups)):
        chosen = iter(numbers)
        if fill([atom for term in terms for atom in ([next(chosen)] * len(term) if len(term) > 1 else term)], cards):
            return True
    return False


def fill(slots: list[str], cards: set[str]) -> bool:
    if not slots:
        return True
    return any(suits(slots[0], card) and fill(slots[1:], cards - {card}) for card in cards)


def suits(slot: str, card: str) -> bool:
    if not is_number(card) or slot == "?":
        return True
    return slot in (card[0], "CTDS"[int(card[0]) // 2])

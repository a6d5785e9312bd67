"""What a viewer of Venti can pay with, what is missing, and the cheapest payment: all from the view.

A payment is a list of codes, slot by slot, as in the note FULFILLED: a number, a joker as something, a permanent joker.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from ridotto.games.venti import components as c
from ridotto.games.venti.conditions import NUMBERS, Condition
from ridotto.games.venti.names import atoms_of
from ridotto.games.venti.rules.matching import missing

View = dict[str, Any]


class Resources(NamedTuple):
    """The number of permanent jokers and hand cards of each number, and of joker cards."""

    permanent: tuple[int, ...]
    hand: tuple[int, ...]
    jokers: int

    def with_card(self, card: int) -> "Resources":
        """The resources with one more card in hand."""
        if card >= c.JOKER:
            return self._replace(jokers=self.jokers + 1)
        number = c.number_of(card)
        return self._replace(hand=tuple(held + (n == number) for n, held in enumerate(self.hand)))


def own_resources(view: View) -> Resources:
    """What the viewer can pay with, without what is already paid."""
    spent = set(view["payment"]["paid"]) if view["payment"] else set()
    hand = [c.CARDS[name] for name in view["own"]["hand"] if name not in spent]
    permanent = [c.CARDS[name] for name in view["seats"][view["viewer"]]["permanent"] if name not in spent]
    jokers = sum(card >= c.JOKER for card in hand)
    return Resources(_by_number(permanent), _by_number(hand), jokers)


def _by_number(cards: Sequence[int]) -> tuple[int, ...]:
    return tuple(sum(c.number_of(card) == number for card in cards if card < c.JOKER) for number in range(NUMBERS))


# What is missing


def missing_for(card: int, own: Resources) -> int | None:
    """How many cards are missing to pay this card's condition; None for a joker."""
    if card >= c.JOKER:
        return None
    return missing(c.CONDITIONS[card], [a + b for a, b in zip(own.permanent, own.hand, strict=True)], own.jokers)


def target_card(view: View, place: int) -> int | None:
    """The card of a target, if its face is shown."""
    name = view["targets"][place]["card"]
    return None if name is None else c.CARDS[name]


def missing_at(view: View, place: int) -> int | None:
    """How many cards the viewer misses for this target; None if its condition is not in sight."""
    card = target_card(view, place)
    return None if card is None else missing_for(card, own_resources(view))


def open_targets(view: View) -> Iterator[tuple[int, int, int]]:
    """The targets that show a condition and are not frozen: place, card, and number of missing cards."""
    for place, target in enumerate(view["targets"]):
        lacks = missing_at(view, place)
        card = target_card(view, place)
        if lacks is not None and card is not None and target["frozen_by"] is None:
            yield place, card, lacks


def targets_helped_by(view: View, card: int) -> list[tuple[int, int]]:
    """The targets for which this card in hand would help: place, and number of cards still missing."""
    more = own_resources(view).with_card(card)
    found = ((place, missing_for(wanted, more), lacks) for place, wanted, lacks in open_targets(view))
    return [(place, still) for place, still, lacks in found if still is not None and still < lacks]


# The cheapest payment


def cheapest_payment(
    condition: Condition, own: Resources, declared: Sequence[int] = (), paid: int = 0
) -> list[int] | None:
    """The cheapest payment of the slots still unpaid, or None. Joker cards cost most, permanent jokers nothing."""
    plans = _plans(condition, own, declared, paid)
    return min(
        ([code for code in plan if code is not None] for plan in plans if None not in plan), key=_cost, default=None
    )


def covered(condition: Condition, own: Resources) -> list[bool]:
    """Slot by slot, whether it could be paid, in a plan that pays as many slots as possible."""
    best = max(_plans(condition, own), key=lambda plan: len(plan) - plan.count(None))
    return [code is not None for code in best]


def _plans(
    condition: Condition, own: Resources, declared: Sequence[int] = (), paid: int = 0
) -> Iterator[list[int | None]]:
    """A payment for each choice of numbers for the groups, with None for slots that stay open."""
    groups = [term.numbers for term in condition.terms if term.slots > 1]
    chosen = [[number] for number in declared] + [_numbers(wanted) for wanted in groups[len(declared) :]]
    for numbers in product(*chosen):
        yield _assign(_slots(condition, numbers)[paid:], own)


def _numbers(numbers: int) -> list[int]:
    return [number for number in range(NUMBERS) if numbers >> number & 1]


def _slots(condition: Condition, numbers: Sequence[int]) -> list[int]:
    """The numbers that suit each slot, as bits, once each group has its number."""
    named = iter(numbers)
    slots = []
    for term in condition.terms:
        slots += [1 << next(named)] * term.slots if term.slots > 1 else [term.numbers]
    return slots


def _assign(slots: Sequence[int], own: Resources) -> list[int | None]:
    """Serves the strictest slots first; takes the hand cards of which there are fewest."""
    permanent, hand, jokers = list(own.permanent), list(own.hand), own.jokers
    plan: list[int | None] = [None] * len(slots)
    for i in sorted(range(len(slots)), key=lambda i: slots[i].bit_count()):
        numbers = _numbers(slots[i])
        if matching := [number for number in numbers if permanent[number]]:
            permanent[matching[0]] -= 1
            plan[i] = c.BY_PERMANENT + matching[0]
        elif held := [number for number in numbers if hand[number]]:
            number = min(held, key=lambda number: hand[number])
            hand[number] -= 1
            plan[i] = number
        elif jokers:
            jokers -= 1
            plan[i] = _joker_as(numbers)
    return plan


def _joker_as(numbers: Sequence[int]) -> int:
    if len(numbers) == 1:
        return c.AS_NUMBER + numbers[0]
    return c.AS_SYMBOL + numbers[0] // 2 if len(numbers) == 2 else c.AS_ANY


def count_jokers(plan: Sequence[int]) -> int:
    return sum(c.AS_NUMBER <= code < c.BY_PERMANENT for code in plan)


def _cost(plan: Sequence[int]) -> tuple[int, int]:
    return count_jokers(plan), sum(code < c.AS_NUMBER for code in plan)


def suggested_payment(view: View, *declared: int) -> list[int]:
    """The cheapest way for the viewer to finish the payment, if these numbers are declared next."""
    payment = view["payment"]
    card = target_card(view, payment["target"] - 1)
    assert card is not None
    plan = cheapest_payment(
        c.CONDITIONS[card], own_resources(view), [*payment["declared"], *declared], len(payment["paid"])
    )
    assert plan is not None
    return plan


def payment_moves(view: View) -> list[int]:
    """The moves that finish the payment in the suggested way."""
    payment = view["payment"]
    card = target_card(view, payment["target"] - 1)
    assert card is not None
    plan = suggested_payment(view)
    paying = zip(plan, cards_used(view, plan), strict=True)
    moves: list[int] = []
    slot = group = 0
    for term in c.CONDITIONS[card].terms:
        codes, names = [], []
        for _ in range(term.slots):
            if slot >= len(payment["paid"]):
                code, name = next(paying)
                codes.append(code)
                names.append(name)
            slot += 1
        group += term.slots > 1
        if term.slots > 1 and group > len(payment["declared"]):
            moves.append(c.DECLARE + codes[0] % c.AS_NUMBER)
        moves += [_paying_move(code, c.CARDS[name]) for code, name in zip(codes, names, strict=True)]
    return moves


def wanted_in_slot(view: View, slot: int, card: int) -> str:
    """What a slot wants, in signs; in a declared group, its number."""
    first = group = 0
    for term in c.CONDITIONS[card].terms:
        if term.slots > 1:
            declared = view["payment"]["declared"][group : group + 1]
            if declared and first <= slot < first + term.slots:
                return str(declared[0])
            group += 1
        first += term.slots
    return atoms_of(card)[slot]


def cards_used(view: View, plan: Sequence[int]) -> list[str]:
    """The cards that a payment takes, slot by slot; of equal numbers, those worth most."""
    spent = view["payment"]["paid"] if view["payment"] else []
    by_points = sorted(view["own"]["hand"], key=lambda name: c.POINTS[c.CARDS[name]], reverse=True)
    left = [name for name in by_points if name not in spent]
    permanent = [name for name in view["seats"][view["viewer"]]["permanent"] if name not in spent]
    found = []
    for code in plan:
        cards, wanted = (permanent, code - c.BY_PERMANENT) if code >= c.BY_PERMANENT else (left, code)
        joker = c.AS_NUMBER <= code < c.BY_PERMANENT
        found.append(next(name for name in cards if _matches(c.CARDS[name], wanted, joker)))
        cards.remove(found[-1])
    return found


def _matches(card: int, number: int, joker: bool) -> bool:
    return card >= c.JOKER if joker else card < c.JOKER and c.number_of(card) == number


def _paying_move(code: int, card: int) -> int:
    return c.PERMANENT + code - c.BY_PERMANENT if code >= c.BY_PERMANENT else c.HAND_CARD + c.CARD_CLASS[card]

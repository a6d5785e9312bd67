"""What a seat of Venti can pay with, and the cheapest payment: advice to the seat alone.

A payment is a list of codes, slot by slot, as in the note FULFILLED: a number, a joker as something, a permanent joker.
Whether a seat can pay at all, the rules say: `VentiOwn.missing`.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ridotto.games.venti import components as c
from ridotto.games.venti.conditions import NUMBERS, Condition
from ridotto.games.venti.names import atoms_of
from ridotto.games.venti.show.view import VentiOwn, VentiPayment, VentiPublic

Payment = tuple[int, ...]


class Resources(NamedTuple):
    """The number of permanent jokers and hand cards of each number, and of joker cards."""

    permanent: tuple[int, ...]
    hand: tuple[int, ...]
    jokers: int


def own_resources(public: VentiPublic, own: VentiOwn) -> Resources:
    """What the seat can pay with, without what is already paid."""
    hand, permanent = unspent(public, own.hand), unspent(public, public.seats[own.seat].permanent)
    return Resources(_by_number(permanent), _by_number(hand), sum(card >= c.JOKER for card in hand))


def unspent(public: VentiPublic, cards: Sequence[int]) -> list[int]:
    """These cards without those that are already paid."""
    spent = public.payment.paid if public.payment else ()
    return [card for card in cards if card not in spent]


def _by_number(cards: Sequence[int]) -> tuple[int, ...]:
    held = [0] * NUMBERS
    for card in cards:
        if card < c.JOKER:
            held[c.number_of(card)] += 1
    return tuple(held)


# The cheapest payment


@lru_cache(2000)
def cheapest_payment(
    condition: Condition, own: Resources, declared: tuple[int, ...] = (), paid: int = 0
) -> Payment | None:
    """The cheapest payment of the slots still unpaid, or None. Joker cards cost most, permanent jokers nothing."""
    plans = _plans(condition, own, declared, paid)
    return min(
        (tuple(code for code in plan if code is not None) for plan in plans if None not in plan),
        key=_cost,
        default=None,
    )


@lru_cache(2000)
def covered(condition: Condition, own: Resources) -> tuple[bool, ...]:
    """Slot by slot, whether it could be paid, in a plan that pays as many slots as possible."""
    best = max(_plans(condition, own), key=lambda plan: len(plan) - plan.count(None))
    return tuple(code is not None for code in best)


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


def count_jokers(plan: Payment) -> int:
    return sum(c.AS_NUMBER <= code < c.BY_PERMANENT for code in plan)


def _cost(plan: Payment) -> tuple[int, int]:
    return count_jokers(plan), sum(code < c.AS_NUMBER for code in plan)


# The payment in progress


def target_card(public: VentiPublic, payment: VentiPayment) -> int:
    """The card that is being paid: it lies face up, unless cards are put down blindly."""
    card = public.targets[payment.place].card
    assert card is not None
    return card


def suggested_payment(public: VentiPublic, own: VentiOwn, *declared: int) -> Payment:
    """The cheapest way for the seat to finish the payment, if these numbers are declared next."""
    payment = public.payment
    assert payment is not None
    condition = c.CONDITIONS[target_card(public, payment)]
    plan = cheapest_payment(condition, own_resources(public, own), (*payment.declared, *declared), len(payment.paid))
    assert plan is not None
    return plan


def payment_moves(public: VentiPublic, own: VentiOwn) -> list[int]:
    """The moves that finish the payment in the suggested way."""
    payment = public.payment
    assert payment is not None
    plan = suggested_payment(public, own)
    paying = zip(plan, cards_used(public, own, plan), strict=True)
    moves: list[int] = []
    slot = group = 0
    for term in c.CONDITIONS[target_card(public, payment)].terms:
        unpaid = range(max(slot, len(payment.paid)), slot + term.slots)
        steps = [next(paying) for _ in unpaid]
        slot += term.slots
        group += term.slots > 1
        if term.slots > 1 and group > len(payment.declared):
            moves.append(c.DECLARE + steps[0][0] % c.AS_NUMBER)
        moves += [_paying_move(code, card) for code, card in steps]
    return moves


def wanted_in_slot(payment: VentiPayment, slot: int, card: int) -> str:
    """What a slot of this card wants, in signs; in a declared group, its number."""
    first = group = 0
    for term in c.CONDITIONS[card].terms:
        if term.slots > 1:
            declared = payment.declared[group : group + 1]
            if declared and first <= slot < first + term.slots:
                return str(declared[0])
            group += 1
        first += term.slots
    return atoms_of(card)[slot]


def cards_used(public: VentiPublic, own: VentiOwn, plan: Payment) -> list[int]:
    """The cards that a payment takes, slot by slot; of equal numbers, those worth most."""
    left = sorted(unspent(public, own.hand), key=lambda card: c.POINTS[card], reverse=True)
    permanent = unspent(public, public.seats[own.seat].permanent)
    found = []
    for code in plan:
        cards, wanted = (permanent, code - c.BY_PERMANENT) if code >= c.BY_PERMANENT else (left, code)
        joker = c.AS_NUMBER <= code < c.BY_PERMANENT
        found.append(next(card for card in cards if _matches(card, wanted, joker)))
        cards.remove(found[-1])
    return found


def _matches(card: int, number: int, joker: bool) -> bool:
    return card >= c.JOKER if joker else card < c.JOKER and c.number_of(card) == number


def _paying_move(code: int, card: int) -> int:
    return c.PERMANENT + code - c.BY_PERMANENT if code >= c.BY_PERMANENT else c.HAND_CARD + c.CARD_CLASS[card]

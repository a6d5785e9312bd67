"""Whether a condition of Venti can be paid: section 5.4 of the specification, exactly.

Resources are a pool, which counts the cards of each number, a byte each in one word, and a number of jokers. Every slot
of every condition has an index in the tables below; the index after its last slot marks the end of the condition.
"""

import cython

from ridotto.games.venti.conditions import Condition, parse_condition
from ridotto.games.venti.rules import secret_hands

if not cython.compiled:
    from ridotto.engine.chance import binomial, lowest
    from ridotto.games.venti.components import (
        JOKER_KIND,
        MAX_SECRET,
        MAX_SETS,
        RESOURCE_KINDS,
        SCRATCH_SLOT,
        SLOT_TABLE_SIZE,
        ZERO_SLOT,
    )

    WANTED_NUMBERS, WANTED_SYMBOLS, WANTED_ANY, SLOTS_LEFT, GROUPS_LEFT = ([0] * SLOT_TABLE_SIZE for _ in range(5))
    GROUP_SIZE, GROUP_NUMBERS = [0] * 2 * SLOT_TABLE_SIZE, [0] * 2 * SLOT_TABLE_SIZE
    SLOT_NUMBERS, SLOT_GROUP, OPENS_GROUP, GROUP_SLOTS_LEFT, NEXT_TERM = ([0] * SLOT_TABLE_SIZE for _ in range(5))
    SET_COUNT, SET_WITH = [0] * (MAX_SECRET + 1), [0] * RESOURCE_KINDS * MAX_SETS * MAX_SECRET
    SET_POOL, SET_JOKERS = [0] * MAX_SETS * (MAX_SECRET + 1), [0] * MAX_SETS * (MAX_SECRET + 1)

    _HIGH, _LOWER, _ONES = 0x8080808080808080, 0x00FF00FF00FF00FF, 0x0101010101010101

    def one_card(number):
        """The pool of one card of this number."""
        return 1 << 8 * number

    def held(pool, number):
        """How many cards of this number are in the pool."""
        return pool >> 8 * number & 255

    def of_each(cards):
        """The pool of this many cards of each number."""
        return cards * _ONES

    def with_enough(have, want):
        """The numbers of which a pool has as many as wanted, as high bits of their bytes."""
        return ((have | _HIGH) - want) & _HIGH

    def surplus(have, want):
        """What the first pool has more than the second, byte by byte; nothing where it has less."""
        difference = (have | _HIGH) - want
        return difference & ((difference & _HIGH) >> 7) * 127

    def by_symbol(pool):
        """The cards of each symbol, in the byte of its lower number: venti.setup.deck.symbols."""
        return (pool & _LOWER) + (pool >> 8 & _LOWER)

    def total(pool):
        return sum(pool.to_bytes(8, "little"))

    def deficit(slot, numbers, pool):
        """How many slots stay empty. The strictest slots are served first, which is best."""
        have = by_symbol(surplus(pool, numbers))
        unsuited = WANTED_ANY[slot] - total(surplus(have, WANTED_SYMBOLS[slot]))
        return total(surplus(numbers, pool)) + total(surplus(WANTED_SYMBOLS[slot], have)) + max(0, unsuited)


# What is wanted


def add_condition(condition: Condition, first: int) -> int:
    """Writes a condition into the tables from slot `first` on. Returns the next free slot."""
    group: cython.int = 0
    slot = first
    for i, term in enumerate(condition.terms):
        next_term = slot + term.slots
        for place in range(term.slots):
            set_wanted(condition.terms[i:], slot)
            SLOT_NUMBERS[slot] = term.numbers
            SLOT_GROUP[slot] = group if term.slots > 1 else -1
            OPENS_GROUP[slot] = 1 if term.slots > 1 and place == 0 else 0
            GROUP_SLOTS_LEFT[slot] = next_term - slot
            NEXT_TERM[slot] = next_term
            slot += 1
        group += 1 if term.slots > 1 else 0
    set_wanted((), slot)
    return slot + 1


def set_wanted(terms: tuple, slot: int) -> None:
    """Writes at `slot` what these terms want together."""
    WANTED_NUMBERS[slot] = 0
    WANTED_SYMBOLS[slot] = 0
    WANTED_ANY[slot] = 0
    GROUPS_LEFT[slot] = 0
    SLOTS_LEFT[slot] = sum(slots for slots, _ in terms)
    for slots, numbers in terms:
        first: cython.int = lowest(numbers)
        if slots > 1:
            GROUP_SIZE[2 * slot + GROUPS_LEFT[slot]] = slots
            GROUP_NUMBERS[2 * slot + GROUPS_LEFT[slot]] = sum(one_card(n) << 7 for n in range(8) if numbers >> n & 1)
            GROUPS_LEFT[slot] += 1
        elif numbers == 1 << first:
            WANTED_NUMBERS[slot] += one_card(first)  # venti.fulfil.number
        elif numbers == 0b11 << first:
            WANTED_SYMBOLS[slot] += one_card(first)  # venti.fulfil.symbol
        else:
            WANTED_ANY[slot] += 1  # venti.fulfil.any


add_condition(parse_condition("0"), ZERO_SLOT)


# What can be paid


def can_fill(slot, group, numbers, pool, jokers):
    """Whether every equality group from `group` on can be given a number so that at most `jokers` slots stay empty.

    Groups add to the wanted numbers and may show the same number: venti.fulfil.equal.independent.
    """
    if group == GROUPS_LEFT[slot]:
        return deficit(slot, numbers, pool) <= jokers  # venti.fulfil.joker.several
    size = GROUP_SIZE[2 * slot + group]
    possible = with_enough(pool + of_each(jokers), numbers + of_each(size)) & GROUP_NUMBERS[2 * slot + group]
    while possible:
        if can_fill(slot, group + 1, numbers + size * one_card(lowest(possible) >> 3), pool, jokers):
            return True
        possible &= possible - 1
    return False


def can_pay(slot, more, pool, jokers):
    """Whether these resources can pay a condition from `slot` on, and the numbers of the pool `more` besides."""
    return can_fill(slot, 0, WANTED_NUMBERS[slot] + more, pool, jokers)


def missing(condition: Condition, cards: list[int], jokers: int) -> int:
    """How many cards a hand lacks at least to pay a condition; `cards` counts the hand's cards of each number."""
    add_condition(condition, SCRATCH_SLOT)
    return count_lacking(SCRATCH_SLOT, sum(count << 8 * n for n, count in enumerate(cards)), jokers)


def count_lacking(slot, pool, jokers):
    """How many cards these resources lack at least to pay a condition from `slot` on."""
    lacking = 0
    while not can_pay(slot, 0, pool, jokers + lacking):
        lacking += 1
    return lacking


# Drawing a hand that can pay


def count_draws(slot, more, kinds, kind, left, pool, jokers):
    """How many draws of `left` cards, from the kinds from `kind` on, can pay. Jokers are the last kind."""
    if can_pay(slot, more, pool, jokers):
        rest = 0
        for later in range(kind, RESOURCE_KINDS):
            rest += kinds[later]
        return binomial(rest, left)
    result = 0.0
    if kind < RESOURCE_KINDS:
        for n in range(min(left, kinds[kind]) + 1):
            result += count_draws_with(n, slot, more, kinds, kind, left, pool, jokers)
    return result


def count_draws_with(n, slot, more, kinds, kind, left, pool, jokers):
    """The same, of draws with exactly n cards of the first kind."""
    if kind == JOKER_KIND:
        jokers += n
    else:
        pool += n * one_card(kind)
    return binomial(kinds[kind], n) * count_draws(slot, more, kinds, kind + 1, left - n, pool, jokers)


def draw_hand(slot, more, kinds, hand, left, pool, jokers, rng):
    """Draws `left` cards, evenly from all draws that can pay. Writes into `hand` how many of each kind."""
    for kind in range(RESOURCE_KINDS):
        mark = rng.uniform() * count_draws(slot, more, kinds, kind, left, pool, jokers)
        n = 0
        weight = count_draws_with(n, slot, more, kinds, kind, left, pool, jokers)
        while mark >= weight and n < min(left, kinds[kind]):
            mark -= weight
            n += 1
            weight = count_draws_with(n, slot, more, kinds, kind, left, pool, jokers)
        hand[kind] = n
        left -= n
        if kind == JOKER_KIND:
            jokers += n
        else:
            pool += n * one_card(kind)


# Secret cards that are ruled out together


def add_sets() -> None:
    """Writes the sets of secret_hands.py into the tables."""
    for size, sets in enumerate(secret_hands.SETS):
        SET_COUNT[size] = len(sets)
        for i, kinds in enumerate(sets):
            SET_POOL[MAX_SETS * size + i] = sum(one_card(kind) for kind in kinds if kind != JOKER_KIND)
            SET_JOKERS[MAX_SETS * size + i] = kinds.count(JOKER_KIND)
            for kind in range(RESOURCE_KINDS if size < MAX_SECRET else 0):
                larger = secret_hands.SET_INDEX[secret_hands.with_kind(kinds, kind)]
                SET_WITH[RESOURCE_KINDS * (MAX_SETS * size + i) + kind] = larger


add_sets()


def count_in_set(size, i, kind):
    """How many cards of a kind are in the i-th set of this size."""
    return SET_JOKERS[MAX_SETS * size + i] if kind == JOKER_KIND else held(SET_POOL[MAX_SETS * size + i], kind)


def draw_set(ruled_out, kinds, hand, size, rng):
    """Draws `size` cards, at most three, evenly from all draws that are not ruled out."""
    ways = 0.0
    drawn = 0
    for i in range(SET_COUNT[size]):
        if not ruled_out[i >> 6] >> (i & 63) & 1:
            weight = 1.0
            for kind in range(RESOURCE_KINDS):
                weight *= binomial(kinds[kind], count_in_set(size, i, kind))
            ways += weight
            if weight > 0.0 and rng.uniform() * ways < weight:
                drawn = i
    for kind in range(RESOURCE_KINDS):
        hand[kind] = count_in_set(size, drawn, kind)

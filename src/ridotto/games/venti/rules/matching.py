"""Can a condition of Venti be paid? Section 5.4 of the specification, exactly.

Resources are a pool, how many cards of each number, a byte each in one word; and jokers. Every slot of every condition
has a place in the tables below, and the end of the condition follows its last slot.
"""

import cython

from ridotto.games.venti.conditions import Condition, parsed
from ridotto.games.venti.rules import secret_hands

if not cython.compiled:
    from ridotto.engine.chance import binomial, lowest
    from ridotto.games.venti.components import JOKERS, KINDS, MOST_SECRET, ONE_OF_FIRST, PLACES, SCRATCH, SETS

    DIGITS, SYMBOLS, ANY = [0] * PLACES, [0] * PLACES, [0] * PLACES
    GROUPS, GROUP_SIZE, GROUP_SUITS = [0] * PLACES, [0] * 2 * PLACES, [0] * 2 * PLACES
    SUITS, GROUP, OPENS, REST = [0] * PLACES, [0] * PLACES, [0] * PLACES, [0] * PLACES
    AFTER, SLOTS = [0] * PLACES, [0] * PLACES
    SETS_OF, JOINED = [0] * (MOST_SECRET + 1), [0] * KINDS * SETS * MOST_SECRET
    SET_POOL, SET_JOKERS = [0] * SETS * (MOST_SECRET + 1), [0] * SETS * (MOST_SECRET + 1)

    _HIGH, _LOWER, _ONES = 0x8080808080808080, 0x00FF00FF00FF00FF, 0x0101010101010101

    def number(n):
        """One card of a number."""
        return 1 << 8 * n

    def held(pool, n):
        return pool >> 8 * n & 255

    def each(n):
        """So many cards of each number."""
        return n * _ONES

    def enough(have, want):
        """The numbers of which there are as many as wanted, as high bits of their bytes."""
        return ((have | _HIGH) - want) & _HIGH

    def surplus(have, want):
        """Byte by byte, what is left of one after the other."""
        difference = (have | _HIGH) - want
        return difference & ((difference & _HIGH) >> 7) * 127

    def by_symbol(pool):
        return (pool & _LOWER) + (pool >> 8 & _LOWER)

    def total(pool):
        return sum(pool.to_bytes(8, "little"))

    def deficit(place, digits, pool):
        """How many slots stay empty: the strictest are served first, which is best."""
        have = by_symbol(surplus(pool, digits))
        unsuited = ANY[place] - total(surplus(have, SYMBOLS[place]))
        return total(surplus(digits, pool)) + total(surplus(SYMBOLS[place], have)) + max(0, unsuited)


# What is wanted


def learn(condition: Condition, place: int) -> int:
    """Writes a condition into the tables; the place after it."""
    group: cython.int = 0
    for i, term in enumerate(condition.terms):
        for slot in range(term.slots):
            enter_rest(condition.terms[i:], place + slot)
            SUITS[place + slot] = term.suits
            GROUP[place + slot] = group if term.slots > 1 else -1
            OPENS[place + slot] = 1 if term.slots > 1 and slot == 0 else 0
            REST[place + slot] = term.slots - slot
            AFTER[place + slot] = place + term.slots
        place += term.slots
        group += 1 if term.slots > 1 else 0
    enter_rest((), place)
    return place + 1


def enter_rest(terms: tuple, place: int) -> None:
    """What is wanted by these terms together."""
    DIGITS[place] = 0
    SYMBOLS[place] = 0
    ANY[place] = 0
    GROUPS[place] = 0
    SLOTS[place] = sum(slots for slots, _ in terms)
    for slots, suits in terms:
        first: cython.int = lowest(suits)
        if slots > 1:
            GROUP_SIZE[2 * place + GROUPS[place]] = slots
            GROUP_SUITS[2 * place + GROUPS[place]] = sum(number(n) << 7 for n in range(8) if suits >> n & 1)
            GROUPS[place] += 1
        elif suits == 1 << first:
            DIGITS[place] += number(first)
        elif suits == 0b11 << first:
            SYMBOLS[place] += number(first)
        else:
            ANY[place] += 1


learn(parsed("0"), ONE_OF_FIRST)


# Is it there?


def fits(place, group, digits, pool, jokers):
    """Is there a number for each equality group from this one on, so that no more than `jokers` slots stay empty?"""
    if group == GROUPS[place]:
        return deficit(place, digits, pool) <= jokers
    size = GROUP_SIZE[2 * place + group]
    numbers = enough(pool + each(jokers), digits + each(size)) & GROUP_SUITS[2 * place + group]
    while numbers:
        if fits(place, group + 1, digits + size * number(lowest(numbers) >> 3), pool, jokers):
            return True
        numbers &= numbers - 1
    return False


def can_pay(place, more, pool, jokers):
    """Can the rest of a condition be paid, and these numbers besides?"""
    return fits(place, 0, DIGITS[place] + more, pool, jokers)


def missing(condition: Condition, cards: list[int], jokers: int) -> int:
    """How many cards are missing, at least, to pay a condition with so many cards of each number."""
    learn(condition, SCRATCH)
    pool = sum(count << 8 * n for n, count in enumerate(cards))
    lacking = 0
    while not can_pay(SCRATCH, 0, pool, jokers + lacking):
        lacking += 1
    return lacking


# A hand that can pay


def ways(place, more, kinds, kind, left, pool, jokers):
    """How many of the draws of `left` cards from this kind on, numbers 0 to 7 and then jokers, can pay."""
    if can_pay(place, more, pool, jokers):
        rest = 0
        for later in range(kind, KINDS):
            rest += kinds[later]
        return binomial(rest, left)
    result = 0.0
    if kind < KINDS:
        for n in range(min(left, kinds[kind]) + 1):
            result += ways_with(n, place, more, kinds, kind, left, pool, jokers)
    return result


def ways_with(n, place, more, kinds, kind, left, pool, jokers):
    """The same with just n cards of the first kind."""
    if kind == JOKERS:
        jokers += n
    else:
        pool += n * number(kind)
    return binomial(kinds[kind], n) * ways(place, more, kinds, kind + 1, left - n, pool, jokers)


def draw_hand(place, more, kinds, hand, left, pool, jokers, rng):
    """Draws `left` cards, evenly from all draws that can pay; `hand` gets how many of each kind."""
    for kind in range(KINDS):
        mark = rng.unit() * ways(place, more, kinds, kind, left, pool, jokers)
        n = 0
        here = ways_with(n, place, more, kinds, kind, left, pool, jokers)
        while mark >= here and n < min(left, kinds[kind]):
            mark -= here
            n += 1
            here = ways_with(n, place, more, kinds, kind, left, pool, jokers)
        hand[kind] = n
        left -= n
        if kind == JOKERS:
            jokers += n
        else:
            pool += n * number(kind)


# Secret cards that are ruled out together


for size, sets in enumerate(secret_hands.SETS):
    SETS_OF[size] = len(sets)
    for i, kinds in enumerate(sets):
        SET_POOL[SETS * size + i] = sum(number(kind) for kind in kinds if kind != JOKERS)
        SET_JOKERS[SETS * size + i] = kinds.count(JOKERS)
        for kind in range(KINDS if size < MOST_SECRET else 0):
            JOINED[KINDS * (SETS * size + i) + kind] = secret_hands.NUMBERED[secret_hands.joined(kinds, kind)]


def in_set(size, i, kind):
    """How many of a kind are in a set."""
    return SET_JOKERS[SETS * size + i] if kind == JOKERS else held(SET_POOL[SETS * size + i], kind)


def draw_set(out, kinds, hand, size, rng):
    """Draws `size` cards, at most three, evenly from all draws that are not ruled out."""
    ways_in_all = 0.0
    drawn = 0
    for i in range(SETS_OF[size]):
        if not out[i >> 6] >> (i & 63) & 1:
            here = 1.0
            for kind in range(KINDS):
                here *= binomial(kinds[kind], in_set(size, i, kind))
            ways_in_all += here
            if here > 0.0 and rng.unit() * ways_in_all < here:
                drawn = i
    for kind in range(KINDS):
        hand[kind] = in_set(size, drawn, kind)

# C layout of matching.py.
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport binomial, lowest
from ridotto.engine.rng cimport Rng

# Numbers of cards.py, in C; a test compares them.
cdef enum:
    KINDS = 9
    JOKERS = 8
    MOST_SECRET = 3
    SETS = 165
    PLACES = 640
    SCRATCH = 630
    ONE_OF_FIRST = 636

# By place: what is still wanted from there to the end of the condition.
cdef uint64_t DIGITS[640]          # wanted numbers, a byte each
cdef uint64_t SYMBOLS[640]         # wanted symbols, in the byte of their lower number
cdef short ANY[640]                # question marks
cdef short SLOTS[640]              # of these terms together
cdef short GROUPS[640]
cdef short GROUP_SIZE[1280]        # two groups a place, no condition has more
cdef uint64_t GROUP_SUITS[1280]    # the numbers that suit, as high bits of their bytes

# By place: the slot itself.
cdef short SUITS[640]              # the numbers that suit it, or its whole group, as bits
cdef short GROUP[640]              # the number of its group in the condition; -1: none
cdef short OPENS[640]              # is it the first slot of a group?
cdef short REST[640]               # slots of its group from here on
cdef short AFTER[640]              # the place where the next term begins

# By size, 0 to 3, and set of kinds.
cdef short SETS_OF[4]              # how many there are
cdef uint64_t SET_POOL[660]        # its numbers
cdef short SET_JOKERS[660]
cdef short JOINED[4455]            # by another kind, too: the set with this kind, among the next larger ones

cdef inline uint64_t number(int n) noexcept nogil:
    return (<uint64_t>1) << 8 * n

cdef inline int held(uint64_t pool, int n) noexcept nogil:
    return pool >> 8 * n & 255

cdef inline uint64_t each(int n) noexcept nogil:
    return n * <uint64_t>0x0101010101010101

cdef inline uint64_t enough(uint64_t have, uint64_t want) noexcept nogil:
    cdef uint64_t high = <uint64_t>0x8080808080808080
    return ((have | high) - want) & high

cdef inline uint64_t surplus(uint64_t have, uint64_t want) noexcept nogil:
    cdef uint64_t high = <uint64_t>0x8080808080808080
    cdef uint64_t difference = (have | high) - want
    return difference & (((difference & high) >> 7) * 127)

cdef inline uint64_t by_symbol(uint64_t pool) noexcept nogil:
    cdef uint64_t lower = <uint64_t>0x00FF00FF00FF00FF
    return (pool & lower) + (pool >> 8 & lower)

cdef inline int total(uint64_t pool) noexcept nogil:
    return (pool * <uint64_t>0x0101010101010101) >> 56

cdef inline int deficit(int place, uint64_t digits, uint64_t pool) noexcept nogil:
    cdef uint64_t have = by_symbol(surplus(pool, digits))
    cdef int open = ANY[place] - total(surplus(have, SYMBOLS[place]))
    return total(surplus(digits, pool)) + total(surplus(SYMBOLS[place], have)) + (open if open > 0 else 0)

cdef bint fits(int place, int group, uint64_t digits, uint64_t pool, int jokers) noexcept nogil
cdef bint can_pay(int place, uint64_t more, uint64_t pool, int jokers) noexcept nogil
cdef double ways(int place, uint64_t more, short *kinds, int kind, int left, uint64_t pool, int jokers) noexcept nogil
cdef double ways_with(int n, int place, uint64_t more, short *kinds, int kind, int left, uint64_t pool, int jokers) noexcept nogil
cdef void draw_hand(int place, uint64_t more, short *kinds, short *hand, int left, uint64_t pool, int jokers, Rng rng) noexcept nogil
cdef int in_set(int size, int i, int kind) noexcept nogil
cdef void draw_set(uint64_t *out, short *kinds, short *hand, int size, Rng rng) noexcept nogil

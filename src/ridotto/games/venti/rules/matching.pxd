# C layout of matching.py.
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport binomial, lowest
from ridotto.engine.rng cimport Rng

# The numbers of components.py, in C; a test compares them.
cdef enum:
    RESOURCE_KINDS = 9
    JOKER_KIND = 8
    MAX_SECRET = 3
    MAX_SETS = 165
    SLOT_TABLE_SIZE = 640
    SCRATCH_SLOT = 630
    ZERO_SLOT = 636

# By slot: what is still wanted from there to the end of the condition.
cdef uint64_t WANTED_NUMBERS[640]   # numbers outside groups, a byte each
cdef uint64_t WANTED_SYMBOLS[640]   # symbols, in the byte of their lower number
cdef short WANTED_ANY[640]          # question marks outside groups
cdef short SLOTS_LEFT[640]
cdef short GROUPS_LEFT[640]
cdef short GROUP_SIZE[1280]         # of these groups, two a slot: no condition has more
cdef uint64_t GROUP_NUMBERS[1280]   # the numbers that suit each of them, as high bits of their bytes

# By slot: the slot itself.
cdef short SLOT_NUMBERS[640]        # the numbers that suit it, or its whole group, as bits
cdef short SLOT_GROUP[640]          # the index of its group in the condition; -1: none
cdef short OPENS_GROUP[640]         # 1 for the first slot of a group
cdef short GROUP_SLOTS_LEFT[640]    # slots of its term from here on
cdef short NEXT_TERM[640]           # the slot where the next term begins

# Sets of secret cards, by size (0 to 3) and index among the sets of this size: see secret_hands.py.
cdef short SET_COUNT[4]             # by size alone: how many sets there are
cdef uint64_t SET_POOL[660]         # the numbers of a set
cdef short SET_JOKERS[660]          # its jokers
cdef short SET_WITH[4455]           # by kind, too: the index of the set with one more card of this kind

cdef inline uint64_t one_card(int number) noexcept nogil:
    return (<uint64_t>1) << 8 * number

cdef inline int held(uint64_t pool, int number) noexcept nogil:
    return pool >> 8 * number & 255

cdef inline uint64_t of_each(int cards) noexcept nogil:
    return cards * <uint64_t>0x0101010101010101

cdef inline uint64_t with_enough(uint64_t have, uint64_t want) noexcept nogil:
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

cdef inline int deficit(int slot, uint64_t numbers, uint64_t pool) noexcept nogil:
    cdef uint64_t have = by_symbol(surplus(pool, numbers))
    cdef int open = WANTED_ANY[slot] - total(surplus(have, WANTED_SYMBOLS[slot]))
    return total(surplus(numbers, pool)) + total(surplus(WANTED_SYMBOLS[slot], have)) + (open if open > 0 else 0)

cdef bint can_fill(int slot, int group, uint64_t numbers, uint64_t pool, int jokers) noexcept nogil
cdef bint can_pay(int slot, uint64_t more, uint64_t pool, int jokers) noexcept nogil
cdef int count_lacking(int slot, uint64_t pool, int jokers) noexcept nogil
cdef double count_draws(int slot, uint64_t more, short *kinds, int kind, int left, uint64_t pool, int jokers) noexcept nogil
cdef double count_draws_with(int n, int slot, uint64_t more, short *kinds, int kind, int left, uint64_t pool, int jokers) noexcept nogil
cdef void draw_hand(int slot, uint64_t more, short *kinds, short *hand, int left, uint64_t pool, int jokers, Rng rng) noexcept nogil
cdef int count_in_set(int size, int i, int kind) noexcept nogil
cdef void draw_set(uint64_t *ruled_out, short *kinds, short *hand, int size, Rng rng) noexcept nogil

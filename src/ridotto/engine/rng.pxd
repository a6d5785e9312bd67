# C layout of rng.py.
cimport cython
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport Dice, debug_assert, fraction

cdef enum:
    MAX_CARDS = 128
    MAX_HANDS = 8
    MAX_GROUPS = 64
    MAX_REJECTIONS = 64
    RNG_STREAM = 0x5249444F

@cython.final
cdef class Rng(Dice):
    cdef int groups
    cdef int hands
    cdef short cards[128]         # to be dealt, group by group
    cdef int first[65]            # by group: the index of its first card
    cdef int barred[64]           # by group: the hands that have none of it, as bits
    cdef int need[8]              # by hand: how many cards it gets
    cdef int begin[9]             # by hand: the index of its first card in `dealt`
    cdef int bound[8]             # see find_bounds
    cdef int order[8]             # the hands, restricted ones first
    cdef int size[64]             # by group: cards that nobody has taken yet
    cdef int take[64][8]          # by group and hand: cards taken
    cdef short dealt[128]
    cdef int radix[9]             # the needs of the restricted hands are encoded as one number in mixed radix
    cdef double *ways             # by group and encoded needs: the number of ways to deal this group and all later ones
    cdef int ways_capacity        # last: an array at the end of a class escapes the bounds check

    cdef void clear(self) noexcept nogil
    cdef void add_group(self, int barred) noexcept nogil
    cdef void add_card(self, int card) noexcept nogil
    cdef void add_hand(self, int need) noexcept nogil
    cdef void deal(self) noexcept nogil
    cdef int dealt_card(self, int hand, int i) noexcept nogil

    cdef double uniform(self) noexcept nogil
    cdef int cards_allowed(self, int hand) noexcept nogil
    cdef int sort_hands(self) noexcept nogil
    cdef void find_bounds(self, int restricted) noexcept nogil
    cdef void reset_takes(self, int restricted) noexcept nogil
    cdef bint deal_by_rejection(self, int restricted) noexcept nogil
    cdef bint deal_by_counting(self, int restricted) noexcept nogil
    cdef double count_ways(self, int restricted, int group, int h, int left, int at) noexcept nogil
    cdef void assign_cards(self, int restricted) noexcept nogil

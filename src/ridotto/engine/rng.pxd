# C layout of rng.py.
cimport cython
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport Dice, demand, fraction

cdef enum:
    CARDS = 128
    HANDS = 8
    GROUPS = 64
    TRIES = 64
    OWN_STREAM = 0x5249444F

@cython.final
cdef class Rng(Dice):
    cdef int groups
    cdef int hands
    cdef short cards[128]
    cdef int first[65]
    cdef int barred[64]
    cdef int need[8]
    cdef int begin[9]
    cdef int bound[8]
    cdef int order[8]
    cdef int size[64]
    cdef int take[64][8]
    cdef short share_out[128]
    cdef int radix[9]
    cdef double *ways
    cdef int room                 # last: an array at the end of a class escapes the bounds check

    cdef void clear(self) noexcept nogil
    cdef void group(self, int barred) noexcept nogil
    cdef void lay(self, int card) noexcept nogil
    cdef void hand(self, int need) noexcept nogil
    cdef void share(self) noexcept nogil
    cdef int card(self, int hand, int i) noexcept nogil

    cdef double unit(self) noexcept nogil
    cdef int allowed(self, int hand) noexcept nogil
    cdef int in_order(self) noexcept nogil
    cdef void find_bounds(self, int strict) noexcept nogil
    cdef void clear_takes(self, int strict) noexcept nogil
    cdef bint attempt(self, int strict) noexcept nogil
    cdef bint by_counting(self, int strict) noexcept nogil
    cdef double spread(self, int strict, int group, int h, int left, int at) noexcept nogil
    cdef void hand_out(self, int strict) noexcept nogil

# C layout of knowledge.py.
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport fraction
from ridotto.engine.state cimport CAPACITY, Moves, State

cdef class Knowledge:
    cdef double weights[256]
    cdef public double exploration
    cdef public bint others_learn      # last: an array at the end of a class escapes the bounds check

    # what a game's bot.py writes, as far as it knows anything
    cdef void weigh(self, State state, int seat, Moves moves, double *weights) noexcept nogil
    cdef int choose(self, State state, int seat, Moves moves, uint64_t word) noexcept nogil
    cdef bint judge(self, State state, int after, double *shares) noexcept nogil
    cdef double fits(self, State world, int viewer) noexcept nogil
    cdef void imagine(self, State world, int viewer, uint64_t word) noexcept nogil
    cdef uint64_t glimpse(self, State state, int seat) noexcept nogil

    # what it may call
    cdef int drawn(self, Moves moves, double *weights, uint64_t word) noexcept nogil
    cdef void divide(self, double *shares, int seats) noexcept nogil

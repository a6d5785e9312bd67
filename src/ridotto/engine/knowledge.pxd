# C layout of knowledge.py.
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport fraction
from ridotto.engine.state cimport MAX_MOVES, Moves, State

cdef class Knowledge:
    cdef double weights[256]
    cdef public double exploration
    cdef public bint others_learn      # last: an array at the end of a class escapes the bounds check

    # overridden by games
    cdef void prior(self, State state, int seat, Moves moves, double *weights) noexcept nogil
    cdef int rollout_move(self, State state, int seat, Moves moves, uint64_t word) noexcept nogil
    cdef bint evaluate(self, State state, int after, double *shares) noexcept nogil
    cdef double acceptance_probability(self, State world, int viewer) noexcept nogil
    cdef void sample_world(self, State world, int viewer, uint64_t word) noexcept nogil
    cdef uint64_t chance_outcome(self, State state, int seat) noexcept nogil

    # called by games
    cdef int pick_weighted(self, Moves moves, double *weights, uint64_t word) noexcept nogil
    cdef void softmax(self, double *shares, int seats) noexcept nogil

# C layout of rollouts.py.
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport hash64
from ridotto.engine.state cimport Moves, State

cdef enum:
    MAX_SEATS = 8

cdef class RolloutRun:
    cdef Moves moves
    cdef uint64_t first
    cdef long long decisions
    cdef int longest
    cdef double shares[8]
    cdef play_from(self, State start, State world, int games)

cdef int play_out(State state, Moves moves, uint64_t first) noexcept nogil

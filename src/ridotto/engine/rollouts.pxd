# C layout of rollouts.py.
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport noise
from ridotto.engine.state cimport Moves, State

cdef int play_out(State state, Moves moves, uint64_t first) noexcept nogil

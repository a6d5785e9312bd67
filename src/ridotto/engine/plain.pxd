# C layout of plain.py: the same methods, but the interpreter is held.
from ridotto.engine.chance cimport lowest
from ridotto.engine.rng cimport Rng
from ridotto.engine.state cimport MAX_MOVES, Moves, State

cdef class PlainState(State):
    cdef object failed
    cdef int pending(self) noexcept with gil
    cdef void legal(self, int seat, Moves moves) noexcept with gil
    cdef void apply(self, int seat, int move) noexcept with gil
    cdef int observe(self, int seat, int move, int viewer) noexcept with gil
    cdef void deal_unseen(self, int viewer, Rng rng, bint recall) noexcept with gil
    cdef int score(self, int seat) noexcept with gil
    cdef long long ranking_key(self, int seat) noexcept with gil
    cdef void copy_from(self, State other) noexcept with gil
    cdef bint equals(self, State other) noexcept with gil
    cdef raise_failure(self)
    cdef Moves scratch_moves(self)
    cdef void fail(self, error) noexcept

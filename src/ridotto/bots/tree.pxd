# C layout of tree.py.
cimport cython
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport fraction, noise
from ridotto.engine.knowledge cimport Knowledge
from ridotto.engine.note cimport UNSEEN
from ridotto.engine.rng cimport Rng
from ridotto.engine.state cimport Moves, State

cdef enum:
    SEATS = 8
    FEWEST = 2048          # edges there is room for at first
    MOST = 524288          # and at the most: 16 MB
    DEEPEST = 512          # decisions of a simulated game that are remembered
    WORLDS = 8             # tries to find a world that fits
    OFTEN = 64             # simulations between two looks whether the leader can still be caught

cdef struct Edge:
    uint64_t key           # 0: there is none here
    double total           # sum of the shares it came to
    double squares
    int visits

@cython.final
cdef class Tree:
    cdef State start
    cdef State world
    cdef Knowledge knowledge
    cdef Rng rng
    cdef Moves moves
    cdef int seat
    cdef int forced
    cdef readonly long long simulations
    cdef readonly long long decisions
    cdef uint64_t dice
    cdef uint64_t root
    cdef uint64_t told[8]
    cdef Edge *edges
    cdef int room
    cdef int used
    cdef int path[512]
    cdef short turns[512]
    cdef short listed[256]
    cdef int places[256]
    cdef double weights[256]
    cdef double shares[16]
    cdef bint grew
    cdef int length               # last: an array at the end of a class escapes the bounds check

    cdef void simulate(self) noexcept nogil
    cdef void begin(self) noexcept nogil
    cdef int learners(self) noexcept nogil
    cdef void imagine(self) noexcept nogil
    cdef int descend(self, int seat, bint first) noexcept nogil
    cdef int most_promising(self, int seat, int count) noexcept nogil
    cdef void follow(self, int seat, int move, int place) noexcept nogil
    cdef void tell(self, int seat, int move, int inside) noexcept nogil
    cdef void learn(self) noexcept nogil
    cdef uint64_t word(self) noexcept nogil
    cdef int place(self, uint64_t key) noexcept nogil
    cpdef int lead(self) noexcept nogil
    cdef void grow(self) noexcept nogil

cdef inline uint64_t heard(uint64_t told, int seat, int code) noexcept nogil:
    return noise(told + (seat + 1) * 65536 + code) | 1

# C layout of tree.py.
cimport cython
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport fraction, hash64
from ridotto.engine.knowledge cimport Knowledge
from ridotto.engine.note cimport UNSEEN
from ridotto.engine.rng cimport Rng
from ridotto.engine.state cimport Moves, State

cdef enum:
    MAX_SEATS = 8
    MIN_EDGES = 2048            # the capacity of the table at first
    MAX_EDGES = 524288          # its maximum: 16 MB
    MAX_DEPTH = 512             # the length of the path: decisions in trees in one simulation
    WORLD_TRIES = 8             # tries to draw a consistent world
    LEAD_CHECK_INTERVAL = 64    # simulations between two checks whether the leader can still be overtaken

cdef struct Edge:
    uint64_t key           # 0: the slot is free
    double total           # sum of the shares of the victory
    double squares         # sum of their squares
    int visits

@cython.final
cdef class Tree:
    cdef State start
    cdef State world
    cdef Knowledge knowledge
    cdef Rng rng
    cdef Moves moves
    cdef int seat
    cdef int forced_move
    cdef readonly long long simulations
    cdef readonly long long decisions
    cdef uint64_t random_counter
    cdef uint64_t root
    cdef uint64_t histories[8]
    cdef Edge *edges
    cdef int capacity
    cdef int used
    cdef int path[512]
    cdef short path_seats[512]
    cdef short legal_moves[256]
    cdef int slots[256]
    cdef double weights[256]
    cdef double shares[16]
    cdef bint added_edge
    cdef int length               # last: an array at the end of a class escapes the bounds check

    cdef void simulate(self) noexcept nogil
    cdef void begin_simulation(self) noexcept nogil
    cdef int seats_with_trees(self) noexcept nogil
    cdef void draw_world(self) noexcept nogil
    cdef int tree_move(self, int seat, bint first) noexcept nogil
    cdef int best_index(self, int seat, int count) noexcept nogil
    cdef void take_edge(self, int seat, int move, int slot) noexcept nogil
    cdef void tell_observers(self, int seat, int move, int inside) noexcept nogil
    cdef void back_up(self) noexcept nogil
    cdef uint64_t random_word(self) noexcept nogil
    cdef int slot_of(self, uint64_t key) noexcept nogil
    cpdef int visit_lead(self) noexcept nogil
    cdef void grow_table(self) noexcept nogil

cdef inline uint64_t extended_history(uint64_t history, int seat, int code) noexcept nogil:
    return hash64(history + (seat + 1) * 65536 + code) | 1

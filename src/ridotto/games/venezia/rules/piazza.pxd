# C layout of piazza.py.
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport bit, count, lowest, nth
from ridotto.engine.state cimport State

# The numbers of city.py, in C; a test compares them.
cdef enum:
    NONE = -1
    SQUARES = 80
    HALF = 40
    COLUMNS = 10
    CAMPANILE = 67
    BIRTHS_ON_TOURIST = 5
    BIRTHS_NEXT_TO_TOURIST = 2

cdef unsigned long long USABLE_SQUARES[2]            # all squares but the Campanile
cdef unsigned long long EDGE_COLUMNS[2]              # of each half: the first column, and the last
cdef unsigned long long NEIGHBOURS[80][2]          # the neighbours of a square
cdef int LINE_STEPS[4]                            # from a square to the next in a row, a column and on both diagonals

cdef inline int half_of(int square) noexcept nogil:
    return square >= HALF

cdef inline uint64_t square_bit(int square) noexcept nogil:
    return bit(square - HALF if square >= HALF else square)

cdef inline bint contains(unsigned long long *squares, int square) noexcept nogil:
    return squares[half_of(square)] & square_bit(square) != 0

cdef int nth_square(unsigned long long *squares, int k) noexcept nogil
cdef list squares_of(unsigned long long *squares)
cdef void add_neighbours(unsigned long long *squares, unsigned long long *out) noexcept nogil
cdef void add_between(unsigned long long *squares, int step, unsigned long long *out) noexcept nogil

cdef class Piazza(State):
    cdef readonly unsigned long long pigeons_at[4][2]
    cdef readonly unsigned long long tourist_at[2]
    cdef readonly unsigned long long hunter_at[2]
    cdef readonly unsigned long long moved[2]
    cdef readonly unsigned long long visited[2]

    cdef int count_on_piazza(self, int seat) noexcept nogil
    cdef int pigeon_owner(self, int square) noexcept nogil
    cdef void find_free_squares(self, unsigned long long *free) noexcept nogil
    cdef int remove_pigeons(self, int seat, unsigned long long *squares) noexcept nogil
    cdef int spin_square(self) noexcept nogil
    cdef void find_hunter_reach(self, int square, unsigned long long *reach) noexcept nogil
    cdef void add_jumps(self, int square, unsigned long long *free, unsigned long long *targets) noexcept nogil
    cdef void find_jumps(self, int square, unsigned long long *targets) noexcept nogil
    cdef void find_targets(self, int square, unsigned long long *targets) noexcept nogil
    cdef void find_movable(self, int seat, unsigned long long *movable) noexcept nogil
    cdef void add_jump_ends(self, int start, int landing, unsigned long long *ends) noexcept nogil
    cdef bint relocate_pigeon(self, int seat, int start, int square) noexcept nogil
    cdef void find_pinched(self, int seat, unsigned long long *pinched) noexcept nogil
    cdef int count_births(self, int seat) noexcept nogil
    cdef int births_on(self, unsigned long long *squares) noexcept nogil

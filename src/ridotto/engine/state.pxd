# C layout of state.py.
cimport cython
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport Dice, bit, count, debug_assert, mul_high, highest, lowest, nth
from ridotto.engine.note cimport EVERYBODY, Notes
from ridotto.engine.rng cimport Rng

cdef extern from *:
    """
    #define ridotto_size(object) (Py_TYPE(object)->tp_basicsize)
    """
    Py_ssize_t size_of "ridotto_size"(void *object) noexcept nogil

cdef enum:
    MAX_MOVES = 256

@cython.final
cdef class Moves:
    cdef uint64_t bits[4]
    cdef inline void clear(self) noexcept nogil:
        self.bits[0] = self.bits[1] = self.bits[2] = self.bits[3] = 0
    cdef inline void add(self, int move) noexcept nogil:
        debug_assert(0 <= move < MAX_MOVES, "a move that is not between 0 and 255")
        self.bits[move >> 6] |= bit(move & 63)
    cdef inline void add_bits(self, uint64_t mask, int first) noexcept nogil:
        cdef int word = first >> 6
        debug_assert(first >= 0 and (mask == 0 or first + highest(mask) < MAX_MOVES), "a move that is not between 0 and 255")
        self.bits[word] |= mask << (first & 63)
        if first & 63 and word < 3:
            self.bits[word + 1] |= mask >> (64 - (first & 63))
    cdef inline bint has(self, int move) noexcept nogil:
        return 0 <= move < MAX_MOVES and self.bits[move >> 6] >> (move & 63) & 1
    cdef inline int count(self) noexcept nogil:
        cdef int more = 0
        if self.bits[1] | self.bits[2] | self.bits[3]:
            more = count(self.bits[1]) + count(self.bits[2]) + count(self.bits[3])
        return count(self.bits[0]) + more
    cdef int nth_of_words(self, int k) noexcept nogil
    cdef inline int nth(self, int k) noexcept nogil:
        if self.bits[1] | self.bits[2] | self.bits[3]:
            return self.nth_of_words(k)
        return nth(self.bits[0], k)
    cdef inline int write_to(self, short *moves) noexcept nogil:
        cdef int word, n = 0
        cdef uint64_t left
        for word in range(4):
            left = self.bits[word]
            while left:
                moves[n] = 64 * word + lowest(left)
                left &= left - 1
                n += 1
        return n
    cdef inline int pick(self, uint64_t random) noexcept nogil:
        if self.bits[1] | self.bits[2] | self.bits[3]:
            return self.nth_of_words(mul_high(random, self.count()))
        return nth(self.bits[0], mul_high(random, count(self.bits[0])))

cdef class State(Dice):
    cdef readonly short seats
    cdef readonly short player    # the seat to ask next; -1 when the game is over

    # written by the rules of a game
    cdef int pending(self) noexcept nogil
    cdef void legal(self, int seat, Moves moves) noexcept nogil
    cdef void apply(self, int seat, int move) noexcept nogil
    cdef int random_move(self, int seat, Moves moves, uint64_t word) noexcept nogil
    cdef int observe(self, int seat, int move, int viewer) noexcept nogil
    cdef void deal_unseen(self, int viewer, Rng rng, bint recall) noexcept nogil
    cdef int score(self, int seat) noexcept nogil
    cdef long long ranking_key(self, int seat) noexcept nogil
    cdef void share_victory(self, double *shares) noexcept nogil

    # called by the rules
    @cython.final
    cdef inline int next_seat(self, int seat) noexcept nogil:
        return seat + 1 if seat + 1 < self.seats else 0
    @cython.final
    cdef inline void note(self, int audience, int kind, int a, int b, int c) noexcept nogil:
        if self.notes is not None:
            self.notes.add(audience, kind, a, b, c)
    @cython.final
    cdef inline void show(self, int kind, int a, int b, int c) noexcept nogil:
        if self.notes is not None:
            self.notes.add(EVERYBODY, kind, a, b, c)
            self.notes.seals = EVERYBODY
    @cython.final
    cdef inline void seal(self, int seats) noexcept nogil:
        if self.notes is not None:
            self.notes.seals |= seats

    # called by the engine
    cdef void copy_from(self, State other) noexcept nogil
    cdef bint equals(self, State other) noexcept nogil
    cdef raise_failure(self)
    cdef Moves scratch_moves(self)

cdef inline Py_ssize_t block_size(State state) noexcept nogil:
    return size_of(<void *>state) - (<char *>&state.key - <char *><void *>state)

cdef inline void fill_legal(State state, int seat, Moves moves) noexcept nogil:
    moves.clear()
    if 0 <= seat < state.seats and state.pending() >> seat & 1:
        state.legal(seat, moves)

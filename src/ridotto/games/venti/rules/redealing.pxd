# C layout of redealing.py.
cimport cython
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport bit, count, lowest, ones
from ridotto.engine.rng cimport TRIES, Rng
from ridotto.games.venti.rules.matching cimport (
    JOINED, JOKERS, KINDS, MOST_SECRET, ONE_OF_FIRST, SET_JOKERS, SET_POOL, SETS, SETS_OF, can_pay, draw_hand,
    draw_set
)
from ridotto.games.venti.rules.card_places cimport (
    CATCHING_UP, CHAOS_CARDS, CHAOS, CLASS, CLASS_OF, DECK, DECLARING, HALF, JOKER, JOKER_CLASS, MEMORY, NO_CARD, PAYING, WORTH, Table,
    cards_with, half_of, half_with, mark_of, number_of, put, seat_bit, take
)

# Numbers of cards.py, in C; a test compares them.
cdef enum:
    PATIENCE = 512
    STEPS = 1048576

cdef int kind_of(int card) noexcept nogil
cdef uint64_t cards_of_kind(int kind) noexcept nogil

cdef class Redealing(Table):
    cdef readonly uint64_t unseen[2]
    cdef readonly uint64_t barred[6][2]
    cdef readonly uint64_t ruled_out[6][3]

    @cython.final
    cdef inline bint is_out(self, int seat, int i) noexcept nogil:
        return self.ruled_out[seat][i >> 6] >> (i & 63) & 1
    @cython.final
    cdef inline bint is_anything_out(self, int seat) noexcept nogil:
        return (self.ruled_out[seat][0] | self.ruled_out[seat][1] | self.ruled_out[seat][2]) != 0

    cdef void see(self, int card) noexcept nogil
    cdef uint64_t known_pool(self, int seat) noexcept nogil
    cdef int secret_cards(self, int seat) noexcept nogil
    cdef void show_from_hand(self, int seat, int card) noexcept nogil
    cdef void bar(self, int seat, int half, uint64_t cards) noexcept nogil
    cdef void forget_seat(self, int seat) noexcept nogil
    cdef void rule_out(self, int seat, int place) noexcept nogil
    cdef void put_out(self, int seat, int i, int few, int size) noexcept nogil
    cdef void let_known(self, int seat, int kind) noexcept nogil
    cdef bint holds_ruled_out(self, int seat) noexcept nogil
    cdef bint finds_ruled_out(self, int seat, short *kinds, int cards, int first, int size, int found) noexcept nogil
    cdef int forget(self) noexcept nogil
    cdef void bar_below_committed(self) noexcept nogil
    cdef bint fits_bars(self, int hidden) noexcept nogil
    cdef void deal_secrets(self, int fixed, int hidden, bint heed, Rng rng) noexcept nogil
    cdef void lay_out_unseen(self, int fixed, int hidden, bint heed, Rng rng) noexcept nogil
    cdef void put_back(self, int fixed, int hidden, Rng rng) noexcept nogil
    cdef uint64_t barred_from(self, uint64_t cards, int half, int seats, int fixed) noexcept nogil
    cdef void lay_out(self, int barred, uint64_t lower, uint64_t upper, Rng rng) noexcept nogil
    cdef void stack_pile(self, uint64_t *sure, int hands, Rng rng) noexcept nogil
    cdef bint is_possible(self, int viewer, int hidden) noexcept nogil
    cdef bint is_asked(self, int viewer) noexcept nogil
    cdef bint can_answer(self) noexcept nogil
    cdef bint deal_strict_first(self, int viewer, int hidden, Rng rng) noexcept nogil
    cdef bint deal_apart(self, int viewer, int seats, Rng rng) noexcept nogil
    cdef void deal_strict(self, int viewer, int seat, Rng rng) noexcept nogil
    cdef int find_unseen(self, int viewer, int seat, int kind, bint by_worth, short *cards) noexcept nogil
    cdef void search_hands(self, int viewer, int hidden, Rng rng) noexcept nogil
    cdef bint is_anything_known(self, int viewer, int seat) noexcept nogil
    cdef int gather(self, int viewer, int seats, short *cards) noexcept nogil
    cdef bint complete(self, int viewer, int seats, short *sizes, int lacking, short *cards, int n, int first, int *steps) noexcept nogil

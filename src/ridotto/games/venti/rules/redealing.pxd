# C layout of redealing.py.
cimport cython
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport bit, count, lowest, ones
from ridotto.engine.rng cimport MAX_REJECTIONS, Rng
from ridotto.games.venti.rules.card_places cimport (
    CATCHING_UP, CHAOS, CHAOS_CARDS, CLASS_CARDS, CLASS_OF, DECK, DECLARING, HALF, JOKER, JOKER_CLASS, MEMORY, NO_CARD, PAYING, WORTH,
    VentiTable, bit_of, cards_of_number, half_of, half_of_number, number_of, put, seat_bit, take
)
from ridotto.games.venti.rules.matching cimport (
    JOKER_KIND, MAX_SECRET, MAX_SETS, RESOURCE_KINDS, SET_COUNT, SET_JOKERS, SET_POOL, SET_WITH, ZERO_SLOT, can_pay, draw_hand, draw_set
)

# The numbers of components.py, in C; a test compares them.
cdef enum:
    MAX_DEALS = 512
    MAX_SEARCH_STEPS = 1048576

cdef int kind_of(int card) noexcept nogil
cdef uint64_t cards_of_kind(int kind) noexcept nogil

cdef class VentiRedealing(VentiTable):
    cdef readonly uint64_t unseen[2]
    cdef readonly uint64_t barred[6][2]
    cdef readonly uint64_t ruled_out[6][3]

    @cython.final
    cdef inline bint is_ruled_out(self, int seat, int i) noexcept nogil:
        return self.ruled_out[seat][i >> 6] >> (i & 63) & 1
    @cython.final
    cdef inline bint has_ruled_out(self, int seat) noexcept nogil:
        return (self.ruled_out[seat][0] | self.ruled_out[seat][1] | self.ruled_out[seat][2]) != 0

    cdef void mark_seen(self, int card) noexcept nogil
    cdef uint64_t known_pool(self, int seat) noexcept nogil
    cdef int count_secret(self, int seat) noexcept nogil
    cdef void show_from_hand(self, int seat, int card) noexcept nogil
    cdef void bar(self, int seat, int half, uint64_t cards) noexcept nogil
    cdef void clear_knowledge(self, int seat) noexcept nogil
    cdef void rule_out(self, int seat, int slot) noexcept nogil
    cdef void rule_out_larger(self, int seat, int i, int few, int size) noexcept nogil
    cdef void narrow_ruled_out(self, int seat, int kind) noexcept nogil
    cdef bint holds_ruled_out(self, int seat) noexcept nogil
    cdef bint contains_ruled_out(self, int seat, short *kinds, int cards, int first, int size, int i) noexcept nogil
    cdef int forget_past(self) noexcept nogil
    cdef void bar_below_committed(self) noexcept nogil
    cdef bint respects_barred(self, int hidden) noexcept nogil
    cdef void deal_secrets(self, int fixed, int hidden, bint heed_barred, Rng rng) noexcept nogil
    cdef void offer_unseen(self, int fixed, int hidden, bint heed_barred, Rng rng) noexcept nogil
    cdef void take_dealt(self, int fixed, int hidden, Rng rng) noexcept nogil
    cdef uint64_t barred_exactly_from(self, uint64_t cards, int half, int seats, int fixed) noexcept nogil
    cdef void offer_group(self, int barred, uint64_t lower, uint64_t upper, Rng rng) noexcept nogil
    cdef void stack_pile(self, uint64_t *pile_only, int hands, Rng rng) noexcept nogil
    cdef bint is_consistent(self, int viewer, int hidden) noexcept nogil
    cdef bint is_other_asked(self, int viewer) noexcept nogil
    cdef bint can_answer(self) noexcept nogil
    cdef bint deal_constrained_first(self, int viewer, int hidden, Rng rng) noexcept nogil
    cdef bint deal_constrained_hands(self, int viewer, int seats, Rng rng) noexcept nogil
    cdef void deal_constrained_hand(self, int viewer, int seat, Rng rng) noexcept nogil
    cdef int list_possible(self, int viewer, int seat, int kind, bint by_worth, short *cards) noexcept nogil
    cdef void search_hands(self, int viewer, int hidden, Rng rng) noexcept nogil
    cdef bint is_constrained(self, int viewer, int seat) noexcept nogil
    cdef int collect_unseen(self, int viewer, int seats, short *cards) noexcept nogil
    cdef bint complete_hands(self, int viewer, int seats, short *sizes, int lacking, short *cards, int n, int first, int *steps) noexcept nogil

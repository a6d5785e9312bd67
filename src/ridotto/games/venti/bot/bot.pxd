# C layout of bot.py.
from libc.math cimport exp
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport count
from ridotto.engine.knowledge cimport Knowledge
from ridotto.engine.state cimport Moves, State
from ridotto.games.venti.rules.card_places cimport (
    CLASS_CARDS, COMMITTING, CONDITION_SLOT, DECLARING, FIRST_TARGET, JOKER, JOKER_CLASS, MAIN, PAYING, PENALTY, WORTH, number_of, pool_of
)
from ridotto.games.venti.rules.matching cimport (
    GROUP_SLOTS_LEFT, SLOTS_LEFT, by_symbol, can_pay, held, of_each, one_card, total, with_enough
)
from ridotto.games.venti.rules.rules cimport (
    DECLARE, DONE, DRAW, END_TURN, EXCHANGE, FREEZE, FULFIL, HAND_CARD, HAND_LIMIT, MAKE_ACTION, MAKE_JOKER, PERMANENT, POINT_CARD,
    REPLACE, TEN, TWENTY, Venti
)

cdef int MAX_MISSING, TRAITS
cdef double HOPE[6]               # by missing cards: the chance that a target is still fulfilled
cdef double EARLY_WEIGHTS[13]     # by trait: what it counts when nobody has a point yet
cdef double LATE_WEIGHTS[13]      # by trait: what it counts when somebody is about to have twenty

cdef int count_missing(int slot, uint64_t pool, int jokers) noexcept nogil
cdef int count_numbers(uint64_t pool, int cards) noexcept nogil
cdef int permanent_jokers(Venti table, int seat) noexcept nogil
cdef int actions_left(Venti table) noexcept nogil
cdef double game_left(Venti table) noexcept nogil
cdef void measure_traits(Venti table, int seat, double *traits) noexcept nogil
cdef double ranking_key(Venti table, int seat, double left) noexcept nogil

cdef class VentiKnowledge(Knowledge):
    cdef int missing[9]           # by place of the display: cards missing to pay the card there
    cdef double hope[6]           # HOPE; in a last turn 0 where the actions left do not suffice
    cdef double prospect[9]       # by place of the display: the points to hope for
    cdef public double prior_sharpness, rollout_sharpness
    cdef public double fulfil_base, fulfil_worth, fulfil_slot
    cdef public double draw_base, draw_gain, draw_joker, draw_match, draw_crowd, replace_base
    cdef public double exchange_base, exchange_gain, exchange_later, exchange_joker, freeze_base, freeze_gain
    cdef public double joker_base, joker_left, joker_worth, joker_gain, joker_many
    cdef public double extra_base, extra_left, extra_worth

    cdef void prior(self, State state, int seat, Moves moves, double *weights) noexcept nogil
    cdef int rollout_move(self, State state, int seat, Moves moves, uint64_t word) noexcept nogil
    cdef bint evaluate(self, State state, int after, double *shares) noexcept nogil

    cdef void weigh_moves(self, Venti table, int seat, Moves moves, double *weights, double sharpness) noexcept nogil
    cdef bint evaluate_position(self, Venti table, int after, double *shares) noexcept nogil
    cdef void rate_display(self, Venti table, int seat) noexcept nogil
    cdef void rate_place(self, int place, int card, uint64_t pool, int jokers) noexcept nogil
    cdef double prospect_gained(self, Venti table, int seat, int number) noexcept nogil
    cdef double prospect_lost(self, Venti table, int seat, int number) noexcept nogil
    cdef double rate(self, Venti table, int seat, int move) noexcept nogil
    cdef double rate_action(self, Venti table, int seat, int move) noexcept nogil
    cdef double rate_draw(self, Venti table, int seat, int card) noexcept nogil
    cdef double rate_exchange(self, Venti table, int target, int place) noexcept nogil
    cdef double rate_fulfilment(self, Venti table, int target) noexcept nogil
    cdef double rate_joker(self, Venti table, int seat, int card_class) noexcept nogil
    cdef double rate_number(self, Venti table, int seat, int number) noexcept nogil
    cdef double rate_commitment(self, Venti table, int move) noexcept nogil
    cdef double rate_penalty(self, Venti table, int seat, int points) noexcept nogil
    cdef double rate_hand_card(self, Venti table, int seat, int move) noexcept nogil

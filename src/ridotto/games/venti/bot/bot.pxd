# C layout of bot.py.
from libc.math cimport exp
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport count
from ridotto.engine.knowledge cimport Knowledge
from ridotto.engine.state cimport Moves, State
from ridotto.games.venti.rules.matching cimport REST, SLOTS, by_symbol, can_pay, each, enough, held, number, total
from ridotto.games.venti.rules.rules cimport (
    DECLARE, DONE, DRAW, END_TURN, EXCHANGE, FREEZE, FULFIL, HAND_CARD, HAND_LIMIT, MAKE_ACTION, MAKE_JOKER, PERMANENT, POINT_CARD,
    REPLACE, TEN, TWENTY, Venti
)
from ridotto.games.venti.rules.card_places cimport (
    CLASS, COMMITTING, DECLARING, FIRST_TARGET, JOKER, JOKER_CLASS, MAIN, PAYING, PENALTY, PLACE, WORTH, number_of, pool_of
)

cdef int FAR, TRAITS
cdef double NEAR[6]               # by cards missing: how much of a target's points one can hope for
cdef double AT_FIRST[13]          # what a trait counts when nobody has a point yet
cdef double AT_LAST[13]           # and when somebody is about to have twenty

cdef int lacking(int place, uint64_t pool, int jokers) noexcept nogil
cdef int numbers_with(uint64_t pool, int cards) noexcept nogil
cdef int permanent_jokers(Venti table, int seat) noexcept nogil
cdef int actions_left(Venti table) noexcept nogil
cdef double to_go(Venti table) noexcept nogil
cdef void describe(Venti table, int seat, double *traits) noexcept nogil
cdef double ranking_key(Venti table, int seat, double left) noexcept nogil

cdef class VentiKnowledge(Knowledge):
    cdef int lack[9]              # by place of the display: cards missing to pay what lies there
    cdef double near[6]           # NEAR, as far as it holds in this turn
    cdef double prospect[9]       # by place: the points one can hope for
    cdef public double sight, sharpness
    cdef public double fulfil, fulfil_worth, fulfil_slot
    cdef public double draw, draw_gain, draw_joker, draw_match, draw_crowd, replace
    cdef public double exchange, exchange_gain, exchange_later, exchange_joker, freeze, freeze_gain
    cdef public double joker, joker_left, joker_worth, joker_gain, joker_more
    cdef public double extra, extra_left, extra_worth

    cdef void weigh(self, State state, int seat, Moves moves, double *weights) noexcept nogil
    cdef int choose(self, State state, int seat, Moves moves, uint64_t word) noexcept nogil
    cdef bint judge(self, State state, int after, double *shares) noexcept nogil

    cdef void weigh_here(self, Venti table, int seat, Moves moves, double *weights, double sharpness) noexcept nogil
    cdef bint judge_here(self, Venti table, int after, double *shares) noexcept nogil
    cdef void survey(self, Venti table, int seat) noexcept nogil
    cdef void look_at(self, int place, int card, uint64_t pool, int jokers) noexcept nogil
    cdef double gain(self, Venti table, int seat, int named) noexcept nogil
    cdef double loss(self, Venti table, int seat, int named) noexcept nogil
    cdef double rate(self, Venti table, int seat, int move) noexcept nogil
    cdef double rate_action(self, Venti table, int seat, int move) noexcept nogil
    cdef double rate_draw(self, Venti table, int seat, int card) noexcept nogil
    cdef double rate_exchange(self, Venti table, int target, int place) noexcept nogil
    cdef double rate_fulfilment(self, Venti table, int target) noexcept nogil
    cdef double rate_joker(self, Venti table, int seat, int kind) noexcept nogil
    cdef double rate_number(self, Venti table, int seat, int named) noexcept nogil
    cdef double rate_commitment(self, Venti table, int move) noexcept nogil
    cdef double rate_penalty(self, Venti table, int seat, int points) noexcept nogil
    cdef double rate_parting(self, Venti table, int seat, int move) noexcept nogil

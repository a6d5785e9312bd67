# C layout of bot.py.
from libc.math cimport exp, sqrt
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport fraction
from ridotto.engine.knowledge cimport Knowledge
from ridotto.engine.state cimport Moves, State
from ridotto.games.diciassette.rules.rules cimport (
    CALL,
    CALLING,
    DOWN,
    HAND,
    KINDS,
    LIMIT,
    NO_CARD,
    PASS,
    PLAYING,
    TRAP,
    VALUE,
    Diciassette,
    is_covered,
    kind_of,
    owner_of,
)

cdef int STAGES                      # of a round, by the expected total of the row
cdef int VISIBLE_STAGES              # of a round, by the visible total of the row

cdef double STAGE_START[6]           # the expected total from which each stage but the first begins
cdef double PRIOR_WEIGHT[7][28]      # by stage and move
cdef double ROLLOUT_WEIGHT[7][28]    # by stage and move, in rollouts
cdef double COVER_WEIGHT[4][16]      # by visible stage and kind: how readily it is laid face down, at most 1
cdef double COVERED_MEAN[4]          # by visible stage: the mean value of a card laid face down
cdef double COVERED_VARIANCE[4]      # and its variance
cdef double TOKENS_WORTH[8][3][2]    # by players, victory tokens and penalty tokens
cdef double CARD_WORTH[8][16]        # by players and kind of a card in the hand

cdef inline double sigmoid(double x) noexcept nogil:
    return 1.0 / (1.0 + exp(-x))

cdef class DiciassetteKnowledge(Knowledge):
    # the row as a seat sees it
    cdef int visible_total           # of the cards that everybody knows
    cdef int known_total             # with the cards that the seat itself has covered
    cdef double hidden_mean          # the expected total of the cards that others have covered
    cdef double hidden_variance

    cdef void prior(self, State state, int seat, Moves moves, double *weights) noexcept nogil
    cdef int rollout_move(self, State state, int seat, Moves moves, uint64_t word) noexcept nogil
    cdef bint evaluate(self, State state, int after, double *shares) noexcept nogil
    cdef double acceptance_probability(self, State world, int viewer) noexcept nogil
    cdef uint64_t chance_outcome(self, State state, int seat) noexcept nogil

    cdef void count_row(self, Diciassette table, int viewer) noexcept nogil
    cdef int visible_stage(self) noexcept nogil
    cdef int expected_stage(self, Diciassette table) noexcept nogil
    cdef double call_log_odds(self, Diciassette table, int seat) noexcept nogil
    cdef int lowest_value(self, Diciassette table, int seat) noexcept nogil
    cdef void prior_at(self, Diciassette table, int seat, Moves moves, double *weights) noexcept nogil
    cdef int rollout_move_at(self, Diciassette table, int seat, Moves moves, uint64_t word) noexcept nogil
    cdef bint evaluate_at(self, Diciassette table, double *shares) noexcept nogil
    cdef double likelihood_at(self, Diciassette table, int viewer) noexcept nogil
    cdef uint64_t chance_outcome_at(self, Diciassette table, int seat) noexcept nogil

# C layout of bot.py.
from libc.math cimport exp
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport bit, count, lowest, ones
from ridotto.engine.knowledge cimport Knowledge
from ridotto.engine.state cimport Moves, State
from ridotto.games.verhext.rules.rules cimport *

cdef double TRUMP_TOP, TRUMP_FALL, TRUMP_POTION_TOP, TRUMP_POTION_FALL, PLAIN_TOP, PLAIN_FALL, PLAIN_RUFF, POTION_WORTH
cdef double EXACT_BEST, EXACT_OVER, EXACT_WIDTH, ZERO_BEST, ZERO_WIDTH
cdef double AT_LEAST_SLOPE, AT_LEAST_STEP, AT_LEAST_START, ZERO_RESCUE_RATE
cdef double ZERO_WORTH, REPAIRABLE_SHARE, LEAD_WEIGHT
cdef double PROPHECY_TEMPERATURE, PLAY_SHARPNESS, SHORTFALL_SCALE, SHORTFALL_SCALE_PER_TRICK, EXTRA_TRICK_COST
cdef double BEATS_IF_WANTED, BEATS_IF_UNWANTED, POTION_RIVAL_WEIGHT, MIN_PLAY_WEIGHT, PROPHECY_LOSS_SCALE

cdef int potion_copies(uint64_t cards, int potion) noexcept nogil
cdef double bell_curve(double x) noexcept nogil
cdef uint64_t dealt_hand(Verhext table, int seat) noexcept nogil

cdef class VerhextKnowledge(Knowledge):
    # the cards that a seat does not see
    cdef uint64_t unseen_plain       # of the plain suits
    cdef int unseen_potions[3]       # by value
    cdef int unseen_potion_count     # of all values
    cdef int unseen_trumps
    cdef double held_share           # the part of them that other hands are expected to hold
    cdef double share_per_hand       # and that one other hand is expected to hold
    cdef double card_strengths[39]   # by card: how many tricks the cards of the seat's hand are good for

    # the trick
    cdef double beat_chance[5]       # by seat: how likely it beats a card if it can
    cdef double ruff_chance[5]       # by suit: how likely a hand has no card of it, but a trump
    cdef int missing_tricks          # of the seat's prophecy
    cdef int tricks_left             # at most, after this one (last field: an array there escapes the bounds check)

    cdef void prior(self, State state, int seat, Moves moves, double *weights) noexcept nogil
    cdef int rollout_move(self, State state, int seat, Moves moves, uint64_t word) noexcept nogil
    cdef bint evaluate(self, State state, int after, double *shares) noexcept nogil
    cdef double acceptance_probability(self, State world, int viewer) noexcept nogil

    cdef void prior_at(self, Verhext table, int seat, Moves moves, double *weights) noexcept nogil
    cdef void count_unseen(self, Verhext table, int seat) noexcept nogil
    cdef void count_unseen_at_deal(self, Verhext table, uint64_t hand) noexcept nogil
    cdef void estimate_shares(self, Verhext table, int dealt) noexcept nogil
    cdef int higher_unseen(self, int suit, int value) noexcept nogil
    cdef double card_strength(self, Verhext table, int card) noexcept nogil
    cdef double hand_strength(self, Verhext table, uint64_t hand) noexcept nogil
    cdef void weigh_prophecies(self, Verhext table, int seat, Moves moves, double *weights) noexcept nogil
    cdef double expected_points(self, Verhext table, int seat, int prophecy, bint is_rebid, double strength) noexcept nogil
    cdef double failure_cost(self, Verhext table, int prophecy) noexcept nogil
    cdef double success_chance(self, int prophecy, double strength) noexcept nogil
    cdef void weigh_zeros(self, Verhext table, int seat, double *weights) noexcept nogil
    cdef void weigh_plays(self, Verhext table, int seat, Moves moves, double *weights) noexcept nogil
    cdef void survey_trick(self, Verhext table, int seat) noexcept nogil
    cdef double play_weight(self, Verhext table, int seat, int play, int cards, double strength) noexcept nogil
    cdef double shortfall_cost(self, Verhext table, int seat, double lack) noexcept nogil
    cdef double win_chance(self, Verhext table, int seat, int play) noexcept nogil
    cdef double expected_rivals(self, int suit, int value) noexcept nogil
    cdef bint evaluate_at(self, Verhext table, double *shares) noexcept nogil
    cdef double projected_points(self, Verhext table, int seat) noexcept nogil
    cdef double likelihood_at(self, Verhext table, int viewer) noexcept nogil
    cdef double prophecy_loss(self, Verhext table, int seat) noexcept nogil

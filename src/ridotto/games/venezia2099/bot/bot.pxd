# C layout of bot.py.
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport bit, count, fraction, lowest, hash64, ones
from ridotto.engine.knowledge cimport Knowledge
from ridotto.engine.state cimport Moves, State
from ridotto.games.venezia2099.rules.rules cimport (
    BUYING, CHOOSING, COLOUR_COUNT, HAND_SIZE, FIRST_MOVE, GONDOLA, LET_DROWN, MAX_PAWNS, NO_MOVE, NOWHERE, PLACING,
    PLATFORM, PROPHESYING, RESCUING, TREASURE_WORTH, WALK, X_VALUE, Venezia2099, lowest_cards, squares_reached,
    tile_of_card)

cdef double MOVE_ON_DISCOUNT, FALL_COST, OWN_FALL_COST, RIVAL_FALL_GAIN, COIN_SHORTAGE, NEXT_TURN_SHARE
cdef double FIRST_TURN_SHARE, RIDE_COST, RIDE_COST_PER_TURN, PRIOR_TEMPERATURE, ROLLOUT_NOISE, LET_DROWN_WEIGHT
cdef double BUYER_EVIDENCE, BUYER_EVIDENCE_DECAY, PAWN_EVIDENCE, EVIDENCE_TRUST, EVIDENCE_THRESHOLD
cdef double COIN_GAIN, LAST_COIN_GAIN, FUTURE_TURNS_GAIN, STANDING_DECAY, MOBILE_PAWN_VALUE, RESCUED_PAWN_VALUE
cdef double SPARE_GONDOLA_VALUE, WIN_TEMPERATURE, WIN_TEMPERATURE_PER_TURN
cdef int MIN_ROLLOUT_DECISIONS

cdef uint64_t DECKS[7]             # the cards in use, by the unused colour + 1
cdef uint64_t CARDS_FROM[8]        # all cards from a value up

cdef class Venezia2099Knowledge(Knowledge):
    cdef double ratings[64]        # of the legal moves, from the first one of the phase
    cdef uint64_t own, unseen, others
    cdef int rivals[5]             # floor << 4 | cards, -1 after the last
    cdef readonly double stay_chance[7]     # by value: the chance that an unseen card is in no hand
    cdef double sink_soon_chance[7]         # by value: the chance that an unseen card is played before the next turn
    cdef readonly double treasure_value[6]  # by colour: the average worth of a treasure
    cdef double tile_value[49]              # by tile: the value of standing there
    cdef int final_tiles[6]                 # by colour: dry tiles at the end, in this world
    cdef int turns                 # keep it last: the bounds check misses an array at the end of a class

    cdef void prior(self, State state, int seat, Moves moves, double *weights) noexcept nogil
    cdef int rollout_move(self, State state, int seat, Moves moves, uint64_t word) noexcept nogil
    cdef bint evaluate(self, State state, int after, double *shares) noexcept nogil
    cdef double acceptance_probability(self, State world, int viewer) noexcept nogil

    cdef void prior_at(self, Venezia2099 state, int seat, double *weights) noexcept nogil
    cdef int rollout_move_at(self, Venezia2099 state, int seat, uint64_t word) noexcept nogil
    cdef uint64_t rate(self, Venezia2099 state, int seat) noexcept nogil
    cdef void update_knowledge(self, Venezia2099 state, int seat) noexcept nogil
    cdef uint64_t read_rivals(self, Venezia2099 state, int seat) noexcept nogil
    cdef void compute_card_chances(self) noexcept nogil
    cdef void compute_tile_values(self) noexcept nogil
    cdef double treasure_gain(self, Venezia2099 state, int seat, int square) noexcept nogil
    cdef double purchase_gain(self, Venezia2099 state, int seat, int square) noexcept nogil
    cdef double best_purchase_elsewhere(self, Venezia2099 state, int seat, int pawn) noexcept nogil
    cdef double rate_squares(self, Venezia2099 state, int seat, uint64_t squares, double later, double now,
                             double otherwise) noexcept nogil
    cdef void rate_move_options(self, Venezia2099 state, int seat, uint64_t moves) noexcept nogil
    cdef void rate_purchases(self, Venezia2099 state, int seat, uint64_t purchases) noexcept nogil
    cdef void rate_prophecies(self, Venezia2099 state, int seat, uint64_t cards) noexcept nogil
    cdef double likelihood_at(self, Venezia2099 state, int viewer) noexcept nogil
    cdef double holding_evidence(self, Venezia2099 state, int rival, uint64_t pool) noexcept nogil
    cdef bint evaluate_at(self, Venezia2099 state, int after, double *shares) noexcept nogil
    cdef uint64_t final_dry_squares(self, Venezia2099 state) noexcept nogil
    cdef double expected_score(self, Venezia2099 state, int seat, uint64_t dry) noexcept nogil

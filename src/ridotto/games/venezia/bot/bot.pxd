# C layout of bot.py.
from libc.math cimport exp
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport count, hash64, lowest, mul_high, ones
from ridotto.engine.knowledge cimport Knowledge
from ridotto.engine.state cimport Moves, State
from ridotto.games.venezia.rules.action_cards cimport (
    CARD_PIGEONS, CARRIER, CARRIER_CARD, CATCHER, CATCHING, CLERGY, CRUMBS, FAMILY, FIRST_PHASE_OF_CARD, GATHERING,
    GREY_GROUPS, HOUSE, JUMPING, MOVING, PICKING, PLACING, PLANNING, POINTS_TO_WIN, RECOVERING, REINFORCING,
    SENDING_HAWK, SETTING_GREY, SPLITTING, TAKING_ALONG, USING, VESPA, VESPA_FROM, VESPA_TO,
)
from ridotto.games.venezia.rules.city cimport DISTRICTS
from ridotto.games.venezia.rules.piazza cimport (
    BIRTHS_NEXT_TO_TOURIST, BIRTHS_ON_TOURIST, CAMPANILE, COLUMNS, HALF, NEIGHBOURS, NONE, SQUARES,
    add_neighbours, contains, half_of, nth_square, square_bit,
)
from ridotto.games.venezia.rules.planning cimport (
    ACTION, ACTION_CARD, DISTRICT_CARD, DISTRICT_CARDS, FEINT, FIRST_CARD, NUMBER, PIGEON_COUNT, PLACE, SLOT, STOP,
)
from ridotto.games.venezia.rules.rules cimport SAN_GIORGIO, SAN_MICHELE, SQUARE, Venezia

cdef unsigned long long NEARBY_SQUARES[80][2]  # by square: those at most two steps away
cdef double CARD_WEIGHTS[8]  # by action card: how readily it is played

cdef double chance_to_lead(int lead) noexcept nogil

cdef class VeneziaKnowledge(Knowledge):
    cdef Moves hand
    cdef int own_pigeons[8]
    cdef int rival_pigeons[8]
    cdef int grey[8]
    cdef double own_points[8]
    cdef double rival_points[8]
    cdef double place_weights[8]
    cdef unsigned long long free[2]
    cdef unsigned long long near[2]
    cdef unsigned long long targets[2]
    cdef int unused                          # last: an array at the end of a class escapes the bounds check

    cdef void prior(self, State state, int seat, Moves moves, double *weights) noexcept nogil
    cdef int rollout_move(self, State state, int seat, Moves moves, uint64_t word) noexcept nogil
    cdef bint evaluate(self, State state, int after, double *shares) noexcept nogil
    cdef void sample_world(self, State world, int viewer, uint64_t word) noexcept nogil

    cdef void survey_city(self, Venezia table, int seat, bint planned) noexcept nogil
    cdef double place_value(self, int place, int own_pigeons, int rival_pigeons, int grey) noexcept nogil
    cdef double added_value(self, int place, int more) noexcept nogil
    cdef double value_per_pigeon(self, int place, int pigeons) noexcept nogil

    cdef void prior_at(self, Venezia table, int seat, Moves moves, double *weights) noexcept nogil
    cdef void weigh_plan(self, Venezia table, int seat, Moves moves, double *weights) noexcept nogil
    cdef double card_weight(self, Venezia table, int seat, int card) noexcept nogil
    cdef double desired_on_piazza(self, Venezia table, int seat) noexcept nogil
    cdef double first_card_weight(self, Venezia table, int seat, int pigeons) noexcept nogil
    cdef double district_card_weight(self, int place, int pigeons, int left, int cards) noexcept nogil
    cdef double number_weight(self, Venezia table, int seat, int pigeons) noexcept nogil
    cdef double place_weight(self, Venezia table, int seat, int phase, int place) noexcept nogil
    cdef double action_value(self, Venezia table, int seat, int card) noexcept nogil
    cdef double relocation_value(self, Venezia table, int seat, int card) noexcept nogil

    cdef void weigh_placements(self, Venezia table, int seat, Moves moves, double *weights) noexcept nogil
    cdef double room(self, Venezia table, int seat, int square) noexcept nogil
    cdef void weigh_movements(self, Venezia table, int seat, Moves moves, double *weights) noexcept nogil
    cdef void survey_piazza(self, Venezia table) noexcept nogil
    cdef double best_movement_value(self, Venezia table, int seat, int start) noexcept nogil
    cdef double movement_value(self, Venezia table, int seat, int start, int square) noexcept nogil
    cdef int births_at(self, Venezia table, int square) noexcept nogil
    cdef double pinch_value(self, Venezia table, int seat, int start, int square) noexcept nogil

    cdef int rollout_move_at(self, Venezia table, int seat, Moves moves, uint64_t word) noexcept nogil
    cdef int quick_placement(self, Venezia table, int seat, uint64_t word) noexcept nogil
    cdef int quick_pick(self, Venezia table, int seat) noexcept nogil
    cdef int pick_next_to(self, Venezia table, int seat, unsigned long long *there) noexcept nogil
    cdef int quick_movement(self, Venezia table, Moves moves, uint64_t word) noexcept nogil

    cdef void sample_world_at(self, Venezia table, int viewer, uint64_t word) noexcept nogil
    cdef void sample_districts(self, Venezia table, int seat, uint64_t word) noexcept nogil

    cdef bint evaluate_at(self, Venezia table, double *shares) noexcept nogil
    cdef double prospect(self, Venezia table, int seat, double late) noexcept nogil

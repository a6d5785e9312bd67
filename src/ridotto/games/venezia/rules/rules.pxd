# C layout of rules.py.
cimport cython
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport bit, count, mul_high, lowest, nth
from ridotto.engine.note cimport EVERYBODY, UNSEEN
from ridotto.engine.rng cimport Rng
from ridotto.engine.state cimport Moves
from ridotto.games.venezia.rules.action_cards cimport (
    ACTION_SHOWN, CARD_PIGEONS, FIRST_PHASE_OF_CARD, BORN, CARRIER_CARD, CHASED, CRUMBS, CRUMBS_EATEN, DECLINED, FAMILY, FEINT_BACK,
    FETCHED, FETCHING, FIRST_SHOWN, GAME_BEGINS, GAME_ENDS, GAME_OVER, GATHERING, HUNTER, JUMPED, JUMPING, LANDED,
    MOVING, NOBODY_CHASED, NOBODY_SCORED, NO_EFFECT, NO_REINFORCING, PICKING, PINCHED, PLACED, PLACING, PLANNING, PLAN_SHOWN,
    RECOVERED, RECOVERING, REINFORCED, REINFORCING, ROUND_BEGINS, SCORED, SCORES, SETTLED, SETTLING, SPLIT, SPLITTING,
    TOURIST, POINTS_TO_WIN, TURNED_BACK, USING, VESPA, WALKED, ActionCards,
)
from ridotto.games.venezia.rules.city cimport DISTRICTS, MAJORITY_POINTS
from ridotto.games.venezia.rules.piazza cimport HALF, NONE, SQUARES, contains, half_of, nth_square, square_bit
from ridotto.games.venezia.rules.planning cimport (
    ACTION, ACTION_CARDS, COMPLETE, MAX_DISTRICT_CARDS, NUMBER, PIAZZA, PLACE, SLOT, STOP, number_moves,
)

# The numbers of city.py, in C; a test compares them.
cdef enum:
    PIGEONS = 40
    PIGEON_SLOTS = 4
    MAX_FETCHED = 2
    DISTRICTS_TO_WIN = 5

cdef enum:
    SAN_GIORGIO = 7
    SAN_MICHELE = 8

cdef enum:
    SQUARE = 63
    PLANNED = 143
    ALL_PLANNED = 144
    EXCHANGED_HIDDEN = 145

cdef enum:
    BLOCKS = 0
    IGNORED = 1
    MUST = 0
    MAY = 1
    BY_FIVE = 0
    BY_POINTS = 1
    BY_LIMIT = 2

@cython.final
cdef class Venezia(ActionCards):
    cdef readonly short tourists, hunters, max_rounds, start_reserve, cancelled_gathering, action_use

    cdef readonly unsigned long long last_tourists[2]
    cdef readonly short hunter_order[2]
    cdef readonly short last_hunter_order[2]
    cdef readonly short shown_first[4]
    cdef readonly short shown_pigeons[4][4]
    cdef readonly short shown_action[4]
    cdef readonly short shown_cards[4][3]
    cdef readonly short start

    cdef void set_up_seats(self) noexcept nogil
    cdef int seat_after(self, int seat) noexcept nogil
    cdef void ask_seat(self, int phase, int seat) noexcept nogil
    cdef void place_home(self, int seat, int district) noexcept nogil
    cdef void begin_round(self) noexcept nogil
    cdef void plan(self, int seat, int move) noexcept nogil
    cdef void find_next_planner(self) noexcept nogil
    cdef void show_plans(self) noexcept nogil
    cdef void reveal_first_cards(self) noexcept nogil
    cdef void carry_out_first_cards(self, int seat) noexcept nogil
    cdef void place(self, int seat, int square) noexcept nogil
    cdef void split_feint(self, int seat, int pigeons) noexcept nogil
    cdef void end_feint(self, int seat) noexcept nogil
    cdef void spin(self) noexcept nogil
    cdef void strike(self, int square) noexcept nogil
    cdef int send_to_san_michele(self, int seat, unsigned long long *squares) noexcept nogil
    cdef void pick_pigeon(self, int seat, int move) noexcept nogil
    cdef void move_picked_pigeon(self, int seat, int square) noexcept nogil
    cdef void jump_on(self, int seat, int move) noexcept nogil
    cdef void end_move(self) noexcept nogil
    cdef void end_turn(self, int seat) noexcept nogil
    cdef void pinch(self, int seat) noexcept nogil
    cdef void tell_pinched(self, int seat, int other, unsigned long long *pinched) noexcept nogil
    cdef void breed(self, int seat) noexcept nogil
    cdef void reveal_action_cards(self) noexcept nogil
    cdef void skip_gathering(self) noexcept nogil
    cdef void reinforce(self, int seat, int pigeons) noexcept nogil
    cdef void carry_out_actions(self, int seat) noexcept nogil
    cdef bint begin_action_card(self, int seat) noexcept nogil
    cdef void use_or_decline(self, int seat, int move) noexcept nogil
    cdef bint use_action_card(self, int seat) noexcept nogil
    cdef void land_pigeons(self) noexcept nogil
    cdef void land_card(self, int seat, int i) noexcept nogil
    cdef void score_districts(self) noexcept nogil
    cdef void tell_scores(self) noexcept nogil
    cdef void reward_san_giorgio(self) noexcept nogil
    cdef void recover(self, int seat, int move) noexcept nogil
    cdef void reward_san_michele(self) noexcept nogil
    cdef void fetch(self, int seat, int pigeons) noexcept nogil
    cdef void bring_back(self, int seat, int pigeons) noexcept nogil
    cdef int most_pigeons(self) noexcept nogil
    cpdef int fullest_place(self) noexcept nogil
    cdef void chase(self) noexcept nogil
    cdef void end_round(self) noexcept nogil
    cdef int reason_to_end(self) noexcept nogil
    cdef void end_game(self, int reason) noexcept nogil
    cdef uint64_t legal_options(self, int seat, unsigned long long *squares) noexcept nogil
    cdef uint64_t other_options(self, int seat) noexcept nogil
    cdef int forced_move(self) noexcept nogil
    cdef void carry_out(self, int seat, int move) noexcept nogil
    cdef void continue_action_card(self, int seat, int move) noexcept nogil

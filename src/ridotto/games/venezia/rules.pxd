# C layout of rules.py.
cimport cython
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport bit, count, high, lowest, nth, ones
from ridotto.engine.note cimport EVERYBODY, UNSEEN
from ridotto.engine.rng cimport Rng
from ridotto.engine.state cimport Moves
from ridotto.games.venezia.flocks cimport DISTRICTS, City
from ridotto.games.venezia.piazza cimport HALF, NONE, SQUARES, half, has, nth_square, spot
from ridotto.games.venezia.planning cimport (
    ACTION, ACTION_CARDS, COMPLETE, MOST_DISTRICT_CARDS, NUMBER, PIAZZA, PLACE, SLOT, STOP, numbers,
)

# The numbers of city.py, in C; a test compares them.
cdef enum:
    PIGEONS = 40
    SLOTS = 4
    SPINS = 5
    MOST_FETCHED = 2
    TO_WIN = 50
    DISTRICTS_TO_WIN = 5

cdef enum:
    SAN_GIORGIO = 7
    SAN_MICHELE = 8

cdef enum:
    FAMILY = 0
    HAWK = 1
    CATCHER = 2
    CLERGY = 3
    HOUSE = 4
    VESPA = 5
    CRUMBS = 6
    CARRIER = 7

cdef enum:
    SQUARE = 63
    PLANNED = 143
    ALL_PLANNED = 144
    EXCHANGED_HIDDEN = 145

cdef enum:
    SETTLING = 0
    PLANNING = 1
    PLACING = 2
    SPLITTING = 3
    PICKING = 4
    MOVING = 5
    JUMPING = 6
    GATHERING = 7
    REINFORCING = 8
    SENDING_HAWK = 9
    CATCHING = 10
    SETTING_GREY = 11
    MOVING_HOUSE = 12
    TAKING_ALONG = 13
    VESPA_FROM = 14
    VESPA_COUNT = 15
    VESPA_TO = 16
    CARRIER_SLOT = 17
    CARRIER_CARD = 18
    RECOVERING = 19
    FETCHING = 20
    GAME_OVER = 21

cdef enum:
    BLOCKS = 0
    IGNORED = 1
    BY_FIVE = 0
    BY_POINTS = 1
    BY_LIMIT = 2

cdef enum:
    GAME_BEGINS = 0
    SETTLED = 1
    ROUND_BEGINS = 2
    PLAN_SHOWN = 3
    FIRST_SHOWN = 4
    PLACED = 5
    SPLIT = 6
    FEINT_BACK = 7
    TOURIST = 8
    HUNTER = 9
    WALKED = 10
    JUMPED = 11
    PINCHED = 12
    BORN = 13
    ACTION_SHOWN = 14
    CONFLICT_WON = 15
    CONFLICT_TIED = 16
    NO_REINFORCING = 17
    GATHERED = 18
    REINFORCED = 19
    HAWK_SENT = 20
    CAUGHT = 21
    GREY_SET = 22
    HOUSE_MOVED = 23
    TOOK_ALONG = 24
    CARRIED = 25
    CRUMBS_EATEN = 26
    EXCHANGED = 27
    EXCHANGED_FACE = 28
    NO_EFFECT = 29
    LANDED = 30
    TURNED_BACK = 31
    SCORED = 32
    RECOVERED = 33
    FETCHED = 34
    CHASED = 35
    NOBODY_CHASED = 36
    GAME_ENDS = 37

cdef int AMOUNT[8]                 # by action card: the pigeons it speaks of
cdef int ASKS[8]                   # by action card: its first decision
cdef int GREY_GROUPS[2]

@cython.final
cdef class Venezia(City):
    cdef readonly short tourists, hunters, max_rounds, start_reserve, cancelled_gathering

    cdef readonly short spun[5]
    cdef readonly short last_spun[5]
    cdef readonly short shown_first[4]
    cdef readonly short shown_pigeons[4][4]
    cdef readonly short shown_action[4]
    cdef readonly short shown_cards[4][3]
    cdef readonly short phase, start, chosen, number

    cdef void equip(self) noexcept nogil
    cdef int clockwise(self, int seat) noexcept nogil
    cdef int after(self, int seat) noexcept nogil
    cdef void ask(self, int phase, int seat) noexcept nogil
    cdef void settle(self, int seat, int district) noexcept nogil
    cdef void begin_round(self) noexcept nogil
    cdef void plan(self, int seat, int move) noexcept nogil
    cdef void find_planner(self) noexcept nogil
    cdef void show_plans(self) noexcept nogil
    cdef void show_first_cards(self) noexcept nogil
    cdef void carry_out_first_cards(self, int seat) noexcept nogil
    cdef void place(self, int seat, int square) noexcept nogil
    cdef void split(self, int seat, int pigeons) noexcept nogil
    cdef void end_feint(self, int seat) noexcept nogil
    cdef void spin(self) noexcept nogil
    cdef void strike(self, int square) noexcept nogil
    cdef int bury(self, int seat, unsigned long long *squares) noexcept nogil
    cdef void pick(self, int seat, int move) noexcept nogil
    cdef void move(self, int seat, int square) noexcept nogil
    cdef void jump_on(self, int seat, int move) noexcept nogil
    cdef void end_move(self) noexcept nogil
    cdef void end_turn(self, int seat) noexcept nogil
    cdef void pinch(self, int seat) noexcept nogil
    cdef void tell_pinched(self, int seat, int other, unsigned long long *pinched) noexcept nogil
    cdef void breed(self, int seat) noexcept nogil
    cdef void show_actions(self) noexcept nogil
    cdef int holders(self, int card) noexcept nogil
    cdef void settle_conflict(self, int card) noexcept nogil
    cdef void gather(self, int seat, int move) noexcept nogil
    cdef void reinforce(self, int seat, int pigeons) noexcept nogil
    cdef void discard(self, int seat) noexcept nogil
    cdef void carry_out_actions(self, int seat) noexcept nogil
    cdef void end_action(self, int seat) noexcept nogil
    cdef void send_hawk(self, int seat, int district) noexcept nogil
    cdef void catch(self, int seat, int district) noexcept nogil
    cdef void set_grey(self, int seat, int district) noexcept nogil
    cdef void move_house(self, int seat, int district) noexcept nogil
    cdef void take_along(self, int seat, int pigeons) noexcept nogil
    cdef void carry(self, int seat, int district) noexcept nogil
    cdef void choose_slot(self, int seat, int move) noexcept nogil
    cdef void exchange(self, int seat, int place) noexcept nogil
    cdef void land(self) noexcept nogil
    cdef void score_districts(self) noexcept nogil
    cdef void reward_san_giorgio(self) noexcept nogil
    cdef void recover(self, int seat, int move) noexcept nogil
    cdef void reward_san_michele(self) noexcept nogil
    cdef void fetch(self, int seat, int pigeons) noexcept nogil
    cdef void chase(self) noexcept nogil
    cdef void end_round(self) noexcept nogil
    cdef int reason_to_end(self) noexcept nogil
    cdef void end_game(self, int reason) noexcept nogil
    cdef uint64_t options(self, int seat, unsigned long long *squares) noexcept nogil
    cdef uint64_t other_options(self, int seat) noexcept nogil
    cdef int only_option(self) noexcept nogil
    cdef void carry_out(self, int seat, int move) noexcept nogil
    cdef void act(self, int seat, int move) noexcept nogil

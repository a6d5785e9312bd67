# C layout of action_cards.py.
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport bit, count, lowest, ones
from ridotto.engine.note cimport EVERYBODY
from ridotto.games.venezia.rules.city cimport DISTRICTS, City
from ridotto.games.venezia.rules.piazza cimport NONE
from ridotto.games.venezia.rules.planning cimport ACTION_CARDS, NUMBER, PLACE, SLOT, STOP, number_moves

# The numbers of city.py, in C; a test compares them.
cdef enum:
    POINTS_TO_WIN = 50

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
    SETTLING = 0
    PLANNING = 1
    PLACING = 2
    SPLITTING = 3
    PICKING = 4
    MOVING = 5
    JUMPING = 6
    GATHERING = 7
    REINFORCING = 8
    USING = 9
    SENDING_HAWK = 10
    CATCHING = 11
    SETTING_GREY = 12
    MOVING_HOUSE = 13
    TAKING_ALONG = 14
    VESPA_FROM = 15
    VESPA_COUNT = 16
    VESPA_TO = 17
    CARRIER_SLOT = 18
    CARRIER_CARD = 19
    RECOVERING = 20
    FETCHING = 21
    GAME_OVER = 22

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
    NOBODY_SCORED = 38
    SCORES = 39
    DECLINED = 40

cdef int CARD_PIGEONS[8]                 # by action card: the pigeons it speaks of
cdef int FIRST_PHASE_OF_CARD[8]                   # by action card: its first decision
cdef int GREY_GROUPS[2]

cdef class ActionCards(City):
    cdef readonly short phase, chosen, number

    cdef int seats_with_action(self, int card) noexcept nogil
    cdef int seats_with_fewest_points(self, int seats) noexcept nogil
    cdef int conflict_losers(self, int involved) noexcept nogil
    cdef void resolve_conflict(self, int card) noexcept nogil
    cdef void discard_action(self, int seat) noexcept nogil
    cdef uint64_t action_options(self, int seat) noexcept nogil
    cdef bint decide_action(self, int seat, int move) noexcept nogil
    cdef bint gather_pigeon(self, int seat, int move) noexcept nogil
    cdef bint send_hawk(self, int seat, int district) noexcept nogil
    cdef bint catch_pigeons(self, int seat, int district) noexcept nogil
    cdef bint place_grey(self, int seat, int district) noexcept nogil
    cdef bint move_house(self, int seat, int district) noexcept nogil
    cdef bint take_along(self, int seat, int pigeons) noexcept nogil
    cdef bint choose_vespa_origin(self, int origin) noexcept nogil
    cdef bint choose_vespa_pigeons(self, int pigeons) noexcept nogil
    cdef bint drive_vespa(self, int seat, int district) noexcept nogil
    cdef bint choose_carrier_slot(self, int seat, int move) noexcept nogil
    cdef bint exchange_card(self, int seat, int place) noexcept nogil

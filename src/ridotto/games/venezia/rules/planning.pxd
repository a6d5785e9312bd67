# C layout of planning.py.
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport bit, count, nth, ones
from ridotto.engine.rng cimport Rng
from ridotto.games.venezia.rules.piazza cimport NONE, Piazza

# The numbers of city.py, in C; a test compares them.
cdef enum:
    MAX_ON_PIAZZA = 10
    MAX_DISTRICT_CARDS = 3
    DISTRICT_CARDS = 8
    ACTION_CARDS = 8

cdef enum:
    STOP = 0
    PIAZZA = 1
    FEINT = 2
    ACTION = 3
    PLACE = 11
    SLOT = 19
    NUMBER = 22

cdef enum:
    FIRST_CARD = 0
    ACTION_CARD = 1
    DISTRICT_CARD = 2
    PIGEON_COUNT = 3
    COMPLETE = 7

cdef uint64_t number_moves(int low, int high) noexcept nogil
cdef int count_spreads(int pigeons, int cards) noexcept nogil

cdef class Planning(Piazza):
    cdef readonly short reserve[4]
    cdef readonly short played[4]
    cdef readonly short step[4]
    cdef readonly short first[4]
    cdef readonly short action[4]
    cdef readonly short laid[4][3]
    cdef readonly short laid_count[4]
    cdef readonly short on_card[4][4]
    cdef readonly int round

    cdef void clear_plan(self, int seat) noexcept nogil
    cdef uint64_t actions_to_lay(self, int seat) noexcept nogil
    cdef uint64_t districts_in_hand(self, int seat) noexcept nogil
    cdef int left_in_reserve(self, int seat) noexcept nogil
    cdef int max_on_slot(self, int seat, int first, int slot, int left) noexcept nogil
    cdef uint64_t plan_options(self, int seat) noexcept nogil
    cdef int next_step(self, int seat, int move) noexcept nogil
    cdef int next_count_step(self, int seat, int cards, int slot, int left) noexcept nogil
    cdef void extend_plan(self, int seat, int move) noexcept nogil
    cdef int planning_seats(self) noexcept nogil
    cdef void draw_action_card(self, int seat, Rng rng) noexcept nogil
    cdef void draw_district_cards(self, int seat, int cards, Rng rng) noexcept nogil
    cdef void draw_plan(self, int seat, Rng rng) noexcept nogil
    cdef int count_plans(self, int seat) noexcept nogil
    cdef int count_plans_with(self, int seat, int cards, int pigeons) noexcept nogil
    cdef void spread_pigeons(self, int seat, int at) noexcept nogil

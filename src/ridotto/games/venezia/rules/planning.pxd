# C layout of planning.py.
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport bit, count, nth, ones
from ridotto.engine.rng cimport Rng
from ridotto.games.venezia.rules.piazza cimport NONE, Piazza

# The numbers of city.py, in C; a test compares them.
cdef enum:
    ON_PIAZZA = 10
    MOST_DISTRICT_CARDS = 3
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
    COUNT = 3
    COMPLETE = 7

cdef uint64_t numbers(int least, int most) noexcept nogil
cdef int spreads(int pigeons, int cards) noexcept nogil

cdef class Planning(Piazza):
    cdef readonly short reserve[4]
    cdef readonly short played[4]
    cdef readonly short step[4]
    cdef readonly short first[4]
    cdef readonly short action[4]
    cdef readonly short laid[4][3]
    cdef readonly short cards[4]
    cdef readonly short on_card[4][4]
    cdef readonly int round

    cdef void clear_plan(self, int seat) noexcept nogil
    cdef uint64_t actions_to_lay(self, int seat) noexcept nogil
    cdef uint64_t districts_in_hand(self, int seat) noexcept nogil
    cdef int unplanned(self, int seat) noexcept nogil
    cdef int most_on(self, int seat, int first, int slot, int left) noexcept nogil
    cdef uint64_t plan_options(self, int seat) noexcept nogil
    cdef int step_after(self, int seat, int move) noexcept nogil
    cdef int count_step(self, int seat, int cards, int slot, int left) noexcept nogil
    cdef void write_plan(self, int seat, int move) noexcept nogil
    cdef int planners(self) noexcept nogil
    cdef void draw_action_card(self, int seat, Rng rng) noexcept nogil
    cdef void draw_district_cards(self, int seat, int cards, Rng rng) noexcept nogil
    cdef void draw_plan(self, int seat, Rng rng) noexcept nogil
    cdef int ways_to_plan(self, int seat) noexcept nogil
    cdef int ways_to_lay(self, int seat, int cards, int pigeons) noexcept nogil
    cdef void put_on_cards(self, int seat, int at) noexcept nogil

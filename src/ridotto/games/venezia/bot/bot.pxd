# C layout of bot.py.
from libc.math cimport exp
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport count, high, lowest, noise, ones
from ridotto.engine.knowledge cimport Knowledge
from ridotto.engine.state cimport Moves, State
from ridotto.games.venezia.rules.action_cards cimport (
    AMOUNT, ASKS, CARRIER, CARRIER_CARD, CATCHER, CATCHING, CLERGY, CRUMBS, FAMILY, GATHERING, GREY_GROUPS, HOUSE, JUMPING,
    MOVING, PICKING, PLACING, PLANNING, RECOVERING, REINFORCING, SENDING_HAWK, SETTING_GREY, SPLITTING, TAKING_ALONG,
    TO_WIN, USING, VESPA, VESPA_FROM, VESPA_TO,
)
from ridotto.games.venezia.rules.flocks cimport DISTRICTS
from ridotto.games.venezia.rules.piazza cimport (
    BIRTHS_NEXT, BIRTHS_ON, CAMPANILE, COLUMNS, HALF, NEAR, NONE, SQUARES, half, has, nth_square, spot, spread,
)
from ridotto.games.venezia.rules.planning cimport (
    ACTION, ACTION_CARD, COUNT, DISTRICT_CARD, DISTRICT_CARDS, FEINT, FIRST_CARD, NUMBER, PLACE, SLOT, STOP,
)
from ridotto.games.venezia.rules.rules cimport SAN_GIORGIO, SAN_MICHELE, SQUARE, Venezia

cdef unsigned long long BLOCK[80][2]         # the squares at most two steps away from a square
cdef double POWER[8]                         # by action card: how readily it is played

cdef double chance_to_lead(int lead) noexcept nogil

cdef class VeneziaKnowledge(Knowledge):
    cdef Moves hand
    cdef int mine[8]
    cdef int theirs[8]
    cdef int grey[8]
    cdef double gain[8]
    cdef double loss[8]
    cdef double liking[8]
    cdef unsigned long long free[2]
    cdef unsigned long long near[2]
    cdef unsigned long long targets[2]
    cdef int unused                          # last: an array at the end of a class escapes the bounds check

    cdef void weigh(self, State state, int seat, Moves moves, double *weights) noexcept nogil
    cdef int choose(self, State state, int seat, Moves moves, uint64_t word) noexcept nogil
    cdef bint judge(self, State state, int after, double *shares) noexcept nogil
    cdef void imagine(self, State world, int viewer, uint64_t word) noexcept nogil

    cdef void survey(self, Venezia table, int seat, bint planned) noexcept nogil
    cdef double value(self, int place, int mine, int theirs, int grey) noexcept nogil
    cdef double with_more(self, int place, int more) noexcept nogil
    cdef double appeal(self, int place, int pigeons) noexcept nogil

    cdef void weigh_here(self, Venezia table, int seat, Moves moves, double *weights) noexcept nogil
    cdef void weigh_plan(self, Venezia table, int seat, Moves moves, double *weights) noexcept nogil
    cdef double power(self, Venezia table, int seat, int card) noexcept nogil
    cdef double wanted_on_piazza(self, Venezia table, int seat) noexcept nogil
    cdef double weight_on_first(self, Venezia table, int seat, int pigeons) noexcept nogil
    cdef double weight_on_district(self, int place, int pigeons, int left, int cards) noexcept nogil
    cdef double weight_of_number(self, Venezia table, int seat, int pigeons) noexcept nogil
    cdef double weight_of_place(self, Venezia table, int seat, int phase, int place) noexcept nogil
    cdef double worth_of_using(self, Venezia table, int seat, int card) noexcept nogil
    cdef double worth_of_moving(self, Venezia table, int seat, int card) noexcept nogil

    cdef void weigh_squares(self, Venezia table, int seat, Moves moves, double *weights) noexcept nogil
    cdef double room(self, Venezia table, int seat, int square) noexcept nogil
    cdef void weigh_walks(self, Venezia table, int seat, Moves moves, double *weights) noexcept nogil
    cdef void look_at_piazza(self, Venezia table) noexcept nogil
    cdef double best_walk(self, Venezia table, int seat, int start) noexcept nogil
    cdef double walk(self, Venezia table, int seat, int start, int square) noexcept nogil
    cdef int births_at(self, Venezia table, int square) noexcept nogil
    cdef double pinched_from(self, Venezia table, int seat, int start, int square) noexcept nogil

    cdef int choose_here(self, Venezia table, int seat, Moves moves, uint64_t word) noexcept nogil
    cdef int place_quickly(self, Venezia table, int seat, uint64_t word) noexcept nogil
    cdef int pick_quickly(self, Venezia table, int seat) noexcept nogil
    cdef int pick_for(self, Venezia table, int seat, unsigned long long *there) noexcept nogil
    cdef int walk_quickly(self, Venezia table, Moves moves, uint64_t word) noexcept nogil

    cdef void imagine_here(self, Venezia table, int viewer, uint64_t word) noexcept nogil
    cdef void imagine_districts(self, Venezia table, int seat, uint64_t word) noexcept nogil

    cdef bint judge_here(self, Venezia table, double *shares) noexcept nogil
    cdef double prospect(self, Venezia table, int seat, double late) noexcept nogil

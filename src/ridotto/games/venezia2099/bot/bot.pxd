# C layout of bot.py.
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport bit, count, fraction, lowest, noise, ones
from ridotto.engine.knowledge cimport Knowledge
from ridotto.engine.state cimport Moves, State
from ridotto.games.venezia2099.rules.rules cimport (
    BUYING, CHOOSING, COLOURS_IN_ALL, DEALT, FIRST_MOVE, GONDOLA, LET_DROWN, MOST_PAWNS, NO_MOVE, NOWHERE, PLACING,
    PLATFORM, PROPHESYING, RESCUING, WALK, WORTH, X_VALUE, Venezia2099, lowest_cards, squares_reached, tile_named)

cdef double RESTLESS, FALL, OWN_FALL, RIVAL_FALL, SHORTAGE, NEXT_TURN, FIRST_TURN, RIDE, RIDE_LATER, WARMTH, LUCK, LET_GO
cdef double BUYER, BUYERS_HABIT, BAREFOOT, TRUST, DOUBT
cdef double COIN, LAST_COIN, LEISURE, SETTLED, ANYWHERE, RESCUE, SPARE, WARM, WARMER
cdef int HORIZON

cdef uint64_t DECK[7]              # the cards in use, by the unused colour + 1
cdef uint64_t FROM[8]              # all cards from a value up

cdef class Venezia2099Knowledge(Knowledge):
    cdef double ratings[64]        # of the legal moves, from the first one of the phase
    cdef uint64_t own, unseen, others
    cdef int rivals[5]             # floor << 4 | cards, -1 behind the last
    cdef readonly double stays[7]           # by value: the chance that an unseen card is not in any hand
    cdef double soon[7]            # and that it is the next one of somebody
    cdef readonly double worth[6]           # of a treasure, by colour
    cdef double hold[49]           # of standing, by tile
    cdef int lasting[6]
    cdef int turns                 # last: an array at the end of a class escapes the bounds check

    cdef void weigh(self, State state, int seat, Moves moves, double *weights) noexcept nogil
    cdef int choose(self, State state, int seat, Moves moves, uint64_t word) noexcept nogil
    cdef bint judge(self, State state, int after, double *shares) noexcept nogil
    cdef double fits(self, State world, int viewer) noexcept nogil

    cdef void weigh_here(self, Venezia2099 table, int seat, double *weights) noexcept nogil
    cdef int choose_here(self, Venezia2099 table, int seat, uint64_t word) noexcept nogil
    cdef uint64_t rate(self, Venezia2099 table, int seat) noexcept nogil
    cdef void look(self, Venezia2099 table, int seat) noexcept nogil
    cdef uint64_t look_around(self, Venezia2099 table, int seat) noexcept nogil
    cdef void foresee_cards(self) noexcept nogil
    cdef void foresee_tiles(self) noexcept nogil
    cdef double gain(self, Venezia2099 table, int seat, int square) noexcept nogil
    cdef double bargain(self, Venezia2099 table, int seat, int square) noexcept nogil
    cdef double elsewhere(self, Venezia2099 table, int seat, int pawn) noexcept nogil
    cdef double rate_squares(self, Venezia2099 table, int seat, uint64_t squares, double later, double now,
                             double otherwise) noexcept nogil
    cdef void rate_ways(self, Venezia2099 table, int seat, uint64_t ways) noexcept nogil
    cdef void rate_purchases(self, Venezia2099 table, int seat, uint64_t purchases) noexcept nogil
    cdef void rate_prophecies(self, Venezia2099 table, int seat, uint64_t cards) noexcept nogil
    cdef double fits_here(self, Venezia2099 table, int viewer) noexcept nogil
    cdef double evidence(self, Venezia2099 table, int rival, uint64_t pool) noexcept nogil
    cdef bint judge_here(self, Venezia2099 table, int after, double *shares) noexcept nogil
    cdef uint64_t dry_at_the_end(self, Venezia2099 table) noexcept nogil
    cdef double outcome(self, Venezia2099 table, int seat, uint64_t dry) noexcept nogil

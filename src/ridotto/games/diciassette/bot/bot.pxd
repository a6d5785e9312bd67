# C layout of bot.py.
from libc.math cimport exp, sqrt
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport fraction
from ridotto.engine.knowledge cimport Knowledge
from ridotto.engine.state cimport Moves, State
from ridotto.games.diciassette.rules.rules cimport (
    CALL,
    CALLING,
    DOWN,
    HAND,
    KINDS,
    LIMIT,
    NO_CARD,
    PASS,
    PLAYING,
    TRAP,
    VALUE,
    Diciassette,
    is_covered,
    kind_of,
    owner_of,
)

cdef int STAGES                      # of a round, by what the row is expected to come to
cdef int SIGHTS                      # of a round, by what the row shows

cdef double BOUND[6]                 # of the stages
cdef double LIKED[7][28]              # by stage and move: at first sight
cdef double CHOSEN[7][28]             # and in simulated games
cdef double COVERED[4][16]           # by sight and kind: how readily it is covered, the favourite 1
cdef double MEAN[4]                  # by sight: what a card is worth that was covered then
cdef double SPREAD[4]                # and the variance of that
cdef double STANDING[8][3][2]        # by players, victory and penalty tokens
cdef double HELD[8][16]              # by players and kind of a card in the hand

cdef inline double sigmoid(double x) noexcept nogil:
    return 1.0 / (1.0 + exp(-x))

cdef class DiciassetteKnowledge(Knowledge):
    cdef int shown                   # the row, as somebody sees it: what everybody sees,
    cdef int sure                    # and with what he has covered himself;
    cdef double mean                 # what others have covered
    cdef double spread

    cdef void weigh(self, State state, int seat, Moves moves, double *weights) noexcept nogil
    cdef int choose(self, State state, int seat, Moves moves, uint64_t word) noexcept nogil
    cdef bint judge(self, State state, int after, double *shares) noexcept nogil
    cdef double fits(self, State world, int viewer) noexcept nogil
    cdef uint64_t glimpse(self, State state, int seat) noexcept nogil

    cdef void look(self, Diciassette table, int viewer) noexcept nogil
    cdef int sight(self) noexcept nogil
    cdef int stage(self, Diciassette table) noexcept nogil
    cdef double nerve(self, Diciassette table, int seat) noexcept nogil
    cdef int lowest_value(self, Diciassette table, int seat) noexcept nogil
    cdef void weigh_here(self, Diciassette table, int seat, Moves moves, double *weights) noexcept nogil
    cdef int choose_here(self, Diciassette table, int seat, Moves moves, uint64_t word) noexcept nogil
    cdef bint judge_here(self, Diciassette table, double *shares) noexcept nogil
    cdef double fits_here(self, Diciassette table, int viewer) noexcept nogil
    cdef uint64_t glimpse_here(self, Diciassette table, int seat) noexcept nogil

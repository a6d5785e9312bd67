# C layout of bot.py.
from libc.math cimport exp
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport bit, count, lowest, ones
from ridotto.engine.knowledge cimport Knowledge
from ridotto.engine.state cimport Moves, State
from ridotto.games.verhext.rules.rules cimport *

cdef double TRUMP_TOP, TRUMP_FALL, BREW_TOP, BREW_FALL, PLAIN_TOP, PLAIN_FALL, PLAIN_RUFF, POTION_WORTH
cdef double EXACT_BEST, EXACT_OVER, EXACT_WIDTH, ZERO_BEST, ZERO_WIDTH, LEAST_SLOPE, LEAST_STEP, LEAST_START, RESCUED
cdef double ZERO_WORTH, REPAIRED, CONTRAST
cdef double BID_HEAT, PLAY_CARE, SLACK_NOW, SLACK_LATER, EXTRA, WILLING, UNWILLING, BREWED, STRAY, DOUBT

cdef int copies_in(uint64_t cards, int potion) noexcept nogil
cdef double bell(double x) noexcept nogil
cdef uint64_t dealt_to(Verhext table, int seat) noexcept nogil

cdef class VerhextKnowledge(Knowledge):
    # the cards that somebody does not see
    cdef uint64_t unseen           # of the plain suits
    cdef int potions[3]            # by value
    cdef int brews                 # all potions
    cdef int trumps
    cdef double out                # which part of them other hands are expected to hold
    cdef double share              # and one of these hands
    cdef double worths[39]         # by card of the hand looked at

    # the trick
    cdef double will[5]            # by seat: how likely it beats a card if it can
    cdef double ruff[5]            # by suit: how likely a hand is out of it and has a trump
    cdef int missing               # tricks
    cdef int to_come               # tricks after this one, at the most (last: an array there escapes the bounds check)

    cdef void weigh(self, State state, int seat, Moves moves, double *weights) noexcept nogil
    cdef int choose(self, State state, int seat, Moves moves, uint64_t word) noexcept nogil
    cdef bint judge(self, State state, int after, double *shares) noexcept nogil
    cdef double fits(self, State world, int viewer) noexcept nogil

    cdef void weigh_here(self, Verhext table, int seat, Moves moves, double *weights) noexcept nogil
    cdef void look_round(self, Verhext table, int seat) noexcept nogil
    cdef void look_back(self, Verhext table, uint64_t hand) noexcept nogil
    cdef void reckon(self, Verhext table, int dealt) noexcept nogil
    cdef int above(self, int suit, int value) noexcept nogil
    cdef double worth(self, Verhext table, int card) noexcept nogil
    cdef double strength(self, Verhext table, uint64_t hand) noexcept nogil
    cdef void weigh_prophecies(self, Verhext table, int seat, Moves moves, double *weights) noexcept nogil
    cdef double gain(self, Verhext table, int seat, int prophecy, bint again, double strength) noexcept nogil
    cdef double debt(self, Verhext table, int prophecy) noexcept nogil
    cdef double success(self, int prophecy, double strength) noexcept nogil
    cdef void weigh_zeros(self, Verhext table, int seat, double *weights) noexcept nogil
    cdef void weigh_plays(self, Verhext table, int seat, Moves moves, double *weights) noexcept nogil
    cdef void look_ahead(self, Verhext table, int seat) noexcept nogil
    cdef double appeal(self, Verhext table, int seat, int play, int cards, double strength) noexcept nogil
    cdef double regret(self, Verhext table, int seat, double lack) noexcept nogil
    cdef double chance(self, Verhext table, int seat, int play) noexcept nogil
    cdef double rivals(self, int suit, int value) noexcept nogil
    cdef bint judge_here(self, Verhext table, double *shares) noexcept nogil
    cdef double standing(self, Verhext table, int seat) noexcept nogil
    cdef double fits_here(self, Verhext table, int viewer) noexcept nogil
    cdef double doubt(self, Verhext table, int seat) noexcept nogil

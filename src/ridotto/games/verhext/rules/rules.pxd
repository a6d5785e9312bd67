# C layout of rules.py.
cimport cython
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport bit, count, mul_high, nth, ones
from ridotto.engine.note cimport EVERYBODY, UNSEEN
from ridotto.engine.rng cimport Rng
from ridotto.engine.state cimport Moves, State

# The constants of components.py, in C; a test compares them.
cdef enum:
    ROUNDS = 7
    HAND = 7
    POTION = 4
    FIRST_POTION = 36
    KINDS = 39
    DECK = 45

cdef enum:
    NO_PROPHECY = -1
    REBID = 7
    BASE = 13
    NO_POTION = 52
    ATTACH = 53
    KEEP_ZERO = 56
    SPEND_ZERO = 57

cdef enum:
    PROPHECY_PHASE = 0
    PLAY_BASE = 1
    ADD_POTION = 2
    COUNT_ZERO = 3
    GAME_OVER = 4

cdef enum:
    ANY_POTIONS = 1
    ONE_ZERO_CARD = 1
    BOTH_WAYS = 1
    NUMBER_FIRST = 1
    EXACT_SIDE = 0
    EXACT_ANY = 1
    EXACT_AND_ZEROS = 2
    ALL_FULFILLED = 3

cdef enum:
    ROUND_BEGINS = 0
    PROPHESIED = 1
    LEADS_FIRST = 2
    PLAYED = 3
    TRICK_WON = 4
    TRICK_TIED = 5
    PLAY_ENDS = 6
    ZERO_DECIDED = 7
    JUDGED = 8
    HAT_WON = 9
    HAT_BOXED = 10
    STACK_EMPTY = 11
    GAME_ENDS = 12

cdef enum:
    SHOWN_PLAY = 64
    TIED_BIT = 8
    NOTHING_LED = 5

cdef uint64_t CARD_COPIES[56]      # by move: the bits of all copies of its card
cdef int PLAY_STEP[56]             # by move: what it adds to a play
cdef short ORDERED_PLAY[4096]      # by play: the same play with its highest potion as base card
cdef short TRICK_RANK[1600]        # by trump suit, led suit and base card: its rank in the trick
cdef int POTION_SUM[64]            # by the six bits of a play that count its potions: their sum

cdef int suit_of(unsigned int card) noexcept nogil
cdef int base_of(int play) noexcept nogil
cdef int suit_played(int play) noexcept nogil
cdef int potions_on(int play, int value) noexcept nogil
cdef int potions_in_order(int play) noexcept nogil
cdef int number_of(int prophecy) noexcept nogil
cdef bint is_exact(int prophecy) noexcept nogil
cdef bint is_at_least(int prophecy) noexcept nogil
cdef uint64_t with_card(uint64_t cards, int card) noexcept nogil
cdef uint64_t without_card(uint64_t cards, uint64_t copies) noexcept nogil
cdef uint64_t with_play(uint64_t cards, int play) noexcept nogil
cdef uint64_t canonical(uint64_t dealt) noexcept nogil

@cython.final
cdef class Verhext(State):
    cdef readonly short point_table, potions_per_play, zero_cards_per_round, zero_card_mode, leader_by, exact_tiebreak, first_holder, show_history
    cdef readonly short plus[7]
    cdef readonly short minus[7]

    cdef readonly short phase, round, holder
    cdef readonly short stacks[4]
    cdef readonly short hats[5]
    cdef readonly short zeros[5]
    cdef readonly short fulfilled[5][7]
    cdef readonly short failed[5][4]
    cdef readonly short failed_sides[5][4]

    cdef readonly short prophecy[5]
    cdef readonly short rebid[5]
    cdef readonly short won[5]
    cdef readonly short spent[5]
    cdef readonly short trump
    cdef readonly short trick, played, unfinished_play, led, best
    cdef readonly short leaders[7]
    cdef readonly short plays[35]
    cdef readonly uint64_t hands[5]
    cdef readonly uint64_t rest

    cdef void begin_round(self) noexcept nogil
    cdef void deal(self) noexcept nogil
    cdef uint64_t prophecy_moves(self, int seat) noexcept nogil
    cdef void prophesy(self, int seat, int move) noexcept nogil
    cdef void take_failed(self, int seat, int number) noexcept nogil
    cdef void begin_play(self) noexcept nogil
    cdef int find_leader(self) noexcept nogil
    cdef int potential(self, int prophecy) noexcept nogil
    cdef uint64_t playable_cards(self, int seat) noexcept nogil
    cdef uint64_t allowed(self, int seat) noexcept nogil
    cdef void lay(self, int seat, int move) noexcept nogil
    cdef void show_play(self, int seat, int play) noexcept nogil
    cdef void clear_trick(self) noexcept nogil
    cdef void compare(self, int play) noexcept nogil
    cdef int strength(self, int play) noexcept nogil
    cdef int tied_seats(self) noexcept nogil
    cdef void end_trick(self) noexcept nogil
    cdef void end_play(self, int empty) noexcept nogil
    cdef int zeros_needed(self, int seat) noexcept nogil
    cdef void ask_zero(self, int seat, int asked) noexcept nogil
    cdef void decide_zero(self, int seat, bint spend) noexcept nogil
    cdef bint is_fulfilled(self, int seat) noexcept nogil
    cdef void judge_prophecies(self) noexcept nogil
    cdef void award_hat(self) noexcept nogil
    cdef void end_round(self) noexcept nogil
    cdef int exact_cards(self, int seat) noexcept nogil
    cdef int seat_at(self, int trick, int place) noexcept nogil
    cdef void take_back_play(self) noexcept nogil
    cdef void put_away(self) noexcept nogil
    cdef void add_to_pool(self, uint64_t cards, int card, Rng rng) noexcept nogil
    cdef uint64_t dealt_cards(self, Rng rng, int hand, int size) noexcept nogil
    cdef int void_seats(self, int suit) noexcept nogil

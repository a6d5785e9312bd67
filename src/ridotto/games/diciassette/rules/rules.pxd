# C layout of rules.py.
cimport cython
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport binomial, bit, count, mul_high, nth
from ridotto.engine.note cimport EVERYBODY, SPECTATOR, UNSEEN
from ridotto.engine.rng cimport Rng
from ridotto.engine.state cimport Moves, State

# The constants of components.py, in C; a test compares them.
cdef enum:
    HAND = 3
    LIMIT = 17
    TO_WIN = 3
    LAST_TURN = 200
    LAST_ROUND = 100
    DECK = 70

cdef enum:
    CONCEALED = 5
    REVERSE = 10
    TRASH = 11
    DOUBLE = 12
    TRAP = 13
    KINDS = 14
    NO_CARD = 14
    NEUTRAL = 15
    ANY_BACK = 16
    FACE_DOWN = 16
    OWNER = 32
    TWO_SIDED = 31
    EFFECT_CARDS = 7168
    OTHER_CONCEALED = 9184

cdef enum:
    DOWN = 14
    PASS = 28
    CALL = 29
    HIDDEN_CARD = 30
    NOBODY_CALLED = 31
    CALLED_BY = 32

cdef enum:
    PLAYING = 0
    CALLING = 1
    GAME_OVER = 2

cdef enum:
    SEQUENTIAL = 0
    BATCH = 1
    CLOCKWISE = 1

cdef enum:
    ROUND_BEGINS = 0
    LAID = 1
    LAID_HIDDEN = 2
    REVERSED = 3
    TRASHED = 4
    DOUBLED = 5
    DREW = 6
    DREW_FACE = 7
    RESHUFFLED = 8
    NOBODY_CALLS = 9
    CALLS = 10
    DEEMED_CALLER = 11
    REVEALED = 12
    COUNTED = 13
    TRAP_SPRUNG = 14
    JUDGED = 15
    SECOND_PENALTY = 16
    GAME_ENDS = 17

cdef short VALUE[16]               # by kind: its value in the row
cdef uint64_t CARD_MOVES[16]       # by kind: the moves that lay it, as bits; none for NO_CARD

cdef inline int kind_of(int card) noexcept nogil:
    return card & 15

cdef inline bint is_down(int card) noexcept nogil:
    return card & FACE_DOWN != 0

cdef inline int owner_of(int card) noexcept nogil:
    return card >> 5

cdef inline bint is_covered(int card) noexcept nogil:
    return is_down(card) and kind_of(card) >= CONCEALED

cdef int count_kinds(short *unseen, int kinds) noexcept nogil
cdef int list_cards(short *deck, int at, short *unseen, int first, int end) noexcept nogil
cdef int redeal_counts(short *counts, short *deck, int at) noexcept nogil

@cython.final
cdef class Diciassette(State):
    cdef readonly short hand_backs_public, call_between_double, trash_cancels_double, direction_resets, settlement, seen_cards_panel

    cdef readonly short phase, round, direction
    cdef readonly short victory[6]
    cdef readonly short penalty[6]
    cdef readonly short hands[6][3]
    cdef readonly short pile[70]
    cdef readonly short pile_size
    cdef readonly short known_discards[14]
    cdef readonly short trashed[6][14]

    cdef readonly short row[70]
    cdef readonly short row_length, turns_finished, turn, cards_due, pending_double
    cdef readonly short last_caller, last_player
    cdef readonly short last_row[70]
    cdef readonly short last_row_length
    cdef readonly short passed, called

    cdef void begin_round(self, int starter) noexcept nogil
    cdef void begin_turn(self, int seat, int due) noexcept nogil
    cdef void clear_hand(self, int seat) noexcept nogil
    cdef bint is_full(self, int seat) noexcept nogil
    cdef bint is_empty(self, int seat) noexcept nogil
    cdef void pick_up(self, int seat, int kind) noexcept nogil
    cdef void take_out(self, int seat, int kind) noexcept nogil
    cdef void lay(self, int seat, int move) noexcept nogil
    cdef void play_card(self, int seat, int move) noexcept nogil
    cdef void append(self, int seat, int card) noexcept nogil
    cdef void reverse(self, int seat) noexcept nogil
    cdef void double(self, int seat) noexcept nogil
    cdef void trash(self, int seat) noexcept nogil
    cdef void refill(self, int seat) noexcept nogil
    cdef void note_drawn(self, int seat, uint64_t drawn) noexcept nogil
    cdef int top_card(self) noexcept nogil
    cdef bint reshuffle(self) noexcept nogil
    cdef void open_window(self) noexcept nogil
    cdef int first_not_passed(self, int passed) noexcept nogil
    cdef void answer(self, int seat, bint call) noexcept nogil
    cdef void close_window(self) noexcept nogil
    cdef int neighbour(self, int seat) noexcept nogil
    cdef void next_turn(self) noexcept nogil
    cdef void begin_next_turn(self, int seat) noexcept nogil
    cdef void end_round(self, int caller) noexcept nogil
    cdef int reveal(self) noexcept nogil
    cdef int settle(self, int caller, int total) noexcept nogil
    cdef int spring_traps(self, int caller) noexcept nogil
    cdef int give_victory(self, int seat, int rewarded) noexcept nogil
    cdef void give_penalty(self, int seat) noexcept nogil
    cdef void pay_penalty_pairs(self) noexcept nogil
    cdef void pay_penalty_pair(self, int seat) noexcept nogil
    cdef void clear_last_row(self) noexcept nogil
    cdef void discard_row(self) noexcept nogil
    cdef void top_up(self, int starter) noexcept nogil
    cdef bint has_winner(self) noexcept nogil
    cdef void end_game(self) noexcept nogil
    cdef uint64_t allowed(self, int seat) noexcept nogil
    cdef bint is_secret(self, int card, int viewer) noexcept nogil
    cdef bint is_unseen_in_hand(self, int kind) noexcept nogil
    cdef void take_back_answers(self, int viewer) noexcept nogil
    cdef int discard_count(self) noexcept nogil
    cdef int covered_discard_count(self) noexcept nogil
    cdef bint may_have_run_out(self) noexcept nogil
    cdef bint has_ended_turn(self) noexcept nogil
    cdef bint is_second_card(self) noexcept nogil
    cdef bint last_card_was_trash(self) noexcept nogil
    cdef int face_up_in_row(self, int kind) noexcept nogil
    cdef int min_trash_discarded(self) noexcept nogil
    cdef int min_doubles_discarded(self, int trash) noexcept nogil
    cdef int min_reverses_discarded(self) noexcept nogil
    cdef void forget_last_call(self) noexcept nogil
    cdef void count_unseen(self, short *unseen, int viewer, bint forgotten) noexcept nogil
    cdef int covered_place_count(self, int viewer) noexcept nogil
    cdef int unseen_hand_count(self, int viewer) noexcept nogil
    cdef int deal_covered(self, short *deck, int viewer) noexcept nogil
    cdef int deal_hands(self, short *deck, int at, int viewer) noexcept nogil
    cdef void deal_discards(self, short *unseen, int first, Rng rng) noexcept nogil
    cdef void move_to_discards(self, int kinds, int number, short *unseen, Rng rng) noexcept nogil

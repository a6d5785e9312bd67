# C layout of rules.py.
cimport cython
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport bit, count, lowest, ones
from ridotto.engine.note cimport EVERYBODY
from ridotto.engine.rng cimport TRIES, Rng
from ridotto.engine.state cimport Moves, State
from ridotto.games.venti.matching cimport (
    AFTER, END, GROUP, JOKERS, KINDS, ONE_OF_FIRST, OPENS, REST, SUITS, can_pay, draw_hand, held, number
)

# The numbers of cards.py, in C; a test compares them.
cdef enum:
    JOKER = 104
    CHAOS = 108
    DECK = 110
    NO_CARD = -1
    NOBODY = -1
    HALF = 52
    JOKER_CLASS = 32
    CLASSES = 33
    DEALT = 3
    HAND_LIMIT = 10
    ACTIONS = 3
    MOST_EXTRA = 2
    EXTRA_WORTH = 2
    TO_SACRIFICE = 5
    FINE = 2
    GIFT = 2
    TEN = 10
    TWENTY = 20
    FIRST_TARGET = 5

cdef enum:
    END_TURN = 0
    DRAW = 1
    REPLACE = 6
    EXCHANGE = 7
    FULFIL = 27
    FREEZE = 31
    MAKE_JOKER = 35
    MAKE_ACTION = 67
    HAND_CARD = 99
    PERMANENT = 132
    DECLARE = 140
    POINT_CARD = 148
    DONE = 180

cdef enum:
    MAIN = 0
    DECLARING = 1
    PAYING = 2
    COMMITTING = 3
    PENALTY = 4
    CATCHING_UP = 5
    DISCARDING = 6
    GAME_OVER = 7

cdef enum:
    NO_FINE = 0
    OWN_FREEZE = 1
    FIRST_TO_TEN = 2
    STILL_FROZEN = 3

cdef enum:
    IMMEDIATE = 0
    BLIND_COMMIT = 1
    STAY_FROZEN = 1
    DISCARD = 2
    MEMORY = 0
    FREE = 0
    BEFORE_PENALTY = 0
    AFTER_PENALTY = 1
    FINISH_ROUND = 1
    ALL = 1

cdef enum:
    AS_NUMBER = 8
    AS_SYMBOL = 16
    AS_ANY = 20
    BY_PERMANENT = 24
    TOTAL = 128

cdef enum:
    GAME_BEGINS = 0
    CHAOS_DEALT = 1
    ROUND_BEGINS = 2
    TURNED_UP = 3
    CHAOS_MET = 4
    RESHUFFLED = 5
    TOOK = 6
    REPLACED = 7
    EXCHANGED = 8
    PAYS = 9
    ATTEMPTS = 10
    REVEALED = 11
    DECLARED = 12
    PAID = 13
    COMMITTED = 14
    FULFILLED = 15
    FAILED = 16
    FROZE = 17
    MADE_JOKER = 18
    MADE_ACTION = 19
    FINED = 20
    UNPUNISHED = 21
    LOST = 22
    MAY_CATCH_UP = 23
    CAUGHT_UP = 24
    DECLINED = 25
    DISCARDED = 26
    ENDED_TURN = 27
    REACHED_TWENTY = 28
    GAME_ENDS = 29

cdef short DISPLAY[7]              # by number of players: the places of the display, as bits
cdef short PLACE[110]              # by card: where its condition begins, among the places of matching.py
cdef short WORTH[110]
cdef short CLASS_OF[110]
cdef uint64_t CLASS[33]            # by class: its cards, all in one half
cdef uint64_t CARDS_WORTH[5][2]    # by points
cdef uint64_t CHAOS_CARDS

cdef inline int number_of(int card) noexcept nogil:
    return card // 13

cdef inline int half_of(int card) noexcept nogil:
    return card >= HALF

cdef inline uint64_t mark_of(int card) noexcept nogil:
    return bit(card - HALF if card >= HALF else card)

cdef inline int half_with(int named) noexcept nogil:
    return named >= 4

cdef inline uint64_t cards_with(int named) noexcept nogil:
    return ones(13, 13 * (named & 3))

cdef inline int half_of_class(int kind) noexcept nogil:
    return kind >= 16

cdef inline void put(uint64_t *cards, int card) noexcept nogil:
    cards[half_of(card)] |= mark_of(card)

cdef inline void take(uint64_t *cards, int card) noexcept nogil:
    cards[half_of(card)] &= ~mark_of(card)

cdef int stands_for(int suits) noexcept nogil

@cython.final
cdef class Venti(State):
    cdef readonly short allow_early_end, extra_action_timing, frozen_attempt, failed_own_freeze, frozen_view
    cdef readonly short penalty_choice, catch_up_measure, final_turns, tiebreak_sacrificed, start_player
    cdef readonly int max_rounds

    cdef readonly uint64_t hand[6][2]
    cdef readonly uint64_t points_pile[6][2]
    cdef readonly uint64_t permanent[6][2]
    cdef readonly uint64_t discards[2]
    cdef readonly short extra[6][2]
    cdef readonly short centre[5]
    cdef readonly short targets[4]
    cdef readonly short frozen_by[4]
    cdef readonly short pile[110]
    cdef readonly short pile_size
    cdef readonly uint64_t pool[6]
    cdef readonly short gaps

    cdef readonly uint64_t unseen[2]
    cdef readonly uint64_t barred[6][2]

    cdef readonly int round
    cdef readonly short starter, active, phase, actions_used, action_limit, payable, stale

    cdef readonly short target, slots_paid
    cdef readonly short paid[5]
    cdef readonly short declared[2]
    cdef readonly uint64_t committed[2]
    cdef readonly short glimpse, gainer, cause, due, last, gift

    cdef readonly short ten_done, trigger_player, final_queue

    cdef void clear_table(self) noexcept nogil
    cdef void deal(self) noexcept nogil
    cdef int next_seat(self, int seat) noexcept nogil
    cdef void pick_up(self, int seat, int card) noexcept nogil
    cdef void add_to_pool(self, int seat, int card) noexcept nogil
    cdef void take_from_pool(self, int seat, int card) noexcept nogil
    cdef int top_card(self) noexcept nogil
    cdef void refill(self) noexcept nogil
    cdef bint reshuffle(self) noexcept nogil
    cdef void turn_up(self, int card) noexcept nogil
    cdef void sweep(self) noexcept nogil
    cdef void clear_centre(self) noexcept nogil
    cdef void discard_target(self, int target) noexcept nogil
    cdef void empty_target(self, int target) noexcept nogil
    cdef void begin_turn(self, int seat) noexcept nogil
    cdef int extra_actions(self, int seat) noexcept nogil
    cdef void ask_action(self) noexcept nogil
    cdef void leave_main(self) noexcept nogil
    cdef void look_again(self, int targets) noexcept nogil
    cdef void act(self, int seat, int move) noexcept nogil
    cdef void draw_centre(self, int seat, int place) noexcept nogil
    cdef void replace_centre(self, int seat) noexcept nogil
    cdef void exchange(self, int seat, int target, int place) noexcept nogil
    cdef bint can_fulfil(self, int target) noexcept nogil
    cdef int joker_cards(self, int seat) noexcept nogil
    cdef void fulfil(self, int seat, int target) noexcept nogil
    cdef int slot(self) noexcept nogil
    cdef void ask_slot(self) noexcept nogil
    cdef void declare(self, int seat, int named) noexcept nogil
    cdef bint can_go_on(self, uint64_t pool, int jokers) noexcept nogil
    cdef void pay(self, int seat, int move) noexcept nogil
    cdef int commit(self, int seat, int move) noexcept nogil
    cdef int lowest_in_hand(self, int seat, int kind) noexcept nogil
    cdef int lowest_permanent(self, int seat, int named) noexcept nogil
    cdef uint64_t permanents_of(self, int seat, int named) noexcept nogil
    cdef int payment(self) noexcept nogil
    cdef bint is_permanent(self, int card) noexcept nogil
    cdef void succeed(self, int seat, int payment) noexcept nogil
    cdef void release(self, int seat) noexcept nogil
    cdef void clear_payment(self) noexcept nogil
    cdef void gain(self, int seat) noexcept nogil
    cdef void freeze(self, int seat, int target) noexcept nogil
    cdef void attempt(self, int seat) noexcept nogil
    cdef void commit_blindly(self, int seat, int move) noexcept nogil
    cdef bint commitment_fits(self, int seat) noexcept nogil
    cdef void fail(self, int seat) noexcept nogil
    cdef bint fine(self, int seat, int cause) noexcept nogil
    cdef void lose(self, int seat, int kind) noexcept nogil
    cdef int lowest_point_card(self, int seat, int kind) noexcept nogil
    cdef void end_penalty(self) noexcept nogil
    cdef int points_to_lose(self, int seat) noexcept nogil
    cdef int sums_without(self, int seat, int spared) noexcept nogil
    cdef int cards_worth(self, int seat, int points) noexcept nogil
    cdef void convert_joker(self, int seat, int kind) noexcept nogil
    cdef void convert_extra(self, int seat, int kind) noexcept nogil
    cdef void add_extra(self, int seat, int card) noexcept nogil
    cdef void resolve(self, int gainer) noexcept nogil
    cdef void reach_ten(self, int seat) noexcept nogil
    cdef int single_last(self) noexcept nogil
    cdef void offer_catch_up(self) noexcept nogil
    cdef void ask_catch_up(self) noexcept nogil
    cdef uint64_t worth_up_to(self, int points, int half) noexcept nogil
    cdef uint64_t fitting(self, int seat, int half) noexcept nogil
    cdef void catch_up(self, int seat, int move) noexcept nogil
    cdef void put_down(self, int seat, int card) noexcept nogil
    cdef void end_catch_up(self) noexcept nogil
    cdef void finish_action(self, int gainer) noexcept nogil
    cdef void count_action(self) noexcept nogil
    cdef void end_turn(self) noexcept nogil
    cdef int hand_size(self, int seat) noexcept nogil
    cdef void discard(self, int seat, int kind) noexcept nogil
    cdef void next_turn(self) noexcept nogil
    cdef void check_twenty(self, int gainer) noexcept nogil
    cdef void end_turns(self) noexcept nogil
    cdef void reckon(self, int first) noexcept nogil
    cdef int sacrificed(self, int seat) noexcept nogil
    cdef void actions(self, int seat, Moves moves) noexcept nogil
    cdef void point_cards(self, int seat, int worth, int first, Moves moves) noexcept nogil
    cdef uint64_t numbers_to_declare(self, int seat) noexcept nogil
    cdef void resources(self, int seat, Moves moves) noexcept nogil
    cdef uint64_t classes_of(self, int seat, int named) noexcept nogil
    cdef uint64_t hand_classes(self, int seat) noexcept nogil
    cdef uint64_t fitting_classes(self, int seat) noexcept nogil
    cdef void uncommitted(self, int seat, Moves moves) noexcept nogil
    cdef void see(self, int card) noexcept nogil
    cdef int secret_cards(self, int seat) noexcept nogil
    cdef void show_from_hand(self, int seat, int card) noexcept nogil
    cdef void bar(self, int seat, int half, uint64_t cards) noexcept nogil
    cdef void bar_payers(self, int seat) noexcept nogil
    cdef uint64_t count_pool(self, int seat, bint seen) noexcept nogil
    cdef int forget(self) noexcept nogil
    cdef void recount(self) noexcept nogil
    cdef void deal_secrets(self, int viewer, int other, int hidden, Rng rng) noexcept nogil
    cdef uint64_t barred_from(self, uint64_t cards, int half, int pattern, int fixed) noexcept nogil
    cdef void lay_out(self, int barred, uint64_t lower, uint64_t upper, Rng rng) noexcept nogil
    cdef void stack_pile(self, uint64_t *sure, int hands, Rng rng) noexcept nogil
    cdef bint is_possible(self, int viewer) noexcept nogil
    cdef int wanted(self) noexcept nogil
    cdef uint64_t wanted_besides(self) noexcept nogil
    cdef bint is_inside_group(self) noexcept nogil
    cdef void deal_asked(self, int viewer, Rng rng) noexcept nogil
    cdef int find_unseen(self, int viewer, int kind, short *cards) noexcept nogil
    cdef int kind_for_asked(self, int card) noexcept nogil

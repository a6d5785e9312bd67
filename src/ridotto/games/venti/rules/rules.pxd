# C layout of rules.py.
cimport cython
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport bit, count, mul_high, lowest, nth, ones
from ridotto.engine.note cimport EVERYBODY
from ridotto.engine.state cimport Moves
from ridotto.games.venti.rules.card_places cimport (
    CARDS_WORTH, CATCHING_UP, CHAOS, CLASS_CARDS, CLASS_OF, COMMITTING, CONDITION_SLOT, DECK, DECLARING, DISCARDING, DISPLAY_PLACES,
    FIRST_TARGET, GAME_OVER, HALF, JOKER, JOKER_CLASS, MAIN, NO_CARD, NOBODY, PAYING, PENALTY, WORTH, bit_of, classes_worth, half_of,
    number_of, pool_of, put
)
from ridotto.games.venti.rules.matching cimport (
    GROUP_SLOTS_LEFT, NEXT_TERM, OPENS_GROUP, SLOT_GROUP, SLOT_NUMBERS, SLOTS_LEFT, can_pay, count_lacking, held, one_card
)
from ridotto.games.venti.rules.redealing cimport VentiRedealing

# The numbers of components.py, in C; a test compares them.
cdef enum:
    CARDS_DEALT = 3
    HAND_LIMIT = 10
    ACTIONS_PER_TURN = 3
    MAX_EXTRA_ACTIONS = 2
    MIN_EXTRA_POINTS = 2
    MIN_POINTS_TO_SACRIFICE = 5
    FINE = 2
    CATCH_UP_POINTS = 2
    TEN = 10
    TWENTY = 20

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
    NO_FINE = 0
    OWN_FREEZE = 1
    FIRST_TO_TEN = 2
    STILL_FROZEN = 3

cdef enum:
    IMMEDIATE = 0
    BLIND_COMMIT = 1
    STAY_FROZEN = 1
    DISCARD = 2
    FREE = 0
    BEFORE_PENALTY = 0
    AFTER_PENALTY = 1
    FINISH_ROUND = 1
    ALL = 1
    AT_ONCE = 1

cdef enum:
    AS_NUMBER = 8
    AS_SYMBOL = 16
    AS_ANY = 20
    BY_PERMANENT = 24
    TOTAL_UNIT = 128

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

cdef inline int max_frozen(int seats) noexcept nogil:
    return 1 if seats < 4 else 2

cdef int joker_code(int numbers) noexcept nogil

@cython.final
cdef class Venti(VentiRedealing):
    cdef void deal(self) noexcept nogil
    cdef int draw_top(self) noexcept nogil
    cdef void refill(self) noexcept nogil
    cdef void note_refill(self, int reshuffles, int chaos, int filled) noexcept nogil
    cdef bint shuffle_discards(self) noexcept nogil
    cdef void turn_up(self, int card) noexcept nogil
    cdef void sweep(self) noexcept nogil
    cdef void discard_centre(self) noexcept nogil
    cdef void discard_target(self, int target) noexcept nogil
    cdef void empty_target(self, int target) noexcept nogil
    cdef void begin_turn(self, int seat) noexcept nogil
    cdef int turn_actions(self, int seat) noexcept nogil
    cdef void ask_action(self) noexcept nogil
    cdef void carry_out_action(self, int seat, int move) noexcept nogil
    cdef void draw_centre(self, int seat, int place) noexcept nogil
    cdef void replace_centre(self, int seat) noexcept nogil
    cdef void exchange(self, int seat, int target, int place) noexcept nogil
    cdef void fulfil(self, int seat, int target) noexcept nogil
    cdef void ask_slot(self) noexcept nogil
    cdef void declare(self, int seat, int number) noexcept nogil
    cdef bint can_pay_rest(self, uint64_t pool, int jokers) noexcept nogil
    cdef void pay(self, int seat, int move) noexcept nogil
    cdef int commit(self, int seat, int move) noexcept nogil
    cdef int payment_code(self) noexcept nogil
    cdef bint is_permanent(self, int card) noexcept nogil
    cdef void succeed(self, int seat, int payment) noexcept nogil
    cdef void release(self, int seat) noexcept nogil
    cdef void score_target(self, int seat) noexcept nogil
    cdef void freeze(self, int seat, int target) noexcept nogil
    cdef void attempt(self, int seat) noexcept nogil
    cdef void commit_blindly(self, int seat, int move) noexcept nogil
    cdef bint commitment_fits(self) noexcept nogil
    cdef void fail(self, int seat) noexcept nogil
    cdef bint start_penalty(self, int seat, int cause) noexcept nogil
    cdef void lose_card(self, int seat, int card_class) noexcept nogil
    cdef void end_penalty(self) noexcept nogil
    cdef int losable_points(self, int seat) noexcept nogil
    cdef int least_loss(self, int seat, int points) noexcept nogil
    cdef int sums_without(self, int seat, int spared) noexcept nogil
    cdef void convert_joker(self, int seat, int card_class) noexcept nogil
    cdef void convert_extra(self, int seat, int card_class) noexcept nogil
    cdef void resolve(self, int gainer) noexcept nogil
    cpdef bint is_ten_ahead(self) noexcept nogil
    cdef void reach_ten(self, int seat) noexcept nogil
    cdef int single_last(self) noexcept nogil
    cdef void offer_catch_up(self) noexcept nogil
    cdef void ask_catch_up(self) noexcept nogil
    cdef void catch_up(self, int seat, int move) noexcept nogil
    cdef void end_catch_up(self) noexcept nogil
    cdef void count_action(self) noexcept nogil
    cdef void end_turn(self) noexcept nogil
    cdef void discard(self, int seat, int card_class) noexcept nogil
    cdef void next_turn(self) noexcept nogil
    cdef void check_twenty(self, int gainer) noexcept nogil
    cdef void end_all_turns(self) noexcept nogil
    cdef void fine_freezers(self, int first) noexcept nogil
    cdef int sacrificed(self, int seat) noexcept nogil
    cdef uint64_t display_moves(self) noexcept nogil
    cdef uint64_t joker_classes(self, int seat) noexcept nogil
    cdef uint64_t extra_classes(self, int seat) noexcept nogil
    cdef uint64_t numbers_to_declare(self, int seat) noexcept nogil
    cdef void add_payments(self, int seat, Moves moves) noexcept nogil
    cdef void add_uncommitted(self, int seat, Moves moves) noexcept nogil

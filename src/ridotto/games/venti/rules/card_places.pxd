# C layout of card_places.py.
cimport cython
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport Dice, bit, count, lowest, ones
from ridotto.engine.state cimport State
from ridotto.games.venti.rules.matching cimport GROUP_SLOTS_LEFT, NEXT_TERM, SLOT_GROUP, SLOTS_LEFT, can_pay, one_card, total

cdef extern from *:
    """
    typedef signed char ridotto_small;
    """
    ctypedef short small "ridotto_small"    # one byte in C; an array of `char` would be text in Python, this is a list

# The numbers of components.py, in C; a test compares them.
cdef enum:
    JOKER = 104
    CHAOS = 108
    DECK = 110
    NO_CARD = -1
    NOBODY = -1
    HALF = 52
    JOKER_CLASS = 32
    CLASSES = 33
    FIRST_TARGET = 5

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
    MEMORY = 0

cdef short DISPLAY_PLACES[7]       # by number of players: the places of the display, as bits
cdef short CONDITION_SLOT[110]     # by card: the first slot of its condition in the tables of matching.py
cdef short WORTH[110]              # by card: its points
cdef short CLASS_OF[110]           # by card
cdef uint64_t CLASS_CARDS[33]      # by class: its cards, all in one half
cdef uint64_t CARDS_WORTH[5][2]    # by points
cdef uint64_t CHAOS_CARDS

cdef inline int number_of(int card) noexcept nogil:
    return card // 13

cdef inline int half_of(int card) noexcept nogil:
    return card >= HALF

cdef inline uint64_t bit_of(int card) noexcept nogil:
    return bit(card - HALF if card >= HALF else card)

cdef inline int half_of_number(int number) noexcept nogil:
    return number >= 4

cdef inline uint64_t cards_of_number(int number) noexcept nogil:
    return ones(13, 13 * (number & 3))

cdef inline int half_of_class(int card_class) noexcept nogil:
    return card_class >= 16

cdef inline void put(uint64_t *cards, int card) noexcept nogil:
    cards[half_of(card)] |= bit_of(card)

cdef inline void take(uint64_t *cards, int card) noexcept nogil:
    cards[half_of(card)] &= ~bit_of(card)

cdef inline int seat_bit(int seat) noexcept nogil:
    return 1 << seat if seat >= 0 else 0

cdef inline uint64_t classes_worth(int points) noexcept nogil:
    return (points >> 1) * <uint64_t>0x11111111

cdef uint64_t pool_of(uint64_t lower, uint64_t upper) noexcept nogil

cdef class VentiTable(State):
    cdef readonly small allow_early_end, extra_action_timing, frozen_attempt, failed_own_freeze, frozen_view
    cdef readonly small penalty_choice, catch_up_measure, final_turns, tiebreak_sacrificed, start_player, reshuffle
    cdef readonly int max_rounds

    cdef readonly uint64_t hand[6][2]
    cdef readonly uint64_t points_pile[6][2]
    cdef readonly unsigned int point_classes[6]
    cdef readonly uint64_t permanent[6][2]
    cdef readonly uint64_t discards[2]
    cdef readonly uint64_t pool[6]
    cdef readonly short points[6]
    cdef readonly small extra[6][2]
    cdef readonly small centre[5]
    cdef readonly small targets[4]
    cdef readonly small frozen_by[4]
    cdef readonly small pile[110]
    cdef readonly small pile_size
    cdef readonly short gaps

    cdef readonly int round
    cdef readonly small starter, active, phase, actions_used, action_limit, payable, stale

    cdef readonly small target, slots_paid
    cdef readonly small paid[5]
    cdef readonly small declared[2]
    cdef readonly uint64_t committed[2]
    cdef readonly small glimpse, gainer, cause, due, last_seat, catch_up_left

    cdef readonly small first_to_ten, trigger_player, final_queue

    @cython.final
    cdef inline void add_to_pool(self, int seat, int card) noexcept nogil:
        if card < JOKER:
            self.pool[seat] += one_card(number_of(card))
    @cython.final
    cdef inline void take_from_pool(self, int seat, int card) noexcept nogil:
        if card < JOKER:
            self.pool[seat] -= one_card(number_of(card))
    @cython.final
    cdef inline int joker_cards(self, int seat) noexcept nogil:
        return count(self.hand[seat][1] & ~self.committed[1] & CLASS_CARDS[JOKER_CLASS])
    @cython.final
    cdef inline int cards_worth(self, int seat, int points) noexcept nogil:
        return count(self.points_pile[seat][0] & CARDS_WORTH[points][0]) + count(self.points_pile[seat][1] & CARDS_WORTH[points][1])
    @cython.final
    cdef inline int slot(self) noexcept nogil:
        return CONDITION_SLOT[self.targets[self.target]] + self.slots_paid
    @cython.final
    cdef inline bint can_fulfil(self, int target) noexcept nogil:
        cdef int card = self.targets[target]
        if card < 0 or card >= JOKER:
            return False
        return can_pay(CONDITION_SLOT[card], 0, self.pool[self.active], self.joker_cards(self.active))
    @cython.final
    cdef inline void mark_stale(self, int targets) noexcept nogil:
        self.payable &= ~targets
        self.stale |= targets

    cdef void clear_table(self) noexcept nogil
    cdef void clear_payment(self) noexcept nogil
    cdef void pick_up(self, int seat, int card) noexcept nogil
    cdef void put_down(self, int seat, int card) noexcept nogil
    cdef int hand_size(self, int seat) noexcept nogil
    cdef uint64_t count_pool(self, int seat) noexcept nogil
    cdef uint64_t pool_without(self, int seat, uint64_t lower, uint64_t upper) noexcept nogil
    cdef int lowest_in_hand(self, int seat, int card_class) noexcept nogil
    cdef uint64_t hand_classes(self, int seat) noexcept nogil
    cdef uint64_t classes_with_number(self, int seat, int number) noexcept nogil
    cdef uint64_t permanents_of(self, int seat, int number) noexcept nogil
    cdef int lowest_permanent(self, int seat, int number) noexcept nogil
    cdef void score_card(self, int seat, int card) noexcept nogil
    cdef int lowest_point_card(self, int seat, int card_class) noexcept nogil
    cdef int take_point_card(self, int seat, int card_class) noexcept nogil
    cdef int extra_actions(self, int seat) noexcept nogil
    cdef void add_extra(self, int seat, int card) noexcept nogil
    cdef void reset_payable(self) noexcept nogil
    cdef void update_payable(self) noexcept nogil
    cdef int unpaid_slot(self) noexcept nogil
    cdef uint64_t unpaid_in_group(self) noexcept nogil
    cdef bint is_inside_group(self) noexcept nogil
    cdef uint64_t cards_worth_up_to(self, int points, int half) noexcept nogil
    cdef uint64_t catch_up_cards(self, int seat, int half) noexcept nogil
    cdef uint64_t catch_up_classes(self, int seat) noexcept nogil
    cdef void shuffle_pile(self, Dice dice) noexcept nogil
    cdef void recount(self) noexcept nogil

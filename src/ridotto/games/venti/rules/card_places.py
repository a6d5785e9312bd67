"""The table of Venti: where the cards lie, and what can be paid with them.

A set of cards is two words of bits. What a seat can pay with is counted in its `pool`: hand cards and permanent jokers
by number, a byte each, without those committed to the payment in progress.
"""

import cython

from ridotto.games.venti.components import CARD_CLASS, CENTRE_SIZE, CONDITIONS, POINTS, TARGET_COUNT
from ridotto.games.venti.rules.matching import add_condition

if not cython.compiled:
    from ridotto.engine.chance import bit, count, lowest, ones
    from ridotto.engine.state import State
    from ridotto.games.venti.components import *
    from ridotto.games.venti.rules.matching import *

    DISPLAY_PLACES = [0] * 7
    CONDITION_SLOT, WORTH, CLASS_OF, CLASS_CARDS = [0] * DECK, [0] * DECK, [0] * DECK, [0] * CLASSES
    CARDS_WORTH = [[0, 0] for _ in range(5)]

    def half_of(card):
        """The index of the word of a set that holds this card."""
        return 1 if card >= HALF else 0

    def bit_of(card):
        """The bit of a card within its word."""
        return 1 << card - HALF * half_of(card)

    def half_of_number(number):
        """The index of the word that holds all cards of a number."""
        return 1 if number >= 4 else 0

    def cards_of_number(number):
        """All cards of a number, within their word."""
        return ones(13, 13 * (number - 4 * half_of_number(number)))

    def half_of_class(card_class):
        return half_of_number(card_class // 4)

    def classes_worth(points):
        """The classes of number cards worth p points for any bit p of `points`, as bits."""
        return sum(points >> 1 << 4 * number for number in range(8))

    def put(cards, card):
        cards[half_of(card)] |= bit_of(card)

    def take(cards, card):
        cards[half_of(card)] &= ~bit_of(card)

    def seat_bit(seat):
        """A seat as a bit; 0 for a spectator."""
        return 1 << seat if seat >= 0 else 0


CHAOS_CARDS = bit_of(CHAOS) | bit_of(CHAOS + 1)


def set_display_places() -> None:
    """The places of the display at 2 to 6 players: venti.setup.players."""
    for seats in range(2, 7):
        # venti.setup.centre, venti.setup.targets; venti.setup.four_plus
        DISPLAY_PLACES[seats] = (1 << CENTRE_SIZE[seats]) - 1 | ((1 << TARGET_COUNT[seats]) - 1) << FIRST_TARGET


def set_cards() -> None:
    """Writes the deck into the tables by card, class and points."""
    first_slots: dict = {}
    free_slot: cython.int = 0
    for card in range(DECK):
        WORTH[card] = POINTS[card]
        CLASS_OF[card] = CARD_CLASS[card]
        if card < CHAOS:
            CLASS_CARDS[CARD_CLASS[card]] |= bit_of(card)
        if card < JOKER:
            CARDS_WORTH[POINTS[card]][half_of(card)] |= bit_of(card)
            condition = CONDITIONS[card]
            if condition not in first_slots:
                first_slots[condition] = free_slot
                free_slot = add_condition(condition, free_slot)
            CONDITION_SLOT[card] = first_slots[condition]


set_display_places()
set_cards()


class VentiTable(State):
    """A position of Venti."""

    if not cython.compiled:

        def __init__(self):
            """The fields of card_places.pxd. In a compiled class they exist and are zero without this."""
            State.__init__(self)
            # options
            self.allow_early_end = 0
            self.extra_action_timing = 0
            self.frozen_attempt = 0
            self.failed_own_freeze = 0
            self.frozen_view = 0
            self.penalty_choice = 0
            self.catch_up_measure = 0
            self.final_turns = 0
            self.tiebreak_sacrificed = 0
            self.start_player = 0
            self.reshuffle = 0
            self.max_rounds = 0
            # the cards
            self.hand = [[0, 0] for _ in range(6)]
            self.points_pile = [[0, 0] for _ in range(6)]
            self.points = [0] * 6  # of the cards in the points pile
            self.point_classes = [0] * 6  # the classes of these cards, as bits
            self.permanent = [[0, 0] for _ in range(6)]
            self.extra = [[0, 0] for _ in range(6)]  # the cards themselves, ascending
            self.discards = [0, 0]
            self.centre = [0] * 5
            self.targets = [0] * 4
            self.frozen_by = [0] * 4
            self.pile = [0] * DECK  # the top card is the last one
            self.pile_size = 0
            self.pool = [0] * 6
            self.gaps = 0  # empty places of the display, as bits
            # the turn
            self.starter = 0
            self.active = 0
            self.round = 0
            self.phase = 0
            self.actions_used = 0
            self.action_limit = 0
            self.payable = 0  # in MAIN: open targets that the active player can pay, as bits
            self.stale = 0  # targets whose bit in `payable` must be computed before the next action, as bits
            # inside an action
            self.target = 0  # being paid or attempted; at the end: the frozen target that is fined
            self.slots_paid = 0
            self.paid = [0] * 5
            self.declared = [0, 0]
            self.committed = [0, 0]
            self.glimpse = 0  # the frozen target that the last action turned up, and down again
            self.gainer = 0  # during the ten rule: the seat that has reached ten
            self.cause = 0  # of the penalty
            self.due = 0  # points of the penalty
            self.last_seat = 0  # the seat alone in last place, which may catch up
            self.catch_up_left = 0  # points it may still lay down
            # towards the end
            self.first_to_ten = 0  # the seat that paid the penalty for it
            self.trigger_player = 0
            self.final_queue = 0  # seats as bits

        def add_to_pool(self, seat, card):
            """Of a hand card only the number counts: venti.fulfil.value_dead."""
            if card < JOKER:
                self.pool[seat] += one_card(number_of(card))

        def take_from_pool(self, seat, card):
            if card < JOKER:
                self.pool[seat] -= one_card(number_of(card))

        def joker_cards(self, seat):
            """The number of uncommitted joker cards in hand."""
            return count(self.hand[seat][1] & ~self.committed[1] & CLASS_CARDS[JOKER_CLASS])

        def cards_worth(self, seat, points):
            pile = self.points_pile[seat]
            return count(pile[0] & CARDS_WORTH[points][0]) + count(pile[1] & CARDS_WORTH[points][1])

        def slot(self):
            """The slot to be paid, as an index into the tables of matching.py."""
            return CONDITION_SLOT[self.targets[self.target]] + self.slots_paid

        def can_fulfil(self, target):
            """Whether the active player could pay the condition of this target, frozen or not."""
            card = self.targets[target]
            if card < 0 or card >= JOKER:
                return False
            return can_pay(CONDITION_SLOT[card], 0, self.pool[self.active], self.joker_cards(self.active))

        def mark_stale(self, targets):
            """Call this when these targets have changed, or the active player has more to pay them with."""
            self.payable &= ~targets
            self.stale |= targets

    # An empty table

    def set_options(self, numbers: dict[str, int]) -> None:
        self.allow_early_end = numbers["allow_early_end"]
        self.extra_action_timing = numbers["extra_action_timing"]
        self.frozen_attempt = numbers["frozen_attempt"]
        self.failed_own_freeze = numbers["failed_own_freeze"]
        self.frozen_view = numbers["frozen_view"]
        self.penalty_choice = numbers["penalty_choice"]
        self.catch_up_measure = numbers["catch_up_measure"]
        self.final_turns = numbers["final_turns"]
        self.tiebreak_sacrificed = numbers["tiebreak_sacrificed"]
        self.start_player = numbers["start_player"]
        self.reshuffle = numbers["reshuffle"]
        self.max_rounds = numbers["max_rounds"]

    def clear_table(self):
        for place in range(5):
            self.centre[place] = NO_CARD
        for target in range(4):
            self.targets[target] = NO_CARD
            self.frozen_by[target] = NOBODY
        for seat in range(6):
            self.extra[seat][0] = NO_CARD
            self.extra[seat][1] = NO_CARD
        self.gaps = DISPLAY_PLACES[self.seats]
        self.clear_payment()
        self.target = NO_CARD
        self.glimpse = NO_CARD
        self.gainer = NOBODY
        self.last_seat = NOBODY
        self.first_to_ten = NOBODY
        self.trigger_player = NOBODY

    def clear_payment(self):
        for i in range(self.slots_paid):
            self.paid[i] = 0
        self.slots_paid = 0
        for half in range(2):
            self.declared[half] = NO_CARD
            self.committed[half] = 0

    def shuffle_pile(self, dice):
        cards: cython.short[110]
        if not cython.compiled:
            cards = [0] * DECK
        for i in range(self.pile_size):
            cards[i] = self.pile[i]
        dice.shuffle(cards, 0, self.pile_size, self.pile_size)
        for i in range(self.pile_size):
            self.pile[i] = cards[i]

    # Hands and pools

    def pick_up(self, seat, card):
        put(self.hand[seat], card)
        self.add_to_pool(seat, card)

    def put_down(self, seat, card):
        take(self.hand[seat], card)
        self.take_from_pool(seat, card)

    def hand_size(self, seat):
        return count(self.hand[seat][0]) + count(self.hand[seat][1])

    def count_pool(self, seat):
        """What a seat can pay with, except joker cards."""
        return self.pool_without(seat, self.committed[0], self.committed[1])

    def pool_without(self, seat, lower, upper):
        """The pool without the cards of this set, given as its lower and upper half.

        Permanent jokers count like hand cards, and may pay alone: venti.fulfil.pjoker.only.
        """
        cards = (self.hand[seat][0] | self.permanent[seat][0]) & ~lower
        return pool_of(cards, (self.hand[seat][1] | self.permanent[seat][1]) & ~upper)

    def lowest_in_hand(self, seat, card_class):
        """The uncommitted hand card of this class with the lowest number (venti.pile.lowest_id)."""
        half = half_of_class(card_class)
        return lowest(self.hand[seat][half] & ~self.committed[half] & CLASS_CARDS[card_class]) + HALF * half

    def hand_classes(self, seat):
        """The classes of uncommitted hand cards, as bits."""
        classes = ones(0, 0)
        for half in range(2):
            cards = self.hand[seat][half] & ~self.committed[half]
            while cards:
                classes |= bit(CLASS_OF[lowest(cards) + HALF * half])
                cards &= cards - 1
        return classes

    def classes_with_number(self, seat, number):
        """The classes of uncommitted hand cards of a number, as bits from the class worth one point on."""
        half = half_of_number(number)
        cards = self.hand[seat][half] & ~self.committed[half]
        classes = ones(0, 0)
        for i in range(4):
            if cards & CLASS_CARDS[4 * number + i]:
                classes |= bit(i)
        return classes

    def permanents_of(self, seat, number):
        """The uncommitted permanent jokers of a number, within their half."""
        half = half_of_number(number)
        return self.permanent[seat][half] & ~self.committed[half] & cards_of_number(number)

    def lowest_permanent(self, seat, number):
        return lowest(self.permanents_of(seat, number)) + HALF * half_of_number(number)

    # Points

    def score_card(self, seat, card):
        put(self.points_pile[seat], card)
        self.points[seat] += WORTH[card]
        self.point_classes[seat] |= bit(CLASS_OF[card])

    def lowest_point_card(self, seat, card_class):
        half = half_of_class(card_class)
        return lowest(self.points_pile[seat][half] & CLASS_CARDS[card_class]) + HALF * half

    def take_point_card(self, seat, card_class):
        """Removes the lowest point card of this class from the points pile, and returns it."""
        card = self.lowest_point_card(seat, card_class)
        take(self.points_pile[seat], card)
        self.points[seat] -= WORTH[card]
        if self.points_pile[seat][half_of(card)] & CLASS_CARDS[card_class] == 0:
            self.point_classes[seat] &= ~bit(card_class)
        return card

    def score(self, seat):
        """The points of the seat's point cards."""
        return self.points[seat]

    def extra_actions(self, seat):
        return (self.extra[seat][0] >= 0) + (self.extra[seat][1] >= 0)

    def add_extra(self, seat, card):
        first = self.extra[seat][0]
        self.extra[seat][0] = card if first < 0 else min(first, card)
        self.extra[seat][1] = first if first < 0 else max(first, card)

    # What can be paid

    def reset_payable(self):
        self.payable = 0
        self.stale = 15

    def update_payable(self):
        """Computes for all stale targets whether they can be paid (venti.fulfil.payable)."""
        pool = self.pool[self.active]
        jokers = self.joker_cards(self.active)
        cards = total(pool) + jokers
        while self.stale:
            target = lowest(self.stale)
            self.stale &= self.stale - 1
            card = self.targets[target]
            # venti.fulfil.joker_target
            if 0 <= card < JOKER and self.frozen_by[target] < 0 and SLOTS_LEFT[CONDITION_SLOT[card]] <= cards:
                self.payable |= can_pay(CONDITION_SLOT[card], 0, pool, jokers) << target

    def unpaid_slot(self):
        """The slot from which on the condition is unpaid. `unpaid_in_group` adds the rest of a declared group."""
        return NEXT_TERM[self.slot()] if self.is_inside_group() else self.slot()

    def unpaid_in_group(self):
        """The numbers that the rest of a declared group wants, as a pool."""
        slot = self.slot()
        if not self.is_inside_group():
            return ones(0, 0)
        return GROUP_SLOTS_LEFT[slot] * one_card(self.declared[SLOT_GROUP[slot]])

    def is_inside_group(self):
        return self.phase == PAYING and SLOT_GROUP[self.slot()] >= 0

    def cards_worth_up_to(self, points, half):
        """All number cards worth at most this many points, within one half."""
        cards = ones(0, 0)
        for worth in range(1, points + 1):
            cards |= CARDS_WORTH[worth][half]
        return cards

    def catch_up_cards(self, seat, half):
        """The hand cards that may be laid down to catch up, within one half."""
        return self.hand[seat][half] & self.cards_worth_up_to(self.catch_up_left, half)

    def catch_up_classes(self, seat):
        """venti.catch.limit: the classes of hand cards that may be laid down, as bits."""
        return self.hand_classes(seat) & classes_worth(ones(self.catch_up_left, 1))

    def recount(self):
        """Computes the fields that follow from the cards."""
        for seat in range(self.seats):
            self.pool[seat] = self.count_pool(seat)
        self.reset_payable()
        if self.phase == MAIN:
            self.update_payable()


def pool_of(lower, upper):
    """The number cards of a set, given as its two halves, counted by number."""
    pool = ones(0, 0)
    while lower:
        pool += one_card(number_of(lowest(lower)))
        lower &= lower - 1
    upper &= ones(HALF, 0)
    while upper:
        pool += one_card(number_of(lowest(upper) + HALF))
        upper &= upper - 1
    return pool

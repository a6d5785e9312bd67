"""The table of Venti: where the cards lie, and what can be paid with them.

A set of cards is two words of bits. What a seat can pay with is counted in its `pool`: hand cards and permanent jokers
by number, a byte each, without those committed to the payment in progress.
"""

import cython

from ridotto.games.venti.components import CENTRE, CONDITIONS, KIND, POINTS, TARGETS
from ridotto.games.venti.rules.matching import learn

if not cython.compiled:
    from ridotto.engine.chance import bit, count, lowest, ones
    from ridotto.engine.state import State
    from ridotto.games.venti.components import *
    from ridotto.games.venti.rules.matching import *

    DISPLAY = [0] * 7
    PLACE, WORTH, CLASS_OF, CLASS = [0] * DECK, [0] * DECK, [0] * DECK, [0] * CLASSES
    CARDS_WORTH = [[0, 0] for _ in range(5)]

    def half_of(card):
        """In which word of a set a card is,"""
        return 1 if card >= HALF else 0

    def mark_of(card):
        """and as which bit."""
        return 1 << card - HALF * half_of(card)

    def half_with(named):
        """In which word all cards of a number are,"""
        return 1 if named >= 4 else 0

    def cards_with(named):
        """and as which bits."""
        return ones(13, 13 * (named - 4 * half_with(named)))

    def half_of_class(kind):
        return half_with(kind // 4)

    def classes_worth(points):
        """All classes of number cards that have one of these points, which are bits."""
        return sum(points >> 1 << 4 * named for named in range(8))

    def put(cards, card):
        cards[half_of(card)] |= mark_of(card)

    def take(cards, card):
        cards[half_of(card)] &= ~mark_of(card)

    def seat_bit(seat):
        """A seat as a bit; a spectator is none."""
        return 1 << seat if seat >= 0 else 0


for seats in range(2, 7):
    DISPLAY[seats] = (1 << CENTRE[seats]) - 1 | ((1 << TARGETS[seats]) - 1) << FIRST_TARGET
CHAOS_CARDS = mark_of(CHAOS) | mark_of(CHAOS + 1)
first_places: dict = {}
free_place: cython.int = 0
for card in range(DECK):
    WORTH[card] = POINTS[card]
    CLASS_OF[card] = KIND[card]
    if card < CHAOS:
        CLASS[KIND[card]] |= mark_of(card)
    if card < JOKER:
        CARDS_WORTH[POINTS[card]][half_of(card)] |= mark_of(card)
        condition = CONDITIONS[card]
        if condition not in first_places:
            first_places[condition] = free_place
            free_place = learn(condition, free_place)
        PLACE[card] = first_places[condition]


class Table(State):
    """A position of Venti."""

    if not cython.compiled:

        def __init__(self):
            """The fields of table.pxd; compiled, they are there and zero from the start."""
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
            self.points = [0] * 6  # of these cards
            self.point_classes = [0] * 6  # and their classes, as bits
            self.permanent = [[0, 0] for _ in range(6)]
            self.extra = [[0, 0] for _ in range(6)]  # the cards themselves, ascending
            self.discards = [0, 0]
            self.centre = [0] * 5
            self.targets = [0] * 4
            self.frozen_by = [0] * 4
            self.pile = [0] * DECK  # the top is the last of them
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
            self.stale = 0  # targets to be looked at before the next action
            # inside an action
            self.target = 0  # being paid or attempted; or frozen at the end
            self.slots_paid = 0
            self.paid = [0] * 5
            self.declared = [0, 0]
            self.committed = [0, 0]
            self.glimpse = 0  # a frozen target that was turned up, and down again
            self.gainer = 0
            self.cause = 0
            self.due = 0
            self.last = 0
            self.gift = 0
            # towards the end
            self.first_to_ten = 0  # the seat that was fined for it
            self.trigger_player = 0
            self.final_queue = 0  # seats as bits

        def add_to_pool(self, seat, card):
            if card < JOKER:
                self.pool[seat] += number(number_of(card))

        def take_from_pool(self, seat, card):
            if card < JOKER:
                self.pool[seat] -= number(number_of(card))

        def joker_cards(self, seat):
            """Joker cards in hand that are not committed yet."""
            return count(self.hand[seat][1] & ~self.committed[1] & CLASS[JOKER_CLASS])

        def cards_worth(self, seat, points):
            pile = self.points_pile[seat]
            return count(pile[0] & CARDS_WORTH[points][0]) + count(pile[1] & CARDS_WORTH[points][1])

        def slot(self):
            """The place of the slot to be paid, among those of all conditions."""
            return PLACE[self.targets[self.target]] + self.slots_paid

        def can_fulfil(self, target):
            """venti.fulfil.payable, fulfil.joker_target: could the active player pay this card?"""
            card = self.targets[target]
            if card < 0 or card >= JOKER:
                return False
            return can_pay(PLACE[card], 0, self.pool[self.active], self.joker_cards(self.active))

        def look_again(self, targets):
            """These targets are others now, or the active player has more to pay with."""
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
        self.gaps = DISPLAY[self.seats]
        self.clear_payment()
        self.target = NO_CARD
        self.glimpse = NO_CARD
        self.gainer = NOBODY
        self.last = NOBODY
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

    # Hands, and what they can pay with

    def pick_up(self, seat, card):
        put(self.hand[seat], card)
        self.add_to_pool(seat, card)

    def put_down(self, seat, card):
        take(self.hand[seat], card)
        self.take_from_pool(seat, card)

    def hand_size(self, seat):
        return count(self.hand[seat][0]) + count(self.hand[seat][1])

    def count_pool(self, seat):
        """What a seat can pay with, joker cards left out."""
        return self.pool_without(seat, self.committed[0], self.committed[1])

    def pool_without(self, seat, lower, upper):
        """The same without these cards, lower and upper half."""
        cards = (self.hand[seat][0] | self.permanent[seat][0]) & ~lower
        return pool_of(cards, (self.hand[seat][1] | self.permanent[seat][1]) & ~upper)

    def lowest_in_hand(self, seat, kind):
        """venti.pile.lowest_id."""
        half = half_of_class(kind)
        return lowest(self.hand[seat][half] & ~self.committed[half] & CLASS[kind]) + HALF * half

    def hand_classes(self, seat):
        """The classes of uncommitted hand cards, as bits."""
        classes = ones(0, 0)
        for half in range(2):
            cards = self.hand[seat][half] & ~self.committed[half]
            while cards:
                classes |= bit(CLASS_OF[lowest(cards) + HALF * half])
                cards &= cards - 1
        return classes

    def classes_of(self, seat, named):
        """The uncommitted hand cards of a number, by their points, as bits."""
        half = half_with(named)
        cards = self.hand[seat][half] & ~self.committed[half]
        classes = ones(0, 0)
        for points in range(4):
            if cards & CLASS[4 * named + points]:
                classes |= bit(points)
        return classes

    def permanents_of(self, seat, named):
        """Permanent jokers of this number that are not committed, within their half."""
        half = half_with(named)
        return self.permanent[seat][half] & ~self.committed[half] & cards_with(named)

    def lowest_permanent(self, seat, named):
        return lowest(self.permanents_of(seat, named)) + HALF * half_with(named)

    # Points

    def score_card(self, seat, card):
        put(self.points_pile[seat], card)
        self.points[seat] += WORTH[card]
        self.point_classes[seat] |= bit(CLASS_OF[card])

    def give_up(self, seat, kind):
        """Takes a point card of this class away; which."""
        half = half_of_class(kind)
        cards = self.points_pile[seat][half] & CLASS[kind]
        card = lowest(cards) + HALF * half
        take(self.points_pile[seat], card)
        self.points[seat] -= WORTH[card]
        if cards & cards - 1 == 0:
            self.point_classes[seat] &= ~bit(kind)
        return card

    def score(self, seat):
        """venti.fulfil.score: the points of a seat, at any time."""
        return self.points[seat]

    def extra_actions(self, seat):
        return (self.extra[seat][0] >= 0) + (self.extra[seat][1] >= 0)

    def add_extra(self, seat, card):
        first = self.extra[seat][0]
        self.extra[seat][0] = card if first < 0 else min(first, card)
        self.extra[seat][1] = first if first < 0 else max(first, card)

    # What can be paid

    def leave_main(self):
        self.payable = 0
        self.stale = 15

    def look(self):
        """Which of the targets that have changed can the active player pay?"""
        pool = self.pool[self.active]
        jokers = self.joker_cards(self.active)
        cards = total(pool) + jokers
        while self.stale:
            target = lowest(self.stale)
            self.stale &= self.stale - 1
            card = self.targets[target]
            if 0 <= card < JOKER and self.frozen_by[target] < 0 and SLOTS[PLACE[card]] <= cards:
                self.payable |= can_pay(PLACE[card], 0, pool, jokers) << target

    def wanted(self):
        """From which place on the condition is still to be paid,"""
        return AFTER[self.slot()] if self.is_inside_group() else self.slot()

    def wanted_besides(self):
        """and what else: the rest of the group whose number was declared."""
        slot = self.slot()
        return REST[slot] * number(self.declared[GROUP[slot]]) if self.is_inside_group() else ones(0, 0)

    def is_inside_group(self):
        return self.phase == PAYING and GROUP[self.slot()] >= 0

    def worth_up_to(self, points, half):
        """All number cards worth 1 to so many points."""
        cards = ones(0, 0)
        for worth in range(1, points + 1):
            cards |= CARDS_WORTH[worth][half]
        return cards

    def fitting(self, seat, half):
        return self.hand[seat][half] & self.worth_up_to(self.gift, half)

    def fitting_classes(self, seat):
        """venti.catch.limit: the classes of hand cards that may be laid down, as bits."""
        return self.hand_classes(seat) & classes_worth(ones(self.gift, 1))

    def recount(self):
        """What follows from the cards."""
        for seat in range(self.seats):
            self.pool[seat] = self.count_pool(seat)
        self.leave_main()
        if self.phase == MAIN:
            self.look()


def pool_of(lower, upper):
    """The number cards of a set, lower and upper half, counted by number."""
    pool = ones(0, 0)
    while lower:
        pool += number(number_of(lowest(lower)))
        lower &= lower - 1
    upper &= ones(HALF, 0)
    while upper:
        pool += number(number_of(lowest(upper) + HALF))
        upper &= upper - 1
    return pool

"""The table of Venti: where the cards lie, what can be paid with them, and who has seen what.

A set of cards is two words of bits. What a seat can pay with is counted in its `pool`: hand cards and permanent jokers
by number, a byte each, without those committed to the payment in progress.
"""

import cython

from ridotto.games.venti.cards import CENTRE, CONDITIONS, KIND, POINTS, TARGETS
from ridotto.games.venti.matching import learn

if not cython.compiled:
    from ridotto.engine.chance import bit, count, lowest, ones
    from ridotto.engine.rng import TRIES
    from ridotto.engine.state import State
    from ridotto.games.venti.cards import *
    from ridotto.games.venti.matching import *

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
            # what everybody knows
            self.unseen = [0, 0]  # cards of the hands and the pile that were never shown to all
            self.barred = [[0, 0] for _ in range(6)]  # of these, what a seat cannot hold, by what it has shown
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

    # Hands, and what they can pay with

    def pick_up(self, seat, card):
        put(self.hand[seat], card)
        self.add_to_pool(seat, card)

    def put_down(self, seat, card):
        take(self.hand[seat], card)
        self.take_from_pool(seat, card)

    def hand_size(self, seat):
        return count(self.hand[seat][0]) + count(self.hand[seat][1])

    def count_pool(self, seat, seen):
        """What a seat can pay with, joker cards left out; or only what everybody has seen of it."""
        hidden: uint64_t[2]
        if not cython.compiled:
            hidden = [0, 0]
        for half in range(2):
            hidden[half] = self.committed[half] | (self.hand[seat][half] & self.unseen[half] if seen else 0)
        lower = (self.hand[seat][0] | self.permanent[seat][0]) & ~hidden[0]
        return pool_of(lower, (self.hand[seat][1] | self.permanent[seat][1]) & ~hidden[1])

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
            self.pool[seat] = self.count_pool(seat, False)
        self.leave_main()
        if self.phase == MAIN:
            self.look()

    # Who has seen what

    def see(self, card):
        """Everybody has seen this card now, and can tell from then on where it is."""
        half = half_of(card)
        mark = mark_of(card)
        if self.unseen[half] & mark:
            self.unseen[half] &= ~mark
            for seat in range(self.seats):
                self.barred[seat][half] &= ~mark

    def secret_cards(self, seat):
        """How many cards of a hand nobody else has seen."""
        return count(self.hand[seat][0] & self.unseen[0]) + count(self.hand[seat][1] & self.unseen[1])

    def show_from_hand(self, seat, card):
        """venti.pile.lowest_id: whoever shows a card has no lower one of its class left."""
        self.bar(seat, half_of(card), CLASS[CLASS_OF[card]] & mark_of(card) - 1)
        self.see(card)
        if self.secret_cards(seat) == 0:
            self.barred[seat][0] = 0
            self.barred[seat][1] = 0

    def bar(self, seat, half, cards):
        """None of these is among the secret cards of this seat."""
        if self.secret_cards(seat):
            self.barred[seat][half] |= cards & self.unseen[half]

    # What a viewer cannot know

    def deal_unseen(self, viewer, rng, recall):
        """Section 7: secret hand cards and the pile are dealt again; without recall, whole hands and frozen cards too.

        Whoever is paying can pay, and whoever is asked to catch up has a card that fits: deals are tried until that
        is so, and after some tries this hand is drawn first.
        """
        hidden = 0 if recall else self.forget()
        tries = 0
        while tries < TRIES:
            self.deal_secrets(seat_bit(viewer), hidden, True, rng)
            tries = TRIES + 1 if self.is_possible(viewer) else tries + 1
        if tries == TRIES:
            self.deal_asked_first(viewer, hidden, rng)
        for target in range(4):
            if hidden >> target & 1:
                self.see(self.targets[target])
        self.recount()
        self.rekey(rng)

    def forget(self):
        """Only what lies open now is known, and what is committed; gives the hidden targets, as bits."""
        hidden = 0
        for half in range(2):
            self.unseen[half] = 0
            for seat in range(self.seats):
                self.unseen[half] |= self.hand[seat][half] & ~self.committed[half]
                self.barred[seat][half] = 0
        for i in range(self.pile_size):
            put(self.unseen, self.pile[i])
        for target in range(4):
            if self.frozen_view == MEMORY and self.frozen_by[target] >= 0 and self.glimpse != target:
                put(self.unseen, self.targets[target])
                hidden |= 1 << target
        self.bar_below_committed()
        return hidden

    def bar_below_committed(self):
        """venti.pile.lowest_id: what is committed lies open, so the active seat has no lower card of these classes."""
        for half in range(2):
            cards = self.committed[half] & self.hand[self.active][half]
            while cards:
                card = lowest(cards) + HALF * half
                self.bar(self.active, half, CLASS[CLASS_OF[card]] & mark_of(card) - 1)
                cards &= cards - 1

    def deal_asked_first(self, viewer, hidden, rng):
        """A hand for whoever is asked, then all others as if nothing were known of them: tried until it fits.

        To heed what they lack would not be even, since some hands of the asked one leave them more choice than others;
        that is the last resort, where they lack so much that it hardly ever fits.
        """
        fixed = seat_bit(viewer) | seat_bit(self.player)
        tries = 0
        while tries < TRIES:
            self.deal_asked(viewer, rng)
            self.deal_secrets(fixed, hidden, False, rng)
            tries = TRIES + 1 if self.fits_bars(hidden) else tries + 1
        if tries == TRIES:
            self.deal_asked(viewer, rng)
            self.deal_secrets(fixed, hidden, True, rng)

    def fits_bars(self, hidden):
        """Has nobody a card that is barred, and is every hidden target a number card?"""
        wrong = 0
        for seat in range(self.seats):
            for half in range(2):
                wrong += count(self.hand[seat][half] & self.barred[seat][half])
        for target in range(4):
            if hidden >> target & 1 and self.targets[target] >= JOKER:
                wrong += 1
        return wrong == 0

    def deal_secrets(self, fixed, hidden, heed, rng):
        """Deals the unseen cards evenly to all seats but the fixed ones, to hidden targets and to the pile.

        What these can have is heeded, or left to be checked.
        """
        rng.clear()
        for seat in range(6):
            rng.hand(0 if fixed >> seat & 1 else self.secret_cards(seat))
        for _ in range(count(hidden)):
            rng.hand(1)
        self.lay_out_unseen(fixed, hidden, heed, rng)
        rng.share()
        self.put_back(fixed, hidden, rng)

    def lay_out_unseen(self, fixed, hidden, heed, rng):
        """What a fixed seat does not hold, grouped by the seats that cannot hold it; no joker is a hidden target."""
        lower = self.unseen[0]
        upper = self.unseen[1] & ~CHAOS_CARDS
        for seat in range(self.seats):
            if fixed >> seat & 1:
                lower &= ~self.hand[seat][0]
                upper &= ~self.hand[seat][1]
        if not heed:
            self.lay_out(0, lower, upper, rng)
            return
        jokers = upper & CLASS[JOKER_CLASS] if hidden else ones(0, 0)
        upper &= ~jokers
        for seats in range(1 << self.seats):
            if not seats & fixed:
                barred = self.barred_from(lower, 0, seats, fixed)
                self.lay_out(seats, barred, self.barred_from(upper, 1, seats, fixed), rng)
                self.lay_out(seats | ones(2, 6), 0, self.barred_from(jokers, 1, seats, fixed), rng)

    def put_back(self, fixed, hidden, rng):
        """Where the cards have come to lie."""
        sure: uint64_t[2]  # cards that can only be in the pile
        if not cython.compiled:
            sure = [0, 0]
        for half in range(2):
            sure[half] = 0
        for i in range(self.pile_size):
            put(sure, self.pile[i])
        for half in range(2):
            sure[half] &= ~self.unseen[half]
        sure[1] |= self.unseen[1] & CHAOS_CARDS
        for seat in range(self.seats):
            if not fixed >> seat & 1:
                cards = self.secret_cards(seat)
                for half in range(2):
                    self.hand[seat][half] &= ~self.unseen[half]
                for i in range(cards):
                    put(self.hand[seat], rng.card(seat, i))
        hands = 6
        for target in range(4):
            if hidden >> target & 1:
                self.targets[target] = rng.card(hands, 0)
                hands += 1
        self.stack_pile(sure, hands, rng)

    def barred_from(self, cards, half, seats, fixed):
        """Those of the cards that just these seats cannot hold."""
        for seat in range(self.seats):
            if not fixed >> seat & 1:
                cards &= self.barred[seat][half] if seats >> seat & 1 else ~self.barred[seat][half]
        return cards

    def lay_out(self, barred, lower, upper, rng):
        """A group of cards, lower and upper half, that these seats cannot hold."""
        if lower | upper:
            rng.group(barred)
        while lower:
            rng.lay(lowest(lower))
            lower &= lower - 1
        while upper:
            rng.lay(lowest(upper) + HALF)
            upper &= upper - 1

    def stack_pile(self, sure, hands, rng):
        """These cards and what no hand got, shuffled."""
        cards = 0
        for half in range(2):
            left = sure[half]
            while left:
                self.pile[cards] = lowest(left) + HALF * half
                cards += 1
                left &= left - 1
        for i in range(self.pile_size - cards):
            self.pile[cards + i] = rng.card(hands, i)
        rng.shuffle(self.pile, 0, self.pile_size, self.pile_size)

    def is_possible(self, viewer):
        """Does the hand of whoever is asked allow what it is asked for?"""
        seat = self.player
        if seat != viewer and self.phase == CATCHING_UP:
            return (self.fitting(seat, 0) | self.fitting(seat, 1)) != 0
        if seat != viewer and (self.phase == PAYING or self.phase == DECLARING):
            return can_pay(self.wanted(), self.wanted_besides(), self.count_pool(seat, False), self.joker_cards(seat))
        return True

    def deal_asked(self, viewer, rng):
        """Deals the unseen cards of whoever is asked, so that the hand is possible."""
        kinds: cython.short[9]
        hand: cython.short[9]
        cards: cython.short[110]
        if not cython.compiled:
            kinds, hand, cards = [0] * KINDS, [0] * KINDS, [0] * DECK
        seat = self.player
        size = self.secret_cards(seat)
        for half in range(2):
            self.hand[seat][half] &= ~self.unseen[half]
        for kind in range(KINDS):
            kinds[kind] = self.find_unseen(viewer, kind, cards)
        if self.phase == CATCHING_UP:
            draw_hand(ONE_OF_FIRST, 0, kinds, hand, size, 0, 0, rng)
        else:
            pool = self.count_pool(seat, True)
            draw_hand(self.wanted(), self.wanted_besides(), kinds, hand, size, pool, self.joker_cards(seat), rng)
        for kind in range(KINDS):
            found = self.find_unseen(viewer, kind, cards)
            rng.shuffle(cards, 0, found, hand[kind])
            for i in range(hand[kind]):
                put(self.hand[seat], cards[i])

    def find_unseen(self, viewer, kind, cards):
        """The cards of a kind that whoever is asked could have; how many."""
        found = 0
        for card in range(CHAOS):
            half = half_of(card)
            possible = self.unseen[half] & ~self.barred[self.player][half]
            if viewer >= 0:
                possible &= ~self.hand[viewer][half]
            if possible & mark_of(card) and self.kind_for_asked(card) == kind:
                cards[found] = card
                found += 1
        return found

    def kind_for_asked(self, card):
        """What matters of a card: does it fit, or which resource is it?"""
        if self.phase == CATCHING_UP:
            return 0 if 1 <= WORTH[card] <= self.gift else 1
        return number_of(card) if card < JOKER else JOKERS


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

"""Venti, in the order of its rulebook. Clause ids are those of docs/rules/venti.md.

A set of cards is two words of bits. What a seat can pay with is counted in its `pool`: hand cards and permanent jokers
by number, a byte each, without those committed to the payment in progress.
"""

import cython

from ridotto.games.venti.cards import CENTRE as CENTRE_CARDS
from ridotto.games.venti.cards import CONDITIONS, KIND, POINTS
from ridotto.games.venti.cards import TARGETS as TARGET_CARDS
from ridotto.games.venti.matching import learn

if not cython.compiled:
    from ridotto.engine.chance import bit, count, lowest, ones
    from ridotto.engine.note import EVERYBODY
    from ridotto.engine.rng import TRIES
    from ridotto.engine.state import State
    from ridotto.games.venti.cards import *
    from ridotto.games.venti.matching import (
        AFTER,
        END,
        GROUP,
        JOKERS,
        KINDS,
        ONE_OF_FIRST,
        OPENS,
        REST,
        SUITS,
        can_pay,
        draw_hand,
        held,
        number,
    )

    DISPLAY = [0] * 7
    PLACE, WORTH, CLASS_OF, CLASS = [0] * DECK, [0] * DECK, [0] * DECK, [0] * CLASSES
    CARDS_WORTH = [[0, 0] for _ in range(5)]

    def half_of(card):
        """In which word of a set a card is,"""
        return 1 if card >= HALF else 0

    def mark_of(card):
        """and as which bit."""
        return 1 << card - HALF if card >= HALF else 1 << card

    def half_with(named):
        """In which word all cards of a number are,"""
        return 1 if named >= 4 else 0

    def cards_with(named):
        """and as which bits."""
        return ones(13, 13 * (named - 4 * half_with(named)))

    def half_of_class(kind):
        return half_with(kind // 4)

    def put(cards, card):
        cards[half_of(card)] |= mark_of(card)

    def take(cards, card):
        cards[half_of(card)] &= ~mark_of(card)


for seats in range(2, 7):
    DISPLAY[seats] = (1 << CENTRE_CARDS[seats]) - 1 | ((1 << TARGET_CARDS[seats]) - 1) << FIRST_TARGET
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


class Venti(State):
    """A game of Venti."""

    if not cython.compiled:

        def __init__(self):
            """The fields of rules.pxd; compiled, they are there and zero from the start."""
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
            self.ten_done = 0
            self.trigger_player = 0
            self.final_queue = 0  # seats as bits

    # Setup

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

    def open(self) -> None:
        """venti.setup.start, deck, hand, centre, targets: section 4."""
        self.clear_table()
        self.starter = self.start_player if self.start_player >= 0 else self.below(self.seats)
        self.note(EVERYBODY, GAME_BEGINS, self.starter, 0, 0)
        for card in range(DECK):
            self.pile[card] = card
        self.pile_size = DECK
        self.shuffle(self.pile, 0, DECK, DECK)
        self.unseen[0] = ones(HALF, 0)
        self.unseen[1] = ones(DECK - HALF, 0)
        self.deal()
        self.refill()
        self.round = 1
        self.note(EVERYBODY, ROUND_BEGINS, 1, 0, 0)
        self.begin_turn(self.starter)

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
        self.trigger_player = NOBODY

    def deal(self):
        """venti.setup.hand.order, hand.chaos.quiet: three rounds; a chaos card is replaced at once."""
        seat = self.starter
        for _ in range(DEALT * self.seats):
            card = self.top_card()
            while card >= CHAOS:
                self.see(card)
                put(self.discards, card)
                self.note(EVERYBODY, CHAOS_DEALT, seat, 0, 0)
                card = self.top_card()
            self.pick_up(seat, card)
            seat = self.next_seat(seat)

    def next_seat(self, seat):
        return seat + 1 if seat + 1 < self.seats else 0

    def pick_up(self, seat, card):
        put(self.hand[seat], card)
        self.add_to_pool(seat, card)

    def add_to_pool(self, seat, card):
        if card < JOKER:
            self.pool[seat] += number(number_of(card))

    def take_from_pool(self, seat, card):
        if card < JOKER:
            self.pool[seat] -= number(number_of(card))

    # Piles and chaos

    def top_card(self):
        self.pile_size -= 1
        card = self.pile[self.pile_size]
        self.pile[self.pile_size] = 0
        return card

    def refill(self):
        """venti.pile.order, pile.both_empty, chaos.chain, chaos.aside: section 5.3."""
        aside = ones(0, 0)
        while self.gaps:
            if self.pile_size == 0 and not self.reshuffle():
                break
            card = self.top_card()
            self.see(card)
            if card >= CHAOS:
                aside |= mark_of(card)
                self.show(CHAOS_MET, 0, 0, 0)
                self.sweep()
            else:
                self.turn_up(card)
        self.discards[1] |= aside

    def reshuffle(self):
        """venti.pile.reshuffle, pile.lazy."""
        for half in range(2):
            cards = self.discards[half]
            self.discards[half] = 0
            while cards:
                self.pile[self.pile_size] = lowest(cards) + HALF * half
                self.pile_size += 1
                cards &= cards - 1
        if self.pile_size == 0:
            return False
        self.shuffle(self.pile, 0, self.pile_size, self.pile_size)
        self.show(RESHUFFLED, self.pile_size, 0, 0)
        return True

    def turn_up(self, card):
        """Into the first empty place of the display."""
        place = lowest(self.gaps)
        self.gaps &= self.gaps - 1
        if place < FIRST_TARGET:
            self.centre[place] = card
        else:
            self.targets[place - FIRST_TARGET] = card
            self.look_again(1 << place - FIRST_TARGET)
        self.show(TURNED_UP, place, 0, 0)

    def sweep(self):
        """venti.chaos.effect, chaos.swept, freeze.chaos."""
        self.clear_centre()
        for target in range(4):
            if self.targets[target] >= 0 and self.frozen_by[target] < 0:
                self.discard_target(target)

    def clear_centre(self):
        for place in range(5):
            if self.centre[place] >= 0:
                put(self.discards, self.centre[place])
                self.centre[place] = NO_CARD
        self.gaps |= DISPLAY[self.seats] & 31

    def discard_target(self, target):
        put(self.discards, self.targets[target])
        self.empty_target(target)

    def empty_target(self, target):
        self.targets[target] = NO_CARD
        self.frozen_by[target] = NOBODY
        self.gaps |= 1 << FIRST_TARGET + target
        self.look_again(1 << target)

    # Turns

    def begin_turn(self, seat):
        """venti.turn.three, extra.one."""
        self.active = seat
        self.actions_used = 0
        self.action_limit = ACTIONS + self.extra_actions(seat)
        self.leave_main()
        self.ask_action()

    def extra_actions(self, seat):
        return (self.extra[seat][0] >= 0) + (self.extra[seat][1] >= 0)

    def ask_action(self):
        """The next action of the active player, who sees which open targets can be paid."""
        self.phase = MAIN
        self.player = self.active
        while self.stale:
            target = lowest(self.stale)
            self.stale &= self.stale - 1
            if self.frozen_by[target] < 0 and self.can_fulfil(target):
                self.payable |= 1 << target

    def leave_main(self):
        self.payable = 0
        self.stale = 15

    def look_again(self, targets):
        """These targets are others now, or the active player has more to pay with."""
        self.payable &= ~targets
        self.stale |= targets

    def act(self, seat, move):
        """venti.turn.costs: the seven kinds of action."""
        self.glimpse = NO_CARD
        if move == END_TURN:
            self.note(EVERYBODY, ENDED_TURN, seat, 0, 0)
            self.end_turn()
        elif move < REPLACE:
            self.draw_centre(seat, move - DRAW)
        elif move == REPLACE:
            self.replace_centre(seat)
        elif move < FULFIL:
            self.exchange(seat, (move - EXCHANGE) // 5, (move - EXCHANGE) % 5)
        elif move < FREEZE:
            self.fulfil(seat, move - FULFIL)
        elif move < MAKE_JOKER:
            self.freeze(seat, move - FREEZE)
        elif move < MAKE_ACTION:
            self.convert_joker(seat, move - MAKE_JOKER)
        else:
            self.convert_extra(seat, move - MAKE_ACTION)

    # Draw, replace, exchange

    def draw_centre(self, seat, place):
        """venti.draw.take, draw.joker."""
        card = self.centre[place]
        self.centre[place] = NO_CARD
        self.gaps |= 1 << place
        self.pick_up(seat, card)
        self.look_again(15 & ~self.payable)
        self.show(TOOK, seat, card, place)
        self.resolve(NOBODY)

    def replace_centre(self, seat):
        """venti.replace.all, replace.first_discard."""
        self.clear_centre()
        self.show(REPLACED, seat, 0, 0)
        self.resolve(NOBODY)

    def exchange(self, seat, target, place):
        """venti.exchange.swap, exchange.no_draw."""
        card = self.centre[place]
        self.centre[place] = self.targets[target]
        self.targets[target] = card
        self.look_again(1 << target)
        self.note(EVERYBODY, EXCHANGED, seat, target, place)
        self.resolve(NOBODY)

    # Fulfil

    def can_fulfil(self, target):
        """venti.fulfil.payable, fulfil.joker_target: could the active player pay this card?"""
        card = self.targets[target]
        if card < 0 or card >= JOKER:
            return False
        return can_pay(PLACE[card], 0, self.pool[self.active], self.joker_cards(self.active))

    def joker_cards(self, seat):
        """Joker cards in hand that are not committed yet."""
        return count(self.hand[seat][1] & ~self.committed[1] & CLASS[JOKER_CLASS])

    def fulfil(self, seat, target):
        self.leave_main()
        self.target = target
        if self.frozen_by[target] >= 0:
            self.attempt(seat)
        else:
            self.note(EVERYBODY, PAYS, seat, target, 0)
            self.ask_slot()

    def slot(self):
        """The place of the slot to be paid, among those of all conditions."""
        return PLACE[self.targets[self.target]] + self.slots_paid

    def ask_slot(self):
        """venti.fulfil.pay_order."""
        self.phase = DECLARING if OPENS[self.slot()] else PAYING

    def declare(self, seat, named):
        slot = self.slot()
        self.declared[GROUP[slot]] = named
        self.phase = PAYING
        self.note(EVERYBODY, DECLARED, seat, named, 0)

    def can_go_on(self, pool, jokers):
        """Could the slots after this one be paid with these?"""
        slot = self.slot()
        if GROUP[slot] < 0:
            return can_pay(slot + 1, 0, pool, jokers)
        return can_pay(AFTER[slot], (REST[slot] - 1) * number(self.declared[GROUP[slot]]), pool, jokers)

    def pay(self, seat, move):
        """venti.fulfil.show, fulfil.one_each."""
        card = self.commit(seat, move)
        self.paid[self.slots_paid] = card
        self.show(PAID, seat, card, self.slots_paid)
        self.slots_paid += 1
        if END[self.slot()]:
            self.succeed(seat, self.payment())
        else:
            self.ask_slot()

    def commit(self, seat, move):
        """A hand card or a permanent joker, which stays where it is for now."""
        if move < PERMANENT:
            card = self.lowest_in_hand(seat, move - HAND_CARD)
            self.show_from_hand(seat, card)
        else:
            card = self.lowest_permanent(seat, move - PERMANENT)
        put(self.committed, card)
        self.take_from_pool(seat, card)
        return card

    def lowest_in_hand(self, seat, kind):
        """venti.pile.lowest_id."""
        half = half_of_class(kind)
        return lowest(self.hand[seat][half] & ~self.committed[half] & CLASS[kind]) + HALF * half

    def lowest_permanent(self, seat, named):
        return lowest(self.permanents_of(seat, named)) + HALF * half_with(named)

    def permanents_of(self, seat, named):
        """Permanent jokers of this number that are not committed, within their half."""
        half = half_with(named)
        return self.permanent[seat][half] & ~self.committed[half] & cards_with(named)

    def payment(self):
        """How each slot was paid, for the note: digits of base 32."""
        told = 0
        for i in range(self.slots_paid):
            slot = PLACE[self.targets[self.target]] + i
            card = self.paid[i]
            if card < JOKER:
                told |= (number_of(card) + BY_PERMANENT * self.is_permanent(card)) << 5 * i
            elif GROUP[slot] >= 0:
                told |= (AS_NUMBER + self.declared[GROUP[slot]]) << 5 * i
            else:
                told |= stands_for(SUITS[slot]) << 5 * i
        return told

    def is_permanent(self, card):
        return 1 if self.permanent[self.active][half_of(card)] & mark_of(card) else 0

    def succeed(self, seat, payment):
        """venti.fulfil.joker.discard, fulfil.pjoker.keep, fulfil.score."""
        card = self.targets[self.target]
        for half in range(2):
            self.discards[half] |= self.committed[half] & self.hand[seat][half]
            self.hand[seat][half] &= ~self.committed[half]
        self.release(seat)
        self.gain(seat)
        self.show(FULFILLED, seat, card + TOTAL * self.score(seat), payment)
        self.resolve(seat)

    def release(self, seat):
        """Whatever was committed and is still there can be used again."""
        for half in range(2):
            cards = self.committed[half] & (self.permanent[seat][half] | self.hand[seat][half])
            while cards:
                self.add_to_pool(seat, lowest(cards) + HALF * half)
                cards &= cards - 1
        self.clear_payment()

    def clear_payment(self):
        for i in range(self.slots_paid):
            self.paid[i] = 0
        self.slots_paid = 0
        for half in range(2):
            self.declared[half] = NO_CARD
            self.committed[half] = 0

    def gain(self, seat):
        """The target goes to the points pile of this seat."""
        put(self.points_pile[seat], self.targets[self.target])
        self.empty_target(self.target)
        self.target = NO_CARD

    # Freeze

    def freeze(self, seat, target):
        """venti.freeze.turn_down."""
        self.frozen_by[target] = seat
        self.look_again(1 << target)
        self.show(FROZE, seat, target, 0)
        self.resolve(NOBODY)

    def attempt(self, seat):
        """venti.frozen.attempt.reveal; or first the cards are committed."""
        self.show(ATTEMPTS, seat, self.target, 0)
        if self.frozen_attempt == BLIND_COMMIT:
            self.phase = COMMITTING
            return
        self.show(REVEALED, self.target, self.targets[self.target], 0)
        if self.can_fulfil(self.target):
            self.frozen_by[self.target] = NOBODY
            self.ask_slot()
        else:
            self.bar_payers(seat)
            self.fail(seat)

    def commit_blindly(self, seat, move):
        """The option frozen_attempt."""
        if move != DONE:
            self.show(COMMITTED, seat, self.commit(seat, move), 0)
            return
        self.show(REVEALED, self.target, self.targets[self.target], 0)
        if self.commitment_fits(seat):
            self.succeed(seat, 0)
        else:
            self.release(seat)
            self.fail(seat)

    def commitment_fits(self, seat):
        """Can all that is committed be put on the slots, one to one, with none left over?"""
        pool = ones(0, 0)
        cards = 0
        for half in range(2):
            rest = self.committed[half]
            while rest:
                card = lowest(rest) + HALF * half
                rest &= rest - 1
                cards += 1
                if card < JOKER:
                    pool += number(number_of(card))
        place = PLACE[self.targets[self.target]]
        jokers = count(self.committed[1] & CLASS[JOKER_CLASS])
        return cards < 6 and END[place + cards] and can_pay(place, 0, pool, jokers)

    def fail(self, seat):
        """venti.frozen.fail.other, fail.own, fail.own.card."""
        target = self.target
        freezer = self.frozen_by[target]
        card = self.targets[target]
        if freezer != seat:
            self.gain(freezer)
            self.show(FAILED, seat, card + TOTAL * self.score(freezer), freezer)
            self.resolve(freezer)
            return
        self.show(FAILED, seat, card + TOTAL * self.score(seat), seat)
        self.target = NO_CARD
        if self.failed_own_freeze == STAY_FROZEN:
            self.glimpse = target
        elif self.failed_own_freeze == DISCARD:
            self.discard_target(target)
        else:
            self.frozen_by[target] = NOBODY
        if not self.fine(seat, OWN_FREEZE):
            self.resolve(NOBODY)

    # Penalties

    def fine(self, seat, cause):
        """venti.penalty.two, penalty.none: is there anything to lose?"""
        if not self.points_pile[seat][0] | self.points_pile[seat][1]:
            self.note(EVERYBODY, UNPUNISHED, seat, cause, 0)
            return False
        self.note(EVERYBODY, FINED, seat, cause, 0)
        self.phase = PENALTY
        self.player = seat
        self.cause = cause
        self.due = FINE
        return True

    def lose(self, seat, kind):
        """venti.penalty.choice, penalty.more, penalty.one."""
        card = self.lowest_point_card(seat, kind)
        take(self.points_pile[seat], card)
        put(self.discards, card)
        self.show(LOST, seat, card + TOTAL * self.score(seat), 0)
        self.due = max(0, self.due - WORTH[card])
        if not self.points_pile[seat][0] | self.points_pile[seat][1]:
            self.due = 0
        if self.due == 0:
            self.end_penalty()

    def lowest_point_card(self, seat, kind):
        half = half_of_class(kind)
        return lowest(self.points_pile[seat][half] & CLASS[kind]) + HALF * half

    def end_penalty(self):
        cause = self.cause
        self.cause = NO_FINE
        if cause == OWN_FREEZE:
            self.resolve(NOBODY)
        elif cause == FIRST_TO_TEN:
            self.offer_catch_up()
        else:
            self.reckon(self.target + 1)

    def points_to_lose(self, seat):
        """The option penalty_choice: which cards may be chosen, by their points, as bits."""
        if self.penalty_choice == FREE:
            return 31
        sums = self.sums_without(seat, 0)
        covering = sums >> self.due << self.due
        if covering == 0:
            return 31
        allowed = 0
        for points in range(1, 5):
            rest = lowest(covering) - points
            if rest >= 0 and self.cards_worth(seat, points) and self.sums_without(seat, points) >> rest & 1:
                allowed |= 1 << points
        return allowed

    def sums_without(self, seat, spared):
        """All sums up to 7 of the own point cards, one card of these points left out, as bits."""
        sums = 1
        for points in range(1, 5):
            cards = self.cards_worth(seat, points)
            if points == spared:
                cards -= 1
            for _ in range(cards):
                sums |= sums << points & 255
        return sums

    def cards_worth(self, seat, points):
        pile = self.points_pile[seat]
        return count(pile[0] & CARDS_WORTH[points][0]) + count(pile[1] & CARDS_WORTH[points][1])

    # Sacrifice

    def convert_joker(self, seat, kind):
        """venti.joker.card, joker.now."""
        card = self.lowest_point_card(seat, kind)
        take(self.points_pile[seat], card)
        put(self.permanent[seat], card)
        self.add_to_pool(seat, card)
        self.look_again(15 & ~self.payable)
        self.note(EVERYBODY, MADE_JOKER, seat, card, 0)
        self.resolve(NOBODY)

    def convert_extra(self, seat, kind):
        """venti.extra.one, extra.now."""
        card = self.lowest_point_card(seat, kind)
        take(self.points_pile[seat], card)
        self.add_extra(seat, card)
        if self.extra_action_timing == IMMEDIATE:
            self.action_limit += 1
        self.note(EVERYBODY, MADE_ACTION, seat, card, ACTIONS + self.extra_actions(seat))
        self.resolve(NOBODY)

    def add_extra(self, seat, card):
        first = self.extra[seat][0]
        self.extra[seat][0] = card if first < 0 else min(first, card)
        self.extra[seat][1] = first if first < 0 else max(first, card)

    # After an action

    def resolve(self, gainer):
        """Section 5.2, steps (b) and (c): refill, then the ten rule."""
        self.refill()
        if gainer >= 0 and self.seats > 2 and not self.ten_done and self.score(gainer) >= TEN:
            self.reach_ten(gainer)
        else:
            self.finish_action(gainer)

    def reach_ten(self, seat):
        """venti.ten.penalty, ten.once, catch.measure."""
        self.leave_main()
        self.ten_done = 1
        self.gainer = seat
        if self.catch_up_measure == BEFORE_PENALTY:
            self.last = self.single_last()
        self.fine(seat, FIRST_TO_TEN)

    def single_last(self):
        """venti.catch.tie."""
        last = 0
        fewest = self.score(0)
        for seat in range(1, self.seats):
            points = self.score(seat)
            if points < fewest:
                fewest = points
                last = seat
            elif points == fewest:
                last = NOBODY
        return last

    def offer_catch_up(self):
        """venti.catch.last, catch.after_fine."""
        if self.catch_up_measure == AFTER_PENALTY:
            self.last = self.single_last()
        if self.last < 0:
            self.end_catch_up()
            return
        self.note(EVERYBODY, MAY_CATCH_UP, self.last, 0, 0)
        self.gift = GIFT
        self.ask_catch_up()

    def ask_catch_up(self):
        """venti.catch.limit: without a fitting card nothing happens, and everybody knows why."""
        if self.gift and self.fitting(self.last, 0) | self.fitting(self.last, 1):
            self.phase = CATCHING_UP
            self.player = self.last
        else:
            for half in range(2):
                self.bar(self.last, half, self.worth_up_to(self.gift, half))
            self.end_catch_up()

    def worth_up_to(self, points, half):
        """All number cards worth 1 to so many points."""
        cards = ones(0, 0)
        for worth in range(1, points + 1):
            cards |= CARDS_WORTH[worth][half]
        return cards

    def fitting(self, seat, half):
        return self.hand[seat][half] & self.worth_up_to(self.gift, half)

    def catch_up(self, seat, move):
        """venti.catch.choice, catch.point_cards."""
        if move == DONE:
            self.note(EVERYBODY, DECLINED, seat, 0, 0)
            self.end_catch_up()
            return
        card = self.lowest_in_hand(seat, move - HAND_CARD)
        self.show_from_hand(seat, card)
        self.put_down(seat, card)
        put(self.points_pile[seat], card)
        self.show(CAUGHT_UP, seat, card + TOTAL * self.score(seat), 0)
        self.gift -= WORTH[card]
        self.ask_catch_up()

    def put_down(self, seat, card):
        take(self.hand[seat], card)
        self.take_from_pool(seat, card)

    def end_catch_up(self):
        """Section 5.2, step (e); the twenty of step (d) is counted before."""
        gainer = self.gainer
        self.gainer = NOBODY
        self.last = NOBODY
        self.gift = 0
        self.check_twenty(gainer)
        self.refill()
        self.count_action()

    def finish_action(self, gainer):
        self.check_twenty(gainer)
        self.count_action()

    def count_action(self):
        """venti.turn.limit.when, turn.costs."""
        self.actions_used += 1
        if self.actions_used >= self.action_limit:
            self.end_turn()
        else:
            self.ask_action()

    # The end of a turn

    def end_turn(self):
        """venti.turn.hand_limit."""
        self.leave_main()
        if self.hand_size(self.active) > HAND_LIMIT:
            self.phase = DISCARDING
            self.player = self.active
        else:
            self.next_turn()

    def hand_size(self, seat):
        return count(self.hand[seat][0]) + count(self.hand[seat][1])

    def discard(self, seat, kind):
        """venti.turn.hand_limit.choice."""
        card = self.lowest_in_hand(seat, kind)
        self.show_from_hand(seat, card)
        self.put_down(seat, card)
        put(self.discards, card)
        self.show(DISCARDED, seat, card, 0)
        if self.hand_size(seat) == HAND_LIMIT:
            self.refill()
            self.next_turn()

    def next_turn(self):
        """venti.turn.order, end.last_turns.order, end.cap."""
        seat = self.next_seat(self.active)
        if self.trigger_player >= 0:
            if self.final_queue == 0:
                self.end_turns()
                return
            while not self.final_queue >> seat & 1:
                seat = self.next_seat(seat)
            self.final_queue &= ~(1 << seat)
        elif seat == self.starter and self.round == self.max_rounds:
            self.end_turns()
            return
        if seat == self.starter:
            self.round += 1
            self.note(EVERYBODY, ROUND_BEGINS, self.round, 0, 0)
        self.begin_turn(seat)

    # The end of the game

    def check_twenty(self, gainer):
        """venti.end.trigger, end.latch, end.last_turns.each; or only to the end of the round."""
        if gainer < 0 or self.trigger_player >= 0 or self.score(gainer) < TWENTY:
            return
        self.trigger_player = gainer
        if self.final_turns == FINISH_ROUND:
            seat = self.next_seat(self.active)
            while seat != self.starter:
                self.final_queue |= 1 << seat
                seat = self.next_seat(seat)
        else:
            self.final_queue = (1 << self.seats) - 1 & ~(1 << gainer)
        self.note(EVERYBODY, REACHED_TWENTY, gainer, count(self.final_queue), 0)

    def end_turns(self):
        self.actions_used = 0
        self.action_limit = 0
        self.reckon(0)

    def reckon(self, first):
        """venti.frozen.end.each: a penalty for each target that is still frozen, then the game is over."""
        for target in range(first, 4):
            if self.frozen_by[target] >= 0:
                self.target = target
                if self.fine(self.frozen_by[target], STILL_FROZEN):
                    return
        self.target = NO_CARD
        self.phase = GAME_OVER
        self.player = -1
        self.note(EVERYBODY, GAME_ENDS, self.round, 0, 0)

    def score(self, seat):
        """venti.fulfil.score: the points of a seat, at any time."""
        total = 0
        for points in range(1, 5):
            total += points * self.cards_worth(seat, points)
        return total

    def merit(self, seat):
        """venti.end.winner, tie_cards, tie_sacrificed: points, then fewer cards, then fewer points sacrificed."""
        cards = count(self.points_pile[seat][0]) + count(self.points_pile[seat][1])
        return (self.score(seat) * 128 - cards) * 256 - self.sacrificed(seat)

    def sacrificed(self, seat):
        """The points of permanent jokers; with the option tiebreak_sacrificed, of extra actions too."""
        total = 0
        for points in range(1, 5):
            for half in range(2):
                total += points * count(self.permanent[seat][half] & CARDS_WORTH[points][half])
        if self.tiebreak_sacrificed == ALL:
            for i in range(self.extra_actions(seat)):
                total += WORTH[self.extra[seat][i]]
        return total

    # Decisions

    def legal(self, seat, moves):
        if self.phase == MAIN:
            self.actions(seat, moves)
        elif self.phase == PAYING:
            self.resources(seat, moves)
        elif self.phase == DECLARING:
            moves.add_bits(self.numbers_to_declare(seat), DECLARE)
        elif self.phase == COMMITTING:
            self.uncommitted(seat, moves)
        elif self.phase == PENALTY:
            self.point_cards(seat, self.points_to_lose(seat), POINT_CARD, moves)
        elif self.phase == CATCHING_UP:
            moves.add_bits(self.fitting_classes(seat), HAND_CARD)
            moves.add(DONE)
        else:
            moves.add_bits(self.hand_classes(seat), HAND_CARD)

    def actions(self, seat, moves):
        """The table of main-phase actions in section 5.2."""
        centre = DISPLAY[self.seats] & 31 & ~self.gaps
        face_up = 0
        frozen = 0
        number_cards = 0
        for target in range(4):
            card = self.targets[target]
            if card >= 0:
                if self.frozen_by[target] >= 0:
                    frozen |= 1 << target
                else:
                    face_up |= 1 << target
                    if card < JOKER:
                        number_cards |= 1 << target
        allowed = ones(0, 0)
        if centre == 0 or self.allow_early_end:
            allowed |= bit(END_TURN)
        if centre:
            allowed |= bit(REPLACE) | bit(DRAW) * centre
            for target in range(4):
                if face_up >> target & 1:
                    allowed |= bit(EXCHANGE + 5 * target) * centre
        allowed |= bit(FULFIL) * (self.payable | frozen)
        if count(frozen) < (1 if self.seats < 4 else 2):
            allowed |= bit(FREEZE) * number_cards
        moves.add_bits(allowed, 0)
        if self.score(seat) >= TO_SACRIFICE:
            self.point_cards(seat, 31, MAKE_JOKER, moves)
            if self.extra_actions(seat) < MOST_EXTRA:
                self.point_cards(seat, ones(3, EXTRA_WORTH), MAKE_ACTION, moves)

    def point_cards(self, seat, worth, first, moves):
        """The classes of own point cards that have one of these points."""
        for half in range(2):
            cards = self.points_pile[seat][half]
            while cards:
                card = lowest(cards) + HALF * half
                cards &= cards - 1
                if worth >> WORTH[card] & 1:
                    moves.add(first + CLASS_OF[card])

    def numbers_to_declare(self, seat):
        """venti.fulfil.equal: numbers that suit the group and leave the rest payable, as bits."""
        slot = self.slot()
        numbers = ones(0, 0)
        for named in range(8):
            if SUITS[slot] >> named & 1:
                group = REST[slot] * number(named)
                if can_pay(AFTER[slot], group, self.pool[seat], self.joker_cards(seat)):
                    numbers |= bit(named)
        return numbers

    def resources(self, seat, moves):
        """venti.fulfil.hand_only, fulfil.joker, fulfil.pjoker: what may fill the slot."""
        slot = self.slot()
        pool = self.pool[seat]
        jokers = self.joker_cards(seat)
        suits = SUITS[slot] if GROUP[slot] < 0 else 1 << self.declared[GROUP[slot]]
        for named in range(8):
            if suits >> named & 1 and held(pool, named) and self.can_go_on(pool - number(named), jokers):
                moves.add_bits(self.classes_of(seat, named), HAND_CARD + 4 * named)
                if self.permanents_of(seat, named):
                    moves.add(PERMANENT + named)
        if jokers and self.can_go_on(pool, jokers - 1):
            moves.add(HAND_CARD + JOKER_CLASS)

    def classes_of(self, seat, named):
        """The uncommitted hand cards of a number, by their points, as bits."""
        half = half_with(named)
        cards = self.hand[seat][half] & ~self.committed[half]
        classes = ones(0, 0)
        for points in range(4):
            if cards & CLASS[4 * named + points]:
                classes |= bit(points)
        return classes

    def hand_classes(self, seat):
        classes = ones(0, 0)
        for named in range(8):
            classes |= self.classes_of(seat, named) << 4 * named
        if self.joker_cards(seat):
            classes |= bit(JOKER_CLASS)
        return classes

    def fitting_classes(self, seat):
        """venti.catch.limit."""
        low_points = ones(0, 0)
        for named in range(8):
            low_points |= ones(self.gift, 4 * named)
        return self.hand_classes(seat) & low_points

    def uncommitted(self, seat, moves):
        moves.add_bits(self.hand_classes(seat), HAND_CARD)
        for named in range(8):
            if self.permanents_of(seat, named):
                moves.add(PERMANENT + named)
        moves.add(DONE)

    def apply(self, seat, move):
        if self.phase == MAIN:
            self.act(seat, move)
        elif self.phase == PAYING:
            self.pay(seat, move)
        elif self.phase == DECLARING:
            self.declare(seat, move - DECLARE)
        elif self.phase == COMMITTING:
            self.commit_blindly(seat, move)
        elif self.phase == PENALTY:
            self.lose(seat, move - POINT_CARD)
        elif self.phase == CATCHING_UP:
            self.catch_up(seat, move)
        else:
            self.discard(seat, move - HAND_CARD)

    # For people

    def cards_in_hand(self, seat: int) -> int:
        return self.hand_size(seat)

    def points_sacrificed(self, seat: int) -> int:
        """What counts in the second tie-break."""
        return self.sacrificed(seat)

    # Secret and open

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

    def bar_payers(self, seat):
        """venti.frozen.attempt.reveal: who has failed holds no card that would do together with the known ones.

        That two or three secret cards would do together is not ruled out: bars are for single cards.
        """
        if self.secret_cards(seat) == 0:
            return
        place = PLACE[self.targets[self.target]]
        pool = self.count_pool(seat, True)
        jokers = count(self.hand[seat][1] & ~self.unseen[1] & CLASS[JOKER_CLASS])
        for named in range(8):
            if can_pay(place, 0, pool + number(named), jokers):
                self.bar(seat, half_with(named), cards_with(named))
        if can_pay(place, 0, pool, jokers + 1):
            self.bar(seat, 1, CLASS[JOKER_CLASS])

    def count_pool(self, seat, seen):
        """What a seat can pay with, joker cards left out; or only what everybody has seen of it."""
        pool = ones(0, 0)
        for half in range(2):
            cards = self.hand[seat][half]
            if seen:
                cards &= ~self.unseen[half]
            cards = (cards | self.permanent[seat][half]) & ~self.committed[half]
            while cards:
                card = lowest(cards) + HALF * half
                cards &= cards - 1
                if card < JOKER:
                    pool += number(number_of(card))
        return pool

    def deal_unseen(self, viewer, rng, recall):
        """Section 7: secret hand cards and the pile are dealt again; without recall, whole hands and frozen cards too.

        Whoever is paying can pay, and whoever is asked to catch up has a card that fits: deals are tried until that
        is so, and after some tries this hand is drawn first.
        """
        hidden = 0 if recall else self.forget()
        tries = 0
        while tries < TRIES:
            self.deal_secrets(viewer, viewer, hidden, rng)
            tries = TRIES + 1 if self.is_possible(viewer) else tries + 1
        if tries == TRIES:
            self.deal_asked(viewer, rng)
            self.deal_secrets(viewer, self.player, hidden, rng)
        for target in range(4):
            if hidden >> target & 1:
                take(self.unseen, self.targets[target])
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
        return hidden

    def recount(self):
        """What follows from the cards."""
        for seat in range(self.seats):
            self.pool[seat] = self.count_pool(seat, False)
        self.leave_main()
        if self.phase == MAIN:
            self.ask_action()

    def deal_secrets(self, viewer, other, hidden, rng):
        """Deals the unseen cards evenly to all seats but these two, to hidden targets and to the pile."""
        need: cython.short[6]
        unknown: uint64_t[2]
        sure: uint64_t[2]  # cards that can only lie in the pile
        if not cython.compiled:
            need, unknown, sure = [0] * 6, [0, 0], [0, 0]
        fixed = 0
        for half in range(2):
            sure[half] = 0
            unknown[half] = self.unseen[half]
        for i in range(self.pile_size):
            put(sure, self.pile[i])
        for half in range(2):
            sure[half] &= ~self.unseen[half]
        sure[1] |= unknown[1] & CHAOS_CARDS
        unknown[1] &= ~CHAOS_CARDS
        rng.clear()
        for seat in range(6):
            need[seat] = 0
            if seat in (viewer, other):
                fixed |= 1 << seat
                for half in range(2):
                    unknown[half] &= ~self.hand[seat][half]
            elif seat < self.seats:
                need[seat] = self.secret_cards(seat)
            rng.hand(need[seat])
        for _ in range(count(hidden)):
            rng.hand(1)
        jokers = unknown[1] & CLASS[JOKER_CLASS] if hidden else ones(0, 0)
        unknown[1] &= ~jokers
        for pattern in range(1 << self.seats):
            if not pattern & fixed:
                lower = self.barred_from(unknown[0], 0, pattern, fixed)
                self.lay_out(pattern, lower, self.barred_from(unknown[1], 1, pattern, fixed), rng)
        self.lay_out(ones(2, 6), 0, jokers, rng)
        rng.share()

        for seat in range(self.seats):
            if not fixed >> seat & 1:
                for half in range(2):
                    self.hand[seat][half] &= ~self.unseen[half]
                for i in range(need[seat]):
                    put(self.hand[seat], rng.card(seat, i))
        hands = 6
        for target in range(4):
            if hidden >> target & 1:
                self.targets[target] = rng.card(hands, 0)
                hands += 1
        self.stack_pile(sure, hands, rng)

    def barred_from(self, cards, half, pattern, fixed):
        """Those of the cards that just these seats cannot hold."""
        for seat in range(self.seats):
            if not fixed >> seat & 1:
                cards &= self.barred[seat][half] if pattern >> seat & 1 else ~self.barred[seat][half]
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

    def wanted(self):
        """From which place on the condition is still to be paid,"""
        return AFTER[self.slot()] if self.is_inside_group() else self.slot()

    def wanted_besides(self):
        """and what else: the rest of the group whose number was declared."""
        slot = self.slot()
        return REST[slot] * number(self.declared[GROUP[slot]]) if self.is_inside_group() else ones(0, 0)

    def is_inside_group(self):
        return self.phase == PAYING and GROUP[self.slot()] >= 0

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


def stands_for(suits):
    """What a joker in a slot stands for, in the note."""
    if suits == 255:
        return AS_ANY
    first = lowest(suits)
    return AS_NUMBER + first if suits == 1 << first else AS_SYMBOL + first // 2

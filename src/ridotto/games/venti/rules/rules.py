"""The rules of Venti, in the order of its rulebook. Clause ids are those of docs/rules/venti.md."""

import cython

if not cython.compiled:
    from ridotto.engine.chance import bit, count, lowest, mul_high, nth, ones
    from ridotto.engine.note import EVERYBODY
    from ridotto.games.venti.components import *
    from ridotto.games.venti.rules.card_places import (
        CARDS_WORTH,
        CLASS_CARDS,
        CLASS_OF,
        CONDITION_SLOT,
        DISPLAY_PLACES,
        WORTH,
        bit_of,
        classes_worth,
        half_of,
        pool_of,
        put,
    )
    from ridotto.games.venti.rules.matching import (
        GROUP_SLOTS_LEFT,
        NEXT_TERM,
        OPENS_GROUP,
        SLOT_GROUP,
        SLOT_NUMBERS,
        SLOTS_LEFT,
        can_pay,
        count_lacking,
        held,
        one_card,
    )
    from ridotto.games.venti.rules.redealing import VentiRedealing

    def max_frozen(seats):
        """The number of cards that may be frozen at once (venti.freeze.limit)."""
        return MAX_FROZEN[seats]


class Venti(VentiRedealing):
    """A game of Venti. Fields: see card_places.pxd."""

    # Setup

    def open(self) -> None:
        self.clear_table()
        # venti.setup.start.random
        self.starter = self.start_player if self.start_player >= 0 else self.below(self.seats)
        self.note(EVERYBODY, GAME_BEGINS, self.starter, 0, 0)
        # venti.setup.deck: all cards are in one pile; venti.setup.discard: none is discarded yet.
        for card in range(DECK):
            self.pile[card] = card
        self.pile_size = DECK
        self.shuffle_pile(self)
        self.unseen[0] = ones(HALF, 0)
        self.unseen[1] = ones(DECK - HALF, 0)
        self.deal()
        self.refill()  # venti.setup.chaos_display: chaos works as usual
        self.round = 1
        self.note(EVERYBODY, ROUND_BEGINS, 1, 0, 0)
        self.begin_turn(self.starter)  # venti.setup.start

    def deal(self):
        """Deals the hands, card by card (venti.setup.hand, venti.setup.hand.order)."""
        seat = self.starter
        for _ in range(CARDS_DEALT * self.seats):
            card = self.draw_top()
            # venti.setup.hand.chaos; venti.setup.hand.chaos.quiet: it sweeps nothing.
            while card >= CHAOS:
                self.mark_seen(card)
                put(self.discards, card)
                self.note(EVERYBODY, CHAOS_DEALT, seat, 0, 0)
                card = self.draw_top()
            self.pick_up(seat, card)
            seat = self.next_seat(seat)

    # Piles and chaos

    def draw_top(self):
        """venti.setup.pile: centre, targets and setup hands all draw from one pile."""
        self.pile_size -= 1
        card = self.pile[self.pile_size]
        self.pile[self.pile_size] = 0
        return card

    def refill(self):
        """Fills the gaps of the display: section 5.3 of docs/rules/venti.md. Costs no action: venti.chaos.no_cost."""
        aside = ones(0, 0)  # chaos cards being resolved: venti.chaos.aside
        reshuffles = 0
        empty = self.gaps
        while self.gaps:
            # venti.pile.lazy
            if self.pile_size == 0:
                if not self.shuffle_discards():
                    break  # venti.pile.both_empty
                reshuffles += 1
            card = self.draw_top()
            # venti.pile.at_once: the cards that this card sweeps away stay out of the reshuffle
            if self.pile_size == 0 and self.reshuffle == AT_ONCE:
                reshuffles += self.shuffle_discards()
            self.mark_seen(card)
            # venti.chaos.never_kept; venti.chaos.chain: a second one sweeps again.
            if card >= CHAOS:
                aside |= bit_of(card)
                self.sweep()
                empty = self.gaps
            else:
                self.turn_up(card)
        self.discards[1] |= aside  # venti.chaos.discard
        self.note_refill(reshuffles, count(aside), empty & ~self.gaps)

    def note_refill(self, reshuffles, chaos, filled):
        """Notes what a refill has changed, not the order of the cards: nobody needs to remember that."""
        if reshuffles:
            self.show(RESHUFFLED, self.pile_size, 0, 0)
        if chaos:
            self.show(CHAOS_MET, chaos, 0, 0)
        while filled:
            self.show(TURNED_UP, lowest(filled), 0, 0)
            filled &= filled - 1

    def shuffle_discards(self):
        """Shuffles the discards into the pile (venti.pile.reshuffle). Returns False if there is nothing to shuffle."""
        for half in range(2):
            cards = self.discards[half]
            self.discards[half] = 0
            while cards:
                self.pile[self.pile_size] = lowest(cards) + HALF * half
                self.pile_size += 1
                cards &= cards - 1
        if self.pile_size == 0:
            return False
        self.shuffle_pile(self)
        return True

    def turn_up(self, card):
        """venti.pile.order: the first gap gets the card, and the centre comes first."""
        place = lowest(self.gaps)
        self.gaps &= self.gaps - 1
        if place < FIRST_TARGET:
            self.centre[place] = card
        else:
            self.targets[place - FIRST_TARGET] = card
            self.mark_stale(1 << place - FIRST_TARGET)

    def sweep(self):
        """Discards the centre and all targets that are not frozen (venti.chaos.effect, venti.chaos.swept)."""
        self.discard_centre()
        for target in range(4):
            # venti.freeze.chaos
            if self.targets[target] >= 0 and self.frozen_by[target] < 0:
                self.discard_target(target)

    def discard_centre(self):
        for place in range(5):
            if self.centre[place] >= 0:
                put(self.discards, self.centre[place])
                self.centre[place] = NO_CARD
        self.gaps |= DISPLAY_PLACES[self.seats] & (1 << FIRST_TARGET) - 1

    def discard_target(self, target):
        put(self.discards, self.targets[target])
        self.empty_target(target)

    def empty_target(self, target):
        self.targets[target] = NO_CARD
        self.frozen_by[target] = NOBODY
        self.gaps |= 1 << FIRST_TARGET + target  # venti.frozen.refill: the next refill puts a card here, face up
        self.mark_stale(1 << target)

    # Turns

    def begin_turn(self, seat):
        """venti.turn.three, venti.extra.one; a last turn begins the same way: venti.end.last_turns.normal."""
        self.active = seat
        self.actions_used = 0
        self.action_limit = self.turn_actions(seat)
        self.reset_payable()
        self.ask_action()

    def turn_actions(self, seat):
        return ACTIONS_PER_TURN + self.extra_actions(seat)

    def ask_action(self):
        """venti.turn.free_mix: any action may come next."""
        self.phase = MAIN
        self.player = self.active
        if self.stale:
            self.update_payable()

    def carry_out_action(self, seat, move):
        """The seven kinds of action (venti.turn.costs), or the early end of the turn."""
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
        """Takes a card of the centre into the hand (venti.draw.take, venti.draw.joker)."""
        card = self.centre[place]
        self.centre[place] = NO_CARD
        self.gaps |= 1 << place
        self.pick_up(seat, card)
        self.mark_stale(15 & ~self.payable)
        self.show(TOOK, seat, card, place)
        self.resolve(NOBODY)  # venti.draw.refill

    def replace_centre(self, seat):
        """Replaces all cards of the centre (venti.replace.all, venti.replace.all_or_none)."""
        self.discard_centre()  # venti.replace.first_discard: a reshuffle includes these cards
        self.show(REPLACED, seat, 0, 0)
        self.resolve(NOBODY)

    def exchange(self, seat, target, place):
        """Swaps a target and a centre card (venti.exchange.swap). Nothing is drawn (venti.exchange.no_draw)."""
        card = self.centre[place]
        self.centre[place] = self.targets[target]
        self.targets[target] = card
        self.mark_stale(1 << target)
        self.note(EVERYBODY, EXCHANGED, seat, target, place)
        self.resolve(NOBODY)

    # Fulfil

    def fulfil(self, seat, target):
        """One action, several times a turn if the player likes: venti.fulfil.many."""
        self.reset_payable()
        self.target = target
        # venti.frozen.attempt: of any player
        if self.frozen_by[target] >= 0:
            self.attempt(seat)
        else:
            self.note(EVERYBODY, PAYS, seat, target, 0)
            self.ask_slot()

    def ask_slot(self):
        """Asks for the next slot, or first for the number of its group (venti.fulfil.pay_order)."""
        self.phase = DECLARING if OPENS_GROUP[self.slot()] else PAYING

    def declare(self, seat, number):
        slot = self.slot()
        self.declared[SLOT_GROUP[slot]] = number
        self.phase = PAYING
        self.note(EVERYBODY, DECLARED, seat, number, 0)

    def can_pay_rest(self, pool, jokers):
        """Whether these resources can pay all slots after the current one."""
        slot = self.slot()
        if SLOT_GROUP[slot] < 0:
            return can_pay(slot + 1, 0, pool, jokers)
        rest_of_group = (GROUP_SLOTS_LEFT[slot] - 1) * one_card(self.declared[SLOT_GROUP[slot]])
        return can_pay(NEXT_TERM[slot], rest_of_group, pool, jokers)

    def pay(self, seat, move):
        """Pays the current slot with one card, which is shown (venti.fulfil.one_each, venti.fulfil.show)."""
        card = self.commit(seat, move)
        self.paid[self.slots_paid] = card
        self.show(PAID, seat, CLASS_OF[card], self.slots_paid)
        self.slots_paid += 1
        if SLOTS_LEFT[self.slot()] == 0:
            self.succeed(seat, self.payment_code())
        else:
            self.ask_slot()

    def commit(self, seat, move):
        """Commits a hand card or a permanent joker to the payment. It stays in its place until the payment is complete.

        A permanent joker fills one slot of the condition at most: venti.fulfil.pjoker.
        """
        if move < PERMANENT:
            card = self.lowest_in_hand(seat, move - HAND_CARD)
            self.show_from_hand(seat, card)
        else:
            card = self.lowest_permanent(seat, move - PERMANENT)
        put(self.committed, card)
        self.take_from_pool(seat, card)
        return card

    def payment_code(self):
        """How each slot was paid, for the note FULFILLED: digits of base 32, the first slot lowest."""
        code = 0
        for i in range(self.slots_paid):
            slot = CONDITION_SLOT[self.targets[self.target]] + i
            card = self.paid[i]
            if card < JOKER:
                code |= (number_of(card) + BY_PERMANENT * self.is_permanent(card)) << 5 * i
            elif SLOT_GROUP[slot] >= 0:
                code |= (AS_NUMBER + self.declared[SLOT_GROUP[slot]]) << 5 * i
            else:
                code |= joker_code(SLOT_NUMBERS[slot]) << 5 * i
        return code

    def is_permanent(self, card):
        return 1 if self.permanent[self.active][half_of(card)] & bit_of(card) else 0

    def succeed(self, seat, payment):
        """Discards the payment and scores the target (venti.fulfil.pay, venti.fulfil.joker.discard)."""
        card = self.targets[self.target]
        for half in range(2):
            self.discards[half] |= self.committed[half] & self.hand[seat][half]
            self.hand[seat][half] &= ~self.committed[half]
        self.release(seat)  # venti.fulfil.pjoker.keep
        self.score_target(seat)
        self.show(FULFILLED, seat, card + TOTAL_UNIT * self.points[seat], payment)
        self.resolve(seat)  # venti.fulfil.refill

    def release(self, seat):
        """Ends the payment. Committed cards that the seat still has can be used again."""
        for half in range(2):
            cards = self.committed[half] & (self.permanent[seat][half] | self.hand[seat][half])
            while cards:
                self.add_to_pool(seat, lowest(cards) + HALF * half)
                cards &= cards - 1
        self.clear_payment()

    def score_target(self, seat):
        """Moves the target to the points pile of the seat (venti.fulfil.score)."""
        self.score_card(seat, self.targets[self.target])
        self.empty_target(self.target)
        self.target = NO_CARD

    # Freeze

    def freeze(self, seat, target):
        """Turns a target face down for the seat (venti.freeze.turn_down, venti.freeze.owner).

        Only an attempt turns it up again (venti.freeze.no_undo).
        """
        self.frozen_by[target] = seat
        self.mark_stale(1 << target)
        self.show(FROZE, seat, target, 0)
        self.resolve(NOBODY)

    def attempt(self, seat):
        """Turns up a frozen target, and asks for the payment or fails (venti.frozen.attempt.reveal).

        With the option `frozen_attempt`, cards are committed before the reveal.
        """
        self.show(ATTEMPTS, seat, self.target, 0)
        if self.frozen_attempt == BLIND_COMMIT:
            self.phase = COMMITTING
            return
        self.show(REVEALED, self.target, 0, 0)
        if self.can_fulfil(self.target):
            self.frozen_by[self.target] = NOBODY  # venti.frozen.success.other: the freezer is not punished
            self.ask_slot()
        else:
            self.rule_out(seat, CONDITION_SLOT[self.targets[self.target]])
            self.fail(seat)

    def commit_blindly(self, seat, move):
        """One step of an attempt with the option `frozen_attempt`: a card, or the end."""
        if move != DONE:
            self.show(COMMITTED, seat, CLASS_OF[self.commit(seat, move)], 0)
            return
        self.show(REVEALED, self.target, 0, 0)
        if self.commitment_fits():
            self.succeed(seat, NO_CARD)
        else:
            self.release(seat)
            self.fail(seat)

    def commitment_fits(self):
        """Whether the committed cards fill all slots, one each, with none left over: venti.fulfil.one_each."""
        slot = CONDITION_SLOT[self.targets[self.target]]
        cards = count(self.committed[0]) + count(self.committed[1])
        jokers = count(self.committed[1] & CLASS_CARDS[JOKER_CLASS])
        return cards == SLOTS_LEFT[slot] and can_pay(slot, 0, pool_of(self.committed[0], self.committed[1]), jokers)

    def fail(self, seat):
        """Ends a failed attempt. It has cost an action and no card: venti.frozen.attempt.action."""
        target = self.target
        freezer = self.frozen_by[target]
        card = self.targets[target]
        # venti.frozen.fail.other
        if freezer != seat:
            self.score_target(freezer)
            self.show(FAILED, seat, card + TOTAL_UNIT * self.points[freezer], freezer)
            self.resolve(freezer)
            return
        self.show(FAILED, seat, NO_CARD, seat)
        self.target = NO_CARD
        if self.failed_own_freeze == STAY_FROZEN:
            self.glimpse = target
        elif self.failed_own_freeze == DISCARD:
            self.discard_target(target)
        else:
            self.frozen_by[target] = NOBODY  # venti.frozen.fail.own.card
        # venti.frozen.fail.own
        if not self.start_penalty(seat, OWN_FREEZE):
            self.resolve(NOBODY)

    # Penalties

    def start_penalty(self, seat, cause):
        """Asks for point cards. Returns False if the seat has none."""
        # venti.penalty.none
        if self.points[seat] == 0:
            self.note(EVERYBODY, UNPUNISHED, seat, cause, 0)
            return False
        self.note(EVERYBODY, FINED, seat, cause, 0)
        self.phase = PENALTY
        self.player = seat
        self.cause = cause
        self.due = FINE  # venti.penalty.two
        return True

    def lose_card(self, seat, card_class):
        """Discards a point card that the seat has chosen for its penalty (venti.penalty.choice)."""
        card = self.take_point_card(seat, card_class)
        put(self.discards, card)
        self.show(LOST, seat, card + TOTAL_UNIT * self.points[seat], 0)
        # venti.penalty.more: no change is given; venti.penalty.one: nothing left ends it.
        self.due = max(0, self.due - WORTH[card]) if self.points[seat] else 0
        if self.due == 0:
            self.end_penalty()

    def end_penalty(self):
        cause = self.cause
        self.cause = NO_FINE
        if cause == OWN_FREEZE:
            self.resolve(NOBODY)
        elif cause == FIRST_TO_TEN:
            self.offer_catch_up()  # venti.catch.after_fine
        else:
            self.fine_freezers(self.target + 1)

    def losable_points(self, seat):
        """Bit p: a card worth p points may be chosen. All may, but for the option `penalty_choice`."""
        if self.penalty_choice == FREE:
            return 31
        allowed = 0
        least = self.points[seat]
        for points in range(1, 5):
            if self.cards_worth(seat, points):
                loss = self.least_loss(seat, points)
                if loss < least:
                    least = loss
                    allowed = 0
                if loss == least:
                    allowed |= 1 << points
        return allowed

    def least_loss(self, seat, points):
        """The points that the penalty costs at least if a card worth this much goes first."""
        sums = self.sums_without(seat, points) << points
        covering = sums >> self.due << self.due
        return lowest(covering) if covering else self.points[seat]

    def sums_without(self, seat, spared):
        """Bit s, up to 7: some of the seat's point cards make s points, without one of the cards worth `spared`."""
        sums = 1
        for points in range(1, 5):
            cards = self.cards_worth(seat, points)
            if points == spared:
                cards -= 1
            for _ in range(cards):
                sums |= sums << points & 255
        return sums

    # Sacrifice

    def convert_joker(self, seat, card_class):
        """Turns a point card into a permanent joker (venti.joker.card, venti.joker.one_per_action)."""
        card = self.take_point_card(seat, card_class)
        put(self.permanent[seat], card)
        self.add_to_pool(seat, card)  # venti.joker.now
        self.mark_stale(15 & ~self.payable)
        self.note(EVERYBODY, MADE_JOKER, seat, card, 0)
        self.resolve(NOBODY)

    def convert_extra(self, seat, card_class):
        """Turns a point card into an extra action (venti.extra.one, venti.extra.one_per_action)."""
        card = self.take_point_card(seat, card_class)
        self.add_extra(seat, card)
        # venti.extra.now
        if self.extra_action_timing == IMMEDIATE:
            self.action_limit += 1
        self.note(EVERYBODY, MADE_ACTION, seat, card, self.turn_actions(seat))
        self.resolve(NOBODY)

    # After an action

    def resolve(self, gainer):
        """Section 5.2, steps (b) to (f), after an action by which the gainer, or NOBODY, has got a card."""
        self.refill()
        # venti.ten.timing
        if gainer >= 0 and self.is_ten_ahead() and self.points[gainer] >= TEN:
            self.reach_ten(gainer)
        else:
            self.check_twenty(gainer)
            self.count_action()

    def is_ten_ahead(self) -> bool:
        """Whether a seat that reaches ten points now would be the first (venti.ten.two_players, venti.ten.once)."""
        return self.seats > 2 and self.first_to_ten < 0

    def reach_ten(self, seat):
        """Starts the penalty of the first seat to reach ten points (venti.ten.penalty)."""
        self.first_to_ten = seat
        self.gainer = seat
        # venti.catch.measure
        if self.catch_up_measure == BEFORE_PENALTY:
            self.last_seat = self.single_last()
        self.start_penalty(seat, FIRST_TO_TEN)

    def single_last(self):
        """The seat with the fewest points; NOBODY if several share the last place: venti.catch.tie."""
        last = 0
        fewest = self.points[0]
        for seat in range(1, self.seats):
            points = self.points[seat]
            if points < fewest:
                fewest = points
                last = seat
            elif points == fewest:
                last = NOBODY
        return last

    def offer_catch_up(self):
        """Lets the seat alone in last place catch up (venti.catch.last)."""
        if self.catch_up_measure == AFTER_PENALTY:
            self.last_seat = self.single_last()
        if self.last_seat < 0:
            self.end_catch_up()
            return
        self.note(EVERYBODY, MAY_CATCH_UP, self.last_seat, 0, 0)
        self.catch_up_left = CATCH_UP_POINTS
        self.ask_catch_up()

    def ask_catch_up(self):
        """venti.catch.limit: without a fitting card nothing happens, which tells everybody that there is none."""
        seat = self.last_seat
        if self.catch_up_left and self.catch_up_cards(seat, 0) | self.catch_up_cards(seat, 1):
            self.phase = CATCHING_UP
            self.player = seat
        else:
            for half in range(2):
                self.bar(seat, half, self.cards_worth_up_to(self.catch_up_left, half))
            self.end_catch_up()

    def catch_up(self, seat, move):
        """Scores a hand card of the seat in last place, or ends the catch-up (venti.catch.choice)."""
        if move == DONE:
            self.note(EVERYBODY, DECLINED, seat, 0, 0)
            self.end_catch_up()
            return
        card = self.lowest_in_hand(seat, move - HAND_CARD)
        self.show_from_hand(seat, card)
        self.put_down(seat, card)
        self.score_card(seat, card)  # venti.catch.point_cards
        self.show(CAUGHT_UP, seat, card + TOTAL_UNIT * self.points[seat], 0)
        self.catch_up_left -= WORTH[card]
        self.ask_catch_up()

    def end_catch_up(self):
        """Section 5.2, steps (d) to (f)."""
        gainer = self.gainer
        self.gainer = NOBODY
        self.last_seat = NOBODY
        self.catch_up_left = 0
        self.check_twenty(gainer)
        self.refill()
        self.count_action()

    def count_action(self):
        """venti.turn.costs; the steps within an action are not counted: venti.turn.costs.nothing_else."""
        self.actions_used += 1
        # venti.turn.limit, venti.turn.limit.when
        if self.actions_used >= self.action_limit:
            self.end_turn()
        else:
            self.ask_action()

    # The end of a turn

    def end_turn(self):
        """Asks for discards above the hand limit, or begins the next turn (venti.turn.hand_limit)."""
        self.reset_payable()
        if self.hand_size(self.active) > HAND_LIMIT:
            self.phase = DISCARDING
            self.player = self.active
        else:
            self.next_turn()

    def discard(self, seat, card_class):
        """Discards a hand card; at the limit the next turn begins (venti.turn.hand_limit.choice)."""
        card = self.lowest_in_hand(seat, card_class)
        self.show_from_hand(seat, card)
        self.put_down(seat, card)
        put(self.discards, card)
        self.show(DISCARDED, seat, card_class, 0)
        if self.hand_size(seat) == HAND_LIMIT:
            self.refill()
            self.next_turn()

    def next_turn(self):
        seat = self.next_seat(self.active)  # venti.turn.order
        if self.trigger_player >= 0:
            if self.final_queue == 0:
                self.end_all_turns()
                return
            # venti.end.last_turns.order
            while not self.final_queue >> seat & 1:
                seat = self.next_seat(seat)
            self.final_queue &= ~(1 << seat)
        # venti.end.cap
        elif seat == self.starter and self.round == self.max_rounds:
            self.end_all_turns()
            return
        if seat == self.starter:
            self.round += 1
            self.note(EVERYBODY, ROUND_BEGINS, self.round, 0, 0)
        self.begin_turn(seat)

    # The end of the game

    def check_twenty(self, gainer):
        """venti.end.trigger, venti.end.trigger.any_turn. The running turn goes on: venti.end.finish_turn."""
        # venti.end.latch, venti.end.second_20
        if gainer < 0 or self.trigger_player >= 0 or self.points[gainer] < TWENTY:
            return
        self.trigger_player = gainer
        if self.final_turns == FINISH_ROUND:
            seat = self.next_seat(self.active)
            while seat != self.starter:
                self.final_queue |= 1 << seat
                seat = self.next_seat(seat)
        else:
            # venti.end.last_turns, venti.end.last_turns.each
            self.final_queue = (1 << self.seats) - 1 & ~(1 << gainer)
        self.note(EVERYBODY, REACHED_TWENTY, gainer, count(self.final_queue), 0)

    def end_all_turns(self):
        self.actions_used = 0
        self.action_limit = 0
        self.fine_freezers(0)

    def fine_freezers(self, first):
        """venti.frozen.end: a penalty for each target from `first` on that is still frozen; then the game is over."""
        # venti.frozen.end.each
        for target in range(first, 4):
            if self.frozen_by[target] >= 0:
                self.target = target
                if self.start_penalty(self.frozen_by[target], STILL_FROZEN):
                    return
        self.target = NO_CARD
        self.phase = GAME_OVER
        self.player = -1
        self.note(EVERYBODY, GAME_ENDS, self.round, 0, 0)

    def ranking_key(self, seat):
        """More points, then the tie-breaks (venti.end.winner, venti.end.places).

        Equal keys share a place (venti.end.draw).
        """
        # venti.end.tie_cards, venti.end.tie_cards.count; venti.end.tie_sacrificed
        cards = count(self.points_pile[seat][0]) + count(self.points_pile[seat][1])
        return (self.points[seat] * 128 - cards) * 256 - self.sacrificed(seat)

    def sacrificed(self, seat):
        """The points of permanent jokers; with the option `tiebreak_sacrificed`, of extra actions too."""
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
            moves.add_bits(self.display_moves(), 0)
            moves.add_bits(self.joker_classes(seat), MAKE_JOKER)
            moves.add_bits(self.extra_classes(seat), MAKE_ACTION)
        elif self.phase == PAYING:
            self.add_payments(seat, moves)
        elif self.phase == DECLARING:
            moves.add_bits(self.numbers_to_declare(seat), DECLARE)
        elif self.phase == COMMITTING:
            self.add_uncommitted(seat, moves)
        elif self.phase == PENALTY:
            # venti.penalty.only_points
            moves.add_bits(self.point_classes[seat] & classes_worth(self.losable_points(seat)), POINT_CARD)
        elif self.phase == CATCHING_UP:
            moves.add_bits(self.catch_up_classes(seat), HAND_CARD)
            moves.add(DONE)
        else:
            moves.add_bits(self.hand_classes(seat), HAND_CARD)

    def display_moves(self):
        """The legal actions of section 5.2 but for the two sacrifices, as bits."""
        centre = DISPLAY_PLACES[self.seats] & (1 << FIRST_TARGET) - 1 & ~self.gaps
        frozen = 0
        face_up = ones(0, 0)
        number_cards = ones(0, 0)
        for target in range(4):
            card = self.targets[target]
            if self.frozen_by[target] >= 0:
                frozen |= 1 << target
            elif card >= 0:
                face_up |= bit(5 * target)  # venti.exchange.frozen; venti.exchange.joker_out, venti.exchange.joker
                if card < JOKER:
                    number_cards |= bit(target)  # venti.freeze.no_joker
        allowed = bit(EXCHANGE) * face_up * centre
        allowed |= bit(DRAW) * centre  # venti.draw.no_target
        allowed |= bit(FULFIL) * (self.payable | frozen)  # venti.frozen.attempt.always
        if centre:
            allowed |= bit(REPLACE)
        # venti.turn.no_pass
        if centre == 0 or self.allow_early_end:
            allowed |= bit(END_TURN)
        # venti.freeze.limit.same: whoever froze the others
        if count(frozen) < max_frozen(self.seats):
            allowed |= bit(FREEZE) * number_cards  # venti.freeze.face_up_first, venti.freeze.same_turn
        return allowed

    def joker_classes(self, seat):
        """The classes of point cards that may become a joker: venti.joker.any_value, venti.joker.any_number."""
        # venti.joker.five
        return self.point_classes[seat] if self.points[seat] >= MIN_POINTS_TO_SACRIFICE else ones(0, 0)

    def extra_classes(self, seat):
        """The classes of point cards that may become an extra action."""
        # venti.extra.max_two
        if self.extra_actions(seat) == MAX_EXTRA_ACTIONS:
            return ones(0, 0)
        # venti.extra.five, venti.extra.five.again; venti.extra.min_two
        return self.joker_classes(seat) & classes_worth(ones(3, MIN_EXTRA_POINTS))

    def numbers_to_declare(self, seat):
        """venti.fulfil.equal: the numbers that suit the group and leave the rest payable, as bits."""
        slot = self.slot()
        pool = self.pool[seat]
        jokers = self.joker_cards(seat)
        payable = ones(0, 0)
        numbers = SLOT_NUMBERS[slot]
        while numbers:
            number = lowest(numbers)
            numbers &= numbers - 1
            if can_pay(NEXT_TERM[slot], GROUP_SLOTS_LEFT[slot] * one_card(number), pool, jokers):
                payable |= bit(number)
        return payable

    def add_payments(self, seat, moves):
        """Adds what may fill the current slot: venti.fulfil.hand_only."""
        slot = self.slot()
        pool = self.pool[seat]
        jokers = self.joker_cards(seat)
        numbers = SLOT_NUMBERS[slot] if SLOT_GROUP[slot] < 0 else 1 << self.declared[SLOT_GROUP[slot]]
        while numbers:
            number = lowest(numbers)
            numbers &= numbers - 1
            if held(pool, number) and self.can_pay_rest(pool - one_card(number), jokers):
                moves.add_bits(self.classes_with_number(seat, number), HAND_CARD + 4 * number)
                if self.permanents_of(seat, number):
                    moves.add(PERMANENT + number)
        # venti.fulfil.joker
        if jokers and self.can_pay_rest(pool, jokers - 1):
            moves.add(HAND_CARD + JOKER_CLASS)

    def add_uncommitted(self, seat, moves):
        moves.add_bits(self.hand_classes(seat), HAND_CARD)
        for number in range(8):
            if self.permanents_of(seat, number):
                moves.add(PERMANENT + number)
        moves.add(DONE)

    def random_move(self, seat, moves, word):
        if self.phase != MAIN:
            moves.clear()
            self.legal(seat, moves)
            return moves.pick(word)
        others = self.display_moves()
        jokers = self.joker_classes(seat)
        extras = self.extra_classes(seat)
        k = mul_high(word, count(others) + count(jokers) + count(extras))
        if k < count(others):
            return nth(others, k)
        k -= count(others)
        if k < count(jokers):
            return MAKE_JOKER + nth(jokers, k)
        return MAKE_ACTION + nth(extras, k - count(jokers))

    def apply(self, seat, move):
        """One decision, and no other is taken for the player: venti.turn.steps."""
        if self.phase == MAIN:
            self.carry_out_action(seat, move)
        elif self.phase == PAYING:
            self.pay(seat, move)
        elif self.phase == DECLARING:
            self.declare(seat, move - DECLARE)
        elif self.phase == COMMITTING:
            self.commit_blindly(seat, move)
        elif self.phase == PENALTY:
            self.lose_card(seat, move - POINT_CARD)
        elif self.phase == CATCHING_UP:
            self.catch_up(seat, move)
        else:
            self.discard(seat, move - HAND_CARD)

    # For Python callers

    def cards_in_hand(self, seat: int) -> int:
        return self.hand_size(seat)

    def points_sacrificed(self, seat: int) -> int:
        """What counts in the second tie-break."""
        return self.sacrificed(seat)

    def actions_per_turn(self, seat: int) -> int:
        return self.turn_actions(seat)

    def least_penalty(self, seat: int, move: int) -> int:
        """The points that the penalty costs the seat at least if it makes this move."""
        return self.least_loss(seat, (move - POINT_CARD) % 4 + 1)

    def cards_missing(self, seat: int, card: int, more: int = NO_CARD) -> int:
        """How many cards a seat lacks to pay the condition of this card; with `more`, if it had this card in hand."""
        pool = self.pool[seat]
        jokers = self.joker_cards(seat)
        if more >= JOKER:
            jokers += 1
        elif more >= 0:
            pool += one_card(number_of(more))
        return count_lacking(CONDITION_SLOT[card], pool, jokers)

    def card_used(self, seat: int, move: int) -> int:
        """The card of the seat that a legal move uses; NO_CARD if it uses none (venti.pile.lowest_id)."""
        if MAKE_JOKER <= move < MAKE_ACTION:
            return self.lowest_point_card(seat, move - MAKE_JOKER)
        if MAKE_ACTION <= move < HAND_CARD:
            return self.lowest_point_card(seat, move - MAKE_ACTION)
        if HAND_CARD <= move < PERMANENT:
            return self.lowest_in_hand(seat, move - HAND_CARD)
        if PERMANENT <= move < DECLARE:
            return self.lowest_permanent(seat, move - PERMANENT)
        if POINT_CARD <= move < DONE:
            return self.lowest_point_card(seat, move - POINT_CARD)
        return NO_CARD


def joker_code(numbers):
    """What a joker in a slot that takes these numbers stands for, as a digit of `payment_code`."""
    if numbers == 255:
        return AS_ANY
    first = lowest(numbers)
    return AS_NUMBER + first if numbers == 1 << first else AS_SYMBOL + first // 2

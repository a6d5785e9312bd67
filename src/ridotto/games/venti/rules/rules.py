"""Venti, in the order of its rulebook. Clause ids are those of docs/rules/venti.md; table.py has the cards."""

import cython

if not cython.compiled:
    from ridotto.engine.chance import bit, count, high, lowest, nth, ones
    from ridotto.engine.note import EVERYBODY
    from ridotto.games.venti.components import *
    from ridotto.games.venti.rules.card_places import (
        CARDS_WORTH,
        CLASS,
        CLASS_OF,
        DISPLAY,
        PLACE,
        WORTH,
        classes_worth,
        half_of,
        mark_of,
        pool_of,
        put,
    )
    from ridotto.games.venti.rules.matching import AFTER, GROUP, OPENS, REST, SLOTS, SUITS, can_pay, held, number
    from ridotto.games.venti.rules.redealing import Redealing

    def most_frozen(seats):
        return FROZEN[seats]


class Venti(Redealing):
    """A game of Venti."""

    # Setup

    def open(self) -> None:
        """venti.setup.start, deck, hand, centre, targets: section 4."""
        self.clear_table()
        self.starter = self.start_player if self.start_player >= 0 else self.below(self.seats)
        self.note(EVERYBODY, GAME_BEGINS, self.starter, 0, 0)
        for card in range(DECK):
            self.pile[card] = card
        self.pile_size = DECK
        self.shuffle_pile(self)
        self.unseen[0] = ones(HALF, 0)
        self.unseen[1] = ones(DECK - HALF, 0)
        self.deal()
        self.refill()
        self.round = 1
        self.note(EVERYBODY, ROUND_BEGINS, 1, 0, 0)
        self.begin_turn(self.starter)

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

    # Piles and chaos

    def top_card(self):
        self.pile_size -= 1
        card = self.pile[self.pile_size]
        self.pile[self.pile_size] = 0
        return card

    def refill(self):
        """venti.pile.order, pile.both_empty, chaos.chain, chaos.aside: section 5.3."""
        aside = ones(0, 0)
        reshuffles = 0
        empty = self.gaps
        while self.gaps:
            if self.pile_size == 0:
                if not self.shuffle_discards():
                    break
                reshuffles += 1
            card = self.top_card()
            if self.pile_size == 0 and self.reshuffle == AT_ONCE:
                reshuffles += self.shuffle_discards()
            self.see(card)
            if card >= CHAOS:
                aside |= mark_of(card)
                self.sweep()
                empty = self.gaps
            else:
                self.turn_up(card)
        self.discards[1] |= aside
        self.tell_refill(reshuffles, count(aside), empty & ~self.gaps)

    def tell_refill(self, reshuffles, chaos, filled):
        """What can be seen of it when it is done; nobody has to remember in which order the cards came."""
        if reshuffles:
            self.show(RESHUFFLED, self.pile_size, 0, 0)
        if chaos:
            self.show(CHAOS_MET, chaos, 0, 0)
        while filled:
            self.show(TURNED_UP, lowest(filled), 0, 0)
            filled &= filled - 1

    def shuffle_discards(self):
        """venti.pile.reshuffle, pile.lazy, pile.at_once: is there anything to shuffle?"""
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
        """Into the first empty place of the display."""
        place = lowest(self.gaps)
        self.gaps &= self.gaps - 1
        if place < FIRST_TARGET:
            self.centre[place] = card
        else:
            self.targets[place - FIRST_TARGET] = card
            self.look_again(1 << place - FIRST_TARGET)

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

    def ask_action(self):
        self.phase = MAIN
        self.player = self.active
        if self.stale:
            self.look()

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

    def fulfil(self, seat, target):
        self.leave_main()
        self.target = target
        if self.frozen_by[target] >= 0:
            self.attempt(seat)
        else:
            self.note(EVERYBODY, PAYS, seat, target, 0)
            self.ask_slot()

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
        self.show(PAID, seat, CLASS_OF[card], self.slots_paid)
        self.slots_paid += 1
        if SLOTS[self.slot()] == 0:
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
        self.show(FULFILLED, seat, card + TOTAL * self.points[seat], payment)
        self.resolve(seat)

    def release(self, seat):
        """Whatever was committed and is still there can be used again."""
        for half in range(2):
            cards = self.committed[half] & (self.permanent[seat][half] | self.hand[seat][half])
            while cards:
                self.add_to_pool(seat, lowest(cards) + HALF * half)
                cards &= cards - 1
        self.clear_payment()

    def gain(self, seat):
        """The target goes to the points pile of this seat."""
        self.score_card(seat, self.targets[self.target])
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
        self.show(REVEALED, self.target, 0, 0)
        if self.can_fulfil(self.target):
            self.frozen_by[self.target] = NOBODY
            self.ask_slot()
        else:
            self.rule_out(seat, PLACE[self.targets[self.target]])
            self.fail(seat)

    def commit_blindly(self, seat, move):
        """The option frozen_attempt."""
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
        """Can all that is committed be put on the slots, one to one, with none left over?"""
        place = PLACE[self.targets[self.target]]
        cards = count(self.committed[0]) + count(self.committed[1])
        jokers = count(self.committed[1] & CLASS[JOKER_CLASS])
        return cards == SLOTS[place] and can_pay(place, 0, pool_of(self.committed[0], self.committed[1]), jokers)

    def fail(self, seat):
        """venti.frozen.fail.other, fail.own, fail.own.card."""
        target = self.target
        freezer = self.frozen_by[target]
        card = self.targets[target]
        if freezer != seat:
            self.gain(freezer)
            self.show(FAILED, seat, card + TOTAL * self.points[freezer], freezer)
            self.resolve(freezer)
            return
        self.show(FAILED, seat, NO_CARD, seat)
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
        if self.points[seat] == 0:
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
        card = self.give_up(seat, kind)
        put(self.discards, card)
        self.show(LOST, seat, card + TOTAL * self.points[seat], 0)
        self.due = max(0, self.due - WORTH[card]) if self.points[seat] else 0
        if self.due == 0:
            self.end_penalty()

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

    # Sacrifice

    def convert_joker(self, seat, kind):
        """venti.joker.card, joker.now."""
        card = self.give_up(seat, kind)
        put(self.permanent[seat], card)
        self.add_to_pool(seat, card)
        self.look_again(15 & ~self.payable)
        self.note(EVERYBODY, MADE_JOKER, seat, card, 0)
        self.resolve(NOBODY)

    def convert_extra(self, seat, kind):
        """venti.extra.one, extra.now."""
        card = self.give_up(seat, kind)
        self.add_extra(seat, card)
        if self.extra_action_timing == IMMEDIATE:
            self.action_limit += 1
        self.note(EVERYBODY, MADE_ACTION, seat, card, ACTIONS + self.extra_actions(seat))
        self.resolve(NOBODY)

    # After an action

    def resolve(self, gainer):
        """Section 5.2, steps (b) and (c): refill, then the ten rule."""
        self.refill()
        if gainer >= 0 and self.seats > 2 and self.first_to_ten < 0 and self.points[gainer] >= TEN:
            self.reach_ten(gainer)
        else:
            self.check_twenty(gainer)
            self.count_action()

    def reach_ten(self, seat):
        """venti.ten.penalty, ten.once, catch.measure."""
        self.first_to_ten = seat
        self.gainer = seat
        if self.catch_up_measure == BEFORE_PENALTY:
            self.last = self.single_last()
        self.fine(seat, FIRST_TO_TEN)

    def single_last(self):
        """venti.catch.tie."""
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

    def catch_up(self, seat, move):
        """venti.catch.choice, catch.point_cards."""
        if move == DONE:
            self.note(EVERYBODY, DECLINED, seat, 0, 0)
            self.end_catch_up()
            return
        card = self.lowest_in_hand(seat, move - HAND_CARD)
        self.show_from_hand(seat, card)
        self.put_down(seat, card)
        self.score_card(seat, card)
        self.show(CAUGHT_UP, seat, card + TOTAL * self.points[seat], 0)
        self.gift -= WORTH[card]
        self.ask_catch_up()

    def end_catch_up(self):
        """Section 5.2, step (e); the twenty of step (d) is counted before."""
        gainer = self.gainer
        self.gainer = NOBODY
        self.last = NOBODY
        self.gift = 0
        self.check_twenty(gainer)
        self.refill()
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

    def discard(self, seat, kind):
        """venti.turn.hand_limit.choice."""
        card = self.lowest_in_hand(seat, kind)
        self.show_from_hand(seat, card)
        self.put_down(seat, card)
        put(self.discards, card)
        self.show(DISCARDED, seat, kind, 0)
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
        if gainer < 0 or self.trigger_player >= 0 or self.points[gainer] < TWENTY:
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

    def ranking_key(self, seat):
        """venti.end.winner, tie_cards, tie_sacrificed: points, then fewer cards, then fewer points sacrificed."""
        cards = count(self.points_pile[seat][0]) + count(self.points_pile[seat][1])
        return (self.points[seat] * 128 - cards) * 256 - self.sacrificed(seat)

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
            moves.add_bits(self.actions(), 0)
            moves.add_bits(self.to_joker(seat), MAKE_JOKER)
            moves.add_bits(self.to_extra(seat), MAKE_ACTION)
        elif self.phase == PAYING:
            self.resources(seat, moves)
        elif self.phase == DECLARING:
            moves.add_bits(self.numbers_to_declare(seat), DECLARE)
        elif self.phase == COMMITTING:
            self.uncommitted(seat, moves)
        elif self.phase == PENALTY:
            moves.add_bits(self.point_classes[seat] & classes_worth(self.points_to_lose(seat)), POINT_CARD)
        elif self.phase == CATCHING_UP:
            moves.add_bits(self.fitting_classes(seat), HAND_CARD)
            moves.add(DONE)
        else:
            moves.add_bits(self.hand_classes(seat), HAND_CARD)

    def actions(self):
        """The table of main-phase actions in section 5.2, as far as the display allows them, as bits."""
        centre = DISPLAY[self.seats] & 31 & ~self.gaps
        frozen = 0
        face_up = ones(0, 0)
        number_cards = ones(0, 0)
        for target in range(4):
            card = self.targets[target]
            if self.frozen_by[target] >= 0:
                frozen |= 1 << target
            elif card >= 0:
                face_up |= bit(5 * target)
                if card < JOKER:
                    number_cards |= bit(target)
        allowed = (bit(EXCHANGE) * face_up | bit(DRAW)) * centre | bit(FULFIL) * (self.payable | frozen)
        if centre:
            allowed |= bit(REPLACE)
        if centre == 0 or self.allow_early_end:
            allowed |= bit(END_TURN)
        if count(frozen) < most_frozen(self.seats):
            allowed |= bit(FREEZE) * number_cards
        return allowed

    def to_joker(self, seat):
        """venti.joker.five, joker.any_value: the classes of point cards to convert."""
        return self.point_classes[seat] if self.points[seat] >= TO_SACRIFICE else ones(0, 0)

    def to_extra(self, seat):
        """venti.extra.five, extra.min_two, extra.max_two."""
        if self.extra_actions(seat) == MOST_EXTRA:
            return ones(0, 0)
        return self.to_joker(seat) & classes_worth(ones(3, EXTRA_WORTH))

    def numbers_to_declare(self, seat):
        """venti.fulfil.equal: numbers that suit the group and leave the rest payable, as bits."""
        slot = self.slot()
        pool = self.pool[seat]
        jokers = self.joker_cards(seat)
        numbers = ones(0, 0)
        suits = SUITS[slot]
        while suits:
            named = lowest(suits)
            suits &= suits - 1
            if can_pay(AFTER[slot], REST[slot] * number(named), pool, jokers):
                numbers |= bit(named)
        return numbers

    def resources(self, seat, moves):
        """venti.fulfil.hand_only, fulfil.joker, fulfil.pjoker: what may fill the slot."""
        slot = self.slot()
        pool = self.pool[seat]
        jokers = self.joker_cards(seat)
        suits = SUITS[slot] if GROUP[slot] < 0 else 1 << self.declared[GROUP[slot]]
        while suits:
            named = lowest(suits)
            suits &= suits - 1
            if held(pool, named) and self.can_go_on(pool - number(named), jokers):
                moves.add_bits(self.classes_of(seat, named), HAND_CARD + 4 * named)
                if self.permanents_of(seat, named):
                    moves.add(PERMANENT + named)
        if jokers and self.can_go_on(pool, jokers - 1):
            moves.add(HAND_CARD + JOKER_CLASS)

    def uncommitted(self, seat, moves):
        moves.add_bits(self.hand_classes(seat), HAND_CARD)
        for named in range(8):
            if self.permanents_of(seat, named):
                moves.add(PERMANENT + named)
        moves.add(DONE)

    def random_move(self, seat, moves, word):
        if self.phase != MAIN:
            moves.clear()
            self.legal(seat, moves)
            return moves.pick(word)
        actions = self.actions()
        jokers = self.to_joker(seat)
        extras = self.to_extra(seat)
        k = high(word, count(actions) + count(jokers) + count(extras))
        if k < count(actions):
            return nth(actions, k)
        k -= count(actions)
        if k < count(jokers):
            return MAKE_JOKER + nth(jokers, k)
        return MAKE_ACTION + nth(extras, k - count(jokers))

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


def stands_for(suits):
    """What a joker in a slot stands for, in the note."""
    if suits == 255:
        return AS_ANY
    first = lowest(suits)
    return AS_NUMBER + first if suits == 1 << first else AS_SYMBOL + first // 2

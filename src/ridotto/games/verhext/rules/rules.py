"""Verhext!, in the order of its rulebook. Clause ids are those of docs/rules/verhext.md.

A set of cards is one 64-bit word: bits 0 to 35 are rats, crows, brooms and spiders 1 to 9; bits 36 to 38 say that there
is a potion +1, +2, +3, bits 39 to 41 that there is a second of it, bits 42 to 44 a third: equal sets are equal words.
A play is one number: 1 + base card, plus 64, 256, 1024 for each potion +1, +2, +3 added to it.
"""

from typing import TYPE_CHECKING

import cython

from ridotto.games.verhext.components import point_tables

if TYPE_CHECKING:
    from ridotto.games.verhext.components import Points

if not cython.compiled:
    from ridotto.engine.chance import bit, count, high, nth, ones
    from ridotto.engine.note import EVERYBODY, UNSEEN
    from ridotto.engine.state import State
    from ridotto.games.verhext.components import *

    TAKEN, LAID, ORDERED, RANK, BOOST = [0] * 56, [0] * 56, [0] * 4096, [0] * 1600, [0] * 64


def suit_of(card):
    return card // 9


def base_of(play):
    return (play & 63) - 1


def suit_played(play):
    """verhext.follow.base: the base card fixes the suit."""
    return suit_of(base_of(play))


def potions_on(play, value):
    """How many potions of this value are added to the base card."""
    return play >> 4 + 2 * value & 3


def in_order(play):
    """verhext.potion.pair_order: of potions alone, the highest is the base card, whichever came first."""
    base = base_of(play)
    for potion in range(2, base - FIRST_POTION, -1):
        if base >= FIRST_POTION and play >> 6 + 2 * potion & 3:
            return play - base - (64 << 2 * potion) + FIRST_POTION + potion + (64 << 2 * (base - FIRST_POTION))
    return play


def number_of(prophecy):
    return (prophecy + 1) // 2


def is_exact(prophecy):
    return prophecy & 1


def is_at_least(prophecy):
    return prophecy > 0 and not prophecy & 1


def with_card(cards, card):
    if cards & bit(card):
        card += 3 if not cards & bit(card + 3) else 6  # a second or third potion
    return cards | bit(card)


def without(cards, copies):
    """A set without the last of the copies of one card."""
    there = cards & copies
    return cards ^ (there & ~(there >> 3))


def with_play(cards, play):
    """A set of cards with those of a play added."""
    cards = with_card(cards, base_of(play))
    for value in range(1, 4):
        for _ in range(potions_on(play, value)):
            cards = with_card(cards, FIRST_POTION + value - 1)
    return cards


def in_canon(dealt):
    """A set in which any of the three equal potions may be there, as the set in which the first of them are."""
    a = dealt >> 36 & 7
    b = dealt >> 39 & 7
    c = dealt >> 42 & 7
    return (dealt & ones(36, 0)) | (a | b | c) << 36 | (a & b | a & c | b & c) << 39 | (a & b & c) << 42


# Tables instead of branches: in random play a branch that cannot be foretold costs more than a look-up.
for card in range(CLASSES):
    TAKEN[BASE + card] = bit(card) if card < FIRST_POTION else bit(card) | bit(card + 3) | bit(card + 6)
    LAID[BASE + card] = card + 1
    for trump in range(5):
        for led in range(5):
            counts = 32 if card // 9 == trump else 0  # verhext.trick.win_trump
            if card // 9 == trump or card // 9 == led:  # verhext.trick.win_led, verhext.trick.offsuit
                RANK[(5 * trump + led) * 64 + card + 1] = counts + card % 9 + 1
for potion in range(3):
    TAKEN[ATTACH + potion] = TAKEN[BASE + FIRST_POTION + potion]
    LAID[ATTACH + potion] = 64 << 2 * potion
for potions in range(64):
    BOOST[potions] = (potions & 3) + 2 * (potions >> 2 & 3) + 3 * (potions >> 4)
for play in range(4096):
    ORDERED[play] = in_order(play)


class Verhext(State):
    """A game of Verhext!."""

    if not cython.compiled:

        def __init__(self):
            """The fields of rules.pxd; compiled, they are there and zero from the start."""
            State.__init__(self)
            # options
            self.point_table = 0
            self.potions_per_play = 0
            self.zero_cards_per_round = 0
            self.zero_card_mode = 0
            self.leader_by = 0
            self.exact_tiebreak = 0
            self.first_holder = 0
            self.show_history = 0
            self.plus = [0, 0, 0, 0, 0, 0, 0]
            self.minus = [0, 0, 0, 0, 0, 0, 0]
            # the game
            self.phase = 0
            self.round = 0
            self.holder = 0  # of the crystal ball
            self.stacks = [0, 0, 0, 0]
            # the score cards
            self.hats = [0, 0, 0, 0, 0]
            self.zeros = [0, 0, 0, 0, 0]
            self.fulfilled = [[0, 0, 0, 0, 0, 0, 0] for _ in range(5)]  # cards by prophecy
            self.failed = [[0, 0, 0, 0] for _ in range(5)]  # cards by number
            self.failed_sides = [[0, 0, 0, 0] for _ in range(5)]  # bit i: the i-th oldest lies at-least side up
            # the round
            self.prophecy = [0, 0, 0, 0, 0]
            self.rebid = [0, 0, 0, 0, 0]
            self.won = [0, 0, 0, 0, 0]
            self.spent = [0, 0, 0, 0, 0]  # zero cards, in the counting phase
            self.trump = 0
            self.trick = 0  # tricks finished
            self.played = 0  # plays in the current trick
            self.laid = 0  # a play not complete yet, known to its player only
            self.led = 0  # the suit of the current trick
            self.best = 0  # its strongest play so far: 16 * strength + 8 if another is as strong + place of the last
            self.leaders = [0, 0, 0, 0, 0, 0, 0]
            self.plays = [0] * 35  # trick after trick, in the order played
            self.hands = [0, 0, 0, 0, 0]  # from the counting phase on: what was left of them, discarded unseen
            self.rest = 0

    # Setup

    def set_options(self, numbers: dict[str, int]) -> None:
        self.point_table = numbers["point_table"]
        self.potions_per_play = numbers["potions_per_play"]
        self.zero_cards_per_round = numbers["zero_cards_per_round"]
        self.zero_card_mode = numbers["zero_card_mode"]
        self.leader_by = numbers["leader_by"]
        self.exact_tiebreak = numbers["exact_tiebreak"]
        self.first_holder = numbers["first_holder"]
        self.show_history = numbers["show_history"]
        points = self.points()
        for prophecy in range(7):
            self.plus[prophecy] = points.plus[prophecy]
            self.minus[prophecy] = points.minus[prophecy]

    def points(self) -> "Points":
        """The printed table that is played with."""
        return list(point_tables().values())[self.point_table]

    def open(self) -> None:
        """Lays out the stacks and begins the first round; the dice are keyed before."""
        copies = self.points().copies
        for number in range(4):
            self.stacks[number] = copies[number]
        self.holder = self.below(self.seats) if self.first_holder < 0 else self.first_holder
        self.begin_round()

    # A round begins

    def begin_round(self):
        self.round += 1
        if self.round > 1:
            self.holder = self.next_seat(self.holder)
        for seat in range(self.seats):
            self.prophecy[seat] = NO_PROPHECY
            self.rebid[seat] = 0
            self.won[seat] = 0
            self.spent[seat] = 0
        for i in range(ROUNDS * self.seats):
            self.plays[i] = 0
        for trick in range(HAND):
            self.leaders[trick] = 0
        self.trick = 0
        self.clear_trick()
        self.deal()
        self.phase = PROPHECY_PHASE
        self.player = self.holder
        self.note(EVERYBODY, ROUND_BEGINS, self.round, self.trump, self.holder)

    def deal(self):
        """verhext.trump.draw, verhext.deal.seven: one shuffle of all 45; the first card is trump, then seven a seat."""
        deck: cython.short[45]
        if not cython.compiled:
            deck = [0] * DECK
        for card in range(FIRST_POTION):
            deck[card] = card
        for potion in range(9):
            deck[FIRST_POTION + potion] = FIRST_POTION + potion // 3 + potion % 3 * 3
        dealt = 1 + HAND * self.seats
        self.shuffle(deck, 0, DECK, dealt)
        self.trump = deck[0] if deck[0] < FIRST_POTION else FIRST_POTION + (deck[0] - FIRST_POTION) % 3
        rest = ones(DECK, 0) ^ bit(deck[0])
        at = 1
        for seat in range(self.seats):
            hand = bit(deck[at])
            for i in range(1, HAND):
                hand |= bit(deck[at + i])
            at += HAND
            rest ^= hand
            self.hands[seat] = in_canon(hand)
        self.rest = in_canon(rest)

    # Prophecy phase

    def prophecies(self, seat):
        """verhext.bid.empty_stack, verhext.rebid.own_failed: what the stacks hold, and one's own failed cards."""
        moves = ones(1, 0) if self.stacks[0] else ones(0, 0)
        for number in range(1, 4):
            if self.stacks[number]:
                moves |= ones(2, 2 * number - 1)
            retry: cython.int = self.failed[seat][number] > 0
            moves |= retry * ones(2, REBID + 2 * number - 2)
        return moves

    def prophesy(self, seat, move):
        prophecy = move
        if move >= REBID:
            prophecy = move - REBID + 1
            self.rebid[seat] = 1
            self.take_failed(seat, number_of(prophecy))
        else:
            self.stacks[number_of(prophecy)] -= 1
        self.prophecy[seat] = prophecy
        self.show(PROPHESIED, seat, prophecy, self.rebid[seat])
        self.player = self.next_seat(seat)
        if self.player == self.holder:
            self.begin_play()

    def take_failed(self, seat, number):
        """verhext.rebid.which: the card with the highest minus points, among equals the oldest."""
        sides = self.failed_sides[seat][number]
        which = 0
        for i in range(1, self.failed[seat][number]):
            if self.minus[2 * number - 1 + (sides >> i & 1)] > self.minus[2 * number - 1 + (sides >> which & 1)]:
                which = i
        older = sides & ((1 << which) - 1)
        self.failed_sides[seat][number] = older | sides >> which + 1 << which
        self.failed[seat][number] -= 1

    # Who leads first

    def begin_play(self):
        self.player = self.find_leader()
        self.leaders[0] = self.player
        self.phase = PLAY_BASE
        self.note(EVERYBODY, LEADS_FIRST, self.player, self.plus[self.prophecy[self.player]], 0)

    def find_leader(self):
        """verhext.lead.first_tie: the highest potential; of several, the one who chose last."""
        best = -1  # 8 * potential + place
        seat = self.holder
        for place in range(self.seats):
            if self.prophecy[seat] >= 0:
                best = max(best, 8 * self.potential(self.prophecy[seat]) + place)
            seat = self.next_seat(seat)
        if best < 0:
            return -1
        seat = self.holder + (best & 7)
        return seat if seat < self.seats else seat - self.seats

    def potential(self, prophecy):
        """verhext.lead.potential: the plus points of the chosen side; or by number, exact before at least."""
        if self.leader_by == NUMBER_FIRST:
            return 2 * number_of(prophecy) + is_exact(prophecy)
        return self.plus[prophecy]

    # The trick

    def clear_trick(self):
        self.played = 0
        self.led = NOTHING_LED
        self.best = 0

    def playable(self, seat):
        """verhext.follow.must: the led suit if one has it, else anything."""
        hand = self.hands[seat] & ones(CLASSES, 0)
        follow = hand & ones(9, 9 * self.led)
        return follow or hand

    def lay(self, seat, move):
        """One step of a play: the base card, then perhaps a potion (with the option `any`, several)."""
        hand = self.hands[seat]
        self.hands[seat] = without(hand, TAKEN[move])
        play = ORDERED[self.laid + LAID[move]]
        if self.phase == ADD_POTION and not (self.potions_per_play == ANY and move != NO_POTION):
            self.show_play(seat, play)
        elif hand >> FIRST_POTION and self.hands[seat] >> FIRST_POTION:
            self.laid = play
            self.phase = ADD_POTION
        else:
            self.show_play(seat, play)

    def show_play(self, seat, play):
        """verhext.potion.simultaneous: base card and potion appear together."""
        self.laid = 0
        self.plays[self.trick * self.seats + self.played] = play
        self.show(PLAYED, seat, play, 0)
        if self.played == 0:
            self.led = suit_played(play)
        self.compare(play)
        self.played += 1
        if self.played == self.seats:
            self.end_trick()
        else:
            self.phase = PLAY_BASE
            self.player = self.next_seat(seat)

    # Who wins the trick

    def strength(self, play):
        """verhext.trick.win_trump, win_led, offsuit: trumps above the led suit above nothing; potions add up."""
        rank = RANK[(5 * suit_of(self.trump) + self.led) * 64 + (play & 63)]
        counts: cython.int = rank > 0
        return rank + counts * BOOST[play >> 6]

    def compare(self, play):
        """verhext.tie.definition: only plays that are level at the top tie; the last of them is remembered."""
        strength = self.strength(play)
        level: cython.int = strength == self.best >> 4
        self.best = max(self.best, 16 * strength + 8 * level + self.played)

    def level(self):
        """The seats, as bits, whose plays are as strong as the best."""
        seats = 0
        for place in range(self.seats):
            if self.strength(self.plays[self.trick * self.seats + place]) == self.best >> 4:
                seats |= 1 << self.player_of(self.trick, place)
        return seats

    def end_trick(self):
        """verhext.tie.nobody, verhext.tie.leader: level at the top, nobody wins, and the last of them leads."""
        leader = self.player_of(self.trick, self.best & 7)
        if self.best & TIED:
            self.note(
                EVERYBODY, TRICK_TIED, leader, self.plays[self.trick * self.seats + (self.best & 7)], self.level()
            )
        else:
            self.won[leader] += 1
            self.note(EVERYBODY, TRICK_WON, leader, self.won[leader], 0)
        self.trick += 1
        self.clear_trick()
        empty = 0
        for seat in range(self.seats):
            out: cython.int = self.hands[seat] == 0
            empty |= out << seat
        if empty:
            self.end_play(empty)
        else:
            self.leaders[self.trick] = leader
            self.player = leader
            self.phase = PLAY_BASE

    # The play phase ends

    def end_play(self, empty):
        """verhext.play.end, verhext.play.leftover: the first empty hand ends it; the others are discarded unseen."""
        self.note(EVERYBODY, PLAY_ENDS, empty, self.trick, 0)
        self.ask_zero(self.holder, 0)

    # Counting phase

    def zeros_needed(self, seat):
        """verhext.zero.eligible: how many zero cards would fulfil the prophecy; 0 if it is not to be asked."""
        number = number_of(self.prophecy[seat])
        if self.zeros[seat] == 0 or number == 0:
            return 0
        needed = number - self.won[seat]
        if self.zero_card_mode == BOTH_WAYS and is_exact(self.prophecy[seat]) and needed < 0:
            needed = -needed
        if needed <= 0 or needed > self.zeros[seat] or (self.zero_cards_per_round == ONE and needed != 1):
            return 0
        return needed

    def ask_zero(self, seat, asked):
        """verhext.zero.order: clockwise from the holder, `asked` seats are done; then all are judged together."""
        while asked < self.seats:
            if self.zeros_needed(seat):
                self.phase = COUNT_ZERO
                self.player = seat
                return
            seat = self.next_seat(seat)
            asked += 1
        self.count_scores()
        self.award_hat()
        self.end_round()

    def decide_zero(self, seat, spend):
        """verhext.zero.return: a spent card is back on its stack at once."""
        if spend:
            self.spent[seat] = self.zeros_needed(seat)
            self.zeros[seat] -= self.spent[seat]
            self.stacks[0] += self.spent[seat]
        self.show(ZERO_DECIDED, seat, self.spent[seat], 0)
        asked = seat - self.holder + 1
        if asked <= 0:
            asked += self.seats
        self.ask_zero(self.next_seat(seat), asked)

    def is_fulfilled(self, seat):
        """verhext.count.exact, verhext.count.at_least; zero cards are spent only where they complete."""
        prophecy = self.prophecy[seat]
        if self.spent[seat] or self.won[seat] == number_of(prophecy):
            return True
        return is_at_least(prophecy) and self.won[seat] > number_of(prophecy)

    def count_scores(self):
        """verhext.count.plus, count.minus, zero.success, zero.fail: every prophecy card goes to its place."""
        for seat in range(self.seats):
            prophecy = self.prophecy[seat]
            number = number_of(prophecy)
            fulfilled = self.is_fulfilled(seat)
            if fulfilled and prophecy == 0:
                self.zeros[seat] += 1
            elif fulfilled:
                self.fulfilled[seat][prophecy] += 1
            elif prophecy == 0:
                self.stacks[0] += 1
            else:
                self.failed_sides[seat][number] |= (1 - is_exact(prophecy)) << self.failed[seat][number]
                self.failed[seat][number] += 1
            points = 1 + self.plus[prophecy] if fulfilled else -self.minus[prophecy]
            self.note(EVERYBODY, JUDGED, seat, prophecy, points)

    def award_hat(self):
        """verhext.hat.most, verhext.hat.tie: to the one with the most tricks, else into the box."""
        best = 0
        for seat in range(self.seats):
            best = max(best, 8 * self.won[seat] + seat)
        most = best >> 3
        sharing = 0
        for seat in range(self.seats):
            shares: cython.int = self.won[seat] == most
            sharing |= shares << seat
        if sharing & (sharing - 1):
            self.note(EVERYBODY, HAT_BOXED, most, sharing, 0)
        else:
            self.hats[best & 7] += 1
            self.note(EVERYBODY, HAT_WON, best & 7, most, 0)

    # End of the game

    def end_round(self):
        """verhext.end.hats, verhext.end.stack: after the seventh hat, or when stack 1, 2 or 3 is empty."""
        ends = 1 if self.round == ROUNDS else 0
        for number in range(1, 4):
            if not self.stacks[number]:
                self.note(EVERYBODY, STACK_EMPTY, number, 0, 0)
                ends = 1
        if ends:
            self.phase = GAME_OVER
            self.player = -1
            self.note(EVERYBODY, GAME_ENDS, self.round, 0, 0)
        else:
            self.begin_round()

    def score(self, seat):
        """verhext.final.sum. A card that is out for a new attempt counts neither way."""
        total = self.hats[seat]
        for prophecy in range(1, 7):
            total += self.plus[prophecy] * self.fulfilled[seat][prophecy]
        for number in range(1, 4):
            at_least = count(self.failed_sides[seat][number])
            total -= self.minus[2 * number] * at_least
            total -= self.minus[2 * number - 1] * (self.failed[seat][number] - at_least)
        return total

    def exact_cards(self, seat):
        """verhext.final.tie_exact_count: fulfilled cards 1 to 3 with the exact side up; or as the option says."""
        total = 0
        for number in range(1, 4):
            total += self.fulfilled[seat][2 * number - 1]
            if self.exact_tiebreak == EXACT_ANY:
                total += self.failed[seat][number] - count(self.failed_sides[seat][number])
            elif self.exact_tiebreak == ALL_FULFILLED:
                total += self.fulfilled[seat][2 * number]
        if self.exact_tiebreak in (EXACT_AND_ZEROS, ALL_FULFILLED):
            total += self.zeros[seat]
        return total

    def ranking_key(self, seat):
        """verhext.final.winner, tie_hats, tie_exact: points first, then hats, then exact cards."""
        return (self.score(seat) * 64 + self.hats[seat]) * 64 + self.exact_cards(seat)

    # Decisions

    def allowed(self, seat):
        """The legal moves, as bits: all fit into one word."""
        if self.phase == PLAY_BASE:
            return self.playable(seat) << BASE
        if self.phase == ADD_POTION:
            return (1 + 2 * (self.hands[seat] >> FIRST_POTION & 7)) << NO_POTION
        if self.phase == PROPHECY_PHASE:
            return self.prophecies(seat)
        return ones(2, KEEP_ZERO)

    def legal(self, seat, moves):
        moves.add_bits(self.allowed(seat), 0)

    def random_move(self, seat, moves, word):
        allowed = self.allowed(seat)
        return nth(allowed, high(word, count(allowed)))

    def apply(self, seat, move):
        if self.phase == PROPHECY_PHASE:
            self.prophesy(seat, move)
        elif self.phase == COUNT_ZERO:
            self.decide_zero(seat, move == SPEND_ZERO)
        else:
            self.lay(seat, move)

    # For people

    def zeros_to_spend(self, seat: int) -> int:
        """How many zero cards would fulfil the prophecy of a seat, as things stand; 0 if none can."""
        return self.zeros_needed(seat) if self.prophecy[seat] >= 0 else 0

    def potential_of(self, prophecy: int) -> int:
        """By what the first leader is found."""
        return self.potential(prophecy)

    def leading(self) -> int:
        """Who would lead the first trick by the prophecies chosen so far; -1 before the first."""
        return self.find_leader()

    def exact_count(self, seat: int) -> int:
        """The cards that count in the second tie-break."""
        return self.exact_cards(seat)

    def top_of(self, trick: int, more: int = 0) -> list[int]:
        """Whose plays of a trick are the highest, several if they tie; `more` is a play that would come next."""
        first = trick * self.seats
        plays = [self.plays[first + place] for place in range(self.seats) if self.plays[first + place]]
        plays += [more] if more else []
        again: Verhext = self.copy()
        again.led = suit_played(plays[0])
        strengths = [again.strength(play) for play in plays]
        return [self.player_of(trick, i) for i, strength in enumerate(strengths) if strength == max(strengths)]

    def play_with(self, move: int) -> int:
        """What would be shown if a play ended with this move."""
        return ORDERED[self.laid + LAID[move]]

    # Secret and open

    def seen(self, seat, move, viewer):
        """verhext.vis.pending, verhext.vis.declined: others see complete plays, and not how they came about."""
        if viewer == seat or self.phase == PROPHECY_PHASE or self.phase == COUNT_ZERO:
            return move
        if self.phase == PLAY_BASE:
            if without(self.hands[seat], TAKEN[move]) >> FIRST_POTION:
                return UNSEEN
            return SHOWN + LAID[move]
        if move == NO_POTION:
            return SHOWN + self.laid
        if self.potions_per_play == ANY and without(self.hands[seat], TAKEN[move]) >> FIRST_POTION:
            return UNSEEN
        return SHOWN + ORDERED[self.laid + LAID[move]]

    def player_of(self, trick, place):
        seat = self.leaders[trick] + place
        return seat if seat < self.seats else seat - self.seats

    def barred_from(self, suit):
        """verhext.vis.voids: the seats that have played something else when this suit was led."""
        barred = 0
        for trick in range(self.trick + 1 if self.trick < HAND else HAND):
            for place in range(1, self.seats):
                play = self.plays[trick * self.seats + place]
                if play == 0:
                    break
                if suit_played(self.plays[trick * self.seats]) == suit and suit_played(play) != suit:
                    barred |= 1 << self.player_of(trick, place)
        return barred

    def take_back(self):
        """An unfinished play goes back into the hand: nobody else can tell that it was begun."""
        self.hands[self.player] = with_play(self.hands[self.player], self.laid)
        self.laid = 0
        self.phase = PLAY_BASE

    def put_away(self):
        """verhext.vis.won: without history, tricks before the last one lie face down, like the rest."""
        for trick in range(self.trick - 1):
            self.leaders[trick] = 0
            for i in range(trick * self.seats, (trick + 1) * self.seats):
                if self.plays[i]:
                    self.rest = with_play(self.rest, self.plays[i])
                    self.plays[i] = 0

    def deal_unseen(self, viewer, rng, recall):
        """Section 7: hidden hands and the rest are dealt again, with their numbers of cards, respecting voids."""
        if self.phase == ADD_POTION and self.player != viewer:
            self.take_back()
        kept = viewer if recall or self.phase < COUNT_ZERO else -1  # one's own leftovers are remembered, not shown
        if not recall and not self.show_history:
            self.put_away()
        rng.clear()
        for seat in range(self.seats):
            rng.hand(0 if seat == kept else count(self.hands[seat]))
        for suit in range(5):
            rng.group(self.barred_from(suit))
            for card in range(9 * suit, 9 * suit + 9 if suit < POTION else CLASSES):
                self.lay_out(self.rest, card, rng)
                for seat in range(self.seats):
                    if seat != kept:
                        self.lay_out(self.hands[seat], card, rng)
        rng.share()
        for seat in range(self.seats):
            if seat != kept:
                self.hands[seat] = self.picked_up(rng, seat, count(self.hands[seat]))
        self.rest = self.picked_up(rng, self.seats, count(self.rest))
        self.rekey(rng)

    def lay_out(self, cards, card, rng):
        """Lays all cards of one kind on the table."""
        if cards & bit(card):
            rng.lay(card)
            if card >= FIRST_POTION:
                if cards & bit(card + 3):
                    rng.lay(card)
                if cards & bit(card + 6):
                    rng.lay(card)

    def picked_up(self, rng, hand, size):
        cards = ones(0, 0)
        for i in range(size):
            cards = with_card(cards, rng.card(hand, i))
        return cards

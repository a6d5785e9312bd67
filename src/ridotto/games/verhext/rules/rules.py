"""The rules of Verhext!, in the order of the rulebook. Clause ids refer to docs/rules/verhext.md.

A set of cards is one 64-bit word. Bits 0 to 35 are rats, crows, brooms and spiders 1 to 9. Bits 36 to 38 are the first
potion +1, +2, +3; bits 39 to 41 are the second, bits 42 to 44 the third of each value. Equal sets are equal words.
A play is one number: 1 + base card, plus 64, 256, 1024 for each potion +1, +2, +3 added to it.
"""

from typing import TYPE_CHECKING

import cython

from ridotto.games.verhext.components import point_tables

if TYPE_CHECKING:
    from ridotto.games.verhext.components import Points

if not cython.compiled:
    from ridotto.engine.chance import bit, count, mul_high, nth, ones
    from ridotto.engine.note import EVERYBODY, UNSEEN
    from ridotto.engine.state import State
    from ridotto.games.verhext.components import *

    CARD_COPIES, PLAY_STEP, ORDERED_PLAY, TRICK_RANK, POTION_SUM = [0] * 56, [0] * 56, [0] * 4096, [0] * 1600, [0] * 64


def suit_of(card):
    return card // 9


def base_of(play):
    return (play & 63) - 1


def suit_played(play):
    """The suit of a play is that of its base card (verhext.follow.base, verhext.potion.takes_suit)."""
    return suit_of(base_of(play))


def potions_on(play, value):
    """How many potions of this value are added to the base card."""
    return play >> 4 + 2 * value & 3


def potions_in_order(play):
    """The same play with its highest potion as base card, if it is potions only (verhext.potion.pair_order)."""
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
    """The set with one more card."""
    if cards & bit(card):
        card += 3 if not cards & bit(card + 3) else 6  # a second or third potion
    return cards | bit(card)


def without_card(cards, copies):
    """The set without one card. `copies` is the entry of CARD_COPIES; the highest copy in the set goes."""
    held = cards & copies
    return cards ^ (held & ~(held >> 3))


def with_play(cards, play):
    """The set with all cards of a play."""
    cards = with_card(cards, base_of(play))
    for value in range(1, 4):
        for _ in range(potions_on(play, value)):
            cards = with_card(cards, FIRST_POTION + value - 1)
    return cards


def canonical(dealt):
    """The same set with the first copies of its potions, whichever copies were dealt."""
    a = dealt >> 36 & 7
    b = dealt >> 39 & 7
    c = dealt >> 42 & 7
    return (dealt & ones(36, 0)) | (a | b | c) << 36 | (a & b | a & c | b & c) << 39 | (a & b & c) << 42


# Tables instead of branches: in random play a mispredicted branch costs more than a look-up.


def fill_move_tables():
    """What every move takes from the hand and adds to the play."""
    for card in range(KINDS):
        CARD_COPIES[BASE + card] = bit(card) if card < FIRST_POTION else bit(card) | bit(card + 3) | bit(card + 6)
        PLAY_STEP[BASE + card] = card + 1
    for potion in range(3):
        CARD_COPIES[ATTACH + potion] = CARD_COPIES[BASE + FIRST_POTION + potion]
        PLAY_STEP[ATTACH + potion] = 64 << 2 * potion


def fill_rank_table():
    """The rank of every base card by trump suit and led suit; 0 cannot win."""
    for card in range(KINDS):
        for trump in range(5):
            for led in range(5):
                # verhext.trick.win_trump, verhext.trump.potion: trumps, potions too, rank above all other cards
                rank = 32 if card // 9 == trump else 0
                # verhext.trick.win_led, verhext.trick.offsuit: any other suit than these two keeps rank 0
                if card // 9 == trump or card // 9 == led:
                    rank += card % 9 + 1  # verhext.potion.alone: a potion on its own is a 1, 2 or 3
                    TRICK_RANK[(5 * trump + led) * 64 + card + 1] = rank


def fill_potion_tables():
    """What the potions of a play add to its value, and the order in which they are recorded."""
    for potions in range(64):
        POTION_SUM[potions] = (potions & 3) + 2 * (potions >> 2 & 3) + 3 * (potions >> 4)
    for play in range(4096):
        ORDERED_PLAY[play] = potions_in_order(play)


fill_move_tables()
fill_rank_table()
fill_potion_tables()


class Verhext(State):
    """A position of Verhext!"""

    if not cython.compiled:

        def __init__(self):
            """The fields of rules.pxd. In the compiled class they exist and start at zero."""
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
            self.stacks = [0, 0, 0, 0]  # prophecy cards left, by number
            # the score cards by seat, empty at the start: verhext.setup.scorecards
            # verhext.comp.others: five score cards; of the seven hats, one goes to a seat or into the box each round
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
            self.trump = 0  # the trump card
            self.trick = 0  # tricks finished
            self.played = 0  # plays in the current trick
            self.unfinished_play = 0  # base card (and potions) laid by the seat to act, known to this seat only
            self.led = 0  # the suit of the current trick
            self.best = 0  # its strongest play: 16 * strength + TIED_BIT if it is tied + place of the last such play
            self.leaders = [0, 0, 0, 0, 0, 0, 0]  # by trick
            self.plays = [0] * 35  # trick after trick, in the order played
            self.hands = [0, 0, 0, 0, 0]  # sets of cards; from the counting phase on, the leftovers, discarded unseen
            self.rest = 0  # the undealt cards

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
        for prophecy in range(7):  # verhext.comp.points_order: the table rewards higher numbers and exact sides more
            self.plus[prophecy] = points.plus[prophecy]
            self.minus[prophecy] = points.minus[prophecy]

    def points(self) -> "Points":
        """The table of points in use: the option `point_table` replaces it (verhext.comp.points)."""
        return list(point_tables().values())[self.point_table]

    def open(self) -> None:
        """Lays out the stacks and begins the first round. The dice must have their key."""
        copies = self.points().copies
        for number in range(4):  # verhext.comp.prophecies, verhext.setup.stacks: all cards, however many play
            self.stacks[number] = copies[number]
        # verhext.setup.first_holder, verhext.setup.first_holder_digital: nobody's age is known, so chance decides
        self.holder = self.below(self.seats) if self.first_holder < 0 else self.first_holder
        self.begin_round()

    # A round begins

    def begin_round(self):
        """Deals, and opens the prophecy phase; the play and the counting phase follow (verhext.round.phases)."""
        self.round += 1
        if self.round > 1:  # verhext.round.pass_ball
            self.holder = self.next_seat(self.holder)
        for seat in range(self.seats):  # verhext.round.reset: score cards, stacks and hats stay as they are
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
        """Shuffles all 45 cards (verhext.round.full_deck), turns up the trump card and deals the hands."""
        deck: cython.short[45]
        if not cython.compiled:
            deck = [0] * DECK
        for card in range(FIRST_POTION):  # verhext.comp.deck: four suits of nine cards and nine potions
            deck[card] = card
        for potion in range(9):
            deck[FIRST_POTION + potion] = FIRST_POTION + potion // 3 + potion % 3 * 3
        dealt = 1 + HAND * self.seats
        self.shuffle(deck, 0, DECK, dealt)
        # verhext.trump.draw: the first card is the trump card, potion or not
        self.trump = deck[0] if deck[0] < FIRST_POTION else FIRST_POTION + (deck[0] - FIRST_POTION) % 3
        rest = ones(DECK, 0) ^ bit(deck[0])  # verhext.trump.out
        at = 1
        for seat in range(self.seats):  # verhext.deal.seven
            hand = bit(deck[at])
            for i in range(1, HAND):
                hand |= bit(deck[at + i])
            at += HAND
            rest ^= hand
            self.hands[seat] = canonical(hand)
        self.rest = canonical(rest)  # verhext.deal.rest: unused in this round

    # Prophecy phase

    def prophecy_moves(self, seat):
        """The prophecies a seat can choose, as bits: from the stacks, or with its own failed cards.

        There is always one (verhext.bid.always_possible), and never a pass (verhext.bid.mandatory). What others have
        chosen does not matter (verhext.bid.free).
        """
        # verhext.zero.no_bid: stored zero cards are not offered, only the stack of zeros
        moves = ones(1, 0) if self.stacks[0] else ones(0, 0)
        for number in range(1, 4):  # verhext.bid.max: no number above 3
            if self.stacks[number]:  # verhext.bid.empty_stack
                # verhext.bid.side: both sides of the card
                moves |= ones(2, 2 * number - 1)
            # verhext.rebid.allowed, verhext.rebid.own_failed
            retry: cython.int = self.failed[seat][number] > 0
            # verhext.rebid.side: both sides again, whichever failed
            moves |= retry * ones(2, REBID + 2 * number - 2)
        return moves

    def prophesy(self, seat, move):
        """A seat takes its prophecy card: a failed one instead of one from a stack (verhext.rebid.one)."""
        prophecy = move
        if move >= REBID:  # verhext.rebid.stack: the stacks stay as they are
            prophecy = move - REBID + 1
            self.rebid[seat] = 1
            self.take_failed(seat, number_of(prophecy))
        else:
            self.stacks[number_of(prophecy)] -= 1  # verhext.bid.takes_card
        # verhext.bid.locked: it stays until the counting phase; verhext.rebid.like_new: wherever it comes from
        self.prophecy[seat] = prophecy
        # verhext.bid.public
        self.show(PROPHESIED, seat, prophecy, self.rebid[seat])
        # verhext.bid.order: clockwise from the holder
        self.player = self.next_seat(seat)
        if self.player == self.holder:
            self.begin_play()

    def take_failed(self, seat, number):
        """Takes a failed card off the score card: the most costly, among equals the oldest (verhext.rebid.which)."""
        sides = self.failed_sides[seat][number]
        which = 0
        for i in range(1, self.failed[seat][number]):
            if self.minus[2 * number - 1 + (sides >> i & 1)] > self.minus[2 * number - 1 + (sides >> which & 1)]:
                which = i
        older = sides & ((1 << which) - 1)
        self.failed_sides[seat][number] = older | sides >> which + 1 << which
        self.failed[seat][number] -= 1  # verhext.rebid.off_pile: it costs nothing while it is out

    # Who leads first

    def begin_play(self):
        """Opens the play phase: the highest prophecy leads the first trick (verhext.lead.first)."""
        self.player = self.find_leader()
        self.leaders[0] = self.player
        self.phase = PLAY_BASE
        self.note(EVERYBODY, LEADS_FIRST, self.player, self.plus[self.prophecy[self.player]], 0)

    def find_leader(self):
        """The seat with the highest potential so far, -1 before the first prophecy."""
        # verhext.lead.first_tie, verhext.lead.all_zero: among equals, also if all are 0, the last one to choose leads
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
        """The plus points of the chosen side (verhext.lead.potential); by option the number, exact before at least."""
        if self.leader_by == NUMBER_FIRST:
            return 2 * number_of(prophecy) + is_exact(prophecy)
        return self.plus[prophecy]

    # The trick

    def clear_trick(self):
        self.played = 0
        self.led = NOTHING_LED
        self.best = 0

    def playable_cards(self, seat):
        """The base cards a seat may lay, as bits: those of the led suit, if it has any (verhext.follow.must)."""
        hand = self.hands[seat] & ones(KINDS, 0)
        # verhext.follow.potion_is_suit, verhext.follow.potion_not_wild: potions follow a potion, and no other suit
        follow = hand & ones(9, 9 * self.led)

        # verhext.trick.lead_any: no card follows NOTHING_LED, so the leader may lay any
        # verhext.follow.choice, verhext.follow.free: any card of the led suit; any card at all without one
        return follow or hand  # value and trump do not matter: verhext.follow.no_duty_to_win

    def lay(self, seat, move):
        """One step of a play: the base card, then a potion or none (with `potions_per_play` = `any`, several)."""
        hand = self.hands[seat]
        self.hands[seat] = without_card(hand, CARD_COPIES[move])  # verhext.potion.spent
        play = ORDERED_PLAY[self.unfinished_play + PLAY_STEP[move]]
        # verhext.potion.one: a second step ends the play
        if self.phase == ADD_POTION and not (self.potions_per_play == ANY_POTIONS and move != NO_POTION):
            self.show_play(seat, play)
        # verhext.potion.any_time: a potion left in the hand can be added to any base card
        elif hand >> FIRST_POTION and self.hands[seat] >> FIRST_POTION:
            self.unfinished_play = play
            self.phase = ADD_POTION
        else:
            self.show_play(seat, play)

    def show_play(self, seat, play):
        """A play is complete: base card and potion are laid down together (verhext.potion.simultaneous)."""
        self.unfinished_play = 0
        self.plays[self.trick * self.seats + self.played] = play
        self.show(PLAYED, seat, play, 0)
        if self.played == 0:
            self.led = suit_played(play)  # verhext.follow.led_combo: with a potion on it, too
        self.compare(play)
        self.played += 1
        if self.played == self.seats:
            self.end_trick()
        else:
            self.phase = PLAY_BASE
            self.player = self.next_seat(seat)  # verhext.trick.order

    # Who wins the trick

    def strength(self, play):
        """How strong a play is in this trick: its base card's rank and its potions; 0 cannot win."""
        rank = TRICK_RANK[(5 * suit_of(self.trump) + self.led) * 64 + (play & 63)]
        counts: cython.int = rank > 0
        # verhext.potion.attach, verhext.potion.on_potion, verhext.potion.no_cap: the values of all its cards add up
        return rank + counts * POTION_SUM[play >> 6]

    def compare(self, play):
        """Updates the strongest play of the trick; only plays as strong as that one tie (verhext.tie.definition)."""
        strength = self.strength(play)
        ties: cython.int = strength == self.best >> 4
        self.best = max(self.best, 16 * strength + 8 * ties + self.played)

    def tied_seats(self):
        """The seats, as bits, whose plays are as strong as the strongest."""
        seats = 0
        for place in range(self.seats):
            if self.strength(self.plays[self.trick * self.seats + place]) == self.best >> 4:
                seats |= 1 << self.seat_at(self.trick, place)
        return seats

    def end_trick(self):
        """Decides a complete trick and who leads next, then looks for empty hands (verhext.play.finish_trick)."""
        leader = self.seat_at(self.trick, self.best & 7)  # verhext.tie.leader: of tied seats, the last
        if self.best & TIED_BIT:  # verhext.tie.nobody
            self.note(
                EVERYBODY, TRICK_TIED, leader, self.plays[self.trick * self.seats + (self.best & 7)], self.tied_seats()
            )
        else:
            self.won[leader] += 1  # verhext.trick.pile: one trick, however many cards
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
            self.leaders[self.trick] = leader  # verhext.trick.next_leader
            self.player = leader
            self.phase = PLAY_BASE

    # The play phase ends

    def end_play(self, empty):
        """Ends the play phase, when a hand is empty; the other hands are discarded unseen (verhext.play.leftover).

        A play takes one or two of seven cards, so there are four to seven tricks (verhext.play.trick_count).
        """
        # verhext.play.end
        self.note(EVERYBODY, PLAY_ENDS, empty, self.trick, 0)
        self.ask_zero(self.holder, 0)

    # Counting phase

    def zeros_needed(self, seat):
        """How many zero cards would fulfil the prophecy of a seat (verhext.zero.bonus); 0 if the seat is not asked."""
        number = number_of(self.prophecy[seat])
        if self.zeros[seat] == 0 or number == 0:
            return 0
        # verhext.zero.both_sides, verhext.zero.missing_only: missing tricks of an exact or an at-least prophecy
        needed = number - self.won[seat]
        if self.zero_card_mode == BOTH_WAYS and is_exact(self.prophecy[seat]) and needed < 0:
            needed = -needed
        # verhext.zero.eligible, verhext.zero.several: the seat must have stored as many as it needs, one a trick
        if needed <= 0 or needed > self.zeros[seat] or (self.zero_cards_per_round == ONE_ZERO_CARD and needed != 1):
            return 0
        return needed

    def ask_zero(self, seat, asked):
        """Asks the next eligible seat, clockwise from the holder (verhext.zero.order); `asked` seats are done.

        After the last one all prophecies are judged together (verhext.zero.timing).
        """
        while asked < self.seats:
            if self.zeros_needed(seat):
                self.phase = COUNT_ZERO
                self.player = seat
                return
            seat = self.next_seat(seat)
            asked += 1
        self.judge_prophecies()
        self.award_hat()
        self.end_round()

    def decide_zero(self, seat, spend):
        """A seat keeps its zero cards or spends just as many as it needs (verhext.zero.complete_only)."""
        if spend:
            self.spent[seat] = self.zeros_needed(seat)
            self.zeros[seat] -= self.spent[seat]
            self.stacks[0] += self.spent[seat]  # verhext.zero.return: at once
        self.show(ZERO_DECIDED, seat, self.spent[seat], 0)
        asked = seat - self.holder + 1
        if asked <= 0:
            asked += self.seats
        self.ask_zero(self.next_seat(seat), asked)

    def is_fulfilled(self, seat):
        """Has a seat's prophecy come true? Zero cards are spent only where they fulfil it."""
        prophecy = self.prophecy[seat]
        # verhext.count.exact
        if self.spent[seat] or self.won[seat] == number_of(prophecy):
            return True
        # verhext.count.at_least
        return is_at_least(prophecy) and self.won[seat] > number_of(prophecy)

    def judge_prophecies(self):
        """Counts all prophecies: every prophecy card goes to a score card or back to its stack."""
        for seat in range(self.seats):
            prophecy = self.prophecy[seat]
            number = number_of(prophecy)
            fulfilled = self.is_fulfilled(seat)
            # verhext.zero.success, verhext.zero.not_same_round: stored after the last seat was asked for zero cards
            if fulfilled and prophecy == 0:
                self.zeros[seat] += 1
            elif fulfilled:  # verhext.count.plus
                self.fulfilled[seat][prophecy] += 1
            elif prophecy == 0:  # verhext.zero.fail
                self.stacks[0] += 1
            else:  # verhext.count.minus; verhext.rebid.repeat: even if it was a new attempt
                self.failed_sides[seat][number] |= (1 - is_exact(prophecy)) << self.failed[seat][number]
                self.failed[seat][number] += 1
            points = 1 + self.plus[prophecy] if fulfilled else -self.minus[prophecy]
            self.note(EVERYBODY, JUDGED, seat, prophecy, points)

    def award_hat(self):
        """The hat of the round goes to a seat or into the box: one hat every round (verhext.hat.every_round)."""
        best = 0
        for seat in range(self.seats):  # verhext.zero.not_hat: zero cards are no tricks
            best = max(best, 8 * self.won[seat] + seat)
        most_won = best >> 3
        sharing = 0
        for seat in range(self.seats):
            shares: cython.int = self.won[seat] == most_won
            sharing |= shares << seat
        if sharing & (sharing - 1):  # verhext.hat.tie, verhext.hat.none_won: also if all have 0
            self.note(EVERYBODY, HAT_BOXED, most_won, sharing, 0)
        else:  # verhext.hat.most
            self.hats[best & 7] += 1
            self.note(EVERYBODY, HAT_WON, best & 7, most_won, 0)

    # End of the game

    def end_round(self):
        """Ends the game or begins a new round, after counting and the hat (verhext.end.finish_round)."""
        # verhext.end.hats, verhext.setup.hats: the seventh of seven hats, however many play
        ends = 1 if self.round == ROUNDS else 0
        for number in range(1, 4):  # verhext.end.stack, verhext.end.zero_stack: the stack of zeros does not count
            if not self.stacks[number]:
                self.note(EVERYBODY, STACK_EMPTY, number, 0, 0)
                ends = 1
        if ends:
            self.phase = GAME_OVER
            self.player = -1
            self.note(EVERYBODY, GAME_ENDS, self.round, 0, 0)
        else:
            self.begin_round()  # verhext.end.else

    def score(self, seat):
        """Points of fulfilled cards and hats, less those of failed cards (verhext.final.sum).

        Tricks themselves score nothing (verhext.count.no_per_trick), nor does a card that is out for a new attempt.
        """
        total = self.hats[seat]
        for prophecy in range(1, 7):
            total += self.plus[prophecy] * self.fulfilled[seat][prophecy]
        for number in range(1, 4):
            at_least = count(self.failed_sides[seat][number])
            total -= self.minus[2 * number] * at_least
            total -= self.minus[2 * number - 1] * (self.failed[seat][number] - at_least)
        return total

    def exact_cards(self, seat):
        """The cards of the second tie-break: fulfilled ones with the exact side up (verhext.final.tie_exact_count).

        The option `exact_tiebreak` counts others.
        """
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
        """Most points (verhext.final.winner), then hats (verhext.final.tie_hats), then exact cards."""
        # verhext.final.tie_exact, verhext.final.shared, verhext.final.places: equal keys share a place
        return (self.score(seat) * 64 + self.hats[seat]) * 64 + self.exact_cards(seat)

    # Decisions

    def allowed(self, seat):
        """The legal moves, as bits of one word."""
        if self.phase == PLAY_BASE:
            return self.playable_cards(seat) << BASE
        if self.phase == ADD_POTION:  # verhext.potion.optional: NO_POTION is always among them
            return (1 + 2 * (self.hands[seat] >> FIRST_POTION & 7)) << NO_POTION
        if self.phase == PROPHECY_PHASE:
            return self.prophecy_moves(seat)
        return ones(2, KEEP_ZERO)  # verhext.zero.optional

    def legal(self, seat, moves):
        moves.add_bits(self.allowed(seat), 0)

    def random_move(self, seat, moves, word):
        allowed = self.allowed(seat)
        return nth(allowed, mul_high(word, count(allowed)))

    def apply(self, seat, move):
        if self.phase == PROPHECY_PHASE:
            self.prophesy(seat, move)
        elif self.phase == COUNT_ZERO:
            self.decide_zero(seat, move == SPEND_ZERO)
        else:
            self.lay(seat, move)

    # What views ask

    def zeros_to_spend(self, seat: int) -> int:
        """How many zero cards would fulfil the prophecy of a seat with its tricks so far; 0 if none can."""
        return self.zeros_needed(seat) if self.prophecy[seat] >= 0 else 0

    def potential_of(self, prophecy: int) -> int:
        """The potential of a prophecy: the highest one leads the first trick."""
        return self.potential(prophecy)

    def leading_seat(self) -> int:
        """The seat that would lead the first trick by the prophecies chosen so far; -1 before the first."""
        return self.find_leader()

    def exact_count(self, seat: int) -> int:
        """How many cards count in the second tie-break."""
        return self.exact_cards(seat)

    def top_seats(self, trick: int, next_play: int = 0) -> list[int]:
        """The seats with the strongest play of a trick, several if they tie. `next_play` is added to the trick."""
        first = trick * self.seats
        plays = [self.plays[first + place] for place in range(self.seats) if self.plays[first + place]]
        plays += [next_play] if next_play else []
        replayed: Verhext = self.copy()
        replayed.led = suit_played(plays[0])
        strengths = [replayed.strength(play) for play in plays]
        return [self.seat_at(trick, i) for i, strength in enumerate(strengths) if strength == max(strengths)]

    def play_after(self, move: int) -> int:
        """The complete play, if it ends with this move."""
        return ORDERED_PLAY[self.unfinished_play + PLAY_STEP[move]]

    # Secret and open

    def observe(self, seat, move, viewer):
        """Other seats see complete plays only (verhext.vis.pending), not the steps to them (verhext.vis.declined)."""
        if viewer == seat or self.phase == PROPHECY_PHASE or self.phase == COUNT_ZERO:
            return move
        if self.phase == PLAY_BASE:
            if without_card(self.hands[seat], CARD_COPIES[move]) >> FIRST_POTION:
                return UNSEEN
            return SHOWN_PLAY + PLAY_STEP[move]
        if move == NO_POTION:
            return SHOWN_PLAY + self.unfinished_play
        if self.potions_per_play == ANY_POTIONS and without_card(self.hands[seat], CARD_COPIES[move]) >> FIRST_POTION:
            return UNSEEN
        return SHOWN_PLAY + ORDERED_PLAY[self.unfinished_play + PLAY_STEP[move]]

    def seat_at(self, trick, place):
        """The seat of a place in a trick: clockwise from the leader (verhext.setup.seats)."""
        seat = self.leaders[trick] + place
        return seat if seat < self.seats else seat - self.seats

    def void_seats(self, suit):
        """The seats, as bits, known to have no card of a suit because they did not follow it (verhext.vis.voids)."""
        seats = 0
        for trick in range(self.trick + 1 if self.trick < HAND else HAND):
            for place in range(1, self.seats):
                play = self.plays[trick * self.seats + place]
                if play == 0:
                    break
                if suit_played(self.plays[trick * self.seats]) == suit and suit_played(play) != suit:
                    seats |= 1 << self.seat_at(trick, place)
        return seats

    def take_back_play(self):
        """Returns an unfinished play to the hand, since other seats cannot tell that it was begun."""
        self.hands[self.player] = with_play(self.hands[self.player], self.unfinished_play)
        self.unfinished_play = 0
        self.phase = PLAY_BASE

    def put_away(self):
        """Without history, tricks before the last one lie face down like the undealt rest (verhext.vis.won)."""
        for trick in range(self.trick - 1):
            self.leaders[trick] = 0
            for i in range(trick * self.seats, (trick + 1) * self.seats):
                if self.plays[i]:
                    self.rest = with_play(self.rest, self.plays[i])
                    self.plays[i] = 0

    def deal_unseen(self, viewer, rng, recall):
        """Deals hidden hands and the rest again (verhext.vis.hands); sizes of hands and known voids stay."""
        if self.phase == ADD_POTION and self.player != viewer:
            self.take_back_play()
        # verhext.vis.leftover: the viewer may remember its own leftovers, but is not shown them
        known_seat = viewer if recall or self.phase < COUNT_ZERO else -1
        if not recall and not self.show_history:
            self.put_away()
        rng.clear()
        for seat in range(self.seats):
            rng.add_hand(0 if seat == known_seat else count(self.hands[seat]))
        for suit in range(5):
            rng.add_group(self.void_seats(suit))
            for card in range(9 * suit, 9 * suit + 9 if suit < POTION else KINDS):
                self.add_to_pool(self.rest, card, rng)
                for seat in range(self.seats):
                    if seat != known_seat:
                        self.add_to_pool(self.hands[seat], card, rng)
        rng.deal()
        for seat in range(self.seats):
            if seat != known_seat:
                self.hands[seat] = self.dealt_cards(rng, seat, count(self.hands[seat]))
        self.rest = self.dealt_cards(rng, self.seats, count(self.rest))
        self.rekey(rng)

    def add_to_pool(self, cards, card, rng):
        """Adds all cards of one kind in a set to the cards to be dealt."""
        if cards & bit(card):
            rng.add_card(card)
            if card >= FIRST_POTION:
                if cards & bit(card + 3):
                    rng.add_card(card)
                if cards & bit(card + 6):
                    rng.add_card(card)

    def dealt_cards(self, rng, hand, size):
        """The set of cards that a hand was dealt."""
        cards = ones(0, 0)
        for i in range(size):
            cards = with_card(cards, rng.dealt_card(hand, i))
        return cards

"""The rules of 17 Diciassette, in the order of the rulebook. Clause ids refer to docs/rules/diciassette.md.

A card is its kind, 0 to 13; in the row, its kind, plus 16 if it lies face down, plus 32 times the seat that laid it.
A hand is three kinds in ascending order, padded with NO_CARD, so that hands with equal cards are equal.
"""

from typing import TYPE_CHECKING

import cython

from ridotto.engine.note import Note
from ridotto.games.diciassette.components import COPIES, VALUES

if TYPE_CHECKING:
    from typing import Self

if not cython.compiled:
    from ridotto.engine.chance import binomial, bit, count, mul_high, nth
    from ridotto.engine.note import EVERYBODY, SPECTATOR, UNSEEN
    from ridotto.engine.state import State
    from ridotto.games.diciassette.components import *

    VALUE, CARD_MOVES = [0] * 16, [0] * 16


def fill_card_tables():
    """By kind of card: its value, and the moves that lay it."""
    for kind in range(KINDS):
        # diciassette.components.values: the number on a number card
        # diciassette.total.special_zero, diciassette.total.trap_zero: 0 for special cards, the trap among them
        VALUE[kind] = VALUES[kind]

        # diciassette.play.face_choice: every card may be laid face up or face down
        CARD_MOVES[kind] = bit(kind) | bit(DOWN + kind)


fill_card_tables()


class Diciassette(State):
    """A position of 17 Diciassette."""

    if not cython.compiled:

        def __init__(self):
            """The fields of rules.pxd. In the compiled class they exist and start at zero."""
            State.__init__(self)
            # options
            self.hand_backs_public = 0
            self.call_between_double = 0
            self.trash_cancels_double = 0
            self.direction_resets = 0
            self.settlement = 0
            self.seen_cards_panel = 0
            # the game
            self.phase = 0
            self.round = 0
            self.direction = 0
            # the tokens by seat, none at the start: diciassette.setup.tokens
            self.victory = [0, 0, 0, 0, 0, 0]
            self.penalty = [0, 0, 0, 0, 0, 0]
            self.hands = [[0, 0, 0] for _ in range(6)]
            self.pile = [0] * DECK  # the draw pile; its top card is the last one
            self.pile_size = 0
            self.known_discards = [0] * KINDS  # by kind: discards that everybody has seen
            self.trashed = [[0] * KINDS for _ in range(6)]  # discards nobody else has seen, by the seat that laid them
            # the round
            self.row = [0] * DECK
            self.row_length = 0
            self.turns_finished = 0
            self.turn = 0  # the seat that has the turn; in a call window and after the end, the seat that had it last
            self.cards_due = 0  # cards to play; above 0 in a call window, if it is between the two cards of an x2 turn
            self.pending_double = 0  # 1: the next player must play two cards
            # the last call, which everybody may look up
            self.last_caller = 0  # -1: nobody has called yet
            self.last_player = 0
            self.last_row = [0] * DECK  # as revealed; empty at the end of the game, when the cards stay in `row`
            self.last_row_length = 0
            # the answers of an open call window, as bits by seat
            self.passed = 0
            self.called = 0

    # Setup

    def set_options(self, numbers: dict[str, int]) -> None:
        self.hand_backs_public = numbers["hand_backs_public"]
        self.call_between_double = numbers["call_between_double"]
        self.trash_cancels_double = numbers["trash_cancels_double"]
        self.direction_resets = numbers["direction_resets"]
        self.settlement = numbers["settlement"]
        self.seen_cards_panel = numbers["seen_cards_panel"]

    def open(self) -> None:
        """Shuffles and deals (diciassette.setup.deal), and begins the first round."""
        for kind in range(KINDS):  # diciassette.components.cards, diciassette.components.split: deck.json lists all 70
            for _ in range(COPIES[kind]):
                self.pile[self.pile_size] = kind
                self.pile_size += 1
        self.shuffle(self.pile, 0, self.pile_size, self.pile_size)
        for seat in range(6):
            self.clear_hand(seat)
        for seat in range(self.seats):
            for _ in range(HAND):
                self.pick_up(seat, self.top_card())  # diciassette.setup.draw_pile: the rest stays in the pile
        self.direction = CLOCKWISE  # diciassette.setup.direction
        self.last_caller = -1
        self.last_player = -1
        # diciassette.setup.starter, diciassette.setup.starter_tokens_back: a random seat; no token is handed out
        self.begin_round(self.below(self.seats))

    def begin_round(self, starter):
        """Begins a round with an empty row and one card due (diciassette.round.turn_reset).

        Hands stay as they are (diciassette.round.keep_hands).
        """
        self.round += 1
        self.turns_finished = 0
        self.pending_double = 0  # diciassette.round.double_lapses
        # diciassette.round.direction_stays: unless the option resets it
        if self.direction_resets:
            self.direction = CLOCKWISE
        self.note(EVERYBODY, ROUND_BEGINS, self.round, starter, 0)
        self.begin_turn(starter, 1)  # diciassette.call.not_before_first: no call window comes before it

    def begin_turn(self, seat, due):
        """Asks a seat for the one card of a turn (diciassette.turn.one_card), or for two after an x2."""
        self.phase = PLAYING
        self.turn = seat
        self.player = seat
        self.cards_due = due

    # Hands

    def clear_hand(self, seat):
        for i in range(HAND):
            self.hands[seat][i] = NO_CARD

    def is_full(self, seat):
        return self.hands[seat][2] != NO_CARD

    def is_empty(self, seat):
        return self.hands[seat][0] == NO_CARD

    def pick_up(self, seat, kind):
        """Adds a card to a hand of fewer than three, keeping the order."""
        middle = max(self.hands[seat][0], kind)
        self.hands[seat][0] = min(self.hands[seat][0], kind)
        self.hands[seat][2] = max(self.hands[seat][1], middle)
        self.hands[seat][1] = min(self.hands[seat][1], middle)

    def take_out(self, seat, kind):
        """Removes a card from a hand; those after it move up."""
        if kind <= self.hands[seat][0]:
            self.hands[seat][0] = self.hands[seat][1]
        if kind <= self.hands[seat][1]:
            self.hands[seat][1] = self.hands[seat][2]
        self.hands[seat][2] = NO_CARD

    # A turn: play, then draw

    def lay(self, seat, move):
        """Lays a card; draws after the last card due, and lets the others call."""
        self.play_card(seat, move)
        # diciassette.double.one_by_one, diciassette.double.from_hand: the second card is laid later, before drawing
        if self.cards_due > 0 and not self.is_empty(seat):  # diciassette.double.short_hand
            if self.call_between_double:
                self.open_window()
        else:
            self.cards_due = 0
            # diciassette.turn.order, diciassette.double.draw_two: draw when all cards of the turn are laid
            self.refill(seat)
            self.turns_finished += 1
            # diciassette.call.window, diciassette.call.always_opened: once a turn, whatever lies in the row
            self.open_window()

    def play_card(self, seat, move):
        """Takes a card from the hand to the row; a face-up effect acts at once (diciassette.play.effect_now)."""
        down = move // DOWN
        kind = move % DOWN
        covered: cython.int = down and kind >= CONCEALED
        self.take_out(seat, kind)
        # diciassette.components.neutral_back: face down, one-sided numbers and special cards all look alike
        self.show(LAID, seat, NEUTRAL if covered else kind, down)
        if covered:
            self.note(1 << seat, LAID_HIDDEN, seat, kind, self.row_length)
        # diciassette.reverse.face_down, diciassette.trash.face_down, diciassette.double.face_down: no effect
        if down or kind < REVERSE or kind == TRAP:  # diciassette.trap.face_up: neither
            self.append(seat, kind + FACE_DOWN * down)
        elif kind == REVERSE:
            self.append(seat, kind)
            self.reverse(seat)
        elif kind == DOUBLE:
            self.append(seat, kind)
            self.double(seat)
        else:
            self.trash(seat)
        self.cards_due -= 1

    def append(self, seat, card):
        """Puts a card at the right-hand end of the row (diciassette.play.append)."""
        # diciassette.play.owner, diciassette.components.edges: the row keeps who laid a card, and which side is up
        self.row[self.row_length] = card + OWNER * seat
        self.row_length += 1

    def reverse(self, seat):
        """Flips the direction (diciassette.reverse.face_up), on the very first card, too.

        The first card of the game: diciassette.setup.first_card_reverse.
        """
        self.direction = -self.direction
        self.note(EVERYBODY, REVERSED, seat, self.direction, 0)

    def double(self, seat):
        """The player of the next turn must play two cards (diciassette.double.face_up)."""
        # diciassette.double.chain, diciassette.double.no_stack: within an x2 turn, too; and two, not more
        self.pending_double = 1
        # the next player is certain only with the last card of the turn
        self.note(EVERYBODY, DOUBLED, seat, self.neighbour(seat) if self.cards_due == 1 else -1, 0)

    def trash(self, seat):
        """Discards the trash card and the rightmost card of the row (diciassette.trash.face_up).

        Past effects stay: a reverse (diciassette.trash.reverse_target) and an x2 (diciassette.trash.double_target).
        """
        self.known_discards[TRASH] += 1
        if self.row_length == 0:  # diciassette.trash.empty_row
            self.note(EVERYBODY, TRASHED, seat, NO_CARD, 0)
            return
        # diciassette.trash.target, diciassette.trash.own_card, diciassette.trash.after_trash: whatever is rightmost now
        self.row_length -= 1
        card = self.row[self.row_length]
        self.row[self.row_length] = 0
        # diciassette.trash.face_down_target, diciassette.trash.trap_target: unseen, even a trap
        if is_covered(card):
            # diciassette.info.trashed: known to its owner only
            self.trashed[owner_of(card)][kind_of(card)] += 1
            self.note(EVERYBODY, TRASHED, seat, NEUTRAL, owner_of(card))
            return
        self.known_discards[kind_of(card)] += 1
        self.note(EVERYBODY, TRASHED, seat, kind_of(card), owner_of(card))
        if self.trash_cancels_double and kind_of(card) == DOUBLE:
            self.cards_due = 1
            self.pending_double = 0

    def refill(self, seat):
        """Draws one card at a time until the hand has three again (diciassette.draw.refill, diciassette.draw.one)."""
        drawn: cython.ulonglong = 0  # how many of each kind, in four bits
        # diciassette.draw.nothing_left: stops early if there is nothing to reshuffle
        while not self.is_full(seat) and (self.pile_size > 0 or self.reshuffle()):
            kind = self.top_card()
            self.pick_up(seat, kind)
            drawn += bit(4 * kind)
        if self.notes is not None:
            self.note_drawn(seat, drawn)

    def note_drawn(self, seat, drawn):
        """Tells what was drawn, by kind: hands keep no order of drawing."""
        for kind in range(KINDS):
            for _ in range(drawn >> 4 * kind & 15):
                back = NEUTRAL if kind >= CONCEALED else kind
                self.note(EVERYBODY, DREW, seat, back if self.hand_backs_public else ANY_BACK, 0)
                if self.is_unseen_in_hand(kind):
                    self.note(1 << seat, DREW_FACE, seat, kind, 0)

    def top_card(self):
        self.pile_size -= 1
        kind = self.pile[self.pile_size]
        self.pile[self.pile_size] = 0
        return kind

    def reshuffle(self):
        """Shuffles the discards into a new draw pile (diciassette.draw.reshuffle). False if there are none."""
        # diciassette.draw.reshuffle_scope: all discards, face down or not; row and hands stay
        for kind in range(KINDS):
            number = self.known_discards[kind]
            self.known_discards[kind] = 0
            for seat in range(self.seats):
                number += self.trashed[seat][kind]
                self.trashed[seat][kind] = 0
            for _ in range(number):
                self.pile[self.pile_size] = kind
                self.pile_size += 1
        self.shuffle(self.pile, 0, self.pile_size, self.pile_size)
        if self.pile_size > 0:
            self.note(EVERYBODY, RESHUFFLED, self.pile_size, 0, 0)
        return self.pile_size > 0

    # Who calls 17?

    def open_window(self):
        """Asks all seats but the player of the turn, all at the same time (diciassette.call.pending)."""
        self.phase = CALLING
        self.player = self.next_seat(self.turn)

    def first_not_passed(self, passed):
        """The first seat by priority that has not passed; the player of the turn, if all others have.

        Priority is clockwise from the last player, whatever the direction (diciassette.call.priority_clockwise).
        """
        seat = self.player
        while passed >> seat & 1:
            seat = self.next_seat(seat)
        return seat

    def answer(self, seat, call):
        """Stores an answer. The first seat by priority that has not passed decides (diciassette.call.decided)."""
        self.seal(1 << seat)
        if call:
            self.called |= 1 << seat
        else:
            self.passed |= 1 << seat
        # diciassette.call.poll_equivalent: `player` is the seat to ask next, if seats are asked one by one
        self.player = self.first_not_passed(self.passed)
        if self.called >> self.player & 1:  # diciassette.call.priority
            self.close_window()
            self.show(CALLS, self.player, self.turn, 0)
            # diciassette.call.ends_round: the second card of an x2 turn is not played either
            if self.cards_due > 0:
                self.cards_due = 0
                self.refill(self.turn)
            self.end_round(self.player)
        elif self.player == self.turn:
            self.close_window()
            self.show(NOBODY_CALLS, self.turn, 0, 0)
            if self.cards_due > 0:
                self.phase = PLAYING
            else:
                self.next_turn()  # diciassette.call.nobody, diciassette.call.when: nobody can call any more

    def close_window(self):
        """Erases all answers: their order leaves no trace (diciassette.call.order_free).

        Nor do the calls of seats with lower priority (diciassette.call.only_one).
        """
        self.passed = 0
        self.called = 0

    # Who is next

    def neighbour(self, seat):
        """The next seat in the direction of play (diciassette.setup.seats).

        Of two players it is the other one, whatever the direction (diciassette.reverse.two_players).
        """
        seat += self.direction
        if seat < 0:
            return self.seats - 1
        return seat if seat < self.seats else 0

    def next_turn(self):
        """Gives the turn to the neighbour (diciassette.turn.next), or makes it the caller, if play cannot go on."""
        seat = self.neighbour(self.turn)
        if self.turns_finished == LAST_TURN:  # diciassette.call.stall_cap
            self.note(EVERYBODY, DEEMED_CALLER, seat, self.turn, 1)
            self.end_round(seat)
            return
        if self.is_empty(seat):  # diciassette.call.forced_no_cards
            self.refill(seat)
            if self.is_empty(seat):
                self.note(EVERYBODY, DEEMED_CALLER, seat, self.turn, 0)
                self.end_round(seat)
                return
        self.begin_next_turn(seat)

    def begin_next_turn(self, seat):
        """Asks the seat that follows; a pending x2 is for this turn (diciassette.double.victim)."""
        self.begin_turn(seat, 1 + self.pending_double)
        self.pending_double = 0

    # The end of a round

    def end_round(self, caller):
        """Counts the row, hands out tokens, and ends the game or begins the next round."""
        total = self.reveal()
        # diciassette.settle.last_player: the player of the last turn, even if its card was a trash
        winner = self.settle(caller, total)
        self.last_caller = caller
        self.last_player = self.turn
        self.clear_last_row()
        # diciassette.end.check_after_settlement, diciassette.end.round_cap
        if self.round == LAST_ROUND or self.has_winner():
            self.end_game()
        else:
            self.discard_row()
            self.top_up(winner)
            # diciassette.round.starter, diciassette.round.starter_several: the winner of the call begins
            self.begin_round(winner)

    def reveal(self):
        """Turns over all face-down cards (diciassette.reveal.all), and returns the total of the row."""
        total = 0  # diciassette.total.empty_row
        for i in range(self.row_length):
            card = self.row[i]
            total += VALUE[kind_of(card)]  # diciassette.total.sum
            if is_covered(card):  # diciassette.reveal.no_effects: it is only shown
                self.note(EVERYBODY, REVEALED, owner_of(card), kind_of(card), i)
        self.note(EVERYBODY, COUNTED, total, 0, 0)
        return total

    def settle(self, caller, total):
        """Hands out the tokens: first for traps, then for the result (diciassette.settle.order).

        Returns the winner of the call.
        """
        rewarded = self.spring_traps(caller)
        right: cython.int = total >= LIMIT  # diciassette.total.threshold
        # diciassette.settle.right, diciassette.settle.wrong
        winner = caller if right else self.turn
        loser = self.turn if right else caller
        self.note(EVERYBODY, JUDGED, caller, self.turn, right + 2 * (rewarded >> winner & 1))
        self.give_penalty(loser)
        self.give_victory(winner, rewarded)
        if self.settlement == BATCH:
            self.pay_penalty_pairs()
        return winner

    def spring_traps(self, caller):
        """Hands out the tokens for traps. Returns the seats that have received a victory token, as bits."""
        traps = 0
        rewarded = 0
        for i in range(self.row_length):
            card = self.row[i]
            if kind_of(card) == TRAP and is_down(card):  # diciassette.trap.face_down_only
                # diciassette.settle.trap_victory, diciassette.settle.own_trap: to its owner, even if it is the caller
                owner = owner_of(card)
                self.note(EVERYBODY, TRAP_SPRUNG, owner, caller, 1 - (rewarded >> owner & 1))
                rewarded = self.give_victory(owner, rewarded)
                traps += 1
        # diciassette.settle.trap_penalty, diciassette.settle.trap_regardless: whether the call is right or wrong
        for _ in range(traps):  # diciassette.penalty.several: one by one
            self.give_penalty(caller)
        return rewarded

    def give_victory(self, seat, rewarded):
        """Gives a victory token to a seat that has none from this round yet (diciassette.settle.victory_cap).

        Returns the seats that have received one, even if they lost it again (diciassette.settle.cap_counts_received).
        """
        # diciassette.components.tokens, diciassette.tokens.unlimited: substitutes are used if the 14 run out
        self.victory[seat] += 1 - (rewarded >> seat & 1)
        return rewarded | 1 << seat

    def give_penalty(self, seat):
        """Gives a penalty token to a seat; a second one takes effect at once (diciassette.penalty.sequence)."""
        self.penalty[seat] += 1
        if self.penalty[seat] == 2 and self.settlement == SEQUENTIAL:
            self.pay_penalty_pair(seat)

    def pay_penalty_pairs(self):
        for seat in range(self.seats):
            while self.penalty[seat] > 1:
                self.pay_penalty_pair(seat)

    def pay_penalty_pair(self, seat):
        """Discards two penalty tokens and a victory token of a seat (diciassette.penalty.second)."""
        # diciassette.penalty.none_to_lose
        lost = min(1, self.victory[seat])
        self.penalty[seat] -= 2
        self.victory[seat] -= lost
        self.note(EVERYBODY, SECOND_PENALTY, seat, lost, 0)

    def clear_last_row(self):
        for i in range(self.last_row_length):
            self.last_row[i] = 0
        self.last_row_length = 0

    def discard_row(self):
        """Discards the row, which everybody has seen now (diciassette.round.discard).

        The last player has drawn before, so the row is in no reshuffle of this round (diciassette.round.hands_first).
        """
        for i in range(self.row_length):
            self.known_discards[kind_of(self.row[i])] += 1
            self.last_row[i] = self.row[i]
            self.row[i] = 0
        self.last_row_length = self.row_length
        self.row_length = 0

    def top_up(self, starter):
        """After a shortage, all seats refill, clockwise from the starter (diciassette.round.top_up)."""
        seat = starter
        for _ in range(self.seats):
            self.refill(seat)
            seat = self.next_seat(seat)

    # The end of the game

    def has_winner(self):
        """Has a seat three victory tokens? (diciassette.end.three)"""
        highest = 0
        for seat in range(self.seats):
            highest = max(highest, self.victory[seat])
        return highest == TO_WIN

    def end_game(self):
        """Ends the game; the revealed row stays (diciassette.end.freeze)."""
        self.phase = GAME_OVER
        self.player = -1
        self.pending_double = 0
        self.note(EVERYBODY, GAME_ENDS, self.round, 0, 0)

    def score(self, seat):
        return self.victory[seat]

    def ranking_key(self, seat):
        """More victory tokens, then fewer penalty tokens (diciassette.end.ranking)."""
        # diciassette.end.several, diciassette.end.shared: nobody keeps two penalty tokens; equal keys share a place
        return 2 * self.victory[seat] - self.penalty[seat]

    # Decisions

    def pending(self):
        """The seats that must decide: in a call window, all that have not answered (diciassette.call.answer_once)."""
        # diciassette.call.simultaneous, diciassette.call.who: all but the player of the turn
        if self.phase == CALLING:
            return ((1 << self.seats) - 1) & ~(1 << self.turn | self.passed | self.called)
        return 0 if self.player < 0 else 1 << self.player

    def allowed(self, seat):
        """The legal moves, as bits of one word: section 5.4."""
        # diciassette.call.free, diciassette.call.any_row: always both answers
        if self.phase == CALLING:
            return bit(PASS) | bit(CALL)
        # diciassette.turn.any_card, diciassette.turn.must_play: all cards of the hand, and no pass
        hand = CARD_MOVES[self.hands[seat][0]] | CARD_MOVES[self.hands[seat][1]]
        return hand | CARD_MOVES[self.hands[seat][2]]

    def legal(self, seat, moves):
        moves.add_bits(self.allowed(seat), 0)

    def random_move(self, seat, moves, word):
        if self.phase == CALLING:
            return PASS + mul_high(word, 2)
        allowed = self.allowed(seat)
        return nth(allowed, mul_high(word, count(allowed)))

    def apply(self, seat, move):
        if self.phase == CALLING:
            self.answer(seat, move == CALL)
        else:
            self.lay(seat, move)

    # What views ask

    def next_player(self) -> int:
        """The seat with the next turn, as things are now."""
        return self.neighbour(self.turn)

    def callers_by_priority(self) -> list[int]:
        """The seats that may call after this turn; of several calls, the first counts."""
        callers = []
        seat = self.next_seat(self.turn)
        while seat != self.turn:
            callers.append(seat)
            seat = self.next_seat(seat)
        return callers

    def row_as_seen(self, viewer: int) -> list[int]:
        """The cards of the row; a card that the viewer does not know has the kind NEUTRAL."""
        return [
            self.row[i] | NEUTRAL if self.is_secret(self.row[i], viewer) else self.row[i]
            for i in range(self.row_length)
        ]

    def known_total(self, viewer: int) -> int:
        """The total of the cards in the row that the viewer knows; for a spectator, the visible total.

        The visible total: diciassette.info.visible_total.
        """
        total = 0
        for i in range(self.row_length):
            if not self.is_secret(self.row[i], viewer):
                total += VALUE[kind_of(self.row[i])]
        return total

    def hidden_by(self, seat: int) -> list[int]:
        """The kinds of the cards in the row that nobody but this seat knows, from left to right."""
        return [
            kind_of(self.row[i])
            for i in range(self.row_length)
            if owner_of(self.row[i]) == seat and self.is_secret(self.row[i], SPECTATOR)
        ]

    def loses_by_penalty(self) -> list[bool]:
        """Would one more penalty token cost a victory token? By seat."""
        after: Diciassette = self.copy()
        for seat in range(self.seats):
            after.give_penalty(seat)
        after.pay_penalty_pairs()
        return [after.victory[seat] < self.victory[seat] for seat in range(self.seats)]

    def tokens_after_call(self, caller: int, right: bool) -> list[tuple[int, int]]:
        """Victory and penalty tokens by seat after a call, if no trap lies in the row but those the caller knows."""
        after: Diciassette = self.copy()
        for i in range(self.row_length):
            if self.is_secret(self.row[i], caller):
                after.row[i] = NO_CARD
        after.settle(caller, LIMIT if right else LIMIT - 1)
        return [(after.victory[seat], after.penalty[seat]) for seat in range(self.seats)]

    def trap_reward(self, seat: int) -> int:
        """The victory tokens that its traps bring this seat if somebody else calls."""
        after: Diciassette = self.copy()
        after.spring_traps(self.next_seat(seat))
        return after.victory[seat] - self.victory[seat]

    def after_card(self, seat: int, move: int) -> "Self":
        """The position after a card that this seat lays, before it draws."""
        after: Diciassette = self.copy()
        after.play_card(seat, move)
        return after

    def if_nobody_calls(self) -> "Self":
        """In the call window after a turn: the position in which the next player is asked."""
        after: Diciassette = self.copy()
        after.close_window()
        after.begin_next_turn(self.neighbour(self.turn))
        return after

    def settle_again(self) -> list[Note]:
        """The notes of the last call, from the reveal to the last token.

        They are worked out again from its row and the tokens that are left, which do not tell how many victory tokens
        somebody had to lose: SECOND_PENALTY notes that none is lost.
        """
        again: Diciassette = self.copy()
        again.turn = self.last_player
        if self.phase != GAME_OVER:
            again.row_length = self.last_row_length
            for i in range(self.last_row_length):
                again.row[i] = self.last_row[i]
        for seat in range(self.seats):
            again.penalty[seat] = 0
        again.settle(self.last_caller, again.reveal())
        # they go in pairs: a seat had one before, if without it the number left is another
        for seat in range(self.seats):
            again.penalty[seat] = self.penalty[seat] ^ again.penalty[seat]
            again.victory[seat] = 0
        again.listen()
        again.settle(self.last_caller, again.reveal())
        return again.take_notes()

    # Secret and open

    def observe(self, seat, move, viewer):
        """Of a covered card others see the back, of an answer only what it decides (diciassette.call.secret)."""
        if viewer == seat:
            return move
        if self.phase == PLAYING:
            return HIDDEN_CARD if move >= DOWN + CONCEALED else move
        passed = self.passed if move == CALL else self.passed | 1 << seat
        called = self.called | 1 << seat if move == CALL else self.called
        first = self.first_not_passed(passed)
        if called >> first & 1:
            return CALLED_BY + first
        return NOBODY_CALLED if first == self.turn else UNSEEN

    def is_secret(self, card, viewer):
        """Is a card of the row covered, for a viewer who does not own it? (diciassette.info.own_face_down)"""
        return self.phase != GAME_OVER and owner_of(card) != viewer and is_covered(card)

    def is_unseen_in_hand(self, kind):
        """Is a card in another hand unknown? Neutral backs are, or all cards by option (diciassette.info.hand)."""
        return kind != NO_CARD and (kind >= CONCEALED or not self.hand_backs_public)

    def take_back_answers(self, viewer):
        """Takes back the answers of other seats, since the viewer does not know whether they have answered."""
        own = 0 if viewer < 0 else 1 << viewer
        self.passed &= own
        self.called &= own
        if self.phase == CALLING:
            self.player = self.next_seat(self.turn)
            self.player = self.first_not_passed(self.passed)

    # What must be among the discards, by what everybody sees

    def discard_count(self):
        """How many cards lie on the discard pile."""
        cards = self.covered_discard_count()
        for kind in range(KINDS):
            cards += self.known_discards[kind]
        return cards

    def covered_discard_count(self):
        """How many discards only their owners have seen."""
        cards = 0
        for seat in range(self.seats):
            for kind in range(KINDS):
                cards += self.trashed[seat][kind]
        return cards

    def may_have_run_out(self):
        """Can the draw pile have run out in this round? If not, hands are full; in round 1 nothing was reshuffled."""
        return 2 * self.turns_finished >= DECK - HAND * self.seats

    def has_ended_turn(self):
        """Has the player of the turn laid all cards and drawn?"""
        return self.phase != PLAYING and self.cards_due == 0

    def is_second_card(self):
        """Is it certain that the player of the turn has laid the first of two cards?"""
        if self.cards_due != 1:
            return False
        two_held: cython.int = self.hands[self.turn][1] != NO_CARD and not self.is_full(self.turn)
        has_room: cython.int = self.turns_finished > 0 and two_held and not self.may_have_run_out()
        return self.phase == CALLING or self.pending_double > 0 or has_room

    def last_card_was_trash(self):
        """Was the last card of a turn, or the first of two, a trash? It was, if it is not in the row."""
        if self.row_length > 0 and owner_of(self.row[self.row_length - 1]) == self.turn:
            return False
        return self.is_second_card() or (self.has_ended_turn() and self.discard_count() > 0)

    def face_up_in_row(self, kind):
        """How many cards of a kind lie face up in the row."""
        cards = 0
        for i in range(self.row_length):
            if self.row[i] % OWNER == kind:
                cards += 1
        return cards

    def min_trash_discarded(self):
        """The least number of discarded trash cards: one for every covered discard, or the last card, if it was one."""
        covered = self.covered_discard_count()
        return 1 if covered == 0 and self.last_card_was_trash() else covered

    def min_doubles_discarded(self, trash):
        """The least number of discarded x2 cards, if `trash` trash cards are discarded.

        Two cards are due after an x2, which is in the row or discarded. It may have been reshuffled since; if so, only
        cards laid after it are discarded.
        """
        second: cython.int = self.is_second_card()
        wanted = self.pending_double + (1 if second or self.cards_due == 2 else 0) - self.face_up_in_row(DOUBLE)
        since = 2 if second and trash and not self.pending_double else 0  # a trash, laid as first card, and its target
        return wanted if self.discard_count() > since else 0

    def min_reverses_discarded(self):
        """The least number of discarded reverses: in round 1, play is counter-clockwise after a reverse only."""
        if self.round > 1 or self.direction == CLOCKWISE or self.may_have_run_out():
            return 0
        return 1 - self.face_up_in_row(REVERSE)

    def deal_unseen(self, viewer, rng, recall):
        """Deals again all cards that the viewer cannot know (section 7; diciassette.info.spectator for viewer -1).

        Places that can only hold a concealed card are dealt first, all others then. However the first are filled, the
        others can be dealt in the same number of ways, so all possible deals are equally likely. Without recall, known
        discards that are not listed and a last call that is no longer shown are unknown, too.
        """
        deck: cython.short[70]
        unseen: cython.short[14]
        if not cython.compiled:
            deck, unseen = [0] * DECK, [0] * KINDS
        shows_back: cython.int = self.hand_backs_public and self.pile_size > 0
        two_sided_top: cython.int = shows_back and self.pile[self.pile_size - 1] < CONCEALED
        under = self.pile_size - shows_back  # cards of the pile whose back nobody sees
        forgotten: cython.int = not recall and not self.seen_cards_panel
        if forgotten:
            self.forget_last_call()
        self.take_back_answers(viewer)
        self.count_unseen(unseen, viewer, forgotten)
        if two_sided_top:
            unseen[self.pile[self.pile_size - 1]] -= 1  # it stays on top
        first = self.covered_place_count(viewer)
        if shows_back and not two_sided_top:
            first += 1
        if self.hand_backs_public:
            first += self.unseen_hand_count(viewer)
        if forgotten:
            self.deal_discards(unseen, first, rng)
        concealed = list_cards(deck, 0, unseen, CONCEALED, KINDS)
        cards = list_cards(deck, concealed, unseen, 0, CONCEALED)
        rng.shuffle(deck, 0, concealed, first)
        rng.shuffle(deck, first, cards - first, cards - first)

        at = self.deal_covered(deck, viewer)
        if shows_back and not two_sided_top:
            self.pile[under] = deck[at]
            at += 1
        at = self.deal_hands(deck, at, viewer)
        for i in range(under):
            self.pile[i] = deck[at + i]
        self.rekey(rng)

    def forget_last_call(self):
        """Clears the last call, unless it is shown: until the first turn of a round is over, and when the game is."""
        if self.turns_finished > 0 and self.phase != GAME_OVER:
            self.last_caller = -1
            self.last_player = -1
            self.clear_last_row()

    def count_unseen(self, unseen, viewer, forgotten):
        """Counts by kind the cards whose place the viewer does not know."""
        for kind in range(KINDS):
            unseen[kind] = self.known_discards[kind] if forgotten else 0
        for seat in range(self.seats):
            if seat != viewer:
                for kind in range(KINDS):
                    unseen[kind] += self.trashed[seat][kind]
                for i in range(HAND):
                    if self.is_unseen_in_hand(self.hands[seat][i]):
                        unseen[self.hands[seat][i]] += 1
        for i in range(self.row_length):
            if self.is_secret(self.row[i], viewer):
                unseen[kind_of(self.row[i])] += 1
        for i in range(self.pile_size):
            unseen[self.pile[i]] += 1

    def deal_discards(self, unseen, first, rng):
        """Deals the known discards before all other cards, including the effect cards that must be among them.

        The numbers of effect cards and of other concealed cards are drawn with the probability they have among all
        deals; `first` other places must hold a concealed card. Removes the cards dealt from `unseen`.
        """
        rest: cython.double[36]
        dealt: cython.int[4]
        if not cython.compiled:
            rest, dealt = [0.0] * 36, [0] * 4
        places = self.discard_count() - self.covered_discard_count()
        two_sided = count_kinds(unseen, TWO_SIDED)
        others = count_kinds(unseen, OTHER_CONCEALED)
        concealed = others + count_kinds(unseen, EFFECT_CARDS)
        for i in range(4):
            dealt[i] = 0
        for n in range(concealed + 1):
            rest[n] = binomial(two_sided, places - n) * binomial(concealed - n, first)
        total = 0.0
        for r in range(max(0, self.min_reverses_discarded()), unseen[REVERSE] + 1):
            for t in range(self.min_trash_discarded(), unseen[TRASH] + 1):
                for d in range(max(0, self.min_doubles_discarded(t)), unseen[DOUBLE] + 1):
                    ways = binomial(unseen[REVERSE], r) * binomial(unseen[TRASH], t) * binomial(unseen[DOUBLE], d)
                    for n in range(min(others, places - r - t - d) + 1):
                        weight = ways * binomial(others, n) * rest[r + t + d + n]
                        total += weight
                        if weight > 0.0 and rng.uniform() * total < weight:
                            dealt[0] = r
                            dealt[1] = t
                            dealt[2] = d
                            dealt[3] = n
        for kind in range(KINDS):
            self.known_discards[kind] = 0
        for effect in range(3):
            self.move_to_discards(1 << REVERSE + effect, dealt[effect], unseen, rng)
        self.move_to_discards(OTHER_CONCEALED, dealt[3], unseen, rng)
        self.move_to_discards(TWO_SIDED, places - dealt[0] - dealt[1] - dealt[2] - dealt[3], unseen, rng)

    def move_to_discards(self, kinds, number, unseen, rng):
        """Moves a random selection of unseen cards of these kinds (bits) to the known discards."""
        for _ in range(number):
            at = rng.below(count_kinds(unseen, kinds))
            kind = 0
            while at >= count_kinds(unseen, kinds & (2 << kind) - 1):
                kind += 1
            unseen[kind] -= 1
            self.known_discards[kind] += 1

    def covered_place_count(self, viewer):
        """How many covered cards the viewer does not know, in the row and among the discards."""
        places = 0
        for i in range(self.row_length):
            if self.is_secret(self.row[i], viewer):
                places += 1
        for seat in range(self.seats):
            if seat != viewer:
                for kind in range(KINDS):
                    places += self.trashed[seat][kind]
        return places

    def unseen_hand_count(self, viewer):
        """How many cards in other hands the viewer does not know."""
        places = 0
        for seat in range(self.seats):
            for i in range(HAND):
                if seat != viewer and self.is_unseen_in_hand(self.hands[seat][i]):
                    places += 1
        return places

    def deal_covered(self, deck, viewer):
        """Deals covered cards in the row and among the discards from the start of `deck`; returns where they end."""
        at = 0
        for i in range(self.row_length):
            if self.is_secret(self.row[i], viewer):
                self.row[i] += deck[at] - kind_of(self.row[i])
                at += 1
        for seat in range(self.seats):
            if seat != viewer:
                at = redeal_counts(self.trashed[seat], deck, at)
        return at

    def deal_hands(self, deck, at, viewer):
        """Deals the unknown cards of other hands from `deck[at]` on; returns where they end."""
        for seat in range(self.seats):
            if seat != viewer:
                number = 0
                for i in range(HAND):
                    if self.is_unseen_in_hand(self.hands[seat][i]):
                        self.hands[seat][i] = NO_CARD
                        number += 1
                for i in range(number):
                    self.pick_up(seat, deck[at + i])
                at += number
        return at


def count_kinds(unseen, kinds):
    """How many unseen cards there are of these kinds (bits)."""
    cards = 0
    for kind in range(KINDS):
        if kinds >> kind & 1:
            cards += unseen[kind]
    return cards


def list_cards(deck, at, unseen, first, end):
    """Lists the unseen cards of kinds `first` to `end - 1` from `deck[at]` on; returns where they end."""
    for kind in range(first, end):
        for _ in range(unseen[kind]):
            deck[at] = kind
            at += 1
    return at


def redeal_counts(counts, deck, at):
    """Replaces counted cards by as many from `deck[at]` on; returns where they end."""
    number = 0
    for kind in range(KINDS):
        number += counts[kind]
        counts[kind] = 0
    for i in range(number):
        counts[deck[at + i]] += 1
    return at + number

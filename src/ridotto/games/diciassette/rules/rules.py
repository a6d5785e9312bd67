"""17 Diciassette, in the order of its rulebook. Clause ids are those of docs/rules/diciassette.md.

A card is its kind, 0 to 13; in the row, its kind plus 16 if it lies face down plus 32 times the seat that laid it.
A hand is three kinds in ascending order, with NO_CARD at the end where there are fewer: equal hands are equal.
"""

import cython

from ridotto.games.diciassette.components import COPIES, VALUES

if not cython.compiled:
    from ridotto.engine.chance import binomial, bit, count, high, nth
    from ridotto.engine.note import EVERYBODY, UNSEEN
    from ridotto.engine.state import State
    from ridotto.games.diciassette.components import *

    VALUE, WAYS = [0] * 16, [0] * 16


for kind in range(KINDS):
    VALUE[kind] = VALUES[kind]
    WAYS[kind] = bit(kind) | bit(DOWN + kind)  # diciassette.play.face_choice


class Diciassette(State):
    """A game of 17 Diciassette."""

    if not cython.compiled:

        def __init__(self):
            """The fields of rules.pxd; compiled, they are there and zero from the start."""
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
            self.victory = [0, 0, 0, 0, 0, 0]
            self.penalty = [0, 0, 0, 0, 0, 0]
            self.hands = [[0, 0, 0] for _ in range(6)]
            self.pile = [0] * DECK  # the top is the last of them
            self.pile_size = 0
            self.known = [0] * KINDS  # discards that everybody has seen
            self.trashed = [[0] * KINDS for _ in range(6)]  # and those that left covered, by the seat that laid them
            # the round
            self.row = [0] * DECK
            self.length = 0
            self.turns = 0  # finished
            self.turn = 0  # the seat that has the turn; in the call window and after the end, that had the last one
            self.due = 0  # cards to play; in a call window, more than 0 between the two cards of an x2 turn
            self.pending_double = 0
            # the last call: everybody has seen it, and may look at it again
            self.last_caller = 0  # -1: nobody has called yet
            self.last_player = 0
            self.last_row = [0] * DECK  # as it was revealed; after the end of the game it is still the row
            self.last_length = 0
            # the call window
            self.passed = 0  # seats as bits
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
        """diciassette.setup.deal, draw_pile, starter, direction."""
        for kind in range(KINDS):
            for _ in range(COPIES[kind]):
                self.pile[self.pile_size] = kind
                self.pile_size += 1
        self.shuffle(self.pile, 0, self.pile_size, self.pile_size)
        for seat in range(6):
            self.clear_hand(seat)
        for seat in range(self.seats):
            for _ in range(HAND):
                self.pick_up(seat, self.top_card())
        self.direction = CLOCKWISE
        self.last_caller = -1
        self.last_player = -1
        self.begin_round(self.below(self.seats))

    def begin_round(self, starter):
        """diciassette.round.turn_reset."""
        self.round += 1
        self.turns = 0
        self.pending_double = 0
        if self.direction_resets:
            self.direction = CLOCKWISE
        self.note(EVERYBODY, ROUND_BEGINS, self.round, starter, 0)
        self.begin_turn(starter, 1)

    def begin_turn(self, seat, due):
        self.phase = PLAYING
        self.turn = seat
        self.player = seat
        self.due = due

    # Hands

    def clear_hand(self, seat):
        for i in range(HAND):
            self.hands[seat][i] = NO_CARD

    def is_full(self, seat):
        return self.hands[seat][2] != NO_CARD

    def is_empty(self, seat):
        return self.hands[seat][0] == NO_CARD

    def pick_up(self, seat, kind):
        """A card into a hand with room, in order."""
        middle = max(self.hands[seat][0], kind)
        self.hands[seat][0] = min(self.hands[seat][0], kind)
        self.hands[seat][2] = max(self.hands[seat][1], middle)
        self.hands[seat][1] = min(self.hands[seat][1], middle)

    def take_out(self, seat, kind):
        """A card out of a hand: those after it move up."""
        if kind <= self.hands[seat][0]:
            self.hands[seat][0] = self.hands[seat][1]
        if kind <= self.hands[seat][1]:
            self.hands[seat][1] = self.hands[seat][2]
        self.hands[seat][2] = NO_CARD

    # A turn: play, then draw

    def lay(self, seat, move):
        """diciassette.play.append, effect_now: to the right-hand end of the row; a face-up effect acts at once."""
        down = move // DOWN
        kind = move % DOWN
        covered: cython.int = down and kind >= CONCEALED
        self.take_out(seat, kind)
        self.show(LAID, seat, NEUTRAL if covered else kind, down)
        if covered:
            self.note(1 << seat, LAID_HIDDEN, seat, kind, self.length)
        if down or kind < REVERSE or kind == TRAP:  # diciassette.trap.face_up: no effect
            self.append(seat, kind + FACE_DOWN * down)
        elif kind == REVERSE:
            self.append(seat, kind)
            self.reverse(seat)
        elif kind == DOUBLE:
            self.append(seat, kind)
            self.double(seat)
        else:
            self.trash(seat)
        self.due -= 1
        if self.due > 0 and not self.is_empty(seat):  # diciassette.double.short_hand
            if self.call_between_double:
                self.open_window()
        else:
            self.due = 0
            self.refill(seat)
            self.turns += 1
            self.open_window()

    def append(self, seat, card):
        """diciassette.play.owner: the row remembers who laid it."""
        self.row[self.length] = card + OWNER * seat
        self.length += 1

    def reverse(self, seat):
        """diciassette.reverse.face_up."""
        self.direction = -self.direction
        self.note(EVERYBODY, REVERSED, seat, self.direction, 0)

    def double(self, seat):
        """diciassette.double.face_up, no_stack: two cards for whoever is next when this turn is over."""
        self.pending_double = 1
        self.note(EVERYBODY, DOUBLED, seat, self.neighbour(seat) if self.due == 1 else -1, 0)

    def trash(self, seat):
        """diciassette.trash.face_up, target: it goes with the rightmost card, if there is one."""
        self.known[TRASH] += 1
        if self.length == 0:
            self.note(EVERYBODY, TRASHED, seat, NO_CARD, 0)
            return
        self.length -= 1
        card = self.row[self.length]
        self.row[self.length] = 0
        if is_covered(card):  # diciassette.trash.face_down_target
            self.trashed[owner_of(card)][kind_of(card)] += 1
            self.note(EVERYBODY, TRASHED, seat, NEUTRAL, owner_of(card))
            return
        self.known[kind_of(card)] += 1
        self.note(EVERYBODY, TRASHED, seat, kind_of(card), owner_of(card))
        if self.trash_cancels_double and kind_of(card) == DOUBLE:
            self.due = 1
            self.pending_double = 0

    def refill(self, seat):
        """diciassette.draw.refill, nothing_left: one card at a time until there are three, or none to draw."""
        drawn: cython.ulonglong = 0  # how many of each kind, in four bits
        while not self.is_full(seat) and (self.pile_size > 0 or self.reshuffle()):
            kind = self.top_card()
            self.pick_up(seat, kind)
            drawn += bit(4 * kind)
        if self.notes is not None:
            self.tell_drawn(seat, drawn)

    def tell_drawn(self, seat, drawn):
        """By kind: in which order they came is lost in the hand."""
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
        """diciassette.draw.reshuffle, reshuffle_scope: all discards, face down or not, become the new pile."""
        for kind in range(KINDS):
            number = self.known[kind]
            self.known[kind] = 0
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
        """diciassette.call.pending: everybody but the player of this turn is asked, at the same time."""
        self.phase = CALLING
        self.player = self.next_seat(self.turn)

    def first_not_passed(self, passed):
        """diciassette.call.priority_clockwise. All before `player` have passed; who has the turn never does."""
        seat = self.player
        while passed >> seat & 1:
            seat = self.next_seat(seat)
        return seat

    def answer(self, seat, call):
        """diciassette.call.decided: by the first in priority who has not passed; until then answers are secret."""
        self.seal(1 << seat)
        if call:
            self.called |= 1 << seat
        else:
            self.passed |= 1 << seat
        self.player = self.first_not_passed(self.passed)
        if self.called >> self.player & 1:
            self.close_window()
            self.show(CALLS, self.player, self.turn, 0)
            if self.due > 0:  # the second card of an x2 turn is not played
                self.due = 0
                self.refill(self.turn)
            self.end_round(self.player)
        elif self.player == self.turn:
            self.close_window()
            self.show(NOBODY_CALLS, self.turn, 0, 0)
            if self.due > 0:
                self.phase = PLAYING
            else:
                self.next_turn()

    def close_window(self):
        """diciassette.call.order_free: no answer leaves a trace."""
        self.passed = 0
        self.called = 0

    # Who is next

    def neighbour(self, seat):
        """diciassette.setup.seats, turn.next: the next seat in the direction of play."""
        seat += self.direction
        if seat < 0:
            return self.seats - 1
        return seat if seat < self.seats else 0

    def next_turn(self):
        """diciassette.call.stall_cap, forced_no_cards: who cannot go on is deemed to call."""
        seat = self.neighbour(self.turn)
        if self.turns == LAST_TURN:
            self.note(EVERYBODY, DEEMED_CALLER, seat, self.turn, 1)
            self.end_round(seat)
            return
        if self.is_empty(seat):
            self.refill(seat)
            if self.is_empty(seat):
                self.note(EVERYBODY, DEEMED_CALLER, seat, self.turn, 0)
                self.end_round(seat)
                return
        self.begin_turn(seat, 1 + self.pending_double)
        self.pending_double = 0

    # The end of a round

    def end_round(self, caller):
        total = self.reveal()
        winner = self.settle(caller, total)
        self.last_caller = caller
        self.last_player = self.turn
        self.clear_last_row()
        if self.round == LAST_ROUND or self.has_winner():
            self.end_game()
        else:
            self.discard_row()
            self.top_up(winner)
            self.begin_round(winner)

    def reveal(self):
        """diciassette.reveal.all, total.sum: covered cards are turned over, without effect; all are added up."""
        total = 0
        for i in range(self.length):
            card = self.row[i]
            total += VALUE[kind_of(card)]
            if is_covered(card):
                self.note(EVERYBODY, REVEALED, owner_of(card), kind_of(card), i)
        self.note(EVERYBODY, COUNTED, total, 0, 0)
        return total

    def settle(self, caller, total):
        """diciassette.settle.order: the traps, then the result; whoever wins the call is the winner of the round."""
        traps = 0
        rewarded = 0  # seats with a victory token from this settlement, as bits
        for i in range(self.length):
            card = self.row[i]
            if kind_of(card) == TRAP and is_down(card):
                owner = owner_of(card)
                self.note(EVERYBODY, TRAP_SPRUNG, owner, caller, 1 - (rewarded >> owner & 1))
                rewarded = self.give_victory(owner, rewarded)
                traps += 1
        for _ in range(traps):
            self.give_penalty(caller)
        right: cython.int = total >= LIMIT
        winner = caller if right else self.turn
        loser = self.turn if right else caller
        self.note(EVERYBODY, JUDGED, caller, self.turn, right + 2 * (rewarded >> winner & 1))
        self.give_penalty(loser)
        self.give_victory(winner, rewarded)
        if self.settlement == BATCH:
            for seat in range(self.seats):
                while self.penalty[seat] > 1:
                    self.pay(seat)
        return winner

    def give_victory(self, seat, rewarded):
        """diciassette.settle.victory_cap, cap_counts_received: one a round; the seats that have got theirs."""
        self.victory[seat] += 1 - (rewarded >> seat & 1)
        return rewarded | 1 << seat

    def give_penalty(self, seat):
        """diciassette.penalty.sequence: a second one takes effect at the moment of receipt."""
        self.penalty[seat] += 1
        if self.penalty[seat] == 2 and self.settlement == SEQUENTIAL:
            self.pay(seat)

    def pay(self, seat):
        """diciassette.penalty.second, none_to_lose: two penalty tokens go, and a victory token if there is one."""
        lost = min(1, self.victory[seat])
        self.penalty[seat] -= 2
        self.victory[seat] -= lost
        self.note(EVERYBODY, SECOND_PENALTY, seat, lost, 0)

    def clear_last_row(self):
        for i in range(self.last_length):
            self.last_row[i] = 0
        self.last_length = 0

    def discard_row(self):
        """diciassette.round.discard."""
        for i in range(self.length):
            self.known[kind_of(self.row[i])] += 1
            self.last_row[i] = self.row[i]
            self.row[i] = 0
        self.last_length = self.length
        self.length = 0

    def top_up(self, starter):
        """diciassette.round.top_up: after a shortage all refill, clockwise from the starter."""
        seat = starter
        for _ in range(self.seats):
            self.refill(seat)
            seat = self.next_seat(seat)

    # The end of the game

    def has_winner(self):
        """diciassette.end.three, check_after_settlement."""
        most = 0
        for seat in range(self.seats):
            most = max(most, self.victory[seat])
        return most == TO_WIN

    def end_game(self):
        """diciassette.end.freeze: the row stays as it was revealed."""
        self.phase = GAME_OVER
        self.player = -1
        self.pending_double = 0
        self.note(EVERYBODY, GAME_ENDS, self.round, 0, 0)

    def score(self, seat):
        return self.victory[seat]

    def ranking_key(self, seat):
        """diciassette.end.ranking: more victory tokens, then fewer penalty tokens, of which nobody keeps two."""
        return 2 * self.victory[seat] - self.penalty[seat]

    # Decisions

    def pending(self):
        """diciassette.call.answer_once: in the call window, all who have not answered."""
        if self.phase == CALLING:
            return ((1 << self.seats) - 1) & ~(1 << self.turn | self.passed | self.called)
        return 0 if self.player < 0 else 1 << self.player

    def allowed(self, seat):
        """The legal moves, as bits: section 5.4."""
        if self.phase == CALLING:
            return bit(PASS) | bit(CALL)
        hand = WAYS[self.hands[seat][0]] | WAYS[self.hands[seat][1]]
        return hand | WAYS[self.hands[seat][2]]

    def legal(self, seat, moves):
        moves.add_bits(self.allowed(seat), 0)

    def random_move(self, seat, moves, word):
        if self.phase == CALLING:
            return PASS + high(word, 2)
        allowed = self.allowed(seat)
        return nth(allowed, high(word, count(allowed)))

    def apply(self, seat, move):
        if self.phase == CALLING:
            self.answer(seat, move == CALL)
        else:
            self.lay(seat, move)

    # Secret and open

    def seen(self, seat, move, viewer):
        """diciassette.call.secret: of an answer others see nothing, or what it decides; of a covered card, its back."""
        if viewer == seat:
            return move
        if self.phase == PLAYING:
            return HIDDEN if move >= DOWN + CONCEALED else move
        passed = self.passed if move == CALL else self.passed | 1 << seat
        called = self.called | 1 << seat if move == CALL else self.called
        first = self.first_not_passed(passed)
        if called >> first & 1:
            return CALLED_BY + first
        return NOBODY_CALLED if first == self.turn else UNSEEN

    def is_secret(self, card, viewer):
        """diciassette.info.own_face_down, reveal.all: a covered card, to all but its owner, until the row is shown."""
        return self.phase != GAME_OVER and owner_of(card) != viewer and is_covered(card)

    def is_unseen_in_hand(self, kind):
        """diciassette.info.hand: of other hands one sees the backs, or with the option nothing."""
        return kind != NO_CARD and (kind >= CONCEALED or not self.hand_backs_public)

    def take_back_answers(self, viewer):
        """Nobody can tell what others have answered, or whether they have."""
        own = 0 if viewer < 0 else 1 << viewer
        self.passed &= own
        self.called &= own
        if self.phase == CALLING:
            self.player = self.next_seat(self.turn)
            self.player = self.first_not_passed(self.passed)

    # What must be among the discards, by what everybody sees

    def discarded(self):
        """How many cards lie on the discard pile: none after a reshuffle, until the next card goes there."""
        cards = self.covered_discards()
        for kind in range(KINDS):
            cards += self.known[kind]
        return cards

    def covered_discards(self):
        cards = 0
        for seat in range(self.seats):
            for kind in range(KINDS):
                cards += self.trashed[seat][kind]
        return cards

    def may_be_short(self):
        """Can all cards have been drawn in this round? Before that hands are full, in round 1 nothing is reshuffled."""
        return 2 * self.turns >= DECK - HAND * self.seats

    def has_ended_turn(self):
        return self.phase != PLAYING and self.due == 0

    def is_second_card(self):
        """Has whoever has the turn certainly laid the first of two cards?"""
        if self.due != 1:
            return False
        two_held: cython.int = self.hands[self.turn][1] != NO_CARD and not self.is_full(self.turn)
        has_room: cython.int = self.turns > 0 and two_held and not self.may_be_short()
        return self.phase == CALLING or self.pending_double > 0 or has_room

    def was_trash(self):
        """Is the last card of a turn, or the first of two, not in the row? Then it was a trash, and is discarded."""
        if self.length > 0 and owner_of(self.row[self.length - 1]) == self.turn:
            return False
        return self.is_second_card() or (self.has_ended_turn() and self.discarded() > 0)

    def open_in_row(self, kind):
        """How many cards of this kind lie face up in the row."""
        cards = 0
        for i in range(self.length):
            if self.row[i] % OWNER == kind:
                cards += 1
        return cards

    def least_trash(self):
        """diciassette.trash.face_down_target: a trash with every covered card; or the one that was the last card."""
        covered = self.covered_discards()
        return 1 if covered == 0 and self.was_trash() else covered

    def least_doubles(self, trash):
        """Of two cards that are due, or of an x2 that is not in the row; with a trash they may be reshuffled since."""
        second: cython.int = self.is_second_card()
        wanted = self.pending_double + (1 if second or self.due == 2 else 0) - self.open_in_row(DOUBLE)
        since = 2 if second and trash and not self.pending_double else 0  # the first card: a trash and its target
        return wanted if self.discarded() > since else 0

    def least_reverses(self):
        """In round 1 somebody has changed the direction, if it is not clockwise."""
        if self.round > 1 or self.direction == CLOCKWISE or self.may_be_short():
            return 0
        return 1 - self.open_in_row(REVERSE)

    def deal_unseen(self, viewer, rng, recall):
        """Section 7: first the places where only a concealed card can be are dealt again, then all others.

        However the first are filled, the rest can be dealt in as many ways: all deals that fit are equally likely.
        Discards that are known but not listed, and the last call that is not shown any more, need recall.
        """
        deck: cython.short[70]
        unseen: cython.short[14]
        if not cython.compiled:
            deck, unseen = [0] * DECK, [0] * KINDS
        shows_back: cython.int = self.hand_backs_public and self.pile_size > 0
        two_sided_top: cython.int = shows_back and self.pile[self.pile_size - 1] < CONCEALED
        under = self.pile_size - shows_back  # cards of the pile that nobody sees the back of
        forgotten: cython.int = not recall and not self.seen_cards_panel
        if forgotten:
            self.forget_last_call()
        self.take_back_answers(viewer)
        self.count_unseen(unseen, viewer, forgotten)
        if two_sided_top:
            unseen[self.pile[self.pile_size - 1]] -= 1  # it stays
        first = self.covered_places(viewer)
        if shows_back and not two_sided_top:
            first += 1
        if self.hand_backs_public:
            first += self.unseen_in_hands(viewer)
        if forgotten:
            self.deal_discards(unseen, first, rng)
        concealed = lay_out(deck, 0, unseen, CONCEALED, KINDS)
        cards = lay_out(deck, concealed, unseen, 0, CONCEALED)
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
        """It is shown until the first turn of the next round is over, and after the end of the game."""
        if self.turns > 0 and self.phase != GAME_OVER:
            self.last_caller = -1
            self.last_player = -1
            self.clear_last_row()

    def count_unseen(self, unseen, viewer, forgotten):
        """How many cards of each kind the viewer cannot place."""
        for kind in range(KINDS):
            unseen[kind] = self.known[kind] if forgotten else 0
        for seat in range(self.seats):
            if seat != viewer:
                for kind in range(KINDS):
                    unseen[kind] += self.trashed[seat][kind]
                for i in range(HAND):
                    if self.is_unseen_in_hand(self.hands[seat][i]):
                        unseen[self.hands[seat][i]] += 1
        for i in range(self.length):
            if self.is_secret(self.row[i], viewer):
                unseen[kind_of(self.row[i])] += 1
        for i in range(self.pile_size):
            unseen[self.pile[i]] += 1

    def deal_discards(self, unseen, first, rng):
        """Deals the known discards before all else, with the effects among them that must be there.

        How many of each effect and how many concealed cards there are is as likely as there are deals with so many:
        `first` other places can have a concealed card only. What is dealt is unseen no longer.
        """
        rest: cython.double[36]
        dealt: cython.int[4]
        if not cython.compiled:
            rest, dealt = [0.0] * 36, [0] * 4
        places = self.discarded() - self.covered_discards()
        two_sided = counted(unseen, TWO_SIDED)
        others = counted(unseen, OTHERS)
        concealed = others + counted(unseen, EFFECTS)
        for i in range(4):
            dealt[i] = 0
        for n in range(concealed + 1):
            rest[n] = binomial(two_sided, places - n) * binomial(concealed - n, first)
        total = 0.0
        for r in range(max(0, self.least_reverses()), unseen[REVERSE] + 1):
            for t in range(self.least_trash(), unseen[TRASH] + 1):
                for d in range(max(0, self.least_doubles(t)), unseen[DOUBLE] + 1):
                    ways = binomial(unseen[REVERSE], r) * binomial(unseen[TRASH], t) * binomial(unseen[DOUBLE], d)
                    for n in range(min(others, places - r - t - d) + 1):
                        here = ways * binomial(others, n) * rest[r + t + d + n]
                        total += here
                        if here > 0.0 and rng.unit() * total < here:
                            dealt[0] = r
                            dealt[1] = t
                            dealt[2] = d
                            dealt[3] = n
        for kind in range(KINDS):
            self.known[kind] = 0
        for effect in range(3):
            self.discard_some(1 << REVERSE + effect, dealt[effect], unseen, rng)
        self.discard_some(OTHERS, dealt[3], unseen, rng)
        self.discard_some(TWO_SIDED, places - dealt[0] - dealt[1] - dealt[2] - dealt[3], unseen, rng)

    def discard_some(self, kinds, number, unseen, rng):
        """So many of the unseen cards of these kinds, which are bits."""
        for _ in range(number):
            at = rng.below(counted(unseen, kinds))
            kind = 0
            while at >= counted(unseen, kinds & (2 << kind) - 1):
                kind += 1
            unseen[kind] -= 1
            self.known[kind] += 1

    def covered_places(self, viewer):
        """How many covered cards the viewer does not know, in the row and among the discards."""
        places = 0
        for i in range(self.length):
            if self.is_secret(self.row[i], viewer):
                places += 1
        for seat in range(self.seats):
            if seat != viewer:
                for kind in range(KINDS):
                    places += self.trashed[seat][kind]
        return places

    def unseen_in_hands(self, viewer):
        places = 0
        for seat in range(self.seats):
            for i in range(HAND):
                if seat != viewer and self.is_unseen_in_hand(self.hands[seat][i]):
                    places += 1
        return places

    def deal_covered(self, deck, viewer):
        at = 0
        for i in range(self.length):
            if self.is_secret(self.row[i], viewer):
                self.row[i] += deck[at] - kind_of(self.row[i])
                at += 1
        for seat in range(self.seats):
            if seat != viewer:
                at = deal_counts(self.trashed[seat], deck, at)
        return at

    def deal_hands(self, deck, at, viewer):
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


def counted(unseen, kinds):
    """How many cards of these kinds there are."""
    cards = 0
    for kind in range(KINDS):
        if kinds >> kind & 1:
            cards += unseen[kind]
    return cards


def lay_out(deck, at, unseen, first, end):
    """Cards of these kinds, in order; where they end."""
    for kind in range(first, end):
        for _ in range(unseen[kind]):
            deck[at] = kind
            at += 1
    return at


def deal_counts(counts, deck, at):
    """As many cards as were counted, counted anew; where they end."""
    number = 0
    for kind in range(KINDS):
        number += counts[kind]
        counts[kind] = 0
    for i in range(number):
        counts[deck[at + i]] += 1
    return at + number

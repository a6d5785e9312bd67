"""What everybody has seen at a table of Venti, what follows from it by rule, and the dealing of all the rest.

Cards that were taken, paid or laid down openly are known for ever. The cards dealt at the start are secret; of these it
is known that some are not there: single cards (`barred`), or several together (`ruled_out`).
"""

import cython

if not cython.compiled:
    from ridotto.engine.chance import bit, count, lowest, ones
    from ridotto.engine.rng import TRIES
    from ridotto.games.venti.components import *
    from ridotto.games.venti.rules.card_places import *
    from ridotto.games.venti.rules.matching import *


class Redealing(Table):
    """A table that remembers what was seen."""

    if not cython.compiled:

        def __init__(self):
            """The fields of redealing.pxd."""
            Table.__init__(self)
            self.unseen = [0, 0]  # cards of the hands and the pile that were never shown to all
            self.barred = [[0, 0] for _ in range(6)]  # of these, what a seat cannot hold, by what it has shown
            self.ruled_out = [[0, 0, 0] for _ in range(6)]  # sets of kinds, as bits: see `rule_out`

        def is_out(self, seat, i):
            return self.ruled_out[seat][i >> 6] >> (i & 63) & 1

        def is_anything_out(self, seat):
            return any(self.ruled_out[seat])

    # Who has seen what

    def see(self, card):
        """Everybody has seen this card now, and can tell from then on where it is."""
        half = half_of(card)
        mark = mark_of(card)
        if self.unseen[half] & mark:
            self.unseen[half] &= ~mark
            for seat in range(self.seats):
                self.barred[seat][half] &= ~mark

    def known_pool(self, seat):
        """What everybody has seen of what a seat can pay with, joker cards left out."""
        lower = self.committed[0] | self.hand[seat][0] & self.unseen[0]
        return self.pool_without(seat, lower, self.committed[1] | self.hand[seat][1] & self.unseen[1])

    def secret_cards(self, seat):
        """How many cards of a hand nobody else has seen."""
        return count(self.hand[seat][0] & self.unseen[0]) + count(self.hand[seat][1] & self.unseen[1])

    def show_from_hand(self, seat, card):
        """venti.pile.lowest_id: whoever shows a card has no lower one of its class left."""
        self.bar(seat, half_of(card), CLASS[CLASS_OF[card]] & mark_of(card) - 1)
        if self.unseen[half_of(card)] & mark_of(card) and self.is_anything_out(seat):
            self.let_known(seat, kind_of(card))
        self.see(card)
        if self.secret_cards(seat) == 0:
            self.forget_seat(seat)

    def bar(self, seat, half, cards):
        """None of these is among the secret cards of this seat."""
        if self.secret_cards(seat):
            self.barred[seat][half] |= cards & self.unseen[half]

    def forget_seat(self, seat):
        for half in range(2):
            self.barred[seat][half] = 0
        for word in range(3):
            self.ruled_out[seat][word] = 0

    # Secret cards that are not there together

    def rule_out(self, seat, place):
        """venti.frozen.attempt.reveal: who has failed holds no secret cards that would have paid with the known ones.

        What is drawn later does not change that, and what is shown later is known to have been there: see `let_known`.
        So nothing is forgotten before the last secret card is shown. A set that is ruled out is of all secret cards, as
        no game deals more than three; of more, it is of any three.
        """
        size = min(MOST_SECRET, self.secret_cards(seat))
        pool = self.known_pool(seat)
        jokers = count(self.hand[seat][1] & ~self.unseen[1] & CLASS[JOKER_CLASS])
        if size == 0 or not can_pay(place, 0, pool, jokers + size):
            return
        for i in range(SETS_OF[size]):
            kinds = SETS * size + i
            if not self.is_out(seat, i) and can_pay(place, 0, pool + SET_POOL[kinds], jokers + SET_JOKERS[kinds]):
                self.put_out(seat, i, size, size)
        for kind in range(KINDS):
            if can_pay(place, 0, pool + SET_POOL[SETS + kind], jokers + SET_JOKERS[SETS + kind]):
                self.bar(seat, 1 if kind == JOKERS else half_with(kind), cards_of_kind(kind))

    def put_out(self, seat, i, few, size):
        """Rules out a set of few kinds: all larger ones that hold it."""
        if few == size:
            self.ruled_out[seat][i >> 6] |= bit(i & 63)
            return
        for kind in range(KINDS):
            self.put_out(seat, JOINED[KINDS * (SETS * few + i) + kind], few + 1, size)

    def let_known(self, seat, kind):
        """A secret card of this kind is about to be known: ruled out is what was ruled out together with it."""
        out: uint64_t[3]
        if not cython.compiled:
            out = [0, 0, 0]
        size = min(MOST_SECRET, self.secret_cards(seat) - 1)
        for word in range(3):
            out[word] = self.ruled_out[seat][word]
            if self.secret_cards(seat) <= MOST_SECRET:
                self.ruled_out[seat][word] = 0
        fewer = min(size, MOST_SECRET - 1)
        for i in range(SETS_OF[fewer]):
            joined = JOINED[KINDS * (SETS * fewer + i) + kind]
            if out[joined >> 6] >> (joined & 63) & 1:
                self.put_out(seat, i, fewer, size)

    def holds_ruled_out(self, seat):
        """Are secret cards together that are ruled out?"""
        kinds: cython.short[110]
        if not cython.compiled:
            kinds = [0] * DECK
        if not self.is_anything_out(seat):
            return False
        cards = 0
        for half in range(2):
            secret = self.hand[seat][half] & self.unseen[half]
            while secret:
                kinds[cards] = kind_of(lowest(secret) + HALF * half)
                cards += 1
                secret &= secret - 1
        return self.finds_ruled_out(seat, kinds, cards, 0, 0, 0)

    def finds_ruled_out(self, seat, kinds, cards, first, size, found):
        """Is this set out, or one that is larger by some of these kinds from the first on?"""
        if size == min(MOST_SECRET, cards):
            return self.is_out(seat, found)
        for i in range(first, cards):
            larger = JOINED[KINDS * (SETS * size + found) + kinds[i]]
            if self.finds_ruled_out(seat, kinds, cards, i + 1, size + 1, larger):
                return True
        return False

    # What a viewer cannot know

    def deal_unseen(self, viewer, rng, recall):
        """Section 7: secret hand cards and the pile are dealt again; without recall, whole hands and frozen cards too.

        Whoever is paying can pay, whoever is asked to catch up has a card that fits, and whoever has failed could not
        pay: deals are tried until that is so, and after some tries also deals in which these hands are drawn first.
        """
        hidden = 0 if recall else self.forget()
        tries = 0
        while tries < PATIENCE:
            tries += 1
            self.deal_secrets(seat_bit(viewer), hidden, True, rng)
            if self.is_possible(viewer, hidden) or (tries > TRIES and self.deal_strict_first(viewer, hidden, rng)):
                tries = PATIENCE + 1
        if tries == PATIENCE:
            self.search_hands(viewer, hidden, rng)
        for target in range(4):
            if hidden >> target & 1:
                self.see(self.targets[target])
        self.recount()
        self.rekey(rng)

    def forget(self):
        """Only what lies open now is known, and what is committed; gives the hidden targets, as bits."""
        hidden = 0
        for seat in range(self.seats):
            self.forget_seat(seat)
        for half in range(2):
            self.unseen[half] = 0
            for seat in range(self.seats):
                self.unseen[half] |= self.hand[seat][half] & ~self.committed[half]
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
        self.shuffle_pile(rng)

    def is_possible(self, viewer, hidden):
        """Does every hand agree with what is known of it?"""
        for seat in range(self.seats):
            if seat != viewer and self.holds_ruled_out(seat):
                return False
        return self.fits_bars(hidden) and (not self.is_asked(viewer) or self.can_answer())

    def is_asked(self, viewer):
        """Does somebody else have to pay or to catch up, and is thus known to be able to?"""
        asked: cython.int = self.phase == CATCHING_UP or self.phase == PAYING or self.phase == DECLARING
        return asked and self.player != viewer

    def can_answer(self):
        """Does the hand of whoever is asked allow what it is asked for?"""
        seat = self.player
        if self.phase == CATCHING_UP:
            return (self.fitting(seat, 0) | self.fitting(seat, 1)) != 0
        return can_pay(self.wanted(), self.wanted_besides(), self.count_pool(seat), self.joker_cards(seat))

    # Hands that few deals would make

    def deal_strict_first(self, viewer, hidden, rng):
        """Hands for whoever is asked and for whoever has failed, each for itself, then all others as if nothing were
        known of them. Does it fit, and is no card in two hands?

        To heed the others at once would not be even, since some of these hands leave them more choice than others.
        """
        strict = seat_bit(self.player) if self.is_asked(viewer) else 0
        for seat in range(self.seats):
            if seat != viewer and self.is_anything_out(seat) and self.secret_cards(seat) <= MOST_SECRET:
                strict |= 1 << seat
        if not self.deal_apart(viewer, strict, rng):
            return False
        self.deal_secrets(seat_bit(viewer) | strict, hidden, False, rng)
        return self.is_possible(viewer, hidden)

    def deal_apart(self, viewer, seats, rng):
        """Deals to each of these seats; has nobody got a card that another has?"""
        lower = ones(0, 0)
        upper = ones(0, 0)
        for seat in range(self.seats):
            if seats >> seat & 1:
                self.deal_strict(viewer, seat, rng)
                if lower & self.hand[seat][0] or upper & self.hand[seat][1]:
                    return False
                lower |= self.hand[seat][0]
                upper |= self.hand[seat][1]
        return True

    def deal_strict(self, viewer, seat, rng):
        """Deals the secret cards of a seat that can do what it is asked for, or that could not do what it failed at."""
        kinds: cython.short[9]
        hand: cython.short[9]
        cards: cython.short[110]
        if not cython.compiled:
            kinds, hand, cards = [0] * KINDS, [0] * KINDS, [0] * DECK
        size = self.secret_cards(seat)
        for half in range(2):
            self.hand[seat][half] &= ~self.unseen[half]
        asked: cython.int = self.is_asked(viewer) and seat == self.player
        by_worth: cython.int = asked and self.phase == CATCHING_UP
        for kind in range(KINDS):
            kinds[kind] = self.find_unseen(viewer, seat, kind, by_worth, cards)
        if by_worth:
            draw_hand(ONE_OF_FIRST, 0, kinds, hand, size, 0, 0, rng)
        elif asked:
            pool = self.known_pool(seat)
            draw_hand(self.wanted(), self.wanted_besides(), kinds, hand, size, pool, self.joker_cards(seat), rng)
        else:
            draw_set(self.ruled_out[seat], kinds, hand, size, rng)
        for kind in range(KINDS):
            found = self.find_unseen(viewer, seat, kind, by_worth, cards)
            rng.shuffle(cards, 0, found, hand[kind])
            for i in range(hand[kind]):
                put(self.hand[seat], cards[i])

    def find_unseen(self, viewer, seat, kind, by_worth, cards):
        """The cards of a kind that a seat could have; how many. By worth: those that fit as a gift, and all others."""
        found = 0
        for card in range(CHAOS):
            half = half_of(card)
            possible = self.unseen[half] & ~self.barred[seat][half]
            if viewer >= 0:
                possible &= ~self.hand[viewer][half]
            if possible & mark_of(card):
                worth: cython.int = 0 if 1 <= WORTH[card] <= self.gift else 1
                if kind == (worth if by_worth else kind_of(card)):
                    cards[found] = card
                    found += 1
        return found

    def search_hands(self, viewer, hidden, rng):
        """The last resort: hands that fit are looked for one after the other, in random order.

        They are found in bounded work; only a position made by hand could hide them so well that they are not.
        """
        cards: cython.short[110]
        sizes: cython.short[6]
        steps: cython.int[1]
        if not cython.compiled:
            cards, sizes, steps = [0] * DECK, [0] * 6, [0]
        strict = 0
        for seat in range(self.seats):
            sizes[seat] = self.secret_cards(seat)
            if seat != viewer and sizes[seat] and self.is_anything_known(viewer, seat):
                strict |= 1 << seat
        n = self.gather(viewer, strict, cards)
        rng.shuffle(cards, 0, n, n)
        steps[0] = STEPS
        fixed = seat_bit(viewer) | strict
        if not self.complete(viewer, strict, sizes, sizes[lowest(strict)], cards, n, 0, steps):
            fixed = seat_bit(viewer)
            n = 0
            for seat in range(self.seats):
                if strict >> seat & 1:
                    for _ in range(sizes[seat]):
                        put(self.hand[seat], cards[n])
                        n += 1
        self.deal_secrets(fixed, hidden, True, rng)

    def is_anything_known(self, viewer, seat):
        """Is there anything that the secret cards of this seat must agree with?"""
        if self.is_asked(viewer) and seat == self.player:
            return True
        return self.is_anything_out(seat) or (self.barred[seat][0] | self.barred[seat][1]) != 0

    def gather(self, viewer, seats, cards):
        """Takes their secret cards from these seats; gives all that somebody but the viewer may have, and how many."""
        n = 0
        for half in range(2):
            left = self.unseen[half]
            if half:
                left &= ~CHAOS_CARDS
            if viewer >= 0:
                left &= ~self.hand[viewer][half]
            while left:
                cards[n] = lowest(left) + HALF * half
                n += 1
                left &= left - 1
            for seat in range(self.seats):
                if seats >> seat & 1:
                    self.hand[seat][half] &= ~self.unseen[half]
        return n

    def complete(self, viewer, seats, sizes, lacking, cards, n, first, steps):
        """Fills the hands of these seats, the lowest of which lacks some of the cards from `first` on. Do they fit?"""
        steps[0] -= 1
        seat = lowest(seats)
        if lacking == 0:
            asked: cython.int = self.is_asked(viewer) and seat == self.player
            if self.holds_ruled_out(seat) or (asked and not self.can_answer()):
                return False
            seats &= seats - 1
            return seats == 0 or self.complete(viewer, seats, sizes, sizes[lowest(seats)], cards, n, 0, steps)
        for i in range(first, n):
            card = cards[i]
            if steps[0] > 0 and card >= 0 and not self.barred[seat][half_of(card)] & mark_of(card):
                cards[i] = NO_CARD
                put(self.hand[seat], card)
                if self.complete(viewer, seats, sizes, lacking - 1, cards, n, i + 1, steps):
                    return True
                take(self.hand[seat], card)
                cards[i] = card
        return False


def kind_of(card):
    """Which resource a card is."""
    return number_of(card) if card < JOKER else JOKERS


def cards_of_kind(kind):
    """All cards of a resource, within their half."""
    return CLASS[JOKER_CLASS] if kind == JOKERS else cards_with(kind)

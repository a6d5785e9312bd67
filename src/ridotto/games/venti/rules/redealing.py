"""What everybody at a table of Venti has seen, what follows from it by rule, and the redeal of everything else.

Cards that were taken, paid or laid down openly stay known. The cards dealt at the start are secret; of a
seat it is known that some are not among them: single cards (`barred`), or several together (`ruled_out`).
"""

import cython

if not cython.compiled:
    from ridotto.engine.chance import bit, count, lowest, ones
    from ridotto.engine.rng import MAX_REJECTIONS
    from ridotto.games.venti.components import *
    from ridotto.games.venti.rules.card_places import *
    from ridotto.games.venti.rules.matching import *


class VentiRedealing(VentiTable):
    """A table that remembers what was seen, and can be redealt."""

    if not cython.compiled:

        def __init__(self):
            """The fields of redealing.pxd."""
            VentiTable.__init__(self)
            self.unseen = [0, 0]  # cards of the hands and the pile that were never shown to everybody
            self.barred = [[0, 0] for _ in range(6)]  # by seat: unseen cards that it cannot hold
            self.ruled_out = [[0, 0, 0] for _ in range(6)]  # by seat: sets of kinds, as bits; see `rule_out`

        def is_ruled_out(self, seat, i):
            return self.ruled_out[seat][i >> 6] >> (i & 63) & 1

        def has_ruled_out(self, seat):
            return any(self.ruled_out[seat])

    # What everybody has seen

    def mark_seen(self, card):
        """From now on everybody knows where this card is."""
        half = half_of(card)
        mark = bit_of(card)
        if self.unseen[half] & mark:
            self.unseen[half] &= ~mark
            for seat in range(self.seats):
                self.barred[seat][half] &= ~mark

    def known_pool(self, seat):
        """The part of a seat's pool that everybody has seen."""
        lower = self.committed[0] | self.hand[seat][0] & self.unseen[0]
        return self.pool_without(seat, lower, self.committed[1] | self.hand[seat][1] & self.unseen[1])

    def count_secret(self, seat):
        """How many cards of a hand no other seat has seen."""
        return count(self.hand[seat][0] & self.unseen[0]) + count(self.hand[seat][1] & self.unseen[1])

    def show_from_hand(self, seat, card):
        """A seat that shows a card has no lower one of its class left: venti.pile.lowest_id."""
        self.bar(seat, half_of(card), CLASS_CARDS[CLASS_OF[card]] & bit_of(card) - 1)
        if self.unseen[half_of(card)] & bit_of(card) and self.has_ruled_out(seat):
            self.narrow_ruled_out(seat, kind_of(card))
        self.mark_seen(card)
        if self.count_secret(seat) == 0:
            self.clear_knowledge(seat)

    def bar(self, seat, half, cards):
        """Records that none of these cards is among the secret cards of this seat."""
        if self.count_secret(seat):
            self.barred[seat][half] |= cards & self.unseen[half]

    def clear_knowledge(self, seat):
        """Forgets what is known of the secret cards of this seat."""
        for half in range(2):
            self.barred[seat][half] = 0
        for word in range(3):
            self.ruled_out[seat][word] = 0

    # Sets of secret cards that a seat cannot hold

    def rule_out(self, seat, slot):
        """After a failed attempt: the seat holds no secret cards that could have paid together with the known ones.

        Cards drawn later do not change that, and cards shown later are known to have been there: see
        `narrow_ruled_out`. So nothing is forgotten before the last secret card is shown. A set that is ruled out
        consists of all secret cards, as no game deals more than three; of more, it consists of any three.
        """
        size = min(MAX_SECRET, self.count_secret(seat))
        pool = self.known_pool(seat)
        jokers = count(self.hand[seat][1] & ~self.unseen[1] & CLASS_CARDS[JOKER_CLASS])
        if size == 0 or not can_pay(slot, 0, pool, jokers + size):
            return
        for i in range(SET_COUNT[size]):
            kinds = MAX_SETS * size + i
            if not self.is_ruled_out(seat, i) and can_pay(slot, 0, pool + SET_POOL[kinds], jokers + SET_JOKERS[kinds]):
                self.rule_out_larger(seat, i, size, size)
        for kind in range(RESOURCE_KINDS):
            if can_pay(slot, 0, pool + SET_POOL[MAX_SETS + kind], jokers + SET_JOKERS[MAX_SETS + kind]):
                self.bar(seat, 1 if kind == JOKER_KIND else half_of_number(kind), cards_of_kind(kind))

    def rule_out_larger(self, seat, i, few, size):
        """Rules out all sets of `size` kinds that contain the i-th set of `few` kinds."""
        if few == size:
            self.ruled_out[seat][i >> 6] |= bit(i & 63)
            return
        for kind in range(RESOURCE_KINDS):
            self.rule_out_larger(seat, SET_WITH[RESOURCE_KINDS * (MAX_SETS * few + i) + kind], few + 1, size)

    def narrow_ruled_out(self, seat, kind):
        """Before a secret card of this kind is shown: of the sets with this kind, the rest is ruled out from now on."""
        out: uint64_t[3]
        if not cython.compiled:
            out = [0, 0, 0]
        size = min(MAX_SECRET, self.count_secret(seat) - 1)
        for word in range(3):
            out[word] = self.ruled_out[seat][word]
            if self.count_secret(seat) <= MAX_SECRET:
                self.ruled_out[seat][word] = 0
        fewer = min(size, MAX_SECRET - 1)
        for i in range(SET_COUNT[fewer]):
            larger = SET_WITH[RESOURCE_KINDS * (MAX_SETS * fewer + i) + kind]
            if out[larger >> 6] >> (larger & 63) & 1:
                self.rule_out_larger(seat, i, fewer, size)

    def holds_ruled_out(self, seat):
        """Whether the seat's secret cards contain a set that is ruled out."""
        kinds: cython.short[110]
        if not cython.compiled:
            kinds = [0] * DECK
        if not self.has_ruled_out(seat):
            return False
        cards = 0
        for half in range(2):
            secret = self.hand[seat][half] & self.unseen[half]
            while secret:
                kinds[cards] = kind_of(lowest(secret) + HALF * half)
                cards += 1
                secret &= secret - 1
        return self.contains_ruled_out(seat, kinds, cards, 0, 0, 0)

    def contains_ruled_out(self, seat, kinds, cards, first, size, i):
        """Whether the i-th set of this size is ruled out, or becomes so with some of `kinds` from `first` on."""
        if size == min(MAX_SECRET, cards):
            return self.is_ruled_out(seat, i)
        for k in range(first, cards):
            larger = SET_WITH[RESOURCE_KINDS * (MAX_SETS * size + i) + kinds[k]]
            if self.contains_ruled_out(seat, kinds, cards, k + 1, size + 1, larger):
                return True
        return False

    # What a viewer cannot know

    def deal_unseen(self, viewer, rng, recall):
        """Secret hand cards and the pile are dealt again; without recall, whole hands and frozen cards too.

        The player who is paying can pay, the one who is asked to catch up has a card that fits, and one who has failed
        could not have paid. Deals are tried until all that holds; after MAX_REJECTIONS of them, also deals in which
        these hands are drawn first.
        """
        hidden = 0 if recall else self.forget_past()
        tries = 0
        while tries < MAX_DEALS:
            tries += 1
            self.deal_secrets(seat_bit(viewer), hidden, True, rng)
            if self.is_consistent(viewer, hidden) or (
                tries > MAX_REJECTIONS and self.deal_constrained_first(viewer, hidden, rng)
            ):
                tries = MAX_DEALS + 1
        if tries == MAX_DEALS:
            self.search_hands(viewer, hidden, rng)
        for target in range(4):
            if hidden >> target & 1:
                self.mark_seen(self.targets[target])
        self.recount()
        self.rekey(rng)

    def forget_past(self):
        """Keeps only what lies open now or is committed. Returns the hidden targets, as bits."""
        hidden = 0
        for seat in range(self.seats):
            self.clear_knowledge(seat)
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
        """Committed cards lie open, so the active seat has no lower card of their classes: venti.pile.lowest_id."""
        for half in range(2):
            cards = self.committed[half] & self.hand[self.active][half]
            while cards:
                card = lowest(cards) + HALF * half
                self.bar(self.active, half, CLASS_CARDS[CLASS_OF[card]] & bit_of(card) - 1)
                cards &= cards - 1

    def respects_barred(self, hidden):
        """Whether no seat holds a card that is barred for it, and every hidden target is a number card."""
        violations = 0
        for seat in range(self.seats):
            for half in range(2):
                violations += count(self.hand[seat][half] & self.barred[seat][half])
        for target in range(4):
            if hidden >> target & 1 and self.targets[target] >= JOKER:
                violations += 1
        return violations == 0

    def deal_secrets(self, fixed, hidden, heed_barred, rng):
        """Deals the unseen cards evenly to all seats but the fixed ones, to hidden targets and to the pile.

        With `heed_barred` the deal itself respects what these cannot have; otherwise the caller must check it.
        """
        rng.clear()
        for seat in range(6):
            rng.add_hand(0 if fixed >> seat & 1 else self.count_secret(seat))
        for _ in range(count(hidden)):
            rng.add_hand(1)
        self.offer_unseen(fixed, hidden, heed_barred, rng)
        rng.deal()
        self.take_dealt(fixed, hidden, rng)

    def offer_unseen(self, fixed, hidden, heed_barred, rng):
        """Gives `rng` the unseen cards no fixed seat holds, in groups by the seats that cannot hold them.

        Jokers are a group of their own where there are hidden targets: none of these is a joker.
        """
        lower = self.unseen[0]
        upper = self.unseen[1] & ~CHAOS_CARDS
        for seat in range(self.seats):
            if fixed >> seat & 1:
                lower &= ~self.hand[seat][0]
                upper &= ~self.hand[seat][1]
        if not heed_barred:
            self.offer_group(0, lower, upper, rng)
            return
        jokers = upper & CLASS_CARDS[JOKER_CLASS] if hidden else ones(0, 0)
        upper &= ~jokers
        for seats in range(1 << self.seats):
            if not seats & fixed:
                barred = self.barred_exactly_from(lower, 0, seats, fixed)
                self.offer_group(seats, barred, self.barred_exactly_from(upper, 1, seats, fixed), rng)
                self.offer_group(seats | ones(2, 6), 0, self.barred_exactly_from(jokers, 1, seats, fixed), rng)

    def take_dealt(self, fixed, hidden, rng):
        """Puts the cards where `rng` has dealt them."""
        pile_only: uint64_t[2]  # cards that can only be in the pile
        if not cython.compiled:
            pile_only = [0, 0]
        for half in range(2):
            pile_only[half] = 0
        for i in range(self.pile_size):
            put(pile_only, self.pile[i])
        for half in range(2):
            pile_only[half] &= ~self.unseen[half]
        pile_only[1] |= self.unseen[1] & CHAOS_CARDS
        for seat in range(self.seats):
            if not fixed >> seat & 1:
                cards = self.count_secret(seat)
                for half in range(2):
                    self.hand[seat][half] &= ~self.unseen[half]
                for i in range(cards):
                    put(self.hand[seat], rng.dealt_card(seat, i))
        hands = 6
        for target in range(4):
            if hidden >> target & 1:
                self.targets[target] = rng.dealt_card(hands, 0)
                hands += 1
        self.stack_pile(pile_only, hands, rng)

    def barred_exactly_from(self, cards, half, seats, fixed):
        """Those of the cards that these seats cannot hold, and all others that are not fixed can."""
        for seat in range(self.seats):
            if not fixed >> seat & 1:
                cards &= self.barred[seat][half] if seats >> seat & 1 else ~self.barred[seat][half]
        return cards

    def offer_group(self, barred, lower, upper, rng):
        """Gives `rng` a group of cards, as lower and upper half, that the barred hands cannot get."""
        if lower | upper:
            rng.add_group(barred)
        while lower:
            rng.add_card(lowest(lower))
            lower &= lower - 1
        while upper:
            rng.add_card(lowest(upper) + HALF)
            upper &= upper - 1

    def stack_pile(self, pile_only, hands, rng):
        """Shuffles these cards, and those that no hand was dealt, into the pile."""
        cards = 0
        for half in range(2):
            left = pile_only[half]
            while left:
                self.pile[cards] = lowest(left) + HALF * half
                cards += 1
                left &= left - 1
        for i in range(self.pile_size - cards):
            self.pile[cards + i] = rng.dealt_card(hands, i)
        self.shuffle_pile(rng)

    def is_consistent(self, viewer, hidden):
        """Whether every hand agrees with what is known of it."""
        for seat in range(self.seats):
            if seat != viewer and self.holds_ruled_out(seat):
                return False
        return self.respects_barred(hidden) and (not self.is_other_asked(viewer) or self.can_answer())

    def is_other_asked(self, viewer):
        """Whether a seat other than the viewer has to pay or to catch up, and is thus known to be able to."""
        asked: cython.int = self.phase == CATCHING_UP or self.phase == PAYING or self.phase == DECLARING
        return asked and self.player != viewer

    def can_answer(self):
        """Whether the hand of the seat that is asked allows an answer."""
        seat = self.player
        if self.phase == CATCHING_UP:
            return (self.catch_up_cards(seat, 0) | self.catch_up_cards(seat, 1)) != 0
        return can_pay(self.unpaid_slot(), self.unpaid_in_group(), self.count_pool(seat), self.joker_cards(seat))

    # Hands that few deals would make

    def deal_constrained_first(self, viewer, hidden, rng):
        """Deals hands to the seat that is asked and to those that have failed, then all others without constraints.

        Each constrained hand is drawn independently. Returns False if two of them share a card or another hand does not
        fit. The deal to the others must not heed what is barred: some constrained hands leave them more choice than
        others do, so the result would not be even.
        """
        constrained = seat_bit(self.player) if self.is_other_asked(viewer) else 0
        for seat in range(self.seats):
            if seat != viewer and self.has_ruled_out(seat) and self.count_secret(seat) <= MAX_SECRET:
                constrained |= 1 << seat
        if not self.deal_constrained_hands(viewer, constrained, rng):
            return False
        self.deal_secrets(seat_bit(viewer) | constrained, hidden, False, rng)
        return self.is_consistent(viewer, hidden)

    def deal_constrained_hands(self, viewer, seats, rng):
        """Deals to each of these seats. Returns False if a card was dealt twice."""
        lower = ones(0, 0)
        upper = ones(0, 0)
        for seat in range(self.seats):
            if seats >> seat & 1:
                self.deal_constrained_hand(viewer, seat, rng)
                if lower & self.hand[seat][0] or upper & self.hand[seat][1]:
                    return False
                lower |= self.hand[seat][0]
                upper |= self.hand[seat][1]
        return True

    def deal_constrained_hand(self, viewer, seat, rng):
        """Deals secret cards with which the seat can do what it is asked, or could not do what it has failed at."""
        kinds: cython.short[9]
        hand: cython.short[9]
        cards: cython.short[110]
        if not cython.compiled:
            kinds, hand, cards = [0] * RESOURCE_KINDS, [0] * RESOURCE_KINDS, [0] * DECK
        size = self.count_secret(seat)
        for half in range(2):
            self.hand[seat][half] &= ~self.unseen[half]
        asked: cython.int = self.is_other_asked(viewer) and seat == self.player
        by_worth: cython.int = asked and self.phase == CATCHING_UP
        for kind in range(RESOURCE_KINDS):
            kinds[kind] = self.list_possible(viewer, seat, kind, by_worth, cards)
        if by_worth:
            draw_hand(ZERO_SLOT, 0, kinds, hand, size, 0, 0, rng)
        elif asked:
            pool = self.known_pool(seat)
            draw_hand(self.unpaid_slot(), self.unpaid_in_group(), kinds, hand, size, pool, self.joker_cards(seat), rng)
        else:
            draw_set(self.ruled_out[seat], kinds, hand, size, rng)
        for kind in range(RESOURCE_KINDS):
            found = self.list_possible(viewer, seat, kind, by_worth, cards)
            rng.shuffle(cards, 0, found, hand[kind])
            for i in range(hand[kind]):
                put(self.hand[seat], cards[i])

    def list_possible(self, viewer, seat, kind, by_worth, cards):
        """Writes the unseen cards of a kind that a seat could have, and returns how many.

        With `by_worth`, kind 0 is the cards that may be laid down to catch up, kind 1 all others.
        """
        found = 0
        for card in range(CHAOS):
            half = half_of(card)
            possible = self.unseen[half] & ~self.barred[seat][half]
            if viewer >= 0:
                possible &= ~self.hand[viewer][half]
            if possible & bit_of(card):
                worth: cython.int = 0 if 1 <= WORTH[card] <= self.catch_up_left else 1
                if kind == (worth if by_worth else kind_of(card)):
                    cards[found] = card
                    found += 1
        return found

    def search_hands(self, viewer, hidden, rng):
        """The last resort: searches for consistent hands one after the other, in random order.

        The search is bounded. It can only fail in positions made by hand.
        """
        cards: cython.short[110]
        sizes: cython.short[6]
        steps: cython.int[1]
        if not cython.compiled:
            cards, sizes, steps = [0] * DECK, [0] * 6, [0]
        constrained = 0
        for seat in range(self.seats):
            sizes[seat] = self.count_secret(seat)
            if seat != viewer and sizes[seat] and self.is_constrained(viewer, seat):
                constrained |= 1 << seat
        n = self.collect_unseen(viewer, constrained, cards)
        rng.shuffle(cards, 0, n, n)
        steps[0] = MAX_SEARCH_STEPS
        fixed = seat_bit(viewer) | constrained
        if not self.complete_hands(viewer, constrained, sizes, sizes[lowest(constrained)], cards, n, 0, steps):
            fixed = seat_bit(viewer)
            n = 0
            for seat in range(self.seats):
                if constrained >> seat & 1:
                    for _ in range(sizes[seat]):
                        put(self.hand[seat], cards[n])
                        n += 1
        self.deal_secrets(fixed, hidden, True, rng)

    def is_constrained(self, viewer, seat):
        """Whether anything is known that the secret cards of this seat must agree with."""
        if self.is_other_asked(viewer) and seat == self.player:
            return True
        return self.has_ruled_out(seat) or (self.barred[seat][0] | self.barred[seat][1]) != 0

    def collect_unseen(self, viewer, seats, cards):
        """Takes these seats' secret cards away. Writes to `cards` all cards that anybody but the viewer may hold.

        Returns how many.
        """
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

    def complete_hands(self, viewer, seats, sizes, lacking, cards, n, first, steps):
        """Fills the hands of these seats; the lowest of them still lacks cards, which it takes from `first` on.

        Returns False if no choice is consistent, or the steps are used up.
        """
        steps[0] -= 1
        seat = lowest(seats)
        if lacking == 0:
            asked: cython.int = self.is_other_asked(viewer) and seat == self.player
            if self.holds_ruled_out(seat) or (asked and not self.can_answer()):
                return False
            seats &= seats - 1
            return seats == 0 or self.complete_hands(viewer, seats, sizes, sizes[lowest(seats)], cards, n, 0, steps)
        for i in range(first, n):
            card = cards[i]
            if steps[0] > 0 and card >= 0 and not self.barred[seat][half_of(card)] & bit_of(card):
                cards[i] = NO_CARD
                put(self.hand[seat], card)
                if self.complete_hands(viewer, seats, sizes, lacking - 1, cards, n, i + 1, steps):
                    return True
                take(self.hand[seat], card)
                cards[i] = card
        return False


def kind_of(card):
    """The kind of resource a card is: its number, or JOKER_KIND."""
    return number_of(card) if card < JOKER else JOKER_KIND


def cards_of_kind(kind):
    """All cards of a kind of resource, within their half."""
    return CLASS_CARDS[JOKER_CLASS] if kind == JOKER_KIND else cards_of_number(kind)

"""Rng: dice from a seed, for everything outside a match (bots, redeals, experiments), able to deal unseen cards fairly.

What a viewer cannot see is dealt anew on a small table: cards in groups, hands that need some, and for each group the
hands that are known to have none of it. `share` draws evenly from all deals that fit, in bounded work.
"""

import cython

from ridotto.engine.errors import BadSeed
from ridotto.engine.message import msg

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc
else:
    from ridotto.engine.chance import Dice, demand, fraction

    CARDS, HANDS, GROUPS, TRIES = 128, 8, 64, 64
    OWN_STREAM = 0x5249444F  # a game and an Rng of the same seed share nothing


def key_of(seed: object) -> bytes:
    """The 256 bits of a seed, least significant byte first."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 256:
        raise BadSeed(msg("The seed must be a whole number from 0 to 2^256 - 1, not {seed}.", seed=repr(seed)))
    return seed.to_bytes(32, "little")


class Rng(Dice):
    """Dice from a seed."""

    def __init__(self, seed: object = 0) -> None:
        Dice.__init__(self)
        self.keyed(key_of(seed))
        self.key[7] ^= OWN_STREAM
        if not cython.compiled:
            self.cards = [0] * CARDS
            self.first = [0] * (GROUPS + 1)
            self.barred = [0] * GROUPS
            self.need = [0] * HANDS
            self.begin = [0] * (HANDS + 1)
            self.bound = [0] * HANDS
            self.order = [0] * HANDS
            self.size = [0] * GROUPS
            self.take = [[0] * HANDS for _ in range(GROUPS)]
            self.share_out = [0] * CARDS
            self.radix = [0] * (HANDS + 1)
            self.ways: list[float] = []

    if cython.compiled:

        def __dealloc__(self):
            free(self.ways)

    def roll(self, n: int) -> int:
        """A number from 0 to n - 1."""
        if not 0 < n < 1 << 31:
            raise ValueError(f"cannot roll below {n}")
        return self.below(n)

    def copy(self) -> "Rng":
        """A generator that will give the same numbers."""
        twin = Rng()
        twin.keyed(self.key_bytes())
        twin.wind(self.drawn())
        return twin

    # The table

    def clear(self):
        self.groups = 0
        self.hands = 0
        self.first[0] = 0

    def group(self, barred):
        """Opens a group of cards of which the hands in `barred` can have none."""
        demand(self.groups < GROUPS, "more than 64 groups of cards")
        self.barred[self.groups] = barred
        self.groups += 1
        self.first[self.groups] = self.first[self.groups - 1]

    def lay(self, card):
        """Lays a card into the newest group."""
        demand(self.first[self.groups] < CARDS, "more than 128 cards")
        self.cards[self.first[self.groups]] = card
        self.first[self.groups] += 1

    def hand(self, need):
        """Adds a hand that gets `need` cards."""
        demand(self.hands < HANDS, "more than 8 hands")
        self.need[self.hands] = need
        self.hands += 1

    def card(self, hand, i):
        """After `share`: the i-th card of a hand, in no fair order; hand = `hands` is what nobody got."""
        return self.share_out[self.begin[hand] + i]

    def share(self):
        """Deals. The truth is always a deal that fits; where none does, nobody gets anything that means anything."""
        strict = self.in_order()
        self.find_bounds(strict)
        for _ in range(TRIES):
            if self.attempt(strict):
                self.hand_out(strict)
                return
        if not self.by_counting(strict):
            demand(False, "no deal fits")
            self.clear_takes(strict)
        self.hand_out(strict)

    def clear_takes(self, strict):
        for g in range(self.groups):
            self.size[g] = self.first[g + 1] - self.first[g]
            for h in range(strict):
                self.take[g][self.order[h]] = 0

    # How it is done

    def unit(self):
        return fraction(self.word())

    def allowed(self, hand):
        """How many cards still on the table this hand could have."""
        total = 0
        for g in range(self.groups):
            if not self.barred[g] >> hand & 1:
                total += self.size[g]
        return total

    def in_order(self):
        """Puts the hands with the least choice first; the number of those that are barred from anything."""
        for g in range(self.groups):
            self.size[g] = self.first[g + 1] - self.first[g]
        barred = 0
        for g in range(self.groups):
            if self.size[g]:
                barred |= self.barred[g]
        strict = 0
        for hand in range(self.hands):
            if barred >> hand & 1:
                place = strict
                while place > 0 and self.allowed(self.order[place - 1]) > self.allowed(hand):
                    self.order[place] = self.order[place - 1]
                    place -= 1
                self.order[place] = hand
                strict += 1
        place = strict
        for hand in range(self.hands):
            if not barred >> hand & 1:
                self.order[place] = hand
                place += 1
        return strict

    def find_bounds(self, strict):
        """For each strict hand: the most cards it can find allowed when its turn comes, whatever went before."""
        for h in range(strict):
            hand = self.order[h]
            bound = self.allowed(hand)
            for earlier in range(h):
                other = self.order[earlier]
                elsewhere = 0
                for g in range(self.groups):
                    if self.barred[g] >> hand & 1 and not self.barred[g] >> other & 1:
                        elsewhere += self.size[g]
                if self.need[other] > elsewhere:
                    bound -= self.need[other] - elsewhere
            self.bound[h] = bound

    def attempt(self, strict):
        """Each strict hand draws from what it may have; even by rejection: more choice than the bound is impossible."""
        self.clear_takes(strict)
        weight = 1.0
        for h in range(strict):
            hand = self.order[h]
            choice = self.allowed(hand)
            if choice < self.need[hand]:
                return False
            bound = self.bound[h]
            for _ in range(self.need[hand]):
                weight = weight * choice / bound
                at = self.below(choice)
                g = 0
                while self.barred[g] >> hand & 1 or at >= self.size[g]:
                    if not self.barred[g] >> hand & 1:
                        at -= self.size[g]
                    g += 1
                self.size[g] -= 1
                self.take[g][hand] += 1
                choice -= 1
                bound -= 1
        return weight >= 1.0 or self.unit() < weight

    def by_counting(self, strict):
        """Counts the deals group by group and draws one by its number: slower, never in vain."""
        total = 1
        for h in range(strict):
            self.radix[h] = total
            total *= self.need[self.order[h]] + 1
        self.radix[strict] = total
        demand(total < 1 << 24, "too many deals to count")
        if not cython.compiled:
            self.ways = [0.0] * (total * (self.groups + 1))
        elif self.room < total * (self.groups + 1):
            self.room = total * (self.groups + 1)
            free(self.ways)
            self.ways = cython.cast(cython.p_double, malloc(self.room * cython.sizeof(cython.double)))
            if self.ways is cython.NULL:
                self.room = 0
                return False
        for at in range(total):
            self.ways[self.groups * total + at] = 1.0 if at == 0 else 0.0
        for back in range(self.groups):
            g = self.groups - 1 - back
            for at in range(total):
                self.ways[g * total + at] = self.spread(strict, g, 0, self.first[g + 1] - self.first[g], at)
        at = total - 1
        if self.ways[at] == 0.0:
            return False
        for g in range(self.groups):
            mark = self.unit() * self.ways[g * total + at]
            left = self.first[g + 1] - self.first[g]
            for h in range(strict):
                hand = self.order[h]
                most = at // self.radix[h] % (self.need[hand] + 1)
                if self.barred[g] >> hand & 1:
                    most = 0
                if most > left:
                    most = left
                choices = 1.0
                number = 0
                weight = self.spread(strict, g, h + 1, left, at)
                while mark >= weight and number < most:
                    mark -= weight
                    number += 1
                    choices = choices * (left - number + 1) / number
                    weight = choices * self.spread(strict, g, h + 1, left - number, at - number * self.radix[h])
                mark /= choices
                self.take[g][hand] = number
                left -= number
                at -= number * self.radix[h]
            self.size[g] = left
        return True

    def spread(self, strict, group, h, left, at):
        """In how many ways the strict hands from h on can take of the `left` cards of a group, and all later groups."""
        if h == strict:
            return self.ways[(group + 1) * self.radix[strict] + at]
        hand = self.order[h]
        total = self.spread(strict, group, h + 1, left, at)
        if self.barred[group] >> hand & 1:
            return total
        most = at // self.radix[h] % (self.need[hand] + 1)
        if most > left:
            most = left
        choices = 1.0
        for number in range(1, most + 1):
            choices = choices * (left - number + 1) / number
            total += choices * self.spread(strict, group, h + 1, left - number, at - number * self.radix[h])
        return total

    def hand_out(self, strict):
        """Turns numbers into cards; hands that may have anything, and the rest, share what is left."""
        place = 0
        for hand in range(self.hands):
            self.begin[hand] = place
            place += self.need[hand]
        self.begin[self.hands] = place
        rest = place
        for g in range(self.groups):
            total = self.first[g + 1] - self.first[g]
            taken = total - self.size[g]
            self.shuffle(self.cards, self.first[g], total, taken)
            at = self.first[g]
            for h in range(strict):
                hand = self.order[h]
                for _ in range(self.take[g][hand]):
                    self.share_out[self.begin[hand]] = self.cards[at]
                    self.begin[hand] += 1
                    at += 1
            for i in range(at, self.first[g + 1]):
                self.cards[rest - place] = self.cards[i]
                rest += 1
        rest -= place
        free = 0
        for h in range(strict, self.hands):
            free += self.need[self.order[h]]
        self.shuffle(self.cards, 0, rest, free)
        at = 0
        for h in range(strict, self.hands):
            hand = self.order[h]
            for _ in range(self.need[hand]):
                self.share_out[self.begin[hand]] = self.cards[at]
                self.begin[hand] += 1
                at += 1
        for i in range(at, rest):
            self.share_out[place + i - at] = self.cards[i]
        for hand in range(self.hands):
            self.begin[hand] -= self.need[hand]

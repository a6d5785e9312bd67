"""Rng: a seeded random generator for bots, redeals and experiments, which can deal unseen cards fairly.

For a redeal, rules list the cards that a viewer cannot see in groups, the hands with the number of cards they need,
and for each group the hands that are known to have none of its cards. `deal` then draws one of all possible deals, all
equally likely, in bounded time.
"""

import cython

from ridotto.engine.errors import BadSeed
from ridotto.engine.message import msg

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc
else:
    from ridotto.engine.chance import Dice, debug_assert, fraction

    MAX_CARDS, MAX_HANDS, MAX_GROUPS, MAX_REJECTIONS = 128, 8, 64, 64
    RNG_STREAM = 0x5249444F  # makes an Rng independent of a game with the same seed


def key_from_seed(seed: object) -> bytes:
    """The 32 bytes of a seed, least significant byte first.

    Raises:
        BadSeed: The seed is not a whole number from 0 to 2**256 - 1.
    """
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 256:
        raise BadSeed(msg("The seed must be a whole number from 0 to 2^256 - 1, not {seed}.", seed=repr(seed)))
    return seed.to_bytes(32, "little")


class Rng(Dice):
    """A random generator made from a seed. It gives the same numbers on every machine and in every version.

    >>> rng = ridotto.Rng(7)
    >>> 0 <= rng.roll(6) < 6
    True
    """

    def __init__(self, seed: object = 0) -> None:
        """Make a generator from a whole number below 2**256.

        Raises:
            BadSeed: The seed is anything else.
        """
        Dice.__init__(self)
        self.set_key(key_from_seed(seed))
        self.key[7] ^= RNG_STREAM
        if not cython.compiled:
            self.cards = [0] * MAX_CARDS
            self.first = [0] * (MAX_GROUPS + 1)
            self.barred = [0] * MAX_GROUPS
            self.need = [0] * MAX_HANDS
            self.begin = [0] * (MAX_HANDS + 1)
            self.bound = [0] * MAX_HANDS
            self.order = [0] * MAX_HANDS
            self.size = [0] * MAX_GROUPS
            self.take = [[0] * MAX_HANDS for _ in range(MAX_GROUPS)]
            self.dealt = [0] * MAX_CARDS
            self.radix = [0] * (MAX_HANDS + 1)
            self.ways: list[float] = []

    if cython.compiled:

        def __dealloc__(self):
            free(self.ways)

    def roll(self, n: int) -> int:
        """Draw a number from 0 to n - 1, all equally likely.

        Raises:
            ValueError: n is not between 1 and 2**31 - 1.
        """
        if not 0 < n < 1 << 31:
            raise ValueError(f"cannot roll below {n}")
        return self.below(n)

    def copy(self) -> "Rng":
        """An independent generator that will give the same numbers as this one."""
        twin = Rng()
        twin.set_key(self.key_bytes())
        twin.seek(self.drawn())
        return twin

    # Dealing unseen cards

    def clear(self):
        """Begin a new deal: remove all groups and hands."""
        self.groups = 0
        self.hands = 0
        self.first[0] = 0

    def add_group(self, barred):
        """Begin a group of cards of which the hands in `barred`, as bits, can have none."""
        debug_assert(self.groups < MAX_GROUPS, "more than 64 groups of cards")
        self.barred[self.groups] = barred
        self.groups += 1
        self.first[self.groups] = self.first[self.groups - 1]

    def add_card(self, card):
        """Add a card to the newest group."""
        debug_assert(self.first[self.groups] < MAX_CARDS, "more than 128 cards")
        self.cards[self.first[self.groups]] = card
        self.first[self.groups] += 1

    def add_hand(self, need):
        """Add a hand that gets `need` cards."""
        debug_assert(self.hands < MAX_HANDS, "more than 8 hands")
        self.need[self.hands] = need
        self.hands += 1

    def dealt_card(self, hand, i):
        """After `deal`: the i-th card of a hand. The order of cards within a hand is not random.

        `hand` equal to the number of hands gives the cards that are left over.
        """
        return self.dealt[self.begin[hand] + i]

    def deal(self):
        """Draw a deal, all possible deals equally likely.

        At least one deal must be possible, as it is for the unseen cards of a real position; otherwise the result is
        meaningless.
        """
        restricted = self.sort_hands()
        self.find_bounds(restricted)
        for _ in range(MAX_REJECTIONS):
            if self.deal_by_rejection(restricted):
                self.assign_cards(restricted)
                return
        if not self.deal_by_counting(restricted):
            debug_assert(False, "no deal is possible")
            self.reset_takes(restricted)
        self.assign_cards(restricted)

    def reset_takes(self, restricted):
        for g in range(self.groups):
            self.size[g] = self.first[g + 1] - self.first[g]
            for h in range(restricted):
                self.take[g][self.order[h]] = 0

    # How a deal is drawn. Restricted hands, those barred from some group, come first and decide how many cards they
    # take from each group. Then the cards are shuffled, and all other hands share what is left.

    def uniform(self):
        """Draw a number from 0 to 1, 1 excluded."""
        return fraction(self.word())

    def cards_allowed(self, hand):
        """How many of the remaining cards this hand could have."""
        total = 0
        for g in range(self.groups):
            if not self.barred[g] >> hand & 1:
                total += self.size[g]
        return total

    def sort_hands(self):
        """Sort the restricted hands, those with the least choice first, before all others; return their number."""
        for g in range(self.groups):
            self.size[g] = self.first[g + 1] - self.first[g]
        barred = 0
        for g in range(self.groups):
            if self.size[g]:
                barred |= self.barred[g]
        restricted = 0
        for hand in range(self.hands):
            if barred >> hand & 1:
                place = restricted
                while place > 0 and self.cards_allowed(self.order[place - 1]) > self.cards_allowed(hand):
                    self.order[place] = self.order[place - 1]
                    place -= 1
                self.order[place] = hand
                restricted += 1
        place = restricted
        for hand in range(self.hands):
            if not barred >> hand & 1:
                self.order[place] = hand
                place += 1
        return restricted

    def find_bounds(self, restricted):
        """For each restricted hand, the maximum of `cards_allowed` at its turn, over all choices of earlier hands."""
        for h in range(restricted):
            hand = self.order[h]
            bound = self.cards_allowed(hand)
            for earlier in range(h):
                other = self.order[earlier]
                elsewhere = 0
                for g in range(self.groups):
                    if self.barred[g] >> hand & 1 and not self.barred[g] >> other & 1:
                        elsewhere += self.size[g]
                if self.need[other] > elsewhere:
                    bound -= self.need[other] - elsewhere
            self.bound[h] = bound

    def deal_by_rejection(self, restricted):
        """Let each restricted hand draw from the cards that it may have, and accept or reject the result.

        The probability of acceptance, the product of choice / bound, makes all deals equally likely.
        """
        self.reset_takes(restricted)
        weight = 1.0
        for h in range(restricted):
            hand = self.order[h]
            choice = self.cards_allowed(hand)
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
        return weight >= 1.0 or self.uniform() < weight

    def deal_by_counting(self, restricted):
        """Count the possible deals group by group, and draw one by its number: slower, but never rejected.

        False if there is no deal, or no memory.
        """
        total = 1
        for h in range(restricted):
            self.radix[h] = total
            total *= self.need[self.order[h]] + 1
        self.radix[restricted] = total
        debug_assert(total < 1 << 24, "too many deals to count")
        if not cython.compiled:
            self.ways = [0.0] * (total * (self.groups + 1))
        elif self.ways_capacity < total * (self.groups + 1):
            self.ways_capacity = total * (self.groups + 1)
            free(self.ways)
            self.ways = cython.cast(cython.p_double, malloc(self.ways_capacity * cython.sizeof(cython.double)))
            if self.ways is cython.NULL:
                self.ways_capacity = 0
                return False
        for at in range(total):
            self.ways[self.groups * total + at] = 1.0 if at == 0 else 0.0
        for back in range(self.groups):
            g = self.groups - 1 - back
            for at in range(total):
                self.ways[g * total + at] = self.count_ways(restricted, g, 0, self.first[g + 1] - self.first[g], at)
        at = total - 1
        if self.ways[at] == 0.0:
            return False
        for g in range(self.groups):
            mark = self.uniform() * self.ways[g * total + at]
            left = self.first[g + 1] - self.first[g]
            for h in range(restricted):
                hand = self.order[h]
                limit = at // self.radix[h] % (self.need[hand] + 1)
                if self.barred[g] >> hand & 1:
                    limit = 0
                if limit > left:
                    limit = left
                choices = 1.0
                number = 0
                weight = self.count_ways(restricted, g, h + 1, left, at)
                while mark >= weight and number < limit:
                    mark -= weight
                    number += 1
                    choices = choices * (left - number + 1) / number
                    weight = choices * self.count_ways(restricted, g, h + 1, left - number, at - number * self.radix[h])
                mark /= choices
                self.take[g][hand] = number
                left -= number
                at -= number * self.radix[h]
            self.size[g] = left
        return True

    def count_ways(self, restricted, group, h, left, at):
        """The number of ways for the hands from h on to take from `left` cards of a group, and from all later groups.

        `at` encodes how many cards each restricted hand still needs.
        """
        if h == restricted:
            return self.ways[(group + 1) * self.radix[restricted] + at]
        hand = self.order[h]
        total = self.count_ways(restricted, group, h + 1, left, at)
        if self.barred[group] >> hand & 1:
            return total
        limit = at // self.radix[h] % (self.need[hand] + 1)
        if limit > left:
            limit = left
        choices = 1.0
        for number in range(1, limit + 1):
            choices = choices * (left - number + 1) / number
            total += choices * self.count_ways(restricted, group, h + 1, left - number, at - number * self.radix[h])
        return total

    def assign_cards(self, restricted):
        """Turn the numbers in `take` into cards, then deal what is left to the unrestricted hands and the rest."""
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
            for h in range(restricted):
                hand = self.order[h]
                for _ in range(self.take[g][hand]):
                    self.dealt[self.begin[hand]] = self.cards[at]
                    self.begin[hand] += 1
                    at += 1
            for i in range(at, self.first[g + 1]):
                self.cards[rest - place] = self.cards[i]
                rest += 1
        rest -= place
        free = 0
        for h in range(restricted, self.hands):
            free += self.need[self.order[h]]
        self.shuffle(self.cards, 0, rest, free)
        at = 0
        for h in range(restricted, self.hands):
            hand = self.order[h]
            for _ in range(self.need[hand]):
                self.dealt[self.begin[hand]] = self.cards[at]
                self.begin[hand] += 1
                at += 1
        for i in range(at, rest):
            self.dealt[place + i - at] = self.cards[i]
        for hand in range(self.hands):
            self.begin[hand] -= self.need[hand]

"""Chance: ChaCha8 keyed with 256 bits, its counter moved by draws only.

Version 1 of Ridotto's chance, kept for ever because records replay by it: 64-bit little-endian words of the ChaCha8
stream in order; `below` and `shuffle` turn words into fair numbers by multiplication with exact rejection.
"""

import cython

if not cython.compiled:
    WORDS, BATCH, CARDS = 8, 8, 128
    _MASK32, _MASK64 = 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF

    def demand(holds, message):
        assert holds, message

    def bit(i):
        return 1 << i

    def ones(n, at):
        return ((1 << n) - 1) << at

    def count(mask):
        return mask.bit_count()

    def nth(mask, k):
        for _ in range(k):
            mask &= mask - 1
        return lowest(mask)

    def lowest(mask):
        return (mask & -mask).bit_length() - 1

    def highest(mask):
        return mask.bit_length() - 1

    def high(a, b):
        return (a * b) >> 64

    def low(a, b):
        return (a * b) & _MASK64

    def overhang(n):
        return (1 << 64) % n

    def noise(x):
        """A mixed word for every number: for choices that no secret depends on."""
        x = low(x, 0x9E3779B97F4A7C15)
        y = x ^ 0xE7037ED1A0B428DB
        return high(x, y) ^ low(x, y)

    def binomial(n, k):
        """In how many ways k of n can be chosen, n not below 0."""
        ways = 0.0 if k < 0 else 1.0
        for i in range(k):
            ways = ways * (n - i) / (i + 1)
        return ways

    def fraction(word):
        """A random word as a number from 0 to 1, but never 1."""
        return (word >> 11) * (1.0 / 9007199254740992.0)

    def _quarter(x, a, b, c, d):
        for left, right in ((16, 12), (8, 7)):
            x[a] = (x[a] + x[b]) & _MASK32
            x[d] ^= x[a]
            x[d] = (x[d] << left | x[d] >> (32 - left)) & _MASK32
            x[c] = (x[c] + x[d]) & _MASK32
            x[b] ^= x[c]
            x[b] = (x[b] << right | x[b] >> (32 - right)) & _MASK32

    def chacha8(key, counter, out):
        start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *key, counter & _MASK32, counter >> 32, 0, 0]
        x = list(start)
        for _ in range(4):
            for i in range(4):
                _quarter(x, i, 4 + i, 8 + i, 12 + i)
            for i in range(4):
                _quarter(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
        for i in range(WORDS):
            out[i] = (x[2 * i] + start[2 * i]) & _MASK32 | ((x[2 * i + 1] + start[2 * i + 1]) & _MASK32) << 32


class Dice:
    """A source of fair chance; every state carries its own."""

    def __init__(self):
        self.notes = None
        self.key = [0, 0, 0, 0, 0, 0, 0, 0]
        self.counter = 0  # blocks computed so far
        self.words = [0, 0, 0, 0, 0, 0, 0, 0]  # the newest block
        self.left = 0  # words of it not drawn yet

    def word(self):
        if self.left == 0:
            chacha8(self.key, self.counter, self.words)
            self.counter += 1
            self.left = WORDS
        self.left -= 1
        return self.words[WORDS - 1 - self.left]

    def below(self, n):
        """A number from 0 to n - 1, all equally likely."""
        word = self.word()
        while low(word, n) < n and low(word, n) < overhang(n):
            word = self.word()
        return high(word, n)

    def shuffle(self, cards, first, n, take):
        """Fisher-Yates from the front: of n <= 128 cards from `first` on, `take` become a fair ordered sample.

        Eight cards are drawn from one word: each bound takes the integer part and leaves the fraction. A word that
        would favour some outcomes is drawn again; the permutation it has left is as good a start as any.
        """
        demand(n <= CARDS, "more than 128 cards to shuffle")
        at = 0
        while at < take:
            end = at + BATCH if at + BATCH < take else take
            fraction = self.word()
            for i in range(at, end):
                here = first + i
                there = here + high(fraction, n - i)
                fraction = low(fraction, n - i)
                card = cards[here]
                cards[here] = cards[there]
                cards[there] = card
            if fraction < bit(56):  # 128^8: no batch has more outcomes
                outcomes = bit(0)
                for i in range(at, end):
                    outcomes *= n - i
                if fraction < overhang(outcomes):
                    continue
            at = end

    def rekey(self, source):
        """Takes a new key from another source: what comes is independent of all that was."""
        for i in range(4):
            word = source.word()
            self.key[2 * i] = word & ones(32, 0)
            self.key[2 * i + 1] = word >> 32
        for i in range(WORDS):
            self.words[i] = 0
        self.counter = 0
        self.left = 0

    def keyed(self, key: bytes):
        """Sets the key and goes back to the first word."""
        for i in range(8):
            self.key[i] = int.from_bytes(key[4 * i : 4 * i + 4], "little")
        for i in range(WORDS):
            self.words[i] = 0
        self.counter = 0
        self.left = 0

    def drawn(self) -> int:
        """How many words have been drawn since the key was set."""
        return self.counter * WORDS - self.left

    def wind(self, drawn: int):
        """Goes to the place where `drawn` words have been drawn."""
        self.left = 0
        self.counter = drawn // WORDS
        if drawn % WORDS:
            self.word()
            self.left = WORDS - drawn % WORDS
        elif drawn:
            self.counter -= 1
            self.word()
            self.left = 0

    def key_bytes(self) -> bytes:
        return b"".join(self.key[i].to_bytes(4, "little") for i in range(8))

"""Random numbers from ChaCha8 with a 256-bit key, and the bit operations of the compiled rules.

The algorithm never changes, because records need it to replay: the words are the 64-bit little-endian words of the
ChaCha8 stream in order, and `below` and `shuffle` turn them into unbiased numbers by multiplication with exact
rejection.
"""

import cython

if not cython.compiled:
    BLOCK_WORDS, BATCH_CARDS, MAX_CARDS = 8, 8, 128
    _MASK32, _MASK64 = 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF

    def debug_assert(holds, message):
        """Stop if the condition does not hold; compiled, only in debug builds."""
        assert holds, message

    def bit(i):
        return 1 << i

    def ones(n, at):
        """A mask of n bits from the bit `at` on."""
        return ((1 << n) - 1) << at

    def count(mask):
        """The number of set bits."""
        return mask.bit_count()

    def nth(mask, k):
        """The index of the k-th set bit, k from 0."""
        for _ in range(k):
            mask &= mask - 1
        return lowest(mask)

    def lowest(mask):
        """The index of the lowest set bit."""
        return (mask & -mask).bit_length() - 1

    def highest(mask):
        """The index of the highest set bit."""
        return mask.bit_length() - 1

    def mul_high(a, b):
        """The high 64 bits of the product of two words. `mul_high(word, n)` maps a random word to 0 ... n - 1."""
        return (a * b) >> 64

    def mul_low(a, b):
        """The low 64 bits of the product of two 64-bit words."""
        return (a * b) & _MASK64

    def two_64_mod(n):
        """2**64 % n: words whose low product with n is smaller must be rejected."""
        return (1 << 64) % n

    def hash64(x):
        """A 64-bit hash, for random choices that no secret depends on. It is not cryptographic."""
        x = mul_low(x, 0x9E3779B97F4A7C15)
        y = x ^ 0xE7037ED1A0B428DB
        return mul_high(x, y) ^ mul_low(x, y)

    def binomial(n, k):
        """The number of ways to choose k of n, for n >= 0."""
        ways = 0.0 if k < 0 else 1.0
        for i in range(k):
            ways = ways * (n - i) / (i + 1)
        return ways

    def fraction(word):
        """A random 64-bit word as a number from 0 to 1, 1 excluded."""
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
        for i in range(BLOCK_WORDS):
            out[i] = (x[2 * i] + start[2 * i]) & _MASK32 | ((x[2 * i + 1] + start[2 * i + 1]) & _MASK32) << 32


class Dice:
    """A source of unbiased random numbers. Every state is one."""

    def __init__(self):
        self.notes = None
        self.key = [0, 0, 0, 0, 0, 0, 0, 0]
        self.counter = 0  # blocks computed so far
        self.words = [0, 0, 0, 0, 0, 0, 0, 0]  # the newest block
        self.left = 0  # words of this block that have not been drawn

    def word(self):
        """Draw 64 random bits."""
        if self.left == 0:
            chacha8(self.key, self.counter, self.words)
            self.counter += 1
            self.left = BLOCK_WORDS
        self.left -= 1
        return self.words[BLOCK_WORDS - 1 - self.left]

    def below(self, n):
        """Draw a number from 0 to n - 1, all equally likely."""
        word = self.word()
        while mul_low(word, n) < n and mul_low(word, n) < two_64_mod(n):
            word = self.word()
        return mul_high(word, n)

    def shuffle(self, cards, first, n, take):
        """Shuffle the n <= 128 cards from the index `first` on, until the first `take` of them are a random sample.

        This is Fisher-Yates from the front. Eight cards use one word: each multiplication takes the integer part and
        leaves the fraction to the next. A word that would favour some outcomes is rejected, and its batch starts again
        from the order that the word has left: any order is as good a start.
        """
        debug_assert(n <= MAX_CARDS, "more than 128 cards to shuffle")
        at = 0
        while at < take:
            end = at + BATCH_CARDS if at + BATCH_CARDS < take else take
            fraction = self.word()
            for i in range(at, end):
                place = first + i
                partner = place + mul_high(fraction, n - i)
                fraction = mul_low(fraction, n - i)
                card = cards[place]
                cards[place] = cards[partner]
                cards[partner] = card
            if fraction < bit(56):  # a batch has at most 128**8 outcomes
                outcomes = bit(0)
                for i in range(at, end):
                    outcomes *= n - i
                if fraction < two_64_mod(outcomes):
                    continue
            at = end

    def rekey(self, source):
        """Take a new key from another source. Future numbers are independent of all past ones."""
        for i in range(4):
            word = source.word()
            self.key[2 * i] = word & ones(32, 0)
            self.key[2 * i + 1] = word >> 32
        for i in range(BLOCK_WORDS):
            self.words[i] = 0
        self.counter = 0
        self.left = 0

    def set_key(self, key: bytes):
        """Set the 32 bytes of the key, and go back to the first word."""
        for i in range(8):
            self.key[i] = int.from_bytes(key[4 * i : 4 * i + 4], "little")
        for i in range(BLOCK_WORDS):
            self.words[i] = 0
        self.counter = 0
        self.left = 0

    def drawn(self) -> int:
        """The number of words drawn since the key was set."""
        return self.counter * BLOCK_WORDS - self.left

    def seek(self, drawn: int):
        """Go to the position after `drawn` words, the inverse of `drawn()`."""
        self.left = 0
        self.counter = drawn // BLOCK_WORDS
        if drawn % BLOCK_WORDS:
            self.word()
            self.left = BLOCK_WORDS - drawn % BLOCK_WORDS
        elif drawn:
            self.counter -= 1
            self.word()
            self.left = 0

    def key_bytes(self) -> bytes:
        """The 32 bytes of the key. Whoever knows them can predict every number."""
        return b"".join(self.key[i].to_bytes(4, "little") for i in range(8))

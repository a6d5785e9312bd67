# C layout of chance.py. The compiled module uses the block function below, plain Python the one in chance.py;
# tests compare both with the published test vectors.
from libc.stdint cimport uint32_t, uint64_t

from ridotto.engine.note cimport Notes

cdef extern from *:
    """
    #include <stdint.h>
    #include <stdio.h>
    #include <stdlib.h>
    #ifdef RIDOTTO_DEBUG
    #define ridotto_debug_assert(holds, message) do { if (!(holds)) { fprintf(stderr, "ridotto: %s\\n", message); abort(); } } while (0)
    #else
    #define ridotto_debug_assert(holds, message) do { } while (0)
    #endif
    #if defined(_MSC_VER)
    #include <intrin.h>
    #define RIDOTTO_INLINE static __inline
    static __inline uint64_t ridotto_high(uint64_t a, uint64_t b) { return __umulh(a, b); }
    static __inline int ridotto_count(uint64_t m) { return (int)__popcnt64(m); }
    static __inline int ridotto_lowest(uint64_t m) { unsigned long i; _BitScanForward64(&i, m); return (int)i; }
    static __inline int ridotto_highest(uint64_t m) { unsigned long i; _BitScanReverse64(&i, m); return (int)i; }
    #else
    #define RIDOTTO_INLINE static inline
    static inline uint64_t ridotto_high(uint64_t a, uint64_t b) { return (uint64_t)(((unsigned __int128)a * b) >> 64); }
    static inline int ridotto_count(uint64_t m) { return __builtin_popcountll(m); }
    static inline int ridotto_lowest(uint64_t m) { return __builtin_ctzll(m); }
    static inline int ridotto_highest(uint64_t m) { return 63 - __builtin_clzll(m); }
    #endif

    /* The index of the k-th set bit, k from 0. The first seven by selection: branches of a loop over k mispredict. */
    RIDOTTO_INLINE int ridotto_nth(uint64_t m, int k) {
        uint64_t a = m & (m - 1), b = a & (a - 1), c = b & (b - 1), d = c & (c - 1), e = d & (d - 1), f = e & (e - 1);
        uint64_t low = k & 1 ? a : m, mid = k & 1 ? c : b, up = k & 1 ? e : d;
        m = k & 4 ? (k & 2 ? f : up) : (k & 2 ? mid : low);
        if (k > 6)
            for (m = f, k -= 6; k; k--) m &= m - 1;
        return ridotto_lowest(m);
    }

    #define RIDOTTO_ROTL(v, n) (((v) << (n)) | ((v) >> (32 - (n))))
    #define RIDOTTO_QUARTER(a, b, c, d) \\
        a += b; d ^= a; d = RIDOTTO_ROTL(d, 16); c += d; b ^= c; b = RIDOTTO_ROTL(b, 12); \\
        a += b; d ^= a; d = RIDOTTO_ROTL(d, 8);  c += d; b ^= c; b = RIDOTTO_ROTL(b, 7);
    static void ridotto_chacha8(const uint32_t *key, uint64_t counter, uint64_t *out) {
        uint32_t in[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, key[0], key[1], key[2], key[3],
                           key[4], key[5], key[6], key[7], (uint32_t)counter, (uint32_t)(counter >> 32), 0, 0};
        uint32_t x[16];
        int i;
        for (i = 0; i < 16; i++) x[i] = in[i];
        for (i = 0; i < 4; i++) {
            RIDOTTO_QUARTER(x[0], x[4], x[8], x[12])  RIDOTTO_QUARTER(x[1], x[5], x[9], x[13])
            RIDOTTO_QUARTER(x[2], x[6], x[10], x[14]) RIDOTTO_QUARTER(x[3], x[7], x[11], x[15])
            RIDOTTO_QUARTER(x[0], x[5], x[10], x[15]) RIDOTTO_QUARTER(x[1], x[6], x[11], x[12])
            RIDOTTO_QUARTER(x[2], x[7], x[8], x[13])  RIDOTTO_QUARTER(x[3], x[4], x[9], x[14])
        }
        for (i = 0; i < 8; i++)
            out[i] = (uint64_t)(x[2 * i] + in[2 * i]) | ((uint64_t)(x[2 * i + 1] + in[2 * i + 1]) << 32);
    }
    """
    void debug_assert "ridotto_debug_assert"(bint holds, const char *message) noexcept nogil
    uint64_t mul_high "ridotto_high"(uint64_t a, uint64_t b) noexcept nogil
    int count "ridotto_count"(uint64_t mask) noexcept nogil
    int nth "ridotto_nth"(uint64_t mask, int k) noexcept nogil
    int lowest "ridotto_lowest"(uint64_t mask) noexcept nogil
    int highest "ridotto_highest"(uint64_t mask) noexcept nogil
    void chacha8 "ridotto_chacha8"(const uint32_t *key, uint64_t counter, uint64_t *out) noexcept nogil

cdef inline uint64_t bit(int i) noexcept nogil:
    return (<uint64_t>1) << i

cdef inline uint64_t ones(int n, int at) noexcept nogil:
    return (((<uint64_t>1) << n) - 1) << at

cdef inline uint64_t mul_low(uint64_t a, uint64_t b) noexcept nogil:
    return a * b

cdef inline uint64_t two_64_mod(uint64_t n) noexcept nogil:
    return (<uint64_t>0 - n) % n              # 2^64 mod n

cdef inline uint64_t hash64(uint64_t x) noexcept nogil:
    cdef uint64_t y
    x *= <uint64_t>0x9e3779b97f4a7c15
    y = x ^ <uint64_t>0xe7037ed1a0b428db
    return mul_high(x, y) ^ (x * y)

cdef inline double binomial(int n, int k) noexcept nogil:
    cdef double ways = 0.0 if k < 0 else 1.0
    cdef int i
    for i in range(k):
        ways = ways * (n - i) / (i + 1)
    return ways

cdef inline double fraction(uint64_t word) noexcept nogil:
    return (word >> 11) * (1.0 / 9007199254740992.0)

cdef enum:
    BLOCK_WORDS = 8
    BATCH_CARDS = 8
    MAX_CARDS = 128

cdef class Dice:
    cdef Notes notes              # only states have any; first, so that all fields of the position are one block after it
    cdef uint32_t key[8]
    cdef uint64_t counter
    cdef uint64_t words[8]
    cdef int left
    cdef uint64_t word(self) noexcept nogil
    cdef int below(self, int n) noexcept nogil
    cdef void shuffle(self, short *cards, int first, int n, int take) noexcept nogil
    cdef void rekey(self, Dice source) noexcept nogil

/* Source: J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF" (2012). */
#include "base/hash.h"

static inline uint64_t turn(uint64_t x, int n)
{
    return x << n | x >> (64 - n);
}

static inline void mix(uint64_t v[4], int rounds)
{
    while (rounds-- > 0) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = turn(v[1], 13) ^ v[0];
        v[3] = turn(v[3], 16) ^ v[2];
        v[0] = turn(v[0], 32);
        v[2] += v[1];
        v[0] += v[3];
        v[1] = turn(v[1], 17) ^ v[2];
        v[3] = turn(v[3], 21) ^ v[0];
        v[2] = turn(v[2], 32);
    }
}

/* Up to eight bytes, little endian on every machine. */
static inline uint64_t word_at(const char *bytes, size_t n)
{
    uint64_t word = 0;
    for (size_t i = 0; i < n; i++)
        word |= (uint64_t)(unsigned char)bytes[i] << (8 * i);
    return word;
}

uint64_t dbt_hash(dbt_hash_key key, const char *bytes, size_t n)
{
    uint64_t v[4] = { key.k[0] ^ UINT64_C(0x736f6d6570736575),
                      key.k[1] ^ UINT64_C(0x646f72616e646f6d),
                      key.k[0] ^ UINT64_C(0x6c7967656e657261),
                      key.k[1] ^ UINT64_C(0x7465646279746573) };
    const size_t whole = n - n % 8;
    for (size_t i = 0; i < whole; i += 8) {
        const uint64_t word = word_at(bytes + i, 8);
        v[3] ^= word;
        mix(v, 2);
        v[0] ^= word;
    }
    const uint64_t last = word_at(bytes + whole, n % 8) | (uint64_t)n << 56;
    v[3] ^= last;
    mix(v, 2);
    v[0] ^= last;
    v[2] ^= 0xff;
    mix(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

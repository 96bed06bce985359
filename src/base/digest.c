/* Source: Y. Collet, "xxHash fast digest algorithm", specification 0.1.1 (2018), XXH64. */
#include "base/digest.h"

#include <string.h>

static const uint64_t prime1 = UINT64_C(0x9e3779b185ebca87);
static const uint64_t prime2 = UINT64_C(0xc2b2ae3d27d4eb4f);
static const uint64_t prime3 = UINT64_C(0x165667b19e3779f9);
static const uint64_t prime4 = UINT64_C(0x85ebca77c2b2ae63);
static const uint64_t prime5 = UINT64_C(0x27d4eb2f165667c5);

static inline uint64_t turn(uint64_t x, int n)
{
    return x << n | x >> (64 - n);
}

/* Little endian on every machine. Compilers turn this into one load. */
static inline uint64_t word_at(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
           (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 |
           (uint64_t)b[7] << 56;
}

static inline uint64_t half_word_at(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24;
}

static inline uint64_t mix(uint64_t lane, uint64_t word)
{
    return turn(lane + word * prime2, 31) * prime1;
}

static inline uint64_t merge(uint64_t hash, uint64_t lane)
{
    return (hash ^ mix(0, lane)) * prime1 + prime4;
}

/* Mixes whole blocks in. The lanes are independent, so a processor mixes them in parallel. */
static void add_blocks(uint64_t lanes[4], const char *bytes, size_t n_blocks)
{
    uint64_t a = lanes[0], b = lanes[1], c = lanes[2], d = lanes[3];
    for (const char *end = bytes + n_blocks * DBT_DIGEST_BLOCK; bytes < end;
         bytes += DBT_DIGEST_BLOCK) {
        a = mix(a, word_at(bytes));
        b = mix(b, word_at(bytes + 8));
        c = mix(c, word_at(bytes + 16));
        d = mix(d, word_at(bytes + 24));
    }
    lanes[0] = a;
    lanes[1] = b;
    lanes[2] = c;
    lanes[3] = d;
}

void dbt_digest_init(dbt_digest *digest)
{
    *digest = (dbt_digest){ .lanes = { prime1 + prime2, prime2, 0, 0 - prime1 } };
}

void dbt_digest_add(dbt_digest *digest, const char *bytes, size_t n)
{
    const size_t kept = (size_t)(digest->size % DBT_DIGEST_BLOCK);
    char *rest = digest->rest;
    if (n == 0)
        return; /* bytes may be NULL */
    digest->size += n;
    if (kept + n < DBT_DIGEST_BLOCK) {
        memcpy(rest + kept, bytes, n);
        return;
    }
    if (kept > 0) {
        const size_t missing = DBT_DIGEST_BLOCK - kept;
        memcpy(rest + kept, bytes, missing);
        add_blocks(digest->lanes, rest, 1);
        bytes += missing;
        n -= missing;
    }
    add_blocks(digest->lanes, bytes, n / DBT_DIGEST_BLOCK);
    memcpy(rest, bytes + (n - n % DBT_DIGEST_BLOCK), n % DBT_DIGEST_BLOCK);
}

void dbt_digest_add_word(dbt_digest *digest, uint64_t word)
{
    char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (char)(word >> (8 * i) & 0xff);
    dbt_digest_add(digest, bytes, sizeof bytes);
}

static uint64_t add_rest(uint64_t hash, const char *bytes, size_t n)
{
    for (; n >= 8; bytes += 8, n -= 8)
        hash = turn(hash ^ mix(0, word_at(bytes)), 27) * prime1 + prime4;
    if (n >= 4) {
        hash = turn(hash ^ half_word_at(bytes) * prime1, 23) * prime2 + prime3;
        bytes += 4;
        n -= 4;
    }
    for (; n > 0; bytes++, n--)
        hash = turn(hash ^ (unsigned char)*bytes * prime5, 11) * prime1;
    return hash;
}

uint64_t dbt_digest_value(const dbt_digest *digest)
{
    const uint64_t *lanes = digest->lanes;
    uint64_t hash = prime5;
    if (digest->size >= DBT_DIGEST_BLOCK) {
        hash = turn(lanes[0], 1) + turn(lanes[1], 7) + turn(lanes[2], 12) + turn(lanes[3], 18);
        for (int i = 0; i < 4; i++)
            hash = merge(hash, lanes[i]);
    }
    hash = add_rest(hash + digest->size, digest->rest, (size_t)(digest->size % DBT_DIGEST_BLOCK));
    hash = (hash ^ hash >> 33) * prime2;
    hash = (hash ^ hash >> 29) * prime3;
    return hash ^ hash >> 32;
}

uint64_t dbt_digest_of(const char *bytes, size_t n)
{
    dbt_digest digest;
    dbt_digest_init(&digest);
    dbt_digest_add(&digest, bytes, n);
    return dbt_digest_value(&digest);
}

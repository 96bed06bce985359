#include "base/hash.h"

#include "base/mem.h"

#include <xxhash.h>

static uint64_t table_seed;

void dbt_hash_seed(uint64_t seed)
{
    table_seed = seed;
}

uint64_t dbt_hash(const char *bytes, size_t n)
{
    return XXH3_64bits_withSeed(bytes, n, table_seed);
}

uint64_t dbt_digest_of(const char *bytes, size_t n)
{
    return XXH64(bytes, n, 0);
}

void dbt_digest_begin(dbt_digest *digest)
{
    *digest = (dbt_digest){ .state = XXH64_createState() };
    if (!digest->state)
        dbt_out_of_memory();
    XXH64_reset(digest->state, 0);
}

void dbt_digest_add(dbt_digest *digest, const char *bytes, size_t n)
{
    digest->size += n;
    XXH64_update(digest->state, bytes, n);
}

void dbt_digest_add_word(dbt_digest *digest, uint64_t word)
{
    char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (char)(word >> (8 * i) & 0xff);
    dbt_digest_add(digest, bytes, sizeof bytes);
}

uint64_t dbt_digest_end(dbt_digest *digest)
{
    const uint64_t hash = XXH64_digest(digest->state);
    XXH64_freeState(digest->state);
    digest->state = NULL;
    return hash;
}

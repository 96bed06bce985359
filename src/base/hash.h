/* Hashes, by xxHash. */
#ifndef DBT_BASE_HASH_H
#define DBT_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

struct XXH64_state_s; /* of libxxhash */

/* A hash for tables in memory whose keys come from files. Where the seed is a secret, nobody can
 * construct names that all collide. It may change how long a run takes, never its output. */
uint64_t dbt_hash(const char *bytes, size_t n);

/* Sets the seed for all tables. Call it before the first table and the first thread, or not at all.
 */
void dbt_hash_seed(uint64_t seed);

/* ---- of contents ---- */

/* XXH64 with seed 0: finds damaged or changed bytes, the same on every machine. It does not protect
 * against somebody who makes two texts with one hash on purpose. */
uint64_t dbt_digest_of(const char *bytes, size_t n);

/* The same in progress: bytes are added piece by piece. Out of memory goes to the handler of
 * base/mem.h. */
typedef struct dbt_digest {
    struct XXH64_state_s *state;
    uint64_t size; /* bytes so far */
} dbt_digest;

void dbt_digest_begin(dbt_digest *digest);
void dbt_digest_add(dbt_digest *digest, const char *bytes, size_t n);
void dbt_digest_add_word(dbt_digest *digest, uint64_t word); /* least byte first */

/* Returns dbt_digest_of all bytes that were added, and frees the state. Call it for each digest
 * that began. */
uint64_t dbt_digest_end(dbt_digest *digest);

#endif

/* Hashes by xxHash: of keys in hash tables, and of contents. */
#ifndef DBT_BASE_HASH_H
#define DBT_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

struct XXH64_state_s; /* of libxxhash */

/* Returns a hash of bytes[n] for tables in memory. Depends on dbt_hash_seed: with a secret seed
 * nobody can construct names that all collide. It may change the time of a run, never its output.
 */
uint64_t dbt_hash(const char *bytes, size_t n);

/* Sets the seed of dbt_hash, 0 before. Call it before the first table and the first thread only. */
void dbt_hash_seed(uint64_t seed);

/* ---- of contents ---- */

/* Returns XXH64 of bytes[n] with seed 0, equal on every machine: finds damaged or changed bytes. It
 * does not protect against collisions constructed on purpose. */
uint64_t dbt_digest_of(const char *bytes, size_t n);

/* A dbt_digest_of in progress, for bytes that come in pieces. */
typedef struct dbt_digest {
    struct XXH64_state_s *state;
    uint64_t size; /* bytes so far */
} dbt_digest;

/* Begin a digest, append bytes[n], or append a word, its low byte first. Out of memory goes to the
 * handler of base/mem.h. */
void dbt_digest_begin(dbt_digest *digest);
void dbt_digest_add(dbt_digest *digest, const char *bytes, size_t n);
void dbt_digest_add_word(dbt_digest *digest, uint64_t word);

/* Returns dbt_digest_of all appended bytes, and frees the state. Call it once for each
 * dbt_digest_begin. */
uint64_t dbt_digest_end(dbt_digest *digest);

#endif

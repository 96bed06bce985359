/* A fast hash that finds damaged or changed bytes, the same on every machine. It does not protect
 * against somebody who makes two texts with one hash on purpose. */
#ifndef DBT_BASE_DIGEST_H
#define DBT_BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { DBT_DIGEST_BLOCK = 32 };

/* A hash in progress: bytes are added piece by piece. A copy continues independently. */
typedef struct dbt_digest {
    uint64_t lanes[4];
    uint64_t size;               /* bytes so far */
    char rest[DBT_DIGEST_BLOCK]; /* [size % DBT_DIGEST_BLOCK]: bytes of an unfinished block */
} dbt_digest;

void dbt_digest_init(dbt_digest *digest);
void dbt_digest_add(dbt_digest *digest, const char *bytes, size_t n);
void dbt_digest_add_word(dbt_digest *digest, uint64_t word); /* least byte first */

/* XXH64 with seed 0 of all bytes added so far. More may be added afterwards. */
uint64_t dbt_digest_value(const dbt_digest *digest);

/* XXH64 with seed 0 of n bytes. */
uint64_t dbt_digest_of(const char *bytes, size_t n);

#endif

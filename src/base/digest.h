/* A hash to find damaged or changed bytes: fast, and the same on every machine. It is no
 * protection against somebody who makes two texts agree on purpose. */
#ifndef DBT_BASE_DIGEST_H
#define DBT_BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { DBT_DIGEST_BLOCK = 32 };

/* Bytes that come in pieces. Copies go on by themselves. */
typedef struct dbt_digest {
    uint64_t lanes[4];
    uint64_t size;               /* bytes so far */
    char rest[DBT_DIGEST_BLOCK]; /* [size % DBT_DIGEST_BLOCK] that fill no block yet */
} dbt_digest;

void dbt_digest_init(dbt_digest *digest);
void dbt_digest_add(dbt_digest *digest, const char *bytes, size_t n);
void dbt_digest_add_word(dbt_digest *digest, uint64_t word); /* its lowest byte first */

/* XXH64, seed 0, of what was added; more may follow. */
uint64_t dbt_digest_value(const dbt_digest *digest);

/* The same of n bytes at once. */
uint64_t dbt_digest_of(const char *bytes, size_t n);

#endif

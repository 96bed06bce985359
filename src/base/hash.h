/* A keyed hash for tables whose keys come from files: who does not know the key
 * cannot make up names that all fall into one place. */
#ifndef DBT_BASE_HASH_H
#define DBT_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Any value is right; one that nobody can foresee keeps tables fast whatever is put
 * in. Nothing but time may depend on it. */
typedef struct dbt_hash_key {
    uint64_t k[2];
} dbt_hash_key;

/* SipHash-2-4 of n bytes; the same on every machine. */
uint64_t dbt_hash(dbt_hash_key key, const char *bytes, size_t n);

#endif

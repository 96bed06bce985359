/* A keyed hash for tables whose keys come from files. Without the key nobody can construct names
 * that all collide. */
#ifndef DBT_BASE_HASH_H
#define DBT_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Any value works. A secret one keeps tables fast whatever names are put in. The key may change how
 * long a run takes, never its output. */
typedef struct dbt_hash_key {
    uint64_t k[2];
} dbt_hash_key;

/* SipHash-2-4 of n bytes; the same on every machine. */
uint64_t dbt_hash(dbt_hash_key key, const char *bytes, size_t n);

#endif

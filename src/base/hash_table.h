/* A hash table with open addressing, from hashes to item numbers. The caller stores the items with
 * their keys, numbers the items from 1, and compares the keys.
 *
 *     size_t at = hash;
 *     for (uint32_t item; (item = dbt_table_next(&table, hash, &at)) > 0;)
 *         if (the key of item number `item` equals the key) ...
 *
 * base/name_table.h is a table from names to pointers. */
#ifndef DBT_BASE_HASH_TABLE_H
#define DBT_BASE_HASH_TABLE_H

#include "base/error.h"
#include "base/hash.h"

/* A slot of the table. */
typedef struct dbt_slot {
    uint32_t hash;
    uint32_t item; /* 0: free */
} dbt_slot;

/* Zero-initialise; release with dbt_table_release. */
typedef struct dbt_table {
    dbt_slot *slots; /* [n_slots] */
    size_t n_slots;  /* a power of two, at least 2 n */
    size_t n;        /* items */
} dbt_table;

/* Returns the number, from 1, of the next item with a hash; 0: no more. *at: the hash before the
 * first call; each call moves it on. */
uint32_t dbt_table_next(const dbt_table *table, uint32_t hash, size_t *at);

/* Adds an item by its hash and number, which is not 0; does not check whether it is there already.
 * Out of memory goes to the handler of base/mem.h. */
void dbt_table_add(dbt_table *table, uint32_t hash, uint32_t item);

/* Grows the table to a capacity of n items in all, if it is smaller. */
void dbt_table_reserve(dbt_table *table, size_t n);

/* Frees the slots. The table is empty afterwards. */
void dbt_table_release(dbt_table *table);

#endif

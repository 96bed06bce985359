/* A hash table of items. The caller keeps the items and their keys, and numbers the items from 1.
 * The table finds the items whose keys have a given hash; the caller compares the keys.
 *
 *     size_t at = hash;
 *     for (uint32_t item; (item = dbt_table_next(&table, hash, &at)) > 0;)
 *         if (key of that item is the one) ...
 *
 * base/names.h is a table from names to pointers. */
#ifndef DBT_BASE_TABLE_H
#define DBT_BASE_TABLE_H

#include "base/error.h"
#include "base/hash.h"

typedef struct dbt_slot {
    uint32_t hash;
    uint32_t item; /* 0: free */
} dbt_slot;

/* Zero-initialise; release with dbt_table_release. */
typedef struct dbt_table {
    dbt_slot *slots; /* [n_slots]: a power of two, at least half of them free */
    size_t n_slots, n;
} dbt_table;

/* The next item with that hash; 0: no more. *at is the hash before the first call. */
uint32_t dbt_table_next(const dbt_table *table, uint32_t hash, size_t *at);

/* Adds an item. */
void dbt_table_add(dbt_table *table, uint32_t hash, uint32_t item);

/* Makes room for n items in all, so that the table grows only once. */
void dbt_table_reserve(dbt_table *table, size_t n);

void dbt_table_release(dbt_table *table);

#endif

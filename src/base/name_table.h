/* A hash table from names to values. The hash is seeded, as names come from files. */
#ifndef DBT_BASE_NAME_TABLE_H
#define DBT_BASE_NAME_TABLE_H

#include "base/hash_table.h"

/* An entry of the table. */
typedef struct dbt_name {
    const char *name;
    void *value;
} dbt_name;

/* Zero-initialise; release with dbt_names_release. */
typedef struct dbt_names {
    dbt_name *list; /* stb_ds list, in the order of dbt_names_put */
    dbt_table table;
} dbt_names;

/* Returns the value of a name; NULL if the name is not in the table. */
void *dbt_names_get(const dbt_names *names, const char *name);

/* Adds a name that is not in the table. value: not NULL. The table borrows both until it is
 * released. */
void dbt_names_put(dbt_names *names, const char *name, const void *value);

/* Returns the item of a name, and adds it if there is none: `size` zeroed bytes, then a copy of the
 * name. The table owns it: release the table with dbt_names_release_values. Out of memory goes to
 * the handler of base/mem.h. */
void *dbt_names_item(dbt_names *names, const char *name, size_t size);

/* Frees the table, but neither names nor values. */
void dbt_names_release(dbt_names *names);

/* Frees the table, and each value with dbt_free. */
void dbt_names_release_values(dbt_names *names);

#endif

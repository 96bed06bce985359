/* A hash table from names, which come from files, to values. */
#ifndef DBT_BASE_NAMES_H
#define DBT_BASE_NAMES_H

#include "base/table.h"

typedef struct dbt_name {
    const char *name;
    void *value;
} dbt_name;

/* Zero-initialise; release with dbt_names_release. */
typedef struct dbt_names {
    dbt_name *list; /* stb_ds list, in the order of dbt_names_put */
    dbt_table table;
} dbt_names;

/* The value of a name; NULL: the name is not in the table. */
void *dbt_names_get(const dbt_names *names, const char *name);

/* Adds a name that is not in the table, with a value that is not NULL. The table borrows both for
 * its life. */
void dbt_names_put(dbt_names *names, const char *name, const void *value);

/* The item with a name, which is added if there is none: size zeroed bytes, followed by a copy of
 * the name. Release a table with such items by dbt_names_release_values. Out of memory goes to the
 * handler of base/mem.h. */
void *dbt_names_item(dbt_names *names, const char *name, size_t size);

void dbt_names_release(dbt_names *names);

/* Releases the table, and calls dbt_free for each value. */
void dbt_names_release_values(dbt_names *names);

#endif

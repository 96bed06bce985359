/* A table of names that come from files, each with a value. */
#ifndef DBT_BASE_NAMES_H
#define DBT_BASE_NAMES_H

#include "base/table.h"

typedef struct dbt_name {
    const char *name;
    const void *value;
} dbt_name;

/* Zero-initialise but for the key; release with dbt_names_release. */
typedef struct dbt_names {
    dbt_hash_key key;
    dbt_name *list; /* stb_ds list, in the order in which they were put */
    dbt_table table;
} dbt_names;

/* The value of a name; NULL where it is not there. */
const void *dbt_names_get(const dbt_names *names, const char *name);

/* Sets the value, not NULL, of a name that is not there yet. Both are borrowed for the
 * life of the table. Memory is as that of stb_ds lists. */
void dbt_names_put(dbt_names *names, const char *name, const void *value);

void dbt_names_release(dbt_names *names);

/* The same, and dbt_free of the values. */
void dbt_names_release_values(dbt_names *names);

#endif

/* A table of names that come from files, each with a value. */
#ifndef DBT_CORE_NAMES_H
#define DBT_CORE_NAMES_H

#include "core/hash.h"

typedef struct dbt_name {
    const char *name; /* NULL: free */
    const void *value;
    uint64_t hash;
} dbt_name;

/* Zero-initialise but for the key; release with dbt_names_release. */
typedef struct dbt_names {
    dbt_hash_key key;
    dbt_name *slots; /* [n_slots], a power of two */
    size_t n_slots, n;
} dbt_names;

/* The value of a name; NULL where it is not there. */
const void *dbt_names_get(const dbt_names *names, const char *name);

/* Sets the value, not NULL, of a name that is not there yet. Both are borrowed for the
 * life of the table. Memory is as that of stb_ds lists. */
void dbt_names_put(dbt_names *names, const char *name, const void *value);

void dbt_names_release(dbt_names *names);

#endif

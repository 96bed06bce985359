/* Random numbers that nobody outside can foresee. */
#ifndef DBT_HOST_SECRET_H
#define DBT_HOST_SECRET_H

#include "base/hash.h"

/* A key for hash tables, different in each process. No output depends on it. */
dbt_hash_key dbt_random_hash_key(void);

#endif

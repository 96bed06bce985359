/* What nobody outside can foresee. */
#ifndef DBT_CLI_SECRET_H
#define DBT_CLI_SECRET_H

#include "core/hash.h"

/* A key for tables, another in every process. Nothing that is written depends on it. */
dbt_hash_key cli_hash_key(void);

#endif

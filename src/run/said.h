/* What was said once and is not said again, by any thread. */
#ifndef DBT_RUN_SAID_H
#define DBT_RUN_SAID_H

#include "base/hash.h"

#include <stdbool.h>

typedef struct dbt_said dbt_said;

/* Ends in the out-of-memory handler where there is no memory, as all of this does. */
dbt_said *dbt_said_new(dbt_hash_key key);
void dbt_said_free(dbt_said *said); /* NULL is fine */

/* Whether the text comes for the first time. Copies it. */
bool dbt_said_first(dbt_said *said, const char *text);

#endif

/* Remembers what was printed, so that no thread prints it again. */
#ifndef DBT_RUN_SAID_H
#define DBT_RUN_SAID_H

#include "base/hash.h"

#include <stdbool.h>

typedef struct dbt_said dbt_said;

/* Out of memory goes to the handler of base/mem.h, here and below. */
dbt_said *dbt_said_new(dbt_hash_key key);
void dbt_said_free(dbt_said *said); /* NULL is fine */

/* Whether the text comes for the first time. Copies it. */
bool dbt_said_first(dbt_said *said, const char *text);

#endif

/* A store for dbt_memo (blend/memo.h) that all threads of a command share. */
#ifndef DBT_RUN_MEMO_STORE_H
#define DBT_RUN_MEMO_STORE_H

#include "base/hash.h"
#include "blend/memo.h"

/* Out of memory goes to the handler of base/mem.h. */
dbt_memo dbt_memo_store_new(void);
void dbt_memo_store_free(dbt_memo *memo); /* a zeroed one is fine */

#endif

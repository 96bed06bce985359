/* A store for dbt_memo (blend/memo.h) that all threads of a command share. */
#ifndef DBT_RUN_MEMO_STORE_H
#define DBT_RUN_MEMO_STORE_H

#include "base/hash.h"
#include "blend/memo.h"

typedef struct dbt_memo_store dbt_memo_store;

dbt_memo_store *dbt_memo_store_new(dbt_hash_key hash_key);
void dbt_memo_store_free(dbt_memo_store *memo); /* NULL is fine */

/* The store as a dbt_memo. Valid as long as the store. */
dbt_memo dbt_memo_store_view(dbt_memo_store *memo);

#endif

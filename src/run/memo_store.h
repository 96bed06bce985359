/* A store for dbt_memo, shared by all threads of a command. */
#ifndef DBT_RUN_MEMO_STORE_H
#define DBT_RUN_MEMO_STORE_H

#include "base/hash.h"
#include "blend/memo.h"

typedef struct dbt_memo_store dbt_memo_store;

dbt_memo_store *dbt_memo_store_new(dbt_hash_key hash_key);
void dbt_memo_store_free(dbt_memo_store *memo); /* NULL is fine */

/* Valid as long as memo. */
dbt_memo dbt_memo_store_view(dbt_memo_store *memo);

#endif

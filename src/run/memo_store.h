/* A store for dbt_memo (blend/memoization.h), used by all threads of a command. */
#ifndef DBT_RUN_MEMO_STORE_H
#define DBT_RUN_MEMO_STORE_H

#include "base/hash.h"
#include "blend/memoization.h"

/* Returns an empty store; free with dbt_memo_store_free. Out of memory: the handler of
 * base/mem.h. */
dbt_memo dbt_memo_store_new(void);
void dbt_memo_store_free(dbt_memo *memo); /* zeroed: nothing; does not zero it */

#endif

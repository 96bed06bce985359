/* A store for dbt_memo, shared by all threads of a command. */
#ifndef DBT_CLI_MEMO_STORE_H
#define DBT_CLI_MEMO_STORE_H

#include "core/hash.h"
#include "core/memo.h"

typedef struct cli_memo cli_memo;

cli_memo *cli_memo_new(dbt_hash_key hash_key);
void cli_memo_free(cli_memo *memo); /* NULL is fine */

/* Valid as long as memo. */
dbt_memo cli_memo_of(cli_memo *memo);

#endif

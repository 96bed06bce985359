/* The option --shard, which divides a command's jobs among machines. */
#ifndef DBT_CLI_SHARD_ARGS_H
#define DBT_CLI_SHARD_ARGS_H

#include "cli/cli.h"

/* Shard `number` of n_shards, from 1; 1 of 1: all jobs. */
typedef struct cli_shard {
    int number, n_shards;
} cli_shard;

/* For CLI_READ: parses K/N into a cli_shard. Fails with DBT_E_PARAM unless 1 <= K <= N; *member is
 * then unchanged. */
bool cli_read_shard(void *member, const cli_argument *argument, dbt_error *err);

#endif

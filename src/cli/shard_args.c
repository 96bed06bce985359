#include "cli/shard_args.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

bool cli_read_shard(void *member, const cli_argument *argument, dbt_error *err)
{
    char *end;
    errno = 0;
    const long number = strtol(argument->value, &end, 10);
    const long n_shards = *end == '/' ? strtol(end + 1, &end, 10) : 0;
    if (*end == '\0' && errno == 0 && number >= 1 && number <= n_shards && n_shards <= INT_MAX) {
        *(cli_shard *)member = (cli_shard){ (int)number, (int)n_shards };
        return true;
    }
    return dbt_fail(err, DBT_E_PARAM,
                    "option '--shard' expects K/N with K from 1 to N, found '%.60s'",
                    argument->value);
}

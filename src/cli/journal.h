/* The journal of a batch: a JSON line for each job that ended, on the disk before
 * the job counts as done, so that a batch can be resumed after anything. */
#ifndef DBT_CLI_JOURNAL_H
#define DBT_CLI_JOURNAL_H

#include "core/buffer.h"
#include "core/hash.h"
#include "core/plan.h"

#include <stdint.h>

typedef struct cli_journal cli_journal;

/* Opens the journal for appending, making it where it is missing, and reads what
 * is there; a last line that was torn is cut off. It is locked until it is closed.
 * NULL with err on failure, also where another has it open. */
cli_journal *cli_journal_open(const char *path, dbt_hash_key hash_key, dbt_error *err);
void cli_journal_close(cli_journal *journal);

/* What a job depends on: the tool's version, its parameters, and the bytes of its
 * inputs, each file read once. A file that cannot be read counts as empty. */
DBT_CHECK bool cli_journal_key(cli_journal *journal, const dbt_job *job, uint64_t *key,
                               dbt_error *err);

/* The metric rows of a job, where the last that was written to its output is of
 * that key; else NULL. Where those rows are damaged that is noted, too. */
const char *cli_journal_rows(const cli_journal *journal, const dbt_job *job, uint64_t key,
                             dbt_error *damage);

/* Appends a job: rows where it is done, failure (text) where it failed. Returns
 * when it is on the disk. */
DBT_CHECK bool cli_journal_add(cli_journal *journal, uint64_t key, const dbt_job *job,
                               double seconds, const char *rows, const char *failure,
                               dbt_error *err);

#endif

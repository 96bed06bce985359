/* The journal of a batch: a JSON line for each job that ended, on the disk before
 * the job counts as done, so that a batch can be resumed after anything. Each line ends
 * with its own hash: one that was damaged counts for nothing. */
#ifndef DBT_RUN_JOURNAL_H
#define DBT_RUN_JOURNAL_H

#include "base/error.h"
#include "base/hash.h"
#include "job/plan.h"
#include "run/file_sums.h"

#include <stdint.h>

typedef struct dbt_journal dbt_journal;

/* What a journal has of a job that is done. */
typedef struct dbt_done {
    uint64_t key;
    dbt_sum output;
    const char *rows; /* of metrics */
} dbt_done;

/* Opens the journal for appending, making it where it is missing, and reads what
 * is there; a last line that was torn is cut off. It is locked until it is closed.
 * NULL with err on failure: where another has it open, too, and where it has another
 * format. path is borrowed. */
dbt_journal *dbt_journal_open(const char *path, dbt_hash_key hash_key, dbt_error *err);
void dbt_journal_close(dbt_journal *journal);

/* The damaged lines; count is 0 where there are none. Lives as long as the journal. */
const dbt_warning *dbt_journal_damage(const dbt_journal *journal);

/* The part of a key that is known before any input is read: the tool's version and the
 * job's parameters. Fails with DBT_E_MEMORY. */
DBT_CHECK bool dbt_journal_job_hash(const dbt_job *job, uint64_t *hash, dbt_error *err);

/* What a job depends on: that part, and the hash of its inputs. */
uint64_t dbt_journal_key(uint64_t job_hash, uint64_t inputs);

/* What was last written to an output, if it was by that key; else NULL. From any thread. */
const dbt_done *dbt_journal_find(const dbt_journal *journal, const char *out, uint64_t key);

/* Append a job that is done, or one that failed with a reason. They return when it is on
 * the disk. Not from two threads at once. */
DBT_CHECK bool dbt_journal_add_done(dbt_journal *journal, const dbt_job *job, double seconds,
                                    const dbt_done *done, dbt_error *err);
DBT_CHECK bool dbt_journal_add_failed(dbt_journal *journal, const dbt_job *job, double seconds,
                                      const char *reason, dbt_error *err);

#endif

/* The journal of a batch: a JSON line for each job that ended. A job counts as done only when its
 * line is on the disk, so a batch can be resumed after any crash. Each line ends with its own hash;
 * dbt_journal_open checks the lines and ignores damaged ones. */
#ifndef DBT_RUN_JOURNAL_H
#define DBT_RUN_JOURNAL_H

#include "base/error.h"
#include "base/hash.h"
#include "job/plan.h"
#include "run/file_sums.h"

#include <stdint.h>

typedef struct dbt_journal dbt_journal;

/* What the journal holds of a finished job. */
typedef struct dbt_done {
    uint64_t key;
    dbt_sum output;
    const char *rows; /* CSV of the metrics */
} dbt_done;

/* Opens the journal for appending, or makes it, locks it until it is closed, and reads it. Cuts off
 * a torn last line. NULL with err on failure: also if another process has it open, if it has
 * another format, or if it is an input or an output of this run. path is borrowed. */
dbt_journal *dbt_journal_open(const char *path, dbt_error *err);
void dbt_journal_close(dbt_journal *journal);

/* The damaged lines; count is 0 if there are none. Valid as long as the journal. */
const dbt_warning *dbt_journal_damage(const dbt_journal *journal);

/* The part of a job's key that is known before its inputs are read: a hash of the tool's version
 * and the job's settings, with paths from the folder of its plan. */
void dbt_journal_job_hash(const dbt_job *job, uint64_t *hash);

/* The key of everything that a job's output depends on: that part and the hash of its inputs. */
uint64_t dbt_journal_key(uint64_t job_hash, uint64_t inputs);

/* The last entry with that key; NULL: none. From any thread. */
const dbt_done *dbt_journal_find(const dbt_journal *journal, uint64_t key);

/* Appends a job that is done or, unless failure is NULL, one that failed for that reason. Returns
 * when the line is on the disk. Two threads must not call it at the same time. */
DBT_CHECK bool dbt_journal_add(dbt_journal *journal, const dbt_job *job, double seconds,
                               const dbt_done *done, const char *failure, dbt_error *err);

#endif

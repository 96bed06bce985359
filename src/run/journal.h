/* Append-only log of a batch: a JSON line with a checksum for each job that ended. A job is done
 * only when its line is on the disk, so that a batch can be resumed after any crash.
 * dbt_journal_open ignores damaged lines. */
#ifndef DBT_RUN_JOURNAL_H
#define DBT_RUN_JOURNAL_H

#include "base/error.h"
#include "base/hash.h"
#include "job/plan.h"
#include "run/file_sums.h"

#include <stdint.h>

/* An open journal. */
typedef struct dbt_journal dbt_journal;

/* The entry of a finished job. */
typedef struct dbt_done {
    uint64_t key;
    dbt_sum output;
    const char *rows; /* CSV of the metrics */
} dbt_done;

/* Opens a journal for appending and reads it; creates it and its folders if necessary. Locks it
 * until dbt_journal_close. Truncates a torn last line; only counts other damaged ones
 * (dbt_journal_damage). path: borrowed. NULL with DBT_E_IO, also if another process has it open, if
 * it is no regular file, or if it is an input or an output of this run; with DBT_E_FORMAT if it has
 * another format. */
dbt_journal *dbt_journal_open(const char *path, dbt_error *err);
void dbt_journal_close(dbt_journal *journal); /* NULL: nothing */

/* Returns a warning about the damaged lines; count is their number. Valid as long as the
 * journal. */
const dbt_warning *dbt_journal_damage(const dbt_journal *journal);

/* Returns the section of a job's key that is known before its inputs are read: the tool's version
 * and the job's settings. Paths are relative to the plan's folder. */
uint64_t dbt_journal_job_hash(const dbt_job *job);

/* Returns the key of all that determines a job's output: dbt_journal_job_hash and
 * dbt_job_inputs_hash. */
uint64_t dbt_journal_key(uint64_t job_hash, uint64_t inputs);

/* Returns the last entry with that key that dbt_journal_open read, borrowed from the journal; NULL:
 * none. From any thread. */
const dbt_done *dbt_journal_find(const dbt_journal *journal, uint64_t key);

/* Appends the entry of a job that is done. seconds: its duration. failure: the reason of a failed
 * job, for which `done` may be NULL; NULL: it did not fail. Returns when the line is on the disk;
 * dbt_journal_find does not find it. Fails with DBT_E_IO. Not from two threads at once. */
DBT_CHECK bool dbt_journal_add(dbt_journal *journal, const dbt_job *job, double seconds,
                               const dbt_done *done, const char *failure, dbt_error *err);

#endif

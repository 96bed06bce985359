/* A job at work: loads its clips, makes the sequence, writes frames and metrics. Every command that
 * makes or measures a sequence uses these calls. */
#ifndef DBT_RUN_WORK_H
#define DBT_RUN_WORK_H

#include "measure/choice.h"
#include "measure/metric_rows.h"
#include "run/clip_set.h"
#include "run/render.h"
#include "run/shared.h"

/* Zero-initialise all but tuning, remarks and keeps_tried; close with dbt_work_close, also if a
 * call failed. From one thread at a time. */
typedef struct dbt_work {
    dbt_job *job; /* owned copy of the job: adds clips, models, limits, the frames of `best` cuts
                     and the up axis; borrows the rest */
    dbt_shared *shared;       /* borrowed */
    dbt_clip_set clips;       /* of the job */
    dbt_sequence *sequence;   /* NULL: the job is only loaded */
    dbt_track *shown;         /* owned: see dbt_work_show; NULL: none */
    dbt_loop *loop;           /* borrowed: as in dbt_render_options; NULL: none */
    dbt_metrics *metrics;     /* NULL: not measured */
    const dbt_tuning *tuning; /* for dbt_work_load: of all cuts; borrowed, NULL: the job's own */
    dbt_remarks *remarks;     /* borrowed: lines to print later; NULL: they are printed at once */
    bool keeps_tried;         /* whether dbt_work_open fills in tried */
    dbt_tried *tried;         /* stb_ds list: all candidates of cuts whose method is auto */
} dbt_work;

/* Reads the files that the job names, if they are not in memory: clips, models, limits. */
DBT_CHECK bool dbt_work_load(dbt_work *work, const dbt_job *job, dbt_shared *shared,
                             dbt_error *err);

/* Loads the job, chooses best cuts, and makes and checks the sequence. Does not choose methods for
 * `auto`. */
DBT_CHECK bool dbt_work_prepare(dbt_work *work, const dbt_job *job, dbt_shared *shared,
                                dbt_error *err);

/* Chooses the best cuts of a loaded job, makes and checks the sequence, and chooses methods for
 * `auto`. After dbt_work_end, another sequence of the same clips may begin: change work->job before
 * it. */
DBT_CHECK bool dbt_work_begin(dbt_work *work, dbt_error *err);
void dbt_work_end(dbt_work *work);

/* Prints the glitches that dbtool does not learn from, once a file. */
void dbt_work_say_glitches(const dbt_work *work);

/* Loads the job and begins. */
DBT_CHECK bool dbt_work_open(dbt_work *work, const dbt_job *job, dbt_shared *shared,
                             dbt_error *err);

/* Measures a finished file against the job's clips, in place of the frames that an open job makes.
 * Resamples it if its frame time differs from the sequence's. Borrows the clip, which is to be read
 * as it is (dbt_reading_as_is). Warnings about it go to `warnings`. Fails if it has other joints,
 * or bones of more than twice or less than half the size. */
DBT_CHECK bool dbt_work_show(dbt_work *work, const dbt_clip *clip, dbt_warnings *warnings,
                             dbt_error *err);

/* The frames that an open job makes, or those shown in their place. Borrows the work. */
dbt_source dbt_work_source(const dbt_work *work);

/* Says the warnings of an open job, each once for all jobs. If the job is
 * strict, fails with the first one. */
DBT_CHECK bool dbt_work_warn(const dbt_work *work, dbt_error *err);

/* The job's options for making and measuring frames, without a sink. Borrows the work. */
dbt_render_options dbt_work_render_options(dbt_work *work);

/* The labels of the rows of a cut, counted from 1, of an open job. Borrows the work. */
dbt_cut_labels dbt_work_labels(const dbt_work *work, int cut);

/* Adds the rows of all cuts if the job was measured. */
void dbt_work_add_rows(const dbt_work *work, dbt_metric_rows *rows);

/* Fails if a file that was read for the job has changed since. */
DBT_CHECK bool dbt_work_check(const dbt_work *work, dbt_error *err);

void dbt_work_close(dbt_work *work);

/* Prints the name of a job that failed, the method if not all of its methods failed (NULL: all),
 * and the reason. Writes the reason alone into text[size]. */
void dbt_job_print_failure(const dbt_job *job, const char *method, const dbt_error *err, char *text,
                           size_t size);

/* Hashes of the bytes that a job read and wrote, and the number written. */
typedef struct dbt_job_record {
    uint64_t inputs; /* dbt_job_inputs_hash */
    dbt_sum output;
} dbt_job_record;

/* Makes the job's output, whole or not at all. Adds its metric rows to rows if the command
 * measures, and lines to print to remarks, also if the job fails. Fills in record, unless that is
 * NULL; the clip cache must then keep hashes. From any thread. */
DBT_CHECK bool dbt_job_run(const dbt_job *job, dbt_shared *shared, dbt_metric_rows *rows,
                           dbt_remarks *remarks, dbt_job_record *record, dbt_error *err);

#endif

/* A job at work: clips in, sequence, frames, figures out. Every command that makes or measures
 * a sequence does it with these calls. */
#ifndef DBT_RUN_WORK_H
#define DBT_RUN_WORK_H

#include "base/buffer.h"
#include "run/clip_set.h"
#include "run/render.h"
#include "run/shared.h"

/* Zero-initialise all but the remarks; close with dbt_work_close. From one thread at a time. */
typedef struct dbt_work {
    dbt_job *job;           /* borrowed; its clips, models and limits are filled in */
    dbt_shared *shared;     /* borrowed */
    dbt_clip_set clips;     /* that the job uses */
    dbt_sequence *sequence; /* NULL: only loaded */
    dbt_track *shown;       /* owned: see dbt_work_show; NULL: none */
    dbt_loop *loop;         /* borrowed: as dbt_render_options has it; NULL: none */
    dbt_metrics *metrics;   /* NULL: not measured */
    dbt_remarks *remarks;   /* borrowed: they take what there is to say; NULL: printed at once */
} dbt_work;

/* Brings what the job names into memory: clips, models, limits. To be closed also where it
 * fails. */
DBT_CHECK bool dbt_work_load(dbt_work *work, dbt_job *job, dbt_shared *shared, dbt_error *err);

/* The same, and the sequence, checked; methods that are left to dbtool are not chosen. */
DBT_CHECK bool dbt_work_place(dbt_work *work, dbt_job *job, dbt_shared *shared, dbt_error *err);

/* The same, and all methods. */
DBT_CHECK bool dbt_work_open(dbt_work *work, dbt_job *job, dbt_shared *shared, dbt_error *err);

/* Shows a finished BVH file in place of what an open job makes: the file is measured against the
 * job's clips. It is resampled to the sequence's frame time where the rates differ. Warnings about
 * it go to `warnings`. Fails like reading a clip of the job, where the file has other joints, and
 * where its bones are over twice as large or less than half. */
DBT_CHECK bool dbt_work_show(dbt_work *work, const char *path, dbt_warnings *warnings,
                             dbt_error *err);

/* The number of frames that an open job makes, or that are shown in their place. */
size_t dbt_work_n_frames(const dbt_work *work);

/* Says the warnings of an open job, each kind once for all jobs of the same clips. Where the job
 * is strict, or all are, they are an error. */
DBT_CHECK bool dbt_work_warn(const dbt_work *work, dbt_error *err);

/* How the job says that frames are made and measured, without sink. Borrows the work. */
dbt_render_options dbt_work_render_options(dbt_work *work);

/* What the rows of a cut of an open job say, from 1; borrows the work. */
dbt_cut_labels dbt_work_labels(const dbt_work *work, int cut);

/* Fails where a file that was read for the job is no longer what was read. */
DBT_CHECK bool dbt_work_check(const dbt_work *work, dbt_error *err);

void dbt_work_close(dbt_work *work);

/* Prints why a job failed, with its name, in the words of a plan; the reason alone goes into
 * text[size]. */
void dbt_job_print_failure(const dbt_job *job, const dbt_error *err, char *text, size_t size);

/* What a job read and wrote. */
typedef struct dbt_job_record {
    uint64_t inputs; /* dbt_job_inputs_read */
    dbt_sum output;
} dbt_job_record;

/* Makes the job's output, whole or not at all, and adds its metric rows (no header), and what it
 * has to say, also where it fails. What it read and wrote goes to record, unless that is NULL; the
 * clip cache must keep hashes then. From any thread. */
DBT_CHECK bool dbt_job_run(dbt_job *job, dbt_shared *shared, dbt_buffer *rows, dbt_remarks *remarks,
                           dbt_job_record *record, dbt_error *err);

#endif

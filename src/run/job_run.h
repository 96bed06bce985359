/* The run of a job: loads its clips, creates the sequence, writes frames and metrics. Every command
 * that makes or measures a sequence uses it. The folder knows how jobs become files and tables; it
 * does not know options or formats of the command line. */
#ifndef DBT_RUN_JOB_RUN_H
#define DBT_RUN_JOB_RUN_H

#include "measure/method_choice.h"
#include "measure/metric_rows.h"
#include "run/clips.h"
#include "run/file_sums.h"
#include "run/render.h"

/* A run. Zero-initialise all but tuning, messages and stores_tried; close with dbt_job_run_close,
 * even after a failure. From one thread at a time. */
typedef struct dbt_job_run {
    dbt_arena memory; /* of the job */
    dbt_job *job; /* owned copy of the job: adds clips, models, limits, the frames of `best` cuts
                     and the up axis; the rest is borrowed */
    dbt_session *session;       /* borrowed */
    dbt_clips clips;            /* the job's clips */
    dbt_sequence *sequence;     /* NULL: the job is only loaded */
    dbt_track *shown;           /* owned: the file of dbt_job_run_show; NULL: none */
    dbt_loop *loop;             /* borrowed, as in dbt_source; NULL: none */
    dbt_metrics *metrics;       /* NULL: not measured */
    const dbt_tuning *tuning;   /* for dbt_job_run_load: of all cuts; borrowed; NULL: the job's */
    dbt_job_messages *messages; /* borrowed: lines to print later; NULL: print at once */
    bool stores_tried;          /* dbt_job_run_begin fills `tried` */
    dbt_tried *tried;           /* stb_ds list: all candidates of cuts with the method auto */
} dbt_job_run;

/* Sets run->session and run->job, and reads the files that the job names, unless cached: clips,
 * models, limits. Replaces an up axis `auto`. Zeroes all other members but messages and
 * stores_tried; tuning, too. Copies the session's measures, contacts and memo to the job. Fails as
 * dbt_check_up_is_named, dbt_reading_add_ground, dbt_clips_load, dbt_clips_check_joints,
 * dbt_clips_settle_up or dbt_job_files_get. */
DBT_CHECK bool dbt_job_run_load(dbt_job_run *run, const dbt_job *job, dbt_session *session,
                                dbt_error *err);

/* Loads the job, searches best cuts, and creates and checks the sequence. Does not select methods
 * for `auto`. Fails as dbt_job_run_load, dbt_choose_cuts and dbt_sequence_new. */
DBT_CHECK bool dbt_job_run_prepare(dbt_job_run *run, const dbt_job *job, dbt_session *session,
                                   dbt_error *err);

/* Searches the best cuts of a loaded job, creates and checks run->sequence, and selects methods for
 * `auto`. Adds warnings to the sequence. Prints or queues, unless quiet, lines about resampled
 * clips and, if the job learns from its clips, about their glitches. If verbose, prints the cuts
 * and methods that it selects. Fails as dbt_choose_cuts, dbt_sequence_new and dbt_choose_methods.
 */
DBT_CHECK bool dbt_job_run_begin(dbt_job_run *run, dbt_error *err);

/* Frees the sequence with its results: `shown`, `metrics` and `tried`. run->job may then be changed
 * and another sequence of the same clips begun. Allowed for a run without a sequence. */
void dbt_job_run_end(dbt_job_run *run);

/* Prints or queues, unless quiet, the glitches of the loaded clips, once a file. dbtool does not
 * learn from these frames. */
void dbt_job_run_say_glitches(const dbt_job_run *run);

/* Calls dbt_job_run_load and dbt_job_run_begin. */
DBT_CHECK bool dbt_job_run_open(dbt_job_run *run, const dbt_job *job, dbt_session *session,
                                dbt_error *err);

/* Replaces the frames of an open job by a finished file, to measure it against the job's clips. If
 * its frame time differs, resamples it and, unless quiet, prints or queues that. Borrows the clip,
 * which must be read by dbt_reading_as_is. Adds warnings about it to `warnings`. Fails as
 * dbt_track_init, or with DBT_E_SKELETON if it has other joints, or bones of more than twice or
 * less than half the size. */
DBT_CHECK bool dbt_job_run_show(dbt_job_run *run, const dbt_clip *clip, dbt_warnings *warnings,
                                dbt_error *err);

/* Returns the frames of an open job, or those of the file of dbt_job_run_show up to the job's end.
 * Borrows the run. */
dbt_source dbt_job_run_source(const dbt_job_run *run);

/* Unless quiet, prints or queues the warnings of an open job, each once for all jobs. If the job is
 * strict, prints none, and fails with DBT_E_STRICT at the first warning. */
DBT_CHECK bool dbt_job_run_warn(const dbt_job_run *run, dbt_error *err);

/* Returns the job's options of rendering, without a sink. Borrows the run. */
dbt_render_options dbt_job_run_render_options(dbt_job_run *run);

/* Returns the labels of the rows of a cut (from 1) of an open job. method: as the job names it,
 * such as auto; tuning: of the method in use. Borrows the run. */
dbt_cut_labels dbt_job_run_labels(const dbt_job_run *run, int cut);

/* Appends the rows of all cuts to `rows`, if the job was measured. */
void dbt_job_run_add_rows(const dbt_job_run *run, dbt_metric_rows *rows);

/* Fails as dbt_input_check if a file of the job (clips, rigs, renames, roles, models, limits) has
 * changed since it was read. */
DBT_CHECK bool dbt_job_run_check(const dbt_job_run *run, dbt_error *err);

/* Frees the run, returns its clips to the cache, and zeroes it. Accepts a zeroed one. */
void dbt_job_run_close(dbt_job_run *run);

/* Prints the failure of a job on standard error: name, method and the reason `err`. method: NULL if
 * all of the job's methods failed. */
void dbt_job_print_failure(const dbt_job *job, const char *method, const dbt_error *err);

/* Hashes of the bytes that a job read and wrote, and the size written. */
typedef struct dbt_job_record {
    uint64_t inputs; /* dbt_job_inputs_hash */
    dbt_sum output;
} dbt_job_record;

/* Writes the job's output atomically. Adds its metric rows to `rows` if the command measures, also
 * if only the commit fails. Adds lines to `messages`, even on failure; NULL: prints them at once.
 * *record: receives the hashes, unless the job or its output cannot be opened; record may be NULL.
 * Fails as dbt_job_run_open, dbt_output_open, dbt_render, dbt_output_complete or dbt_output_commit;
 * with DBT_E_STRICT at a warning in a strict job; as dbt_job_run_check if an input has changed.
 * From any thread. */
DBT_CHECK bool dbt_run_job(const dbt_job *job, dbt_session *session, dbt_metric_rows *rows,
                           dbt_job_messages *messages, dbt_job_record *record, dbt_error *err);

#endif

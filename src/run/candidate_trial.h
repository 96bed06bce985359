/* Runs a job with several candidate methods and measures all over the same window. */
#ifndef DBT_RUN_CANDIDATE_TRIAL_H
#define DBT_RUN_CANDIDATE_TRIAL_H

#include "host/output.h"
#include "run/job_run.h"

/* A candidate: a method that makes the cuts, or a finished file of any program. */
typedef struct dbt_candidate {
    const char *label;  /* borrowed: as written by the user; NULL: the job's methods */
    const char *file;   /* borrowed: path of a finished BVH file; NULL: the candidate is a method */
    dbt_tuning tuning;  /* for all cuts, if there is a label. For a file: a jump at each cut, which
                           only times the clips that the file is measured against */
    const dbt_job *job; /* borrowed; NULL until dbt_plan_groups_fill or the caller sets it */
    dbt_job_run run;
    bool *misses; /* [n_cuts]: the file never shows the new clip; NULL: a method. The trial owns
                     it, and cut_rows */
    double
        *cut_rows; /* [n_cuts][DBT_N_METRICS]; NULL until the trial is open; 0 until it has run */
    const dbt_observer *observer; /* called for every frame; borrowed; NULL: none */
    dbt_output *output;           /* receives its BVH; borrowed; NULL: none */
    dbt_error err;                /* DBT_OK: no failure */
} dbt_candidate;

/* A comparison of candidates. Zero-initialise, set the inputs, and release with
 * dbt_trial_release. */
typedef struct dbt_trial {
    /* Inputs: */
    dbt_candidate *candidates; /* stb_ds list, owned; each has a job */
    dbt_session *session;      /* borrowed; so is chosen */
    const bool *chosen;        /* [n_joints]: joints of the rows; NULL: all */
    bool stores_tried;         /* store all candidates of auto (dbt_job_run) */
    bool only_rows; /* free the metrics of each joint, which need many times the memory */
    /* Results: */
    dbt_arena memory;     /* of the arrays */
    size_t *cut_frames;   /* [n_cuts]: frame of each cut */
    size_t *befores;      /* [n_cuts]: frames of the window before each cut */
    size_t window_frames; /* frames of the window from the cut */
    int n_cuts;
    double frame_time;
    const dbt_candidate *failed; /* after a failure: the candidate at fault; NULL: clips or cuts, or
                                    a file that is too short */
} dbt_trial;

/* Opens every candidate's job and sets the results. The first candidate must be a method. The
 * window begins with the earliest transition. Its length is the jobs' window or else the longest
 * transition, including those of files (run/file_transition.h), or 0.2 s for a file beside methods
 * without transitions. The first candidate's sequence also gets warnings about files, and of other
 * candidates' transitions that the end cuts short. Fails as dbt_job_run_open, dbt_clips_load and
 * dbt_job_run_show; `failed` is then the candidate at fault. It is NULL if the first one fails and
 * the second one is no method that can be opened. Fails with DBT_E_FRAMES, and `failed` NULL, if
 * a file ends before the last window. Release the trial even then. All jobs must have the first
 * one's cuts, one or more. */
DBT_CHECK bool dbt_trial_open(dbt_trial *trial, dbt_error *err);

/* Runs all candidates of an open trial in up to n_threads threads, fewer on large rigs, with a
 * progress line named `what`. Sets cut_rows, or err, of each, and writes to its `output`, which the
 * caller commits. All run, even if one fails. Fails with the error of the first failed candidate in
 * the list's order, and sets trial->failed to it. */
DBT_CHECK bool dbt_trial_run(dbt_trial *trial, int n_threads, const char *what,
                             dbt_verbosity verbosity, dbt_error *err);

/* Returns the frames of a cut (from 1) of an open trial for candidates[candidate]. For a file,
 * `before` and `end` are those of the measured window. */
dbt_cut_frames dbt_trial_cut(const dbt_trial *trial, ptrdiff_t candidate, int cut);

/* Returns the row [DBT_N_METRICS] of a candidate without a failure at a cut (from 1), after the
 * run: the joints' metrics combined. Borrowed from the candidate. */
const double *dbt_trial_row(const dbt_trial *trial, ptrdiff_t candidate, int cut);

/* Fails if an input of a candidate has changed since it was read. */
DBT_CHECK bool dbt_trial_check(const dbt_trial *trial, dbt_error *err);

/* Closes the jobs. The candidates' cut_rows and misses remain. */
void dbt_trial_close(dbt_trial *trial);

/* Closes the jobs, frees everything else that the trial owns, and zeroes the trial. */
void dbt_trial_release(dbt_trial *trial);

#endif

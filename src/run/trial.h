/* Runs a job with several methods, and measures all over one window. */
#ifndef DBT_RUN_TRIAL_H
#define DBT_RUN_TRIAL_H

#include "host/output.h"
#include "run/work.h"

/* What is compared: a method that makes the cuts, or a finished file that any program made. */
typedef struct dbt_candidate {
    const char *label; /* borrowed: as the user wrote it; NULL: the job's own methods */
    const char *file; /* borrowed: path of the finished BVH file; NULL: the candidate is a method */
    dbt_tuning tuning;  /* for all cuts, if there is a label. Of a file: a jump at each cut, which
                           only places the clips that the file is measured against */
    const dbt_job *job; /* borrowed; NULL at first */
    dbt_work work;
    bool *misses; /* [n_cuts]: a file never shows the clip after that cut; owned, NULL: a method */
    double
        *cut_rows; /* [n_cuts][DBT_N_METRICS], rows over the joints asked for; NULL until it ran */
    const dbt_observer *observer; /* sees every frame; borrowed, NULL: none */
    dbt_output *output;           /* writes its BVH; borrowed, NULL: none */
    dbt_error err;                /* code DBT_OK: it did not fail */
} dbt_candidate;

/* Zero-initialise, fill in the first part, and release with dbt_trial_release. */
typedef struct dbt_trial {
    /* Given: */
    dbt_candidate *candidates; /* stb_ds list, owned; each has its job */
    dbt_shared *shared;        /* borrowed, like chosen */
    const bool *chosen;        /* [n_joints]: joints of the rows; NULL: all */
    bool keeps_tried;          /* keep all candidates of auto (dbt_work) */
    bool rows_alone; /* do not keep the metrics of each joint, which take many times the memory */
    /* Results: */
    size_t *cut_frames; /* [n_cuts] */
    size_t *befores;    /* [n_cuts]: how many frames before the cut the measuring of all candidates
                           starts */
    size_t window_frames; /* from the cut, for all candidates */
    int n_cuts;
    double frame_time;
    const dbt_candidate *failed; /* after a failure: the candidate that alone failed; NULL: the
                                    clips or cuts are to blame */
} dbt_trial;

/* Opens every candidate's job and sets the window. It begins where the earliest transition does. It
 * is as long as the jobs' window or, without one, as the longest transition, files' included
 * (run/file_transition.h); 0.2 s for a file beside methods that have none. The first candidate
 * must be a method. Fails with DBT_E_FRAMES if a file ends before the last window. */
DBT_CHECK bool dbt_trial_open(dbt_trial *trial, dbt_error *err);

/* Runs all candidates with up to n_threads threads, fewer on large rigs, and a progress line called
 * what. Fails with the error of the first candidate that failed. */
DBT_CHECK bool dbt_trial_run(dbt_trial *trial, int n_threads, const char *what,
                             dbt_verbosity verbosity, dbt_error *err);

/* The frames of a cut (from 1) of an open trial, as a candidate makes it. A file's
 * transition is all that is measured. */
dbt_cut_frames dbt_trial_cut(const dbt_trial *trial, ptrdiff_t candidate, int cut);

/* The row of a candidate of a trial that has run, at a cut (from 1). */
const double *dbt_trial_row(const dbt_trial *trial, ptrdiff_t candidate, int cut);

/* Fails if a file that was read for a candidate has changed since. */
DBT_CHECK bool dbt_trial_check(const dbt_trial *trial, dbt_error *err);

/* Frees all but the candidates' rows and what they miss. */
void dbt_trial_close(dbt_trial *trial);

void dbt_trial_release(dbt_trial *trial);

#endif

/* Runs a job with several methods, and measures all over one window. */
#ifndef DBT_RUN_TRIAL_H
#define DBT_RUN_TRIAL_H

#include "host/message.h"
#include "run/ranking.h"

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

/* Fails if a file that was read for a candidate has changed since. */
DBT_CHECK bool dbt_trial_check(const dbt_trial *trial, dbt_error *err);

void dbt_trial_release(dbt_trial *trial);

#endif

/* A job, made with every contender and measured over one window. */
#ifndef DBT_RUN_TRIAL_H
#define DBT_RUN_TRIAL_H

#include "host/progress.h"
#include "run/contenders.h"

#include <pthread.h>

/* Zero-initialise, fill in what is to be done, and release with dbt_trial_release. */
typedef struct dbt_trial {
    /* What is to be done: */
    dbt_contender *contenders; /* stb_ds list; owned. Each has its job */
    dbt_shared *shared;        /* borrowed, as the two below */
    const bool *chosen;        /* [n_joints] of the rows; NULL: all */
    bool rows_alone;           /* not what each joint's figures are: many times the size */
    /* What came of it: */
    size_t *cut_frames;   /* [n_cuts] */
    size_t *befores;      /* [n_cuts]: frames ahead of each from which all are measured */
    size_t window_frames; /* from the cut, for all */
    int n_cuts;
    /* While it runs: */
    dbt_time common;      /* the window */
    pthread_mutex_t lock; /* of the two below */
    size_t next, n_over;
    dbt_progress progress;
} dbt_trial;

/* Opens every contender's job and sets the window: from where the earliest of the transitions
 * begins over the jobs' own, or the longest of them. */
DBT_CHECK bool dbt_trial_open(dbt_trial *trial, dbt_error *err);

/* Runs all of them, in up to n_threads threads, fewer on large rigs, with a progress line
 * called what. Fails as the first of them that failed did. */
DBT_CHECK bool dbt_trial_run(dbt_trial *trial, int n_threads, const char *what, dbt_tone tone,
                             dbt_error *err);

/* Fails where a file that was read for a contender is no longer what was read. */
DBT_CHECK bool dbt_trial_check(const dbt_trial *trial, dbt_error *err);

void dbt_trial_release(dbt_trial *trial);

#endif

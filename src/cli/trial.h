/* One sequence, made with every contender and measured over one window. */
#ifndef DBT_CLI_TRIAL_H
#define DBT_CLI_TRIAL_H

#include "cli/contenders.h"
#include "cli/progress.h"

#include <pthread.h>

/* Zero-initialise, fill in what is to be done, and release with cli_trial_release. */
typedef struct cli_trial {
    /* What is to be done: */
    cli_contender *contenders;          /* stb_ds list; owned */
    dbt_sequence_spec spec;             /* segments as all share them, whose settings stand in for
                                         * contenders that have no segments of their own */
    const dbt_time *window;             /* NULL: the longest of their transitions */
    const dbt_contact_options *contact; /* borrowed, as the window is */
    const bool *chosen;                 /* [n_joints] of the rows; borrowed, NULL: all */
    int precision;
    bool unroll;
    bool rows_alone; /* not what each joint's figures are: many times the size */
    /* What came of it: */
    size_t *cut_frames;   /* [n_cuts] */
    size_t window_frames; /* from the cut, for all */
    int n_cuts;
    /* While it runs: */
    dbt_time common;      /* the window */
    pthread_mutex_t lock; /* of the two below */
    size_t next, n_over;
    cli_progress progress;
} cli_trial;

/* A sequence as that contender makes it, to be freed; NULL with err on failure. */
dbt_sequence *cli_trial_sequence(const cli_trial *trial, const cli_contender *contender,
                                 dbt_error *err);

/* Makes every contender's sequence and sets the window. */
DBT_CHECK bool cli_trial_open(cli_trial *trial, dbt_error *err);

/* Runs all of them, in up to n_threads threads, fewer on large rigs, with a progress line
 * called what. Fails as the first of them that failed did. */
DBT_CHECK bool cli_trial_run(cli_trial *trial, int n_threads, const char *what, cli_tone tone,
                             dbt_error *err);

void cli_trial_release(cli_trial *trial);

#endif

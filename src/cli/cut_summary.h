/* The text of blend and loop about a cut on standard error. Cuts count from 1. Seam and smoothness
 * need run->metrics; all need run->sequence. */
#ifndef DBT_CLI_CUT_SUMMARY_H
#define DBT_CLI_CUT_SUMMARY_H

#include "run/job_run.h"

/* Adds the alignment of a clip: "Hips moved by (0, 0, 10) units, turned by 5 degrees", about the up
 * axis. move->joint: not negative. */
void cli_add_move(dbt_buffer *out, const dbt_job_run *run, const dbt_clip_move *move);

/* Adds the seam ratio at a cut, from 1, its worst joint and the verdict: ", seam 1.2 (LeftHand),
 * seamless" or ", a seam". If a foot slides visibly: ", seamless, but LeftFoot slides 9 u". */
void cli_add_seam(dbt_buffer *out, const dbt_job_run *run, int cut);

/* Adds velocity jump and jerk peaks at a cut, from 1, each with its worst joint. */
void cli_add_smoothness(dbt_buffer *out, const dbt_job_run *run, int cut);

/* Adds the result of foot locking at a cut: the locked feet, slides before and after, and the
 * body's height. "no foot locked" if none is; nothing if there are no feet. */
void cli_add_locked_feet(dbt_buffer *out, const dbt_job_run *run, const dbt_locked_feet *locked);

/* Prints a line for each foot at a cut, for -v; for up to DBT_LOCKED_FEET. */
void cli_print_feet(const dbt_job_run *run, const dbt_locked_feet *locked);

#endif

/* The text of blend and loop about a cut, for standard error. Cuts count from 1. Functions "add" at
 * the end of `out`, without a line break. Seam and smoothness need run->metrics, complete; all need
 * run->sequence. */
#ifndef DBT_CLI_CUT_SUMMARY_H
#define DBT_CLI_CUT_SUMMARY_H

#include "run/job_run.h"

/* Adds the alignment of a clip: "Hips moved by (0, 0, 10) units, turned by 5 degrees", about the up
 * axis. move->joint: not negative. */
void cli_add_move(dbt_buffer *out, const dbt_job_run *run, const dbt_clip_move *move);

/* Adds the largest seam ratio of a joint at a cut, from 1, that joint and the verdict: ", seam 1.2
 * (LeftHand), seamless" or ", a seam" if it is over the job's auto_methods.smooth. If a foot slides
 * visibly in a seamless cut: ", seamless, but LeftFoot slides 9 u". */
void cli_add_seam(dbt_buffer *out, const dbt_job_run *run, int cut);

/* Adds velocity jump and jerk peaks at a cut, from 1, each with its worst joint. */
void cli_add_smoothness(dbt_buffer *out, const dbt_job_run *run, int cut);

/* Adds the result of foot locking at a cut, or of a whole clip (locked->is_clip): ", 1 foot locked
 * (LeftFoot): slide 9 -> 0.2 u, at most 0.1 u off, the body 2 u lower". The slide is that without
 * and with locking; off: distance of an ankle from its target. Of a clip also the depth below the
 * ground, and the speed of feet that skate. Adds ", no foot locked" if none is, of a clip with the
 * reason if seams forbid it, and nothing if there are no feet. */
void cli_add_locked_feet(dbt_buffer *out, const dbt_job_run *run, const dbt_locked_feet *locked);

/* Prints on standard error, for -v, a line for each foot at a cut or of a clip: seconds locked,
 * slides and distance from the target in units, and whether locking was reduced (locked->weight).
 * Of more than DBT_LOCKED_FEET feet only for the first. */
void cli_print_feet(const dbt_job_run *run, const dbt_locked_feet *locked);

#endif

/* The parts of what blend and loop say about a cut on standard error. */
#ifndef DBT_CLI_CUT_SUMMARY_H
#define DBT_CLI_CUT_SUMMARY_H

#include "run/work.h"

/* Adds how alignment moved a clip: "Hips moved by (0, 0, 10) units, turned by 5 degrees". */
void cli_add_move(dbt_buffer *out, const dbt_work *work, const dbt_clip_move *move);

/* Adds whether a cut is seen, and by which joint: ", seam 1.2 (LeftHand), seamless" or ", a seam";
 * where a foot slides visibly ", seamless, but LeftFoot slides 9 u". */
void cli_add_seam(dbt_buffer *out, const dbt_work *work, int cut);

/* Adds how smooth a cut is, counted from 1: jumps and jerk, each with the joint that is worst. */
void cli_add_smoothness(dbt_buffer *out, const dbt_work *work, int cut);

/* Adds what was done to the feet of a cut, if they are locked: slides in the blend and now. */
void cli_add_locked_feet(dbt_buffer *out, const dbt_work *work, const dbt_locked_feet *locked);

/* With -v: prints a line for each of its feet. */
void cli_print_feet(const dbt_work *work, const dbt_locked_feet *locked);

#endif

/* Finds the transitions in a finished file of any program. */
#ifndef DBT_RUN_FILE_TRANSITION_H
#define DBT_RUN_FILE_TRANSITION_H

#include "run/job_run.h"

/* A transition that was found. */
typedef struct dbt_file_transition {
    size_t before, after; /* its frames before and after the cut */
    bool arrives; /* false: the file never shows the new clip; before and after are then 0 */
} dbt_file_transition;

/* Returns the transition of a finished file (dbt_job_run_show) at a cut, from 1. It ends
 * where the file shows the new clip for 0.1 s, or up to the next cut or the end. The file shows a
 * clip in a frame if their distance is at most 1 degree or, if more, 10 % of the maximum distance
 * from the cut to that frame. The distance is the median over joints of the angle between file and
 * clip, less the angle by which the clip rotates in one frame. Joints are those in which the clips
 * differ, below the motion root. With layers, the file has no transition, and arrives. */
dbt_file_transition dbt_file_transition_find(const dbt_job_run *run, int cut);

#endif

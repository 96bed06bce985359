/* Where a finished file, made by any program, goes over from one clip to the next. */
#ifndef DBT_RUN_FILE_TRANSITION_H
#define DBT_RUN_FILE_TRANSITION_H

#include "run/work.h"

typedef struct dbt_file_transition {
    size_t before, after; /* how many frames it takes before and after the cut */
    bool arrives;         /* false: the file never shows the new clip; before and after are 0 */
} dbt_file_transition;

/* Finds the transition of a file (dbt_work_show) at a cut, from 1. The file shows a clip where at
 * least half of the joints in which the clips differ turn as in that clip: within a degree, or a
 * tenth of what was the most since the cut, and what the clip itself turns in a frame; for 0.1 s,
 * or up to the next cut or the end. Joints that lead down to the motion root do not count, nor does
 * anything with layers: the file then has no transition, and arrives. */
void dbt_file_transition_find(const dbt_work *work, int cut, dbt_file_transition *found);

#endif

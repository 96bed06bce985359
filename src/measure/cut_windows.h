/* The frames around a cut that count: metrics.c measures them in the output, choice.c in what each
 * candidate would make. */
#ifndef DBT_MEASURE_CUT_WINDOWS_H
#define DBT_MEASURE_CUT_WINDOWS_H

#include "base/least.h"
#include "blend/sequence_spec.h"
#include "motion/derivative.h"

/* How many frames after a transition still count for jerk, which looks back that far. */
enum { DBT_JERK_AFTER = DBT_FRAMES_JERK - 1 };

/* Whether a frame is a join or at most `after` frames after one. Joins are the transition's begin,
 * the cut, and the frame at which the new clip plays. */
static inline bool dbt_is_at_join(dbt_cut_frames at, size_t frame, size_t after)
{
    const size_t joins[] = { dbt_cut_begin(at), at.cut, dbt_cut_plays(at) };
    for (size_t i = 0; i < sizeof joins / sizeof *joins; i++)
        if (frame >= joins[i] && frame <= joins[i] + after)
            return true;
    return false;
}

/* Raises a figure to a value. A figure that is NAN stays so. */
static inline void dbt_raise(double *figure, double value)
{
    if (value > *figure)
        *figure = value;
}

#endif

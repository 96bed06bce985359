/* The period of a clip: frames that can be repeated as a loop. */
#ifndef DBT_SEARCH_PERIOD_H
#define DBT_SEARCH_PERIOD_H

#include "base/timespec.h"
#include "search/cut_search.h"

/* Frames [begin, begin + length) of a clip, which then continues with frame begin again. */
typedef struct dbt_period {
    size_t begin, length; /* frames */
    dbt_cut_cost cost;    /* of leaving frame begin + length, which exists, for frame begin */
    double below;         /* units: the limit of the cost, to nine digits; INFINITY: none */
} dbt_period;

/* What to search for; zero values are no defaults. Times in frames are frames of the clip. All
 * times are rounded to frames, halves up. */
typedef struct dbt_period_spec {
    const char *root;               /* name of the motion root; NULL: dbt_chain_init finds it */
    int up;                         /* 0 x, 1 y, 2 z */
    double velocity_weight;         /* seconds, >= 0 */
    const double *weights;          /* [n_joints]; NULL: all 1 */
    dbt_time min_length;            /* minimum length, if `length` is NULL */
    const dbt_time *begin, *length; /* the period's begin and length; NULL: any */
    bool has_below;
    double below; /* units; without has_below: 1.5 times the lowest cost of a period, or a hundred
                     thousandth of the clip's reach if that is more */
    int n_threads;
    dbt_cut_progress *progress; /* counts walks over all cells instead of cells: total is 2, done
                                   has a fraction; NULL: none */
    void *context;
} dbt_period_spec;

/* Sets *period to the longest period that is cheap enough; among equally long ones the cheapest (to
 * nine digits), then the one that begins first. Skips periods with a glitch, or in which the
 * character hardly moves (variance of the pose below a quarter of the clip's). A given begin or
 * length restricts the search. With both, *period is that one: glitches and variance do not matter,
 * and the cost is only checked if has_below. The result does not depend on n_threads. Fails with
 * DBT_E_TIME, in the clip's file, if there is no such period or a given time is outside the clip;
 * with DBT_E_FRAMES if the clip has fewer than two frames; with DBT_E_LIMIT if there are too many
 * pairs of frames (dbt_check_searched); or as dbt_searched_init and dbt_chain_init do. *period is
 * then undefined. */
DBT_CHECK bool dbt_period_find(const dbt_period_spec *spec, const dbt_clip *clip,
                               dbt_period *period, dbt_error *err);

#endif

/* Finds the axis that points up in a clip from the motion. A body is mostly longest along this axis
 * and travels little along it; its lowest point stays at the ground. Names say only where its head
 * is. */
#ifndef DBT_FIT_UP_AXIS_H
#define DBT_FIT_UP_AXIS_H

#include "bvh/clip.h"

/* Axes: 0 x, 1 y, 2 z. */
typedef struct dbt_up_axis {
    int likely;      /* -1: the clip does not show it */
    bool negative;   /* it points down: the head is below the feet */
    bool against[3]; /* whether the clip clearly shows that this axis does not point up */
} dbt_up_axis;

/* Looks at up to 64 frames. A clip of 0 frames shows nothing. */
void dbt_up_axis_find(dbt_up_axis *up, const dbt_clip *clip);

/* "y" or "-y"; NULL: the clip does not show it. */
const char *dbt_up_axis_name(dbt_up_axis up);

/* Turns what a clip shows, about the origin, so that axis `from` becomes axis `to`. Its zero pose
 * stays: ROOT turns in every frame. Fails with DBT_E_SKELETON if ROOT lacks one of its six
 * channels. */
DBT_CHECK bool dbt_up_axis_turn(dbt_clip *clip, int from, int to, dbt_error *err);

#endif

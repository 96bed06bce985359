/* Finds the axis that points up in a clip. It is a property of the rig and of the ground, not of a
 * pose: a body that sits, lies, crawls, hangs or stands on its hands has the axis of its zero pose.
 * Names say where head, hands and feet are. */
#ifndef DBT_FIT_UP_AXIS_H
#define DBT_FIT_UP_AXIS_H

#include "bvh/clip.h"

/* What an up axis was found by. */
typedef enum dbt_up_by {
    DBT_UP_BY_ZERO_POSE, /* head over feet in it, or hands and feet below the trunk */
    DBT_UP_BY_BODY,      /* the body stands along it */
    DBT_UP_BY_GROUND     /* the lowest points of the frames stay at one height along it */
} dbt_up_by;

/* Whether toes point to where they should, by which side is called left. */
typedef enum dbt_sides {
    DBT_SIDES_UNKNOWN,
    DBT_SIDES_AS_NAMED,
    DBT_SIDES_EXCHANGED,
    DBT_N_SIDES
} dbt_sides;

/* Axes: 0 x, 1 y, 2 z. */
typedef struct dbt_up_axis {
    int likely;      /* -1: neither zero pose nor frames show it */
    bool negative;   /* it points down */
    dbt_vec3 vector; /* unit; if it is not known, the axis nearest to that from feet to head */
    bool against[3]; /* the frames clearly show that this axis does not point up */
    dbt_up_by by;
    bool stands;      /* in most frames the body stands along it */
    bool upside_down; /* in most frames the body stands along the opposite axis */
    bool four_legged; /* the body stands on hands and feet: in the zero pose, or, where that shows
                         no axis, in most frames */
    dbt_sides sides;
    bool
        has_named_sides; /* names say which side is the left one; else the first one counts as it */
} dbt_up_axis;

/* Samples up to 64 frames. A clip of 0 frames shows nothing. */
void dbt_up_axis_find(dbt_up_axis *up, const dbt_clip *clip);

/* "y" or "-y"; NULL: the clip does not show it. */
const char *dbt_up_axis_name(dbt_up_axis up);

/* Turns what a clip shows, about the origin, so that axis `from` becomes axis `to`. Its zero pose
 * stays: ROOT turns in every frame. Fails with DBT_E_SKELETON if ROOT lacks one of its six
 * channels. */
DBT_CHECK bool dbt_up_axis_rotate(dbt_clip *clip, int from, int to, dbt_error *err);

#endif

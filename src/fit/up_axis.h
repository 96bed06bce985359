/* Detection of a clip's up axis. It is a property of the rig and of the ground, not of a pose. A
 * body that sits, lies, crawls, hangs or is in a handstand has the axis of its zero pose. Names
 * identify head, hands and feet. Knows one clip; knows no other rig. */
#ifndef DBT_FIT_UP_AXIS_H
#define DBT_FIT_UP_AXIS_H

#include "bvh/clip.h"

/* Direction of the toes, relative to the names of the sides. */
typedef enum dbt_sides {
    DBT_SIDES_UNKNOWN,
    DBT_SIDES_AS_NAMED,
    DBT_SIDES_EXCHANGED,
    DBT_N_SIDES_STATES
} dbt_sides;

/* An up axis, and other evidence from the same frames. Axes: 0 x, 1 y, 2 z. */
typedef struct dbt_up_axis {
    int likely;       /* the axis; -1: unknown */
    bool negative;    /* it points down */
    dbt_vec3 vector;  /* unit vector; if unknown, the signed axis nearest to the vector from feet to
                         head; x if there is no such vector; 0 without frames */
    bool against[3];  /* frames clearly contradict this axis; false if unknown */
    bool is_upright;  /* the body is upright along it in 4/5 of the frames, with feet not pointed */
    bool upside_down; /* the body is upright along the opposite of the zero pose's axis in 4/5 of
                         the frames, with feet not pointed */
    bool four_legged; /* on hands and feet: in the zero pose, else in 4/5 of the frames */
    dbt_sides sides;
    bool has_named_sides; /* sides are from names; otherwise the first one is the left one */
} dbt_up_axis;

/* Sets *up from the zero pose and up to 64 frames of the clip. A clip of 0 frames has no evidence:
 * `likely` is -1, all else 0. */
void dbt_up_axis_find(dbt_up_axis *up, const dbt_clip *clip);

/* Returns a name as "y" or "-y"; NULL: unknown. Static text. */
const char *dbt_up_axis_name(dbt_up_axis up);

/* Rotates a clip about the origin so that the positive axis `from` (0 x, 1 y, 2 z) becomes axis
 * `to`, by ROOT's channels in every frame. The zero pose does not change; the text of the frames is
 * dropped. Does nothing if both are equal. Fails with DBT_E_SKELETON, with the clip's file, if ROOT
 * lacks one of its six channels; the clip is then unchanged. */
DBT_CHECK bool dbt_up_axis_rotate(dbt_clip *clip, int from, int to, dbt_error *err);

#endif

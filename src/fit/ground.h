/* Ground height of a clip, from the lowest points of its body. Knows clips and roles; knows no
 * other rig. */
#ifndef DBT_FIT_GROUND_H
#define DBT_FIT_GROUND_H

#include "bvh/clip.h"

/* Ground of a clip. */
typedef struct dbt_ground {
    bool is_known;     /* false: the clip has no frames, or the height is not finite */
    double height;     /* 5 % quantile of the lowest points of all frames, units */
    double leg_length; /* length of the left leg in frame 0, units; 0: not found */
} dbt_ground;

/* Returns the ground of a clip: the 5 % quantile over its frames of the lowest joint or End Site,
 * and the length of the left leg. Joints above the first that branches do not count. up: 0 x, 1 y,
 * 2 z. Without frames all fields are 0. */
dbt_ground dbt_ground_find(const dbt_clip *clip, int up);

/* Sets low[3] and high[3] to the range of the body in a pose, joints and End Sites from joint `top`
 * down, units. In some data sets the joints above the one that branches stay on the ground. world:
 * [n_joints]. */
void dbt_body_range(const dbt_skeleton *skeleton, const dbt_transform *world, int top,
                    double low[3], double high[3]);

/* Translates a clip along `up` (0 x, 1 y, 2 z) by `by` units: ROOT's position channel, or its
 * OFFSET, rounded to nine significant digits, if there is none for that axis. The text of the other
 * channels is preserved; with a changed OFFSET that of all frames is, but not the hierarchy's.
 * by = 0 changes nothing. Fails with DBT_E_NUMBER if a position is not finite; the clip is moved
 * all the same. */
DBT_CHECK bool dbt_ground_move(dbt_clip *clip, int up, double by, dbt_error *err);

#endif

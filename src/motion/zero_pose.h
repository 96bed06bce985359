/* Difference of the zero poses (OFFSETs) of two skeletons. If a joint differs, equal rotations
 * mean different poses. Knows skeletons; knows no frames. */
#ifndef DBT_MOTION_ZERO_POSE_H
#define DBT_MOTION_ZERO_POSE_H

#include "bvh/skeleton.h"

/* Joint with the largest difference of zero poses. */
typedef struct dbt_zero_rotation {
    int joint;  /* joint of `to`; -1: none differs by more than 20 degrees */
    double deg; /* its angle of rotation, degrees; meaningless for -1 */
} dbt_zero_rotation;

/* Sets *worst to the joint, `top` or below, with the largest difference of zero poses: the angle of
 * the best-fit rotation (Horn 1987) of its children's OFFSETs in `to` to those in `from`. Joints
 * with one child precede all with several. map[n_joints of to]: joints of `from`; -1: none. Does
 * not count: children nearer than min_length to their parent, and joints whose best fit leaves half
 * of its angle or more. */
void dbt_zero_pose_compare(const dbt_skeleton *to, const dbt_skeleton *from, const int *map,
                           int top, double min_length, dbt_zero_rotation *worst);

#endif

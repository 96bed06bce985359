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

/* Sets *worst to the joint, `top` or below, with the largest difference of zero poses above 20
 * degrees: the angle of the best-fit rotation (Horn 1987) of its children's OFFSETs in `to` to
 * those in `from`. Joints with several children count only if none with one child differs.
 * map[n_joints of to]: joints of `from`; -1: none. top: a joint of `to` on the root chain. A child
 * does not count if its OFFSET is at most min_length (units) long in either skeleton, or if it has
 * another parent in `from`. A joint does not count if only one of its several children does, or if
 * its best fit leaves half of its angle or more. */
void dbt_zero_pose_compare(const dbt_skeleton *to, const dbt_skeleton *from, const int *map,
                           int top, double min_length, dbt_zero_rotation *worst);

#endif

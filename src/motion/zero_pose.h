/* How much two skeletons differ in their zero poses. Where they do, rotations do not mean the
 * same. */
#ifndef DBT_MOTION_ZERO_POSE_H
#define DBT_MOTION_ZERO_POSE_H

#include "bvh/skeleton.h"

typedef struct dbt_zero_rotation {
    int joint;  /* of `to`; -1: none is turned by more than 20 degrees */
    double deg; /* by which it is turned */
} dbt_zero_rotation;

/* Finds the joint, from `top` down, that is turned most: by the rotation that best takes the
 * OFFSETs of its children to those of the same children in the other skeleton. A joint with one
 * child goes before all with several. map[n_joints of to]: the joints of `from`; -1: none. A joint
 * without a direction, shorter than least, says nothing, nor does one whose children are simply
 * elsewhere. */
void dbt_zero_pose_compare(const dbt_skeleton *to, const dbt_skeleton *from, const int *map,
                           int top, double least, dbt_zero_rotation *worst);

#endif

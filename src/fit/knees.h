/* Knees of legs with several joints per bone. Knows clips and roles; knows no other rig. */
#ifndef DBT_FIT_KNEES_H
#define DBT_FIT_KNEES_H

#include "bvh/clip.h"

/* Returns the joint between hip and ankle that is nearest to the middle of the leg's length, along
 * its bones; of equals the lower one. Joints named as twist joints count only if there are no
 * others. Returns -1 if there are fewer than two joints between hip and ankle, or if the ankle is
 * not below the hip. */
int dbt_knee_by_length(const dbt_skeleton *skeleton, int hip, int ankle);

/* Sets chosen_role (by_motion) of the knee of each leg with two or more joints between hip and
 * ankle, unless names or the user define its knee. The knee is the joint whose bone to the next
 * joint varies most in direction, in the space of the joint's parent. If both legs have the same
 * number of joints, their knees are at the same level. A leg without such a moving bone does not
 * change. */
void dbt_knees_choose(dbt_clip *clip);

#endif

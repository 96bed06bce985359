/* Knees of legs with several joints per bone. Knows clips and roles; knows no other rig. */
#ifndef DBT_FIT_KNEES_H
#define DBT_FIT_KNEES_H

#include "bvh/clip.h"

/* Returns the joint between hip and ankle that is nearest to the middle of the leg's length.
 * Joints named as twist joints count only if there are no others. Returns -1 if there are fewer
 * than two joints between hip and ankle, or if the ankle is not below the hip. */
int dbt_knee_by_length(const dbt_skeleton *skeleton, int hip, int ankle);

/* Sets the chosen role of the knee in each leg with several joints between hip and ankle and no
 * named knee. The knee is the joint whose bone varies most in direction relative to its parent.
 * Legs with the same number of joints have their knees at the same level. Changes nothing if no
 * such bone moves. */
void dbt_knees_choose(dbt_clip *clip);

#endif

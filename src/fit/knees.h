/* The knees of legs whose thighs and shins consist of several joints. */
#ifndef DBT_FIT_KNEES_H
#define DBT_FIT_KNEES_H

#include "bvh/clip.h"

/* The joint between hip and ankle that is nearest to the middle of the leg's length; joints whose
 * names say that they twist count only if there are no others. -1: there are no two joints between
 * them. */
int dbt_knee_by_length(const dbt_skeleton *skeleton, int hip, int ankle);

/* Chooses the knee of each leg with several joints between hip and ankle of which no name says that
 * it is the knee: the one whose bone varies most in direction, seen from its parent. Chooses none
 * in a clip in which no such bone moves. */
void dbt_knees_choose(dbt_clip *clip);

#endif

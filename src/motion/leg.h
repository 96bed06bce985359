/* Two-bone IK of legs, in the plane of the knee. Knows three positions in the world, units;
 * knows no skeleton and no clip. */
#ifndef DBT_MOTION_LEG_H
#define DBT_MOTION_LEG_H

#include "base/vecquat.h"

/* World positions of a leg's joints (foot: the ankle), lengths of its bones, and distance from
 * hip to foot: units. Both bones must be longer than 0. */
typedef struct dbt_leg_pose {
    dbt_vec3 hip, knee, foot;
    double thigh, shin, line;
} dbt_leg_pose;

/* Returns the leg with these joint positions. */
dbt_leg_pose dbt_leg_pose_of(dbt_vec3 hip, dbt_vec3 knee, dbt_vec3 foot);

/* Returns the length of both bones. */
double dbt_leg_length(const dbt_leg_pose *leg);

/* Returns the maximum distance from hip to foot: foot locking may use 70 % of the length that
 * the leg has left. So it never straightens a leg. */
double dbt_leg_max_reach(const dbt_leg_pose *leg);

/* Returns the distance from hip to foot for a `wanted` one: never above dbt_leg_max_reach, which it
 * approaches softly. Returns `wanted` up to leg->line and a little beyond. */
double dbt_leg_soft_line(const dbt_leg_pose *leg, double wanted);

/* Returns the distance of the knee from the hip-foot line of length `line`, as a fraction of the
 * thigh; 0 if no triangle exists. */
double dbt_leg_bend(const dbt_leg_pose *leg, double line);

/* Returns the knee offset from the hip-foot line (thigh = 1) of length `wanted`, a result of
 * dbt_leg_bend. side: any vector to the side where the knee bends; if it is along the line, only
 * scales the offset. Straightening preserves the direction of the offset. Bending grows its lateral
 * component, at most twofold, and adds the rest towards `side`. A knee that is bent backward swings
 * over, until `wanted` is its offset plus twice its backward component; on the way the result is
 * shorter than `wanted`. */
dbt_vec3 dbt_leg_bow(const dbt_leg_pose *leg, dbt_vec3 side, double wanted);

/* World rotations that move a leg: premultiply thigh and shin. */
typedef struct dbt_leg_rotations {
    dbt_quat thigh, shin;
    dbt_vec3 foot; /* resulting world position, as near to the goal as possible */
} dbt_leg_rotations;

/* Solves two-bone IK: hip at `hip`, foot at `goal`, knee at offset `bow` (dbt_leg_bow). First the
 * shortest rotation of the hip-foot line, then the knee bends or stretches. Bones preserve their
 * lengths. Identities if hip and goal, or hip and foot of the leg, coincide. */
dbt_leg_rotations dbt_leg_reach(const dbt_leg_pose *leg, dbt_vec3 bow, dbt_vec3 hip, dbt_vec3 goal);

/* Returns the current knee offset from the hip-foot line (thigh = 1). */
dbt_vec3 dbt_leg_bow_of_pose(const dbt_leg_pose *leg);

/* Returns the distance by which the hip must drop along `up` (unit) to be within `reach` of the
 * goal: from 0 to max_drop. max_drop may not be enough. */
double dbt_leg_drop(double reach, dbt_vec3 hip, dbt_vec3 goal, dbt_vec3 up, double max_drop);

#endif

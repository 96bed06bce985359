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

/* Soft limit of the distance from hip to foot: returns `wanted` up to leg->line and a tenth of the
 * rest to dbt_leg_max_reach. Beyond, the result approaches dbt_leg_max_reach and never exceeds it.
 */
double dbt_leg_soft_line(const dbt_leg_pose *leg, double wanted);

/* Returns the distance of the knee from the hip-foot line of length `line`, as a fraction of the
 * thigh; 0 if no triangle exists. */
double dbt_leg_bend(const dbt_leg_pose *leg, double line);

/* Returns the knee offset from the hip-foot line (thigh = 1) for a length `wanted`, a result of
 * dbt_leg_bend. side: any vector towards which the knee bends. Straightening (`wanted` is less than
 * the present length), or a `side` along the line, only scales the offset. Bending scales the
 * component across `side` by 1 to 2, and adds the rest towards `side`. A knee that is bent away
 * from `side` moves gradually to it while `wanted` grows by twice its offset away from `side`; the
 * result is then shorter than `wanted`. */
dbt_vec3 dbt_leg_bow(const dbt_leg_pose *leg, dbt_vec3 side, double wanted);

/* World rotations that move a leg: premultiply thigh and shin. */
typedef struct dbt_leg_rotations {
    dbt_quat thigh, shin;
    dbt_vec3 foot; /* resulting world position, as near to the goal as possible */
} dbt_leg_rotations;

/* Solves two-bone IK: hip at `hip`, foot at `goal`, knee towards `bow` (dbt_leg_bow). If the bones
 * or a `bow` shorter than dbt_leg_bend do not allow that, the foot is nearer or further on the line
 * to `goal`. First the shortest rotation of the hip-foot line, then the knee bends or stretches.
 * Bones preserve their lengths. Identities if hip and goal, or hip and foot of the leg, coincide.
 */
dbt_leg_rotations dbt_leg_reach(const dbt_leg_pose *leg, dbt_vec3 bow, dbt_vec3 hip, dbt_vec3 goal);

/* Returns the current knee offset from the hip-foot line (thigh = 1). */
dbt_vec3 dbt_leg_bow_of_pose(const dbt_leg_pose *leg);

/* Returns the distance by which the hip must drop, against `up` (unit), to be within `reach` of the
 * goal: clamped to [0, max_drop], so it may not be enough. */
double dbt_leg_drop(double reach, dbt_vec3 hip, dbt_vec3 goal, dbt_vec3 up, double max_drop);

#endif

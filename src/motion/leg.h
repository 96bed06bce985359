/* Two-bone IK of legs, in the plane of the knee. Knows three positions in the world, units;
 * knows no skeleton and no clip. */
#ifndef DBT_MOTION_LEG_H
#define DBT_MOTION_LEG_H

#include "base/vecquat.h"

/* A leg: world positions of its joints (foot: the ankle), lengths of its bones, and distance `line`
 * from hip to foot: units. Both bones must be longer than 0. */
typedef struct dbt_leg_pose {
    dbt_vec3 hip, knee, foot;
    double thigh, shin, line;
} dbt_leg_pose;

/* Returns the leg with these joint positions. */
dbt_leg_pose dbt_leg_pose_of(dbt_vec3 hip, dbt_vec3 knee, dbt_vec3 foot);

/* Returns the length of both bones together, units. */
double dbt_leg_length(const dbt_leg_pose *leg);

/* Returns the maximum distance from hip to foot for foot locking, units: leg->line plus 70 % of the
 * length that the leg has left, dbt_leg_length - leg->line. So it never straightens a leg. */
double dbt_leg_max_reach(const dbt_leg_pose *leg);

/* Soft limit of the distance from hip to foot, units: returns `wanted` up to leg->line plus a tenth
 * of the rest to dbt_leg_max_reach. Beyond, the result approaches dbt_leg_max_reach and never
 * exceeds it. A straight leg has no rest: its limit is leg->line. */
double dbt_leg_soft_line(const dbt_leg_pose *leg, double wanted);

/* Returns the distance of the knee from the hip-foot line if that has the length `line` (units), as
 * a fraction of the thigh, 0 to 1; 0 if no such triangle exists. Uses only the leg's bones. */
double dbt_leg_bend(const dbt_leg_pose *leg, double line);

/* Returns a new knee offset from the hip-foot line (a world vector across the line, thigh = 1). Its
 * length is `wanted`, a result of dbt_leg_bend, with one exception at the end. side: a world vector
 * of any length, towards which the knee bends. Straightening (`wanted` is at most the present
 * length), or a `side` along the line, only scales the offset; if there is none, the result points
 * to `side`, or is 0 if that is along the line. Bending scales the component across `side` by 1 to
 * 2, and adds the rest towards `side`. Exception: a knee that is bent away from `side` moves
 * gradually to it while `wanted` grows by twice its offset away from `side`; until then the result
 * is shorter than `wanted`. */
dbt_vec3 dbt_leg_bow(const dbt_leg_pose *leg, dbt_vec3 side, double wanted);

/* World rotations that move a leg. */
typedef struct dbt_leg_rotations {
    dbt_quat thigh, shin; /* multiply the bone's world rotation from the left: thigh * world */
    dbt_vec3 foot;        /* resulting world position, as near to the goal as possible, units */
} dbt_leg_rotations;

/* Solves two-bone IK: hip at `hip`, foot at `goal` (world, units), knee towards `bow`. bow: a
 * result of dbt_leg_bow for the pose `leg`; it turns with the hip-foot line. If the bones or a
 * `bow` shorter than dbt_leg_bend do not allow that, the foot is nearer or further on the line to
 * `goal`. First the shortest rotation of the hip-foot line, then the knee bends or stretches. Bones
 * preserve their lengths. If hip and goal, or hip and foot of the leg, coincide: identities, and
 * the foot stays where it is relative to the hip. */
dbt_leg_rotations dbt_leg_reach(const dbt_leg_pose *leg, dbt_vec3 bow, dbt_vec3 hip, dbt_vec3 goal);

/* Returns the current knee offset from the hip-foot line: a world vector across it, thigh = 1. If
 * hip and foot coincide: the vector from hip to knee. */
dbt_vec3 dbt_leg_bow_of_pose(const dbt_leg_pose *leg);

/* Returns the distance (units) by which the hip must drop, against `up` (unit), to be within
 * `reach` of the goal: 0 if it already is, at most max_drop. Returns max_drop if no drop is enough,
 * as the goal is too far aside. */
double dbt_leg_drop(double reach, dbt_vec3 hip, dbt_vec3 goal, dbt_vec3 up, double max_drop);

#endif

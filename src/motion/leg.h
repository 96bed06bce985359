/* Legs as two bones in the plane of the knee: how they turn so that the foot is elsewhere. */
#ifndef DBT_MOTION_LEG_H
#define DBT_MOTION_LEG_H

#include "base/vecquat.h"

/* The joints of a leg in the world, units. Neither bone may be without length. */
typedef struct dbt_leg_pose {
    dbt_vec3 hip, knee, foot;
} dbt_leg_pose;

/* Length of both bones together. */
double dbt_leg_length(const dbt_leg_pose *leg);

/* The longest line from hip to foot that the leg may take: planting takes up at most 97 % of the
 * length that it has left, so that no leg is drawn straight. */
double dbt_leg_reach_most(const dbt_leg_pose *leg);

/* The line that it takes where it would have to be `wanted` long: approaches that softly. */
double dbt_leg_soft_line(const dbt_leg_pose *leg, double wanted);

/* How far the knee is off the line from hip to foot where that line has this length: part of the
 * thigh; 0 where the bones cannot make it. */
double dbt_leg_bend(const dbt_leg_pose *leg, double line);

/* The unit vector to the side of the line from hip to foot to which the knee is to bend, as far as
 * `wanted` (dbt_leg_bend's): its own side. A leg that is too straight to tell takes last (unit,
 * any direction but the line's), and changes from one to the other as it bends. So does a knee
 * that bends away from last, if it is to bend further: knees do not bend both ways. bend (may be
 * NULL): receives how far the knee is off the line now. Zero where hip and foot are in one
 * place. */
dbt_vec3 dbt_leg_side(const dbt_leg_pose *leg, dbt_vec3 last, double wanted, double *bend);

/* Turns in the world that change a leg: of the thigh about the hip and of the shin with it. */
typedef struct dbt_leg_turns {
    dbt_quat thigh, shin;
    dbt_vec3 foot; /* where that brings it: as near to the goal as the bones let it */
} dbt_leg_turns;

/* The leg with its hip moved and its foot at a goal: the least turn that takes the line from hip
 * to foot to the new one, then the knee bends or stretches in the plane of side (dbt_leg_side's).
 * Bones keep their lengths. */
dbt_leg_turns dbt_leg_reach(const dbt_leg_pose *leg, dbt_vec3 side, dbt_vec3 hip, dbt_vec3 goal);

/* How far the hip must go down along up (unit) so that it is within `reach` of the goal: 0 or more;
 * at most `most`, which may not be enough. */
double dbt_leg_drop(double reach, dbt_vec3 hip, dbt_vec3 goal, dbt_vec3 up, double most);

/* The least rotation that takes the direction of a to that of b; the identity where one has no
 * length. */
dbt_quat dbt_quat_arc(dbt_vec3 a, dbt_vec3 b);

#endif

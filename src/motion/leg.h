/* Legs as two bones in the plane of the knee: how they turn so that the foot is elsewhere. */
#ifndef DBT_MOTION_LEG_H
#define DBT_MOTION_LEG_H

#include "base/vecquat.h"

/* The joints of a leg in the world, units, and how long its bones are, and the line from hip to
 * foot. Neither bone may be without length. */
typedef struct dbt_leg_pose {
    dbt_vec3 hip, knee, foot;
    double thigh, shin, line;
} dbt_leg_pose;

dbt_leg_pose dbt_leg_pose_of(dbt_vec3 hip, dbt_vec3 knee, dbt_vec3 foot);

/* Length of both bones together. */
double dbt_leg_length(const dbt_leg_pose *leg);

/* The longest line from hip to foot that the leg may take: planting takes up at most 70 % of the
 * length that it has left, so that no leg is drawn straight. */
double dbt_leg_max_reach(const dbt_leg_pose *leg);

/* The line that it takes where it would have to be `wanted` long: approaches that softly. */
double dbt_leg_soft_line(const dbt_leg_pose *leg, double wanted);

/* How far the knee is off the line from hip to foot where that line has this length: part of the
 * thigh; 0 where the bones cannot make it. */
double dbt_leg_bend(const dbt_leg_pose *leg, double line);

/* Where the knee is to be off the line, in parts of the thigh, as far off as `wanted`
 * (dbt_leg_bend's): as near to its own direction as a smooth change from straight to bent allows.
 * side: any vector to the side to which the knee bends. A knee that bends less does so in its
 * direction. One that bends more keeps what it is off to the right or left, and bends the rest to
 * its side. A blend may bend a knee away from it: such a knee turns over, and is not as far off
 * until it bends twice as much further. */
dbt_vec3 dbt_leg_bow(const dbt_leg_pose *leg, dbt_vec3 side, double wanted);

/* Turns in the world that change a leg: of the thigh about the hip and of the shin with it. */
typedef struct dbt_leg_rotations {
    dbt_quat thigh, shin;
    dbt_vec3 foot; /* where that brings it: as near to the goal as the bones let it */
} dbt_leg_rotations;

/* The leg with its hip moved and its foot at a goal: the least turn that takes the line from hip to
 * foot to the new one, then the knee bends or stretches to its bow (dbt_leg_bow's). Bones keep
 * their lengths. */
dbt_leg_rotations dbt_leg_reach(const dbt_leg_pose *leg, dbt_vec3 bow, dbt_vec3 hip, dbt_vec3 goal);

/* Where the knee is off the line from hip to foot, in parts of the thigh. */
dbt_vec3 dbt_leg_bow_of_pose(const dbt_leg_pose *leg);

/* How far the hip must go down along up (unit) so that it is within `reach` of the goal: 0 or more;
 * at most `most`, which may not be enough. */
double dbt_leg_drop(double reach, dbt_vec3 hip, dbt_vec3 goal, dbt_vec3 up, double most);

#endif

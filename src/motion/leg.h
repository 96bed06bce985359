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
double dbt_leg_reach_most(const dbt_leg_pose *leg);

/* The line that it takes where it would have to be `wanted` long: approaches that softly. */
double dbt_leg_soft_line(const dbt_leg_pose *leg, double wanted);

/* Where the knee is off the line from hip to foot, in parts of the thigh. */
dbt_vec3 dbt_leg_own_bow(const dbt_leg_pose *leg);

/* How far the hip must go down along up (unit) so that it is within `reach` of the goal: 0 or more;
 * at most `most`, which may not be enough. */
double dbt_leg_drop(double reach, dbt_vec3 hip, dbt_vec3 goal, dbt_vec3 up, double most);

#endif

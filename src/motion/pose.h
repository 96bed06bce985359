/* Channel values to joint transforms and back, and forward kinematics. A pose
 * is local[n_joints]: each joint's transform in its parent's space, positions in
 * file units. */
#ifndef DBT_MOTION_POSE_H
#define DBT_MOTION_POSE_H

#include "bvh/skeleton.h"

/* Joints that may turn, and are counted. The others never do: tens of thousands in some
 * rigs. */
typedef struct dbt_turning {
    int *place; /* [n_joints]: which of n it is, or DBT_NEVER_TURNS */
    int n;
} dbt_turning;

enum { DBT_NEVER_TURNS = -1 };

/* Without turning (NULL) all joints may. */
static inline int dbt_turning_place(const dbt_turning *turning, int joint)
{
    return turning ? turning->place[joint] : joint;
}

static inline int dbt_turning_count(const dbt_turning *turning, const dbt_skeleton *skeleton)
{
    return turning ? turning->n : skeleton->n_joints;
}

/* The local transform of one joint from a frame's values (degrees, units). The
 * offset stands for position channels that the joint lacks. */
dbt_transform dbt_joint_from_values(const dbt_joint *joint, const double *values);

/* All joints of a frame: local[n_joints]. */
void dbt_pose_from_values(const dbt_skeleton *skeleton, const double *values, dbt_transform *local);

/* World transforms of all joints: world[n_joints]; may not overlap local. */
void dbt_pose_world(const dbt_skeleton *skeleton, const dbt_transform *local, dbt_transform *world);

/* Writes the joint's channels of a frame's values so that they hold a local
 * transform: positions as they are; of the equivalent angles (both solutions,
 * whole turns) the ones with the least sum of squared differences from last,
 * the previous frame's values (degrees). Within 1e-7 rad of gimbal lock the
 * first angle stays at its last value. A joint of fewer than three rotation
 * channels gets the nearest rotation that it can hold. */
void dbt_joint_to_values(const dbt_joint *joint, dbt_transform local, const double *last,
                         double *values);

/* Rewrites the joint's rotation values to the equivalent ones nearest to last,
 * as dbt_joint_to_values chooses them; returns whether any changed. */
bool dbt_joint_unroll(const dbt_joint *joint, const double *last, double *values);

/* The reach of a pose: the largest distance of a joint or End Site from a joint,
 * units. world as by dbt_pose_world. */
double dbt_pose_reach(const dbt_skeleton *skeleton, const dbt_transform *world, int from);

#endif

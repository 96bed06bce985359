/* Channel values to joint transforms and back, and forward kinematics. A pose is local[n_joints]:
 * each joint's transform in its parent's space, positions in file units. */
#ifndef DBT_MOTION_POSE_H
#define DBT_MOTION_POSE_H

#include "bvh/skeleton.h"

/* Marks the joints above those that are marked: [n_joints]. */
void dbt_mark_above(const dbt_skeleton *skeleton, bool *marked);

/* A joint in motion, in parent or world space: linear velocity (units/s) and angular velocity
 * (rad/s). */
typedef struct dbt_motion {
    dbt_transform at;
    dbt_vec3 vel, ang;
} dbt_motion;

/* The motion of a joint by its transforms one frame of dt seconds before and after. The velocity is
 * the mean of both differences; NULL: by the other alone, or at rest. */
dbt_motion dbt_motion_at(const dbt_transform *at, const dbt_transform *before,
                         const dbt_transform *after, double dt);

/* A joint's local transform from a frame's values (degrees, units). Components of the position that
 * have no channel come from the joint's OFFSET. */
dbt_transform dbt_joint_from_values(const dbt_joint *joint, const double *values);

/* Local transforms of all joints of a frame: local[n_joints]. */
void dbt_pose_from_values(const dbt_skeleton *skeleton, const double *values, dbt_transform *local);

/* Sets world[joint], from the joint's local transform and its parent's in world. */
static inline void dbt_joint_set_world(const dbt_skeleton *skeleton, int joint, dbt_transform local,
                                       dbt_transform *world)
{
    const int parent = skeleton->joints[joint].parent;
    world[joint] = parent < 0 ? local : dbt_transform_mul(world[parent], local);
}

/* World transforms of all joints: world[n_joints], which may not overlap local. */
void dbt_pose_world(const dbt_skeleton *skeleton, const dbt_transform *local, dbt_transform *world);

/* Writes a local transform to the joint's channels of a frame's values. Positions are written as
 * they are. Of the equivalent angles (both solutions, whole turns) it takes those with the least
 * sum of squared differences from last, the previous frame's values (degrees). Within 1e-7 rad of
 * gimbal lock the first angle keeps its last value. A joint with fewer than three rotation channels
 * gets the nearest rotation that it can hold. */
void dbt_joint_to_values(const dbt_joint *joint, dbt_transform local, const double *last,
                         double *values);

/* Writes the three angles of a rotation (degrees, in channel order) to the joint's channels: the
 * equivalent ones nearest to last, chosen as in dbt_joint_to_values. */
void dbt_joint_set_angles(const dbt_joint *joint, const double angles[3], const double *last,
                          double *values);

/* The nearest rotation to rot that the joint's channels can hold: rot itself if it has three
 * rotation channels. */
dbt_quat dbt_joint_nearest_rotation(const dbt_joint *joint, dbt_quat rot);

/* Replaces the joint's rotation values by the equivalent ones nearest to last, chosen as in
 * dbt_joint_to_values. Returns whether any changed. */
bool dbt_joint_euler_filter(const dbt_joint *joint, const double *last, double *values);

/* The reach of a pose: the largest distance of a joint or End Site from the joint that branches,
 * units. Joints above it do not count, because in many clips they stay at the origin while the
 * character walks away; but they do where no joint branches. world comes from dbt_pose_world, from
 * from dbt_skeleton_branch. */
double dbt_pose_reach(const dbt_skeleton *skeleton, const dbt_transform *world, int from);

/* The reach of the pose of a frame's values. */
double dbt_frame_reach(const dbt_skeleton *skeleton, const double *values);

#endif

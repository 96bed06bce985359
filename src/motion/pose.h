/* Poses: channel values to joint transforms and back, forward kinematics, and the Euler filter.
 * A pose is local[n_joints]: each joint's transform in its parent's space, positions in file
 * units. Knows skeletons and values of one frame; knows no clips.
 *
 * The folder motion knows poses and clips: kinematics, alignment, feet and pops. It does not know
 * transitions. */
#ifndef DBT_MOTION_POSE_H
#define DBT_MOTION_POSE_H

#include "bvh/skeleton.h"

/* Marks all ancestors of the marked joints, too: marked[n_joints]. */
void dbt_mark_above(const dbt_skeleton *skeleton, bool *marked);

/* Transform, linear velocity (units/s) and angular velocity (rad/s) of a joint, in parent or
 * world space. */
typedef struct dbt_motion {
    dbt_transform at;
    dbt_vec3 vel, ang;
} dbt_motion;

/* Returns a joint's motion at `at` by finite differences with its transforms dt seconds before and
 * after, all in one space. Either may be NULL: one-sided difference. Both NULL: velocities 0. */
dbt_motion dbt_motion_at(const dbt_transform *at, const dbt_transform *before,
                         const dbt_transform *after, double dt);

/* Returns a joint's local transform from all values of a frame (degrees, units). Position
 * components without a channel are from the joint's OFFSET. values: may be NULL if the joint has no
 * channels. */
dbt_transform dbt_joint_from_values(const dbt_joint *joint, const double *values);

/* Sets local[n_joints] to the local transforms of a frame's values. */
void dbt_pose_from_values(const dbt_skeleton *skeleton, const double *values, dbt_transform *local);

/* Forward kinematics of one joint: sets world[joint] from its local transform and its parent's
 * world transform. */
static inline void dbt_joint_set_world(const dbt_skeleton *skeleton, int joint, dbt_transform local,
                                       dbt_transform *world)
{
    const int parent = skeleton->joints[joint].parent;
    world[joint] = parent < 0 ? local : dbt_transform_mul(world[parent], local);
}

/* Forward kinematics: sets world[n_joints] from local[n_joints]. The arrays may not overlap. */
void dbt_pose_world(const dbt_skeleton *skeleton, const dbt_transform *local, dbt_transform *world);

/* Writes a local transform to the joint's channels in all values of a frame; other values stay.
 * Position components with a channel are copied, the others ignored. Among equivalent Euler angles
 * it chooses the nearest to `last`, all values of the previous frame (degrees), by the sum of
 * squared differences. Within 1e-7 rad of gimbal lock the first angle is that of `last`, and the
 * second one is +-90 degrees plus a multiple of 360. If the joint has fewer than three rotation
 * channels, it gets the nearest rotation that they can represent; an angle that this leaves
 * undefined is that of `last`. */
void dbt_joint_to_values(const dbt_joint *joint, dbt_transform local, const double *last,
                         double *values);

/* Writes a rotation's three Euler angles (degrees, in channel order) to the joint's three rotation
 * channels: the equivalent angles nearest to `last`, as in dbt_joint_to_values. Positions stay. The
 * joint must have three rotation channels. */
void dbt_joint_set_angles(const dbt_joint *joint, const double angles[3], const double *last,
                          double *values);

/* Returns the rotation nearest to `rot` that the joint's channels can represent: `rot` itself if it
 * has three rotation channels, the identity if it has none. */
dbt_quat dbt_joint_nearest_rotation(const dbt_joint *joint, dbt_quat rot);

/* Euler filter: replaces the joint's rotation values (degrees) by the equivalent ones nearest to
 * `last`, as in dbt_joint_to_values, but not at gimbal lock: the rotation stays exact. With fewer
 * than three channels it only adds multiples of 360. Other values stay. Returns whether any
 * changed. */
bool dbt_joint_euler_filter(const dbt_joint *joint, const double *last, double *values);

/* Returns the reach of a pose: the maximum distance of a joint or End Site from joint `from`,
 * units. from: result of dbt_skeleton_branch. world: result of dbt_pose_world. Joints before `from`
 * do not count, because they often stay at the origin while the character walks away. All count if
 * `from` is the last joint: no joint branches. */
double dbt_pose_reach(const dbt_skeleton *skeleton, const dbt_transform *world, int from);

/* Returns the reach (dbt_pose_reach, units) of the pose of a frame's values, from the joint
 * dbt_skeleton_branch. */
double dbt_frame_reach(const dbt_skeleton *skeleton, const double *values);

#endif

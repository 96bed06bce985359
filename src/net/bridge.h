/* The inputs and outputs of the network that fills gaps. It reads the poses and velocities at both
 * ends of the gap, the gap's length and the time in it; it returns a correction of the
 * uncorrected bridge at that time. It is a function of time, without steps, for any frame rate.
 *
 * Lengths are in the file's units, times in seconds. "Frames" in the inputs are frames of 1/30 s,
 * the rate of training. */
#ifndef DBT_NET_BRIDGE_H
#define DBT_NET_BRIDGE_H

#include "bvh/skeleton.h"
#include "net/body_state.h"

/* The uncorrected bridge: both sides are extrapolated, and smoothstep blends the first into the
 * second. Velocities decay with these half-lives, in seconds. */
#define DBT_BRIDGE_ROT_HALFLIFE 0.05
#define DBT_BRIDGE_POS_HALFLIFE 0.25

/* The network sees three older poses beside the last one before the gap: 1, 5 and 9
 * frames of 1/30 s before it. Benchmarks give 10 frames of 1/30 s, the last one included. */
enum { DBT_BRIDGE_PAST = 3 };

/* Returns how many frames of dt seconds the older pose `past` (0 to DBT_BRIDGE_PAST - 1) is before
 * the last pose before the gap, rounded; at least 1. */
size_t dbt_bridge_past_frames(int past, double dt);

/* A network moves n joints ("rotating"), the motion root first. Its inputs are the context, which
 * is constant over a gap, and the time.
 *
 * Context: 1 if there is a frame after the gap's second end, else 0; then for each joint
 *   3       its position at the first end, from the point below the motion root on the ground;
 *   3 * 3   its displacement from each of the three past poses to the first end, scaled from the
 *           pose's rounded distance to exactly 1, 5 and 9 frames of 1/30 s;
 *   3       its displacement from the first end to the second;
 *   3       its displacement in the frame after the second end, scaled to 1/30 s;
 *   6 + 6   the first two columns of its rotation matrix at both ends;
 *   3 + 3   its angular velocity at both ends.
 * All are in the heading frame: the world, rotated by the motion root's twist about up at the first
 * end. Rotations and angular velocities are relative to the parent, except the motion root's.
 *
 * Time: u = t / gap; the missing frames, the time from either end (all in units of 30 frames); exp
 * of minus a third of the frames from either end; sine and cosine of 1 to 4 half periods of u.
 *
 * Outputs: a shift of the motion root, then a rotation vector for each joint. */
enum {
    DBT_BRIDGE_JOINT_INPUTS = 3 * (1 + DBT_BRIDGE_PAST + 2) + 2 * (6 + 3),
    DBT_BRIDGE_TIME_INPUTS = 14
};

/* The number of inputs of the context. */
static inline int dbt_bridge_n_context(int n_rotating)
{
    return 1 + DBT_BRIDGE_JOINT_INPUTS * n_rotating;
}

/* Returns the kind of input i of the context, 0 to DBT_BRIDGE_KINDS - 1. Inputs of one kind have a
 * common scale. Kind 0: the first input. Then a kind for each vector of position or displacement in
 * the list at DBT_BRIDGE_JOINT_INPUTS, whatever the joint and axis. The last two: rotations of both
 * ends, angular velocities of both ends. */
enum { DBT_BRIDGE_KINDS = 1 + 1 + DBT_BRIDGE_PAST + 2 + 2 };
int dbt_bridge_input_kind(int i);

/* The two ends of a gap, as local poses [n_joints]. */
typedef struct dbt_bridge_ends {
    const dbt_skeleton *skeleton;
    const int *rotating; /* [n_rotating] joints, the motion root first */
    int n_rotating, up;
    double dt;                      /* seconds a frame */
    const dbt_transform *src, *dst; /* the last frame before the gap and the first after it */
    const dbt_transform *src_before, *dst_after; /* one frame beyond; NULL: that end is at rest */
    const dbt_transform *past[DBT_BRIDGE_PAST];  /* dbt_bridge_past_frames before src; never NULL */
} dbt_bridge_ends;

/* Writes the context, not yet normalised, to x[dbt_bridge_n_context]. ends->src_before NULL:
 * angular velocities at the first end are 0. ends->dst_after NULL: those at the second end,
 * displacements after it, and x[0] are 0. world: scratch, [2][n_joints]. */
void dbt_bridge_encode(const dbt_bridge_ends *ends, dbt_transform *world, dbt_real *x);

/* Writes the time inputs, which are not normalised, at t seconds in a gap to
 * x[DBT_BRIDGE_TIME_INPUTS]. gap: seconds from the last frame before the gap (t = 0) to the first
 * after it, here and below. */
void dbt_bridge_encode_time(double gap, double t, dbt_real *x);

/* The factor of the network's outputs at t seconds in a gap: (4u(1 - u))^2 min(1, N/15), u = t /
 * gap, N = 30 gap - 1. Value and derivative are 0 at both ends. 0 if N < 0. */
double dbt_bridge_window(double gap, double t);

/* Returns the rotation from the heading frame to the world: the twist about up of the motion root's
 * world rotation in ends->src. */
dbt_quat dbt_bridge_heading(const dbt_bridge_ends *ends);

/* Corrects the local pose[n_joints] by the outputs y[dbt_body_n_outputs] (units, radians) times
 * factor: rotations of the rotating joints are multiplied on the right, the motion root is shifted
 * in the heading frame. Other joints stay. heading: dbt_bridge_heading(ends). Reads only the
 * skeleton and the rotating joints of `ends`. */
void dbt_bridge_correct(const dbt_bridge_ends *ends, dbt_quat heading, double factor,
                        const dbt_real *y, dbt_transform *pose);

#endif

/* Feet: the joints in contact with the ground, and the legs above them. Knows tracks and names
 * of joints; knows no transitions and no foot locking. */
#ifndef DBT_MOTION_FEET_H
#define DBT_MOTION_FEET_H

#include "base/buffer.h"
#include "motion/align.h"

/* Thresholds of a contact. A field of 0 means its default. */
typedef struct dbt_contact_options {
    const char **feet; /* [n_feet]: shell patterns of joint names, borrowed; default: joints with a
                          foot's name */
    int n_feet;
    double height; /* maximum height above the point's minimum, units; default 0.04 of the
                      skeleton's reach */
    double speed;  /* maximum speed, units a second; default 0.2 of the reach a second */
} dbt_contact_options;

#define DBT_MIN_CONTACT 1e-9 /* bounds of `height` and `speed`, if they are set */
#define DBT_MAX_CONTACT 1e9

/* A contact point: a joint that can touch the ground, or an End Site of one. */
typedef struct dbt_contact_point {
    int joint;
    bool is_tip;  /* whether it is an End Site */
    dbt_vec3 tip; /* offset from the joint, in the joint's space, units; 0 for a joint */
} dbt_contact_point;

enum { DBT_MAX_LEG_POINTS = 3 };

/* A leg: hip, knee and ankle, in this order below the motion root. Joints that divide or twist
 * thigh and shin may be between them. Its contact points, as far as the rig has them, are ankle,
 * ball and end of the toe. */
typedef struct dbt_leg {
    int hip, knee, foot;
    int ball;                       /* joint below the ankle, towards the toes; -1: none */
    int points[DBT_MAX_LEG_POINTS]; /* [n_points]: indices into dbt_feet.points; ankle first */
    int n_points;
} dbt_leg;

/* Feet, legs and contact points of a skeleton. */
typedef struct dbt_feet {
    bool by_name;  /* found by roles and names, not by the patterns of the options */
    bool *is_foot; /* [n_joints]; owned */
    int n;         /* number of feet */
    dbt_leg *legs; /* [n_legs], in the order of their feet; owned */
    int n_legs;
    dbt_contact_point *points; /* [n_points]: the feet, then the other points of legs; owned */
    int n_points;
    int *point_of;        /* [n_joints]: index of the joint's contact point; -1: none; owned */
    double height, speed; /* thresholds: the options or their defaults */
} dbt_feet;

/* Sets *feet to the feet of the output's skeleton, and the legs below the chain's motion root;
 * both may be none. A leg's ankle is the topmost foot with two joints of the leg between it and
 * the motion root. Borrows nothing. Release with dbt_feet_release, even after a failure. Fails with
 * DBT_E_PARAM if a pattern matches no joint, or is the name of two (dbt_skeleton_match). */
DBT_CHECK bool dbt_feet_init(dbt_feet *feet, const dbt_skeleton *skeleton, const dbt_chain *chain,
                             const dbt_contact_options *options, dbt_error *err);

/* Frees the arrays and zeroes *feet. Accepts a zeroed one. */
void dbt_feet_release(dbt_feet *feet);

/* Appends to out why a skeleton has no leg: "no joint has foot, toe, ankle or ball in its name", or
 * "'a', 'b' and 3 more: none has two joints between it and 'Hips'". Names four feet at the maximum.
 * No line end. Call it only if feet->n_legs is 0. motion_root: the joint's name. */
void dbt_feet_say_none(const dbt_feet *feet, const dbt_skeleton *skeleton, const char *motion_root,
                       dbt_buffer *out);

/* Appends "; the lowest are 'a', 'b' and 3 more" to out: the joints below the motion root in the
 * lowest 15 % of the pose in the track's first frame, from the motion root on. Names four at the
 * maximum; appends nothing if there are none. up: 0 x, 1 y, 2 z. Uses the track's cache: not
 * thread-safe. */
void dbt_feet_say_lowest(dbt_track *track, int motion_root, int up, dbt_buffer *out);

/* World position of a contact point, from its joint's world transform. */
static inline dbt_vec3 dbt_contact_pos(const dbt_contact_point *point, dbt_transform world)
{
    return point->is_tip ? dbt_vec3_add(world.pos, dbt_quat_rotate(world.rot, point->tip))
                         : world.pos;
}

/* Sets ground[i] to the minimum height of contact point i over the clip's frames (not resampled)
 * outside glitches. Sets ground[n_points] to the ground's height: the 1 % quantile of the lowest
 * point of each of these frames. INFINITY without points or such frames. Heights are along `up`
 * (0 x, 1 y, 2 z), units. ground: [n_points + 1]. */
void dbt_feet_ground(const dbt_feet *feet, const dbt_track *track, int up, double *ground);

#endif

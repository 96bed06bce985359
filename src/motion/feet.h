/* Feet: the joints that stand on the ground, and the legs that hold them. */
#ifndef DBT_MOTION_FEET_H
#define DBT_MOTION_FEET_H

#include "base/buffer.h"
#include "motion/align.h"

/* When a joint counts as standing on the ground. Zero is the default of all. */
typedef struct dbt_contact_options {
    const char **feet; /* shell patterns, [n_feet]; none: joints named as feet are */
    int n_feet;
    double height; /* units above the joint's least; default 0.04 of the skeleton's reach */
    double speed;  /* units a second; default 0.2 of the reach a second */
} dbt_contact_options;

#define DBT_MIN_CONTACT 1e-9 /* of height and speed, where they are given */
#define DBT_MAX_CONTACT 1e9

/* A point that may stand on the ground: a joint, or an End Site of one. */
typedef struct dbt_contact_point {
    int joint;
    bool is_tip;  /* an End Site */
    dbt_vec3 tip; /* its offset from the joint; 0 of a joint itself */
} dbt_contact_point;

enum { DBT_MAX_LEG_POINTS = 3 };

/* Three joints in a line below the motion root, of which the last is the ankle; between them may be
 * joints that divide or twist thigh and shin. And what of the foot may stand, from the ankle on:
 * ankle, ball and toe end, as far as the rig has them. */
typedef struct dbt_leg {
    int hip, knee, foot;
    int ball;                       /* the joint below the ankle; -1: none */
    int points[DBT_MAX_LEG_POINTS]; /* [n_points]: indices of dbt_feet's; the ankle's first */
    int n_points;
} dbt_leg;

typedef struct dbt_feet {
    bool by_name;  /* found by DBT_FOOT_WORDS, not by patterns */
    bool *is_foot; /* [n_joints] */
    int n;         /* how many joints are feet */
    dbt_leg *legs; /* [n_legs], in the order of their feet */
    int n_legs;
    dbt_contact_point *points; /* [n_points]: the feet and the points of legs */
    int n_points;
    int *point_of;        /* [n_joints]: the point that the joint is; -1: none */
    double height, speed; /* the options', or their defaults */
} dbt_feet;

/* Finds the feet of the output's skeleton, and its legs below the chain's motion root: a leg's
 * ankle is the topmost foot with two such joints between it and the motion root. Fails with
 * DBT_E_PARAM where a pattern matches no joint, as dbt_matcher_find does; release with
 * dbt_feet_release, also then. */
DBT_CHECK bool dbt_feet_init(dbt_feet *feet, const dbt_skeleton *skeleton, const dbt_chain *chain,
                             const dbt_contact_options *options, dbt_error *err);
void dbt_feet_release(dbt_feet *feet);

/* Why a skeleton has no leg, as a sentence for messages: which words no name has, or which feet it
 * has, of which none has two joints between it and the motion root. */
void dbt_feet_say_none(const dbt_feet *feet, const dbt_skeleton *skeleton, const char *motion_root,
                       dbt_buffer *out);

/* Names the joints below the motion root that are near the ground in the track's first frame: they
 * may be the feet. */
void dbt_feet_say_lowest(dbt_track *track, int motion_root, int up, dbt_buffer *out);

/* Where a contact point is, with its joint at a place in the world. */
static inline dbt_vec3 dbt_contact_pos(const dbt_contact_point *point, dbt_transform world)
{
    return point->is_tip ? dbt_vec3_add(world.pos, dbt_quat_rotate(world.rot, point->tip))
                         : world.pos;
}

/* What a point does in a frame of a clip, as bits: it is near its own ground, and it has moved
 * slowly since the frame before. */
enum { DBT_POINT_IS_LOW = 1, DBT_POINT_IS_SLOW = 2 };

/* Whether dbt_feet_ground can fill in bits: the track's frames are the clip's, and it has the
 * output's bones. */
bool dbt_feet_can_use_bits(const dbt_feet *feet, const dbt_track *track);

/* The least height of every point in a clip as captured, in its own frames, into ground[n_points +
 * 1]; the last is the height of the ground: in one frame of a hundred the lowest point is below it.
 * bits[n_frames][n_points]: as above, with a frame time of dt seconds; NULL: not wanted. up: 0 x, 1
 * y, 2 z. */
void dbt_feet_ground(const dbt_feet *feet, const dbt_track *track, int up, double dt,
                     double *ground, unsigned char *bits);

#endif

/* Feet: the joints that stand on the ground, and the legs that hold them. */
#ifndef DBT_MOTION_FEET_H
#define DBT_MOTION_FEET_H

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

/* Three joints in a row below the anchor, of which the last stands. */
typedef struct dbt_leg {
    int hip, knee, foot;
} dbt_leg;

typedef struct dbt_feet {
    bool *is_foot; /* [n_joints] */
    int n;         /* how many joints are feet */
    dbt_leg *legs; /* [n_legs], in the order of their feet */
    int n_legs;
    double height, speed; /* the options', or their defaults */
} dbt_feet;

/* Finds the feet of the output's skeleton, and its legs below the chain's anchor: a leg's foot
 * is the topmost one with two joints between it and the anchor. Fails with DBT_E_PARAM where a
 * pattern matches no joint, or DBT_E_MEMORY; release with dbt_feet_release, also then. */
DBT_CHECK bool dbt_feet_init(dbt_feet *feet, const dbt_skeleton *skeleton, const dbt_chain *chain,
                             const dbt_contact_options *options, dbt_error *err);
void dbt_feet_release(dbt_feet *feet);

/* The least height of every foot in a clip as captured, in its own frames, into
 * ground[n_joints]; infinite for other joints. up: 0 x, 1 y, 2 z. Fails with DBT_E_MEMORY. */
DBT_CHECK bool dbt_feet_ground(const dbt_feet *feet, const dbt_track *track, int up, double *ground,
                               dbt_error *err);

#endif

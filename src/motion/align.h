/* Alignment: moves a clip over the ground (one turn and one shift) so that it continues where the
 * motion before it is. dbt_align computes this at a cut, dbt_alignment_apply moves the joints. */
#ifndef DBT_MOTION_ALIGN_H
#define DBT_MOTION_ALIGN_H

#include "motion/track.h"

/* The chain from ROOT down to the joint that branches, on the output's skeleton: its joints 0 to
 * branch. */
typedef struct dbt_chain {
    int branch;
    int motion_root; /* the joint whose ground position and heading are continued */
    bool named;      /* the user chose it: then it is the carrier of every clip too */
    double reach;    /* of the joint that branches, in the first frame of the first clip: units */
} dbt_chain;

/* Finds the chain and the motion root: the deepest joint of the chain with a position channel that
 * varies in any track, else ROOT. root names the motion root instead (NULL: not); fails with
 * DBT_E_PARAM if it is not on the chain. */
DBT_CHECK bool dbt_chain_init(dbt_chain *chain, const dbt_track *tracks, int n_tracks,
                              const char *root, dbt_error *err);

/* A position channel that varies by at most this counts as still: units, for clips of that
 * reach. */
static inline double dbt_position_noise(double reach)
{
    return 1e-5 * reach;
}

/* How much the position channels of a joint (units), or its rotation channels (degrees), vary in
 * the track's clip: the most of them. Stops once that is more than enough, and then returns any
 * such value. */
double dbt_joint_range(const dbt_track *track, int joint, bool rotations, double enough);

/* A clip's carrier: the first joint of the chain, not below the motion root, with any channel
 * that varies in the clip. If there is none, or the user named the motion root: the motion root. */
int dbt_chain_carrier(const dbt_chain *chain, const dbt_track *track);

/* How each clip after the first is placed: it continues where the motion's root is, or where a foot
 * stands, or stays where it was captured. */
typedef enum dbt_align_by { DBT_ALIGN_ROOT, DBT_ALIGN_FOOT, DBT_ALIGN_NONE } dbt_align_by;

extern const char *const dbt_align_names[]; /* NULL-terminated */

/* A clip moved over the ground. Zeroed: left as captured. */
typedef struct dbt_alignment {
    bool active;
    int moved;  /* the joint that is moved */
    bool moves; /* false: the ground transform is the identity */
    dbt_transform ground;
    dbt_transform *held; /* [moved]: local transforms of the joints above the moved one, kept from
                            the cut on */
    dbt_transform
        held_world; /* world transform of the last of them; the identity if there is none */
} dbt_alignment;

/* The motion that a clip continues. */
typedef struct dbt_align_source {
    const dbt_transform *pose;   /* [n_joints]: at the cut */
    const dbt_transform *before; /* one frame before; NULL: at rest */
    int carrier;                 /* the joint that moves it */
    double dt;                   /* seconds a frame */
    double gap;                  /* seconds until the clip plays, in which the motion goes on */
    int foot; /* this joint stays where it is; 0 (ROOT): the motion root is continued instead */
} dbt_align_source;

/* Computes the alignment of a track that plays from frame `from` on. up: 0 x, 1 y, 2 z. From then
 * on alignment->moved is the carrier of the motion. Fails with DBT_E_ALIGN where the joint to move
 * lacks channels. */
DBT_CHECK bool dbt_align(dbt_alignment *alignment, const dbt_chain *chain, const dbt_track *track,
                         size_t from, const dbt_align_source *src, int up, dbt_error *err);

void dbt_alignment_release(dbt_alignment *alignment);

/* Sets local[n_joints] for the joints of the chain down to the moved one: the track's transforms at
 * a frame, aligned. Other joints are untouched. changed[joint] says which differ from the clip's
 * own; returns whether any does. */
bool dbt_alignment_apply(const dbt_alignment *alignment, const dbt_track *track, size_t frame,
                         dbt_transform *local, bool *changed);

#endif

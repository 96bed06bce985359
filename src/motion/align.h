/* Alignment: the joints that carry a clip through the world, and the rigid ground
 * transform that makes a clip go on where the signal is. */
#ifndef DBT_MOTION_ALIGN_H
#define DBT_MOTION_ALIGN_H

#include "motion/track.h"

/* The chain from ROOT down to the joint that branches, on the output's skeleton.
 * Places in the chain count from 0 at ROOT. */
typedef struct dbt_chain {
    int *joints; /* [length] */
    int length;
    int anchor;   /* place of the joint whose ground position and heading continue */
    bool named;   /* the user chose it: it is every clip's carrier too */
    double reach; /* from the joint that branches, in the first clip's first frame: units */
} dbt_chain;

/* Finds the chain, and the anchor: the deepest joint of it with a position
 * channel that varies in any track, or ROOT. root (may be NULL) names the anchor
 * instead, DBT_E_PARAM where it is not on the chain. */
DBT_CHECK bool dbt_chain_init(dbt_chain *chain, const dbt_track *tracks, int n_tracks,
                              const char *root, dbt_error *err);

void dbt_chain_release(dbt_chain *chain);

/* What a position channel may range over and count as still: units, for clips of that reach. */
static inline double dbt_position_noise(double reach)
{
    return 1e-5 * reach;
}

/* The most that a position channel of the joint at that place ranges over in the track's clip,
 * units; where that is more than enough, anything between the two. */
double dbt_chain_range(const dbt_chain *chain, const dbt_track *track, int place, double enough);

/* Place of a clip's carrier: the first joint of the chain, not below the anchor,
 * any channel of which varies in the clip; or the anchor, also where it was named. */
int dbt_chain_carrier(const dbt_chain *chain, const dbt_track *track);

/* How each clip after the first is placed: it goes on where the signal's root is, or a foot that
 * stands, or stays where it was captured. */
typedef enum dbt_align_by { DBT_ALIGN_ROOT, DBT_ALIGN_FOOT, DBT_ALIGN_NONE } dbt_align_by;

extern const char *const dbt_align_names[]; /* NULL-terminated */

/* A clip moved over the ground. Zeroed: left as captured. */
typedef struct dbt_alignment {
    bool active;
    int moved;  /* place of the joint that is moved */
    bool moves; /* false: the ground transform counts as identity */
    dbt_transform ground;
    dbt_transform *held;      /* [moved]: local transforms of the joints above, kept */
    dbt_transform held_world; /* of the last of them; identity for none */
} dbt_alignment;

/* The signal that a clip goes on from. */
typedef struct dbt_align_source {
    const dbt_transform *pose;   /* [n_joints] at the cut */
    const dbt_transform *before; /* one frame before; NULL: at rest */
    int carrier;                 /* its place in the chain */
    double dt;                   /* seconds a frame */
    double gap;                  /* seconds until the clip plays; the signal moves on in them */
    int foot;                    /* the joint that goes on where it is; 0 (ROOT): the anchor does */
} dbt_align_source;

/* Measures the alignment of a track that starts at frame from. up: 0 x, 1 y, 2 z.
 * alignment->moved is the signal's carrier from then on. Fails with DBT_E_ALIGN where
 * the joint to move lacks channels, or DBT_E_MEMORY. */
DBT_CHECK bool dbt_align(dbt_alignment *alignment, const dbt_chain *chain, const dbt_track *track,
                         size_t from, const dbt_align_source *src, int up, dbt_error *err);

void dbt_alignment_release(dbt_alignment *alignment);

/* Local transforms of the chain down to the moved joint at a frame of the track,
 * aligned, into local[n_joints], other joints untouched; changed[place] says
 * which differ from the clip's own. Returns whether any does. */
bool dbt_alignment_apply(const dbt_alignment *alignment, const dbt_chain *chain,
                         const dbt_track *track, size_t frame, dbt_transform *local, bool *changed);

#endif

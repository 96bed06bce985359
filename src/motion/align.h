/* Alignment: the rigid transform over the ground (one heading rotation and one shift) by which a
 * clip continues the motion before it. dbt_align computes it at a cut, dbt_alignment_apply
 * applies it to poses. Knows tracks and poses; knows no transition methods. */
#ifndef DBT_MOTION_ALIGN_H
#define DBT_MOTION_ALIGN_H

#include "motion/track.h"

/* The root chain of the output's skeleton: joints 0 (ROOT) to `branch`, the first joint with
 * several children. */
typedef struct dbt_chain {
    int branch;
    int motion_root; /* joint whose ground position and heading are continued */
    bool named;   /* whether the user named the motion root: then it is the carrier of every clip */
    double reach; /* reach of `branch` in the first frame of the first clip, units */
} dbt_chain;

/* Sets *chain for tracks[n_tracks] of one skeleton, at least one. The motion root is the deepest
 * joint of the chain with a position channel that varies in any track, else ROOT. A channel varies
 * if its range is above dbt_position_noise(reach). root: name of the motion root instead; may be
 * NULL. Fails with DBT_E_PARAM if no joint, or none of the chain, has that name. */
DBT_CHECK bool dbt_chain_init(dbt_chain *chain, const dbt_track *tracks, int n_tracks,
                              const char *root, dbt_error *err);

/* Returns the maximum range (max - min) of a position channel that counts as still, units. reach:
 * of the first clip, units. */
static inline double dbt_position_noise(double reach)
{
    return 1e-5 * reach;
}

/* Returns the largest range (max - min) of a joint's position channels (units) or rotation channels
 * (degrees) in the track's clip; 0 without such channels. joint: of the output. May return early
 * with any value above `enough`. */
double dbt_joint_range(const dbt_track *track, int joint, bool rotations, double enough);

/* Returns a clip's carrier: the first joint of the chain with a position or rotation channel that
 * varies in the clip, but no joint below the motion root. If there is none, or if the user named
 * the motion root, the carrier is the motion root. */
int dbt_chain_carrier(const dbt_chain *chain, const dbt_track *track);

/* Joint by which each clip after the first is aligned: the motion root, or the foot in contact,
 * or none (not moved). */
typedef enum dbt_align_by { DBT_ALIGN_ROOT, DBT_ALIGN_FOOT, DBT_ALIGN_NONE } dbt_align_by;

/* Names of the values of dbt_align_by, NULL-terminated. */
extern const char *const dbt_align_names[];

/* A computed alignment. Zeroed, it is inactive. Release with dbt_alignment_release. */
typedef struct dbt_alignment {
    bool active;           /* false: dbt_alignment_apply does nothing */
    int moved;             /* joint that the ground transform moves */
    bool moves;            /* false: `ground` is the identity */
    dbt_transform ground;  /* in the world, applied after the clip's own transforms */
    dbt_transform *frozen; /* [moved]: the source's local transforms at the cut of the joints above
                              `moved`, which stay so from the cut on; owned */
    dbt_transform frozen_world; /* world transform of joint moved - 1; identity if `moved` is 0 */
} dbt_alignment;

/* State at the cut of the motion that a clip continues. */
typedef struct dbt_align_source {
    const dbt_transform *pose;   /* [n_joints]: local pose at the cut */
    const dbt_transform *before; /* [n_joints]: local pose one frame earlier; NULL: at rest */
    int carrier;                 /* carrier of this motion */
    double dt;                   /* seconds a frame */
    double gap; /* seconds from the cut to the clip's first frame; the motion continues meanwhile;
                   <= 0: none */
    int foot;   /* joint that does not move over the ground, even in the gap; 0 (ROOT): the motion
                   root is continued instead */
} dbt_align_source;

/* Computes the alignment of a track that plays from frame `from` on, and makes it active. up: 0 x,
 * 1 y, 2 z. alignment->moved: the track's carrier if it is also src->carrier, else the motion root.
 * The ground transform brings the motion root, or the foot, of the track to that of the source; a
 * transform of at most 1e-9 units and radians becomes the identity. Overwrites *alignment: release
 * an earlier one first. Release with dbt_alignment_release. Fails with DBT_E_ALIGN if `moved` lacks
 * any of its 3 position and 3 rotation channels, even if it need not move; *alignment is then
 * unchanged. */
DBT_CHECK bool dbt_align(dbt_alignment *alignment, const dbt_chain *chain, const dbt_track *track,
                         size_t from, const dbt_align_source *src, int up, dbt_error *err);

/* Frees the frozen transforms and zeroes the alignment. Accepts a zeroed one. */
void dbt_alignment_release(dbt_alignment *alignment);

/* Sets local[] and changed[] of joints 0 to `moved` at a frame of the track; leaves the other
 * joints as they are. local[] becomes the frozen transform of joints above `moved`; that of `moved`
 * is such that its world transform is the clip's, moved by `ground`. changed[] of joints above
 * `moved`: whether the joint differs from the clip by more than 1e-9 units or radians. Returns, and
 * sets changed[moved] to, whether any does or `ground` moves. An inactive alignment sets nothing
 * and returns false. */
bool dbt_alignment_apply(const dbt_alignment *alignment, const dbt_track *track, size_t frame,
                         dbt_transform *local, bool *changed);

#endif

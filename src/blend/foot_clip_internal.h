/* Internal to foot_clip.c and foot_clip_path.c: the legs and corrections of a whole clip. */
#ifndef DBT_BLEND_FOOT_CLIP_INTERNAL_H
#define DBT_BLEND_FOOT_CLIP_INTERNAL_H

#include "blend/foot_clip.h"
#include "blend/foot_lock_internal.h"
#include "blend/stance.h"

/* A leg in each frame of the clip, without corrections. Arrays: [n_frames], world, units. points:
 * as dbt_leg.points; NULL: the leg has no such point. */
typedef struct clip_leg {
    dbt_vec3 *hip, *knee, *points[DBT_MAX_LEG_POINTS];
    unsigned char *touches; /* bit k: locked point k is in contact, by height and speed */
    dbt_stance_path path;   /* its offset and spin are those of the leg's clip_correction */
} clip_leg;

/* The correction of a leg. */
typedef struct clip_correction {
    dbt_vec3 *offset, *spin; /* [n_frames]: of the ankle from the raised clip, units; world rotation
                                vector of the foot */
    double *weights;         /* [n_blocks], in [0, 1] */
    double factor; /* of the last measured block: limit over value of the leg's worst joint; 1: no
                      seam */
} clip_correction;

struct dbt_foot_clip {
    foot_locking work; /* for one frame, number work.begin: its arrays over frames have one item.
                          Its weight stays 1, as dbt_foot_clip_apply passes weighted corrections */
    /* block: number of frames in a block; a leg has one weight for each block */
    size_t n_frames, block, n_blocks;
    clip_correction *legs;  /* [n_legs] */
    double *raised;         /* [n_frames]: rise of the motion root, units; negative: lowered */
    double *drops;          /* [n_frames]: drop of the raised motion root for short legs, units; at
                               weight 1 */
    double ground;          /* height of the ground, units; -INFINITY if no foot is ever locked */
    bool skates;            /* no foot is ever as slow as a contact, so contacts may be faster */
    dbt_abruptness *levels; /* [n_joints]: seam references */
    dbt_abruptness *values, *in_clip; /* [n_joints]: scratch of measured blocks */
    dbt_locked_feet feet;             /* the result, by sum_up */
};

/* Writes the clip's pose of an output frame, without corrections, into local[n_joints]. Uses the
 * track's cache. */
static inline void clip_pose(const dbt_foot_clip *c, size_t frame, dbt_transform *local)
{
    const dbt_timeline *t = &c->work.sequence->timeline;
    dbt_track_pose(t->clips[0].track, dbt_timeline_track_frame(t, 0, frame), local);
}

/* Returns the height of the lowest contact point of all legs in a frame of the clip, units. */
static inline double lowest_in_clip(const dbt_foot_clip *c, const clip_leg *legs, size_t frame)
{
    double lowest = INFINITY;
    for (int i = 0; i < c->work.n_legs; i++)
        for (int k = 0; k < c->work.legs[i].joints.n_points; k++)
            lowest = fmin(lowest, dbt_vec3_get(legs[i].points[k][frame], c->work.up));
    return lowest;
}

/* Returns legs[n_legs] with room for all frames, zeroed. `memory` owns them; but their paths borrow
 * the offset and spin of c->legs. */
clip_leg *dbt_clip_lock_legs(const dbt_foot_clip *c, dbt_arena *memory);

/* Finds the corrections of all frames at weight 1: sets offset and spin of c->legs, c->raised,
 * c->drops, c->ground, c->skates, and the sides of c->work.legs. The arrays must be zeroed. Does
 * not change weights. legs: the result of dbt_clip_lock_legs, filled in. */
void dbt_clip_lock_paths(dbt_foot_clip *c, clip_leg *legs);

#endif

/* Internal to foot_clip.c and foot_clip_path.c: the legs and corrections of a whole clip. */
#ifndef DBT_BLEND_FOOT_CLIP_INTERNAL_H
#define DBT_BLEND_FOOT_CLIP_INTERNAL_H

#include "blend/foot_clip.h"
#include "blend/foot_lock_internal.h"
#include "blend/stance.h"

/* A leg in each frame of the clip, without corrections. Arrays: [n_frames], world. */
typedef struct clip_leg {
    dbt_vec3 *hip, *knee, *points[DBT_MAX_LEG_POINTS];
    unsigned char *touches; /* bits of the points in contact, by dbt_contacts_at */
    dbt_stance_path path;
} clip_leg;

/* The correction of a leg. */
typedef struct clip_correction {
    dbt_vec3 *offset, *spin; /* [n_frames]: of the ankle from the raised clip, units; world rotation
                                vector of the foot */
    double *weights;         /* [n_blocks], in [0, 1] */
    double factor;           /* of the weights in the last measured block; 1: no seam */
} clip_correction;

struct dbt_foot_clip {
    foot_locking work; /* for one frame, number work.begin: its arrays have one item. Its weight
                          stays 1, as dbt_foot_clip_apply passes weighted corrections */
    /* block: number of frames in a block; a leg has one weight for each block */
    size_t n_frames, block, n_blocks;
    clip_correction *legs;  /* [n_legs] */
    double *raised;         /* [n_frames]: height by which the motion root is raised, units */
    double *drops;          /* [n_frames]: further drop that short legs need, units */
    double ground;          /* height of the ground; -INFINITY if no foot ever touches it */
    dbt_abruptness *levels; /* [n_joints]: seam references */
    dbt_locked_feet feet;
};

/* Writes the clip's pose of a frame, without corrections, into local[n_joints]. */
static inline void clip_pose(const dbt_foot_clip *c, size_t frame, dbt_transform *local)
{
    const dbt_timeline *t = &c->work.sequence->timeline;
    dbt_track_pose(t->clips[0].track, dbt_timeline_track_frame(t, 0, frame), local);
}

/* Returns the height of the lowest contact point of all legs in a frame of the clip. */
static inline double lowest_in_clip(const dbt_foot_clip *c, const clip_leg *legs, size_t frame)
{
    double lowest = INFINITY;
    for (int i = 0; i < c->work.n_legs; i++)
        for (int k = 0; k < c->work.legs[i].joints.n_points; k++)
            lowest = fmin(lowest, dbt_vec3_get(legs[i].points[k][frame], c->work.up));
    return lowest;
}

/* Returns legs[n_legs] with room for all frames, allocated in `memory`. */
clip_leg *dbt_clip_lock_legs(const dbt_foot_clip *c, dbt_arena *memory);

/* Sets the corrections of all frames, with weight 1, raised, drops and ground. Fills in
 * legs[n_legs], as returned by dbt_clip_lock_legs. */
void dbt_clip_lock_paths(dbt_foot_clip *c, clip_leg *legs);

#endif

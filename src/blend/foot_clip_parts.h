/* What the files of a whole clip's foot locking share. */
#ifndef DBT_BLEND_FOOT_CLIP_PARTS_H
#define DBT_BLEND_FOOT_CLIP_PARTS_H

#include "blend/foot_clip.h"
#include "blend/foot_lock_parts.h"
#include "blend/stance.h"

/* A leg in each frame of the clip. */
typedef struct clip_leg {
    dbt_vec3 *hip, *knee, *points[DBT_MAX_LEG_POINTS];
    unsigned char *touches; /* bits of points: they touch the ground by the rule of contacts */
    dbt_stance_path path;
} clip_leg;

/* What is applied to a leg. */
typedef struct clip_correction {
    dbt_vec3 *offset, *spin; /* [n_frames]: of the ankle, with the body raised; of the foot */
    double *weights;         /* [n_blocks] */
    bool has_seam;           /* in the block that was measured last */
} clip_correction;

struct dbt_foot_clip {
    foot_locking work; /* of one frame at a time: work.begin */
    size_t n_frames, block, n_blocks;
    clip_correction *legs;  /* [n_legs] */
    double *raised;         /* [n_frames]: of the body, units */
    double *drops;          /* [n_frames]: that legs ask for beside */
    double ground;          /* height of the ground; -INFINITY: no foot ever touches it */
    dbt_abruptness *levels; /* [n_joints] */
    dbt_locked_feet feet;
};

/* The clip's pose of a frame. */
static inline void clip_pose(const dbt_foot_clip *c, size_t frame, dbt_transform *local)
{
    const dbt_timeline *t = &c->work.sequence->timeline;
    dbt_track_pose(t->clips[0].track, dbt_timeline_track_frame(t, 0, frame), local);
}

/* The lowest contact point of all legs in a frame, as they are in the clip. */
static inline double lowest_in_clip(const dbt_foot_clip *c, const clip_leg *legs, size_t frame)
{
    double lowest = INFINITY;
    for (int i = 0; i < c->work.n_legs; i++)
        for (int k = 0; k < c->work.legs[i].joints.n_points; k++)
            lowest = fmin(lowest, dbt_vec3_get(legs[i].points[k][frame], c->work.up));
    return lowest;
}

/* Allocates the frames of the legs, [n_legs], in memory. */
clip_leg *dbt_clip_lock_legs(const dbt_foot_clip *c, dbt_arena *memory);

/* Finds the corrections of all frames, with weights of 1. */
void dbt_clip_lock_paths(dbt_foot_clip *c, clip_leg *legs);

#endif

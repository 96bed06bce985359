/* The joints of a skeleton that networks move, and the clips in the forms that training needs. For
 * dead-learned: the motion root in the world, the rotations of the rotating joints below it, and
 * the points whose world positions are compared. For bridge-learned: local poses. */
#ifndef DBT_TRAIN_BODY_H
#define DBT_TRAIN_BODY_H

#include "base/arena.h"
#include "motion/track.h"
#include "net/body_state.h"

/* A point of the body: the motion root (the first), a joint below it, or a tip. Tips lie beside
 * joints without children, because no position of a joint depends on the rotation of such a joint.
 */
typedef struct dbt_body_point {
    int parent;   /* index of a point, lower than this one's; -1: this is the motion root */
    int rotation; /* index among the rotating joints; -1: not one */
    int joint;    /* index in the skeleton; -1: a tip */
} dbt_body_point;

/* The joints that the network moves, and the lengths of the clips. Each run of a clip between
 * glitches counts as a clip. Borrows the skeleton. */
typedef struct dbt_body {
    const dbt_skeleton *skeleton;
    int motion_root;   /* the joints above it stay as they are */
    int up;            /* 0 x, 1 y, 2 z */
    double frame_time; /* of all clips, seconds */
    double reach;      /* of the first clip's first frame, units */
    int *rotating;     /* [n_rotating] joints, the motion root first, parents before children */
    int n_rotating;
    dbt_body_point *points; /* [n_points], parents before children */
    int n_points;
    int n_clips;
    int n_train;      /* clips 0 to n_train - 1 are trained on, the others held out */
    size_t *first;    /* [n_clips + 1]: number of a clip's first frame, counted over all clips; the
                         last:    number of all frames */
    dbt_arena memory; /* of all arrays here and in the structs below */
} dbt_body;

/* Sets *body: lists the runs of tracks[n_tracks], which share a skeleton and a frame time, and
 * finds the joints that rotate in the first n_train (> 0) of them; the other tracks are held out.
 * root: the motion root's name; may be NULL: found by dbt_chain_init. up: 0 x, 1 y, 2 z. Does not
 * borrow the tracks. Fails as dbt_chain_init; with DBT_E_LIMIT if a clip is resampled to more than
 * DBT_MAX_RESAMPLING frames for each of its own, or more than DBT_MAX_ROTATING joints rotate; with
 * DBT_E_SKELETON if no joint below the motion root rotates. Release with dbt_body_release, unless
 * it failed: body is then zeroed. */
DBT_CHECK bool dbt_body_init(dbt_body *body, dbt_track *tracks, int n_tracks, int n_train,
                             const char *root, int up, dbt_error *err);

/* Frees all arrays, also those of the struct that contains it, and zeroes *body (not that struct).
 * Accepts a zeroed one. */
void dbt_body_release(dbt_body *body);

/* The clips for the training of dead-learned. */
typedef struct dbt_body_clips {
    dbt_body body;
    dbt_vec3 *root;      /* [frames] of the motion root, world */
    dbt_quat *rots;      /* [frames][n_rotating]: of the motion root, world; of the others, local */
    float *positions;    /* [frames][n_points][3] world, units */
    dbt_transform *rest; /* [n_clips][n_points] local, at the clip's first frame; not set for a clip
                            without frames. The rotations serve joints outside `rotating`. */
} dbt_body_clips;

/* The world position of a point at a frame, counted over all clips. */
static inline dbt_vec3 dbt_body_point_pos(const dbt_body_clips *clips, size_t frame, int point)
{
    const float *p = clips->positions + (frame * (size_t)clips->body.n_points + (size_t)point) * 3;
    return (dbt_vec3){ (double)p[0], (double)p[1], (double)p[2] };
}

/* Sets *clips to the poses of tracks[n_tracks]; parameters and failures as in dbt_body_init.
 * Release with dbt_body_release(&clips->body), unless it failed. */
DBT_CHECK bool dbt_body_clips_init(dbt_body_clips *clips, dbt_track *tracks, int n_tracks,
                                   int n_train, const char *root, int up, dbt_error *err);

/* The clips for the training of bridge-learned, at 30 frames a second. */
typedef struct dbt_pose_clips {
    dbt_body body;
    dbt_transform *local; /* [frames][n_joints], in the body's memory */
} dbt_pose_clips;

/* Sets *clips to the poses of tracks[n_tracks]; parameters and failures as in dbt_body_init.
 * Release with dbt_body_release(&clips->body), unless it failed. */
DBT_CHECK bool dbt_pose_clips_init(dbt_pose_clips *clips, dbt_track *tracks, int n_tracks,
                                   int n_train, const char *root, int up, dbt_error *err);

/* The pose of a frame, counted over all clips: [n_joints], valid as long as clips. */
static inline const dbt_transform *dbt_pose_clips_at(const dbt_pose_clips *clips, size_t frame)
{
    return clips->local + frame * (size_t)clips->body.skeleton->n_joints;
}

/* Where a sample of training begins in the clips. */
typedef struct dbt_sample {
    size_t frame; /* counted over all clips */
    int clip;     /* that of the frame */
} dbt_sample;

/* Writes the state at a frame, counted over all clips, to *root and joints[n_rotating]. The two
 * frames before it must be of the same clip. */
void dbt_body_state_at(const dbt_body_clips *clips, size_t frame, dbt_body_root *root,
                       dbt_body_joint *joints);

#endif

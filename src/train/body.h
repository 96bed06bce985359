/* Which joints of a skeleton the learned extrapolation moves, and clips as it sees
 * them: the anchor in the world, the joints below it that turn, and points whose
 * places in the world are what is learned. */
#ifndef DBT_TRAIN_BODY_H
#define DBT_TRAIN_BODY_H

#include "motion/track.h"
#include "net/body_state.h"

/* A place in the world that hangs on the body: a joint below the anchor, the anchor
 * itself (the first), or a tip: a point beside a joint without children, without which
 * nobody would see that joint turn. */
typedef struct dbt_body_point {
    int parent; /* point, less than its own index; -1: the anchor */
    int turn;   /* which of the turning joints it is; -1: none of them */
    int joint;  /* of the skeleton; -1: a tip */
} dbt_body_point;

/* The joints of a skeleton, borrowed, that are moved. */
typedef struct dbt_body {
    const dbt_skeleton *skeleton;
    int anchor; /* the joints above it are held */
    int up;     /* 0 x, 1 y, 2 z */
    double frame_time;
    double reach; /* units */
    int *turns;   /* [n_turns] joints, the anchor first, parents before children */
    int n_turns;
    dbt_body_point *points; /* [n_points], parents before children */
    int n_points;
} dbt_body;

/* Finds the joints that move in tracks[n_tracks], which share a skeleton and a frame time. Fails
 * with DBT_E_LIMIT if there are too many frames, DBT_E_SKELETON if no joint below the anchor turns,
 * or DBT_E_MEMORY. Release with dbt_body_release. */
DBT_CHECK bool dbt_body_init(dbt_body *body, dbt_track *tracks, int n_tracks, const char *root,
                             int up, dbt_error *err);
void dbt_body_release(dbt_body *body);

/* All clips of one training, on one grid. Each run of a clip with glitches is a clip here. */
typedef struct dbt_body_clips {
    dbt_body body;
    int n_clips;
    size_t *first;       /* [n_clips + 1] where each clip's frames begin */
    dbt_vec3 *root;      /* [frames] of the anchor, world */
    dbt_quat *turns;     /* [frames][n_turns] */
    float *places;       /* [frames][n_points][3] world, units */
    dbt_transform *rest; /* [n_clips][n_points] local transforms that a clip keeps */
} dbt_body_clips;

/* Reads the poses of tracks[n_tracks]. Fails as dbt_body_init. Release with
 * dbt_body_clips_release. */
DBT_CHECK bool dbt_body_clips_init(dbt_body_clips *clips, dbt_track *tracks, int n_tracks,
                                   const char *root, int up, dbt_error *err);

/* Reads more tracks, on that skeleton and frame time, behind the others: they have no say in
 * what moves, and a joint that turns in them alone is held where each of them begins. Fails
 * with DBT_E_LIMIT or DBT_E_MEMORY, the clips as they were. */
DBT_CHECK bool dbt_body_clips_add(dbt_body_clips *clips, dbt_track *tracks, int n_tracks,
                                  dbt_error *err);
void dbt_body_clips_release(dbt_body_clips *clips);

/* Checks that resampling does not make too many frames: a clip of a few lines may last a year.
 * Fails with DBT_E_LIMIT. */
DBT_CHECK bool dbt_body_check_rates(const dbt_track *tracks, int n_tracks, dbt_error *err);

/* The state of a clip's frame of all (two before it are the clip's, too). */
void dbt_body_state_at(const dbt_body_clips *clips, size_t frame, dbt_body_root *root,
                       dbt_body_turn *turns);

#endif

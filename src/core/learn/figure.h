/* Which joints of a skeleton the learned extrapolation moves, and clips as it sees
 * them: the anchor in the world, the joints below it that turn, and points whose
 * places in the world are what is learned. */
#ifndef DBT_CORE_FIGURE_H
#define DBT_CORE_FIGURE_H

#include "core/learn/figure_state.h"
#include "core/track.h"

/* A place in the world that hangs on the figure: a joint below the anchor, the anchor
 * itself (the first), or a tip: a point beside a joint without children, without which
 * nobody would see that joint turn. */
typedef struct dbt_figure_point {
    int parent; /* point, less than its own index; -1: the anchor */
    int turn;   /* which of the turning joints it is; -1: none of them */
    int joint;  /* of the skeleton; -1: a tip */
} dbt_figure_point;

/* The joints of a skeleton, borrowed, that are moved. */
typedef struct dbt_figure {
    const dbt_skeleton *skeleton;
    int anchor; /* the joints above it are held */
    int up;     /* 0 x, 1 y, 2 z */
    double frame_time;
    double reach; /* units */
    int *turns;   /* [n_turns] joints, the anchor first, parents before children */
    int n_turns;
    dbt_figure_point *points; /* [n_points], parents before children */
    int n_points;
} dbt_figure;

/* All clips of one training, on one grid. */
typedef struct dbt_figure_clips {
    dbt_figure figure;
    int n_clips;
    size_t *first;       /* [n_clips + 1] where each clip's frames begin */
    dbt_vec3 *root;      /* [frames] of the anchor, world */
    dbt_quat *turns;     /* [frames][n_turns] */
    float *places;       /* [frames][n_points][3] world, units */
    dbt_transform *rest; /* [n_clips][n_points] local transforms that a clip keeps */
} dbt_figure_clips;

/* Frames that one of a clip's may become at the first clip's rate. */
enum { DBT_MAX_RESAMPLING = 100 };

/* Reads the poses of tracks[n_tracks], all on the first's skeleton and frame time.
 * Fails with DBT_E_LIMIT where that makes too many frames, DBT_E_MEMORY, or DBT_E_SKELETON where
 * nothing below the anchor turns. Release with dbt_figure_clips_release. */
DBT_CHECK bool dbt_figure_clips_init(dbt_figure_clips *clips, dbt_track *tracks, int n_tracks,
                                     const char *root, int up, dbt_error *err);

/* Reads more tracks, on that skeleton and frame time, behind the others: they have no say in
 * what moves, and a joint that turns in them alone is held where each of them begins. Fails
 * with DBT_E_LIMIT or DBT_E_MEMORY, the clips as they were. */
DBT_CHECK bool dbt_figure_clips_add(dbt_figure_clips *clips, dbt_track *tracks, int n_tracks,
                                    dbt_error *err);
void dbt_figure_clips_release(dbt_figure_clips *clips);

/* The state of a clip's frame of all (two before it are the clip's, too). */
void dbt_figure_state_at(const dbt_figure_clips *clips, size_t frame, dbt_figure_root *root,
                         dbt_figure_turn *turns);

/* The state between poses one frame of dt apart: now, before, and before that (NULL: as
 * fast then); positions of the anchor and turns[n_turns]. */
void dbt_figure_state_of(int n_turns, double dt, const dbt_vec3 root[3],
                         const dbt_quat *const turns[3], dbt_figure_root *out,
                         dbt_figure_turn *out_turns);

#endif

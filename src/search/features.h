/* Frames as a search for cuts compares them: positions and velocities of the joints, each
 * seen from its own character. */
#ifndef DBT_SEARCH_FEATURES_H
#define DBT_SEARCH_FEATURES_H

#include "base/allowance.h"
#include "base/arena.h"
#include "motion/track.h"

#include <stdint.h>

/* The settings for comparing frames: the same for all frames that are compared with each other. All
 * members are borrowed. */
typedef struct dbt_view {
    const dbt_skeleton *skeleton; /* of the first clip: its joints, in its order */
    int motion_root;              /* which of them a frame is seen from; those above do not count */
    int up;                       /* 0 x, 1 y, 2 z */
    dbt_quat ref;                 /* the motion root's world rotation that faces ahead */
    double frame_time;            /* clips at other rates are resampled */
    dbt_interpolation interpolation;
    double velocity_weight; /* seconds, >= 0: a velocity's share of the cost */
    const double *weights;  /* [n_joints] >= 0, finite; NULL: all 1 */
    bool centred; /* both velocities of a frame are their mean; at a clip's end the one there is */
    dbt_allowance *allowance; /* for the search; NULL: all that it takes */
} dbt_view;

/* Each [n_frames][n_values], three values for each joint that has a weight, multiplied by
 * the root of its share of all weights: so distances are plain ones. */
typedef struct dbt_features {
    const char *file; /* the clip's, for messages; borrowed */
    size_t n_frames;  /* at the view's rate */
    int n_values;
    double velocity_weight; /* the view's, like allowance */
    dbt_allowance *allowance;
    double *pose;     /* units */
    double *leaving;  /* units a second: backward differences; 0 in the first frame */
    double *entering; /* forward differences; 0 in the last frame */
    uint8_t *barred;  /* [n_frames]: bits DBT_NOT_LEFT, DBT_NOT_ENTERED; NULL: no frame is barred */
    dbt_arena memory; /* of the arrays */
} dbt_features;

/* Why a frame is no place for a cut: it is outside the clip's runs, or a glitch is in its velocity.
 */
enum { DBT_NOT_LEFT = 1, DBT_NOT_ENTERED = 2 };

/* Whether frame i of a may be left for frame j of b. */
static inline bool dbt_features_may_cut(const dbt_features *a, size_t i, const dbt_features *b,
                                        size_t j)
{
    return !(a->barred && (a->barred[i] & DBT_NOT_LEFT)) &&
           !(b->barred && (b->barred[j] & DBT_NOT_ENTERED));
}

/* The features of a clip, which must have the view's joints; it is not needed afterwards. Only of
 * these frames of the clip at the view's rate, which then count from 0: the first has no velocity
 * for leaving it, the last none for entering it. NULL: of all.
 * Fails as dbt_track_init does, with DBT_E_PARAM where no joint has a weight, or with
 * DBT_E_LIMIT where the clip has too many frames at the view's rate. */
DBT_CHECK bool dbt_features_init(dbt_features *features, const dbt_clip *clip, const dbt_view *view,
                                 const dbt_frame_run *frames, dbt_error *err);
void dbt_features_release(dbt_features *features);

/* Sets the view's ref from the first frame of a clip that has the view's joints. Fails with
 * DBT_E_SKELETON or DBT_E_FRAMES. */
DBT_CHECK bool dbt_view_reference(dbt_view *view, const dbt_clip *clip, dbt_error *err);

/* Whether two frames are left, or entered, in the same pose and with the same velocity, to the last
 * bit: then cuts there cost the same. */
bool dbt_features_are_equal(const dbt_features *a, size_t i, const dbt_features *b, size_t j,
                            bool entered);

/* Takes steps from the allowance. what: names the work in the message. Fails with DBT_E_LIMIT,
 * naming the clip. */
DBT_CHECK bool dbt_features_spend(const dbt_features *features, double steps, const char *what,
                                  dbt_error *err);

/* The same for a search through `cells` pairs of frames of a and b. */
DBT_CHECK bool dbt_features_spend_search(const dbt_features *a, const dbt_features *b, double cells,
                                         double steps, dbt_error *err);

/* The steps of computing the cost of a pair of frames. */
double dbt_features_cost_steps(const dbt_features *a);

/* What a cut costs, infinite where its figures overflow. */
typedef struct dbt_cut_cost {
    double cost;     /* units: root of pose^2 + (velocity_weight * velocity)^2 */
    double pose;     /* units: root mean square distance of the joints */
    double velocity; /* units a second: that of their velocities */
} dbt_cut_cost;

/* Of leaving frame i of a for frame j of b, which is of the same view. */
dbt_cut_cost dbt_features_cost(const dbt_features *a, size_t i, const dbt_features *b, size_t j);

#endif

/* Frames as a search for cuts compares them: positions and velocities of the joints relative to the
 * character. */
#ifndef DBT_SEARCH_FEATURES_H
#define DBT_SEARCH_FEATURES_H

#include "base/arena.h"
#include "motion/track.h"

#include <stdint.h>

/* The settings for comparing frames, equal for all frames that are compared with each other.
 * Borrows its members. */
typedef struct dbt_view {
    const dbt_skeleton *skeleton; /* of the first clip: its joints, in its order */
    int motion_root;   /* joint that positions are relative to; joints above it do not count */
    int up;            /* 0 x, 1 y, 2 z */
    dbt_quat ref;      /* world rotation of the motion root when the character faces ahead; headings
                          are angles about `up` from there */
    double frame_time; /* seconds; clips at other rates are resampled */
    dbt_interpolation interpolation;
    double velocity_weight; /* seconds, >= 0: factor of velocities in the cost */
    const double *weights;  /* [n_joints] >= 0, finite; NULL: all 1 */
    bool centred; /* both velocities of a frame are their mean; at a clip's ends the only one */
} dbt_view;

/* The features of a clip's frames. pose, leaving and entering are [n_frames][n_values]: x, y, z of
 * each joint with a weight, times sqrt(weight / sum of weights). So Euclidean distances are
 * weighted root mean square distances. */
typedef struct dbt_features {
    size_t n_frames; /* at the view's rate */
    int n_values;
    double velocity_weight; /* the view's */
    double *pose;           /* units */
    double *leaving;        /* units a second: backward differences; 0 in the first frame */
    double *entering;       /* units a second: forward differences; 0 in the last frame */
    uint8_t *barred;  /* [n_frames]: bits DBT_NOT_LEFT, DBT_NOT_ENTERED; NULL: no frame is barred */
    dbt_arena memory; /* of the arrays */
} dbt_features;

/* Bits of `barred`: a frame cannot be left, or entered, because it is outside the clip's runs
 * (dbt_clip_run) or a glitch is in its velocity. */
enum { DBT_NOT_LEFT = 1, DBT_NOT_ENTERED = 2 };

/* Whether frame i of a may be left for frame j of b. */
static inline bool dbt_features_may_cut(const dbt_features *a, size_t i, const dbt_features *b,
                                        size_t j)
{
    return !(a->barred && (a->barred[i] & DBT_NOT_LEFT)) &&
           !(b->barred && (b->barred[j] & DBT_NOT_ENTERED));
}

/* Computes the features of a clip; borrows it during the call. frames: the frames at the view's
 * rate that get features, then counted from 0: within the clip, at least one; NULL: all. The first
 * of them has no velocity for leaving it, the last none for entering it: both are 0. Release with
 * dbt_features_release; after a failure *features is zeroed, and there is nothing to release. Fails
 * as dbt_track_init does; with DBT_E_SKELETON unless the clip has the view's joints, in any order;
 * with DBT_E_PARAM if no joint has a weight; or with DBT_E_LIMIT if the clip, whatever `frames` is,
 * has too many frames at the view's rate (DBT_FREE_SEARCHED). From any thread. */
DBT_CHECK bool dbt_features_init(dbt_features *features, const dbt_clip *clip, const dbt_view *view,
                                 const dbt_frame_run *frames, dbt_error *err);
void dbt_features_release(dbt_features *features);

/* Sets view->ref to the world rotation of the motion root in the clip's first frame; reads the
 * view's skeleton and motion_root. Fails with DBT_E_SKELETON unless the clip has the view's joints,
 * in any order, or with DBT_E_FRAMES if it has no frames; ref is then undefined. */
DBT_CHECK bool dbt_view_reference(dbt_view *view, const dbt_clip *clip, dbt_error *err);

/* Whether the poses and velocities of two frames are equal to the last bit, so that cuts there cost
 * the same. entered: compares velocities for entering, else for leaving. */
bool dbt_features_are_equal(const dbt_features *a, size_t i, const dbt_features *b, size_t j,
                            bool entered);

/* Fails with DBT_E_LIMIT if n_pairs pairs of frames are more than a search allows for clips of
 * n_bytes bytes (DBT_FREE_PAIRS). file: of the first clip, for the message; borrowed; may be
 * NULL. */
DBT_CHECK bool dbt_check_searched(double n_pairs, double n_bytes, const char *file, dbt_error *err);

/* The cost of a cut; a field is INFINITY if its numbers overflow. */
typedef struct dbt_cut_cost {
    double cost;     /* units: root of pose^2 + (velocity_weight * velocity)^2 */
    double pose;     /* units: root mean square distance of the joints */
    double velocity; /* units a second: root mean square difference of the velocities */
} dbt_cut_cost;

/* Returns the cost of leaving frame i of a for frame j of b, also if they are barred. A field is
 * INFINITY, never NAN, if its numbers overflow. a and b must be of one view. */
dbt_cut_cost dbt_features_cost(const dbt_features *a, size_t i, const dbt_features *b, size_t j);

#endif

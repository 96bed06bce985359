/* Jumps: the second difference of each joint's world position in each frame, relative to its
 * usual size. Knows one clip. dbtool-internals(7), POPS, has the rule. */
#ifndef DBT_MOTION_JUMPS_H
#define DBT_MOTION_JUMPS_H

#include "bvh/clip.h"

/* Limits. Clips with fewer frames have no pops. Nor have clips with more than this number of
 * joints per channel: their world positions would cost far more than reading the file. */
enum { DBT_JUMPS_MIN_FRAMES = 20, DBT_JUMPS_MAX_PER_CHANNEL = 4 };

/* Ranks of the quantile of a frame's ratios, by weight: that of a pop, which three fifths of the
 * body exceed, and that of a spike, which three tenths do. */
#define DBT_POP_RANK   0.4
#define DBT_SPIKE_RANK 0.7

/* Jump of a joint divided by its usual jump. The usual jump is the larger of two: that over the
 * whole file, and that within a second. ratio: 1000 if the usual jump is 0 and the jump is not; 0
 * if both are. */
typedef struct dbt_jump {
    double ratio;
    int joint;
} dbt_jump;

/* Jumps of a clip. The jump of a joint at frame k is |p_k - 2 p_(k-1) + p_(k-2)|, of world
 * positions p in units. The frame time cancels out of all quotients. Release with
 * dbt_jumps_release. */
typedef struct dbt_jumps {
    const dbt_clip *clip; /* borrowed */
    int n_joints;
    size_t n_frames; /* 0: the clip can have no pops, and the arrays are NULL */
    double **values; /* [n_joints][n_frames]: jumps; 0 in frames 0 and 1; an entry may be NULL: not
                        measured */
    double *usual;   /* [n_joints]: usual jump over the whole file, units */
    double *weight;  /* [n_joints]: fraction of the length of all bones; the sum is 1 */
    dbt_jump *last;  /* [n_joints]: ratios of the last dbt_jumps_quantile, in ascending order */
    double *scratch; /* [n_frames] */
} dbt_jumps;

/* Measures all joints of a clip in up to n_threads threads. Sets jumps->n_frames to 0, and measures
 * nothing, if the clip can have no pops (DBT_JUMPS_...). Borrows the clip. Memory: a double per
 * joint and frame. Release with dbt_jumps_release. */
void dbt_jumps_init(dbt_jumps *jumps, const dbt_clip *clip, int n_threads);

/* Returns the quantile of a rank, 0 to 1, of the ratios (dbt_jump) of all joints at a frame, by
 * weight: the ratio of a joint, not interpolated; 0 for frames 0 and 1. That of DBT_POP_RANK is the
 * frame's pop. Sets jumps->last, and overwrites jumps->scratch: not thread-safe. All joints must be
 * measured; jumps->n_frames: not 0. */
double dbt_jumps_quantile(dbt_jumps *jumps, size_t frame, double rank);

/* Returns whether the quantile of a rank at a frame may exceed the limit (> 0): false is certain,
 * true only possible. Cheaper than dbt_jumps_quantile. jumps->n_frames: not 0. */
bool dbt_jumps_may_exceed(const dbt_jumps *jumps, size_t frame, double rank, double limit);

/* Returns a joint's largest jump, divided by the largest jump over 0.2 s away from it. Sets *frame
 * to its frame, in every case. Returns infinity if the jumps over 0.2 s away are 0; 0 if the
 * largest jump is at most the joint's usual jump. jumps->n_frames: not 0. */
double dbt_jumps_outlier(const dbt_jumps *jumps, int joint, size_t *frame);

/* Returns whether a pop of any frame may exceed the limit (> 0): false is certain, true only
 * possible. False if the clip can have no pops. Measures only the joints nearest to ROOT, at no
 * more than half the cost of dbt_jumps_init. */
bool dbt_clip_may_pop(const dbt_clip *clip, double limit);

/* Returns the number of frames in `seconds` of the clip, rounded, at least `min`. Returns the
 * clip's n_frames if the rounded number exceeds it. */
size_t dbt_jumps_frames(const dbt_clip *clip, double seconds, size_t min);

/* Frees all arrays and zeroes *jumps. Accepts a zeroed one. */
void dbt_jumps_release(dbt_jumps *jumps);

#endif

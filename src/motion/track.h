/* Tracks: a clip resampled to the output's frame times, and mapped to the output's skeleton.
 * Knows clips and skeletons; knows no transitions and no alignment. */
#ifndef DBT_MOTION_TRACK_H
#define DBT_MOTION_TRACK_H

#include "bvh/clip.h"
#include "motion/pose.h"
#include "motion/simd_fk.h"

/* Interpolation between clip frames: cubic Hermite, or linear and slerp. */
typedef enum dbt_interpolation {
    DBT_INTERPOLATE_HERMITE,
    DBT_INTERPOLATE_LINEAR
} dbt_interpolation;

enum { DBT_TRACK_WINDOW = 4 }; /* clip frames that an interpolated frame depends on */

/* A clip on the output's frames and joints. dbt_track_pose is not thread-safe. */
typedef struct dbt_track {
    const dbt_clip *clip;
    const dbt_skeleton *skeleton; /* skeleton of the output; borrowed */
    int *map;         /* [n_joints]: the clip's joint for each joint of the output; owned */
    size_t n_frames;  /* number of output frames */
    bool copies_text; /* same layout and rate: output frames may be copied from the clip's text */
    double step;      /* clip frames per output frame; 1: not resampled */
    dbt_interpolation interpolation;
    /* Cache: decoded poses of the clip frames last used. Alternating between distant frames decodes
     * them each time. */
    dbt_transform *blocks;  /* [2][DBT_PATH_FRAMES][n_joints]; owned */
    size_t block_number[2]; /* clip frame / DBT_PATH_FRAMES of each block; SIZE_MAX: none */
} dbt_track;

/* Whether two rates are equal: frame times differ by less than 0.01 %. */
bool dbt_same_rate(double frame_time_a, double frame_time_b);

/* Returns the frame time of fps frames a second: 1 / fps, rounded to the decimals of the output. */
enum { DBT_FRAME_TIME_DECIMALS = 7 };
double dbt_output_frame_time(double fps);

/* Returns the last output frame, counted from 0, of a clip with n_frames frames, at least 1: a
 * whole number, or infinite. Frame times in seconds. At equal rates (dbt_same_rate) it is
 * n_frames - 1. */
double dbt_track_last(size_t n_frames, double clip_frame_time, double frame_time);

/* Sets up a track of a clip for an output's skeleton and frame time (seconds). The clip is
 * resampled unless the rates are equal (dbt_same_rate). Borrows clip and skeleton. Release with
 * dbt_track_release. Fails with DBT_E_FRAMES if the clip has no frames, DBT_E_SKELETON if its
 * joints differ (dbt_skeleton_map), DBT_E_LIMIT if the track would have more than DBT_MAX_FRAMES
 * frames; there is nothing to release then. */
DBT_CHECK bool dbt_track_init(dbt_track *track, const dbt_clip *clip, const dbt_skeleton *skeleton,
                              double frame_time, dbt_interpolation interpolation, dbt_error *err);

/* Frees the track's arrays and zeroes it. Accepts a zeroed one. */
void dbt_track_release(dbt_track *track);

/* Returns the first track of this clip, by its address, in tracks[*n]; the other parameters are
 * not compared. If there is none, appends one (dbt_track_init) and increments *n; the array must
 * have room for it. If dbt_track_init fails, returns NULL with its error; *n stays. */
dbt_track *dbt_track_of(dbt_track *tracks, int *n, const dbt_clip *clip,
                        const dbt_skeleton *skeleton, double frame_time,
                        dbt_interpolation interpolation, dbt_error *err);

/* Returns a run of the clip (dbt_clip_run) in output frames: frames that depend only on clip
 * frames of the run, even if interpolated. It may be empty: end <= begin. */
dbt_frame_run dbt_track_run(const dbt_track *track, size_t run);

/* Returns the first glitch of the clip that affects the output frames `first` to `last`, both
 * included: one of its frames, or a jump between two of the clip frames that these depend on. NULL:
 * none. Borrowed from the clip. */
const dbt_glitch *dbt_track_find_glitch(const dbt_track *track, size_t first, size_t last);

/* Whether a joint of the output has rotation channels in the clip. */
static inline bool dbt_track_may_rotate(const dbt_track *track, int joint)
{
    return track->clip->skeleton.joints[track->map[joint]].n_rot > 0;
}

/* Returns a joint's local transform at an output frame below n_frames. Position components come
 * from the clip if the output has a channel for them, else from the output's OFFSET. Does not use
 * the cache: thread-safe. joint: of the output. */
dbt_transform dbt_track_joint(const dbt_track *track, size_t frame, int joint);

/* Returns the world position (units) of a point in a joint's space at an output frame.
 * Thread-safe. */
dbt_vec3 dbt_track_point(const dbt_track *track, size_t frame, int joint, dbt_vec3 point);

/* Sets local[n_joints] to the pose at an output frame, as dbt_track_joint. Uses the track's
 * cache: not thread-safe. */
void dbt_track_pose(dbt_track *track, size_t frame, dbt_transform *local);

/* Compares the bones of two clips in their first frames: the joints after the motion root. Warns
 * (DBT_WARN_BONES) of each bone whose length differs by over 1 % and by over 1e-5 reach. Then warns
 * (DBT_WARN_ZERO_POSE) of the joint that differs most in the zero pose, if any differs
 * (motion/zero_pose.h). reach: of `first`, units. Both tracks have the same output skeleton. Fails
 * with DBT_E_SKELETON if the median of the ratios of lengths is above 2 or below 0.5: the warnings
 * of bones are added, that of the zero pose is not. */
DBT_CHECK bool dbt_track_check_bones(const dbt_track *track, const dbt_track *first,
                                     int motion_root, double reach, dbt_warnings *warnings,
                                     dbt_error *err);

#endif

/* A clip seen on the output's skeleton and frame grid. */
#ifndef DBT_MOTION_TRACK_H
#define DBT_MOTION_TRACK_H

#include "bvh/clip.h"
#include "motion/pose.h"

typedef enum dbt_interpolation {
    DBT_INTERPOLATE_HERMITE,
    DBT_INTERPOLATE_LINEAR
} dbt_interpolation;

enum { DBT_TRACK_WINDOW = 4 }; /* clip frames that an interpolated frame depends on */

typedef struct dbt_track {
    const dbt_clip *clip;
    const dbt_skeleton *skeleton; /* the output's */
    int *map;                     /* [n_joints]: the clip's joint for each of the output's */
    size_t n_frames;              /* on the output's grid */
    bool own_text;                /* same layout and rate: frames are the clip's own */
    double step;                  /* clip frames an output frame; 1: not resampled */
    dbt_interpolation interpolation;
    /* Of resampled tracks: decoded poses of the clip frames last used. Asking in turn for frames
     * that are far apart decodes them each time. */
    dbt_transform *window;                 /* [DBT_TRACK_WINDOW][n_joints] */
    size_t window_frame[DBT_TRACK_WINDOW]; /* the clip frame in each; SIZE_MAX: none */
} dbt_track;

/* Equal rates: frame times that differ by less than 0.01 %. */
bool dbt_same_rate(double frame_time_a, double frame_time_b);

/* The frame time of an output of fps frames a second: 1/fps to as many decimals as it is written
 * with. */
enum { DBT_FRAME_TIME_DECIMALS = 7 };
double dbt_output_frame_time(double fps);

/* The last frame on a grid of that frame time of a clip with n_frames of its own. */
double dbt_track_last(size_t n_frames, double clip_frame_time, double frame_time);

/* Borrows clip and skeleton; release with dbt_track_release. Fails where the clip has no frames
 * (DBT_E_FRAMES), other joints (DBT_E_SKELETON), too many frames on the grid (DBT_E_LIMIT). */
DBT_CHECK bool dbt_track_init(dbt_track *track, const dbt_clip *clip, const dbt_skeleton *skeleton,
                              double frame_time, dbt_interpolation interpolation, dbt_error *err);

void dbt_track_release(dbt_track *track);

/* The track of this clip among tracks[*n]; if there is none it is made after the others, where
 * there must be room, and counted. Returns NULL if dbt_track_init fails. */
dbt_track *dbt_track_of(dbt_track *tracks, int *n, const dbt_clip *clip,
                        const dbt_skeleton *skeleton, double frame_time,
                        dbt_interpolation interpolation, dbt_error *err);

/* A run of the clip (dbt_clip_run) in frames of the grid: the frames that are interpolated from
 * that run alone. It may be empty: end <= begin. */
dbt_frame_run dbt_track_run(const dbt_track *track, size_t run);

/* The first glitch of the clip that jumps between two frames of the grid; NULL if there is none. */
const dbt_glitch *dbt_track_find_glitch(const dbt_track *track, size_t first, size_t last);

/* Whether a joint of the output has rotation channels in the clip. */
static inline bool dbt_track_may_rotate(const dbt_track *track, int joint)
{
    return track->clip->skeleton.joints[track->map[joint]].n_rot > 0;
}

/* The local transform of one of the output's joints at a frame of the grid.
 * Positions the output has channels for are the clip's, others its own OFFSET. */
dbt_transform dbt_track_joint(const dbt_track *track, size_t frame, int joint);

/* Where a point that is fixed to that joint is in the world, units. */
dbt_vec3 dbt_track_point(const dbt_track *track, size_t frame, int joint, dbt_vec3 point);

/* All of them: local[n_joints]. */
void dbt_track_pose(dbt_track *track, size_t frame, dbt_transform *local);

/* Compares the clip's bones with those of first, both in their first frame. A bone that differs by
 * over 1 % is a warning; so is a joint that is turned in the zero pose (motion/zero_pose.h). Where
 * the median of the ratios is above 2 or below a half, fails with DBT_E_SKELETON. The chain down to
 * the motion root is passed over. reach is first's, units. */
DBT_CHECK bool dbt_track_check_bones(const dbt_track *track, const dbt_track *first,
                                     int motion_root, double reach, dbt_warnings *warnings,
                                     dbt_error *err);

#endif

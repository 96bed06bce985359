/* A sequence: clips that follow each other at cuts, frame by frame. Everything
 * that a blend is: grid, alignment, transitions, what stays the clips' own. */
#ifndef DBT_CORE_SEQUENCE_H
#define DBT_CORE_SEQUENCE_H

#include "core/clip.h"
#include "core/frame.h"
#include "core/layer.h"
#include "core/limits.h"
#include "core/memo.h"
#include "core/method.h"
#include "core/timespec.h"
#include "core/track.h"

/* The longest output by default: 11 hours at 240 frames a second. A frame time, a loop or
 * an end far off would else ask for more than any disk holds. */
enum { DBT_MAX_OUTPUT_FRAMES = 10000000 };

typedef enum dbt_past_end { DBT_PAST_END_ERROR, DBT_PAST_END_HOLD, DBT_PAST_END_LOOP } dbt_past_end;

/* For the joints whose names match a shell pattern, the transition's length times
 * factor; 0 makes them change at once. */
typedef struct dbt_profile {
    const char *glob;
    double factor;
} dbt_profile;

/* One clip of a sequence and, unless it is the first, the cut that it starts at. */
typedef struct dbt_segment {
    const dbt_clip *clip;
    dbt_time at;   /* output time; its `end` is that of the clip playing before */
    dbt_time from; /* clip time; its `end` is the clip's own */
    dbt_setting setting;
    const dbt_profile *profiles; /* [n_profiles], the last match wins */
    int n_profiles;
} dbt_segment;

/* What to make. Zero is the default of all but up; everything is borrowed for the
 * sequence's life. */
typedef struct dbt_sequence_spec {
    const dbt_segment *segments; /* [n_segments], at least one */
    int n_segments;
    bool align_none;  /* clips stay where they were captured */
    const char *root; /* name of the anchor and carrier; NULL: found */
    int up;           /* 0 x, 1 y, 2 z */
    dbt_past_end past_end;
    bool has_until;
    dbt_time until;
    dbt_interpolation interpolation;
    size_t max_frames;             /* of the output; 0: DBT_MAX_OUTPUT_FRAMES */
    const dbt_limits_file *limits; /* NULL: learned from the clips */
    const dbt_layer *layers;       /* [n_layers], applied in order onto the sequence */
    int n_layers;
    bool extrapolate;     /* from the last cut on, its method's bare continuation */
    bool measures_limits; /* joint limits are wanted even if no method is */
    const dbt_clip *grid; /* whose skeleton and frame time the output has; NULL: the first's */
    const dbt_memo *memo; /* of what is learned from the clips; NULL: none */
} dbt_sequence_spec;

typedef struct dbt_sequence dbt_sequence;

/* Checks the whole spec: skeletons, times, names. NULL with err on failure, DBT_E_LIMIT
 * where the output would be too long. Free with dbt_sequence_free. */
dbt_sequence *dbt_sequence_new(const dbt_sequence_spec *spec, dbt_error *err);

void dbt_sequence_free(dbt_sequence *sequence);

size_t dbt_sequence_n_frames(const dbt_sequence *sequence);

/* The first clip, whose skeleton, layout and frame time are the output's. */
const dbt_clip *dbt_sequence_first_clip(const dbt_sequence *sequence);

int dbt_sequence_n_cuts(const dbt_sequence *sequence);

/* Frame of cut `cut` (from 1, the segment's index), and the frame at which the
 * last of its joints is over; equal where all jump. */
size_t dbt_sequence_cut_frame(const dbt_sequence *sequence, int cut);
size_t dbt_sequence_end_frame(const dbt_sequence *sequence, int cut);

/* What the profiles of a cut make of the transition's length, [n_joints], until the next
 * call or frame; NULL: all 1. */
const double *dbt_sequence_factors(dbt_sequence *sequence, int cut);

/* Output frame at which the clip of a segment (from 0) shows its own last frame, whether or
 * not it still plays there. */
size_t dbt_sequence_clip_last(const dbt_sequence *sequence, int segment);

/* The ground transform by which the clip of a cut was moved, once the cut was
 * reached: identity where it was not. Returns the joint that carries it, -1 where
 * clips are not aligned. */
int dbt_sequence_alignment(const dbt_sequence *sequence, int cut, dbt_transform *ground);

/* What the output is measured against: the clip of a segment (from 0) alone,
 * aligned, no transition in it but the layers, at an output frame not before its
 * cut, which must have been reached; past its end it holds or loops. Into
 * local[n_joints]. Ends the life of the last frame's pointers. */
void dbt_sequence_clip_pose(dbt_sequence *sequence, int segment, size_t frame,
                            dbt_transform *local);

/* The clip of a segment as captured, on the output's grid, and its frame that is
 * played at an output frame not before its cut. */
dbt_track *dbt_sequence_track(dbt_sequence *sequence, int segment);
size_t dbt_sequence_clip_frame(const dbt_sequence *sequence, int segment, size_t frame);

/* All that these tracks can be, one for each clip: [*n]. */
const dbt_track *dbt_sequence_tracks(const dbt_sequence *sequence, int *n);

const dbt_skeleton *dbt_sequence_skeleton(const dbt_sequence *sequence);
double dbt_sequence_frame_time(const dbt_sequence *sequence);

/* Learns what frames need of the clips: many sequences may wait for it, and hold little.
 * To be called before it is asked for; the first frame calls it, too. Fails with
 * DBT_E_MEMORY. */
DBT_CHECK bool dbt_sequence_prepare(dbt_sequence *sequence, dbt_error *err);

/* Joints that may turn in the output, a clip, a layer or a network; until it is finished. */
const dbt_turning *dbt_sequence_turning(const dbt_sequence *sequence);

/* Their limits, [turning], without margin; NULL where none were wanted; until it is
 * finished. */
const dbt_joint_limits *dbt_sequence_limits(const dbt_sequence *sequence);

const dbt_sequence_spec *dbt_sequence_get_spec(const dbt_sequence *sequence);

/* The reach of the first clip's first frame, units. */
double dbt_sequence_reach(const dbt_sequence *sequence);

/* What was tolerated so far, bones among it. */
dbt_warnings *dbt_sequence_warnings(dbt_sequence *sequence);

/* The next frame, to be called dbt_sequence_n_frames times; its pointers are valid
 * until the next call. Fails with DBT_E_ALIGN or DBT_E_MEMORY. */
DBT_CHECK bool dbt_sequence_next(dbt_sequence *sequence, dbt_frame *frame, dbt_error *err);

/* To be called after the last frame, where the sequence lives on: frees what only frames
 * and their metrics need, many times the size of the rest. */
void dbt_sequence_finish(dbt_sequence *sequence);

#endif

/* Converts output frames from joint transforms, or from a clip's own text, to the values in the
 * file. */
#ifndef DBT_BLEND_FRAME_H
#define DBT_BLEND_FRAME_H

#include "base/arena.h"
#include "bvh/bvh.h"
#include "motion/pose.h"

/* Degrees and units. A channel that changes by at most this counts as unchanged: the conversion
 * through quaternions causes such differences. */
#define DBT_UNCHANGED 1e-9

/* One frame of a sequence, before it has channels. */
typedef struct dbt_frame {
    const dbt_clip *clip; /* whose frame this is, with the output's channel layout; or NULL */
    size_t clip_frame;
    const bool *own;            /* [n_joints]: the joint keeps the clip's values; NULL: all do */
    const dbt_transform *local; /* [n_joints]: valid for joints that are not the clip's own */
    bool blended; /* write the other joints as computed, even if they equal the clip's */
} dbt_frame;

/* Converts frames to values, in order. */
typedef struct dbt_encoder {
    dbt_arena memory;
    const dbt_skeleton *skeleton; /* the output's */
    int decimals;
    bool euler_filter;
    const double *last; /* values of the previous frame; at first, first_values */
    double *buffers[2];
    bool *kept;
    dbt_warnings *warnings; /* receives DBT_WARN_ROTATION */
    size_t n_frames;        /* so far */
} dbt_encoder;

/* first_values[n_channels] replace the frame before the first. Borrows all arguments; release with
 * dbt_encoder_release. */
void dbt_encoder_init(dbt_encoder *encoder, const dbt_skeleton *skeleton, int decimals,
                      bool euler_filter, const double *first_values, dbt_warnings *warnings);

void dbt_encoder_release(dbt_encoder *encoder);

/* The values of the next frame. They and kept are valid until the second call from now. Fails with
 * DBT_E_NUMBER if a computed value is not finite. */
DBT_CHECK bool dbt_encode(dbt_encoder *encoder, const dbt_frame *frame, dbt_values_frame *values,
                          dbt_error *err);

#endif

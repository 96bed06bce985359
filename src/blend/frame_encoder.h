/* Encodes output frames: from joint transforms, or a clip's text, to the values in the file. */
#ifndef DBT_BLEND_FRAME_ENCODER_H
#define DBT_BLEND_FRAME_ENCODER_H

#include "base/arena.h"
#include "bvh/bvh.h"
#include "motion/pose.h"

/* Degrees and units: a channel that changes by at most this counts as unchanged, because the
 * conversion through quaternions rounds. */
#define DBT_UNCHANGED 1e-9

/* One frame of a sequence, before it has channels. All is borrowed. */
typedef struct dbt_frame {
    const dbt_clip *clip; /* the frame's clip, in the output's channel layout; may be NULL */
    size_t clip_frame;
    const bool *from_clip;      /* [n_joints]: the joint has the clip's values; NULL: all have */
    const dbt_transform *local; /* [n_joints]: valid for all other joints */
    bool blended; /* write the other joints as computed, even if equal to the clip's */
} dbt_frame;

/* The state of encoding frames, in their order. */
typedef struct dbt_encoder {
    dbt_arena memory;
    const dbt_skeleton *skeleton; /* the output's */
    int decimals;
    bool euler_filter;
    const double *last;     /* values of the previous frame; initially first_values */
    double *buffers[2];     /* [n_channels]: the values of every second frame */
    bool *kept;             /* [n_channels]: as in dbt_values_frame */
    dbt_warnings *warnings; /* receives DBT_WARN_ROTATION */
    size_t n_frames;        /* encoded so far */
} dbt_encoder;

/* Initialises an encoder before the first frame. first_values: [n_channels], the values before it.
 * All arguments are borrowed. Release with dbt_encoder_release. */
void dbt_encoder_init(dbt_encoder *encoder, const dbt_skeleton *skeleton, int decimals,
                      bool euler_filter, const double *first_values, dbt_warnings *warnings);
void dbt_encoder_release(dbt_encoder *encoder);

/* Encodes the next frame. out->values is valid until the second call from now, out->kept until the
 * next one. If the clip's line is copied as a whole, out->values are the clip's and out->kept is
 * NULL. Fails with DBT_E_NUMBER if a value is not finite. */
DBT_CHECK bool dbt_encode(dbt_encoder *encoder, const dbt_frame *frame, dbt_values_frame *out,
                          dbt_error *err);

#endif

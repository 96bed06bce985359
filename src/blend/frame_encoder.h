/* Encodes output frames: from joint transforms, or a clip's text, to the values in the file. */
#ifndef DBT_BLEND_FRAME_ENCODER_H
#define DBT_BLEND_FRAME_ENCODER_H

#include "base/arena.h"
#include "bvh/bvh.h"
#include "motion/pose.h"

/* Degrees and units: a channel that changes by at most this counts as unchanged, because the
 * conversion through quaternions rounds. */
#define DBT_UNCHANGED 1e-9

/* One frame of a sequence, before it has channels. All is borrowed. A joint is copied (has the
 * values of clip_frame) or computed (from `local`). */
typedef struct dbt_frame {
    const dbt_clip *clip; /* in the output's channel layout; NULL: all joints are computed */
    size_t clip_frame;
    const bool *from_clip;      /* [n_joints]: the joint is copied; NULL: all are, if clip is set */
    const dbt_transform *local; /* [n_joints]: valid for computed joints; NULL if there are none */
    bool blended; /* do not snap values of computed joints to the clip's (DBT_UNCHANGED) */
} dbt_frame;

/* The state of encoding frames, in their order. */
typedef struct dbt_encoder {
    dbt_arena memory;
    const dbt_skeleton *skeleton; /* the output's */
    int decimals;
    bool euler_filter;
    const double *last; /* [n_channels]: of the previous frame, in buffers or in a clip; initially
                           first_values */
    double *buffers[2]; /* [n_channels]: values of the current and of the previous frame */
    bool *kept;         /* [n_channels]: as in dbt_values_frame */
    dbt_warnings *warnings; /* receives DBT_WARN_ROTATION */
    size_t n_frames;        /* encoded so far */
} dbt_encoder;

/* Initialises an encoder before the first frame. decimals: of values that are computed.
 * euler_filter: filter copied joints, too (dbt_joint_euler_filter), from the second frame on.
 * first_values: [n_channels], to which the first frame's computed angles are nearest. Borrows the
 * skeleton, first_values and warnings. Release with dbt_encoder_release. */
void dbt_encoder_init(dbt_encoder *encoder, const dbt_skeleton *skeleton, int decimals,
                      bool euler_filter, const double *first_values, dbt_warnings *warnings);
void dbt_encoder_release(dbt_encoder *encoder);

/* Encodes the next frame into *out. A frame with a line and without from_clip is copied as a whole:
 * out->values are the clip's, out->kept is NULL. But not with the Euler filter, nor if the clip's
 * text.moved is set.
 * Else out->kept is set for channels whose value equals the clip's, except the moved one. All its
 * members are false if the frame has no line; out->line.begin is NULL then. Values that are not
 * kept are rounded to `decimals`. out->values is valid until the second call from now, out->kept
 * until the next call. Warns (DBT_WARN_ROTATION) once for each joint of the frame whose one or two
 * rotation channels, or none, leave its rotation over 0.5 degrees off.
 * Fails with DBT_E_NUMBER if a value is not finite: out->values and out->kept are NULL then. The
 * frame still counts, but the next one follows the last frame that succeeded. */
DBT_CHECK bool dbt_encode(dbt_encoder *encoder, const dbt_frame *frame, dbt_values_frame *out,
                          dbt_error *err);

#endif

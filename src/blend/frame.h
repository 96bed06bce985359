/* Output frames: from joint transforms, or a clip's own text, to the values that
 * the file will hold. */
#ifndef DBT_BLEND_FRAME_H
#define DBT_BLEND_FRAME_H

#include "bvh/bvh.h"
#include "motion/pose.h"

/* A channel that computing leaves where it was, but for rounding on the way through quaternions,
 * changes by no more: degrees, units. */
#define DBT_UNCHANGED 1e-9

/* One frame of a sequence, before it has channels. */
typedef struct dbt_frame {
    const dbt_clip *clip; /* of the output's channel layout, whose frame this is; or NULL */
    size_t clip_frame;
    const bool *own;            /* [n_joints]: the joint is the clip's own; NULL: all are */
    const dbt_transform *local; /* [n_joints]: valid where a joint is not the clip's own */
    bool blended; /* the other joints are written as computed, also where they equal the clip's */
} dbt_frame;

/* Turns frames, in order, into values. */
typedef struct dbt_encoder {
    const dbt_skeleton *skeleton; /* the output's */
    int decimals;
    bool unroll;
    const double *last; /* the previous frame's values; before the first, the first's guess */
    double *buffers[2];
    bool *kept;
    dbt_warnings *warnings; /* DBT_WARN_ROTATION goes here */
    size_t n_frames;        /* so far */
} dbt_encoder;

/* first_values[n_channels] stand in for the frame before the first. The encoder
 * borrows all its arguments; release it with dbt_encoder_release. Fails with
 * DBT_E_MEMORY. */
DBT_CHECK bool dbt_encoder_init(dbt_encoder *encoder, const dbt_skeleton *skeleton, int decimals,
                                bool unroll, const double *first_values, dbt_warnings *warnings,
                                dbt_error *err);

void dbt_encoder_release(dbt_encoder *encoder);

/* The values of the next frame. They and kept are valid until the call after
 * the next one. Fails with DBT_E_NUMBER where a computed value is not finite. */
DBT_CHECK bool dbt_encode(dbt_encoder *encoder, const dbt_frame *frame, dbt_values_frame *values,
                          dbt_error *err);

#endif

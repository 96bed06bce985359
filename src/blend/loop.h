/* A loop: a period of a clip, whose end and beginning are adjusted until they meet, and its
 * repetitions in a row. */
#ifndef DBT_BLEND_LOOP_H
#define DBT_BLEND_LOOP_H

#include "blend/frame_encoder.h"
#include "blend/player.h"
#include "blend/sequence_spec.h"

/* The inputs of a loop. All members are borrowed for the loop's life. */
typedef struct dbt_loop_spec {
    const dbt_clip *clip;
    size_t begin, length; /* of the period, frames; the frame after it must exist */
    dbt_tuning tuning;    /* of the loop point; its method must adjust both sides */
    dbt_align_by align;   /* how each repetition is aligned to the one before */
    const char *root;     /* name of the motion root and carrier; NULL: detected */
    int up;               /* 0 x, 1 y, 2 z */
} dbt_loop_spec;

/* A loop, ready to evaluate frames. */
typedef struct dbt_loop dbt_loop;

/* Returns a loop. Returns NULL with err if the transition at the loop point is longer than the
 * period (DBT_E_TIME), or as dbt_track_init, dbt_chain_init, dbt_align, dbt_tuning_resolve and
 * dbt_transition_begin fail. Free with dbt_loop_free. */
dbt_loop *dbt_loop_new(const dbt_loop_spec *spec, dbt_error *err);
void dbt_loop_free(dbt_loop *loop); /* NULL is fine */

/* Returns the rigid ground transform from one repetition to the next; the identity, with joint -1,
 * if spec->align is DBT_ALIGN_NONE. */
dbt_clip_move dbt_loop_move(const dbt_loop *loop);

/* Sets *out to a frame of the repetitions. frame: from 0, without an upper limit. in_place: the
 * ground transform of a repetition is removed evenly over its frames, so that the character neither
 * travels nor rotates. out->clip is the loop's clip, out->from_clip NULL if the frame is unchanged.
 * out->local is valid for all joints; out->blended: the transition changes a joint. The pointers in
 * *out are valid until the next call. */
void dbt_loop_frame(dbt_loop *loop, size_t frame, bool in_place, dbt_frame *out);

#endif

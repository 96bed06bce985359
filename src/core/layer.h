/* Layers: joints of a sequence that other clips override for a while. */
#ifndef DBT_CORE_LAYER_H
#define DBT_CORE_LAYER_H

#include "core/curve.h"
#include "core/frame.h"
#include "core/timespec.h"
#include "core/track.h"

/* How a layer's weight comes and goes: by fades along a curve, or over its whole
 * span s in [0, 1] as 1 - |2s - 1| or the root of that. */
typedef enum dbt_layer_shape {
    DBT_LAYER_FADES,
    DBT_LAYER_TRIANGLE,
    DBT_LAYER_SQRT_TRIANGLE
} dbt_layer_shape;

typedef struct dbt_layer_clip {
    const dbt_clip *clip;
    dbt_time at;   /* output time; `end` is the sequence's */
    dbt_time from; /* clip time; `end` is the clip's */
    dbt_time fade; /* length over which it replaces what the layer showed before */
} dbt_layer_clip;

/* Everything is borrowed for the life of the dbt_layers made of it. */
typedef struct dbt_layer {
    const char *const *joints; /* shell patterns, [n_joints] */
    int n_joints;
    double weight;               /* in [0, 1] */
    bool positions;              /* override local positions too */
    const dbt_layer_clip *clips; /* [n_clips], in the order of their times, at least one */
    int n_clips;
    bool has_until;
    dbt_time until;    /* end of the layer; default: its last clip's end */
    dbt_time fade_out; /* length before that */
    dbt_layer_shape shape;
    dbt_curve curve; /* of the fades */
} dbt_layer;

/* Layers at work on the frames of one sequence. */
typedef struct dbt_layers dbt_layers;

/* skeleton, frame_time and n_frames are the sequence's. NULL with err where names,
 * skeletons or times do not fit (DBT_E_PARAM, _SKELETON, _TIME), or DBT_E_MEMORY. */
dbt_layers *dbt_layers_new(const dbt_layer *layers, int n_layers, const dbt_skeleton *skeleton,
                           double frame_time, size_t n_frames, dbt_interpolation interpolation,
                           dbt_error *err);

void dbt_layers_free(dbt_layers *layers);

/* Whether a layer drives a joint, and a clip of theirs has rotation channels for it. */
bool dbt_layers_may_turn(const dbt_layers *layers, int joint);

/* Applies all layers, each onto the result of the one before, to a frame of the
 * sequence. Where none is at work the frame stays as it is; else *frame points
 * into layers until the next call. */
void dbt_layers_apply(dbt_layers *layers, size_t index, dbt_frame *frame);

#endif

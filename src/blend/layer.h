/* Layers: joints of a sequence that other clips override for a while. */
#ifndef DBT_BLEND_LAYER_H
#define DBT_BLEND_LAYER_H

#include "base/timespec.h"
#include "motion/curve.h"
#include "motion/track.h"
#include "blend/frame.h"

/* How a layer's weight comes and goes: by fades along a dbt_curve, or over its whole
 * span s in [0, 1] as 1 - |2s - 1| or the root of that. */
enum { DBT_LAYER_TRIANGLE = 4, DBT_LAYER_SQRT_TRIANGLE };

/* Names of the shapes, those of dbt_curve first, NULL-terminated. */
extern const char *const dbt_layer_shape_names[];

typedef struct dbt_layer_clip {
    const char *path; /* as in dbt_segment */
    const dbt_clip *clip;
    dbt_time at;   /* output time; `end` is the sequence's */
    dbt_time from; /* clip time; `end` is the clip's */
    dbt_time fade; /* length over which it replaces what the layer showed before */
} dbt_layer_clip;

/* Everything is borrowed for the life of the dbt_layers made of it. */
typedef struct dbt_layer {
    const char **joints; /* shell patterns, [n_joints] */
    int n_joints;
    double weight;         /* in [0, 1] */
    bool positions;        /* override local positions too */
    dbt_layer_clip *clips; /* [n_clips], in the order of their times, at least one */
    int n_clips;
    bool has_until;
    dbt_time until;    /* end of the layer; default: its last clip's end */
    dbt_time fade_out; /* length before that */
    int shape;         /* a dbt_curve, or one of the shapes above */
} dbt_layer;

/* Whether a layer comes and goes by fades. */
static inline bool dbt_layer_fades(const dbt_layer *layer)
{
    return layer->shape < DBT_LAYER_TRIANGLE;
}

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

/* The same onto a pose, local[n_joints], at any frame; no frame's pointers change. */
void dbt_layers_apply_pose(dbt_layers *layers, size_t index, dbt_transform *local);

#endif

/* Layers: clips that override joints of a sequence for some time. */
#ifndef DBT_BLEND_LAYER_H
#define DBT_BLEND_LAYER_H

#include "base/timespec.h"
#include "motion/curve.h"
#include "motion/track.h"
#include "blend/frame_encoder.h"

/* Shapes of a layer's weight: a dbt_curve, which fades at both ends; or 1 - |2s - 1|, or its square
 * root, for s from 0 to 1 over the layer. */
enum { DBT_LAYER_TRIANGLE = 4, DBT_LAYER_SQRT_TRIANGLE };

/* Names of the shapes, those of dbt_curve first. NULL-terminated. */
extern const char *const dbt_layer_shape_names[];

/* A clip of a layer. */
typedef struct dbt_layer_clip {
    const char *path; /* as in dbt_segment */
    const dbt_clip *clip;
    dbt_time at;   /* output time; `end` is the end of the sequence */
    dbt_time from; /* clip time; `end` is the end of the clip */
    dbt_time fade; /* length of the cross-fade from the layer's clip before */
} dbt_layer_clip;

/* A layer. All members are borrowed for the life of the dbt_layers. */
typedef struct dbt_layer {
    const char **joints; /* [n_joints]: shell patterns */
    int n_joints;
    double weight;         /* in [0, 1] */
    bool positions;        /* override local positions too */
    dbt_layer_clip *clips; /* [n_clips], n_clips >= 1, in order of time */
    int n_clips;
    bool has_until;
    dbt_time until;    /* end of the layer; default: the end of its last clip */
    dbt_time fade_out; /* length of the fade before the end */
    int shape;         /* a dbt_curve, or one of the shapes above */
} dbt_layer;

/* Returns whether a layer fades at its ends. */
static inline bool dbt_layer_fades(const dbt_layer *layer)
{
    return layer->shape < DBT_LAYER_TRIANGLE;
}

/* Skeleton and length of the output. */
typedef struct dbt_output_size {
    const dbt_skeleton *skeleton;
    size_t n_frames;
} dbt_output_size;

/* The layers of one sequence, ready to be applied to frames. */
typedef struct dbt_layers dbt_layers;

/* Returns layers on the output's grid. output, frame_time: the sequence's. Returns NULL with err if
 * names, skeletons or times do not fit (DBT_E_PARAM, _SKELETON, _TIME), or with DBT_E_LIMIT. Free
 * with dbt_layers_free. */
dbt_layers *dbt_layers_new(const dbt_layer *layers, int n_layers, const dbt_output_size *output,
                           double frame_time, dbt_interpolation interpolation, dbt_error *err);

/* Frees layers; NULL is fine. */
void dbt_layers_free(dbt_layers *layers);

/* Returns whether a layer drives a joint and a layer's clip has rotation channels for it. */
bool dbt_layers_may_rotate(const dbt_layers *layers, int joint);

/* Returns the number of tracks: different clips of all layers. */
int dbt_layers_n_tracks(const dbt_layers *layers);

/* Calls visit for all clips of each layer that overlaps the output frames [begin, end], `end`
 * included: with the clip's track, the track's number from 0, and the joints that the layer drives.
 */
void dbt_layers_each_clip(const dbt_layers *layers, size_t begin, size_t end,
                          void (*visit)(void *context, dbt_track *track, int number,
                                        const int *joints, int n_joints),
                          void *context);

/* Applies the layers in order to a frame of the sequence. Without an active layer the frame does
 * not change; otherwise *frame points into layers until the next call. */
void dbt_layers_apply(dbt_layers *layers, size_t index, dbt_frame *frame);

/* Applies the layers in order to a pose at any frame. local: [n_joints], in and out. */
void dbt_layers_apply_pose(dbt_layers *layers, size_t index, dbt_transform *local);

#endif

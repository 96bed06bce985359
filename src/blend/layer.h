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
    const char *path;     /* as in dbt_segment */
    const dbt_clip *clip; /* NULL until read */
    dbt_time at;          /* output time; `end` is the end of the sequence */
    dbt_time from;        /* clip time; `end` is the end of the clip */
    dbt_time fade; /* length of the fade-in: from the layer's clip before, or, for the first clip,
                      from the joints below the layer */
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
    dbt_time until;    /* end of the layer, if has_until; else its last clip's end */
    dbt_time fade_out; /* length of the fade before the end */
    int shape;         /* a dbt_curve, or one of the shapes above */
} dbt_layer;

/* Returns whether a layer uses its clips' fades and its fade_out. The triangle shapes ignore them.
 */
static inline bool dbt_layer_fades(const dbt_layer *layer)
{
    return layer->shape < DBT_LAYER_TRIANGLE;
}

/* The layers of one sequence, ready to be applied to frames. */
typedef struct dbt_layers dbt_layers;

struct dbt_timeline; /* blend/timeline.h */

/* Returns the layers of timeline->spec on the output's grid. timeline: scheduled; its
 * skeleton and spec->layers are borrowed until dbt_layers_free. Returns NULL with err: DBT_E_PARAM
 * for a joint pattern, DBT_E_TIME for a time or an order of times, DBT_E_LIMIT for too many
 * overlapping fades (dbt_max_fades), or as dbt_track_init. Free with dbt_layers_free. */
dbt_layers *dbt_layers_new(const struct dbt_timeline *timeline, dbt_error *err);

/* Frees layers; NULL is fine. */
void dbt_layers_free(dbt_layers *layers);

/* Returns whether a layer drives a joint and a layer's clip has rotation channels for it. */
bool dbt_layers_may_rotate(const dbt_layers *layers, int joint);

/* Return the number of tracks, different clips of all layers, and one of them, by its index. */
int dbt_layers_n_tracks(const dbt_layers *layers);
dbt_track *dbt_layers_track(const dbt_layers *layers, int number);

/* Sets driven[n_joints]: whether a layer drives the joint that overlaps the output frames [begin,
 * end], `end` included, and has a clip with the track of that index, even one outside these frames.
 * Returns whether there is such a layer. */
bool dbt_layers_drive(const dbt_layers *layers, int number, size_t begin, size_t end, bool *driven);

/* Applies the layers in order to frame `index` of the output. *frame: in and out. If no layer is
 * active, it does not change. Otherwise its from_clip and local point to arrays of `layers`, valid
 * until the next call; the other members do not change. */
void dbt_layers_apply(dbt_layers *layers, size_t index, dbt_frame *frame);

/* Applies the layers in order to a pose at output frame `index`, in any order of frames. local:
 * [n_joints], in and out; unchanged if no layer is active. */
void dbt_layers_apply_pose(dbt_layers *layers, size_t index, dbt_transform *local);

#endif

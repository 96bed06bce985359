/* Writes a trained model to a file. */
#ifndef DBT_TRAIN_MODEL_WRITE_H
#define DBT_TRAIN_MODEL_WRITE_H

#include "base/buffer.h"
#include "train/body.h"
#include "train/training.h"

/* What a model's file contains besides the weights. */
typedef struct dbt_model_source {
    const dbt_body *body;
    double window;       /* seconds of extrapolation in training; bridge-learned: not read */
    int n_clips;         /* number of clips trained on */
    double seconds;      /* seconds of motion in these clips */
    bool f32;            /* store weights in F32 instead of F16 */
    const char *version; /* of the tool */
} dbt_model_source;

/* Appends a model's file to `out`: for bridge-learned if the network has a context, else for
 * dead-learned. Does not fail. A weight of 65520 or more becomes infinite in F16; dbt_model_read
 * refuses such a file. */
void dbt_model_write(dbt_buffer *out, const dbt_model_source *source, const dbt_trained *trained);

#endif

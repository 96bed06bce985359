/* Writing what a training made into a file. */
#ifndef DBT_TRAIN_MODEL_WRITE_H
#define DBT_TRAIN_MODEL_WRITE_H

#include "net/model.h"
#include "train/train.h"

/* What a training leaves in a file, beside its result. */
typedef struct dbt_model_source {
    const dbt_body *body;
    double window;       /* seconds unrolled */
    int n_clips;         /* trained on */
    double seconds;      /* of motion */
    bool f32;            /* weights in F32, not F16 */
    const char *version; /* of the tool */
} dbt_model_source;

/* A model's file. */
void dbt_model_write(dbt_buffer *out, const dbt_model_source *source, const dbt_trained *trained);

#endif

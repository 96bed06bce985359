/* A small model, trained on two clips made in memory. */
#ifndef DBT_TESTS_SMALL_MODEL_H
#define DBT_TESTS_SMALL_MODEL_H

#include "walker.h"

#include "net/model.h"
#include "train/model_write.h"
#include "train/train.h"

static inline bool small_model_go_on(void *context, const dbt_train_progress *progress)
{
    (void)context;
    (void)progress;
    return true;
}

/* Returns the model's file and stores its contents in trained, which may be NULL. The caller
 * releases both. */
static inline dbt_buffer small_model_train(uint64_t seed, int n_threads, bool f32,
                                           dbt_trained *trained)
{
    dbt_clip walks[2];
    dbt_track tracks[2];
    dbt_body_clips clips;
    dbt_trained result;
    dbt_error err;
    walker_tracks(walks, tracks);
    if (!dbt_body_clips_init(&clips, tracks, 2, 2, NULL, 1, &err))
        fail_msg("%s", err.msg);
    const dbt_train_options options = { .n_hidden = 8,
                                        .n_layers = 1,
                                        .window = 0.3,
                                        .batch = 8,
                                        .seed = seed,
                                        .descent = { .n_iterations = 3,
                                                     .learning_rate = 3e-3,
                                                     .n_threads = n_threads,
                                                     .progress = small_model_go_on } };
    if (!dbt_train(&clips, &options, &result, &err))
        fail_msg("%s", err.msg);
    const dbt_model_source source = { .body = &clips.body,
                                      .window = options.window,
                                      .n_clips = 2,
                                      .seconds = 3.9,
                                      .f32 = f32,
                                      .version = "test" };
    dbt_buffer out = { 0 };
    dbt_model_write(&out, &source, &result);
    dbt_body_release(&clips.body);
    for (int i = 0; i < 2; i++) {
        dbt_track_release(&tracks[i]);
        walker_release(&walks[i]);
    }
    if (trained)
        *trained = result;
    else
        dbt_trained_release(&result);
    return out;
}

static inline dbt_model *small_model_read(const dbt_buffer *file)
{
    dbt_error err;
    dbt_model *model = dbt_model_read(file->bytes, file->size, "small.safetensors", &err);
    if (!model)
        fail_msg("%s", err.msg);
    return model;
}

#endif

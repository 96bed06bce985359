/* One job of a plan: clips in, BVH file and metric rows out. */
#ifndef DBT_CLI_JOB_H
#define DBT_CLI_JOB_H

#include "cli/clip_cache.h"
#include "cli/models.h"

#include "core/buffer.h"
#include "core/plan.h"

/* What a job may use besides itself; shared by all that run at once. */
typedef struct cli_job_context {
    cli_clip_cache *cache;
    cli_tone tone;
    bool sync;
    bool wants_rows;               /* else no metrics are computed */
    size_t max_frames;             /* 0: the default */
    const dbt_limits_file *limits; /* of this job, or NULL */
    const dbt_memo *memo;
    cli_models *models;
} cli_job_context;

/* A job's clips and what is made of them. Zero-initialise; give back with
 * cli_job_give_back. */
typedef struct cli_job_clips {
    const dbt_clip **clips;      /* stb_ds list: all that was taken from the cache */
    dbt_segment *segments;       /* stb_ds list */
    dbt_layer *layers;           /* stb_ds list */
    dbt_layer_clip *layer_clips; /* stb_ds list, of all layers */
} cli_job_clips;

/* The sequence of a job, valid until its clips are given back. Fails also where output (NULL:
 * none) is one of them. From any thread. */
DBT_CHECK bool cli_job_take(const dbt_job *job, const cli_job_context *context, const char *output,
                            cli_job_clips *clips, dbt_sequence_spec *spec, dbt_error *err);

void cli_job_give_back(cli_job_clips *clips, const cli_job_context *context);

/* Makes the job's output, whole or not at all, and adds its metric rows (no
 * header). From any thread. */
DBT_CHECK bool cli_job_run(const dbt_job *job, const cli_job_context *context, dbt_buffer *rows,
                           dbt_error *err);

#endif

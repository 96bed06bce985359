#include "job/job.h"

#include "base/mem.h"
#include "job/settings.h"

#include <string.h>

dbt_job dbt_job_default(void)
{
    dbt_job job = { .name = NULL };
    dbt_settings_set_defaults(DBT_OF_JOB, &job);
    return job;
}

static void release_segments(dbt_sequence_spec *sequence)
{
    const dbt_profile *before = NULL;
    for (int i = 0; i < sequence->n_segments; i++) {
        dbt_profile *own = sequence->segments[i].profiles;
        if (own != before)
            arrfree(own);
        before = sequence->segments[i].profiles;
        arrfree(sequence->segments[i].drops);
    }
    dbt_free(sequence->segments);
}

void dbt_job_release(dbt_job *job)
{
    release_segments(&job->sequence);
    for (int i = 0; i < job->sequence.n_layers; i++) {
        arrfree(job->sequence.layers[i].joints);
        arrfree(job->sequence.layers[i].clips);
    }
    arrfree(job->sequence.layers);
    arrfree(job->sequence.contact.feet);
    arrfree(job->best_cuts.weights);
    arrfree(job->drops);
    for (ptrdiff_t i = 0; i < arrlen(job->strings); i++)
        dbt_free(job->strings[i]);
    arrfree(job->strings);
    *job = (dbt_job){ .name = NULL };
}

const char *dbt_job_keep_text(dbt_job *job, const char *text, size_t n)
{
    char *copy = dbt_list_realloc(NULL, n + 1);
    memcpy(copy, text, n);
    copy[n] = '\0';
    arrput(job->strings, copy);
    return copy;
}

static bool each_of_segment(const dbt_job *job, dbt_segment *segment,
                            bool (*see)(void *context, const dbt_job_input *input), void *context)
{
    dbt_job_input in = { job, DBT_INPUT_CLIP, segment->path, segment, &segment->clip };
    bool ok = see(context, &in);
    in.clip = NULL;
    in.kind = DBT_INPUT_RENAMES;
    in.path = segment->rename;
    ok = ok && (!in.path || see(context, &in));
    in.kind = DBT_INPUT_MODEL;
    in.path = segment->tuning.file.begin; /* a job's text is whole and ends with NUL */
    return ok && (!in.path || see(context, &in));
}

bool dbt_job_each_input(const dbt_job *job, bool (*see)(void *context, const dbt_job_input *input),
                        void *context)
{
    const dbt_sequence_spec *s = &job->sequence;
    const dbt_job_input renames = { job, DBT_INPUT_RENAMES, job->rename, NULL, NULL };
    const dbt_job_input limits = { job, DBT_INPUT_LIMITS, job->limits, NULL, NULL };
    bool ok = true;
    for (int i = 0; ok && i < s->n_segments; i++)
        ok = each_of_segment(job, &s->segments[i], see, context);
    for (int l = 0; l < s->n_layers; l++)
        for (int i = 0; ok && i < s->layers[l].n_clips; i++) {
            dbt_layer_clip *clip = &s->layers[l].clips[i];
            ok = see(context,
                     &(dbt_job_input){ job, DBT_INPUT_CLIP, clip->path, NULL, &clip->clip });
        }
    return ok && (!job->rename || see(context, &renames)) &&
           (!job->limits || see(context, &limits));
}

/* ---- equality ---- */

static bool settings_equal(dbt_setting_of of, const void *a, const void *b)
{
    for (int i = 0; i < dbt_n_settings; i++)
        if (dbt_settings[i].of == of && dbt_settings[i].places &&
            strcmp(dbt_settings[i].key, "name") != 0 && !dbt_setting_equal(&dbt_settings[i], a, b))
            return false;
    return true;
}

static bool layers_equal(const dbt_layer *a, const dbt_layer *b)
{
    if (a->n_clips != b->n_clips || !settings_equal(DBT_OF_LAYER, a, b))
        return false;
    for (int i = 0; i < a->n_clips; i++)
        if (!settings_equal(DBT_OF_LAYER_CLIP, &a->clips[i], &b->clips[i]))
            return false;
    return true;
}

bool dbt_job_equal(const dbt_job *a, const dbt_job *b, bool with_tunings)
{
    const dbt_sequence_spec *s = &a->sequence, *t = &b->sequence;
    if (s->n_segments != t->n_segments || s->n_layers != t->n_layers ||
        !settings_equal(DBT_OF_JOB, a, b))
        return false;
    for (int i = 0; i < s->n_segments; i++)
        if (!settings_equal(DBT_OF_CUT, &s->segments[i], &t->segments[i]) ||
            (with_tunings && !dbt_tuning_equal(&s->segments[i].tuning, &t->segments[i].tuning)))
            return false;
    for (int i = 0; i < s->n_layers; i++)
        if (!layers_equal(&s->layers[i], &t->layers[i]))
            return false;
    return true;
}

uint64_t dbt_job_hash(const dbt_job *job, dbt_hash_key key, bool with_tunings)
{
    uint64_t hash = (uint64_t)job->sequence.n_layers;
    for (int i = 0; i < dbt_n_settings; i++)
        if (dbt_settings[i].of == DBT_OF_JOB && dbt_settings[i].places &&
            strcmp(dbt_settings[i].key, "name") != 0)
            hash = hash * 31 + dbt_setting_hash(&dbt_settings[i], job, key);
    for (int c = 0; c < job->sequence.n_segments; c++) {
        const dbt_segment *segment = &job->sequence.segments[c];
        for (int i = 0; i < dbt_n_settings; i++)
            if (dbt_settings[i].of == DBT_OF_CUT)
                hash = hash * 31 + dbt_setting_hash(&dbt_settings[i], segment, key);
        if (with_tunings)
            hash = hash * 31 + dbt_hash(key, (const char *)segment->tuning.values,
                                        sizeof segment->tuning.values);
    }
    return hash;
}

/* ---- names ---- */

void dbt_clip_name(const char *path, dbt_buffer *out)
{
    const dbt_span base = dbt_base_span(path);
    dbt_buffer_add(out, base.begin, (size_t)(base.end - base.begin));
}

void dbt_job_default_name(const dbt_job *job, dbt_buffer *out)
{
    for (int i = 0; i < job->sequence.n_segments; i++) {
        dbt_buffer_text(out, i > 0 ? "+" : "");
        if (job->sequence.segments[i].path)
            dbt_clip_name(job->sequence.segments[i].path, out);
    }
}

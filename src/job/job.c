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

void dbt_job_release(dbt_job *job)
{
    dbt_sequence_spec *s = &job->sequence;
    const dbt_profile *before = NULL;
    for (int i = 0; i < s->n_segments; i++) {
        dbt_profile *profiles = s->segments[i].profiles;
        if (profiles != before)
            arrfree(profiles);
        before = s->segments[i].profiles;
        arrfree(s->segments[i].drops);
    }
    dbt_free(s->segments);
    for (int i = 0; i < s->n_layers; i++) {
        arrfree(s->layers[i].joints);
        arrfree(s->layers[i].clips);
    }
    arrfree(s->layers);
    arrfree(s->contact.feet);
    arrfree(job->best_cuts.weights);
    arrfree(job->drops);
    dbt_texts_release(&job->strings);
    *job = (dbt_job){ .name = NULL };
}

const char *dbt_rig_path(const char *fit)
{
    return fit && strcmp(fit, DBT_RIG_FIRST) != 0 && strcmp(fit, DBT_RIG_NONE) != 0 ? fit : NULL;
}

/* The callback of dbt_job_each_input. */
typedef bool visit_input(void *context, const dbt_job_input *input);

/* Visits inputs[n], but not files that are not named. A clip is visited even without a path.
 * Returns false once `visit` does, else true. */
static bool visit_all(const dbt_job_input *inputs, size_t n, visit_input *visit, void *context)
{
    for (size_t i = 0; i < n; i++)
        if ((inputs[i].path || inputs[i].clip) && !visit(context, &inputs[i]))
            return false;
    return true;
}

static bool each_of_segment(const dbt_job *job, dbt_segment *segment, visit_input *visit,
                            void *context)
{
    const dbt_job_input inputs[] = {
        { job, DBT_INPUT_CLIP, segment->path, segment, &segment->clip },
        { job, DBT_INPUT_RENAMES, segment->rename, segment, NULL },
        { job, DBT_INPUT_ROLES, segment->roles, segment, NULL },
        { job, DBT_INPUT_RIG, dbt_rig_path(segment->fit), segment, NULL },
        /* a job's text ends with NUL */
        { job, DBT_INPUT_MODEL, segment->tuning.file.begin, segment, NULL },
    };
    return visit_all(inputs, sizeof inputs / sizeof *inputs, visit, context);
}

bool dbt_job_each_input(const dbt_job *job, visit_input *visit, void *context)
{
    const dbt_sequence_spec *s = &job->sequence;
    const dbt_job_input inputs[] = {
        { job, DBT_INPUT_RENAMES, job->rename, NULL, NULL },
        { job, DBT_INPUT_ROLES, job->roles, NULL, NULL },
        { job, DBT_INPUT_RIG, dbt_rig_path(job->fit), NULL, NULL },
        { job, DBT_INPUT_LIMITS, job->limits, NULL, NULL },
    };
    bool ok = true;
    for (int i = 0; ok && i < s->n_segments; i++)
        ok = each_of_segment(job, &s->segments[i], visit, context);
    for (int l = 0; l < s->n_layers; l++)
        for (int i = 0; ok && i < s->layers[l].n_clips; i++) {
            dbt_layer_clip *clip = &s->layers[l].clips[i];
            ok = visit(context,
                       &(dbt_job_input){ job, DBT_INPUT_CLIP, clip->path, NULL, &clip->clip });
        }
    return ok && visit_all(inputs, sizeof inputs / sizeof *inputs, visit, context);
}

/* ---- names ---- */

void dbt_job_default_name(const dbt_job *job, dbt_buffer *out)
{
    for (int i = 0; i < job->sequence.n_segments; i++) {
        const char *path = job->sequence.segments[i].path;
        const dbt_span base = dbt_base_span(path ? path : "");
        dbt_buffer_text(out, i > 0 ? "+" : "");
        dbt_buffer_add(out, base.begin, (size_t)(base.end - base.begin));
    }
}

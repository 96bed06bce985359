#include "core/plan.h"

#include "core/mem.h"

static void add_time(dbt_buffer *out, const char *key, dbt_time time)
{
    dbt_buffer_format(out, ", \"%s\": ", key);
    if (!time.from_end && time.unit == DBT_TIME_SECONDS) {
        dbt_buffer_exact(out, time.value);
        return;
    }
    dbt_buffer_text(out, time.from_end ? "\"end-" : "\"");
    dbt_buffer_exact(out, time.value);
    dbt_buffer_text(out, time.unit == DBT_TIME_FRAMES ? "f\"" : "\"");
}

static void add_path(dbt_buffer *out, const char *key, const char *path)
{
    dbt_buffer_format(out, "\"%s\": ", key);
    dbt_buffer_json(out, path);
}

/* "method": its name, then all parameters as keys of their own. */
static void add_setting(dbt_buffer *out, const dbt_setting *setting)
{
    dbt_buffer_format(out, ", \"method\": \"%s\"", setting->method->name);
    for (int i = 0; i < setting->method->n_params; i++) {
        const dbt_param *param = &setting->method->params[i];
        char text[40];
        dbt_param_format(param, setting->values[i], text, sizeof text);
        dbt_buffer_format(out, ", \"%s\": ", param->name);
        if (param->type == DBT_PARAM_FILE)
            dbt_buffer_json_run(out, setting->file.begin,
                                (size_t)(setting->file.end - setting->file.begin));
        else if (param->type == DBT_PARAM_BOOL)
            dbt_buffer_text(out, text);
        else if (param->type == DBT_PARAM_CHOICE || isinf(setting->values[i]))
            dbt_buffer_json(out, text);
        else
            dbt_buffer_exact(out, setting->values[i]);
    }
}

static void add_cut(dbt_buffer *out, const dbt_plan_cut *cut, bool first)
{
    dbt_buffer_text(out, first ? "{" : ", {");
    add_path(out, "clip", cut->clip);
    if (!first)
        add_time(out, "at", cut->at);
    add_time(out, "from", cut->from);
    if (!first)
        add_setting(out, &cut->setting);
    for (ptrdiff_t i = 0; i < arrlen(cut->profiles); i++) {
        dbt_buffer_text(out, i == 0 ? ", \"profile\": {" : ", ");
        dbt_buffer_json(out, cut->profiles[i].glob);
        dbt_buffer_text(out, ": ");
        dbt_buffer_exact(out, cut->profiles[i].factor);
    }
    dbt_buffer_text(out, arrlen(cut->profiles) > 0 ? "}}" : "}");
}

static void add_patterns(dbt_buffer *out, const char *const *patterns)
{
    dbt_buffer_text(out, "[");
    for (ptrdiff_t i = 0; i < arrlen(patterns); i++) {
        dbt_buffer_text(out, i > 0 ? ", " : "");
        dbt_buffer_json(out, patterns[i]);
    }
    dbt_buffer_text(out, "]");
}

static void add_layer(dbt_buffer *out, const dbt_plan_layer *layer, bool first)
{
    const dbt_layer *l = &layer->layer;
    dbt_buffer_text(out, first ? "{\"joints\": " : ", {\"joints\": ");
    add_patterns(out, layer->joints);
    dbt_buffer_text(out, ", \"weight\": ");
    dbt_buffer_exact(out, l->weight);
    dbt_buffer_format(out, ", \"positions\": %s", l->positions ? "true" : "false");
    if (l->has_until)
        add_time(out, "until", l->until);
    const char *shape = l->shape == DBT_LAYER_TRIANGLE        ? "triangle"
                        : l->shape == DBT_LAYER_SQRT_TRIANGLE ? "sqrt-triangle"
                                                              : dbt_curve_names[l->curve];
    dbt_buffer_format(out, ", \"shape\": \"%s\"", shape);
    if (l->shape == DBT_LAYER_FADES) {
        add_time(out, "fade_out", l->fade_out);
    }
    dbt_buffer_text(out, ", \"clips\": [");
    for (ptrdiff_t i = 0; i < arrlen(layer->clips); i++) {
        const dbt_plan_layer_clip *clip = &layer->clips[i];
        dbt_buffer_text(out, i > 0 ? ", {" : "{");
        add_path(out, "clip", clip->clip);
        add_time(out, "at", clip->at);
        add_time(out, "from", clip->from);
        if (l->shape == DBT_LAYER_FADES) {
            add_time(out, "fade", clip->fade);
        }
        dbt_buffer_text(out, "}");
    }
    dbt_buffer_text(out, "]}");
}

static void add_measuring(const dbt_job *job, dbt_buffer *out)
{
    if (job->windowed)
        add_time(out, "window", job->window);
    if (arrlen(job->feet) > 0) {
        dbt_buffer_text(out, ", \"feet\": ");
        add_patterns(out, job->feet);
    }
    if (job->contact.height > 0.0) {
        dbt_buffer_text(out, ", \"contact_height\": ");
        dbt_buffer_exact(out, job->contact.height);
    }
    if (job->contact.speed > 0.0) {
        dbt_buffer_text(out, ", \"contact_speed\": ");
        dbt_buffer_exact(out, job->contact.speed);
    }
}

static void add_spec(const dbt_job *job, dbt_buffer *out)
{
    static const char *const past_ends[] = { "error", "hold", "loop" };
    const dbt_sequence_spec *spec = &job->spec;
    dbt_buffer_format(out, ", \"align\": \"%s\", \"up\": \"%c\", \"past_end\": \"%s\"",
                      spec->align_none ? "none" : "root", 'x' + spec->up,
                      past_ends[spec->past_end]);
    dbt_buffer_format(out, ", \"interpolate\": \"%s\", \"precision\": %d, \"unroll\": %s",
                      spec->interpolation == DBT_INTERPOLATE_LINEAR ? "linear" : "hermite",
                      job->precision, job->unroll ? "true" : "false");
    if (spec->root) {
        dbt_buffer_text(out, ", ");
        add_path(out, "root", spec->root);
    }
    if (spec->has_until)
        add_time(out, "until", spec->until);
    if (job->limits) {
        dbt_buffer_text(out, ", ");
        add_path(out, "limits", job->limits);
    }
    add_measuring(job, out);
    if (job->assume_fps > 0.0) {
        dbt_buffer_text(out, ", \"assume_fps\": ");
        dbt_buffer_exact(out, job->assume_fps);
    }
    dbt_buffer_text(out, job->lenient ? ", \"lenient\": true" : "");
    dbt_buffer_text(out, job->strict ? ", \"strict\": true" : "");
}

/* Text in which the reader looks for placeholders: a brace that is one is doubled. */
static void add_template(dbt_buffer *out, const char *key, const char *text)
{
    dbt_buffer doubled = { 0 };
    for (; *text; text++) {
        dbt_buffer_add(&doubled, text, 1);
        if (*text == '{')
            dbt_buffer_add(&doubled, text, 1);
    }
    add_path(out, key, doubled.bytes ? doubled.bytes : "");
    out->failed = out->failed || doubled.failed;
    dbt_buffer_release(&doubled);
}

void dbt_job_format(const dbt_job *job, dbt_buffer *out)
{
    dbt_buffer_text(out, "{");
    add_template(out, "name", job->name);
    if (job->out) {
        dbt_buffer_text(out, ", ");
        add_template(out, "out", job->out);
    }
    add_spec(job, out);
    dbt_buffer_text(out, ", \"cuts\": [");
    for (int i = 0; i < job->n_cuts; i++)
        add_cut(out, &job->cuts[i], i == 0);
    dbt_buffer_text(out, "]");
    for (ptrdiff_t i = 0; i < arrlen(job->layers); i++) {
        dbt_buffer_text(out, i == 0 ? ", \"layers\": [" : "");
        add_layer(out, &job->layers[i], i == 0);
    }
    dbt_buffer_text(out, arrlen(job->layers) > 0 ? "]}\n" : "}\n");
}

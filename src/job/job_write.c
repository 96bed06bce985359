/* Writes a job as a line of JSON. */
#include "job/settings.h"

#include <string.h>

const char *dbt_path_from(const char *folder, const char *path)
{
    const size_t n = folder ? strlen(folder) : 0;
    return n > 0 && path && strncmp(path, folder, n) == 0 && path[n] == '/' ? path + n + 1 : path;
}

/* Writes a setting's key and value. A path below `folder` is written relative to it; folder NULL:
 * paths are written as they are. */
static void write_setting(dbt_json_out *out, const dbt_setting *setting, const void *object,
                          const char *folder)
{
    const bool is_path = setting->kind == DBT_KIND_PATH || setting->kind == DBT_KIND_RIG;
    const char *path = is_path ? *(char *const *)dbt_setting_value(setting, object) : NULL;
    if (path && dbt_path_from(folder, path) != path)
        dbt_json_add_text(out, setting->key, dbt_path_from(folder, path));
    else
        dbt_setting_write(setting, object, out);
}

/* Writes those settings of an object that are set or always written. layer: the layer that is the
 * object or has it: if it has no fades, they are left out; NULL: not of a layer. folder: as in
 * write_setting. */
static void write_settings(dbt_json_out *out, dbt_setting_of of, const void *object,
                           const dbt_layer *layer, const char *folder)
{
    for (const dbt_setting *setting = dbt_settings; setting->key; setting++)
        if (setting->of == of && (!layer || !setting->of_fades || dbt_layer_fades(layer)) &&
            (setting->always || dbt_setting_is_set(setting, object)))
            write_setting(out, setting, object, folder);
}

/* Writes a cut as an element of the current JSON array: the settings that are set or always
 * written. first: it is the first clip, which has neither `at` nor a method. with_tuning: with
 * method and parameters. folder: as in write_setting, also for a parameter's file. */
static void write_cut(dbt_json_out *out, const dbt_segment *segment, bool first, bool with_tuning,
                      const char *folder)
{
    dbt_json_begin(out, NULL, '{');
    for (const dbt_setting *setting = dbt_settings; setting->key; setting++) {
        if (setting->of != DBT_OF_CUT || (first && setting->field == offsetof(dbt_segment, at)))
            continue;
        if (!first && with_tuning && strcmp(setting->key, "method") == 0) {
            dbt_json_add_text(out, "method", segment->tuning.method->name);
            dbt_tuning tuning = segment->tuning;
            tuning.file.begin = dbt_path_from(folder, tuning.file.begin);
            dbt_tuning_write(&tuning, out);
        } else if (setting->always || dbt_setting_is_set(setting, segment)) {
            write_setting(out, setting, segment, folder);
        }
    }
    dbt_json_end(out, '}');
}

/* Writes a layer, with its clips, as an element of the current JSON array: the settings that are
 * set or always written, without fades if its shape has none. folder: as in write_setting. */
static void write_layer(dbt_json_out *out, const dbt_layer *layer, const char *folder)
{
    dbt_json_begin(out, NULL, '{');
    write_settings(out, DBT_OF_LAYER, layer, layer, folder);
    dbt_json_begin(out, "clips", '[');
    for (int i = 0; i < layer->n_clips; i++) {
        dbt_json_begin(out, NULL, '{');
        write_settings(out, DBT_OF_LAYER_CLIP, &layer->clips[i], layer, folder);
        dbt_json_end(out, '}');
    }
    dbt_json_end(out, ']');
    dbt_json_end(out, '}');
}

/* Writes a key and a text that the plan reader scans for placeholders: doubles each '{'. */
static void write_template(dbt_json_out *out, const char *key, const char *text)
{
    dbt_buffer doubled = { 0 };
    for (; *text; text++) {
        dbt_buffer_add(&doubled, text, 1);
        if (*text == '{')
            dbt_buffer_add(&doubled, text, 1);
    }
    dbt_json_end_section(out, key, &doubled);
}

/* Writes the members of a job's object except name, sequence and output: first the settings that
 * are always written, then the other values that are set, then the flags that are set. Then the
 * cuts, and the layers if there are any. with_tunings: with methods of cuts. folder: as in
 * write_setting.
 */
static void write_values(dbt_json_out *json, const dbt_job *job, bool with_tunings,
                         const char *folder)
{
    const dbt_sequence_spec *s = &job->sequence;
    for (int pass = 0; pass < 3; pass++)
        for (const dbt_setting *setting = dbt_settings; setting->key; setting++) {
            const int group = setting->always ? 0 : setting->kind == DBT_KIND_FLAG ? 2 : 1;
            if (setting->of == DBT_OF_JOB && (setting->scopes & DBT_IN_JOB) && group == pass &&
                !setting->apart && (setting->always || dbt_setting_is_set(setting, job)))
                write_setting(json, setting, job, folder);
        }
    dbt_json_begin(json, "cuts", '[');
    for (int i = 0; i < s->n_segments; i++)
        write_cut(json, &s->segments[i], i == 0, with_tunings, folder);
    dbt_json_end(json, ']');
    if (s->n_layers > 0) {
        dbt_json_begin(json, "layers", '[');
        for (int i = 0; i < s->n_layers; i++)
            write_layer(json, &s->layers[i], folder);
        dbt_json_end(json, ']');
    }
}

void dbt_job_format(const dbt_job *job, dbt_buffer *out)
{
    dbt_json_out json = { .out = out, .escapes_bytes = true };
    dbt_json_begin(&json, NULL, '{');
    write_template(&json, "name", job->name);
    if (job->sequence_name && strcmp(job->sequence_name, job->name) != 0)
        write_template(&json, "sequence", job->sequence_name);
    if (job->out)
        write_template(&json, "out", job->out);
    write_values(&json, job, true, NULL);
    dbt_json_end(&json, '}');
    dbt_buffer_text(out, "\n");
}

/* The signature also has two values that a plan lacks: the frame limit, and, if warnings are
 * errors, whether the up axis was named, because that can cause a warning. */
void dbt_job_signature(const dbt_job *job, bool with_tunings, const char *folder, dbt_buffer *out)
{
    write_values(&(dbt_json_out){ .out = out, .escapes_bytes = true }, job, with_tunings, folder);
    dbt_buffer_format(out, "\n%zu %d", job->sequence.max_frames,
                      job->strict && job->sequence.up_given);
}

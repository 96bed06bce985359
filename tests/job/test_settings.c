/* The table of settings: every row works as an option, as a plan key and as text. The test loops
 * over the table, so it covers new rows. */
#include "expect.h"

#include "base/mem.h"
#include "job/plan.h"
#include "job/settings.h"

/* Returns the text of a value, as for an option, that is not the setting's default. */
static const char *other_value(const dbt_setting *setting)
{
    if (strcmp(setting->key, "candidates") == 0)
        return "crossfade";
    switch (setting->kind) {
    case DBT_KIND_GROUND: return "-2.5";
    case DBT_KIND_NUMBER: return setting->max > 1.0 ? "2.5" : "0.5";
    case DBT_KIND_WHOLE:
    case DBT_KIND_COUNT: return "3";
    case DBT_KIND_CHOICE: return setting->choices[(int)setting->def == 0];
    case DBT_KIND_CUT:
    case DBT_KIND_TIME: return "end-12f";
    case DBT_KIND_LENGTH: return "250ms";
    case DBT_KIND_PROFILE: return "Left*=0.5";
    case DBT_KIND_FLAG: return "true";
    default: return "Some";
    }
}

static bool has_value(const dbt_setting *setting)
{
    return setting->kind != DBT_KIND_STRUCTURE;
}

/* Returns the object that has the setting in a job of job_with. */
static void *owner_of(const dbt_setting *setting, dbt_job *job)
{
    dbt_layer *layer = job->sequence.layers;
    return setting->of == DBT_OF_JOB     ? (void *)job
           : setting->of == DBT_OF_CUT   ? (void *)&job->sequence.segments[1]
           : setting->of == DBT_OF_LAYER ? (void *)layer
                                         : (void *)layer->clips;
}

/* Returns a job of two clips and a layer, in which one setting has another value. setting: NULL for
 * none. */
static dbt_job job_with(const dbt_setting *setting)
{
    dbt_job job = dbt_job_default();
    dbt_sequence_spec *s = &job.sequence;
    const char *method = setting && strcmp(setting->key, "gap") == 0 ? "bridge-linear" : "cut";
    s->segments = dbt_alloc_array(2, sizeof *s->segments);
    s->n_segments = 2;
    for (int i = 0; i < 2; i++) {
        s->segments[i] = (dbt_segment){ .path = NULL };
        dbt_settings_set_defaults(DBT_OF_CUT, &s->segments[i]);
        s->segments[i].path = i ? "b.bvh" : "a.bvh";
        s->segments[i].tuning = dbt_tuning_default(dbt_method_find(i ? method : "cut", NULL));
    }
    dbt_layer layer = { .joints = NULL };
    dbt_layer_clip clip = { .path = NULL };
    dbt_settings_set_defaults(DBT_OF_LAYER, &layer);
    dbt_settings_set_defaults(DBT_OF_LAYER_CLIP, &clip);
    clip.path = "c.bvh";
    arrput(layer.joints, "Head");
    layer.n_joints = 1;
    arrput(layer.clips, clip);
    layer.n_clips = 1;
    arrput(s->layers, layer);
    s->n_layers = 1;
    job.name = "job";
    job.out = "out.bvh";
    if (setting) {
        const char *text = other_value(setting);
        dbt_error err = { .code = DBT_OK };
        if (!dbt_setting_read(setting, text, strlen(text), &job.strings, owner_of(setting, &job),
                              &err))
            fail_msg("--%s %s: %s", setting->key, text, err.msg);
    }
    return job;
}

static bool same_bytes(const void *a, const void *b, size_t offset, size_t n)
{
    return memcmp((const char *)a + offset, (const char *)b + offset, n) == 0;
}

/* Compares the fields, not their text. */
static bool same_value(const dbt_setting *setting, const void *a, const void *b)
{
    const void *x = dbt_setting_value(setting, a), *y = dbt_setting_value(setting, b);
    const dbt_time *s = x, *t = y;
    switch (setting->kind) {
    case DBT_KIND_TEXT:
    case DBT_KIND_RIG:
    case DBT_KIND_PATH: return strcmp(*(char *const *)x, *(char *const *)y) == 0;
    case DBT_KIND_FLAG: return same_bytes(x, y, 0, sizeof(bool));
    case DBT_KIND_GROUND:
        return ((const dbt_ground_choice *)x)->mode == ((const dbt_ground_choice *)y)->mode &&
               ((const dbt_ground_choice *)x)->height == ((const dbt_ground_choice *)y)->height;
    case DBT_KIND_NUMBER: return same_bytes(x, y, 0, sizeof(double));
    case DBT_KIND_WHOLE:
    case DBT_KIND_CHOICE: return same_bytes(x, y, 0, sizeof(int));
    case DBT_KIND_GLOBS:
        return same_bytes(a, b, setting->beside, sizeof(int)) &&
               strcmp(**(char **const *)x, **(char **const *)y) == 0;
    case DBT_KIND_PROFILE:
    case DBT_KIND_SKIP:
        return same_bytes(a, b, setting->beside, sizeof(int)) &&
               strcmp((*(dbt_profile *const *)x)->glob, (*(dbt_profile *const *)y)->glob) == 0 &&
               same_bytes(*(void *const *)x, *(void *const *)y, offsetof(dbt_profile, factor),
                          sizeof(double));
    default: return s->value == t->value && s->unit == t->unit && s->from_end == t->from_end;
    }
}

TEST(a_value_of_an_option_is_written_and_read_back)
{
    for (const dbt_setting *setting = dbt_settings; setting->key; setting++) {
        if (!has_value(setting) || !setting->scopes || setting->of == DBT_OF_LAYER ||
            setting->of == DBT_OF_LAYER_CLIP)
            continue;
        dbt_job job = job_with(setting);
        dbt_buffer line = { 0 };
        dbt_plan plan;
        const dbt_plan_options options = { 0 };
        dbt_job_format(&job, &line);
        if (setting->kind != DBT_KIND_SKIP && !strstr(line.bytes, setting->key))
            fail_msg("'%s' is not in %s", setting->key, line.bytes);
        if (!dbt_plan_read(&plan, line.bytes, line.size, "plan", &options))
            fail_msg("%s: %s", line.bytes, plan.errors[0].msg);
        dbt_job *read = &plan.jobs[0];
        if (!same_value(setting, owner_of(setting, &job), owner_of(setting, read)))
            fail_msg("'%s' is another one when read back from %s", setting->key, line.bytes);
        dbt_plan_release(&plan);
        dbt_buffer_release(&line);
        dbt_job_release(&job);
    }
}

static bool same_signature(const dbt_job *a, const dbt_job *b, bool with_tunings)
{
    dbt_buffer one = { 0 }, other = { 0 };
    dbt_job_signature(a, with_tunings, NULL, &one);
    dbt_job_signature(b, with_tunings, NULL, &other);
    const bool same = strcmp(one.bytes, other.bytes) == 0;
    dbt_buffer_release(&one);
    dbt_buffer_release(&other);
    return same;
}

/* A batch skips a job only if all settings that affect the output are equal. Returns whether `key`
 * is an exception. The list has the reasons. */
static bool decides_nothing(const char *key)
{
    static const char *const keys[] = { "name" /* compared separately, as `out` is */ };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

TEST(jobs_have_one_signature_only_if_every_setting_is_equal)
{
    dbt_job default_job = job_with(NULL), same = job_with(NULL);
    same.name = "another";
    same.out = "another.bvh";
    assert_true(same_signature(&default_job, &same, true));
    for (const dbt_setting *setting = dbt_settings; setting->key; setting++) {
        if (!has_value(setting))
            continue;
        dbt_job other = job_with(setting);
        if (same_signature(&default_job, &other, false) != decides_nothing(setting->key))
            fail_msg("jobs that differ in '%s' have %s", setting->key,
                     decides_nothing(setting->key) ? "two signatures" : "one signature");
        dbt_job_release(&other);
    }
    same.sequence.segments[1].path = "\xff.bvh"; /* not UTF-8 */
    default_job.sequence.segments[1].path = "\xfe.bvh";
    assert_false(same_signature(&default_job, &same, false));
    same.sequence.segments[1].path = default_job.sequence.segments[1].path;
    same.sequence.up_given = true; /* otherwise a clip that contradicts `up` is a warning */
    assert_true(same_signature(&default_job, &same, true));
    default_job.strict = same.strict = true;
    assert_false(same_signature(&default_job, &same, true));
    dbt_job_release(&default_job);
    dbt_job_release(&same);
}

static const char *other_param(const dbt_param *param)
{
    return param->type == DBT_PARAM_BOOL     ? (param->def > 0.0 ? "false" : "true")
           : param->type == DBT_PARAM_CHOICE ? param->choices[(int)param->def == 0]
           : param->type == DBT_PARAM_FILE   ? "other.safetensors"
                                             : "0.75";
}

TEST(jobs_have_one_signature_only_if_every_parameter_is_equal)
{
    dbt_job default_job = job_with(NULL), other = job_with(NULL);
    for (int m = 0; m < dbt_n_methods; m++) {
        dbt_tuning *tuning = &other.sequence.segments[1].tuning;
        default_job.sequence.segments[1].tuning = *tuning = dbt_tuning_default(dbt_methods[m]);
        assert_true(same_signature(&default_job, &other, true));
        const int n = dbt_methods[m]->n_params;
        for (int i = 0; i < n + DBT_N_COMMON; i++) {
            const dbt_param *param = i < n ? &dbt_methods[m]->params[i] : &dbt_common_params[i - n];
            *tuning = dbt_tuning_default(dbt_methods[m]);
            assert_true(dbt_tuning_set(tuning, param->name, other_param(param), NULL));
            if (same_signature(&default_job, &other, true))
                fail_msg("jobs that differ in %s:%s have one signature", dbt_methods[m]->name,
                         param->name);
            assert_true(same_signature(&default_job, &other, false));
        }
    }
    default_job.sequence.segments[1].tuning = dbt_tuning_default(dbt_methods[0]);
    other.sequence.segments[1].tuning = dbt_tuning_default(dbt_methods[1]);
    assert_false(same_signature(&default_job, &other, true));
    dbt_job_release(&default_job);
    dbt_job_release(&other);
}

/* As in commands that dbtool prints. */
TEST(times_as_shown_are_read_back)
{
    static const char *const texts[] = { "end", "end-0f", "end-12f", "end-0.5", "12f", "0.25" };
    const dbt_setting *until = dbt_setting_find("until", DBT_OF_JOB);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        dbt_job job = dbt_job_default(), again = dbt_job_default();
        dbt_buffer shown = { 0 };
        dbt_error err;
        assert_true(dbt_setting_read(until, texts[i], strlen(texts[i]), NULL, &job, &err));
        dbt_setting_show(until, &job, &shown);
        if (!dbt_setting_read(until, shown.bytes, shown.size, NULL, &again, &err))
            fail_msg("'%s' is shown as '%s': %s", texts[i], shown.bytes, err.msg);
        assert_true(again.sequence.until.value == job.sequence.until.value);
        assert_true(again.sequence.until.from_end == job.sequence.until.from_end);
        dbt_buffer_release(&shown);
        dbt_job_release(&job);
        dbt_job_release(&again);
    }
}

TEST(defaults_are_within_the_ranges_and_not_set)
{
    dbt_job job = job_with(NULL);
    for (const dbt_setting *setting = dbt_settings; setting->key; setting++) {
        if (has_value(setting) && !setting->required && strcmp(setting->key, "name") != 0 &&
            dbt_setting_is_set(setting, owner_of(setting, &job)))
            fail_msg("'%s' counts as given by default", setting->key);
    }
    dbt_job_release(&job);
}

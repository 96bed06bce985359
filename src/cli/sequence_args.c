#include "cli/sequence_args.h"

#include "core/mem.h"
#include "core/number.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

const cli_option cli_sequence_options[] = {
    { CLI_OPT_AT, 'a', "at", "T[,T...]",
      "output time of each cut: 1.2, 250ms, 72f, end-0.3 (end)" },
    { CLI_OPT_FROM, 0, "from", "T[,T...]", "where each clip after the first starts in itself (0)" },
    { CLI_OPT_METHOD, 'm', "method", "NAME[:KEY=VALUE,...]", "transition method (dead-halflife)" },
    { CLI_OPT_BLEND_TIME, 't', "blend-time", "SECONDS", "length of each transition (0.2)" },
    { CLI_OPT_PRESET, 0, "preset", "NAME", "an engine's settings: unreal" },
    { CLI_OPT_PROFILE, 0, "profile", "GLOB=FACTOR",
      "for joints that match, the transition's length times FACTOR; the last match wins" },
    { CLI_OPT_SKIP, 0, "skip", "GLOB", "joints that match change at once" },
    { CLI_OPT_ALIGN, 0, "align", "root|none",
      "move each clip over the ground to go on where the last one is (root), or not" },
    { CLI_OPT_ROOT, 0, "root", "JOINT", "the joint that is aligned (found)" },
    { CLI_OPT_UP, 0, "up", "x|y|z", "the axis that points up (y)" },
    { CLI_OPT_PAST_END, 0, "past-end", "error|hold|loop",
      "what a clip does after its end (error)" },
    { CLI_OPT_UNTIL, 0, "until", "T", "end of the output (the last clip's)" },
    { CLI_OPT_MAX_FRAMES, 0, "max-frames", "N", "refuse a longer output (10000000)" },
    { CLI_OPT_INTERPOLATE, 0, "interpolate", "hermite|linear",
      "how clips of another frame rate are resampled (hermite)" },
    { CLI_OPT_LIMITS, 0, "limits", "FILE", "joint limits as JSON (learned from the clips)" },
    { 0 },
};

bool cli_take_method(cli_method_args *method, const cli_args *args, int id)
{
    if (id == CLI_OPT_METHOD)
        method->method = args->value;
    else if (id == CLI_OPT_PRESET)
        method->preset = args->value;
    else if (id == CLI_OPT_BLEND_TIME)
        arrput(method->params, ((cli_param){ "blend_time", args->value }));
    else if (id == CLI_PARAM)
        arrput(method->params, ((cli_param){ args->name, args->value }));
    else
        return false;
    return true;
}

/* The method's own parameters go on top of the preset's, which is for one method. */
static bool read_method(const cli_method_args *method, dbt_setting *setting, dbt_error *err)
{
    const char *text = method->method ? method->method : dbt_default_method;
    if (!method->preset)
        return dbt_setting_parse(setting, text, err);
    dbt_setting own;
    if (!dbt_setting_preset(setting, method->preset, err))
        return false;
    if (!method->method)
        return true;
    if (!dbt_setting_parse(&own, text, err))
        return false;
    if (own.method != setting->method)
        return dbt_fail(err, DBT_E_PARAM, "preset '%s' is for %s, found method '%s'",
                        method->preset, setting->method->name, own.method->name);
    const char *list = strchr(text, ':');
    return !list || dbt_setting_set_list(setting, list + 1, err);
}

bool cli_method_values(const cli_method_args *method, dbt_setting *setting, dbt_error *err)
{
    if (!read_method(method, setting, err))
        return false;
    for (ptrdiff_t i = 0; i < arrlen(method->params); i++)
        if (!dbt_setting_set(setting, method->params[i].name, method->params[i].value, err))
            return false;
    return true;
}

bool cli_method_setting(const cli_method_args *method, dbt_setting *setting, dbt_error *err)
{
    return cli_method_values(method, setting, err) && dbt_setting_check(setting, err);
}

bool cli_read_times(const char *text, dbt_time **times, dbt_error *err)
{
    for (;;) {
        const size_t n = strcspn(text, ",");
        dbt_time time;
        if (!dbt_time_read(text, n, &time, err))
            return false;
        arrput(*times, time);
        if (text[n] == '\0')
            return true;
        text += n + 1;
    }
}

/* "GLOB=FACTOR"; the glob may hold '='. */
static bool read_profile(const char *text, dbt_profile *profile, dbt_error *err)
{
    const char *equals = strrchr(text, '='), *end = text + strlen(text);
    double factor;
    if (!equals || equals == text || dbt_number_read(equals + 1, end, &factor) != end ||
        !(factor >= 0.0 && factor <= 1000.0))
        return dbt_fail(err, DBT_E_PARAM,
                        "expected GLOB=FACTOR with a factor of 0 to 1000, found '%.60s'", text);
    char *glob = dbt_copy_text(text, (size_t)(equals - text));
    if (!glob)
        return dbt_fail_memory(err);
    *profile = (dbt_profile){ glob, factor };
    return true;
}

/* An option whose value has to be read; false with err. */
static bool take_value(cli_sequence_args *s, const char *value, int id, dbt_error *err)
{
    dbt_profile profile = { NULL, 0.0 };
    if (id == CLI_OPT_AT)
        return cli_read_times(value, &s->at, err);
    if (id == CLI_OPT_FROM)
        return cli_read_times(value, &s->from, err);
    if (id == CLI_OPT_UNTIL) {
        s->spec.has_until = true;
        return dbt_time_read(value, strlen(value), &s->spec.until, err);
    }
    if (id == CLI_OPT_PROFILE) {
        if (!read_profile(value, &profile, err))
            return false;
        arrput(s->profiles, profile);
        return true;
    }
    profile.glob = dbt_copy_text(value, strlen(value));
    if (!profile.glob)
        return dbt_fail_memory(err);
    arrput(s->skips, profile);
    return true;
}

static int take_choice(cli_sequence_args *s, const cli_args *args, int id)
{
    static const char *const aligns[] = { "root", "none", NULL },
                             *const ups[] = { "x", "y", "z", NULL },
                             *const past_ends[] = { "error", "hold", "loop", NULL },
                             *const interpolations[] = { "hermite", "linear", NULL };
    int choice = -1;
    if (id == CLI_OPT_ALIGN && (choice = cli_take_choice(args, "align", aligns)) >= 0)
        s->spec.align_none = choice == 1;
    if (id == CLI_OPT_UP && (choice = cli_take_choice(args, "up", ups)) >= 0)
        s->spec.up = choice;
    if (id == CLI_OPT_PAST_END && (choice = cli_take_choice(args, "past-end", past_ends)) >= 0)
        s->spec.past_end = (dbt_past_end)choice;
    if (id == CLI_OPT_INTERPOLATE &&
        (choice = cli_take_choice(args, "interpolate", interpolations)) >= 0)
        s->spec.interpolation = (dbt_interpolation)choice;
    return choice < 0 ? -1 : 1;
}

int cli_take_sequence_option(cli_sequence_args *sequence, const cli_args *args, int id)
{
    dbt_error err;
    if (cli_take_method(&sequence->method, args, id))
        return 1;
    switch (id) {
    case CLI_OPT_AT:
    case CLI_OPT_FROM:
    case CLI_OPT_UNTIL:
    case CLI_OPT_PROFILE:
    case CLI_OPT_SKIP:
        if (take_value(sequence, args->value, id, &err))
            return 1;
        cli_option_error(args, id, &err);
        return -1;
    case CLI_OPT_ALIGN:
    case CLI_OPT_UP:
    case CLI_OPT_PAST_END:
    case CLI_OPT_INTERPOLATE: return take_choice(sequence, args, id);
    case CLI_OPT_MAX_FRAMES: return cli_take_max_frames(args, &sequence->spec.max_frames) ? 1 : -1;
    case CLI_OPT_ROOT: sequence->spec.root = args->value; return 1;
    case CLI_OPT_LIMITS: sequence->limits = args->value; return 1;
    default: return 0;
    }
}

bool cli_take_max_frames(const cli_args *args, size_t *frames)
{
    int whole;
    if (!cli_take_whole(args, "max-frames", 1, INT_MAX, &whole))
        return false;
    *frames = (size_t)whole;
    return true;
}

bool cli_sequence_spec(cli_sequence_args *sequence, const dbt_clip *const *clips, int n_clips,
                       dbt_error *err)
{
    cli_sequence_args *s = sequence;
    dbt_setting setting;
    if (!s->models)
        s->models = cli_models_new();
    if (!cli_method_setting(&s->method, &setting, err) ||
        !cli_models_load(s->models, &setting, err))
        return false;
    if (arrlen(s->at) > n_clips - 1 || arrlen(s->from) > n_clips - 1)
        return dbt_fail(err, DBT_E_TIME, "%d times in %s, but %d clips make %d cut%s",
                        (int)(arrlen(s->at) > n_clips - 1 ? arrlen(s->at) : arrlen(s->from)),
                        arrlen(s->at) > n_clips - 1 ? "--at" : "--from", n_clips, n_clips - 1,
                        n_clips == 2 ? "" : "s");
    for (ptrdiff_t i = 0; i < arrlen(s->skips); i++)
        arrput(s->profiles, s->skips[i]); /* after the factors, so that a skip wins */
    arrsetlen(s->skips, 0);
    for (int i = 0; i < n_clips; i++) {
        dbt_segment segment = { .clip = clips[i], .setting = setting, .at = DBT_TIME_END };
        if (i > 0 && i - 1 < arrlen(s->at))
            segment.at = s->at[i - 1];
        if (i > 0 && i - 1 < arrlen(s->from))
            segment.from = s->from[i - 1];
        segment.profiles = s->profiles;
        segment.n_profiles = (int)arrlen(s->profiles);
        arrput(s->segments, segment);
    }
    if (s->limits) {
        if (!cli_input_read(s->limits, &s->limits_input, err) ||
            !dbt_limits_read(&s->limits_file, s->limits_input.bytes, s->limits_input.size,
                             strcmp(s->limits, "-") == 0 ? "standard input" : s->limits, err))
            return false;
        s->spec.limits = &s->limits_file;
    }
    s->spec.segments = s->segments;
    s->spec.n_segments = n_clips;
    return true;
}

bool cli_sequence_read_from(const cli_sequence_args *sequence, const char *path)
{
    return cli_is_same_file(path, &sequence->limits_input) ||
           cli_models_read_from(sequence->models, path);
}

static void free_profiles(dbt_profile *profiles)
{
    for (ptrdiff_t i = 0; i < arrlen(profiles); i++)
        dbt_free((char *)(uintptr_t)profiles[i].glob);
    arrfree(profiles);
}

void cli_sequence_args_release(cli_sequence_args *sequence)
{
    arrfree(sequence->method.params);
    arrfree(sequence->at);
    arrfree(sequence->from);
    arrfree(sequence->segments);
    free_profiles(sequence->profiles);
    free_profiles(sequence->skips);
    dbt_limits_release(&sequence->limits_file);
    cli_input_release(&sequence->limits_input);
    cli_models_free(sequence->models);
}

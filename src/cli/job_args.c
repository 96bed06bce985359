#include "cli/job_args.h"

#include "base/budgets.h"
#include "base/mem.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

bool cli_read_value(const dbt_setting *setting, const char *text, size_t n, char ***strings,
                    void *object, dbt_error *err)
{
    dbt_error why;
    char name[64];
    if (dbt_setting_read(setting, text, n, strings, object, &why))
        return true;
    dbt_option_name(setting->key, name, sizeof name);
    if (dbt_setting_explains(setting))
        return dbt_fail(err, DBT_E_PARAM, "option '--%s': %s", name, why.msg);
    return dbt_fail(err, DBT_E_PARAM, "option '--%s' expects %s, found '%.*s'%s", name, why.msg,
                    n > 60 ? 60 : (int)n, text, dbt_comma_hint(text, n));
}

/* The length of the next item of a value; of the whole value if the setting has no items. */
static size_t item_size(const dbt_setting *setting, const char *text)
{
    return dbt_setting_has_items(setting) ? strcspn(text, ",") : strlen(text);
}

/* Checks each item of the value of a setting of cuts, and drops what was read. It is read again by
 * cli_job_args_finish, which knows the cuts. Fails with DBT_E_PARAM, as cli_read_value. */
static bool check_value(cli_job_args *args, const dbt_setting *setting, const char *value,
                        dbt_error *err)
{
    dbt_segment unused = { .path = NULL };
    bool ok = true;
    for (const char *text = value; ok && text; text = *text ? text + 1 : NULL) {
        const size_t n = item_size(setting, text);
        ok = cli_read_value(setting, text, n, &args->job.strings, &unused, err);
        text += n;
    }
    arrfree(unused.profiles);
    arrfree(unused.drops);
    return ok;
}

/* Returns the setting of a cut's clip with the key of a setting of the job; NULL: none. */
static const dbt_setting *setting_of_clip(const dbt_setting *setting)
{
    const bool of_job = setting && setting->of == DBT_OF_JOB;
    const dbt_setting *of_cut = of_job ? dbt_setting_find(setting->key, DBT_OF_CUT) : NULL;
    return of_cut && of_cut->of_clip ? of_cut : NULL;
}

const char *cli_clip_value(const dbt_setting *setting, const char *value, int *clip)
{
    const size_t n = value ? strspn(value, "0123456789") : 0;
    *clip = -1;
    if (n == 0 || n > 9 || value[n] != ':' || !setting_of_clip(setting))
        return value;
    *clip = (int)strtol(value, NULL, 10);
    return value + n + 1;
}

dbt_clips cli_clips_of(const cli_job_args *args, dbt_clip_cache *cache, const char *const *paths)
{
    return (dbt_clips){ .cache = cache,
                        .job = &args->job,
                        .paths = paths,
                        .n = arrlenu(paths),
                        .quiet = args->verbosity.quiet };
}

bool cli_check_no_clip_values(const cli_job_args *args, dbt_error *err)
{
    char name[64];
    for (ptrdiff_t i = 0; i < arrlen(args->given); i++) {
        const cli_given *given = &args->given[i];
        if (given->clip >= 0)
            return dbt_fail(
                err, DBT_E_PARAM, "option '--%s' is for all clips here, found '%d:%.60s'",
                dbt_option_name(given->name, name, sizeof name), given->clip, given->value);
    }
    return true;
}

/* ---- arguments ---- */

bool cli_read_job_argument(cli_job_args *args, const cli_argument *argument, dbt_error *err)
{
    const dbt_setting *setting = argument->setting;
    const char *value = argument->value ? argument->value : "true";
    int clip;
    if (argument->kind == CLI_KIND_FILE) {
        arrput(args->files, argument->value);
        return true;
    }
    value = cli_clip_value(setting, value, &clip);
    if (clip >= 0)
        setting = setting_of_clip(setting);
    if (setting && setting->of != DBT_OF_CUT)
        return cli_read_value(setting, value, strlen(value), &args->job.strings, &args->job, err);
    arrput(args->given,
           ((cli_given){ setting, setting ? setting->key : argument->name, value, clip }));
    return !setting || check_value(args, setting, value, err);
}

const char *cli_given_value(const cli_job_args *args, const char *name)
{
    for (ptrdiff_t i = arrlen(args->given) - 1; i >= 0; i--)
        if (strcmp(args->given[i].name, name) == 0)
            return args->given[i].value;
    return NULL;
}

void cli_add_setting(cli_job_args *args, const char *key, const char *value)
{
    arrput(args->given, ((cli_given){ dbt_setting_find(key, DBT_OF_CUT), key, value, -1 }));
}

void cli_record_clip_option(char recorded[64], const cli_argument *argument, const char *also)
{
    const char *const allowed[] = { "max_frames", also, NULL };
    const dbt_setting *setting = argument->setting;
    const bool of_methods =
        setting && setting->of == DBT_OF_CUT && setting->kind == DBT_KIND_STRUCTURE;
    if (setting && !of_methods && !recorded[0] && !cli_is_one_of(setting->key, allowed))
        snprintf(recorded, 64, "%s", argument->name);
}

bool cli_check_clips(const cli_job_args *args, int n_min, const char *command, dbt_error *err)
{
    const ptrdiff_t n = arrlen(args->files);
    return n >= n_min ||
           dbt_fail(err, DBT_E_PARAM, "expected %s or more clips, found %td (see 'dbtool %s -h')",
                    n_min == 1 ? "one" : "two", n, command);
}

/* ---- the method ---- */

bool cli_is_param(const cli_given *given)
{
    return !given->setting || strcmp(given->name, "blend_time") == 0;
}

bool cli_set_param(const cli_given *given, dbt_tuning *tuning, dbt_error *err)
{
    char name[64], as[80];
    snprintf(as, sizeof as, "option '--%s'", dbt_option_name(given->name, name, sizeof name));
    const dbt_span value = { given->value, given->value + strlen(given->value) };
    return dbt_tuning_set_as(tuning, given->name, as, value, err);
}

bool cli_tuning_values(const cli_job_args *args, dbt_tuning *tuning, dbt_error *err)
{
    const char *method = cli_given_value(args, "method"), *preset = cli_given_value(args, "preset");
    const char *list = preset && method ? strchr(method, ':') : NULL;
    dbt_tuning of_method;
    if ((preset && !dbt_tuning_preset(tuning, preset, err)) ||
        !dbt_tuning_parse(&of_method, method ? method : dbt_default_method, err))
        return false;
    if (!preset)
        *tuning = of_method;
    else if (method && of_method.method != tuning->method)
        return dbt_fail(err, DBT_E_PARAM, "preset '%s' is for %s, found method '%s'", preset,
                        tuning->method->name, of_method.method->name);
    bool ok = !list || dbt_tuning_set_list(tuning, list + 1, err);
    for (ptrdiff_t i = 0; ok && i < arrlen(args->given); i++)
        if (cli_is_param(&args->given[i]))
            ok = cli_set_param(&args->given[i], tuning, err);
    return ok;
}

bool cli_tuning_read(const cli_job_args *args, dbt_tuning *tuning, dbt_error *err)
{
    return cli_tuning_values(args, tuning, err) && dbt_tuning_check(tuning, err);
}

/* ---- cuts ---- */

int cli_n_values(const cli_job_args *args, const char *key)
{
    int n = 0;
    for (ptrdiff_t i = 0; i < arrlen(args->given); i++) {
        if (strcmp(args->given[i].name, key) != 0)
            continue;
        n++;
        for (const char *c = args->given[i].value; *c; c++)
            n += *c == ',';
    }
    return n;
}

/* Sets the values of a setting, which were checked, in segments[n + 1]. The first value is for
 * segments[1], the first cut; of a setting of clips with over n values, for segments[0], the first
 * clip. A single value is for all cuts, except that of --at. A segment without a value is
 * unchanged; values beyond the last segment are ignored. */
static void set_items(const cli_job_args *args, const dbt_setting *setting, dbt_segment *segments,
                      int n)
{
    const int n_values = cli_n_values(args, setting->key);
    const bool of_all = setting->kind != DBT_KIND_CUT && n_values == 1;
    int at = setting->of_clip && n_values > n ? 0 : 1;
    for (ptrdiff_t i = 0; i < arrlen(args->given); i++) {
        const char *text = args->given[i].setting == setting ? args->given[i].value : NULL;
        for (; text && at <= n; text = *text ? text + 1 : NULL) {
            const size_t size = item_size(setting, text);
            for (int k = at++; k < (of_all ? n + 1 : at); k++)
                (void)!dbt_setting_read(setting, text, size, NULL, &segments[k], NULL);
            text += size;
        }
    }
}

dbt_segment *cli_segments(const cli_job_args *args, const dbt_segment *like, int n)
{
    dbt_segment *segments = dbt_alloc_array((size_t)n + 1, sizeof *segments), defaults;
    defaults = (dbt_segment){ .path = NULL };
    dbt_settings_set_defaults(DBT_OF_CUT, &defaults);
    for (int i = 0; i <= n; i++)
        segments[i] = like ? *like : defaults;
    for (const dbt_setting *setting = dbt_settings; setting->key; setting++)
        if (dbt_setting_has_items(setting))
            set_items(args, setting, segments, n);
    return segments;
}

/* Fails with DBT_E_TIME if a setting with one value per cut has more values than cuts, or one of
 * clips more than clips. Two values per cut suggest a decimal comma, 1,2: then the message has a
 * hint. */
static bool check_counts(const cli_job_args *a, int n_clips, dbt_error *err)
{
    const int n_cuts = n_clips - 1;
    for (const dbt_setting *setting = dbt_settings; setting->key; setting++) {
        const int n = dbt_setting_has_items(setting) ? cli_n_values(a, setting->key) : 0;
        char name[64];
        if (n > (setting->of_clip ? n_clips : n_cuts))
            return dbt_fail(err, DBT_E_TIME, "--%s has %d time%s, but %d clip%s %d cut%s%s",
                            dbt_option_name(setting->key, name, sizeof name), n, n == 1 ? "" : "s",
                            n_clips, n_clips == 1 ? " has" : "s have", n_cuts,
                            n_cuts == 1 ? "" : "s", n == 2 * n_cuts ? " (decimal point: 1.2)" : "");
    }
    return true;
}

/* Sets in *all, from which all segments are copied, the settings of cuts that have no separate
 * value for each cut or for a clip. They were checked. The order is that of the table of settings,
 * in which --skip follows --profile and so has priority. The segments take over the lists of *all.
 */
static void set_shared(cli_job_args *a, dbt_segment *all)
{
    for (const dbt_setting *setting = dbt_settings; setting->key; setting++) {
        if (setting->of != DBT_OF_CUT || dbt_setting_has_items(setting))
            continue;
        for (ptrdiff_t i = 0; i < arrlen(a->given); i++)
            if (a->given[i].setting == setting && a->given[i].clip < 0)
                (void)!dbt_setting_read(setting, a->given[i].value, strlen(a->given[i].value),
                                        &a->job.strings, all, NULL);
    }
}

/* Sets, in the job's segments, the settings that were given for single clips; they were checked.
 * Fails with DBT_E_PARAM if there is no clip of that number. */
static bool set_of_clips(cli_job_args *a, int n_clips, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(a->given); i++) {
        const cli_given *given = &a->given[i];
        char name[64];
        if (given->clip < 0)
            continue;
        if (given->clip < 1 || given->clip > n_clips)
            return dbt_fail(err, DBT_E_PARAM, "--%s is for clip %d, but there %s %d",
                            dbt_option_name(given->name, name, sizeof name), given->clip,
                            n_clips == 1 ? "is only" : "are only", n_clips);
        (void)!dbt_setting_read(given->setting, given->value, strlen(given->value), NULL,
                                &a->job.sequence.segments[given->clip - 1], NULL);
    }
    return true;
}

/* ---- the job ---- */

bool cli_job_args_finish(cli_job_args *args, const dbt_tuning *tuning, const char *const *clips,
                         int n_clips, dbt_error *err)
{
    cli_job_args *a = args;
    dbt_sequence_spec *s = &a->job.sequence;
    dbt_segment all = { .path = NULL };
    dbt_buffer name = { 0 };
    dbt_settings_set_defaults(DBT_OF_CUT, &all);
    if (tuning)
        all.tuning = *tuning;
    else if (!cli_tuning_read(a, &all.tuning, err))
        return false;
    if (!check_counts(a, n_clips, err))
        return false;
    set_shared(a, &all);
    s->segments = cli_segments(a, &all, n_clips - 1);
    s->n_segments = n_clips;
    if (s->segments[0].choose_from.wanted)
        return dbt_fail(err, DBT_E_PARAM,
                        "the first clip starts the output: --from cannot be 'best' there");
    for (int i = 0; i < n_clips; i++)
        s->segments[i].path = clips[i];
    if (!set_of_clips(a, n_clips, err) || !dbt_choice_check(&a->job.auto_methods, s, err))
        return false;
    if (n_clips == 1 && !a->verbosity.quiet && a->job.fit && strcmp(a->job.fit, DBT_RIG_FIRST) == 0)
        dbt_print_errorf("one clip alone has its own rig: --fit=RIG.bvh names another");
    if (!a->job.name) {
        dbt_job_default_name(&a->job, &name);
        a->job.name = dbt_texts_add(&a->job.strings, name.bytes ? name.bytes : "", name.size);
        dbt_buffer_release(&name);
    }
    a->job.sequence_name = a->job.name;
    return true;
}

bool cli_check_rows(const char *name, size_t n_cuts, const char *how, dbt_error *err)
{
    const size_t n = strlen(name);
    return n <= DBT_MAX_NAMES_IN_ROWS / (n_cuts > 0 ? n_cuts : 1) ||
           dbt_fail(err, DBT_E_LIMIT,
                    "a name of %zu bytes in the rows of %zu cuts is more than %d bytes in all, the "
                    "limit: %s sets another",
                    n, n_cuts, DBT_MAX_NAMES_IN_ROWS, how);
}

void cli_job_args_release(cli_job_args *args)
{
    dbt_job_release(&args->job);
    dbt_gate_release(&args->gate);
    arrfree(args->given);
    arrfree(args->files);
}

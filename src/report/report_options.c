#include "report/report_options.h"

#include "base/text.h"
#include "host/input.h"
#include "job/settings.h"

#include <string.h>

void dbt_report_add_option(dbt_json_out *json, const char *name, dbt_buffer *value)
{
    dbt_json_begin(json, NULL, '[');
    dbt_json_add_text(json, NULL, name);
    dbt_json_end_section(json, NULL, value);
    dbt_json_end(json, ']');
}

/* Adds a setting of `object`, its owner (a job or a segment), as [option's name, value], unless it
 * has its default. Paths lose their folders, which the reader of a report does not need. */
static void add_setting(dbt_json_out *json, const dbt_setting *setting, const void *object)
{
    char name[64];
    dbt_buffer value = { 0 };
    if (!dbt_setting_is_set(setting, object))
        return;
    const bool is_path = setting->kind == DBT_KIND_PATH ||
                         (setting->kind == DBT_KIND_RIG &&
                          dbt_rig_path(*(char *const *)dbt_setting_value(setting, object)));
    if (is_path)
        dbt_buffer_text(&value, dbt_file_name(dbt_input_name(
                                    *(char *const *)dbt_setting_value(setting, object))));
    else
        dbt_setting_show(setting, object, &value);
    dbt_report_add_option(json, dbt_option_name(setting->key, name, sizeof name), &value);
}

/* Adds the job's settings of a group that differ from their defaults, in the table's order. Paths
 * of all groups are added with DBT_GROUP_READ. Settings of DBT_GROUP_NONE, or only of the command
 * line, are never added. */
static void add_job_settings(dbt_json_out *json, const dbt_job *job, dbt_setting_group group)
{
    for (const dbt_setting *setting = dbt_settings; setting->key; setting++) {
        const dbt_setting_group shown_in =
            setting->kind == DBT_KIND_PATH ? DBT_GROUP_READ : setting->group;
        if (setting->of == DBT_OF_JOB && setting->scopes && setting->group != DBT_GROUP_NONE &&
            shown_in == group)
            add_setting(json, setting, job);
    }
}

/* Adds the settings of a cut that differ from their defaults, except `at` and `gap`, which the page
 * shows elsewhere. Then adds its profiles, as "profile" GLOB=FACTOR, or as "skip" GLOB if the
 * factor is 0. */
static void add_cut(dbt_json_out *json, const dbt_segment *segment)
{
    for (const dbt_setting *setting = dbt_settings; setting->key; setting++)
        if (setting->of == DBT_OF_CUT && setting->group != DBT_GROUP_NONE &&
            setting->kind != DBT_KIND_PROFILE && strcmp(setting->key, "at") != 0 &&
            strcmp(setting->key, "gap") != 0)
            add_setting(json, setting, segment);
    for (int i = 0; i < segment->n_profiles; i++) {
        const dbt_profile *profile = &segment->profiles[i];
        dbt_buffer value = { 0 };
        dbt_buffer_text(&value, profile->glob);
        if (profile->factor > 0.0) {
            dbt_buffer_text(&value, "=");
            dbt_buffer_exact(&value, profile->factor);
        }
        dbt_report_add_option(json, profile->factor > 0.0 ? "profile" : "skip", &value);
    }
}

void dbt_report_options_write(dbt_json_out *json, const dbt_job *job, int cut)
{
    static const dbt_setting_group behind_cut[] = { DBT_GROUP_BEST, DBT_GROUP_AUTO,
                                                    DBT_GROUP_MEASURE, DBT_GROUP_OUTPUT,
                                                    DBT_GROUP_READ };
    dbt_json_begin(json, "options", '[');
    add_job_settings(json, job, DBT_GROUP_SEQUENCE);
    for (int i = 0; i < job->sequence.n_layers; i++) {
        dbt_buffer value = { 0 };
        dbt_setting_show(dbt_setting_find("joints", DBT_OF_LAYER), &job->sequence.layers[i],
                         &value);
        dbt_report_add_option(json, "layer", &value);
    }
    add_cut(json, &job->sequence.segments[cut]);
    for (size_t i = 0; i < sizeof behind_cut / sizeof *behind_cut; i++)
        add_job_settings(json, job, behind_cut[i]);
    dbt_json_end(json, ']');
}

#include "report/costs_data.h"

#include "base/base64.h"
#include "job/shell_line.h"

#include <string.h>

/* ---- a map ---- */

enum { COSTS_AT_ONCE = 96 }; /* a multiple of three needs no padding in base64 */

void dbt_costs_write_map(dbt_json_out *json, const dbt_cost_map *map)
{
    const size_t n = map->n_rows * map->n_columns;
    float floats[COSTS_AT_ONCE];
    dbt_buffer_format(dbt_json_value(json, "i"), "[%zu,%zu]", map->i_begin, map->i_end);
    dbt_buffer_format(dbt_json_value(json, "j"), "[%zu,%zu]", map->j_begin, map->j_end);
    dbt_json_add_size(json, "rows", map->n_rows);
    dbt_json_add_size(json, "columns", map->n_columns);
    dbt_buffer *out = dbt_json_value(json, "costs");
    dbt_buffer_text(out, "\"");
    for (size_t begin = 0, now; begin < n; begin += now) {
        now = n - begin < COSTS_AT_ONCE ? n - begin : COSTS_AT_ONCE;
        for (size_t i = 0; i < now; i++)
            floats[i] = (float)map->costs[begin + i];
        dbt_base64_floats(out, floats, now);
    }
    dbt_buffer_text(out, "\"");
}

void dbt_costs_write_cut(dbt_json_out *json, const dbt_cut_cell *cell)
{
    dbt_json_add_size(json, "i", cell->i);
    dbt_json_add_size(json, "j", cell->j);
    dbt_json_add_number(json, "cost", cell->cost.cost, 9);
    dbt_json_add_number(json, "pose", cell->cost.pose, 9);
    dbt_json_add_number(json, "velocity", cell->cost.velocity, 9);
}

/* ---- the command ---- */

/* Writes the option with the times of all cuts: `before` receives what comes before the open cut's
 * time, `behind` what comes after it. */
static void add_times(dbt_buffer *before, dbt_buffer *behind, const dbt_sequence_spec *s,
                      const char *key, int open)
{
    const dbt_setting *setting = dbt_setting_find(key, DBT_OF_CUT);
    dbt_buffer_format(before, " --%s ", key);
    for (int i = 1; i < open; i++) {
        dbt_segment made = s->segments[i];
        /* write the time that was found, not `best` */
        made.choose_at.wanted = made.choose_from.wanted = false;
        dbt_setting_show(setting, &made, before);
        dbt_buffer_text(before, ",");
    }
    dbt_buffer_text(behind, "f");
    for (int i = open + 1; i < s->n_segments; i++) {
        dbt_buffer_text(behind, ",");
        dbt_setting_show(setting, &s->segments[i], behind);
    }
}

/* Writes another setting of cuts, if a cut has it: its values, or what all cuts share. What differs
 * from cut to cut without a list of values, such as patterns, is left out. */
static void add_cut_setting(dbt_buffer *out, const dbt_sequence_spec *s, const dbt_setting *setting)
{
    const bool items =
        dbt_setting_has_items(setting) && (setting->kind != DBT_KIND_FLAG || setting->optional);
    dbt_buffer list = { 0 }, first = { 0 };
    bool is_set = false, same = true;
    for (int i = 1; i < s->n_segments; i++) {
        const size_t begin = list.size;
        is_set = is_set || dbt_setting_is_set(setting, &s->segments[i]);
        dbt_buffer_text(&list, i > 1 ? "," : "");
        dbt_setting_show(setting, &s->segments[i], &list);
        if (i == 1)
            dbt_buffer_add(&first, list.bytes, list.size);
        same = same && strcmp(list.bytes + begin + (i > 1), first.bytes) == 0;
    }
    if (is_set && items)
        dbt_shell_value(out, setting, list.bytes);
    else if (is_set && same)
        dbt_shell_option(out, setting, &s->segments[1], 0);
    dbt_buffer_release(&first);
    dbt_buffer_release(&list);
}

static void write_command(dbt_json_out *json, const dbt_job *job, int open)
{
    const dbt_sequence_spec *s = &job->sequence;
    dbt_buffer before = { 0 }, between = { 0 }, after = { 0 };
    dbt_buffer_text(&before, "dbtool blend");
    for (int i = 0; i < s->n_segments; i++)
        dbt_shell_path(&before, s->segments[i].path);
    add_times(&before, &between, s, "at", open);
    add_times(&between, &after, s, "from", open);
    for (const dbt_setting *setting = dbt_settings; setting->key; setting++) {
        if (setting->of != DBT_OF_CUT || setting->kind == DBT_KIND_CUT)
            continue;
        if (setting->group != DBT_GROUP_NONE)
            add_cut_setting(&after, s, setting);
        for (int i = 0; setting->group == DBT_GROUP_NONE && i < s->n_segments; i++)
            if (setting->of_clip && dbt_setting_is_set(setting, &s->segments[i]))
                dbt_shell_option(&after, setting, &s->segments[i], i + 1);
    }
    dbt_shell_job_options(&after, job);
    bool chooses = false; /* later cuts */
    for (int i = open + 1; i < s->n_segments; i++)
        chooses = chooses || s->segments[i].choose_at.wanted || s->segments[i].choose_from.wanted;
    for (const dbt_setting *setting = dbt_settings; chooses && setting->key; setting++)
        if (setting->group == DBT_GROUP_BEST && dbt_setting_is_set(setting, job))
            dbt_shell_option(&after, setting, job, 0);
    dbt_json_begin(json, "command", '[');
    dbt_json_end_part(json, NULL, &before);
    dbt_json_end_part(json, NULL, &between);
    dbt_json_end_part(json, NULL, &after);
    dbt_json_end(json, ']');
}

void dbt_costs_write(dbt_json_out *json, const dbt_report_sequence *sequence, int cut)
{
    const dbt_chosen_cut *chosen = &sequence->chosen[cut - 1];
    if (!chosen->is_best)
        return;
    dbt_json_begin_line(json, 0, "costs", '{');
    dbt_costs_write_map(json, &chosen->map);
    dbt_json_begin(json, "cut", '{');
    dbt_costs_write_cut(json, &chosen->cell);
    dbt_json_end(json, '}');
    write_command(json, sequence->trial.candidates[0].work.job, cut);
    dbt_json_end(json, '}');
    dbt_json_line(json, 0);
}

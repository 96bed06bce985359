#include "train/evaluation_format.h"

#include "base/json_write.h"
#include "base/number.h"

#include <math.h>

/* Adds a row of numbers, or a dash for one that is none, such as a share of a distance of 0. */
static void add_row(dbt_buffer *out, const char *name, const double *values, int n)
{
    dbt_buffer_format(out, "\n%-20s", name);
    for (int i = 0; i < n; i++) {
        char text[DBT_FIXED_SIZE] = "-";
        if (isfinite(values[i]))
            *dbt_fixed_write(text, values[i], 3) = '\0';
        dbt_buffer_format(out, " %9s", text);
    }
}

static void add_seconds(dbt_buffer *out, const char *name, const double *seconds, int n)
{
    dbt_buffer_format(out, "\n%-20s", name);
    for (int i = 0; i < n; i++)
        dbt_buffer_format(out, " %9.3g", seconds[i]);
}

void dbt_evaluation_text(const dbt_evaluation *e, dbt_buffer *out)
{
    const int n = e->n_horizons;
    double ratios[DBT_N_HORIZONS];
    dbt_buffer_format(out, "Mean distance of joints from the clips (units), %zu starts\n",
                      e->n_starts);
    add_seconds(out, "seconds", e->seconds, n);
    for (int r = 0; r < DBT_N_RIVALS; r++)
        add_row(out, e->rivals[r].name, e->rivals[r].error, n);
    dbt_buffer_text(out, "\n");
    for (int h = 0; h < n; h++)
        ratios[h] = e->rivals[DBT_RIVAL_LEARNED].error[h] / e->rivals[e->best[h]].error[h];
    add_row(out, "/ best other", ratios, n);
    add_row(out, "nearer than best in", e->beaten, n);
    dbt_buffer_format(out,
                      "\n\nFastest joint (units/s): %.6g in the clips, %.6g in 4 s of "
                      "extrapolation\n",
                      e->fastest, e->free_run);
}

void dbt_evaluation_json(const dbt_evaluation *e, dbt_buffer *out)
{
    const int n = e->n_horizons;
    dbt_json_out json = { .out = out };
    dbt_json_begin(&json, NULL, '{');
    dbt_json_add_size(&json, "starts", e->n_starts);
    dbt_json_add_numbers(&json, "seconds", e->seconds, n, 9);
    dbt_json_begin(&json, "error_u", '{');
    for (int r = 0; r < DBT_N_RIVALS; r++) {
        dbt_json_line(&json, 2);
        dbt_json_add_numbers(&json, e->rivals[r].name, e->rivals[r].error, n, 9);
    }
    dbt_json_end(&json, '}');
    dbt_json_line(&json, 0);
    dbt_json_add_numbers(&json, "nearer_than_best_other", e->beaten, n, 9);
    dbt_json_begin_line(&json, 0, "best_other", '[');
    for (int h = 0; h < n; h++)
        dbt_json_add_text(&json, NULL, e->rivals[e->best[h]].name);
    dbt_json_end(&json, ']');
    dbt_json_add_number(&json, "fastest_in_clips_u_s", e->fastest, 9);
    dbt_json_add_number(&json, "fastest_free_running_u_s", e->free_run, 9);
    dbt_json_end(&json, '}');
    dbt_buffer_text(out, "\n");
}

/* ---- gaps ---- */

static const double *values_of(const dbt_bridge_result *result, bool angle)
{
    return angle ? result->angle_deg : result->error;
}

/* Adds a dash where no clip was long enough for the gap. */
static void add_gap_rows(const dbt_bridge_evaluation *e, bool angle, dbt_buffer *out)
{
    const double *linear = values_of(&e->results[DBT_BRIDGE_LINEAR], angle);
    double shown[DBT_N_GAP_LENGTHS];
    for (int b = 0; b <= DBT_N_BRIDGES; b++) {
        const bool is_ratio = b == DBT_N_BRIDGES;
        const double *values = values_of(&e->results[is_ratio ? DBT_BRIDGE_LEARNED : b], angle);
        for (int i = 0; i < DBT_N_GAP_LENGTHS; i++)
            shown[i] = e->n_gaps[i] == 0 ? NAN : is_ratio ? values[i] / linear[i] : values[i];
        add_row(out, is_ratio ? "/ bridge-linear" : e->results[b].name, shown, DBT_N_GAP_LENGTHS);
    }
}

void dbt_bridge_evaluation_text(const dbt_bridge_evaluation *e, dbt_buffer *out)
{
    dbt_buffer_text(out, "Mean distance of joints from the clips (units)\n");
    add_seconds(out, "seconds of gap", e->seconds, DBT_N_GAP_LENGTHS);
    dbt_buffer_format(out, "\n%-20s", "gaps");
    for (int i = 0; i < DBT_N_GAP_LENGTHS; i++)
        dbt_buffer_format(out, " %9zu", e->n_gaps[i]);
    add_gap_rows(e, false, out);
    dbt_buffer_text(out, "\n\nMean angle between world rotations (degrees)\n");
    add_gap_rows(e, true, out);
    dbt_buffer_text(out, "\n");
}

static void add_gap_members(const dbt_bridge_evaluation *e, const char *key, bool angle,
                            dbt_json_out *json)
{
    dbt_json_begin(json, key, '{');
    for (int b = 0; b < DBT_N_BRIDGES; b++) {
        const dbt_bridge_result *result = &e->results[b];
        dbt_json_line(json, 2);
        dbt_json_add_numbers(json, result->name, values_of(result, angle), DBT_N_GAP_LENGTHS, 9);
    }
    dbt_json_end(json, '}');
    dbt_json_line(json, 0);
}

void dbt_bridge_evaluation_json(const dbt_bridge_evaluation *e, dbt_buffer *out)
{
    dbt_json_out json = { .out = out };
    dbt_json_begin(&json, NULL, '{');
    dbt_json_begin(&json, "gaps", '[');
    for (int i = 0; i < DBT_N_GAP_LENGTHS; i++)
        dbt_json_add_size(&json, NULL, e->n_gaps[i]);
    dbt_json_end(&json, ']');
    dbt_json_add_numbers(&json, "seconds", e->seconds, DBT_N_GAP_LENGTHS, 9);
    add_gap_members(e, "error_u", false, &json);
    add_gap_members(e, "angle_deg", true, &json);
    dbt_json_end(&json, '}');
    dbt_buffer_text(out, "\n");
}

#include "train/evaluation_format.h"

#include "base/json_write.h"
#include "base/number.h"

#include <math.h>

/* Adds a number, or a dash if there is none, such as a share of a distance of 0. */
static void add_cell(dbt_buffer *out, double value)
{
    char text[DBT_FIXED_SIZE] = "-";
    if (isfinite(value))
        *dbt_fixed_write(text, value, 3) = '\0';
    dbt_buffer_format(out, " %9s", text);
}

void dbt_evaluation_text(const dbt_evaluation *e, dbt_buffer *out)
{
    dbt_buffer_format(out, "Mean distance of joints from the clips (units), %zu starts\n\n%-20s",
                      e->n_starts, "seconds");
    for (int h = 0; h < e->n_horizons; h++) {
        char text[DBT_GENERAL_SIZE];
        dbt_buffer_format(out, " %9s", dbt_number_text(text, e->seconds[h], 3));
    }
    for (int r = 0; r < DBT_N_RIVALS; r++) {
        dbt_buffer_format(out, "\n%-20s", e->rivals[r].name);
        for (int h = 0; h < e->n_horizons; h++)
            add_cell(out, e->rivals[r].error[h]);
    }
    dbt_buffer_format(out, "\n\n%-20s", "/ best other");
    for (int h = 0; h < e->n_horizons; h++)
        add_cell(out, e->rivals[0].error[h] / e->rivals[e->best[h]].error[h]);
    dbt_buffer_format(out, "\n%-20s", "nearer than best in");
    for (int h = 0; h < e->n_horizons; h++)
        add_cell(out, e->beaten[h]);
    dbt_buffer_text(out, "\n\nFastest joint (units/s): ");
    dbt_buffer_number(out, e->fastest, 6);
    dbt_buffer_text(out, " in the clips, ");
    dbt_buffer_number(out, e->free_run, 6);
    dbt_buffer_text(out, " in 4 s of extrapolation\n");
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
    dbt_json_line(&json, 0);
    dbt_json_begin(&json, "best_other", '[');
    for (int h = 0; h < n; h++)
        dbt_json_add_text(&json, NULL, e->rivals[e->best[h]].name);
    dbt_json_end(&json, ']');
    dbt_json_add_number(&json, "fastest_in_clips_u_s", e->fastest, 9);
    dbt_json_add_number(&json, "fastest_free_running_u_s", e->free_run, 9);
    dbt_json_end(&json, '}');
    dbt_buffer_text(out, "\n");
}

/* ---- gaps ---- */

static double value_of(const dbt_bridge_result *result, bool angle, int length)
{
    return angle ? result->angle[length] / DBT_RAD_FROM_DEG : result->error[length];
}

/* Prints a dash if no clip was long enough for the gap. */
static void add_gap_cell(dbt_buffer *out, const dbt_bridge_evaluation *e, int length, double value)
{
    add_cell(out, e->n_gaps[length] > 0 ? value : NAN);
}

static void add_gap_rows(const dbt_bridge_evaluation *e, bool angle, dbt_buffer *out)
{
    for (int b = 0; b < DBT_N_BRIDGES; b++) {
        dbt_buffer_format(out, "\n%-20s", e->results[b].name);
        for (int i = 0; i < DBT_N_GAP_LENGTHS; i++)
            add_gap_cell(out, e, i, value_of(&e->results[b], angle, i));
    }
    dbt_buffer_format(out, "\n%-20s", "/ bridge-linear");
    for (int i = 0; i < DBT_N_GAP_LENGTHS; i++)
        add_gap_cell(out, e, i,
                     value_of(&e->results[0], angle, i) / value_of(&e->results[1], angle, i));
}

void dbt_bridge_evaluation_text(const dbt_bridge_evaluation *e, dbt_buffer *out)
{
    dbt_buffer_format(out, "Mean distance of joints from the clips (units)\n\n%-20s",
                      "seconds of gap");
    for (int i = 0; i < DBT_N_GAP_LENGTHS; i++) {
        char text[DBT_GENERAL_SIZE];
        dbt_buffer_format(out, " %9s", dbt_number_text(text, e->seconds[i], 3));
    }
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
        double values[DBT_N_GAP_LENGTHS];
        for (int i = 0; i < DBT_N_GAP_LENGTHS; i++)
            values[i] = value_of(&e->results[b], angle, i);
        dbt_json_line(json, 2);
        dbt_json_add_numbers(json, e->results[b].name, values, DBT_N_GAP_LENGTHS, 9);
    }
    dbt_json_end(json, '}');
    dbt_json_line(json, 0);
}

void dbt_bridge_evaluation_json(const dbt_bridge_evaluation *e, dbt_buffer *out)
{
    dbt_json_out json = { .out = out };
    double gaps[DBT_N_GAP_LENGTHS];
    for (int i = 0; i < DBT_N_GAP_LENGTHS; i++)
        gaps[i] = (double)e->n_gaps[i];
    dbt_json_begin(&json, NULL, '{');
    dbt_json_add_numbers(&json, "gaps", gaps, DBT_N_GAP_LENGTHS, 9);
    dbt_json_add_numbers(&json, "seconds", e->seconds, DBT_N_GAP_LENGTHS, 9);
    add_gap_members(e, "error_u", false, &json);
    add_gap_members(e, "angle_deg", true, &json);
    dbt_json_end(&json, '}');
    dbt_buffer_text(out, "\n");
}

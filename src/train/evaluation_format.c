#include "train/evaluation_format.h"

#include "base/json_write.h"
#include "base/number.h"

#include <math.h>

/* A number; nothing in its place where there is none, as a share of no distance at all. */
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
                      e->n_starts, "seconds on");
    for (int h = 0; h < e->n_horizons; h++) {
        char text[DBT_GENERAL_SIZE];
        dbt_buffer_format(out, " %9s", dbt_number_text(text, e->seconds[h], 3));
    }
    for (int r = 0; r < DBT_N_RIVALS; r++) {
        dbt_buffer_format(out, "\n%-20s", e->rivals[r].name);
        for (int h = 0; h < e->n_horizons; h++)
            add_cell(out, e->rivals[r].error[h]);
    }
    dbt_buffer_format(out, "\n\n%-20s", "of the best other");
    for (int h = 0; h < e->n_horizons; h++)
        add_cell(out, e->rivals[0].error[h] / e->rivals[e->best[h]].error[h]);
    dbt_buffer_format(out, "\n%-20s", "nearer than it in");
    for (int h = 0; h < e->n_horizons; h++)
        add_cell(out, e->beaten[h]);
    dbt_buffer_text(out, "\n\nFastest joint (units/s): ");
    dbt_buffer_number(out, e->fastest, 6);
    dbt_buffer_text(out, " in the clips, ");
    dbt_buffer_number(out, e->free_run, 6);
    dbt_buffer_text(out, " in 4 s of going on\n");
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

#include "cli/evaluation_format.h"

#include "core/number.h"

#include <math.h>

/* A number; nothing in its place where there is none, as a share of no distance at all. */
static void add_cell(dbt_buffer *out, double value)
{
    char text[DBT_FIXED_SIZE] = "-";
    if (isfinite(value))
        *dbt_fixed_write(text, value, 3) = '\0';
    dbt_buffer_format(out, " %9s", text);
}

void cli_evaluation_text(const dbt_evaluation *e, dbt_buffer *out)
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

static void add_number(dbt_buffer *out, double value)
{
    if (isfinite(value))
        dbt_buffer_number(out, value, 9);
    else
        dbt_buffer_text(out, "null");
}

static void add_numbers(dbt_buffer *out, const char *key, const double *values, int n)
{
    dbt_buffer_format(out, "\"%s\": [", key);
    for (int i = 0; i < n; i++) {
        dbt_buffer_text(out, i > 0 ? ", " : "");
        add_number(out, values[i]);
    }
    dbt_buffer_text(out, "]");
}

void cli_evaluation_json(const dbt_evaluation *e, dbt_buffer *out)
{
    const int n = e->n_horizons;
    dbt_buffer_format(out, "{\"starts\": %zu, ", e->n_starts);
    add_numbers(out, "seconds", e->seconds, n);
    dbt_buffer_text(out, ", \"error_u\": {");
    for (int r = 0; r < DBT_N_RIVALS; r++) {
        dbt_buffer_text(out, r > 0 ? ",\n  " : "\n  ");
        add_numbers(out, e->rivals[r].name, e->rivals[r].error, n);
    }
    dbt_buffer_text(out, "},\n");
    add_numbers(out, "nearer_than_best_other", e->beaten, n);
    dbt_buffer_text(out, ",\n\"best_other\": [");
    for (int h = 0; h < n; h++)
        dbt_buffer_format(out, h > 0 ? ", \"%s\"" : "\"%s\"", e->rivals[e->best[h]].name);
    dbt_buffer_text(out, "], \"fastest_in_clips_u_s\": ");
    add_number(out, e->fastest);
    dbt_buffer_text(out, ", \"fastest_free_running_u_s\": ");
    add_number(out, e->free_run);
    dbt_buffer_text(out, "}\n");
}

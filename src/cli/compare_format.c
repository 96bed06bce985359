#include "base/json_write.h"
#include "base/mem.h"
#include "cli/compare.h"
#include "run/ranking.h"

/* ---- tables ---- */

static const char rank_name[] = "rank";

enum { CUTS_IN_HEADING = 4 };

static void add_heading(const cli_comparison *c, dbt_buffer *out)
{
    dbt_buffer_plain(out, c->trial.candidates[0].job->name);
    for (int i = 0; i < c->trial.n_cuts && i < CUTS_IN_HEADING; i++) {
        dbt_buffer_format(out, "%s%.5g s", i == 0 ? ", cut at " : ", ",
                          (double)c->trial.cut_frames[i] * c->frame_time);
    }
    if (c->trial.n_cuts > CUTS_IN_HEADING)
        dbt_buffer_format(out, " and %d more", c->trial.n_cuts - CUTS_IN_HEADING);
    dbt_buffer_format(out, ", window %.5g s, %s", (double)c->trial.window_frames * c->frame_time,
                      c->some_joints ? "joints " : "");
    dbt_buffer_plain(out, c->some_joints ? c->joints : "all joints");
    dbt_buffer_text(out, "; ");
    dbt_ranking_text(&c->ranking, c->trial.candidates[0].job->auto_methods.smooth, out);
}

/* Says of each file why it ranks last, at its first such cut. */
static void add_missing(const cli_comparison *c, dbt_buffer *out)
{
    for (ptrdiff_t i = 0; i < arrlen(c->trial.candidates); i++) {
        const dbt_candidate *m = &c->trial.candidates[i];
        int cut = 1;
        if (!m->is_last)
            continue;
        while (!m->misses[cut - 1])
            cut++;
        dbt_buffer_text(out, "; ");
        dbt_buffer_plain(out, m->label);
        dbt_buffer_text(out, " ranks last: it never shows ");
        dbt_buffer_plain(out, dbt_work_labels(&m->work, cut).target);
        dbt_buffer_format(out, " after the cut at %.5g s",
                          (double)c->trial.cut_frames[cut - 1] * c->frame_time);
    }
}

/* The rank and the columns asked for. */
void cli_compare_table(const cli_comparison *comparison, cli_table *table)
{
    const cli_comparison *c = comparison;
    table->subject = "Sequence ";
    add_heading(c, &table->heading);
    add_missing(c, &table->heading);
    arrput(table->columns, rank_name);
    for (ptrdiff_t i = 0; i < arrlen(c->columns); i++)
        arrput(table->columns, dbt_metric_infos[c->columns[i]].name);
    for (ptrdiff_t k = 0; k < arrlen(c->trial.candidates); k++) {
        const dbt_candidate *m = &c->trial.candidates[k];
        cli_table_row(table, m->label, !m->file);
        cli_table_rank(table, m->rank, m->ties);
        for (ptrdiff_t i = 0; i < arrlen(c->columns); i++) {
            const int metric = c->columns[i];
            cli_table_number(table, m->row[metric],
                             cli_mark_of(metric, m->row[metric], dbt_is_best(m, c->least, metric),
                                         c->least[metric]));
        }
    }
}

/* ---- CSV: rows as blend --metrics has them, best method first ---- */

void cli_compare_csv(const cli_comparison *comparison, dbt_buffer *out)
{
    const cli_comparison *c = comparison;
    dbt_metric_rows_header(out);
    for (ptrdiff_t i = 0; i < arrlen(c->trial.candidates); i++) {
        for (int cut = 1; cut <= c->trial.n_cuts; cut++) {
            const double *row = c->trial.candidates[i].cut_rows + (size_t)(cut - 1) * DBT_N_METRICS;
            dbt_cut_labels labels = dbt_work_labels(&c->trial.candidates[i].work, cut);
            labels.method = c->trial.candidates[i].label;
            if (c->trial.candidates[i].file)
                labels.tuning = NULL;
            labels.at = (double)c->trial.cut_frames[cut - 1] * c->frame_time;
            dbt_metric_rows_line(out, &labels, c->joints, row);
        }
    }
}

/* ---- JSON ---- */

static void add_json_candidate(dbt_json_out *json, const cli_comparison *c, int index)
{
    const dbt_candidate *m = &c->trial.candidates[index];
    dbt_json_begin_line(json, 2, NULL, '{');
    dbt_json_add_size(json, rank_name, m->rank);
    dbt_json_add_bool(json, "ties", m->ties);
    dbt_json_add_text(json, "method", m->label);
    if (!m->file) {
        dbt_json_add_text(json, "name", m->tuning.method->name);
        dbt_json_begin(json, "parameters", '{');
        dbt_tuning_write(&m->tuning, json);
        dbt_json_end(json, '}');
    }
    if (m->file || m->kept)
        dbt_json_add_text(json, "file", m->file ? m->file : m->kept);
    if (m->misses) {
        dbt_json_begin(json, "missed_cuts", '[');
        for (int cut = 1; cut <= c->trial.n_cuts; cut++)
            if (m->misses[cut - 1])
                dbt_json_add_int(json, NULL, cut);
        dbt_json_end(json, ']');
    }
    dbt_json_begin_line(json, 3, "figures", '{');
    for (int i = 0; i < DBT_N_METRICS; i++)
        dbt_json_add_number(json, dbt_metric_infos[i].name, m->row[i], 9);
    dbt_json_end(json, '}');
    dbt_json_begin_line(json, 3, "best", '[');
    for (int i = 0; i < DBT_N_METRICS; i++)
        if (dbt_is_best(m, c->least, i))
            dbt_json_add_text(json, NULL, dbt_metric_infos[i].name);
    dbt_json_end(json, ']');
    dbt_json_end(json, '}');
}

void cli_compare_json(const cli_comparison *comparison, dbt_buffer *out)
{
    const cli_comparison *c = comparison;
    dbt_json_out json = { .out = out };
    dbt_json_begin(&json, NULL, '{');
    dbt_json_add_text(&json, "sequence", c->trial.candidates[0].job->name);
    dbt_json_add_text(&json, "joint", c->joints);
    dbt_json_begin(&json, "cuts", '[');
    for (int i = 0; i < c->trial.n_cuts; i++) {
        dbt_json_begin(&json, NULL, '{');
        dbt_json_add_int(&json, "cut", i + 1);
        dbt_json_add_size(&json, "frame", c->trial.cut_frames[i]);
        dbt_json_add_number(&json, "at", (double)c->trial.cut_frames[i] * c->frame_time, 9);
        dbt_json_end(&json, '}');
    }
    dbt_json_end(&json, ']');
    dbt_json_add_size(&json, "window_frames", c->trial.window_frames);
    dbt_json_add_number(&json, "window", (double)c->trial.window_frames * c->frame_time, 9);
    dbt_json_add_text(&json, "ranked_by",
                      c->ranking.by_rule ? "auto" : dbt_metric_infos[c->ranking.metric].name);
    if (c->ranking.by_rule)
        dbt_json_add_exact(&json, "smooth", c->trial.candidates[0].job->auto_methods.smooth);
    dbt_json_begin_line(&json, 1, "methods", '[');
    for (int i = 0; i < (int)arrlen(c->trial.candidates); i++)
        add_json_candidate(&json, c, i);
    dbt_json_line(&json, 1);
    dbt_json_end(&json, ']');
    dbt_json_end(&json, '}');
    dbt_buffer_text(out, "\n");
}

#include "base/json_write.h"
#include "base/mem.h"
#include "cli/compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const quantile_names[DBT_N_QUANTILES] = { "median", "p90" };

/* Returns the number of columns per metric: quantiles, or 1 for a single cut. */
static int n_quantiles(const cli_comparison *c)
{
    return c->quantiles ? DBT_N_QUANTILES : 1;
}

/* The candidate of a method. Only for clips. */
static const dbt_candidate *candidate_of(const cli_comparison *c, const dbt_scored_method *m)
{
    return &c->trial->candidates[m->number];
}

/* Only for clips. */
static double seconds_of(const cli_comparison *c, size_t frames)
{
    return (double)frames * c->trial->frame_time;
}

/* ---- tables ---- */

enum { CUTS_IN_HEADING = 4, WORST_SIZE = 60 };

/* Appends the first half of the heading of a trial of clips: the job's name, the times of the first
 * CUTS_IN_HEADING cuts and the number of further ones, the window's length (s), and the joints.
 * c->trial: not NULL. */
static void add_clips(const cli_comparison *c, dbt_buffer *out)
{
    const dbt_trial *t = c->trial;
    const bool some_joints = strcmp(c->joints, "*") != 0;
    dbt_buffer_printable(out, t->candidates[0].job->name);
    for (int i = 0; i < t->n_cuts && i < CUTS_IN_HEADING; i++)
        dbt_buffer_format(out, "%s%.5g s", i == 0 ? ", cut at " : ", ",
                          seconds_of(c, t->cut_frames[i]));
    if (t->n_cuts > CUTS_IN_HEADING)
        dbt_buffer_format(out, " and %d more", t->n_cuts - CUTS_IN_HEADING);
    dbt_buffer_format(out, ", window %.5g s, %s", seconds_of(c, t->window_frames),
                      some_joints ? "joints " : "");
    dbt_buffer_printable(out, some_joints ? c->joints : "all joints");
}

/* Appends the number of cuts that all methods have, and the number of other cuts unless 0. */
static void add_count(const cli_comparison *c, dbt_buffer *out)
{
    const size_t n = c->scores.n_common, n_left_out = (size_t)arrlen(c->scores.cuts) - n;
    dbt_buffer_format(out, "%zu cut%s", n, n == 1 ? "" : "s");
    if (n_left_out > 0)
        dbt_buffer_format(out, " that all methods have (%zu more left out)", n_left_out);
}

/* Appends the rule or the metric by which the methods are ranked, in words. */
static void add_ranking(const cli_comparison *c, dbt_buffer *out)
{
    const char *column = dbt_metric_infos[c->ranking.metric].name;
    if (!c->ranking.by_rule)
        dbt_buffer_format(out, "ranked by %s%s", c->quantiles ? "the median of " : "", column);
    else if (!c->quantiles)
        dbt_buffer_format(out,
                          "ranked: seamless methods (seam_ratio at most %.9g) by %s, then those "
                          "up to twice and four times that, then the others by seam_ratio",
                          c->ranking.smooth, column);
    else
        dbt_buffer_format(out,
                          "ranked by how many are seamless (seam_ratio at most %.9g), then as at "
                          "one cut, by the medians; wins: cuts at which no method is better",
                          c->ranking.smooth);
}

/* Appends, for each finished file that ranks last, the first clip that it never shows and the time
 * of that clip's cut (s). Appends nothing for plans and CSV files. */
static void add_missing(const cli_comparison *c, dbt_buffer *out)
{
    for (ptrdiff_t i = 0; c->trial && i < arrlen(c->scores.methods); i++) {
        const dbt_scored_method *method = &c->scores.methods[i];
        const dbt_candidate *m = candidate_of(c, method);
        int cut = 1;
        if (!method->score.is_last)
            continue;
        while (!m->misses[cut - 1])
            cut++;
        dbt_buffer_text(out, "; ");
        dbt_buffer_printable(out, m->label);
        dbt_buffer_text(out, " ranks last: it never shows ");
        dbt_buffer_printable(out, dbt_job_run_labels(&m->run, cut).target);
        dbt_buffer_format(out, " after the cut at %.5g s",
                          seconds_of(c, c->trial->cut_frames[cut - 1]));
    }
}

/* Adds the cell "SEQUENCE:CUT" of a method's worst cut to the last row. A name of more than
 * WORST_SIZE bytes is cut and ends in "...". */
static void add_worst(const cli_comparison *c, const dbt_score *score, cli_table *table)
{
    const dbt_scored_cut *worst = &c->scores.cuts[score->worst];
    const bool is_long = strlen(worst->sequence) > WORST_SIZE;
    char text[WORST_SIZE + 24];
    snprintf(text, sizeof text, "%.*s%s:%d", is_long ? WORST_SIZE - 3 : WORST_SIZE, worst->sequence,
             is_long ? "..." : "", worst->cut);
    cli_table_text(table, text);
}

/* Adds a method's row to the table, which borrows the method's label: rank, then the metrics of
 * c->columns, each with its mark (cli_mark_of). With quantiles each metric has two cells. The
 * percentage of seamless cuts and the wins precede them, and the worst cut follows. */
static void add_row(const cli_comparison *c, const dbt_scored_method *method, cli_table *table)
{
    const dbt_score *score = &method->score;
    cli_table_row(table, method->label, c->trial && !candidate_of(c, method)->file);
    cli_table_rank(table, score->rank, score->ties);
    if (c->quantiles) {
        cli_table_number(table, 100.0 * (double)score->n_seamless / (double)c->scores.n_common,
                         CLI_NO_MARK);
        cli_table_number(table, (double)score->n_wins, CLI_NO_MARK);
    }
    for (ptrdiff_t i = 0; i < arrlen(c->columns); i++)
        for (int q = 0; q < n_quantiles(c); q++) {
            const int metric = c->columns[i];
            const double value = score->quantiles[q][metric];
            cli_table_number(
                table, value,
                cli_mark_of(metric, value,
                            dbt_is_best(score, &c->scores.minima, metric, (dbt_quantile)q),
                            c->scores.minima.of[q][metric]));
        }
    if (c->quantiles)
        add_worst(c, score, table);
}

void cli_compare_table(const cli_comparison *comparison, cli_table *table)
{
    const cli_comparison *c = comparison;
    if (c->trial) {
        table->subject = "Sequence ";
        add_clips(c, &table->heading);
    } else
        add_count(c, &table->heading);
    dbt_buffer_text(&table->heading, "; ");
    add_ranking(c, &table->heading);
    add_missing(c, &table->heading);
    arrput(table->columns, "rank");
    if (c->quantiles) {
        arrput(table->columns, "seamless_%");
        arrput(table->columns, "wins");
    }
    for (ptrdiff_t i = 0; i < arrlen(c->names); i++)
        arrput(table->columns, c->names[i]);
    if (c->quantiles)
        arrput(table->columns, "worst_cut");
    for (ptrdiff_t i = 0; i < arrlen(c->scores.methods); i++)
        add_row(c, &c->scores.methods[i], table);
}

/* ---- CSV ---- */

/* Appends the header and, for each method and cut, a row in the form of blend --metrics, best
 * method first. A finished file has no parameters there. Only for clips. */
static void add_metric_rows(const cli_comparison *c, dbt_buffer *out)
{
    dbt_metric_rows_header(out);
    for (ptrdiff_t i = 0; i < arrlen(c->scores.methods); i++) {
        const dbt_scored_method *method = &c->scores.methods[i];
        const dbt_candidate *m = candidate_of(c, method);
        for (int cut = 1; cut <= c->trial->n_cuts; cut++) {
            dbt_cut_labels labels = dbt_job_run_labels(&m->run, cut);
            labels.method = m->label;
            if (m->file)
                labels.tuning = NULL;
            labels.at = seconds_of(c, c->trial->cut_frames[cut - 1]);
            dbt_metric_rows_line(out, &labels, c->joints,
                                 dbt_trial_row(c->trial, (ptrdiff_t)method->number, cut));
        }
    }
}

/* Appends a comma and the value with nine digits; NAN is empty. */
static void add_value(dbt_buffer *out, double value)
{
    dbt_buffer_text(out, ",");
    if (!isnan(value))
        dbt_buffer_number(out, value, 9);
}

/* Appends a header and one row per method, best first: rank, numbers of compared, seamless and won
 * cuts, quantiles of c->columns over all cuts, and the worst cut. Only with quantiles. */
static void add_summary(const cli_comparison *c, dbt_buffer *out)
{
    dbt_buffer_text(out, "method,rank,cuts,seamless,wins");
    for (ptrdiff_t i = 0; i < arrlen(c->names); i++)
        dbt_buffer_format(out, ",%s", c->names[i]);
    dbt_buffer_text(out, ",worst_sequence,worst_cut,worst_at\n");
    for (ptrdiff_t i = 0; i < arrlen(c->scores.methods); i++) {
        const dbt_score *score = &c->scores.methods[i].score;
        const dbt_scored_cut *worst = &c->scores.cuts[score->worst];
        dbt_buffer_csv(out, c->scores.methods[i].label);
        dbt_buffer_format(out, ",%zu,%zu,%zu,%zu", score->rank, c->scores.n_common,
                          score->n_seamless, score->n_wins);
        for (ptrdiff_t k = 0; k < arrlen(c->columns); k++)
            for (int q = 0; q < DBT_N_QUANTILES; q++)
                add_value(out, score->quantiles[q][c->columns[k]]);
        dbt_buffer_text(out, ",");
        dbt_buffer_csv(out, worst->sequence);
        dbt_buffer_format(out, ",%d", worst->cut);
        add_value(out, worst->at);
        dbt_buffer_text(out, "\n");
    }
}

void cli_compare_csv(const cli_comparison *comparison, dbt_buffer *out)
{
    if (comparison->trial)
        add_metric_rows(comparison, out);
    else
        add_summary(comparison, out);
}

/* ---- JSON ---- */

/* Adds members about c->trial->candidates[number] to the open object. A method: its name, its
 * parameters, and the path of its output if c->kept. A finished file: its path, and the numbers,
 * from 1, of the cuts whose clip it never shows. */
static void add_json_candidate(dbt_json_out *json, const cli_comparison *c, size_t number)
{
    const dbt_candidate *m = &c->trial->candidates[number];
    if (!m->file) {
        dbt_json_add_text(json, "name", m->tuning.method->name);
        dbt_json_begin(json, "parameters", '{');
        dbt_tuning_write(&m->tuning, json);
        dbt_json_end(json, '}');
    }
    if (m->file || c->kept)
        dbt_json_add_text(json, "file", m->file ? m->file : c->kept[number]);
    if (m->misses) {
        dbt_json_begin(json, "missed_cuts", '[');
        for (int cut = 1; cut <= c->trial->n_cuts; cut++)
            if (m->misses[cut - 1])
                dbt_json_add_int(json, NULL, cut);
        dbt_json_end(json, ']');
    }
}

/* Adds to the open object the values of all metrics at the only cut, and the names of the judged
 * metrics in which this method has the lowest value. A value that was not measured is null. */
static void add_json_values(dbt_json_out *json, const cli_comparison *c, const dbt_score *score)
{
    dbt_json_begin_line(json, 3, "figures", '{');
    for (int i = 0; i < DBT_N_METRICS; i++)
        dbt_json_add_number(json, dbt_metric_infos[i].name, score->quantiles[DBT_MEDIAN][i], 9);
    dbt_json_end(json, '}');
    dbt_json_begin_line(json, 3, "best", '[');
    for (int i = 0; i < DBT_N_METRICS; i++)
        if (dbt_is_best(score, &c->scores.minima, i, DBT_MEDIAN))
            dbt_json_add_text(json, NULL, dbt_metric_infos[i].name);
    dbt_json_end(json, ']');
}

/* Adds a method's result over many cuts to the open object: numbers of seamless cuts and wins, the
 * quantiles of c->columns, and the worst cut. */
static void add_json_quantiles(dbt_json_out *json, const cli_comparison *c, const dbt_score *score)
{
    const dbt_scored_cut *worst = &c->scores.cuts[score->worst];
    dbt_json_add_size(json, "seamless", score->n_seamless);
    dbt_json_add_size(json, "wins", score->n_wins);
    dbt_json_begin_line(json, 3, "figures", '{');
    for (ptrdiff_t k = 0; k < arrlen(c->columns); k++) {
        dbt_json_begin(json, dbt_metric_infos[c->columns[k]].name, '{');
        for (int q = 0; q < DBT_N_QUANTILES; q++)
            dbt_json_add_number(json, quantile_names[q], score->quantiles[q][c->columns[k]], 9);
        dbt_json_end(json, '}');
    }
    dbt_json_end(json, '}');
    dbt_json_begin_line(json, 3, "worst", '{');
    dbt_json_add_text(json, "sequence", worst->sequence);
    dbt_json_add_int(json, "cut", worst->cut);
    dbt_json_add_number(json, "at", worst->at, 9);
    dbt_json_end(json, '}');
}

/* Adds to the open object the job's name, the joints, the number (from 1), frame and time of each
 * cut, and the window's length; times in seconds. c->trial: not NULL. */
static void add_json_clips(dbt_json_out *json, const cli_comparison *c)
{
    const dbt_trial *t = c->trial;
    dbt_json_add_text(json, "sequence", t->candidates[0].job->name);
    dbt_json_add_text(json, "joint", c->joints);
    dbt_json_begin(json, "cuts", '[');
    for (int i = 0; i < t->n_cuts; i++) {
        dbt_json_begin(json, NULL, '{');
        dbt_json_add_int(json, "cut", i + 1);
        dbt_json_add_size(json, "frame", t->cut_frames[i]);
        dbt_json_add_number(json, "at", seconds_of(c, t->cut_frames[i]), 9);
        dbt_json_end(json, '}');
    }
    dbt_json_end(json, ']');
    dbt_json_add_size(json, "window_frames", t->window_frames);
    dbt_json_add_number(json, "window", seconds_of(c, t->window_frames), 9);
}

/* Adds the numbers of compared cuts and of cuts left out, and the methods left out. */
static void add_json_count(dbt_json_out *json, const dbt_scores *scores)
{
    dbt_json_add_size(json, "cuts", scores->n_common);
    dbt_json_add_size(json, "left_out", (size_t)arrlen(scores->cuts) - scores->n_common);
    dbt_json_begin(json, "methods_left_out", '[');
    for (ptrdiff_t i = 0; i < arrlen(scores->left_out); i++)
        dbt_json_add_text(json, NULL, scores->left_out[i].label);
    dbt_json_end(json, ']');
}

void cli_compare_json(const cli_comparison *comparison, dbt_buffer *out)
{
    const cli_comparison *c = comparison;
    dbt_json_out data = { .out = out }, *json = &data;
    dbt_json_begin(json, NULL, '{');
    if (c->trial)
        add_json_clips(json, c);
    else
        add_json_count(json, &c->scores);
    dbt_json_add_text(json, "ranked_by",
                      c->ranking.by_rule ? "auto" : dbt_metric_infos[c->ranking.metric].name);
    if (c->ranking.by_rule || !c->trial)
        dbt_json_add_exact(json, "smooth", c->ranking.smooth);
    dbt_json_begin_line(json, 1, "methods", '[');
    for (ptrdiff_t i = 0; i < arrlen(c->scores.methods); i++) {
        const dbt_scored_method *method = &c->scores.methods[i];
        dbt_json_begin_line(json, 2, NULL, '{');
        dbt_json_add_size(json, "rank", method->score.rank);
        dbt_json_add_bool(json, "ties", method->score.ties);
        dbt_json_add_text(json, "method", method->label);
        if (c->trial)
            add_json_candidate(json, c, method->number);
        if (c->quantiles)
            add_json_quantiles(json, c, &method->score);
        else
            add_json_values(json, c, &method->score);
        dbt_json_end(json, '}');
    }
    dbt_json_line(json, 1);
    dbt_json_end(json, ']');
    dbt_json_end(json, '}');
    dbt_buffer_text(out, "\n");
}

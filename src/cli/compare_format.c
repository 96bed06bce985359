#include "base/json_write.h"
#include "base/mem.h"
#include "cli/compare.h"
#include "measure/standing.h"
#include "run/ranking.h"

#include <stdio.h>
#include <string.h>

/* ---- tables ---- */

static const char micros_name[] = "us_per_frame", rank_name[] = "rank";

/* The number of columns: the rank, the comparison's, and the time if it was measured. */
static int n_columns(const cli_comparison *c)
{
    return 1 + (int)arrlen(c->columns) + c->timed;
}

/* The metric of a column; -1: it has none. */
static int column_metric(const cli_comparison *c, int column)
{
    return column > 0 && column <= (int)arrlen(c->columns) ? c->columns[column - 1] : -1;
}

static const char *column_name(const cli_comparison *c, int column)
{
    const int metric = column_metric(c, column);
    return metric >= 0 ? dbt_metric_infos[metric].name : column == 0 ? rank_name : micros_name;
}

enum { CELL_SIZE = 40 };

/* Writes numbers with four digits, if possible without an exponent. Returns the length. */
static int write_cell(const cli_comparison *c, int contender, int column, char cell[CELL_SIZE])
{
    const dbt_contender *m = &c->trial.contenders[contender];
    const int metric = column_metric(c, column);
    const double x = metric >= 0 ? m->row[metric] : m->micros;
    if (column == 0)
        return snprintf(cell, CELL_SIZE, "%zu%s", m->place, m->ties ? "=" : "");
    if (isnan(x) || dbt_is_noise(x))
        return snprintf(cell, CELL_SIZE, isnan(x) ? "-" : "0");
    if (fabs(x) >= 9999.5 && fabs(x) < 1e15)
        return snprintf(cell, CELL_SIZE, "%.0f", round(x));
    return snprintf(cell, CELL_SIZE, "%.4g", x);
}

static bool is_best_cell(const cli_comparison *c, int contender, int column)
{
    const int metric = column_metric(c, column);
    return metric >= 0 && dbt_is_best(&c->trial.contenders[contender], c->least, metric);
}

/* ---- text ---- */

/* Column names are broken after '_' into lines of at most NAME_WIDTH characters, or more if a word
 * is longer. */
enum { NAME_WIDTH = 11, NAME_LINES = 4 };

/* The part of a name for one line; n receives its length. */
static const char *name_line(const char *name, int line, int *n)
{
    for (;; line--) {
        int end = 0;
        for (int i = 0; (i < NAME_WIDTH || end == 0) && name[i]; i++)
            if (name[i] == '_' || name[i + 1] == '\0')
                end = i + 1;
        *n = end;
        if (line == 0)
            return name;
        name += end;
    }
}

static int column_width(const cli_comparison *c, int column)
{
    int width = 0, n;
    char cell[CELL_SIZE];
    for (int line = 0; line < NAME_LINES; line++) {
        name_line(column_name(c, column), line, &n);
        width = n > width ? n : width;
    }
    for (int i = 0; i < (int)arrlen(c->trial.contenders); i++) {
        n = write_cell(c, i, column, cell);
        width = n > width ? n : width;
    }
    return width;
}

static int n_name_lines(const char *name)
{
    int n, lines = 1;
    while (lines < NAME_LINES && name_line(name, lines, &n) && n > 0)
        lines++;
    return lines;
}

/* Ends a line, without blanks at its end. */
static void end_line(dbt_buffer *out)
{
    while (out->size > 0 && out->bytes[out->size - 1] == ' ')
        out->size--;
    dbt_buffer_text(out, "\n");
}

/* Adds the header of columns [first, end), with names in as many lines as the longest needs,
 * aligned at the bottom. */
static void add_names(const cli_comparison *c, int label_width, int first, int end,
                      const int *widths, dbt_buffer *out)
{
    int n, lines = 1;
    for (int column = first; column < end; column++)
        if (n_name_lines(column_name(c, column)) > lines)
            lines = n_name_lines(column_name(c, column));
    for (int line = 0; line < lines; line++) {
        dbt_buffer_format(out, "%-*s", label_width, line == lines - 1 ? "method" : "");
        for (int column = first; column < end; column++) {
            const char *name = column_name(c, column);
            const int above = lines - n_name_lines(name);
            const char *part = name_line(name, line < above ? NAME_LINES : line - above, &n);
            dbt_buffer_format(out, "  %*.*s ", widths[column], n, part);
        }
        end_line(out);
    }
}

static void add_row(const cli_comparison *c, int contender, int label_width, int first, int end,
                    const int *widths, bool colour, dbt_buffer *out)
{
    const char *label = c->trial.contenders[contender].label;
    char cell[CELL_SIZE];
    dbt_buffer_plain(out, label);
    dbt_buffer_format(out, "%*s", label_width - (int)strlen(label), "");
    for (int column = first; column < end; column++) {
        const bool best = is_best_cell(c, contender, column);
        const int n = write_cell(c, contender, column, cell);
        dbt_buffer_format(out, "  %*s%s%s%s", widths[column] - n, "",
                          best && colour ? "\033[1;32m" : "", cell,
                          best && colour ? "*\033[0m"
                          : best         ? "*"
                                         : " ");
    }
    end_line(out);
}

enum { CUTS_IN_HEADING = 4 };

static void add_heading(const cli_comparison *c, dbt_buffer *out)
{
    dbt_buffer_plain(out, c->trial.contenders[0].job->name);
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
    dbt_ranking_text(&c->ranking, c->trial.contenders[0].job->auto_methods.smooth, out);
}

/* Adds text in lines of up to width columns, broken at blanks. */
static void add_wrapped(const char *text, int width, dbt_buffer *out)
{
    for (int used = 0; *text;) {
        const int n = (int)strcspn(text + 1, " ") + 1;
        if (width > 0 && used > 0 && used + n > width) {
            dbt_buffer_text(out, "\n");
            text += *text == ' ';
            used = 0;
            continue;
        }
        dbt_buffer_add(out, text, (size_t)n);
        text += n;
        used += n;
    }
    dbt_buffer_text(out, "\n");
}

void cli_compare_text(const cli_comparison *comparison, int width, bool colour, dbt_buffer *out)
{
    const cli_comparison *c = comparison;
    const int n = n_columns(c);
    int label_width = 6, *widths = dbt_list_realloc(NULL, (size_t)n * sizeof *widths);
    for (ptrdiff_t i = 0; i < arrlen(c->trial.contenders); i++)
        if ((int)strlen(c->trial.contenders[i].label) > label_width)
            label_width = (int)strlen(c->trial.contenders[i].label);
    for (int column = 0; column < n; column++)
        widths[column] = column_width(c, column);
    dbt_buffer heading = { 0 };
    add_heading(c, &heading);
    dbt_buffer_text(&heading, " (* best of its column)");
    add_wrapped(heading.bytes ? heading.bytes : "", width, out);
    dbt_buffer_end_part(out, &heading);
    for (int first = 0, end = 0; first < n; first = end) {
        int used = label_width;
        while (end < n && (end == first || width == 0 || used + 3 + widths[end] <= width))
            used += 3 + widths[end++];
        dbt_buffer_text(out, "\n");
        add_names(c, label_width, first, end, widths, out);
        for (int i = 0; i < (int)arrlen(c->trial.contenders); i++)
            add_row(c, i, label_width, first, end, widths, colour, out);
    }
    dbt_free(widths);
}

/* ---- Markdown ---- */

void cli_compare_markdown(const cli_comparison *comparison, dbt_buffer *out)
{
    const cli_comparison *c = comparison;
    dbt_buffer heading = { 0 };
    add_heading(c, &heading);
    dbt_buffer_text(out, "Sequence "); /* so that a name cannot start a list or heading */
    dbt_buffer_markdown(out, heading.bytes ? heading.bytes : "");
    dbt_buffer_end_part(out, &heading);
    dbt_buffer_text(out, "; best of each column in bold\n\n| method |");
    for (int column = 0; column < n_columns(c); column++)
        dbt_buffer_format(out, " `%s` |", column_name(c, column));
    dbt_buffer_text(out, "\n|---|");
    for (int column = 0; column < n_columns(c); column++)
        dbt_buffer_text(out, "---:|");
    dbt_buffer_text(out, "\n");
    for (int i = 0; i < (int)arrlen(c->trial.contenders); i++) {
        const dbt_contender *m = &c->trial.contenders[i];
        if (m->file) { /* named by the user */
            dbt_buffer_text(out, "| ");
            dbt_buffer_markdown(out, m->label);
            dbt_buffer_text(out, " |");
        } else {
            dbt_buffer_format(out, "| `%s` |", m->label);
        }
        for (int column = 0; column < n_columns(c); column++) {
            char cell[CELL_SIZE];
            const char *mark = is_best_cell(c, i, column) ? "**" : "";
            write_cell(c, i, column, cell);
            dbt_buffer_format(out, " %s%s%s |", mark, cell, mark);
        }
        dbt_buffer_text(out, "\n");
    }
}

/* ---- CSV: rows as blend --metrics has them, best method first ---- */

void cli_compare_csv(const cli_comparison *comparison, dbt_buffer *out)
{
    const cli_comparison *c = comparison;
    dbt_metric_rows_header(out);
    for (ptrdiff_t i = 0; i < arrlen(c->trial.contenders); i++) {
        for (int cut = 1; cut <= c->trial.n_cuts; cut++) {
            const double *row = c->trial.contenders[i].cut_rows + (size_t)(cut - 1) * DBT_N_METRICS;
            dbt_cut_labels labels = dbt_work_labels(&c->trial.contenders[i].work, cut);
            labels.method = c->trial.contenders[i].label;
            if (c->trial.contenders[i].file)
                labels.tuning = NULL;
            labels.at = (double)c->trial.cut_frames[cut - 1] * c->frame_time;
            dbt_metric_rows_line(out, &labels, c->joints, row);
        }
    }
}

/* ---- JSON ---- */

static void add_json_contender(dbt_json_out *json, const cli_comparison *c, int index)
{
    const dbt_contender *m = &c->trial.contenders[index];
    dbt_json_begin_line(json, 2, NULL, '{');
    dbt_json_add_size(json, rank_name, m->place);
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
    if (c->timed)
        dbt_json_add_number(json, micros_name, m->micros, 4);
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
    dbt_json_add_text(&json, "sequence", c->trial.contenders[0].job->name);
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
        dbt_json_add_exact(&json, "smooth", c->trial.contenders[0].job->auto_methods.smooth);
    dbt_json_begin_line(&json, 1, "methods", '[');
    for (int i = 0; i < (int)arrlen(c->trial.contenders); i++)
        add_json_contender(&json, c, i);
    dbt_json_line(&json, 1);
    dbt_json_end(&json, ']');
    dbt_json_end(&json, '}');
    dbt_buffer_text(out, "\n");
}

#include "cli/method_table.h"

#include "base/mem.h"
#include "base/text.h"
#include "measure/seam_score.h"
#include "run/scores.h"

#include <math.h>
#include <string.h>

/* ---- filling ---- */

void cli_table_row(cli_table *table, const char *label, bool is_code)
{
    arrput(table->rows, ((cli_row){ .label = label, .is_code = is_code }));
}

/* Adds a cell to the last row; takes over the bytes of `text`. */
static void add_cell(cli_table *table, dbt_buffer text, cli_mark mark, bool is_name)
{
    dbt_buffer_text(&text, ""); /* no text is "" */
    arrput(arrlast(table->rows).cells, ((cli_cell){ text.bytes, mark, is_name }));
}

cli_mark cli_mark_of(int metric, double value, bool best, double min_value)
{
    return best                                        ? CLI_BEST
           : dbt_slides_more(metric, value, min_value) ? CLI_SLIDES_MORE
                                                       : CLI_NO_MARK;
}

void cli_table_number(cli_table *table, double value, cli_mark mark)
{
    dbt_buffer text = { 0 };
    if (isnan(value) || dbt_is_noise(value))
        dbt_buffer_text(&text, isnan(value) ? "-" : "0");
    else if (fabs(value) >= 9999.5 && fabs(value) < 1e15)
        dbt_buffer_format(&text, "%.0f", round(value));
    else
        dbt_buffer_format(&text, "%.4g", value);
    add_cell(table, text, mark, false);
}

void cli_table_rank(cli_table *table, size_t rank, bool ties)
{
    dbt_buffer text = { 0 };
    dbt_buffer_format(&text, "%zu%s", rank, ties ? "=" : "");
    add_cell(table, text, CLI_NO_MARK, false);
}

void cli_table_text(cli_table *table, const char *text)
{
    dbt_buffer printable = { 0 };
    dbt_buffer_printable(&printable, text);
    add_cell(table, printable, CLI_NO_MARK, true);
}

void cli_table_release(cli_table *table)
{
    for (ptrdiff_t i = 0; i < arrlen(table->rows); i++) {
        for (ptrdiff_t k = 0; k < arrlen(table->rows[i].cells); k++)
            dbt_free(table->rows[i].cells[k].text);
        arrfree(table->rows[i].cells);
    }
    arrfree(table->rows);
    arrfree(table->columns);
    dbt_buffer_release(&table->heading);
    *table = (cli_table){ .rows = NULL };
}

static bool has_mark(const cli_table *table, cli_mark mark)
{
    for (ptrdiff_t i = 0; i < arrlen(table->rows); i++)
        for (ptrdiff_t k = 0; k < arrlen(table->rows[i].cells); k++)
            if (table->rows[i].cells[k].mark == mark)
                return true;
    return false;
}

static const char slides_more[] = " slides over 5 units more than the best";

/* ---- text ---- */

static const char *const text_marks[CLI_N_MARKS] = { " ", "*", "!" };
static const char *const colours[CLI_N_MARKS] = { "", "\033[1;32m", "\033[1;31m" };

/* Column names are wrapped after '_' into lines of up to NAME_WIDTH characters; a longer word has a
 * line. */
enum { NAME_WIDTH = 11, NAME_LINES = 4 };

/* Returns the begin of line number `line`, from 0, of a wrapped name, and sets *n to its bytes.
 * After the last line *n is 0. */
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

static int width_of(const char *text)
{
    return dbt_text_width(text, strlen(text));
}

/* Returns the width of a column in characters: that of its widest cell or line of the name. column:
 * from 0, without the labels. */
static int column_width(const cli_table *t, int column)
{
    int width = 0, n;
    for (int line = 0; line < NAME_LINES; line++) {
        name_line(t->columns[column], line, &n);
        width = n > width ? n : width;
    }
    for (ptrdiff_t i = 0; i < arrlen(t->rows); i++) {
        n = width_of(t->rows[i].cells[column].text);
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

/* Ends a line and removes its trailing blanks. */
static void end_line(dbt_buffer *out)
{
    while (out->size > 0 && out->bytes[out->size - 1] == ' ')
        out->size--;
    dbt_buffer_text(out, "\n");
}

/* Appends the header lines: "method" over the labels, and the names of columns [first, end), which
 * are wrapped and aligned at the bottom. Widths in characters; widths: [n columns of the table]. */
static void add_names(const cli_table *t, int label_width, int first, int end, const int *widths,
                      dbt_buffer *out)
{
    int n, lines = 1;
    for (int column = first; column < end; column++)
        if (n_name_lines(t->columns[column]) > lines)
            lines = n_name_lines(t->columns[column]);
    for (int line = 0; line < lines; line++) {
        dbt_buffer_format(out, "%-*s", label_width, line == lines - 1 ? "method" : "");
        for (int column = first; column < end; column++) {
            const char *name = t->columns[column];
            const int above = lines - n_name_lines(name);
            const char *line_text = name_line(name, line < above ? NAME_LINES : line - above, &n);
            dbt_buffer_format(out, "  %*.*s ", widths[column], n, line_text);
        }
        end_line(out);
    }
}

/* Appends a row's label, its cells of columns [first, end) with their marks, and a line feed.
 * Removes trailing blanks. Widths in characters; widths: [n columns of the table]. colour: as in
 * cli_table_write_text. */
static void add_row(const cli_row *row, int label_width, int first, int end, const int *widths,
                    bool colour, dbt_buffer *out)
{
    dbt_buffer_printable(out, row->label);
    dbt_buffer_format(out, "%*s", label_width - width_of(row->label), "");
    for (int column = first; column < end; column++) {
        const cli_mark mark = row->cells[column].mark;
        const char *text = row->cells[column].text;
        dbt_buffer_format(out, "  %*s%s%s%s%s", widths[column] - width_of(text), "",
                          colour ? colours[mark] : "", text, text_marks[mark],
                          colour && mark != CLI_NO_MARK ? "\033[0m" : "");
    }
    end_line(out);
}

/* Appends text and a line feed. Wraps it at blanks to lines of up to `width` bytes, 0: no limit; a
 * longer word has a line. */
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

void cli_table_write_text(const cli_table *table, int width, bool colour, dbt_buffer *out)
{
    const cli_table *t = table;
    const int n = (int)arrlen(t->columns);
    int label_width = 6, *widths = dbt_alloc_array((size_t)n, sizeof *widths);
    for (ptrdiff_t i = 0; i < arrlen(t->rows); i++)
        if (width_of(t->rows[i].label) > label_width)
            label_width = width_of(t->rows[i].label);
    for (int column = 0; column < n; column++)
        widths[column] = column_width(t, column);
    dbt_buffer heading = { 0 };
    dbt_buffer_printable(&heading, t->heading.bytes);
    dbt_buffer_text(&heading, " (* best of its column");
    if (has_mark(t, CLI_SLIDES_MORE))
        dbt_buffer_format(&heading, ", !%s", slides_more);
    dbt_buffer_text(&heading, ")");
    add_wrapped(heading.bytes, width, out);
    dbt_buffer_release(&heading);
    for (int first = 0, end = 0; first < n; first = end) {
        int used = label_width;
        while (end < n && (end == first || width == 0 || used + 3 + widths[end] <= width))
            used += 3 + widths[end++];
        dbt_buffer_text(out, "\n");
        add_names(t, label_width, first, end, widths, out);
        for (ptrdiff_t i = 0; i < arrlen(t->rows); i++)
            add_row(&t->rows[i], label_width, first, end, widths, colour, out);
    }
    dbt_free(widths);
}

/* ---- Markdown ---- */

/* Appends a row of the Markdown table: the label as code or escaped, then all cells; the best are
 * bold, CLI_SLIDES_MORE has a "!". */
static void add_markdown_row(const cli_row *row, dbt_buffer *out)
{
    if (row->is_code) {
        dbt_buffer_format(out, "| `%s` |", row->label);
    } else {
        dbt_buffer_text(out, "| ");
        dbt_buffer_markdown(out, row->label);
        dbt_buffer_text(out, " |");
    }
    for (ptrdiff_t column = 0; column < arrlen(row->cells); column++) {
        const cli_cell *cell = &row->cells[column];
        const char *mark = cell->mark == CLI_BEST ? "**" : "";
        dbt_buffer_format(out, " %s", mark);
        if (cell->is_name)
            dbt_buffer_markdown(out, cell->text);
        else
            dbt_buffer_text(out, cell->text);
        dbt_buffer_format(out, "%s%s |", mark, cell->mark == CLI_SLIDES_MORE ? "!" : "");
    }
    dbt_buffer_text(out, "\n");
}

void cli_table_write_markdown(const cli_table *table, dbt_buffer *out)
{
    const cli_table *t = table;
    dbt_buffer_text(out, t->subject ? t->subject : "");
    dbt_buffer_markdown(out, t->heading.bytes);
    dbt_buffer_text(out, "; best of each column in bold");
    if (has_mark(t, CLI_SLIDES_MORE))
        dbt_buffer_format(out, "; !%s", slides_more);
    dbt_buffer_text(out, "\n\n| method |");
    for (ptrdiff_t column = 0; column < arrlen(t->columns); column++)
        dbt_buffer_format(out, " `%s` |", t->columns[column]);
    dbt_buffer_text(out, "\n|---|");
    for (ptrdiff_t column = 0; column < arrlen(t->columns); column++)
        dbt_buffer_text(out, "---:|");
    dbt_buffer_text(out, "\n");
    for (ptrdiff_t i = 0; i < arrlen(t->rows); i++)
        add_markdown_row(&t->rows[i], out);
}

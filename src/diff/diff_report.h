/* Reports of a comparison by 'dbtool diff': one traversal, several formats, each in a separate
 * file. */
#ifndef DBT_DIFF_DIFF_REPORT_H
#define DBT_DIFF_DIFF_REPORT_H

#include "base/buffer.h"
#include "base/json_write.h"
#include "base/name_table.h"
#include "diff/diff.h"

/* A report while it is written. Zero-initialise, then set all up to `verbose`, and `sink`. The
 * labels of a row are its settings, source and target. */
typedef struct dbt_diff_report {
    const dbt_diff *diff; /* borrowed */
    size_t top;           /* number of worst and of best changes to list for each column */
    bool chosen;          /* the user selected the columns: other columns are not mentioned */
    bool colour;          /* text: with ANSI escape sequences */
    bool verbose;         /* lists compared columns without a change, floors, and equal labels */
    bool labelled;        /* Markdown: the current list has a column of labels */
    dbt_names explained;  /* text: cuts whose labels are already written; dbt_diff_write releases
                             it at the end */
    dbt_sink sink;        /* receives `out` in chunks */
    dbt_buffer out;       /* text that is not flushed yet */
    dbt_json_out json;    /* JSON: writes into `out` */
} dbt_diff_report;

/* Maximum rows listed, for each side, of those on one side only. */
enum { DBT_DIFF_ROWS_SHOWN = 5 };

/* The callbacks of a format, in the order of the traversal; each appends to r->out. NULL: nothing
 * is written; but begin is never NULL, and list and change, rows and row come in pairs. */
typedef struct dbt_diff_format {
    void (*begin)(dbt_diff_report *r);
    void (*column)(dbt_diff_report *r, int metric); /* for each compared column */
    void (*end_columns)(dbt_diff_report *r);
    void (*list)(dbt_diff_report *r, int metric); /* before a column's first change; not if it has
                                                     no changes or r->top is 0 */
    void (*change)(dbt_diff_report *r, const dbt_diff_change *change); /* worst first, then best */
    void (*rows)(dbt_diff_report *r, int side); /* before the rows that only `side` has, even if
                                                   there are none */
    void (*row)(dbt_diff_report *r, int side, size_t row);
    const char *more; /* prefix of the line that counts the rows after DBT_DIFF_ROWS_SHOWN; NULL:
                         all rows are written */
    void (*end)(dbt_diff_report *r);
} dbt_diff_format;

/* The formats. */
extern const dbt_diff_format dbt_diff_as_text, dbt_diff_as_markdown, dbt_diff_as_json,
    dbt_diff_as_junit;

/* Calls the callbacks of *format and writes their text into report->sink, except the last chunk,
 * which stays in report->out: call dbt_buffer_flush, and release `out`. Text and Markdown need
 * spec.top > 0. Ignores failed writes: the sink's owner reports them. */
void dbt_diff_write(dbt_diff_report *report, const dbt_diff_format *format);

/* Calls `add` for the greatest changes, up to r->top of them. Writes r->out into the sink whenever
 * it has 64 KiB. */
void dbt_diff_add_changes(dbt_diff_report *r, const dbt_diff_changes *changes,
                          void (*add)(dbt_diff_report *r, const dbt_diff_change *change));

/* Returns whether there is a limit (spec.gated) but no value on both sides to compare with it. A
 * gate must fail then. */
bool dbt_diff_is_void(const dbt_diff_report *report);

/* Returns whether the comparison fails: a value is worse by more than the limit, dbt_diff_is_void,
 * or, with spec.fail_missing, a row, value or column is missing in NEW. */
bool dbt_diff_fails(const dbt_diff_report *report);

/* Returns whether both sides are equal: no change above the floors, and no row, value or requested
 * column on one side only. False if dbt_diff_is_void. */
bool dbt_diff_is_same(const dbt_diff_report *report);

/* Returns whether a column is listed: it is compared, and has changes or the report is verbose. */
bool dbt_diff_is_listed(const dbt_diff_report *report, int metric);
size_t dbt_diff_n_listed(const dbt_diff_report *report); /* the number of listed columns */

/* The functions below append text to `out`, without a line feed if not stated otherwise. Control
 * characters in names from files are escaped. */

/* Adds a count: "1 row", "2 rows". one: the noun. */
void dbt_diff_add_count(dbt_buffer *out, size_t n, const char *one);

/* Adds a percentage with sign and unit: "+5.03 %". Decimals: 2 below 10, 1 below 1000, 0 below 1e9;
 * from there on 4 significant digits. "from 0" if it is infinite. */
void dbt_diff_add_percent(dbt_buffer *out, double percent);

/* Adds sequence, cut and, if by_method, method of a row (from 0), "walk, cut 1, dead-decay";
 * add_key also its joint. Both call dbt_diff_row_key. */
void dbt_diff_add_cut(const dbt_diff_report *report, dbt_buffer *out, int side, size_t row);
void dbt_diff_add_key(const dbt_diff_report *report, dbt_buffer *out, int side, size_t row);

/* Adds "no differences: " if dbt_diff_is_same, the number of rows and columns compared, and the
 * number of rows on one side only, if any. */
void dbt_diff_add_totals(const dbt_diff_report *report, dbt_buffer *out);

/* Returns a label of a row (from 0) without CSV quoting; "" if it has none. Free with dbt_free.
 * label: DBT_COLUMN_SETTINGS, _SOURCE or _TARGET. Control characters stay. */
char *dbt_diff_label(const dbt_diff *diff, int side, size_t row, int label);

/* Adds the labels of a compared row of OLD (from 0) and of its match, "settings A -> B; source C ->
 * D": those that differ, or all with report->verbose. If `out` has text, "; " comes first. Settings
 * are cut to the parameters from the first to the last difference. A label that one row lacks is
 * skipped. */
void dbt_diff_add_labels(const dbt_diff_report *report, dbt_buffer *out, size_t old_row);

/* Adds "FAIL: ..." if dbt_diff_fails, else "OK: ...": one part about the limit if spec.gated, one
 * about missing rows, values and columns if spec.fail_missing. Values that fail come first, else
 * what is missing. Nothing if neither is set. */
void dbt_diff_add_verdict(const dbt_diff_report *report, dbt_buffer *out);

/* Adds lines, with line feed, about what is not compared: one for the columns of each side alone
 * (dbt_diff_is_only_column), one for all unknown columns, and one for each compared column and side
 * without a value in rows that both have. */
void dbt_diff_add_remarks(const dbt_diff_report *report, dbt_buffer *out);

/* Returns whether only `side` has the column and the report should mention it: it is requested, or
 * the user selected no columns. */
bool dbt_diff_is_only_column(const dbt_diff_report *report, int side, int metric);

#endif

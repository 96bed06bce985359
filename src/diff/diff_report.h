/* Reports of what 'dbtool diff' found: one walk over the comparison, in several formats, each in
 * its own file. */
#ifndef DBT_DIFF_DIFF_REPORT_H
#define DBT_DIFF_DIFF_REPORT_H

#include "base/buffer.h"
#include "base/json_write.h"
#include "base/names.h"
#include "base/sink.h"
#include "diff/diff.h"
#include "diff/diff_inputs.h"

/* A report being written. Its buffer is emptied into the sink now and then. */
typedef struct dbt_diff_report {
    const dbt_diff *diff;
    const dbt_diff_inputs *inputs[DBT_N_SIDES];
    size_t top;  /* how many of each column's worst and best changes to list */
    bool chosen; /* the user chose the columns: do not mention others */
    bool colour;
    bool verbose;
    bool labelled;       /* Markdown: the list being written has a column of labels */
    dbt_names explained; /* text: the cuts whose labels are written */
    dbt_sink sink;
    dbt_buffer out;
    dbt_json_out json;                   /* writes into out; for JSON */
    size_t n_cuts, n_failing, n_skipped; /* for JUnit */
} dbt_diff_report;

/* How many of the rows that only one side has are listed for readers. */
enum { DBT_DIFF_ROWS_SHOWN = 5 };

/* What a format writes at each step of the walk, in this order. NULL: nothing. */
typedef struct dbt_diff_format {
    void (*begin)(dbt_diff_report *r);
    void (*column)(dbt_diff_report *r, int metric); /* that is compared */
    void (*end_columns)(dbt_diff_report *r);
    void (*list)(dbt_diff_report *r, int metric); /* of changes, before the first */
    void (*change)(dbt_diff_report *r, const dbt_diff_change *change);
    void (*rows)(dbt_diff_report *r, int side); /* that only that side has, before the first */
    void (*row)(dbt_diff_report *r, int side, size_t row);
    const char *more; /* begins the line that counts the rows after DBT_DIFF_ROWS_SHOWN; NULL: all
                         of them are written */
    void (*end)(dbt_diff_report *r);
} dbt_diff_format;

extern const dbt_diff_format dbt_diff_as_text, dbt_diff_as_markdown, dbt_diff_as_json,
    dbt_diff_as_junit;

/* Writes a report. A failed sink keeps its failure for later. */
void dbt_diff_write(dbt_diff_report *report, const dbt_diff_format *format);

/* Calls `add` for the greatest changes, at most r->top. */
void dbt_diff_add_changes(dbt_diff_report *r, const dbt_diff_changes *changes,
                          void (*add)(dbt_diff_report *r, const dbt_diff_change *change));

/* Empties the buffer into the sink if it is large, or in any case if `all`. */
void dbt_diff_flush(dbt_diff_report *report, bool all);

/* Whether there is a limit but no value on both sides that could be compared with it. A gate must
 * not pass then. */
bool dbt_diff_is_void(const dbt_diff_report *report);

/* Whether the comparison fails: exit status 1. */
bool dbt_diff_fails(const dbt_diff_report *report);

/* Whether there is nothing to report: no change above the floors, and no row, value or requested
 * column on one side only. */
bool dbt_diff_is_same(const dbt_diff_report *report);

/* Whether a column has changes, or is to be listed without. */
bool dbt_diff_is_listed(const dbt_diff_report *report, int metric);
size_t dbt_diff_n_listed(const dbt_diff_report *report); /* how many columns are */

/* Add plain text to out as one line; names from files cannot steer a terminal. */
void dbt_diff_add_count(dbt_buffer *out, size_t n, const char *one); /* "1 row", "2 rows" */
void dbt_diff_add_percent(dbt_buffer *out, double percent);          /* "+5.03 %", "from 0" */
void dbt_diff_add_cut(const dbt_diff_report *report, dbt_buffer *out, int side, size_t row);
void dbt_diff_add_key(const dbt_diff_report *report, dbt_buffer *out, int side, size_t row);
void dbt_diff_add_totals(const dbt_diff_report *report, dbt_buffer *out);

/* Adds a label of a row (settings, source or target), unquoted; "" if it has none. */
void dbt_diff_add_label(const dbt_diff *diff, dbt_buffer *out, int side, size_t row, int label);

/* Adds the labels of two compared rows, "settings A -> B; source C -> D": only those that differ,
 * and of settings only the parameters from the first to the last difference. With report->verbose,
 * all labels. Never a label that one table lacks. */
void dbt_diff_add_labels(const dbt_diff_report *report, dbt_buffer *out, const uint32_t rows[2]);

/* Adds "OK: ..." or "FAIL: ..." about what was asked to fail; nothing if nothing was. */
void dbt_diff_add_verdict(const dbt_diff_report *report, dbt_buffer *out);

/* Adds a line for everything that is not compared, each ending in a line feed. */
void dbt_diff_add_remarks(const dbt_diff_report *report, dbt_buffer *out);

/* Whether only that side has the column, and the report should say so. */
bool dbt_diff_is_only_column(const dbt_diff_report *report, int side, int metric);

#endif

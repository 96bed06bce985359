/* Reports of what 'dbtool diff' found, in several formats, each in its own file. */
#ifndef DBT_DIFF_DIFF_REPORT_H
#define DBT_DIFF_DIFF_REPORT_H

#include "base/buffer.h"
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
    dbt_buffer out;
    dbt_sink sink;
    dbt_buffer scratch;
} dbt_diff_report;

/* Writes a report in one format; false with err if the comparison's rows cannot be read. */
typedef bool dbt_diff_format(dbt_diff_report *report, dbt_error *err);
dbt_diff_format dbt_diff_to_text, dbt_diff_to_markdown, dbt_diff_to_json, dbt_diff_to_junit;

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

/* The key of a row, valid until the next call. Out of memory: empty texts, and report->out.failed
 * is set. */
dbt_diff_key dbt_diff_key_text(dbt_diff_report *report, int side, size_t row);

/* Add plain text to out as one line; names from files cannot steer a terminal. */
void dbt_diff_add_count(dbt_buffer *out, size_t n, const char *one); /* "1 row", "2 rows" */
void dbt_diff_add_percent(dbt_buffer *out, double percent);          /* "+5.03 %", "from 0" */
void dbt_diff_add_key(dbt_diff_report *report, dbt_buffer *out, int side, size_t row);
void dbt_diff_add_totals(const dbt_diff_report *report, dbt_buffer *out);

/* A label of a row (settings, source or target), unquoted; "": it has none. */
void dbt_diff_label_text(const dbt_diff *diff, int side, size_t row, dbt_column label,
                         dbt_buffer *out);

/* Adds the labels of two compared rows, "settings A -> B; source C -> D": only those that differ,
 * and of settings only the parameters from the first to the last difference. With report->verbose,
 * all labels. Never a label that one table lacks. */
void dbt_diff_add_labels(const dbt_diff_report *report, dbt_buffer *out, const uint32_t rows[2]);

/* Adds "OK: ..." or "FAIL: ..." about what was asked to fail; nothing if nothing was. */
void dbt_diff_add_verdict(dbt_diff_report *report, dbt_buffer *out);

/* Adds a line for everything that is not compared, each ending in a line feed. */
void dbt_diff_add_notes(const dbt_diff_report *report, dbt_buffer *out);

/* The first DBT_DIFF_ROWS_SHOWN rows that only that side has; returns their number. */
enum { DBT_DIFF_ROWS_SHOWN = 5 };
size_t dbt_diff_first_only(const dbt_diff *diff, int side, size_t rows[DBT_DIFF_ROWS_SHOWN]);

/* Whether only that side has the column, and the report should say so. */
bool dbt_diff_is_only_column(const dbt_diff_report *report, int side, int metric);

#endif

/* What 'dbtool diff' found, in one of several formats; a file each. */
#ifndef DBT_DIFF_DIFF_REPORT_H
#define DBT_DIFF_DIFF_REPORT_H

#include "base/buffer.h"
#include "base/sink.h"
#include "diff/diff.h"
#include "diff/diff_inputs.h"

/* A report on its way. The buffer is emptied into the sink now and then. */
typedef struct dbt_diff_report {
    const dbt_diff *diff;
    const dbt_diff_inputs *inputs[DBT_N_SIDES];
    size_t top;  /* worst and best of each column to list */
    bool chosen; /* columns were: the others are not worth a word */
    bool colour;
    bool verbose;
    dbt_buffer out;
    dbt_sink sink;
    dbt_diff_scratch scratch;
} dbt_diff_report;

/* A format; false with err where the comparison's rows could not be gone through. */
typedef bool dbt_diff_format(dbt_diff_report *report, dbt_error *err);
dbt_diff_format dbt_diff_to_text, dbt_diff_to_markdown, dbt_diff_to_json, dbt_diff_to_junit;

/* Empties the buffer into the sink where it has grown; at once where `all`. */
void dbt_diff_flush(dbt_diff_report *report, bool all);

extern const char *const dbt_diff_side_names[DBT_N_SIDES]; /* OLD, NEW */

/* Whether there is a limit, and nothing that could have been above it: no row, or no
 * figure, that both sides have. A gate must not pass on that. */
bool dbt_diff_is_void(const dbt_diff_report *report);

/* Whether the answer is no: exit status 1. */
bool dbt_diff_fails(const dbt_diff_report *report);

/* Whether there is nothing to tell: no change above the floors, no row, no figure and no
 * column that was asked for on one side only. */
bool dbt_diff_is_same(const dbt_diff_report *report);

/* The key of a row, until the next call; empty texts and report->out.failed where
 * there is no memory for it. */
dbt_diff_key dbt_diff_key_text(dbt_diff_report *report, int side, size_t row);

/* Adds bits of plain text to out, in one line each; nothing of them steers a terminal. */
void dbt_diff_add_count(dbt_buffer *out, size_t n, const char *one); /* "1 row", "2 rows" */
void dbt_diff_add_percent(dbt_buffer *out, double percent);          /* "+5.03 %", "from 0" */
void dbt_diff_add_key(dbt_diff_report *report, dbt_buffer *out, int side, size_t row);
void dbt_diff_add_totals(const dbt_diff_report *report, dbt_buffer *out);

/* A label of a row, unquoted; "" where it has none. */
void dbt_diff_label_text(const dbt_diff *diff, int side, size_t row, dbt_diff_label label,
                         dbt_buffer *out);

/* The labels of two rows that were compared, "settings A -> B; source C -> D", to the end of out:
 * those that differ, of settings the parameters from the first to the last that does; all labels
 * with report->verbose; none that a table lacks. */
void dbt_diff_add_labels(const dbt_diff_report *report, dbt_buffer *out, const uint32_t rows[2]);

/* "OK: ..." or "FAIL: ...", of what was asked to fail; nothing where that is nothing. */
void dbt_diff_add_verdict(dbt_diff_report *report, dbt_buffer *out);

/* What is not compared, as lines that end in a line feed; none: nothing. */
void dbt_diff_add_notes(const dbt_diff_report *report, dbt_buffer *out);

/* The first rows that only that side has; returns how many, those that are shown. */
enum { DBT_DIFF_ROWS_SHOWN = 5 };
size_t dbt_diff_first_only(const dbt_diff *diff, int side, size_t rows[DBT_DIFF_ROWS_SHOWN]);

/* Whether that side alone has the column, and that matters. */
bool dbt_diff_is_only_column(const dbt_diff_report *report, int side, int metric);

#endif

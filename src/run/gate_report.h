/* Reports what --fail-if found, as a file: JUnit XML with a testcase for each cut, or Markdown for
 * a comment on a pull request. */
#ifndef DBT_RUN_GATE_REPORT_H
#define DBT_RUN_GATE_REPORT_H

#include "base/buffer.h"

/* Zero-initialise; release with dbt_gate_report_release. */
typedef struct dbt_gate_report {
    const char *path; /* borrowed; NULL: no report, and the calls below do nothing */
    bool junit;       /* false: Markdown */
    dbt_buffer body;  /* the cuts and jobs so far */
    dbt_buffer lines; /* failures of the current cut, as plain text */
    size_t n_lines;   /* in lines */
    size_t n_shown;   /* lines that the body shows */
    size_t n_cuts, n_failing, n_failed_jobs;
} dbt_gate_report;

/* Sets the path; its extension, .xml or .md, chooses the format. Fails with DBT_E_PARAM. */
DBT_CHECK bool dbt_gate_report_begin(dbt_gate_report *report, const char *path, dbt_error *err);

/* Adds a line for a value that fails. */
void dbt_gate_report_line(dbt_gate_report *report, const char *line);

/* Ends a cut: the lines since the last end belong to it. */
void dbt_gate_report_cut(dbt_gate_report *report, const char *sequence, int cut);

/* Adds a job of a batch that failed and so has no cuts. */
void dbt_gate_report_job(dbt_gate_report *report, const char *job, const char *reason);

/* Writes the whole report. limits: the conditions as text. */
void dbt_gate_report_format(const dbt_gate_report *report, const char *limits, dbt_buffer *out);

void dbt_gate_report_release(dbt_gate_report *report);

#endif

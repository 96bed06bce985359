/* Reports the failures of --fail-if: as JUnit XML with a testcase for each cut or file, as Markdown
 * for a comment on a pull request, or as annotations of GitHub. */
#ifndef DBT_RUN_GATE_REPORT_H
#define DBT_RUN_GATE_REPORT_H

#include "base/junit.h"

/* The format of a report. */
typedef enum dbt_gate_form { DBT_GATE_MARKDOWN, DBT_GATE_JUNIT, DBT_GATE_GITHUB } dbt_gate_form;

/* A report. Zero-initialise; release with dbt_gate_report_release. */
typedef struct dbt_gate_report {
    const char *path; /* borrowed; NULL: no report, and calls add nothing */
    dbt_gate_form form;
    const char *what; /* name of a case, in the singular; NULL: "cut" */
    dbt_junit junit;  /* cases and jobs so far */
    dbt_buffer body;  /* as well, in the other formats */
    dbt_buffer lines; /* failures of the current case, one line of text each */
    size_t n_lines;   /* number of failures of the current case */
    size_t n_shown;   /* number of list entries in the body */
    size_t n_cases, n_failing, n_failed_jobs;
} dbt_gate_report;

/* Sets the path (borrowed), whose extension .xml or .md selects the format. "github" selects
 * annotations on standard output: the path becomes "-". Fails with DBT_E_PARAM for another
 * extension; the path is set even then. */
DBT_CHECK bool dbt_gate_report_begin(dbt_gate_report *report, const char *path, dbt_error *err);

/* Adds a line for a failing value to the current case; after 20 they are only counted. */
void dbt_gate_report_line(dbt_gate_report *report, const char *line);

/* Ends a case of a group, with all lines since the last case; it failed if there are any. Counts it
 * (n_cases, n_failing). If lines were only counted, adds "and N more". file: for annotations; may
 * be NULL. */
void dbt_gate_report_case(dbt_gate_report *report, const char *name, const char *group,
                          const char *file);

/* Adds a failed job of a batch, which has no cuts, as a case. Counts it in n_failed_jobs only.
 * reason: its error, as one line of text. */
void dbt_gate_report_job(dbt_gate_report *report, const char *job, const char *reason);

/* Appends the whole report to `out`; its path must be set. limits: the conditions as text;
 * annotations do not show them. */
void dbt_gate_report_format(const dbt_gate_report *report, const char *limits, dbt_buffer *out);

/* Frees the report's buffers. Does not zero its other members. */
void dbt_gate_report_release(dbt_gate_report *report);

#endif

/* Reports what --fail-if found: as JUnit XML with a testcase for each cut or file, as Markdown for
 * a comment on a pull request, or as annotations of GitHub. */
#ifndef DBT_RUN_GATE_REPORT_H
#define DBT_RUN_GATE_REPORT_H

#include "base/buffer.h"

typedef enum dbt_gate_form { DBT_GATE_MARKDOWN, DBT_GATE_JUNIT, DBT_GATE_GITHUB } dbt_gate_form;

/* Zero-initialise; release with dbt_gate_report_release. */
typedef struct dbt_gate_report {
    const char *path; /* borrowed; NULL: no report, and the calls below do nothing */
    dbt_gate_form form;
    const char *what; /* that is checked, in the singular; NULL: "cut" */
    dbt_buffer body;  /* the cases and jobs so far */
    dbt_buffer lines; /* failures of the current case, as plain text */
    size_t n_lines;   /* in lines */
    size_t n_shown;   /* lines that the body shows */
    size_t n_cases, n_failing, n_failed_jobs;
} dbt_gate_report;

/* Sets the path; its extension, .xml or .md, chooses the form. "github": annotations on standard
 * output. Fails with DBT_E_PARAM. */
DBT_CHECK bool dbt_gate_report_begin(dbt_gate_report *report, const char *path, dbt_error *err);

/* Adds a line for a value that fails. */
void dbt_gate_report_line(dbt_gate_report *report, const char *line);

/* Ends a case, of a group: the lines since the last end belong to it. file: that an annotation
 * stands at; may be NULL. */
void dbt_gate_report_case(dbt_gate_report *report, const char *name, const char *group,
                          const char *file);

/* Adds a job of a batch that failed and so has no cuts. */
void dbt_gate_report_job(dbt_gate_report *report, const char *job, const char *reason);

/* Writes the whole report. limits: the conditions as text. */
void dbt_gate_report_format(const dbt_gate_report *report, const char *limits, dbt_buffer *out);

void dbt_gate_report_release(dbt_gate_report *report);

#endif

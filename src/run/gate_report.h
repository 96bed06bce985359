/* What --fail-if found, as a file for those who look at a build: JUnit XML, with a testcase
 * for each cut, or Markdown for a comment on a pull request. */
#ifndef DBT_RUN_GATE_REPORT_H
#define DBT_RUN_GATE_REPORT_H

#include "base/buffer.h"

/* Zero-initialise; release with dbt_gate_report_release. */
typedef struct dbt_gate_report {
    const char *path; /* borrowed; NULL: none is wanted, and nothing is added */
    bool junit;       /* else Markdown */
    dbt_buffer body;  /* of the cuts and jobs so far */
    dbt_buffer lines; /* of the cut that is looked at, plain text */
    size_t n_lines;   /* of it */
    size_t n_shown;   /* in the body */
    size_t n_cuts, n_failing, n_failed_jobs;
} dbt_gate_report;

/* Takes the path, of which .xml or .md says the format. Fails with DBT_E_PARAM. */
DBT_CHECK bool dbt_gate_report_begin(dbt_gate_report *report, const char *path, dbt_error *err);

/* A figure that fails, in one line. */
void dbt_gate_report_line(dbt_gate_report *report, const char *line);

/* The end of a cut, that the lines since the last were of. */
void dbt_gate_report_cut(dbt_gate_report *report, const char *sequence, const char *cut);

/* A job of a batch that failed, and so has no cuts. */
void dbt_gate_report_job(dbt_gate_report *report, const char *job, const char *reason);

/* The whole of it; limits: the conditions as text. Fails with DBT_E_MEMORY. */
DBT_CHECK bool dbt_gate_report_format(const dbt_gate_report *report, const char *limits,
                                      dbt_buffer *out, dbt_error *err);

void dbt_gate_report_release(dbt_gate_report *report);

#endif

/* JUnit XML for continuous integration. Valid by the schema of Ant's reports (Windy Road's
 * JUnit.xsd), the strictest, and by that of Jenkins' xunit plugin (junit-10.xsd). */
#ifndef DBT_BASE_JUNIT_H
#define DBT_BASE_JUNIT_H

#include "base/buffer.h"

/* The attributes of a test suite. Borrows the texts. */
typedef struct dbt_junit_suite {
    const char *name;      /* without characters that XML escapes */
    const char *timestamp; /* as "2026-01-31T12:00:00" */
    size_t n_cases, n_failures, n_errors, n_skipped;
} dbt_junit_suite;

/* Begins a report of one suite. The caller then appends its testcases. */
void dbt_junit_begin(dbt_buffer *out, const dbt_junit_suite *suite);

/* Appends the start tag of a testcase without its last characters, "/>" or ">". name, group: any
 * text, such as names from files. */
void dbt_junit_begin_case(dbt_buffer *out, const char *name, const char *group);

/* Ends the report. summary: any text, appended as the suite's output. */
void dbt_junit_end(dbt_buffer *out, const char *summary);

#endif

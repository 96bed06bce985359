/* JUnit XML for continuous integration, valid by the strictest schema, that of Ant's reports (Windy
 * Road's JUnit.xsd), and by that of Jenkins' xunit plugin (junit-10.xsd), which takes what Maven's
 * Surefire writes. */
#ifndef DBT_BASE_JUNIT_H
#define DBT_BASE_JUNIT_H

#include "base/buffer.h"

typedef struct dbt_junit_suite {
    const char *name, *timestamp; /* plain text; "2026-01-31T12:00:00" */
    size_t n_cases, n_failures, n_errors, n_skipped;
} dbt_junit_suite;

/* Begins a report of one suite. Its testcases follow. */
void dbt_junit_begin(dbt_buffer *out, const dbt_junit_suite *suite);

/* Adds the start tag of a testcase without its last characters, "/>" or ">". Both texts may hold
 * names from files. */
void dbt_junit_begin_case(dbt_buffer *out, const char *name, const char *group);

/* Ends the report with a summary. */
void dbt_junit_end(dbt_buffer *out, const char *summary);

#endif

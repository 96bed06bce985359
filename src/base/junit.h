/* JUnit XML for continuous integration. Valid by the schema of Ant's reports (Windy Road's
 * JUnit.xsd), the strictest, and by that of Jenkins' xunit plugin (junit-10.xsd). */
#ifndef DBT_BASE_JUNIT_H
#define DBT_BASE_JUNIT_H

#include "base/buffer.h"

/* The result of a test case. */
typedef enum dbt_junit_result {
    DBT_JUNIT_PASSED,
    DBT_JUNIT_FAILED,  /* has a type, a message and a text */
    DBT_JUNIT_ERROR,   /* as well */
    DBT_JUNIT_SKIPPED, /* has a message */
    DBT_N_JUNIT_RESULTS
} dbt_junit_result;

/* A test case. Borrows the texts, which may be any, such as names from files. Texts
 * that its result lacks may be NULL. */
typedef struct dbt_junit_case {
    const char *name, *group;
    dbt_junit_result result;
    const char *type;           /* without characters that XML escapes */
    const char *message, *text; /* a skipped case's message: as type */
} dbt_junit_case;

/* The cases of a report of one suite. Zero-initialise; release `cases`. */
typedef struct dbt_junit {
    dbt_buffer cases; /* formatted */
    size_t n[DBT_N_JUNIT_RESULTS];
} dbt_junit;

/* Appends a case to junit->cases, and counts its result. */
void dbt_junit_add(dbt_junit *junit, const dbt_junit_case *test);

/* Appends the report of all cases to `out`; the caller still releases `cases`. suite: its name,
 * without characters that XML escapes. timestamp: as "2026-01-31T12:00:00". summary: any text, the
 * suite's output. */
void dbt_junit_write(const dbt_junit *junit, const char *suite, const char *timestamp,
                     const char *summary, dbt_buffer *out);

#endif

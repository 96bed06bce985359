#include "base/junit.h"

void dbt_junit_begin(dbt_buffer *out, const dbt_junit_suite *suite)
{
    dbt_buffer_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    dbt_buffer_format(out,
                      "  <testsuite package=\"dbtool\" id=\"0\" name=\"%s\" timestamp=\"%s\""
                      " hostname=\"localhost\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\""
                      " skipped=\"%zu\" time=\"0\">\n    <properties/>\n",
                      suite->name, suite->timestamp, suite->n_cases, suite->n_failures,
                      suite->n_errors, suite->n_skipped);
}

/* Appends a name from a file as the value of an attribute, on one line. */
static void add_name(dbt_buffer *out, const char *name)
{
    dbt_buffer printable = { 0 };
    dbt_buffer_printable(&printable, name);
    dbt_buffer_xml(out, printable.bytes ? printable.bytes : "");
    dbt_buffer_release(&printable);
}

void dbt_junit_begin_case(dbt_buffer *out, const char *name, const char *group)
{
    dbt_buffer_text(out, "    <testcase name=\"");
    add_name(out, name);
    dbt_buffer_text(out, "\" classname=\"");
    add_name(out, group);
    dbt_buffer_text(out, "\" time=\"0\"");
}

void dbt_junit_end(dbt_buffer *out, const char *summary)
{
    dbt_buffer_text(out, "    <system-out>");
    dbt_buffer_xml(out, summary);
    dbt_buffer_text(out, "</system-out>\n    <system-err/>\n  </testsuite>\n</testsuites>\n");
}

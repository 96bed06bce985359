#include "base/junit.h"

/* Appends a name from a file as the value of an attribute, on one line. */
static void add_name(dbt_buffer *out, const char *name)
{
    dbt_buffer printable = { 0 };
    dbt_buffer_printable(&printable, name);
    dbt_buffer_xml(out, printable.bytes ? printable.bytes : "");
    dbt_buffer_release(&printable);
}

void dbt_junit_add(dbt_junit *junit, const dbt_junit_case *test)
{
    static const char *const elements[] = {
        [DBT_JUNIT_FAILED] = "failure", [DBT_JUNIT_ERROR] = "error"
    };
    dbt_buffer *out = &junit->cases;
    junit->n[test->result]++;
    dbt_buffer_text(out, "    <testcase name=\"");
    add_name(out, test->name);
    dbt_buffer_text(out, "\" classname=\"");
    add_name(out, test->group);
    dbt_buffer_text(out, "\" time=\"0\"");
    if (test->result == DBT_JUNIT_PASSED) {
        dbt_buffer_text(out, "/>\n");
        return;
    }
    if (test->result == DBT_JUNIT_SKIPPED) {
        dbt_buffer_format(out, ">\n      <skipped message=\"%s\"/>\n", test->message);
    } else {
        const char *element = elements[test->result];
        dbt_buffer_format(out, ">\n      <%s type=\"%s\" message=\"", element, test->type);
        dbt_buffer_xml(out, test->message);
        dbt_buffer_text(out, "\">");
        dbt_buffer_xml(out, test->text);
        dbt_buffer_format(out, "</%s>\n", element);
    }
    dbt_buffer_text(out, "    </testcase>\n");
}

void dbt_junit_write(const dbt_junit *junit, const char *suite, const char *timestamp,
                     const char *summary, dbt_buffer *out)
{
    size_t n_cases = 0;
    for (int result = 0; result < DBT_N_JUNIT_RESULTS; result++)
        n_cases += junit->n[result];
    dbt_buffer_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    dbt_buffer_format(out,
                      "  <testsuite package=\"dbtool\" id=\"0\" name=\"%s\" timestamp=\"%s\""
                      " hostname=\"localhost\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\""
                      " skipped=\"%zu\" time=\"0\">\n    <properties/>\n",
                      suite, timestamp, n_cases, junit->n[DBT_JUNIT_FAILED],
                      junit->n[DBT_JUNIT_ERROR], junit->n[DBT_JUNIT_SKIPPED]);
    dbt_buffer_text(out, junit->cases.bytes ? junit->cases.bytes : "");
    dbt_buffer_text(out, "    <system-out>");
    dbt_buffer_xml(out, summary);
    dbt_buffer_text(out, "</system-out>\n    <system-err/>\n  </testsuite>\n</testsuites>\n");
}

#include "run/gate_report.h"

#include "base/github.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* Maximum failures listed, so that a report of many failures stays readable and small enough for
 * programs that show it (a comment on GitHub: 65,536 characters). */
enum { LINES_OF_CASE = 20, LINES_OF_MARKDOWN = 200 };

bool dbt_gate_report_begin(dbt_gate_report *report, const char *path, dbt_error *err)
{
    const bool github = strcmp(path, "github") == 0;
    report->path = github ? "-" : path;
    report->form = github                      ? DBT_GATE_GITHUB
                   : dbt_ends_in(path, ".xml") ? DBT_GATE_JUNIT
                                               : DBT_GATE_MARKDOWN;
    return report->form != DBT_GATE_MARKDOWN || dbt_ends_in(path, ".md") ||
           dbt_fail(err, DBT_E_PARAM,
                    "expected FILE.xml (JUnit), FILE.md or 'github', found '%.80s'", path);
}

void dbt_gate_report_line(dbt_gate_report *report, const char *line)
{
    if (!report->path || report->n_lines++ >= LINES_OF_CASE)
        return;
    dbt_buffer_printable(&report->lines, line);
    dbt_buffer_text(&report->lines, "\n");
}

/* Appends r->lines to the body: as a Markdown list, with up to LINES_OF_MARKDOWN in all cases
 * together, all counted in n_shown; or as annotations at a file, which may be NULL. Overwrites line
 * feeds in r->lines, which the caller releases. */
static void move_lines(dbt_gate_report *r, const char *file)
{
    char *line = r->lines.bytes;
    for (char *end; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        if (r->form == DBT_GATE_GITHUB) {
            dbt_github_add(&r->body, "error", file, "limit", line);
        } else if (r->n_shown++ < LINES_OF_MARKDOWN) {
            dbt_buffer_text(&r->body, "- ");
            dbt_buffer_markdown(&r->body, line);
            dbt_buffer_text(&r->body, "\n");
        }
    }
}

/* Adds a case, with the lines since the last one as its text, and releases them. The caller sets
 * all of `test` but the text, and counts the case. file: for annotations; may be NULL. */
static void add_case(dbt_gate_report *r, dbt_junit_case test, const char *file)
{
    test.text = r->lines.bytes ? r->lines.bytes : "";
    if (r->form == DBT_GATE_JUNIT)
        dbt_junit_add(&r->junit, &test);
    else
        move_lines(r, file);
    dbt_buffer_release(&r->lines);
    r->n_lines = 0;
}

void dbt_gate_report_case(dbt_gate_report *report, const char *name, const char *group,
                          const char *file)
{
    const size_t n = report->n_lines;
    char message[60];
    if (!report->path)
        return;
    report->n_cases++;
    report->n_failing += n > 0;
    if (n > LINES_OF_CASE)
        dbt_buffer_format(&report->lines, "and %zu more\n", n - LINES_OF_CASE);
    snprintf(message, sizeof message, "%zu value%s beyond the limits", n, n == 1 ? "" : "s");
    const dbt_junit_case test = { .name = name,
                                  .group = group,
                                  .result = n > 0 ? DBT_JUNIT_FAILED : DBT_JUNIT_PASSED,
                                  .type = "limit",
                                  .message = message };
    add_case(report, test, file);
}

void dbt_gate_report_job(dbt_gate_report *report, const char *job, const char *reason)
{
    const dbt_junit_case test = { .name = "job",
                                  .group = job,
                                  .result = DBT_JUNIT_ERROR,
                                  .type = "job",
                                  .message = "the job failed" };
    if (!report->path)
        return;
    report->n_failed_jobs++;
    if (report->form != DBT_GATE_JUNIT) {
        dbt_buffer_format(&report->lines, "job '");
        dbt_buffer_name(&report->lines, job);
        dbt_buffer_text(&report->lines, "': ");
    }
    dbt_gate_report_line(report, reason);
    add_case(report, test, NULL);
}

/* Appends the report as Markdown: OK or FAIL with the sentence `verdict`, then the list. */
static void format_markdown(const dbt_gate_report *r, const char *verdict, dbt_buffer *out)
{
    dbt_buffer_format(out, "**%s:** ", r->n_failing + r->n_failed_jobs > 0 ? "FAIL" : "OK");
    dbt_buffer_markdown(out, verdict);
    dbt_buffer_text(out, r->n_shown > 0 ? "\n\n" : "\n");
    dbt_buffer_add(out, r->body.bytes ? r->body.bytes : "", r->body.size);
    if (r->n_shown > LINES_OF_MARKDOWN)
        dbt_buffer_format(out, "\nand %zu more\n", r->n_shown - LINES_OF_MARKDOWN);
}

/* Constant, so that equal results produce equal reports. */
static const char no_time[] = "1970-01-01T00:00:00";

void dbt_gate_report_format(const dbt_gate_report *report, const char *limits, dbt_buffer *out)
{
    dbt_buffer verdict = { 0 };
    dbt_buffer_format(&verdict, "%zu of %zu %s%s beyond the limits (%s)", report->n_failing,
                      report->n_cases, report->what ? report->what : "cut",
                      report->n_cases == 1 ? "" : "s", limits);
    if (report->n_failed_jobs > 0)
        dbt_buffer_format(&verdict, ", %zu job%s failed", report->n_failed_jobs,
                          report->n_failed_jobs == 1 ? "" : "s");
    if (report->form == DBT_GATE_JUNIT)
        dbt_junit_write(&report->junit, "fail-if", no_time, verdict.bytes, out);
    else if (report->form == DBT_GATE_GITHUB)
        dbt_buffer_add(out, report->body.bytes ? report->body.bytes : "", report->body.size);
    else
        format_markdown(report, verdict.bytes, out);
    dbt_buffer_release(&verdict);
}

void dbt_gate_report_release(dbt_gate_report *report)
{
    dbt_buffer_release(&report->junit.cases);
    dbt_buffer_release(&report->body);
    dbt_buffer_release(&report->lines);
}

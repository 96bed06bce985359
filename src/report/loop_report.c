#include "report/loop_report.h"

#include "base/mem.h"
#include "run/table_columns.h"

/* Blends the repetitions and records them in *s, whose ranking is set already: sets its name, a
 * trial with run->job as the only candidate, and what dbt_report_sequence_record sets. Fails as
 * dbt_trial_open, dbt_report_sequence_record and dbt_trial_run. The caller releases *s, also on
 * failure. */
static bool record(const dbt_job_run *run, dbt_report_sequence *s, dbt_error *err)
{
    const dbt_time context = { .value = 0.5 }; /* seconds; the default of --context */
    s->name = dbt_copy_text(run->job->name);
    s->trial = (dbt_trial){ .session = run->session };
    arrput(s->trial.candidates, ((dbt_candidate){ .job = run->job }));
    if (!dbt_trial_open(&s->trial, err))
        return false;
    s->trial.candidates[0].run.loop = run->loop;
    return dbt_report_sequence_record(s, context, err) &&
           dbt_trial_run(&s->trial, 1, "report", run->session->verbosity, err);
}

bool dbt_loop_report_write(const dbt_job_run *run, int cut, const dbt_sink *sink, dbt_error *err)
{
    dbt_report_sequence s = { .name = NULL };
    dbt_report_section section = { .ends = NULL };
    dbt_buffer text = { 0 };
    int *columns = NULL;
    bool ok =
        dbt_columns_read(NULL, NULL, false, &s.ranking, &columns, err) && record(run, &s, err);
    if (ok) {
        dbt_report_section_write(&section, &s);
        dbt_json_out json = dbt_report_json(&text);
        dbt_report_begin(&json, s.name, &s.ranking, columns);
        dbt_report_cut_write(&json, &section, cut, 0);
        dbt_json_end(&json, ']');
        dbt_report_end(&json, &section.skeleton, 1);
        ok = sink->write(sink->context, text.bytes, text.size) ||
             dbt_fail(err, DBT_E_IO, "cannot write");
    }
    dbt_buffer_release(&text);
    dbt_report_section_release(&section);
    dbt_report_sequence_release(&s);
    arrfree(columns);
    return ok;
}

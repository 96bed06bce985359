#include "report/loop_report.h"

#include "base/mem.h"
#include "run/columns.h"

#include <string.h>

static bool record(const dbt_loop_report *r, dbt_report_sequence *s, dbt_error *err)
{
    const dbt_time context = { .value = 0.5 }; /* the default of reports */
    s->name = dbt_list_copy_text(r->job->name);
    s->trial = (dbt_trial){ .shared = r->shared };
    arrput(s->trial.candidates, ((dbt_candidate){ .job = r->job, .micros = NAN }));
    if (!dbt_trial_open(&s->trial, err))
        return false;
    s->trial.candidates[0].work.loop = r->loop;
    return dbt_report_sequence_record(s, context, err) &&
           dbt_trial_run(&s->trial, 1, "report", r->shared->verbosity, err);
}

/* Writes the page with the data of the one cut. */
static bool write_page(const dbt_loop_report *r, dbt_report_part *part, const dbt_ranking *ranking,
                       const int *columns, const dbt_sink *sink, dbt_error *err)
{
    dbt_buffer text = { 0 };
    dbt_json_out json = dbt_report_json(&text);
    dbt_report_begin(&json, r->job->name, ranking, columns);
    dbt_report_cut_write(&json, part, r->cut, 0);
    dbt_json_end(&json, ']');
    dbt_report_end(&json, &part->skeleton, 1);
    const bool ok =
        dbt_buffer_check(&text, err) && (sink->write(sink->context, text.bytes, text.size) ||
                                         dbt_fail(err, DBT_E_IO, "cannot write"));
    dbt_buffer_release(&text);
    return ok;
}

bool dbt_loop_report_write(const dbt_loop_report *report, const dbt_sink *sink, dbt_error *err)
{
    dbt_report_sequence s = { .name = NULL };
    dbt_report_part part = { .ends = NULL };
    int *columns = NULL;
    const bool ok = dbt_columns_read(NULL, NULL, &s.ranking, &columns, err) &&
                    record(report, &s, err) && dbt_report_part_write(&part, &s, err) &&
                    write_page(report, &part, &s.ranking, columns, sink, err);
    dbt_report_part_release(&part);
    dbt_report_sequence_release(&s);
    arrfree(columns);
    return ok;
}

/* The report of a loop: a page about one cut between two of its repetitions. */
#ifndef DBT_REPORT_LOOP_REPORT_H
#define DBT_REPORT_LOOP_REPORT_H

#include "report/report_data.h"

/* Writes the page about cut number `cut`, from 1, of `run` to `sink`, in one write. The clips of
 * `run` are repetitions of run->loop, which computes their frames. Blends run->job again; *run does
 * not change. Fails as dbt_trial_open, dbt_report_sequence_record and dbt_trial_run, before a
 * write; or with DBT_E_IO if the sink refuses the page (the sink has the cause). */
DBT_CHECK bool dbt_loop_report_write(const dbt_job_run *run, int cut, const dbt_sink *sink,
                                     dbt_error *err);

#endif

/* The report of a loop: one cut between two of its repetitions. */
#ifndef DBT_REPORT_LOOP_REPORT_H
#define DBT_REPORT_LOOP_REPORT_H

#include "report/report_data.h"

/* Writes the page about a cut (from 1) of a work: of repetitions that follow each other, whose
 * frames its loop makes. Fails as dbt_trial_open and dbt_trial_run do, or with DBT_E_IO where the
 * sink refused a write (the sink knows why). */
DBT_CHECK bool dbt_loop_report_write(const dbt_work *work, int cut, const dbt_sink *sink,
                                     dbt_error *err);

#endif

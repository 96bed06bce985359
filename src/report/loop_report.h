/* The report of a loop: one cut between two of its repetitions. */
#ifndef DBT_REPORT_LOOP_REPORT_H
#define DBT_REPORT_LOOP_REPORT_H

#include "report/report_data.h"

/* All members are borrowed. */
typedef struct dbt_loop_report {
    const dbt_job *job; /* of repetitions that follow each other */
    dbt_loop *loop;     /* makes their frames */
    int cut;            /* the cut to show, from 1 */
    dbt_shared *shared;
} dbt_loop_report;

/* Writes the page. Fails as dbt_trial_open and dbt_trial_run do, or with DBT_E_IO where the sink
 * refused a write (the sink knows why). */
DBT_CHECK bool dbt_loop_report_write(const dbt_loop_report *report, const dbt_sink *sink,
                                     dbt_error *err);

#endif

/* The pops of a whole output, for the page. */
#ifndef DBT_REPORT_REPORT_POPS_H
#define DBT_REPORT_REPORT_POPS_H

#include "report/report_record.h"

/* Appends an object: the pop of each frame of the recorded output, and its pops above the usual
 * limit as [frame, pop, kind]. Or null, if the output was not recorded or has too few frames. */
void dbt_report_pops_format(const dbt_recorder *recorder, double frame_time, dbt_buffer *out);

#endif

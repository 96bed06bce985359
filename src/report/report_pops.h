/* JSON of the pops in a recorded output, for the page. */
#ifndef DBT_REPORT_REPORT_POPS_H
#define DBT_REPORT_REPORT_POPS_H

#include "report/report_record.h"

/* Appends an object: "values", base64 of the pop value of each frame as float32, and "list", the
 * pops and spikes above DBT_POP_LIMIT as [frame, pop value, kind]. Appends null if the output was
 * not recorded or has too few frames. frame_time: seconds. */
void dbt_report_pops_format(const dbt_recorder *recorder, double frame_time, dbt_buffer *out);

#endif

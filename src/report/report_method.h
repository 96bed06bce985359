/* JSON of a method at a cut: label, settings, weights, metrics; everything except its poses. */
#ifndef DBT_REPORT_REPORT_METHOD_H
#define DBT_REPORT_REPORT_METHOD_H

#include "report/report_data.h"

/* Adds all about a candidate at a cut (from 1), except its poses and pops, to the object that is
 * open in *json: label, settings, frames of the transition, weights, rank, values of each metric
 * over all joints and of each joint. A candidate that was read from a file has no weights, and as
 * settings only the file. With auto, also the chosen tuning and those tried. index: the
 * candidate's. The sequence's scores and minima must be those of `cut`. */
void dbt_report_method_write(dbt_json_out *json, const dbt_report_sequence *sequence,
                             ptrdiff_t index, int cut);

#endif

/* A map of costs as data of a page: what costs_map.js reads. */
#ifndef DBT_REPORT_COSTS_DATA_H
#define DBT_REPORT_COSTS_DATA_H

#include "base/json_write.h"
#include "report/report_data.h"
#include "search/cut_map.h"

/* The members of an object that holds a map: "i" and "j", where its frames begin and end, "rows",
 * "columns", and "costs", base64 of float32, infinite where there is none. */
void dbt_costs_write_map(dbt_json_out *json, const dbt_cost_map *map);

/* The members of an object that holds a cut: "i", "j", "cost", "pose" and "velocity". */
void dbt_costs_write_cut(dbt_json_out *json, const dbt_cut_cell *cell);

/* The member "costs" of a cut of a report, from 0, if its times were chosen: the map, the "cut",
 * and "command": what comes before, between and after the two frames of a blend of the sequence
 * with another cut here. Earlier cuts are where they are in it, later ones as they were asked for.
 */
void dbt_costs_write(dbt_json_out *json, const dbt_report_sequence *sequence, int cut);

#endif

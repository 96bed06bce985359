/* Writes a map of costs as JSON for a page: costs_map.js reads it. */
#ifndef DBT_REPORT_COSTS_DATA_H
#define DBT_REPORT_COSTS_DATA_H

#include "base/json_write.h"
#include "search/cut_map.h"

/* Adds the members of a map to the open object: "i" and "j" (begin and end of its frames), "rows",
 * "columns", and "costs", base64 of float32, infinite where there is no cut. */
void dbt_costs_write_map(dbt_json_out *json, const dbt_cost_map *map);

/* Adds the members of a cut to the open object: "i", "j", "cost", "pose" and "velocity". */
void dbt_costs_write_cut(dbt_json_out *json, const dbt_cut_cell *cell);

#endif

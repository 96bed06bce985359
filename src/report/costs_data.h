/* JSON of a map of cut costs, for the page whose script is costs_map.js. */
#ifndef DBT_REPORT_COSTS_DATA_H
#define DBT_REPORT_COSTS_DATA_H

#include "base/json_write.h"
#include "search/cut_map.h"

/* Adds the members of `map` to the object that is open in *json. "i" and "j" are [begin, end) of
 * its frames, "rows" and "columns" its size. "costs" is base64 of float32[rows][columns], units;
 * infinite: no cut. */
void dbt_costs_write_map(dbt_json_out *json, const dbt_cost_map *map);

/* Adds "i", "j", "cost", "pose" and "velocity" of `cell` to the object that is open in *json. */
void dbt_costs_write_cut(dbt_json_out *json, const dbt_cut_cell *cell);

#endif

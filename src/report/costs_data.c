#include "report/costs_data.h"

#include "base/mem.h"
#include "report/report_data.h"

void dbt_costs_write_map(dbt_json_out *json, const dbt_cost_map *map)
{
    const size_t n = map->n_rows * map->n_columns;
    float *costs = dbt_alloc_array(n, sizeof *costs);
    dbt_buffer_format(dbt_json_value(json, "i"), "[%zu,%zu]", map->i_begin, map->i_end);
    dbt_buffer_format(dbt_json_value(json, "j"), "[%zu,%zu]", map->j_begin, map->j_end);
    dbt_json_add_size(json, "rows", map->n_rows);
    dbt_json_add_size(json, "columns", map->n_columns);
    for (size_t i = 0; i < n; i++)
        costs[i] = (float)map->costs[i];
    dbt_report_add_floats(json, "costs", costs, n);
    dbt_free(costs);
}

void dbt_costs_write_cut(dbt_json_out *json, const dbt_cut_cell *cell)
{
    dbt_json_add_size(json, "i", cell->i);
    dbt_json_add_size(json, "j", cell->j);
    dbt_json_add_number(json, "cost", cell->cost.cost, 9);
    dbt_json_add_number(json, "pose", cell->cost.pose, 9);
    dbt_json_add_number(json, "velocity", cell->cost.velocity, 9);
}

#include "report/costs_data.h"

#include "base/base64.h"

/* ---- a map ---- */

enum { COSTS_PER_CHUNK = 96 }; /* a multiple of 3: needs no padding in base64 */

void dbt_costs_write_map(dbt_json_out *json, const dbt_cost_map *map)
{
    const size_t n = map->n_rows * map->n_columns;
    float floats[COSTS_PER_CHUNK];
    dbt_buffer_format(dbt_json_value(json, "i"), "[%zu,%zu]", map->i_begin, map->i_end);
    dbt_buffer_format(dbt_json_value(json, "j"), "[%zu,%zu]", map->j_begin, map->j_end);
    dbt_json_add_size(json, "rows", map->n_rows);
    dbt_json_add_size(json, "columns", map->n_columns);
    dbt_buffer *out = dbt_json_value(json, "costs");
    dbt_buffer_text(out, "\"");
    for (size_t begin = 0, n_chunk; begin < n; begin += n_chunk) {
        n_chunk = n - begin < COSTS_PER_CHUNK ? n - begin : COSTS_PER_CHUNK;
        for (size_t i = 0; i < n_chunk; i++)
            floats[i] = (float)map->costs[begin + i];
        dbt_base64_floats(out, floats, n_chunk);
    }
    dbt_buffer_text(out, "\"");
}

void dbt_costs_write_cut(dbt_json_out *json, const dbt_cut_cell *cell)
{
    dbt_json_add_size(json, "i", cell->i);
    dbt_json_add_size(json, "j", cell->j);
    dbt_json_add_number(json, "cost", cell->cost.cost, 9);
    dbt_json_add_number(json, "pose", cell->cost.pose, 9);
    dbt_json_add_number(json, "velocity", cell->cost.velocity, 9);
}

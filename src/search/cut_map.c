#include "search/cut_map.h"

#include "base/min_max.h"
#include "base/mem.h"
#include "base/threads.h"

/* A map that threads draw, row by row. */
typedef struct map_drawing {
    const dbt_cut_query *query;
    dbt_cost_map *map;
} map_drawing;

/* The sampled frames of a point: every step-th of [begin, end). */
typedef struct samples {
    size_t begin, end, step;
} samples;

/* Returns the samples of one of n_points points along frames [begin, end), at least one each. */
static samples samples_of(size_t begin, size_t end, size_t point, size_t n_points)
{
    const size_t n = end - begin;
    samples s = { begin + point * n / n_points, begin + (point + 1) * n / n_points, 1 };
    s.step = (s.end - s.begin + DBT_MAP_SAMPLES - 1) / DBT_MAP_SAMPLES;
    return s;
}

/* Returns the minimum cost, units, of the sampled cells that are not barred and not nearer than
 * `between`; INFINITY if there is none. */
static double min_cost(const dbt_cut_query *q, samples rows, samples columns)
{
    const dbt_features *a = &q->a->features, *b = &q->b->features;
    double lowest = INFINITY;
    for (size_t i = rows.begin; i < rows.end; i += rows.step)
        for (size_t j = columns.begin; j < columns.end; j += columns.step)
            if ((i > j ? i - j : j - i) >= q->between && dbt_features_may_cut(a, i, b, j))
                lowest = fmin(lowest, dbt_features_cost(a, i, b, j).cost);
    return lowest;
}

/* Sets the costs of a row of the map, counted from 0. context: the map_drawing. */
static void draw_row(void *context, size_t row)
{
    const map_drawing *p = context;
    const dbt_cost_map *m = p->map;
    const samples rows = samples_of(m->i_begin, m->i_end, row, m->n_rows);
    for (size_t c = 0; c < m->n_columns; c++)
        m->costs[row * m->n_columns + c] =
            min_cost(p->query, rows, samples_of(m->j_begin, m->j_end, c, m->n_columns));
}

void dbt_cost_map_draw(dbt_cost_map *map, const dbt_cut_query *query, int n_threads)
{
    const dbt_cut_query *q = query;
    const size_t n_i = q->i_end > q->i_begin ? q->i_end - q->i_begin : 0;
    const size_t n_j = q->j_end > q->j_begin ? q->j_end - q->j_begin : 0;
    *map = (dbt_cost_map){ .points = map->points,
                           .i_begin = q->i_begin,
                           .i_end = q->i_begin + n_i,
                           .j_begin = q->j_begin,
                           .j_end = q->j_begin + n_j,
                           .n_rows = dbt_min(n_i, map->points),
                           .n_columns = dbt_min(n_j, map->points) };
    map->costs = dbt_alloc_array(map->n_rows * map->n_columns, sizeof *map->costs);
    dbt_run_each(n_threads, map->n_rows, draw_row, &(map_drawing){ q, map });
}

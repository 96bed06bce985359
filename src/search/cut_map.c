#include "search/cut_map.h"

#include "base/mem.h"
#include "base/threads.h"

typedef struct picture {
    const dbt_cut_query *query;
    double velocity_weight, *map;
    size_t n_rows, n_columns;
} picture;

/* The frames of a point's share, every step-th. */
typedef struct share {
    size_t begin, end, step;
} share;

static share share_of(size_t begin, size_t end, size_t point, size_t n_points)
{
    const size_t n = end - begin;
    share s = { begin + point * n / n_points, begin + (point + 1) * n / n_points, 1 };
    s.step = (s.end - s.begin + DBT_MAP_SAMPLES - 1) / DBT_MAP_SAMPLES;
    return s;
}

static double least_cost(const picture *p, share rows, share columns)
{
    const dbt_cut_query *q = p->query;
    double least = INFINITY;
    for (size_t i = rows.begin; i < rows.end; i += rows.step)
        for (size_t j = columns.begin; j < columns.end; j += columns.step)
            if ((i > j ? i - j : j - i) >= q->between &&
                dbt_features_may_cut(&q->a->features, i, &q->b->features, j))
                least = fmin(least, dbt_features_cost(&q->a->features, i, &q->b->features, j,
                                                      p->velocity_weight)
                                        .cost);
    return least;
}

static bool draw_row(void *context, size_t row)
{
    const picture *p = context;
    const dbt_cut_query *q = p->query;
    const share rows = share_of(q->i_begin, q->i_end, row, p->n_rows);
    for (size_t c = 0; c < p->n_columns; c++)
        p->map[row * p->n_columns + c] =
            least_cost(p, rows, share_of(q->j_begin, q->j_end, c, p->n_columns));
    return true;
}

void dbt_cut_map(const dbt_cut_query *query, double velocity_weight, size_t n_rows,
                 size_t n_columns, int n_threads, double *map)
{
    picture p = { .query = query,
                  .velocity_weight = velocity_weight,
                  .map = map,
                  .n_rows = n_rows,
                  .n_columns = n_columns };
    (void)dbt_run_each(n_threads, n_rows, draw_row, &p);
}

bool dbt_cost_map_draw(dbt_cost_map *map, const dbt_cut_query *query, double velocity_weight,
                       int n_threads, dbt_error *err)
{
    const dbt_cut_query *q = query;
    const size_t n_i = q->i_end > q->i_begin ? q->i_end - q->i_begin : 0;
    const size_t n_j = q->j_end > q->j_begin ? q->j_end - q->j_begin : 0;
    *map = (dbt_cost_map){ .points = map->points,
                           .i_begin = q->i_begin,
                           .i_end = q->i_begin + n_i,
                           .j_begin = q->j_begin,
                           .j_end = q->j_begin + n_j,
                           .n_rows = n_i < map->points ? n_i : map->points,
                           .n_columns = n_j < map->points ? n_j : map->points };
    map->costs = dbt_alloc_array(map->n_rows * map->n_columns, sizeof *map->costs);
    if (!map->costs)
        return dbt_fail_memory(err);
    dbt_cut_map(q, velocity_weight, map->n_rows, map->n_columns, n_threads, map->costs);
    return true;
}

#include "run/ranking.h"

#include "base/mem.h"

#include <stdlib.h>

bool dbt_is_noise(double x)
{
    return fabs(x) < 1e-5;
}

void dbt_sum_cuts(dbt_contender *contender, int begin, int end)
{
    dbt_contender *m = contender;
    for (int i = 0; i < DBT_N_METRICS; i++)
        m->row[i] = 0.0;
    for (int cut = begin; cut < end; cut++) {
        const double *row = m->cut_rows + (size_t)cut * DBT_N_METRICS;
        for (int i = 0; i < DBT_N_METRICS; i++)
            m->row[i] = dbt_metric_infos[i].sum == DBT_SUM_RMS
                            ? m->row[i] + row[i] * row[i] / (end - begin)
                            : fmax(m->row[i], row[i]);
    }
    for (int i = 0; i < DBT_N_METRICS; i++)
        if (dbt_metric_infos[i].sum == DBT_SUM_RMS)
            m->row[i] = sqrt(m->row[i]);
    dbt_metrics_cap(m->row);
}

static double to_six_digits(double x)
{
    if (dbt_is_noise(x))
        return 0.0;
    if (isinf(x))
        return x;
    const double unit = pow(10.0, floor(log10(fabs(x))) - 5.0);
    return round(x / unit) * unit;
}

void dbt_find_least(const dbt_contender *contenders, double least[DBT_N_METRICS])
{
    for (int metric = 0; metric < DBT_N_METRICS; metric++) {
        least[metric] = INFINITY;
        for (ptrdiff_t i = 0; i < arrlen(contenders); i++)
            least[metric] = fmin(least[metric], to_six_digits(contenders[i].row[metric]));
    }
}

bool dbt_is_best(const dbt_contender *contender, const double least[DBT_N_METRICS], int metric)
{
    return dbt_metric_infos[metric].judged &&
           to_six_digits(contender->row[metric]) <= least[metric];
}

/* What decides between contenders, one after the other. */
typedef struct standing {
    double figure, target_error;
    ptrdiff_t index;
} standing;

/* What could not be measured comes last. */
static int compare_figures(double a, double b)
{
    if (isnan(a) || isnan(b))
        return (isnan(a) ? 1 : 0) - (isnan(b) ? 1 : 0);
    return (a > b) - (a < b);
}

static int compare_standings(const void *left, const void *right)
{
    const standing *a = left, *b = right;
    int order = compare_figures(a->figure, b->figure);
    if (order == 0)
        order = compare_figures(a->target_error, b->target_error);
    return order ? order : (a->index > b->index) - (a->index < b->index);
}

void dbt_rank(const dbt_contender *contenders, dbt_metric rank, ptrdiff_t *order)
{
    const size_t n = (size_t)arrlen(contenders);
    standing *standings = dbt_list_realloc(NULL, (n + 1) * sizeof *standings);
    for (size_t i = 0; i < n; i++)
        standings[i] =
            (standing){ to_six_digits(contenders[i].row[rank]),
                        to_six_digits(contenders[i].row[DBT_TARGET_ERROR_RMS]), (ptrdiff_t)i };
    qsort(standings, n, sizeof *standings, compare_standings);
    for (size_t i = 0; i < n; i++)
        order[i] = standings[i].index;
    dbt_free(standings);
}

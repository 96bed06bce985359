#include "cli/ranking.h"

#include "core/mem.h"

bool cli_is_noise(double x)
{
    return fabs(x) < 1e-5;
}

void cli_sum_cuts(cli_contender *contender, int begin, int end, const bool *chosen)
{
    cli_contender *m = contender;
    for (int i = 0; i < DBT_N_METRICS; i++)
        m->row[i] = 0.0;
    for (int cut = begin; cut < end; cut++) {
        double row[DBT_N_METRICS];
        dbt_metrics_sum(m->metrics, cut, chosen, row);
        for (int i = 0; i < DBT_N_METRICS; i++)
            m->row[i] = dbt_metric_infos[i].sum == DBT_SUM_RMS
                            ? m->row[i] + row[i] * row[i] / (end - begin)
                            : fmax(m->row[i], row[i]);
    }
    for (int i = 0; i < DBT_N_METRICS; i++)
        if (dbt_metric_infos[i].sum == DBT_SUM_RMS)
            m->row[i] = sqrt(m->row[i]);
}

static double to_six_digits(double x)
{
    if (cli_is_noise(x))
        return 0.0;
    if (isinf(x))
        return x;
    const double unit = pow(10.0, floor(log10(fabs(x))) - 5.0);
    return round(x / unit) * unit;
}

bool cli_is_best(const cli_contender *contenders, ptrdiff_t index, int metric)
{
    if (!dbt_metric_infos[metric].judged)
        return false;
    double best = INFINITY;
    for (ptrdiff_t i = 0; i < arrlen(contenders); i++)
        best = fmin(best, to_six_digits(contenders[i].row[metric]));
    return to_six_digits(contenders[index].row[metric]) <= best;
}

static bool is_before(dbt_metric rank, const cli_contender *a, const cli_contender *b)
{
    const double x = to_six_digits(a->row[rank]), y = to_six_digits(b->row[rank]);
    if (x != y)
        return x < y;
    return to_six_digits(a->row[DBT_TARGET_ERROR_RMS]) <
           to_six_digits(b->row[DBT_TARGET_ERROR_RMS]);
}

void cli_rank(const cli_contender *contenders, dbt_metric rank, ptrdiff_t *order)
{
    for (ptrdiff_t i = 0; i < arrlen(contenders); i++) {
        ptrdiff_t at = i;
        for (; at > 0 && is_before(rank, &contenders[i], &contenders[order[at - 1]]); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

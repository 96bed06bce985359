#include "run/ranking.h"

#include "base/budgets.h"
#include "base/mem.h"
#include "base/number.h"
#include "measure/standing.h"

#include <stdlib.h>

void dbt_candidates_free(dbt_candidate *list)
{
    for (ptrdiff_t i = 0; i < arrlen(list); i++) {
        dbt_candidate *m = &list[i];
        dbt_work_close(&m->work);
        dbt_free(m->misses);
        dbt_free(m->cut_rows);
        dbt_free(m->kept);
        dbt_free(m->label);
    }
    arrfree(list);
}

void dbt_sum_cuts(dbt_candidate *candidate, int first, int last)
{
    dbt_candidate *m = candidate;
    for (int i = 0; i < DBT_N_METRICS; i++)
        m->row[i] = 0.0;
    m->is_last = false;
    for (int cut = first; cut <= last; cut++) {
        const double *row = m->cut_rows + (size_t)(cut - 1) * DBT_N_METRICS;
        m->is_last = m->is_last || (m->misses && m->misses[cut - 1]);
        for (int i = 0; i < DBT_N_METRICS; i++)
            if (dbt_metric_infos[i].sum == DBT_SUM_RMS)
                m->row[i] += row[i] * row[i] / (last - first + 1);
            else if (row[i] > m->row[i] || isnan(row[i])) /* NAN stays: no value exceeds it */
                m->row[i] = row[i];
    }
    for (int i = 0; i < DBT_N_METRICS; i++)
        if (dbt_metric_infos[i].sum == DBT_SUM_RMS)
            m->row[i] = sqrt(m->row[i]);
    dbt_metrics_cap(m->row);
}

double dbt_six_digits(double x)
{
    if (dbt_is_noise(x))
        return 0.0;
    if (isinf(x))
        return x;
    char text[DBT_GENERAL_SIZE];
    double rounded = x;
    dbt_number_read(text, dbt_general_write(text, x, 6), &rounded);
    return rounded;
}

bool dbt_check_compared(size_t n, dbt_error *err)
{
    return n <= DBT_MAX_COMPARED ||
           dbt_fail(err, DBT_E_LIMIT, "more than %d methods to compare, which is the limit",
                    DBT_MAX_COMPARED);
}

void dbt_find_least(const dbt_candidate *candidates, double least[DBT_N_METRICS])
{
    for (int metric = 0; metric < DBT_N_METRICS; metric++) {
        least[metric] = INFINITY;
        for (ptrdiff_t i = 0; i < arrlen(candidates); i++)
            least[metric] = fmin(least[metric], dbt_six_digits(candidates[i].row[metric]));
    }
}

bool dbt_is_best(const dbt_candidate *candidate, const double least[DBT_N_METRICS], int metric)
{
    return dbt_metric_infos[metric].judged &&
           dbt_six_digits(candidate->row[metric]) <= least[metric];
}

bool dbt_slides_more(int metric, double value, double least)
{
    static const double more = 5.0; /* units */
    return metric == DBT_SKATE && value > least + more;
}

/* The values that order candidates, and the candidate's index. */
typedef struct candidate {
    bool is_last;
    dbt_standing standing;      /* set when the rule ranks */
    double value, target_error; /* set when a metric ranks */
    ptrdiff_t index;
} candidate;

/* 0: a tie. Either the rule or a metric is set; the other one always ties. */
static int compare_ranks(const candidate *a, const candidate *b)
{
    int order = (a->is_last ? 1 : 0) - (b->is_last ? 1 : 0);
    if (order == 0)
        order = dbt_judged_compare(a->value, b->value);
    return order ? order : dbt_standing_compare(&a->standing, &b->standing);
}

static int compare_candidates(const void *left, const void *right)
{
    const candidate *a = left, *b = right;
    int order = compare_ranks(a, b);
    if (order == 0)
        order = dbt_judged_compare(a->target_error, b->target_error);
    return order ? order : (a->index > b->index) - (a->index < b->index);
}

void dbt_rank(dbt_candidate *candidates, const dbt_ranking *ranking, ptrdiff_t *order)
{
    const size_t n = (size_t)arrlen(candidates);
    candidate *sorted = dbt_alloc_array(n + 1, sizeof *sorted);
    for (size_t i = 0; i < n; i++) {
        const double *row = candidates[i].row;
        sorted[i] = (candidate){ .is_last = candidates[i].is_last, .index = (ptrdiff_t)i };
        if (ranking->by_rule) {
            sorted[i].standing = dbt_standing_of(row, candidates[0].job->auto_methods.smooth);
        } else {
            sorted[i].value = row[ranking->metric];
            sorted[i].target_error = row[DBT_TARGET_ERROR_RMS];
        }
    }
    qsort(sorted, n, sizeof *sorted, compare_candidates);
    for (size_t i = 0, rank = 0; i < n; i++) {
        dbt_candidate *m = &candidates[sorted[i].index];
        const bool ties = i > 0 && compare_ranks(&sorted[i - 1], &sorted[i]) == 0;
        rank = ties ? rank : i + 1;
        m->rank = rank;
        m->ties = ties;
        if (ties)
            candidates[sorted[i - 1].index].ties = true;
        if (order)
            order[i] = sorted[i].index;
    }
    dbt_free(sorted);
}

void dbt_ranking_text(const dbt_ranking *ranking, double smooth, dbt_buffer *out)
{
    const char *column = dbt_metric_infos[ranking->metric].name;
    if (!ranking->by_rule) {
        dbt_buffer_format(out, "ranked by %s", column);
        return;
    }
    dbt_buffer_format(
        out,
        "ranked: seamless methods (seam_ratio at most %.9g) by %s, then the others by "
        "seam_ratio",
        smooth, column);
}

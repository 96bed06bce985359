/* Ranking of methods by values that are given or could not be measured. */
#include "expect.h"

#include "base/mem.h"
#include "run/scores.h"

enum { N_CUTS = 2 };

/* Appends rows with these values of `metric` at two cuts, and 1 in all other columns. */
static void add_rows(const double ***list, dbt_metric metric, double first, double second)
{
    const double values[N_CUTS] = { first, second };
    for (int cut = 0; cut < N_CUTS; cut++) {
        double *row = dbt_alloc_array(DBT_N_METRICS, sizeof *row);
        for (int i = 0; i < DBT_N_METRICS; i++)
            row[i] = 1.0;
        row[metric] = values[cut];
        arrput(*list, row);
    }
}

static void free_rows(const double **list)
{
    for (ptrdiff_t i = 0; i < arrlen(list); i++)
        dbt_free((void *)list[i]);
    arrfree(list);
}

/* The median and 90th percentile of 2 and 4, by hand. A single value is both. */
TEST(cuts_are_summed_by_quantiles)
{
    const dbt_ranking ranking = { .metric = DBT_SKATE };
    dbt_score score = { .is_last = false };
    const double **rows = NULL;
    add_rows(&rows, DBT_ANG_VEL_JUMP, 4.0, 2.0);
    dbt_rank(&score, 1, rows, N_CUTS, &ranking, NULL);
    assert_float_equal(score.quantiles[DBT_MEDIAN][DBT_ANG_VEL_JUMP], 3.0, 0.0);
    assert_float_equal(score.quantiles[DBT_P90][DBT_ANG_VEL_JUMP], 3.8, 1e-15);
    dbt_rank(&score, 1, rows, 1, &ranking, NULL);
    assert_float_equal(score.quantiles[DBT_MEDIAN][DBT_ANG_VEL_JUMP], 4.0, 0.0);
    assert_float_equal(score.quantiles[DBT_P90][DBT_ANG_VEL_JUMP], 4.0, 0.0);
    free_rows(rows);
}

/* A score with is_last comes after worse ones. */
TEST(values_that_could_not_be_measured_come_last)
{
    const dbt_ranking ranking = { .metric = DBT_SKATE };
    dbt_score scores[4] = { { .is_last = true } };
    const double **rows = NULL;
    size_t order[4];
    add_rows(&rows, DBT_SKATE, 0.0, 0.0);
    add_rows(&rows, DBT_SKATE, NAN, NAN);
    add_rows(&rows, DBT_SKATE, NAN, NAN);
    add_rows(&rows, DBT_SKATE, 5.0, 7.0);
    dbt_rank(scores, 4, rows, N_CUTS, &ranking, order);
    assert_true(isnan(scores[1].quantiles[DBT_MEDIAN][DBT_SKATE]));
    const size_t wanted[] = { 3, 1, 2, 0 }, ranks[] = { 1, 2, 2, 4 };
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(order[i], wanted[i]);
        assert_int_equal(scores[order[i]].rank, ranks[i]);
        assert_int_equal(scores[order[i]].ties, ranks[i] == 2);
    }
    dbt_score_minima minima;
    dbt_find_min(&scores[1], 3, &minima);
    assert_true(dbt_is_best(&scores[3], &minima, DBT_SKATE, DBT_MEDIAN));
    assert_false(dbt_is_best(&scores[2], &minima, DBT_SKATE, DBT_MEDIAN));
    free_rows(rows);
}

/* The smaller seam ratio decides if displacements are equal. */
TEST(seam_ratios_decide_ties)
{
    const dbt_ranking ranking = { .by_rule = true, .metric = DBT_DISPLACEMENT_LIN, .smooth = 1.5 };
    dbt_score scores[3] = { { .is_last = false } };
    const double **rows = NULL;
    size_t order[3];
    add_rows(&rows, DBT_SEAM_RATIO, 1.4, 1.4);
    add_rows(&rows, DBT_SEAM_RATIO, 1.6, 0.1);
    add_rows(&rows, DBT_SEAM_RATIO, 1.2, 1.2);
    dbt_rank(scores, 3, rows, N_CUTS, &ranking, order);
    const size_t wanted[] = { 2, 0, 1 };
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(order[i], wanted[i]);
        assert_int_equal(scores[order[i]].rank, i + 1);
        assert_int_equal(scores[i].n_seamless, i == 1 ? 1 : 2);
    }
    free_rows(rows);
}

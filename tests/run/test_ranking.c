/* Ranking candidates by values that are given, and by values that could not be measured. */
#include "expect.h"

#include "base/mem.h"
#include "run/ranking.h"

enum { N_CUTS = 2 };

/* A candidate with these values of `metric` at its two cuts, and 1 in all other columns. */
static dbt_candidate make_candidate(dbt_metric metric, double first, double second)
{
    dbt_candidate m = { .label = NULL };
    m.cut_rows = dbt_alloc_array(N_CUTS * DBT_N_METRICS, sizeof *m.cut_rows);
    assert_non_null(m.cut_rows);
    for (size_t i = 0; i < N_CUTS * DBT_N_METRICS; i++)
        m.cut_rows[i] = 1.0;
    m.cut_rows[metric] = first;
    m.cut_rows[DBT_N_METRICS + metric] = second;
    dbt_sum_cuts(&m, 1, N_CUTS);
    return m;
}

TEST(cuts_are_summed_by_their_largest_value)
{
    dbt_candidate m = make_candidate(DBT_ANG_VEL_JUMP, 3.0, 2.0);
    assert_float_equal(m.row[DBT_ANG_VEL_JUMP], 3.0, 0.0);
    dbt_free(m.cut_rows);
    m = make_candidate(DBT_TARGET_ERROR_RMS, 3.0, 4.0);
    assert_float_equal(m.row[DBT_TARGET_ERROR_RMS], sqrt(12.5), 1e-15);
    dbt_free(m.cut_rows);
}

/* Whichever cut it is that could not be measured. */
TEST(what_could_not_be_measured_comes_last)
{
    const dbt_ranking ranking = { .metric = DBT_SKATE };
    dbt_candidate *list = NULL;
    ptrdiff_t order[4];
    arrput(list, make_candidate(DBT_SKATE, NAN, 1.0));
    arrput(list, make_candidate(DBT_SKATE, 1.0, NAN));
    arrput(list, make_candidate(DBT_SKATE, NAN, NAN));
    arrput(list, make_candidate(DBT_SKATE, 5.0, 7.0));
    for (int i = 0; i < 3; i++)
        assert_true(isnan(list[i].row[DBT_SKATE]));
    dbt_rank(list, &ranking, order);
    assert_int_equal(order[0], 3);
    assert_int_equal(list[3].rank, 1);
    for (int i = 0; i < 3; i++)
        assert_int_equal(list[i].rank, 2);
    double least[DBT_N_METRICS];
    dbt_find_least(list, least);
    assert_true(dbt_is_best(&list[3], least, DBT_SKATE));
    assert_false(dbt_is_best(&list[2], least, DBT_SKATE));
    for (ptrdiff_t i = 0; i < arrlen(list); i++)
        dbt_free(list[i].cut_rows);
    arrfree(list);
}

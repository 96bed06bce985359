/* The rule for the best transition, on rows computed by hand. */
#include "expect.h"

#include "measure/seam_score.h"

typedef struct test_row {
    double seam, displacement;
} test_row;

static dbt_seam_score seam_score_of(test_row figures)
{
    double row[DBT_N_METRICS] = { 0.0 };
    row[DBT_SEAM_RATIO] = figures.seam;
    row[DBT_DISPLACEMENT_LIN] = figures.displacement;
    return dbt_seam_score_of(row, DBT_USUAL_SMOOTH);
}

/* Compares a and b, and b and a. Returns -1: a is better, 0: equal, 1: b is better. */
static int order(test_row a, test_row b)
{
    const dbt_seam_score left = seam_score_of(a), right = seam_score_of(b);
    const int found = dbt_seam_score_compare(&left, &right);
    assert_int_equal(dbt_seam_score_compare(&right, &left), -found);
    return found;
}

TEST(of_seamless_transitions_the_smallest_displacement_is_best)
{
    assert_int_equal(order((test_row){ 1.5, 2.0 }, (test_row){ 0.1, 3.0 }), -1);
    assert_int_equal(order((test_row){ 1.5, 2.0 }, (test_row){ 0.1, 1.9 }), 1);
}

TEST(a_seamless_transition_is_better_than_a_seam)
{
    assert_int_equal(order((test_row){ 1.0, 9.0 }, (test_row){ 1.51, 0.1 }), -1);
    assert_int_equal(order((test_row){ 1.0, 9.0 }, (test_row){ INFINITY, 0.1 }), -1);
    assert_int_equal(order((test_row){ 1.0, 9.0 }, (test_row){ NAN, 0.1 }), -1);
}

TEST(of_seams_the_one_within_the_lower_limit_is_best)
{
    assert_int_equal(order((test_row){ 3.0, 9.0 }, (test_row){ 3.1, 0.1 }), -1);
    assert_int_equal(order((test_row){ 6.0, 9.0 }, (test_row){ 6.1, 0.1 }), -1);
    assert_int_equal(order((test_row){ 6.0, 9.0 }, (test_row){ INFINITY, 0.1 }), -1);
}

TEST(of_larger_seams_the_smallest_ratio_is_best)
{
    assert_int_equal(order((test_row){ 7.0, 9.0 }, (test_row){ 7.1, 0.1 }), -1);
    assert_int_equal(order((test_row){ 7.0, 9.0 }, (test_row){ 6.9, 9.9 }), 1);
    assert_int_equal(order((test_row){ 7.0, 9.0 }, (test_row){ 7.0000000001, 0.1 }), 0);
}

TEST(of_seams_within_the_same_limit_the_smallest_displacement_is_best)
{
    assert_int_equal(order((test_row){ 3.0, 2.0 }, (test_row){ 1.6, 2.1 }), -1);
    assert_int_equal(order((test_row){ 6.0, 2.0 }, (test_row){ 3.1, 2.1 }), -1);
    assert_int_equal(order((test_row){ 6.0, 2.0 }, (test_row){ 5.9, 2.0 }), 1);
    assert_int_equal(order((test_row){ 3.0, 9.0 }, (test_row){ 3.0000000001, 9.0 }), 0);
}

TEST(with_a_limit_of_0_the_smallest_seam_is_best)
{
    const dbt_seam_score
        large = dbt_seam_score_of(
            (double[DBT_N_METRICS]){ [DBT_SEAM_RATIO] = 1.1, [DBT_DISPLACEMENT_LIN] = 0.1 }, 0.0),
        small = dbt_seam_score_of(
            (double[DBT_N_METRICS]){ [DBT_SEAM_RATIO] = 1.0, [DBT_DISPLACEMENT_LIN] = 9.0 }, 0.0),
        none = dbt_seam_score_of(
            (double[DBT_N_METRICS]){ [DBT_SEAM_RATIO] = 0.0, [DBT_DISPLACEMENT_LIN] = 9.0 }, 0.0);
    assert_int_equal(dbt_seam_score_compare(&small, &large), -1);
    assert_int_equal(dbt_seam_score_compare(&small, &none), 1);
    assert_true(dbt_seam_score_has_lost(&large, &small));
    assert_false(dbt_seam_score_has_lost(&small, &large));
}

TEST(a_seam_that_spins_is_worse_than_a_seam)
{
    dbt_seam_score spins = seam_score_of((test_row){ 3.0, 9.0 });
    const dbt_seam_score other = seam_score_of((test_row){ 3.1, 9.0 });
    spins.spins = true;
    assert_int_equal(dbt_seam_score_compare(&spins, &other), 1);
    assert_int_equal(dbt_seam_score_compare(&other, &spins), -1);
    spins = seam_score_of((test_row){ 1.5, 9.0 });
    spins.spins = true;
    assert_int_equal(dbt_seam_score_compare(&spins, &other), -1);
}

TEST(a_seam_that_spins_beats_no_other_before_its_end)
{
    dbt_seam_score best = seam_score_of((test_row){ 3.0, 9.0 });
    const dbt_seam_score so_far = seam_score_of((test_row){ 3.1, 9.0 });
    assert_true(dbt_seam_score_has_lost(&so_far, &best));
    best.spins = true;
    assert_false(dbt_seam_score_has_lost(&so_far, &best));
}

TEST(the_seam_decides_a_tie_in_nine_digits)
{
    const test_row row = { 1.0, 5.0 };
    assert_int_equal(order(row, row), 0);
    assert_int_equal(order(row, (test_row){ 1.0000000001, 5.0000000001 }), 0);
    assert_int_equal(order(row, (test_row){ 0.9, 5.0000000001 }), 1);
    assert_int_equal(order(row, (test_row){ 0.9, 5.00000001 }), -1);
    /* a ratio equal to the limit in nine digits, as in the CSV */
    assert_int_equal(seam_score_of((test_row){ 1.50000000001, 1.0 }).level, 0);
    assert_int_equal(seam_score_of((test_row){ 1.50000001, 1.0 }).level, 1);
}

/* As at a cut onto the same frame of the same clip, where no method moves anything. */
TEST(differences_by_rounding_are_a_tie)
{
    const test_row row = { 1.0, 7.7e-8 };
    assert_int_equal(order(row, (test_row){ 1.0, 7.6e-8 }), 0);
    assert_int_equal(order(row, (test_row){ 1.1, 0.0 }), -1);
    assert_int_equal(order(row, (test_row){ 0.5, 1.1e-5 }), -1);
}

/* A candidate has lost only if it cannot win any more. In a tie it may still win by the seam. */
TEST(a_candidate_has_lost_when_more_frames_cannot_save_it)
{
    const struct {
        test_row so_far, best;
        bool lost;
    } cases[] = {
        { { 1.6, 0.0 }, { 1.5, 5.0 }, true },  { { 1.5, 5.0 }, { 1.2, 5.0 }, false },
        { { 0.1, 5.1 }, { 1.5, 5.0 }, true },  { { 1.6, 1.1 }, { 1.7, 1.0 }, true },
        { { 1.8, 1.0 }, { 1.7, 1.0 }, false }, { { 3.1, 0.0 }, { 3.0, 1.0 }, true },
        { { 1.0, 9.0 }, { 1.7, 1.0 }, false }, { { 1.6, 9.0 }, { 3.1, 1.0 }, false },
        { { 6.1, 9.0 }, { 6.2, 1.0 }, false }, { { 6.3, 0.0 }, { 6.2, 1.0 }, true },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const dbt_seam_score now = seam_score_of(cases[i].so_far),
                             best = seam_score_of(cases[i].best);
        assert_int_equal(dbt_seam_score_has_lost(&now, &best), cases[i].lost);
    }
}

TEST(a_value_that_cannot_be_measured_is_worst)
{
    assert_int_equal(order((test_row){ 1e9, 1e9 }, (test_row){ NAN, 0.1 }), -1);
    assert_int_equal(order((test_row){ 1.0, 1e9 }, (test_row){ 1.0, NAN }), -1);
    assert_int_equal(order((test_row){ NAN, 1.0 }, (test_row){ NAN, 2.0 }), 0);
}

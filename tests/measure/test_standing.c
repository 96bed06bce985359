/* The rule for the best transition, on rows made by hand. */
#include "expect.h"

#include "measure/standing.h"

typedef struct made_row {
    double angular, linear, displacement, vel_jump;
} made_row;

static dbt_standing standing_of(made_row made)
{
    double row[DBT_N_METRICS] = { 0.0 };
    row[DBT_ANG_JERK_PEAK_RATIO] = made.angular;
    row[DBT_LIN_JERK_PEAK_RATIO] = made.linear;
    row[DBT_DISPLACEMENT_LIN] = made.displacement;
    row[DBT_ANG_VEL_JUMP] = made.vel_jump;
    return dbt_standing_of(row, DBT_USUAL_SMOOTH);
}

/* Below 0: a is better. */
static int order(made_row a, made_row b)
{
    const dbt_standing left = standing_of(a), right = standing_of(b);
    const int found = dbt_standing_compare(&left, &right);
    assert_int_equal(dbt_standing_compare(&right, &left), -found);
    return found;
}

static void of_smooth_ones_the_least_displacement_is_best(void **unused)
{
    (void)unused;
    assert_int_equal(order((made_row){ 1.5, 1.5, 2.0, 9.0 }, (made_row){ 0.1, 0.1, 3.0, 1.0 }), -1);
    assert_int_equal(order((made_row){ 1.5, 1.5, 2.0, 9.0 }, (made_row){ 0.1, 0.1, 1.9, 99.0 }), 1);
}

static void a_smooth_one_is_better_than_a_rough_one(void **unused)
{
    (void)unused;
    assert_int_equal(order((made_row){ 1.0, 1.0, 9.0, 9.0 }, (made_row){ 1.51, 0.1, 0.1, 0.1 }),
                     -1);
    assert_int_equal(order((made_row){ 1.0, 1.0, 9.0, 9.0 }, (made_row){ 0.1, 1.51, 0.1, 0.1 }),
                     -1);
}

static void of_rough_ones_the_least_greater_ratio_is_best(void **unused)
{
    (void)unused;
    assert_int_equal(order((made_row){ 3.0, 0.1, 9.0, 9.0 }, (made_row){ 0.1, 3.1, 0.1, 0.1 }), -1);
    assert_int_equal(order((made_row){ 3.0, 3.0, 9.0, 9.0 }, (made_row){ 2.9, 2.0, 9.9, 9.9 }), 1);
}

static void a_tie_to_nine_digits_goes_by_the_velocity_jump(void **unused)
{
    (void)unused;
    const made_row row = { 1.0, 1.0, 1.0, 5.0 };
    assert_int_equal(order(row, row), 0);
    assert_int_equal(order(row, (made_row){ 0.5, 0.5, 1.0000000001, 5.0000000001 }), 0);
    assert_int_equal(order(row, (made_row){ 0.5, 0.5, 1.0000000001, 4.9 }), 1);
    assert_int_equal(order(row, (made_row){ 0.5, 0.5, 1.00000001, 4.9 }), -1);
    assert_int_equal(order((made_row){ 2.0, 1.6, 1.0, 4.0 }, (made_row){ 1.7, 2.0, 2.0, 5.0 }), -1);
    /* the limit itself, as the CSV has it */
    assert_true(standing_of((made_row){ 1.50000000001, 1.5, 1.0, 1.0 }).smooth);
    assert_false(standing_of((made_row){ 1.50000001, 1.5, 1.0, 1.0 }).smooth);
}

/* As at a cut onto the clip's own frame, where no method moves anything. */
static void what_rounding_alone_causes_is_a_tie(void **unused)
{
    (void)unused;
    const made_row row = { 1.0, 1.0, 7.7e-8, 5.0 };
    assert_int_equal(order(row, (made_row){ 1.0, 1.0, 7.6e-8, 5.0 }), 0);
    assert_int_equal(order(row, (made_row){ 1.0, 1.0, 0.0, 5.1 }), -1);
    assert_int_equal(order(row, (made_row){ 1.0, 1.0, 1.1e-5, 4.0 }), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_smooth_ones_the_least_displacement_is_best),
        cmocka_unit_test(a_smooth_one_is_better_than_a_rough_one),
        cmocka_unit_test(of_rough_ones_the_least_greater_ratio_is_best),
        cmocka_unit_test(a_tie_to_nine_digits_goes_by_the_velocity_jump),
        cmocka_unit_test(what_rounding_alone_causes_is_a_tie),
    };
    return cmocka_run_group_tests_name("standing", tests, NULL, NULL);
}

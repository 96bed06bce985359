/* The gate, on cuts made by hand. Results are read from its report. */
#include "expect.h"

#include "base/mem.h"
#include "run/gate.h"

enum { N_JOINTS = 3 };

/* Checks a cut. values: `metric` of each joint, then of the row of all joints. Returns the gate's
 * report, static text, and in *n_failed the number of values that failed. */
static char *check(const char *condition, const char *joint, const double values[N_JOINTS + 1],
                   dbt_metric metric, size_t *n_failed)
{
    static char text[4000];
    static const char *names[N_JOINTS] = { "hips", "knee", "foot" };
    static double rows[N_JOINTS + 1][DBT_N_METRICS];
    for (int j = 0; j <= N_JOINTS; j++)
        rows[j][metric] = values[j];
    dbt_cut_rows *cuts = NULL, cut = { .sequence = "walk",
                                       .method = "cut",
                                       .cut = 1,
                                       .at = 1.0 / 3.0,
                                       .n_joints = N_JOINTS,
                                       .joints = names,
                                       .values = rows };
    dbt_gate gate = { .has_cuts = false };
    dbt_buffer report = { 0 };
    arrput(cuts, cut);
    assert_true(dbt_gate_add_condition(&gate, condition, NULL));
    if (joint)
        arrput(gate.joints, joint);
    assert_true(dbt_gate_report_begin(&gate.report, "report.md", NULL));
    dbt_gate_check(&gate, NULL, NULL, cuts);
    assert_true(dbt_gate_finish(&gate, NULL));
    dbt_gate_format(&gate, &report);
    snprintf(text, sizeof text, "%s", report.bytes);
    *n_failed = gate.n_failed;
    dbt_buffer_release(&report);
    dbt_gate_release(&gate);
    arrfree(cuts);
    return text;
}

/* Returns the number of failures if the row of all joints has this value of skate_u. */
static size_t failures(const char *condition, double value)
{
    size_t n;
    check(condition, NULL, (double[]){ 0, 0, 0, value }, DBT_SKATE, &n);
    return n;
}

TEST(nine_digits_decide)
{
    assert_int_equal(failures("skate_u>1", 1.000000004), 0);
    assert_int_equal(failures("skate_u>=1", 1.000000004), 1);
    assert_int_equal(failures("skate_u>1", 1.000000006), 1);
    assert_int_equal(failures("skate_u<1", 0.9999999996), 0);
    assert_int_equal(failures("skate_u<=1", 0.9999999996), 1);
    assert_int_equal(failures("skate_u<1", 0.9999999994), 1);
}

TEST(of_equal_joints_the_first_is_the_worst)
{
    size_t n;
    const char *report =
        check("ang_vel_jump_deg_s>1", NULL, (double[]){ 1, 2.000000001, 2.000000004, 2.000000004 },
              DBT_ANG_VEL_JUMP, &n);
    assert_int_equal(n, 1);
    assert_non_null(strstr(report, "walk: cut 1 at 0.333333333 s, cut: ang\\_vel\\_jump\\_deg\\_s "
                                   "is 2, fails if \\> 1, worst joint knee\n"));
    /* no joint is the worst where all are 0, or where a low value fails */
    report = check("skate_u>=0", NULL, (double[]){ 0, 0, 0, 0 }, DBT_SKATE, &n);
    assert_null(strstr(report, "worst"));
    report = check("skate_u<9", NULL, (double[]){ 1, 2, 3, 4 }, DBT_SKATE, &n);
    assert_null(strstr(report, "worst"));
}

TEST(the_joints_that_match_are_judged)
{
    size_t n;
    const double values[] = { 1, 2, 3, 4 };
    const char *report = check("skate_u>1", "*", values, DBT_SKATE, &n);
    assert_int_equal(n, 2);
    assert_non_null(strstr(report, ", joint knee: skate\\_u is 2,"));
    assert_non_null(strstr(report, ", joint foot: skate\\_u is 3,"));
    report = check("skate_u>1", "\\*", values, DBT_SKATE, &n);
    assert_int_equal(n, 1);
    assert_non_null(strstr(report, ", cut: skate\\_u is 4,"));
}

TEST(a_value_that_is_missing_fails)
{
    const double values[] = { 1, 2, 3, NAN };
    size_t n;
    const char *report = check("skate_u>1", NULL, values, DBT_SKATE, &n);
    assert_int_equal(n, 1);
    assert_non_null(strstr(report, ": skate\\_u cannot be measured (no foot was found"));
    assert_int_equal(failures("skate_u<1", NAN), 1);
    check("overshoot_u>1", NULL, (double[]){ 0, 0, 0, 0 }, DBT_OVERSHOOT_LIN, &n);
    assert_int_equal(n, 0);
}

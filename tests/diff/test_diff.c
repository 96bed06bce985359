/* Comparison of two tables of metrics: rows that match, changes, refused tables. Expected values
 * are computed by hand. */
#include "expect.h"

#include "diff/diff.h"
#include "base/budgets.h"
#include "base/mem.h"

#define HEAD  "sequence,cut,method,at,joint,ang_vel_jump_deg_s\n"
#define HEAD2 "sequence,cut,method,at,joint,ang_vel_jump_deg_s,lin_jerk_peak_u_s3\n"

/* What a test compares. All zero: one file a side, and no options. */
typedef struct sides {
    const char *old, *new, *more; /* more: a second file of NEW */
    const char *methods[2];
    const char *joints[2];
    const char *column; /* compared instead of the default columns */
    double fail_above;  /* 0: no limit */
    size_t top;         /* 0: 3 */
    double floor;       /* of all columns; 0: the defaults */
    bool fail_missing;
} sides;

static dbt_diff *compare(const sides *s, dbt_error *err)
{
    static dbt_input old, new[2]; /* borrowed by the diff; reused by the next call */
    old = (dbt_input){ .path = "old.csv", .bytes = s->old, .size = strlen(s->old) };
    new[0] = (dbt_input){ .path = "new.csv", .bytes = s->new, .size = strlen(s->new) };
    new[1] =
        (dbt_input){ .path = "more.csv", .bytes = s->more, .size = s->more ? strlen(s->more) : 0 };
    dbt_diff_spec spec = { .inputs = { &old, new },
                           .n_inputs = { 1, s->more ? 2 : 1 },
                           .gated = s->fail_above > 0.0,
                           .fail_above = s->fail_above,
                           .fail_missing = s->fail_missing,
                           .top = s->top ? s->top : 3 };
    for (int side = 0; side < DBT_N_SIDES; side++) {
        spec.filters[side].method = s->methods[side];
        spec.filters[side].joints = s->joints;
        spec.filters[side].n_joints = (size_t)(s->joints[0] != NULL) + (s->joints[1] != NULL);
    }
    for (int m = 0; m < DBT_N_METRICS; m++) {
        spec.columns[m] = s->column ? strcmp(s->column, dbt_metric_infos[m].name) == 0
                                    : dbt_metric_infos[m].judged;
        spec.floors[m] = s->floor > 0.0 ? s->floor : dbt_diff_floor((dbt_metric)m);
    }
    return dbt_diff_new(&spec, err);
}

static dbt_diff *compared(const sides *s)
{
    dbt_error err = { .code = DBT_OK };
    dbt_diff *diff = compare(s, &err);
    if (!diff)
        fail_msg("%s:%zu:%zu: %s", err.file ? err.file : "-", err.line, err.col, err.msg);
    assert_int_equal(err.code, DBT_OK);
    return diff;
}

static void expect_refused(const sides *s, dbt_code code, const char *file, size_t line, size_t col,
                           const char *says)
{
    dbt_error err = { .code = DBT_OK };
    if (compare(s, &err))
        fail_msg("not refused, expected '%s'", says);
    assert_int_equal(err.code, code);
    if ((err.file == NULL) != (file == NULL) || (file && strcmp(err.file, file) != 0))
        fail_msg("file is '%s', expected '%s': %s", err.file, file, err.msg);
    assert_int_equal(err.line, line);
    assert_int_equal(err.col, col);
    if (!strstr(err.msg, says))
        fail_msg("'%s' does not say '%s'", err.msg, says);
}

/* Compares the numbers of rows on both sides, only in OLD and only in NEW. */
static void expect_rows(const sides *s, size_t both, size_t old, size_t new)
{
    dbt_diff *diff = compared(s);
    assert_int_equal(diff->n_rows, both);
    assert_int_equal(diff->n_only[DBT_OLD], old);
    assert_int_equal(diff->n_only[DBT_NEW], new);
    dbt_diff_free(diff);
}

/* ---- rows ---- */

TEST(rows_match_in_any_order)
{
    const sides s = { .old = HEAD "a,1,cut,1,A,1\na,1,cut,1,B,2\na,2,cut,1,A,3\nb,1,cut,1,A,4\n",
                      .new =
                          HEAD "b,1,cut,1,A,40\na,2,cut,1,A,30\na,1,cut,1,B,2\na,1,cut,1,A,1\n" };
    dbt_diff *diff = compared(&s);
    const dbt_diff_column *c = &diff->columns[DBT_ANG_VEL_JUMP];
    assert_int_equal(diff->n_rows, 4);
    assert_int_equal(c->n_values, 4);
    assert_int_equal(c->worse.n, 2);
    assert_int_equal(c->better.n, 0);
    assert_int_equal(arrlenu(c->worse.top), 2);
    expect_near(c->worse.top[0].both[DBT_OLD], 4.0,
                0.0); /* both changed by 900 %, but 36 is more than 27 */
    expect_near(c->worse.top[0].both[DBT_NEW], 40.0, 0.0);
    expect_near(c->worse.top[1].both[DBT_OLD], 3.0, 0.0);
    dbt_diff_free(diff);
}

TEST(rows_of_one_side_are_counted)
{
    const sides s = { .old = HEAD "a,1,cut,1,A,1\na,1,cut,1,B,2\na,1,cut,1,C,2\n",
                      .new = HEAD "a,1,cut,1,B,2\na,1,cut,1,D,2\n" };
    dbt_diff *diff = compared(&s);
    assert_int_equal(diff->n_only[DBT_OLD], 2);
    assert_int_equal(diff->n_only[DBT_NEW], 1);
    assert_true(dbt_diff_is_only(diff, DBT_OLD, 0));
    assert_false(dbt_diff_is_only(diff, DBT_OLD, 1));
    assert_true(dbt_diff_is_only(diff, DBT_OLD, 2));
    assert_false(dbt_diff_is_only(diff, DBT_NEW, 0));
    assert_true(dbt_diff_is_only(diff, DBT_NEW, 1));
    dbt_diff_free(diff);
}

TEST(a_header_alone_has_no_rows)
{
    expect_rows(&(sides){ .old = HEAD, .new = HEAD }, 0, 0, 0);
    expect_rows(&(sides){ .old = HEAD, .new = HEAD "a,1,cut,1,A,1\n" }, 0, 0, 1);
    expect_rows(
        &(sides){ .old = "joint,cut,sequence,skate_u", .new = "cut,skate_u,joint,sequence" }, 0, 0,
        0);
    expect_rows(&(sides){ .old = HEAD, .new = HEAD, .methods = { "cut", "x" } }, 0, 0, 0);
    expect_rows(&(sides){ .old = HEAD, .new = HEAD, .joints = { "A" } }, 0, 0, 0);
}

TEST(line_ends_marks_and_blank_lines_make_no_difference)
{
    static const char *const same[] = {
        HEAD "a,1,cut,1,A,1\na,1,cut,1,B,2\n",
        HEAD "a,1,cut,1,A,1\na,1,cut,1,B,2",
        "sequence,cut,method,at,joint,ang_vel_jump_deg_s\r\na,1,cut,1,A,1\r\na,1,cut,1,B,2\r\n",
        "sequence,cut,method,at,joint,ang_vel_jump_deg_s\ra,1,cut,1,A,1\ra,1,cut,1,B,2\r",
        "\xef\xbb\xbf\n" HEAD "\n\na,1,cut,1,A,1\n\r\na,1,cut,1,B,2\n\n",
        ("\"sequence\",\"cut\",method,at,joint,\"ang_vel_jump_deg_s\"\n\"a\",1,cut,1,A,\"1\"\n"
         "a,\"1\",cut,1,\"B\",2\n"),
        "joint,ang_vel_jump_deg_s,sequence,at,cut,method\nB,2,a,1,1,cut\nA,1,a,1,1,cut\n",
        "joint,ang_vel_jump_deg_s,sequence,cut\nB,2.00,a,1\nA,+1e0,a,1\n",
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        dbt_diff *diff = compared(&(sides){ .old = same[0], .new = same[i], .floor = 1e-9 });
        assert_int_equal(diff->n_rows, 2);
        assert_int_equal(diff->n_only[DBT_OLD] + diff->n_only[DBT_NEW], 0);
        assert_int_equal(diff->columns[DBT_ANG_VEL_JUMP].n_values, 2);
        assert_int_equal(diff->columns[DBT_ANG_VEL_JUMP].worse.n, 0);
        assert_int_equal(diff->columns[DBT_ANG_VEL_JUMP].better.n, 0);
        dbt_diff_free(diff);
    }
}

TEST(names_may_hold_commas_quotes_and_line_ends)
{
    const sides s = {
        .old = HEAD "\"walk, \"\"fast\"\"\",1,cut,1,\"a\nb\",1\n\"x\r\ny\",1,cut,1,A,1\n",
        .new = HEAD "\"x\r\ny\",1,cut,1,A,2\n\"walk, \"\"fast\"\"\",1,cut,1,\"a\nb\",3\n"
    };
    dbt_diff *diff = compared(&s);
    const dbt_diff_key key = dbt_diff_row_key(&diff->sides[DBT_OLD], 0);
    assert_int_equal(diff->n_rows, 2);
    assert_string_equal(key.sequence, "walk, \"fast\"");
    assert_string_equal(key.cut, "1");
    assert_string_equal(key.joint, "a\nb");
    assert_string_equal(key.method, "cut");
    dbt_diff_free(diff);
}

/* Keys whose fields are equal only when concatenated differ. */
TEST(fields_of_a_key_are_compared_one_by_one)
{
    expect_rows(&(sides){ .old = HEAD "ab,1,cut,1,A,1\n", .new = HEAD "a,b1,cut,1,A,1\n" }, 0, 1,
                1);
    expect_rows(&(sides){ .old = HEAD "a,1,cut,1,A,1\n", .new = HEAD "A,1,cut,1,A,1\n" }, 0, 1, 1);
}

TEST(several_files_are_one_side)
{
    const sides s = { .old = HEAD "a,1,,1,A,1\nb,1,,1,A,1\n",
                      .new = HEAD "b,1,,1,A,1\n",
                      .more = "joint,sequence,cut,skate_u,ang_vel_jump_deg_s\nA,a,1,3,9\n" };
    dbt_diff *diff = compared(&s);
    assert_int_equal(diff->n_rows, 2);
    assert_int_equal(diff->columns[DBT_ANG_VEL_JUMP].worse.n, 1);
    assert_true(diff->sides[DBT_NEW].has[DBT_SKATE]);
    assert_false(diff->columns[DBT_SKATE].compared);
    dbt_diff_free(diff);
}

/* ---- methods ---- */

TEST(the_method_is_a_key_where_a_side_has_several)
{
    expect_rows(&(sides){ .old = HEAD "a,1,cut,1,A,1\n", .new = HEAD "a,1,crossfade,1,A,1\n" }, 1,
                0, 0);
    expect_rows(&(sides){ .old = HEAD "a,1,cut,1,A,1\na,1,crossfade,1,A,1\n",
                          .new = HEAD "a,1,crossfade,1,A,1\n" },
                1, 1, 0);
    expect_rows(&(sides){ .old = HEAD "a,1,cut,1,A,1\n",
                          .new = HEAD "a,1,crossfade,1,A,1\na,1,cut,1,A,1\n" },
                1, 0, 1);
    expect_rows(&(sides){ .old = "sequence,cut,joint,skate_u\na,1,A,1\n",
                          .new = "sequence,cut,joint,skate_u,method\na,1,A,1,cut\n" },
                1, 0, 0);
}

TEST(two_methods_of_one_table)
{
    static const char table[] = HEAD "w,1,cut,1,A,10\nw,1,cut,1,*,20\n"
                                     "w,1,dead-decay,1,A,5\n"
                                     "w,1,dead-decay,1,*,30\nx,1,crossfade,1,A,1\n";
    dbt_diff *diff =
        compared(&(sides){ .old = table, .new = table, .methods = { "cut", "dead-decay" } });
    assert_int_equal(diff->n_rows, 2);
    assert_int_equal(diff->n_only[DBT_OLD] + diff->n_only[DBT_NEW], 0);
    assert_int_equal(diff->columns[DBT_ANG_VEL_JUMP].worse.n, 1);
    assert_int_equal(diff->columns[DBT_ANG_VEL_JUMP].better.n, 1);
    expect_near(diff->columns[DBT_ANG_VEL_JUMP].worse.top[0].percent, 50.0, 1e-12);
    expect_near(diff->columns[DBT_ANG_VEL_JUMP].better.top[0].percent, -50.0, 1e-12);
    dbt_diff_free(diff);
}

TEST(a_method_without_rows_is_refused)
{
    static const char table[] = HEAD "a,1,dead-decay,1,A,1\na,1,cut,1,A,1\n";
    expect_refused(&(sides){ .old = table, .new = table, .methods = { "cut", "dead-decy" } },
                   DBT_E_PARAM, NULL, 0, 0,
                   "no row of NEW has the method 'dead-decy'; did you mean 'dead-decay'?");
    expect_refused(&(sides){ .old = table, .new = table, .methods = { "xyz", "cut" } }, DBT_E_PARAM,
                   NULL, 0, 0, "no row of OLD has the method 'xyz'");
}

/* ---- joints and columns ---- */

TEST(joints_are_chosen_by_glob)
{
    static const char table[] = HEAD "a,1,,1,LeftArm,1\na,1,,1,RightArm,1\na,1,,1,Head,1\n"
                                     "a,1,,1,*,1\n";
    sides s = { .old = table, .new = table, .joints = { "*Arm" } };
    expect_rows(&s, 2, 0, 0);
    s.joints[1] = "Head";
    expect_rows(&s, 3, 0, 0);
    s.joints[1] = NULL;
    s.joints[0] = "*";
    expect_rows(&s, 4, 0, 0);
    s.joints[0] = "\\*";
    expect_rows(&s, 1, 0, 0);
    s.new = HEAD "a,1,,1,Head,1\n"; /* rows that the filter leaves out are not missing */
    s.joints[0] = "Head";
    expect_rows(&s, 1, 0, 0);
    s.joints[1] = "Tail";
    expect_refused(&s, DBT_E_PARAM, NULL, 0, 0, "no row's joint matches 'Tail'");
}

TEST(only_columns_of_both_sides_are_compared)
{
    const sides s = { .old =
                          "skate_u,sequence,cut,joint,overshoot_u,ang_jerk_peak_ref_deg_s3,note\n"
                          "1,a,1,A,7,1,x\n",
                      .new = "note,sequence,cut,joint,ang_jerk_peak_ref_deg_s3,skate_u,mood,note\n"
                             "y,a,1,A,9999,2,,z\n" };
    dbt_diff *diff = compared(&s);
    assert_int_equal(diff->n_compared, 1);
    assert_true(diff->columns[DBT_SKATE].compared);
    assert_int_equal(diff->columns[DBT_SKATE].worse.n, 1);
    assert_false(diff->columns[DBT_OVERSHOOT_LIN].compared);
    assert_false(diff->columns[DBT_ANG_JERK_PEAK_REF].compared); /* describes clips, not methods */
    assert_int_equal(arrlen(diff->sides[DBT_OLD].unknown.list), 1);
    assert_string_equal(diff->sides[DBT_OLD].unknown.list[0].name, "note");
    assert_int_equal(arrlen(diff->sides[DBT_NEW].unknown.list), 2);
    assert_string_equal(diff->sides[DBT_NEW].unknown.list[1].name, "mood");
    dbt_diff_free(diff);
    sides chosen = s;
    chosen.column = "ang_jerk_peak_ref_deg_s3";
    diff = compared(&chosen);
    assert_int_equal(diff->n_compared, 1);
    assert_int_equal(diff->columns[DBT_ANG_JERK_PEAK_REF].worse.n, 1);
    dbt_diff_free(diff);
    chosen.column = "overshoot_u";
    expect_refused(&chosen, DBT_E_PARAM, NULL, 0, 0, "nothing to compare");
    chosen.fail_missing = true; /* with fail_missing a missing column is a change */
    diff = compared(&chosen);
    assert_int_equal(diff->n_compared, 0);
    assert_int_equal(diff->n_missing_columns, 1);
    dbt_diff_free(diff);
    chosen.column = "overshoot_deg";
    expect_refused(&chosen, DBT_E_PARAM, NULL, 0, 0, "nothing to compare");
}

/* ---- values ---- */

/* Returns the value from comparing two tables of one row and one column. */
static dbt_diff_value figure_of(const char *old, const char *new, double floor, double fail_above)
{
    char tables[2][200];
    dbt_diff_value values[DBT_N_METRICS];
    snprintf(tables[0], sizeof tables[0], HEAD "a,1,,1,A,%s\n", old);
    snprintf(tables[1], sizeof tables[1], HEAD "a,1,,1,A,%s\n", new);
    dbt_diff *diff = compared(
        &(sides){ .old = tables[0], .new = tables[1], .floor = floor, .fail_above = fail_above });
    dbt_diff_row_values(diff, 0, values);
    const dbt_diff_column *c = &diff->columns[DBT_ANG_VEL_JUMP];
    assert_int_equal(c->worse.n, values[0].state == DBT_VALUE_WORSE);
    assert_int_equal(c->better.n, values[0].state == DBT_VALUE_BETTER);
    assert_int_equal(c->n_only[DBT_OLD], values[0].state == DBT_VALUE_ONLY_OLD);
    assert_int_equal(c->n_only[DBT_NEW], values[0].state == DBT_VALUE_ONLY_NEW);
    assert_int_equal(c->n_values, values[0].state >= DBT_VALUE_SAME);
    assert_int_equal(c->n_failing, values[0].fails);
    assert_int_equal(diff->n_failing, values[0].fails);
    assert_int_equal(diff->n_values, c->n_values);
    dbt_diff_free(diff);
    return values[0];
}

TEST(a_change_is_what_is_above_the_floor)
{
    static const struct {
        const char *old, *new;
        double floor;
        dbt_diff_state state;
        double percent;
    } cases[] = {
        { "10", "10.1", 0.1, DBT_VALUE_SAME,
          0.0 }, /* equal to the floor, which is inexact in binary */
        { "0.3", "0.4", 0.1, DBT_VALUE_SAME, 0.0 },
        { "0.4", "0.3", 0.1, DBT_VALUE_SAME, 0.0 },
        { "10", "10.0999", 0.1, DBT_VALUE_SAME, 0.0 },
        { "10", "10.1001", 0.1, DBT_VALUE_WORSE, 1.001 },
        { "10", "9.8999", 0.1, DBT_VALUE_BETTER, -1.001 },
        { "10", "9.9001", 0.1, DBT_VALUE_SAME, 0.0 },
        { "100", "150", 0.1, DBT_VALUE_WORSE, 50.0 },
        { "100", "25", 0.1, DBT_VALUE_BETTER, -75.0 },
        { "100", "0", 0.1, DBT_VALUE_BETTER, -100.0 },
        { "0", "0.1", 0.1, DBT_VALUE_SAME, 0.0 },
        { "0", "0.2", 0.1, DBT_VALUE_WORSE, INFINITY },
        { "0", "-0.2", 0.1, DBT_VALUE_BETTER, -INFINITY },
        { "-10", "-5", 0.1, DBT_VALUE_WORSE, 50.0 },
        { "-10", "-15", 0.1, DBT_VALUE_BETTER, -50.0 },
        { "1e3", "1000", 1e-9, DBT_VALUE_SAME, 0.0 },
        { "0.1", "0.25", 0.1, DBT_VALUE_WORSE,
          150.0 }, /* OLD is equal to the floor, so it is no noise */
        { "0.0999", "0.25", 0.1, DBT_VALUE_WORSE, INFINITY },
        { "1.9e-06", "2.69", 0.01, DBT_VALUE_WORSE, INFINITY },
        { "-1.9e-06", "-2.69", 0.01, DBT_VALUE_BETTER, -INFINITY },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const dbt_diff_value f = figure_of(cases[i].old, cases[i].new, cases[i].floor, 0.0);
        assert_int_equal(f.state, cases[i].state);
        if (isinf(cases[i].percent))
            assert_true(f.percent == cases[i].percent);
        else
            expect_near(f.percent, cases[i].percent, 1e-9);
        assert_false(f.fails);
    }
}

TEST(a_missing_value_is_never_compared)
{
    assert_int_equal(figure_of("", "", 0.1, 5).state, DBT_VALUE_NONE);
    assert_int_equal(figure_of("7", "", 0.1, 5).state, DBT_VALUE_ONLY_OLD);
    assert_int_equal(figure_of("", "7", 0.1, 5).state, DBT_VALUE_ONLY_NEW);
    assert_int_equal(figure_of("\"\"", "7", 0.1, 5).state, DBT_VALUE_ONLY_NEW);
}

TEST(missing_values_may_fail)
{
    sides s = { .old = "joint,sequence,cut,ang_vel_jump_deg_s,skate_u,overshoot_u,"
                       "ang_jerk_peak_ref_deg_s3,note\n"
                       "A,a,1,1,1,1,1,x\nB,a,1,,1,1,1,x\nC,a,1,1,1,1,1,x\n",
                .new = "joint,sequence,cut,ang_vel_jump_deg_s,skate_u,overshoot_deg\n"
                       "A,a,1,,1,1\nB,a,1,1,1,\n",
                .fail_above = 5 };
    for (int fail_missing = 0; fail_missing < 2; fail_missing++) {
        s.fail_missing = fail_missing;
        dbt_diff_value values[DBT_N_METRICS];
        dbt_diff *diff = compared(&s);
        dbt_diff_row_values(diff, 0, values);
        assert_int_equal(values[DBT_ANG_VEL_JUMP].fails, fail_missing);
        assert_int_equal(diff->fails[0], fail_missing);
        assert_false(diff->fails[1]); /* rows only in NEW, or in neither, are not missing */
        assert_int_equal(diff->n_failing, 0);
        assert_int_equal(diff->columns[DBT_ANG_VEL_JUMP].n_failing, 0);
        assert_int_equal(diff->n_missing_values, 1);
        assert_int_equal(diff->n_missing_columns, 1);
        assert_true(diff->columns[DBT_OVERSHOOT_LIN].missing);
        assert_false(diff->columns[DBT_ANG_JERK_PEAK_REF].missing); /* not a compared column */
        assert_false(diff->columns[DBT_OVERSHOOT_ANG].missing);
        assert_int_equal(diff->n_only[DBT_OLD], 1);
        dbt_diff_free(diff);
    }
}

TEST(the_limit_itself_does_not_fail)
{
    assert_false(figure_of("100", "105", 0.1, 5).fails);
    assert_false(figure_of("0.3", "0.315", 0.001, 5).fails); /* 5.000000000000004 %, rounded */
    assert_true(figure_of("100", "105.001", 0.1, 5).fails);
    assert_false(figure_of("100", "104.999", 0.1, 5).fails);
    assert_false(figure_of("100", "50", 0.1, 5).fails);
    assert_false(figure_of("1", "2", 1, 5).fails); /* within the floor */
    assert_true(figure_of("0", "2", 1, 5).fails);
    assert_true(
        figure_of("0.5", "1.51", 1, 1e9).fails); /* OLD is within the floor, so every limit fails */
    assert_false(figure_of("0.5", "1.5", 1, 5).fails);
    assert_true(figure_of("-100", "-94", 1, 5).fails);
}

TEST(every_metric_has_a_floor)
{
    for (int m = 0; m < DBT_N_METRICS; m++)
        if (!(dbt_diff_floor((dbt_metric)m) > 0.0))
            fail_msg("%s has none", dbt_metric_infos[m].unit);
    double floors[DBT_N_METRICS] = { 0.0 };
    assert_true(dbt_diff_set_floors(floors, "deg/s=", 5, 3.0));
    expect_near(floors[DBT_ANG_VEL_JUMP], 3.0, 0.0);
    expect_near(floors[DBT_ANG_VEL_JUMP_END], 3.0, 0.0);
    expect_near(floors[DBT_LIN_VEL_JUMP], 0.0, 0.0);
    expect_near(floors[DBT_ANG_ACC_JUMP], 0.0, 0.0);
    assert_false(dbt_diff_set_floors(floors, "deg", 2, 1.0));
}

/* ---- the largest changes ---- */

/* Values that were within the floor in OLD come first, ordered by size of change. */
TEST(changes_from_noise_are_sorted_by_their_size)
{
    const sides s = { .old = HEAD "a,1,,1,A,1e-9\na,2,,1,A,0.05\na,3,,1,A,0\na,4,,1,A,1\n",
                      .new = HEAD "a,1,,1,A,2\na,2,,1,A,9\na,3,,1,A,3\na,4,,1,A,100\n",
                      .top = 4 };
    static const uint32_t order[] = { 1, 2, 0,
                                      3 }; /* changes of 8.95, 3 and 2, then one of 9,900 % */
    dbt_diff *diff = compared(&s);
    const dbt_diff_column *c = &diff->columns[DBT_ANG_VEL_JUMP];
    assert_int_equal(arrlenu(c->worse.top), 4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(c->worse.top[i].row, order[i]);
    dbt_diff_free(diff);
}

enum { MANY = 500 };

/* Writes rows with random values, in NEW in a shuffled order and without every third row. */
static void write_tables(char *old, char *new)
{
    uint64_t state = 4;
    int order[MANY];
    double values[MANY];
    old += sprintf(old, "%s", HEAD2);
    new += sprintf(new, "%s", HEAD2);
    for (int i = 0; i < MANY; i++) {
        values[i] = floor(random_in(&state, 10, 60)); /* whole numbers, so that some are equal */
        old += sprintf(old, "a,%d,,1,A,%g,%g\n", i, values[i], 100 * values[i]);
        order[i] = i;
    }
    for (int i = MANY - 1; i > 0; i--) {
        const int j = (int)(random_bits(&state) % (uint64_t)(i + 1)), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
    for (int i = 0; i < MANY; i++) {
        const int k = order[i];
        const double factor = 1.0 + (double)(k % 11 - 5) * 0.1;
        if (k % 3 != 0)
            new += sprintf(new, "a,%d,,1,A,%.9g,%.9g\n", k, values[k] * factor,
                           100 * values[k] * factor);
    }
}

TEST(a_short_list_is_the_beginning_of_the_whole_one)
{
    static char old[MANY * 40 + 100], new[MANY * 40 + 100];
    write_tables(old, new);
    dbt_diff *some = compared(&(sides){ .old = old, .new = new, .top = 7, .fail_above = 20 });
    dbt_diff *all = compared(&(sides){ .old = old, .new = new, .top = MANY });
    for (int m = 0; m < DBT_N_METRICS; m++) {
        const dbt_diff_column *a = &some->columns[m], *c = &all->columns[m];
        assert_int_equal(a->worse.n, c->worse.n);
        assert_int_equal(arrlenu(c->worse.top), c->worse.n);
        assert_int_equal(arrlenu(c->better.top), c->better.n);
        for (size_t i = 0; i < arrlenu(a->worse.top); i++) {
            assert_int_equal(a->worse.top[i].row, c->worse.top[i].row);
            assert_int_equal(a->better.top[i].row, c->better.top[i].row);
        }
        for (size_t i = 1; i < arrlenu(c->worse.top); i++)
            assert_true(c->worse.top[i - 1].percent >= c->worse.top[i].percent);
    }
    assert_true(arrlenu(some->columns[0].worse.top) == 7);
    dbt_diff_free(some);
    dbt_diff_free(all);
}

/* ---- refused tables ---- */

TEST(an_invalid_table_is_refused_with_its_position)
{
    static const char good[] = HEAD "a,1,cut,1,A,1\n";
    static const struct {
        const char *text;
        dbt_code code;
        size_t line, col;
        const char *says;
    } cases[] = {
        { "", DBT_E_FORMAT, 1, 1, "empty" },
        { "\xef\xbb\xbf\n\n", DBT_E_FORMAT, 1, 1, "empty" },
        { "sequence,cut,skate_u\n", DBT_E_FORMAT, 1, 1, "lacks the column 'joint'" },
        { "\n\nsequence,joint,skate_u\n", DBT_E_FORMAT, 3, 1, "lacks the column 'cut'" },
        { "HIERARCHY\n", DBT_E_FORMAT, 1, 1, "a BVH clip" },
        { "Sequence,cut,joint\n", DBT_E_FORMAT, 1, 1, "lacks the column 'sequence'" },
        { "sequence,cut,joint,cut\n", DBT_E_FORMAT, 1, 20, "the column 'cut' appears twice" },
        { "sequence,cut,joint,skate_u,skate_u\n", DBT_E_FORMAT, 1, 28, "'skate_u' appears twice" },
        { "sequence,\"cut\n", DBT_E_SYNTAX, 1, 10, "without its closing quote" },
        { HEAD "a,1,cut,1,A\n", DBT_E_SYNTAX, 2, 1, "fewer fields than the header's 6" },
        { HEAD "\na,1,cut,1,A,1,\n", DBT_E_SYNTAX, 3, 1, "more fields than the header's 6" },
        { HEAD "\"a\nb\",1,cut,1,A,1\nc,1,,1,A,abc\n", DBT_E_NUMBER, 4, 10,
          "expected a number, found 'abc' (ang_vel_jump_deg_s)" },
        { HEAD "a,1,cut,1,A,nan\n", DBT_E_NUMBER, 2, 13, "found 'nan'" },
        { HEAD "a,1,cut,1,A,1e999\n", DBT_E_NUMBER, 2, 13, "found '1e999'" },
        { HEAD "a,1,cut,1,A, 1\n", DBT_E_NUMBER, 2, 13, "found ' 1'" },
        { HEAD "a,1,cut,1,A,1x\n", DBT_E_NUMBER, 2, 13, "found '1x'" },
        { HEAD "a,1,cut,1,A,\"1,5\"\n", DBT_E_NUMBER, 2, 14, "found '1,5'" },
        { HEAD "a,1,cut,1,A,\"1\n", DBT_E_SYNTAX, 2, 13, "without its closing quote" },
        { HEAD "a,1,c\"t,1,A,1\n", DBT_E_SYNTAX, 2, 6, "a quote within" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expect_refused(&(sides){ .old = cases[i].text, .new = good }, cases[i].code, "old.csv",
                       cases[i].line, cases[i].col, cases[i].says);
        expect_refused(&(sides){ .old = good, .new = cases[i].text }, cases[i].code, "new.csv",
                       cases[i].line, cases[i].col, cases[i].says);
        expect_refused(&(sides){ .old = cases[i].text, .new = cases[i].text }, cases[i].code,
                       "old.csv", cases[i].line, cases[i].col, cases[i].says);
    }
}

/* ---- several rows of one key ---- */

/* Compares two tables of rows with one key. Each row is "SETTINGS VALUE"; rows are separated by
 * '/'. by_settings: for each row of OLD the number of its match in NEW, from 1; 0: none. */
static void expect_matches(const char *old, const char *new, const char *by_settings)
{
    const char *const texts[] = { old, new };
    char tables[2][2000];
    for (int side = 0; side < 2; side++) {
        char *out = tables[side];
        out += sprintf(out, "sequence,cut,joint,ang_vel_jump_deg_s,settings\n");
        for (const char *p = texts[side]; *p; p += strcspn(p, "/") + (p[strcspn(p, "/")] == '/')) {
            char settings[20];
            int value = 0;
            assert_int_equal(sscanf(p, "%19s %d", settings, &value), 2);
            out += sprintf(out, "w,1,*,%d,%s\n", value, settings);
        }
    }
    dbt_diff *diff = compared(&(sides){ .old = tables[0], .new = tables[1] });
    dbt_buffer found = { 0 };
    for (size_t row = 0; row < diff->sides[DBT_OLD].n_rows; row++)
        dbt_buffer_format(&found, "%s%u", row > 0 ? " " : "", (unsigned)diff->match[row]);
    assert_string_equal(found.bytes, by_settings);
    dbt_buffer_release(&found);
    dbt_diff_free(diff);
}

TEST(rows_of_one_key_match_by_settings_then_in_order)
{
    expect_matches("a 1/b 2/c 3", "c 1/a 2/b 3", "2 3 1");
    expect_matches("a 1/b 2/c 3", "d 1/e 2/f 3", "1 2 3");
    expect_matches("a 1/b 2/c 3", "c 1/x 2/y 3",
                   "2 3 1"); /* rows without equal settings match in order */
    expect_matches("x 1/a 2", "a 1", "0 1");
    expect_matches("a 1", "x 1/y 2", "1");
    expect_matches("a 1/a 2/a 3", "a 1/a 2",
                   "1 2 0"); /* rows with equal settings match in order, too */
    expect_matches("a 1/a 2/b 1/a 3", "b 5/a 6/a 7/a 8", "2 3 1 4");
}

/* As of a skeleton with one joint name twice. */
TEST(a_joint_twice_matches_in_order)
{
    dbt_diff *diff = compared(&(sides){ .old = HEAD "a,1,,1,A,1\na,1,,1,A,2\na,1,,1,*,2\n",
                                        .new = HEAD "a,1,,1,*,3\na,1,,1,A,1\n",
                                        .more = HEAD "\"a\",1,,1,A,2\n" });
    assert_int_equal(diff->n_rows, 3);
    assert_int_equal(diff->match[0], 2);
    assert_int_equal(diff->match[1], 3);
    assert_int_equal(diff->match[2], 1);
    assert_int_equal(diff->columns[DBT_ANG_VEL_JUMP].worse.n, 1);
    dbt_diff_free(diff);
}

/* Quadratic time would be minutes. */
TEST(many_rows_of_one_key_take_linear_time)
{
    enum { N = 100000 };
    dbt_buffer table = { 0 };
    dbt_buffer_text(&table, HEAD);
    for (int i = 0; i < N; i++)
        dbt_buffer_format(&table, "a,1,,1,A,%d\n", i);
    dbt_diff *diff = compared(&(sides){ .old = table.bytes, .new = table.bytes });
    assert_int_equal(diff->n_rows, N);
    assert_int_equal(diff->columns[DBT_ANG_VEL_JUMP].worse.n, 0);
    dbt_diff_free(diff);
    dbt_buffer_release(&table);
}

/* ---- limits ---- */

TEST(too_many_columns_are_refused)
{
    static char text[40000] = "sequence,cut,joint,skate_u";
    char *p = text + strlen(text);
    for (int i = 4; i < DBT_DIFF_MAX_COLUMNS; i++)
        p += sprintf(p, ",x%d", i % 7);
    expect_rows(&(sides){ .old = text, .new = text }, 0, 0, 0);
    sprintf(p, ",y");
    expect_refused(&(sides){ .old = HEAD, .new = text }, DBT_E_LIMIT, "new.csv", 1,
                   (size_t)(p - text) + 2, "more than 4096 columns");
}

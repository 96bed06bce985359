/* Metric rows: written as CSV, copied from metrics, and read from CSV that may be damaged. */
#include "expect.h"

#include "base/mem.h"
#include "measure/metric_rows.h"

/* ---- CSV ---- */

TEST(the_header_is_as_documented)
{
    dbt_buffer out = { 0 };
    dbt_metric_rows_header(&out);
    assert_string_equal(
        out.bytes,
        "sequence,cut,method,at,joint,"
        "ang_vel_jump_deg_s,lin_vel_jump_u_s,ang_acc_jump_deg_s2,lin_acc_jump_u_s2,"
        "ang_jerk_jump_deg_s3,lin_jerk_jump_u_s3,ang_jerk_peak_deg_s3,"
        "lin_jerk_peak_u_s3,ang_jerk_rms_deg_s3,lin_jerk_rms_u_s3,"
        "ang_vel_jump_end_deg_s,lin_vel_jump_end_u_s,"
        "ang_jerk_peak_ref_deg_s3,lin_jerk_peak_ref_u_s3,"
        "ang_jerk_rms_ref_deg_s3,lin_jerk_rms_ref_u_s3,"
        "ang_jerk_peak_ratio,lin_jerk_peak_ratio,"
        "ang_jerk_rms_ratio,lin_jerk_rms_ratio,"
        "overshoot_deg,overshoot_u,target_error_rms_deg,"
        "displacement_deg_s,displacement_u_s,limit_excess_deg,skate_u,sink_u,float_u,seam_ratio,"
        "settings,source,target\n");
    dbt_buffer_release(&out);
}

/* Sets the first values to 0, 2.5 and 1/3. The others are missing. */
static void make_row(double row[DBT_N_METRICS])
{
    for (int m = 0; m < DBT_N_METRICS; m++)
        row[m] = NAN;
    row[0] = 0.0;
    row[1] = 2.5;
    row[2] = 1.0 / 3.0;
}

TEST(a_row_quotes_what_needs_it_and_has_nine_digits)
{
    double row[DBT_N_METRICS];
    dbt_buffer out = { 0 };
    dbt_tuning tuning;
    make_row(row);
    assert_true(dbt_tuning_parse(&tuning, "inertialize-cubic:blend_time=0.125", NULL));
    const dbt_cut_labels labels = { .sequence = "walk+dash,\"x\"",
                                    .cut = 2,
                                    .at = 1.19999876543,
                                    .method = "dead-decay:halflife=0.15,curve=linear",
                                    .tuning = &tuning,
                                    .source = "a \"b\".bvh",
                                    .target = "c.bvh" };
    dbt_metric_rows_line(&out, &labels, "Bip01, \"Spine\"", row);
    assert_string_equal(
        out.bytes, "\"walk+dash,\"\"x\"\"\",2,\"dead-decay:halflife=0.15,curve=linear\",1.19999877,"
                   "\"Bip01, \"\"Spine\"\"\",0,2.5,0.333333333,,,,,,,,,,,,,,,,,,,,,,,,,,,,"
                   "\"inertialize-cubic:blend_time=0.125,relative_velocity=true\",\"a "
                   "\"\"b\"\".bvh\",c.bvh\n");
    dbt_buffer_release(&out);
    const dbt_cut_labels few = { .sequence = "walk", .cut = 1, .at = 1.0, .method = "" };
    dbt_metric_rows_line(&out, &few, "mixamorig:Hips arm", row);
    assert_string_equal(out.bytes, "walk,1,,1,mixamorig:Hips arm,0,2.5,0.333333333"
                                   ",,,,,,,,,,,,,,,,,,,,,,,,,,,,,,\n");
    dbt_buffer_release(&out);
}

TEST(a_line_end_in_a_name_is_quoted)
{
    dbt_buffer out = { 0 };
    dbt_buffer_csv(&out, "a\nb");
    dbt_buffer_csv(&out, ",");
    dbt_buffer_csv(&out, "plain name");
    assert_string_equal(out.bytes, "\"a\nb\"\",\"plain name");
    dbt_buffer_release(&out);
}

/* ---- reading rows ---- */

/* Appends a row whose metrics are first, first + 0.5, first + 1, and so on. */
static void add_row(dbt_buffer *out, const char *labels, double first)
{
    dbt_buffer_text(out, labels);
    for (int m = 0; m < DBT_N_METRICS; m++) {
        dbt_buffer_text(out, ",");
        dbt_buffer_number(out, first + 0.5 * m, 9);
    }
    dbt_buffer_text(out, ",\"cut:curve=linear,x=1\",a.bvh,b.bvh\n");
}

/* Returns the rows of two cuts, the first of two joints, the second of one. */
static dbt_buffer two_cuts(void)
{
    dbt_buffer out = { 0 };
    add_row(&out, "\"a \"\"b\"\", c\",1,,0.25,\"left, \"\"top\"\"\"", 100);
    add_row(&out, "\"a \"\"b\"\", c\",1,,0.25,right", 200);
    add_row(&out, "\"a \"\"b\"\", c\",1,,0.25,*", 300);
    add_row(&out, "\"a \"\"b\"\", c\",2,cut,1.5,hips", 4e-7);
    add_row(&out, "\"a \"\"b\"\", c\",2,cut,1.5,*", 500);
    return out;
}

static void expect_values(const dbt_cut_rows *cut, int row, double first)
{
    for (int m = 0; m < DBT_N_METRICS; m++)
        assert_true(cut->values[row][m] == first + 0.5 * m);
}

TEST(rows_are_read_unchanged)
{
    dbt_buffer csv = two_cuts();
    dbt_metric_rows rows = { .wants_csv = true, .wants_cuts = true };
    assert_true(dbt_metric_rows_read(&rows, csv.bytes, 2, NULL, NULL));
    assert_string_equal(rows.csv.bytes, csv.bytes);
    assert_int_equal(arrlen(rows.cuts), 2);
    const dbt_cut_rows *one = &rows.cuts[0], *two = &rows.cuts[1];
    assert_string_equal(one->sequence, "a \"b\", c");
    assert_string_equal(one->method, "");
    assert_int_equal(one->cut, 1);
    assert_true(one->at == 0.25);
    assert_int_equal(one->n_joints, 2);
    assert_string_equal(one->joints[0], "left, \"top\"");
    assert_string_equal(one->joints[1], "right");
    for (int row = 0; row < 3; row++)
        expect_values(one, row, 100.0 * (row + 1));
    assert_string_equal(two->sequence, "a \"b\", c");
    assert_string_equal(two->method, "cut");
    assert_int_equal(two->cut, 2);
    assert_true(two->at == 1.5);
    assert_int_equal(two->n_joints, 1);
    assert_string_equal(two->joints[0], "hips");
    assert_true(two->values[0][0] == 4e-7);
    expect_values(two, 1, 500);
    dbt_metric_rows_release(&rows);
    dbt_buffer_release(&csv);
}

TEST(only_requested_results_are_stored)
{
    dbt_buffer csv = two_cuts();
    dbt_metric_rows text = { .wants_csv = true }, numbers = { .wants_cuts = true };
    assert_true(dbt_metric_rows_read(&text, csv.bytes, 2, NULL, NULL));
    assert_null(text.cuts);
    assert_string_equal(text.csv.bytes, csv.bytes);
    assert_true(dbt_metric_rows_read(&numbers, csv.bytes, 2, NULL, NULL));
    assert_int_equal(arrlen(numbers.cuts), 2);
    assert_null(numbers.csv.bytes);
    dbt_metric_rows_release(&text);
    dbt_metric_rows_release(&numbers);
    dbt_buffer_release(&csv);
}

TEST(a_job_of_one_clip_has_no_rows)
{
    dbt_metric_rows rows = { .wants_csv = true, .wants_cuts = true };
    assert_true(dbt_metric_rows_read(&rows, "", 0, NULL, NULL));
    assert_string_equal(rows.csv.bytes, "");
    assert_null(rows.cuts);
    dbt_metric_rows_release(&rows);
}

/* ---- damage ---- */

static void expect_refused(const char *csv, int n_cuts)
{
    dbt_metric_rows rows = { .wants_csv = true, .wants_cuts = true };
    dbt_error err = { .code = DBT_OK };
    if (dbt_metric_rows_read(&rows, csv, n_cuts, NULL, &err))
        fail_msg("these pass for the rows of %d cuts:\n%s", n_cuts, csv);
    assert_int_equal(err.code, DBT_E_SYNTAX);
    assert_null(rows.cuts);
    assert_null(rows.csv.bytes);
}

TEST(rows_of_another_number_of_cuts_are_refused)
{
    dbt_buffer csv = two_cuts();
    for (int n_cuts = 0; n_cuts < 4; n_cuts++)
        if (n_cuts != 2)
            expect_refused(csv.bytes, n_cuts);
    expect_refused("", 1);
    dbt_buffer_release(&csv);
}

TEST(cut_off_rows_are_refused)
{
    dbt_buffer csv = two_cuts();
    while (csv.size > 0) {
        csv.bytes[--csv.size] = '\0';
        expect_refused(csv.bytes, 2);
    }
    dbt_buffer_release(&csv);
}

TEST(changed_rows_are_refused)
{
    static const char *const changes[][2] = {
        { ",201,", ",," },
        { ",201,", ",abc," },
        { ",201,", ",201x," },
        { ",201,", ",nan," },
        { ",201,", ",1e999," },
        { ",201,", ",201,0," },
        { ",201,", "," },
        { ",500,", ",-inf," },
        { ",*,300", ",right,300" },
        { ",1,,0.25,*", ",2,,0.25,*" },
        { ",1,,0.25,*", ",1.5,,0.25,*" },
        { ",1,,0.25,*", ",,,0.25,*" },
        { ",1,,0.25,*", ",1,,,*" },
        { ",1,,0.25,*", ",1,,soon,*" },
        { "b.bvh\n", "b.bvh,\n" },
        { "\"left", "left" },
        { ",right", ",\"right" },
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        dbt_buffer csv = two_cuts(), changed = { 0 };
        const char *at = strstr(csv.bytes, changes[i][0]);
        assert_non_null(at);
        dbt_buffer_add(&changed, csv.bytes, (size_t)(at - csv.bytes));
        dbt_buffer_text(&changed, changes[i][1]);
        dbt_buffer_text(&changed, at + strlen(changes[i][0]));
        expect_refused(changed.bytes, 2);
        dbt_buffer_release(&csv);
        dbt_buffer_release(&changed);
    }
}

/* ---- from metrics ---- */

enum { N_FRAMES = 40 };

/* Measures two cuts of two joints. The first joint's angle jumps at frame 20. */
static dbt_metrics *measure(dbt_joint joints[2], const dbt_skeleton *skeleton)
{
    static const dbt_cut_frames cuts[] = { { .cut = 10, .end = 12 }, { .cut = 20, .end = 22 } };
    for (int j = 0; j < 2; j++) {
        joints[j].n_channels = 1;
        joints[j].channels[0] = DBT_ZROTATION;
        joints[j].last_end_site = -1;
        dbt_joint_derive(&joints[j]);
    }
    const dbt_metrics_spec spec = {
        .skeleton = skeleton, .frame_time = 0.1, .n_frames = N_FRAMES, .cuts = cuts, .n_cuts = 2
    };
    dbt_metrics *metrics = dbt_metrics_new(&spec, NULL);
    assert_non_null(metrics);
    for (int f = 0; f < N_FRAMES; f++)
        dbt_metrics_add(metrics, (double[]){ f < 20 ? 0.0 : 1.0 / 3.0, 0.0 });
    dbt_metrics_end(metrics);
    return metrics;
}

TEST(rows_of_metrics_are_their_numbers)
{
    char latin1[] = "H\xfc"
                    "fte",
         unescaped[] = "a, \"b\"";
    dbt_joint joints[2] = { { .name = latin1, .parent = -1 },
                            { .name = unescaped, .parent = 0, .first_channel = 1 } };
    const dbt_skeleton skeleton = { .joints = joints, .n_joints = 2, .n_channels = 2 };
    dbt_metrics *metrics = measure(joints, &skeleton);
    dbt_cut_labels labels = { .sequence = "\xff+\xc3\xbc", .cut = 2, .method = "cut" };
    dbt_metric_rows rows = { .wants_cuts = true }, both = { .wants_cuts = true, .wants_csv = true };
    dbt_buffer csv = { 0 };
    dbt_metric_rows_add(&rows, metrics, &labels);
    dbt_metric_rows_add(&both, metrics, &labels);
    assert_null(rows.csv.bytes);
    labels.at = 2.0;
    dbt_metric_rows_line(&csv, &labels, latin1, dbt_metrics_row(metrics, 2, 0));
    dbt_metric_rows_line(&csv, &labels, unescaped, dbt_metrics_row(metrics, 2, 1));
    dbt_metric_rows_line(&csv, &labels, "*", dbt_metrics_row(metrics, 2, 2));
    assert_string_equal(both.csv.bytes, csv.bytes);
    assert_int_equal(arrlen(both.cuts), 1);
    assert_int_equal(arrlen(rows.cuts), 1);
    const dbt_cut_rows cut = rows.cuts[0];
    for (int j = 0; j < 3; j++)
        assert_memory_equal(cut.values[j], dbt_metrics_row(metrics, 2, j), sizeof *cut.values);
    expect_near(cut.values[0][DBT_ANG_VEL_JUMP], 10.0 / 3.0, 1e-12);
    assert_true(isnan(cut.values[2][DBT_SKATE])); /* this metric needs the clips */
    dbt_metrics_free(metrics);
    /* the rows borrow nothing */
    memset(latin1, 'x', sizeof latin1 - 1);
    memset(unescaped, 'x', sizeof unescaped - 1);
    assert_string_equal(cut.sequence, "\xef\xbf\xbd+\xc3\xbc");
    assert_string_equal(cut.method, "cut");
    assert_int_equal(cut.cut, 2);
    expect_near(cut.at, 2.0, 1e-15);
    assert_int_equal(cut.n_joints, 2);
    assert_string_equal(cut.joints[0], "H\xef\xbf\xbd"
                                       "fte");
    assert_string_equal(cut.joints[1], "a, \"b\"");
    dbt_metric_rows_release(&rows);
    dbt_metric_rows_release(&both);
    dbt_buffer_release(&csv);
}

/* The likely up axis of bodies with known motion: a stick, 10 long, 2 wide and 1 thick, that
 * stands, walks or lies along given axes. prop_up_axis.c tests bodies with heads and feet. */
#include "read_bvh.h"

#include "fit/up_axis.h"

/* The file's axes along which the body has its length, width and thickness. */
typedef struct axes {
    int length, width, thickness;
} axes;

/* Appends `head` and a point, given along the body's length, width and thickness, in file axes. */
static void add_point(char *text, size_t size, const char *head, axes a, const double at[3])
{
    double v[3];
    const size_t used = strlen(text);
    v[a.length] = at[0];
    v[a.width] = at[1];
    v[a.thickness] = at[2];
    snprintf(text + used, size - used, "%s%g %g %g", head, v[0], v[1], v[2]);
}

/* Finds the up axis of a body. In frame f of n it is at f * travel along its width and at (f % 2) *
 * bob along its length. */
static dbt_up_axis find(axes a, const double body[3], double travel, double bob, int n)
{
    char text[8192] = "HIERARCHY\nROOT Body\n{\nOFFSET 0 0 0\n"
                      "CHANNELS 3 Xposition Yposition Zposition\n";
    const double ends[2][3] = { { body[0], body[1], body[2] }, { 0, 0, 0 } };
    for (int e = 0; e < 2; e++) {
        add_point(text, sizeof text, "End Site\n{\nOFFSET ", a, ends[e]);
        strcat(text, "\n}\n");
    }
    sprintf(text + strlen(text), "}\nMOTION\nFrames: %d\nFrame Time: 0.1", n);
    for (int f = 0; f < n; f++)
        add_point(text, sizeof text, "\n", a, (const double[]){ f % 2 * bob, f * travel, 0.0 });
    strcat(text, "\n");
    dbt_clip clip = read_bvh(text, strlen(text), "body.bvh");
    dbt_up_axis up;
    dbt_up_axis_find(&up, &clip);
    dbt_clip_release(&clip);
    return up;
}

static const double body[3] = { 10.0, 2.0, 1.0 };

/* Fails unless exactly this axis is excluded; -1: none. */
static void expect_against(dbt_up_axis up, int axis)
{
    for (int a = 0; a < 3; a++)
        assert_int_equal(up.against[a], a == axis);
}

/* A body that walks along its width excludes this axis as up, whichever it is. */
TEST(a_walking_body_shows_its_axes)
{
    for (int length = 0; length < 3; length++) {
        for (int width = 0; width < 3; width++) {
            if (width == length)
                continue;
            const dbt_up_axis up =
                find((axes){ length, width, 3 - length - width }, body, 0.5, 0.0, 20);
            assert_int_equal(up.likely, length);
            expect_against(up, width);
        }
    }
}

TEST(a_standing_body_excludes_no_axis)
{
    const dbt_up_axis up = find((axes){ 2, 0, 1 }, body, 0.0, 0.0, 20);
    assert_int_equal(up.likely, 2);
    expect_against(up, -1);
}

/* The body lies along z, with y up, and slides along z. It is longest along z, but z is not up. */
TEST(a_body_that_slides_lengthwise_shows_nothing)
{
    const dbt_up_axis up = find((axes){ 2, 0, 1 }, body, 0.0, 3.0, 20);
    assert_int_equal(up.likely, -1);
    expect_against(up, -1);
}

/* 49 equal steps of 0.02: the travel of 0.98 is below a tenth of the length 10. 90 % of the
 * positions are within about 0.88, more than a hundredth of the length. */
TEST(a_short_walk_is_seen_by_its_ground)
{
    expect_against(find((axes){ 1, 2, 0 }, body, 0.02, 0.0, 50), 2);
    expect_against(find((axes){ 1, 2, 0 }, body, 0.002, 0.0, 50), -1); /* 0.088 */
}

TEST(a_body_as_broad_as_long_shows_nothing)
{
    const double cross[3] = { 10.0, 9.0, 1.0 }, just[3] = { 10.0, 8.0, 1.0 };
    assert_int_equal(find((axes){ 1, 2, 0 }, cross, 0.0, 0.0, 20).likely, -1);
    assert_int_equal(find((axes){ 1, 2, 0 }, just, 0.0, 0.0, 20).likely, 1);
}

TEST(a_flat_body_shows_nothing)
{
    const double plate[3] = { 10.0, 2.0, 0.4 };
    assert_int_equal(find((axes){ 1, 2, 0 }, plate, 0.5, 0.0, 20).likely, -1);
    expect_against(find((axes){ 1, 2, 0 }, plate, 0.5, 0.0, 20), -1);
}

TEST(one_frame_or_none_is_no_motion)
{
    const dbt_up_axis one = find((axes){ 2, 1, 0 }, body, 0.5, 0.0, 1);
    assert_int_equal(one.likely, 2);
    expect_against(one, -1);
    const dbt_up_axis none = find((axes){ 2, 1, 0 }, body, 0.5, 0.0, 0);
    assert_int_equal(none.likely, -1);
    expect_against(none, -1);
}

/* A head at `height` and two feet at -5, without bones between them. head: the joint's name. */
static dbt_up_axis find_named(const char *head, double height)
{
    char text[1024];
    const int n = snprintf(text, sizeof text,
                           "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition "
                           "Zposition\nJOINT %s\n{\nOFFSET 0.5 %g 0.5\nCHANNELS 0\n}\n"
                           "JOINT LeftFoot\n{\nOFFSET 1 -5 0\nCHANNELS 0\n}\n"
                           "JOINT RightFoot\n{\nOFFSET -1 -5 1\nCHANNELS 0\n}\n}\n"
                           "MOTION\nFrames: 1\nFrame Time: 0.1\n0 0 0\n",
                           head, height);
    dbt_clip clip = read_bvh(text, (size_t)n, "body.bvh");
    dbt_up_axis up;
    dbt_up_axis_find(&up, &clip);
    dbt_clip_release(&clip);
    return up;
}

/* The axis is negative if the head is below the feet in the zero pose by at least 0.7 of the
 * extent. */
TEST(a_head_below_the_feet_shows_a_negative_axis)
{
    assert_string_equal(dbt_up_axis_name(find_named("Head", 5.0)), "y");
    assert_string_equal(dbt_up_axis_name(find_named("Head", -15.0)), "-y");
    assert_string_equal(dbt_up_axis_name(find_named("Lamp", -15.0)), "y"); /* no head */
    assert_null(dbt_up_axis_name(find_named("Head", -9.9)));               /* 4.9 of 9.9 */
    assert_null(dbt_up_axis_name((dbt_up_axis){ .likely = -1 }));
}

/* Zero poses that differ by a known rotation of a joint's children. */
#include "expect.h"

#include "base/vecquat.h"
#include "motion/zero_pose.h"

enum { MAX_JOINTS = 8 };

/* Two skeletons of joint 0 with children 1 to n, in opposite orders. map[j]: the joint of the
 * second skeleton for joint j of the first. */
typedef struct two {
    dbt_joint joints[2][MAX_JOINTS];
    int map[MAX_JOINTS], n;
} two;

/* Returns two skeletons of n children. The second's offsets are rotated and three times as long. */
static two pair_of(const dbt_vec3 *offsets, int n, dbt_quat rotation)
{
    two t = { .n = n + 1 };
    for (int j = 0; j <= n; j++) {
        const int other = j > 0 ? n + 1 - j : 0;
        t.map[j] = other;
        t.joints[0][j] = (dbt_joint){ .parent = j > 0 ? 0 : -1 };
        t.joints[1][other] = t.joints[0][j];
        if (j > 0) {
            t.joints[0][j].offset = offsets[j - 1];
            t.joints[1][other].offset =
                dbt_vec3_scale(dbt_quat_rotate(rotation, offsets[j - 1]), 3.0);
        }
    }
    return t;
}

static dbt_zero_rotation compare(two *t)
{
    const dbt_skeleton to = { .joints = t->joints[0], .n_joints = t->n };
    const dbt_skeleton from = { .joints = t->joints[1], .n_joints = t->n };
    dbt_zero_rotation worst;
    dbt_zero_pose_compare(&to, &from, t->map, 0, 1e-6, &worst);
    return worst;
}

/* Fails unless joint 0 is found to be rotated by `deg` degrees. */
static void expect_deg(two t, double deg)
{
    const dbt_zero_rotation worst = compare(&t);
    assert_int_equal(worst.joint, 0);
    expect_near(worst.deg, deg, 1e-9);
}

static dbt_quat about(double x, double y, double z, double deg)
{
    const dbt_vec3 axis = { x, y, z };
    return dbt_quat_exp(dbt_vec3_scale(axis, deg / (DBT_DEG_FROM_RAD * dbt_vec3_length(axis))));
}

static const dbt_vec3 hips[] = { { 9.0, -3.0, 0.5 }, { -9.0, -3.0, 0.5 }, { 0.0, 8.0, -1.0 } };

TEST(a_joint_is_rotated_as_its_children_are)
{
    static const double degs[] = { 20.1, 30.0, 90.0, 150.0, 180.0 };
    for (size_t i = 0; i < sizeof degs / sizeof *degs; i++) {
        expect_deg(pair_of(hips, 3, about(1, 0, 0, degs[i])), degs[i]);
        expect_deg(pair_of(hips, 3, about(1, -2, 0.3, degs[i])), degs[i]);
        expect_deg(pair_of(hips, 2, about(0, 1, 2, degs[i])), degs[i]);
    }
    two t = pair_of(hips, 3, about(1, 0, 0, 19.9));
    assert_int_equal(compare(&t).joint, -1);
}

/* Children on a line show no rotation about it. The smallest possible rotation counts. */
TEST(children_on_a_line_show_no_rotation_about_it)
{
    static const dbt_vec3 line[] = { { 2.0, 0.0, 0.0 }, { -3.0, 0.0, 0.0 } };
    two t = pair_of(line, 2, about(1, 0, 0, 90.0));
    assert_int_equal(compare(&t).joint, -1);
    expect_deg(pair_of(line, 2, dbt_quat_mul(about(0, 0, 1, 50.0), about(1, 0, 0, 70.0))), 50.0);
    expect_deg(pair_of(line, 1, about(0, 1, 1, 60.0)), 60.0);
    expect_deg(pair_of(line, 1, about(0, 1, 1, 180.0)), 180.0);
}

/* Children in other directions, as of a body of another build, are no rotation. */
TEST(children_that_spread_are_no_rotation)
{
    two t = pair_of(hips, 3, DBT_QUAT_IDENTITY);
    t.joints[1][t.map[1]].offset = (dbt_vec3){ 9.0, 9.0, 0.5 };
    t.joints[1][t.map[2]].offset = (dbt_vec3){ -9.0, 9.0, 0.5 };
    assert_int_equal(compare(&t).joint, -1);
    t.joints[1][t.map[1]].offset = (dbt_vec3){ 9.0, -3.0, 60.0 };
    assert_int_equal(compare(&t).joint, -1);
}

/* If other children lack a counterpart or a length, the one direction left shows nothing. */
TEST(one_child_of_several_shows_nothing)
{
    two t = pair_of(hips, 3, about(1, 0, 0, 90.0));
    t.map[1] = -1;
    assert_int_equal(compare(&t).joint, 0);
    t.joints[0][2].offset = DBT_VEC3_ZERO;
    assert_int_equal(compare(&t).joint, -1);
    t.map[3] = -1;
    assert_int_equal(compare(&t).joint, -1);
}

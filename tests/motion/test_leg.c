/* Legs of two bones, compared with known triangles; and properties of any leg. */
#include "vectors.h"

#include "motion/leg.h"

static dbt_vec3 vec(double x, double y, double z)
{
    return (dbt_vec3){ x, y, z };
}

/* Bones of 3 and 4, knee ahead (z): a right angle at the knee makes a leg of 5. */
static const dbt_leg_pose right_angled = { { 0, 5, 0 }, { 0, 3.2, 2.4 }, { 0, 0, 0 }, 3, 4, 5 };

/* Returns the rotations that move the foot to `goal` while the knee bends towards `side`. */
static dbt_leg_rotations reach(const dbt_leg_pose *leg, dbt_vec3 side, dbt_vec3 hip, dbt_vec3 goal)
{
    const double bend = dbt_leg_bend(leg, distance(hip, goal));
    return dbt_leg_reach(leg, dbt_leg_bow(leg, side, bend), hip, goal);
}

/* Returns the leg after the rotations of its bones. */
static dbt_leg_pose turned(const dbt_leg_pose *leg, const dbt_leg_rotations *rotations,
                           dbt_vec3 hip)
{
    const dbt_vec3 knee =
        dbt_vec3_add(hip, dbt_quat_rotate(rotations->thigh, dbt_vec3_sub(leg->knee, leg->hip)));
    return dbt_leg_pose_of(
        hip, knee,
        dbt_vec3_add(knee, dbt_quat_rotate(rotations->shin, dbt_vec3_sub(leg->foot, leg->knee))));
}

/* Returns the leg after the rotations of reach(). */
static dbt_leg_pose reached(const dbt_leg_pose *leg, dbt_vec3 side, dbt_vec3 hip, dbt_vec3 goal)
{
    const dbt_leg_rotations rotations = reach(leg, side, hip, goal);
    const dbt_leg_pose now = turned(leg, &rotations, hip);
    expect_vec(now.foot, rotations.foot, 1e-9);
    return now;
}

/* ---- tests ---- */

TEST(right_angle)
{
    const dbt_vec3 hip = right_angled.hip;
    const dbt_vec3 side = vec(0, 0, 1);
    /* the knee's distance from the hip-foot line, 3 * 4 / 5, as a fraction of the thigh */
    expect_vec(dbt_leg_bow_of_pose(&right_angled), vec(0, 0, 0.8), 1e-12);
    /* the goal is the foot's position */
    const dbt_leg_rotations none = reach(&right_angled, side, hip, vec(0, 0, 0));
    expect_near(fabs(none.thigh.w), 1.0, 1e-12);
    expect_near(fabs(none.shin.w), 1.0, 1e-12);
    /* swung by 90 degrees to the side (x): the knee is still ahead */
    dbt_leg_pose now = reached(&right_angled, side, hip, vec(5, 5, 0));
    expect_vec(now.foot, vec(5, 5, 0), 1e-12);
    expect_vec(now.knee, vec(1.8, 5, 2.4), 1e-12);
    /* swung ahead: the knee goes up with the leg */
    now = reached(&right_angled, side, hip, vec(0, 5, 5));
    expect_vec(now.knee, vec(0, 5 + 2.4, 1.8), 1e-12);
    /* hip and foot moved alike: the knee moves with them */
    now = reached(&right_angled, side, vec(1, 7, 3), vec(1, 2, 3));
    expect_vec(now.knee, vec(1, 5.2, 5.4), 1e-12);
}

TEST(equilateral)
{
    /* bones of 2, from a leg of 2 to one of 2 sqrt 3: 60 degrees at the hip become 30 */
    const double s = sqrt(3.0);
    const dbt_leg_pose leg = dbt_leg_pose_of(vec(0, 2, 0), vec(0, 1, s), vec(0, 0, 0));
    const dbt_vec3 side = vec(0, 0, 1);
    const dbt_leg_pose now = reached(&leg, side, leg.hip, vec(0, 2 - 2 * s, 0));
    expect_vec(now.foot, vec(0, 2 - 2 * s, 0), 1e-12);
    expect_vec(now.knee, vec(0, 2 - s, 1), 1e-12);
    const dbt_leg_rotations rotations = reach(&leg, side, leg.hip, vec(0, 2 - 2 * s, 0));
    expect_near(2.0 * acos(fabs(rotations.thigh.w)), DBT_PI / 6.0, 1e-9);
    expect_near(2.0 * acos(fabs(rotations.shin.w)), DBT_PI / 6.0, 1e-9);
}

TEST(out_of_reach)
{
    const dbt_vec3 side = vec(0, 0, 1);
    /* a target too far away: the leg points straight at it */
    dbt_leg_pose now = reached(&right_angled, side, right_angled.hip, vec(20, 5, 0));
    expect_vec(now.knee, vec(3, 5, 0), 1e-7);
    expect_vec(now.foot, vec(7, 5, 0), 1e-12);
    /* a target too near: the leg folds as far as bones of 3 and 4 can */
    now = reached(&right_angled, side, right_angled.hip, vec(0, 4.5, 0));
    expect_vec(now.foot, vec(0, 4, 0), 1e-12);
    expect_vec(now.knee, vec(0, 8, 0), 1e-7);
}

/* A straight leg bends to the given side. */
TEST(straight_leg)
{
    const dbt_leg_pose leg = dbt_leg_pose_of(vec(0, 4, 0), vec(0, 2, 0), vec(0, 0, 0));
    expect_vec(dbt_leg_bow_of_pose(&leg), vec(0, 0, 0), 0.0);
    expect_vec(dbt_leg_bow(&leg, vec(3, 1, 4), 0.5), vec(0.3, 0, 0.4), 1e-12); /* across the leg */
    expect_vec(dbt_leg_bow(&leg, vec(3, 1, 4), 0.0), vec(0, 0, 0), 0.0);
    const dbt_leg_pose now = reached(&leg, vec(3, 1, 4), leg.hip, vec(0, 4 - 2 * sqrt(3.0), 0));
    expect_vec(now.knee, vec(0.6, 4 - sqrt(3.0), 0.8), 1e-12);
    /* hip and foot coincide: no rotation */
    const dbt_leg_pose none = dbt_leg_pose_of(vec(0, 0, 0), vec(0, 1, 0), vec(0, 0, 0));
    const dbt_leg_rotations rotations = reach(&none, vec(0, 0, 1), none.hip, vec(0, 1, 0));
    expect_near(rotations.thigh.w, 1.0, 0.0);
    expect_near(rotations.shin.w, 1.0, 0.0);
}

/* A leg of two bones of 1 whose knee is off its line by (x, z). */
static dbt_leg_pose bent(double x, double z)
{
    const double half = sqrt(1.0 - x * x - z * z);
    return dbt_leg_pose_of(vec(0, 2 * half, 0), vec(x, half, z), vec(0, 0, 0));
}

/* A knee that is off its line by (0.3, 0.4) while its side is z: 0.3 is sideways. */
TEST(a_sideways_knee_stays_sideways)
{
    const dbt_leg_pose leg = bent(0.3, 0.4);
    const dbt_vec3 ahead = vec(0, 0, 1);
    expect_vec(dbt_leg_bow(&leg, ahead, 0.5), vec(0.3, 0, 0.4), 1e-12);
    expect_vec(dbt_leg_bow(&leg, ahead, 0.25), vec(0.15, 0, 0.2), 1e-12);
    /* twice as far: 0.3 * 2 / (1 + 1/4) sideways, the rest ahead */
    expect_vec(dbt_leg_bow(&leg, ahead, 1.0), vec(0.48, 0, sqrt(1.0 - 0.48 * 0.48)), 1e-12);
    /* a side along the line only scales the offset */
    expect_vec(dbt_leg_bow(&leg, vec(0, 1, 0), 0.75), vec(0.45, 0, 0.6), 1e-12);
}

/* A knee that is overextended by 0.02 of the thigh: it is bent away from its side, z. */
TEST(overextended_leg)
{
    const double off = 0.02;
    const dbt_leg_pose leg = bent(0, -off);
    const dbt_vec3 ahead = vec(0, 0, 1);
    expect_near(dbt_leg_bend(&leg, leg.hip.y), off, 1e-9);
    expect_near(dbt_leg_bend(&leg, 1.0), sqrt(0.75), 1e-12);
    expect_near(dbt_leg_bend(&leg, 2.5), 0.0, 0.0);
    /* Up to its present offset the knee stays overextended. At three times the offset it is on its
     * side. At twice the offset it is half-way from -1 to 2. */
    expect_vec(dbt_leg_bow(&leg, ahead, off), vec(0, 0, -off), 1e-12);
    expect_vec(dbt_leg_bow(&leg, ahead, 0.5 * off), vec(0, 0, -0.5 * off), 1e-12);
    expect_vec(dbt_leg_bow(&leg, ahead, 3 * off), vec(0, 0, 3 * off), 1e-12);
    expect_vec(dbt_leg_bow(&leg, ahead, 2 * off), vec(0, 0, 0.5 * off), 1e-12);
    /* while the knee changes sides, the foot is a little farther away than the goal */
    const dbt_vec3 goal = vec(0, leg.hip.y - 2 * sqrt(1.0 - 4 * off * off), 0);
    const dbt_leg_pose now = reached(&leg, ahead, leg.hip, goal);
    expect_near(now.knee.z, 0.5 * off, 1e-9);
    expect_near(now.foot.y, leg.hip.y - 2 * sqrt(1.0 - 0.25 * off * off), 1e-9);
    expect_near(distance(now.hip, now.knee), 1.0, 1e-12);
    expect_near(distance(now.knee, now.foot), 1.0, 1e-12);
}

/* A blend moves the knee from one side to the other, close to its line, while the leg must bend
 * more. The knee hardly moves. */
TEST(passes_straight_without_a_jump)
{
    dbt_vec3 last = DBT_VEC3_ZERO;
    for (int i = 0; i <= 300; i++) {
        const dbt_leg_pose leg = bent(0.03, -0.15 + 1e-3 * i);
        const dbt_vec3 now = dbt_leg_bow(&leg, vec(0, 0, 1), 0.5);
        expect_near(dbt_vec3_length(now), 0.5, 1e-12);
        assert_true(now.z > 0.49);
        if (i > 0)
            expect_near(distance(now, last), 0.0, 2e-3);
        last = now;
    }
}

TEST(any_leg)
{
    uint64_t seed = 16;
    for (int i = 0; i < 20000; i++) {
        const dbt_vec3 left_hip = random_vec(&seed, 1), left_knee = random_vec(&seed, 1);
        const dbt_leg_pose leg = dbt_leg_pose_of(left_hip, left_knee, random_vec(&seed, 1));
        const dbt_vec3 hip = random_vec(&seed, 1), goal = random_vec(&seed, 2);
        const double a = distance(leg.hip, leg.knee), b = distance(leg.knee, leg.foot);
        const double off = dbt_vec3_length(
            dbt_vec3_cross(dbt_vec3_sub(leg.knee, leg.hip), dbt_vec3_sub(leg.foot, leg.hip)));
        if (a < 0.1 || b < 0.1 || off < 0.02 || distance(leg.hip, leg.foot) < 0.1 ||
            distance(hip, goal) < 0.1)
            continue;
        const dbt_vec3 side = dbt_leg_bow_of_pose(&leg);
        const dbt_leg_pose now = reached(&leg, side, hip, goal);
        /* bones have the same lengths */
        expect_near(distance(now.hip, now.knee), a, 1e-10);
        expect_near(distance(now.knee, now.foot), b, 1e-10);
        /* the foot is at the target, or towards it as far as the leg reaches */
        const double wanted = distance(hip, goal);
        const double c = fmin(fmax(wanted, fabs(a - b)), a + b);
        expect_vec(now.foot, dbt_vec3_add_scaled(hip, c / wanted, dbt_vec3_sub(goal, hip)), 1e-10);
        /* the knee stays in its plane and on its side, both rotated by `arc` */
        const dbt_quat arc = dbt_quat_arc(dbt_vec3_sub(leg.foot, leg.hip), dbt_vec3_sub(goal, hip));
        const dbt_vec3 plane = dbt_quat_rotate(
            arc, dbt_vec3_cross(dbt_vec3_sub(leg.knee, leg.hip), dbt_vec3_sub(leg.foot, leg.hip)));
        const dbt_vec3 knee = dbt_vec3_sub(now.knee, hip);
        expect_near(dbt_vec3_dot(plane, knee) / dbt_vec3_length(plane), 0.0, 1e-9);
        const dbt_vec3 line = dbt_vec3_sub(now.foot, hip);
        if (c > fabs(a - b) + 1e-6 && c < a + b - 1e-6)
            assert_true(dbt_vec3_dot(dbt_vec3_cross(knee, line), plane) > 0.0);
        /* no joint rotates more than necessary: after `arc` the thigh rotates about the plane's
         * normal */
        const dbt_quat bend = dbt_quat_mul(reach(&leg, side, hip, goal).thigh, dbt_quat_conj(arc));
        expect_near(dbt_vec3_length(dbt_vec3_cross(vec(bend.x, bend.y, bend.z), plane)) /
                        dbt_vec3_length(plane),
                    0.0, 1e-6);
    }
}

TEST(arcs)
{
    uint64_t seed = 5;
    for (int i = 0; i < 2000; i++) {
        const dbt_vec3 a = random_vec(&seed, 1), b = random_vec(&seed, 1);
        const dbt_quat q = dbt_quat_arc(a, b);
        const double length = dbt_vec3_length(a) / dbt_vec3_length(b);
        expect_vec(dbt_quat_rotate(q, a), dbt_vec3_scale(b, length), 1e-9);
        expect_near(q.x * a.x + q.y * a.y + q.z * a.z, 0.0, 1e-12); /* no twist */
    }
    expect_vec(dbt_quat_rotate(dbt_quat_arc(vec(0, 2, 0), vec(0, -1, 0)), vec(0, 1, 0)),
               vec(0, -1, 0), 1e-12);
    expect_near(dbt_quat_arc(vec(0, 0, 0), vec(0, 1, 0)).w, 1.0, 0.0);
}

TEST(drops)
{
    const dbt_vec3 up = vec(0, 1, 0);
    /* straight down: 9.99 below a hip at 12 is 2.01 up */
    expect_near(dbt_leg_drop(9.99, vec(0, 12, 0), vec(0, 0, 0), up, 5), 2.01, 1e-12);
    expect_near(dbt_leg_drop(9.99, vec(0, 9.9, 0), vec(0, 0, 0), up, 5), 0.0, 0.0);
    /* 5.994 to the side leaves 0.8 of 9.99 */
    expect_near(dbt_leg_drop(9.99, vec(5.994, 9, 0), vec(0, 0, 0), up, 5), 9 - 7.992, 1e-12);
    expect_near(dbt_leg_drop(9.99, vec(0, 9, 5.994), vec(0, 0, 0), up, 0.5), 0.5, 0.0);
    expect_near(dbt_leg_drop(9.99, vec(0, 3, 11), vec(0, 0, 0), up, 5), 5.0,
                0.0); /* too far to the side */
    expect_near(dbt_leg_drop(9.99, vec(1, 2, 12), vec(1, 2, 0), vec(0, 0, 1), 5), 2.01, 1e-12);
    /* the minimum drop: after it the hip is at the end of its reach */
    uint64_t seed = 9;
    for (int i = 0; i < 2000; i++) {
        const dbt_vec3 hip =
            vec(random_in(&seed, -4, 4), random_in(&seed, 8, 14), random_in(&seed, -4, 4));
        const double drop = dbt_leg_drop(9.99, hip, vec(0, 0, 0), up, 100);
        const double length = dbt_vec3_length(dbt_vec3_add_scaled(hip, -drop, up));
        if (drop > 0.0)
            expect_near(length, 9.99, 1e-9);
        else
            assert_true(length <= 9.99);
    }
}

/* Bones of 5 and 5, hip 9 above the foot: 1 is left, of which at most 0.7 may be used. The first
 * 0.07 are used fully. Of the remaining 0.63, half is used if 0.63 is wanted, and a quarter if 0.21
 * is wanted. */
TEST(approaches_its_reach_softly)
{
    const dbt_leg_pose leg =
        dbt_leg_pose_of(vec(0, 9, 0), vec(0, 4.5, sqrt(25 - 4.5 * 4.5)), vec(0, 0, 0));
    expect_near(dbt_leg_max_reach(&leg), 9.7, 1e-12);
    expect_near(dbt_leg_soft_line(&leg, 8.0), 8.0, 0.0);
    expect_near(dbt_leg_soft_line(&leg, 9.07), 9.07, 1e-12);
    expect_near(dbt_leg_soft_line(&leg, 9.07 + 0.63 / 3.0), 9.07 + 0.63 / 4.0, 1e-12);
    expect_near(dbt_leg_soft_line(&leg, 9.07 + 0.63), 9.07 + 0.63 / 2.0, 1e-12);
    expect_near(dbt_leg_soft_line(&leg, 1e6), 9.7, 1e-6);
    const dbt_leg_pose straight = dbt_leg_pose_of(vec(0, 10, 0), vec(0, 5, 0), vec(0, 0, 0));
    expect_near(dbt_leg_max_reach(&straight), 10.0, 1e-12);
    expect_near(dbt_leg_soft_line(&straight, 11.0), 10.0, 1e-12);
}

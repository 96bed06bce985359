/* bridge-learned in one gap. Without corrections it equals the closed form. With any corrections it
 * meets both ends in value and velocity, at any frame rate and any position and heading of the
 * character. */
#include "vectors.h"
#include "walker.h"

#include "small_bridge.h"

#include "method/transition.h"
#include "motion/pose.h"
#include "motion/track.h"
#include "net/model.h"

enum { N = 6, HIPS = 1 };

static dbt_clip walk;
static dbt_model *silent, *loud;

static dbt_model *model_of(const dbt_body *body, double loudness)
{
    dbt_buffer file = { 0 };
    dbt_error err;
    assert_true(small_bridge_write(body, 11, loudness, &file));
    dbt_model *model = dbt_model_read(file.bytes, file.size, "made", &err);
    if (!model)
        fail_msg("%s", err.msg);
    dbt_buffer_release(&file);
    return model;
}

static int set_up(void **unused)
{
    (void)unused;
    dbt_track track;
    dbt_body body;
    dbt_error err;
    walk = walker_clip(0.4);
    if (!dbt_track_init(&track, &walk, &walk.skeleton, walk.frame_time, DBT_INTERPOLATE_HERMITE,
                        &err) ||
        !dbt_body_init(&body, &track, 1, 1, NULL, 1, &err))
        fail_msg("%s", err.msg);
    silent = model_of(&body, 0.0);
    loud = model_of(&body, 0.8);
    dbt_body_release(&body);
    dbt_track_release(&track);
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    dbt_model_free(silent);
    dbt_model_free(loud);
    walker_release(&walk);
    return 0;
}

/* ---- gaps ---- */

/* The poses at both ends of a gap, and the velocities there. Near the ends each joint moves and
 * rotates steadily. */
typedef struct gap {
    dbt_transform src[N], dst[N];
    dbt_vec3 src_vel, dst_vel;       /* of the hips */
    dbt_vec3 src_ang[N], dst_ang[N]; /* parent space */
} gap;

static gap gap_of(void)
{
    uint64_t random = 3;
    gap g;
    dbt_pose_from_values(&walk.skeleton, dbt_clip_frame(&walk, 10), g.src);
    dbt_pose_from_values(&walk.skeleton, dbt_clip_frame(&walk, 22), g.dst);
    g.src_vel = random_vec(&random, 80.0);
    g.dst_vel = random_vec(&random, 80.0);
    for (int j = 0; j < N; j++) {
        g.src_ang[j] = j > 0 ? random_vec(&random, 3.0) : DBT_VEC3_ZERO;
        g.dst_ang[j] = j > 0 ? random_vec(&random, 3.0) : DBT_VEC3_ZERO;
    }
    return g;
}

/* Writes the pose t seconds after the pose of an end. */
static void moved(const dbt_transform *pose, dbt_vec3 vel, const dbt_vec3 *ang, double t,
                  dbt_transform *out)
{
    for (int j = 0; j < N; j++) {
        out[j].pos = j == HIPS ? dbt_vec3_add_scaled(pose[j].pos, t, vel) : pose[j].pos;
        out[j].rot = dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(ang[j], t)), pose[j].rot);
    }
}

/* Writes the frames 0 to n of a gap of n frames into out[n + 1][N]. */
static void fill(const gap *g, const dbt_model *model, double dt, int n, dbt_transform (*out)[N])
{
    dbt_transform before[N], after[N], past[DBT_BRIDGE_PAST][N];
    dbt_tuning tuning = dbt_tuning_default(dbt_method_find("bridge-learned", NULL));
    dbt_error err;
    tuning.model = model;
    if (!tuning.method->fits(&tuning, &walk.skeleton, 1, dt, &err))
        fail_msg("%s", err.msg);
    moved(g->src, g->src_vel, g->src_ang, -dt, before);
    moved(g->dst, g->dst_vel, g->dst_ang, dt, after);
    dbt_transition_start start = { .tuning = &tuning,
                                   .skeleton = &walk.skeleton,
                                   .motion_root = HIPS,
                                   .up = 1,
                                   .dt = dt,
                                   .src = g->src,
                                   .src_before = before,
                                   .dst = g->dst,
                                   .dst_after = after,
                                   .gap = (size_t)n };
    for (int p = 0; p < DBT_BRIDGE_PAST; p++) {
        moved(g->src, g->src_vel, g->src_ang, -(double)dbt_bridge_past_frames(p, dt) * dt, past[p]);
        start.long_past[p] = past[p];
    }
    dbt_transition *transition = dbt_transition_begin(&start, &err);
    assert_non_null(transition);
    for (int k = 0; k <= n; k++)
        dbt_transition_eval(transition, k, g->dst, NULL, out[k]);
    dbt_transition_free(transition);
}

static void expect_pose(const dbt_transform *pose, const dbt_transform *expected, double off,
                        double angle)
{
    for (int j = 0; j < N; j++) {
        expect_near(distance(pose[j].pos, expected[j].pos), 0.0, off);
        expect_near(dbt_quat_angle_between(pose[j].rot, expected[j].rot), 0.0, angle);
    }
}

/* ---- tests ---- */

/* Returns (1 - e^(-yt)) / y, y = ln 2 / halflife. */
static double decayed(double halflife, double t)
{
    return (1.0 - exp2(-t / halflife)) * halflife / log(2.0);
}

/* Both sides continue with velocities that decay, with a half-life of 0.25 s for positions and 0.05
 * s for rotations. Smoothstep fades the old side into the new one. */
TEST(without_corrections_it_is_the_closed_form)
{
    enum { GAP = 21 };
    const double dt = 1.0 / 60.0;
    const gap g = gap_of();
    static dbt_transform out[GAP + 1][N];
    fill(&g, silent, dt, GAP, out);
    for (int k = 0; k <= GAP; k++) {
        const double t = k * dt, left = (GAP - k) * dt, u = (double)k / GAP;
        const double a = u * u * (3.0 - 2.0 * u);
        dbt_transform e[N], f[N], expected[N];
        moved(g.src, g.src_vel, g.src_ang, decayed(0.05, t), e);
        moved(g.dst, g.dst_vel, g.dst_ang, -decayed(0.05, left), f);
        for (int j = 0; j < N; j++) {
            const dbt_vec3 rotation =
                dbt_quat_difference(f[j].rot, e[j].rot); /* the shorter rotation in all frames */
            expected[j].rot = dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(rotation, a)), e[j].rot);
            expected[j].pos = g.src[j].pos;
        }
        expected[HIPS].pos =
            dbt_vec3_lerp(dbt_vec3_add_scaled(g.src[HIPS].pos, decayed(0.25, t), g.src_vel),
                          dbt_vec3_add_scaled(g.dst[HIPS].pos, -decayed(0.25, left), g.dst_vel), a);
        expect_pose(out[k], expected, 1e-9, 1e-7);
    }
}

/* Frames are so short that the difference of two poses gives the velocity. */
TEST(both_ends_are_met_in_value_and_velocity)
{
    enum { GAP = 4000 };
    const double dt = 1e-4; /* the gap is 12 frames of 30 a second */
    const gap g = gap_of();
    dbt_transform(*corrected)[N] = malloc(sizeof(dbt_transform[N]) * (GAP + 1));
    dbt_transform(*uncorrected)[N] = malloc(sizeof(dbt_transform[N]) * (GAP + 1));
    assert_non_null(corrected);
    assert_non_null(uncorrected);
    fill(&g, loud, dt, GAP, corrected);
    fill(&g, silent, dt, GAP, uncorrected);
    dbt_transform after[N], before[N];
    moved(g.src, g.src_vel, g.src_ang, dt, after);
    moved(g.dst, g.dst_vel, g.dst_ang, -dt, before);
    expect_pose(corrected[0], g.src, 0.0, 1e-15);
    expect_pose(corrected[GAP], g.dst, 0.0, 1e-15);
    expect_pose(corrected[1], after, 0.02 * 80.0 * dt,
                0.02 * 3.0 * dt); /* velocities equal within 2 % */
    expect_pose(corrected[GAP - 1], before, 0.02 * 80.0 * dt, 0.02 * 3.0 * dt);
    for (int j = HIPS; j < N; j++) /* between the ends corrections are large */
        assert_true(strcmp(walk.skeleton.joints[j].name, "Fixed") == 0 ||
                    dbt_quat_angle_between(corrected[GAP / 2][j].rot, uncorrected[GAP / 2][j].rot) >
                        0.05);
    assert_true(dbt_vec3_length(dbt_vec3_sub(corrected[GAP / 2][HIPS].pos,
                                             uncorrected[GAP / 2][HIPS].pos)) > 1.0);
    free(corrected);
    free(uncorrected);
}

/* Equal velocities at 30 and 120 frames a second give equal bridges, to single precision. After the
 * gap the hips move straight: chords of the arc of a rotating limb would depend on the frame rate.
 */
TEST(the_frame_rate_does_not_matter)
{
    enum { GAP = 13 };
    gap g = gap_of();
    memset(g.dst_ang, 0, sizeof g.dst_ang);
    static dbt_transform slow[GAP + 1][N], fast[4 * GAP + 1][N];
    fill(&g, loud, 1.0 / 30.0, GAP, slow);
    fill(&g, loud, 1.0 / 120.0, 4 * GAP, fast);
    for (int k = 0; k <= GAP; k++)
        expect_pose(fast[4 * k], slow[k], 1e-4, 1e-6);
}

static void move_world(dbt_transform *pose, dbt_quat rotation, dbt_vec3 shift)
{
    pose[0].pos = dbt_vec3_add(dbt_quat_rotate(rotation, pose[0].pos), shift);
    pose[0].rot = dbt_quat_mul(rotation, pose[0].rot);
}

/* Seen from the character, its position and heading do not change the result. */
TEST(the_world_may_be_rotated_and_moved)
{
    enum { GAP = 13 };
    const dbt_quat rotation = dbt_quat_about_axis(1, 2.1);
    const dbt_vec3 shift = { 300.0, 0.0, -70.0 };
    gap g = gap_of();
    static dbt_transform here[GAP + 1][N], there[GAP + 1][N];
    fill(&g, loud, 1.0 / 30.0, GAP, here);
    move_world(g.src, rotation, shift);
    move_world(g.dst, rotation, shift);
    fill(&g, loud, 1.0 / 30.0, GAP, there);
    for (int k = 0; k <= GAP; k++) {
        move_world(here[k], rotation, shift);
        expect_pose(there[k], here[k], 1e-4, 1e-6);
    }
}

TEST(a_skeleton_that_does_not_fit_is_refused)
{
    dbt_error err;
    assert_string_equal(dbt_model_method(loud), "bridge-learned");
    assert_true(dbt_model_serves(loud, "bridge-learned", &walk.skeleton, 1, &err));
    assert_false(dbt_model_serves(loud, "dead-learned", &walk.skeleton, 1, &err));
    assert_string_equal(err.msg, "a model for bridge-learned, expected one for dead-learned");
    assert_false(dbt_model_serves(loud, "bridge-learned", &walk.skeleton, 2, &err));
    assert_string_equal(err.msg, "trained with y up, but here z is up (--up)");
    dbt_joint *leg = &walk.skeleton.joints[N - 1];
    leg->offset = dbt_vec3_scale(leg->offset, 100.0);
    assert_false(dbt_model_serves(loud, "bridge-learned", &walk.skeleton, 1, &err));
    assert_non_null(strstr(err.msg, "are the units the same?"));
    leg->offset = dbt_vec3_scale(leg->offset, 0.01);
    const int parent = leg->parent;
    leg->parent = HIPS;
    assert_false(dbt_model_serves(loud, "bridge-learned", &walk.skeleton, 1, &err));
    assert_int_equal(err.code, DBT_E_SKELETON);
    leg->parent = parent;
}

AROUND_TESTS(set_up, tear_down)

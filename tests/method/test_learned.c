/* dead-learned in a sequence: at the cut, after it and at the end, compared with steps of the
 * model. */
#include "small_model.h"

#include "net/safetensors.h"
#include "motion/pose.h"
#include "blend/player.h"

enum { N = 6, HIPS = 1, CUT = 20, N_OUT = 80 };

static const char name[] = "small.safetensors";
static dbt_buffer file;
static dbt_model *model;
static dbt_clip walk, curve, steady, fine; /* fine: two frames, at twice the rate */

/* A clip in steady motion, each joint about one axis, so that velocities do not depend on the frame
 * rate. */
static dbt_clip steady_clip(double frame_time, int n_frames)
{
    dbt_buffer text = { 0 };
    walker_add_hierarchy(&text, false, "Leg");
    dbt_buffer_format(&text, "Frames: %d\nFrame Time: ", n_frames);
    dbt_buffer_exact(&text, frame_time);
    dbt_buffer_text(&text, "\n");
    for (int f = 0; f < n_frames; f++) {
        const double t = frame_time * f;
        const double values[WALKER_CHANNELS] = {
            3.0, 5.0,       20.0, 30.0 * t, 90.0, 80.0 * t, 10.0, 20.0,     40.0 * t, 25.0 * t, 0.0,
            0.0, -30.0 * t, 0.0,  0.0,      7.0,  -8.0,     40.0, 60.0 * t, 0.0,      0.0
        };
        walker_add_frame(&text, values);
    }
    return read_bvh(text.bytes, text.size, "made");
}

static int set_up(void **unused)
{
    (void)unused;
    file = small_model_train(7, 1, false, NULL);
    model = small_model_read(&file);
    walk = walker_clip(0.3);
    curve = walker_clip(2.0);
    steady = steady_clip(0.05, WALKER_FRAMES);
    fine = steady_clip(0.025, 2);
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    dbt_model_free(model);
    dbt_buffer_release(&file);
    walker_release(&walk);
    walker_release(&curve);
    walker_release(&steady);
    walker_release(&fine);
    return 0;
}

/* ---- sequences ---- */

typedef struct run {
    dbt_transform out[N_OUT][N];
    dbt_transform target[N_OUT][N]; /* from the cut */
    size_t n_frames;
    dbt_cut_frames at;
} run;

static void pose_of(const dbt_frame *frame, dbt_transform *pose)
{
    dbt_transform clip_pose[N];
    if (frame->clip)
        dbt_pose_from_values(&frame->clip->skeleton, dbt_clip_frame(frame->clip, frame->clip_frame),
                             clip_pose);
    for (int j = 0; j < N; j++) {
        const bool is_clip = frame->clip && (!frame->from_clip || frame->from_clip[j]);
        pose[j] = is_clip ? clip_pose[j] : frame->local[j];
    }
}

/* Joins `source` and the clip `curve` by dead-learned, with the cut at CUT / 20 s. grid: a clip
 * with the output's frame rate; NULL: the first clip. */
static run run_of(const dbt_clip *source, const dbt_clip *grid, bool extrapolate)
{
    dbt_segment segments[2] = { { .clip = source }, { .clip = &curve } };
    dbt_error err;
    segments[1].at = (dbt_time){ .value = CUT * 0.05 };
    segments[1].tuning = dbt_tuning_default(dbt_method_find("dead-learned", NULL));
    segments[1].tuning.file = (dbt_span){ name, name + sizeof name - 1 };
    segments[1].tuning.model = model;
    const dbt_sequence_spec spec = { .segments = segments,
                                     .n_segments = 2,
                                     .up = 1,
                                     .grid = grid,
                                     .has_until = true,
                                     .until = { .value = 1.9 },
                                     .extrapolation = extrapolate ? DBT_EXTRAPOLATE_SOURCE
                                                                  : DBT_EXTRAPOLATE_NONE };
    dbt_sequence *sequence = dbt_sequence_new(&spec, &err);
    if (!sequence)
        fail_msg("%s", err.msg);
    dbt_player *player = dbt_player_new(sequence, false, &err);
    assert_non_null(player);
    run r = { .n_frames = sequence->timeline.n_frames, .at = sequence->timeline.clips[1].at };
    assert_true(r.n_frames <= N_OUT);
    for (size_t f = 0; f < r.n_frames; f++) {
        dbt_frame frame;
        if (!dbt_player_next(player, &frame, &err))
            fail_msg("%s", err.msg);
        pose_of(&frame, r.out[f]);
        if (f >= r.at.cut)
            dbt_player_clip_pose(player, 1, f, r.target[f]);
    }
    dbt_player_free(player);
    dbt_sequence_free(sequence);
    return r;
}

static void expect_same_pose(const dbt_transform *a, const dbt_transform *b, double distance,
                             double angle)
{
    for (int j = 0; j < N; j++) {
        expect_near(dbt_vec3_length(dbt_vec3_sub(a[j].pos, b[j].pos)), 0.0, distance);
        expect_near(dbt_quat_angle_between(a[j].rot, b[j].rot), 0.0, angle);
    }
}

static void source_pose(const dbt_clip *clip, size_t frame, dbt_transform *pose)
{
    dbt_pose_from_values(&clip->skeleton, dbt_clip_frame(clip, frame), pose);
}

/* ---- tests ---- */

TEST(starts_at_the_source_and_ends_at_the_target)
{
    const run r = run_of(&walk, NULL, false);
    dbt_transform source[N];
    assert_int_equal(r.at.cut, CUT);
    assert_int_equal(r.at.end, CUT + 4); /* 0.2 s */
    source_pose(&walk, CUT, source);
    assert_memory_equal(r.out[CUT], source, sizeof source);
    for (size_t f = r.at.end; f < r.n_frames; f++)
        expect_same_pose(r.out[f], r.target[f], 1e-9, 1e-7);
    for (size_t f = r.at.cut + 1; f < r.at.end; f++) /* not the target yet */
        assert_true(dbt_quat_angle_between(r.out[f][HIPS].rot, r.target[f][HIPS].rot) > 1e-3);
}

TEST(is_finite_and_the_same_again)
{
    for (int backward = 0; backward < 2; backward++) {
        const run a = run_of(&walk, NULL, backward == 1), b = run_of(&walk, NULL, backward == 1);
        assert_memory_equal(a.out, b.out, sizeof a.out);
        for (size_t f = 0; f < a.n_frames; f++)
            for (int j = 0; j < N; j++) {
                const dbt_transform *t = &a.out[f][j];
                assert_true(isfinite(t->pos.x + t->pos.y + t->pos.z));
                expect_near(dbt_quat_dot(t->rot, t->rot), 1.0, 1e-9);
            }
    }
}

/* Returns the world transform of the motion root. Only World is above it. */
static dbt_transform hips_of(const dbt_transform *pose)
{
    return dbt_transform_mul(pose[0], pose[HIPS]);
}

/* Computes the state of the source at the cut from its poses. */
static void state_at_cut(const dbt_clip *clip, dbt_body_root *root, dbt_body_joint *rotating,
                         const int *joints)
{
    dbt_transform pose[N];
    dbt_vec3 points[3];
    dbt_quat rots[3][WALKER_ROTATING];
    const dbt_quat *const rows[3] = { rots[0], rots[1], rots[2] };
    for (size_t i = 0; i < 3; i++) {
        source_pose(clip, CUT - i, pose);
        points[i] = hips_of(pose).pos;
        rots[i][0] = hips_of(pose).rot;
        for (int k = 1; k < WALKER_ROTATING; k++)
            rots[i][k] = pose[joints[k]].rot;
    }
    dbt_body_state_of(WALKER_ROTATING, 0.05, points, rows, root, rotating);
}

/* Also far beyond the trained window. Joints without network outputs keep their pose: World, and
 * Fixed, which never rotates in training. */
TEST(the_output_continues_by_steps_of_the_model)
{
    static float room[DBT_MODEL_SCRATCH + WALKER_ROTATING * DBT_MODEL_SCRATCH_PER_JOINT];
    const run r = run_of(&walk, NULL, true);
    dbt_body_root root;
    dbt_body_joint rotating[WALKER_ROTATING];
    int joints[WALKER_ROTATING];
    assert_true(dbt_model_fits(model, &walk.skeleton, joints, NULL));
    state_at_cut(&walk, &root, rotating, joints);
    for (size_t f = CUT; f < r.n_frames; f++) {
        const dbt_transform hips = hips_of(r.out[f]);
        if (f > CUT)
            dbt_model_step(model, 0.05 * (double)(f - CUT), room, &root, rotating);
        expect_near(dbt_vec3_length(dbt_vec3_sub(hips.pos, root.pos)), 0.0, 1e-9);
        expect_near(dbt_quat_angle_between(hips.rot, rotating[0].rot), 0.0, 1e-7);
        for (int k = 1; k < WALKER_ROTATING; k++)
            expect_near(dbt_quat_angle_between(r.out[f][joints[k]].rot, rotating[k].rot), 0.0,
                        1e-7);
        expect_near(dbt_quat_angle_between(r.out[f][4].rot, r.out[CUT][4].rot), 0.0, 1e-7);
    }
    /* the body moved */
    assert_true(dbt_vec3_length(dbt_vec3_sub(r.out[CUT + 5][HIPS].pos, r.out[CUT][HIPS].pos)) >
                1.0);
}

TEST(joints_above_the_motion_root_are_held)
{
    const run r = run_of(&walk, NULL, true);
    for (size_t f = CUT; f < r.n_frames; f++) {
        expect_near(dbt_vec3_length(dbt_vec3_sub(r.out[f][0].pos, r.out[CUT][0].pos)), 0.0, 0.0);
        assert_memory_equal(&r.out[f][0].rot, &r.out[CUT][0].rot, sizeof(dbt_quat));
    }
}

/* The network's inputs have single precision. If one rounds differently, a step differs slightly,
 * and differences add up. */
TEST(twice_the_rate_takes_the_same_steps)
{
    const run r = run_of(&steady, NULL, true), twice = run_of(&steady, &fine, true);
    assert_int_equal(twice.at.cut, 2 * r.at.cut);
    for (size_t f = CUT; f < r.n_frames; f++)
        expect_same_pose(twice.out[2 * f], r.out[f], 1e-4, 1e-5);
    for (size_t f = CUT; f + 1 < r.n_frames; f++) { /* odd frames lie between their neighbours */
        const dbt_vec3 middle =
            dbt_vec3_lerp(hips_of(r.out[f]).pos, hips_of(r.out[f + 1]).pos, 0.5);
        expect_near(dbt_vec3_length(dbt_vec3_sub(hips_of(twice.out[2 * f + 1]).pos, middle)), 0.0,
                    1e-4);
    }
}

/* Returns the maximum world speed of all joints, units/s. */
static double fastest_of(const run *r)
{
    double fastest = 0.0;
    dbt_transform world[2][N];
    for (size_t f = CUT; f < r->n_frames; f++) {
        dbt_pose_world(&walk.skeleton, r->out[f], world[f % 2]);
        for (int j = 0; f > CUT && j < N; j++) {
            const dbt_vec3 backward = dbt_vec3_sub(world[f % 2][j].pos, world[1 - f % 2][j].pos);
            fastest = fmax(fastest, dbt_vec3_length(backward) / 0.05);
        }
    }
    return fastest;
}

/* Exchanges *value with the model's maximum world speed of any joint. */
static void change_fastest(float *value)
{
    dbt_tensors tensors;
    dbt_error err;
    assert_true(dbt_tensors_read(&tensors, file.bytes, file.size, "small", &err));
    const dbt_tensor *speeds = dbt_tensors_find(&tensors, "speed.max", 1, &err);
    float before[2 + WALKER_ROTATING];
    assert_non_null(speeds);
    assert_int_equal(speeds->shape[0], 2 + WALKER_ROTATING); /* the last speed is of any joint */
    assert_true(dbt_tensors_values(&tensors, speeds, before, &err));
    char *last = file.bytes + (tensors.data - file.bytes) + speeds->end - sizeof *value;
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    for (size_t i = 0; i < sizeof bits; i++)
        last[i] = (char)(bits >> 8 * i & 255); /* little-endian on any machine */
    dbt_tensors_release(&tensors);
    *value = before[1 + WALKER_ROTATING];
    dbt_model_free(model);
    model = small_model_read(&file);
}

TEST(no_joint_is_faster_than_in_training)
{
    const run before = run_of(&walk, NULL, true);
    const double slow = 0.5 * fastest_of(&before);
    float value = (float)slow;
    change_fastest(&value);
    const run r = run_of(&walk, NULL, true);
    change_fastest(&value);
    /* chords of slower rotations are shorter by slightly different factors */
    expect_near(fastest_of(&r), slow, 0.02 * slow);
}

/* A clip with the same motion and another order of joints gives the same result, also at the speed
 * limit. */
TEST(joints_in_any_order)
{
    static const int other[N] = { 0, 1, 4, 5, 2, 3 };
    dbt_clip limb_first = walker_clip_ordered(0.3, true);
    for (int limited = 0; limited < 2; limited++) {
        const run fast = run_of(&walk, NULL, true);
        float value = (float)(0.5 * fastest_of(&fast));
        if (limited)
            change_fastest(&value);
        const run a = run_of(&walk, NULL, true), b = run_of(&limb_first, NULL, true);
        if (limited)
            change_fastest(&value);
        for (int j = 0; j < N; j++)
            assert_string_equal(walk.skeleton.joints[j].name,
                                limb_first.skeleton.joints[other[j]].name);
        for (size_t f = 0; f < a.n_frames; f++)
            for (int j = 0; j < N; j++) {
                const dbt_transform *p = &a.out[f][j], *q = &b.out[f][other[j]];
                expect_near(dbt_vec3_length(dbt_vec3_sub(p->pos, q->pos)), 0.0, 1e-9);
                expect_near(dbt_quat_angle_between(p->rot, q->rot), 0.0, 1e-7);
            }
    }
    walker_release(&limb_first);
}

static void expect_refused(const dbt_clip *clip, int up, const dbt_clip *grid, dbt_code code,
                           const char *why)
{
    dbt_segment segments[2] = { { .clip = clip }, { .clip = clip } };
    dbt_error err = { .code = DBT_OK };
    segments[1].at = (dbt_time){ .value = 0.5 };
    segments[1].tuning = dbt_tuning_default(dbt_method_find("dead-learned", NULL));
    segments[1].tuning.file = (dbt_span){ name, name + sizeof name - 1 };
    segments[1].tuning.model = model;
    const dbt_sequence_spec spec = {
        .segments = segments, .n_segments = 2, .up = up, .grid = grid
    };
    assert_null(dbt_sequence_new(&spec, &err));
    assert_int_equal(err.code, code);
    if (!strstr(err.msg, why))
        fail_msg("'%s', expected '%s'", err.msg, why);
}

TEST(refuses_what_it_was_not_trained_for)
{
    dbt_clip slow = steady_clip(6.0, 2); /* 120 steps of the model's 0.05 s */
    expect_refused(&walk, 2, NULL, DBT_E_PARAM, "y up, but here z");
    expect_refused(&walk, 1, &slow, DBT_E_LIMIT, "more than 100 steps");
    for (int j = 0; j < walk.skeleton.n_joints; j++)
        walk.skeleton.joints[j].offset = dbt_vec3_scale(walk.skeleton.joints[j].offset, 0.01);
    expect_refused(&walk, 1, NULL, DBT_E_SKELETON, "0.01 times the size");
    for (int j = 0; j < walk.skeleton.n_joints; j++)
        walk.skeleton.joints[j].offset = dbt_vec3_scale(walk.skeleton.joints[j].offset, 100.0);
    walker_release(&slow);
}

AROUND_TESTS(set_up, tear_down)

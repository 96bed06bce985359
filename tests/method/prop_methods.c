/* Properties of every transition method in the registry, so new methods are tested without an edit.
 * Then closed forms of each present method. What a method must fulfil follows from its declaration:
 * kind, parameters, flags. Exceptions are in the lists below and in dbtool-internals(7). */
#include "vectors.h"

#include "method/response.h"
#include "method/transition.h"

enum { N = 4, MAX_FRAMES = 8000 };

/* ---- a small skeleton and random scenes on it ---- */

static char names[N][8] = { "root", "spine", "prop", "head" };

/* root and prop also move, spine and head only rotate */
static dbt_joint joints[N];
static const dbt_skeleton skeleton = { .joints = joints, .n_joints = N, .n_channels = 18 };

static int make_skeleton(void **unused)
{
    (void)unused;
    static const uint8_t all[] = { DBT_XPOSITION, DBT_YPOSITION, DBT_ZPOSITION,
                                   DBT_ZROTATION, DBT_XROTATION, DBT_YROTATION };
    int first = 0;
    for (int j = 0; j < N; j++) {
        const int n = j % 2 ? 3 : 6;
        joints[j] = (dbt_joint){ .name = names[j],
                                 .parent = j - 1,
                                 .offset = { 0, 10, j },
                                 .first_channel = first,
                                 .n_channels = (uint8_t)n,
                                 .last_end_site = -1 };
        memcpy(joints[j].channels, all + 6 - n, (size_t)n);
        dbt_joint_derive(&joints[j]);
        first += n;
    }
    return 0;
}

/* Source and target in steady motion. Poses are known at any time. Differences of neighbouring
 * frames give the velocities at any frame rate. */
typedef struct scene {
    dbt_motion src[N], dst[N];
    dbt_joint_limits limits[N];
    double factors[N];
} scene;

static dbt_vec3 random_inside(uint64_t *state, double longest)
{
    for (;;) {
        const double x = random_in(state, -1, 1), y = random_in(state, -1, 1);
        const dbt_vec3 v = { x, y, random_in(state, -1, 1) };
        if (dbt_vec3_length(v) <= 1.0)
            return dbt_vec3_scale(v, longest);
    }
}

static dbt_quat random_rotation(uint64_t *state)
{
    return dbt_quat_exp(random_inside(state, DBT_PI));
}

/* Returns a scene with offsets up to `offset` (rad, units) and velocities up to `speed` (rad/s,
 * units/s). */
static scene random_scene(uint64_t *state, double offset, double speed)
{
    scene s;
    for (int j = 0; j < N; j++) {
        s.src[j] = s.dst[j] = (dbt_motion){ .at.pos = joints[j].offset };
        s.dst[j].at.rot = random_rotation(state);
        s.src[j].at.rot = dbt_quat_mul(dbt_quat_exp(random_inside(state, offset)), s.dst[j].at.rot);
        s.dst[j].ang = random_inside(state, speed);
        s.src[j].ang = random_inside(state, speed);
        if (joints[j].has_pos) {
            s.dst[j].at.pos = random_inside(state, 50.0);
            s.src[j].at.pos = dbt_vec3_add(s.dst[j].at.pos, random_inside(state, offset));
            s.dst[j].vel = random_inside(state, speed);
            s.src[j].vel = random_inside(state, speed);
        }
        const dbt_quat near = dbt_quat_exp(random_inside(state, 0.8));
        s.limits[j] = (dbt_joint_limits){
            .limited = j > 0,
            .ref = dbt_quat_mul(s.src[j].at.rot, near),
            .min = dbt_vec3_add(random_inside(state, 0.3), (dbt_vec3){ -0.6, -0.6, -0.6 }),
            .max = dbt_vec3_add(random_inside(state, 0.3), (dbt_vec3){ 0.6, 0.6, 0.6 }),
        };
        s.factors[j] = 1.0;
    }
    return s;
}

/* Widens the limits, so that no joint soon reaches them. */
static void widen(scene *s)
{
    for (int j = 0; j < N; j++) {
        s->limits[j].min = (dbt_vec3){ -2.5, -2.5, -2.5 };
        s->limits[j].max = (dbt_vec3){ 2.5, 2.5, 2.5 };
    }
}

static dbt_transform moved(const dbt_motion *m, double t)
{
    return (dbt_transform){ dbt_vec3_add_scaled(m->at.pos, t, m->vel),
                            dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(m->ang, t)), m->at.rot) };
}

static void pose_at(const dbt_motion *motions, double t, dbt_transform *pose)
{
    for (int j = 0; j < N; j++)
        pose[j] = t == 0.0 ? motions[j].at : moved(&motions[j], t);
}

/* The frames of the last transition. */
static dbt_transform output[MAX_FRAMES][N];

static dbt_transition *begin_at(const dbt_tuning *tuning, const scene *s, double dt, size_t before,
                                size_t gap)
{
    dbt_transform src[N], src_before[N], dst[N], dst_after[N];
    pose_at(s->src, 0.0, src);
    pose_at(s->src, -dt, src_before);
    pose_at(s->dst, 0.0, dst);
    pose_at(s->dst, dt, dst_after);
    const dbt_transition_start start = { .tuning = tuning,
                                         .skeleton = &skeleton,
                                         .up = 1,
                                         .dt = dt,
                                         .factors = s->factors,
                                         .src = src,
                                         .src_before = src_before,
                                         .dst = dst,
                                         .dst_after = dst_after,
                                         .before = before,
                                         .gap = gap,
                                         .limits = s->limits };
    dbt_transition *transition = dbt_transition_begin(&start, NULL);
    assert_non_null(transition);
    return transition;
}

static dbt_transition *begin(const dbt_tuning *tuning, const scene *s, double dt)
{
    return begin_at(tuning, s, dt, 0, 0);
}

static void step(dbt_transition *transition, const scene *s, double dt, size_t n)
{
    dbt_transform target[N], source[N];
    pose_at(s->dst, (double)n * dt, target);
    pose_at(s->src, (double)n * dt, source);
    dbt_transition_eval(transition, (ptrdiff_t)n, target, source, output[n]);
}

/* Returns the frame, counted from the cut, at which a joint's transition ends. */
static size_t joint_end(const dbt_transition *transition, int joint)
{
    size_t n = 0;
    while (!dbt_transition_joint_is_over(transition, joint, (ptrdiff_t)n))
        n++;
    return n;
}

static size_t last_end(const dbt_transition *transition)
{
    size_t last = 0;
    for (int j = 0; j < N; j++) {
        const size_t end = joint_end(transition, j);
        last = end > last ? end : last;
    }
    return last;
}

/* Writes output[0] up to the end of all joints' transitions, at most output[limit]. Returns the
 * end's frame, counted from the cut. */
static size_t run(const dbt_tuning *tuning, const scene *s, double dt, size_t limit)
{
    dbt_transition *transition = begin(tuning, s, dt);
    const size_t end = last_end(transition);
    assert_true(limit < MAX_FRAMES);
    for (size_t n = 0; n <= end && n <= limit; n++)
        step(transition, s, dt, n);
    dbt_transition_free(transition);
    return end;
}

static void expect_pose(const dbt_tuning *tuning, size_t n, const dbt_transform *actual,
                        const dbt_transform *expected, double tolerance)
{
    for (int j = 0; j < N; j++) {
        const double turned = angle_between(actual[j].rot, expected[j].rot);
        const double off = distance(actual[j].pos, expected[j].pos);
        if (!(turned <= tolerance && off <= tolerance))
            fail_msg("%s, frame %zu, joint %d: off by %g rad, %g units, expected %g",
                     tuning->method->name, n, j, turned, off, tolerance);
    }
}

/* ---- every method, with its defaults and with each value of its switches and choices ---- */

typedef void setting_test(const dbt_tuning *tuning, uint64_t *state);

static void for_each_setting(setting_test *test)
{
    for (int m = 0; m < dbt_n_methods; m++) {
        const dbt_method *method = dbt_methods[m];
        if (method->file) /* needs a model: test_learned.c, test_bridge_learned.c */
            continue;
        uint64_t state = 1000;
        dbt_tuning tuning = dbt_tuning_default(method);
        test(&tuning, &state);
        for (int p = 0; p < method->n_params; p++) {
            if (method->params[p].type == DBT_PARAM_NUMBER)
                continue;
            for (int value = 0; value <= (int)method->params[p].max; value++) {
                tuning = dbt_tuning_default(method);
                if (tuning.values[p] == value)
                    continue;
                tuning.values[p] = value;
                test(&tuning, &state);
            }
        }
    }
}

static bool is_named(const dbt_tuning *tuning, const char *name)
{
    return strcmp(tuning->method->name, name) == 0;
}

static bool is_jump(const dbt_tuning *tuning)
{
    return !tuning->method->duration; /* bridge-linear: without a gap */
}

static bool is_linear(const dbt_tuning *tuning)
{
    return strcmp(dbt_curve_names[(int)dbt_tuning_get(tuning, "curve", 0.0)], "linear") == 0;
}

/* ---- value at both ends ---- */

static void check_value_at_cut(const dbt_tuning *tuning, uint64_t *state)
{
    for (int i = 0; i < 50; i++) {
        const scene s = random_scene(state, 3.1, 8.0);
        run(tuning, &s, 1.0 / 30.0, 0);
        dbt_transform expected[N];
        pose_at(is_jump(tuning) ? s.dst : s.src, 0.0, expected);
        assert_memory_equal(output[0], expected, sizeof expected);
    }
}

TEST(at_the_cut_the_output_is_the_source_exactly)
{
    for_each_setting(check_value_at_cut);
}

/* dbtool-internals(7), TIME AND RESAMPLING: a transition is over at the first frame k > 0 with
 * k dt >= t_end (1 - 1e-4). */
static size_t expected_end(const dbt_tuning *tuning, double factor, double dt)
{
    const double length =
        dbt_tuning_get(tuning, "blend_time", 0.0) +
        12.0 * (is_named(tuning, "inertialize-spring") ? dbt_tuning_get(tuning, "halflife", 0.0)
                                                       : 0.0);
    const double enough = length * factor * (1.0 - 1e-4);
    size_t k = 0;
    if (is_jump(tuning) || enough == 0.0)
        return 0;
    for (k = 1; (double)k * dt < enough; k++)
        continue;
    return k;
}

static void check_end(const dbt_tuning *tuning, uint64_t *state)
{
    static const double rates[] = { 30.0, 60.0, 24.0, 120.0, 1.0 / 0.0333333, 1.0 / 0.008333 };
    for (int i = 0; i < 12; i++) {
        scene s = random_scene(state, 3.1, 8.0);
        s.factors[1] = 0.0;
        s.factors[2] = 0.5;
        s.factors[3] = i % 2 ? 2.0 : 0.37;
        const double dt = 1.0 / rates[i % 6];
        dbt_transition *transition = begin(tuning, &s, dt);
        size_t longest = 0;
        for (int j = 0; j < N; j++) {
            const size_t end = expected_end(tuning, s.factors[j], dt);
            assert_int_equal(joint_end(transition, j), end);
            longest = end > longest ? end : longest;
        }
        assert_int_equal(last_end(transition), longest);
        for (size_t n = 0; n <= longest + 2; n++) {
            step(transition, &s, dt, n);
            dbt_transform target[N];
            pose_at(s.dst, (double)n * dt, target);
            for (int j = 0; j < N; j++)
                if (n >= joint_end(transition, j))
                    assert_memory_equal(&output[n][j], &target[j], sizeof target[j]);
        }
        dbt_transition_free(transition);
    }
}

TEST(joints_that_are_over_are_the_target_exactly)
{
    for_each_setting(check_end);
}

static void check_arrival(const dbt_tuning *tuning, uint64_t *state)
{
    if (!tuning->method->duration || strcmp(tuning->method->duration, "blend_time") != 0)
        return;
    const double dt = 1e-4;
    for (int i = 0; i < 5; i++) {
        const scene s = random_scene(state, 3.0, 8.0);
        const size_t end = run(tuning, &s, dt, MAX_FRAMES - 1);
        dbt_transform target[N];
        pose_at(s.dst, (double)(end - 1) * dt, target);
        /* A frame is h = 1/2000 of the transition. One frame before its end, curves that end flat
         * are within h^2 of it and a linear one is within h, times offsets below 10 rad and units.
         */
        const bool flat = !is_linear(tuning);
        expect_pose(tuning, end - 1, output[end - 1], target, flat ? 1e-4 : 1e-2);
    }
}

TEST(finite_methods_have_arrived_when_they_end)
{
    for_each_setting(check_arrival);
}

/* Offsets at rest: methods whose offsets only decay have 3e-6 of them left just before the end. */
static void check_remainder(const dbt_tuning *tuning, uint64_t *state)
{
    if (tuning->method->kind != DBT_METHOD_OFFSET)
        return;
    for (int i = 0; i < 20; i++) {
        const scene s = random_scene(state, 3.0, 0.0);
        const size_t end = run(tuning, &s, 1.0 / 60.0, MAX_FRAMES - 1);
        dbt_transform target[N];
        pose_at(s.dst, 0.0, target);
        for (int j = 0; j < N; j++) {
            if (tuning->method->ends_after == 0.0)
                continue; /* a curve over blend_time: check_arrival tests it */
            const double full_angle = angle_between(s.src[j].at.rot, s.dst[j].at.rot);
            const double away = distance(s.src[j].at.pos, s.dst[j].at.pos);
            assert_true(angle_between(output[end - 1][j].rot, target[j].rot) <= 3e-6 * full_angle);
            assert_true(distance(output[end - 1][j].pos, target[j].pos) <= 3e-6 * away + 1e-14);
        }
    }
}

TEST(the_spring_is_within_three_millionths_just_before_its_end)
{
    for_each_setting(check_remainder);
}

static void check_rest(const dbt_tuning *tuning, uint64_t *state)
{
    for (int i = 0; i < 30; i++) {
        const scene s = random_scene(state, 0.0, 0.0);
        const size_t end = run(tuning, &s, 1.0 / 30.0, MAX_FRAMES - 1);
        dbt_transform target[N];
        pose_at(s.dst, 0.0, target);
        for (size_t n = 0; n <= end; n++)
            expect_pose(tuning, n, output[n], target, 1e-12);
    }
}

TEST(equal_source_and_target_at_rest_give_the_target)
{
    for_each_setting(check_rest);
}

/* ---- velocity at the cut ---- */

/* Returns the maximum change of a joint's angular or linear velocity from the frame before the cut
 * to the frame after it. */
static double velocity_step(const dbt_tuning *tuning, const scene *s, double dt)
{
    run(tuning, s, dt, 1);
    double largest = 0.0;
    for (int j = 0; j < N; j++) {
        const dbt_vec3 ang =
            dbt_vec3_scale(dbt_quat_difference(output[1][j].rot, output[0][j].rot), 1.0 / dt);
        largest = fmax(largest, distance(ang, s->src[j].ang));
        const dbt_vec3 vel =
            dbt_vec3_scale(dbt_vec3_sub(output[1][j].pos, output[0][j].pos), 1.0 / dt);
        if (joints[j].has_pos)
            largest = fmax(largest, distance(vel, s->src[j].vel));
    }
    return largest;
}

static void expect_small_step(const dbt_tuning *tuning, const scene *s)
{
    const double coarse = velocity_step(tuning, s, 1e-3), fine = velocity_step(tuning, s, 1e-4);
    if (!(coarse <= 1.0 && fine <= 0.1))
        fail_msg("%s: velocity steps by %g at 1,000 fps, by %g at 10,000 fps", tuning->method->name,
                 coarse, fine);
}

/* Whether the velocity at the cut is the source's. It is for blends that continue the source and
 * begin flat, and for offsets that subtract the target's velocity. The quintic drops velocities
 * away from the target; check_heading tests it. */
static bool is_c1(const dbt_tuning *tuning)
{
    if (tuning->method->correction)
        return true;
    if (tuning->method->kind == DBT_METHOD_BLEND)
        return (tuning->method->extrapolates || tuning->method->plays_source) && !is_linear(tuning);
    return tuning->method->kind == DBT_METHOD_OFFSET && !is_named(tuning, "inertialize-quintic") &&
           dbt_tuning_get(tuning, "relative_velocity", 0.0) != 0.0;
}

static void check_velocity(const dbt_tuning *tuning, uint64_t *state)
{
    for (int i = 0; i < rounds(2000) && is_c1(tuning); i++) {
        scene s = random_scene(state, 3.0, 8.0);
        widen(&s);
        expect_small_step(tuning, &s);
    }
}

TEST(velocity_is_continuous_at_the_cut_where_it_is_promised)
{
    for_each_setting(check_velocity);
}

/* Returns the angular velocity that an offset r of rate v adds: the left Jacobian of SO(3) at r,
 * the inverse of dbt_quat_log_rate. */
static dbt_vec3 rotation_of_rate(dbt_vec3 r, dbt_vec3 v)
{
    const double a = dbt_vec3_length(r);
    if (a < 1e-6)
        return v;
    const dbt_vec3 rv = dbt_vec3_cross(r, v);
    return dbt_vec3_add_scaled(dbt_vec3_add_scaled(v, (1.0 - cos(a)) / (a * a), rv),
                               (a - sin(a)) / (a * a * a), dbt_vec3_cross(r, rv));
}

/* Makes the source move straight to the target. No component arrives before 0.2 s, so the quintic
 * does not clamp. */
static void head_for_target(scene *s, bool relative, bool one_speed, uint64_t *state)
{
    for (int j = 0; j < N; j++) {
        const dbt_vec3 r = dbt_quat_difference(s->src[j].at.rot, s->dst[j].at.rot);
        const dbt_vec3 x = dbt_vec3_sub(s->src[j].at.pos, s->dst[j].at.pos);
        const double limit = fmin(24.0, 8.0 / fmax(dbt_vec3_length(r), dbt_vec3_length(x)));
        double k[3];
        for (int axis = 0; axis < 3; axis++)
            k[axis] = one_speed && axis > 0 ? k[0] : random_in(state, 0.0, limit);
        const dbt_vec3 rate = { -k[0] * r.x, -k[1] * r.y, -k[2] * r.z };
        const dbt_vec3 carried = dbt_quat_rotate(dbt_quat_exp(r), s->dst[j].ang);
        s->src[j].ang = dbt_vec3_add(rotation_of_rate(r, rate), relative ? carried : DBT_VEC3_ZERO);
        s->src[j].vel = (dbt_vec3){ -k[0] * x.x, -k[1] * x.y, -k[2] * x.z };
        if (relative)
            s->src[j].vel = dbt_vec3_add(s->src[j].vel, s->dst[j].vel);
        else
            s->dst[j].vel = s->dst[j].ang = DBT_VEC3_ZERO;
    }
}

static void check_heading(const dbt_tuning *tuning, uint64_t *state)
{
    if (!tuning->method->offset)
        return;
    const bool one_speed = dbt_tuning_get(tuning, "vector", 0.0) != 0.0;
    for (int relative = 0; relative < 2; relative++) {
        dbt_tuning now = *tuning;
        now.values[dbt_method_param(now.method, "relative_velocity")] = relative;
        for (int i = 0; i < rounds(1000); i++) {
            scene s = random_scene(state, 3.0, 8.0);
            head_for_target(&s, relative, one_speed, state);
            expect_small_step(&now, &s);
        }
    }
}

TEST(offsets_keep_the_velocity_of_a_source_that_heads_for_the_target)
{
    for_each_setting(check_heading);
}

/* ---- symmetries ---- */

static void check_signs(const dbt_tuning *tuning, uint64_t *state)
{
    const double dt = 1.0 / 30.0;
    for (int i = 0; i < 40; i++) {
        scene s = random_scene(state, 2.8, 6.0);
        const size_t end = run(tuning, &s, dt, MAX_FRAMES - 1);
        static dbt_transform expected_output[MAX_FRAMES][N];
        memcpy(expected_output, output, (end + 1) * sizeof *output);

        dbt_transform src[N], before[N], dst[N], after[N], target[N], source[N];
        pose_at(s.src, 0.0, src);
        pose_at(s.src, -dt, before);
        pose_at(s.dst, 0.0, dst);
        pose_at(s.dst, dt, after);
        dbt_transform *const poses[] = { src, before, dst, after };
        for (int j = 0; j < N; j++) {
            for (int p = 0; p < 4; p++)
                if (random_bits(state) & 1)
                    poses[p][j].rot = dbt_quat_negate(poses[p][j].rot);
            if (random_bits(state) & 1)
                s.limits[j].ref = dbt_quat_negate(s.limits[j].ref);
        }
        const dbt_transition_start start = { .tuning = tuning,
                                             .skeleton = &skeleton,
                                             .up = 1,
                                             .dt = dt,
                                             .src = src,
                                             .src_before = before,
                                             .dst = dst,
                                             .dst_after = after,
                                             .limits = s.limits };
        dbt_transition *transition = dbt_transition_begin(&start, NULL);
        assert_non_null(transition);
        for (size_t n = 0; n <= end; n++) {
            pose_at(s.dst, (double)n * dt, target);
            pose_at(s.src, (double)n * dt, source);
            for (int j = 0; j < N; j++) {
                if (random_bits(state) & 1)
                    target[j].rot = dbt_quat_negate(target[j].rot);
                if (random_bits(state) & 1)
                    source[j].rot = dbt_quat_negate(source[j].rot);
            }
            dbt_transition_eval(transition, (ptrdiff_t)n, target, source, output[n]);
            expect_pose(tuning, n, output[n], expected_output[n], 1e-12);
        }
        dbt_transition_free(transition);
    }
}

TEST(signs_of_quaternions_do_not_matter)
{
    for_each_setting(check_signs);
}

/* Methods that treat components separately depend on the axes of the parent's space: the quintic
 * unless vector=true, and half-lives for each axis. Joint limits rotate with their reference. */
static bool depends_on_axes(const dbt_tuning *tuning)
{
    if (is_named(tuning, "inertialize-quintic"))
        return dbt_tuning_get(tuning, "vector", 0.0) == 0.0;
    return is_named(tuning, "dead-halflife");
}

static dbt_transform world_moved(dbt_transform world, dbt_transform local, bool has_pos)
{
    return (dbt_transform){ has_pos ? dbt_transform_mul(world, local).pos : local.pos,
                            dbt_quat_mul(world.rot, local.rot) };
}

static void check_world(const dbt_tuning *tuning, uint64_t *state)
{
    for (int i = 0; i < 30; i++) {
        scene s = random_scene(state, 2.8, 6.0);
        const size_t end = run(tuning, &s, 1.0 / 30.0, MAX_FRAMES - 1);
        static dbt_transform expected_output[MAX_FRAMES][N];
        memcpy(expected_output, output, (end + 1) * sizeof *output);
        dbt_transform world = { random_inside(state, 100.0), random_rotation(state) };
        if (depends_on_axes(tuning))
            world.rot = DBT_QUAT_IDENTITY;
        for (int j = 0; j < N; j++) {
            dbt_motion *const both[] = { &s.src[j], &s.dst[j] };
            for (int m = 0; m < 2; m++) {
                both[m]->at = world_moved(world, both[m]->at, joints[j].has_pos);
                both[m]->vel = dbt_quat_rotate(world.rot, both[m]->vel);
                both[m]->ang = dbt_quat_rotate(world.rot, both[m]->ang);
            }
            s.limits[j].ref = dbt_quat_mul(world.rot, s.limits[j].ref);
        }
        run(tuning, &s, 1.0 / 30.0, MAX_FRAMES - 1);
        for (size_t n = 0; n <= end; n++) {
            for (int j = 0; j < N; j++)
                expected_output[n][j] =
                    world_moved(world, expected_output[n][j], joints[j].has_pos);
            expect_pose(tuning, n, output[n], expected_output[n], 1e-10);
        }
    }
}

TEST(turning_and_moving_the_world_turns_and_moves_the_output)
{
    for_each_setting(check_world);
}

/* Methods that are simulated frame by frame: results depend on the frame rate. */
static bool is_simulated(const dbt_tuning *tuning)
{
    return is_named(tuning, "dead-bounce") || is_named(tuning, "dead-learned");
}

static void check_rates(const dbt_tuning *tuning, uint64_t *state)
{
    for (int i = 0; i < 60 && !is_simulated(tuning); i++) {
        const scene s = random_scene(state, 2.0, 4.0);
        const size_t end = run(tuning, &s, 1.0 / 30.0, MAX_FRAMES - 1);
        static dbt_transform expected_output[MAX_FRAMES][N];
        memcpy(expected_output, output, (end + 1) * sizeof *output);
        run(tuning, &s, 1.0 / 60.0, MAX_FRAMES - 1);
        for (size_t n = 0; n < end; n++)
            expect_pose(tuning, n, output[2 * n], expected_output[n], 1e-10);
    }
}

TEST(thirty_frames_a_second_are_every_second_one_of_sixty)
{
    for_each_setting(check_rates);
}

/* ---- parameters at their limits ---- */

static void expect_sound(const dbt_tuning *tuning, size_t frames)
{
    for (size_t n = 0; n <= frames; n++)
        for (int j = 0; j < N; j++) {
            const dbt_transform *o = &output[n][j];
            const double unit = sqrt(dbt_quat_dot(o->rot, o->rot));
            if (!isfinite(o->pos.x + o->pos.y + o->pos.z) || !(fabs(unit - 1.0) <= 1e-12))
                fail_msg("%s, frame %zu, joint %d: position %g %g %g, quaternion of length %.17g",
                         tuning->method->name, n, j, o->pos.x, o->pos.y, o->pos.z, unit);
        }
}

/* Tests all combinations of the minimum, default and maximum of the parameters. */
static void check_extremes(const dbt_tuning *tuning, uint64_t *state)
{
    const dbt_method *method = tuning->method;
    size_t combinations = 1;
    for (int p = 0; p < method->n_params; p++)
        combinations *= 3;
    for (size_t c = 0; c < combinations; c++) {
        dbt_tuning now = *tuning;
        size_t rest = c;
        for (int p = 0; p < method->n_params; p++, rest /= 3)
            now.values[p] = rest % 3 == 0   ? method->params[p].min
                            : rest % 3 == 1 ? method->params[p].def
                                            : method->params[p].max;
        if (!dbt_tuning_check(&now, NULL))
            continue;
        const scene s = random_scene(state, 3.1, 30.0);
        const size_t end = run(&now, &s, 1.0 / 30.0, 200);
        expect_sound(&now, end < 200 ? end : 200);
    }
}

static void check_long_runs(const dbt_tuning *tuning, uint64_t *state)
{
    dbt_tuning now = *tuning;
    if (!now.method->duration)
        return;
    const int p = dbt_method_param(now.method, now.method->duration);
    now.values[p] = now.method->params[p].max;
    const scene s = random_scene(state, 3.1, 30.0);
    const size_t end = run(&now, &s, 1.0 / 30.0, MAX_FRAMES - 1);
    expect_sound(&now, end);
}

TEST(parameters_at_their_ends_give_finite_unit_poses)
{
    for (int m = 0; m < dbt_n_methods; m++) {
        const dbt_tuning tuning = dbt_tuning_default(dbt_methods[m]);
        if (tuning.method->file)
            continue;
        uint64_t state = 77;
        check_extremes(&tuning, &state);
        check_long_runs(&tuning, &state);
    }
}

TEST(without_neighbours_the_velocities_are_zero)
{
    uint64_t state = 78;
    for (int m = 0; m < dbt_n_methods; m++) {
        const dbt_tuning tuning = dbt_tuning_default(dbt_methods[m]);
        if (tuning.method->file)
            continue;
        scene s = random_scene(&state, 2.0, 0.0);
        const size_t end = run(&tuning, &s, 1.0 / 30.0, MAX_FRAMES - 1);
        static dbt_transform expected_output[MAX_FRAMES][N];
        memcpy(expected_output, output, (end + 1) * sizeof *output);
        dbt_transform src[N], dst[N];
        pose_at(s.src, 0.0, src);
        pose_at(s.dst, 0.0, dst);
        const dbt_transition_start start = { .tuning = &tuning,
                                             .skeleton = &skeleton,
                                             .up = 1,
                                             .dt = 1.0 / 30.0,
                                             .src = src,
                                             .dst = dst,
                                             .limits = s.limits };
        dbt_transition *transition = dbt_transition_begin(&start, NULL);
        for (size_t n = 0; n <= end; n++) {
            dbt_transition_eval(transition, (ptrdiff_t)n, dst, src, output[n]);
            expect_pose(&tuning, n, output[n], expected_output[n], 1e-13);
        }
        dbt_transition_free(transition);
    }
}

/* ---- one joint that moves along the axes and rotates: closed forms ---- */

static dbt_tuning parsed(const char *text)
{
    dbt_tuning tuning;
    dbt_error err = { .code = DBT_OK };
    if (!dbt_tuning_parse(&tuning, text, &err))
        fail_msg("'%s': %s", text, err.msg);
    return tuning;
}

/* Returns a scene without motion, of which tests use joint 0 or 1. */
static scene still_scene(void)
{
    scene s;
    memset(&s, 0, sizeof s);
    for (int j = 0; j < N; j++) {
        s.src[j].at.rot = s.dst[j].at.rot = DBT_QUAT_IDENTITY;
        s.factors[j] = 1.0;
    }
    return s;
}

/* Writes the extrapolated poses of frames 0 to `frames` to output. */
static void extrapolate(const dbt_tuning *tuning, const scene *s, double dt, size_t frames)
{
    dbt_transition *transition = begin(tuning, s, dt);
    for (size_t n = 0; n <= frames; n++) {
        dbt_transform source[N];
        pose_at(s->src, (double)n * dt, source);
        dbt_transition_extrapolate(transition, (ptrdiff_t)n, source, output[n]);
    }
    dbt_transition_free(transition);
}

TEST(curves_are_the_polynomials_and_the_sine)
{
    static const char *const settings[] = { "cached-pose:blend_time=1,curve=smoothstep",
                                            "cached-pose:blend_time=1,curve=linear",
                                            "cached-pose:blend_time=1,curve=smootherstep",
                                            "cached-pose:blend_time=1,curve=sinusoidal" };
    for (int curve = 0; curve < 4; curve++) {
        const dbt_tuning tuning = parsed(settings[curve]);
        scene s = still_scene();
        s.dst[0].at = (dbt_transform){ { 1.0, -2.0, 0.0 }, dbt_quat_about_axis(2, 2.0) };
        run(&tuning, &s, 0.01, 200);
        for (int n = 0; n < 100; n++) {
            const double x = n / 100.0, half = sin(0.5 * DBT_PI * x);
            const double expected[] = { 3.0 * x * x - 2.0 * x * x * x, x,
                                        6.0 * pow(x, 5.0) - 15.0 * pow(x, 4.0) + 10.0 * pow(x, 3.0),
                                        half * half };
            const double w = expected[curve];
            expect_near(output[n][0].pos.x, w, 1e-14);
            expect_near(output[n][0].pos.y, -2.0 * w, 1e-14);
            expect_near(angle_between(output[n][0].rot, dbt_quat_about_axis(2, 2.0 * w)), 0.0,
                        1e-14);
        }
    }
}

/* Two rotations about z whose difference, and so the offset e, grows past 180 degrees. */
TEST(the_slerp_stays_on_its_initial_side)
{
    const dbt_tuning tuning = parsed("crossfade:blend_time=1,curve=linear");
    scene s = still_scene();
    s.src[0].ang = (dbt_vec3){ 0.0, 0.0, -2.0 };
    s.dst[0].at.rot = dbt_quat_about_axis(2, 2.0);
    s.dst[0].ang = (dbt_vec3){ 0.0, 0.0, 3.0 };
    run(&tuning, &s, 0.01, 200);
    for (int n = 1; n < 100; n++) {
        const double t = 0.01 * n, e = 2.0 + 5.0 * t; /* 2 to 7 rad */
        const dbt_quat expected = dbt_quat_about_axis(2, -2.0 * t + t * e);
        expect_near(angle_between(output[n][0].rot, expected), 0.0, 1e-12);
    }
}

/* Bollo's quintic as in dbtool-internals(7), METHODS, in powers of t. */
static double textbook_quintic(double x0, double v0, double t1, double t)
{
    if (x0 == 0.0)
        return 0.0;
    const double sign = x0 < 0.0 ? -1.0 : 1.0;
    x0 *= sign;
    v0 *= sign;
    if (v0 > 0.0)
        v0 = 0.0;
    if (v0 < 0.0 && -5.0 * x0 / v0 < t1)
        t1 = -5.0 * x0 / v0;
    if (t > t1)
        return 0.0;
    const double t2 = t1 * t1, t3 = t2 * t1;
    double a0 = (-8.0 * t1 * v0 - 20.0 * x0) / t2;
    if (a0 < 0.0)
        a0 = 0.0;
    const double a = (a0 * t2 + 6.0 * t1 * v0 + 12.0 * x0) / (t3 * t2);
    const double b = (3.0 * a0 * t2 + 16.0 * t1 * v0 + 30.0 * x0) / (t2 * t2);
    const double c = (3.0 * a0 * t2 + 12.0 * t1 * v0 + 20.0 * x0) / t3;
    return sign * ((-a * pow(t, 5.0) + b * pow(t, 4.0) - c * pow(t, 3.0) + a0 * t * t) / 2.0 +
                   v0 * t + x0);
}

static double offset_x(const dbt_tuning *tuning, double length, double x0, double v0, double t)
{
    return tuning->method
        ->offset(tuning->values, length, (dbt_vec3){ x0, 0, 0 }, (dbt_vec3){ v0, 0, 0 }, t)
        .x;
}

TEST(the_quintic_is_that_of_the_textbook_and_stays_in_its_range)
{
    const dbt_tuning per_axis = parsed("inertialize-quintic");
    uint64_t state = 9;
    for (int i = 0; i < rounds(100000); i++) {
        const double x0 = random_in(&state, -3.0, 3.0) * (i % 10 == 0 ? 1e-3 : 1.0);
        const double v0 = random_in(&state, -40.0, 40.0) * (i % 3 == 0 ? 0.1 : 1.0);
        const double t1 = random_in(&state, 0.01, 2.0);
        const bool opposes = x0 * v0 < 0.0;
        const double end = opposes ? fmin(t1, -5.0 * x0 / v0) : t1;
        const double size = fabs(x0) + (opposes ? fabs(v0) * end : 0.0);
        for (int k = 0; k <= 12; k++) {
            const double t = t1 * k / 10.0;
            const double x = offset_x(&per_axis, t1, x0, v0, t);
            assert_true(x0 > 0.0 ? x >= 0.0 && x <= x0 : x <= 0.0 && x >= x0);
            expect_near(x, textbook_quintic(x0, v0, t1, t), 1e-13 * 30.0 * size);
        }
        assert_true(offset_x(&per_axis, t1, x0, v0, 0.0) == x0);
        assert_true(offset_x(&per_axis, t1, x0, v0, end * (1.0 + 1e-12)) == 0.0);
        /* the derivative at 0 by fourth-order differences, with an error of order h^4 */
        const double h = end * 1e-3;
        double x[5];
        for (int k = 0; k < 5; k++)
            x[k] = offset_x(&per_axis, t1, x0, v0, h * k);
        const double derivative =
            (-25.0 * x[0] + 48.0 * x[1] - 36.0 * x[2] + 16.0 * x[3] - 3.0 * x[4]) / (12.0 * h);
        expect_near(derivative * end, opposes ? v0 * end : 0.0, 1e-7 * size);
        /* Value, velocity and acceleration are 0 at the end: before it the value shrinks with the
         * cube of the time left. */
        for (double left = 1e-2; left > 5e-4; left *= 0.1)
            assert_true(fabs(offset_x(&per_axis, t1, x0, v0, end * (1.0 - left))) <=
                        30.0 * size * left * left * left + 1e-14 * size);
    }
}

TEST(the_vector_quintic_goes_along_the_offset)
{
    const dbt_tuning vector = parsed("inertialize-quintic:vector=true");
    uint64_t state = 10;
    for (int i = 0; i < rounds(20000); i++) {
        const dbt_vec3 x0 = random_inside(&state, 3.0), v0 = random_inside(&state, 20.0);
        const double t1 = random_in(&state, 0.05, 1.0), t = random_in(&state, 0.0, t1);
        const double n = sqrt(x0.x * x0.x + x0.y * x0.y + x0.z * x0.z);
        const double speed = (v0.x * x0.x + v0.y * x0.y + v0.z * x0.z) / n;
        const double along = textbook_quintic(n, speed, t1, t) / n;
        const dbt_vec3 x = vector.method->offset(vector.values, t1, x0, v0, t);
        const dbt_vec3 expected = { along * x0.x, along * x0.y, along * x0.z };
        expect_near(distance(x, expected), 0.0, 1e-10);
    }
    const dbt_vec3 none =
        vector.method->offset(vector.values, 0.2, DBT_VEC3_ZERO, (dbt_vec3){ 1, 2, 3 }, 0.1);
    assert_true(dbt_vec3_length(none) == 0.0);
}

TEST(the_cubic_meets_its_four_conditions)
{
    const dbt_tuning cubic = parsed("inertialize-cubic");
    uint64_t state = 11;
    for (int i = 0; i < rounds(50000); i++) {
        const double x0 = random_in(&state, -3, 3), v0 = random_in(&state, -20, 20);
        const double t1 = random_in(&state, 0.05, 2.0), t = random_in(&state, 0.0, t1);
        /* a t^3 + b t^2 + v0 t + x0 with value and velocity 0 at t1 */
        const double b = -(3.0 * x0 + 2.0 * v0 * t1) / (t1 * t1);
        const double a = (2.0 * x0 + v0 * t1) / (t1 * t1 * t1);
        const double size = fabs(x0) + fabs(v0) * t1;
        expect_near(offset_x(&cubic, t1, x0, v0, t), ((a * t + b) * t + v0) * t + x0, 1e-14 * size);
        assert_true(offset_x(&cubic, t1, x0, v0, t1) == 0.0);
        assert_true(offset_x(&cubic, t1, x0, v0, 0.0) == x0);
    }
    /* overshoot of an offset of 0: 4/27 v0 t1 at t1/3 */
    expect_near(offset_x(&cubic, 0.3, 0.0, 10.0, 0.1), 10.0 * 0.3 * 4.0 / 27.0, 1e-15);
}

/* Integrates x'' = -2 y x' - y^2 x by the Runge-Kutta method of fourth order. */
static double integrate_spring(double x, double v, double halflife, double t)
{
    enum { STEPS = 400 };
    const double y = 2.0 * log(2.0) / halflife, h = t / STEPS;
    for (int i = 0; i < STEPS; i++) {
        const double k1 = v, l1 = -2.0 * y * v - y * y * x;
        const double k2 = v + 0.5 * h * l1, l2 = -2.0 * y * k2 - y * y * (x + 0.5 * h * k1);
        const double k3 = v + 0.5 * h * l2, l3 = -2.0 * y * k3 - y * y * (x + 0.5 * h * k2);
        const double k4 = v + h * l3, l4 = -2.0 * y * k4 - y * y * (x + h * k3);
        x += h * (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0;
        v += h * (l1 + 2.0 * l2 + 2.0 * l3 + l4) / 6.0;
    }
    return x;
}

TEST(the_spring_solves_its_equation)
{
    const dbt_tuning spring = parsed("inertialize-spring");
    uint64_t state = 12;
    for (int i = 0; i < 2000; i++) {
        const double x0 = random_in(&state, -3, 3), v0 = random_in(&state, -20, 20);
        const double h = random_in(&state, 0.02, 1.0), t = h * random_in(&state, 0.0, 5.0);
        const double size = fabs(x0) + fabs(v0) * h;
        expect_near(offset_x(&spring, h, x0, v0, t), integrate_spring(x0, v0, h, t), 1e-8 * size);
    }
    /* at rest, after one half-life: (1 + 2 ln 2) / 4 */
    expect_near(offset_x(&spring, 0.1, 1.0, 0.0, 0.1), 0.25 * (1.0 + 2.0 * log(2.0)), 1e-15);
    for (double t = 0.0; t < 1.2; t += 0.01) /* no overshoot of an offset at rest */
        assert_true(offset_x(&spring, 0.1, 1.0, 0.0, t) > 0.0);
}

/* With relative_velocity, the offset is at rest if the target moves with the source. Without it,
 * only the source's velocity counts. */
TEST(relative_velocity_subtracts_the_targets_velocity)
{
    scene s = still_scene();
    s.src[0].at.pos.x = 1.0;
    s.src[0].vel.x = s.dst[0].vel.x = 5.0;
    const dbt_tuning relative = parsed("inertialize-cubic:blend_time=1");
    run(&relative, &s, 0.1, 100);
    expect_near(output[5][0].pos.x, 0.5 + 2.5, 1e-14);
    const dbt_tuning single = parsed("inertialize-cubic:blend_time=1,relative_velocity=false");
    run(&single, &s, 0.1, 100);
    expect_near(output[5][0].pos.x, 0.5 + 5.0 * 0.125 + 2.5, 1e-14);
}

TEST(decay_and_linear_cover_the_integral_of_their_velocity)
{
    const dbt_tuning decay = parsed("dead-decay:halflife=0.25"), linear = parsed("dead-linear");
    uint64_t state = 13;
    for (int i = 0; i < 200; i++) {
        const scene s = random_scene(&state, 2.0, 8.0);
        for (int m = 0; m < 2; m++) {
            extrapolate(m ? &linear : &decay, &s, 0.05, 40);
            for (int n = 0; n <= 40; n++) {
                const double t = 0.05 * n;
                /* the integral of 2^(-t/h): h / ln 2 times the fraction that has decayed */
                const double seconds = m ? t : 0.25 / log(2.0) * (1.0 - pow(0.5, t / 0.25));
                dbt_transform expected[N];
                for (int j = 0; j < N; j++)
                    expected[j] = moved(&s.src[j], seconds);
                expect_pose(m ? &linear : &decay, (size_t)n, output[n], expected, 1e-12);
            }
        }
    }
}

TEST(cached_pose_stands_still_and_crossfade_plays_on)
{
    uint64_t state = 14;
    const scene s = random_scene(&state, 2.0, 8.0);
    const dbt_tuning cached = parsed("cached-pose"), crossfade = parsed("crossfade");
    dbt_transform expected[N];
    extrapolate(&cached, &s, 0.05, 10);
    pose_at(s.src, 0.0, expected);
    assert_memory_equal(output[10], expected, sizeof expected);
    extrapolate(&crossfade, &s, 0.05, 10);
    pose_at(s.src, 0.5, expected);
    expect_pose(&crossfade, 10, output[10], expected, 1e-14);
}

/* Returns the distance after t seconds at an initial velocity v that halves every h seconds. */
static double covered(double v, double h, double t)
{
    return v * h / log(2.0) * (1.0 - pow(0.5, t / h));
}

TEST(half_lives_of_each_axis_by_hand)
{
    const dbt_tuning tuning = parsed("dead-halflife"); /* 0.3 d/v within 0.1 to 1 s */
    static const struct {
        double d, v, h;
    } axes[] = {
        { 10.0, 10.0, 0.3 },  { 20.0, 10.0, 0.6 },   { 2.0, 10.0, 0.1 },   { 100.0, 10.0, 1.0 },
        { -10.0, 10.0, 0.1 }, { -10.0, -10.0, 0.3 }, { 10.0, -10.0, 0.1 }, { 0.0, 10.0, 0.1 },
        { 1.0, 9e-9, 1.0 },   { -1.0, 9e-9, 0.1 },   { -1.0, -9e-9, 1.0 }, { 1.0, -9e-9, 0.1 },
        { 2e-8, 2e-9, 0.6 },  { -2e-8, -2e-9, 0.6 }, /* speeds below 1e-8 count as 1e-8 */
    };
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++)
        for (int axis = 0; axis < 3; axis++) {
            scene s = still_scene();
            dbt_vec3_set(&s.src[0].vel, axis, axes[i].v);
            dbt_vec3_set(&s.dst[0].at.pos, axis, axes[i].d);
            /* rotations likewise, at most a twentieth as far and as fast, to stay below 180 degrees
             */
            dbt_vec3 full_angle = DBT_VEC3_ZERO;
            const double scale = fabs(axes[i].d) > 50.0 ? 0.03 : 0.05;
            const double slow = fabs(axes[i].v) > 1e-6 ? scale : 1.0;
            dbt_vec3_set(&full_angle, axis, scale * axes[i].d);
            dbt_vec3_set(&s.src[1].ang, axis, slow * axes[i].v);
            s.dst[1].at.rot = dbt_quat_exp(full_angle);
            extrapolate(&tuning, &s, 0.05, 8);
            const double moved_by = dbt_vec3_get(output[8][0].pos, axis);
            /* the velocity is the difference of positions 0.05 s apart */
            expect_near(moved_by, covered(axes[i].v, axes[i].h, 0.4),
                        1e-13 * fabs(axes[i].v) + 1e-23);
            if (fabs(axes[i].v) < 1e-6)
                continue; /* a quaternion cannot represent so small an angle to 1e-4 */
            const double turned = dbt_vec3_get(dbt_quat_log(dbt_quat_abs(output[8][1].rot)), axis);
            expect_near(turned, covered(slow * axes[i].v, axes[i].h, 0.4), 1e-12);
        }
}

TEST(the_unreal_half_lives_follow_their_parameters)
{
    const dbt_tuning tuning =
        parsed("dead-halflife:halflife_scale=1,halflife_min=0.05,halflife_max=1");
    scene s = still_scene();
    s.src[0].vel = (dbt_vec3){ 10.0, 10.0, -10.0 };
    s.dst[0].at.pos = (dbt_vec3){ 5.0, -5.0, -20.0 };
    extrapolate(&tuning, &s, 0.05, 4);
    expect_near(output[4][0].pos.x, covered(10.0, 0.5, 0.2), 1e-13);
    expect_near(output[4][0].pos.y, covered(10.0, 0.05, 0.2), 1e-13);
    expect_near(output[4][0].pos.z, covered(-10.0, 1.0, 0.2), 1e-13);
}

TEST(a_method_names_the_parameter_that_is_a_file)
{
    for (int m = 0; m < dbt_n_methods; m++) {
        const dbt_method *method = dbt_methods[m];
        for (int p = 0; p < method->n_params; p++) {
            const bool named = method->file && strcmp(method->file, method->params[p].name) == 0;
            assert_int_equal(method->params[p].type == DBT_PARAM_FILE, named);
        }
        assert_true(!method->file || dbt_method_param(method, method->file) >= 0);
    }
}

TEST(velocity_caps_shorten_and_keep_the_direction)
{
    scene s = still_scene();
    s.src[0].vel = (dbt_vec3){ 300.0, 400.0, 0.0 };
    s.src[0].ang = (dbt_vec3){ 0.0, 0.0, 4.0 };
    for (int m = 0; m < dbt_n_methods; m++) {
        dbt_tuning tuning = dbt_tuning_default(dbt_methods[m]);
        if (tuning.method->file)
            continue;
        const int linear = dbt_method_param(tuning.method, "max_linear_velocity");
        const int angular = dbt_method_param(tuning.method, "max_angular_velocity");
        assert_int_equal(linear >= 0 && angular >= 0, tuning.method->extrapolates);
        if (!tuning.method->extrapolates)
            continue;
        assert_true(isinf(tuning.values[linear]) && isinf(tuning.values[angular]));
        scene capped = s;
        capped.src[0].vel = (dbt_vec3){ 60.0, 80.0, 0.0 };
        capped.src[0].ang = (dbt_vec3){ 0.0, 0.0, 0.5 * DBT_PI };
        extrapolate(&tuning, &capped, 1e-2, 5);
        const dbt_transform expected = output[5][0];
        tuning.values[linear] = 100.0;
        tuning.values[angular] = 90.0;
        extrapolate(&tuning, &s, 1e-2, 5);
        expect_near(distance(output[5][0].pos, expected.pos), 0.0, 1e-10);
        expect_near(angle_between(output[5][0].rot, expected.rot), 0.0, 1e-12);
    }
}

/* ---- joint limits ---- */

TEST(dead_clamp_stays_within_the_widened_limits)
{
    const dbt_tuning tuning = parsed("dead-clamp:limit_margin=10");
    const dbt_tuning free = parsed("dead-decay");
    const double margin = 10.0 * DBT_PI / 180.0;
    uint64_t state = 15;
    for (int i = 0; i < 400; i++) {
        scene s = random_scene(&state, 2.0, 30.0);
        extrapolate(&tuning, &s, 1.0 / 60.0, 60);
        static dbt_transform clamped[61][N];
        memcpy(clamped, output, sizeof clamped);
        extrapolate(&free, &s, 1.0 / 60.0, 60);
        for (int n = 1; n <= 60; n++) {
            assert_memory_equal(&clamped[n][0], &output[n][0], sizeof output[n][0]); /* no limits */
            for (int j = 1; j < N; j++) {
                const dbt_joint_limits *l = &s.limits[j];
                const dbt_quat from_ref = dbt_quat_mul(dbt_quat_conj(l->ref), clamped[n][j].rot);
                const dbt_quat start = dbt_quat_mul(dbt_quat_conj(l->ref), s.src[j].at.rot);
                const dbt_vec3 u = dbt_quat_log(dbt_quat_abs(from_ref));
                const dbt_vec3 u0 = dbt_quat_log(dbt_quat_abs(start));
                for (int axis = 0; axis < 3; axis++) {
                    const double at = dbt_vec3_get(u, axis), s0 = dbt_vec3_get(u0, axis);
                    assert_true(at >= fmin(dbt_vec3_get(l->min, axis) - margin, s0) - 1e-12);
                    assert_true(at <= fmax(dbt_vec3_get(l->max, axis) + margin, s0) + 1e-12);
                }
                /* positions are those of dead-decay */
                assert_memory_equal(&clamped[n][j].pos, &output[n][j].pos, sizeof(dbt_vec3));
            }
        }
    }
}

TEST(dead_clamp_within_wide_limits_is_dead_decay)
{
    const dbt_tuning tuning = parsed("dead-clamp"), free = parsed("dead-decay");
    uint64_t state = 16;
    scene s = random_scene(&state, 2.0, 3.0);
    widen(&s);
    extrapolate(&tuning, &s, 1.0 / 60.0, 60);
    static dbt_transform clamped[61][N];
    memcpy(clamped, output, sizeof clamped);
    extrapolate(&free, &s, 1.0 / 60.0, 60);
    for (size_t n = 0; n <= 60; n++)
        expect_pose(&tuning, n, clamped[n], output[n], 1e-13);
}

/* About z: 0.4 rad at 6 rad/s, half-life 0.25 s, limit 0.5 rad. Without limits the joint would
 * rotate by 6 * 0.25 / ln 2 = 2.16 rad; it stops at the limit. */
TEST(dead_clamp_by_hand)
{
    const dbt_tuning tuning = parsed("dead-clamp:limit_margin=0");
    scene s = still_scene();
    s.src[1].at.rot = dbt_quat_about_axis(2, 0.4);
    s.src[1].ang.z = 6.0;
    s.limits[1] =
        (dbt_joint_limits){ true, DBT_QUAT_IDENTITY, { -0.1, -0.1, -0.5 }, { 0.1, 0.1, 0.5 } };
    extrapolate(&tuning, &s, 0.01, 50);
    for (int n = 1; n <= 50; n++) {
        const double free = 0.4 + covered(6.0, 0.25, 0.01 * n);
        expect_near(dbt_quat_log(output[n][1].rot).z, fmin(free, 0.5), 1e-13);
    }
    s.src[1].ang.z = 20.0; /* 7.2 rad: more than a revolution past the reference */
    extrapolate(&tuning, &s, 0.01, 100);
    for (int n = 10; n <= 100; n++)
        expect_near(dbt_quat_log(output[n][1].rot).z, 0.5, 1e-13);
    s.src[1].at.rot =
        dbt_quat_about_axis(2, 0.9); /* outside the limit, which is widened to this angle */
    extrapolate(&tuning, &s, 0.01, 10);
    expect_near(dbt_quat_log(output[10][1].rot).z, 0.9, 1e-13);
}

/* Expected: four equal steps a frame, computed with scalars. */
TEST(dead_bounce_by_hand)
{
    static const struct {
        double angle, speed, cap_deg;
    } cases[] = {
        { 0.4, 6.0, INFINITY }, { -0.2, -9.0, INFINITY }, { 0.4, 6.0, 90.0 }, { 0.0, 0.0, 90.0 }
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dbt_tuning tuning = parsed("dead-bounce:limit_margin=0,bounce=800,halflife=0.2");
        tuning.values[dbt_method_param(tuning.method, "max_angular_velocity")] = cases[i].cap_deg;
        scene s = still_scene();
        s.src[1].at.rot = dbt_quat_about_axis(2, cases[i].angle);
        s.src[1].ang.z = cases[i].speed;
        s.limits[1] =
            (dbt_joint_limits){ true, DBT_QUAT_IDENTITY, { -0.1, -0.1, -0.3 }, { 0.1, 0.1, 0.5 } };
        extrapolate(&tuning, &s, 1.0 / 30.0, 40);
        const double delta = 1.0 / 120.0, cap = cases[i].cap_deg * DBT_PI / 180.0;
        double u = cases[i].angle, w = fmin(fmax(cases[i].speed, -cap), cap);
        for (int n = 1; n <= 40; n++) {
            for (int k = 0; k < 4; k++) {
                w *= pow(2.0, -delta / 0.2);
                w += 800.0 * (fmin(fmax(u, -0.3), 0.5) - u) * delta;
                u += w * delta;
            }
            expect_near(angle_between(output[n][1].rot, dbt_quat_about_axis(2, u)), 0.0, 1e-12);
        }
        if (cases[i].speed == 6.0 && isinf(cases[i].cap_deg)) {
            /* The first frame by hand: pow(2, -1/24) = 0.971532...; 6 -> 5.829, u = 0.4486;
             * 5.663, 0.4958; 5.502, 0.5416; 5.345 - 800 * 0.0416 / 120 = 5.068, 0.5838. */
            expect_near(dbt_quat_log(output[1][1].rot).z, 0.5838, 2e-4);
        }
    }
}

TEST(without_limits_clamp_and_bounce_are_dead_decay)
{
    const dbt_tuning settings[] = { parsed("dead-clamp"), parsed("dead-bounce") };
    const dbt_tuning free = parsed("dead-decay");
    uint64_t state = 17;
    scene s = random_scene(&state, 2.0, 8.0);
    for (int j = 0; j < N; j++)
        s.limits[j].limited = false;
    extrapolate(&free, &s, 1.0 / 30.0, 30);
    static dbt_transform expected_output[31][N];
    memcpy(expected_output, output, sizeof expected_output);
    for (int m = 0; m < 2; m++) {
        extrapolate(&settings[m], &s, 1.0 / 30.0, 30);
        assert_memory_equal(output, expected_output, sizeof expected_output);
    }
}

/* ---- the registry ---- */

TEST(documented_methods_exist_with_their_defaults)
{
    static const struct {
        const char *method, *parameter;
        double value;
    } defaults[] = {
        { "cut", NULL, 0 },
        { "crossfade", "blend_time", 0.2 },
        { "cached-pose", "blend_time", 0.2 },
        { "inertialize-quintic", "blend_time", 0.2 },
        { "inertialize-quintic", "relative_velocity", 0 },
        { "inertialize-quintic", "vector", 0 },
        { "inertialize-cubic", "blend_time", 0.2 },
        { "inertialize-cubic", "relative_velocity", 1 },
        { "inertialize-spring", "halflife", 0.1 },
        { "inertialize-spring", "relative_velocity", 1 },
        { "dead-linear", "blend_time", 0.2 },
        { "dead-linear", "max_linear_velocity", INFINITY },
        { "dead-decay", "halflife", 0.25 },
        { "dead-clamp", "halflife", 0.25 },
        { "dead-clamp", "limit_margin", 5 },
        { "dead-bounce", "bounce", 1000 },
        { "dead-bounce", "limit_margin", 5 },
        { "dead-halflife", "halflife_scale", 0.3 },
        { "dead-halflife", "halflife_min", 0.1 },
        { "dead-halflife", "halflife_max", 1.0 },
    };
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) {
        const dbt_tuning tuning = parsed(defaults[i].method);
        if (defaults[i].parameter)
            assert_true(dbt_tuning_get(&tuning, defaults[i].parameter, -1.0) == defaults[i].value);
    }
    for (int m = 0; m < dbt_n_methods; m++) /* smoothstep is the default of every curve parameter */
        for (int p = 0; p < dbt_methods[m]->n_params; p++)
            if (strcmp(dbt_methods[m]->params[p].name, "curve") == 0)
                assert_string_equal(dbt_curve_names[(int)dbt_methods[m]->params[p].def],
                                    "smoothstep");
}

/* ---- two sides ---- */

enum { JOINS = 4 }; /* begin of the transition, cut, end of the gap, end of the transition */

/* Sets largest[JOINS] to the maximum step of a velocity at each join. dt: seconds a frame. The
 * transition has 0.15 s before the cut, a gap of 0.1 s if the method allows one, and 0.2 s after
 * the gap. */
static void steps_at_joins(const dbt_tuning *tuning, const scene *s, double dt, double *largest)
{
    const long before = lround(0.15 / dt), gap = tuning->method->extend_back ? lround(0.1 / dt) : 0;
    const long end = gap + lround(0.2 / dt);
    const long joins[JOINS] = { -before, 0, gap, end };
    dbt_transform poses[3][N], target[N], source[N];
    dbt_transition *transition = begin_at(tuning, s, dt, (size_t)before, (size_t)gap);
    for (int i = 0; i < JOINS; i++)
        largest[i] = 0.0;
    for (long n = -before - 2; n <= end + 2; n++) {
        memmove(poses, poses + 1, sizeof poses[0] * 2);
        pose_at(s->src, (double)n * dt, source);
        pose_at(s->dst, (double)(n - gap) * dt, target);
        dbt_transition_eval(transition, n, target, source, poses[2]);
        for (int i = 0; i < JOINS && n >= -before; i++) {
            if (n < joins[i] || n > joins[i] + 2)
                continue;
            for (int j = 0; j < N; j++) {
                const dbt_vec3 a = dbt_vec3_sub(poses[1][j].pos, poses[0][j].pos);
                const dbt_vec3 b = dbt_vec3_sub(poses[2][j].pos, poses[1][j].pos);
                const dbt_vec3 u = dbt_quat_difference(poses[1][j].rot, poses[0][j].rot);
                const dbt_vec3 v = dbt_quat_difference(poses[2][j].rot, poses[1][j].rot);
                largest[i] = fmax(largest[i], distance(a, b) / dt);
                largest[i] = fmax(largest[i], distance(u, v) / dt);
            }
        }
    }
    dbt_transition_free(transition);
}

TEST(two_sides_are_joined_in_value_and_velocity)
{
    static const char *const methods[] = { "inertialize-two-sided", "dead-two-sided",
                                           "dead-two-sided:curve=smootherstep,halflife=0.08" };
    uint64_t state = 4;
    for (int m = 0; m < 3; m++) {
        const dbt_tuning tuning = parsed(methods[m]);
        for (int i = 0; i < rounds(100); i++) {
            const scene s = random_scene(&state, 2.0, 4.0);
            double steps[3][JOINS];
            steps_at_joins(&tuning, &s, 0.01, steps[0]);
            steps_at_joins(&tuning, &s, 0.001, steps[1]);
            steps_at_joins(&tuning, &s, 0.0001, steps[2]);
            for (int j = 0; j < JOINS; j++)
                if (!(steps[1][j] < 0.25 * steps[0][j] + 0.02 &&
                      steps[2][j] < 0.25 * steps[1][j] + 0.002))
                    fail_msg("%s, join %d: velocity steps by %g, %g, %g at 100, 1,000, 10,000 fps",
                             methods[m], j, steps[0][j], steps[1][j], steps[2][j]);
        }
    }
}

/* ---- two sides, frame by frame, with factors of joints for both ---- */

enum { MAX_BEFORE = 40, MAX_GAP = 20, MAX_AFTER = 40, SPAN = MAX_BEFORE + MAX_GAP + MAX_AFTER };

/* Numbers of frames of a transition: before the cut, in the gap, after the gap. */
typedef struct spans {
    int before, gap, after;
} spans;

static spans random_spans(const dbt_method *method, uint64_t *state)
{
    const int min_gap = method->needs_gap;
    return (spans){
        .before = method->duration ? 1 + (int)(random_bits(state) % (MAX_BEFORE / 2)) : 0,
        .gap = method->extend_back ? min_gap + (int)(random_bits(state) % MAX_GAP) : 0,
        .after = method->duration ? 1 + (int)(random_bits(state) % (MAX_AFTER / 2)) : 0,
    };
}

static const double two_sided_dt =
    1.0 / 64.0; /* a power of two, so times of whole frames are exact */

/* Returns the method with these numbers of frames before the cut and after the gap. */
static dbt_tuning of_spans(const char *text, spans n)
{
    dbt_tuning tuning = parsed(text);
    const int after = dbt_method_param(tuning.method, "blend_time");
    const int before = dbt_method_param(tuning.method, "before");
    if (after >= 0)
        tuning.values[after] = n.after * two_sided_dt;
    if (before >= 0)
        tuning.values[before] = n.before * two_sided_dt;
    return tuning;
}

/* out[i] is the pose at frame i - MAX_BEFORE from the cut. */
static void run_two_sided(const dbt_tuning *tuning, const scene *s, spans n,
                          dbt_transform out[SPAN + 1][N])
{
    const double dt = two_sided_dt;
    dbt_transform source[N], target[N];
    dbt_transition *transition = begin_at(tuning, s, dt, MAX_BEFORE, (size_t)n.gap);
    for (int i = 0; i <= SPAN; i++) {
        const int frame = i - MAX_BEFORE;
        pose_at(s->src, frame * dt, source);
        pose_at(s->dst, (frame - n.gap) * dt, target);
        dbt_transition_eval(transition, frame, target, source, out[i]);
    }
    dbt_transition_free(transition);
}

static const char *const two_sided[] = {
    "inertialize-two-sided",
    "dead-two-sided",
    "dead-two-sided:curve=linear,halflife=0.05",
    "dead-two-sided:curve=smootherstep,max_linear_velocity=0.5,max_angular_velocity=30",
    "bridge-linear",
};
enum { N_TWO_SIDED = sizeof two_sided / sizeof *two_sided };

/* Returns the scene backwards in time, from the target to the source. */
static scene backwards(const scene *s)
{
    scene m = *s;
    for (int j = 0; j < N; j++) {
        m.src[j] = s->dst[j];
        m.dst[j] = s->src[j];
        m.src[j].vel = dbt_vec3_scale(m.src[j].vel, -1.0);
        m.src[j].ang = dbt_vec3_scale(m.src[j].ang, -1.0);
        m.dst[j].vel = dbt_vec3_scale(m.dst[j].vel, -1.0);
        m.dst[j].ang = dbt_vec3_scale(m.dst[j].ang, -1.0);
    }
    return m;
}

TEST(backwards_in_time_two_sides_are_the_mirror_image)
{
    static dbt_transform forth[SPAN + 1][N], back[SPAN + 1][N];
    uint64_t state = 21;
    for (int m = 0; m < N_TWO_SIDED; m++) {
        for (int i = 0; i < 200; i++) {
            scene s = random_scene(&state, 2.0,
                                   1.0); /* random axes, so that every pair of joints differs */
            s.factors[2] = 0.5;
            s.factors[3] = 1.5;
            const scene mirrored = backwards(&s);
            const dbt_method *method = parsed(two_sided[m]).method;
            const spans n = random_spans(method, &state), swapped = { n.after, n.gap, n.before };
            const dbt_tuning one = of_spans(two_sided[m], n),
                             other = of_spans(two_sided[m], swapped);
            run_two_sided(&one, &s, n, forth);
            run_two_sided(&other, &mirrored, swapped, back);
            for (int k = 0; k <= 2 * MAX_BEFORE + n.gap; k++)
                expect_pose(&one, (size_t)k, back[2 * MAX_BEFORE + n.gap - k], forth[k], 1e-11);
        }
    }
}

/* Two clips with equal motion: the offset is zero and stays zero. Methods that extrapolate get
 * clips at rest, because an extrapolation leaves even this motion. */
TEST(two_sides_of_one_motion_change_nothing)
{
    static dbt_transform out[SPAN + 1][N];
    uint64_t state = 22;
    for (int m = 0; m < N_TWO_SIDED; m++) {
        const dbt_method *method = parsed(two_sided[m]).method;
        for (int i = 0; i < 100; i++) {
            const double speed = method->kind == DBT_METHOD_OFFSET ? 6.0 : 0.0;
            scene s = random_scene(&state, 0.0, speed);
            memcpy(s.src, s.dst, sizeof s.src);
            const spans n = random_spans(method, &state);
            const dbt_tuning tuning = of_spans(two_sided[m], n);
            run_two_sided(&tuning, &s, n, out);
            for (int k = 0; k <= SPAN; k++) {
                dbt_transform expected[N];
                pose_at(s.dst, (k - MAX_BEFORE) * two_sided_dt, expected);
                expect_pose(&tuning, (size_t)k, out[k], expected, 1e-11);
            }
        }
    }
}

/* Returns at u the polynomial with value x, derivative v and second derivative 0 at u = 0, and all
 * three 0 at u = 1. */
static dbt_vec3 ease_from(dbt_vec3 x, dbt_vec3 v, double length, double u)
{
    const double value = 1.0 - u * u * u * (10.0 - 15.0 * u + 6.0 * u * u);
    const double derivative = u - u * u * u * (6.0 - 8.0 * u + 3.0 * u * u);
    return dbt_vec3_add_scaled(dbt_vec3_scale(x, value), length * derivative, v);
}

/* Computes the rotation offset at the cut, and its rate from neighbouring times. */
static void offset_and_rate(const scene *s, int j, dbt_vec3 *r, dbt_vec3 *rate)
{
    const double h = 1e-5;
    dbt_vec3 at[3];
    for (int i = 0; i < 3; i++) {
        const double t = (i - 1) * h;
        at[i] = dbt_quat_difference(moved(&s->src[j], t).rot, moved(&s->dst[j], t).rot);
    }
    *r = at[1];
    *rate = dbt_vec3_scale(dbt_vec3_sub(at[2], at[0]), 0.5 / h);
}

TEST(without_time_before_the_cut_two_sides_are_one)
{
    static dbt_transform out[SPAN + 1][N], one_sided[SPAN + 1][N];
    uint64_t state = 23;
    for (int i = 0; i < 200; i++) {
        const scene s = random_scene(&state, 2.0, 4.0);
        const spans n = { .before = 0, .after = 1 + (int)(random_bits(&state) % MAX_AFTER) };
        const double length = n.after * two_sided_dt;
        dbt_tuning tuning = of_spans("inertialize-two-sided", n);
        run_two_sided(&tuning, &s, n, out);
        for (int k = 0; k < n.after; k++) {
            const double t = k * two_sided_dt;
            dbt_transform expected[N];
            for (int j = 0; j < N; j++) {
                dbt_vec3 r, rate;
                offset_and_rate(&s, j, &r, &rate);
                const dbt_vec3 x = dbt_vec3_sub(s.src[j].at.pos, s.dst[j].at.pos);
                const dbt_vec3 v = dbt_vec3_sub(s.src[j].vel, s.dst[j].vel);
                const dbt_vec3 full_angle = ease_from(r, rate, length, t / length);
                expected[j] = moved(&s.dst[j], t);
                expected[j].rot = dbt_quat_mul(dbt_quat_exp(full_angle), expected[j].rot);
                expected[j].pos =
                    dbt_vec3_add(expected[j].pos, ease_from(x, v, length, t / length));
            }
            /* the rate is a central difference */
            expect_pose(&tuning, (size_t)k, out[MAX_BEFORE + k], expected, 1e-7);
        }
        tuning = of_spans("dead-two-sided:curve=sinusoidal,halflife=0.1", n);
        run_two_sided(&tuning, &s, n, out);
        const dbt_tuning decay = of_spans("dead-decay:curve=sinusoidal,halflife=0.1", n);
        run_two_sided(&decay, &s, n, one_sided);
        for (int k = MAX_BEFORE; k <= SPAN; k++)
            expect_pose(&tuning, (size_t)k, out[k], one_sided[k], 1e-12);
    }
}

/* Before the cut the source rotates about one axis past the opposite of the target. The arc that is
 * shorter at the transition's begin is longer at the cut, and still used. */
TEST(two_sides_fade_along_the_arc_that_is_shorter_at_their_begin)
{
    static dbt_transform out[SPAN + 1][N];
    const spans n = { .before = 20, .gap = 6, .after = 15 };
    const double at_cut = 2.9, rate = -2.0, h = 0.1, dt = two_sided_dt;
    const dbt_vec3 z = { 0, 0, 1 };
    uint64_t state = 24;
    scene s = random_scene(&state, 0.0, 0.0);
    for (int j = 0; j < N; j++) {
        s.dst[j].at.rot = DBT_QUAT_IDENTITY;
        s.src[j].at.rot = dbt_quat_exp(dbt_vec3_scale(z, at_cut));
        s.src[j].ang = dbt_vec3_scale(z, rate);
    }
    const dbt_tuning tuning = of_spans("dead-two-sided:halflife=0.1,curve=linear", n);
    run_two_sided(&tuning, &s, n, out);
    for (int k = -n.before; k < n.gap + n.after; k++) {
        const double y = log(2.0) / h, t = k * dt;
        const double source = at_cut + rate * (t < 0.0 ? t : (1.0 - exp(-y * t)) / y);
        const double weight = (double)(k + n.before) / (n.before + n.gap + n.after);
        const double angle = source + weight * (2.0 * DBT_PI - source);
        const dbt_quat expected = dbt_quat_exp(dbt_vec3_scale(z, angle));
        const double off = angle_between(out[MAX_BEFORE + k][1].rot, expected);
        if (!(off <= 1e-12))
            fail_msg("frame %d: off by %g rad", k, off);
    }
}

/* Computes the peak jerk, and the maximum deviation from the clip that plays, of a step between
 * still poses at 1,000 fps. The response begins `before` frames before the cut. */
static void expect_step(const char *text, size_t before, double *jerk, double *deviation)
{
    enum { FRAMES = 1100 };
    double x[FRAMES];
    const dbt_tuning tuning = parsed(text);
    const dbt_response_joint of = { .x0 = 1.0, .factor = 1.0, .dt = 0.001, .before = before };
    dbt_response_frames(&tuning, &of, FRAMES, x);
    *jerk = *deviation = 0.0;
    for (size_t k = 0; k < FRAMES; k++) {
        *deviation = fmax(*deviation, fabs(x[k] - (k < before ? 1.0 : 0.0)));
        if (k >= 3)
            *jerk = fmax(*jerk, fabs(x[k] - 3 * x[k - 1] + 3 * x[k - 2] - x[k - 3]) / 1e-9);
    }
}

TEST(two_sides_have_an_eighth_of_the_jerk)
{
    double one_jerk, one_deviation, jerk, deviation;
    /* without time before the cut: the one-sided quintic ease */
    expect_step("inertialize-two-sided:before=0,blend_time=0.5", 0, &one_jerk, &one_deviation);
    expect_near(one_jerk, 60.0 / 0.125, 0.03 * 480.0);
    expect_near(one_deviation, 1.0, 1e-12);
    expect_step("inertialize-two-sided:before=0.5,blend_time=0.5", 500, &jerk, &deviation);
    expect_near(jerk / one_jerk, 0.125, 0.03 * 0.125);
    expect_near(deviation / one_deviation, 0.5, 0.03 * 0.5);
}

TEST(frames_are_resolved_with_the_outputs_rate)
{
    dbt_tuning t = parsed("dead-two-sided:blend_time=6f,before=12f,halflife=0.1");
    dbt_buffer text = { 0 };
    dbt_tuning_format(&t, dbt_method_param(t.method, "before"), &text);
    assert_string_equal(text.bytes, "12f");
    dbt_buffer_release(&text);
    dbt_error err;
    assert_false(
        dbt_tuning_resolve(&(dbt_tuning){ .method = t.method, .in_frames = { true } }, 0.0, &err));
    assert_true(dbt_tuning_resolve(&t, 0.02, NULL));
    expect_near(dbt_tuning_get(&t, "blend_time", 0.0), 0.12, 1e-15);
    expect_near(dbt_tuning_get(&t, "before", 0.0), 0.24, 1e-15);
    expect_near(dbt_tuning_get(&t, "halflife", 0.0), 0.1, 0.0);
    t = parsed("crossfade:blend_time=1000f");
    assert_true(!dbt_tuning_resolve(&t, 0.1, &err) && strstr(err.msg, "1000f"));
}

TEST(every_declaration_is_complete)
{
    for (int m = 0; m < dbt_n_methods; m++) {
        const dbt_method *method = dbt_methods[m];
        assert_true(method->name && method->summary && method->details && method->source);
        assert_true(method->n_params <= DBT_MAX_PARAMS);
        assert_true((method->kind == DBT_METHOD_OFFSET) ==
                    ((method->offset != NULL) != (method->correction != NULL)));
        assert_true(method->kind == DBT_METHOD_BLEND || !method->extrapolate);
        assert_true((method->kind == DBT_METHOD_JUMP || method->needs_gap) ==
                    (method->duration == NULL));
        if (method->duration)
            assert_true(dbt_method_param(method, method->duration) >= 0);
        /* 1 is the default, which no method declares */
        assert_true(method->ends_after == 0.0 || (method->duration && method->ends_after > 1.0));
        for (int p = 0; p < method->n_params; p++) {
            const dbt_param *param = &method->params[p];
            assert_true(param->name && param->help && param->min <= param->def &&
                        param->def <= param->max);
        }
    }
}

TEST(settings_refuse_what_a_method_lacks)
{
    static const char *const bad[] = {
        "dead-dekay",
        "",
        "dead-decay:",
        "dead-decay:halflife",
        "dead-decay:halflife=",
        "dead-decay:halflife=abc",
        "dead-decay:halflife=0",
        "dead-decay:halflife=-1",
        "dead-decay:halflife=1e999",
        "dead-decay:halflife=nan",
        "dead-decay:halflife=none",
        "dead-decay:bounce=3",
        "dead-decay:halflife=0.1,",
        "dead-decay:curve=wavy",
        "dead-bounce:bounce=10001",
        "dead-bounce:bounce=-1",
        "inertialize-quintic:vector=maybe",
        "inertialize-spring:blend_time=0.2",
        "cut:blend_time=0.2",
        "dead-decay:halflife=0.1deg",
        "dead-decay:max_linear_velocity=inf",
        "dead-decay:blend_time=-0.1",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        dbt_tuning tuning;
        dbt_error err = { .code = DBT_OK };
        if (dbt_tuning_parse(&tuning, bad[i], &err))
            fail_msg("'%s' is taken", bad[i]);
        assert_int_equal(err.code, DBT_E_PARAM);
        assert_true(err.msg[0] != '\0');
    }
    dbt_error err;
    assert_null(dbt_method_find("dead-dekay", &err));
    assert_non_null(strstr(err.msg, "dead-decay"));
}

TEST(settings_read_units_switches_and_choices)
{
    const dbt_tuning s = parsed("dead-decay:halflife=150ms,blend_time=0.5s,curve=linear,"
                                "max-linear-velocity=none,max_angular_velocity=360");
    assert_true(dbt_tuning_get(&s, "halflife", 0) == 0.15);
    assert_true(dbt_tuning_get(&s, "blend_time", 0) == 0.5);
    assert_true(is_linear(&s));
    assert_true(isinf(dbt_tuning_get(&s, "max_linear_velocity", 0)));
    assert_true(dbt_tuning_get(&s, "max_angular_velocity", 0) == 360.0);
    const dbt_tuning q = parsed("inertialize-quintic:vector=true,relative_velocity=1");
    assert_true(dbt_tuning_get(&q, "vector", 0) == 1.0);
    dbt_tuning h = parsed("dead-halflife:halflife_min=0.5");
    assert_true(dbt_tuning_check(&h, NULL));
    h = parsed("dead-halflife:halflife_min=2");
    assert_false(dbt_tuning_check(&h, NULL)); /* above halflife_max */
}

AROUND_TESTS(make_skeleton, NULL)

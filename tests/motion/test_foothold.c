/* A foot that moves along x, compared with formulas; and properties of any foot. */
#include "expect.h"

#include "motion/foothold.h"

static const dbt_foot_contact in_contact = { .can_lock = true, .can_stay = true },
                              in_target = { .can_stay = true };

static dbt_vec3 at(double x)
{
    return (dbt_vec3){ x, 0.0, 0.0 };
}

/* A hundred frames a second, 0.1 s to ease, at most 5 units a second. */
static const dbt_foothold_times times = { .dt = 0.01, .ease = 0.1, .speed = 5.0, .lock_end = 50 };

static dbt_foothold from(double pos_now, double before)
{
    return (dbt_foothold){ .pos = at(pos_now), .pos_before = at(before) };
}

static double smootherstep(double x)
{
    return x >= 1.0 ? 1.0 : x * x * x * (10.0 + x * (6.0 * x - 15.0));
}

static void step(dbt_foothold *foot, size_t frame, double blend, dbt_foot_contact contact)
{
    dbt_foothold_step(foot, &times, frame, at(blend), contact);
}

/* A foot in contact in the source is locked at once, whatever the blend does. */
TEST(locked_at_once)
{
    dbt_foothold foot = from(3.0, 2.9);
    dbt_foothold_begin(&foot, &times, 7, at(3.0), in_contact, true);
    expect_near(foot.pos.x, 3.0, 0.0);
    for (size_t k = 8; k <= 50; k++) {
        step(&foot, k, 3.0 + 0.2 * (double)k, k < 20 ? in_contact : in_target);
        expect_near(foot.pos.x, 3.0, 0.0);
        assert_int_equal(foot.state, DBT_FOOT_LOCKED);
    }
}

/* From 40 units a second the speed falls as (1 - u)^2, so the foot comes to rest after 40 * 0.1 / 3
 * units. If BRAKING begins `ease` before the contact (early = 1), the speed falls by smoothstep,
 * and the distance is 1.5 times as long. */
TEST(comes_to_rest)
{
    for (int early = 0; early <= 1; early++) {
        const dbt_foot_contact contact = { .can_lock = true, .can_stay = true, .early = early };
        dbt_foothold begun = from(3.0, 2.6), later = from(3.0, 2.6);
        dbt_foothold_begin(&begun, &times, 7, at(3.0), contact, false);
        dbt_foothold_brake(&later, &times, 7, early);
        for (size_t k = 7; k < 30; k++) {
            const double u = fmin(0.1 * (double)(k - 7), 1.0), left = 1.0 - u;
            const double path =
                early ? u - u * u * u + u * u * u * u / 2.0 : (1.0 - left * left * left) / 3.0;
            if (k > 7) {
                step(&begun, k, 3.0 + 0.4 * (double)(k - 7), contact);
                step(&later, k, 3.0 + 0.4 * (double)(k - 7), contact);
            }
            expect_near(begun.pos.x, 3.0 + 40.0 * 0.1 * path, 1e-12);
            expect_near(later.pos.x, 3.0 + 40.0 * 0.1 * path, 1e-12);
        }
        assert_int_equal(begun.state, DBT_FOOT_LOCKED);
    }
}

/* Returns a foot that is locked at 0 in frames 0 to 20. In frame 20 the blend is at `offset` and
 * has the speed `rate`. */
static dbt_foothold held_with(double offset, double rate)
{
    dbt_foothold foot = from(0.0, 0.0);
    dbt_foothold_begin(&foot, &times, 0, at(0.0), in_contact, true);
    for (size_t k = 1; k <= 20; k++)
        step(&foot, k, offset - rate * 0.01 * (double)(20 - k), in_contact);
    expect_near(foot.pos.x, 0.0, 0.0);
    return foot;
}

/* The foot of held_with lifts after frame 20 for `swing` seconds. Its offset from the blend fades
 * over `length` seconds. Its speed, initially 0, changes by at most `max_speed` from frame to
 * frame. */
static void fades(double offset, double rate, double swing, double length, double max_speed)
{
    const dbt_foot_contact lifts = { .lifted = true, .swing = swing };
    dbt_foothold foot = held_with(offset, rate);
    double speed = 0.0, highest = 0.0;
    const size_t last = 20 + (size_t)ceil(length / 0.01 - 1e-6);
    for (size_t k = 21; k <= last; k++) {
        const double t = 0.01 * (double)(k - 20), blend = offset + rate * t, before = foot.pos.x;
        assert_int_not_equal(foot.state, DBT_FOOT_FREE);
        step(&foot, k, blend, lifts);
        expect_near(foot.pos.x, blend - (offset + rate * t) * (1.0 - smootherstep(t / length)),
                    1e-9);
        const double now = (foot.pos.x - before) / 0.01;
        highest = fmax(highest, fabs(now - speed));
        speed = now;
    }
    assert_int_equal(foot.state, DBT_FOOT_FREE);
    assert_true(highest <= max_speed * (1.0 + 1e-9));
    step(&foot, last + 1, 77.0, lifts);
    expect_near(foot.pos.x, 77.0, 0.0);
}

/* A small offset fades over the 0.1 seconds of `ease`, even one that grows. */
TEST(released)
{
    fades(-0.1, 0.0, INFINITY, 0.1, 1.0);
    fades(0.05, 1.0, INFINITY, 0.1, 1.0);
}

/* No fade accelerates the foot more than coming to rest from 5 units a second in 0.1 seconds:
 * initially by 2 * 5 / 0.1 = 100 units a second squared, that is 1 unit a second in a frame. An
 * offset of 2 without speed takes sqrt(10 / sqrt(3) * 2 / 100) = 0.339809 seconds. An offset of 2
 * that grows by 10 a second takes the positive root of 100 T^2 - 4.622 * 10 T - 11.547005 = 0. */
TEST(released_gently)
{
    fades(2.0, 0.0, INFINITY, sqrt(0.11547005383792516), 1.0);
    fades(2.0, 10.0, INFINITY, 0.2311 + sqrt(0.2311 * 0.2311 + 0.11547005383792516), 1.0);
}

/* A fade ends within the swing, here after 0.25 or 0.11 seconds, if the swing is longer than
 * `ease`. A small offset fades within `ease`. */
TEST(the_offset_is_gone_at_the_next_contact)
{
    fades(2.0, 0.0, 0.25, 0.25, 2.0);
    fades(2.0, 0.0, 0.11, 0.11, 10.0);
    fades(-0.1, 0.0, 0.25, 0.1, 1.0);
}

/* A swing of 0.05 seconds is shorter than `ease` and does not shorten the fade. After it the foot
 * moves at most at `speed`. */
TEST(lifts_shortly)
{
    dbt_foothold foot = held_with(2.0, 0.0);
    const dbt_foot_contact lifts = { .lifted = true, .swing = 0.05 };
    for (size_t k = 21; k <= 25; k++) {
        step(&foot, k, 2.0, lifts);
        const double t = 0.01 * (double)(k - 20), length = sqrt(0.11547005383792516);
        expect_near(foot.pos.x, 2.0 * smootherstep(t / length), 1e-9);
    }
    for (size_t k = 26; foot.state != DBT_FOOT_FREE; k++) {
        const double last = foot.pos.x;
        step(&foot, k, 2.0, in_target);
        assert_true(fabs(foot.pos.x - last) <= 0.05 + 1e-12);
        assert_true(k < 300);
    }
    expect_near(foot.pos.x, 2.0, 1e-12);
}

/* After lock_end an offset of 4 fades at most at half of 5 units a second. The maximum speed is
 * 15/8 of the mean, so this takes 3 seconds. The rate of the offset fades in 0.1 seconds. */
TEST(released_slowly)
{
    for (double rate = 0.0; rate < 1.5; rate += 1.0) {
        dbt_foothold foot = from(0.0, 0.0);
        dbt_foothold_begin(&foot, &times, 0, at(0.0), in_contact, true);
        for (size_t k = 1; k <= 50; k++)
            step(&foot, k, 4.0 + rate * 0.01 * ((double)k - 50.0), in_target);
        expect_near(foot.pos.x, 0.0, 0.0);
        for (size_t k = 51; k <= 360; k++) {
            const double last = foot.pos.x, t = 0.01 * (double)(k - 50);
            step(&foot, k, 4.0 + rate * t, in_target);
            expect_near(foot.pos.x, 4.0 * smootherstep(t / 3.0) + rate * t * smootherstep(10.0 * t),
                        1e-12);
            assert_true(foot.pos.x - last <= 0.025 + 0.021 * rate + 1e-12);
        }
        assert_int_equal(foot.state, DBT_FOOT_FREE);
    }
}

/* The acceleration is bounded. A LEAVING foot in contact moves at most at `speed`. */
TEST(any_path)
{
    uint64_t seed = 3;
    for (int run = 0; run < 500; run++) {
        dbt_foothold foot = from(0.0, -0.01 * random_in(&seed, -1, 1));
        const double speed = random_in(&seed, -20, 20), wave = random_in(&seed, 1, 12);
        dbt_foot_contact contact = in_contact;
        double before = foot.pos.x, vel = (foot.pos.x - foot.pos_before.x) / times.dt;
        dbt_foothold_begin(&foot, &times, 0, at(0.0), contact, false);
        for (size_t k = 1; k < 300; k++) {
            if (random_in(&seed, 0, 1) < 0.05) {
                contact.can_stay = random_in(&seed, 0, 1) < 0.5;
                contact.can_lock = contact.can_stay && k < 40 && random_in(&seed, 0, 1) < 0.5;
                contact.lifted = !contact.can_stay;
                contact.swing = random_in(&seed, 0, 1);
            }
            const double t = 0.01 * (double)k;
            contact.can_lock = contact.can_lock && k < 40;
            step(&foot, k, speed * sin(wave * t) / wave, contact);
            const double now = (foot.pos.x - before) / times.dt;
            /* The maximum acceleration: 5.78 o / 0.01 units a second squared for an offset o that
             * fades within 0.1 s, plus 4.3 times the speed at its start in 0.1 s. */
            const double o = fabs(foot.pos.x - foot.blend.x) + 3.0;
            if (!(fabs(now - vel) <= times.dt * (578.0 * o + 60.0 * (fabs(vel) + fabs(speed)))))
                fail_msg("run %d, frame %zu: from %g to %g units a second", run, k, vel, now);
            if (foot.state == DBT_FOOT_LEAVING && foot.slowly && foot.lags)
                assert_true(fabs(now) <= times.speed + 1e-9);
            vel = now;
            before = foot.pos.x;
        }
    }
}

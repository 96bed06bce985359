/* Glitches of a joint that slides along x, with a reach of 100 units, at 10 frames a second: long
 * steps of known length among steps of a known level. */
#include "expect.h"

#include "bvh/bvh.h"
#include "motion/glitch.h"
#include "motion/track.h"

#include <stdio.h>
#include <string.h>

/* The clip whose joint steps by step[f] into frame f + 1. Release with dbt_clip_release. */
static dbt_clip slide(const double *step, int n)
{
    char text[8192] = "HIERARCHY\nROOT Point\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition "
                      "Zposition\nEnd Site\n{\nOFFSET 0 100 0\n}\n}\nMOTION\n";
    dbt_clip clip;
    dbt_error err;
    const dbt_bvh_options options = { .lenient = false };
    double x = 0.0;
    sprintf(text + strlen(text), "Frames: %d\nFrame Time: 0.1\n0 0 0\n", n + 1);
    for (int i = 0; i < n; i++)
        sprintf(text + strlen(text), "%.3f 0 0\n", x += step[i]);
    assert_true(dbt_bvh_read(text, strlen(text), "slide.bvh", &options, &clip, &err));
    assert_true(dbt_glitches_find(&clip, &err));
    clip.text.bytes = NULL;
    return clip;
}

enum { STEPS = 40 };

/* All steps are `level`, except those given as pairs of index and length, ended by -1. */
static dbt_clip steps_of(double level, const double *others)
{
    double step[STEPS];
    for (int i = 0; i < STEPS; i++)
        step[i] = level;
    for (; others[0] >= 0.0; others += 2)
        step[(int)others[0]] = others[1];
    return slide(step, STEPS);
}

#define STEPS_OF(level, ...) steps_of(level, (const double[]){ __VA_ARGS__, -1.0 })

static void expect_none(dbt_clip clip)
{
    assert_int_equal(clip.glitches.n, 0);
    assert_int_equal(dbt_clip_n_runs(&clip), 1);
    assert_int_equal(dbt_clip_run(&clip, 0).begin, 0);
    assert_int_equal(dbt_clip_run(&clip, 0).end, clip.n_frames);
    dbt_clip_release(&clip);
}

static void expect_run(const dbt_clip *clip, size_t run, size_t begin, size_t end)
{
    assert_true(run < dbt_clip_n_runs(clip));
    assert_int_equal(dbt_clip_run(clip, run).begin, begin);
    assert_int_equal(dbt_clip_run(clip, run).end, end);
}

static void a_first_frame_that_jumps_is_left_out(void **unused)
{
    (void)unused;
    dbt_clip clip = STEPS_OF(5.0, 0, 60.0);
    assert_int_equal(clip.glitches.n, 1);
    assert_int_equal(clip.glitches.list[0].frame, 1);
    assert_int_equal(clip.glitches.list[0].joint, 0);
    expect_near(clip.glitches.list[0].speed, 600.0, 1e-9);
    assert_int_equal(dbt_clip_n_runs(&clip), 1);
    expect_run(&clip, 0, 1, 41);
    dbt_clip_release(&clip);
}

static void a_frame_within_is_left_out(void **unused)
{
    (void)unused;
    dbt_clip clip = STEPS_OF(5.0, 19, 60.0, 20, -50.0);
    assert_int_equal(clip.glitches.n, 2);
    assert_int_equal(dbt_clip_n_runs(&clip), 2);
    expect_run(&clip, 0, 0, 20);
    expect_run(&clip, 1, 21, 41);
    dbt_clip_release(&clip);
}

static void a_step_between_takes_leaves_both(void **unused)
{
    (void)unused;
    dbt_clip clip = STEPS_OF(5.0, 9, 300.0);
    assert_int_equal(clip.glitches.n, 1);
    assert_int_equal(dbt_clip_n_runs(&clip), 2);
    expect_run(&clip, 0, 0, 10);
    expect_run(&clip, 1, 10, 41);
    dbt_clip_release(&clip);
}

/* A tenth of the longest run, 37 frames, is 3.7. */
static void a_run_of_a_tenth_is_left_out(void **unused)
{
    (void)unused;
    dbt_clip three = STEPS_OF(5.0, 2, 300.0), four = STEPS_OF(5.0, 3, 300.0);
    assert_int_equal(dbt_clip_n_runs(&three), 1);
    expect_run(&three, 0, 3, 41);
    assert_int_equal(dbt_clip_n_runs(&four), 2);
    expect_run(&four, 0, 0, 4);
    dbt_clip_release(&three);
    dbt_clip_release(&four);
}

static void a_quarter_of_the_reach_is_the_least(void **unused)
{
    (void)unused;
    expect_none(STEPS_OF(1.0, 20, 24.9));
    dbt_clip clip = STEPS_OF(1.0, 20, 25.1);
    assert_int_equal(clip.glitches.n, 1);
    dbt_clip_release(&clip);
}

static void four_times_its_own_is_the_least(void **unused)
{
    (void)unused;
    expect_none(STEPS_OF(10.0, 20, 39.9));
    dbt_clip clip = STEPS_OF(10.0, 20, 40.1);
    assert_int_equal(clip.glitches.n, 1);
    dbt_clip_release(&clip);
}

/* The four longest steps do not count as usual, whatever their length; a fifth does. */
static void what_happens_five_times_is_its_own(void **unused)
{
    (void)unused;
    dbt_clip clip = STEPS_OF(1.0, 0, 60.0, 10, 60.0, 20, 60.0, 30, 60.0);
    assert_int_equal(clip.glitches.n, 4);
    dbt_clip_release(&clip);
    expect_none(STEPS_OF(1.0, 0, 60.0, 8, 60.0, 16, 60.0, 24, 60.0, 32, 60.0));
}

/* Two steps of a quarter of the length within four steps make it a motion; one of them five steps
 * away, or shorter, does not. */
static void motion_gathers_speed(void **unused)
{
    (void)unused;
    expect_none(STEPS_OF(1.0, 16, 15.1, 24, 15.1, 20, 60.0));
    dbt_clip far = STEPS_OF(1.0, 15, 15.1, 24, 15.1, 20, 60.0);
    dbt_clip low = STEPS_OF(1.0, 16, 14.9, 24, 15.1, 20, 60.0);
    assert_int_equal(far.glitches.n, 1);
    assert_int_equal(low.glitches.n, 1);
    dbt_clip_release(&far);
    dbt_clip_release(&low);
}

static void a_short_clip_has_none(void **unused)
{
    (void)unused;
    double step[16] = { 60.0 };
    expect_none(slide(step, 15));
    dbt_clip clip = slide(step, 16);
    assert_int_equal(clip.glitches.n, 1);
    dbt_clip_release(&clip);
}

/* Frames between two of the clip depend on the one before them and the two after. */
static void runs_are_found_on_another_grid(void **unused)
{
    (void)unused;
    dbt_clip clip = STEPS_OF(5.0, 19, 60.0, 20, -50.0); /* frame 20 is the glitch */
    dbt_track slow, fast;
    dbt_error err;
    assert_true(dbt_track_init(&slow, &clip, &clip.skeleton, 0.2, DBT_INTERPOLATE_HERMITE, &err));
    assert_true(dbt_track_init(&fast, &clip, &clip.skeleton, 0.05, DBT_INTERPOLATE_HERMITE, &err));
    assert_true(dbt_track_run(&slow, 0).end >= 9 && dbt_track_run(&slow, 0).end <= 10);
    assert_true(dbt_track_run(&slow, 1).begin == 11);
    assert_int_equal(dbt_track_run(&slow, 1).end, 21);
    assert_true(dbt_track_run(&fast, 0).end <= 36 && dbt_track_run(&fast, 0).end >= 34);
    assert_true(dbt_track_run(&fast, 1).begin >= 44 && dbt_track_run(&fast, 1).begin <= 46);
    assert_int_equal(dbt_track_run(&fast, 1).end, 81);
    assert_null(dbt_track_find_glitch(&slow, 0, 8));
    assert_non_null(dbt_track_find_glitch(&slow, 9, 10));
    assert_null(dbt_track_find_glitch(&slow, 11, 20));
    assert_null(dbt_track_find_glitch(&fast, 0, 34));
    assert_non_null(dbt_track_find_glitch(&fast, 39, 40));
    assert_null(dbt_track_find_glitch(&fast, 44, 80));
    dbt_track_release(&slow);
    dbt_track_release(&fast);
    dbt_clip_release(&clip);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_first_frame_that_jumps_is_left_out),
        cmocka_unit_test(a_frame_within_is_left_out),
        cmocka_unit_test(a_step_between_takes_leaves_both),
        cmocka_unit_test(a_run_of_a_tenth_is_left_out),
        cmocka_unit_test(a_quarter_of_the_reach_is_the_least),
        cmocka_unit_test(four_times_its_own_is_the_least),
        cmocka_unit_test(what_happens_five_times_is_its_own),
        cmocka_unit_test(motion_gathers_speed),
        cmocka_unit_test(a_short_clip_has_none),
        cmocka_unit_test(runs_are_found_on_another_grid),
    };
    return cmocka_run_group_tests_name("glitch", tests, NULL, NULL);
}

/* Glitches of a joint that slides along x, with a reach of 100 units, at 10 frames a second: long
 * steps of known length among steps of a known level. */
#include "expect.h"

#include "bvh/bvh.h"
#include "motion/glitch.h"
#include "motion/pose.h"
#include "motion/track.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The clip whose joint steps by step[f] into frame f + 1. Release with dbt_clip_release. */
static dbt_clip slide(const double *step, int n)
{
    char *text = malloc(400 + 24 * (size_t)n), *end = text;
    dbt_clip clip;
    dbt_error err;
    const dbt_bvh_options options = { .lenient = false };
    double x = 0.0;
    assert_non_null(text);
    end += sprintf(end,
                   "HIERARCHY\nROOT Point\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition "
                   "Zposition\nEnd Site\n{\nOFFSET 0 100 0\n}\n}\nMOTION\n"
                   "Frames: %d\nFrame Time: 0.1\n0 0 0\n",
                   n + 1);
    for (int i = 0; i < n; i++)
        end += sprintf(end, "%.3f 0 0\n", x += step[i]);
    assert_true(dbt_bvh_read(text, (size_t)(end - text), "slide.bvh", &options, &clip, &err));
    free(text);
    clip.text.bytes = NULL;
    dbt_glitches_find(&clip);
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

/* Two joints that slide along x, the second relative to the first. The first moves for seven
 * frames; the second goes back by as much, but not in frame 20. So the second stands still in the
 * world, except for one step of 60, but no channel makes such a step alone; an angle that goes on
 * from 359 to 360 degrees, written as 0, makes none. The step into frame 30 is a glitch by all
 * rules. */
static void a_step_that_no_channel_makes_alone_is_none(void **unused)
{
    (void)unused;
    char text[8192] =
        "HIERARCHY\nROOT One\n{\nOFFSET 0 0 0\nCHANNELS 1 Xposition\nJOINT Two\n{\n"
        "OFFSET 0 0 0\nCHANNELS 2 Xposition Zrotation\nEnd Site\n{\nOFFSET 0 100 0\n}\n}\n}\n"
        "MOTION\nFrames: 41\nFrame Time: 0.1\n";
    double one = 0.0, two = 0.0;
    for (int f = 0; f <= STEPS; f++) {
        const double by = f >= 17 && f <= 23 ? 30.0 : 0.0;
        one += by;
        two += f == 30 ? 60.0 : f == 20 ? by : -by;
        sprintf(text + strlen(text), "%.1f %.1f %d\n", one, two, f < 20 ? 359 : 0);
    }
    dbt_clip clip;
    dbt_error err;
    assert_true(dbt_bvh_read(text, strlen(text), "two.bvh", NULL, &clip, &err));
    dbt_glitches_find(&clip);
    assert_int_equal(clip.glitches.n, 1);
    assert_int_equal(clip.glitches.list[0].frame, 30);
    assert_int_equal(clip.glitches.list[0].joint, 1);
    dbt_clip_release(&clip);
}

/* A clip of n steps of 1, except for a step of 60 in each n / n_far. */
static dbt_clip far_steps(size_t n, size_t n_far)
{
    double *step = malloc(n * sizeof *step);
    assert_non_null(step);
    for (size_t i = 0; i < n; i++)
        step[i] = i % (n / n_far) == n / n_far / 2 ? 60.0 : 1.0;
    dbt_clip clip = slide(step, (int)n);
    free(step);
    return clip;
}

/* floor(N / 1000) of N steps do not count as usual: 4 of 4,999, 5 of 5,000. */
static void one_in_a_thousand_is_not_usual(void **unused)
{
    (void)unused;
    expect_none(far_steps(4500, 5));
    expect_none(far_steps(4999, 5));
    dbt_clip clip = far_steps(5000, 5);
    assert_int_equal(clip.glitches.n, 5);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(clip.glitches.list[i].frame, 1000 * i + 501);
    dbt_clip_release(&clip);
    expect_none(far_steps(5999, 6));
}

/* Steps too long for a number: none is longer than the others. */
static void infinite_steps_are_usual(void **unused)
{
    (void)unused;
    char text[8192] = "HIERARCHY\nROOT Point\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition "
                      "Zposition\nEnd Site\n{\nOFFSET 0 100 0\n}\n}\nMOTION\nFrames: 40\n"
                      "Frame Time: 0.1\n";
    dbt_clip clip;
    dbt_error err;
    for (int f = 0; f < 40; f++)
        strcat(text, f % 2 ? "1.7e308 0 0\n" : "-1.7e308 0 0\n");
    assert_true(dbt_bvh_read(text, strlen(text), "far.bvh", NULL, &clip, &err));
    dbt_glitches_find(&clip);
    assert_int_equal(clip.glitches.n, 0);
    dbt_clip_release(&clip);
}

/* ---- random clips, against the rules of the manual taken word for word ---- */

enum { FRAMES = 90, JOINTS = 5, CHANNELS = 21 };

static const char rig[] =
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\n"
    "CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n"
    "JOINT Arm\n{\nOFFSET 20 0 0\nCHANNELS 3 Zrotation Yrotation Xrotation\n"
    "JOINT Hand\n{\nOFFSET 0 25 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation "
    "Yrotation\nEnd Site\n{\nOFFSET 10 0 0\n}\n}\n}\n"
    "JOINT Leg\n{\nOFFSET 0 -30 0\nCHANNELS 3 Xrotation Yrotation Zrotation\n"
    "JOINT Foot\n{\nOFFSET 0 -30 5\nCHANNELS 3 Zrotation Yrotation Xrotation\nEnd Site\n{\nOFFSET "
    "0 0 9\n}\n}\n}\n}\n"
    "MOTION\nFrames: 90\nFrame Time: 0.01\n";

static bool is_position(int c)
{
    return c < 3 || (c >= 9 && c < 12);
}

/* Swinging channels; then frames of another pose, channels that jump for a frame or for good, a
 * joint that jumps often, and angles that flip as near gimbal lock. */
static void make_values(double values[FRAMES][CHANNELS], uint64_t *state)
{
    for (int c = 0; c < CHANNELS; c++) {
        const double far = is_position(c) ? 3.0 : 40.0, middle = c == 10 ? 25.0 : 0.0;
        const double wide = random_in(state, 0.0, far), rate = random_in(state, 0.02, 0.3);
        for (int f = 0; f < FRAMES; f++)
            values[f][c] = middle + wide * sin(rate * f + c);
    }
    for (size_t i = random_below(state, 5); i > 0; i--) {
        const size_t frame = random_below(state, FRAMES), c = random_below(state, CHANNELS);
        const double by = random_in(state, 10.0, 170.0), times = random_in(state, 1.0, 8.0);
        switch (random_below(state, 5)) {
        case 0:
            for (int k = 0; k < CHANNELS; k++)
                values[frame][k] = random_in(state, -60.0, 60.0);
            break;
        case 1: values[frame][c] += by; break;
        case 2:
            for (size_t f = frame; f < FRAMES; f++)
                values[f][c] += by;
            break;
        case 3:
            for (int n = 0; n < (int)times; n++)
                values[random_below(state, FRAMES)][c] += by;
            break;
        default: /* the same rotation of the arm */
            for (size_t f = frame; f < FRAMES; f++) {
                values[f][6] += 180.0;
                values[f][7] = 180.0 - values[f][7];
                values[f][8] -= 180.0;
            }
        }
    }
}

/* Whether a step is long, and at most one of the four before and the four after is longer than a
 * quarter of it. steps[f] is the step into frame f. */
static bool stands_alone(const double *steps, int frame, double least)
{
    int near = 0;
    for (int f = frame - 4; f <= frame + 4; f++)
        near += f >= 1 && f < FRAMES && f != frame && steps[f] > steps[frame] / 4.0;
    return steps[frame] >= least && near <= 1;
}

/* The longest step left without the four longest. */
static double usual_longest(const double *steps)
{
    double sorted[FRAMES];
    memcpy(sorted, steps, sizeof sorted);
    for (int i = 1; i < FRAMES; i++)
        for (int k = i; k > 1 && sorted[k] > sorted[k - 1]; k--) {
            const double longer = sorted[k];
            sorted[k] = sorted[k - 1];
            sorted[k - 1] = longer;
        }
    return sorted[5];
}

/* The fastest joint that glitches in each frame; -1: none. */
static void find_by_the_rules(const dbt_clip *clip, int joint_of[FRAMES])
{
    static dbt_transform local[JOINTS], world[FRAMES][JOINTS];
    static double steps[JOINTS][FRAMES], changes[CHANNELS][FRAMES];
    for (size_t f = 0; f < FRAMES; f++) {
        dbt_pose_from_values(&clip->skeleton, dbt_clip_frame(clip, f), local);
        dbt_pose_world(&clip->skeleton, local, world[f]);
        for (int j = 0; f > 0 && j < JOINTS; j++)
            steps[j][f] = dbt_vec3_length(dbt_vec3_sub(world[f][j].pos, world[f - 1][j].pos));
        for (int c = 0; f > 0 && c < CHANNELS; c++) {
            const double by = fabs(dbt_clip_frame(clip, f)[c] - dbt_clip_frame(clip, f - 1)[c]);
            changes[c][f] = !is_position(c) && by > 180.0 ? fabs(360.0 - by) : by;
        }
    }
    const double reach = dbt_pose_reach(&clip->skeleton, world[0], 0);
    for (int f = 1; f < FRAMES; f++) {
        bool changes_alone = false;
        for (int c = 0; c < CHANNELS; c++)
            changes_alone =
                changes_alone || stands_alone(changes[c], f, is_position(c) ? reach / 8.0 : 15.0);
        joint_of[f] = -1;
        for (int j = 0; changes_alone && j < JOINTS; j++)
            if (stands_alone(steps[j], f, reach / 4.0) &&
                steps[j][f] >= 4.0 * usual_longest(steps[j]) &&
                (joint_of[f] < 0 || steps[j][f] > steps[joint_of[f]][f]))
                joint_of[f] = j;
    }
}

static void random_clips_have_the_glitches_of_the_rules(void **unused)
{
    (void)unused;
    static char text[FRAMES * CHANNELS * 16 + sizeof rig];
    static double values[FRAMES][CHANNELS];
    uint64_t state = 5;
    int n_found = 0, n_of[JOINTS] = { 0 };
    for (int i = 0; i < 1000; i++) {
        make_values(values, &state);
        char *end = text + sprintf(text, "%s", rig);
        for (int f = 0; f < FRAMES; f++)
            for (int c = 0; c < CHANNELS; c++)
                end += sprintf(end, "%.5f%c", values[f][c], c + 1 < CHANNELS ? ' ' : '\n');
        dbt_clip clip;
        dbt_error err;
        int joint_of[FRAMES];
        assert_true(dbt_bvh_read(text, strlen(text), "random.bvh", NULL, &clip, &err));
        dbt_glitches_find(&clip);
        find_by_the_rules(&clip, joint_of);
        size_t n = 0;
        for (int f = 1; f < FRAMES; f++) {
            const bool has = n < clip.glitches.n && clip.glitches.list[n].frame == (size_t)f;
            const int found = has ? clip.glitches.list[n].joint : -1;
            if (found != joint_of[f])
                fail_msg("clip %d, frame %d: joint %d, expected %d", i, f, found, joint_of[f]);
            n += has;
            n_found += has;
            n_of[has ? found : 0] += has;
        }
        assert_int_equal(n, clip.glitches.n);
        dbt_clip_release(&clip);
    }
    /* the clips try the rules: many glitches, of every joint that can be the fastest */
    assert_true(n_found > 500 && n_of[0] > 10 && n_of[2] > 10 && n_of[4] > 10);
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
        cmocka_unit_test(a_step_that_no_channel_makes_alone_is_none),
        cmocka_unit_test(one_in_a_thousand_is_not_usual),
        cmocka_unit_test(infinite_steps_are_usual),
        cmocka_unit_test(random_clips_have_the_glitches_of_the_rules),
    };
    return cmocka_run_group_tests_name("glitch", tests, NULL, NULL);
}

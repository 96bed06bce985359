/* Glitches of a joint that slides along x at 10 frames a second. Its steps are 4 and 6 units
 * alternately, so it jumps by 2 in every frame, except at some longer steps. */
#include "read_bvh.h"

#include "motion/glitch.h"
#include "motion/pops.h"
#include "motion/track.h"

/* Returns a clip whose joint steps by step[f] into frame f + 1. Release with dbt_clip_release. */
static dbt_clip slide(const double *step, int n)
{
    char *text = malloc(400 + 24 * (size_t)n), *end = text;
    double x = 0.0;
    assert_non_null(text);
    end += sprintf(end,
                   "HIERARCHY\nROOT Point\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition "
                   "Zposition\nEnd Site\n{\nOFFSET 0 100 0\n}\n}\nMOTION\n"
                   "Frames: %d\nFrame Time: 0.1\n0 0 0\n",
                   n + 1);
    for (int i = 0; i < n; i++)
        end += sprintf(end, "%.3f 0 0\n", x += step[i]);
    dbt_clip clip = read_bvh(text, (size_t)(end - text), "slide.bvh");
    free(text);
    clip.text.bytes = NULL;
    dbt_glitches_find(&clip, DBT_POP_GLITCH);
    return clip;
}

enum { STEPS = 100 };

/* Returns a clip with steps of 4 and 6, except the steps given as pairs of index and length, ended
 * by -1. */
static dbt_clip steps_of(const double *others)
{
    double step[STEPS];
    for (int i = 0; i < STEPS; i++)
        step[i] = i % 2 == 0 ? 4.0 : 6.0;
    for (; others[0] >= 0.0; others += 2)
        step[(int)others[0]] = others[1];
    return slide(step, STEPS);
}

#define STEPS_OF(...) steps_of((const double[]){ __VA_ARGS__, -1.0 })

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

/* The only glitch: (60 - 6) / 2 = 27 times its usual jump at frame 2. */
TEST(a_first_frame_that_jumps_is_left_out)
{
    dbt_clip clip = STEPS_OF(0, 60.0);
    assert_int_equal(clip.glitches.n, 1);
    assert_int_equal(clip.glitches.list[0].frame, 2);
    assert_int_equal(clip.glitches.list[0].begin, 1);
    assert_int_equal(clip.glitches.list[0].end, 1);
    expect_near(clip.glitches.list[0].pop, 27.0, 1e-9);
    assert_int_equal(dbt_clip_n_runs(&clip), 1);
    expect_run(&clip, 0, 1, 101);
    dbt_clip_release(&clip);
}

TEST(a_last_frame_that_jumps_is_left_out)
{
    dbt_clip clip = STEPS_OF(99, 60.0);
    assert_int_equal(clip.glitches.n, 1);
    assert_int_equal(dbt_clip_n_runs(&clip), 1);
    expect_run(&clip, 0, 0, 100);
    dbt_clip_release(&clip);
}

/* The largest of its three jumps is between the two steps: 110 units. */
TEST(a_frame_within_is_left_out)
{
    dbt_clip clip = STEPS_OF(49, 60.0, 50, -50.0);
    assert_int_equal(clip.glitches.n, 1);
    assert_int_equal(clip.glitches.list[0].frame, 51);
    expect_near(clip.glitches.list[0].pop, 55.0, 1e-9);
    assert_int_equal(dbt_clip_n_runs(&clip), 2);
    expect_run(&clip, 0, 0, 50);
    expect_run(&clip, 1, 51, 101);
    dbt_clip_release(&clip);
}

TEST(a_step_between_takes_leaves_both)
{
    dbt_clip clip = STEPS_OF(29, 300.0);
    assert_int_equal(clip.glitches.n, 1);
    assert_int_equal(dbt_clip_n_runs(&clip), 2);
    expect_run(&clip, 0, 0, 30);
    expect_run(&clip, 1, 30, 101);
    dbt_clip_release(&clip);
}

/* Runs of 9 and 92 frames, and of 10 and 91. */
TEST(a_run_of_a_tenth_is_left_out)
{
    dbt_clip nine = STEPS_OF(8, 300.0), ten = STEPS_OF(9, 300.0);
    assert_int_equal(dbt_clip_n_runs(&nine), 1);
    expect_run(&nine, 0, 9, 101);
    assert_int_equal(dbt_clip_n_runs(&ten), 2);
    expect_run(&ten, 0, 0, 10);
    dbt_clip_release(&nine);
    dbt_clip_release(&ten);
}

TEST(eight_times_the_usual_jump_is_no_glitch)
{
    expect_none(STEPS_OF(50, 22.0)); /* 16 more than before and after */
    dbt_clip clip = STEPS_OF(50, 22.1);
    assert_int_equal(clip.glitches.n, 1);
    dbt_clip_release(&clip);
}

/* The 95 % quantile of 99 jumps is at rank 93.1: the five largest have the ranks 94 to 98. */
TEST(frequent_jumps_are_usual)
{
    dbt_clip clip = STEPS_OF(20, 60.0, 70, 60.0); /* four jumps */
    assert_int_equal(clip.glitches.n, 2);
    dbt_clip_release(&clip);
    expect_none(STEPS_OF(20, 60.0, 50, 60.0, 80, 60.0)); /* six */
}

/* A body that stands still and jumps once has no usual jump. */
TEST(a_jump_in_stillness_is_a_glitch)
{
    double step[STEPS] = { [50] = 0.001 };
    dbt_clip clip = slide(step, STEPS);
    assert_int_equal(clip.glitches.n, 1);
    expect_near(clip.glitches.list[0].pop, 1000.0, 1e-9);
    dbt_clip_release(&clip);
    memset(step, 0, sizeof step);
    expect_none(slide(step, STEPS));
}

TEST(a_short_clip_has_none)
{
    const double step[18] = { [9] = 60.0 };
    expect_none(slide(step, 18));
}

/* A frame between two frames of the clip depends on these and on their neighbours. */
TEST(runs_are_found_on_another_grid)
{
    dbt_clip clip = STEPS_OF(19, 60.0, 20, -50.0); /* frame 20 is the glitch */
    dbt_track slow, fast;
    dbt_error err;
    assert_true(dbt_track_init(&slow, &clip, &clip.skeleton, 0.2, DBT_INTERPOLATE_HERMITE, &err));
    assert_true(dbt_track_init(&fast, &clip, &clip.skeleton, 0.05, DBT_INTERPOLATE_HERMITE, &err));
    assert_true(dbt_track_run(&slow, 0).end >= 9 && dbt_track_run(&slow, 0).end <= 10);
    assert_true(dbt_track_run(&slow, 1).begin == 11);
    assert_int_equal(dbt_track_run(&slow, 1).end, 51);
    assert_true(dbt_track_run(&fast, 0).end <= 36 && dbt_track_run(&fast, 0).end >= 34);
    assert_true(dbt_track_run(&fast, 1).begin >= 44 && dbt_track_run(&fast, 1).begin <= 46);
    assert_int_equal(dbt_track_run(&fast, 1).end, 201);
    assert_null(dbt_track_find_glitch(&slow, 0, 8));
    assert_non_null(dbt_track_find_glitch(&slow, 9, 10));
    assert_null(dbt_track_find_glitch(&slow, 11, 50));
    assert_null(dbt_track_find_glitch(&fast, 0, 34));
    assert_non_null(dbt_track_find_glitch(&fast, 39, 40));
    assert_null(dbt_track_find_glitch(&fast, 44, 200));
    dbt_track_release(&slow);
    dbt_track_release(&fast);
    dbt_clip_release(&clip);
}

/* Jumps that overflow: all are infinite, so none is unusual. */
TEST(infinite_jumps_are_usual)
{
    char text[8192] = "HIERARCHY\nROOT Point\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition "
                      "Zposition\nEnd Site\n{\nOFFSET 0 100 0\n}\n}\nMOTION\nFrames: 40\n"
                      "Frame Time: 0.1\n";
    for (int f = 0; f < 40; f++)
        strcat(text, f % 2 ? "1.7e308 0 0\n" : "-1.7e308 0 0\n");
    dbt_clip clip = read_bvh(text, strlen(text), "far.bvh");
    dbt_glitches_find(&clip, DBT_POP_GLITCH);
    assert_int_equal(clip.glitches.n, 0);
    dbt_clip_release(&clip);
}

/* ---- random clips: a search in few joints finds each pop above 8 of all joints ---- */

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

/* Makes swinging channels with up to four disturbances: a frame of another pose; a channel that
 * jumps for one frame, for good or often; angles that flip, as near gimbal lock. */
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

TEST(random_clips_have_the_glitches_of_all_joints)
{
    static char text[FRAMES * CHANNELS * 16 + sizeof rig];
    static double values[FRAMES][CHANNELS];
    uint64_t state = 5;
    size_t n_found = 0, n_clips = 0;
    for (int i = 0; i < 1000; i++) {
        make_values(values, &state);
        char *end = text + sprintf(text, "%s", rig);
        for (int f = 0; f < FRAMES; f++)
            for (int c = 0; c < CHANNELS; c++)
                end += sprintf(end, "%.5f%c", values[f][c], c + 1 < CHANNELS ? ' ' : '\n');
        dbt_clip clip = read_bvh(text, strlen(text), "random.bvh");
        dbt_jumps jumps;
        dbt_glitches_find(&clip, DBT_POP_GLITCH);
        dbt_jumps_init(&jumps, &clip, 1);
        size_t n = 0;
        for (size_t k = 2; k < FRAMES; k++) {
            if (dbt_jumps_quantile(&jumps, k, DBT_POP_RANK) <= DBT_POP_GLITCH)
                continue;
            while (n < clip.glitches.n && clip.glitches.list[n].end + 1 < k)
                n++;
            if (n == clip.glitches.n || k < clip.glitches.list[n].begin)
                fail_msg("clip %d, frame %zu is in no glitch", i, k);
        }
        n_found += clip.glitches.n;
        n_clips += clip.glitches.n > 0;
        dbt_jumps_release(&jumps);
        dbt_clip_release(&clip);
    }
    assert_true(n_found > n_clips && n_clips > 200 && n_clips < 800);
}

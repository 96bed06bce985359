/* Abruptness of clips: of single steps, computed by hand; of any motion, compared with
 * dbt_derivatives. */
#include "read_bvh.h"

#include "base/mem.h"
#include "motion/abruptness.h"

enum { JOINTS = 3 };
static const double dt = 0.1;

/* Returns a clip whose hip slides along x and whose knee rotates about z. Rows are x and the knee's
 * angle. Release with dbt_clip_release. */
static dbt_clip clip_of(const double (*rows)[2], int n)
{
    char text[8192] = "HIERARCHY\nROOT Hip\n{\nOFFSET 0 0 0\nCHANNELS 4 Xposition Zrotation "
                      "Xrotation Yrotation\nJOINT Knee\n{\nOFFSET 0 -3 0\nCHANNELS 3 Zrotation "
                      "Yrotation Xrotation\nJOINT Foot\n{\nOFFSET 0 -4 0\nCHANNELS 1 Xrotation\n"
                      "End Site\n{\nOFFSET 0 0 1\n}\n}\n}\n}\nMOTION\n";
    sprintf(text + strlen(text), "Frames: %d\nFrame Time: 0.1\n", n);
    for (int f = 0; f < n; f++)
        sprintf(text + strlen(text), "%.3f %.3f 20 30 %.3f 0 0 0\n", rows[f][0], 0.1 * rows[f][1],
                rows[f][1]);
    dbt_clip clip = read_bvh(text, strlen(text), "steps.bvh");
    clip.text.bytes = NULL;
    return clip;
}

static void measure(const dbt_clip *clip, double frame_time, dbt_abruptness *values)
{
    dbt_track track;
    assert_true(
        dbt_track_init(&track, clip, &clip->skeleton, frame_time, DBT_INTERPOLATE_HERMITE, NULL));
    dbt_abruptness_measure(&track, frame_time, values);
    dbt_track_release(&track);
}

static double largest(double a, double b)
{
    return a > b ? a : b;
}

/* A step into frame `at` of n. The velocity changes in frames `at` and at + 1. The acceleration
 * changes in `at`, twice as much in at + 1, and in at + 2. A velocity change needs two earlier
 * frames, an acceleration change three. */
TEST(measures_a_step)
{
    for (int n = 1; n <= 10; n++) {
        for (int at = 1; at < n; at++) {
            const double step_deg = at % 2 ? 3.0 : 50.0;
            double rows[10][2], vel = 0.0, acc = 0.0;
            for (int f = 0; f < n; f++) {
                rows[f][0] = f < at ? 0.0 : 2.0;
                rows[f][1] = f < at ? 10.0 : 10.0 + step_deg;
                vel = largest(vel, f >= 2 && (f == at || f == at + 1) ? 1.0 : 0.0);
                acc = largest(acc, f < 3                    ? 0.0
                                   : f == at + 1            ? 2.0
                                   : f == at || f == at + 2 ? 1.0
                                                            : 0.0);
            }
            dbt_abruptness values[JOINTS];
            dbt_clip clip = clip_of((const double(*)[2])rows, n);
            measure(&clip, dt, values);
            expect_near(values[0].vel_jump[DBT_LINEAR], vel * 2.0 / dt, 1e-9);
            expect_near(values[0].acc_jump[DBT_LINEAR], acc * 2.0 / dt / dt, 1e-7);
            expect_near(values[1].vel_jump[DBT_ANGULAR], vel * step_deg / dt, 1e-7);
            expect_near(values[1].acc_jump[DBT_ANGULAR], acc * step_deg / dt / dt, 1e-5);
            dbt_clip_release(&clip);
        }
    }
}

/* No change counts across the border of two runs. */
TEST(leaves_out_glitches)
{
    double rows[11][2];
    dbt_abruptness values[JOINTS];
    for (int f = 0; f < 11; f++) {
        rows[f][0] = f < 5 ? 0.0 : 7.0;
        rows[f][1] = f < 5 ? 0.0 : 7.0;
    }
    dbt_clip clip = clip_of((const double(*)[2])rows, 11);
    clip.glitches.runs = dbt_alloc_array(2, sizeof *clip.glitches.runs);
    assert_non_null(clip.glitches.runs);
    clip.glitches.runs[0] = (dbt_frame_run){ 0, 5 };
    clip.glitches.runs[1] = (dbt_frame_run){ 5, 11 };
    clip.glitches.n_runs = 2;
    measure(&clip, dt, values);
    for (int j = 0; j < JOINTS; j++)
        for (int kind = 0; kind < DBT_N_KINDS; kind++) {
            expect_near(values[j].vel_jump[kind], 0.0, 1e-9);
            expect_near(values[j].acc_jump[kind], 0.0, 1e-7);
        }
    dbt_clip_release(&clip);
}

/* Compares the abruptness with the maxima of dbt_derivatives over all frames. */
static void expect_differences(const dbt_clip *clip, double frame_time)
{
    dbt_abruptness values[JOINTS], expected[JOINTS] = { 0 };
    dbt_transform local[JOINTS];
    dbt_derivatives d;
    dbt_track track;
    measure(clip, frame_time, values);
    dbt_derivatives_init(&d, &clip->skeleton, NULL, frame_time);
    assert_true(
        dbt_track_init(&track, clip, &clip->skeleton, frame_time, DBT_INTERPOLATE_HERMITE, NULL));
    for (size_t f = 0; f < track.n_frames; f++) {
        dbt_track_pose(&track, f, local);
        dbt_derivatives_next(&d);
        for (int j = 0; j < JOINTS; j++) {
            dbt_step step;
            dbt_derivatives_add(&d, j, local[j], &step);
            for (int kind = 0; kind < DBT_N_KINDS; kind++) {
                double *vel = &expected[j].vel_jump[kind], *acc = &expected[j].acc_jump[kind];
                if (d.n_frames >= DBT_FRAMES_VEL_JUMP)
                    *vel = largest(*vel, step.changes[kind].vel_jump);
                if (d.n_frames >= DBT_FRAMES_ACC_JUMP)
                    *acc = largest(*acc, step.changes[kind].acc_jump);
            }
        }
    }
    for (int j = 0; j < JOINTS; j++)
        for (int kind = 0; kind < DBT_N_KINDS; kind++) {
            expect_near(values[j].vel_jump[kind], expected[j].vel_jump[kind], 1e-8);
            expect_near(values[j].acc_jump[kind], expected[j].acc_jump[kind], 1e-6);
        }
    dbt_track_release(&track);
    dbt_derivatives_release(&d);
}

/* At the clip's frame rate, and resampled. */
TEST(agrees_with_differences)
{
    double rows[23][2];
    for (int f = 0; f < 23; f++) {
        rows[f][0] = (double)(f * f * 37 % 101) / 10.0;
        rows[f][1] = (double)(f * f * f * 53 % 359);
    }
    dbt_clip clip = clip_of((const double(*)[2])rows, 23);
    expect_differences(&clip, 0.1);
    expect_differences(&clip, 0.07);
    expect_differences(&clip, 0.2);
    dbt_clip_release(&clip);
}

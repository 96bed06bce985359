/* Tracks: number of frames of a clip at another rate, and poses in any order. */
#include "read_bvh.h"

#include "motion/track.h"

static const double sixty = 0.0166667; /* seconds, as files have it */

/* 120 frames of 0.0333333 s end 0.0007 frames before frame 240 at 60 frames a second. */
TEST(a_rounded_frame_time_loses_no_frame)
{
    expect_near(dbt_track_last(121, 0.0333333, sixty), 240.0, 0.0);
    expect_near(dbt_track_last(121, 1.0 / 30.0, sixty), 240.0, 0.0);
    expect_near(dbt_track_last(120, 1.0 / 120.0, sixty), 59.0, 0.0);
}

/* The clips end at 99,999.7, at 299,999.4 and at 2,999,994.0 frames. */
TEST(a_long_clip_ends_with_at_most_one_frame_more)
{
    expect_near(dbt_track_last(50001, 0.0333333, sixty), 100000.0, 0.0);
    expect_near(dbt_track_last(600001, 0.0083333333, sixty), 299999.0, 0.0);
    expect_near(dbt_track_last(6000001, 0.0083333333, sixty), 2999994.0, 0.0);
}

TEST(the_same_rate_has_the_same_frames)
{
    expect_near(dbt_track_last(100001, 0.016667, sixty), 100000.0, 0.0);
}

/* Compares dbt_track_pose with dbt_track_joint, for frames forward, backward and far apart. The
 * clip's number of frames is no multiple of four. */
static void expect_joints_of_poses(double frame_time)
{
    enum { FRAMES = 11, CHANNELS = 9, JOINTS = 2 };
    static const size_t order[] = { 0, 1, 2, 3, 4, 5, 9, 10, 8, 3, 7, 1, 0, 10 };
    static const char hierarchy[] =
        "HIERARCHY\nROOT Hips\n{\nOFFSET 0 1 0\n"
        "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
        "JOINT Head\n{\nOFFSET 0 5 1\nCHANNELS 3 Yrotation Xrotation Zrotation\n"
        "End Site\n{\nOFFSET 0 1 0\n}\n}\n}\nMOTION\nFrames: 11\nFrame Time: 0.1\n";
    uint64_t state = 1;
    char text[4000];
    int n = snprintf(text, sizeof text, "%s", hierarchy);
    for (int i = 0; i < FRAMES * CHANNELS; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%.3f%c", random_in(&state, -180.0, 180.0),
                      i % CHANNELS == CHANNELS - 1 ? '\n' : ' ');
    dbt_clip clip = read_bvh(text, (size_t)n, "t.bvh");
    dbt_track track;
    dbt_transform pose[JOINTS];
    assert_true(
        dbt_track_init(&track, &clip, &clip.skeleton, frame_time, DBT_INTERPOLATE_HERMITE, NULL));
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const size_t frame = order[i] * (track.n_frames - 1) / (FRAMES - 1);
        dbt_track_pose(&track, frame, pose);
        for (int j = 0; j < JOINTS; j++) {
            const dbt_transform joint = dbt_track_joint(&track, frame, j);
            assert_memory_equal(&pose[j], &joint, sizeof joint);
        }
    }
    dbt_track_release(&track);
    dbt_clip_release(&clip);
}

TEST(a_pose_has_the_joints_of_its_frame)
{
    expect_joints_of_poses(0.1);
    expect_joints_of_poses(0.03);
    expect_joints_of_poses(0.17);
}

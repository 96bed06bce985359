/* How many frames a clip of another rate has. */
#include "expect.h"

#include "motion/track.h"

static const double sixty = 0.0166667; /* seconds, as it is written */

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

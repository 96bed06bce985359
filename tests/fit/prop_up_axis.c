/* The up axis is a property of the rig and its ground. It does not depend on what the body does:
 * stand, walk, sit, lie, crawl, climb, hang, swim, roll or stand on its hands. It follows the axis
 * along which the rig was built, also in the mirror. The bodies are those of bodies.h. */
#include "bodies.h"

#include "fit/up_axis.h"

static dbt_up_axis find(const activity *a, const placement *p, bool still, dbt_quat world_rotation)
{
    const biped body = { .n_frames = BODY_FRAMES, .frame_time = 2.0 / BODY_FRAMES };
    dbt_buffer text = biped_text(&body);
    dbt_clip clip = biped_read(&text, a->name);
    dbt_up_axis up;
    for (int j = 0; j < clip.skeleton.n_joints; j++)
        clip.skeleton.joints[j].offset = placed(p, clip.skeleton.joints[j].offset);
    for (size_t f = 0; f < BODY_FRAMES; f++) {
        const body_pose pose = a->pose(still ? 0.2 : (double)f * clip.frame_time);
        write_frame(&clip, f, p, &pose, world_rotation);
    }
    dbt_up_axis_find(&up, &clip);
    dbt_clip_release(&clip);
    dbt_buffer_release(&text);
    return up;
}

/* A sample has other placements for each activity. */
TEST(every_activity_shows_the_axis_of_the_rig)
{
    const int step = rounds(5) < 5 ? 5 : 1;
    for (int i = 0; i < (int)(sizeof activities / sizeof *activities); i++)
        for (int n = i % step; n < PLACEMENTS; n += step)
            for (int still = 0; still < 2; still++) {
                const placement p = placement_of(n);
                const dbt_up_axis up = find(&activities[i], &p, still, DBT_QUAT_IDENTITY);
                if (up.likely != p.axis[1] || up.negative != (p.sign[1] < 0.0))
                    fail_msg("%s, placement %d, still %d: %s", activities[i].name, n, still,
                             dbt_up_axis_name(up));
                assert_false(up.against[p.axis[1]]);
                assert_false(up.four_legged);
            }
}

/* Some programs turn the world alone: the zero pose stays. One who walks shows where the ground
 * is. */
TEST(a_walk_shows_the_axis_of_a_turned_world)
{
    const placement same = placement_of(0);
    static const struct {
        int axis;
        double deg;
        const char *up;
    } rotations[] = {
        { 0, 90.0, "z" }, { 0, -90.0, "-z" }, { 2, -90.0, "x" }, { 2, 90.0, "-x" }, { 1, 90.0, "y" }
    };
    for (size_t i = 0; i < sizeof rotations / sizeof *rotations; i++) {
        const dbt_quat rotation = rotation_about(&same, rotations[i].axis, rotations[i].deg);
        const dbt_up_axis up = find(&activities[1], &same, false, rotation);
        assert_string_equal(dbt_up_axis_name(up), rotations[i].up);
    }
}

/* That is also how a handstand, or one who hangs by the feet, is seen. */
TEST(the_opposite_of_the_zero_pose_is_no_axis)
{
    const placement same = placement_of(0);
    const dbt_up_axis up = find(&activities[1], &same, false, rotation_about(&same, 0, 180.0));
    assert_string_equal(dbt_up_axis_name(up), "y");
    assert_true(up.upside_down);
}

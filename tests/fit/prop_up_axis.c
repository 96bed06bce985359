/* The up axis is a property of the rig and its ground. It does not depend on the activity of the
 * body: standing, walking, sitting, lying, crawling, climbing, hanging, swimming, rolling or a
 * handstand. It follows the axis along which the rig was built, also in the mirror. Bodies are from
 * bodies.h. */
#include "bodies.h"

#include "fit/up_axis.h"

/* Rotates the frame of every joint differently. The motion stays, but the zero pose has no human
 * shape. */
static void scramble_zero_pose(dbt_clip *clip)
{
    dbt_skeleton *s = &clip->skeleton;
    dbt_quat by[32];
    assert_true(s->n_joints <= 32);
    for (int j = 0; j < s->n_joints; j++)
        by[j] = dbt_quat_exp((dbt_vec3){ 2.0 * sin(j), 2.0 * sin(2.0 * j), 2.0 * sin(3.0 * j) });
    for (size_t f = 0; f < clip->n_frames; f++) {
        double *values = clip->values + f * (size_t)s->n_channels;
        static const double zeros[DBT_MAX_CHANNELS * 32];
        for (int j = 0; j < s->n_joints; j++) {
            const int parent = s->joints[j].parent;
            dbt_transform local = dbt_joint_from_values(&s->joints[j], values);
            local.rot = dbt_quat_mul(local.rot, dbt_quat_conj(by[j]));
            if (parent >= 0)
                local.rot = dbt_quat_mul(by[parent], local.rot);
            dbt_joint_to_values(&s->joints[j], local, zeros, values);
        }
    }
    for (int j = 1; j < s->n_joints; j++)
        s->joints[j].offset = dbt_quat_rotate(by[s->joints[j].parent], s->joints[j].offset);
    for (int i = 0; i < s->n_end_sites; i++)
        s->end_sites[i].offset =
            dbt_quat_rotate(by[s->end_sites[i].parent], s->end_sites[i].offset);
}

static dbt_up_axis find(const activity *a, const placement *p, bool still, bool scrambled,
                        dbt_quat world_rotation)
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
    if (scrambled)
        scramble_zero_pose(&clip);
    dbt_up_axis_find(&up, &clip);
    dbt_clip_release(&clip);
    dbt_buffer_release(&text);
    return up;
}

/* Without THOROUGH, a sample of placements, different for each activity. */
TEST(every_activity_shows_the_axis_of_the_rig)
{
    const int step = rounds(5) < 5 ? 5 : 1;
    for (int i = 0; i < (int)(sizeof activities / sizeof *activities); i++)
        for (int n = i % step; n < PLACEMENTS; n += step)
            for (int still = 0; still < 2; still++) {
                const placement p = placement_of(n);
                const dbt_up_axis up = find(&activities[i], &p, still, false, DBT_QUAT_IDENTITY);
                if (up.likely != p.axis[1] || up.negative != (p.sign[1] < 0.0))
                    fail_msg("%s, placement %d, still %d: %s", activities[i].name, n, still,
                             dbt_up_axis_name(up));
                assert_false(up.against[p.axis[1]]);
                assert_false(up.four_legged);
            }
}

/* If the zero pose has no human shape, the frames decide or the axis is unknown. Walking and
 * standing show it. Lying is left out: it is standing in a world that is rotated. */
TEST(no_activity_shows_another_axis)
{
    const int step = rounds(5) < 5 ? 5 : 1;
    for (int i = 0; i < (int)(sizeof activities / sizeof *activities); i++)
        for (int n = i % step; n < PLACEMENTS; n += step) {
            const placement p = placement_of(n);
            if (strncmp(activities[i].name, "lies", 4) == 0)
                continue;
            const dbt_up_axis up = find(&activities[i], &p, false, true, DBT_QUAT_IDENTITY);
            const bool is_known = up.likely >= 0;
            if (is_known && (up.likely != p.axis[1] || up.negative != (p.sign[1] < 0.0)))
                fail_msg("%s, placement %d: %s", activities[i].name, n, dbt_up_axis_name(up));
            assert_true(is_known || (strcmp(activities[i].name, "walks") != 0 &&
                                     strcmp(activities[i].name, "stands") != 0));
        }
}

/* Some programs rotate the world but not the zero pose. A walk shows where the ground is. */
TEST(a_walk_shows_the_axis_of_a_rotated_world)
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
        const dbt_up_axis up = find(&activities[1], &same, false, false, rotation);
        assert_string_equal(dbt_up_axis_name(up), rotations[i].up);
    }
}

/* A handstand, or hanging by the feet, has the same frames. */
TEST(the_opposite_of_the_zero_pose_is_no_axis)
{
    const placement same = placement_of(0);
    const dbt_up_axis up =
        find(&activities[1], &same, false, false, rotation_about(&same, 0, 180.0));
    assert_string_equal(dbt_up_axis_name(up), "y");
    assert_true(up.upside_down);
}

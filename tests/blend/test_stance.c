/* Stances: contacts of a foot that trembles, fades of its rotation, and resting on the floor. */
#include "expect.h"

#include "blend/stance.h"

#include <string.h>

enum { N = 90, LAST = 30 };

/* Fades the rotation of a foot that rests up to frame LAST. Until then the rotation accelerates. */
static void fade(double lever, dbt_vec3 values[N])
{
    const dbt_foothold_times times = { .dt = 1.0 / 60.0, .ease = 0.2, .speed = 10.0 };
    bool rests[N] = { false };
    for (int f = 0; f < N; f++) {
        rests[f] = f <= LAST;
        values[f] = (dbt_vec3){ rests[f] ? 1e-4 * f * f : 0.0, 0.0, 0.0 };
    }
    dbt_stances_fade(&times, rests, N, DBT_FADE_ROTATIONS, lever, values);
}

/* The unit of length does not matter: a lever of exactly 1 fades like one of nearly 1. */
TEST(no_lever_is_special)
{
    dbt_vec3 one[N], nearly[N];
    fade(1.0, one);
    fade(1.0 + 1e-9, nearly);
    for (int f = 0; f < N; f++)
        assert_true(fabs(one[f].x - nearly[f].x) < 1e-6);
    assert_true(one[LAST + 1].x > 0.0 && one[N - 1].x == 0.0);
}

/* A glitch that leaves and returns within times.ease has a low mean speed, but is no contact. */
TEST(a_glitch_is_no_contact)
{
    const double drift[N] = { 0.0 };
    const dbt_stance_rule rule = { .times = { .dt = 1.0 / 120.0, .ease = 0.05, .speed = 12.0 },
                                   .up = 1,
                                   .n_points = 1,
                                   .heights = { 1.0 },
                                   .drift = drift };
    dbt_vec3 points[N];
    unsigned char contacts[N] = { 0 };
    for (int f = 0; f < N; f++)
        points[f] = (dbt_vec3){ f == 40 ? 60.0 : 0.0, 0.0, 0.0 };
    dbt_stance_path path = { .n_frames = N, .points = { points }, .contacts = contacts };
    dbt_stances_add_contacts(&rule, &path);
    assert_int_equal(contacts[20], DBT_ANKLE_TOUCHES);
    assert_int_equal(contacts[70], DBT_ANKLE_TOUCHES);
    memset(contacts, 0, sizeof contacts);
    for (int f = 0; f < N; f++) /* nothing but the glitch is low enough: no gap closes */
        points[f].y = f == 40 ? 0.0 : 2.0;
    dbt_stances_add_contacts(&rule, &path);
    assert_int_equal(contacts[40], 0);
}

/* The point rests, is moved by 500 units from frame 39 to 40, and rests there. */
TEST(no_stance_spans_a_glitch)
{
    const double drift[N] = { 0.0 };
    const dbt_stance_rule rule = { .times = { .dt = 1.0 / 30.0, .ease = 0.1, .speed = 20.0 },
                                   .up = 1,
                                   .n_points = 1,
                                   .heights = { 1.0 },
                                   .max_offset = 1e3,
                                   .drift = drift };
    dbt_vec3 points[N], offset[N] = { { 0.0, 0.0, 0.0 } }, spin[N] = { { 0.0, 0.0, 0.0 } };
    double rise[N] = { 0.0 };
    bool rests[N] = { false };
    unsigned char contacts[N];
    for (int f = 0; f < N; f++) {
        points[f] = (dbt_vec3){ f < 40 ? 0.0 : 500.0, 0.0, 0.0 };
        contacts[f] = f == 40 ? 0 : DBT_ANKLE_TOUCHES; /* its step is fast */
    }
    dbt_stance_path path = { .n_frames = N,
                             .points = { points },
                             .contacts = contacts,
                             .rests = rests,
                             .offset = offset,
                             .spin = spin,
                             .rise = rise };
    dbt_stances_add_contacts(&rule, &path);
    dbt_stances_find(&rule, &path);
    assert_true(rests[39] && !rests[40] && rests[41]);
    for (int f = 0; f < N; f++)
        assert_true(dbt_vec3_length(offset[f]) < 1e-9);
}

/* Closes gaps in the contacts of a point that moves by `step` from frame 10 to frame 12. A frame
 * lasts 1/120 s. Returns the contacts of frame 11. */
static unsigned char contacts_in_gap(double step)
{
    const double drift[N] = { 0.0 };
    const dbt_stance_rule rule = { .times = { .dt = 1.0 / 120.0, .ease = 0.05, .speed = 120.0 },
                                   .up = 1,
                                   .n_points = 1,
                                   .heights = { -1.0 }, /* no point is low enough to add contacts */
                                   .drift = drift };
    dbt_vec3 points[N];
    unsigned char contacts[N];
    for (int f = 0; f < N; f++) {
        points[f] = (dbt_vec3){ f < 11 ? 0.0 : f == 11 ? step / 2.0 : step, 0.0, 0.0 };
        contacts[f] = f == 11 ? 0 : DBT_ANKLE_TOUCHES;
    }
    dbt_stance_path path = { .n_frames = N, .points = { points }, .contacts = contacts };
    dbt_stances_add_contacts(&rule, &path);
    return contacts[11];
}

/* The maximum speed of a contact is one unit a frame. At a high rate, captured speeds tremble
 * around it. */
TEST(contacts_do_not_flicker_with_the_rate)
{
    assert_int_equal(contacts_in_gap(1.0), DBT_ANKLE_TOUCHES);
    assert_int_equal(contacts_in_gap(4.0), DBT_ANKLE_TOUCHES);
    assert_int_equal(contacts_in_gap(40.0), 0);
}

/* A foot that trembles while it swings is slow in single frames. Metrics of sliding count these as
 * contacts, so they stay contacts. */
TEST(no_contact_is_left_out)
{
    const double drift[N] = { 0.0 };
    const dbt_stance_rule rule = { .times = { .dt = 1.0 / 120.0, .ease = 0.2, .speed = 120.0 },
                                   .up = 1,
                                   .n_points = 1,
                                   .heights = { -1.0 }, /* no point is low enough to add contacts */
                                   .drift = drift };
    dbt_vec3 points[N];
    unsigned char contacts[N], added[N];
    for (int f = 0; f < N; f++) {
        points[f] = (dbt_vec3){ 5.0 * f, 0.0, 0.0 };
        contacts[f] = added[f] = f % 40 == 7 ? DBT_ANKLE_TOUCHES : 0;
    }
    dbt_stance_path path = { .n_frames = N, .points = { points }, .contacts = added };
    dbt_stances_add_contacts(&rule, &path);
    assert_memory_equal(added, contacts, sizeof contacts);
}

/* An ankle that rests 2.5 units above the floor is moved to the floor, at its mean horizontal
 * position. */
TEST(a_stance_rests_on_the_floor)
{
    const double drift[N] = { 0.0 };
    const dbt_stance_rule rule = { .times = { .dt = 1.0 / 60.0, .ease = 0.1, .speed = 10.0 },
                                   .up = 1,
                                   .n_points = 1,
                                   .heights = { 5.0 },
                                   .floors = { 1.0 },
                                   .max_offset = 10.0,
                                   .drift = drift };
    dbt_vec3 points[N], offset[N], spin[N];
    dbt_quat rotation[N];
    unsigned char contacts[N];
    bool rests[N] = { false };
    double rise[N] = { 0.0 };
    for (int f = 0; f < N; f++) {
        points[f] = (dbt_vec3){ 7.0 + (f % 2 ? 0.01 : -0.01), 3.5, 0.0 };
        offset[f] = spin[f] = DBT_VEC3_ZERO;
        rotation[f] = DBT_QUAT_IDENTITY;
        contacts[f] = DBT_ANKLE_TOUCHES;
    }
    dbt_stance_path path = { .n_frames = N,
                             .points = { points },
                             .rotation = rotation,
                             .contacts = contacts,
                             .rests = rests,
                             .offset = offset,
                             .spin = spin,
                             .rise = rise };
    dbt_stances_find(&rule, &path);
    for (int f = 0; f < N; f++) {
        assert_true(rests[f]);
        assert_true(fabs(points[f].x + offset[f].x - 7.0) < 1e-12);
        assert_true(fabs(points[f].y + offset[f].y - 1.0) < 1e-12);
    }
}

/* Contacts in a clip: computed by hand. Stored contacts, compared with contacts computed from
 * positions. */
#include "read_bvh.h"

#include "blend/contacts.h"

/* A body on one leg. Its contact points are the foot and the foot's End Site, 2 units ahead. */
static const char head[] =
    "HIERARCHY\nROOT Body\n{\nOFFSET 0 0 0\n"
    "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    "JOINT Hip\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT Knee\n{\nOFFSET 0 -5 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT Foot\n{\nOFFSET 0 %s 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "End Site\n{\nOFFSET 0 0 2\n}\n}\n}\n}\n}\nMOTION\n";

enum { N_FRAMES = 9, FOOT = 3 };

/* Height and x of the body in each frame, ten frames a second. Above the ground: frames 4 and 5,
 * and frame 8 by 0.04. Steps are 0.1, but 0.5 from frame 6 to 7. */
static const double heights[N_FRAMES] = { 10, 10, 10.02, 10, 11, 10.5, 10, 10, 10.04 };
static const double xs[N_FRAMES] = { 0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 1.1, 1.2 };

/* The second clip's shin is 0.01 longer. */
static dbt_clip clips[2];

static int open_clips(void **state)
{
    (void)state;
    for (int c = 0; c < 2; c++) {
        char text[4000], hierarchy[1000];
        (void)snprintf(hierarchy, sizeof hierarchy, head, c == 0 ? "-5" : "-5.01");
        int n = snprintf(text, sizeof text, "%sFrames: %d\nFrame Time: 0.1\n", hierarchy, N_FRAMES);
        for (int k = 0; k < N_FRAMES; k++)
            n += snprintf(text + n, sizeof text - (size_t)n, "%g %g 0 0 0 0 0 0 0 0 0 0 0 0 0\n",
                          xs[k], heights[k]);
        clips[c] = read_bvh(text, (size_t)n, "f.bvh");
    }
    return 0;
}

static int close_clips(void **state)
{
    (void)state;
    for (int c = 0; c < 2; c++)
        dbt_clip_release(&clips[c]);
    return 0;
}

/* Opens a looping sequence of clips[clip] on the skeleton of clips[0]. A point is in contact if it
 * is at most 0.03 above its minimum height and at most 2 units/s fast. */
static dbt_sequence *open_sequence(int clip, dbt_segment *segment, dbt_contacts *contacts)
{
    dbt_error err = { .code = DBT_OK };
    *segment = (dbt_segment){ .clip = &clips[clip] };
    const dbt_sequence_spec spec = { .segments = segment,
                                     .n_segments = 1,
                                     .up = 1,
                                     .past_end = DBT_PAST_END_LOOP,
                                     .has_until = true,
                                     .until = { .value = 2.0 },
                                     .measures = true,
                                     .grid = &clips[0],
                                     .contact = { .height = 0.03, .speed = 2.0 } };
    dbt_sequence *sequence = dbt_sequence_new(&spec, &err);
    if (!sequence)
        fail_msg("%s", err.msg);
    dbt_contacts_init(contacts, sequence);
    return sequence;
}

TEST(a_point_is_in_contact_where_it_is_low_and_slow)
{
    dbt_segment segment;
    dbt_contacts contacts;
    dbt_sequence *sequence = open_sequence(0, &segment, &contacts);
    const int foot = sequence->feet.point_of[FOOT];
    /* Velocities are from the frame before. Frame 9 is frame 0 again, a step of -1.2. */
    const bool expected_contact[] = { true,  true,  true,  true,  false, false,
                                      false, false, false, false, true };
    const bool forward[] = { true, true, true, false, false, false, false, true, false };
    for (size_t k = 0; k < 11; k++)
        assert_int_equal(dbt_contacts_at(&contacts, 0, foot, k, false), expected_contact[k]);
    for (size_t k = 0; k < 9; k++)
        assert_int_equal(dbt_contacts_at(&contacts, 0, foot, k, true), forward[k]);
    expect_near(dbt_contacts_ground(&contacts, 0)[foot], 0.0, 1e-12);
    dbt_contacts_release(&contacts);
    dbt_sequence_free(sequence);
}

TEST(stored_contacts_are_those_of_the_positions)
{
    for (int clip = 0; clip < 2; clip++) {
        dbt_segment segment;
        dbt_contacts contacts;
        dbt_sequence *sequence = open_sequence(clip, &segment, &contacts);
        for (int i = 0; i < sequence->feet.n_points; i++)
            for (size_t k = 0; k < 20; k++)
                for (int forward = 0; forward < 2; forward++)
                    assert_int_equal(dbt_contacts_at(&contacts, 0, i, k, forward),
                                     dbt_contacts_footing(&contacts, 0, i, k, forward).in_contact);
        dbt_contacts_release(&contacts);
        dbt_sequence_free(sequence);
    }
}

AROUND_TESTS(open_clips, close_clips)

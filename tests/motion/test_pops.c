/* Spikes of less than three fifths of a body. The body slides along x at 10 frames a second, by 4
 * and 6 units alternately, so each joint jumps by 2 in every frame. Arm, one of its two bones, is
 * displaced. */
#include "read_bvh.h"

#include "base/mem.h"
#include "motion/pops.h"

enum { FRAMES = 100, ARM = 1 };

/* Returns the pops of the body. Arm has `percent` of the length of all bones, and is displaced by
 * `aside` units in frames begin to end - 1. The caller frees the list. */
static dbt_pop *pops_of(int percent, double aside, int begin, int end)
{
    char text[8192], *at = text;
    dbt_jumps jumps;
    at += sprintf(at,
                  "HIERARCHY\nROOT Body\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition "
                  "Zposition\nJOINT Arm\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition "
                  "Zposition\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n"
                  "JOINT Leg\n{\nOFFSET 0 -%d 0\nCHANNELS 1 Xrotation\nEnd Site\n{\nOFFSET 0 1 "
                  "0\n}\n}\n}\nMOTION\nFrames: %d\nFrame Time: 0.1\n",
                  100 - percent, FRAMES);
    for (int k = 0; k < FRAMES; k++)
        at += sprintf(at, "%d 0 0 %g %d 0 0\n", 5 * k - k % 2, k >= begin && k < end ? aside : 0.0,
                      percent);
    dbt_clip clip = read_bvh(text, (size_t)(at - text), "body.bvh");
    clip.text.bytes = NULL;
    dbt_jumps_init(&jumps, &clip, 1);
    dbt_pop *list = dbt_pops_find(&jumps, DBT_POP_LIMIT);
    dbt_pops_add_spikes(&jumps, DBT_POP_LIMIT, &list);
    dbt_jumps_release(&jumps);
    dbt_clip_release(&clip);
    return list;
}

static void expect_none(dbt_pop *list)
{
    assert_int_equal(arrlen(list), 0);
    arrfree(list);
}

/* Arm jumps by 20 + 2, 40 + 2 and 20 + 2: up to 21 times the usual 2. */
TEST(a_spike_of_two_fifths_is_listed)
{
    dbt_pop *list = pops_of(40, 20.0, 50, 51);
    assert_int_equal(arrlen(list), 1);
    assert_true(list[0].is_spike);
    expect_near(list[0].pop, 21.0, 1e-9);
    assert_int_equal(list[0].frame, 51);
    assert_int_equal(list[0].first, 50);
    assert_int_equal(list[0].last, 52);
    assert_int_equal(list[0].begin, 48);
    assert_int_equal(list[0].end, 52);
    assert_int_equal(list[0].joints[0], ARM);
    arrfree(list);
}

/* Three tenths is the minimum: 31 % is enough, 29 % is not. */
TEST(a_spike_of_less_than_three_tenths_is_none)
{
    dbt_pop *list = pops_of(31, 20.0, 50, 52);
    assert_int_equal(arrlen(list), 1);
    assert_int_equal(list[0].last, 53);
    arrfree(list);
    expect_none(pops_of(29, 20.0, 50, 52));
}

TEST(two_fifths_that_jump_for_good_are_none)
{
    expect_none(pops_of(40, 20.0, 50, FRAMES));
}

/* Arm jumps by up to 1.8 + 2: less than twice the usual 2. */
TEST(the_limit_holds_for_spikes)
{
    expect_none(pops_of(40, 0.9, 50, 51));
}

/* Seven tenths exceed the rank of a pop and that of a spike. */
TEST(a_pop_is_listed_once)
{
    dbt_pop *list = pops_of(70, 20.0, 50, 51);
    assert_int_equal(arrlen(list), 1);
    expect_near(list[0].pop, 21.0, 1e-9);
    arrfree(list);
}

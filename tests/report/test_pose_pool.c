/* The pool, which keeps equal poses once, and base64 of its numbers. */
#include "expect.h"

#include "base/base64.h"
#include "base/mem.h"
#include "report/pose_pool.h"

#include <math.h>
#include <string.h>

static size_t add(dbt_pose_pool *pool, const float *pose)
{
    float copy[8];
    size_t index = SIZE_MAX;
    memcpy(copy, pose, pool->width * sizeof *copy);
    assert_true(dbt_pose_pool_add(pool, copy, &index, NULL));
    return index;
}

TEST(poses_are_told_apart_by_every_bit)
{
    dbt_pose_pool pool = { .width = 3 };
    const float a[] = { 1.0f, 2.0f, 3.0f }, b[] = { 1.0f, 2.0f, nextafterf(3.0f, 4.0f) };
    assert_int_equal(add(&pool, a), 0);
    assert_int_equal(add(&pool, b), 1);
    assert_int_equal(add(&pool, a), 0);
    assert_int_equal(pool.n_poses, 2);
    assert_memory_equal(pool.floats + 3, b, sizeof b);
    dbt_pose_pool_release(&pool);
}

TEST(a_zero_has_no_sign)
{
    dbt_pose_pool pool = { .width = 2 };
    assert_int_equal(add(&pool, (const float[]){ -0.0f, 1.0f }), 0);
    assert_int_equal(add(&pool, (const float[]){ 0.0f, 1.0f }), 0);
    assert_false(signbit(pool.floats[0]));
    dbt_pose_pool_release(&pool);
}

TEST(many_poses_keep_their_places)
{
    enum { MANY = 5000 };
    dbt_pose_pool pool = { .width = 2 };
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < MANY; i++)
            assert_int_equal(add(&pool, (const float[]){ (float)(i / 70), (float)(i % 70) }), i);
    assert_int_equal(pool.n_poses, MANY);
    for (int i = 0; i < MANY; i++)
        assert_true(pool.floats[2 * i] == (float)(i / 70) &&
                    pool.floats[2 * i + 1] == (float)(i % 70));
    dbt_pose_pool_release(&pool);
}

/* A skeleton without joints has one pose. */
TEST(nothing_is_a_pose)
{
    dbt_pose_pool pool = { .width = 0 };
    assert_int_equal(add(&pool, (const float[]){ 1.0f }), 0);
    assert_int_equal(add(&pool, (const float[]){ 1.0f }), 0);
    dbt_pose_pool_release(&pool);
}

/* RFC 4648, section 4, on IEEE 754 numbers whose bytes are written out here. */
TEST(floats_are_base64_of_little_endian_bytes)
{
    static const struct {
        size_t n;
        float values[3];
        const char *text;
    } cases[] = {
        { 0, { 0 }, "" },
        { 1, { 1.0f }, "AACAPw==" },                         /* 00 00 80 3f */
        { 2, { -2.0f, 0.15625f }, "AAAAwAAAID4=" },          /* 00 00 00 c0 00 00 20 3e */
        { 3, { 1.0f, 0.0f, INFINITY }, "AACAPwAAAAAAAIB/" }, /* ... 00 00 80 7f */
        { 1, { NAN }, "AADAfw==" },                          /* 00 00 c0 7f */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dbt_buffer out = { 0 };
        dbt_base64_floats(&out, cases[i].values, cases[i].n);
        assert_string_equal(out.bytes ? out.bytes : "", cases[i].text);
        dbt_buffer_release(&out);
    }
    const float minus = -NAN;
    dbt_buffer out = { 0 };
    dbt_base64_floats(&out, &minus, 1);
    assert_string_equal(out.bytes, "AADAfw==");
    dbt_buffer_release(&out);
}

/* More than is written at once. Three floats are sixteen digits at any position. */
TEST(long_runs_are_their_pieces)
{
    enum { MANY = 3 * 100 };
    float values[MANY];
    for (int i = 0; i < MANY; i++)
        values[i] = (float)i / 7.0f;
    dbt_buffer whole = { 0 }, pieces = { 0 };
    dbt_base64_floats(&whole, values, MANY);
    for (int i = 0; i < MANY; i += 3)
        dbt_base64_floats(&pieces, values + i, 3);
    assert_string_equal(whole.bytes, pieces.bytes);
    dbt_buffer_release(&whole);
    dbt_buffer_release(&pieces);
}

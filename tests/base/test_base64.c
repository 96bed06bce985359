/* Base64 of floats. */
#include "expect.h"

#include "base/base64.h"

#include <math.h>

/* Expected texts: RFC 4648, section 4, of IEEE 754 numbers as little-endian bytes. Every NAN is
 * written as the positive quiet one. */
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

/* More floats than the encoder's block. Three floats are 16 digits, so pieces concatenate. */
TEST(long_runs_are_their_pieces_concatenated)
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

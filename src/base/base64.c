#include "base/base64.h"

#include <stdint.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Encodes bytes[n], n from 1 to 3, as four base64 digits, padded with '='. */
static void add_group(const unsigned char *bytes, size_t n, char text[4])
{
    const uint32_t b1 = n > 1 ? bytes[1] : 0, b2 = n > 2 ? bytes[2] : 0;
    const uint32_t group = (uint32_t)bytes[0] << 16 | b1 << 8 | b2;
    text[0] = digits[group >> 18];
    text[1] = digits[group >> 12 & 63];
    text[2] = n > 1 ? digits[group >> 6 & 63] : '=';
    text[3] = n > 2 ? digits[group & 63] : '=';
}

/* Writes a float, little endian. All NaNs get the same bits, because their bits differ by machine.
 */
static void put_float(float value, unsigned char bytes[4])
{
    uint32_t bits = 0x7fc00000;
    if (value == value)
        memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(bits >> 8 * i);
}

enum { FLOATS_AT_ONCE = 48 }; /* a multiple of 3, so that base64 groups are whole */

void dbt_base64_floats(dbt_buffer *out, const float *values, size_t n)
{
    unsigned char bytes[4 * FLOATS_AT_ONCE];
    char text[4 * (sizeof bytes + 2) / 3];
    while (n > 0) {
        const size_t now = n < FLOATS_AT_ONCE ? n : FLOATS_AT_ONCE;
        size_t size = 0;
        for (size_t i = 0; i < now; i++)
            put_float(values[i], bytes + 4 * i);
        for (size_t at = 0; at < 4 * now; at += 3, size += 4)
            add_group(bytes + at, 4 * now - at, text + size);
        dbt_buffer_add(out, text, size);
        values += now;
        n -= now;
    }
}

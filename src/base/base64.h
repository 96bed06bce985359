/* Base64 (RFC 4648, with padding) of float32 numbers, little endian on every machine. */
#ifndef DBT_BASE_BASE64_H
#define DBT_BASE_BASE64_H

#include "base/buffer.h"

/* Appends values[n], little endian, as base64 with '=' at the end: 4 characters for each 3 bytes.
 * Every NaN is written with the same bits. */
void dbt_base64_floats(dbt_buffer *out, const float *values, size_t n);

#endif

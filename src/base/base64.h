/* Base64 (RFC 4648, with padding) of float32 numbers: little endian on every machine, a third
 * longer than the bytes. */
#ifndef DBT_BASE_BASE64_H
#define DBT_BASE_BASE64_H

#include "base/buffer.h"

void dbt_base64_floats(dbt_buffer *out, const float *values, size_t n);

#endif

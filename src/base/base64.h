/* Numbers as text that takes a third more than they do: base64 (RFC 4648, with padding) of
 * float32, little endian on every machine. */
#ifndef DBT_BASE_BASE64_H
#define DBT_BASE_BASE64_H

#include "base/buffer.h"

void dbt_base64_floats(dbt_buffer *out, const float *values, size_t n);

#endif

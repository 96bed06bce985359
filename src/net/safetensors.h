/* The safetensors format: a header of JSON, then named arrays of numbers. Reading checks everything
 * in the file. Source: Hugging Face, "safetensors" (format, 2023). */
#ifndef DBT_NET_SAFETENSORS_H
#define DBT_NET_SAFETENSORS_H

#include "base/buffer.h"
#include "base/json.h"

#include <stdint.h>

enum { DBT_TENSOR_MAX_DIMS = 4 };

/* Types of numbers; those of other types are only skipped. */
typedef enum dbt_tensor_type { DBT_TENSOR_F16, DBT_TENSOR_F32, DBT_TENSOR_OTHER } dbt_tensor_type;

/* An array of a file. */
typedef struct dbt_tensor {
    const char *name;     /* borrowed from the header */
    const dbt_json *node; /* in the header; borrowed */
    dbt_tensor_type type;
    size_t shape[DBT_TENSOR_MAX_DIMS];
    int n_dims;
    size_t begin, end; /* bytes from the end of the header */
} dbt_tensor;

/* The contents of a file; borrows its bytes and its name. */
typedef struct dbt_tensors {
    dbt_json_doc header;
    const char *data;
    dbt_tensor *list; /* [n], in the order of their bytes */
    size_t n;
} dbt_tensors;

/* Reads a file, bytes[size], and checks all of it: arrays lie within it, without overlaps or holes,
 * and are as long as their shapes (unless of another type than F16 and F32). Numbers are not
 * checked. Borrows bytes and file. Release with dbt_tensors_release. Fails with DBT_E_FORMAT, or
 * with DBT_E_SYNTAX (dbt_json_read) if the header is not JSON; nothing is then to release. */
DBT_CHECK bool dbt_tensors_read(dbt_tensors *tensors, const char *bytes, size_t size,
                                const char *file, dbt_error *err);
void dbt_tensors_release(dbt_tensors *tensors);

/* Returns the text of a key of the metadata, borrowed. Fails with DBT_E_FORMAT, and returns NULL,
 * if the key is missing or no text. */
const char *dbt_tensors_meta(const dbt_tensors *tensors, const char *key, dbt_error *err);

/* Returns the array of a name, borrowed. Fails with DBT_E_FORMAT, and returns NULL, if there is
 * none or it has another number of dimensions than n_dims. */
const dbt_tensor *dbt_tensors_find(const dbt_tensors *tensors, const char *name, int n_dims,
                                   dbt_error *err);

/* Writes an array's numbers to out, as many as its shape has. Fails with DBT_E_NUMBER if one is not
 * finite (out is then incomplete), or DBT_E_FORMAT if the type is not F16 or F32. */
DBT_CHECK bool dbt_tensors_values(const dbt_tensors *tensors, const dbt_tensor *tensor, float *out,
                                  dbt_error *err);

/* An array to write. */
typedef struct dbt_tensor_out {
    const char *name;
    dbt_tensor_type type; /* F16 or F32 */
    size_t shape[DBT_TENSOR_MAX_DIMS];
    int n_dims;
    const float *values;
} dbt_tensor_out;

/* Appends a whole file to `out`: a header with the metadata meta, n_meta pairs of key and text;
 * then the tensors[n_tensors], in this order. The header is padded with blanks to a multiple of 8
 * bytes. */
void dbt_tensors_write(dbt_buffer *out, const char *const (*meta)[2], int n_meta,
                       const dbt_tensor_out *tensors, int n_tensors);

/* Converts to IEEE 754 half precision: to nearest, ties to even. Magnitudes from 65520 on become
 * infinite; NaN stays NaN. */
uint16_t dbt_half_from_float(float value);

/* Converts from half precision, exactly. */
float dbt_float_from_half(uint16_t half);

#endif

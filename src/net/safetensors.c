#include "net/safetensors.h"

#include "base/json_write.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH_SIZE = 8, MAX_HEADER = 100000000, ALIGNMENT = 8 };

static const char *const type_names[] = { "F16", "F32" };
static const size_t type_sizes[] = { 2, 4 };

/* ---- numbers ---- */

uint16_t dbt_half_from_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    const uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000)
        return (uint16_t)(sign | 0x7e00); /* not a number */
    if (magnitude >= 0x477ff000)
        return (uint16_t)(sign | 0x7c00); /* 65520 and more round to infinity */
    if (magnitude < 0x38800000) {         /* below 2^-14: units of 2^-24 */
        const double units = ldexp(fabs((double)value), 24);
        return (uint16_t)(sign | (uint32_t)nearbyint(units));
    }
    const uint32_t rest = magnitude & 0x1fff, kept = magnitude >> 13;
    const uint32_t up = rest > 0x1000 || (rest == 0x1000 && (kept & 1));
    return (uint16_t)(sign | (kept - (112u << 10) + up));
}

float dbt_float_from_half(uint16_t half)
{
    const int exponent = half >> 10 & 31, fraction = half & 1023;
    double value = exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25);
    if (exponent == 31)
        value = fraction ? NAN : INFINITY;
    return (float)(half & 0x8000 ? -value : value);
}

/* Returns the number in n bytes (at most 8), little-endian. */
static uint64_t read_little(const char *bytes, size_t n)
{
    uint64_t value = 0;
    for (size_t i = n; i-- > 0;)
        value = value << 8 | (unsigned char)bytes[i];
    return value;
}

/* Writes the low n bytes of a number, little-endian. */
static void put_little(char *bytes, uint64_t value, size_t n)
{
    for (size_t i = 0; i < n; i++, value >>= 8)
        bytes[i] = (char)(unsigned char)(value & 255);
}

/* The number of values of a tensor: the product of its shape. Exact up to 2^53; a larger product
 * does not become less. */
static double n_values(const size_t *shape, int n_dims)
{
    double n = 1.0;
    for (int i = 0; i < n_dims; i++)
        n *= (double)shape[i];
    return n;
}

/* ---- reading ---- */

/* Reads a whole number that can be a size, from 0 to 2^53, into *out. Returns false, and leaves
 * *out, for anything else, and for node NULL. */
static bool read_whole(const dbt_json *node, size_t *out)
{
    double value;
    if (!node || !dbt_json_get_number(node, &value) || !(value >= 0.0 && value <= 0x1p53) ||
        value != floor(value) || value > (double)SIZE_MAX)
        return false;
    *out = (size_t)value;
    return true;
}

/* Reads an array of up to DBT_TENSOR_MAX_DIMS whole numbers into t->shape and t->n_dims, which is 0
 * before. Returns false for anything else, and for shape NULL. */
static bool read_shape(const dbt_json *shape, dbt_tensor *t)
{
    if (!shape || !dbt_json_is_array(shape) || dbt_json_length(shape) > DBT_TENSOR_MAX_DIMS)
        return false;
    for (const dbt_json *m = dbt_json_first(shape); m; m = dbt_json_next(m))
        if (!read_whole(m, &t->shape[t->n_dims++]))
            return false;
    return true;
}

/* Sets *t to the tensor that `node` of the header describes. Borrows the header. data_size: bytes
 * after the header. A tensor that is not of type F16 or F32 may have any size. Fails with
 * DBT_E_FORMAT. */
static bool read_tensor(const dbt_tensors *tensors, size_t data_size, const dbt_json *node,
                        dbt_tensor *t, dbt_error *err)
{
    const dbt_json_doc *doc = &tensors->header;
    *t = (dbt_tensor){ .name = dbt_json_key(node), .node = node, .type = DBT_TENSOR_OTHER };
    const dbt_json *type = dbt_json_member(node, "dtype");
    const dbt_json *offsets = dbt_json_member(node, "data_offsets");
    if (!dbt_json_is_object(node) || !type || !dbt_json_string(type) ||
        !read_shape(dbt_json_member(node, "shape"), t))
        return dbt_json_fail(doc, node, DBT_E_FORMAT, err,
                             "expected \"dtype\", \"shape\" of at most %d and \"data_offsets\"",
                             DBT_TENSOR_MAX_DIMS);
    for (int i = 0; i < DBT_TENSOR_OTHER; i++)
        if (strcmp(dbt_json_string(type), type_names[i]) == 0)
            t->type = (dbt_tensor_type)i;
    const dbt_json *begin = offsets ? dbt_json_first(offsets) : NULL;
    if (!begin || dbt_json_length(offsets) != 2 || !read_whole(begin, &t->begin) ||
        !read_whole(dbt_json_next(begin), &t->end) || t->begin > t->end || t->end > data_size)
        return dbt_json_fail(doc, offsets ? offsets : node, DBT_E_FORMAT, err,
                             "expected \"data_offsets\": [begin, end] within the %zu bytes that "
                             "follow the header",
                             data_size);
    if (t->type != DBT_TENSOR_OTHER &&
        n_values(t->shape, t->n_dims) * (double)type_sizes[t->type] != (double)(t->end - t->begin))
        return dbt_json_fail(doc, node, DBT_E_FORMAT, err,
                             "the shape does not fit the array's %zu bytes", t->end - t->begin);
    return true;
}

/* Orders dbt_tensor for qsort by begin, then by end. */
static int by_begin(const void *a, const void *b)
{
    const dbt_tensor *x = a, *y = b;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return (x->end > y->end) - (x->end < y->end);
}

/* Sets tensors->list and n from tensors->header, sorted by position, without the metadata. Fails
 * with DBT_E_FORMAT, also unless they fill the data_size bytes after the header without gap or
 * overlap. The caller frees the list even on failure. */
static bool read_header(dbt_tensors *tensors, size_t data_size, dbt_error *err)
{
    const dbt_json *root = tensors->header.root;
    if (!dbt_json_is_object(root))
        return dbt_json_fail(&tensors->header, root, DBT_E_FORMAT, err,
                             "expected an object of arrays");
    tensors->list = dbt_alloc_array(dbt_json_length(root), sizeof *tensors->list);
    for (const dbt_json *m = dbt_json_first(root); m; m = dbt_json_next(m)) {
        if (strcmp(dbt_json_key(m), "__metadata__") == 0)
            continue;
        if (!read_tensor(tensors, data_size, m, &tensors->list[tensors->n++], err))
            return false;
    }
    if (tensors->n > 1)
        qsort(tensors->list, tensors->n, sizeof *tensors->list, by_begin);
    size_t end = 0;
    for (size_t i = 0; i < tensors->n; i++) {
        const dbt_tensor *t = &tensors->list[i];
        if (t->begin != end)
            return dbt_json_fail(&tensors->header, t->node, DBT_E_FORMAT, err,
                                 "the array begins at byte %zu, expected %zu: arrays %s", t->begin,
                                 end, t->begin < end ? "overlap" : "have a hole between them");
        end = t->end;
    }
    return end == data_size || dbt_fail_at(err, DBT_E_FORMAT, tensors->header.file, 0, 0,
                                           "%zu bytes after the last array", data_size - end);
}

bool dbt_tensors_read(dbt_tensors *tensors, const char *bytes, size_t size, const char *file,
                      dbt_error *err)
{
    *tensors = (dbt_tensors){ .n = 0 };
    const uint64_t length = size >= LENGTH_SIZE ? read_little(bytes, LENGTH_SIZE) : 0;
    if (size < LENGTH_SIZE + 2 || length < 2 || length > MAX_HEADER || bytes[LENGTH_SIZE] != '{')
        return dbt_fail_at(err, DBT_E_FORMAT, file, 0, 0, "not a safetensors file");
    if (length > size - LENGTH_SIZE)
        return dbt_fail_at(err, DBT_E_FORMAT, file, 0, 0,
                           "the file ends within its header: %zu bytes, expected %zu", size,
                           LENGTH_SIZE + (size_t)length);
    if (!dbt_json_read(&tensors->header, bytes + LENGTH_SIZE, (size_t)length, file, err))
        return false;
    tensors->data = bytes + LENGTH_SIZE + length;
    if (read_header(tensors, size - LENGTH_SIZE - (size_t)length, err))
        return true;
    dbt_tensors_release(tensors);
    return false;
}

void dbt_tensors_release(dbt_tensors *tensors)
{
    dbt_json_release(&tensors->header);
    dbt_free(tensors->list);
    *tensors = (dbt_tensors){ .n = 0 };
}

const char *dbt_tensors_meta(const dbt_tensors *tensors, const char *key, dbt_error *err)
{
    const dbt_json *meta = dbt_json_member(tensors->header.root, "__metadata__");
    const dbt_json *node = meta ? dbt_json_member(meta, key) : NULL;
    const char *text = node ? dbt_json_string(node) : NULL;
    if (!text)
        dbt_fail_at(err, DBT_E_FORMAT, tensors->header.file, 0, 0,
                    "no text \"%s\" in its metadata: not a model that dbtool train wrote", key);
    return text;
}

const dbt_tensor *dbt_tensors_find(const dbt_tensors *tensors, const char *name, int n_dims,
                                   dbt_error *err)
{
    for (size_t i = 0; i < tensors->n; i++) {
        const dbt_tensor *t = &tensors->list[i];
        if (strcmp(t->name, name) != 0)
            continue;
        if (t->n_dims == n_dims)
            return t;
        dbt_json_fail(&tensors->header, t->node, DBT_E_FORMAT, err, "%d dimensions, expected %d",
                      t->n_dims, n_dims);
        return NULL;
    }
    dbt_fail_at(err, DBT_E_FORMAT, tensors->header.file, 0, 0, "no array \"%s\"", name);
    return NULL;
}

bool dbt_tensors_values(const dbt_tensors *tensors, const dbt_tensor *tensor, float *out,
                        dbt_error *err)
{
    if (tensor->type == DBT_TENSOR_OTHER)
        return dbt_json_fail(&tensors->header, tensor->node, DBT_E_FORMAT, err,
                             "expected numbers of type F16 or F32");
    const char *p = tensors->data + tensor->begin, *end = tensors->data + tensor->end;
    for (size_t i = 0; p < end; i++, p += type_sizes[tensor->type]) {
        const uint32_t bits = (uint32_t)read_little(p, type_sizes[tensor->type]);
        if (tensor->type == DBT_TENSOR_F16)
            out[i] = dbt_float_from_half((uint16_t)bits);
        else
            memcpy(&out[i], &bits, sizeof *out);
        if (!isfinite(out[i]))
            return dbt_json_fail(&tensors->header, tensor->node, DBT_E_NUMBER, err,
                                 "number %zu is not finite", i + 1);
    }
    return true;
}

/* ---- writing ---- */

/* Appends the bytes of a tensor's values, little-endian. */
static void add_values(dbt_buffer *out, const dbt_tensor_out *tensor)
{
    const size_t size = type_sizes[tensor->type];
    const size_t n = (size_t)n_values(tensor->shape, tensor->n_dims);
    for (size_t i = 0; i < n; i++) {
        char bytes[4];
        uint32_t bits = dbt_half_from_float(tensor->values[i]);
        if (tensor->type == DBT_TENSOR_F32)
            memcpy(&bits, &tensor->values[i], sizeof bits);
        put_little(bytes, bits, size);
        dbt_buffer_add(out, bytes, size);
    }
}

/* Appends the JSON header, without length and padding: metadata, and type, shape and position of
 * each tensor. */
static void add_header(dbt_buffer *out, const char *const (*meta)[2], int n_meta,
                       const dbt_tensor_out *tensors, int n_tensors)
{
    dbt_json_out json = { .out = out, .compact = true };
    dbt_json_begin(&json, NULL, '{');
    dbt_json_begin(&json, "__metadata__", '{');
    for (int i = 0; i < n_meta; i++)
        dbt_json_add_text(&json, meta[i][0], meta[i][1]);
    dbt_json_end(&json, '}');
    size_t begin = 0;
    for (int i = 0; i < n_tensors; i++) {
        const size_t n = (size_t)n_values(tensors[i].shape, tensors[i].n_dims);
        const size_t end = begin + n * type_sizes[tensors[i].type];
        dbt_json_begin(&json, tensors[i].name, '{');
        dbt_json_add_text(&json, "dtype", type_names[tensors[i].type]);
        dbt_json_begin(&json, "shape", '[');
        for (int d = 0; d < tensors[i].n_dims; d++)
            dbt_json_add_size(&json, NULL, tensors[i].shape[d]);
        dbt_json_end(&json, ']');
        dbt_json_begin(&json, "data_offsets", '[');
        dbt_json_add_size(&json, NULL, begin);
        dbt_json_add_size(&json, NULL, end);
        dbt_json_end(&json, ']');
        dbt_json_end(&json, '}');
        begin = end;
    }
    dbt_json_end(&json, '}');
}

void dbt_tensors_write(dbt_buffer *out, const char *const (*meta)[2], int n_meta,
                       const dbt_tensor_out *tensors, int n_tensors)
{
    dbt_buffer header = { 0 };
    add_header(&header, meta, n_meta, tensors, n_tensors);
    while (header.size % ALIGNMENT != 0)
        dbt_buffer_text(&header, " ");
    char length[LENGTH_SIZE];
    put_little(length, header.size, LENGTH_SIZE);
    dbt_buffer_add(out, length, LENGTH_SIZE);
    dbt_buffer_add(out, header.bytes ? header.bytes : "", header.size);
    for (int i = 0; i < n_tensors; i++)
        add_values(out, &tensors[i]);
    dbt_buffer_release(&header);
}

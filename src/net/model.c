#include "net/model.h"

#include "base/exponential.h"
#include "base/mem.h"
#include "base/number.h"
#include "net/model_format.h"
#include "net/safetensors.h"

#include <stdio.h>
#include <string.h>

/* Seconds in which speeds halve after the trained window. */
static const double fade_halflife = 0.25;

double dbt_model_size_of(const dbt_skeleton *skeleton, int motion_root)
{
    double size = 0.0;
    for (int j = 1; j < skeleton->n_joints; j++)
        size += j == motion_root ? 0.0 : dbt_vec3_length(skeleton->joints[j].offset);
    return size;
}

/* ---- reading ---- */

/* Fails with DBT_E_FORMAT at a key of the metadata. expected: for the message. Returns false. */
static bool fail(const dbt_model *m, dbt_error *err, const char *key, const char *expected)
{
    return dbt_fail_at(err, DBT_E_FORMAT, m->file, 0, 0, "\"%s\" in its metadata: expected %s", key,
                       expected);
}

/* Reads a number of the metadata, from low to high, both included, into *out. expected: for the
 * message. Fails with DBT_E_FORMAT if it is missing or another; *out may then be set. */
static bool read_number(const dbt_model *m, const dbt_tensors *tensors, const char *key,
                        const char *expected, double low, double high, double *out, dbt_error *err)
{
    const char *text = dbt_tensors_meta(tensors, key, err);
    if (!text)
        return false;
    const char *end = text + strlen(text);
    return (dbt_number_read(text, end, out) == end && *out >= low && *out <= high) ||
           fail(m, err, key, expected);
}

/* Reads an array of the metadata, which is JSON in a text, into *doc. The caller releases doc even
 * on failure. Fails with DBT_E_FORMAT if it is missing or no array, or as dbt_json_read. */
static bool read_array(const dbt_model *m, const dbt_tensors *tensors, const char *key,
                       dbt_json_doc *doc, dbt_error *err)
{
    const char *text = dbt_tensors_meta(tensors, key, err);
    *doc = (dbt_json_doc){ .size = 0 };
    if (!text || !dbt_json_read(doc, text, strlen(text), m->file, err))
        return false;
    return dbt_json_is_array(doc->root) || fail(m, err, key, "a list");
}

/* Reads a list of whole numbers of the metadata, each from low to below high, into out[max]. Sets
 * *n to the number read, also on failure. Fails as read_array, and with DBT_E_FORMAT at another
 * value or at more than max. */
static bool read_wholes(const dbt_model *m, const dbt_tensors *tensors, const char *key, int low,
                        int high, int *out, int max, int *n, dbt_error *err)
{
    dbt_json_doc doc;
    bool ok = read_array(m, tensors, key, &doc, err);
    *n = 0;
    for (const dbt_json *i = ok ? dbt_json_first(doc.root) : NULL; ok && i; i = dbt_json_next(i)) {
        double value = 0.0;
        ok = (*n < max && dbt_json_get_number(i, &value) && value >= low && value < high &&
              value == floor(value)) ||
             fail(m, err, key, "whole numbers, one a joint");
        if (ok)
            out[(*n)++] = (int)value;
    }
    dbt_json_release(&doc);
    return ok;
}

/* Sets m->names and m->n_joints, and allocates m->parents and m->rotating, [n_joints] each. Fails
 * as read_array, and with DBT_E_FORMAT unless there are 2 to DBT_MAX_JOINTS names, all texts. */
static bool read_names(dbt_model *m, const dbt_tensors *tensors, dbt_error *err)
{
    dbt_json_doc doc;
    bool ok = read_array(m, tensors, "joints", &doc, err);
    const size_t n = ok ? dbt_json_length(doc.root) : 0;
    if (ok && (n < 2 || n > DBT_MAX_JOINTS))
        ok = fail(m, err, "joints", "the names of the skeleton's joints");
    if (ok) {
        m->names = dbt_arena_array(&m->memory, n, sizeof *m->names);
        m->parents = dbt_arena_array(&m->memory, n, sizeof *m->parents);
        m->rotating = dbt_arena_array(&m->memory, n, sizeof *m->rotating);
    }
    for (const dbt_json *i = ok ? dbt_json_first(doc.root) : NULL; ok && i; i = dbt_json_next(i)) {
        const char *name = dbt_json_string(i);
        if (name)
            m->names[m->n_joints++] =
                strcpy(dbt_arena_array(&m->memory, strlen(name) + 1, 1), name);
        ok = name || fail(m, err, "joints", "the names of the skeleton's joints");
    }
    dbt_json_release(&doc);
    return ok;
}

/* Reads names, parents and the rotating joints of the model's skeleton. Fails as read_names. Fails
 * with DBT_E_FORMAT unless parents come before their children, the first joint is the only root,
 * and 2 to DBT_MAX_ROTATING rotating joints ascend. */
static bool read_joints(dbt_model *m, const dbt_tensors *tensors, dbt_error *err)
{
    int n;
    if (!read_names(m, tensors, err) ||
        !read_wholes(m, tensors, "parents", -1, m->n_joints, m->parents, m->n_joints, &n, err))
        return false;
    for (int j = 0; j < m->n_joints; j++)
        if (n != m->n_joints || m->parents[j] >= j || (m->parents[j] < 0) != (j == 0))
            return fail(m, err, "parents", "one before each joint but the first");
    if (!read_wholes(m, tensors, "turning", 0, m->n_joints, m->rotating, m->n_joints,
                     &m->n_rotating, err))
        return false;
    for (int k = 1; k < m->n_rotating; k++)
        if (m->rotating[k] <= m->rotating[k - 1])
            return fail(m, err, "turning", "joints in their order");
    return (m->n_rotating > 1 && m->n_rotating <= DBT_MAX_ROTATING) ||
           fail(m, err, "turning", "2 to 1000 joints");
}

/* Reads everything but the network into *m: version, method, up axis, times, size and joints.
 * Without a method it is dead-learned. Fails with DBT_E_FORMAT at a missing or unsuitable one, or
 * as dbt_json_read. */
static bool read_facts(dbt_model *m, const dbt_tensors *tensors, dbt_error *err)
{
    const char *version = dbt_tensors_meta(tensors, "dbtool.model", err);
    const char *up = version ? dbt_tensors_meta(tensors, "up", err) : NULL;
    if (!up)
        return false;
    if (strcmp(version, DBT_MODEL_VERSION) != 0)
        return dbt_fail_at(err, DBT_E_FORMAT, m->file, 0, 0,
                           "a model of version '%.20s', expected '%s'", version, DBT_MODEL_VERSION);
    if (strlen(up) != 1 || *up < 'x' || *up > 'z')
        return fail(m, err, "up", "x, y or z");
    m->up = *up - 'x';
    /* models written before bridge-learned existed name no method */
    const char *method = dbt_tensors_meta(tensors, "method", NULL);
    m->bridges = method && strcmp(method, DBT_MODEL_BRIDGES) == 0;
    if (method && !m->bridges && strcmp(method, DBT_MODEL_GOES_ON) != 0)
        return fail(m, err, "method", DBT_MODEL_GOES_ON " or " DBT_MODEL_BRIDGES);
    return read_number(m, tensors, "frame_time", "a number of seconds", 1e-6, 1e6, &m->frame_time,
                       err) &&
           (m->bridges ||
            read_number(m, tensors, "window", "a number of seconds", 1e-6, 1e9, &m->window, err)) &&
           read_number(m, tensors, "size", "a length", 0.0, 1e12, &m->size, err) &&
           read_joints(m, tensors, err);
}

/* Returns the numbers [n] of an array of one dimension, each above low and at most high. The model
 * owns them. Fails, and returns NULL, as dbt_tensors_find and dbt_tensors_values, with DBT_E_FORMAT
 * at another size, or DBT_E_NUMBER at a number out of the range. */
static float *read_vector(dbt_model *m, const dbt_tensors *tensors, const char *name, size_t n,
                          float low, float high, dbt_error *err)
{
    const dbt_tensor *t = dbt_tensors_find(tensors, name, 1, err);
    if (!t)
        return NULL;
    if (t->shape[0] != n) {
        dbt_fail_at(err, DBT_E_FORMAT, m->file, 0, 0, "array \"%s\": %zu numbers, expected %zu",
                    name, t->shape[0], n);
        return NULL;
    }
    float *out = dbt_arena_array(&m->memory, n, sizeof *out);
    if (!dbt_tensors_values(tensors, t, out, err))
        return NULL;
    for (size_t i = 0; i < n; i++)
        if (!(out[i] > low && out[i] <= high)) {
            dbt_fail_at(err, DBT_E_NUMBER, m->file, 0, 0,
                        "array \"%s\": number %zu is out of its range", name, i + 1);
            return NULL;
        }
    return out;
}

/* Reads the weights `t` of l, whose sizes are set, into l->strips and copies bias into l->bias; the
 * model owns both. t: from find_weights, n_out x n_in. bias: [n_out]; NULL: zeros. Fails as
 * dbt_tensors_values. */
static bool read_strips(dbt_model *m, const dbt_tensors *tensors, const dbt_tensor *t,
                        const float *bias, dbt_model_layer *l, dbt_error *err)
{
    const size_t n_in = (size_t)l->n_in, n_strips = ((size_t)l->n_out + DBT_STRIP - 1) / DBT_STRIP;
    float *rows = dbt_alloc_array((size_t)l->n_out * n_in, sizeof *rows);
    l->strips = dbt_arena_array(&m->memory, n_strips * DBT_STRIP, n_in * sizeof *l->strips);
    l->bias = dbt_arena_array(&m->memory, n_strips, DBT_STRIP * sizeof *l->bias);
    const bool ok = dbt_tensors_values(tensors, t, rows, err);
    for (size_t o = 0; ok && o < (size_t)l->n_out; o++) {
        l->bias[o] = bias ? bias[o] : 0.0f;
        for (size_t i = 0; i < n_in; i++)
            l->strips[(o / DBT_STRIP * n_in + i) * DBT_STRIP + o % DBT_STRIP] = rows[o * n_in + i];
    }
    dbt_free(rows);
    return ok;
}

/* Returns the array of a layer's weights, [n_out][n_in], borrowed from tensors, and sets the sizes
 * of l. n_out 0: any number of outputs from 1 to DBT_MAX_HIDDEN. Fails with DBT_E_FORMAT, and
 * returns NULL, if there is no such array or its shape differs. */
static const dbt_tensor *find_weights(const dbt_model *m, const dbt_tensors *tensors,
                                      const char *name, int n_in, int n_out, dbt_model_layer *l,
                                      dbt_error *err)
{
    const dbt_tensor *t = dbt_tensors_find(tensors, name, 2, err);
    if (!t)
        return NULL;
    *l = (dbt_model_layer){ .n_in = n_in, .n_out = n_out };
    if (n_out == 0 && t->shape[0] >= 1 && t->shape[0] <= DBT_MAX_HIDDEN)
        l->n_out = (int)t->shape[0];
    if (t->shape[0] == (size_t)l->n_out && t->shape[1] == (size_t)l->n_in)
        return t;
    dbt_fail_at(err, DBT_E_FORMAT, m->file, 0, 0, "array \"%s\" is %zu x %zu, expected %s%d x %d",
                name, t->shape[0], t->shape[1], n_out == 0 ? "at most " : "",
                n_out == 0 ? DBT_MAX_HIDDEN : n_out, l->n_in);
    return NULL;
}

/* Sets m->net, and reads weights and biases of all layers into m->layers, and of bridge-learned the
 * context's weights into m->context. The number of layers follows from that of the arrays: four,
 * and two a layer. All hidden layers of bridge-learned must have the size of the first. Fails with
 * DBT_E_FORMAT or DBT_E_NUMBER. */
static bool read_layers(dbt_model *m, const dbt_tensors *tensors, dbt_error *err)
{
    int *const sizes = m->net.sizes;
    if (tensors->n < 4 + 2 * 2 || tensors->n % 2 != 0 || tensors->n > 4 + 2 * DBT_MAX_LAYERS)
        return dbt_fail_at(err, DBT_E_FORMAT, m->file, 0, 0,
                           "%zu arrays, expected four and two for each of 2 to %d layers",
                           tensors->n, DBT_MAX_LAYERS);
    m->net.n_layers = (int)(tensors->n - 4) / 2;
    m->net.n_context = m->bridges ? dbt_bridge_n_context(m->n_rotating) : 0;
    sizes[0] = m->bridges ? DBT_BRIDGE_TIME_INPUTS : dbt_body_n_inputs(m->n_rotating);
    for (int i = 0; i < m->net.n_layers; i++) {
        dbt_model_layer *l = &m->layers[i];
        const int hidden = m->bridges && i > 0 ? sizes[1] : 0;
        const int n_out = i + 1 == m->net.n_layers ? dbt_body_n_outputs(m->n_rotating) : hidden;
        char weights_name[DBT_TENSOR_NAME_SIZE], bias_name[DBT_TENSOR_NAME_SIZE];
        snprintf(weights_name, sizeof weights_name, "layers.%d.weight", i);
        snprintf(bias_name, sizeof bias_name, "layers.%d.bias", i);
        const dbt_tensor *t = find_weights(m, tensors, weights_name, sizes[i], n_out, l, err);
        const float *bias =
            t ? read_vector(m, tensors, bias_name, (size_t)l->n_out, -INFINITY, INFINITY, err)
              : NULL;
        if (!bias || !read_strips(m, tensors, t, bias, l, err))
            return false;
        sizes[i + 1] = l->n_out;
    }
    if (!m->bridges)
        return true;
    const dbt_tensor *t =
        find_weights(m, tensors, "context.weight", m->net.n_context, sizes[1], &m->context, err);
    return t && read_strips(m, tensors, t, NULL, &m->context, err);
}

/* Reads m->scales: means and scales of the inputs (of bridge-learned: of the context), and scales
 * of the outputs. Reads m->max_speed of dead-learned. Fails as read_vector. */
static bool read_scales(dbt_model *m, const dbt_tensors *tensors, dbt_error *err)
{
    const size_t n_in = (size_t)dbt_network_n_scaled(&m->net);
    const size_t n_out = (size_t)dbt_body_n_outputs(m->n_rotating);
    const float max = (float)DBT_MAX_SCALE;
    dbt_scales *s = &m->scales;
    s->mean = read_vector(m, tensors, "input.mean", n_in, -max, max, err);
    s->scale = s->mean ? read_vector(m, tensors, "input.scale", n_in, 0.0f, max, err) : NULL;
    s->out_scale = s->scale ? read_vector(m, tensors, "output.scale", n_out, 0.0f, max, err) : NULL;
    if (!s->out_scale || m->bridges)
        return s->out_scale != NULL;
    m->max_speed = read_vector(m, tensors, "speed.max", (size_t)dbt_network_n_speeds(&m->net),
                               -1e-30f, max, err);
    return m->max_speed != NULL;
}

dbt_model *dbt_model_read(const char *bytes, size_t size, const char *file, dbt_error *err)
{
    dbt_tensors tensors;
    if (!dbt_tensors_read(&tensors, bytes, size, file, err))
        return NULL;
    dbt_model *m = dbt_alloc_object(sizeof *m);
    m->file = file;
    const bool ok = read_facts(m, &tensors, err) && read_layers(m, &tensors, err) &&
                    read_scales(m, &tensors, err);
    dbt_tensors_release(&tensors);
    if (ok)
        return m;
    dbt_model_free(m);
    return NULL;
}

void dbt_model_free(dbt_model *model)
{
    if (model)
        dbt_arena_release(&model->memory);
    dbt_free(model);
}

const char *dbt_model_method(const dbt_model *model)
{
    return model->bridges ? DBT_MODEL_BRIDGES : DBT_MODEL_GOES_ON;
}

void dbt_model_slow_down(const dbt_model *model, double factor, const dbt_body_root *root_before,
                         const dbt_body_joint *joints_before, dbt_body_root *root,
                         dbt_body_joint *joints)
{
    root->pos = root_before->pos;
    root->vel = dbt_vec3_scale(root->vel, factor);
    root->vel_change = dbt_vec3_sub(root->vel, root_before->vel);
    for (int k = 0; k < model->n_rotating; k++) {
        joints[k].rot = joints_before[k].rot;
        joints[k].ang = dbt_vec3_scale(joints[k].ang, factor);
        joints[k].ang_change = dbt_vec3_sub(joints[k].ang, joints_before[k].ang);
    }
    dbt_body_move(root, joints, model->n_rotating, model->frame_time);
}

/* Fails with DBT_E_SKELETON unless the sum of bone lengths is half to twice the model's: nothing
 * else shows that a clip has another unit of length. Passes if either sum is 0. */
static bool check_size(const dbt_model *model, const dbt_skeleton *skeleton, int motion_root,
                       dbt_error *err)
{
    const double size = dbt_model_size_of(skeleton, motion_root), ratio = size / model->size;
    return size == 0.0 || model->size == 0.0 || (ratio >= 0.5 && ratio <= 2.0) ||
           dbt_fail_at(err, DBT_E_SKELETON, model->file, 0, 0,
                       "the skeleton is %.4g times the size of the one that was trained: are the "
                       "units the same?",
                       ratio);
}

bool dbt_model_fits(const dbt_model *model, const dbt_skeleton *skeleton, int *map, dbt_error *err)
{
    /* Only the fields that dbt_skeleton_map reads. */
    const size_t n = (size_t)model->n_joints;
    dbt_joint *joints = dbt_alloc_array(n, sizeof *joints);
    int *all = dbt_alloc_array(n, sizeof *all);
    for (size_t j = 0; j < n; j++)
        joints[j] = (dbt_joint){ .name = model->names[j], .parent = model->parents[j] };
    const dbt_skeleton trained = { .file = model->file,
                                   .joints = joints,
                                   .n_joints = model->n_joints };
    bool ok = dbt_skeleton_map(&trained, skeleton, all, err);
    if (!ok && err)
        err->file = model->file;
    ok = ok && check_size(model, skeleton, all[model->rotating[0]], err);
    for (int k = 0; ok && map && k < model->n_rotating; k++)
        map[k] = all[model->rotating[k]];
    dbt_free(joints);
    dbt_free(all);
    return ok;
}

bool dbt_model_serves(const dbt_model *model, const char *method, const dbt_skeleton *skeleton,
                      int up, dbt_error *err)
{
    if (strcmp(dbt_model_method(model), method) != 0)
        return dbt_fail_at(err, DBT_E_PARAM, model->file, 0, 0,
                           "a model for %s, expected one for %s", dbt_model_method(model), method);
    if (model->up != up)
        return dbt_fail_at(err, DBT_E_PARAM, model->file, 0, 0,
                           "trained with %c up, but here %c is up (--up)", "xyz"[model->up],
                           "xyz"[up]);
    return dbt_model_fits(model, skeleton, NULL, err);
}

/* ---- evaluation ---- */

/* Compiles another copy for processors with wide registers, chosen when the program starts. Both
 * add equal products in the same order, so results are equal to the bit. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) &&       \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WIDER __attribute__((target_clones("avx2", "default")))
#else
#define WIDER
#endif

typedef float wide __attribute__((vector_size(32), aligned(4)));
enum { WIDE = 8 };

/* Adds the products of inputs x[n] and a strip's weights [n][DBT_STRIP] to sums[DBT_STRIP]. */
WIDER static void add_strip(const float *x, int n, const float *strip, float *sums)
{
    wide *s = (wide *)(void *)sums;
    wide s0 = s[0], s1 = s[1], s2 = s[2], s3 = s[3];
    const wide *w = (const wide *)(const void *)strip;
    for (int i = 0; i < n; i++, w += DBT_STRIP / WIDE) {
        const wide value = { x[i], x[i], x[i], x[i], x[i], x[i], x[i], x[i] };
        s0 += value * w[0];
        s1 += value * w[1];
        s2 += value * w[2];
        s3 += value * w[3];
    }
    s[0] = s0;
    s[1] = s1;
    s[2] = s2;
    s[3] = s3;
}

/* out = from + weights * x, x[n_in]. from and out are [strips][DBT_STRIP] and may be the same
 * array. Does not read l->bias. */
static void run_layer(const dbt_model_layer *l, const float *from, const float *x, float *out)
{
    if (out != from)
        memcpy(out, from, ((size_t)l->n_out + DBT_STRIP - 1) / DBT_STRIP * DBT_STRIP * sizeof *out);
    for (int o = 0; o < l->n_out; o += DBT_STRIP)
        add_strip(x, l->n_in, l->strips + (ptrdiff_t)o * l->n_in, out + o);
}

/* Sets out[n] to the inputs x[n], normalised: (x - mean) / scale. */
static void normalize(const dbt_scales *scales, int n, const float *x, float *out)
{
    for (int i = 0; i < n; i++)
        out[i] = (x[i] - scales->mean[i]) / scales->scale[i];
}

/* Sets `out`, padded to whole strips, to the last layer's sums from the inputs `in` of the first
 * layer, normalised; they are not yet times the output scales. first_sums, padded, replace the
 * first layer's bias. hidden: scratch, [2][DBT_MAX_HIDDEN]. */
static void run_network(const dbt_model *m, const float *first_sums, const float *in, float *hidden,
                        float *out)
{
    const int n_hidden = m->net.n_layers - 1;
    for (int l = 0; l < n_hidden; l++) {
        float *next = hidden + (l % 2) * DBT_MAX_HIDDEN;
        run_layer(&m->layers[l], l == 0 ? first_sums : m->layers[l].bias, in, next);
        const bool adds = dbt_network_adds(&m->net, l);
        for (int i = 0; i < m->layers[l].n_out; i++) { /* ELU */
            const float value = next[i] > 0.0f ? next[i] : dbt_network_exp(next[i]) - 1.0f;
            next[i] = adds ? in[i] + value : value;
        }
        in = next;
    }
    run_layer(&m->layers[n_hidden], m->layers[n_hidden].bias, in, out);
}

void dbt_model_answer(const dbt_model *model, const float *x, float *scratch, float *y)
{
    const dbt_model *m = model;
    const int n_in = m->net.sizes[0], n_out = m->net.sizes[m->net.n_layers];
    float *normal = scratch, *out = normal + n_in, *hidden = out + n_out + DBT_STRIP;
    normalize(&m->scales, n_in, x, normal);
    run_network(m, m->layers[0].bias, normal, hidden, out);
    dbt_scales_change(&m->scales, m->n_rotating, m->frame_time, x, out, y);
    for (int i = 0; i < n_out; i++)
        y[i] = isfinite(y[i]) ? y[i] : 0.0f; /* weights of a hostile file may overflow */
}

void dbt_model_bridge_begin(const dbt_model *model, const float *x, float *scratch, float *sums)
{
    normalize(&model->scales, model->net.n_context, x, scratch);
    run_layer(&model->context, model->layers[0].bias, scratch, sums);
}

/* Outputs are limited to this many output scales. In training they stay within a few. */
static const float max_output = 32.0f;

void dbt_model_bridge_answer(const dbt_model *model, const float *sums, double gap, double t,
                             float *scratch, float *y)
{
    const dbt_model *m = model;
    const int n_out = m->net.sizes[m->net.n_layers];
    float time[DBT_BRIDGE_TIME_INPUTS];
    float *hidden = scratch, *out = hidden + 2 * DBT_MAX_HIDDEN;
    dbt_bridge_encode_time(gap, t, time);
    run_network(m, sums, time, hidden, out);
    for (int i = 0; i < n_out; i++) {
        const float value =
            isfinite(out[i]) ? out[i] : 0.0f; /* weights of a hostile file may overflow */
        y[i] = m->scales.out_scale[i] * fminf(max_output, fmaxf(-max_output, value));
    }
}

/* Limits *velocity, to which *change was already added, to the speed `fastest` and multiplies it by
 * fade. Sets *change to the difference from the velocity before that addition. */
static void tame(dbt_vec3 *velocity, dbt_vec3 *change, double fastest, double fade)
{
    const dbt_vec3 before = dbt_vec3_sub(*velocity, *change);
    *velocity = dbt_vec3_scale(dbt_vec3_shorten(*velocity, fastest), fade);
    *change = dbt_vec3_sub(*velocity, before);
}

void dbt_model_step(const dbt_model *model, double t, float *scratch, dbt_body_root *root,
                    dbt_body_joint *joints)
{
    const dbt_model *m = model;
    float *x = scratch, *y = x + m->net.sizes[0];
    dbt_body_encode(root, joints, m->n_rotating, m->up, x);
    dbt_model_answer(m, x, y + m->net.sizes[m->net.n_layers], y);
    dbt_body_change(root, joints, m->n_rotating, m->up, y);
    /* a hundredth of a step allows for rounding */
    const double fade =
        t > m->window + 0.01 * m->frame_time ? dbt_exp2(-m->frame_time / fade_halflife) : 1.0;
    tame(&root->vel, &root->vel_change, m->max_speed[0], fade);
    for (int k = 0; k < m->n_rotating; k++)
        tame(&joints[k].ang, &joints[k].ang_change, m->max_speed[1 + k], fade);
    dbt_body_move(root, joints, m->n_rotating, m->frame_time);
}

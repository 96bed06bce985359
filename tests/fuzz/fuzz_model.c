/* The reader of trained models: any bytes. A model that is read steps from a pose, or fills a gap,
 * with finite results. */
#include "fuzz.h"

#include "net/model.h"
#include "net/safetensors.h"
#include "base/mem.h"
#include "method/transition.h"

#include <math.h>
#include <string.h>

static bool is_finite(dbt_vec3 v)
{
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static void step(const dbt_model *model)
{
    const int n = model->n_rotating;
    dbt_body_root root = { .pos = { 1.0, 90.0, -2.0 }, .vel = { 10.0, -3.0, 80.0 } };
    dbt_body_joint *states = dbt_alloc_array((size_t)n, sizeof *states);
    float *room = dbt_alloc_array((size_t)(DBT_MODEL_SCRATCH + n * DBT_MODEL_SCRATCH_PER_JOINT),
                                  sizeof *room);
    FUZZ_CHECK(states && room);
    for (int k = 0; k < n; k++)
        states[k] = (dbt_body_joint){ .rot = DBT_QUAT_IDENTITY, .ang = { 0.5, -0.1 * k, 1.0 } };
    for (int i = 1; i <= 3; i++) {
        dbt_model_step(model, i * model->frame_time, room, &root, states);
        FUZZ_CHECK(is_finite(root.pos) && is_finite(root.vel));
        for (int k = 0; k < n; k++) {
            FUZZ_CHECK(is_finite(states[k].ang) && is_finite(states[k].ang_change));
            FUZZ_CHECK(fabs(dbt_quat_dot(states[k].rot, states[k].rot) - 1.0) < 1e-6);
        }
    }
    dbt_free(states);
    dbt_free(room);
}

/* Runs the model's method on a skeleton of two joints, like that of the models in testdata. */
static void transition(const dbt_model *model)
{
    static char names[2][5] = { "body", "limb" };
    dbt_joint joints[2] = { { .name = names[0], .parent = -1 },
                            { .name = names[1], .parent = 0, .offset = { 0.0, 1.0, 0.0 } } };
    const dbt_skeleton two = { .joints = joints, .n_joints = 2 };
    dbt_tuning tuning = dbt_tuning_default(dbt_method_find(dbt_model_method(model), NULL));
    dbt_error err;
    dbt_transform past[2][2], out[2];
    tuning.file = (dbt_span){ "fuzz", NULL };
    tuning.model = model;
    for (int i = 0; i < 2; i++) {
        past[i][0] = (dbt_transform){ { 0.1 * i, 90.0, 5.0 },
                                      dbt_quat_exp((dbt_vec3){ 0.1 * i, 0.2, 0.0 }) };
        past[i][1] =
            (dbt_transform){ { 0.0, 1.0, 0.0 }, dbt_quat_exp((dbt_vec3){ 0.0, 0.1, 0.3 * i }) };
    }
    const double dt = 4.0 * model->frame_time;
    if (!tuning.method->fits(&tuning, &two, model->up, dt, &err))
        return;
    const bool bridges = tuning.method->needs_gap;
    const dbt_transition_start start = { .tuning = &tuning,
                                         .skeleton = &two,
                                         .up = model->up,
                                         .dt = dt,
                                         .src = past[0],
                                         .src_before = past[1],
                                         .long_past = { past[1], past[0], past[1] },
                                         .dst = past[bridges],
                                         .dst_after = past[0],
                                         .gap = bridges ? 13 : 0 };
    dbt_transition *begun = dbt_transition_begin(&start, &err);
    FUZZ_CHECK(begun);
    for (ptrdiff_t frame = bridges ? 0 : 1; frame <= 12; frame++) {
        if (bridges)
            dbt_transition_eval(begun, frame, past[1], NULL, out);
        else
            dbt_transition_extrapolate(begun, frame, NULL, out);
        for (int j = 0; j < 2; j++)
            FUZZ_CHECK(is_finite(out[j].pos) &&
                       fabs(dbt_quat_dot(out[j].rot, out[j].rot) - 1.0) < 1e-6);
    }
    dbt_transition_free(begun);
}

/* Arrays that can be read are written and read back with equal values. */
static void write_back(const dbt_tensors *tensors)
{
    dbt_error err;
    dbt_buffer file = { 0 };
    dbt_tensors again;
    dbt_tensor_out *out = dbt_alloc_array(tensors->n + 1, sizeof *out);
    float **values = dbt_alloc_array(tensors->n + 1, sizeof *values);
    FUZZ_CHECK(out && values);
    int n = 0;
    for (size_t i = 0; i < tensors->n; i++) {
        const dbt_tensor *t = &tensors->list[i];
        values[n] = dbt_alloc_array((t->end - t->begin) / 2 + 1, sizeof **values);
        FUZZ_CHECK(values[n]);
        out[n] = (dbt_tensor_out){ t->name, t->type, { 0 }, t->n_dims, values[n] };
        memcpy(out[n].shape, t->shape, sizeof t->shape);
        n += dbt_tensors_values(tensors, t, values[n], &err) ? 1 : (dbt_free(values[n]), 0);
    }
    dbt_tensors_write(&file, NULL, 0, out, n);
    FUZZ_CHECK(dbt_tensors_read(&again, file.bytes, file.size, "again", &err));
    FUZZ_CHECK(again.n == (size_t)n);
    for (int i = 0; i < n; i++) {
        const dbt_tensor *t = dbt_tensors_find(&again, out[i].name, out[i].n_dims, &err);
        FUZZ_CHECK(t && t->type == out[i].type);
        const size_t n_values = (t->end - t->begin) / (t->type == DBT_TENSOR_F16 ? 2 : 4);
        float *read = dbt_alloc_array(n_values + 1, sizeof *read);
        FUZZ_CHECK(read && dbt_tensors_values(&again, t, read, &err));
        FUZZ_CHECK(memcmp(read, values[i], n_values * sizeof *read) == 0);
        dbt_free(read);
        dbt_free(values[i]);
    }
    dbt_tensors_release(&again);
    dbt_buffer_release(&file);
    dbt_free(values);
    dbt_free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dbt_error err = { .code = DBT_OK };
    dbt_model *model = dbt_model_read((const char *)data, size, "fuzz", &err);
    if (model) {
        static char name[] = "other";
        dbt_joint joint = { .name = name, .parent = -1 };
        const dbt_skeleton other = { .joints = &joint, .n_joints = 1 };
        if (strcmp(dbt_model_method(model), "dead-learned") == 0)
            step(model);
        transition(model);
        /* a model has at least two joints */
        FUZZ_CHECK(!dbt_model_fits(model, &other, NULL, &err));
        FUZZ_CHECK(err.code == DBT_E_SKELETON);
    } else {
        FUZZ_CHECK(err.code == DBT_E_FORMAT || err.code == DBT_E_SYNTAX ||
                   err.code == DBT_E_NUMBER || err.code == DBT_E_LIMIT);
    }
    dbt_model_free(model);
    dbt_tensors tensors;
    if (dbt_tensors_read(&tensors, (const char *)data, size, "fuzz", &err)) {
        write_back(&tensors);
        dbt_tensors_release(&tensors);
    }
    return 0;
}

/* Usually mutates the header and corrects its length, so that the bytes after it are read. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    static const char words[] =
        "\"__metadata__\":|\"dtype\":\"F16\"|\"dtype\":\"F32\"|\"shape\":[2,1]|"
        "\"data_offsets\":[0,4]|\"turning\":|\"[0, 1]\"|\"parents\":|\"[-1, 0]\"|\"joints\":|"
        "\"frame_time\":\"0.1\"|\"up\":\"z\"|\"method\":\"bridge-learned\"|\"context.weight\":|{|"
        "}|,|\"|\\\"";
    size_t length = 0;
    for (size_t i = 8; size >= 10 && i-- > 0;)
        length = length << 8 | data[i];
    if (size < 10 || length > size - 8)
        return LLVMFuzzerMutate(data, size, max_size);
    if (seed % 3 == 0) /* mutate the numbers only, or everything */
        return length + 8 < size && seed % 2
                   ? length + 8 +
                         LLVMFuzzerMutate(data + 8 + length, size - 8 - length,
                                          max_size - 8 - length)
                   : LLVMFuzzerMutate(data, size, max_size);
    const size_t rest = size - 8 - length;
    if (rest + 8 >= max_size)
        return LLVMFuzzerMutate(data, size, max_size);
    uint8_t *numbers = malloc(rest + 1);
    FUZZ_CHECK(numbers);
    memcpy(numbers, data + 8 + length, rest);
    length = fuzz_mutate(data + 8, length, max_size - 8 - rest, seed, words);
    memcpy(data + 8 + length, numbers, rest);
    free(numbers);
    for (int i = 0; i < 8; i++)
        data[i] = (uint8_t)((uint64_t)length >> (8 * i) & 255);
    return 8 + length + rest;
}

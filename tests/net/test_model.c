/* Models as files: half precision, safetensors, damaged and malicious files. The network of a file,
 * compared with plain loops. */
#include "small_model.h"

#include "net/network.h"
#include "net/safetensors.h"

/* ---- half precision ---- */

TEST(known_halves_are_written)
{
    static const struct {
        double value;
        unsigned half;
    } known[] = {
        { 0.0, 0x0000 },
        { -0.0, 0x8000 },
        { 1.0, 0x3c00 },
        { -2.0, 0xc000 },
        { 1.0 / 3.0, 0x3555 },
        { 65504.0, 0x7bff },
        { 65519.0, 0x7bff },
        { 65520.0, 0x7c00 }, /* the tie above the largest */
        { -65520.0, 0xfc00 },
        { 1e30, 0x7c00 },
        { INFINITY, 0x7c00 },
        { 0x1p-14, 0x0400 },
        { 0x1.ffp-15, 0x03fe },
        { 0x1.ff8p-15, 0x03ff }, /* the largest subnormal */
        { 0x1.ffcp-15, 0x0400 }, /* a tie, to the smallest normal */
        { 0x1p-24, 0x0001 },
        { 0x1p-25, 0x0000 }, /* a tie, to even */
        { 0x1.004p-25, 0x0001 },
        { 0x1.8p-24, 0x0002 },
        { 0x1p-40, 0x0000 },
        { -0x1p-40, 0x8000 },
        { 2049.0, 0x6800 }, /* 2048 or 2050: even */
        { 2051.0, 0x6802 }, /* 2050 or 2052: even */
        { 1.0 + 0x1p-11, 0x3c00 },
        { 1.0 + 0x1.8p-10, 0x3c02 },
        { 1.0 + 0x1p-11 + 0x1p-23, 0x3c01 },
        { 2.0 - 0x1p-11, 0x4000 }, /* carries into the exponent */
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const unsigned half = dbt_half_from_float((float)known[i].value);
        if (half != known[i].half)
            fail_msg("%a is %04x, expected %04x", known[i].value, half, known[i].half);
    }
    assert_int_equal(dbt_half_from_float(NAN) & 0x7c00, 0x7c00);
    assert_int_not_equal(dbt_half_from_float(NAN) & 0x03ff, 0);
}

TEST(every_half_comes_back)
{
    for (unsigned half = 0; half < 65536; half++) {
        const float value = dbt_float_from_half((uint16_t)half);
        const unsigned back = dbt_half_from_float(value);
        if ((half & 0x7c00) == 0x7c00 && (half & 0x03ff))
            assert_true(isnan(value) && (back & 0x7c00) == 0x7c00 && (back & 0x03ff));
        else if (back != half)
            fail_msg("%04x is %a, which is %04x", half, (double)value, back);
    }
}

/* ---- safetensors ---- */

/* Returns a safetensors file with this header and n bytes after it, all 0 if data is NULL. */
static dbt_buffer file_of(const char *header, const char *data, size_t n)
{
    dbt_buffer out = { 0 };
    const size_t length = strlen(header);
    for (int i = 0; i < 8; i++) {
        const char byte = (char)(unsigned char)((uint64_t)length >> (8 * i) & 255);
        dbt_buffer_add(&out, &byte, 1);
    }
    dbt_buffer_text(&out, header);
    for (size_t i = 0; i < n; i++)
        dbt_buffer_add(&out, data ? data + i : "", 1);
    return out;
}

TEST(arrays_come_back)
{
    static const float a[] = { 1.0f, -2.5f, 3e38f, 1e-40f, 0.0f, -0.0f }, b[] = { 0.1f, 65504.0f };
    static const char *const meta[][2] = { { "key", "te\"xt\n" }, { "other", "" } };
    static const dbt_tensor_out arrays[] = { { "a", DBT_TENSOR_F32, { 3, 2 }, 2, a },
                                             { "b", DBT_TENSOR_F16, { 2 }, 1, b },
                                             { "none", DBT_TENSOR_F32, { 0 }, 1, NULL } };
    dbt_buffer file = { 0 };
    dbt_tensors_write(&file, meta, 2, arrays, 3);
    assert_int_equal(((unsigned char)file.bytes[0] | (unsigned char)file.bytes[1] << 8) % 8, 0);
    dbt_tensors read;
    assert_true(dbt_tensors_read(&read, file.bytes, file.size, "f", NULL));
    assert_int_equal(read.n, 3);
    assert_string_equal(dbt_tensors_meta(&read, "key", NULL), "te\"xt\n");
    assert_string_equal(dbt_tensors_meta(&read, "other", NULL), "");
    assert_null(dbt_tensors_meta(&read, "none", NULL));
    float numbers[6];
    const dbt_tensor *t = dbt_tensors_find(&read, "a", 2, NULL);
    assert_non_null(t);
    assert_true(t->shape[0] == 3 && t->shape[1] == 2);
    assert_true(dbt_tensors_values(&read, t, numbers, NULL));
    assert_memory_equal(numbers, a, sizeof a);
    t = dbt_tensors_find(&read, "b", 1, NULL);
    assert_non_null(t);
    assert_true(dbt_tensors_values(&read, t, numbers, NULL));
    expect_near((double)numbers[0], 0.1, 0.1 * 0x1p-11);
    expect_near((double)numbers[1], 65504.0, 0.0);
    assert_null(dbt_tensors_find(&read, "a", 1, NULL));
    assert_null(dbt_tensors_find(&read, "c", 1, NULL));
    dbt_tensors_release(&read);
    dbt_buffer_release(&file);
}

/* The header may list arrays in any order, and may contain white space. */
TEST(a_file_by_hand)
{
    static const char header[] =
        "{ \"w\" : {\"shape\":[2,1], \"data_offsets\":[4, 8], \"dtype\":\"F16\"},\n"
        "\"v\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]},"
        "\"i\":{\"dtype\":\"I64\",\"shape\":[1],\"data_offsets\":[8,16]} }  ";
    static const char data[] = "\x00\x00\xc0\x3f" /* 1.5 */
                               "\x00\x3c\x00\xc4" /* 1, -4 */
                               "\1\2\3\4\5\6\7";
    dbt_buffer file = file_of(header, data, 16);
    dbt_tensors read;
    dbt_error err;
    float numbers[2];
    assert_true(dbt_tensors_read(&read, file.bytes, file.size, "f", &err));
    const dbt_tensor *t = dbt_tensors_find(&read, "v", 0, &err);
    assert_non_null(t);
    assert_true(dbt_tensors_values(&read, t, numbers, &err));
    expect_near((double)numbers[0], 1.5, 0.0);
    t = dbt_tensors_find(&read, "w", 2, &err);
    assert_non_null(t);
    assert_true(dbt_tensors_values(&read, t, numbers, &err));
    expect_near((double)numbers[0], 1.0, 0.0);
    expect_near((double)numbers[1], -4.0, 0.0);
    t = dbt_tensors_find(&read, "i", 1, &err); /* present, but of a type that is not supported */
    assert_non_null(t);
    assert_false(dbt_tensors_values(&read, t, numbers, &err));
    assert_int_equal(err.code, DBT_E_FORMAT);
    dbt_tensors_release(&read);
    dbt_buffer_release(&file);
}

/* Fails unless reading gives this code; DBT_OK: success. what: for the message. */
static void expect_tensors(const char *bytes, size_t size, dbt_code code, const char *what)
{
    dbt_tensors read;
    dbt_error err = { .code = DBT_OK };
    char *exact = malloc(size > 0 ? size : 1); /* so that the sanitizer finds a read past its end */
    assert_non_null(exact);
    memcpy(exact, bytes, size);
    if (dbt_tensors_read(&read, exact, size, "f", &err)) {
        dbt_tensors_release(&read);
        err.code = DBT_OK;
    }
    if (err.code != code)
        fail_msg("%s: code %d, expected %d: %s", what, (int)err.code, (int)code, err.msg);
    free(exact);
}

#define ARRAY(name, shape, begin, end)                                                             \
    "\"" name "\":{\"dtype\":\"F32\",\"shape\":[" shape "],\"data_offsets\":[" begin "," end "]}"

TEST(misleading_headers_are_refused)
{
    static const struct {
        dbt_code code;
        const char *header; /* eight bytes follow it */
    } cases[] = {
        { DBT_OK, "{" ARRAY("a", "2", "0", "8") "}" },
        { DBT_OK, "{" ARRAY("a", "0", "0", "0") "," ARRAY("b", "2", "0", "8") "}" },
        { DBT_E_FORMAT, "{" ARRAY("a", "2", "4", "12") "}" },
        { DBT_E_FORMAT, "{" ARRAY("a", "2", "8", "0") "}" },
        { DBT_E_FORMAT, "{" ARRAY("a", "2", "-8", "0") "}" },
        { DBT_E_FORMAT, "{" ARRAY("a", "2", "0", "8.5") "}" },
        { DBT_E_FORMAT, "{" ARRAY("a", "2", "0", "1e300") "}" },
        { DBT_E_FORMAT, "{" ARRAY("a", "2", "0", "18446744073709551624") "}" },
        { DBT_E_FORMAT, "{" ARRAY("a", "2", "0", "8,8") "}" },
        { DBT_E_FORMAT, "{" ARRAY("a", "2", "0", "\"8\"") "}" },
        { DBT_E_FORMAT, "{" ARRAY("a", "2", "0", "8") "," ARRAY("b", "1", "4", "8") "}" },
        { DBT_E_FORMAT, "{" ARRAY("a", "2", "0", "8") "," ARRAY("b", "2", "0", "8") "}" },
        { DBT_E_FORMAT, "{" ARRAY("a", "1", "4", "8") "}" },
        { DBT_E_FORMAT, "{" ARRAY("a", "1", "0", "4") "," ARRAY("b", "0", "8", "8") "}" },
        { DBT_E_FORMAT, "{" ARRAY("a", "1", "0", "4") "}" },
        { DBT_E_FORMAT, "{}" },
        { DBT_E_FORMAT, "{" ARRAY("a", "3", "0", "8") "}" },
        { DBT_E_FORMAT, "{" ARRAY("a", "1,1,1,1,2", "0", "8") "}" },
        { DBT_E_FORMAT, "{" ARRAY("a", "-2", "0", "8") "}" },
        { DBT_E_FORMAT, "{" ARRAY("a", "2.5", "0", "8") "}" },
        { DBT_E_FORMAT, "{" ARRAY("a", "4294967296,4294967296", "0", "8") "}" },
        { DBT_E_FORMAT, "{" ARRAY("a", "4611686018427387906", "0", "8") "}" },
        { DBT_E_FORMAT, "{\"a\":{\"dtype\":\"F32\",\"data_offsets\":[0,8]}}" },
        { DBT_E_FORMAT, "{\"a\":{\"shape\":[2],\"data_offsets\":[0,8]}}" },
        { DBT_E_FORMAT, "{\"a\":{\"dtype\":\"F32\",\"shape\":[2]}}" },
        { DBT_E_FORMAT, "{\"a\":{\"dtype\":32,\"shape\":[2],\"data_offsets\":[0,8]}}" },
        { DBT_E_FORMAT, "{\"a\":[0,8]}" },
        { DBT_E_FORMAT, "[" ARRAY("a", "2", "0", "8") "]" },
        { DBT_E_SYNTAX, "{" ARRAY("a", "1", "0", "4") "," ARRAY("a", "1", "4", "8") "}" },
        { DBT_E_SYNTAX, "{" ARRAY("a", "2", "0", "8") ",}" },
        { DBT_E_SYNTAX, "{" ARRAY("a", "2", "0", "8") "} x" },
        { DBT_E_SYNTAX, "{" ARRAY("\xff", "2", "0", "8") "}" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dbt_buffer file = file_of(cases[i].header, NULL, 8);
        expect_tensors(file.bytes, file.size, cases[i].code, cases[i].header);
        dbt_buffer_release(&file);
    }
}

TEST(misleading_lengths_are_refused)
{
    dbt_buffer file = file_of("{" ARRAY("a", "2", "0", "8") "}", NULL, 8);
    const size_t length = file.size - 16;
    static const struct {
        const char *bytes;
        const char *what;
    } lengths[] = {
        { "\0\0\0\0\0\0\0\0", "0" },
        { "\1\0\0\0\0\0\0\0", "1" },
        { "\377\377\377\377\377\377\377\377", "2^64 - 1" },
        { "\370\377\377\377\377\377\377\377", "2^64 - 8" },
        { "\377\377\377\377\377\377\377\177", "2^63 - 1" },
        { "\377\340\365\5\0\0\0\0", "99999999" },
        { "\1\341\365\5\0\0\0\0", "100000001" },
        { "\0\0\0\0\1\0\0\0", "2^32" },
    };
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        memcpy(file.bytes, lengths[i].bytes, 8);
        expect_tensors(file.bytes, file.size, DBT_E_FORMAT, lengths[i].what);
    }
    memset(file.bytes, 0, 8);
    file.bytes[0] = (char)(length + 9); /* one byte more than the file has */
    expect_tensors(file.bytes, file.size, DBT_E_FORMAT, "one too many");
    file.bytes[0] = (char)(length + 8); /* the header would include numbers, which are no JSON */
    expect_tensors(file.bytes, file.size, DBT_E_SYNTAX, "all of the file");
    file.bytes[0] = (char)(length - 1);
    expect_tensors(file.bytes, file.size, DBT_E_SYNTAX, "one too few");
    expect_tensors("", 0, DBT_E_FORMAT, "nothing");
    expect_tensors("\2\0\0\0\0\0\0\0{}", 10, DBT_OK, "no arrays");
    dbt_buffer_release(&file);
}

/* ---- models ---- */

static dbt_buffer small;     /* weights in F16 */
static dbt_buffer small_f32; /* the same weights in F32 */
static dbt_trained trained;

static int set_up(void **unused)
{
    (void)unused;
    small = small_model_train(7, 1, false, NULL);
    small_f32 = small_model_train(7, 1, true, &trained);
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    dbt_buffer_release(&small);
    dbt_buffer_release(&small_f32);
    dbt_trained_release(&trained);
    return 0;
}

TEST(training_again_makes_the_same_bytes)
{
    static const int threads[] = { 1, 3 };
    for (int i = 0; i < 2; i++) {
        dbt_buffer a = small_model_train(7, threads[i], false, NULL);
        dbt_buffer b = small_model_train(7, threads[i], false, NULL);
        assert_int_equal(a.size, b.size);
        assert_memory_equal(a.bytes, b.bytes, a.size);
        if (threads[i] == 1)
            assert_memory_equal(a.bytes, small.bytes, a.size);
        dbt_buffer_release(&a);
        dbt_buffer_release(&b);
    }
    dbt_buffer other = small_model_train(8, 1, false, NULL);
    assert_int_equal(other.size, small.size);
    assert_memory_not_equal(other.bytes, small.bytes, small.size);
    dbt_buffer_release(&other);
}

TEST(metadata_comes_back)
{
    dbt_model *model = small_model_read(&small);
    assert_string_equal(model->file, "small.safetensors");
    expect_near(model->frame_time, 0.05, 0.0);
    expect_near(model->window, 0.3, 0.0);
    assert_int_equal(model->up, 1);
    assert_int_equal(model->n_rotating, WALKER_ROTATING);
    dbt_model_free(model);
}

/* The network in plain loops: each sum starts with the bias and adds input after input. */
static void answer_by_loops(const float *inputs, float *y)
{
    const dbt_network *net = &trained.net;
    float in[64], out[64];
    for (int i = 0; i < net->sizes[0]; i++)
        in[i] = (inputs[i] - trained.scales.mean[i]) / trained.scales.scale[i];
    for (int l = 0; l < net->n_layers; l++) {
        const int n_in = net->sizes[l], n_out = net->sizes[l + 1];
        const float *w = trained.weights + dbt_network_layer_begin(net, l);
        const float *bias = w + (ptrdiff_t)n_in * n_out;
        for (int o = 0; o < n_out; o++) {
            out[o] = bias[o];
            for (int i = 0; i < n_in; i++)
                out[o] += w[o * n_in + i] * in[i];
            if (l + 1 < net->n_layers && out[o] < 0.0f)
                out[o] = (float)expm1((double)out[o]);
        }
        memcpy(in, out, (size_t)n_out * sizeof *in);
    }
    dbt_scales_change(&trained.scales, WALKER_ROTATING, 0.05, inputs, in, y);
}

TEST(the_network_is_loops_over_its_weights)
{
    static float room[DBT_MODEL_SCRATCH + WALKER_ROTATING * DBT_MODEL_SCRATCH_PER_JOINT];
    float x[64], y[64], expected[64];
    uint64_t rng = 3;
    dbt_model *model = small_model_read(&small_f32);
    const int n_in = trained.net.sizes[0], n_out = trained.net.sizes[trained.net.n_layers];
    assert_int_equal(n_in, dbt_body_n_inputs(WALKER_ROTATING));
    assert_int_equal(n_out, dbt_body_n_outputs(WALKER_ROTATING));
    for (int round = 0; round < 100; round++) {
        for (int i = 0; i < n_in; i++)
            x[i] = trained.scales.mean[i] +
                   trained.scales.scale[i] * (float)random_in(&rng, -3.0, 3.0);
        answer_by_loops(x, expected);
        dbt_model_answer(model, x, room, y);
        for (int i = 0; i < n_out;
             i++) /* a sum that cancels has the rounding errors of its terms */
            expect_near(
                (double)y[i], (double)expected[i],
                1e-5 * (fabs((double)expected[i]) + 0.1 * (double)trained.scales.out_scale[i]));
    }
    dbt_model_free(model);
}

/* Returns a clip with a skeleton like the trained one, and its text in *text. The caller releases
 * both. */
static dbt_clip other_walker(dbt_buffer *text, bool limb_first, const char *leg)
{
    static const double zeros[WALKER_CHANNELS] = { 0 };
    walker_add_hierarchy(text, limb_first, leg);
    dbt_buffer_text(text, "Frames: 1\nFrame Time: 0.05\n");
    walker_add_frame(text, zeros);
    return read_bvh(text->bytes, text->size, "made");
}

TEST(which_skeletons_fit)
{
    static const char *const turning[WALKER_ROTATING] = { "Hips", "Spine", "Head", "Leg" };
    dbt_model *model = small_model_read(&small);
    dbt_error err = { .code = DBT_OK };
    for (int limb_first = 0; limb_first < 2; limb_first++) {
        dbt_buffer text = { 0 };
        dbt_clip clip = other_walker(&text, limb_first, "Leg");
        int map[WALKER_ROTATING];
        assert_true(dbt_model_fits(model, &clip.skeleton, NULL, &err));
        assert_true(dbt_model_fits(model, &clip.skeleton, map, &err));
        for (int k = 0; k < WALKER_ROTATING; k++)
            assert_string_equal(clip.skeleton.joints[map[k]].name, turning[k]);
        dbt_clip_release(&clip);
        dbt_buffer_release(&text);
    }
    dbt_buffer text = { 0 };
    dbt_clip clip = other_walker(&text, false, "Shin");
    assert_false(dbt_model_fits(model, &clip.skeleton, NULL, &err));
    assert_int_equal(err.code, DBT_E_SKELETON);
    if (!strstr(err.msg, "Leg") && !strstr(err.msg, "Shin"))
        fail_msg("no joint is named: %s", err.msg);
    dbt_clip_release(&clip);
    dbt_buffer_release(&text);
    dbt_model_free(model);
}

/* ---- damaged models ---- */

/* Reads a model from a block of its size, so that the sanitizer finds a read past its end, and
 * steps it three times. Returns the code of the error. */
static dbt_code read_and_step(const char *bytes, size_t size, dbt_error *err)
{
    char *exact = malloc(size > 0 ? size : 1);
    assert_non_null(exact);
    memcpy(exact, bytes, size);
    *err = (dbt_error){ .code = DBT_OK };
    dbt_model *model = dbt_model_read(exact, size, "bent", err);
    if (model && model->n_rotating <= 8) {
        dbt_body_root root = { .pos = { 1.0, 90.0, 2.0 }, .vel = { 10.0, 0.0, 80.0 } };
        dbt_body_joint states[8];
        float room[DBT_MODEL_SCRATCH + 8 * DBT_MODEL_SCRATCH_PER_JOINT];
        for (int k = 0; k < 8; k++)
            states[k] = (dbt_body_joint){ .rot = DBT_QUAT_IDENTITY, .ang = { 0.1, 0.2 * k, 0.3 } };
        for (int i = 1; i <= 3; i++)
            dbt_model_step(model, i * model->frame_time, room, &root, states);
    }
    assert_true((model != NULL) == (err->code == DBT_OK));
    dbt_model_free(model);
    free(exact);
    return err->code;
}

static void expect_clean(dbt_code code, size_t at)
{
    if (code != DBT_OK && code != DBT_E_FORMAT && code != DBT_E_SYNTAX && code != DBT_E_NUMBER &&
        code != DBT_E_LIMIT)
        fail_msg("byte %zu: code %d", at, (int)code);
}

TEST(no_prefix_of_a_model_is_a_model)
{
    dbt_error err;
    for (size_t size = 0; size < small.size; size++) {
        const dbt_code code = read_and_step(small.bytes, size, &err);
        expect_clean(code, size);
        assert_int_not_equal(code, DBT_OK);
    }
    assert_int_equal(read_and_step(small.bytes, small.size, &err), DBT_OK);
}

TEST(any_byte_may_be_damaged)
{
    static const unsigned char flips[] = { 0x01, 0x80, 0x7f, 0xff };
    char *bytes = malloc(small.size);
    assert_non_null(bytes);
    memcpy(bytes, small.bytes, small.size);
    dbt_error err;
    for (size_t i = 0; i < small.size; i++) {
        for (size_t f = 0; f < sizeof flips; f++) {
            bytes[i] = (char)((unsigned char)small.bytes[i] ^ flips[f]);
            expect_clean(read_and_step(bytes, small.size, &err), i);
        }
        bytes[i] = small.bytes[i];
    }
    free(bytes);
}

static size_t header_length(const dbt_buffer *file)
{
    return (size_t)(unsigned char)file->bytes[0] | (size_t)(unsigned char)file->bytes[1] << 8;
}

/* Returns the file of the small model with a text of its header replaced. */
static dbt_buffer with_header(const char *from, const char *to)
{
    const size_t length = header_length(&small);
    char *header = malloc(length + strlen(to) + 1);
    assert_non_null(header);
    memcpy(header, small.bytes + 8, length);
    header[length] = '\0';
    char *at = strstr(header, from);
    if (!at)
        fail_msg("no '%s' in %s", from, header);
    memmove(at + strlen(to), at + strlen(from), strlen(at + strlen(from)) + 1);
    memcpy(at, to, strlen(to));
    dbt_buffer out = file_of(header, small.bytes + 8 + length, small.size - 8 - length);
    free(header);
    return out;
}

TEST(misleading_metadata_is_refused)
{
    static const struct {
        dbt_code code;
        const char *from, *to;
        const char *said; /* a part of the message */
    } cases[] = {
        { DBT_OK, "test", "", "" },
        { DBT_E_FORMAT, "__metadata__", "__metadat__", "" },
        { DBT_E_FORMAT, "dbtool.model", "dbtool.mode", "dbtool.model" },
        { DBT_E_FORMAT, "\"dbtool.model\":\"1\"", "\"dbtool.model\":\"2\"", "version '2'" },
        { DBT_E_FORMAT, "\"dbtool.model\":\"1\"", "\"dbtool.model\":1", "dbtool.model" },
        { DBT_E_FORMAT, "\"up\":\"y\"", "\"up\":\"w\"", "\"up\"" },
        { DBT_E_FORMAT, "\"up\":\"y\"", "\"up\":\"\"", "\"up\"" },
        { DBT_E_FORMAT, "\"frame_time\":\"0.05\"", "\"frame_time\":\"0\"", "\"frame_time\"" },
        { DBT_E_FORMAT, "\"frame_time\":\"0.05\"", "\"frame_time\":\"-1\"", "\"frame_time\"" },
        { DBT_E_FORMAT, "\"frame_time\":\"0.05\"", "\"frame_time\":\"nan\"", "\"frame_time\"" },
        { DBT_E_FORMAT, "\"frame_time\":\"0.05\"", "\"frame_time\":\"1 s\"", "\"frame_time\"" },
        { DBT_E_FORMAT, "\"window\":\"0.3\"", "\"window\":\"1e999\"", "\"window\"" },
        { DBT_E_FORMAT, "\"joints\"", "\"joint\"", "\"joints\"" },
        { DBT_E_SYNTAX, "\\\"Spine\\\",", "\\\"Spine\\\"", "" },
        { DBT_E_FORMAT, "\\\"Spine\\\"", "3", "\"joints\"" },
        { DBT_E_FORMAT, ", \\\"Leg\\\"", "", "" },
        { DBT_E_FORMAT, "[-1, 0, 1, 2, 1, 4]", "[-1, 0, 1, 2, 5, 4]", "\"parents\"" },
        { DBT_E_FORMAT, "[-1, 0, 1, 2, 1, 4]", "[-1, 1, 1, 2, 1, 4]", "\"parents\"" },
        { DBT_E_FORMAT, "[-1, 0, 1, 2, 1, 4]", "[-1, -1, 1, 2, 1, 4]", "\"parents\"" },
        { DBT_E_FORMAT, "[-1, 0, 1, 2, 1, 4]", "[0, 0, 1, 2, 1, 4]", "\"parents\"" },
        { DBT_E_FORMAT, "[-1, 0, 1, 2, 1, 4]", "[-1, 0, 1, 2, 1]", "\"parents\"" },
        { DBT_E_FORMAT, "[-1, 0, 1, 2, 1, 4]", "[-1, 0, 1, 2, 1, 4, 4]", "\"parents\"" },
        { DBT_E_FORMAT, "[-1, 0, 1, 2, 1, 4]", "{}", "\"parents\"" },
        { DBT_E_FORMAT, "\"[1, 2, 3, 5]\"", "\"[1, 2, 3, 6]\"", "\"turning\"" },
        { DBT_E_FORMAT, "\"[1, 2, 3, 5]\"", "\"[-1, 2, 3, 5]\"", "\"turning\"" },
        { DBT_E_FORMAT, "\"[1, 2, 3, 5]\"", "\"[1, 2, 2, 5]\"", "\"turning\"" },
        { DBT_E_FORMAT, "\"[1, 2, 3, 5]\"", "\"[1, 2.5, 3, 5]\"", "\"turning\"" },
        { DBT_E_FORMAT, "\"[1, 2, 3, 5]\"", "\"[1e300, 2, 3, 5]\"", "\"turning\"" },
        { DBT_E_FORMAT, "\"[1, 2, 3, 5]\"", "\"[1]\"", "\"turning\"" },
        { DBT_E_FORMAT, "\"[1, 2, 3, 5]\"", "\"[]\"", "\"turning\"" },
        { DBT_E_FORMAT, "\"[1, 2, 3, 5]\"", "\"[1, 2, 3]\"", "" }, /* the arrays have other sizes */
        { DBT_E_FORMAT, "\"[1, 2, 3, 5]\"", "\"[0, 1, 2, 3, 4, 5]\"", "" },
        { DBT_E_FORMAT, "\"input.mean\"", "\"input.man\"", "\"input.mean\"" },
        { DBT_E_FORMAT, "\"speed.max\"", "\"speed.min\"", "\"speed.max\"" },
        { DBT_E_FORMAT, "layers.1.weight", "layers.2.weight", "layers.1.weight" },
        { DBT_E_FORMAT, "[8,55]", "[55,8]", "layers.0.weight" },
        { DBT_E_FORMAT, "[8,55]", "[440]", "dimensions" },
        { DBT_E_FORMAT, "[15,8]", "[8,15]", "layers.1.weight" },
        { DBT_E_FORMAT, "\"F16\",\"shape\":[8,55]", "\"BF16\",\"shape\":[8,55]", "F16" },
        { DBT_E_FORMAT, "\"F16\",\"shape\":[8,55]", "\"I16\",\"shape\":[1000000000,55]", "" },
        { DBT_E_SYNTAX, "\"up\":\"y\"", "\"up\":\"y\",\"up\":\"y\"", "" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dbt_buffer file = with_header(cases[i].from, cases[i].to);
        dbt_error err;
        const dbt_code code = read_and_step(file.bytes, file.size, &err);
        if (code != cases[i].code || (code != DBT_OK && !strstr(err.msg, cases[i].said)))
            fail_msg("%s for %s: code %d, expected %d: %s", cases[i].to, cases[i].from, (int)code,
                     (int)cases[i].code, err.msg);
        dbt_buffer_release(&file);
    }
}

/* Returns the offset of an array's numbers in a file. */
static size_t numbers_of(const dbt_buffer *file, const char *name)
{
    dbt_tensors tensors;
    assert_true(dbt_tensors_read(&tensors, file->bytes, file->size, "f", NULL));
    size_t at = 0;
    for (size_t i = 0; i < tensors.n; i++)
        if (strcmp(tensors.list[i].name, name) == 0)
            at = (size_t)(tensors.data - file->bytes) + tensors.list[i].begin;
    dbt_tensors_release(&tensors);
    assert_true(at > 0);
    return at;
}

TEST(numbers_out_of_range)
{
    static const struct {
        dbt_buffer *file;
        const char *array;
        size_t size;
        const char *bytes;
    } cases[] = {
        { &small, "layers.0.weight", 2, "\x00\x7c" },         /* infinite */
        { &small, "layers.0.bias", 2, "\x00\xfc" },           /* minus infinite */
        { &small, "layers.1.weight", 2, "\x01\x7e" },         /* not a number */
        { &small_f32, "layers.0.weight", 4, "\0\0\x80\x7f" }, /* infinite */
        { &small_f32, "layers.1.bias", 4, "\0\0\xc0\x7f" },   /* not a number */
        { &small, "input.mean", 4, "\0\0\xc0\xff" },
        { &small, "input.scale", 4, "\0\0\0\0" },
        { &small, "input.scale", 4, "\0\0\x80\xbf" }, /* -1 */
        { &small, "output.scale", 4, "\0\0\0\x80" },  /* -0 */
        { &small, "speed.max", 4, "\0\0\x80\xbf" },   /* -1 */
        { &small, "speed.max", 4, "\0\0\x80\x7f" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const dbt_buffer *file = cases[i].file;
        char *bytes = malloc(file->size);
        assert_non_null(bytes);
        memcpy(bytes, file->bytes, file->size);
        memcpy(bytes + numbers_of(file, cases[i].array), cases[i].bytes, cases[i].size);
        dbt_error err;
        const dbt_code code = read_and_step(bytes, file->size, &err);
        if (code != DBT_E_NUMBER)
            fail_msg("case %zu, %s: code %d: %s", i, cases[i].array, (int)code, err.msg);
        free(bytes);
    }
}

AROUND_TESTS(set_up, tear_down)

/* JSON: refused texts and their positions; trees. Joint limits: learned from clips, written and
 * read again. */
#include "read_bvh.h"

#include "base/json.h"
#include "motion/limits.h"
#include "motion/track.h"

/* ---- texts ---- */

/* Copies text to a block of n bytes, so that the sanitizer finds a read past its end. The caller
 * frees the block. */
static char *exact_copy(const char *text, size_t n)
{
    char *block = malloc(n + (n == 0));
    memcpy(block, text, n);
    return block;
}

static void expect_refused(const char *text, size_t n, size_t line, size_t col, const char *said)
{
    char *block = exact_copy(text, n);
    dbt_json_doc doc;
    dbt_error err = { .code = DBT_OK };
    if (dbt_json_read(&doc, block, n, "plan.json", &err))
        fail_msg("'%s' is taken", text);
    if (err.code != DBT_E_SYNTAX || err.line != line || err.col != col || !strstr(err.msg, said))
        fail_msg("'%s': code %d at %zu:%zu, '%s'; expected %zu:%zu, '%s'", text, (int)err.code,
                 err.line, err.col, err.msg, line, col, said);
    assert_string_equal(err.file, "plan.json");
    assert_false(dbt_json_read(&doc, block, n, "plan.json", NULL));
    free(block);
}

TEST(bad_texts_are_refused_with_line_and_column)
{
    static const struct {
        const char *text;
        size_t line, col;
        const char *said;
    } cases[] = {
        { "{\n  \"a\": 1,\n  \"b\" 2\n}", 3, 7, "expected" }, /* no colon */
        { "{\"a\": tru}", 1, 7, "expected" },
        { "[1,]", 1, 4, "expected" },
        { "[1 2]", 1, 4, "expected" },
        { "[\n1\n2]", 3, 1, "expected" },
        { "[\r\n1\r\n2]", 3, 1, "expected" },
        { "// comment\n{}", 1, 1, "expected" },
        { "{} // comment", 1, 4, "after the end" },
        { "/* comment */ {}", 1, 1, "expected" },
        { "[NaN]", 1, 2, "expected" },
        { "[Infinity]", 1, 2, "expected" },
        { "[+1]", 1, 2, "expected" },
        { "[.5]", 1, 2, "expected" },
        { "[True]", 1, 2, "expected" },
        { "nothing", 1, 1, "expected" },
        { "HIERARCHY\nROOT", 1, 1, "expected" },
        { "{}\n{}", 2, 1, "after the end" },
        { "[1] ]", 1, 5, "after the end" },
        { "[\"a\\u12g4\"]", 1, 8, "four hexadecimal digits" },
        { "[\"a\\u0000\"]", 1, 4, "no zero character" },
        { "[\"\\ud83d\"]", 1, 3, "both halves of a surrogate pair" },
        { "[\"\\ude00\\ud83d\"]", 1, 3, "both halves of a surrogate pair" },
        { "[\"\\ud83d\\ud83d\"]", 1, 3, "both halves of a surrogate pair" },
        { "[\"\\udbff\"]", 1, 3, "both halves of a surrogate pair" },
        { "[\"\\udc00\"]", 1, 3, "both halves of a surrogate pair" },
        { "[\"\\udc7f\"]", 1, 3, "both halves of a surrogate pair" },
        { "[\"\\udc80\", \"\\udd00\"]", 1, 13, "both halves of a surrogate pair" },
        { "[\"\\udfff\"]", 1, 3, "both halves of a surrogate pair" },
        { "[\"\\ud800\\ue000\"]", 1, 3, "both halves of a surrogate pair" },
        { "1,5", 1, 2, "after the end" },
        { "]", 1, 1, "expected" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_refused(cases[i].text, strlen(cases[i].text), cases[i].line, cases[i].col,
                       cases[i].said);
}

TEST(a_key_without_quotes_is_refused_where_it_begins)
{
    expect_refused("{'a':1}", 7, 1, 2, "expected");
    expect_refused("{a:1}", 5, 1, 2, "expected");
    expect_refused("{\"b\": 1,\n  a:1}", 15, 2, 3, "expected");
    expect_refused("{\"a\": 1, /* b */ \"b\": 2}", 24, 1, 10, "expected");
    expect_refused("{\"a\":1,}\n", 9, 1, 8, "expected");
}

TEST(a_text_that_is_cut_off_is_said_to_be)
{
    static const struct {
        const char *text;
        size_t line, col;
    } cases[] = { { "", 1, 1 },        { "   ", 1, 4 }, { "[1, 2", 1, 6 },   { "{\"a\": 1", 1, 8 },
                  { "{\"a\":", 1, 6 }, { "{", 1, 2 },   { "[\n1,\n", 3, 1 }, { "[[[", 1, 4 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_refused(cases[i].text, strlen(cases[i].text), cases[i].line, cases[i].col,
                       "ends too early");
}

/* Every proper prefix of an object is refused, without a read past its end. */
TEST(no_prefix_of_an_object_is_taken)
{
    static const char text[] = "{\"a\\u00e9\\n\": [1.5e3, -2, true, false, null, \"x\\\\\", {}]}";
    for (size_t n = 0; n < sizeof text - 1; n++) {
        char *block = exact_copy(text, n);
        dbt_json_doc doc;
        dbt_error err = { .code = DBT_OK };
        assert_false(dbt_json_read(&doc, block, n, "f", &err));
        assert_int_equal(err.code, DBT_E_SYNTAX);
        assert_true(err.line == 1 && err.col >= 1 && err.col <= n + 1);
        free(block);
    }
}

/* RFC 8259: no leading zeros, digits on both sides of a point, no bare controls. */
TEST(extensions_of_some_parsers_are_refused)
{
    static const char *const bad[] = { "[01]",       "[1.]",        "[-.5]",         "[1.e5]",
                                       "[-]",        "[1e]",        "[1e+]",         "[\"a\nb\"]",
                                       "[\"a\tb\"]", "[\"\\x41\"]", "[\"\\ud800\"]", "[1-2]",
                                       "[--1]",      "\f[1]",       "[1]\v" };
    int taken = 0;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        dbt_json_doc doc;
        if (!dbt_json_read(&doc, bad[i], strlen(bad[i]), "f", NULL))
            continue;
        print_error("'%s' is taken\n", bad[i]);
        dbt_json_release(&doc);
        taken++;
    }
    assert_int_equal(taken, 0);
}

TEST(a_repeated_key_is_refused_at_its_second_position)
{
    static const struct {
        const char *text;
        size_t line, col;
        const char *path, *said;
    } cases[] = {
        { "{\"a\": 1, \"a\": 2}", 1, 10, "a", "'a'" },
        { "{\n \"a\": 1,\n \"b\": [],\n \"a\":\n  {}}", 4, 2, "a", "'a'" },
        { "[{}, {\"x\": {\"y\": 1, \"y\": 1}}]", 1, 21, "[1].x.y", "'y'" },
        { "{\"cuts\": [{}, {\"at\": \"1\", \"clip\": \"}\\\"{\", \"at\": 2}]}", 1, 43, "cuts[1].at",
          "'at'" },
        { "{\"a\": 1, \"\\u0061\": 2}", 1, 10, "a", "'a'" }, /* the same letter, escaped */
        { "{\"b\": 1, \"a\": 1, \"b\": 2, \"a\": 2}", 1, 18, "b",
          "'b'" }, /* the first error in the text */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dbt_json_doc doc;
        dbt_error err = { .code = DBT_OK };
        assert_false(dbt_json_read(&doc, cases[i].text, strlen(cases[i].text), "f", &err));
        if (err.code != DBT_E_SYNTAX || err.line != cases[i].line || err.col != cases[i].col ||
            strcmp(err.path, cases[i].path) != 0 || !strstr(err.msg, cases[i].said))
            fail_msg("'%s': %zu:%zu, path '%s', '%s'; expected %zu:%zu, '%s'", cases[i].text,
                     err.line, err.col, err.path, err.msg, cases[i].line, cases[i].col,
                     cases[i].path);
    }
    dbt_json_doc doc; /* equal keys in two objects, or in another case, are allowed */
    static const char fine[] = "[{\"a\": 1}, {\"a\": {\"a\": 2}, \"A\": 3}]";
    assert_true(dbt_json_read(&doc, fine, sizeof fine - 1, "f", NULL));
    dbt_json_release(&doc);
}

/* Two equal keys are found at any positions among many. */
TEST(two_equal_keys_of_many_are_found)
{
    enum { N = 20 };
    for (int first = 0; first < N; first++) {
        for (int other = first + 1; other < N; other++) {
            char text[20 * N] = "{", *p = text + 1;
            for (int i = 0; i < N; i++)
                p += sprintf(p, "%s\"k%d\":\n%d", i > 0 ? "," : "", i == other ? first : i, i);
            strcpy(p, "}");
            dbt_json_doc doc;
            dbt_error err = { .code = DBT_OK };
            assert_false(dbt_json_read(&doc, text, strlen(text), "f", &err));
            assert_int_equal(err.line, other + 1);
        }
    }
}

TEST(a_byte_order_mark_is_passed_over_and_does_not_count)
{
    static const char good[] = "\xef\xbb\xbf[1, 2]", bad[] = "\xef\xbb\xbf[x]";
    dbt_json_doc doc;
    assert_true(dbt_json_read(&doc, good, sizeof good - 1, "f", NULL));
    dbt_json_release(&doc);
    expect_refused(bad, sizeof bad - 1, 1, 2, "expected");
}

TEST(bytes_that_are_not_utf8_are_refused_at_their_position)
{
    expect_refused("[\n\"a\xff\"]", 7, 2, 3, "UTF-8");
    expect_refused("\xff\xfe[\0]\0", 6, 1, 1, "UTF-8");
    expect_refused("[\"\xed\xa0\x80\"]", 7, 1, 3, "UTF-8"); /* a surrogate */
    expect_refused("[\"\xc3\xa4\xe2\x82\xac\xff\"]", 11, 1, 8, "found '\xff");
    expect_refused("[\"\xc3\xa4\xe2\x82", 6, 1, 5, "UTF-8"); /* cut off */
}

TEST(nesting_without_end_is_refused)
{
    enum { DEEP = 200000 };
    char *text = malloc(DEEP);
    memset(text, '[', DEEP);
    dbt_json_doc doc;
    dbt_error err = { .code = DBT_OK };
    assert_false(dbt_json_read(&doc, text, DEEP, "f", &err));
    assert_int_equal(err.code, DBT_E_SYNTAX);
    free(text);
}

/* ---- trees ---- */

static const char tree_text[] =
    "{\"name\": \"x\",\n"
    " \"cuts\": [ {\"clip\": \"a.bvh\", \"at\": 1.5},\n"
    "            {\"clip\": \"b \\\"{,}[]: \\\\\", \"at\": [1, -2.5e1, 3]} ],\n"
    " \"Name\": true, \"last\" : null }\n";

TEST(a_tree_is_walked_in_the_order_of_the_text)
{
    dbt_json_doc doc;
    assert_true(dbt_json_read(&doc, tree_text, sizeof tree_text - 1, "f", NULL));
    static const char *const keys[] = { "name", "cuts", "Name", "last" };
    const dbt_json *node = dbt_json_first(doc.root);
    for (int i = 0; i < 4; i++, node = dbt_json_next(node))
        assert_string_equal(dbt_json_key(node), keys[i]);
    assert_null(node);
    assert_null(dbt_json_key(doc.root));
    assert_null(dbt_json_member(doc.root, "NAME")); /* keys are exact */
    assert_ptr_not_equal(dbt_json_member(doc.root, "name"), dbt_json_member(doc.root, "Name"));
    const dbt_json *cuts = dbt_json_member(doc.root, "cuts");
    assert_true(dbt_json_is_object(doc.root) && !dbt_json_is_object(cuts));
    const dbt_json *at = dbt_json_member(dbt_json_next(dbt_json_first(cuts)), "at");
    double v[3] = { 0 };
    assert_true(dbt_json_get_numbers(at, v, 3));
    assert_true(v[0] == 1.0 && v[1] == -25.0 && v[2] == 3.0);
    assert_false(dbt_json_get_numbers(at, v, 2));
    assert_false(dbt_json_get_numbers(cuts, v, 2));
    assert_false(dbt_json_get_numbers(doc.root, v, 4));
    dbt_json_release(&doc);
    dbt_json_release(&doc); /* twice is fine */
}

static void expect_position(const dbt_json_doc *doc, const dbt_json *node, size_t line, size_t col,
                            const char *path)
{
    dbt_error err = { .code = DBT_OK };
    assert_false(dbt_json_fail(doc, node, DBT_E_PARAM, &err, "no %s, %d", "good", 7));
    assert_int_equal(err.code, DBT_E_PARAM);
    if (err.line != line || err.col != col || strcmp(err.path, path) != 0)
        fail_msg("%zu:%zu, path '%s', expected %zu:%zu, '%s'", err.line, err.col, err.path, line,
                 col, path);
    assert_string_equal(err.msg, "no good, 7");
    assert_string_equal(err.file, "f");
    assert_false(dbt_json_fail(doc, node, DBT_E_PARAM, NULL, "x"));
}

TEST(every_node_knows_its_line_column_and_path)
{
    dbt_json_doc doc;
    assert_true(dbt_json_read(&doc, tree_text, sizeof tree_text - 1, "f", NULL));
    const dbt_json *root = doc.root, *cuts = dbt_json_member(root, "cuts");
    const dbt_json *first = dbt_json_first(cuts), *second = dbt_json_next(first);
    const dbt_json *list = dbt_json_member(second, "at");
    expect_position(&doc, root, 1, 1, "");
    expect_position(&doc, dbt_json_member(root, "name"), 1, 10, "name");
    expect_position(&doc, cuts, 2, 10, "cuts");
    expect_position(&doc, first, 2, 12, "cuts[0]");
    expect_position(&doc, dbt_json_member(first, "clip"), 2, 21, "cuts[0].clip");
    expect_position(&doc, dbt_json_member(first, "at"), 2, 36, "cuts[0].at");
    expect_position(&doc, second, 3, 13, "cuts[1]");
    expect_position(&doc, dbt_json_member(second, "clip"), 3, 22, "cuts[1].clip");
    expect_position(&doc, list, 3, 45, "cuts[1].at");
    expect_position(&doc, dbt_json_first(list), 3, 46, "cuts[1].at[0]");
    expect_position(&doc, dbt_json_next(dbt_json_first(list)), 3, 49, "cuts[1].at[1]");
    expect_position(&doc, dbt_json_member(root, "Name"), 4, 10, "Name");
    expect_position(&doc, dbt_json_member(root, "last"), 4, 25, "last");
    dbt_json_release(&doc);
}

TEST(a_path_too_long_for_its_buffer_is_cut)
{
    char text[1200] = "";
    for (int i = 0; i < 40; i++)
        strcat(text, "{\"a_long_key\": ");
    strcat(text, "1");
    for (int i = 0; i < 40; i++)
        strcat(text, "}");
    dbt_json_doc doc;
    assert_true(dbt_json_read(&doc, text, strlen(text), "f", NULL));
    const dbt_json *node = doc.root;
    while (dbt_json_first(node))
        node = dbt_json_first(node);
    dbt_error err = { .code = DBT_OK };
    assert_false(dbt_json_fail(&doc, node, DBT_E_PARAM, &err, "x"));
    assert_int_equal(err.col, 40 * strlen("{\"a_long_key\": ") + 1);
    assert_true(strlen(err.path) < sizeof err.path);
    assert_int_equal(strncmp(err.path, "a_long_key.a_long_key.", 22), 0);
    dbt_json_release(&doc);
}

/* ---- joint limits ---- */

/* Hips and Spine are the root chain. Arm rotates about z only, Head about three axes. */
static const char head[] =
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\n"
    "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    "JOINT Spine\n{\nOFFSET 0 10 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT Head\n{\nOFFSET 0 10 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "End Site\n{\nOFFSET 0 5 0\n}\n}\n"
    "JOINT Arm\n{\nOFFSET 5 5 0\nCHANNELS 1 Zrotation\nEnd Site\n{\nOFFSET 5 0 0\n}\n}\n}\n}\n"
    "MOTION\n";

typedef struct fixture {
    dbt_clip clips[2];
    dbt_track tracks[2];
    dbt_chain chain;
} fixture;

enum { HIPS, SPINE, HEAD, ARM, N_JOINTS };

/* Reads two clips with the given frames and finds their common root chain. close_clips releases
 * them. */
static void open_clips(fixture *f, const char *const motions[2])
{
    static char texts[2][4000];
    dbt_error err = { .code = DBT_OK };
    for (int i = 0; i < 2; i++) {
        snprintf(texts[i], sizeof texts[i], "%s%s", head, motions[i]);
        f->clips[i] = read_bvh(texts[i], strlen(texts[i]), "f.bvh");
    }
    for (int i = 0; i < 2; i++)
        assert_true(dbt_track_init(&f->tracks[i], &f->clips[i], &f->clips[0].skeleton,
                                   f->clips[0].frame_time, DBT_INTERPOLATE_HERMITE, &err));
    assert_true(dbt_chain_init(&f->chain, f->tracks, 2, NULL, &err));
}

static void close_clips(fixture *f)
{
    for (int i = 0; i < 2; i++) {
        dbt_track_release(&f->tracks[i]);
        dbt_clip_release(&f->clips[i]);
    }
}

/* Angles in degrees. Arm: -20 and 40 in the first clip; 370, which is 10, and -20 in the second.
 * Head: 20 about z, then -30 to 30 about x. Of the root chain only Hips moves. */
static const char *const motions[2] = {
    "Frames: 2\nFrame Time: 0.1\n"
    "0 0 0 0 0 0  0 0 0  20 -30 0  -20\n"
    "9 0 0 0 0 0  0 0 0  20 30 0  40\n",
    "Frames: 2\nFrame Time: 0.1\n"
    "0 0 0 0 0 0  0 0 0  20 0 0  370\n"
    "5 0 0 0 0 0  0 0 0  20 0 0  -20\n",
};

static double degrees(double radians)
{
    return radians * 180.0 / DBT_PI;
}

TEST(limits_are_learned_about_the_mean_rotation)
{
    fixture f;
    open_clips(&f, motions);
    dbt_joint_limits limits[N_JOINTS];
    dbt_limits_learn(f.tracks, 2, &f.chain, limits);
    assert_false(limits[HIPS].limited); /* the motion root */
    assert_true(limits[SPINE].limited && limits[HEAD].limited && limits[ARM].limited);

    /* The mean is the direction of the sum of unit vectors at the half-angles -10, 20, 5 and -10.
     * The quaternion of 370 degrees is negated, so that its sign is that of the first quaternion.
     */
    const double s = DBT_PI / 180.0;
    const double mean = 2.0 *
                        atan2(2.0 * sin(-10.0 * s) + sin(20.0 * s) + sin(5.0 * s),
                              2.0 * cos(-10.0 * s) + cos(20.0 * s) + cos(5.0 * s)) /
                        s;
    expect_near(fabs(dbt_quat_dot(limits[ARM].ref, dbt_quat_about_axis(2, mean * s))), 1.0, 1e-15);
    expect_near(degrees(limits[ARM].min.z), -20.0 - mean, 1e-12);
    expect_near(degrees(limits[ARM].max.z), 40.0 - mean, 1e-12);
    expect_near(
        dbt_vec3_length((dbt_vec3){ limits[ARM].min.x, limits[ARM].min.y, limits[ARM].max.x }), 0.0,
        1e-15);

    /* Rz(20) Rx(a) with a = -30, 30, 0, 0: the mean has a = 0 */
    expect_near(fabs(dbt_quat_dot(limits[HEAD].ref, dbt_quat_about_axis(2, 20.0 * s))), 1.0, 1e-15);
    expect_near(degrees(limits[HEAD].min.x), -30.0, 1e-12);
    expect_near(degrees(limits[HEAD].max.x), 30.0, 1e-12);
    expect_near(limits[HEAD].min.z, 0.0, 1e-14);
    expect_near(limits[HEAD].max.y, 0.0, 1e-14);

    /* at rest: the range is empty */
    expect_near(dbt_vec3_length(limits[SPINE].min), 0.0, 1e-15);
    expect_near(dbt_vec3_length(limits[SPINE].max), 0.0, 1e-15);
    close_clips(&f);
}

/* Reads limits and binds them to `skeleton`. Returns false and sets *err if either fails. */
static bool read_limits(const char *text, size_t size, const char *file,
                        const dbt_skeleton *skeleton, const dbt_chain *chain,
                        dbt_joint_limits *limits, dbt_error *err)
{
    dbt_limits_file read;
    if (!dbt_limits_read(&read, text, size, file, err))
        return false;
    const bool ok = dbt_limits_bind(&read, skeleton, chain, limits, err);
    dbt_limits_release(&read);
    return ok;
}

TEST(learned_limits_survive_being_written_and_read)
{
    fixture f;
    open_clips(&f, motions);
    dbt_joint_limits learned[N_JOINTS], read[N_JOINTS];
    dbt_limits_learn(f.tracks, 2, &f.chain, learned);
    dbt_buffer out = { 0 };
    dbt_limits_format(&f.clips[0].skeleton, learned, &out);
    dbt_error err = { .code = DBT_OK };
    if (!read_limits(out.bytes, out.size, "limits.json", &f.clips[0].skeleton, &f.chain, read,
                     &err))
        fail_msg("%zu:%zu: %s", err.line, err.col, err.msg);
    for (int j = 0; j < N_JOINTS; j++) {
        assert_int_equal(read[j].limited, learned[j].limited);
        if (!read[j].limited)
            continue;
        expect_near(fabs(dbt_quat_dot(read[j].ref, learned[j].ref)), 1.0, 1e-12);
        for (int axis = 0; axis < 3; axis++) {
            expect_near(dbt_vec3_get(read[j].min, axis), dbt_vec3_get(learned[j].min, axis), 1e-11);
            expect_near(dbt_vec3_get(read[j].max, axis), dbt_vec3_get(learned[j].max, axis), 1e-11);
        }
    }
    dbt_buffer_release(&out);
    close_clips(&f);
}

TEST(limits_are_written_as_documented)
{
    fixture f;
    open_clips(&f, motions);
    dbt_joint_limits limits[N_JOINTS];
    memset(limits, 0, sizeof limits);
    dbt_buffer out = { 0 };
    dbt_limits_format(&f.clips[0].skeleton, limits, &out);
    assert_string_equal(out.bytes, "{}\n");
    dbt_buffer_release(&out);
    limits[ARM] =
        (dbt_joint_limits){ true, DBT_QUAT_IDENTITY, { 0, 0, -0.5 * DBT_PI }, { 0, 0, DBT_PI } };
    dbt_limits_format(&f.clips[0].skeleton, limits, &out);
    assert_string_equal(
        out.bytes,
        "{\n  \"Arm\": {\"ref\": [1, 0, 0, 0], \"min\": [0, 0, -90], \"max\": [0, 0, 180]}\n}\n");
    dbt_buffer_release(&out);
    close_clips(&f);
}

TEST(limits_by_hand_are_read_in_degrees)
{
    fixture f;
    open_clips(&f, motions);
    static const char text[] =
        "{\"Arm\": {\"max\": [10, 20, 180], \"ref\": [0.6, 0, -0.8, 0],\n"
        " \"min\": [-90, 0, 0]},\n"
        " \"Hips\": {\"ref\": [1,0,0,0], \"min\": [0,0,0], \"max\": [0,0,0]}}";
    dbt_joint_limits limits[N_JOINTS];
    assert_true(
        read_limits(text, sizeof text - 1, "f", &f.clips[0].skeleton, &f.chain, limits, NULL));
    assert_true(limits[ARM].limited);
    expect_near(limits[ARM].ref.w, 0.6, 1e-15);
    expect_near(limits[ARM].ref.y, -0.8, 1e-15);
    expect_near(limits[ARM].min.x, -0.5 * DBT_PI, 1e-15);
    expect_near(limits[ARM].max.y, DBT_PI / 9.0, 1e-15);
    expect_near(limits[ARM].max.z, DBT_PI, 1e-15);
    assert_false(limits[HEAD].limited); /* not named */
    assert_false(limits[HIPS].limited); /* the motion root has none, named or not */
    close_clips(&f);
}

TEST(bad_limits_are_refused_with_line_column_and_path)
{
    static const struct {
        const char *text;
        dbt_code code;
        size_t line, col;
        const char *path, *said;
    } cases[] = {
        { "[1]", DBT_E_PARAM, 1, 1, "", "object" },
        { "{\"Arm\": 5}", DBT_E_PARAM, 1, 9, "Arm", "object" },
        { "{\n\"Amr\": {\"ref\": [1,0,0,0], \"min\": [0,0,0], \"max\": [0,0,0]}}", DBT_E_PARAM, 2,
          8, "Amr", "'Arm'" },
        { "{\"Arm\": {}}", DBT_E_PARAM, 1, 9, "Arm", "ref" },
        { "{\"Arm\": {\"ref\": [1,0,0], \"min\": [0,0,0], \"max\": [0,0,0]}}", DBT_E_PARAM, 1, 17,
          "Arm.ref", "[w, x, y, z]" },
        { "{\"Arm\": {\"ref\": [1,1,0,0], \"min\": [0,0,0], \"max\": [0,0,0]}}", DBT_E_PARAM, 1, 17,
          "Arm.ref", "unit" },
        { "{\"Arm\": {\"ref\": [1,0,0,0], \"min\": [0,0,\"x\"], \"max\": [0,0,0]}}", DBT_E_PARAM, 1,
          35, "Arm.min", "[x, y, z]" },
        { "{\"Arm\": {\"ref\": [1,0,0,0],\n \"min\": [0,0,0]}}", DBT_E_PARAM, 1, 9, "Arm", "max" },
        { "{\"Arm\": {\"ref\": [1,0,0,0], \"min\": [0,0,1], \"max\": [0,0,0]}}", DBT_E_PARAM, 1, 9,
          "Arm", "above" },
        { "{\"Arm\": {\"reff\": [1,0,0,0]}}", DBT_E_PARAM, 1, 10, "Arm.reff", "'reff'" },
        { "{\"Arm\": {\"min\": [0,0,0], \"min\": [0,0,0]}}", DBT_E_SYNTAX, 1, 26, "Arm.min",
          "twice" },
        { "{} x", DBT_E_SYNTAX, 1, 4, "", "after the end" },
    };
    fixture f;
    open_clips(&f, motions);
    int wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dbt_joint_limits limits[N_JOINTS];
        dbt_error err = { .code = DBT_OK };
        const size_t n = strlen(cases[i].text);
        const bool ok =
            read_limits(cases[i].text, n, "f", &f.clips[0].skeleton, &f.chain, limits, &err);
        if (!ok && err.code == cases[i].code && err.line == cases[i].line &&
            err.col == cases[i].col && strcmp(err.path, cases[i].path) == 0 &&
            strstr(err.msg, cases[i].said))
            continue;
        print_error("'%s': code %d, %zu:%zu, path '%s', '%s'\n", cases[i].text, (int)err.code,
                    err.line, err.col, err.path, err.msg);
        wrong++;
    }
    close_clips(&f);
    assert_int_equal(wrong, 0);
}

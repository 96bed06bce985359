/* The BVH reader: codes and positions of errors, damage to every byte, exact values, counted
 * warnings. test_dialects.sh checks its messages for each dialect (testdata/bvh/dialects.tsv). */
#include "bvh/bvh.h"
#include "base/mem.h"

#include "expect.h"

static const char head[] =
    "HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n"
    "\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    "\tJOINT Chest\n\t{\n\t\tOFFSET 0 10.5 -1e1\n\t\tCHANNELS 1 Yrotation\n\t\tEnd Site\n"
    "\t\t{\n\t\t\tOFFSET 0 5 0\n\t\t}\n\t}\n\tJOINT Leg\n\t{\n\t\tOFFSET 1 0 0\n"
    "\t\tCHANNELS 2 Xrotation Zrotation\n\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 -5 0\n"
    "\t\t}\n\t}\n}\n";
enum { N_CHANNELS = 9 };

/* A file of one joint with two channels, and `motion`. */
#define FILE_OF(motion)                                                                            \
    "HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n\tCHANNELS 2 Xposition Zrotation\n"                  \
    "\tEnd Site\n\t{\n\t\tOFFSET 0 1 0\n\t}\n}\n" motion

static const char motion[] = "MOTION\n"
                             "Frames: 2\n"
                             "Frame Time: 0.0333333\n"
                             "0 90 0 1.5 -2 .25 5 1e1 7\n"
                             "0 90 1 -1.5 2 .75 6 2e1 -8\n";

static const dbt_bvh_options defaults = { 0 };

/* Reads a copy in a block of `size` bytes, so that the sanitizer finds a read past its end. The
 * clip borrows *copy, which the caller frees. */
static bool read_copy(const char *text, size_t size, const dbt_bvh_options *options, char **copy,
                      dbt_clip *clip, dbt_error *err)
{
    *copy = malloc(size > 0 ? size : 1);
    assert_non_null(*copy);
    memcpy(*copy, text, size);
    memset(clip, 0xa5, sizeof *clip);
    *err = (dbt_error){ .code = DBT_OK };
    return dbt_bvh_read(*copy, size, "file.bvh", options, clip, err);
}

static char *whole_file(void)
{
    char *text = malloc(sizeof head + sizeof motion);
    assert_non_null(text);
    strcpy(text, head);
    return strcat(text, motion);
}

/* Fails unless a clip that was read is valid, or a failed reading zeroed the clip and filled *err.
 * what, at: the damage, for messages. */
static void expect_consistent(bool ok, const dbt_clip *clip, const dbt_error *err, const char *what,
                              size_t at)
{
    static const dbt_clip zeroed;
    if (ok) {
        if (err->code != DBT_OK)
            fail_msg("%s at %zu: an error was filled on success: %s", what, at, err->msg);
        if (!(clip->frame_time > 0.0))
            fail_msg("%s at %zu: a frame time of %g", what, at, clip->frame_time);
        const size_t n_values = clip->n_frames * (size_t)clip->skeleton.n_channels;
        for (size_t i = 0; i < n_values; i++)
            if (!isfinite(clip->values[i]))
                fail_msg("%s at %zu: value %zu is not finite", what, at, i);
        return;
    }
    if (memcmp(clip, &zeroed, sizeof zeroed) != 0)
        fail_msg("%s at %zu: the clip of a failed reading is not zeroed", what, at);
    if (err->code == DBT_OK || err->line < 1 || err->col < 1 || err->msg[0] == '\0')
        fail_msg("%s at %zu: code %d, line %zu, column %zu, '%s'", what, at, (int)err->code,
                 err->line, err->col, err->msg);
    if (strchr(err->msg, '\n'))
        fail_msg("%s at %zu: a message of two lines", what, at);
}

/* Reads damaged text, which may be read or refused, and checks the result. */
static void survive(const char *text, size_t size, const dbt_bvh_options *options, const char *what,
                    size_t at)
{
    char *copy;
    dbt_clip clip;
    dbt_error err;
    const bool ok = read_copy(text, size, options, &copy, &clip, &err);
    expect_consistent(ok, &clip, &err, what, at);
    if (ok)
        dbt_clip_release(&clip);
    free(copy);
}

/* ---- values ---- */

TEST(reads_hierarchy_and_values)
{
    char *text = whole_file(), *copy;
    dbt_clip clip;
    dbt_error err;
    assert_true(read_copy(text, strlen(text), &defaults, &copy, &clip, &err));
    static const double expected[2][N_CHANNELS] = { { 0, 90, 0, 1.5, -2, .25, 5, 10, 7 },
                                                    { 0, 90, 1, -1.5, 2, .75, 6, 20, -8 } };
    assert_int_equal(clip.skeleton.n_joints, 3);
    assert_int_equal(clip.skeleton.n_end_sites, 2);
    assert_int_equal(clip.skeleton.n_channels, N_CHANNELS);
    assert_string_equal(clip.skeleton.joints[1].name, "Chest");
    assert_int_equal(clip.skeleton.joints[0].parent, -1);
    assert_int_equal(clip.skeleton.joints[2].parent, 0);
    assert_int_equal(clip.skeleton.joints[2].first_channel, 7);
    assert_int_equal(clip.skeleton.joints[2].channels[0], DBT_XROTATION);
    assert_int_equal(clip.skeleton.joints[2].channels[1], DBT_ZROTATION);
    assert_true(clip.skeleton.joints[1].offset.y == 10.5 &&
                clip.skeleton.joints[1].offset.z == -10.0);
    assert_int_equal(clip.n_frames, 2);
    assert_true(clip.frame_time == 0.0333333);
    assert_memory_equal(clip.values, expected, sizeof expected);
    assert_false(dbt_has_warnings(&clip.warnings));
    dbt_clip_release(&clip);
    dbt_clip_release(&clip); /* twice is fine */
    free(copy);
    free(text);
}

/* ---- errors ---- */

TEST(error_codes_and_positions)
{
    static const struct {
        const char *text;
        dbt_code code;
        size_t line, col;
    } cases[] = {
        { "", DBT_E_FORMAT, 1, 1 },
        { " \n\t\n", DBT_E_FORMAT, 1, 1 },
        { "{\"not\": \"bvh\"}", DBT_E_FORMAT, 1, 1 },
        { "\n  PK\x03\x04", DBT_E_FORMAT, 2, 3 },
        { "HIERARCHY\nJOINT Hips\n", DBT_E_SYNTAX, 2, 1 },
        { "HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n\tCOLOUR red\n}\n", DBT_E_SYNTAX, 5, 2 },
        { "HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n\tCHANNELS 1 Xscale\n}\n", DBT_E_SYNTAX, 5,
          13 },
        { "HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 abc 0\n", DBT_E_NUMBER, 4, 11 },
        { FILE_OF("MOTION\nFrames: -1\nFrame Time: .1\n"), DBT_E_SYNTAX, 12, 9 },
        { FILE_OF("MOTION\nFrames: 1\nFrame Time: 0\n1 2\n"), DBT_E_NUMBER, 13, 13 },
        { FILE_OF("MOTION\nFrames: 1\nFrame Time: .1\n1 nan\n"), DBT_E_NUMBER, 14, 3 },
        { FILE_OF("MOTION\nFrames: 1\nFrame Time: .1\n1 1e999\n"), DBT_E_NUMBER, 14, 3 },
        { FILE_OF("MOTION\nFrames: 2\nFrame Time: .1\n1 2 3\n4 5\n"), DBT_E_FRAMES, 14, 5 },
        { FILE_OF("MOTION\nFrames: 2\nFrame Time: .1\n1 2\n3\n"), DBT_E_FRAMES, 15, 2 },
        { FILE_OF("MOTION\nFrames: 3\nFrame Time: .1\n1 2\n3 4\n"), DBT_E_FRAMES, 0, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *copy;
        dbt_clip clip;
        dbt_error err;
        const bool ok =
            read_copy(cases[i].text, strlen(cases[i].text), &defaults, &copy, &clip, &err);
        if (ok)
            fail_msg("case %zu was read", i);
        expect_consistent(ok, &clip, &err, "case", i);
        const bool placed =
            cases[i].line == 0 || (err.line == cases[i].line && err.col == cases[i].col);
        if (err.code != cases[i].code || !placed)
            fail_msg("case %zu: code %d at %zu:%zu, expected %d at %zu:%zu: %s", i, (int)err.code,
                     err.line, err.col, (int)cases[i].code, cases[i].line, cases[i].col, err.msg);
        assert_string_equal(err.file, "file.bvh");
        free(copy);
    }
}

TEST(no_error_is_asked_for)
{
    dbt_clip clip;
    assert_false(dbt_bvh_read("x", 1, "x.bvh", &defaults, &clip, NULL));
    assert_null(clip.values);
}

/* A joint without channels has no numbers in the file, but costs as much time as others. */
TEST(joints_without_channels_are_bounded)
{
    enum { JOINTS = 200, LESS = 24000, MORE = 25200, BYTES_OF_JOINT = 80 };
    static char text[JOINTS * BYTES_OF_JOINT + 2 * MORE];
    static const size_t n_frames[] = { LESS, MORE };
    for (int over = 0; over < 2; over++) {
        char *p = text + sprintf(text, "HIERARCHY\n");
        for (int i = 0; i < JOINTS; i++)
            p += sprintf(p,
                         i ? "JOINT J%d\n{ OFFSET 0 1 0 CHANNELS 0 End Site { OFFSET 0 1 0 } }\n"
                           : "ROOT J%d\n{ OFFSET 0 1 0 CHANNELS 1 Xrotation\n",
                         i);
        p += sprintf(p, "}\nMOTION\nFrames: %zu\nFrame Time: 1\n", n_frames[over]);
        for (size_t i = 0; i < n_frames[over]; i++)
            p += sprintf(p, "0\n");
        const size_t size = (size_t)(p - text);
        assert_true((JOINTS * n_frames[over] > 4000000 + 16 * size) == (over == 1));
        dbt_clip clip;
        dbt_error err = { .code = DBT_OK };
        const bool ok = dbt_bvh_read(text, size, "wide.bvh", &defaults, &clip, &err);
        assert_true(ok == !over);
        if (ok)
            dbt_clip_release(&clip);
        else
            assert_int_equal(err.code, DBT_E_LIMIT);
    }
}

/* A huge count alone allocates no memory. */
TEST(counts_are_not_trusted)
{
    static const char *const counts[] = { "99999999999999", "18446744073709551615",
                                          "2305843009213693952", "9223372036854775807",
                                          "99999999999999999999999999999999999" };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        for (int lenient = 0; lenient < 2; lenient++) {
            char text[400], *copy;
            dbt_clip clip;
            dbt_error err;
            sprintf(text, FILE_OF("MOTION\nFrames: %s\nFrame Time: .1\n1 2\n3 4\n"), counts[i]);
            const dbt_bvh_options options = { .lenient = lenient };
            const bool ok = read_copy(text, strlen(text), &options, &copy, &clip, &err);
            expect_consistent(ok, &clip, &err, "count", i);
            if (!lenient)
                assert_false(ok);
            if (!ok && err.code == DBT_E_MEMORY)
                fail_msg("Frames: %s asked for the memory", counts[i]);
            if (ok) {
                assert_int_equal(clip.n_frames, 2);
                dbt_clip_release(&clip);
            } else if (i == 0) {
                assert_int_equal(err.code, DBT_E_FRAMES);
            }
            free(copy);
        }
    }
}

/* ---- damage ---- */

TEST(every_prefix)
{
    char *text = whole_file();
    const size_t size = strlen(text);
    const dbt_bvh_options lenient = { .lenient = true }, fps = { .assume_fps = 30.0 };
    size_t read_whole = 0;
    for (size_t n = 0; n <= size; n++) {
        survive(text, n, &defaults, "prefix", n);
        survive(text, n, &lenient, "lenient prefix", n);
        survive(text, n, &fps, "prefix with an assumed rate", n);
        char *copy;
        dbt_clip clip;
        dbt_error err;
        if (read_copy(text, n, &defaults, &copy, &clip, &err)) {
            read_whole++;
            assert_int_equal(clip.n_frames, 2);
            dbt_clip_release(&clip);
        }
        free(copy);
    }
    assert_int_equal(read_whole, 2); /* with and without the last line end */
    free(text);
}

TEST(every_byte_replaced)
{
    static const char nasty[] = { '\0', '{', '}', '-', 'e', '\xff', '\r',
                                  '\n', '9', '.', ' ', ':', ',' };
    char *text = whole_file();
    const size_t size = strlen(text);
    const dbt_bvh_options lenient = { .lenient = true };
    for (size_t at = 0; at < size; at++) {
        const char was = text[at];
        for (size_t i = 0; i < sizeof nasty; i++) {
            text[at] = nasty[i];
            survive(text, size, &defaults, "byte", at);
            survive(text, size, &lenient, "lenient byte", at);
        }
        text[at] = was;
    }
    free(text);
}

TEST(every_byte_left_out_or_doubled)
{
    char *text = whole_file();
    const size_t size = strlen(text);
    char *changed = malloc(size + 2);
    assert_non_null(changed);
    for (size_t at = 0; at < size; at++) {
        memcpy(changed, text, at);
        memcpy(changed + at, text + at + 1, size - at - 1);
        survive(changed, size - 1, &defaults, "left out", at);
        memcpy(changed, text, at + 1);
        memcpy(changed + at + 1, text + at, size - at);
        survive(changed, size + 1, &defaults, "doubled", at);
    }
    free(changed);
    free(text);
}

/* Pieces of files in random order. */
TEST(random_tokens)
{
    static const char *const tokens[] = { "HIERARCHY\n",
                                          "ROOT R\n",
                                          "JOINT J\n",
                                          "{",
                                          "}",
                                          "End Site\n",
                                          "OFFSET 0 0 0\n",
                                          "CHANNELS 1 Xrotation\n",
                                          "CHANNELS 0\n",
                                          "MOTION\n",
                                          "Frames: 2\n",
                                          "Frame Time: .1\n",
                                          "1 ",
                                          "2\n",
                                          "-3-4",
                                          "\r\n",
                                          "Frames : 1e9\n",
                                          "FrameTime: 1\n",
                                          "\0",
                                          "Site" };
    uint64_t random = 7;
    for (int round = 0; round < 5000; round++) {
        char text[800] = "HIERARCHY\nROOT R\n{\nOFFSET 0 0 0\n";
        size_t n = round % 2 ? strlen(text) : 0;
        for (uint64_t i = 0, count = random_bits(&random) % 30; i < count; i++) {
            const char *token = tokens[random_bits(&random) % (sizeof tokens / sizeof *tokens)];
            const size_t length = *token ? strlen(token) : 1;
            memcpy(text + n, token, length);
            n += length;
        }
        survive(text, n, &defaults, "random tokens", (size_t)round);
    }
}

/* Long runs are read or refused. A reader that takes quadratic time would need hours. */
TEST(long_runs_end)
{
    static const char *const runs[] = { "{", "}",  "ROOT ", "\n", " ", "0",
                                        "-", "1-", "\r",    "1 ", "x", "1e1e" };
    enum { SIZE = 1 << 20 };
    char *text = malloc(SIZE + 1000);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        for (int where = 0; where < 3; where++) {
            size_t n =
                (size_t)sprintf(text, "%s",
                                where == 0   ? ""
                                : where == 1 ? "HIERARCHY\nROOT "
                                             : FILE_OF("MOTION\nFrames: 2\nFrame Time: .1\n"));
            for (const size_t length = strlen(runs[i]); n + length < SIZE; n += length)
                memcpy(text + n, runs[i], length);
            dbt_clip clip;
            dbt_error err = { .code = DBT_OK };
            if (dbt_bvh_read(text, n, "runs.bvh", &defaults, &clip, &err))
                dbt_clip_release(&clip);
        }
    }
    free(text);
}

/* ---- warnings ---- */

TEST(warnings_are_counted)
{
    static const char text[] =
        "HIERARCHY\nROOT A\n{\n OFFSET 0 0 0\n CHANNELS 1 Xrotation\n JOINT B\n {\n"
        "  OFFSET 0 0 0\n }\n JOINT C\n {\n  OFFSET 0 0 0\n  CHANNELS 1 Xrotation\n }\n"
        " JOINT B\n {\n  OFFSET 0 0 0\n }\n}\nMOTION\nFrames: 2\nFrameTime: .1\n1-2\n3 4\n"
        "5 6\nthe end\n";
    char *copy;
    dbt_clip clip;
    dbt_error err;
    if (!read_copy(text, strlen(text), &defaults, &copy, &clip, &err))
        fail_msg("line %zu: %s", err.line, err.msg);
    const struct {
        dbt_warning_kind kind;
        size_t count, line;
    } expected[] = { { DBT_WARN_KEYWORD, 1, 22 },    { DBT_WARN_NO_END_SITE, 3, 9 },
                     { DBT_WARN_NO_CHANNELS, 2, 9 }, { DBT_WARN_NAME_TWICE, 1, 0 },
                     { DBT_WARN_MORE_FRAMES, 1, 0 }, { DBT_WARN_TRAILING, 1, 26 },
                     { DBT_WARN_GLUED, 1, 23 },      { DBT_WARN_LINES, 0, 0 },
                     { DBT_WARN_NAME_UTF8, 0, 0 },   { DBT_WARN_LENIENT, 0, 0 } };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const dbt_warning *w = &clip.warnings.kind[expected[i].kind];
        const bool placed = expected[i].line == 0 || w->line == expected[i].line;
        if (w->count != expected[i].count || !placed)
            fail_msg("kind %d: %zu from line %zu, expected %zu from line %zu: %s",
                     (int)expected[i].kind, w->count, w->line, expected[i].count, expected[i].line,
                     w->msg);
        assert_true((w->msg[0] != '\0') == (w->count > 0));
    }
    assert_int_equal(clip.n_frames, 3);
    static const double values[] = { 1, -2, 3, 4, 5, 6 };
    assert_memory_equal(clip.values, values, sizeof values);
    /* the glued line is written anew, the second line is copied */
    assert_null(dbt_clip_line(&clip, 0).begin);
    assert_non_null(dbt_clip_line(&clip, 1).begin);
    dbt_clip_release(&clip);
    free(copy);
}

/* A frame that is wrapped, glued or on the line of another frame does not affect the lines of other
 * frames. */
TEST(frames_keep_lines_beside_odd_ones)
{
    static const char hierarchy[] = "HIERARCHY\nROOT A\n{\nOFFSET 0 0 0\n"
                                    "CHANNELS 3 Xposition Yposition Zposition\n"
                                    "End Site\n{\nOFFSET 0 0 0\n}\n}\n"
                                    "MOTION\nFrames: 9\nFrame Time: 0.1";
    static const struct {
        const char *frames;
        const char *lines[9]; /* NULL: the frame has no line of its own */
    } cases[] = {
        { "\n1. 2 3\n4 5\n6\n\n \t7 8e0 +9 \n" /* the second is wrapped */
          "10 11 12 13 14 15\n"                /* two on a line */
          "16 17 18\r\n19 20-21\n"             /* glued */
          "22 23\n\n24\n25 26 27",
          { "1. 2 3", NULL, " \t7 8e0 +9 ", NULL, NULL, "16 17 18", NULL, NULL, "25 26 27" } },
        { " 1 2 3\n4 5 6\n7\n8 9\n10 11 12\n13\n\n14 15 16\n17 18\n" /* on the line of the frame
                                                                        time */
          "19 20 21\n22 23 24\n25 26 27 x\n",
          { NULL, "4 5 6", NULL, "10 11 12", NULL, NULL, "19 20 21", "22 23 24", NULL } },
        { "\n1 2 3 4\n5 6\n7 8 9 \n10 11\n12 13 14 15\n16 17 18\n19\n20 21 22 23 24\n25 26 27 the "
          "end",
          { NULL, NULL, "7 8 9 ", NULL, NULL, "16 17 18", NULL, NULL, NULL } },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[sizeof hierarchy + 200], *copy;
        dbt_clip clip;
        dbt_error err;
        snprintf(text, sizeof text, "%s%s", hierarchy, cases[i].frames);
        if (!read_copy(text, strlen(text), &defaults, &copy, &clip, &err))
            fail_msg("case %zu, line %zu: %s", i, err.line, err.msg);
        assert_int_equal(clip.n_frames, 9);
        assert_int_equal(clip.warnings.kind[DBT_WARN_LINES].count, 1);
        for (size_t f = 0; f < 9; f++) {
            const dbt_span line = dbt_clip_line(&clip, f);
            for (int c = 0; c < 3; c++)
                assert_true(dbt_clip_frame(&clip, f)[c] == (double)(3 * f) + c + 1 ||
                            (i == 0 && f == 6 && c == 2 && clip.values[20] == -21.0));
            if (!cases[i].lines[f] != !line.begin)
                fail_msg("case %zu: frame %zu has %s line", i, f, line.begin ? "a" : "no");
            if (line.begin &&
                (strlen(cases[i].lines[f]) != (size_t)(line.end - line.begin) ||
                 memcmp(line.begin, cases[i].lines[f], strlen(cases[i].lines[f])) != 0))
                fail_msg("case %zu: frame %zu is '%.*s'", i, f, (int)(line.end - line.begin),
                         line.begin);
        }
        dbt_clip_release(&clip);
        free(copy);
    }
}

/* assume_fps replaces the frame time of the file, also if it is invalid or missing. */
TEST(assumed_rate)
{
    static const char *const times[] = { "Frame Time: 0\n", "Frame Time: -1\n", "",
                                         "Frame Time: .5\n" };
    const dbt_bvh_options options = { .assume_fps = 25.0 };
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        char text[400], *copy;
        dbt_clip clip;
        dbt_error err;
        sprintf(text, FILE_OF("MOTION\nFrames: 2\n%s1 2\n3 4\n"), times[i]);
        if (!read_copy(text, strlen(text), &options, &copy, &clip, &err))
            fail_msg("'%s': %s", times[i], err.msg);
        assert_true(clip.frame_time == 0.04);
        assert_int_equal(clip.n_frames, 2);
        dbt_clip_release(&clip);
        free(copy);
    }
}

/* Times as users write them, and the frames to which they are rounded. */
#include "expect.h"

#include "base/timespec.h"

static dbt_time read_time(const char *text)
{
    dbt_time time = { .value = -1.0 };
    dbt_error err = { .code = DBT_OK };
    if (!dbt_time_read(text, strlen(text), &time, &err))
        fail_msg("'%s' is refused: %s", text, err.msg);
    assert_int_equal(err.code, DBT_OK);
    return time;
}

TEST(every_form_is_read)
{
    static const struct {
        const char *text;
        double value;
        dbt_time_unit unit;
        bool from_end;
    } cases[] = {
        { "0", 0.0, DBT_TIME_SECONDS, false },         { "1.2", 1.2, DBT_TIME_SECONDS, false },
        { "1.2s", 1.2, DBT_TIME_SECONDS, false },      { ".5", 0.5, DBT_TIME_SECONDS, false },
        { "1.", 1.0, DBT_TIME_SECONDS, false },        { "1e-1", 0.1, DBT_TIME_SECONDS, false },
        { "250ms", 0.25, DBT_TIME_SECONDS, false },    { "0.5ms", 0.0005, DBT_TIME_SECONDS, false },
        { "72f", 72.0, DBT_TIME_FRAMES, false },       { "0f", 0.0, DBT_TIME_FRAMES, false },
        { "72.0f", 72.0, DBT_TIME_FRAMES, false },     { "end", 0.0, DBT_TIME_SECONDS, true },
        { "end-0.3", 0.3, DBT_TIME_SECONDS, true },    { "end-0.3s", 0.3, DBT_TIME_SECONDS, true },
        { "end-250ms", 0.25, DBT_TIME_SECONDS, true }, { "end-12f", 12.0, DBT_TIME_FRAMES, true },
        { "end-0", 0.0, DBT_TIME_SECONDS, true },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const dbt_time time = read_time(cases[i].text);
        expect_near(time.value, cases[i].value, 0.0);
        assert_int_equal(time.unit, cases[i].unit);
        assert_int_equal(time.from_end, cases[i].from_end);
    }
}

TEST(anything_else_is_refused_and_quoted)
{
    static const char *const bad[] = {
        "",        " ",     "1.2 ",   " 1.2",   "-1",    "+1",       "-0",     "abc",
        "1.2x",    "1,2",   "1.2S",   "1.2sec", "1m",    "1 s",      "12.5f",  "f",
        "s",       "ms",    "END",    "end-",   "end+1", "end1",     "end -1", "end--1",
        "end-+1",  "end-f", "end-x",  "endf",   "en",    "start",    "nan",    "inf",
        "1e999",   "0x10",  "1e999f", "1:30",   "1.2.3", "end-1.5f", "1.2ss",  "72ff",
        "end-inf", "-end",  "1.2\n",  "1e",     "--1",   ".",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        dbt_time time = { .value = 123.0 };
        dbt_error err = { .code = DBT_OK };
        if (dbt_time_read(bad[i], strlen(bad[i]), &time, &err))
            fail_msg("'%s' is taken as %g", bad[i], time.value);
        assert_int_equal(err.code, DBT_E_PARAM);
        char found[60];
        snprintf(found, sizeof found, "found '%s'", bad[i]);
        assert_non_null(strstr(err.msg, found));
        assert_false(dbt_time_read(bad[i], strlen(bad[i]), &time, NULL));
    }
}

/* An item of a list such as 1.2,2.4 has no NUL after it. */
TEST(only_the_given_bytes_are_read)
{
    static const struct {
        const char *text;
        size_t n;
        double value;
    } cases[] = { { "1.2,2.4", 3, 1.2 }, { "1.25", 3, 1.2 },     { "72f", 2, 72.0 },
                  { "1ms", 1, 1.0 },     { "end-0.35", 7, 0.3 }, { "end-0.3", 3, 0.0 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *block =
            malloc(cases[i].n); /* of exact size: the sanitizer finds a read past its end */
        memcpy(block, cases[i].text, cases[i].n);
        dbt_time time;
        assert_true(dbt_time_read(block, cases[i].n, &time, NULL));
        expect_near(time.value, cases[i].value, 0.0);
        free(block);
    }
}

TEST(zeroed_is_the_start_and_time_end_the_end)
{
    const dbt_time zero = { 0 };
    expect_near(dbt_time_frame(zero, 0.1, 50.0), 0.0, 0.0);
    expect_near(dbt_time_frame(DBT_TIME_END, 0.1, 50.0), 50.0, 0.0);
}

TEST(times_snap_to_the_nearest_frame_half_up)
{
    static const struct {
        const char *text;
        double frame_time, last, frame;
    } cases[] = {
        { "1.2", 0.0333333, 100, 36 },
        { "1.2", 0.033333, 100, 36 },
        { "1.2", 1.0 / 30.0, 100, 36 },
        { "1200ms", 0.0333333, 100, 36 },
        { "36f", 0.0333333, 100, 36 },
        { "0.05", 0.1, 100, 1 }, /* halves up */
        { "0.15", 0.1, 100, 2 },
        { "0.25", 0.1, 100, 3 },
        { "0.35", 0.1, 100, 4 },
        { "0.45", 0.1, 100, 5 },
        { "0.0499", 0.1, 100, 0 },
        { "0.1499", 0.1, 100, 1 },
        { "0", 0.1, 100, 0 },
        { "0.04", 0.1, 100, 0 },
        { "0.0166666666666666666", 1.0 / 30.0, 100, 1 }, /* half a frame of 30 fps */
        { "end", 0.1, 40, 40 },
        { "end-0.3", 0.1, 40, 37 },
        { "end-0.3", 0.0333333, 40, 31 },
        { "end-3f", 0.1, 40, 37 },
        { "end-0.05", 0.1, 40, 40 }, /* 39.5, half up */
        { "end-0.06", 0.1, 40, 39 },
        { "end-4", 0.1, 40, 0 },
        { "end-5", 0.1, 40, -10 },
        { "end-41f", 0.1, 40, -1 },
        { "10", 0.1, 40, 100 }, /* past the end: the caller decides */
        { "500f", 0.1, 40, 500 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double frame =
            dbt_time_frame(read_time(cases[i].text), cases[i].frame_time, cases[i].last);
        if (frame != cases[i].frame)
            fail_msg("'%s' at %g s a frame is frame %g, expected %g", cases[i].text,
                     cases[i].frame_time, frame, cases[i].frame);
    }
}

TEST(the_printed_time_of_a_frame_is_that_frame)
{
    static const double frame_times[] = { 0.0333333, 0.033333,   0.0083333,  0.008333, 0.04,
                                          0.0416667, 1.0 / 30.0, 1.0 / 60.0, 0.1,      0.5 };
    for (size_t t = 0; t < sizeof frame_times / sizeof *frame_times; t++)
        for (int frame = 0; frame < 20000; frame += 1 + frame / 100) {
            char text[60];
            snprintf(text, sizeof text, "%.6f", frame * frame_times[t]);
            expect_near(dbt_time_frame(read_time(text), frame_times[t], 1e6), frame, 0.0);
            /* halves of a frame time that is exact in binary round up */
            if (frame_times[t] == 0.5) {
                snprintf(text, sizeof text, "%.6f", (frame + 0.5) * 0.5);
                expect_near(dbt_time_frame(read_time(text), 0.5, 1e6), frame + 1.0, 0.0);
            }
        }
}

TEST(only_seconds_that_are_a_frame_of_the_clip_may_mean_frames)
{
    static const struct {
        const char *text, *hint;
    } cases[] = { { "72", "; did you mean '72f'?" },
                  { "10s", "; did you mean '10f'?" },
                  { "100", "; did you mean '100f'?" },
                  { "101", "" },
                  { "9", "" },
                  { "72.5", "" },
                  { "72f", "" },
                  { "end-72", "" } };
    char hint[DBT_FRAMES_HINT];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(dbt_frames_hint(read_time(cases[i].text), 100.0, hint), cases[i].hint);
}

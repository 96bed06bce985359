#include "base/timespec.h"

#include "base/number.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Reads a time from text[n], as 12, 1.5s, 200ms, 30f (frames, whole), end, end-0.3. Returns false,
 * and leaves *time unchanged, for any other text. */
static bool read_time(const char *text, size_t n, dbt_time *time)
{
    const char *p = text, *end = text + n;
    dbt_time t = { 0 };
    if (n >= 3 && memcmp(text, "end", 3) == 0) {
        t.from_end = true;
        p += 3;
        if (p == end) {
            *time = t;
            return true;
        }
        if (*p++ != '-')
            return false;
    }
    if (p == end || *p == '-' || *p == '+')
        return false;
    const char *unit = dbt_number_read(p, end, &t.value);
    if (!unit || isinf(t.value))
        return false;
    const size_t left = (size_t)(end - unit);
    if (left == 1 && *unit == 'f') {
        if (t.value != floor(t.value))
            return false;
        t.unit = DBT_TIME_FRAMES;
    } else if (left == 2 && memcmp(unit, "ms", 2) == 0) {
        t.value /= 1000.0;
    } else if (left != 0 && !(left == 1 && *unit == 's')) {
        return false;
    }
    *time = t;
    return true;
}

/* Fails with DBT_E_PARAM: "expected a time", then the known forms and `forms`, "found" and text[n],
 * cut to 40 bytes. */
static bool fail(const char *text, size_t n, const char *forms, dbt_error *err)
{
    return dbt_fail(err, DBT_E_PARAM, "expected a time (1.2, 1.2s, 250ms, 72f, %s), found '%.*s'%s",
                    forms, n > 40 ? 40 : (int)n, text, dbt_comma_hint(text, n));
}

bool dbt_time_read(const char *text, size_t n, dbt_time *time, dbt_error *err)
{
    return read_time(text, n, time) || fail(text, n, "end or end-0.3", err);
}

bool dbt_time_range_read(const char *text, size_t n, dbt_time_range *range, dbt_error *err)
{
    size_t dots = 0;
    while (dots + 1 < n && memcmp(text + dots, "..", 2) != 0)
        dots++;
    if (dots + 1 >= n) {
        if (!dbt_time_read(text, n, &range->low, err))
            return false;
        range->high = range->low;
        return true;
    }
    return dbt_time_read(text, dots, &range->low, err) &&
           dbt_time_read(text + dots + 2, n - dots - 2, &range->high, err);
}

bool dbt_time_choice_read(const char *text, size_t n, dbt_time *time, dbt_time_choice *choice,
                          dbt_error *err)
{
    static const char best[] = "best";
    const size_t size = sizeof best - 1;
    *choice = (dbt_time_choice){ .range.high = DBT_TIME_END };
    choice->wanted = n >= size && memcmp(text, best, size) == 0 && (n == size || text[size] == ':');
    if (!choice->wanted)
        return read_time(text, n, time) || fail(text, n, "end, end-0.3 or best", err);
    return n == size || dbt_time_range_read(text + size + 1, n - size - 1, &choice->range, err);
}

double dbt_time_frame(dbt_time time, double frame_time, double last)
{
    const double frames = time.unit == DBT_TIME_FRAMES ? time.value : time.value / frame_time;
    /* 1e-9: a half that the division rounded down still counts as a half */
    return floor((time.from_end ? last - frames : frames) + 0.5 + 1e-9);
}

const char *dbt_frames_hint(dbt_time time, double last, char hint[DBT_FRAMES_HINT])
{
    const bool fits = time.value >= 10.0 && time.value <= last && time.value == floor(time.value);
    hint[0] = '\0';
    if (fits && time.unit == DBT_TIME_SECONDS && !time.from_end)
        snprintf(hint, DBT_FRAMES_HINT, "; did you mean '%.0ff'?", time.value);
    return hint;
}

bool dbt_time_range_check(dbt_time_range range, double frame_time, double last, const char *what,
                          dbt_error *err)
{
    const double low = dbt_time_frame(range.low, frame_time, last);
    const double high = dbt_time_frame(range.high, frame_time, last);
    char hint[DBT_FRAMES_HINT];
    if (low > last)
        return dbt_fail(err, DBT_E_TIME,
                        "the range of %s begins at %.5g s, past the clip's last frame at %.5g s%s",
                        what, low * frame_time, last * frame_time,
                        dbt_frames_hint(range.low, last, hint));
    return low <= high ||
           dbt_fail(err, DBT_E_TIME, "the range of %s ends at %.5g s, before it begins at %.5g s",
                    what, high * frame_time, low * frame_time);
}

size_t dbt_time_frames(dbt_time length, double frame_time)
{
    return (size_t)fmin(dbt_time_frame(length, frame_time, 0.0), DBT_MAX_FRAMES);
}

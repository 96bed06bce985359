/* Times as users write them: 1.2, 1.2s, 250ms, 72f, end, end-0.3; for cuts also best. */
#ifndef DBT_BASE_TIMESPEC_H
#define DBT_BASE_TIMESPEC_H

#include "base/error.h"

/* No sequence has more frames: more than any disk holds, but far from overflow. */
#define DBT_MAX_FRAMES 0x1p48

typedef enum dbt_time_unit { DBT_TIME_SECONDS, DBT_TIME_FRAMES } dbt_time_unit;

/* A value in seconds or frames, from the start or back from the end. Zeroed: 0 s. */
typedef struct dbt_time {
    double value; /* >= 0 */
    dbt_time_unit unit;
    bool from_end;
} dbt_time;

#define DBT_TIME_END ((dbt_time){ .from_end = true })

/* Reads the n bytes at text. Fails with DBT_E_PARAM. */
DBT_CHECK bool dbt_time_read(const char *text, size_t n, dbt_time *time, dbt_error *err);

/* Longer than any clip: the most seconds, or frames, of a length that a command reads. */
#define DBT_MAX_LENGTH 1e9

/* Times from low to high, both included. One time: low equals high. */
typedef struct dbt_time_range {
    dbt_time low, high;
} dbt_time_range;

/* Reads LO..HI, or one time, from the n bytes at text. Fails with DBT_E_PARAM. */
DBT_CHECK bool dbt_time_range_read(const char *text, size_t n, dbt_time_range *range,
                                   dbt_error *err);

/* Whether a search chooses the time of a cut within a range, instead of the user giving it. */
typedef struct dbt_time_choice {
    bool wanted;
    dbt_time_range range; /* `best` without a range: from 0 to end */
} dbt_time_choice;

/* Reads the time of a cut: a time, best, or best:LO..HI. Where the search is to choose it, *time is
 * untouched. Fails with DBT_E_PARAM. */
DBT_CHECK bool dbt_time_choice_read(const char *text, size_t n, dbt_time *time,
                                    dbt_time_choice *choice, dbt_error *err);

/* The nearest frame, halves rounded up. `end` is the frame `last`. Negative where the time lies
 * before frame 0. */
double dbt_time_frame(dbt_time time, double frame_time, double last);

enum { DBT_FRAMES_HINT = 40 };

/* For messages about a time past the frame `last`: "; did you mean '72f'?" where 72 s was given and
 * the frame 72 exists, else an empty text. Less than 10 is rather meant as seconds. */
const char *dbt_frames_hint(dbt_time time, double last, char hint[DBT_FRAMES_HINT]);

/* Fails with DBT_E_TIME where a range begins after a clip's frame `last`, or ends before it begins.
 * what: its name. */
DBT_CHECK bool dbt_time_range_check(dbt_time_range range, double frame_time, double last,
                                    const char *what, dbt_error *err);

/* The nearest number of frames of a length (never from the end), at most DBT_MAX_FRAMES. */
size_t dbt_time_frames(dbt_time length, double frame_time);

#endif

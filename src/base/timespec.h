/* Parses times in the user's notation: 1.2, 1.2s, 250ms, 72f, end, end-0.3; for cuts also best. */
#ifndef DBT_BASE_TIMESPEC_H
#define DBT_BASE_TIMESPEC_H

#include "base/error.h"

/* Maximum of frames of a sequence: larger than any disk, far from overflow. */
#define DBT_MAX_FRAMES 0x1p48

/* The unit of a time. */
typedef enum dbt_time_unit { DBT_TIME_SECONDS, DBT_TIME_FRAMES } dbt_time_unit;

/* A time in seconds or frames, from the start, or backward from the end. Zeroed: 0 s. */
typedef struct dbt_time {
    double value; /* >= 0 */
    dbt_time_unit unit;
    bool from_end;
} dbt_time;

#define DBT_TIME_END ((dbt_time){ .from_end = true })

/* Reads a time from text[n]. Fails with DBT_E_PARAM, with *time unchanged. */
DBT_CHECK bool dbt_time_read(const char *text, size_t n, dbt_time *time, dbt_error *err);

/* Maximum of a length that a command reads, in seconds or frames: longer than any clip. */
#define DBT_MAX_LENGTH 1e9

/* Times from low to high, both included. Low equals high for a single time. */
typedef struct dbt_time_range {
    dbt_time low, high;
} dbt_time_range;

/* Reads LO..HI, or a single time, from text[n]; does not check that LO is before HI. Fails with
 * DBT_E_PARAM; *range may then be partly set. */
DBT_CHECK bool dbt_time_range_read(const char *text, size_t n, dbt_time_range *range,
                                   dbt_error *err);

/* How the time of a cut is chosen: by the user, or by a search. */
typedef struct dbt_time_choice {
    bool wanted;          /* by a search */
    dbt_time_range range; /* of the search; `best` without a range: from 0 to end */
} dbt_time_choice;

/* Reads the time of a cut from text[n]: a time, best, or best:LO..HI. *time is untouched if a
 * search is to choose it, or on failure. *choice is always set; its range may be partly set on
 * failure. Fails with DBT_E_PARAM. */
DBT_CHECK bool dbt_time_choice_read(const char *text, size_t n, dbt_time *time,
                                    dbt_time_choice *choice, dbt_error *err);

/* Returns the frame nearest to a time, halves rounded up; negative before frame 0. frame_time:
 * seconds. last: the frame of `end`. */
double dbt_time_frame(dbt_time time, double frame_time, double last);

/* For messages about a time past the frame `last`. Returns "; did you mean '72f'?" if the time is
 * 72 s and frame 72 exists; else, or below 10 s, an empty text. Writes into hint. */
enum { DBT_FRAMES_HINT = 40 };
const char *dbt_frames_hint(dbt_time time, double last, char hint[DBT_FRAMES_HINT]);

/* Checks a range against a clip. frame_time: seconds. last: number of the clip's last frame. what:
 * the name of the range in the message. Fails with DBT_E_TIME if the range begins after that frame,
 * or ends before it begins. It may begin before frame 0, and end after the last. */
DBT_CHECK bool dbt_time_range_check(dbt_time_range range, double frame_time, double last,
                                    const char *what, dbt_error *err);

/* Converts a length to the nearest number of frames, at most DBT_MAX_FRAMES. length: not from the
 * end. */
size_t dbt_time_frames(dbt_time length, double frame_time);

#endif

/* Times as users write them: 1.2, 1.2s, 250ms, 72f, end, end-0.3; of cuts also best. */
#ifndef DBT_BASE_TIMESPEC_H
#define DBT_BASE_TIMESPEC_H

#include "base/error.h"

/* No sequence has more frames: far beyond any disk, far below overflow. */
#define DBT_MAX_FRAMES 0x1p48

typedef enum dbt_time_unit { DBT_TIME_SECONDS, DBT_TIME_FRAMES } dbt_time_unit;

/* value seconds or frames from the start, or back from the end. Zeroed: 0 s. */
typedef struct dbt_time {
    double value; /* >= 0 */
    dbt_time_unit unit;
    bool from_end;
} dbt_time;

#define DBT_TIME_END ((dbt_time){ .from_end = true })

/* Reads the n bytes at text. Fails with DBT_E_PARAM. */
DBT_CHECK bool dbt_time_read(const char *text, size_t n, dbt_time *time, dbt_error *err);

/* Times from low to high, both included; one time: both the same. */
typedef struct dbt_time_range {
    dbt_time low, high;
} dbt_time_range;

/* The same of LO..HI, or one time. */
DBT_CHECK bool dbt_time_range_read(const char *text, size_t n, dbt_time_range *range,
                                   dbt_error *err);

/* Whether the time of a cut is chosen, within a range, and not given. */
typedef struct dbt_time_choice {
    bool wanted;
    dbt_time_range range; /* `best` alone: from 0 to end */
} dbt_time_choice;

/* Reads a time of a cut: one that is given, or best, or best:LO..HI. *time stays as it was where
 * it is to be chosen. Fails with DBT_E_PARAM. */
DBT_CHECK bool dbt_time_choice_read(const char *text, size_t n, dbt_time *time,
                                    dbt_time_choice *choice, dbt_error *err);

/* The nearest frame, halves up, where `end` is frame last; negative where the
 * time lies before frame 0. */
double dbt_time_frame(dbt_time time, double frame_time, double last);

/* The same of a length, which `end` cannot be: at most DBT_MAX_FRAMES frames. */
size_t dbt_time_frames(dbt_time length, double frame_time);

#endif

/* Times as users write them: 1.2, 1.2s, 250ms, 72f, end, end-0.3. */
#ifndef DBT_CORE_TIMESPEC_H
#define DBT_CORE_TIMESPEC_H

#include "core/error.h"

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

/* The nearest frame, halves up, where `end` is frame last; negative where the
 * time lies before frame 0. */
double dbt_time_frame(dbt_time time, double frame_time, double last);

#endif

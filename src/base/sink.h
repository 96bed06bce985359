/* Where written bytes go. */
#ifndef DBT_BASE_SINK_H
#define DBT_BASE_SINK_H

#include <stdbool.h>
#include <stddef.h>

/* write returns false where the bytes were refused; the sink knows why. */
typedef struct dbt_sink {
    bool (*write)(void *context, const char *bytes, size_t n);
    void *context;
} dbt_sink;

#endif

/* A destination for bytes: a file, a buffer. */
#ifndef DBT_BASE_SINK_H
#define DBT_BASE_SINK_H

#include <stdbool.h>
#include <stddef.h>

/* write returns false where it refused the bytes; the sink itself knows the reason. */
typedef struct dbt_sink {
    bool (*write)(void *context, const char *bytes, size_t n);
    void *context;
} dbt_sink;

#endif

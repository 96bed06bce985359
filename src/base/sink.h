/* A byte sink: an interface for destinations of bytes, such as a file or a buffer. */
#ifndef DBT_BASE_SINK_H
#define DBT_BASE_SINK_H

#include <stdbool.h>
#include <stddef.h>

/* write: consumes bytes[n]; returns false on failure, and the sink stores the reason. context:
 * borrowed, passed to write. */
typedef struct dbt_sink {
    bool (*write)(void *context, const char *bytes, size_t n);
    void *context;
} dbt_sink;

#endif

/* A parallel for loop over independent work. */
#ifndef DBT_BASE_THREADS_H
#define DBT_BASE_THREADS_H

#include <stddef.h>

enum { DBT_MAX_THREADS = 128 };

/* Parallel for: calls work(context, index) once for each index below n, on several threads. Returns
 * when all calls have ended. Uses the calling thread and up to n_threads - 1 others,
 * DBT_MAX_THREADS at most. Indices are handed out in ascending order. If no thread can be started,
 * the calling thread does all. */
void dbt_run_each(int n_threads, size_t n, void (*work)(void *context, size_t index),
                  void *context);

#endif

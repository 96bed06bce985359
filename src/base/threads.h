/* Runs independent pieces of work in several threads. */
#ifndef DBT_BASE_THREADS_H
#define DBT_BASE_THREADS_H

#include "base/error.h"

enum { DBT_MAX_THREADS = 128 };

/* Calls work(context, index) once for each index below n, in up to n_threads threads, at most
 * DBT_MAX_THREADS; the calling thread is one of them. The threads take indexes in their order,
 * until a call has returned false; a call for each index that was taken is made. Returns whether
 * all calls returned true. */
bool dbt_run_each(int n_threads, size_t n, bool (*work)(void *context, size_t index),
                  void *context);

/* The same for work that fails for a reason. Fails with that of the lowest index whose call failed,
 * whichever thread comes last. */
DBT_CHECK bool dbt_try_each(int n_threads, size_t n,
                            bool (*work)(void *context, size_t index, dbt_error *err),
                            void *context, dbt_error *err);

#endif

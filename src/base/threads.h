/* Runs independent pieces of work in several threads. */
#ifndef DBT_BASE_THREADS_H
#define DBT_BASE_THREADS_H

#include "base/error.h"

enum { DBT_MAX_THREADS = 128 };

/* Calls work(context, index) once for each index below n, in up to n_threads threads, at most
 * DBT_MAX_THREADS; the calling thread is one of them. Indices are handed out in ascending
 * order. After a call has returned false none is handed out; those already out still run. Returns
 * whether all calls returned true. */
bool dbt_run_each(int n_threads, size_t n, bool (*work)(void *context, size_t index),
                  void *context);

/* As dbt_run_each, with errors. Fails with the error of the lowest index whose call failed,
 * independent of the threads. */
DBT_CHECK bool dbt_try_each(int n_threads, size_t n,
                            bool (*work)(void *context, size_t index, dbt_error *err),
                            void *context, dbt_error *err);

#endif

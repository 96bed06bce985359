/* Independent pieces of work side by side. */
#ifndef DBT_BASE_THREADS_H
#define DBT_BASE_THREADS_H

#include <stdbool.h>

/* As many as there are processors that this process may use. */
int dbt_n_processors(void);

enum { DBT_MAX_THREADS = 128 };

/* Calls work(context) in up to n_threads threads at once, at most DBT_MAX_THREADS, this
 * one among them, in each until it returns false. */
void dbt_run_threads(int n_threads, bool (*work)(void *context), void *context);

#endif

/* Independent pieces of work side by side. */
#ifndef DBT_CLI_THREADS_H
#define DBT_CLI_THREADS_H

#include <stdbool.h>

/* As many as there are processors. */
int cli_n_processors(void);

/* Calls work(context) in up to n_threads threads at once, this one among them, in
 * each until it returns false. */
void cli_run_threads(int n_threads, bool (*work)(void *context), void *context);

#endif

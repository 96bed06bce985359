/* Interrupts that let long work end gently and keep its results so far. */
#ifndef DBT_HOST_INTERRUPT_H
#define DBT_HOST_INTERRUPT_H

#include "host/message.h"

/* From now on the first SIGINT (Ctrl-C) or SIGTERM (a scheduler's notice that time is up) is only
 * recorded; a second one acts as before. A signal that dbtool was started to ignore stays ignored.
 * When the first one comes, prints "dbtool: NOTE; interrupt again to stop at once" on a terminal or
 * with -v. note is a string literal. */
#define DBT_STOP_GENTLY(note, verbosity)                                                           \
    dbt_stop_gently("dbtool: " note "; interrupt again to stop at once\n", verbosity)
void dbt_stop_gently(const char *line, dbt_verbosity verbosity);

/* The recorded signal; 0: none. From any thread. */
int dbt_stop_signal(void);

/* Restores the signal actions from before dbt_stop_gently. */
void dbt_stop_as_before(void);

#endif

/* Signals that end the process, at once or gently. */
#ifndef DBT_HOST_END_SIGNALS_H
#define DBT_HOST_END_SIGNALS_H

#include "host/message.h"

/* SIGINT, SIGTERM, SIGHUP and SIGPIPE remove the temporary files before they end the process. A
 * signal that dbtool was started to ignore stays ignored. A file size limit makes a write fail
 * instead of raising a signal. Call it once, before all else. */
void dbt_install_signal_handlers(void);

/* From now on the first SIGINT (Ctrl-C) or SIGTERM (a scheduler's notice that time is up) is only
 * recorded, so that long work can end gently and save its results; a second one acts as before.
 * When the first one comes, prints "dbtool: NOTE; interrupt again to stop at once" on a terminal or
 * with -v. note is a string literal. */
#define DBT_STOP_GENTLY(note, verbosity)                                                           \
    dbt_stop_gently("dbtool: " note "; interrupt again to stop at once\n", verbosity)
void dbt_stop_gently(const char *line, dbt_verbosity verbosity);

/* The recorded signal; 0: none. From any thread. */
int dbt_stop_signal(void);

/* Ends what dbt_stop_gently began. */
void dbt_stop_as_before(void);

#endif

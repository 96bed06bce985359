/* Handlers of the signals that end the process, at once or gently. */
#ifndef DBT_HOST_END_SIGNALS_H
#define DBT_HOST_END_SIGNALS_H

#include "host/message.h"

/* Installs handlers: SIGINT, SIGTERM, SIGHUP and SIGPIPE remove the temporary files, then end the
 * process. A signal ignored at the start of dbtool stays ignored. Beyond a file size limit a write
 * fails, and no signal ends the process. Call it once, before all else. */
void dbt_install_signal_handlers(void);

/* Makes the next SIGINT (Ctrl-C) or SIGTERM (a scheduler's time limit) only a request, so that long
 * work can save its results; a second signal ends the process. At the request prints "dbtool: TEXT;
 * interrupt again to stop at once" on a terminal or with -v, never with -q. text, line: string
 * literals. */
#define DBT_STOP_GENTLY(text, verbosity)                                                           \
    dbt_stop_gently("dbtool: " text "; interrupt again to stop at once\n", verbosity)
void dbt_stop_gently(const char *line, dbt_verbosity verbosity);

/* Returns the requested signal; 0: none. From any thread. */
int dbt_stop_signal(void);

/* Undoes dbt_stop_gently: every signal ends the process again. dbt_stop_signal does not change. */
void dbt_stop_as_before(void);

#endif

/* An interrupt that ends long work gently: what was done so far is kept. */
#ifndef DBT_HOST_INTERRUPT_H
#define DBT_HOST_INTERRUPT_H

#include "host/message.h"

/* From now on the first SIGINT (Ctrl-C) or SIGTERM (a scheduler's notice that time is up) only
 * notes that it came; the second has the effect that it had before. A signal that dbtool was
 * started to ignore stays ignored. Says "dbtool: NOTE; again: at once" when the first one comes,
 * on a terminal or with -v; note is a literal. */
#define DBT_STOP_GENTLY(note, tone) dbt_stop_gently("dbtool: " note "; again: at once\n", tone)
void dbt_stop_gently(const char *line, dbt_tone tone);

/* The signal that came; 0: none. From any thread. */
int dbt_stop_signal(void);

/* Signals have the effect again that they had before dbt_stop_gently. */
void dbt_stop_as_before(void);

#endif

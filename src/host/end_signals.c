#include "host/end_signals.h"

#include "host/temporary.h"
#include "system/system.h"

#include <stdatomic.h>
#include <string.h>

static atomic_int stop_signal;
static const char *stop_line; /* may be NULL: print nothing */

/* For dbt_on_end, so async-signal-safe: removes the temporary files, and erases the progress line.
 */
static void clean_up(void)
{
    dbt_remove_temporaries();
    dbt_wipe_status();
}

void dbt_install_signal_handlers(void)
{
    dbt_on_end(clean_up);
}

void dbt_stop_as_before(void)
{
    dbt_on_stop(NULL);
}

/* For dbt_on_stop, so async-signal-safe: stores the signal's number, and prints stop_line. */
static void stop(int number)
{
    atomic_store(&stop_signal, number);
    if (stop_line) {
        dbt_wipe_status();
        (void)dbt_write(dbt_standard(DBT_STDERR), stop_line, strlen(stop_line));
    }
}

void dbt_stop_gently(const char *line, dbt_verbosity verbosity)
{
    const bool prints =
        !verbosity.quiet && (verbosity.verbose || dbt_is_terminal(dbt_standard(DBT_STDERR)));
    stop_line = prints ? line : NULL;
    dbt_on_stop(stop);
}

int dbt_stop_signal(void)
{
    return atomic_load(&stop_signal);
}

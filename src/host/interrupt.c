#include "host/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static const int stopping[] = { SIGINT, SIGTERM };
enum { N_STOPPING = sizeof stopping / sizeof *stopping };

static atomic_int stop_signal;
static struct sigaction before_stopping[N_STOPPING];
static const char *stop_line; /* NULL: print nothing */

void dbt_stop_as_before(void)
{
    for (int i = 0; i < N_STOPPING; i++)
        if (before_stopping[i].sa_handler != SIG_IGN)
            sigaction(stopping[i], &before_stopping[i], NULL);
}

/* The handler restores the old actions, so a second signal acts as usual. */
static void stop(int number)
{
    const int held = errno;
    atomic_store(&stop_signal, number);
    dbt_stop_as_before();
    if (stop_line) {
        dbt_wipe_status();
        (void)!write(STDERR_FILENO, stop_line, strlen(stop_line));
    }
    errno = held;
}

void dbt_stop_gently(const char *line, dbt_verbosity verbosity)
{
    stop_line = !verbosity.quiet && (verbosity.verbose || isatty(STDERR_FILENO)) ? line : NULL;
    struct sigaction action = { .sa_handler = stop, .sa_flags = SA_RESTART };
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < N_STOPPING; i++) {
        sigaddset(&action.sa_mask, stopping[i]);
        sigaction(stopping[i], NULL, &before_stopping[i]);
    }
    for (int i = 0; i < N_STOPPING; i++)
        if (before_stopping[i].sa_handler != SIG_IGN)
            sigaction(stopping[i], &action, NULL);
}

int dbt_stop_signal(void)
{
    return atomic_load(&stop_signal);
}

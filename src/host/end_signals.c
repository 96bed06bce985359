#include "host/end_signals.h"

#include "host/temporary.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static atomic_int stop_signal;
static const char *stop_line; /* NULL: print nothing */

static void handle(int number, void (*handler)(int))
{
    struct sigaction old, action = { .sa_handler = handler, .sa_flags = SA_RESTART };
    sigfillset(&action.sa_mask);
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

static void end_process(int number)
{
    dbt_remove_temporaries();
    dbt_wipe_status();
    signal(number, SIG_DFL);
    raise(number);
}

void dbt_install_signal_handlers(void)
{
    handle(SIGINT, end_process);
    handle(SIGTERM, end_process);
    handle(SIGHUP, end_process);
    handle(SIGPIPE, end_process);
    signal(SIGXFSZ, SIG_IGN);
}

void dbt_stop_as_before(void)
{
    handle(SIGINT, end_process);
    handle(SIGTERM, end_process);
}

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
    handle(SIGINT, stop);
    handle(SIGTERM, stop);
}

int dbt_stop_signal(void)
{
    return atomic_load(&stop_signal);
}

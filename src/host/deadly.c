#define _DEFAULT_SOURCE /* signals beyond POSIX */
#include "host/deadly.h"

#include "host/message.h"
#include "host/temporary.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

/* SIGSEGV and SIGBUS are caught only to remove the temporary files: no input causes them. */
static void die_of(int number)
{
    dbt_remove_temporaries();
    dbt_wipe_status();
    signal(number, SIG_DFL);
    raise(number);
}

/* Leaves a signal alone that is ignored, or that a sanitizer reports. */
static void handle(int number)
{
    struct sigaction old, action = { .sa_handler = die_of };
    sigfillset(&action.sa_mask);
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
        sigaction(number, &action, NULL);
}

void dbt_install_signal_handlers(void)
{
    static const int deadly[] = {
        SIGINT,  SIGTERM, SIGHUP,    SIGPIPE, SIGQUIT, SIGABRT, SIGBUS,    SIGSEGV, SIGILL,
        SIGFPE,  SIGTRAP, SIGSYS,    SIGALRM, SIGXCPU, SIGPROF, SIGVTALRM, SIGUSR1, SIGUSR2,
#ifdef __linux__ /* other systems ignore these signals or lack them */
        SIGPOLL, SIGPWR,  SIGSTKFLT,
#endif
    };
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
        handle(deadly[i]);
#ifdef SIGRTMIN
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++)
        handle(number);
#endif
    signal(SIGXFSZ, SIG_IGN);
}

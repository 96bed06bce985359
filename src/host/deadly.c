#define _DEFAULT_SOURCE /* signals beyond POSIX */
#include "host/deadly.h"

#include "host/input.h"
#include "host/message.h"
#include "host/temporary.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static void say(const char *text)
{
    const ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written;
}

/* A mapped file has become shorter than it was. That is no fault of dbtool, so say which one. */
static void end_of_shrunk_input(const void *address)
{
    const char *path = dbt_mapped_path(address);
    say("dbtool: ");
    say(path ? path : "an input");
    say(": the file shrank while it was read\n");
    _exit(2);
}

/* SIGSEGV is caught only to remove the temporary files: no input causes one, changed or not. */
static void die_of(int number, siginfo_t *info, void *context)
{
    (void)context;
    dbt_remove_temporaries();
    dbt_wipe_status();
    if (number == SIGBUS && info->si_code > 0) /* > 0: the kernel sent it, for an access */
        end_of_shrunk_input(info->si_addr);
    signal(number, SIG_DFL);
    raise(number);
}

/* Leaves a signal alone that is ignored, or that a sanitizer reports. SIGBUS is always handled,
 * because a mapped file that shrinks causes it. */
static void handle(int number)
{
    struct sigaction old, action = { .sa_sigaction = die_of, .sa_flags = SA_SIGINFO };
    sigfillset(&action.sa_mask);
    if (sigaction(number, NULL, &old) == 0 && (number == SIGBUS || old.sa_handler == SIG_DFL))
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

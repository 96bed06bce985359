#include "cli/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static const double first_after = 1.0, next_after = 0.2; /* seconds */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

cli_progress cli_progress_begin(const char *what, cli_tone tone)
{
    const double t = now();
    return (cli_progress){ .what = what,
                           .enabled = !tone.quiet && isatty(STDERR_FILENO),
                           .begin = t,
                           .last = t + first_after - next_after };
}

void cli_progress_show(void *context, size_t done, size_t total)
{
    cli_progress *p = context;
    if (!p->enabled)
        return;
    const double t = now();
    if (t - p->last < next_after)
        return;
    p->last = t;
    p->shown = true;
    const double left = (t - p->begin) * (double)(total - done) / (double)done;
    fprintf(stderr, "\r%s: %3.0f %%, %.0f s left \033[K", p->what,
            100.0 * (double)done / (double)total, left);
    fflush(stderr);
}

void cli_progress_end(cli_progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}

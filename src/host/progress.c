#include "host/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* Seconds before the first line, and between lines. */
static const double first_after = 1.0, next_after = 0.2, next_after_elsewhere = 10.0;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

dbt_progress dbt_progress_begin(const char *what, dbt_tone tone)
{
    const bool terminal = isatty(STDERR_FILENO);
    const double t = now();
    return (dbt_progress){ .what = what,
                           .enabled = !tone.quiet && (terminal || tone.verbose),
                           .terminal = terminal,
                           .begin = t,
                           .last = terminal ? t + first_after - next_after : t };
}

double dbt_progress_seconds(const dbt_progress *progress)
{
    return now() - progress->begin;
}

void dbt_progress_note(dbt_progress *progress, size_t done, size_t total, const char *note)
{
    dbt_progress *p = progress;
    const double t = now();
    if (!p->enabled || done == 0 || t - p->last < (p->terminal ? next_after : next_after_elsewhere))
        return;
    p->last = t;
    const double left = (t - p->begin) * (double)(total - done) / (double)done;
    fprintf(stderr, "%s%s: %.0f %%%s, %.0f s left%s", p->terminal ? "\r" : "", p->what,
            100.0 * (double)done / (double)total, note, left, p->terminal ? " \033[K" : "\n");
    fflush(stderr);
    p->shown = p->terminal;
}

void dbt_progress_show(void *context, size_t done, size_t total)
{
    dbt_progress_note(context, done, total, "");
}

void dbt_progress_share(void *context, double done, double total)
{
    enum { STEPS = 10000 };
    dbt_progress_show(context, (size_t)(done / total * STEPS), STEPS);
}

void dbt_progress_end(dbt_progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}

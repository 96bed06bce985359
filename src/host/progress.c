#include "host/progress.h"

#include "host/message.h"
#include "system/system.h"

#include <stdio.h>

/* Seconds between two displays, and before the first, on a terminal and elsewhere. */
static const double next_after = 0.1, next_after_elsewhere = 10.0;

dbt_progress dbt_progress_begin(const char *what, dbt_verbosity verbosity)
{
    const bool terminal = dbt_is_terminal(dbt_standard(DBT_STDERR));
    const double t = dbt_seconds();
    return (dbt_progress){ .what = what,
                           .enabled = !verbosity.quiet && (terminal || verbosity.verbose),
                           .terminal = terminal,
                           .begin = t,
                           .last = t };
}

double dbt_progress_seconds(const dbt_progress *progress)
{
    return dbt_seconds() - progress->begin;
}

/* Shows a line: on a terminal as the progress line, else as a message. */
static void show(dbt_progress *p, const char *line)
{
    if (p->terminal)
        dbt_show_status(line);
    else
        dbt_print_linef("%s", line);
    p->shown = p->terminal;
}

void dbt_progress_start(dbt_progress *progress, const char *suffix)
{
    char line[200];
    snprintf(line, sizeof line, "%s: 0 %%%s", progress->what, suffix);
    if (progress->enabled && progress->terminal)
        show(progress, line);
}

void dbt_progress_restart(dbt_progress *progress)
{
    progress->begin = dbt_seconds();
}

void dbt_progress_describe(dbt_progress *progress, size_t done, size_t total, const char *suffix)
{
    dbt_progress *p = progress;
    char line[200];
    const double t = dbt_seconds();
    if (!p->enabled || done == 0 || t - p->last < (p->terminal ? next_after : next_after_elsewhere))
        return;
    p->last = t;
    const double left = (t - p->begin) * (double)(total - done) / (double)done;
    snprintf(line, sizeof line, "%s: %.0f %%%s, %.0f s left", p->what,
             100.0 * (double)done / (double)total, suffix, left);
    show(p, line);
}

void dbt_progress_show(void *context, size_t done, size_t total)
{
    dbt_progress_describe(context, done, total, "");
}

void dbt_progress_fraction(void *context, double done, double total)
{
    enum { STEPS = 10000 };
    dbt_progress_show(context, (size_t)(done / total * STEPS), STEPS);
}

void dbt_progress_end(dbt_progress *progress)
{
    if (progress->shown)
        dbt_show_status(NULL);
    progress->shown = false;
}

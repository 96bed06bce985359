/* dbtool help: opens a page of the manual. Also the tables of all commands and topics. */
#include "base/mem.h"
#include "cli/job_args.h"
#include "system/system.h"

#include <stdio.h>
#include <string.h>

#define CLI_COMMAND(name) extern const cli_command cli_command_##name;
#include "cli/command_list.def"
#undef CLI_COMMAND

const cli_command *const cli_commands[] = {
#define CLI_COMMAND(name) &cli_command_##name,
#include "cli/command_list.def"
#undef CLI_COMMAND
    NULL,
};

const cli_topic cli_topics[] = {
    { "recipes", 7, "tasks, each with a command to paste" },
    { "glossary", 7, "the terms, and what engines call them" },
    { "plan", 5, "the JSON of batches" },
    { "csv", 5, "the columns of metrics" },
    { "bvh", 5, "what is read and written, other rigs, odd frames" },
    { "files", 5, "outputs, inputs that change, security, limits" },
    { "ci", 7, "cuts in builds" },
    { "internals", 7, "every formula" },
    { 0 },
};

/* Returns the topic of that name; NULL: none. */
static const cli_topic *find_topic(const char *name)
{
    for (const cli_topic *t = cli_topics; t->name; t++)
        if (strcmp(t->name, name) == 0)
            return t;
    return NULL;
}

const cli_command *cli_command_find(const char *name)
{
    const char *names[32] = { NULL };
    size_t n = 0;
    for (; cli_commands[n]; n++) {
        if (strcmp(cli_commands[n]->name, name) == 0)
            return cli_commands[n];
        names[n] = cli_commands[n]->name;
    }
    for (const cli_topic *t = cli_topics; t->name; t++)
        names[n++] = t->name;
    const char *nearest = dbt_nearest_name(name, names, n), *dot = strrchr(name, '.');
    const char *const likely = !dot                        ? NULL
                               : strcmp(dot, ".bvh") == 0  ? "blend"
                               : strcmp(dot, ".json") == 0 ? "batch"
                                                           : NULL;
    if (likely)
        dbt_print_errorf("expected a command, found the file '%.60s'; did you mean 'dbtool %s'?",
                         name, likely);
    else if (nearest)
        dbt_print_errorf("unknown command '%.60s'; did you mean '%s%s'?", name,
                         find_topic(nearest) ? "dbtool help " : "", nearest);
    else
        dbt_print_errorf("unknown command '%.60s' (see 'dbtool help')", name);
    return NULL;
}

void cli_print_commands(FILE *out)
{
    fprintf(out, "Joins BVH motion-capture clips at cuts, smooths every cut and measures it.\n\n"
                 "usage: dbtool COMMAND [ARGUMENTS]\n\n");
    for (const cli_command *const *c = cli_commands; *c; c++)
        fprintf(out, "  %-9s %s\n", (*c)->name, (*c)->summary);
    fprintf(out, "\n'dbtool help NAME' opens the manual's page of a command, or about\n");
    for (const cli_topic *t = cli_topics; t->name; t++)
        fprintf(out, "%s%s", t == cli_topics ? "" : t[1].name ? ", " : " or ", t->name);
    fprintf(out, ".\n'dbtool COMMAND -h' lists a command's options. A first blend:\n\n"
                 "  dbtool blend walk.bvh run.bvh --at 1.2 -o out.bvh --metrics out.csv\n");
}

/* Opens the manual page dbtool-NAME(section) and does not return. If there is none, or it cannot be
 * opened, returns the words before "no page" in the message; static text. */
static const char *open_page(const char *name, int section)
{
    char page[64];
    snprintf(page, sizeof page, "dbtool-%s", name);
    return dbt_open_manual(page, section);
}

/* Runs the command. Opens the manual's page of a topic or, if stdout is a terminal, of a command
 * other than `help`; does not return then. Without the page, fails with DBT_E_IO for a topic. Of a
 * command prints its help to stdout: of all options with -v or if the page is missing. Without an
 * argument prints the commands. Returns CLI_DONE, or CLI_FAILED: an unknown name is printed without
 * err; a second argument is DBT_E_PARAM. */
static int run_help(void *args, dbt_error *err)
{
    const cli_job_args *a = args;
    const ptrdiff_t n = arrlen(a->files);
    const cli_topic *topic = n > 0 ? find_topic(a->files[0]) : NULL;
    const cli_command *about = n > 0 && !topic ? cli_command_find(a->files[0]) : NULL;
    if (n > 0 && !topic && !about)
        return CLI_FAILED;
    if (n > 1)
        return cli_status(
            dbt_fail(err, DBT_E_PARAM, "expected one command, found '%.60s' as well", a->files[1]));
    if (topic) {
        const char *where = open_page(topic->name, topic->section);
        return cli_status(dbt_fail(err, DBT_E_IO, "%s no page dbtool-%s(%d)", where, topic->name,
                                   topic->section));
    }
    const bool reads =
        about && about != &cli_command_help && dbt_is_terminal(dbt_standard(DBT_STDOUT));
    if (reads)
        dbt_print_linef("dbtool: %s no page dbtool-%s(1); this is 'dbtool %s -h -v'",
                        open_page(about->name, 1), about->name, about->name);
    if (about)
        cli_print_help(about, reads || a->verbosity.verbose);
    else
        cli_print_commands(stdout);
    return CLI_DONE;
}

const cli_command cli_command_help = {
    .name = "help",
    .summary = "open a page of the manual",
    .usage = "[COMMAND | PAGE]",
    .options = (const cli_option *const[]){ cli_common_options, NULL },
    .example = "dbtool help blend",
    .size = sizeof(cli_job_args),
    .run = run_help,
};

/* dbtool help: opens the page of a command in the manual. Also the table of all commands. */
#include "base/mem.h"
#include "cli/job_args.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CLI_COMMAND(name) extern const cli_command cli_command_##name;
#include "cli/command_list.def"
#undef CLI_COMMAND

extern char **environ;

const cli_command *const cli_commands[] = {
#define CLI_COMMAND(name) &cli_command_##name,
#include "cli/command_list.def"
#undef CLI_COMMAND
    NULL,
};

const cli_command *cli_command_find(const char *name)
{
    const char *names[32] = { NULL };
    size_t n = 0;
    for (; cli_commands[n]; n++) {
        if (strcmp(cli_commands[n]->name, name) == 0)
            return cli_commands[n];
        names[n] = cli_commands[n]->name;
    }
    const char *nearest = dbt_nearest_name(name, names, n), *dot = strrchr(name, '.');
    const char *const likely = !dot                        ? NULL
                               : strcmp(dot, ".bvh") == 0  ? "blend"
                               : strcmp(dot, ".json") == 0 ? "batch"
                                                           : NULL;
    if (likely)
        dbt_print_errorf("expected a command, found the file '%.60s'; did you mean 'dbtool %s'?",
                         name, likely);
    else if (nearest)
        dbt_print_errorf("unknown command '%.60s'; did you mean '%s'?", name, nearest);
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
    fprintf(out, "\n'dbtool COMMAND -h' lists a command's options. A first blend:\n\n"
                 "  dbtool blend walk.bvh run.bvh --at 1.2 -o out.bvh --metrics out.csv\n");
}

/* Whether `man -w PAGE` finds the page; what it prints is dropped. */
static bool has_page(char *page)
{
    char man[] = "man", where[] = "-w", *const words[] = { man, where, page, NULL };
    posix_spawn_file_actions_t silent;
    pid_t child;
    int status = 1;
    if (posix_spawn_file_actions_init(&silent) != 0)
        return false;
    const bool started =
        posix_spawn_file_actions_addopen(&silent, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
        posix_spawn_file_actions_addopen(&silent, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
        posix_spawnp(&child, words[0], &silent, NULL, words, environ) == 0;
    posix_spawn_file_actions_destroy(&silent);
    while (started && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return started && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Becomes `man PAGE`. Returns only if there is no such page, after saying so. */
static void open_page(const cli_command *about)
{
    char man[] = "man", page[64];
    snprintf(page, sizeof page, "dbtool-%s", about->name);
    char *const words[] = { man, page, NULL };
    if (has_page(page))
        execvp(words[0], words);
    fprintf(stderr, "dbtool: 'man' finds no page %s(1); this is 'dbtool %s -h -v'\n", page,
            about->name);
}

static int run_help(void *args, dbt_error *err)
{
    const cli_job_args *a = args;
    const ptrdiff_t n = arrlen(a->files);
    const cli_command *about = n > 0 ? cli_command_find(a->files[0]) : NULL;
    if (n > 0 && !about)
        return CLI_FAILED;
    if (n > 1)
        return cli_status(
            dbt_fail(err, DBT_E_PARAM, "expected one command, found '%.60s' as well", a->files[1]));
    const bool reads = about && about != &cli_command_help && isatty(STDOUT_FILENO);
    if (reads)
        open_page(about);
    if (about)
        cli_print_help(about, reads || a->verbosity.verbose);
    else
        cli_print_commands(stdout);
    return CLI_DONE;
}

static const cli_option *const help_options[] = { cli_common_options, NULL };

const cli_command cli_command_help = {
    .name = "help",
    .summary = "open the manual's page about a command",
    .usage = "[COMMAND]",
    .options = help_options,
    .example = "dbtool help blend",
    .size = sizeof(cli_job_args),
    .run = run_help,
};

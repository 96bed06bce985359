/* dbtool: joins motion-capture clips at cuts and measures the transitions. */
#include "base/hash.h"
#include "base/mem.h"
#include "base/version.h"
#include "cli/job_args.h"
#include "host/deadly.h"
#include "host/interrupt.h"
#include "host/output.h"
#include "host/temporary.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#define CLI_COMMAND(name) extern const cli_command cli_command_##name;
#include "cli/command_list.def"
#undef CLI_COMMAND

const cli_command *const cli_commands[] = {
#define CLI_COMMAND(name) &cli_command_##name,
#include "cli/command_list.def"
#undef CLI_COMMAND
    NULL,
};

const cli_command *cli_command_find(const char *name)
{
    const char *names[32];
    size_t n = 0;
    for (; cli_commands[n]; n++) {
        if (strcmp(cli_commands[n]->name, name) == 0)
            return cli_commands[n];
        names[n] = cli_commands[n]->name;
    }
    const char *nearest = dbt_nearest_name(name, names, n);
    if (nearest)
        dbt_print_errorf("unknown command '%.60s'; did you mean '%s'?", name, nearest);
    else
        dbt_print_errorf("unknown command '%.60s' (see 'dbtool help')", name);
    return NULL;
}

int cli_finish_stdout(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    dbt_print_errorf("cannot write standard output: %s", strerror(errno));
    return CLI_FAILED;
}

static void print_short_help(FILE *out)
{
    fprintf(out, "Joins BVH motion-capture clips at cuts, smooths every cut and measures it.\n\n"
                 "usage: dbtool COMMAND [ARGUMENTS]\n\n");
    for (const cli_command *const *c = cli_commands; *c; c++)
        fprintf(out, "  %-9s %s\n", (*c)->name, (*c)->summary);
    fprintf(out, "\n'dbtool COMMAND -h' lists a command's options. A first blend:\n\n"
                 "  dbtool blend walk.bvh run.bvh --at 1.2 -o out.bvh --metrics out.csv\n");
}

/* Called if memory for a list is lacking: removes temporary files and ends dbtool. If several
 * threads come here, one prints the message. */
static void die_out_of_memory(void)
{
    static atomic_flag dying = ATOMIC_FLAG_INIT;
    while (atomic_flag_test_and_set(&dying))
        pause();
    dbt_remove_temporaries();
    dbt_wipe_status();
    fputs("dbtool: out of memory\n", stderr);
    _exit(CLI_FAILED);
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
    if (about)
        cli_print_help(about, a->verbosity.verbose);
    else
        print_short_help(stdout);
    return CLI_DONE;
}

static const cli_option *const help_options[] = { cli_common_options, NULL };

const cli_command cli_command_help = {
    .name = "help",
    .summary = "explain a command",
    .usage = "[COMMAND]",
    .options = help_options,
    .example = "dbtool help blend",
    .size = sizeof(cli_job_args),
    .run = run_help,
};

/* Gives the memory of each freed clip back to the system. Otherwise thousands of clips leave holes
 * into which the next one does not fit. */
static void keep_memory_flat(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 * 1024); /* also below the size of most line tables */
#endif
}

/* From what nobody knows who makes a file for a later run: the time, the process, and where the
 * system puts the stack. */
static void seed_tables(void)
{
    struct timespec now = { 0 };
    clock_gettime(CLOCK_REALTIME, &now);
    const uint64_t parts[] = { (uint64_t)now.tv_sec, (uint64_t)now.tv_nsec, (uint64_t)getpid(),
                               (uint64_t)(uintptr_t)&now };
    dbt_hash_seed(dbt_digest_of((const char *)parts, sizeof parts));
}

int main(int argc, char **argv)
{
    keep_memory_flat();
    seed_tables();
    dbt_fill_standard_streams();
    dbt_install_signal_handlers();
    dbt_set_out_of_memory_handler(die_out_of_memory);
    if (argc < 2) {
        print_short_help(stderr);
        return CLI_FAILED;
    }
    const char *word = argv[1];
    if (strcmp(word, "--version") == 0) {
        printf("dbtool %s\n", DBT_VERSION);
        return cli_finish_stdout(CLI_DONE);
    }
    if (strcmp(word, "--complete") == 0)
        return cli_complete(argc - 2, argv + 2);
    if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0) {
        print_short_help(stdout);
        return cli_finish_stdout(CLI_DONE);
    }
    if (word[0] == '-') {
        static const char *const options[] = { "--help", "--version" };
        const char *nearest = dbt_nearest_name(word, options, 2);
        dbt_print_errorf("unknown option '%.60s'%s%s%s", word, nearest ? "; did you mean '" : "",
                         nearest ? nearest : " (see 'dbtool help')", nearest ? "'?" : "");
        return CLI_FAILED;
    }
    const cli_command *command = cli_command_find(word);
    const int status = command ? cli_run(command, argc - 2, argv + 2) : CLI_FAILED;
    dbt_release_protected();
    if (status == CLI_STOPPED) /* the parent process sees that a signal ended it */
        raise(dbt_stop_signal());
    return status;
}

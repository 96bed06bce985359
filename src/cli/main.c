/* dbtool: joins motion-capture clips at cuts and measures the transitions. */
#include "base/hash.h"
#include "base/mem.h"
#include "base/version.h"
#include "cli/job_args.h"
#include "host/end_signals.h"
#include "host/output.h"
#include "host/temporary.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Out-of-memory handler: removes temporary files, prints a message on standard error and ends
 * dbtool with the status CLI_FAILED. The first thread does so; others wait for the end. */
static void die_out_of_memory(void)
{
    static atomic_flag dying = ATOMIC_FLAG_INIT;
    static const char last_words[] = "dbtool: out of memory\n";
    while (atomic_flag_test_and_set(&dying))
        dbt_sleep(1.0);
    dbt_remove_temporaries();
    dbt_wipe_status();
    (void)dbt_write(dbt_standard(DBT_STDERR), last_words, sizeof last_words - 1);
    _Exit(CLI_FAILED);
}

/* Seeds the hash tables from time, process id and stack address, so that no input can be built to
 * collide. */
static void seed_tables(void)
{
    const dbt_file_time now = dbt_now();
    const uint64_t seeds[] = { (uint64_t)now.seconds, (uint64_t)now.nanoseconds,
                               dbt_process_number(), (uint64_t)(uintptr_t)&now };
    dbt_hash_seed(dbt_digest_of((const char *)seeds, sizeof seeds));
}

/* For Windows, whose shells do not expand patterns. Replaces each argument "/?" in argv by "-h".
 * Returns false, and prints the error, if an argument shows the syntax of other shells: it begins
 * with a single quote, or is a backslash that continues a line. Else returns true. */
static bool check_words(int argc, char **argv)
{
    static char help[] = "-h";
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "/?") == 0) {
            argv[i] = help;
        } else if (argv[i][0] == '\'') {
            dbt_print_errorf("expected double quotes (cmd.exe knows no others), found %.60s",
                             argv[i]);
            return false;
        } else if (strcmp(argv[i], "\\") == 0) {
            dbt_print_errorf("found '\\' at the end: to continue a line, end it with '^' in "
                             "cmd.exe or '`' in PowerShell");
            return false;
        }
    }
    return true;
}

/* Runs --version, --complete, -h or a command. Returns the exit status. Without arguments, prints
 * the commands on standard error and returns CLI_FAILED; also for an unknown option or command,
 * after an error. A command stopped by a signal ends dbtool by that signal. */
int main(int argc, char **argv)
{
    dbt_process_begin(&argc, &argv);
    seed_tables();
    dbt_install_signal_handlers();
    dbt_set_out_of_memory_handler(die_out_of_memory);
    if (argc < 2) {
        cli_print_commands(stderr);
        return CLI_FAILED;
    }
    const char *word = argv[1];
    if (strcmp(word, "--version") == 0) {
        printf("dbtool %s\n", DBT_VERSION);
        return cli_finish_stdout(CLI_DONE);
    }
    if (strcmp(word, "--complete") == 0)
        return cli_complete(argc - 2, argv + 2);
    if (!dbt_shell_expands() && !check_words(argc, argv))
        return CLI_FAILED;
    word = argv[1];
    if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0) {
        cli_print_commands(stdout);
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
    if (status == CLI_STOPPED) /* the parent process learns of the signal */
        dbt_end_by(dbt_stop_signal());
    return status;
}

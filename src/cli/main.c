/* dbtool: joins motion-capture clips at cuts and measures the transitions. */
#include "base/hash.h"
#include "base/mem.h"
#include "base/version.h"
#include "cli/job_args.h"
#include "host/end_signals.h"
#include "host/output.h"
#include "host/temporary.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Called if memory is lacking: removes temporary files and ends dbtool. If several
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
#ifdef __GLIBC__
    /* The memory of each freed clip goes back to the system, that of most line tables, too:
     * otherwise thousands of clips leave holes into which the next one does not fit. */
    mallopt(M_MMAP_THRESHOLD, 32 * 1024);
#endif
    seed_tables();
    dbt_fill_standard_streams();
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
    if (status == CLI_STOPPED) /* the parent process sees that a signal ended it */
        raise(dbt_stop_signal());
    return status;
}

/* Files as the command line uses them: read whole, written whole or not at all. */
#ifndef DBT_CLI_FILEIO_H
#define DBT_CLI_FILEIO_H

#include "core/bvh.h"
#include "core/error.h"

/* Which regular file, whatever it is called; all 0: none. */
typedef struct cli_file_id {
    unsigned long long device, inode;
} cli_file_id;

/* The bytes of a file: mapped where it is a regular one, else read. */
typedef struct cli_input {
    const char *bytes;
    size_t size;
    bool mapped;
    cli_file_id id;
} cli_input;

/* Reads a file, or standard input for "-". Fails with DBT_E_IO or DBT_E_MEMORY. */
DBT_CHECK bool cli_input_read(const char *path, cli_input *input, dbt_error *err);
void cli_input_release(cli_input *input);

/* A file being written under a temporary name beside its place. Devices and pipes
 * are written as they are, standard output ("-") too. */
typedef struct cli_output cli_output;

/* Fails with DBT_E_IO where the place is a directory, may not be written, or is
 * being written by another process, and where something that no run can have left
 * has the temporary's name; err->file is path. */
cli_output *cli_output_open(const char *path, dbt_error *err);

/* Keeps in memory, until it is complete, what goes to standard output, a pipe or a
 * device: what was written there cannot be taken back. Other outputs need none of it. */
void cli_output_hold(cli_output *output);

/* For dbt_bvh_writer and buffers; the first failure is kept for cli_output_complete. */
dbt_sink cli_output_sink(cli_output *output);

/* Everything is on its way to the disk (on it, where sync): closes the file and
 * tells whether any write failed. */
DBT_CHECK bool cli_output_complete(cli_output *output, bool sync, dbt_error *err);

/* Fills err with the reason, where a write failed; NULL is fine. */
void cli_output_explain(const cli_output *output, dbt_error *err);

/* Puts a completed file in its place. */
DBT_CHECK bool cli_output_commit(cli_output *output, dbt_error *err);

/* A whole file in one go: opened, written, completed, committed. */
DBT_CHECK bool cli_output_write(const char *path, const char *bytes, size_t size, bool sync,
                                dbt_error *err);

/* Frees the output; what was not committed is removed. NULL is fine. */
void cli_output_free(cli_output *output);

/* Removes a temporary that an earlier run left beside the place of path, unless
 * another process is writing it. */
void cli_output_remove_stale(const char *path);

/* Whether path has the form of a temporary's name, which no output may have. */
bool cli_is_temporary_name(const char *path);

cli_file_id cli_file_id_of(const char *path);

/* What is lost when path is written: the file that is there, and one that has the
 * name of its temporary. */
enum { CLI_N_REPLACED = 2 };
void cli_find_replaced(const char *path, cli_file_id replaced[CLI_N_REPLACED]);

bool cli_is_replaced(const cli_file_id replaced[CLI_N_REPLACED], const cli_input *input);

/* Whether that input is lost when path is written. */
bool cli_is_same_file(const char *path, const cli_input *input);

/* Where a file of that name is or will be, without links in the way, into
 * resolved[PATH_MAX]; false where its folder cannot be found. */
bool cli_resolve(const char *path, char *resolved);

/* Whether two outputs would be one file. */
bool cli_is_same_place(const char *a, const char *b);

/* Opens what is closed of the standard streams, so that no file takes its number
 * and is written to by mistake; using such a stream still fails. */
void cli_fill_standard_streams(void);

/* Removes all temporaries; async-signal-safe. */
void cli_remove_temporaries(void);

/* Removes the temporaries, then dies of the signal; a file size limit is made a
 * failing write instead of a signal. To be called once, first. */
void cli_install_signal_handlers(void);

#endif

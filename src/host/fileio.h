/* Files as the command line uses them: read whole, written whole or not at all. */
#ifndef DBT_HOST_FILEIO_H
#define DBT_HOST_FILEIO_H

#include "base/error.h"
#include "base/sink.h"
#include "host/place.h"

#include <time.h>

/* What changes when a file does. */
typedef struct dbt_file_version {
    long long size;
    struct timespec modified, changed;
} dbt_file_version;

/* The bytes of a file: mapped where it is a regular one, else read. */
typedef struct dbt_input {
    const char *path; /* borrowed */
    const char *bytes;
    size_t size;
    bool mapped;
    dbt_file_id id;
    dbt_file_version version; /* when it was opened */
} dbt_input;

/* Reads a file, or standard input for "-"; no output replaces it until it is released.
 * The file may change while its bytes are used: dbt_input_check fails then. Fails with
 * DBT_E_IO or DBT_E_MEMORY. */
DBT_CHECK bool dbt_input_read(const char *path, dbt_input *input, dbt_error *err);

/* The same, never mapped: bytes that stay as they are, of a file that did not change
 * while it was read. For readers that rely on a second look at what they saw before. */
DBT_CHECK bool dbt_input_copy(const char *path, dbt_input *input, dbt_error *err);

/* Fails with DBT_E_IO where the file of that name is no longer what was opened. To be
 * called when the bytes were read, and again before an output made of them counts. */
DBT_CHECK bool dbt_input_check(const dbt_input *input, dbt_error *err);

void dbt_input_release(dbt_input *input);

/* A file being written under a temporary name beside its place. Devices and pipes
 * are written as they are, standard output ("-") too. */
typedef struct dbt_output dbt_output;

/* Fails with DBT_E_IO where the place is a directory, may not be written, is being
 * written by another process or fails dbt_output_check, and where something that no
 * run can have left has the temporary's name; err->file is path. */
dbt_output *dbt_output_open(const char *path, dbt_error *err);

/* Keeps in memory, until it is complete, what goes to standard output, a pipe or a
 * device: what was written there cannot be taken back. Other outputs need none of it. */
void dbt_output_hold(dbt_output *output);

/* For dbt_bvh_writer and buffers; the first failure is kept for dbt_output_complete. */
dbt_sink dbt_output_sink(dbt_output *output);

/* Everything is on its way to the disk (on it, where sync): closes the file and
 * returns whether all writes succeeded. */
DBT_CHECK bool dbt_output_complete(dbt_output *output, bool sync, dbt_error *err);

/* Fills err with the reason, where a write failed; NULL is fine. */
void dbt_output_explain(const dbt_output *output, dbt_error *err);

/* Puts a completed file in its place, unless that has become an input's. */
DBT_CHECK bool dbt_output_commit(dbt_output *output, dbt_error *err);

/* A whole file in one go: opened, written, completed, committed. */
DBT_CHECK bool dbt_output_write(const char *path, const char *bytes, size_t size, bool sync,
                                dbt_error *err);

/* Frees the output; what was not committed is removed. NULL is fine. */
void dbt_output_free(dbt_output *output);

/* Removes a temporary that an earlier run left beside the place of path, unless
 * another process is writing it. */
void dbt_output_remove_stale(const char *path);

/* Whether path has the form of a temporary's name, which no output may have. */
bool dbt_is_temporary_name(const char *path);

/* What is lost when path is written: the file that is there, and one that has the
 * name of its temporary. */
enum { DBT_N_REPLACED = 2 };
void dbt_find_replaced(const char *path, dbt_file_id replaced[DBT_N_REPLACED]);

/* Fails where one of these is an input, or was written by this process. */
DBT_CHECK bool dbt_output_check(const char *path, dbt_error *err);

/* Opens what is closed of the standard streams, so that no file takes its number
 * and is written to by mistake; using such a stream still fails. */
void dbt_fill_standard_streams(void);

/* Makes the folders above a path, as far as they are missing; sync: they are on the disk then.
 * Fails with DBT_E_IO or DBT_E_MEMORY. */
DBT_CHECK bool dbt_make_folders(const char *path, bool sync, dbt_error *err);

/* Has the names in the folder of a path on the disk; false with errno. A file system that cannot
 * do that for folders is no failure. */
DBT_CHECK bool dbt_sync_folder(const char *path);

/* As the process ends: removes all temporaries, and lets no thread make another or report that
 * its own is gone; async-signal-safe. */
void dbt_remove_temporaries(void);

/* Removes the temporaries, then dies of the signal; a file size limit is made a
 * failing write instead of a signal. To be called once, first. */
void dbt_install_signal_handlers(void);

#endif

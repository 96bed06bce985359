/* What differs between operating systems: files, folders, locks, the terminal, requests to end. No
 * layer above calls the system itself, but for threads and standard C. Paths and texts are UTF-8,
 * with '/' between folders. From any thread, unless said otherwise. */
#ifndef DBT_SYSTEM_SYSTEM_H
#define DBT_SYSTEM_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

/* ---- reasons ---- */

/* Why a call failed; 0: it succeeded. From DBT_R_OTHER on: the system's number plus that. */
typedef int dbt_reason;
enum {
    DBT_R_MISSING = 1, /* nothing has that name */
    DBT_R_NO_FOLDER,   /* a file is named as if it were a folder */
    DBT_R_LOOP,        /* links lead in a circle */
    DBT_R_EXISTS,      /* something has that name already */
    DBT_R_IS_FOLDER,
    DBT_R_TOO_LARGE,
    DBT_R_TOO_MANY, /* open files */
    DBT_R_STOPPED,  /* a request to stop came first */
    DBT_R_OTHER = 1000
};

/* The reason for messages: "No such file or directory". */
const char *dbt_reason_text(dbt_reason reason);

/* The reason of a number of the system, as errno is on POSIX. */
dbt_reason dbt_reason_of(int number);

/* ---- files ---- */

/* An open file. */
typedef long long dbt_file;
enum { DBT_NO_FILE = -1 };

enum { DBT_PATH_SIZE = 4096 }; /* of a path, with its NUL */

/* Seconds since 1970 and nanoseconds. */
typedef struct dbt_file_time {
    long long seconds;
    long nanoseconds;
} dbt_file_time;

typedef enum dbt_file_kind {
    DBT_FILE_REGULAR,
    DBT_FILE_FOLDER,
    DBT_FILE_LINK,
    DBT_FILE_CHARACTERS, /* a terminal or another device of characters */
    DBT_FILE_OTHER       /* a pipe, a device of blocks, a socket */
} dbt_file_kind;

typedef struct dbt_file_status {
    dbt_file_kind kind;
    unsigned long long device, inode; /* the same for all names of the file */
    long long size;                   /* bytes */
    dbt_file_time modified, changed;  /* changed: also its rights or names */
} dbt_file_status;

/* Status of what a path leads to; of the link itself, if the path names one; of an open file. */
dbt_reason dbt_status_of(const char *path, dbt_file_status *status);
dbt_reason dbt_status_of_link(const char *path, dbt_file_status *status);
dbt_reason dbt_status_of_open(dbt_file file, dbt_file_status *status);

/* What a file is opened for. No one waits for the other end of a pipe. */
typedef enum dbt_open_mode {
    DBT_OPEN_READ,
    DBT_OPEN_WRITE,   /* something that exists: a device or a pipe */
    DBT_OPEN_STALE,   /* to lock what exists; fails if it is a link */
    DBT_OPEN_NEW,     /* to write; fails if the name exists */
    DBT_OPEN_PRIVATE, /* as new; nobody else may open it */
    DBT_OPEN_APPEND,  /* to read and append; made if missing */
} dbt_open_mode;

/* Sets *file to DBT_NO_FILE if it fails. A child process does not inherit the file. */
dbt_reason dbt_open(const char *path, dbt_open_mode mode, dbt_file *file);
dbt_reason dbt_close(dbt_file file);

/* *got is 0 at the end of the file. */
dbt_reason dbt_read(dbt_file file, void *bytes, size_t n, size_t *got);
dbt_reason dbt_write(dbt_file file, const void *bytes, size_t n);
dbt_reason dbt_truncate(dbt_file file, long long size);

/* Waits up to ms milliseconds for bytes, or the end, of a pipe or terminal. True if a read would
 * not wait. */
bool dbt_has_bytes(dbt_file file, int ms);

/* Writes to the disk: a file's bytes; the names in a folder, on file systems that can. */
dbt_reason dbt_sync(dbt_file file);
dbt_reason dbt_sync_names(const char *folder);

/* Reports writes that fail late. The file stays open. */
dbt_reason dbt_check_written(dbt_file file);

/* Locks the file until it is closed. False: another process has locked it. True also where the file
 * system has no locks. */
bool dbt_lock(dbt_file file);

/* Gives the new, empty file the rights of the file `replaced`, or fewer: nobody may do more with it
 * than with that one. */
dbt_reason dbt_copy_rights(dbt_file file, const char *replaced);

/* Fails where the process may not write the file. */
dbt_reason dbt_may_write(const char *path);

/* Renames a file, replacing another one at once. The open file is the one at `from`. */
dbt_reason dbt_replace(dbt_file file, const char *from, const char *to);

/* Async-signal-safe. */
dbt_reason dbt_remove(const char *path);

dbt_reason dbt_make_folder(const char *path);

/* Calls entry for each name in a folder, but "." and "..", until it returns false. */
dbt_reason dbt_list_folder(const char *path, bool (*entry)(void *context, const char *name),
                           void *context);

/* Writes the absolute path without links, '.' and '..' into resolved[DBT_PATH_SIZE]. */
dbt_reason dbt_real_path(const char *path, char *resolved);

/* ---- names ---- */

/* Makes '/' of what else separates folders in a path that a user or a file gives. */
void dbt_use_slashes(char *path);

/* Bytes of the beginning of a path that leads to the same folder from everywhere: 1 for "/x"; 0: it
 * starts from the current folder. */
size_t dbt_root_size(const char *path);

/* Makes names in name[DBT_PATH_SIZE] equal where the system takes them for one, as those that
 * differ in upper and lower case alone. */
void dbt_fold_name(char *name);

/* ---- standard streams ---- */

typedef enum dbt_stream { DBT_STDIN, DBT_STDOUT, DBT_STDERR } dbt_stream;

dbt_file dbt_standard(dbt_stream stream);
bool dbt_is_terminal(dbt_file file);

/* Columns of a terminal; 0: unknown, or no terminal. */
int dbt_terminal_width(dbt_file file);

/* Opens a page of the manual, by its name and section, for the user to read. Returns only if there
 * is none: the begin of a sentence that says what has none, such as "'man' finds". */
const char *dbt_open_manual(const char *page, int section);

/* ---- the process ---- */

/* Call it first in main. Arguments become UTF-8. No output gets the number of a standard stream
 * that is closed. */
void dbt_process_begin(int *argc, char ***argv);

/* Whether the shell expands patterns in arguments before the process sees them. */
bool dbt_shell_expands(void);

/* What shells take for the quote of a word. */
char dbt_shell_quote(void);

/* Before the process ends by Ctrl-C, termination, hang-up or a closed pipe, before_end is called;
 * the status is the system's for that request. One that the process was started to ignore stays
 * ignored. A file that grows over a limit makes a write fail instead. before_end must be
 * async-signal-safe. */
void dbt_on_end(void (*before_end)(void));

/* The next Ctrl-C or termination only calls stop, with its number, which is not 0; the one after it
 * ends the process. stop must be async-signal-safe; NULL: end the process again. */
void dbt_on_stop(void (*stop)(int number));

/* Ends the process as that request would have: a shell sees the status 128 and the number. */
void dbt_end_by(int number);

/* Runs work; requests to end the process wait until it returns. */
void dbt_run_undisturbed(void (*work)(void *context), void *context);

/* A number that no other running process has. */
unsigned long long dbt_process_number(void);

/* Processors that this process may use, at least 1. */
int dbt_n_processors(void);

/* Returns freed memory to the system, if it can. */
void dbt_return_memory(void);

/* ---- time ---- */

/* Seconds of a clock that never jumps. */
double dbt_seconds(void);

/* The time now, of the clock of files' times. */
dbt_file_time dbt_now(void);

/* Async-signal-safe. */
void dbt_sleep(double seconds);

#endif

/* The interface to the operating system: files, folders, locks, the terminal, requests to end.
 * Other folders call the system through it only, except threads and standard C. Paths and texts
 * are UTF-8, with '/' between folders. From any thread, unless a comment says otherwise.
 *
 * The folder system knows the calls of each operating system. It does not know dbtool's inputs,
 * outputs and messages. */
#ifndef DBT_SYSTEM_SYSTEM_H
#define DBT_SYSTEM_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

/* ---- reasons ---- */

/* The result of a call: 0 on success, else the reason of the failure. From DBT_R_OTHER on:
 * DBT_R_OTHER plus the system's number. */
typedef int dbt_reason;
enum {
    DBT_R_MISSING = 1, /* no file has the name */
    DBT_R_NO_FOLDER,   /* a file is used as a folder */
    DBT_R_LOOP,        /* a cycle of links */
    DBT_R_EXISTS,      /* the name exists */
    DBT_R_IS_FOLDER,
    DBT_R_TOO_LARGE,
    DBT_R_TOO_MANY, /* open files */
    DBT_R_STOPPED,  /* interrupted by a request to stop */
    DBT_R_OTHER = 1000
};

/* Returns the text of a reason, not 0, for messages, such as "No such file or directory". A number
 * that the system does not know is in the text. Never NULL. Valid until the thread's next call. */
const char *dbt_reason_text(dbt_reason reason);

/* Returns the reason of a system's error number: errno on POSIX, GetLastError() on Windows. */
dbt_reason dbt_reason_of(int number);

/* ---- files ---- */

/* An open file. Close with dbt_close. */
typedef long long dbt_file;
enum { DBT_NO_FILE = -1 };

/* Maximum size of a path with its NUL, bytes. */
enum { DBT_PATH_SIZE = 4096 };

/* A time of a file: seconds since 1970, and nanoseconds. */
typedef struct dbt_file_time {
    long long seconds;
    long nanoseconds;
} dbt_file_time;

/* The kind of a file. */
typedef enum dbt_file_kind {
    DBT_FILE_OTHER, /* a pipe, a block device, a socket */
    DBT_FILE_REGULAR,
    DBT_FILE_FOLDER,
    DBT_FILE_LINK,
    DBT_FILE_CHARACTERS, /* a character device, such as a terminal */
} dbt_file_kind;

/* The status of a file. Zeroed: of no regular file. */
typedef struct dbt_file_status {
    dbt_file_kind kind;
    unsigned long long device, inode; /* identify the file, independent of its name */
    long long size;                   /* bytes */
    dbt_file_time modified, changed;  /* modified: contents; changed: also rights or names */
} dbt_file_status;

/* Read the status of the file that a path leads to; of a link itself, if the path names one; or of
 * an open file. A dangling link: dbt_status_of returns DBT_R_MISSING. On failure *status is
 * unchanged, or its kind is DBT_FILE_OTHER. */
dbt_reason dbt_status_of(const char *path, dbt_file_status *status);
dbt_reason dbt_status_of_link(const char *path, dbt_file_status *status);
dbt_reason dbt_status_of_open(dbt_file file, dbt_file_status *status);

/* The purpose of opening a file. Only DBT_OPEN_WRITE waits for the other end of a pipe. */
typedef enum dbt_open_mode {
    DBT_OPEN_READ,
    DBT_OPEN_WRITE,   /* an existing device or pipe */
    DBT_OPEN_STALE,   /* an existing file, to lock it; fails at a link, on Windows opens the link
                         itself */
    DBT_OPEN_NEW,     /* a new file, to write; fails with DBT_R_EXISTS if the name exists */
    DBT_OPEN_PRIVATE, /* as DBT_OPEN_NEW; no other user may open it; on Windows the folder's rights
                         decide, as for DBT_OPEN_NEW */
    DBT_OPEN_APPEND,  /* to read, then append; created if missing. On Windows dbt_write writes at
                         the current position: first read to the end */
} dbt_open_mode;

/* Opens or closes a file (dbt_open with DBT_OPEN_READ: or a folder). A child process does not
 * inherit it. *file: DBT_NO_FILE on failure. */
dbt_reason dbt_open(const char *path, dbt_open_mode mode, dbt_file *file);
dbt_reason dbt_close(dbt_file file);

/* Read up to n bytes, write all n bytes, or set the size. *got: bytes read; 0 at the end of the
 * file and on failure. After a failed dbt_write some bytes may be written; it is async-signal-safe.
 * Writing to a closed pipe ends the process once dbt_on_end was called. */
dbt_reason dbt_read(dbt_file file, void *bytes, size_t n, size_t *got);
dbt_reason dbt_write(dbt_file file, const void *bytes, size_t n);
dbt_reason dbt_truncate(dbt_file file, long long size);

/* Waits up to `ms` milliseconds for bytes, or the end, of a pipe or terminal. Returns whether
 * dbt_read would return at once; false, too, if a signal interrupts. On Windows: true at once for
 * all but an empty pipe; for this, false after the full time. */
bool dbt_has_bytes(dbt_file file, int ms);

/* Sync to the disk: the bytes of a file; or the names in a folder, on file systems that can
 * (elsewhere, as on Windows, does nothing and returns 0). */
dbt_reason dbt_sync(dbt_file file);
dbt_reason dbt_sync_names(const char *folder);

/* Reports failures of earlier writes, as close() would. The file stays open. */
dbt_reason dbt_check_written(dbt_file file);

/* Locks a file until it is closed, without waiting. Returns false if another process has locked it;
 * true if the file system lacks locks. */
bool dbt_lock(dbt_file file);

/* Sets the rights of a new, empty file to those of `replaced`, or fewer: nobody may do more with
 * `file` than with `replaced`. DBT_R_MISSING: `replaced` is not a regular file. After a failure
 * owner and group may have changed: remove the file. Does nothing on Windows. */
dbt_reason dbt_copy_rights(dbt_file file, const char *replaced);

/* Fails if the process must not write the file, or if it is missing. On Windows only the read-only
 * attribute counts. */
dbt_reason dbt_may_write(const char *path);

/* Renames a file atomically, and replaces `to` if it exists. file: the open file `from`, which
 * stays open. A failure changes nothing. */
dbt_reason dbt_replace(dbt_file file, const char *from, const char *to);

/* Removes a file. Async-signal-safe. */
dbt_reason dbt_remove(const char *path);

/* Creates a folder, whose parent exists. Fails with DBT_R_EXISTS if the name exists, also as a
 * file. */
dbt_reason dbt_make_folder(const char *path);

/* Calls entry(context, name) for each name in a folder, except "." and "..", in any order, until it
 * returns false, which is no failure. name: valid during the call. A failure may come after some
 * calls. */
dbt_reason dbt_list_folder(const char *path, bool (*entry)(void *context, const char *name),
                           void *context);

/* Writes the absolute path without links, '.' and '..' into resolved[DBT_PATH_SIZE]. Fails with
 * DBT_R_MISSING if a component is missing, or with another reason; resolved is then undefined. */
dbt_reason dbt_real_path(const char *path, char *resolved);

/* ---- names ---- */

/* Replaces other separators of folders by '/', in a path from a user or a file. */
void dbt_use_slashes(char *path);

/* Returns the size of the root in a path, bytes: 1 for "/x". 0: the path is relative to the current
 * folder. */
size_t dbt_root_size(const char *path);

/* Case folding: changes name[DBT_PATH_SIZE] so that names of one file are equal on systems that
 * ignore case. Leaves it unchanged on other systems, or if the result is too long. */
void dbt_fold_name(char *name);

/* ---- standard streams ---- */

/* A standard stream. */
typedef enum dbt_stream { DBT_STDIN, DBT_STDOUT, DBT_STDERR } dbt_stream;

/* The file of a standard stream. On Windows DBT_NO_FILE if the process lacks it. */
dbt_file dbt_standard(dbt_stream stream);

/* Writes what stdio has buffered for standard output. Fails if this or an earlier write of stdio
 * failed. */
dbt_reason dbt_flush_stdout(void);

/* Whether a file is a terminal. */
bool dbt_is_terminal(dbt_file file);

/* Returns the columns of a terminal; 0: unknown, or not a terminal. */
int dbt_terminal_width(dbt_file file);

/* Opens a page of the manual, such as "dbtool-bvh" of section 5, for the user, and ends the
 * process. Returns only if the page is missing or cannot be opened: the subject and verb of a
 * message that ends with "no page ...", such as "'man' finds". */
const char *dbt_open_manual(const char *page, int section);

/* ---- the process ---- */

/* Prepares the process. On Windows converts the arguments to UTF-8, makes the standard streams
 * binary and buffered (standard error, too), and prepares the console. On POSIX leaves the
 * arguments, fills closed standard streams, so that no file gets their numbers, and tunes malloc to
 * return freed memory. Call it first in main. */
void dbt_process_begin(int *argc, char ***argv);

/* Whether the shell expands patterns in arguments before the process sees them. */
bool dbt_shell_expands(void);

/* The character that quotes a word in the shell. */
char dbt_shell_quote(void);

/* Sets a callback for the end of the process by Ctrl-C, termination, hang-up or a closed pipe,
 * after which the process ends as by dbt_end_by. A request ignored at the start stays ignored. A
 * file beyond a size limit makes a write fail, and does not end the process. before_end:
 * async-signal-safe. */
void dbt_on_end(void (*before_end)(void));

/* Makes the next Ctrl-C or termination only call stop with its number, not 0; the one after it ends
 * the process. stop: async-signal-safe; may be NULL: every request ends the process again. */
void dbt_on_stop(void (*stop)(int number));

/* Ends the process as a request of this number would: with the status 128 + number in a shell. */
void dbt_end_by(int number);

/* Calls work(context), and defers requests to end the process until it returns. Only in this
 * thread: another one may receive them. */
void dbt_run_undisturbed(void (*work)(void *context), void *context);

/* Returns the process id, unique among running processes. */
unsigned long long dbt_process_number(void);

/* Returns the number of processors that this process may use, at least 1. */
int dbt_n_processors(void);

/* Returns freed memory to the system, if it can. */
void dbt_return_memory(void);

/* ---- time ---- */

/* Returns the seconds of a monotonic clock. */
double dbt_seconds(void);

/* Returns the current time of the clock of file times. */
dbt_file_time dbt_now(void);

/* Sleeps; a signal may end it early. Async-signal-safe. */
void dbt_sleep(double seconds);

#endif

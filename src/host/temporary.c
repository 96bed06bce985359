#include "host/temporary.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/text.h"
#include "host/file_identity.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static const char temporary_end[] = ".dbtool-tmp";

bool dbt_is_temporary_name(const char *path)
{
    const char *base = dbt_file_name(path);
    const size_t n = strlen(base), n_end = sizeof temporary_end - 1;
    return base[0] == '.' && n > n_end && strcmp(base + n - n_end, temporary_end) == 0;
}

/* Cuts long names, and appends a hash to make them unique. */
char *dbt_temporary_name(const char *target)
{
    const char *base = dbt_file_name(target);
    const int folder = (int)(base - target);
    char hash[17] = "";
    if (strlen(base) > 200)
        snprintf(hash, sizeof hash, "%016llx",
                 (unsigned long long)dbt_digest_of(base, strlen(base)));
    const size_t size = strlen(target) + 40;
    char *name = dbt_alloc_array(size, 1);
    snprintf(name, size, "%.*s.%.200s%s%s", folder, target, base, hash, temporary_end);
    return name;
}

/* The names of existing temporary files; NULL: a free entry. A signal handler may read the list at
 * any time. */
enum { MAX_TEMPORARIES = 256 };
static _Atomic(char *) temporaries[MAX_TEMPORARIES];

/* dying: the process is ending, and creates no more temporary files. n_making: threads between
 * creating a file and listing it. A thread increments n_making before it reads `dying`;
 * dbt_remove_temporaries sets `dying` before it reads n_making. So at least one of them detects the
 * other. */
static atomic_bool dying;
static atomic_int n_making;

/* Adds a name to the list, which borrows it. Returns false if the list is full. */
static bool list_temporary(char *path)
{
    for (int i = 0; i < MAX_TEMPORARIES; i++) {
        char *none = NULL;
        if (atomic_compare_exchange_strong(&temporaries[i], &none, path))
            return true;
    }
    return false;
}

void dbt_forget_temporary(char *path)
{
    for (int i = 0; i < MAX_TEMPORARIES; i++) {
        char *expected = path;
        if (atomic_compare_exchange_strong(&temporaries[i], &expected, NULL))
            return;
    }
}

void dbt_remove_temporaries(void)
{
    atomic_store(&dying, true);
    for (int i = 0; i < 1000 && atomic_load(&n_making) > 0; i++)
        dbt_sleep(1e-3);
    for (int i = 0; i < MAX_TEMPORARIES; i++) {
        const char *path = atomic_load(&temporaries[i]);
        if (path)
            (void)dbt_remove(path);
    }
}

void dbt_wait_where_dying(void)
{
    while (atomic_load(&dying))
        dbt_sleep(1.0);
}

bool dbt_has_lost_name(dbt_file file, const char *path)
{
    dbt_file_status opened, named;
    if (dbt_status_of_open(file, &opened) != 0)
        return false;
    const dbt_reason why = dbt_status_of_link(path, &named);
    if (why)
        return why == DBT_R_MISSING;
    return opened.inode != named.inode || opened.device != named.device;
}

/* Removes a stale temporary file: a regular file that no process has locked, and that this run
 * neither reads nor has written. Locks it first, and removes it only if the name is still the
 * locked file's, not that of another process's new file. Returns 0 if there is no file of this
 * name, or the stale file is gone; DBT_BUSY if another process is writing the file; else
 * DBT_R_EXISTS. */
static dbt_reason remove_stale(const char *path)
{
    dbt_file_status st;
    dbt_file file;
    dbt_reason why = dbt_status_of_link(path, &st);
    if (why)
        return why == DBT_R_MISSING ? 0 : DBT_R_EXISTS;
    if (st.kind != DBT_FILE_REGULAR)
        return DBT_R_EXISTS;
    why = dbt_open(path, DBT_OPEN_STALE, &file);
    if (why)
        return why == DBT_R_MISSING ? 0 : DBT_R_EXISTS;
    const bool busy = !dbt_lock(file);
    const bool gone = !busy && dbt_status_of_open(file, &st) == 0 &&
                      !dbt_why_protected(dbt_file_id_from(&st)) &&
                      (dbt_has_lost_name(file, path) || dbt_remove(path) == 0);
    (void)dbt_close(file);
    return busy ? DBT_BUSY : gone ? 0 : DBT_R_EXISTS;
}

/* Arguments and results of make. */
typedef struct making {
    char *name;
    bool is_private;
    dbt_file file;
    dbt_reason why;
} making;

/* Creates a new file, m->name, and locks it; removes a stale file of that name. Sets m->file, which
 * the caller closes (DBT_NO_FILE on failure), and m->why. Never opens an existing file to write it,
 * which could have another owner, mode or other names. Tries again if another process removed the
 * file as stale before it was locked. After 100 tries: DBT_BUSY. */
static void open_temporary(making *m)
{
    enum { TRIES = 100 };
    for (int i = 0; i < TRIES; i++) {
        m->why = dbt_open(m->name, m->is_private ? DBT_OPEN_PRIVATE : DBT_OPEN_NEW, &m->file);
        if (!m->why && dbt_lock(m->file) && !dbt_has_lost_name(m->file, m->name))
            return;
        if (!m->why)
            (void)dbt_close(m->file);
        m->file = DBT_NO_FILE;
        if (m->why == DBT_R_EXISTS)
            m->why = remove_stale(m->name);
        if (m->why)
            return;
    }
    m->why = DBT_BUSY;
}

/* Creates the file (open_temporary) and lists its name, which the list borrows, without a signal
 * between them. So the list contains exactly the temporary files of this process. context: a
 * making. Fails with DBT_R_TOO_MANY, without a file, if the list is full. Blocks forever if the
 * process is ending. */
static void make(void *context)
{
    making *m = context;
    atomic_fetch_add(&n_making, 1);
    if (atomic_load(&dying)) {
        atomic_fetch_sub(&n_making, 1);
        dbt_wait_where_dying();
    }
    open_temporary(m);
    if (!m->why && !list_temporary(m->name)) {
        (void)dbt_remove(m->name);
        (void)dbt_close(m->file);
        m->file = DBT_NO_FILE;
        m->why = DBT_R_TOO_MANY;
    }
    atomic_fetch_sub(&n_making, 1);
}

dbt_reason dbt_make_temporary(char *name, bool is_private, dbt_file *file)
{
    making m = { .name = name, .is_private = is_private, .file = DBT_NO_FILE };
    dbt_run_undisturbed(make, &m);
    *file = m.file;
    return m.why;
}

void dbt_remove_stale_temporary(const char *path)
{
    char resolved[DBT_PATH_SIZE];
    char *name = dbt_temporary_name(dbt_resolve(path, resolved) ? resolved : path);
    (void)remove_stale(name);
    dbt_free(name);
}

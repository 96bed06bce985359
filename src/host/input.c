#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "host/input.h"

#include "base/mem.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

const char *dbt_input_name(const char *path)
{
    return dbt_is_dash(path) ? "standard input" : path;
}

static bool fail_io(dbt_error *err, const char *path, const char *what, int number)
{
    return dbt_fail_at(err, DBT_E_IO, dbt_input_name(path), 0, 0, "%s: %s", what, strerror(number));
}

static dbt_file_version version_of(const struct stat *st)
{
    return (dbt_file_version){ st->st_size, st->st_mtim, st->st_ctim };
}

static bool is_same_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/* Does not compare the inode: some file systems change it at each look. Two changes within one tick
 * of the file system's clock (some milliseconds) count as one. */
static bool is_version(dbt_file_version version, const struct stat *st)
{
    const dbt_file_version now = version_of(st);
    return now.size == version.size && is_same_time(now.modified, version.modified) &&
           is_same_time(now.changed, version.changed);
}

/* Where files are mapped, so that a signal handler can name the one that shrank. Files beyond
 * MAX_MAPPINGS are not named. */
enum { MAX_MAPPINGS = 1024, TAKEN = 1 };
static struct mapping {
    atomic_uintptr_t begin; /* 0: free; TAKEN: being filled in */
    size_t size;
    char path[256];
} mappings[MAX_MAPPINGS];

/* The size of a mapping: whole pages, and one page of zeros after them. */
static size_t mapped_size(size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE); /* async-signal-safe */
    return (size + page - 1) / page * page + page;
}

static void note_mapping(const char *path, const dbt_input *input)
{
    for (int i = 0; i < MAX_MAPPINGS; i++) {
        uintptr_t none = 0;
        if (!atomic_compare_exchange_strong(&mappings[i].begin, &none, TAKEN))
            continue;
        mappings[i].size = input->size;
        snprintf(mappings[i].path, sizeof mappings[i].path, "%s", dbt_input_name(path));
        dbt_defuse(mappings[i].path);
        atomic_store(&mappings[i].begin, (uintptr_t)input->bytes);
        return;
    }
}

static void forget_mapping(const dbt_input *input)
{
    for (int i = 0; i < MAX_MAPPINGS; i++) {
        uintptr_t begin = (uintptr_t)input->bytes;
        if (atomic_compare_exchange_strong(&mappings[i].begin, &begin, 0))
            return;
    }
}

const char *dbt_mapped_path(const void *address)
{
    for (int i = 0; i < MAX_MAPPINGS; i++) {
        const uintptr_t begin = atomic_load(&mappings[i].begin);
        if (begin > TAKEN && (uintptr_t)address >= begin &&
            (uintptr_t)address - begin < mapped_size(mappings[i].size))
            return mappings[i].path;
    }
    return NULL;
}

static bool read_stream(int fd, dbt_input *input, dbt_error *err)
{
    char *bytes = NULL;
    size_t size = 0, capacity = 0;
    for (;;) {
        if (size == capacity) {
            const size_t grown = capacity + capacity / 2 + (1 << 16);
            char *more = dbt_resize_array(bytes, grown, 1);
            if (!more) {
                dbt_free(bytes);
                return dbt_fail_memory(err);
            }
            bytes = more;
            capacity = grown;
        }
        const ssize_t n = read(fd, bytes + size, capacity - size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            dbt_free(bytes);
            return fail_io(err, input->path, "cannot read", errno);
        }
        if (n == 0)
            break;
        size += (size_t)n;
    }
    input->bytes = bytes;
    input->size = size;
    return true;
}

/* Another program may write to a mapped file while dbtool reads it. Then:
 *
 * - The clip reader relies on ends that it has found before (the last line end) instead of
 *   counting bytes. If such an end has gone, the page of zeros after the file stops the
 *   reader. It never reads other memory, and never writes more values than it made room for.
 * - A file that shrinks leaves pages without bytes. Reading one raises SIGBUS, and the handler
 *   says why the process ends.
 * - The values may mix old and new bytes. dbt_input_check then fails, after the reading and
 *   before an output made from the file takes its place.
 * - JSON and models are read into memory instead (dbt_input_copy), because cJSON measures a
 *   string before it copies it. */
static const char *map_file(int fd, size_t size)
{
    const size_t whole = mapped_size(size);
    char *begin = mmap(NULL, whole, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (begin == MAP_FAILED)
        return NULL;
    if (mmap(begin, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd, 0) != MAP_FAILED)
        return begin;
    munmap(begin, whole);
    return NULL;
}

static bool read_open_file(int fd, dbt_input *input, bool may_map, dbt_error *err)
{
    const char *path = input->path;
    struct stat st;
    if (fstat(fd, &st) != 0)
        return fail_io(err, path, "cannot read", errno);
    if (S_ISDIR(st.st_mode))
        return fail_io(err, path, "cannot read", EISDIR);
    if (S_ISREG(st.st_mode) &&
        (uintmax_t)st.st_size > PTRDIFF_MAX) /* the size would not fit 32 bits */
        return fail_io(err, path, "cannot read", EFBIG);
    if (may_map && S_ISREG(st.st_mode) && st.st_size > 0)
        input->bytes = map_file(fd, (size_t)st.st_size);
    if (input->bytes) {
        input->size = (size_t)st.st_size;
        input->mapped = true;
        note_mapping(path, input);
    } else if (!read_stream(fd, input, err))
        return false;
    input->id = dbt_file_id_from(&st);
    input->version = version_of(&st);
    dbt_protect(input->id);
    return true;
}

static bool read_input(const char *path, dbt_input *input, bool may_map, dbt_error *err)
{
    static bool stdin_is_taken;
    *input = (dbt_input){ .path = path };
    if (dbt_is_dash(path)) {
        if (stdin_is_taken)
            return dbt_fail(err, DBT_E_IO, "standard input can be only one of the inputs");
        stdin_is_taken = true;
        return read_open_file(STDIN_FILENO, input, may_map, err);
    }
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fail_io(err, path, "cannot open", errno);
    const bool ok = read_open_file(fd, input, may_map, err);
    close(fd);
    return ok;
}

bool dbt_input_read(const char *path, dbt_input *input, dbt_error *err)
{
    return read_input(path, input, true, err);
}

bool dbt_input_copy(const char *path, dbt_input *input, dbt_error *err)
{
    if (!read_input(path, input, false, err))
        return false;
    if (dbt_input_check(input, err))
        return true;
    dbt_input_release(input);
    return false;
}

bool dbt_input_check(const dbt_input *input, dbt_error *err)
{
    struct stat st;
    if (input->id.inode == 0) /* not a regular file: its bytes were copied */
        return true;
    const bool is_stdin = dbt_is_dash(input->path);
    if ((is_stdin ? fstat(STDIN_FILENO, &st) : stat(input->path, &st)) != 0)
        return fail_io(err, input->path, "cannot read", errno);
    return is_version(input->version, &st) ||
           dbt_fail_at(err, DBT_E_IO, dbt_input_name(input->path), 0, 0,
                       "the file changed while it was being used");
}

void dbt_input_release(dbt_input *input)
{
    dbt_unprotect(input->id);
    if (input->mapped)
        forget_mapping(
            input); /* before munmap: another thread may get the same address right after it */
    if (input->mapped)
        munmap((void *)(uintptr_t)input->bytes, mapped_size(input->size));
    else
        dbt_free((void *)(uintptr_t)input->bytes);
    *input = (dbt_input){ 0 };
}

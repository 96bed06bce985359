#define _XOPEN_SOURCE 700 /* pread */
#include "run/clip_index.h"

#include "base/buffer.h"
#include "base/mem.h"
#include "base/min_max.h"
#include "base/table.h"
#include "base/version.h"
#include "host/output.h"
#include "host/progress.h"
#include "run/clip_record.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file begins with these words and the version of dbtool, filled up with NUL, and the hash of
 * both. An entry is a head and a record; the head ends with the hash of what is before. All numbers
 * have their least byte first. */
static const char magic[] = "dbtool clip index 1\n";
enum {
    MAGIC = sizeof magic - 1,
    FILE_HEAD = MAGIC + 12 + 8,
    ENTRY_HEAD = 64,
    HASH = 8,
    BLOCK = 1 << 18, /* bytes that are copied at once */
    PATIENCE = 60    /* seconds to wait in the end while another run writes */
};

/* New entries are written while more may follow. That happens once `least_interval` seconds, and
 * `interval_each` times what the last writing took, are over. It happens sooner if they have
 * MOST_ADDED bytes, and one in MOST_SHARE of the file's. */
static const double least_interval = 1.0, interval_each = 10.0;
enum { MOST_ADDED = 1 << 26, MOST_SHARE = 16 };

static_assert(sizeof DBT_VERSION <= 12, "the version has its place in the head");

typedef struct entry {
    dbt_index_key key;
    uint64_t place; /* the hash of the file's path */
    uint64_t at;    /* where its record begins in the file */
    uint64_t size, hash;
    bool is_damaged, is_found; /* is_found: a clip of this run is it */
} entry;

/* Entries by their keys. */
typedef struct entry_list {
    entry *entries; /* [n] */
    size_t n, room;
    dbt_table table;
} entry_list;

struct dbt_clip_index {
    const char *path;
    int fd;               /* -1: there is no file */
    uint64_t size;        /* of the file */
    entry_list kept;      /* in the file */
    pthread_mutex_t lock; /* guards all below, and the entries' is_damaged and is_found */
    const char *damage;   /* what is wrong with the file at first; NULL: nothing */
    size_t n_before;      /* entries that it had */
    size_t n_damaged;     /* entries whose record is damaged */
    entry_list added;     /* not yet written */
    dbt_buffer bytes;     /* their heads and records */
    uint64_t *places;     /* [n_places]: of the added clips, of which several may be one entry */
    size_t n_places, places_room;
    size_t n_written;         /* entries that this run has added to the file */
    double written_at, took;  /* when the file was last written, and how long that took, seconds */
    bool failed, is_complete; /* nothing more is added: because of this error; after the commit */
    dbt_error error;
};

/* ---- reading ---- */

/* Reads n bytes; false where the file ends before, or cannot be read. */
static bool read_at(const dbt_clip_index *index, uint64_t at, char *bytes, size_t n)
{
    while (n > 0) {
        const ssize_t size = pread(index->fd, bytes, n, (off_t)at);
        if (size < 0 && errno == EINTR)
            continue;
        if (size <= 0)
            return false;
        bytes += size;
        at += (uint64_t)size;
        n -= (size_t)size;
    }
    return true;
}

static bool has_hash(const char *head, size_t n)
{
    return dbt_record_number(head + n - HASH, HASH) == dbt_digest_of(head, n - HASH);
}

static uint32_t hash_key(const dbt_index_key *key)
{
    const uint64_t parts[] = { key->size, key->hash, dbt_record_bits(key->assume_fps),
                               key->lenient };
    return (uint32_t)dbt_hash((const char *)parts, sizeof parts);
}

static entry *find(const entry_list *list, const dbt_index_key *key)
{
    const uint32_t hash = hash_key(key);
    size_t at = hash;
    for (uint32_t item; (item = dbt_table_next(&list->table, hash, &at)) > 0;) {
        entry *e = &list->entries[item - 1];
        if (e->key.size == key->size && e->key.hash == key->hash &&
            dbt_record_bits(e->key.assume_fps) == dbt_record_bits(key->assume_fps) &&
            e->key.lenient == key->lenient)
            return e;
    }
    return NULL;
}

static bool add_entry(entry_list *list, const entry *e)
{
    dbt_make_room(&list->entries, list->n, 1, &list->room, sizeof *e);
    list->entries[list->n++] = *e;
    return dbt_table_add(&list->table, hash_key(&e->key), (uint32_t)list->n);
}

static void release_entries(entry_list *list)
{
    dbt_free(list->entries);
    dbt_table_release(&list->table);
    *list = (entry_list){ .n = 0 };
}

static entry read_head(const char *head)
{
    return (entry){ .size = dbt_record_number(head, 8),
                    .hash = dbt_record_number(head + 8, 8),
                    .key = { .size = dbt_record_number(head + 16, 8),
                             .hash = dbt_record_number(head + 24, 8),
                             .assume_fps = dbt_record_value(dbt_record_number(head + 32, 8)),
                             .lenient = head[40] != 0 },
                    .place = dbt_record_number(head + 48, 8) };
}

/* Lists the entries. Behind a damaged head nothing can be found. Fails only for lack of memory. */
static bool list_entries(dbt_clip_index *index, uint64_t size)
{
    char head[ENTRY_HEAD];
    uint64_t at = FILE_HEAD;
    while (!index->damage && at < size) {
        if (size - at < ENTRY_HEAD || !read_at(index, at, head, sizeof head)) {
            index->damage = "it ends too early";
            break;
        }
        entry e = read_head(head);
        e.at = at + ENTRY_HEAD;
        if (!has_hash(head, sizeof head) || index->kept.n >= UINT32_MAX - 1)
            index->damage = "an entry is damaged";
        else if (e.size > size - e.at)
            index->damage = "it ends too early";
        else if (!find(&index->kept, &e.key) && !add_entry(&index->kept, &e))
            return false;
        else
            at = e.at + e.size;
    }
    return true;
}

static void put_file_head(char head[FILE_HEAD])
{
    memset(head, 0, FILE_HEAD);
    memcpy(head, magic, MAGIC);
    memcpy(head + MAGIC, DBT_VERSION, sizeof DBT_VERSION - 1);
    dbt_record_put_number(head + FILE_HEAD - HASH, dbt_digest_of(head, FILE_HEAD - HASH), HASH);
}

static bool fail_index(const dbt_clip_index *index, const char *why, dbt_error *err)
{
    return dbt_fail_at(err, DBT_E_IO, index->path, 0, 0, "%s", why);
}

/* Takes an empty file as a new index. A file that does not begin as an index does may be dear to
 * somebody: it is not replaced. */
static bool read_file(dbt_clip_index *index, dbt_error *err)
{
    enum { WORDS = MAGIC - 2 }; /* without the number of the format */
    struct stat st;
    char head[FILE_HEAD] = { 0 }, own[FILE_HEAD];
    if (fstat(index->fd, &st) != 0)
        return fail_index(index, strerror(errno), err);
    if (!S_ISREG(st.st_mode))
        return fail_index(index, "an index of clips must be a regular file", err);
    const uint64_t size = (uint64_t)st.st_size;
    const size_t n_head = size < FILE_HEAD ? (size_t)size : FILE_HEAD;
    if (!read_at(index, 0, head, n_head))
        return fail_index(index, "cannot read", err);
    put_file_head(own);
    if (memcmp(head, magic, dbt_min(n_head, WORDS)) != 0)
        return dbt_fail_at(err, DBT_E_FORMAT, index->path, 0, 0,
                           "not an index of clips: it is left as it is");
    if (size == 0)
        return true;
    if (memcmp(head, own, MAGIC) == 0 && has_hash(head, sizeof head) &&
        memcmp(head, own, sizeof head) != 0)
        index->damage = "another version of dbtool made it";
    else if (memcmp(head, own, sizeof head) != 0)
        index->damage = "its beginning is damaged";
    index->size = size;
    const bool ok = list_entries(index, size) || dbt_fail_memory(err);
    index->n_before = index->kept.n;
    return ok;
}

dbt_clip_index *dbt_clip_index_open(const char *path, dbt_error *err)
{
    dbt_clip_index *index = dbt_alloc_object(sizeof *index);
    if (!index)
        return NULL;
    *index = (dbt_clip_index){ .path = path, .fd = -1, .written_at = dbt_seconds() };
    pthread_mutex_init(&index->lock, NULL);
    index->fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (index->fd < 0 ? errno == ENOENT || fail_index(index, strerror(errno), err)
                      : read_file(index, err))
        return index;
    dbt_clip_index_close(index);
    return NULL;
}

bool dbt_clip_index_find(dbt_clip_index *index, const dbt_index_key *key, const char *file,
                         dbt_clip *clip, bool *found, dbt_error *err)
{
    dbt_error error = { .code = DBT_E_FORMAT };
    entry *e = find(&index->kept, key);
    *found = false;
    if (!e)
        return true;
    char *bytes = e->size < SIZE_MAX ? dbt_alloc_array((size_t)e->size, 1) : NULL;
    if (!bytes)
        return dbt_fail_memory(err);
    *found = read_at(index, e->at, bytes, (size_t)e->size) &&
             dbt_digest_of(bytes, (size_t)e->size) == e->hash &&
             dbt_clip_record_read(bytes, (size_t)e->size, (size_t)e->key.size, file, clip, &error);
    dbt_free(bytes);
    if (!*found && error.code == DBT_E_MEMORY)
        return dbt_fail_memory(err);
    pthread_mutex_lock(&index->lock);
    index->n_damaged += !*found && !e->is_damaged;
    e->is_damaged = e->is_damaged || !*found;
    e->is_found = true;
    pthread_mutex_unlock(&index->lock);
    return true;
}

/* ---- writing ---- */

static void write_head(const entry *e, char head[ENTRY_HEAD])
{
    const uint64_t numbers[] = {
        e->size,        e->hash, e->key.size, e->key.hash, dbt_record_bits(e->key.assume_fps),
        e->key.lenient, e->place
    };
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        dbt_record_put_number(head + 8 * k, numbers[k], 8);
    dbt_record_put_number(&head[ENTRY_HEAD - HASH], dbt_digest_of(head, ENTRY_HEAD - HASH), HASH);
}

static bool add_place(dbt_clip_index *index, uint64_t place)
{
    dbt_make_room(&index->places, index->n_places, 1, &index->places_room, sizeof place);
    index->places[index->n_places++] = place;
    return true;
}

/* Adds an entry with its record. */
static bool add_record(dbt_clip_index *index, const entry *e, const dbt_buffer *record,
                       dbt_error *err)
{
    char head[ENTRY_HEAD];
    write_head(e, head);
    dbt_buffer_add(&index->bytes, head, sizeof head);
    dbt_buffer_add(&index->bytes, record->bytes, record->size);
    return dbt_buffer_check(&index->bytes, err) &&
           (add_entry(&index->added, e) || dbt_fail_memory(err));
}

void dbt_clip_index_add(dbt_clip_index *index, const dbt_index_key *key, const char *place,
                        const dbt_clip *clip)
{
    dbt_buffer record = { 0 };
    dbt_clip_record_write(clip, &record);
    pthread_mutex_lock(&index->lock);
    const entry e = { .key = *key,
                      .place = dbt_digest_of(place, strlen(place)),
                      .size = record.size,
                      .hash = dbt_digest_of(record.bytes, record.size) };
    if (!index->failed && !index->is_complete)
        index->failed =
            !dbt_buffer_check(&record, &index->error) ||
            (!find(&index->added, key) && !add_record(index, &e, &record, &index->error)) ||
            !(add_place(index, e.place) || dbt_fail_memory(&index->error));
    pthread_mutex_unlock(&index->lock);
    dbt_buffer_release(&record);
}

static int by_place(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* Copies an entry of the old file. */
static bool copy_entry(const dbt_clip_index *index, const entry *e, char *block, dbt_output *output)
{
    write_head(e, block);
    dbt_output_add(output, block, ENTRY_HEAD);
    for (uint64_t done = 0; done < e->size;) {
        const uint64_t left = e->size - done;
        const size_t n = left < BLOCK ? (size_t)left : BLOCK;
        if (!read_at(index, e->at + done, block, n))
            return false;
        dbt_output_add(output, block, n);
        done += n;
    }
    return true;
}

/* Copies the old entries, but for those that are added anew, as they were damaged, and those whose
 * file has changed and that no other file of this run has. */
static bool copy_entries(dbt_clip_index *index, dbt_output *output, dbt_error *err)
{
    char *block = dbt_alloc_array(BLOCK, 1);
    bool ok = block || dbt_fail_memory(err);
    if (index->n_places > 0)
        qsort(index->places, index->n_places, sizeof *index->places, by_place);
    for (size_t k = 0; ok && k < index->kept.n; k++) {
        const entry *e = &index->kept.entries[k];
        const bool is_replaced =
            index->n_places > 0 && !e->is_found &&
            bsearch(&e->place, index->places, index->n_places, sizeof *index->places, by_place);
        if (!find(&index->added, &e->key) && !is_replaced)
            ok = copy_entry(index, e, block, output) || fail_index(index, "cannot read", err);
    }
    dbt_free(block);
    return ok;
}

/* Replaces what is known of the file by what is there now: another run may have added clips. */
static bool open_again(dbt_clip_index *index, dbt_error *err)
{
    dbt_clip_index *now = dbt_clip_index_open(index->path, err);
    if (!now)
        return false;
    for (size_t k = 0; k < now->kept.n; k++) {
        entry *e = &now->kept.entries[k];
        const entry *before = find(&index->kept, &e->key);
        e->is_found = (before && before->is_found) || find(&index->added, &e->key);
    }
    if (index->fd >= 0)
        close(index->fd);
    release_entries(&index->kept);
    index->fd = now->fd;
    index->size = now->size;
    index->kept = now->kept;
    now->fd = -1;
    now->kept = (entry_list){ .n = 0 };
    dbt_clip_index_close(now);
    return true;
}

/* Whether another run has replaced the file. */
static bool is_another(const dbt_clip_index *index)
{
    struct stat known, now;
    if (index->fd < 0 || fstat(index->fd, &known) != 0)
        return stat(index->path, &now) == 0;
    return stat(index->path, &now) != 0 || now.st_ino != known.st_ino || now.st_dev != known.st_dev;
}

/* Writes the file, while no other run does. */
static bool write_file(dbt_clip_index *index, dbt_output *output, dbt_error *err)
{
    char head[FILE_HEAD];
    if (is_another(index) && !open_again(index, err))
        return false;
    put_file_head(head);
    dbt_output_add(output, head, sizeof head);
    if (!copy_entries(index, output, err))
        return false;
    dbt_output_add(output, index->bytes.bytes, index->bytes.size);
    if (!dbt_output_complete(output, err) || !dbt_output_commit(output, err) ||
        !open_again(index, err))
        return false;
    index->n_written += index->added.n;
    release_entries(&index->added);
    dbt_buffer_release(&index->bytes);
    index->n_places = 0;
    return true;
}

/* Writes the new entries into the file. Waits at most `patience` seconds while another run writes
 * it; after that the entries are kept, to be written later. */
static void write_added(dbt_clip_index *index, int patience, bool *is_busy)
{
    const double begin = dbt_seconds();
    dbt_output *output = dbt_output_open_in_turn(index->path, patience, is_busy, &index->error);
    index->failed = output ? !write_file(index, output, &index->error) : !*is_busy;
    dbt_output_free(output);
    index->written_at = dbt_seconds();
    index->took = index->written_at - begin;
}

void dbt_clip_index_keep(dbt_clip_index *index)
{
    const double interval = fmax(least_interval, interval_each * index->took);
    const size_t share = (size_t)(index->size / MOST_SHARE);
    bool is_busy;
    if (!index->failed && index->added.n > 0 &&
        (dbt_seconds() - index->written_at >= interval ||
         index->bytes.size >= dbt_max(MOST_ADDED, share)))
        write_added(index, 0, &is_busy);
}

void dbt_clip_index_commit(dbt_clip_index *index, dbt_verbosity verbosity)
{
    bool is_busy = false;
    if (!index->failed && (index->added.n > 0 || (index->damage && index->n_written == 0)))
        write_added(index, PATIENCE, &is_busy);
    index->failed = index->failed || is_busy;
    index->is_complete = true;
    if (verbosity.quiet)
        return;
    if (index->damage || index->n_damaged > 0) {
        dbt_warning warning = { .count = 1, .file = index->path };
        if (index->damage)
            snprintf(warning.msg, sizeof warning.msg, "%s; clips that it lacks are read again",
                     index->damage);
        else
            snprintf(warning.msg, sizeof warning.msg, "%zu of its clips %s damaged and read again",
                     index->n_damaged, index->n_damaged == 1 ? "is" : "are");
        dbt_print_warning(&warning);
    }
    if (index->failed) {
        char text[400];
        dbt_warning warning = { .count = 1 };
        dbt_error_format(&index->error, text, sizeof text);
        snprintf(warning.msg, sizeof warning.msg, "%.190s; the index stays as it was", text);
        dbt_print_warning(&warning);
    }
    if (index->n_written > 0) {
        dbt_buffer line = { 0 };
        dbt_buffer_name(&line, index->path);
        dbt_buffer_format(&line, ": %zu clip%s added to %zu", index->n_written,
                          index->n_written == 1 ? "" : "s", index->n_before);
        dbt_print_line(&line);
    }
}

void dbt_clip_index_close(dbt_clip_index *index)
{
    if (!index)
        return;
    if (index->fd >= 0)
        close(index->fd);
    release_entries(&index->kept);
    release_entries(&index->added);
    dbt_buffer_release(&index->bytes);
    dbt_free(index->places);
    pthread_mutex_destroy(&index->lock);
    dbt_free(index);
}

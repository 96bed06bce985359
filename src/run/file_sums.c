#include "run/file_sums.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/names.h"
#include "host/place.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct hashed_file {
    bool was_read, is_known; /* known: it could be read */
    uint64_t hash;
} hashed_file;

struct dbt_file_hashes {
    pthread_mutex_t lock;
    dbt_names by_path;  /* paths as jobs spell them, because many jobs name the same file */
    dbt_names by_place; /* by path without links, because one file may be spelled in several ways;
                           owned */
};

static bool sum_open_file(int fd, dbt_sum *sum)
{
    char block[32768];
    dbt_digest digest;
    ssize_t n;
    dbt_digest_begin(&digest);
    while ((n = read(fd, block, sizeof block)) != 0) {
        if (n > 0)
            dbt_digest_add(&digest, block, (size_t)n);
        else if (errno != EINTR)
            break;
    }
    *sum = (dbt_sum){ .size = digest.size, .hash = dbt_digest_end(&digest) };
    return n == 0;
}

/* Reads instead of mapping the file: one that shrinks meanwhile just has another hash. */
static bool sum_file(const char *path, dbt_sum *sum)
{
    if (!dbt_file_id_of(path).inode) /* opening a pipe or a device could have effects */
        return false;
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return false;
    const bool ok = sum_open_file(fd, sum);
    close(fd);
    return ok;
}

bool dbt_file_has_sum(const char *path, dbt_sum sum)
{
    struct stat st;
    dbt_sum now;
    return stat(path, &st) == 0 && st.st_size >= 0 && (uint64_t)st.st_size == sum.size &&
           sum_file(path, &now) && now.size == sum.size && now.hash == sum.hash;
}

dbt_file_hashes *dbt_file_hashes_new(void)
{
    dbt_file_hashes *hashes = dbt_list_realloc(NULL, sizeof *hashes);
    *hashes = (dbt_file_hashes){ .by_path.list = NULL };
    pthread_mutex_init(&hashes->lock, NULL);
    return hashes;
}

void dbt_file_hashes_free(dbt_file_hashes *hashes)
{
    if (!hashes)
        return;
    dbt_names_release(&hashes->by_path);
    dbt_names_release_values(&hashes->by_place);
    pthread_mutex_destroy(&hashes->lock);
    dbt_free(hashes);
}

/* Needs the lock. */
static const hashed_file *find_or_hash(dbt_file_hashes *hashes, const char *path)
{
    char resolved[PATH_MAX];
    dbt_sum sum = { 0 };
    hashed_file *file = dbt_names_get(&hashes->by_path, path);
    if (file)
        return file;
    const char *place = realpath(path, resolved) ? resolved : path;
    file = dbt_names_item(&hashes->by_place, place, sizeof *file);
    if (!file->was_read) {
        file->is_known = sum_file(place, &sum);
        file->hash = sum.hash;
        file->was_read = true;
    }
    dbt_names_put(&hashes->by_path, path, file);
    return file;
}

bool dbt_file_hashes_get(dbt_file_hashes *hashes, const char *path, uint64_t *hash)
{
    if (dbt_is_dash(path))
        return false;
    pthread_mutex_lock(&hashes->lock);
    const hashed_file *file = find_or_hash(hashes, path);
    *hash = file->hash;
    pthread_mutex_unlock(&hashes->lock);
    return file->is_known;
}

#include "run/file_sums.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/names.h"
#include "host/place.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct hashed_file {
    bool was_read, is_known; /* known: it could be read */
    uint64_t hash;
} hashed_file;

struct dbt_file_hashes {
    pthread_mutex_t lock;
    dbt_names files; /* of hashed_file, by path without links; owned */
};

/* Reads instead of mapping the file: one that shrinks meanwhile just has another hash. */
static bool sum_file(const char *path, dbt_sum *sum)
{
    if (!dbt_file_id_of(path).inode) /* opening a pipe or a device could have effects */
        return false;
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return false;
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
    close(fd);
    return n == 0;
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
    dbt_file_hashes *hashes = dbt_alloc_object(sizeof *hashes);
    *hashes = (dbt_file_hashes){ .files.list = NULL };
    pthread_mutex_init(&hashes->lock, NULL);
    return hashes;
}

void dbt_file_hashes_free(dbt_file_hashes *hashes)
{
    if (!hashes)
        return;
    dbt_names_release_values(&hashes->files);
    pthread_mutex_destroy(&hashes->lock);
    dbt_free(hashes);
}

bool dbt_file_hashes_get(dbt_file_hashes *hashes, const char *place, uint64_t *hash)
{
    dbt_sum sum = { 0 };
    if (dbt_is_dash(place))
        return false;
    pthread_mutex_lock(&hashes->lock);
    hashed_file *file = dbt_names_item(&hashes->files, place, sizeof *file);
    if (!file->was_read) {
        file->is_known = sum_file(place, &sum);
        file->hash = sum.hash;
        file->was_read = true;
    }
    *hash = file->hash;
    pthread_mutex_unlock(&hashes->lock);
    return file->is_known;
}

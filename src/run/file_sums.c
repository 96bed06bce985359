#include "run/file_sums.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/names.h"
#include "host/place.h"

#include <pthread.h>

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
    dbt_file file;
    if (!dbt_is_file(path) || /* opening a pipe or a device could have effects */
        dbt_open(path, DBT_OPEN_READ, &file) != 0)
        return false;
    char block[32768];
    dbt_digest digest;
    dbt_reason why;
    size_t n;
    dbt_digest_begin(&digest);
    while (!(why = dbt_read(file, block, sizeof block, &n)) && n > 0)
        dbt_digest_add(&digest, block, n);
    *sum = (dbt_sum){ .size = digest.size, .hash = dbt_digest_end(&digest) };
    (void)dbt_close(file);
    return !why;
}

bool dbt_file_has_sum(const char *path, dbt_sum sum)
{
    dbt_sum now;
    return (uint64_t)dbt_file_size(path) == sum.size && sum_file(path, &now) &&
           now.size == sum.size && now.hash == sum.hash;
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

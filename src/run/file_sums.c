#include "run/file_sums.h"

#include "base/hash.h"
#include "host/file_identity.h"

/* Reads instead of mapping: a file that shrinks meanwhile has another hash, instead of a crash. */
bool dbt_file_sum(const char *path, dbt_sum *sum)
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
    return (uint64_t)dbt_file_size(path) == sum.size && dbt_file_sum(path, &now) &&
           now.size == sum.size && now.hash == sum.hash;
}

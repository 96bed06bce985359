/* Clips shared by jobs that run at once: each file is read once while there is
 * room for it, the least recently used are dropped first. */
#ifndef DBT_CLI_CLIP_CACHE_H
#define DBT_CLI_CLIP_CACHE_H

#include "cli/fileio.h"
#include "cli/message.h"

#include "core/bvh.h"
#include "core/hash.h"

typedef struct cli_clip_cache cli_clip_cache;

/* limit is in bytes of files and values together; more than that is held only
 * while jobs need it. Ends in the out-of-memory handler where there is no memory. */
cli_clip_cache *cli_clip_cache_new(size_t limit, dbt_hash_key hash_key, cli_tone tone);
void cli_clip_cache_free(cli_clip_cache *cache);

/* The clip of a file, read now or before, to be given back with
 * cli_clip_cache_put. path is borrowed for the cache's life. Warnings are printed
 * the first time only; where strict they are errors. NULL with err on failure. From
 * any thread. */
const dbt_clip *cli_clip_cache_get(cli_clip_cache *cache, const char *path,
                                   const dbt_bvh_options *options, bool strict, dbt_error *err);
void cli_clip_cache_put(cli_clip_cache *cache, const dbt_clip *clip);

/* Whether path is a file that a clip in use was read from. From any thread. */
bool cli_clip_cache_reads(cli_clip_cache *cache, const char *path);

#endif

/* Clips shared by jobs that run at once: each file is read once while there is
 * room for it, the least recently used are dropped first. */
#ifndef DBT_RUN_CLIP_CACHE_H
#define DBT_RUN_CLIP_CACHE_H

#include "base/hash.h"
#include "bvh/bvh.h"
#include "host/input.h"
#include "host/message.h"
#include "motion/glitch.h"
#include "motion/up_axis.h"

#include <stdint.h>

typedef struct dbt_clip_cache dbt_clip_cache;

/* limit is in bytes of files and values together; more than that is held only
 * while jobs need it. n_threads read a large file together. Ends in the out-of-memory handler where
 * there is no memory. */
dbt_clip_cache *dbt_clip_cache_new(size_t limit, int n_threads, dbt_hash_key hash_key,
                                   dbt_tone tone);
void dbt_clip_cache_free(dbt_clip_cache *cache);

/* Has each file hashed when it is read. To be called before the first is. */
void dbt_clip_cache_keep_hashes(dbt_clip_cache *cache);

/* The clip of a file, read now or before, to be given back with
 * dbt_clip_cache_put. path is borrowed for the cache's life. Warnings are printed
 * the first time only; where strict they are errors. NULL with err on failure. From
 * any thread. */
const dbt_clip *dbt_clip_cache_get(dbt_clip_cache *cache, const char *path,
                                   const dbt_bvh_options *options, bool strict, dbt_error *err);
void dbt_clip_cache_put(dbt_clip_cache *cache, const dbt_clip *clip);

/* Fails where the file of a clip in use has changed since it was read. From then on it
 * fails for whoever uses the clip, and reading the file again fails. From any thread. */
DBT_CHECK bool dbt_clip_cache_check(const dbt_clip *clip, dbt_error *err);

/* Which axis points up in a clip in use. */
dbt_up_axis dbt_clip_cache_up(const dbt_clip *clip);

/* Prints that the glitches of a clip in use are left out of what is learned from it, once for each
 * file. Prints nothing where there are none, or if the cache is quiet. Any thread may call it. */
void dbt_clip_cache_say_glitches(dbt_clip_cache *cache, const dbt_clip *clip);

/* dbt_digest_of the bytes that a clip in use was read from; 0 where no hashes are kept. */
uint64_t dbt_clip_cache_hash(const dbt_clip *clip);

#endif

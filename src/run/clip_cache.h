/* Clips shared by jobs that run at once: each file is read once while there is
 * room for it, the least recently used are dropped first. */
#ifndef DBT_RUN_CLIP_CACHE_H
#define DBT_RUN_CLIP_CACHE_H

#include "base/hash.h"
#include "bvh/bvh.h"
#include "bvh/reshape.h"
#include "host/input.h"
#include "host/message.h"
#include "motion/glitch.h"
#include "motion/up_axis.h"

#include <stdint.h>

typedef struct dbt_clip_cache dbt_clip_cache;

/* How a clip is read. Borrows all, for the cache's life. */
typedef struct dbt_reading {
    double assume_fps; /* as dbt_bvh_options has it, like lenient */
    bool lenient;
    bool strict;              /* warnings are errors */
    const char *rename;       /* path of a file of renames (bvh/reshape.h); NULL: none */
    const char *const *drops; /* [n_drops], as dbt_reshape has it */
    int n_drops;
} dbt_reading;

/* Appends what two readings have in common only where they read clips alike. Readings that differ
 * in strict do so. */
void dbt_reading_key(const dbt_reading *reading, dbt_buffer *key);

/* limit is in bytes of files and values together; more than that is held only
 * while jobs need it. n_threads read a large file together. Ends in the out-of-memory handler where
 * there is no memory. */
dbt_clip_cache *dbt_clip_cache_new(size_t limit, int n_threads, dbt_hash_key hash_key,
                                   dbt_tone tone);
void dbt_clip_cache_free(dbt_clip_cache *cache);

/* Has each file hashed when it is read. To be called before the first is. */
void dbt_clip_cache_keep_hashes(dbt_clip_cache *cache);

/* Reads a file of renames once (NULL: none). If it fails, so does reading clips with it. To be
 * called before threads read other JSON: only one may read JSON at a time. */
void dbt_clip_cache_read_renames(dbt_clip_cache *cache, const char *path);

/* dbt_digest_of the bytes of a file of renames that was read; 0 if they could not be read. */
uint64_t dbt_clip_cache_renames_hash(dbt_clip_cache *cache, const char *path);

/* The clip of a file, read now or before, to be given back with
 * dbt_clip_cache_put. path is borrowed for the cache's life. Warnings are printed
 * the first time only. NULL with err on failure. From any thread. */
const dbt_clip *dbt_clip_cache_get(dbt_clip_cache *cache, const char *path,
                                   const dbt_reading *reading, dbt_error *err);
void dbt_clip_cache_put(dbt_clip_cache *cache, const dbt_clip *clip);

/* Fails where the file of a clip in use, or its file of renames, has changed since it was read.
 * From then on it fails for whoever uses the clip, and reading the file again fails. From any
 * thread. */
DBT_CHECK bool dbt_clip_cache_check(const dbt_clip *clip, dbt_error *err);

/* Whether each pattern of its reading's drops matched a joint of a clip in use: [n_drops]. */
const bool *dbt_clip_cache_dropped(const dbt_clip *clip);

/* Which axis points up in a clip in use. */
dbt_up_axis dbt_clip_cache_up(const dbt_clip *clip);

/* Prints that the glitches of a clip in use are left out of what is learned from it, once for each
 * file. Prints nothing where there are none, or if the cache is quiet. Any thread may call it. */
void dbt_clip_cache_say_glitches(dbt_clip_cache *cache, const dbt_clip *clip);

/* dbt_digest_of the bytes that a clip in use was read from; 0 where no hashes are kept. */
uint64_t dbt_clip_cache_hash(const dbt_clip *clip);

#endif

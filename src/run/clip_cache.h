/* Clips that jobs share. Each file is read once, as long as the clips fit in memory; the least
 * recently used is dropped first. */
#ifndef DBT_RUN_CLIP_CACHE_H
#define DBT_RUN_CLIP_CACHE_H

#include "base/allowance.h"
#include "base/hash.h"
#include "bvh/bvh.h"
#include "fit/fit.h"
#include "fit/ground.h"
#include "fit/up_axis.h"
#include "host/message.h"
#include "run/job_files.h"

#include <stdint.h>

typedef struct dbt_clip_cache dbt_clip_cache;

/* How a clip is changed when it is read. */
typedef struct dbt_clip_changes {
    const char *rename;       /* path of a file of renames (bvh/reshape.h); NULL: none */
    const char *roles;        /* path of a file of roles (bvh/role_file.h); NULL: none */
    const char *const *drops; /* [n_drops], as in dbt_reshape */
    int n_drops;
    double scale; /* as in dbt_reshape; 0: 1 */
    bool mirror;  /* as in a mirror (fit/fit.h) */
    int up_is;    /* the axis that points up in the file, or DBT_UP_AUTO, */
    int up;       /* and the one that shall; both equal: it stays */
} dbt_clip_changes;

/* How a clip is read. Borrows its texts for the life of the cache. */
typedef struct dbt_reading {
    double assume_fps; /* as in dbt_bvh_options, like lenient */
    bool lenient;
    bool strict; /* warnings are errors */
    dbt_clip_changes changes;
    const char *rig; /* path of a clip to whose rig this one is fitted (fit/fit.h); NULL: none */
    dbt_clip_changes rig_changes; /* of that clip */
    bool has_ground; /* at last the clip is moved so that its ground (fit/ground.h) is */
    double ground;   /* at this height */
    int ground_up;   /* along this axis */
} dbt_reading;

/* Appends a cache key: with equal keys a file becomes the same clip. `strict` is not in it. `files`
 * resolves the paths of the files of renames and roles and of the rig. */
void dbt_reading_key(const dbt_reading *reading, dbt_job_files *files, dbt_buffer *key);

/* limit is in bytes, files and values together; the cache exceeds it only by clips in use.
 * Each file's bytes add to the allowance once; NULL: none. */
dbt_clip_cache *dbt_clip_cache_new(size_t limit, dbt_allowance *allowance, dbt_verbosity verbosity);
void dbt_clip_cache_free(dbt_clip_cache *cache); /* NULL is fine */

/* Makes the cache hash each file when it reads it. Call it before the first file is read. */
void dbt_clip_cache_enable_hashes(dbt_clip_cache *cache);

/* Sets the limit by which dbt_glitches_find finds the pops of clips: DBT_POP_GLITCH where it was
 * not called. Call it before the first file is read. */
void dbt_clip_cache_find_pops(dbt_clip_cache *cache, double limit);

/* The other files that jobs read; the cache reads files of renames from here. As long as the
 * cache. */
dbt_job_files *dbt_clip_cache_files(dbt_clip_cache *cache);

/* Returns the clip of a file, read if it is not in memory. Fails, with NULL, if the file cannot be
 * read or has changed since it was first opened. Prints a file's warnings once. path: borrowed for
 * the life of the cache. Return the clip with dbt_clip_cache_put. From any thread. */
const dbt_clip *dbt_clip_cache_get(dbt_clip_cache *cache, const char *path,
                                   const dbt_reading *reading, dbt_error *err);
void dbt_clip_cache_put(dbt_clip_cache *cache, const dbt_clip *clip);

/* The rig of a clip in use; lives as long as the clip. Fails as dbt_fit_rig_new. */
const dbt_fit_rig *dbt_clip_cache_rig(dbt_clip_cache *cache, const dbt_clip *clip, dbt_error *err);

/* The ground of a clip in use. up: 0 x, 1 y, 2 z. From any thread. */
dbt_ground dbt_clip_cache_ground(dbt_clip_cache *cache, const dbt_clip *clip, int up);

/* Fails if the file of a clip in use, its files of renames and roles, or those of the clip to whose
 * rig it was fitted, have changed since they were read. After that it fails for every user of the
 * clip, and reading the file again fails. From any thread. */
DBT_CHECK bool dbt_clip_cache_check(const dbt_clip *clip, dbt_error *err);

/* Whether each pattern of joints to drop matched a joint of a clip in use, or of the clip to whose
 * rig it was fitted: [n_drops]. */
const bool *dbt_clip_cache_dropped(const dbt_clip *clip);

/* How well its file of roles suits a clip in use, or the clip to whose rig it was fitted. */
const dbt_role_match *dbt_clip_cache_roles(const dbt_clip *clip);

/* The axis that points up in a clip in use. */
dbt_up_axis dbt_clip_cache_up(const dbt_clip *clip);

/* dbt_digest_of the bytes that a clip in use was read from; 0 if the cache keeps no hashes. */
uint64_t dbt_clip_cache_hash(const dbt_clip *clip);

#endif

/* LRU cache of the clips of all jobs, by path and options of reading (run/clip_reading.h). Whoever
 * asks first reads a clip, and others wait for it. A clip is in use until all have returned it;
 * then it is idle. Beyond the limit of memory, the least recently used idle clip is evicted first,
 * and read again when it is needed.
 *
 * From a path to a clip: the shell or the command line expands patterns. The reader of plans
 * (job/plan.h) does so, too, and puts the plan's folder in front of relative paths.
 * dbt_job_run_load visits the paths of a job, and adds options by dbt_reading_of. dbt_clips_load
 * (run/clips.h) has a clip in use until dbt_clips_release. To read one: dbt_input_read,
 * dbt_bvh_read, then edits, fit and ground. The cache owns both the clip and the bytes of its file,
 * from which the clip borrows its text: it frees them together. */
#ifndef DBT_RUN_CLIP_CACHE_H
#define DBT_RUN_CLIP_CACHE_H

#include "bvh/bvh.h"
#include "fit/fit.h"
#include "fit/ground.h"
#include "fit/up_axis.h"
#include "host/message.h"
#include "motion/pops.h"
#include "run/clip_reading.h"

#include <stdint.h>

/* The cache. */
typedef struct dbt_clip_cache dbt_clip_cache;

/* Returns a new cache; free with dbt_clip_cache_free. limit: bytes of files and values; only clips
 * in use or being read exceed it. pop_limit: as dbt_glitches_find; usually DBT_POP_GLITCH. */
dbt_clip_cache *dbt_clip_cache_new(size_t limit, double pop_limit, dbt_verbosity verbosity);
void dbt_clip_cache_free(dbt_clip_cache *cache); /* also clips in use; NULL: nothing */

/* Returns the other files of jobs, among them renames and roles of clips. Lives as long as the
 * cache. */
dbt_job_files *dbt_clip_cache_files(dbt_clip_cache *cache);

/* Returns a file's clip, reading it if it is not in memory; return it with dbt_clip_cache_return.
 * path, and the texts of `reading`: borrowed for the life of the cache. Prints the line about a fit
 * and the warnings, until a call for the key succeeds. NULL on failure. A file that cannot be read
 * or edited as `reading` says fails as that step does. One that has changed since it was first
 * opened fails as dbt_input_check. One with warnings fails with DBT_E_STRICT if it is strict. A
 * failed reading is not cached. From any thread. */
const dbt_clip *dbt_clip_cache_get(dbt_clip_cache *cache, const char *path,
                                   const dbt_reading *reading, dbt_error *err);

/* Returns a clip of one dbt_clip_cache_get to the cache, which may evict it. From any thread. */
void dbt_clip_cache_return(dbt_clip_cache *cache, const dbt_clip *clip);

/* Returns the rig of a clip in use, computed at the first call; lives as long as the clip. NULL
 * with err, as dbt_fit_rig_new. From any thread. */
const dbt_fit_rig *dbt_clip_cache_rig(dbt_clip_cache *cache, const dbt_clip *clip, dbt_error *err);

/* Returns the ground of a clip in use, computed at the first call. up: 0 x, 1 y, 2 z. From any
 * thread. */
dbt_ground dbt_clip_cache_ground(dbt_clip_cache *cache, const dbt_clip *clip, int up);

/* Fails if a file of a clip in use has changed since it was first opened in this run. Its files are
 * the clip, renames and roles, and those of the clip to whose rig it was fitted. It then fails for
 * all users of the clip, and so does reading the file again. From any thread. */
DBT_CHECK bool dbt_clip_cache_check(const dbt_clip *clip, dbt_error *err);

/* What is found out about a clip while it is read. */
typedef struct dbt_clip_facts {
    bool *dropped; /* [n_drops]: whether each pattern of joints to drop matched; NULL if the clip
                      was read without edits of names, joints and lengths. Counts joints of the clip
                      and, if its patterns are the same, of the clip to whose rig it was fitted */
    dbt_role_match role_match; /* the better match of a file of roles: with the clip, or with the
                                  clip to whose rig it was fitted; zeroed: no such file */
    dbt_up_axis up;
    uint64_t hash; /* dbt_digest_of the bytes of the file */
} dbt_clip_facts;

/* Returns the facts of a clip in use. Borrowed from the clip. */
const dbt_clip_facts *dbt_clip_cache_facts(const dbt_clip *clip);

#endif

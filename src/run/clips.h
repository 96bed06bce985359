/* The clips of a job or a command. Each is read through a cache (run/clip_cache.h) and is in memory
 * until the end, or given to a search that may read it again. */
#ifndef DBT_RUN_CLIPS_H
#define DBT_RUN_CLIPS_H

#include "base/name_table.h"
#include "host/progress.h"
#include "run/clip_cache.h"
#include "search/searched_clips.h"

/* Set the cache; for the files of a command line also job, paths and n. Zero the rest; release with
 * dbt_clips_release, before the cache. */
typedef struct dbt_clips {
    /* Inputs, all borrowed: */
    dbt_clip_cache *cache;
    const dbt_job *job;       /* the options of reading `paths` */
    const char *const *paths; /* [n]; NULL: clips are read by dbt_clips_load alone */
    size_t n;
    bool as_is;             /* `paths` are read by dbt_reading_as_is, not dbt_reading_among */
    bool quiet;             /* glitches are not printed */
    dbt_progress *progress; /* shows the number of files fetched for a search; may be NULL */
    /* Results: */
    const dbt_clip **list; /* stb_ds list: in memory until the release */
    bool has_stdin;        /* standard input, which can be read only once, was one of them */
    dbt_names drops;       /* each pattern of joints to drop, to whether it matched (bool) */
    dbt_role_match *roles; /* stb_ds list: the best match of each file of roles */
    bool *searched;        /* stb_ds list: the source has returned this file before */
    dbt_warnings warnings; /* about files that the source has returned */
    double n_frames;       /* of files that the source has returned */
} dbt_clips;

/* Reads a clip, which stays in memory until the release, and appends it to the list even if it is
 * there. Also records has_stdin, drops and roles. path, and the texts of reading: borrowed for the
 * life of the cache. NULL on failure: as dbt_clip_cache_get, or with DBT_E_IO if standard input was
 * read before. */
const dbt_clip *dbt_clips_load(dbt_clips *clips, const char *path, const dbt_reading *reading,
                               dbt_error *err);

/* Loads paths[index], as dbt_clips_load. */
const dbt_clip *dbt_clips_load_file(dbt_clips *clips, size_t index, dbt_error *err);

/* Loads the first of `paths`, and those that cannot be read again, such as pipes. Fails as
 * dbt_clips_load. */
DBT_CHECK bool dbt_clips_load_few(dbt_clips *clips, dbt_error *err);

/* Reads paths[index] without adding it to the list, to be returned by dbt_clip_cache_return. NULL
 * on failure, as dbt_clip_cache_get. From any thread. */
const dbt_clip *dbt_clips_read(const dbt_clips *clips, size_t index, dbt_error *err);

/* Returns a source of the files, for a search; it borrows `clips`, of which the first must be
 * loaded. Fetch every file from one thread first, which prints its glitches, adds warnings and
 * counts frames; after that, from any thread. */
dbt_clip_source dbt_clips_source(dbt_clips *clips);

/* Fails with DBT_E_PARAM, without a file, if a pattern of joints to drop matched in none of the
 * clips read so far. Then fails as dbt_role_match_check for the best match of each file of roles.
 */
DBT_CHECK bool dbt_clips_check_joints(const dbt_clips *clips, dbt_error *err);

/* Prints, unless quiet, the glitches of the loaded clips, from which dbtool does not learn. */
void dbt_clips_print_glitches(const dbt_clips *clips);

/* Returns whether an earlier loaded clip is the same clip. */
bool dbt_clips_is_repeated(const dbt_clips *clips, ptrdiff_t index);

/* Fails as dbt_clip_cache_check if a file of a loaded clip has changed. */
DBT_CHECK bool dbt_clips_check(const dbt_clips *clips, dbt_error *err);

/* Returns the clips to the cache, and frees all lists. The inputs, has_stdin, warnings and n_frames
 * stay. */
void dbt_clips_release(dbt_clips *clips);

#endif

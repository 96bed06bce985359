/* Clips that a command or a job reads one by one and uses until its end. */
#ifndef DBT_RUN_CLIP_SET_H
#define DBT_RUN_CLIP_SET_H

#include "job/job.h"
#include "run/clip_cache.h"
#include "search/searched_clips.h"

/* Set the cache, which is borrowed, and zero the rest; release with dbt_clip_set_release. */
typedef struct dbt_clip_set {
    dbt_clip_cache *cache;
    const dbt_clip **clips; /* stb_ds list */
    bool has_stdin;         /* one of them is standard input, which can be read only once */
} dbt_clip_set;

/* Returns the options by which a job reads the clip of a segment, or any other clip (segment NULL).
 * Borrows from both. */
dbt_reading dbt_reading_of(const dbt_job *job, const dbt_segment *segment);

/* Returns the options by which a job reads a clip that it compares with its output: unchanged, on
 * the clip's rig. */
dbt_reading dbt_reading_as_is(const dbt_job *job);

/* Return the options of reading: for an input of a job; for clips[index] among the clips of a
 * command line. */
dbt_reading dbt_reading_of_input(const dbt_job_input *input);
dbt_reading dbt_reading_among(const dbt_job *job, const char *const *clips, size_t index);

/* Adds the ground onto which a segment's clip is moved. The first segment's clip must have been
 * read before. Fails with DBT_E_SKELETON if the root of the first clip, and so of the output, has
 * no channel for heights. */
DBT_CHECK bool dbt_reading_add_ground(dbt_reading *reading, const dbt_job *job,
                                      const dbt_segment *segment, dbt_clip_cache *cache,
                                      dbt_error *err);

/* Fails with DBT_E_PARAM if a clip is rotated to an up axis, or moved along it, while that axis is
 * unknown before reading (--up auto). */
DBT_CHECK bool dbt_check_up_is_named(const dbt_job *job, dbt_error *err);

/* Returns the clip of a file, valid until the set is released. NULL on failure: as
 * dbt_clip_cache_get, or standard input was read before. */
const dbt_clip *dbt_clip_set_get(dbt_clip_set *set, const char *path, const dbt_reading *reading,
                                 dbt_error *err);

/* Returns false; sets the error that a pattern of joints to drop matches no joint. */
bool dbt_fail_no_drop(const char *glob, dbt_error *err);

/* If the job's up axis is `auto`, sets it to the axis of the first clip that shows one, or to y.
 * The clips are a set, or n clips of a source. Fails with DBT_E_PARAM if another clip contradicts
 * it, or as the source does. */
DBT_CHECK bool dbt_clip_set_settle_up(const dbt_clip_set *set, dbt_job *job, dbt_error *err);
DBT_CHECK bool dbt_settle_up(const dbt_clip_source *clips, size_t n, dbt_job *job, dbt_error *err);

/* Warn if a clip's likely up axis contradicts the job's: for each clip of the set, or for one clip.
 * number: position in the sequence, from 1; 0: not in it. first: the job's first clip. */
void dbt_clip_set_check_up(const dbt_clip_set *set, const dbt_job *job, dbt_warnings *warnings);
void dbt_clip_check_up(const dbt_clip *clip, int number, const dbt_clip *first, const dbt_job *job,
                       dbt_warnings *warnings);

/* Print, unless quiet, the glitches that dbtool does not learn from: of each clip of the set, or of
 * one clip. */
void dbt_clip_set_say_glitches(const dbt_clip_set *set, dbt_verbosity verbosity);
void dbt_clip_say_glitches(const dbt_clip *clip, dbt_verbosity verbosity);

/* Fails if a file of a clip has changed since it was read. */
DBT_CHECK bool dbt_clip_set_check(const dbt_clip_set *set, dbt_error *err);

/* Returns the clips to the cache. */
void dbt_clip_set_release(dbt_clip_set *set);

#endif

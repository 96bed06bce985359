/* Clips that a command or a job reads one by one and keeps until its end. */
#ifndef DBT_RUN_CLIP_SET_H
#define DBT_RUN_CLIP_SET_H

#include "job/job.h"
#include "run/clip_cache.h"
#include "search/searched.h"

/* Zero-initialise all but the cache, which is borrowed. */
typedef struct dbt_clip_set {
    dbt_clip_cache *cache;
    const dbt_clip **clips; /* stb_ds list */
    bool has_stdin;         /* one of them is standard input, which can be read only once */
} dbt_clip_set;

/* How a job reads the clip of a segment, or any other clip (segment NULL). Borrows from both. */
dbt_reading dbt_reading_of(const dbt_job *job, const dbt_segment *segment);

/* How a job reads a clip that it compares with its output: as the clip is, on its own rig. */
dbt_reading dbt_reading_as_is(const dbt_job *job);

/* How a job reads a file that it names, and a command the one with that index among the clips of
 * its command line. */
dbt_reading dbt_reading_of_input(const dbt_job_input *input);
dbt_reading dbt_reading_among(const dbt_job *job, const char *const *clips, size_t index);

/* Adds to a reading of a segment the ground onto which its clip is moved. The first segment's clip
 * must be read before any other. Fails with DBT_E_SKELETON if ROOT of that clip, and so of the
 * output, has no channel for heights. */
DBT_CHECK bool dbt_reading_add_ground(dbt_reading *reading, const dbt_job *job,
                                      const dbt_segment *segment, dbt_clip_cache *cache,
                                      dbt_error *err);

/* Fails with DBT_E_PARAM if a clip is to be turned to an up axis, or moved along one, that is not
 * known before the clips are read. */
DBT_CHECK bool dbt_check_up_is_named(const dbt_job *job, dbt_error *err);

/* The clip of a file; valid until the set is released. */
const dbt_clip *dbt_clip_set_get(dbt_clip_set *set, const char *path, const dbt_reading *reading,
                                 dbt_error *err);

/* Fails with the error that a pattern of joints to drop matches no joint; returns false. */
bool dbt_fail_no_drop(const char *glob, dbt_error *err);

/* If the job takes the up axis from its clips (--up auto), sets it to the axis of the first clip
 * that shows one, or to y if none does: of a set, or of n clips of a source. Fails with DBT_E_PARAM
 * if another clip contradicts it, and as the source does. */
DBT_CHECK bool dbt_clip_set_settle_up(const dbt_clip_set *set, dbt_job *job, dbt_error *err);
DBT_CHECK bool dbt_settle_up(const dbt_clip_source *clips, size_t n, dbt_job *job, dbt_error *err);

/* Warn if the likely up axis of a clip contradicts the job's: for each clip of the set, or for one.
 * number: its position in the sequence, from 1; 0: not in it. first: the job's first clip. */
void dbt_clip_set_check_up(const dbt_clip_set *set, const dbt_job *job, dbt_warnings *warnings);
void dbt_clip_check_up(const dbt_clip *clip, int number, const dbt_clip *first, const dbt_job *job,
                       dbt_warnings *warnings);

/* Print, unless quiet, that dbtool learns nothing from the glitches of each clip of the set, or of
 * one clip. Print nothing about a clip without glitches. */
void dbt_clip_set_say_glitches(const dbt_clip_set *set, dbt_verbosity verbosity);
void dbt_clip_say_glitches(const dbt_clip *clip, dbt_verbosity verbosity);

/* Fails if a file has changed since it was read. */
DBT_CHECK bool dbt_clip_set_check(const dbt_clip_set *set, dbt_error *err);

void dbt_clip_set_release(dbt_clip_set *set);

#endif

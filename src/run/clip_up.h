/* The up axis and the ground of the clips of a job. */
#ifndef DBT_RUN_CLIP_UP_H
#define DBT_RUN_CLIP_UP_H

#include "run/clips.h"

/* Fails with DBT_E_PARAM if a clip is rotated to an up axis, or moved along it, while that axis is
 * unknown before reading (--up auto). */
DBT_CHECK bool dbt_check_up_is_named(const dbt_job *job, dbt_error *err);

/* Adds the ground onto which a segment's clip is moved; leaves `reading` without one if none is
 * wanted, or if the first clip's is wanted but unknown. segment: one of the job's. For a later
 * segment the first one's clip must have been read. Fails with DBT_E_SKELETON if a later clip is to
 * be moved, but the root of the first clip, and so of the output, has no channel for heights. */
DBT_CHECK bool dbt_reading_add_ground(dbt_reading *reading, const dbt_job *job,
                                      const dbt_segment *segment, dbt_clip_cache *cache,
                                      dbt_error *err);

/* If the job's up axis is `auto`, sets it to the axis of the first clip that shows one, or to y.
 * The clips are the files of a command line, which are read unless in memory, or else the loaded
 * ones. Fails with DBT_E_PARAM if that axis points down or another clip contradicts it, or as
 * dbt_clip_cache_get. */
DBT_CHECK bool dbt_clips_settle_up(const dbt_clips *clips, dbt_job *job, dbt_error *err);

/* Calls dbt_clip_check_up for each loaded clip, once. Also warns of each clip of the sequence whose
 * ground differs from the first clip's. */
void dbt_clips_check_up(const dbt_clips *clips, const dbt_job *job, dbt_warnings *warnings);

/* Warns if a clip's likely up axis contradicts the first clip's or the job's. number: position in
 * the sequence, from 1; 0: not in it. first: the job's first clip, which `clip` may be. */
void dbt_clip_check_up(const dbt_clip *clip, int number, const dbt_clip *first, const dbt_job *job,
                       dbt_warnings *warnings);

#endif

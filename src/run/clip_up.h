/* The up axis and the ground of the clips of a job. */
#ifndef DBT_RUN_CLIP_UP_H
#define DBT_RUN_CLIP_UP_H

#include "run/clips.h"

/* With --up auto the job's up axis is unknown before reading. Then fails with DBT_E_PARAM, without
 * a file, if a segment's clip is rotated to this axis or moved along it. */
DBT_CHECK bool dbt_check_up_is_named(const dbt_job *job, dbt_error *err);

/* Sets has_ground, ground and ground_up of `reading` to the ground onto which a segment's clip is
 * moved. Leaves has_ground false if none is wanted, or if the first clip's is wanted, but is
 * unknown or belongs to the same clip. segment: one of the job's. For a later segment the first
 * one's clip must be in use, and its ROOT, the output's, must have a position channel for that
 * axis. Else a ground fails with DBT_E_SKELETON, with the first clip's file. */
DBT_CHECK bool dbt_reading_add_ground(dbt_reading *reading, const dbt_job *job,
                                      const dbt_segment *segment, dbt_clip_cache *cache,
                                      dbt_error *err);

/* If the job's up axis is `auto`, sets it to the axis of the first clip that shows one, or to y.
 * The clips are the files of a command line, read unless in the cache, but not added to the list;
 * or else the loaded ones. Fails with DBT_E_PARAM, with the clip's file, if that axis points down
 * or a later clip contradicts it, or as dbt_clip_cache_get; the axis may then be set. */
DBT_CHECK bool dbt_clips_settle_up(const dbt_clips *clips, dbt_job *job, dbt_error *err);

/* Calls dbt_warn_of_clip_up for each loaded clip, once, and adds to `warnings`. Also warns of each
 * clip of the sequence whose ground differs from the first clip's, or whose body is upside down
 * though feet are to be locked. The list must begin with the
 * clips of the job's segments, in their order. */
void dbt_clips_warn_of_up(const dbt_clips *clips, const dbt_job *job, dbt_warnings *warnings);

/* Adds DBT_WARN_UP to `warnings` if a clip's likely up axis contradicts the first clip's, or the
 * job's unless the user gave that. Not if the clip's axis is unknown, or is positive while its
 * segment has an up axis. number: position in the sequence, from 1; 0: not in it. first: the job's
 * first clip, which `clip` may be. Both clips are in use. */
void dbt_warn_of_clip_up(const dbt_clip *clip, int number, const dbt_clip *first,
                         const dbt_job *job, dbt_warnings *warnings);

#endif

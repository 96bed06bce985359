#include "run/clips.h"

#include "base/mem.h"
#include "motion/glitch.h"
#include "run/clip_up.h"

#include <stdio.h>

/* Records a clip that was read: in clips->drops, which patterns of the reading it matches; in
 * clips->roles, its match, if that is the best one so far of its file of roles. */
static void record_joints(dbt_clips *clips, const dbt_clip *clip, const dbt_reading *reading)
{
    const dbt_clip_facts *facts = dbt_clip_cache_facts(clip);
    const dbt_role_match *match = &facts->role_match;
    ptrdiff_t i = 0;
    for (int d = 0; d < reading->changes.n_drops; d++) {
        bool *matched = dbt_names_item(&clips->drops, reading->changes.drops[d], sizeof *matched);
        *matched = *matched || facts->dropped[d];
    }
    while (i < arrlen(clips->roles) && clips->roles[i].roles != match->roles)
        i++;
    if (i == arrlen(clips->roles))
        arrput(clips->roles, *match);
    dbt_role_match_improve(&clips->roles[i], match);
}

bool dbt_clips_check_joints(const dbt_clips *clips, dbt_error *err)
{
    bool ok = true;
    for (ptrdiff_t i = 0; ok && i < arrlen(clips->drops.list); i++)
        ok = *(const bool *)clips->drops.list[i].value ||
             dbt_fail(err, DBT_E_PARAM,
                      "no joint's name matches '%.80s' (--drop; 'dbtool info' lists all)",
                      clips->drops.list[i].name);
    for (ptrdiff_t i = 0; ok && i < arrlen(clips->roles); i++)
        ok = dbt_role_match_check(&clips->roles[i], err);
    return ok;
}

/* ---- loaded clips ---- */

const dbt_clip *dbt_clips_load(dbt_clips *clips, const char *path, const dbt_reading *reading,
                               dbt_error *err)
{
    const bool is_stdin = dbt_is_dash(path);
    if (is_stdin && clips->has_stdin) {
        dbt_fail(err, DBT_E_IO, "standard input can be only one of the inputs");
        return NULL;
    }
    clips->has_stdin = clips->has_stdin || is_stdin;
    const dbt_clip *clip = dbt_clip_cache_get(clips->cache, path, reading, err);
    if (!clip)
        return NULL;
    arrput(clips->list, clip);
    record_joints(clips, clip, reading);
    return clip;
}

static dbt_reading reading_of(const dbt_clips *clips, size_t index)
{
    return clips->as_is ? dbt_reading_as_is(clips->job)
                        : dbt_reading_among(clips->job, clips->paths, index);
}

const dbt_clip *dbt_clips_load_file(dbt_clips *clips, size_t index, dbt_error *err)
{
    const dbt_reading reading = reading_of(clips, index);
    return dbt_clips_load(clips, clips->paths[index], &reading, err);
}

const dbt_clip *dbt_clips_read(const dbt_clips *clips, size_t index, dbt_error *err)
{
    const dbt_reading reading = reading_of(clips, index);
    return dbt_clip_cache_get(clips->cache, clips->paths[index], &reading, err);
}

bool dbt_clips_load_few(dbt_clips *clips, dbt_error *err)
{
    for (size_t i = 0; i < clips->n; i++) {
        const bool is_file = dbt_file_id_of(clips->paths[i]).inode != 0;
        if ((i == 0 || !is_file) && !dbt_clips_load_file(clips, i, err))
            return false;
    }
    return true;
}

bool dbt_clips_is_repeated(const dbt_clips *clips, ptrdiff_t index)
{
    for (ptrdiff_t i = 0; i < index; i++)
        if (clips->list[i] == clips->list[index])
            return true;
    return false;
}

static void print_glitches(const dbt_clips *clips, const dbt_clip *clip)
{
    dbt_buffer line = { 0 };
    if (clip->glitches.n == 0 || clips->quiet)
        return;
    dbt_glitches_line(clip, &line);
    dbt_print_line(&line);
}

void dbt_clips_print_glitches(const dbt_clips *clips)
{
    for (ptrdiff_t i = 0; i < arrlen(clips->list); i++)
        if (!dbt_clips_is_repeated(clips, i))
            print_glitches(clips, clips->list[i]);
}

bool dbt_clips_check(const dbt_clips *clips, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(clips->list); i++)
        if (!dbt_clip_cache_check(clips->list[i], err))
            return false;
    return true;
}

void dbt_clips_release(dbt_clips *clips)
{
    for (ptrdiff_t i = 0; i < arrlen(clips->list); i++)
        dbt_clip_cache_return(clips->cache, clips->list[i]);
    arrfree(clips->list);
    dbt_names_release_values(&clips->drops);
    arrfree(clips->roles);
    arrfree(clips->searched);
}

/* ---- a source for a search ---- */

/* Records paths[index], which the source (dbt_clips_source) fetches for the first time: sets
 * searched[index], counts its frames, records its joints, shows progress. Adds warnings of its up
 * axis and prints its glitches, but not for a later path with the same clip as the first. */
static void begin_file(dbt_clips *clips, size_t index, const dbt_clip *clip)
{
    const dbt_reading reading = reading_of(clips, index);
    char text[80];
    clips->searched[index] = true;
    clips->n_frames += (double)clip->n_frames;
    record_joints(clips, clip, &reading);
    snprintf(text, sizeof text, ", %zu of %zu clips measured", index + 1, clips->n);
    if (clips->progress)
        dbt_progress_describe(clips->progress, index + 1, clips->n, text);
    if (index > 0 && clip == clips->list[0])
        return;
    dbt_warn_of_clip_up(clip, 0, clips->list[0], clips->job, &clips->warnings);
    print_glitches(clips, clip);
}

/* Returns paths[index] by dbt_clips_read, and calls begin_file at the first time. NULL: fails as
 * dbt_clips_read. After one thread has fetched all files, this changes nothing, so that any thread
 * may call it. context: the dbt_clips. */
static const dbt_clip *get_file(void *context, size_t index, dbt_error *err)
{
    dbt_clips *clips = context;
    const dbt_clip *clip = dbt_clips_read(clips, index, err);
    if (clip && !clips->searched[index])
        begin_file(clips, index, clip);
    return clip;
}

static bool put_file(void *context, const dbt_clip *clip, dbt_error *err)
{
    const dbt_clips *clips = context;
    const bool ok = dbt_clip_cache_check(clip, err);
    dbt_clip_cache_return(clips->cache, clip);
    return ok;
}

dbt_clip_source dbt_clips_source(dbt_clips *clips)
{
    while (arrlenu(clips->searched) < clips->n)
        arrput(clips->searched, false);
    return (dbt_clip_source){ get_file, put_file, clips };
}

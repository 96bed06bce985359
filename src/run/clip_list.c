#include "run/clip_list.h"

#include "base/mem.h"

#include <stdio.h>

void dbt_clip_list_init(dbt_clip_list *list, dbt_clip_cache *cache, const dbt_job *job,
                        const char *const *paths, size_t n, dbt_verbosity verbosity)
{
    *list = (dbt_clip_list){
        .job = job, .paths = paths, .n = n, .held.cache = cache, .verbosity = verbosity
    };
    list->dropped = dbt_alloc_array((size_t)job->n_drops + 1, sizeof *list->dropped);
    list->shown = dbt_alloc_array(n, sizeof *list->shown);
}

void dbt_clip_list_release(dbt_clip_list *list)
{
    dbt_clip_set_release(&list->held);
    dbt_free(list->dropped);
    dbt_free(list->shown);
}

static dbt_reading reading_of(const dbt_clip_list *list, size_t number)
{
    return list->as_is ? dbt_reading_as_is(list->job)
                       : dbt_reading_among(list->job, list->paths, number);
}

static void update_joints(dbt_clip_list *list, const dbt_clip *clip)
{
    dbt_role_match_improve(&list->roles, dbt_clip_cache_roles(clip));
    for (int i = 0; i < list->job->n_drops; i++)
        list->dropped[i] = list->dropped[i] || dbt_clip_cache_dropped(clip)[i];
}

bool dbt_clip_list_check_joints(const dbt_clip_list *list, dbt_error *err)
{
    for (int i = 0; i < list->job->n_drops; i++)
        if (!list->dropped[i])
            return dbt_fail_no_drop(list->job->drops[i], err);
    return dbt_role_match_check(&list->roles, err);
}

const dbt_clip *dbt_clip_list_load(dbt_clip_list *list, size_t number, dbt_error *err)
{
    const dbt_reading reading = reading_of(list, number);
    const dbt_clip *clip = dbt_clip_set_get(&list->held, list->paths[number], &reading, err);
    if (clip)
        update_joints(list, clip);
    return clip;
}

bool dbt_clip_list_load_few(dbt_clip_list *list, dbt_error *err)
{
    for (size_t i = 0; i < list->n; i++) {
        const bool is_file = dbt_file_id_of(list->paths[i]).inode != 0;
        if ((i == 0 || !is_file) && !dbt_clip_list_load(list, i, err))
            return false;
    }
    return true;
}

static const dbt_clip *read_clip(void *context, size_t number, dbt_error *err)
{
    const dbt_clip_list *list = context;
    const dbt_reading reading = reading_of(list, number);
    return dbt_clip_cache_get(list->held.cache, list->paths[number], &reading, err);
}

/* Updates the progress line. Called by the first reading of each clip, from one thread only. */
static void show_progress(const dbt_clip_list *list, size_t number, const char *how)
{
    char text[80];
    snprintf(text, sizeof text, ", %zu of %zu clips %s", number + 1, list->n, how);
    if (list->progress)
        dbt_progress_describe(list->progress, number + 1, list->n, text);
}

static bool put_clip(void *context, const dbt_clip *clip, dbt_error *err)
{
    const dbt_clip_list *list = context;
    const bool ok = dbt_clip_cache_check(clip, err);
    dbt_clip_cache_put(list->held.cache, clip);
    return ok;
}

/* Returns a clip. After one thread has fetched all clips, this does not change the list, so that
 * any thread may call it. */
static const dbt_clip *get_clip(void *context, size_t number, dbt_error *err)
{
    dbt_clip_list *list = context;
    const dbt_clip *clip = read_clip(list, number, err);
    if (!clip || list->shown[number])
        return clip;
    list->shown[number] = true;
    list->n_frames += (double)clip->n_frames;
    show_progress(list, number, "measured");
    update_joints(list, clip);
    if (number == 0 || clip != list->held.clips[0]) {
        dbt_clip_check_up(clip, 0, list->held.clips[0], list->job, &list->warnings);
        dbt_clip_say_glitches(clip, list->verbosity);
    }
    return clip;
}

dbt_clip_source dbt_clip_list_source(dbt_clip_list *list)
{
    return (dbt_clip_source){ get_clip, put_clip, list };
}

bool dbt_clip_list_settle_up(dbt_clip_list *list, dbt_job *job, dbt_error *err)
{
    const dbt_clip_source source = { read_clip, put_clip, list };
    return dbt_settle_up(&source, list->n, job, err);
}

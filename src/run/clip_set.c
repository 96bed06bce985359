#include "run/clip_set.h"

#include "base/mem.h"

#include <string.h>

const dbt_clip *dbt_clip_set_get(dbt_clip_set *set, const char *path, const dbt_job *job,
                                 dbt_error *err)
{
    const bool is_stdin = strcmp(path, "-") == 0;
    const dbt_bvh_options options = { .assume_fps = job->assume_fps, .lenient = job->lenient };
    if (is_stdin && set->has_stdin) {
        dbt_fail(err, DBT_E_IO, "standard input can be only one of the inputs");
        return NULL;
    }
    set->has_stdin = set->has_stdin || is_stdin;
    const dbt_clip *clip = dbt_clip_cache_get(set->cache, path, &options, job->strict, err);
    if (clip)
        arrput(set->clips, clip);
    return clip;
}

bool dbt_clip_set_check(const dbt_clip_set *set, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(set->clips); i++)
        if (!dbt_clip_cache_check(set->clips[i], err))
            return false;
    return true;
}

void dbt_clip_set_release(dbt_clip_set *set)
{
    for (ptrdiff_t i = 0; i < arrlen(set->clips); i++)
        dbt_clip_cache_put(set->cache, set->clips[i]);
    arrfree(set->clips);
}

#include "run/clip_set.h"

#include "base/mem.h"
#include "motion/glitch.h"

#include <string.h>

dbt_reading dbt_reading_of(const dbt_job *job, const dbt_segment *segment)
{
    dbt_reading reading = { .assume_fps = job->assume_fps,
                            .lenient = job->lenient,
                            .strict = job->strict,
                            .rename = job->rename,
                            .drops = job->drops,
                            .n_drops = job->n_drops };
    if (segment && segment->rename)
        reading.rename = segment->rename;
    if (segment && segment->n_drops > 0) {
        reading.drops = segment->drops;
        reading.n_drops = segment->n_drops;
    }
    return reading;
}

const dbt_clip *dbt_clip_set_get(dbt_clip_set *set, const char *path, const dbt_reading *reading,
                                 dbt_error *err)
{
    const bool is_stdin = dbt_is_dash(path);
    if (is_stdin && set->has_stdin) {
        dbt_fail(err, DBT_E_IO, "standard input can be only one of the inputs");
        return NULL;
    }
    set->has_stdin = set->has_stdin || is_stdin;
    const dbt_clip *clip = dbt_clip_cache_get(set->cache, path, reading, err);
    if (clip)
        arrput(set->clips, clip);
    return clip;
}

bool dbt_fail_no_drop(const char *glob, dbt_error *err)
{
    return dbt_fail(err, DBT_E_PARAM,
                    "no joint's name matches '%.80s' (--drop; 'dbtool info' lists all)", glob);
}

bool dbt_check_drops(const dbt_clip *const *clips, ptrdiff_t n, const dbt_reading *reading,
                     dbt_error *err)
{
    for (int i = 0; i < reading->n_drops; i++) {
        bool matched = false;
        for (ptrdiff_t c = 0; !matched && c < n; c++)
            matched = dbt_clip_cache_dropped(clips[c])[i];
        if (!matched)
            return dbt_fail_no_drop(reading->drops[i], err);
    }
    return true;
}

bool dbt_clip_set_check_drops(const dbt_clip_set *set, const dbt_reading *reading, dbt_error *err)
{
    return dbt_check_drops(set->clips, arrlen(set->clips), reading, err);
}

bool dbt_clip_settle_up(const dbt_clip *clip, int *up, const char **shown, dbt_error *err)
{
    const dbt_up_axis found = dbt_clip_cache_up(clip);
    if (*up == DBT_UP_AUTO) {
        if (found.likely >= 0) {
            *up = found.likely;
            *shown = clip->file;
        }
        return true;
    }
    return !found.against[*up] ||
           dbt_fail_at(err, DBT_E_PARAM, clip->file, 0, 0,
                       "the up axis seems to be %c, in '%.100s' it is %c: --up auto cannot choose",
                       "xyz"[found.likely], *shown, "xyz"[*up]);
}

bool dbt_clip_set_settle_up(const dbt_clip_set *set, dbt_job *job, dbt_error *err)
{
    int *up = &job->sequence.up;
    const char *shown = NULL;
    if (*up != DBT_UP_AUTO)
        return true;
    for (ptrdiff_t i = 0; i < arrlen(set->clips); i++)
        if (!dbt_clip_settle_up(set->clips[i], up, &shown, err))
            return false;
    if (!shown)
        *up = 1;
    return true;
}

void dbt_clip_check_up(const dbt_clip *clip, const dbt_job *job, dbt_warnings *warnings)
{
    const int up = job->sequence.up;
    const dbt_up_axis found = dbt_clip_cache_up(clip);
    if (!job->sequence.up_given && found.against[up])
        dbt_warn(warnings, DBT_WARN_UP, clip->file, 0, 0,
                 "%c seems to point up, not %c (use --up %c, or --up %c if this is wrong)",
                 "xyz"[found.likely], "xyz"[up], "xyz"[found.likely], "xyz"[up]);
}

/* Whether an earlier clip of the set is the same one. */
static bool is_repeated(const dbt_clip_set *set, ptrdiff_t index)
{
    for (ptrdiff_t i = 0; i < index; i++)
        if (set->clips[i] == set->clips[index])
            return true;
    return false;
}

void dbt_clip_set_check_up(const dbt_clip_set *set, const dbt_job *job, dbt_warnings *warnings)
{
    for (ptrdiff_t i = 0; i < arrlen(set->clips); i++)
        if (!is_repeated(set, i))
            dbt_clip_check_up(set->clips[i], job, warnings);
}

void dbt_clip_say_glitches(const dbt_clip *clip, dbt_tone tone)
{
    dbt_buffer line = { 0 };
    if (clip->glitches.n == 0 || tone.quiet)
        return;
    dbt_glitches_line(clip, &line);
    dbt_print_line(&line);
}

void dbt_clip_set_say_glitches(const dbt_clip_set *set, dbt_tone tone)
{
    for (ptrdiff_t i = 0; i < arrlen(set->clips); i++)
        if (!is_repeated(set, i))
            dbt_clip_say_glitches(set->clips[i], tone);
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

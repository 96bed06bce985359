#include "run/clip_up.h"

#include "base/mem.h"

#include <math.h>
#include <stdio.h>

/* ---- the ground ---- */

static dbt_ground_choice ground_of(const dbt_job *job, const dbt_segment *segment)
{
    return segment->ground.mode == DBT_GROUND_UNSET ? job->ground : segment->ground;
}

/* Returns whether reading the segment's file yields the same clip as `first` (dbt_reading_key),
 * which is on the target ground already. cache: resolves the paths. */
static bool reads_first(const dbt_reading *reading, const dbt_segment *segment,
                        const dbt_clip *first, dbt_clip_cache *cache)
{
    dbt_buffer key = { 0 };
    dbt_reading_key(reading, segment->path, dbt_clip_cache_files(cache), &key);
    const bool same = strcmp(key.bytes, dbt_clip_key(first)) == 0;
    dbt_buffer_release(&key);
    return same;
}

static bool has_height(const dbt_clip *clip, int up)
{
    return clip->skeleton.joints[0].pos_channel[up] >= 0;
}

bool dbt_reading_add_ground(dbt_reading *reading, const dbt_job *job, const dbt_segment *segment,
                            dbt_clip_cache *cache, dbt_error *err)
{
    const dbt_ground_choice choice = ground_of(job, segment);
    const int up = job->sequence.up;
    const bool is_first = segment == &job->sequence.segments[0];
    const dbt_clip *first = job->sequence.segments[0].clip;
    if (choice.mode == DBT_GROUND_UNSET || choice.mode == DBT_GROUND_OFF ||
        (is_first && choice.mode == DBT_GROUND_FIRST))
        return true;
    if (!is_first && !has_height(first, up))
        return dbt_fail_at(err, DBT_E_SKELETON, first->file, 0, 0,
                           "'%.80s' has no %cposition, so no later clip can be moved to another "
                           "ground (--ground)",
                           first->skeleton.joints[0].name, "XYZ"[up]);
    dbt_ground target = { .is_known = true, .height = choice.height };
    if (choice.mode == DBT_GROUND_FIRST)
        target = dbt_clip_cache_ground(cache, first, up);
    if (choice.mode == DBT_GROUND_FIRST && reads_first(reading, segment, first, cache))
        return true;
    reading->has_ground = target.is_known;
    reading->ground = target.height;
    reading->ground_up = up;
    return true;
}

/* ---- the up axis ---- */

bool dbt_check_up_is_named(const dbt_job *job, dbt_error *err)
{
    const dbt_sequence_spec *s = &job->sequence;
    for (int i = 0; s->up == DBT_UP_AUTO && i < s->n_segments; i++) {
        if (s->segments[i].has_up)
            return dbt_fail(err, DBT_E_PARAM,
                            "a clip has an up axis of its own, so that of the output needs a name, "
                            "not --up auto");
        if (ground_of(job, &s->segments[i]).mode > DBT_GROUND_OFF)
            return dbt_fail(err, DBT_E_PARAM,
                            "clips are moved to another ground, so the up axis needs a name, not "
                            "--up auto");
    }
    return true;
}

/* Uses a clip's up axis. If *up is DBT_UP_AUTO and the clip shows an axis, sets *up to it, and
 * *shown to the clip's file; fails with DBT_E_PARAM if that axis points down. Otherwise fails with
 * DBT_E_PARAM if the clip contradicts *up. Errors have the clip's file. */
static bool read_up(const dbt_clip *clip, int *up, const char **shown, dbt_error *err)
{
    const dbt_up_axis found = dbt_clip_cache_facts(clip)->up;
    if (*up == DBT_UP_AUTO) {
        if (found.negative)
            return dbt_fail_at(
                err, DBT_E_PARAM, clip->file, 0, 0,
                "the up axis seems to be %s, which is no choice of --up auto (--fit turns clips)",
                dbt_up_axis_name(found));
        if (found.likely >= 0) {
            *up = found.likely;
            *shown = clip->file;
        }
        return true;
    }
    return !found.against[*up] || dbt_fail_at(err, DBT_E_PARAM, clip->file, 0, 0,
                                              "the up axis seems to be %s, in '%.100s' it is %c: "
                                              "--up auto cannot choose (--fit turns clips)",
                                              dbt_up_axis_name(found), *shown, "xyz"[*up]);
}

bool dbt_clips_settle_up(const dbt_clips *clips, dbt_job *job, dbt_error *err)
{
    int *up = &job->sequence.up;
    const char *shown = NULL;
    if (*up != DBT_UP_AUTO)
        return true;
    for (size_t i = 0; i < (clips->paths ? clips->n : arrlenu(clips->list)); i++) {
        const dbt_clip *clip = clips->paths ? dbt_clips_read(clips, i, err) : clips->list[i];
        const bool ok = clip && read_up(clip, up, &shown, err);
        if (clip && clips->paths)
            dbt_clip_cache_return(clips->cache, clip);
        if (!ok)
            return false;
    }
    if (!shown)
        *up = 1;
    return true;
}

/* ---- warnings ---- */

/* Adds DBT_WARN_UP for an up axis other than the first clip's. Proposes --fit only if both rigs
 * differ: it does not rotate a clip of the same rig. Proposes --up if `number` is not 0, both axes
 * are positive, and the first clip has the output's axis, `up`, to which --up rotates. number: as
 * in dbt_warn_of_clip_up. */
static void warn_of_other_up(const dbt_clip *clip, int number, const dbt_clip *first, int up,
                             dbt_warnings *warnings)
{
    char advice[96] = "";
    const dbt_up_axis found = dbt_clip_cache_facts(clip)->up,
                      of_first = dbt_clip_cache_facts(first)->up;
    const bool fits = !dbt_fit_same_offsets(&first->skeleton, &clip->skeleton);
    if (number > 0 && !found.negative && !of_first.negative && of_first.likely == up)
        snprintf(advice, sizeof advice,
                 fits ? " (--fit turns the clip, as does --up %d:%c)"
                      : " (--up %d:%c turns the clip)",
                 number, "xyz"[found.likely]);
    else if (fits)
        snprintf(advice, sizeof advice, " (--fit turns the clip)");
    dbt_warn(warnings, DBT_WARN_UP, clip->file, 0, 0, "%s seems to point up, in '%.80s' %s%s",
             dbt_up_axis_name(found), dbt_file_name(first->file), dbt_up_axis_name(of_first),
             advice);
}

/* Adds DBT_WARN_UP for an up axis other than the output's, `up`. Proposes --fit if it points down,
 * else --up for the output and, unless `number` is 0, for the clip. number: as in
 * dbt_warn_of_clip_up. */
static void warn_of_up(const dbt_clip *clip, int number, int up, dbt_warnings *warnings)
{
    char advice[64] = "";
    const dbt_up_axis found = dbt_clip_cache_facts(clip)->up;
    const char axis = "xyz"[found.likely];
    if (number > 0)
        snprintf(advice, sizeof advice, "; for the clip, --up %d:%c turns it", number, axis);
    if (found.negative)
        dbt_warn(warnings, DBT_WARN_UP, clip->file, 0, 0,
                 "%s seems to point up, not %c (--fit turns clips)", dbt_up_axis_name(found),
                 "xyz"[up]);
    else
        dbt_warn(warnings, DBT_WARN_UP, clip->file, 0, 0,
                 "%c seems to point up, not %c (use --up %c, or --up %c if this is wrong%s)", axis,
                 "xyz"[up], axis, "xyz"[up], advice);
}

void dbt_warn_of_clip_up(const dbt_clip *clip, int number, const dbt_clip *first,
                         const dbt_job *job, dbt_warnings *warnings)
{
    const dbt_sequence_spec *s = &job->sequence;
    const dbt_segment *segment = number > 0 ? &s->segments[number - 1] : NULL;
    const dbt_up_axis found = dbt_clip_cache_facts(clip)->up,
                      of_first = dbt_clip_cache_facts(first)->up;
    if (found.likely < 0 || (segment && segment->has_up && !found.negative))
        return;
    if (segment && dbt_reading_of(job, segment).rig) /* --up would rotate the clip before the fit */
        number = 0;
    const bool differs = of_first.likely >= 0 &&
                         (found.likely != of_first.likely || found.negative != of_first.negative);
    /* with --up, a likely axis that differs is no contradiction: the body may be lying */
    if (differs &&
        (!s->up_given || found.negative != of_first.negative || found.against[of_first.likely]))
        warn_of_other_up(clip, number, first, s->up, warnings);
    else if (!s->up_given && (found.negative || found.against[s->up]))
        warn_of_up(clip, number, s->up, warnings);
}

static bool is_upright(const dbt_clip *clip, int up)
{
    const dbt_up_axis found = dbt_clip_cache_facts(clip)->up;
    return found.is_upright && found.likely == up && !found.negative;
}

/* Returns whether an output with the clip's channels can show heights of the body. */
static bool shows_heights(const dbt_clip *clip, int up)
{
    const int branch = dbt_skeleton_branch(&clip->skeleton);
    for (int j = 0; j <= branch; j++)
        if (clip->skeleton.joints[j].pos_channel[up] >= 0)
            return true;
    return false;
}

/* Adds DBT_WARN_GROUND for a ground that differs from the first clip's by over 4 % of that body's
 * leg, because alignment does not change heights. Both bodies must be upright: the lowest points of
 * a crawling or sitting body are hands or hips, which may sink a little into the ground. Does
 * nothing if a ground or leg is unknown, or if the output cannot show heights. */
static void check_ground(const dbt_clips *clips, const dbt_clip *clip, int up,
                         dbt_warnings *warnings)
{
    const dbt_clip *first = clips->list[0];
    if (!is_upright(clip, up) || !is_upright(first, up) || !shows_heights(first, up))
        return;
    const dbt_ground ground = dbt_clip_cache_ground(clips->cache, clip, up);
    const dbt_ground of_first = dbt_clip_cache_ground(clips->cache, first, up);
    const double off = ground.height - of_first.height;
    if (ground.is_known && ground.leg_length > 0.0 && of_first.is_known &&
        of_first.leg_length > 0.0 && fabs(off) > 0.04 * of_first.leg_length)
        dbt_warn(warnings, DBT_WARN_GROUND, clip->file, 0, 0,
                 "its ground is at %c = %.4g, that of '%.80s' at %.4g: the body %s by %.4g%s",
                 "xyz"[up], ground.height, dbt_file_name(first->file), of_first.height,
                 off < 0.0 ? "sinks" : "rises", fabs(off),
                 has_height(first, up) ? " (--ground moves the clip)" : "");
}

/* Adds DBT_WARN_UP if the user asks for locked feet and the body is upside down, as its feet are
 * then not on the ground. */
static void check_upside_down(const dbt_clip *clip, const dbt_sequence_spec *spec,
                              dbt_warnings *warnings)
{
    if (spec->has_plant && spec->plant && dbt_clip_cache_facts(clip)->up.upside_down)
        dbt_warn(warnings, DBT_WARN_UP, clip->file, 0, 0,
                 "the body is upside down in most frames, the head below the feet, so no foot "
                 "stands on the ground");
}

void dbt_clips_warn_of_up(const dbt_clips *clips, const dbt_job *job, dbt_warnings *warnings)
{
    for (ptrdiff_t i = 0; i < arrlen(clips->list); i++) {
        if (dbt_clips_is_repeated(clips, i))
            continue;
        const bool is_played = i < job->sequence.n_segments;
        dbt_warn_of_clip_up(clips->list[i], is_played ? (int)i + 1 : 0, clips->list[0], job,
                            warnings);
        if (is_played)
            check_upside_down(clips->list[i], &job->sequence, warnings);
        if (i > 0 && is_played)
            check_ground(clips, clips->list[i], job->sequence.up, warnings);
    }
}

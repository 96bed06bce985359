#include "run/clip_set.h"

#include "base/mem.h"
#include "base/number.h"
#include "motion/glitch.h"

#include <stdio.h>
#include <string.h>

/* Returns the edits of a segment's clip, or of any other clip (segment NULL). */
static dbt_clip_changes changes_of(const dbt_job *job, const dbt_segment *segment)
{
    dbt_clip_changes changes = { .rename = job->rename,
                                 .roles = job->roles,
                                 .drops = job->drops,
                                 .n_drops = job->n_drops,
                                 .scale = job->scale,
                                 .mirror = job->mirror };
    if (segment && segment->rename)
        changes.rename = segment->rename;
    if (segment && segment->roles)
        changes.roles = segment->roles;
    if (segment && segment->n_drops > 0) {
        changes.drops = segment->drops;
        changes.n_drops = segment->n_drops;
    }
    if (segment && segment->has_scale)
        changes.scale = segment->scale;
    if (segment && segment->has_mirror)
        changes.mirror = segment->mirror;
    if (segment && segment->has_up) {
        changes.up_is = segment->up;
        changes.up = job->sequence.up;
    }
    if (dbt_same_number(changes.scale, 1.0))
        changes.scale = 0.0;
    return changes;
}

/* Returns the edits of a file that is not in the sequence: its size, sides and up axis stay. */
static dbt_clip_changes changes_of_file(const dbt_job *job)
{
    return (dbt_clip_changes){
        .rename = job->rename, .roles = job->roles, .drops = job->drops, .n_drops = job->n_drops
    };
}

static dbt_reading reading_with(const dbt_job *job, dbt_clip_changes changes)
{
    return (dbt_reading){ .assume_fps = job->assume_fps,
                          .lenient = job->lenient,
                          .strict = job->strict,
                          .changes = changes };
}

static const char *fit_of(const dbt_job *job, const dbt_segment *segment)
{
    return segment && segment->fit ? segment->fit : job->fit;
}

/* Skips the fit of a clip to itself, because it need not be read twice. */
static dbt_reading skip_self_fit(dbt_reading reading, const char *path)
{
    const dbt_clip_changes *a = &reading.changes, *b = &reading.rig_changes;
    if (reading.rig && path && strcmp(reading.rig, path) == 0 && a->rename == b->rename &&
        a->roles == b->roles && a->drops == b->drops && dbt_same_number(a->scale, b->scale) &&
        a->mirror == b->mirror && a->up_is == b->up_is && a->up == b->up)
        reading.rig = NULL;
    return reading;
}

dbt_reading dbt_reading_of(const dbt_job *job, const dbt_segment *segment)
{
    const dbt_sequence_spec *s = &job->sequence;
    const dbt_segment *first = s->n_segments > 0 ? &s->segments[0] : NULL;
    const char *fit = fit_of(job, segment), *of_first = first ? fit_of(job, first) : NULL;
    dbt_reading reading = reading_with(job, changes_of(job, segment));
    if (!fit || strcmp(fit, DBT_RIG_NONE) == 0)
        return reading;
    if (dbt_rig_path(fit) || (first && dbt_rig_path(of_first))) {
        reading.rig = dbt_rig_path(fit) ? fit : of_first;
        reading.rig_changes = changes_of_file(job);
    } else if (first && segment != first) {
        reading.rig = first->path;
        reading.rig_changes = changes_of(job, first);
    }
    return skip_self_fit(reading, segment ? segment->path : NULL);
}

dbt_reading dbt_reading_as_is(const dbt_job *job)
{
    return reading_with(job, changes_of_file(job));
}

dbt_reading dbt_reading_of_input(const dbt_job_input *input)
{
    return input->kind == DBT_INPUT_RIG ? dbt_reading_as_is(input->job)
                                        : dbt_reading_of(input->job, input->segment);
}

dbt_reading dbt_reading_among(const dbt_job *job, const char *const *clips, size_t index)
{
    dbt_reading reading = reading_with(job, changes_of(job, NULL));
    const char *rig = dbt_rig_path(job->fit);
    if (job->fit && !rig && strcmp(job->fit, DBT_RIG_FIRST) == 0 && index > 0)
        rig = clips[0];
    reading.rig = rig;
    reading.rig_changes = dbt_rig_path(job->fit) ? changes_of_file(job) : reading.changes;
    return skip_self_fit(reading, clips[index]);
}

static dbt_ground_choice ground_of(const dbt_job *job, const dbt_segment *segment)
{
    return segment->ground.mode == DBT_GROUND_UNSET ? job->ground : segment->ground;
}

/* Returns whether reading the segment's file yields the first clip, which is on the target ground
 * already. */
static bool reads_first(const dbt_reading *reading, const dbt_segment *segment,
                        const dbt_clip *first, dbt_clip_cache *cache)
{
    dbt_job_files *files = dbt_clip_cache_files(cache);
    dbt_buffer key = { 0 };
    dbt_reading_key(reading, files, &key);
    dbt_buffer_text(&key, dbt_job_files_real_path(files, segment->path));
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

/* Reads a clip's up axis. *up: from DBT_UP_AUTO to the axis of the first clip that shows one.
 * *shown: that clip's file. */
static bool read_up(const dbt_clip *clip, int *up, const char **shown, dbt_error *err)
{
    const dbt_up_axis found = dbt_clip_cache_up(clip);
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

bool dbt_settle_up(const dbt_clip_source *clips, size_t n, dbt_job *job, dbt_error *err)
{
    int *up = &job->sequence.up;
    const char *shown = NULL;
    if (*up != DBT_UP_AUTO)
        return true;
    for (size_t i = 0; i < n; i++) {
        const dbt_clip *clip = clips->get(clips->context, i, err);
        const bool ok = clip && read_up(clip, up, &shown, err);
        if (!clip || !clips->put(clips->context, clip, ok ? err : NULL) || !ok)
            return false;
    }
    if (!shown)
        *up = 1;
    return true;
}

bool dbt_clip_set_settle_up(const dbt_clip_set *set, dbt_job *job, dbt_error *err)
{
    const dbt_clip_source held = dbt_clips_in_memory(set->clips);
    return dbt_settle_up(&held, (size_t)arrlen(set->clips), job, err);
}

/* Warns of an up axis other than the first clip's. --fit rotates only clips of other rigs. --up
 * rotates the clip to the output's axis, so it is proposed only if the first clip has that axis. */
static void warn_of_other_up(const dbt_clip *clip, int number, const dbt_clip *first, int up,
                             dbt_warnings *warnings)
{
    char advice[96] = "";
    const dbt_up_axis found = dbt_clip_cache_up(clip), of_first = dbt_clip_cache_up(first);
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

/* Warns of an up axis other than the output's. */
static void warn_of_up(const dbt_clip *clip, int number, int up, dbt_warnings *warnings)
{
    char advice[64] = "";
    const dbt_up_axis found = dbt_clip_cache_up(clip);
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

void dbt_clip_check_up(const dbt_clip *clip, int number, const dbt_clip *first, const dbt_job *job,
                       dbt_warnings *warnings)
{
    const dbt_sequence_spec *s = &job->sequence;
    const dbt_segment *segment = number > 0 ? &s->segments[number - 1] : NULL;
    const dbt_up_axis found = dbt_clip_cache_up(clip), of_first = dbt_clip_cache_up(first);
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
    const dbt_up_axis found = dbt_clip_cache_up(clip);
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

/* Warns of a ground that differs from the first clip's by over 4 % of a leg, because alignment does
 * not change heights. Both bodies must be upright: the lowest points of a crawling or sitting body
 * are hands or hips, which may sink a little into the ground. */
static void check_ground(const dbt_clip_set *set, const dbt_clip *clip, int up,
                         dbt_warnings *warnings)
{
    const dbt_clip *first = set->clips[0];
    if (!is_upright(clip, up) || !is_upright(first, up) || !shows_heights(first, up))
        return;
    const dbt_ground ground = dbt_clip_cache_ground(set->cache, clip, up);
    const dbt_ground of_first = dbt_clip_cache_ground(set->cache, first, up);
    const double off = ground.height - of_first.height;
    if (ground.is_known && ground.leg_length > 0.0 && of_first.is_known &&
        of_first.leg_length > 0.0 && fabs(off) > 0.04 * of_first.leg_length)
        dbt_warn(warnings, DBT_WARN_GROUND, clip->file, 0, 0,
                 "its ground is at %c = %.4g, that of '%.80s' at %.4g: the body %s by %.4g%s",
                 "xyz"[up], ground.height, dbt_file_name(first->file), of_first.height,
                 off < 0.0 ? "sinks" : "rises", fabs(off),
                 has_height(first, up) ? " (--ground moves the clip)" : "");
}

/* Returns whether an earlier clip of the set is the same clip. */
static bool is_repeated(const dbt_clip_set *set, ptrdiff_t index)
{
    for (ptrdiff_t i = 0; i < index; i++)
        if (set->clips[i] == set->clips[index])
            return true;
    return false;
}

void dbt_clip_set_check_up(const dbt_clip_set *set, const dbt_job *job, dbt_warnings *warnings)
{
    for (ptrdiff_t i = 0; i < arrlen(set->clips); i++) {
        if (is_repeated(set, i))
            continue;
        const bool is_played = i < job->sequence.n_segments;
        dbt_clip_check_up(set->clips[i], is_played ? (int)i + 1 : 0, set->clips[0], job, warnings);
        if (i > 0 && is_played)
            check_ground(set, set->clips[i], job->sequence.up, warnings);
    }
}

void dbt_clip_say_glitches(const dbt_clip *clip, dbt_verbosity verbosity)
{
    dbt_buffer line = { 0 };
    if (clip->glitches.n == 0 || verbosity.quiet)
        return;
    dbt_glitches_line(clip, &line);
    dbt_print_line(&line);
}

void dbt_clip_set_say_glitches(const dbt_clip_set *set, dbt_verbosity verbosity)
{
    for (ptrdiff_t i = 0; i < arrlen(set->clips); i++)
        if (!is_repeated(set, i))
            dbt_clip_say_glitches(set->clips[i], verbosity);
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

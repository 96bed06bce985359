#include "run/clip_reading.h"

#include "base/number.h"

#include <string.h>

/* Returns the edits of a segment's clip: the segment's, where it sets them, else the job's. The up
 * axis is only the segment's; drops of a segment replace all of the job's. segment: NULL for any
 * other clip, which has the job's. */
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

/* Returns `reading` without its rig if this is path itself, as the same text with the same edits:
 * the clip need not be read twice. Another spelling of the path is read twice. path: may be NULL.
 */
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
    dbt_reading reading = dbt_reading_of(job, NULL);
    if (index > 0 && job->fit && strcmp(job->fit, DBT_RIG_FIRST) == 0) {
        reading.rig = clips[0];
        reading.rig_changes = reading.changes;
    }
    return skip_self_fit(reading, clips[index]);
}

/* Appends the edits to a key. Texts are preceded by their lengths, so that different edits have
 * different keys. */
static void add_changes(const dbt_clip_changes *changes, dbt_job_files *files, dbt_buffer *key)
{
    const char *rename = changes->rename ? dbt_job_files_real_path(files, changes->rename) : NULL;
    if (rename)
        dbt_buffer_format(key, " rename %zu %s", strlen(rename), rename);
    const char *roles = changes->roles ? dbt_job_files_real_path(files, changes->roles) : NULL;
    if (roles)
        dbt_buffer_format(key, " roles %zu %s", strlen(roles), roles);
    for (int i = 0; i < changes->n_drops; i++)
        dbt_buffer_format(key, " drop %zu %s", strlen(changes->drops[i]), changes->drops[i]);
    if (changes->scale != 0.0)
        dbt_buffer_format(key, " scale %a", changes->scale);
    dbt_buffer_text(key, changes->mirror ? " mirror" : "");
    if (changes->up_is != changes->up)
        dbt_buffer_format(key, " up %d %d", changes->up_is, changes->up);
}

void dbt_reading_key(const dbt_reading *reading, const char *path, dbt_job_files *files,
                     dbt_buffer *key)
{
    dbt_buffer_format(key, "%d %a", reading->lenient, reading->assume_fps);
    add_changes(&reading->changes, files, key);
    if (reading->rig) {
        const char *rig = dbt_job_files_real_path(files, reading->rig);
        dbt_buffer_format(key, " fit %zu %s", strlen(rig), rig);
        add_changes(&reading->rig_changes, files, key);
    }
    if (reading->has_ground)
        dbt_buffer_format(key, " ground %a %d", reading->ground, reading->ground_up);
    dbt_buffer_format(key, " %s", dbt_job_files_real_path(files, path));
}

/* How a clip is read: the edits of its file, the rig it is fitted to, the ground it is moved to. */
#ifndef DBT_RUN_CLIP_READING_H
#define DBT_RUN_CLIP_READING_H

#include "job/job.h"
#include "run/job_files.h"

/* The edits of a clip when it is read. */
typedef struct dbt_clip_changes {
    const char *rename;       /* path of a file of renames (bvh/reshape.h); NULL: none */
    const char *roles;        /* path of a file of roles (bvh/role_file.h); NULL: none */
    const char *const *drops; /* [n_drops], as in dbt_reshape */
    int n_drops;
    double scale; /* factor of lengths, as in dbt_reshape; 0: 1 */
    bool mirror;  /* left and right are exchanged (fit/fit.h) */
    int up_is;    /* axis that points up in the file, or DBT_UP_AUTO */
    int up;       /* axis that points up after the edit; equal to up_is: no rotation */
} dbt_clip_changes;

/* The options of reading a clip. Borrows its texts. */
typedef struct dbt_reading {
    double assume_fps; /* frame rate, as in dbt_bvh_options; so is lenient */
    bool lenient;
    bool strict; /* warnings are errors */
    dbt_clip_changes changes;
    const char *rig; /* path of the clip to whose rig this clip is fitted (fit/fit.h); NULL: none */
    dbt_clip_changes rig_changes; /* edits of the rig's clip */
    bool has_ground; /* after all edits, moves the clip so that its ground (fit/ground.h) is */
    double ground;   /* at this height, units */
    int ground_up;   /* along this axis */
} dbt_reading;

/* Returns the options by which a job reads the clip of a segment, or any other clip (segment NULL).
 * A segment's setting overrides the job's. A clip that would be fitted to itself has no rig.
 * Without the ground, which dbt_reading_add_ground adds. Borrows from the arguments, as all below
 * do. */
dbt_reading dbt_reading_of(const dbt_job *job, const dbt_segment *segment);

/* Returns the options of a finished file that is compared with the job's output, or of a rig: with
 * renames, roles and drops; without scale, mirror, rotation, fit and ground. */
dbt_reading dbt_reading_as_is(const dbt_job *job);

/* Returns the options of a clip or rig among the inputs of a job. */
dbt_reading dbt_reading_of_input(const dbt_job_input *input);

/* Returns the options of clips[index], by the settings of a job without segments. clips: of a
 * command line; if the job fits clips to the first one (DBT_RIG_FIRST), clips[0] is the rig of the
 * others. */
dbt_reading dbt_reading_among(const dbt_job *job, const char *const *clips, size_t index);

/* Appends the key of a clip to `key`, as text: with equal keys, clips are equal. Resolves paths by
 * `files`. Omits `strict`, which does not change the clip. The caller releases `key`. */
void dbt_reading_key(const dbt_reading *reading, const char *path, dbt_job_files *files,
                     dbt_buffer *key);

#endif

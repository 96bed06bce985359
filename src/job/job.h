/* A job: one output, with every setting for making and measuring it. All commands work on jobs; a
 * plan is a list of jobs. */
#ifndef DBT_JOB_JOB_H
#define DBT_JOB_JOB_H

#include "base/buffer.h"
#include "blend/sequence.h"
#include "measure/choice.h"
#include "measure/reference.h"
#include "search/best_cuts.h"

/* Values of `fit`, besides the path of a clip. */
#define DBT_RIG_FIRST "true"  /* the first clip */
#define DBT_RIG_NONE  "false" /* clips are not fitted */

/* The path of the clip whose rig is named; NULL: none is. */
const char *dbt_rig_path(const char *fit);

/* Cut i (from 1) is at the beginning of sequence.segments[i]. Texts are borrowed from the plan or
 * the command line, except those in `strings`. */
typedef struct dbt_job {
    const char *name;          /* unique in its plan */
    const char *sequence_name; /* the name in tables and pages: without the method; set when a job
                                  is read */
    const char *out;           /* path; NULL: not given */
    const char *folder; /* of its plan, where its relative paths begin; NULL: the current one */
    dbt_sequence_spec sequence;  /* owned: segments, layers, feet and their lists */
    dbt_best_cut_spec best_cuts; /* how to choose cuts at `best`; owned: its weights */
    const char *limits;          /* path; NULL: learned from the clips */
    int precision;               /* decimals of computed numbers */
    bool euler_filter;           /* the setting `unroll`; see dbt_encoder */
    bool has_window;
    dbt_time window;                /* a length of time */
    dbt_method_choice auto_methods; /* how auto chooses; `smooth` also ranks */
    double assume_fps;              /* 0: the files' own rates */
    const char *rename;             /* path of new joint names (bvh/reshape.h); NULL: none */
    const char *roles;              /* path of roles of joints (bvh/role_file.h); NULL: none */
    const char **drops;             /* [n_drops] patterns of joints to drop; owned */
    int n_drops;
    const char *fit;          /* whose rig clips are fitted to; NULL: DBT_RIG_NONE */
    double scale;             /* of lengths in clips */
    dbt_ground_choice ground; /* of clips that do not have their own */
    bool mirror;              /* clips are shown as in a mirror */
    bool lenient, strict;
    char **strings; /* stb_ds list, owned */
} dbt_job;

/* A job with default settings and no clips. */
dbt_job dbt_job_default(void);

/* Frees what the job owns and zeroes it. Neighbouring cuts may share one list of profiles. */
void dbt_job_release(dbt_job *job);

/* What a job reads a file as. */
typedef enum dbt_input_kind {
    DBT_INPUT_CLIP,
    DBT_INPUT_RIG, /* a clip that is read only for its rig */
    DBT_INPUT_RENAMES,
    DBT_INPUT_ROLES,
    DBT_INPUT_MODEL,
    DBT_INPUT_LIMITS,
    DBT_N_INPUT_KINDS
} dbt_input_kind;

/* A file that a job reads. Borrows from the job. */
typedef struct dbt_job_input {
    const dbt_job *job;
    dbt_input_kind kind;
    const char *path;      /* as the user wrote it */
    dbt_segment *segment;  /* which names it; NULL: a layer or the whole job does */
    const dbt_clip **clip; /* where the job keeps a clip that is read; NULL: no clip */
} dbt_job_input;

/* Calls see for each file that a job names, in a fixed order, until a call returns false. Returns
 * whether none did. */
bool dbt_job_each_input(const dbt_job *job, bool (*see)(void *context, const dbt_job_input *input),
                        void *context);

/* Writes a job as one line of JSON with every value; a text of such lines is a plan. */
void dbt_job_format(const dbt_job *job, dbt_buffer *out);

/* Writes a text that is the same for two jobs if they are equal in everything except name and
 * output; without tunings also except the methods of their cuts. folder: paths below it are written
 * from there; NULL: as they are. */
void dbt_job_signature(const dbt_job *job, bool with_tunings, const char *folder, dbt_buffer *out);

/* A path from a folder if it is below it, else as it is; it ends as the path does. NULL as either:
 * the path. */
const char *dbt_path_from(const char *folder, const char *path);

/* The default name of a job: the clips' base names joined by '+'. */
void dbt_job_default_name(const dbt_job *job, dbt_buffer *out);

#endif

/* A job: one output, with every setting for making and measuring it. All commands work on jobs; a
 * plan is a list of jobs. The folder knows settings, plans and jobs; it does not know how a job is
 * run, or any command's options. */
#ifndef DBT_JOB_JOB_H
#define DBT_JOB_JOB_H

#include "base/buffer.h"
#include "blend/sequence.h"
#include "measure/method_choice.h"
#include "measure/jerk_reference.h"
#include "search/best_cuts.h"

/* Values of `fit`, besides the path of a clip. */
#define DBT_RIG_FIRST "true"  /* the first clip */
#define DBT_RIG_NONE  "false" /* clips are not fitted */

/* Returns the path of the clip whose rig `fit` names; NULL: it names none. */
const char *dbt_rig_path(const char *fit);

/* The settings of one output. Cut i, from 1, is at the beginning of sequence.segments[i]. Texts are
 * borrowed from the plan or the command line, except those in `strings`. Clips, models and limits
 * are borrowed from whoever reads them. */
typedef struct dbt_job {
    const char *name;          /* unique in its plan; NULL until set */
    const char *sequence_name; /* the name in tables and pages, without the method; set when a job
                                  is read */
    const char *out;           /* path; NULL: no output was named */
    const char *folder; /* the plan's folder, base of relative paths; NULL: the current one */
    dbt_sequence_spec sequence;  /* owned: segments, layers, feet and their lists */
    dbt_best_cut_spec best_cuts; /* search for cuts at `best`; owned: its weights */
    const char *limits;          /* path; NULL: learned from the clips */
    int precision;               /* decimals of computed numbers */
    bool euler_filter;           /* the setting `unroll` (Euler filter of dbt_encoder) */
    bool has_window;
    dbt_time window;                /* a duration */
    dbt_method_choice auto_methods; /* candidates and rule of auto; `smooth` also ranks */
    double assume_fps;              /* 0: the rates in the files */
    const char *rename;             /* path of new joint names (bvh/reshape.h); NULL: none */
    const char *roles;              /* path of roles of joints (bvh/role_file.h); NULL: none */
    const char **drops;             /* [n_drops] patterns of joints to drop; owned */
    int n_drops;
    const char *fit; /* DBT_RIG_..., or the path of the clip whose rig clips are fitted to; NULL:
                        DBT_RIG_NONE */
    double scale;    /* factor of lengths in clips */
    dbt_ground_choice ground; /* for clips without a ground setting */
    bool mirror;              /* clips are mirrored, left and right exchanged */
    bool lenient, strict;
    char **strings; /* stb_ds list, owned */
} dbt_job;

/* Returns a job with default settings and no clips. Release with dbt_job_release. */
dbt_job dbt_job_default(void);

/* Frees the members that the job owns and zeroes it. Accepts a zeroed job. Adjacent cuts may point
 * to the same list of profiles. */
void dbt_job_release(dbt_job *job);

/* The use that a job has for an input file. */
typedef enum dbt_input_kind {
    DBT_INPUT_CLIP,
    DBT_INPUT_RIG, /* a clip of which only the rig is used */
    DBT_INPUT_RENAMES,
    DBT_INPUT_ROLES,
    DBT_INPUT_MODEL,
    DBT_INPUT_LIMITS,
    DBT_N_INPUT_KINDS
} dbt_input_kind;

/* An input file of a job. Borrows from the job. */
typedef struct dbt_job_input {
    const dbt_job *job;
    dbt_input_kind kind;
    const char *path;      /* as in the command, or in the plan, with the plan's folder in front */
    dbt_segment *segment;  /* the segment that names the file; NULL: a layer or the job names it */
    const dbt_clip **clip; /* the job's clip, which the visit may set; NULL: not a clip to play */
} dbt_job_input;

/* Calls visit for each file that a job names until a call returns false. The order is that of
 * segments, then layers, then the job's files. Returns
 * whether all calls returned true. context: passed to visit. *input is valid during the call. */
bool dbt_job_each_input(const dbt_job *job,
                        bool (*visit)(void *context, const dbt_job_input *input), void *context);

/* Appends a job to `out` as one line of JSON, line feed included, with every value that a plan can
 * have: not max_frames. Lines of jobs are a plan. The name, and the method of each cut, must be
 * set.
 */
void dbt_job_format(const dbt_job *job, dbt_buffer *out);

/* Appends the job's identity: equal texts if two jobs differ only in name and output. Without
 * with_tunings, methods of cuts may differ too. Paths below `folder` are written relative to it;
 * NULL: as they are. */
void dbt_job_signature(const dbt_job *job, bool with_tunings, const char *folder, dbt_buffer *out);

/* Returns the end of `path` relative to `folder`, inside the same text; `path` itself if it is not
 * below the folder, or if either is NULL. */
const char *dbt_path_from(const char *folder, const char *path);

/* Appends the default name of a job: the clips' base names joined by '+'. A clip without a path has
 * an empty name. */
void dbt_job_default_name(const dbt_job *job, dbt_buffer *out);

#endif

/* Plans: JSON that describes jobs, each one sequence to make. Format and meaning:
 * dbtool-plan(5). */
#ifndef DBT_CORE_PLAN_H
#define DBT_CORE_PLAN_H

#include "core/buffer.h"
#include "core/hash.h"
#include "core/layer.h"
#include "core/reference.h"

/* A clip of a sequence as a plan names it; for the first one only clip counts. */
typedef struct dbt_plan_cut {
    const char *clip; /* path, from the folder that the tool runs in */
    dbt_time at, from;
    dbt_setting setting;
    dbt_profile *profiles; /* stb_ds list */
} dbt_plan_cut;

typedef struct dbt_plan_layer_clip {
    const char *clip; /* path */
    dbt_time at, from;
    dbt_time fade; /* a length */
} dbt_plan_layer_clip;

/* A layer without its clips' motion; layer.joints and layer.clips are unset. */
typedef struct dbt_plan_layer {
    dbt_layer layer;
    const char **joints;        /* stb_ds list of shell patterns */
    dbt_plan_layer_clip *clips; /* stb_ds list */
} dbt_plan_layer;

typedef struct dbt_job {
    const char *name;   /* unique in its plan */
    const char *out;    /* path; NULL: none was given */
    dbt_plan_cut *cuts; /* [n_cuts]: a plan may have jobs by tens of thousands */
    int n_cuts;
    dbt_plan_layer *layers; /* stb_ds list */
    dbt_sequence_spec spec; /* all but segments and limits */
    const char *limits;     /* path; NULL: learned */
    int precision;
    bool unroll, windowed, lenient, strict;
    dbt_time window;
    double assume_fps;           /* 0: as the files say */
    const char **feet;           /* stb_ds list of shell patterns */
    dbt_contact_options contact; /* all but the feet */
} dbt_job;

enum { DBT_MAX_PLAN_ERRORS = 10 };

/* Jobs in the order of the text, sweeps expanded. */
typedef struct dbt_plan {
    dbt_job *jobs;                         /* stb_ds list */
    char **strings;                        /* stb_ds list: all text that jobs point to */
    dbt_error errors[DBT_MAX_PLAN_ERRORS]; /* what is wrong with the text, */
    int n_errors;                          /* in the order of the text */
} dbt_plan;

/* Sweeps multiply, and what a job says counts for each of its cuts: a short text may
 * mean more than any memory holds. Most jobs by default, or one for so many bytes of text
 * if that is more, as none is shorter that is written out; and for each of them so many
 * cuts, layers, their clips and patterns, wherever they are; a text of 256 bytes or more
 * counts as one for each 64 of them, whenever it is read or made. What a plan writes out,
 * one for each four bytes of it, is never too much. */
enum { DBT_MAX_JOBS = 40000, DBT_BYTES_PER_JOB = 32, DBT_PARTS_PER_JOB = 3 };

/* The longest text in a plan, and the longest name or path that is made of some, bytes: as
 * it is written out again, so that it can be read again. */
enum { DBT_MAX_TEXT = 16384 };

/* How a plan is read; zero is the default. */
typedef struct dbt_plan_options {
    const char *folder;     /* that paths are taken from; NULL: as they are */
    const char *single_out; /* the output of a plan that is one list of cuts; NULL: none */
    bool makes_none;        /* outputs are not made: a job needs none */
    size_t max_jobs;        /* 0: the default */
    dbt_hash_key hash_key;  /* nothing but time depends on it */
} dbt_plan_options;

/* Reads a plan from size bytes at text. On failure errors tell why, with line, column
 * and path; the plan is to be released all the same. Not from two threads at once. */
DBT_CHECK bool dbt_plan_read(dbt_plan *plan, const char *text, size_t size, const char *file,
                             const dbt_plan_options *options);

void dbt_plan_release(dbt_plan *plan);

/* A job as one line of JSON, every value written out; a text of such lines is a
 * plan again. */
void dbt_job_format(const dbt_job *job, dbt_buffer *out);

#endif

/* A job: one output, and every setting of how it is made and measured. All commands work on
 * jobs; a plan is a list of them. */
#ifndef DBT_JOB_JOB_H
#define DBT_JOB_JOB_H

#include "base/hash.h"
#include "blend/sequence.h"
#include "measure/choice.h"
#include "measure/reference.h"
#include "search/best_cuts.h"

/* Cut i (from 1) is where sequence.segments[i] begins. Texts are borrowed, from the plan or the
 * command line, except those in `strings`. */
typedef struct dbt_job {
    const char *name;           /* unique in its plan */
    const char *common;         /* the name without what its sweep varies of the method; NULL:
                                 * it is of no sweep */
    int sweep;                  /* jobs of one sweep have the same number; 0: none */
    const char *out;            /* path; NULL: none was given */
    dbt_sequence_spec sequence; /* owned: segments, layers, feet and their lists */
    dbt_cut_choice choice;      /* how cuts at best are chosen; owned: its weights */
    const char *limits;         /* path; NULL: learned from the clips */
    int precision;              /* decimals of computed numbers */
    bool unroll;
    bool has_window;
    dbt_time window;        /* a length */
    dbt_method_choice best; /* how auto chooses; its smooth also ranks */
    double assume_fps;      /* 0: as the files say */
    bool lenient, strict;
    char **strings; /* stb_ds list, owned */
} dbt_job;

/* Every setting at its default; no clips. */
dbt_job dbt_job_default(void);

/* Frees what the job owns and zeroes it. Cuts next to each other may share one list of
 * profiles. */
void dbt_job_release(dbt_job *job);

/* A copy of text that lives as long as the job. */
const char *dbt_job_keep_text(dbt_job *job, const char *text, size_t n);

/* What two jobs must have in common to be equal: everything but name and output; without
 * tunings the methods of the cuts do not count either. */
bool dbt_job_equal(const dbt_job *a, const dbt_job *b, bool with_tunings);

/* Equal jobs have equal hashes. */
uint64_t dbt_job_hash(const dbt_job *job, dbt_hash_key key, bool with_tunings);

/* The base name of a clip: its path without folder and ".bvh". */
void dbt_clip_name(const char *path, dbt_buffer *out);

/* The clips' base names joined by '+': what a job without a name is called. */
void dbt_job_default_name(const dbt_job *job, dbt_buffer *out);

#endif

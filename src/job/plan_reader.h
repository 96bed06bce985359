/* What the parts of the plan's reader share; nothing else includes this. */
#ifndef DBT_JOB_PLAN_READER_H
#define DBT_JOB_PLAN_READER_H

#include "base/json.h"
#include "job/plan.h"
#include "job/settings.h"

/* What a job and the defaults say of the method, for cuts that name none. */
typedef struct outer_tuning {
    bool read, found, ok; /* in this turn of the job; the method; and all parameters */
    int level;            /* where the method stands; negative: nowhere */
    const dbt_json *at;   /* what names it; NULL: nothing */
    dbt_tuning tuning;
} outer_tuning;

/* How clips are made into pairs. */
typedef enum pair_take {
    PAIRS_NONE,  /* they are not */
    PAIRS_ALL,   /* each with each other, both ways round */
    PAIRS_CHAIN, /* each with the next */
} pair_take;

/* A list or a pattern that stands for one value in each of several jobs. */
typedef struct sweep {
    const char *key;
    int cut;                    /* that it stands in, from 1; 0: the job or the defaults */
    const dbt_json *list;       /* what stands there in the text */
    const dbt_json *value;      /* its turn of list; NULL where it goes over clips */
    const char **clips;         /* stb_ds list: paths, in place of the values of list */
    pair_take pairs;            /* of clips */
    unsigned long long *chosen; /* stb_ds list: the numbers of those pairs that are taken, in
                                 * order; NULL: all */
    size_t n, turn;             /* values, and which of them it is */
} sweep;

/* A job that has a name, or an output. */
typedef struct taken_job {
    const char *file; /* of its plan; borrowed */
    int sweep;        /* that made it, in that plan */
    size_t turn;      /* among the combinations */
} taken_job;

typedef struct plan_reader {
    dbt_plan *plan;
    const dbt_json *failed[DBT_MAX_PLAN_ERRORS]; /* where plan->errors are, in doc */
    dbt_json_doc *doc;
    const dbt_plan_options *options;
    size_t max_jobs;
    size_t parts, max_parts;  /* what all jobs are made of */
    bool over;                /* a limit was passed: nothing more is read */
    const dbt_json *defaults; /* NULL: none */
    const dbt_json *job;      /* being read; an array where it is a bare list of cuts */
    sweep *sweeps;            /* stb_ds list, of that job */
    size_t turn;              /* of its combinations, also of those that are left out */
    outer_tuning outer;       /* of that job, in their turn */
    dbt_plan_taken *taken;    /* names and outputs */
    dbt_names paths, texts;   /* clips and patterns are named by many jobs */
    dbt_names matches;        /* clip_matches of a pattern; owned */
    size_t n_entries;         /* of folders that may still be looked at */
    int n_sweeps;             /* jobs that were expanded so far */
    int collided;             /* the last of them of which two had one name or output */
} plan_reader;

/* Notes an error at a node, once: what stands in defaults is seen by every job.
 * Returns false. */
bool dbt_plan_fail(plan_reader *r, const dbt_json *node, const char *format, ...) DBT_PRINTF(3, 4);

/* "expected <expected>, found <what the node is>". */
bool dbt_plan_fail_type(plan_reader *r, const dbt_json *node, const char *expected);

/* Notes that the plan is too large, and ends its reading. Returns false. */
bool dbt_plan_fail_limit(plan_reader *r, const dbt_json *node, const char *format, ...)
    DBT_PRINTF(3, 4);

/* Counts n more parts of jobs, which node makes; false where they are too many. */
bool dbt_plan_count(plan_reader *r, const dbt_json *node, size_t n);

/* Whether there is no point in reading on. */
static inline bool dbt_plan_is_over(const plan_reader *r)
{
    return r->over || r->plan->n_errors == DBT_MAX_PLAN_ERRORS;
}

/* Whether all keys of an object may stand in such a place. */
bool dbt_plan_check_keys(plan_reader *r, const dbt_json *object, unsigned place);

/* The text of a string, which counts by its length: it may be read for each cut of each
 * job. NULL for another type. */
const char *dbt_plan_text(plan_reader *r, const dbt_json *node);

/* Copies of a text, or of a path from the plan's folder, that live as long as the plan; of
 * those that are shared there is one. Long ones count. NULL, and an error at the node, where
 * the path is too long. */
const char *dbt_plan_keep_text(plan_reader *r, const char *text);
const char *dbt_plan_share_text(plan_reader *r, const dbt_json *node, const char *text);
const char *dbt_plan_keep_path(plan_reader *r, const dbt_json *node, const char *path);

/* Whether no text below a node is longer than DBT_MAX_TEXT. */
bool dbt_plan_check_texts(plan_reader *r, const dbt_json *node);

/* The member of an object, or of the swept list that stands there the value that
 * is its turn; NULL where there is none. */
const dbt_json *dbt_plan_value_of(const plan_reader *r, const dbt_json *object, const char *key);

/* The value of a key in the cut (may be NULL), the job, or the defaults. */
const dbt_json *dbt_plan_look_up(const plan_reader *r, const dbt_json *cut, const char *key);

/* Reads a setting's value into its owner's object. Where the node is no such value an error
 * is noted. */
bool dbt_plan_read_setting(plan_reader *r, const dbt_setting *setting, const dbt_json *node,
                           void *object);

/* A file's name, from the plan's folder. */
bool dbt_plan_path(plan_reader *r, const dbt_json *node, const char **out);

/* All settings that an object of a plan has itself; a required one that it lacks is an error. */
bool dbt_plan_read_settings(plan_reader *r, dbt_setting_of of, const dbt_json *node, void *object);

/* ---- plan_methods.c ---- */

/* A parameter of the tuning's method. */
bool dbt_plan_set_param(plan_reader *r, const dbt_json *node, const char *name, dbt_tuning *tuning);

/* The method of a cut and its parameters, from the defaults inwards. */
bool dbt_plan_read_tuning(plan_reader *r, const dbt_json *cut, dbt_tuning *tuning);

/* What an object says of methods and their parameters, used or not. */
bool dbt_plan_check_methods(plan_reader *r, const dbt_json *object);

/* ---- plan_cuts.c ---- */

/* What is read so far is to be released also where they fail. Cuts count from 1. */
bool dbt_plan_read_cut(plan_reader *r, const dbt_json *node, int number, dbt_segment *out);
/* Whether a cut, read from node, lies after the gap of the one before, as far as the plan says. */
bool dbt_plan_check_order(plan_reader *r, const dbt_json *node, const dbt_segment *before,
                          const dbt_segment *cut);
bool dbt_plan_read_layer(plan_reader *r, const dbt_json *node, dbt_layer *out);

/* What the defaults or a job say for cuts, whether something nearer puts it aside or not. */
bool dbt_plan_check_transition(plan_reader *r, const dbt_json *object);

/* ---- plan_sweeps.c ---- */

/* The sweeps of a job, its cuts and the defaults, at their first turn, which together make
 * *combinations. */
bool dbt_plan_begin_sweeps(plan_reader *r, double *combinations);

/* The next combination; the last sweep turns fastest. False after the last one. */
bool dbt_plan_next_turn(plan_reader *r);

/* Whether a job differs from an earlier one of its sweep only in a parameter that none of its
 * methods has, or in a time that all of its cuts put aside. */
bool dbt_plan_is_repeated(const plan_reader *r, const dbt_job *job);

void dbt_plan_end_sweeps(plan_reader *r);

/* Whether values of a key are swept in a cut (0: in the job or the defaults); NULL: they are not.
 */
const sweep *dbt_plan_find_sweep(const plan_reader *r, const char *key, int cut);

/* ---- plan_clips.c ---- */

/* The cuts of a job in the text; NULL: it has none. */
const dbt_json *dbt_plan_cuts(const plan_reader *r);

/* The pairs of clips that a job is swept over; NULL: none. */
const dbt_json *dbt_plan_pairs(const plan_reader *r);

/* Adds the sweep of a cut's clips, where node is a list or a pattern; that of pairs. */
bool dbt_plan_sweep_clips(plan_reader *r, const dbt_json *node, int cut);
bool dbt_plan_sweep_pairs(plan_reader *r, const dbt_json *node);

/* The two clips of a turn of pairs, as numbers of clips. */
void dbt_plan_pair(const sweep *pairs, size_t turn, size_t pair[2]);

/* The path, as it is written, of a cut's clip whose turn it is; NULL: it is not swept. */
const char *dbt_plan_swept_clip(const plan_reader *r, int cut);

void dbt_plan_release_matches(plan_reader *r);

/* ---- plan_names.c ---- */

/* job->name, ->common and ->out, whose cuts are read; no two of a plan are the same. */
bool dbt_plan_read_names(plan_reader *r, dbt_job *job);

#endif

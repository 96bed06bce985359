/* Shared by the files that read plans; include it nowhere else. */
#ifndef DBT_JOB_PLAN_READER_H
#define DBT_JOB_PLAN_READER_H

#include "base/json.h"
#include "base/number.h"
#include "job/plan.h"
#include "job/settings.h"

/* The method of a job and the defaults, for cuts that name none. */
typedef struct outer_tuning {
    bool read, found, ok; /* in this turn of the job: read; found: the method; ok: all parameters */
    int level;            /* index of the object that names the method; negative: none */
    const dbt_json *at;   /* the node that names it; NULL: none */
    dbt_tuning tuning;
} outer_tuning;

/* How clips are made into pairs. */
typedef enum pair_take {
    PAIRS_NONE,  /* no pairs */
    PAIRS_ALL,   /* each with each other, in both orders */
    PAIRS_CHAIN, /* each with the next */
} pair_take;

/* A sweep: a list or a pattern, of which each job takes one value. */
typedef struct sweep {
    const char *key;
    int cut;                    /* the cut that has it, from 1; 0: the job or the defaults */
    const dbt_json *list;       /* its node in the text */
    const dbt_json *value;      /* the current value; NULL for a sweep over clips */
    const char **clips;         /* stb_ds list: paths, instead of the values of list */
    pair_take pairs;            /* how clips form pairs */
    unsigned long long *chosen; /* numbers of the pairs to use, in order; NULL: all */
    size_t n, turn;             /* number of values, and index of the current one */
} sweep;

/* A job whose name and output are taken. */
typedef struct taken_job {
    const char *file; /* the plan's file; borrowed */
    int sweep;        /* the sweep that made it, in that plan */
} taken_job;

typedef struct plan_reader {
    dbt_plan *plan;
    const dbt_json *failed[DBT_MAX_PLAN_ERRORS]; /* the nodes of plan->errors */
    dbt_json_doc *doc;
    const dbt_plan_options *options;
    char *folder; /* that of the options, as long as the plan; NULL: the current one */
    size_t max_jobs;
    size_t parts, max_items;  /* parts of all jobs (base/budgets.h) */
    bool over;                /* a limit was exceeded: reading stops */
    const dbt_json *defaults; /* NULL: none */
    const dbt_json *job;      /* the job being read; an array if it is a bare list of cuts */
    sweep *sweeps;            /* stb_ds list: the sweeps of that job */
    outer_tuning outer;       /* of that job, in the current turn */
    dbt_plan_taken *taken;    /* names and outputs of all jobs */
    dbt_names paths, texts;   /* paths and patterns that jobs share */
    dbt_names made;           /* hashes of the jobs of the sweep */
    dbt_names candidates;     /* lists of plan->candidates by their texts */
    dbt_names matches;        /* clip_matches by pattern; owned */
    size_t n_entries;         /* entries of folders that may still be read */
    int n_sweeps;             /* number of expanded jobs so far */
    int collided;             /* the last one with two equal names or outputs */
} plan_reader;

/* Notes an error at a node. Each job meets an error in the defaults, but it is noted once. Returns
 * false. */
bool dbt_plan_fail(plan_reader *r, const dbt_json *node, const char *format, ...) DBT_PRINTF(3, 4);

/* Notes "expected <expected>, found <type of the node>". */
bool dbt_plan_fail_type(plan_reader *r, const dbt_json *node, const char *expected);

/* Notes that the plan is too large, and stops the reading. Returns false. */
bool dbt_plan_fail_limit(plan_reader *r, const dbt_json *node, const char *format, ...)
    DBT_PRINTF(3, 4);

/* Counts n more parts of jobs at a node. Returns false if there are too many. */
bool dbt_plan_count(plan_reader *r, const dbt_json *node, size_t n);

/* Whether the reading has stopped. */
static inline bool dbt_plan_is_over(const plan_reader *r)
{
    return r->over || r->plan->n_errors == DBT_MAX_PLAN_ERRORS;
}

/* Whether all keys of an object are allowed in such a place. */
bool dbt_plan_check_keys(plan_reader *r, const dbt_json *object, unsigned place);

/* The text of a string; NULL for another type. Counts long texts, because each cut of each job may
 * read it again. */
const char *dbt_plan_text(plan_reader *r, const dbt_json *node);

/* The types of JSON that a value may have. */
enum { DBT_PLAN_TEXT = 1, DBT_PLAN_NUMBER = 2, DBT_PLAN_TRUTH = 4 };

/* A value of one of these types as text; a number is written into number[]. NULL, with an error
 * that says what was expected, for another type. */
const char *dbt_plan_value_text(plan_reader *r, const dbt_json *node, unsigned types,
                                const char *expected, char number[DBT_GENERAL_SIZE]);

/* Copies a text, or a path from the plan's folder, for the life of the plan; shared copies exist
 * once. Counts long texts. Returns NULL, with an error at the node, if the path is too long. */
const char *dbt_plan_copy_text(plan_reader *r, const char *text);
const char *dbt_plan_intern_text(plan_reader *r, const dbt_json *node, const char *text);
const char *dbt_plan_copy_path(plan_reader *r, const dbt_json *node, const char *path);

/* Checks that no text below a node is longer than DBT_MAX_TEXT. */
bool dbt_plan_check_texts(plan_reader *r, const dbt_json *node);

/* The values of a node: itself or, of a list, its elements; NULL: no more. */
static inline const dbt_json *dbt_plan_first_value(const dbt_json *node)
{
    return dbt_json_is_array(node) ? dbt_json_first(node) : node;
}

static inline const dbt_json *dbt_plan_next_value(const dbt_json *node, const dbt_json *value)
{
    return value == node ? NULL : dbt_json_next(value);
}

/* The member of an object, or the current value if it is swept; NULL if there is none. */
const dbt_json *dbt_plan_value_of(const plan_reader *r, const dbt_json *object, const char *key);

/* The value of a key in the cut (may be NULL), the job, or the defaults. */
const dbt_json *dbt_plan_find(const plan_reader *r, const dbt_json *cut, const char *key);

/* Reads a setting's value into its owner's object; an invalid value is noted as an error. */
bool dbt_plan_read_setting(plan_reader *r, const dbt_setting *setting, const dbt_json *node,
                           void *object);

/* Reads a file's name, relative to the plan's folder. */
bool dbt_plan_path(plan_reader *r, const dbt_json *node, const char **out);

/* ---- plan_methods.c ---- */

/* Reads the method of a cut and its parameters, from the defaults inwards. */
bool dbt_plan_read_tuning(plan_reader *r, const dbt_json *cut, dbt_tuning *tuning);

/* Checks the methods and parameters in an object, used or not. */
bool dbt_plan_check_methods(plan_reader *r, const dbt_json *object);

/* ---- plan_cuts.c ---- */

/* Reads the settings of a job or a cut that may stand in such a place: a cut, or a job or the
 * defaults (DBT_IN_JOB). With inherits, what the object leaves out comes from further out. Settings
 * of the clip go to clip, the others to owner; both may be one. */
bool dbt_plan_read_settings(plan_reader *r, dbt_setting_of of, const dbt_json *object,
                            unsigned place, bool inherits, void *clip, void *owner);

/* After a failure, release what was read so far. Cuts count from 1. */
bool dbt_plan_read_cut(plan_reader *r, const dbt_json *node, int number, dbt_segment *out);
/* Checks that a cut, read from node, lies after the gap of the one before, as far as the plan shows
 * it. */
bool dbt_plan_check_order(plan_reader *r, const dbt_json *node, const dbt_segment *before,
                          const dbt_segment *cut);
bool dbt_plan_read_layer(plan_reader *r, const dbt_json *node, dbt_layer *out);

/* Checks the settings of the defaults or a job, used or not. */
bool dbt_plan_check_settings(plan_reader *r, const dbt_json *object);

/* ---- plan_sweeps.c ---- */

/* Begins the sweeps of a job, its cuts and the defaults, with their first values. *combinations
 * receives the number of combinations. */
bool dbt_plan_begin_sweeps(plan_reader *r, double *combinations);

/* Goes to the next combination; the last sweep turns fastest. Returns false after the last one. */
bool dbt_plan_next_combination(plan_reader *r);

void dbt_plan_end_sweeps(plan_reader *r);

/* Whether each cut may have its own sweep of a key; its number distinguishes it. */
bool dbt_plan_is_of_cut(const char *key);

/* The sweep of a key in a cut (0: in the job or the defaults); NULL: none. */
const sweep *dbt_plan_find_sweep(const plan_reader *r, const char *key, int cut);

/* ---- plan_clips.c ---- */

/* The cuts of a job in the text; NULL: none. */
const dbt_json *dbt_plan_cuts(const plan_reader *r);

/* The pairs over which a job is swept; NULL: none. */
const dbt_json *dbt_plan_pairs(const plan_reader *r);

/* Adds a sweep over the clips of a cut, if node is a list or a pattern; or over pairs. */
bool dbt_plan_sweep_clips(plan_reader *r, const dbt_json *node, int cut);
bool dbt_plan_sweep_pairs(plan_reader *r, const dbt_json *node);

/* The current path of a swept clip of a cut, as written; NULL: not swept. */
const char *dbt_plan_swept_clip(const plan_reader *r, int cut);

void dbt_plan_release_matches(plan_reader *r);

/* ---- plan_names.c ---- */

/* Sets job->name, ->sequence_name and ->out; its cuts must have been read. No two jobs of a plan
 * may have the same. */
bool dbt_plan_read_names(plan_reader *r, dbt_job *job);

#endif

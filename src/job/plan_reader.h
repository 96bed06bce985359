/* Private header of the plan_*.c files. Functions that return bool report their errors with
 * dbt_plan_fail and then return false. */
#ifndef DBT_JOB_PLAN_READER_H
#define DBT_JOB_PLAN_READER_H

#include "base/json.h"
#include "base/number.h"
#include "job/plan.h"
#include "job/settings.h"

/* The rule that combines clips into pairs. */
typedef enum pair_rule {
    PAIRS_NONE,  /* no pairs */
    PAIRS_ALL,   /* every ordered pair of two different clips */
    PAIRS_CHAIN, /* each clip and the next */
} pair_rule;

/* A sweep: a list or a pattern of values; every job of its expansion uses one of them. */
typedef struct sweep {
    const char *key;
    int cut; /* of a clip or a time: the cut that has it, from 1; 0: the job or the defaults, or
                another key */
    const dbt_json *list;       /* node of the list */
    const dbt_json *value;      /* the current value; NULL for a sweep over clips */
    const char **clips;         /* stb_ds list of paths, used instead of the values of `list` */
    pair_rule pairs;            /* rule that combines `clips` */
    unsigned long long *chosen; /* [n]: numbers of the selected pairs, ascending; NULL: all */
    size_t n, index;            /* number of values; index of the current one */
} sweep;

/* The user of a name or an output. */
typedef struct taken_job {
    const char *file; /* the plan's file; borrowed */
    int number;       /* of its job in that plan's text, before sweeps (plan_reader.n_expanded) */
} taken_job;

/* The state of reading a plan. A function that takes it and returns bool appends its errors to
 * plan->errors (dbt_plan_fail, at most DBT_MAX_PLAN_ERRORS), and returns false after one. Their
 * code is DBT_E_PARAM if a comment names no other. */
typedef struct plan_reader {
    dbt_plan *plan;
    const dbt_json *failed[DBT_MAX_PLAN_ERRORS]; /* the nodes of plan->errors */
    dbt_json_doc *doc;
    const dbt_plan_options *options;
    const char *folder; /* copy of options->folder, owned by the plan; NULL: the current folder */
    size_t max_jobs;
    bool over;                /* too many jobs: reading stops */
    const dbt_json *defaults; /* NULL: none */
    const dbt_json *job;      /* the job being read; an array if it is a bare list of cuts */
    sweep *sweeps;            /* stb_ds list: the sweeps of that job */
    dbt_plan_taken *taken;    /* names and outputs of all jobs so far */
    dbt_names seen_jobs;      /* hashes of the jobs of the current sweep, which it owns */
    int n_expanded;           /* number of expanded jobs so far */
    int collided;             /* n_expanded at the last collision of names within one sweep */
} plan_reader;

/* Appends an error with a message as printf at a node, or (at_key) at its key, unless that node has
 * the same message: every job meets an error in the defaults. After DBT_MAX_PLAN_ERRORS it is
 * dropped. code: DBT_E_PARAM; or DBT_E_LIMIT for too many jobs, which stops the reading, and of
 * which only the first is appended. Returns false. */
bool dbt_plan_fail_at(plan_reader *r, const dbt_json *node, bool at_key, dbt_code code,
                      const char *format, ...) DBT_PRINTF(5, 6);

/* As dbt_plan_fail_at, at the value, with DBT_E_PARAM. The arguments after `node`: a message as
 * printf. */
#define dbt_plan_fail(r, node, ...) dbt_plan_fail_at(r, node, false, DBT_E_PARAM, __VA_ARGS__)

/* Appends the error "expected <expected>, found <type of the node>". Returns false. */
bool dbt_plan_fail_type(plan_reader *r, const dbt_json *node, const char *expected);

/* Returns whether the reading has stopped. */
static inline bool dbt_plan_is_over(const plan_reader *r)
{
    return r->over || r->plan->n_errors == DBT_MAX_PLAN_ERRORS;
}

/* Reports each key of a JSON object that is not allowed in an object of kind `scope`, one
 * DBT_IN_... bit. Returns whether there is none. Does not check values. */
bool dbt_plan_check_keys(plan_reader *r, const dbt_json *object, unsigned scope);

/* The JSON types of a value, one bit each. */
enum { DBT_PLAN_TEXT = 1, DBT_PLAN_NUMBER = 2, DBT_PLAN_TRUTH = 4 };

/* Returns a value of one of these types (DBT_PLAN_... bits) as text: in number[] for a number, else
 * static or borrowed from the document. Returns NULL for another type, and reports it; the message
 * has `expected`. */
const char *dbt_plan_value_text(plan_reader *r, const dbt_json *node, unsigned types,
                                const char *expected, char number[DBT_GENERAL_SIZE]);

/* Returns a copy of a text for the life of the plan. */
const char *dbt_plan_copy_text(plan_reader *r, const char *text);

/* Returns a copy of a path, with the plan's folder in front and slashes as separators, for the life
 * of the plan. Absolute paths and "-" get no folder. Returns NULL, and reports it at the node, if
 * the result exceeds DBT_MAX_TEXT bytes. */
const char *dbt_plan_copy_path(plan_reader *r, const dbt_json *node, const char *path);

/* Reports each text or key at or below a node that exceeds DBT_MAX_TEXT bytes. Returns whether
 * there is none. */
bool dbt_plan_check_texts(plan_reader *r, const dbt_json *node);

/* Iterates over the values of a node: the elements of a list, or the node itself; NULL: no more. */
static inline const dbt_json *dbt_plan_first_value(const dbt_json *node)
{
    return dbt_json_is_array(node) ? dbt_json_first(node) : node;
}

/* Returns the value after `value`; NULL: no more. */
static inline const dbt_json *dbt_plan_next_value(const dbt_json *node, const dbt_json *value)
{
    return value == node ? NULL : dbt_json_next(value);
}

/* Returns the member of an object (may be NULL), or its current value if it is swept; NULL: none,
 * or swept clips (dbt_plan_swept_clip). */
const dbt_json *dbt_plan_value_of(const plan_reader *r, const dbt_json *object, const char *key);

/* Returns the value of a key in the cut (may be NULL), the job or the defaults, the innermost
 * first; NULL: none. */
const dbt_json *dbt_plan_find(const plan_reader *r, const dbt_json *cut, const char *key);

/* Reads a setting's value into `object`, its owner's struct. Copies texts for the life of the plan.
 * Lists grow, also on failure; the caller frees them. Ignores DBT_KIND_STRUCTURE and
 * DBT_KIND_COUNT, and returns true. Fails at a value of another type or outside the setting's
 * range.
 */
bool dbt_plan_read_setting(plan_reader *r, const dbt_setting *setting, const dbt_json *node,
                           void *object);

/* Sets *out to a path, with the plan's folder in front as by dbt_plan_copy_path, for the life of
 * the plan. Fails at a node that is no text or empty, or as dbt_plan_copy_path. */
bool dbt_plan_path(plan_reader *r, const dbt_json *node, const char **out);

/* ---- plan_methods.c ---- */

/* Sets *tuning to the method of a cut and its parameters, from the defaults inwards to the cut.
 * Fails at an unknown method, preset or parameter, or a value that the method does not accept;
 * *tuning is then incomplete. Values are not compared with each other, and a model may be missing.
 * *at receives the node that names the method, else the cut. */
bool dbt_plan_read_params(plan_reader *r, const dbt_json *cut, dbt_tuning *tuning,
                          const dbt_json **at);

/* As dbt_plan_read_params, and fails if a transition with this tuning is impossible. */
bool dbt_plan_read_tuning(plan_reader *r, const dbt_json *cut, dbt_tuning *tuning);

/* Checks the methods and parameters in an object, including unused ones and each value of a sweep.
 * Reports those that are not valid, and returns whether there are none. */
bool dbt_plan_check_methods(plan_reader *r, const dbt_json *object);

/* ---- plan_cuts.c ---- */

/* Reads the settings of kind `of` from a cut (scope DBT_IN_CUT), a layer or one of its clips
 * (DBT_IN_LAYER, DBT_IN_LAYER_CLIP), or a job or the defaults (DBT_IN_JOB). Fails if a required one
 * is missing. inherits: the job and the defaults supply settings that the object lacks; then it
 * may be NULL. A swept setting has its current value; of a job without `inherits` each value is
 * read, and the last remains. Settings of the clip (of_clip) go to `clip`, others to `owner`, both
 * structs of kind `of`; they may be the same. The caller frees their lists, also on failure. Reads
 * all even after an error, and returns whether there was none. */
bool dbt_plan_read_settings(plan_reader *r, dbt_setting_of of, const dbt_json *object,
                            unsigned scope, bool inherits, void *clip, void *owner);

/* Sets *out to a cut and the path of its clip. node: the cut's object, or the pairs of a job
 * without cuts. number: from 1, the first clip, which has no `at` and gets the first method's
 * defaults. Fails at an unknown key, a clip, setting or tuning that is not valid, or a gap that the
 * method cannot make. The caller frees the lists of *out, also on failure. */
bool dbt_plan_read_cut(plan_reader *r, const dbt_json *node, int number, dbt_segment *out);

/* Checks that `cut`, read from `node`, begins after the gap of the cut `before`. Returns true if
 * the plan does not show their order: a time is chosen later, or they differ in unit, or one is
 * relative to a clip's end. */
bool dbt_plan_check_order(plan_reader *r, const dbt_json *node, const dbt_segment *before,
                          const dbt_segment *cut);

/* Sets *out to a layer and the paths of its clips. Fails at an unknown key, a missing or invalid
 * value, fades of a shape without fades, or without clips. The caller frees the lists of *out, also
 * on failure. */
bool dbt_plan_read_layer(plan_reader *r, const dbt_json *node, dbt_layer *out);

/* Checks the settings and methods of the defaults or a job, including unused ones and each value of
 * a sweep: reports those that are not valid, and returns whether there are none. */
bool dbt_plan_check_settings(plan_reader *r, const dbt_json *object);

/* ---- plan_sweeps.c ---- */

/* Sets r->sweeps to the sweeps of r->job, its cuts and the defaults, at their first values; frees
 * earlier ones. *combinations receives the product of their sizes; 1 without sweeps. Fails at a
 * sweep that is not valid; others are begun. */
bool dbt_plan_begin_sweeps(plan_reader *r, double *combinations);

/* Advances to the next combination, like an odometer: the last sweep changes fastest. After the
 * last combination returns false, with all sweeps at their first values. */
bool dbt_plan_next_combination(plan_reader *r);

/* Frees the current sweeps. */
void dbt_plan_end_sweeps(plan_reader *r);

/* Returns the sweep of a key, of a clip or a time that in a cut (0: in the job or the defaults);
 * cut: 0 for other keys. NULL: none. */
const sweep *dbt_plan_find_sweep(const plan_reader *r, const char *key, int cut);

/* Returns the list of a job's cuts; NULL: none. */
const dbt_json *dbt_plan_cuts(const plan_reader *r);

/* Returns the pairs over which a job is swept; NULL: none. */
const dbt_json *dbt_plan_pairs(const plan_reader *r);

/* Returns the current path of a cut's swept clip or pair, without the plan's folder, borrowed from
 * the document or the plan; NULL: not swept. cut: from 1. */
const char *dbt_plan_swept_clip(const plan_reader *r, int cut);

/* ---- plan_names.c ---- */

/* Sets job->name, ->sequence_name and ->out (NULL if the options allow it), for the life of the
 * plan, after its cuts have been read. Fails at a template with an error, without a required
 * output, or if another job uses the same name or output file. Else adds both to r->taken. Several
 * jobs may write to "-" or a device. */
bool dbt_plan_read_names(plan_reader *r, dbt_job *job);

#endif

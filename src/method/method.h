/* Transition methods and their registry. A method is one file in methods/ that exports one const
 * dbt_method, and one line in method_list.def. It receives the whole pose at the cut and is called
 * once per frame, in order; it has no access to clips, files or time outside the cut. This folder
 * knows poses, parameters and the time around one cut; it does not know clips, sequences or files.
 * A two-sided method begins before its cut, if it has the parameter `before`, and may fill a gap:
 * frames after the cut at which neither clip plays. */
#ifndef DBT_METHOD_METHOD_H
#define DBT_METHOD_METHOD_H

#include "motion/curve.h"
#include "method/cut_context.h"

/* ---- parameters ---- */

/* The type of a parameter's value. */
typedef enum dbt_param_type {
    DBT_PARAM_NUMBER,
    DBT_PARAM_BOOL,
    DBT_PARAM_CHOICE,
    DBT_PARAM_FILE /* a path; required, unless the default is NAN */
} dbt_param_type;

/* A parameter. If max or def is infinite, a value may be too: "none" in text. */
typedef struct dbt_param {
    const char *name;
    dbt_param_type type;
    const char *unit; /* "s", "deg/s"; NULL: none */
    double def, min, max;
    const char *const *choices; /* DBT_PARAM_CHOICE: NULL-terminated; the value is an index */
    const char *help, *more;    /* as in dbt_setting */
} dbt_param;

enum { DBT_MAX_PARAMS = 7 }; /* of a method, without the common ones */

/* Sets the members of a dbt_method for its table of parameters, an array. */
#define DBT_PARAMS(table) .params = (table), .n_params = sizeof(table) / sizeof *(table)

/* Names in the order of dbt_curve, NULL-terminated. */
extern const char *const dbt_curve_names[];

/* Parameters of several methods. dbt_transition_begin reads them by name. */
#define DBT_PARAM_BLEND_TIME                                                                       \
    {                                                                                              \
        .name = "blend_time", .unit = "s", .def = 0.2, .max = 60.0,                                \
        .help = "length of the transition"                                                         \
    }
#define DBT_PARAM_BEFORE                                                                           \
    {                                                                                              \
        .name = "before", .unit = "s", .def = 0.2, .max = 60.0,                                    \
        .help = "how long before the cut the transition begins",                                   \
        .more = "See {TWO SIDES AND GAPS}."                                                        \
    }
#define DBT_PARAM_CURVE                                                                            \
    {                                                                                              \
        .name = "curve", .type = DBT_PARAM_CHOICE, .choices = dbt_curve_names, .max = 3.0,         \
        .help = "how the weight of the target rises", .more = "See {CURVES}."                      \
    }
#define DBT_PARAM_MAX_LINEAR_VELOCITY                                                              \
    {                                                                                              \
        .name = "max_linear_velocity", .unit = "units/s", .def = INFINITY, .max = INFINITY,        \
        .help = "upper limit of the source's linear velocity", .more = "See {VELOCITY CAPS}."      \
    }
#define DBT_PARAM_MAX_ANGULAR_VELOCITY                                                             \
    {                                                                                              \
        .name = "max_angular_velocity", .unit = "deg/s", .def = INFINITY, .max = INFINITY,         \
        .help = "upper limit of the source's angular velocity"                                     \
    }
#define DBT_PARAM_RELATIVE_VELOCITY(by_default)                                                    \
    {                                                                                              \
        .name = "relative_velocity", .type = DBT_PARAM_BOOL, .def = (by_default), .max = 1.0,      \
        .help = "start the offset with the source's velocity minus the target's",                  \
        .more = "If false, it starts with the velocity of the source alone."                       \
    }
#define DBT_PARAM_DECAY_HALFLIFE                                                                   \
    {                                                                                              \
        .name = "halflife", .unit = "s", .def = 0.25, .min = 0.001, .max = 10.0,                   \
        .help = "time in which the source's velocity halves"                                       \
    }
#define DBT_PARAM_LIMIT_MARGIN                                                                     \
    {                                                                                              \
        .name = "limit_margin", .unit = "deg", .def = 5.0, .max = 180.0,                           \
        .help = "joint limits are widened by this on both sides"                                   \
    }

/* Parameters that every method has besides those in its table. If one has no value, the sequence's
 * setting of the same name applies. */
enum { DBT_N_COMMON = 3 };

extern const dbt_param dbt_common_params[DBT_N_COMMON];

/* ---- the method ---- */

/* How a method makes its frames. */
typedef enum dbt_method_kind {
    DBT_METHOD_JUMP,   /* the target plays from the cut on */
    DBT_METHOD_OFFSET, /* the target plus an offset that decays */
    DBT_METHOD_BLEND,  /* a continuation of the source, blended into the target */
    DBT_METHOD_CHOICE  /* makes no frame: one of its candidates replaces it at each cut */
} dbt_method_kind;

struct dbt_tuning;           /* method/tuning.h */
struct dbt_transition_start; /* method/transition.h */

/* A method: its description, and the functions that make its frames. */
typedef struct dbt_method {
    const char *name;
    const char *summary; /* one line, for lists */
    const char *details; /* its behaviour at the cut, in between and at the end */
    const char *source;  /* author, title, year */
    dbt_method_kind kind;
    const dbt_param *params;
    int n_params;

    /* The name of the parameter that is a file; NULL: none. */
    const char *file;
    bool file_is_optional;

    /* The name of the parameter whose value, times ends_after, is the transition's length; profiles
     * scale it for each joint. NULL for a jump. */
    const char *duration;
    double ends_after; /* 0: 1 */
    /* Replaces ends_after when methods are compared over one window; 0: ends_after. */
    double compared_after;

    bool extrapolates; /* a dead-* method: dbt_transition_extrapolate can write its continuation */
    bool plays_source; /* the source plays on: dbt_cut_context.source is set */
    bool uses_limits;  /* dbt_cut_context.limits is set */
    bool
        uses_earlier; /* begin needs the pose two frames before: dbt_transition_start.src_earlier */
    bool uses_past;   /* begin needs older poses: dbt_transition_start.long_past */
    bool needs_gap;   /* works only with a gap */

    dbt_curve curve; /* DBT_METHOD_BLEND: curve of the target's weight, if it is not a parameter */

    /* DBT_METHOD_OFFSET: returns the offset at t >= 0 s from its value x0 and rate v0 at the cut.
     * duration: the joint's, seconds. Offsets are positions (units) or rotation vectors (radians).
     */
    dbt_vec3 (*offset)(const double *params, double duration, dbt_vec3 x0, dbt_vec3 v0, double t);

    /* Two-sided DBT_METHOD_OFFSET, instead of `offset`: returns the vector to add to the source
     * before the cut (t < 0), or after it to the target moved by x0 + v0 t. before + after > 0
     * seconds. */
    dbt_vec3 (*correction)(double before, double after, dbt_vec3 x0, dbt_vec3 v0, double t);

    /* Whether a complete tuning can move `skeleton` with the up axis `up` at dt seconds a frame; if
     * not, fills err. NULL: it always can. */
    bool (*fits)(const struct dbt_tuning *tuning, const dbt_skeleton *skeleton, int up, double dt,
                 dbt_error *err);

    /* DBT_METHOD_BLEND: returns dbt_cut_context.state, allocated from dbt_cut_context.memory; or
     * NULL with err, but not if the method has no `fits`. NULL: the method has no state. */
    void *(*begin)(const dbt_cut_context *cut, const struct dbt_transition_start *start,
                   dbt_error *err);
    /* Writes the continuation E at t > 0 s into e[n_joints]; called with t = dt, 2 dt, ... in
     * order. Must not allocate. NULL: E is the source's pose at the cut. */
    void (*extrapolate)(const dbt_cut_context *cut, double t, dbt_transform *e);

    /* Two-sided DBT_METHOD_BLEND: writes the target t > 0 s before it plays into f[n_joints]. Up to
     * the cut, the source is not extrapolated. A method with this function can fill gaps. Must not
     * allocate. */
    void (*extend_back)(const dbt_cut_context *cut, double t, dbt_transform *f);

    /* For methods that fill gaps: corrects the blended pose of a frame in the gap, t > 0 s after
     * the cut. Must not allocate. NULL: no correction. */
    void (*refine)(const dbt_cut_context *cut, double t, dbt_transform *pose);
} dbt_method;

/* ---- the registry ---- */

/* All methods in the order of method_list.def: dbt_n_methods that make frames, then the choices. */
extern const dbt_method *const dbt_methods[];
extern const int dbt_n_methods;

/* The name of the default method. */
extern const char *const dbt_default_method;

/* Returns the method of that name, choices included. Returns NULL with DBT_E_PARAM, which suggests
 * a similar name if there is one, if none has the name. */
const dbt_method *dbt_method_find(const char *name, dbt_error *err);

/* Returns the number of a method's parameters, including the common ones. */
static inline int dbt_method_n_params(const dbt_method *method)
{
    return method->n_params + DBT_N_COMMON;
}

/* Returns a parameter by index: first those of the method's table, then the common ones. */
static inline const dbt_param *dbt_method_param_at(const dbt_method *method, int index)
{
    return index < method->n_params ? &method->params[index]
                                    : &dbt_common_params[index - method->n_params];
}

/* Returns the index of the parameter of that name, as for dbt_method_param_at; -1: there is none.
 * '-' and '_' are equal in names. */
int dbt_method_param(const dbt_method *method, const char *name);

/* Writes the names of all methods, except choices, whose table has the parameter into out[size],
 * separated by ", ". Empty if there are none, as for a common parameter. Text that does not fit is
 * cut. */
void dbt_param_list_methods(const char *name, char *out, size_t size);

/* Checks that a method can make a cut with, or without, a gap. method: not auto, which would fail
 * with a gap. Fails with DBT_E_PARAM if a gap is missing that it needs, or if it cannot fill the
 * gap; then the message names the methods that can. */
DBT_CHECK bool dbt_method_check_gap(const dbt_method *method, bool has_gap, dbt_error *err);

/* Returns the common parameter of that name, else that of the first method, except choices, that
 * has one. NULL: there is none. */
const dbt_param *dbt_param_find(const char *name);

#endif

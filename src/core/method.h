/* Transition methods: what one is, its parameters, and the registry.
 *
 * A method is one file in methods/ that exports one const dbt_method, and one
 * line in method_list.def. It sees the whole pose at the cut and is called once a
 * frame, in order; it knows nothing of clips, files or time outside the cut. */
#ifndef DBT_CORE_METHOD_H
#define DBT_CORE_METHOD_H

#include "core/curve.h"
#include "core/error.h"
#include "core/skeleton.h"
#include "core/text.h"
#include "core/vecquat.h"

/* ---- parameters ---- */

typedef enum dbt_param_type {
    DBT_PARAM_NUMBER,
    DBT_PARAM_BOOL,
    DBT_PARAM_CHOICE,
    DBT_PARAM_FILE /* a path; required */
} dbt_param_type;

struct dbt_model; /* core/learn/model.h */

/* One parameter. Numbers may be infinite where max is: "none" in text. */
typedef struct dbt_param {
    const char *name;
    dbt_param_type type;
    const char *unit; /* "s", "deg/s"; NULL: none */
    double def, min, max;
    const char *const *choices; /* DBT_PARAM_CHOICE: NULL-terminated; the value is an index */
    const char *help;
} dbt_param;

enum { DBT_MAX_PARAMS = 8 };

/* Parameters that several methods have, and that dbt_transition reads by name. */
#define DBT_PARAM_BLEND_TIME                                                                       \
    {                                                                                              \
        .name = "blend_time", .unit = "s", .def = 0.2, .max = 60.0,                                \
        .help = "length of the transition"                                                         \
    }
#define DBT_PARAM_CURVE                                                                            \
    {                                                                                              \
        .name = "curve", .type = DBT_PARAM_CHOICE, .choices = dbt_curve_names, .max = 3.0,         \
        .help = "weight of the target over the transition"                                         \
    }
#define DBT_PARAM_MAX_LINEAR_VELOCITY                                                              \
    {                                                                                              \
        .name = "max_linear_velocity", .unit = "units/s", .def = INFINITY, .max = INFINITY,        \
        .help = "the source's linear velocity is shortened to this"                                \
    }
#define DBT_PARAM_MAX_ANGULAR_VELOCITY                                                             \
    {                                                                                              \
        .name = "max_angular_velocity", .unit = "deg/s", .def = INFINITY, .max = INFINITY,         \
        .help = "the source's angular velocity is shortened to this"                               \
    }
#define DBT_PARAM_RELATIVE_VELOCITY(by_default)                                                    \
    {                                                                                              \
        .name = "relative_velocity", .type = DBT_PARAM_BOOL, .def = (by_default), .max = 1.0,      \
        .help = "the offset starts at the source's velocity less the target's"                     \
    }
#define DBT_PARAM_DECAY_HALFLIFE                                                                   \
    {                                                                                              \
        .name = "halflife", .unit = "s", .def = 0.25, .min = 0.001, .max = 10.0,                   \
        .help = "the source's velocity halves in this time"                                        \
    }
#define DBT_PARAM_LIMIT_MARGIN                                                                     \
    {                                                                                              \
        .name = "limit_margin", .unit = "deg", .def = 5.0, .max = 180.0,                           \
        .help = "joint limits are widened by this"                                                 \
    }

/* ---- what a method is given ---- */

/* A joint in motion: local transform, linear velocity (units/s) and angular
 * velocity (rad/s, parent space). */
typedef struct dbt_motion {
    dbt_transform at;
    dbt_vec3 vel, ang;
} dbt_motion;

/* Where a joint's rotation may go: ref * exp(u), u between min and max
 * componentwise (radians). */
typedef struct dbt_joint_limits {
    bool limited; /* false: the rest means nothing */
    dbt_quat ref;
    dbt_vec3 min, max;
} dbt_joint_limits;

/* The u of a local rotation, the short way round. */
static inline dbt_vec3 dbt_limits_vector(const dbt_joint_limits *limits, dbt_quat rot)
{
    return dbt_quat_log(dbt_quat_abs(dbt_quat_mul(dbt_quat_conj(limits->ref), rot)));
}

/* The same limits with a margin (radians) on both sides of each component. */
static inline dbt_joint_limits dbt_limits_widen(dbt_joint_limits limits, double margin)
{
    const dbt_vec3 all = { margin, margin, margin };
    limits.min = dbt_vec3_sub(limits.min, all);
    limits.max = dbt_vec3_add(limits.max, all);
    return limits;
}

/* The same limits, as far as a vector that they must let in. */
static inline dbt_joint_limits dbt_limits_include(dbt_joint_limits limits, dbt_vec3 u)
{
    limits.min =
        (dbt_vec3){ fmin(limits.min.x, u.x), fmin(limits.min.y, u.y), fmin(limits.min.z, u.z) };
    limits.max =
        (dbt_vec3){ fmax(limits.max.x, u.x), fmax(limits.max.y, u.y), fmax(limits.max.z, u.z) };
    return limits;
}

static inline dbt_vec3 dbt_limits_clamp(const dbt_joint_limits *limits, dbt_vec3 u)
{
    return (dbt_vec3){ fmin(fmax(u.x, limits->min.x), limits->max.x),
                       fmin(fmax(u.y, limits->min.y), limits->max.y),
                       fmin(fmax(u.z, limits->min.z), limits->max.z) };
}

/* The whole pose at the cut. Borrowed for the transition's life, but for what is said to be
 * there for a while. */
typedef struct dbt_cut {
    const dbt_skeleton *skeleton;
    int n_joints;
    const dbt_motion *src; /* [n_joints]: the signal, its velocity already within the caps */
    const dbt_joint_limits *limits; /* uses_limits: [n_joints], margin and source included */
    int anchor;                     /* the joint that carries the motion through the world */
    int up;                         /* axis of the ground's normal: 0 x, 1 y, 2 z */
    double dt;                      /* seconds a frame */
    const double *params;           /* the method's own, in its order */
    const struct dbt_model *model;  /* the setting's */
    /* In begin only: the signal's poses at the cut, one frame before and two, [n_joints];
     * NULL where it had not begun. The last of them only where the method uses_earlier. */
    const dbt_transform *past[3];
    const dbt_transform *target; /* in begin only: the aligned target's pose, [n_joints] */
    const dbt_transform *source; /* plays_source: the old signal's pose now, [n_joints] */
} dbt_cut;

/* ---- the method ---- */

typedef enum dbt_method_kind {
    DBT_METHOD_JUMP,   /* the target from the cut on */
    DBT_METHOD_OFFSET, /* the target, moved by an offset that decays */
    DBT_METHOD_BLEND   /* a continuation of the source, blended into the target */
} dbt_method_kind;

struct dbt_setting;

typedef struct dbt_method {
    const char *name;
    const char *summary; /* one line, for lists */
    const char *details; /* what it does at the cut, in between and at the end */
    const char *source;  /* author, title, year */
    dbt_method_kind kind;
    const dbt_param *params;
    int n_params;

    /* The parameter whose value, times ends_after, is the transition's length;
     * profiles scale it joint by joint. NULL for a jump. */
    const char *duration;
    double ends_after;

    bool extrapolates; /* a dead-* method: its continuation is worth a look by itself */
    bool plays_source; /* the old signal goes on: dbt_cut.source is set */
    bool uses_limits;  /* dbt_cut.limits is set */
    bool uses_earlier; /* begin looks two frames back: dbt_cut.past[2] */

    /* DBT_METHOD_OFFSET: the offset at t >= 0 s of one that is x0 and changes at
     * v0 at the cut; duration is the joint's. Positions (units) and rotation
     * vectors (radians) alike. */
    dbt_vec3 (*offset)(const double *params, double duration, dbt_vec3 x0, dbt_vec3 v0, double t);

    /* Whether a setting that is complete can move such a skeleton, with this axis up, at
     * frames of dt seconds; NULL: any. */
    bool (*fits)(const struct dbt_setting *setting, const dbt_skeleton *skeleton, int up, double dt,
                 dbt_error *err);

    /* DBT_METHOD_BLEND: memory from frame to frame, zeroed: so many bytes, and then so
     * many a joint. begin sets it up, at the cut. Any may be absent. */
    size_t pose_state_size, joint_state_size;
    bool (*begin)(const dbt_cut *cut, void *state, dbt_error *err);
    /* The continuation E at t > 0 s, called with t = dt, 2 dt, ... in turn:
     * e[n_joints]. */
    void (*extrapolate)(const dbt_cut *cut, void *state, double t, dbt_transform *e);
} dbt_method;

/* ---- registry and settings ---- */

/* All methods in the order of method_list.def. */
extern const dbt_method *const dbt_methods[];
extern const int dbt_n_methods;

/* The method of who names none. */
extern const char *const dbt_default_method;

/* NULL where no method has that name; err then suggests one. */
const dbt_method *dbt_method_find(const char *name, dbt_error *err);

/* The same for the name in front of parameters: "name" or "name:key=value,key=value". */
const dbt_method *dbt_method_named(const char *text, dbt_error *err);

/* The parameter's index; -1: the method has none of that name. '-' counts as '_'. */
int dbt_method_param(const dbt_method *method, const char *name);

/* The first declaration of a parameter of that name among all methods, or NULL. */
const dbt_param *dbt_param_find(const char *name);

/* A method with values for its parameters, in its order; file is that of the one that is
 * a file, borrowed from the text that it was read from, and model what is in it, which
 * whoever opens files adds. */
typedef struct dbt_setting {
    const dbt_method *method;
    double values[DBT_MAX_PARAMS];
    dbt_span file; /* begin NULL: none given */
    const struct dbt_model *model;
} dbt_setting;

/* The name of the method's parameter that is a file; NULL: it has none. */
const char *dbt_method_file_param(const dbt_method *method);

/* The method with its defaults. */
dbt_setting dbt_setting_default(const dbt_method *method);

/* Sets one parameter from text ("0.15", "150ms", "true", "linear", "none").
 * Fails with DBT_E_PARAM, listing what the method takes or the range. */
DBT_CHECK bool dbt_setting_set(dbt_setting *setting, const char *name, const char *value,
                               dbt_error *err);

/* Sets parameters from "key=value,key=value". */
DBT_CHECK bool dbt_setting_set_list(dbt_setting *setting, const char *text, dbt_error *err);

/* Reads "name" or "name:key=value,key=value". */
DBT_CHECK bool dbt_setting_parse(dbt_setting *setting, const char *text, dbt_error *err);

/* The settings that an engine ships with, by name ("unreal"). Fails with
 * DBT_E_PARAM, suggesting one. */
DBT_CHECK bool dbt_setting_preset(dbt_setting *setting, const char *name, dbt_error *err);

/* What only shows when all parameters are set: half-lives in order, a file given. */
DBT_CHECK bool dbt_setting_check(const dbt_setting *setting, dbt_error *err);

/* The value of a parameter; fallback where the method lacks it. */
double dbt_setting_get(const dbt_setting *setting, const char *name, double fallback);

/* Names of all parameters of the method, ", " between; "none" where it has none. */
void dbt_method_list_params(const dbt_method *method, char *out, size_t size);

/* A value as text: unit-less number, true/false, a choice's name, "none". */
void dbt_param_format(const dbt_param *param, double value, char *out, size_t size);

#endif

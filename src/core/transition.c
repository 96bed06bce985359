#include "core/transition.h"

#include "core/curve.h"
#include "core/mem.h"

#include <string.h>

/* How long a joint is on its way. */
typedef struct joint_time {
    double duration; /* seconds; of the method's duration parameter */
    size_t end;      /* frames after the cut */
} joint_time;

/* Of the source from the target, at the cut: units, radians, and these per second. */
typedef struct joint_offset {
    dbt_vec3 pos, pos_rate, rot, rot_rate;
} joint_offset;

/* Of the arrays, [n_joints] each, a method has those that it uses. */
struct dbt_transition {
    dbt_setting setting;
    dbt_cut cut;
    joint_time *times;
    dbt_motion *src;
    dbt_joint_limits *limits; /* uses_limits */
    joint_offset *offsets;    /* OFFSET */
    dbt_vec3 *turns;          /* BLEND: the rotation vector from E to the target, last frame */
    void *state;
    dbt_curve curve;
    size_t end;
};

size_t dbt_transition_frames(double seconds, double dt)
{
    if (!(seconds > 0.0))
        return 0;
    const double enough = seconds * (1.0 - 1e-4);
    size_t n = (size_t)fmax(1.0, floor(enough / dt));
    while (n > 1 && (double)(n - 1) * dt >= enough) /* the quotient is rounded */
        n--;
    while ((double)n * dt < enough)
        n++;
    return n;
}

double dbt_setting_seconds(const dbt_setting *setting, double factor)
{
    const dbt_method *method = setting->method;
    if (!method->duration)
        return 0.0;
    return dbt_setting_get(setting, method->duration, 0.0) * method->ends_after * factor;
}

/* ---- beginning ---- */

/* Parameters that begin a joint's transition, looked up once for all of them. */
typedef struct shared_params {
    double duration, seconds;       /* the duration parameter, and the length it makes */
    double max_linear, max_angular; /* units and radians per second */
    double limit_margin;            /* radians */
    bool relative_velocity;
} shared_params;

static shared_params shared_params_of(const dbt_setting *setting)
{
    const char *duration = setting->method->duration;
    return (shared_params){
        .duration = duration ? dbt_setting_get(setting, duration, 0.0) : 0.0,
        .seconds = dbt_setting_seconds(setting, 1.0),
        .max_linear = dbt_setting_get(setting, "max_linear_velocity", INFINITY),
        .max_angular =
            DBT_RAD_FROM_DEG * dbt_setting_get(setting, "max_angular_velocity", INFINITY),
        .limit_margin = DBT_RAD_FROM_DEG * dbt_setting_get(setting, "limit_margin", 0.0),
        .relative_velocity = dbt_setting_get(setting, "relative_velocity", 0.0) != 0.0,
    };
}

static dbt_motion motion_between(dbt_transform at, const dbt_transform *before,
                                 const dbt_transform *after, double dt)
{
    dbt_motion motion = { .at = at };
    if (before && after) {
        motion.vel = dbt_vec3_scale(dbt_vec3_sub(after->pos, before->pos), 1.0 / dt);
        motion.ang = dbt_vec3_scale(dbt_quat_difference(after->rot, before->rot), 1.0 / dt);
    }
    return motion;
}

static dbt_motion source_motion(const dbt_transition_start *start, const shared_params *p, int j)
{
    const dbt_transform *before = start->src_before ? &start->src_before[j] : NULL;
    dbt_motion src = motion_between(start->src[j], before, &start->src[j], start->dt);
    src.vel = dbt_vec3_shorten(src.vel, p->max_linear);
    src.ang = dbt_vec3_shorten(src.ang, p->max_angular);
    return src;
}

static joint_time time_of(const dbt_transition_start *start, const shared_params *p, int j)
{
    const double factor = start->factors ? start->factors[j] : 1.0;
    return (joint_time){ factor * p->duration,
                         dbt_transition_frames(p->seconds * factor, start->dt) };
}

static dbt_joint_limits limits_of(const dbt_transition_start *start, const shared_params *p, int j)
{
    const int place = dbt_turning_place(start->turning, j);
    if (!start->limits || place == DBT_NEVER_TURNS)
        return (dbt_joint_limits){ .limited = false };
    const dbt_joint_limits *limits = &start->limits[place];
    return dbt_limits_include(dbt_limits_widen(*limits, p->limit_margin),
                              dbt_limits_vector(limits, start->src[j].rot));
}

static joint_offset offset_of(const dbt_transition_start *start, const shared_params *p,
                              const dbt_motion *src, int j)
{
    const dbt_transform *after = start->dst_after ? &start->dst_after[j] : NULL;
    const dbt_motion dst = motion_between(start->dst[j], &start->dst[j], after, start->dt);
    const bool relative = p->relative_velocity;
    const dbt_vec3 turn = dbt_quat_difference(src->at.rot, dst.at.rot), still = DBT_VEC3_ZERO;
    const dbt_vec3 dst_ang = dbt_quat_rotate(dbt_quat_exp(turn), relative ? dst.ang : still);
    return (joint_offset){
        .pos = dbt_vec3_sub(src->at.pos, dst.at.pos),
        .pos_rate = dbt_vec3_sub(src->vel, relative ? dst.vel : still),
        .rot = turn,
        .rot_rate = dbt_quat_log_rate(turn, dbt_vec3_sub(src->ang, dst_ang)),
    };
}

static void begin_joint(dbt_transition *tr, const dbt_transition_start *start,
                        const shared_params *p, int j)
{
    tr->src[j] = source_motion(start, p, j);
    tr->times[j] = time_of(start, p, j);
    if (tr->times[j].end > tr->end)
        tr->end = tr->times[j].end;
    if (tr->limits)
        tr->limits[j] = limits_of(start, p, j);
    if (tr->offsets)
        tr->offsets[j] = offset_of(start, p, &tr->src[j], j);
    if (tr->turns)
        tr->turns[j] = dbt_quat_difference(start->dst[j].rot, start->src[j].rot);
}

static void *alloc_state(const dbt_method *method, size_t n_joints)
{
    const size_t size = method->joint_state_size;
    if (size > 0 && n_joints > (SIZE_MAX - method->pose_state_size) / size)
        return NULL;
    return dbt_alloc_array(1, method->pose_state_size + n_joints * size);
}

static bool alloc_joints(dbt_transition *tr, size_t n)
{
    const dbt_method *method = tr->setting.method;
    const bool offsets = method->kind == DBT_METHOD_OFFSET,
               turns = method->kind == DBT_METHOD_BLEND;
    tr->times = dbt_alloc_array(n, sizeof *tr->times);
    tr->src = dbt_alloc_array(n, sizeof *tr->src);
    tr->state = alloc_state(method, n);
    if (method->uses_limits)
        tr->limits = dbt_alloc_array(n, sizeof *tr->limits);
    if (offsets)
        tr->offsets = dbt_alloc_array(n, sizeof *tr->offsets);
    if (turns)
        tr->turns = dbt_alloc_array(n, sizeof *tr->turns);
    return tr->times && tr->src && tr->state && (tr->limits || !method->uses_limits) &&
           (tr->offsets || !offsets) && (tr->turns || !turns);
}

dbt_transition *dbt_transition_begin(const dbt_transition_start *start, dbt_error *err)
{
    dbt_transition *tr = dbt_alloc_array(1, sizeof *tr);
    if (tr)
        tr->setting = *start->setting;
    if (!tr || !alloc_joints(tr, (size_t)start->skeleton->n_joints)) {
        dbt_transition_free(tr);
        dbt_fail_memory(err);
        return NULL;
    }
    tr->curve = (dbt_curve)dbt_setting_get(&tr->setting, "curve", 0.0);
    const shared_params p = shared_params_of(&tr->setting);
    for (int j = 0; j < start->skeleton->n_joints; j++)
        begin_joint(tr, start, &p, j);
    tr->cut = (dbt_cut){ .skeleton = start->skeleton,
                         .n_joints = start->skeleton->n_joints,
                         .src = tr->src,
                         .limits = tr->limits,
                         .anchor = start->anchor,
                         .up = start->up,
                         .dt = start->dt,
                         .params = tr->setting.values,
                         .model = tr->setting.model,
                         .past = { start->src, start->src_before, start->src_earlier },
                         .target = start->dst };
    if (tr->setting.method->begin && !tr->setting.method->begin(&tr->cut, tr->state, err)) {
        dbt_transition_free(tr);
        return NULL;
    }
    memset(tr->cut.past, 0, sizeof tr->cut.past); /* borrowed until here */
    tr->cut.target = NULL;
    return tr;
}

void dbt_transition_free(dbt_transition *transition)
{
    if (!transition)
        return;
    dbt_free(transition->times);
    dbt_free(transition->src);
    dbt_free(transition->limits);
    dbt_free(transition->offsets);
    dbt_free(transition->turns);
    dbt_free(transition->state);
    dbt_free(transition);
}

size_t dbt_transition_joint_end(const dbt_transition *transition, int joint)
{
    return transition->times[joint].end;
}

/* ---- frame by frame ---- */

/* The position of a joint without position channels never differs. */
static bool moves_pos(const dbt_transition *tr, int j)
{
    return tr->cut.skeleton->joints[j].has_pos;
}

static void offset_joint(const dbt_transition *tr, int j, double t, const dbt_transform *target,
                         dbt_transform *out)
{
    const dbt_method *method = tr->setting.method;
    const double *p = tr->setting.values, duration = tr->times[j].duration;
    const joint_offset *offset = &tr->offsets[j];
    const dbt_vec3 turn = method->offset(p, duration, offset->rot, offset->rot_rate, t);
    out->rot = dbt_quat_mul(dbt_quat_exp(turn), target->rot);
    out->pos = target->pos;
    if (moves_pos(tr, j))
        out->pos = dbt_vec3_add(target->pos,
                                method->offset(p, duration, offset->pos, offset->pos_rate, t));
}

/* out is E, the continuation, and becomes what is shown. The slerp stays on the side on
 * which it started: of all rotation vectors from E to the target it takes the one nearest
 * to the last frame's. */
static void blend_joint(const dbt_transition *tr, int j, double t, const dbt_transform *target,
                        dbt_transform *out)
{
    const double weight = dbt_curve_at(tr->curve, t / tr->times[j].duration);
    dbt_vec3 *turn = &tr->turns[j];
    *turn = dbt_rotvec_nearest(dbt_quat_difference(target->rot, out->rot), *turn);
    out->rot = dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(*turn, weight)), out->rot);
    out->pos = moves_pos(tr, j) ? dbt_vec3_lerp(out->pos, target->pos, weight) : target->pos;
}

static void continue_source(dbt_transition *tr, double t, const dbt_transform *source,
                            dbt_transform *e)
{
    tr->cut.source = source;
    tr->setting.method->extrapolate(&tr->cut, tr->state, t, e);
}

void dbt_transition_eval(dbt_transition *transition, size_t n, const dbt_transform *target,
                         const dbt_transform *source, dbt_transform *out)
{
    dbt_transition *tr = transition;
    const double t = (double)n * tr->cut.dt;
    const dbt_method_kind kind = tr->setting.method->kind;
    if (kind == DBT_METHOD_BLEND && n > 0 && n < tr->end)
        continue_source(tr, t, source, out);
    for (int j = 0; j < tr->cut.n_joints; j++) {
        if (n >= tr->times[j].end)
            out[j] = target[j];
        else if (n == 0)
            out[j] = tr->src[j].at;
        else if (kind == DBT_METHOD_OFFSET)
            offset_joint(tr, j, t, &target[j], &out[j]);
        else
            blend_joint(tr, j, t, &target[j], &out[j]);
    }
}

void dbt_transition_extrapolate(dbt_transition *transition, size_t n, const dbt_transform *source,
                                dbt_transform *out)
{
    dbt_transition *tr = transition;
    if (n == 0) {
        for (int j = 0; j < tr->cut.n_joints; j++)
            out[j] = tr->src[j].at;
        return;
    }
    continue_source(tr, (double)n * tr->cut.dt, source, out);
}

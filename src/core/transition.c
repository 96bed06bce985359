#include "core/transition.h"

#include "core/curve.h"
#include "core/mem.h"

#include <string.h>

/* One joint on its way. */
typedef struct joint_state {
    double duration; /* seconds; of the method's duration parameter */
    size_t end;      /* frames after the cut */
    bool moves_pos;  /* the joint has position channels; if not its position never differs */
    union {
        struct {
            dbt_vec3 pos, pos_rate, rot, rot_rate; /* at the cut: units, radians, per second */
        } offset;
        dbt_vec3 turn; /* BLEND: the rotation vector from E to the target, last frame */
    };
} joint_state;

struct dbt_transition {
    dbt_setting setting;
    dbt_cut cut;
    dbt_joint_cut *at_cut; /* [n_joints] */
    joint_state *joints;   /* [n_joints] */
    dbt_transform *e;      /* [n_joints], the continuation */
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

static void begin_joint(dbt_transition *tr, const dbt_transition_start *start, int j)
{
    const dbt_setting *setting = start->setting;
    const dbt_transform *after = start->dst_after ? &start->dst_after[j] : NULL;
    const dbt_transform *before = start->src_before ? &start->src_before[j] : NULL;
    dbt_joint_cut *at = &tr->at_cut[j];
    at->src = motion_between(start->src[j], before, &start->src[j], start->dt);
    at->dst = motion_between(start->dst[j], &start->dst[j], after, start->dt);
    at->src_before = before ? before->rot : start->src[j].rot;
    at->src.vel =
        dbt_vec3_shorten(at->src.vel, dbt_setting_get(setting, "max_linear_velocity", INFINITY));
    at->src.ang = dbt_vec3_shorten(
        at->src.ang, DBT_RAD_FROM_DEG * dbt_setting_get(setting, "max_angular_velocity", INFINITY));
    if (start->limits && setting->method->uses_limits)
        at->limits = dbt_limits_include(
            dbt_limits_widen(start->limits[j],
                             DBT_RAD_FROM_DEG * dbt_setting_get(setting, "limit_margin", 0.0)),
            dbt_limits_vector(&start->limits[j], at->src.at.rot));

    joint_state *joint = &tr->joints[j];
    const double factor = start->factors ? start->factors[j] : 1.0;
    joint->duration = setting->method->duration
                          ? factor * dbt_setting_get(setting, setting->method->duration, 0.0)
                          : 0.0;
    joint->end = dbt_transition_frames(dbt_setting_seconds(setting, factor), start->dt);
    joint->moves_pos = start->skeleton->joints[j].has_pos;
    if (joint->end > tr->end)
        tr->end = joint->end;
    const dbt_vec3 turn = dbt_quat_difference(at->src.at.rot, at->dst.at.rot);
    if (setting->method->kind != DBT_METHOD_OFFSET) {
        joint->turn = dbt_quat_difference(at->dst.at.rot, at->src.at.rot);
        return;
    }
    const bool relative = dbt_setting_get(setting, "relative_velocity", 0.0) != 0.0;
    const dbt_vec3 still = DBT_VEC3_ZERO;
    const dbt_vec3 dst_ang = dbt_quat_rotate(dbt_quat_exp(turn), relative ? at->dst.ang : still);
    joint->offset.pos = dbt_vec3_sub(at->src.at.pos, at->dst.at.pos);
    joint->offset.pos_rate = dbt_vec3_sub(at->src.vel, relative ? at->dst.vel : still);
    joint->offset.rot = turn;
    joint->offset.rot_rate = dbt_quat_log_rate(turn, dbt_vec3_sub(at->src.ang, dst_ang));
}

static void *alloc_state(const dbt_method *method, size_t n_joints)
{
    const size_t size = method->joint_state_size;
    if (size > 0 && n_joints > (SIZE_MAX - method->pose_state_size) / size)
        return NULL;
    return dbt_alloc_array(1, method->pose_state_size + n_joints * size);
}

dbt_transition *dbt_transition_begin(const dbt_transition_start *start, dbt_error *err)
{
    const size_t n = (size_t)start->skeleton->n_joints;
    dbt_transition *tr = dbt_alloc_array(1, sizeof *tr);
    if (tr) {
        tr->setting = *start->setting;
        tr->curve = (dbt_curve)dbt_setting_get(&tr->setting, "curve", 0.0);
        tr->at_cut = dbt_alloc_array(n, sizeof *tr->at_cut);
        tr->joints = dbt_alloc_array(n, sizeof *tr->joints);
        tr->e = dbt_alloc_array(n, sizeof *tr->e);
        tr->state = alloc_state(tr->setting.method, n);
    }
    if (!tr || !tr->at_cut || !tr->joints || !tr->e || !tr->state) {
        dbt_transition_free(tr);
        dbt_fail_memory(err);
        return NULL;
    }
    for (int j = 0; j < start->skeleton->n_joints; j++)
        begin_joint(tr, start, j);
    tr->cut = (dbt_cut){ .skeleton = start->skeleton,
                         .joints = tr->at_cut,
                         .n_joints = start->skeleton->n_joints,
                         .anchor = start->anchor,
                         .up = start->up,
                         .dt = start->dt,
                         .params = tr->setting.values,
                         .model = tr->setting.model,
                         .past = { start->src, start->src_before, start->src_earlier } };
    if (tr->setting.method->begin && !tr->setting.method->begin(&tr->cut, tr->state, err)) {
        dbt_transition_free(tr);
        return NULL;
    }
    memset(tr->cut.past, 0, sizeof tr->cut.past); /* borrowed until here */
    return tr;
}

void dbt_transition_free(dbt_transition *transition)
{
    if (!transition)
        return;
    dbt_free(transition->at_cut);
    dbt_free(transition->joints);
    dbt_free(transition->e);
    dbt_free(transition->state);
    dbt_free(transition);
}

size_t dbt_transition_joint_end(const dbt_transition *transition, int joint)
{
    return transition->joints[joint].end;
}

/* ---- frame by frame ---- */

static void offset_joint(const dbt_transition *tr, const joint_state *joint, double t,
                         const dbt_transform *target, dbt_transform *out)
{
    const dbt_method *method = tr->setting.method;
    const double *p = tr->setting.values;
    const dbt_vec3 turn =
        method->offset(p, joint->duration, joint->offset.rot, joint->offset.rot_rate, t);
    out->rot = dbt_quat_mul(dbt_quat_exp(turn), target->rot);
    out->pos = target->pos;
    if (joint->moves_pos)
        out->pos = dbt_vec3_add(target->pos, method->offset(p, joint->duration, joint->offset.pos,
                                                            joint->offset.pos_rate, t));
}

/* The slerp stays on the side on which it started: of all rotation vectors from
 * E to the target it takes the one nearest to the last frame's. */
static void blend_joint(const dbt_transition *tr, joint_state *joint, double t,
                        const dbt_transform *e, const dbt_transform *target, dbt_transform *out)
{
    const double weight = dbt_curve_at(tr->curve, t / joint->duration);
    joint->turn = dbt_rotvec_nearest(dbt_quat_difference(target->rot, e->rot), joint->turn);
    out->rot = dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(joint->turn, weight)), e->rot);
    out->pos = joint->moves_pos ? dbt_vec3_lerp(e->pos, target->pos, weight) : target->pos;
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
        continue_source(tr, t, source, tr->e);
    for (int j = 0; j < tr->cut.n_joints; j++) {
        joint_state *joint = &tr->joints[j];
        if (n >= joint->end)
            out[j] = target[j];
        else if (n == 0)
            out[j] = tr->at_cut[j].src.at;
        else if (kind == DBT_METHOD_OFFSET)
            offset_joint(tr, joint, t, &target[j], &out[j]);
        else
            blend_joint(tr, joint, t, &tr->e[j], &target[j], &out[j]);
    }
}

void dbt_transition_extrapolate(dbt_transition *transition, size_t n, const dbt_transform *source,
                                dbt_transform *out)
{
    dbt_transition *tr = transition;
    if (n == 0) {
        for (int j = 0; j < tr->cut.n_joints; j++)
            out[j] = tr->at_cut[j].src.at;
        return;
    }
    continue_source(tr, (double)n * tr->cut.dt, source, out);
}

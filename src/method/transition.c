#include "method/transition.h"

#include "base/mem.h"
#include "motion/curve.h"

#include <assert.h>

/* When a joint's transition begins and ends. */
typedef struct joint_time {
    double duration;  /* the method's duration parameter times the joint's factor, seconds */
    ptrdiff_t before; /* frames from its begin to the cut */
    ptrdiff_t end;    /* frames from the cut, gap included, to the first that equals the target */
    bool jumps;       /* the source until the cut, then `src` until `end` */
} joint_time;

/* The offset of the source from the target at the cut: units, radians, and these per second. */
typedef struct joint_offset {
    dbt_vec3 pos, pos_rate, rot, rot_rate;
} joint_offset;

/* Arrays are [n_joints]; NULL: the method does not use them. */
struct dbt_transition {
    dbt_arena memory;
    dbt_tuning tuning;
    dbt_cut_context cut;
    joint_time *times;
    dbt_motion *src;
    dbt_motion *dst;          /* for extend_back */
    dbt_transform *extended;  /* for extend_back: the target before it plays, at this frame */
    dbt_joint_limits *limits; /* if uses_limits */
    joint_offset *offsets;    /* for OFFSET */
    dbt_vec3
        *rotvecs; /* for BLEND: rotation vector from E to the target in the last frame, radians */
    dbt_curve curve;    /* for BLEND */
    ptrdiff_t gap, end; /* frames from the cut; end: the latest of the joints */
};

size_t dbt_transition_frames(double seconds, double dt)
{
    if (!(seconds > 0.0))
        return 0;
    const double enough = seconds * (1.0 - 1e-4);
    size_t n = (size_t)fmax(1.0, floor(enough / dt));
    while (n > 1 && (double)(n - 1) * dt >= enough) /* corrects the rounding of the quotient */
        n--;
    while ((double)n * dt < enough)
        n++;
    return n;
}

/* ---- beginning ---- */

/* Parameters that all joints use, found once by name. */
typedef struct shared_params {
    double duration, seconds;       /* the duration parameter; the length of the transition */
    double before;                  /* seconds */
    double max_linear, max_angular; /* units and radians per second */
    double limit_margin;            /* radians */
    bool relative_velocity;
} shared_params;

/* Returns the parameters that several methods have. One that this method lacks is 0, false or, for
 * a cap, INFINITY. Two-sided offsets always use the relative velocity. */
static shared_params shared_params_of(const dbt_tuning *tuning)
{
    return (shared_params){
        .duration = dbt_tuning_duration(tuning),
        .seconds = dbt_tuning_seconds(tuning, 1.0),
        .before = dbt_tuning_before(tuning, 1.0),
        .max_linear = dbt_tuning_get(tuning, "max_linear_velocity", INFINITY),
        .max_angular = DBT_RAD_FROM_DEG * dbt_tuning_get(tuning, "max_angular_velocity", INFINITY),
        .limit_margin = DBT_RAD_FROM_DEG * dbt_tuning_get(tuning, "limit_margin", 0.0),
        .relative_velocity = tuning->method->correction != NULL ||
                             dbt_tuning_get(tuning, "relative_velocity", 0.0) != 0.0,
    };
}

static const dbt_transform *joint_of(const dbt_transform *pose, int j)
{
    return pose ? &pose[j] : NULL;
}

static dbt_motion within_caps(dbt_motion motion, const shared_params *p)
{
    motion.vel = dbt_vec3_shorten(motion.vel, p->max_linear);
    motion.ang = dbt_vec3_shorten(motion.ang, p->max_angular);
    return motion;
}

static dbt_motion target_motion(const dbt_transition_start *start, int j)
{
    return dbt_motion_at(&start->dst[j], joint_of(start->dst_before, j),
                         joint_of(start->dst_after, j), start->dt);
}

/* Returns the times of joint j's transition: the method's lengths times the joint's factor, in
 * frames; at most start->before before the cut, and after the gap. With the factor 0 the joint
 * jumps. */
static joint_time time_of(const dbt_transition_start *start, const shared_params *p, int j)
{
    const double factor = start->factors ? start->factors[j] : 1.0;
    const size_t after = dbt_transition_frames(p->seconds * factor, start->dt);
    size_t before = dbt_transition_frames(p->before * factor, start->dt);
    before = before < start->before ? before : start->before;
    return (joint_time){
        .duration = factor * p->duration,
        .before = (ptrdiff_t)before,
        .end = (ptrdiff_t)(start->gap + after),
        .jumps = !(factor > 0.0),
    };
}

/* Returns joint j's limits, widened by the margin and to the source at the cut; limited is false if
 * the joint has none or does not rotate. */
static dbt_joint_limits limits_of(const dbt_transition_start *start, const shared_params *p, int j)
{
    if (!start->limits || (start->rotates && !start->rotates[j]))
        return (dbt_joint_limits){ .limited = false };
    const dbt_joint_limits *limits = &start->limits[j];
    return dbt_limits_include(dbt_limits_widen(*limits, p->limit_margin),
                              dbt_limits_vector(limits, start->src[j].rot));
}

/* Returns joint j's offset of the source from the target at the cut, and its derivative: the
 * source's velocity minus, with relative_velocity, the target's. src: joint j's motion there. */
static joint_offset offset_of(const dbt_transition_start *start, const shared_params *p,
                              const dbt_motion *src, int j)
{
    const dbt_motion dst = target_motion(start, j);
    const bool relative = p->relative_velocity;
    const dbt_vec3 rotvec = dbt_quat_difference(src->at.rot, dst.at.rot), still = DBT_VEC3_ZERO;
    const dbt_vec3 dst_ang = dbt_quat_rotate(dbt_quat_exp(rotvec), relative ? dst.ang : still);
    return (joint_offset){
        .pos = dbt_vec3_sub(src->at.pos, dst.at.pos),
        .pos_rate = dbt_vec3_sub(src->vel, relative ? dst.vel : still),
        .rot = rotvec,
        .rot_rate = dbt_quat_log_rate(rotvec, dbt_vec3_sub(src->ang, dst_ang)),
    };
}

static const double short_while = 0.2; /* seconds */

/* Whether the offset is below the thresholds at the cut, and its change within short_while, too. */
static bool is_still(const dbt_transition_start *start, const joint_offset *offset)
{
    return dbt_vec3_length(offset->pos) < start->jump_pos &&
           short_while * dbt_vec3_length(offset->pos_rate) < start->jump_pos &&
           dbt_vec3_length(offset->rot) < start->jump_rot &&
           short_while * dbt_vec3_length(offset->rot_rate) < start->jump_rot;
}

/* Sets the state of joint j in the arrays that the method uses: motions at the cut, times, limits,
 * offset, and the rotation vector from source to target. A joint whose offset is_still jumps, at
 * the gap's end. Raises tr->end to the joint's end. */
static void begin_joint(dbt_transition *tr, const dbt_transition_start *start,
                        const shared_params *p, int j)
{
    tr->src[j] = within_caps(dbt_motion_at(&start->src[j], joint_of(start->src_before, j),
                                           joint_of(start->src_after, j), start->dt),
                             p);
    tr->times[j] = time_of(start, p, j);
    if (tr->limits)
        tr->limits[j] = limits_of(start, p, j);
    if (tr->offsets)
        tr->offsets[j] = offset_of(start, p, &tr->src[j], j);
    if (tr->offsets && is_still(start, &tr->offsets[j]))
        tr->times[j] = (joint_time){ .end = tr->gap, .jumps = true };
    if (tr->times[j].end > tr->end)
        tr->end = tr->times[j].end;
    if (tr->dst)
        tr->dst[j] = within_caps(target_motion(start, j), p);
    if (tr->rotvecs)
        tr->rotvecs[j] = dbt_quat_difference(start->dst[j].rot, start->src[j].rot);
}

/* Allocates the arrays over n joints that tr->tuning's method needs, zeroed, in tr->memory. */
static void alloc_joints(dbt_transition *tr, size_t n)
{
    const dbt_method *method = tr->tuning.method;
    dbt_arena *memory = &tr->memory;
    tr->times = dbt_arena_array(memory, n, sizeof *tr->times);
    tr->src = dbt_arena_array(memory, n, sizeof *tr->src);
    if (method->extend_back) {
        tr->dst = dbt_arena_array(memory, n, sizeof *tr->dst);
        tr->extended = dbt_arena_array(memory, n, sizeof *tr->extended);
    }
    if (method->uses_limits)
        tr->limits = dbt_arena_array(memory, n, sizeof *tr->limits);
    if (method->kind == DBT_METHOD_OFFSET)
        tr->offsets = dbt_arena_array(memory, n, sizeof *tr->offsets);
    if (method->kind == DBT_METHOD_BLEND)
        tr->rotvecs = dbt_arena_array(memory, n, sizeof *tr->rotvecs);
}

/* Initialises a zeroed transition, all members. Copies the tuning; borrows the skeleton and the
 * model. Fails as the method's `begin`; the caller then still frees it. */
static bool begin(dbt_transition *tr, const dbt_transition_start *start, dbt_error *err)
{
    const int n_joints = start->skeleton->n_joints;
    tr->tuning = *start->tuning;
    alloc_joints(tr, (size_t)n_joints);
    tr->curve = (dbt_curve)dbt_tuning_get(&tr->tuning, "curve", tr->tuning.method->curve);
    tr->gap = (ptrdiff_t)start->gap;
    const shared_params p = shared_params_of(&tr->tuning);
    for (int j = 0; j < n_joints; j++)
        begin_joint(tr, start, &p, j);
    tr->cut = (dbt_cut_context){ .skeleton = start->skeleton,
                                 .n_joints = n_joints,
                                 .src = tr->src,
                                 .dst = tr->dst,
                                 .limits = tr->limits,
                                 .motion_root = start->motion_root,
                                 .up = start->up,
                                 .dt = start->dt,
                                 .gap = (double)start->gap * start->dt,
                                 .params = tr->tuning.values,
                                 .model = tr->tuning.model,
                                 .memory = &tr->memory };
    if (!tr->tuning.method->begin)
        return true;
    tr->cut.state = tr->tuning.method->begin(&tr->cut, start, err);
    return tr->cut.state != NULL;
}

dbt_transition *dbt_transition_begin(const dbt_transition_start *start, dbt_error *err)
{
    dbt_transition *tr = dbt_alloc_object(sizeof *tr);
    if (begin(tr, start, err))
        return tr;
    dbt_transition_free(tr);
    return NULL;
}

void dbt_transition_free(dbt_transition *transition)
{
    if (transition)
        dbt_arena_release(&transition->memory);
    dbt_free(transition);
}

bool dbt_transition_joint_waits(const dbt_transition *transition, int joint, ptrdiff_t n)
{
    return n <= -transition->times[joint].before &&
           !dbt_transition_joint_is_over(transition, joint, n);
}

bool dbt_transition_joint_is_over(const dbt_transition *transition, int joint, ptrdiff_t n)
{
    return n >= transition->times[joint].end;
}

/* ---- frame by frame ---- */

/* Writes the target plus the decayed offset at t seconds after the cut into *out. The position
 * of a joint without position channels is the target's. target: joint j's pose in this frame. */
static void offset_joint(const dbt_transition *tr, int j, double t, const dbt_transform *target,
                         dbt_transform *out)
{
    const dbt_method *method = tr->tuning.method;
    const double *p = tr->tuning.values, duration = tr->times[j].duration;
    const joint_offset *offset = &tr->offsets[j];
    const dbt_vec3 rotvec = method->offset(p, duration, offset->rot, offset->rot_rate, t);
    out->rot = dbt_quat_mul(dbt_quat_exp(rotvec), target->rot);
    out->pos = target->pos;
    if (tr->cut.skeleton->joints[j].has_pos)
        out->pos = dbt_vec3_add(target->pos,
                                method->offset(p, duration, offset->pos, offset->pos_rate, t));
}

/* Writes joint j, n frames from the cut, corrected by a two-sided method. side: joint j's pose in
 * the source before the cut, in the target from the cut on. The position of a joint without
 * position channels is that of `side`. s is x0 + v0 t, the offset going on at its rate at the cut.
 * A position is side + correction, plus s from the cut on. A rotation is exp(correction + left s)
 * exp(right s) side; left + right is 0 before the cut, then 1. So values and rates meet at the cut,
 * and reversing time does not change the result. */
static void correct_joint(const dbt_transition *tr, int j, ptrdiff_t n, const dbt_transform *side,
                          dbt_transform *out)
{
    const joint_offset *offset = &tr->offsets[j];
    const joint_time *time = &tr->times[j];
    const double dt = tr->cut.dt, t = (double)n * dt;
    const double before = (double)time->before * dt, after = (double)time->end * dt;
    const double left = after / (before + after), right = n < 0 ? -left : 1.0 - left;
    const dbt_vec3 s = dbt_vec3_add_scaled(offset->rot, t, offset->rot_rate);
    const dbt_vec3 rotvec = dbt_vec3_add_scaled(
        tr->tuning.method->correction(before, after, offset->rot, offset->rot_rate, t), left, s);
    out->rot = dbt_quat_mul(dbt_quat_exp(rotvec),
                            dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(s, right)), side->rot));
    out->pos = side->pos;
    if (!tr->cut.skeleton->joints[j].has_pos)
        return;
    out->pos = dbt_vec3_add(
        out->pos, tr->tuning.method->correction(before, after, offset->pos, offset->pos_rate, t));
    if (n >= 0)
        out->pos = dbt_vec3_add(out->pos, dbt_vec3_add_scaled(offset->pos, t, offset->pos_rate));
}

/* Blends E, the source's continuation, which `out` contains, with the target by the curve's weight.
 * The rotation is by rotvecs[j], which must be this frame's. The position of a joint
 * without position channels is the target's. Two-sided methods measure progress in frames, others
 * in seconds. */
static void blend_joint(const dbt_transition *tr, int j, ptrdiff_t n, const dbt_transform *target,
                        dbt_transform *out)
{
    const joint_time *time = &tr->times[j];
    const double passed = tr->dst ? (double)(n + time->before) / (double)(time->before + time->end)
                                  : (double)n * tr->cut.dt / time->duration;
    const double weight = dbt_curve_at(tr->curve, passed); /* of the target */
    const bool moves = tr->cut.skeleton->joints[j].has_pos;
    out->rot = dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(tr->rotvecs[j], weight)), out->rot);
    out->pos = moves ? dbt_vec3_lerp(out->pos, target->pos, weight) : target->pos;
}

/* Writes the continuation E, n > 0 frames after the cut, into e[n_joints], and sets tr->cut.source.
 * source: the source's pose in that frame; may be NULL unless the method plays it. A method without
 * a continuation repeats the source's pose at the cut. */
static void extrapolate(dbt_transition *tr, ptrdiff_t n, const dbt_transform *source,
                        dbt_transform *e)
{
    tr->cut.source = source;
    if (tr->tuning.method->extrapolate)
        tr->tuning.method->extrapolate(&tr->cut, (double)n * tr->cut.dt, e);
    else
        for (int j = 0; j < tr->cut.n_joints; j++)
            e[j] = tr->src[j].at;
}

void dbt_transition_extend_back(const dbt_transition *transition, ptrdiff_t n, dbt_transform *out)
{
    const dbt_transition *tr = transition;
    const double t = (double)(tr->gap - n) * tr->cut.dt;
    tr->tuning.method->extend_back(&tr->cut, t, out);
}

static bool joint_waits(const dbt_transition *tr, int j, ptrdiff_t n)
{
    return n <= -tr->times[j].before || tr->times[j].jumps;
}

/* Prepares joint j for its frame, n frames from the cut, that is not over. Writes the source into
 * *out at the cut, before the cut of a BLEND, and while the joint waits or jumps; else leaves *out,
 * where a BLEND has E. For BLEND, also updates tr->rotvecs[j], from *out to the target: the branch
 * nearest to the last frame's, so that the slerp never flips. target, source: joint j's poses;
 * source: may be NULL from the cut on. */
static void prepare_joint(dbt_transition *tr, int j, ptrdiff_t n, const dbt_transform *target,
                          const dbt_transform *source, dbt_transform *out)
{
    const bool waits = joint_waits(tr, j, n), begins = tr->dst && n == -tr->times[j].before;
    if (n < 0 && (waits || tr->rotvecs))
        *out = *source;
    else if (n == 0 || waits)
        *out = tr->src[j].at;
    if (!tr->rotvecs || (waits && !begins))
        return;
    /* dbt_quat_difference written out, because compilers do not inline it */
    const dbt_quat q = dbt_quat_mul(target->rot, dbt_quat_conj(out->rot));
    const dbt_vec3 rotvec = dbt_quat_log(dbt_quat_abs(q));
    tr->rotvecs[j] = begins ? rotvec : dbt_rotvec_nearest(rotvec, tr->rotvecs[j]);
}

/* Two passes over the joints: first logarithms, then exponentials. So an exponential does not wait
 * for the logarithm of its joint, and the processor overlaps the logarithms of several joints. */
void dbt_transition_eval(dbt_transition *transition, ptrdiff_t n, const dbt_transform *target,
                         const dbt_transform *source, dbt_transform *out)
{
    dbt_transition *tr = transition;
    assert(n >= 0 || source); /* before its cut, a transition changes the source */
    const dbt_method *method = tr->tuning.method;
    const bool blends = method->kind == DBT_METHOD_BLEND;
    const bool extends = blends && method->extend_back && n < tr->gap;
    const dbt_transform *to = extends ? tr->extended : target;
    if (blends && n > 0 && n < tr->end)
        extrapolate(tr, n, source, out);
    if (extends)
        dbt_transition_extend_back(tr, n, tr->extended);
    for (int j = 0; j < tr->cut.n_joints; j++) {
        if (dbt_transition_joint_is_over(tr, j, n))
            out[j] = target[j];
        else
            prepare_joint(tr, j, n, &to[j], source ? &source[j] : NULL, &out[j]);
    }
    for (int j = 0; j < tr->cut.n_joints; j++) {
        if (dbt_transition_joint_is_over(tr, j, n) || joint_waits(tr, j, n))
            continue;
        if (method->correction)
            correct_joint(tr, j, n, n < 0 ? &source[j] : &to[j], &out[j]);
        else if (method->kind == DBT_METHOD_OFFSET)
            offset_joint(tr, j, (double)n * tr->cut.dt, &to[j], &out[j]);
        else
            blend_joint(tr, j, n, &to[j], &out[j]);
    }
    if (!method->refine || n <= 0 || n >= tr->gap)
        return;
    method->refine(&tr->cut, (double)n * tr->cut.dt, out);
    for (int j = 0; j < tr->cut.n_joints; j++)
        if (tr->times[j].jumps) /* joints that jump stay at the source until the target plays */
            out[j] = tr->src[j].at;
}

void dbt_transition_extrapolate(dbt_transition *transition, ptrdiff_t n,
                                const dbt_transform *source, dbt_transform *out)
{
    dbt_transition *tr = transition;
    if (n > 0) {
        extrapolate(tr, n, source, out);
        return;
    }
    for (int j = 0; j < tr->cut.n_joints; j++)
        out[j] = n < 0 ? source[j] : tr->src[j].at;
}

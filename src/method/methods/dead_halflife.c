/* dead-halflife: dead-decay with one half-life per axis: long if the source moves towards the
 * target, short if it moves away. Continuous in value; in velocity too if the curve starts flat.
 * Source: D. Holden, "Dead Blending Node in Unreal Engine" (2023). */
#include "method/transition.h"
#include "method/methods/decay.h"

enum {
    BLEND_TIME,
    CURVE,
    HALFLIFE_SCALE,
    HALFLIFE_MIN,
    HALFLIFE_MAX,
    MAX_LINEAR_VELOCITY,
    MAX_ANGULAR_VELOCITY
};
static const dbt_param params[] = {
    [BLEND_TIME] = DBT_PARAM_BLEND_TIME,
    [CURVE] = DBT_PARAM_CURVE,
    [HALFLIFE_SCALE] = { .name = "halflife_scale",
                         .def = 0.3,
                         .max = 100.0,
                         .help = "half-life, divided by the time the source needs to reach the "
                                 "target" },
    [HALFLIFE_MIN] = { .name = "halflife_min",
                       .unit = "s",
                       .def = 0.1,
                       .min = 0.001,
                       .max = 10.0,
                       .help = "shortest half-life, used where the source moves away",
                       .more = "It must not be greater than `halflife_max`." },
    [HALFLIFE_MAX] = { .name = "halflife_max",
                       .unit = "s",
                       .def = 1.0,
                       .min = 0.001,
                       .max = 10.0,
                       .help = "longest half-life" },
    [MAX_LINEAR_VELOCITY] = DBT_PARAM_MAX_LINEAR_VELOCITY,
    [MAX_ANGULAR_VELOCITY] = DBT_PARAM_MAX_ANGULAR_VELOCITY,
};

/* A joint: half-lives (s) of the components of velocity and angular velocity. */
typedef struct halflife_state {
    dbt_vec3 pos, rot;
} halflife_state;

/* Returns scale * difference / velocity within halflife_min and halflife_max, seconds; the minimum
 * where the source moves away. p: the method's parameters. A velocity near 0 counts as 1e-8. */
static double halflife_of(const double *p, double difference, double velocity)
{
    if (fabs(velocity) < 1e-8)
        velocity = velocity < 0.0 ? -1e-8 : 1e-8;
    const double h = p[HALFLIFE_SCALE] * difference / velocity;
    return fmin(fmax(h, p[HALFLIFE_MIN]), p[HALFLIFE_MAX]);
}

static dbt_vec3 halflives(const double *p, dbt_vec3 difference, dbt_vec3 velocity)
{
    return (dbt_vec3){ halflife_of(p, difference.x, velocity.x),
                       halflife_of(p, difference.y, velocity.y),
                       halflife_of(p, difference.z, velocity.z) };
}

/* Returns the state, a halflife_state[n_joints] owned by the cut's arena. Never fails. */
static void *begin(const dbt_cut_context *cut, const dbt_transition_start *start, dbt_error *err)
{
    (void)err;
    halflife_state *s = dbt_arena_array(cut->memory, (size_t)cut->n_joints, sizeof *s);
    for (int j = 0; j < cut->n_joints; j++) {
        const dbt_motion *src = &cut->src[j];
        const dbt_transform *target = &start->dst[j];
        s[j].pos = halflives(cut->params, dbt_vec3_sub(target->pos, src->at.pos), src->vel);
        s[j].rot = halflives(cut->params, dbt_quat_difference(target->rot, src->at.rot), src->ang);
    }
    return s;
}

/* Returns what a decaying velocity covers in t seconds, by component. */
static dbt_vec3 covered(dbt_vec3 velocity, dbt_vec3 halflife, double t)
{
    return (dbt_vec3){ velocity.x * dbt_decay_distance(halflife.x, t),
                       velocity.y * dbt_decay_distance(halflife.y, t),
                       velocity.z * dbt_decay_distance(halflife.z, t) };
}

static void extrapolate(const dbt_cut_context *cut, double t, dbt_transform *e)
{
    const halflife_state *s = cut->state;
    for (int j = 0; j < cut->n_joints; j++) {
        const dbt_motion *src = &cut->src[j];
        e[j].pos = dbt_vec3_add(src->at.pos, covered(src->vel, s[j].pos, t));
        e[j].rot = dbt_quat_mul(dbt_quat_exp(covered(src->ang, s[j].rot, t)), src->at.rot);
    }
}

const dbt_method dbt_method_dead_halflife = {
    .name = "dead-halflife",
    .summary = "dead-decay with one half-life per axis",
    .details =
        "Continuous in value; in velocity too, except with curve=linear. Where the source moves "
        "towards the target it continues for long; where it moves away it stops soon.",
    .source = "D. Holden, Dead Blending Node in Unreal Engine, 2023",
    .kind = DBT_METHOD_BLEND,
    DBT_PARAMS(params),
    .duration = "blend_time",
    .extrapolates = true,
    .begin = begin,
    .extrapolate = extrapolate,
};

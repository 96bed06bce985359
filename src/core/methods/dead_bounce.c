/* dead-bounce: the source goes on at a decaying velocity, and joint limits push
 * back like springs: simulated, in four steps a frame (more where, at few frames
 * a second and a hard bounce, four would diverge). Continuous in value; in
 * velocity too where the curve starts flat. Limits are overshot, then left.
 * Source: D. Holden, "Dead Blending" (2023). */
#include "core/methods/decay.h"

enum {
    BLEND_TIME,
    CURVE,
    HALFLIFE,
    LIMIT_MARGIN,
    BOUNCE,
    MAX_LINEAR_VELOCITY,
    MAX_ANGULAR_VELOCITY
};
static const dbt_param params[] = {
    [BLEND_TIME] = DBT_PARAM_BLEND_TIME,
    [CURVE] = DBT_PARAM_CURVE,
    [HALFLIFE] = DBT_PARAM_DECAY_HALFLIFE,
    [LIMIT_MARGIN] = DBT_PARAM_LIMIT_MARGIN,
    [BOUNCE] = { .name = "bounce",
                 .unit = "1/s^2",
                 .def = 1000.0,
                 .max = 10000.0,
                 .help = "stiffness of the limits" },
    [MAX_LINEAR_VELOCITY] = DBT_PARAM_MAX_LINEAR_VELOCITY,
    [MAX_ANGULAR_VELOCITY] = DBT_PARAM_MAX_ANGULAR_VELOCITY,
};

/* Steps a frame. The undamped step is stable while bounce * dt^2 < 4. */
static int steps_for(double bounce, double frame_time)
{
    int steps = 4;
    while (bounce * (frame_time / steps) * (frame_time / steps) >= 4.0 && steps < 1 << 20)
        steps *= 2;
    return steps;
}

/* One joint: rotation vector from the limits' reference, and its rate (rad/s). */
typedef struct bounce_state {
    dbt_vec3 u, w;
} bounce_state;

static bool begin(const dbt_cut *cut, void *state, dbt_error *err)
{
    (void)err;
    bounce_state *s = state;
    const double cap = cut->params[MAX_ANGULAR_VELOCITY] * DBT_RAD_FROM_DEG;
    const dbt_transform *past = cut->past[1] ? cut->past[1] : cut->past[0];
    for (int j = 0; j < cut->n_joints; j++) {
        const dbt_joint_limits *limits = &cut->limits[j];
        if (!limits->limited)
            continue;
        s[j].u = dbt_limits_vector(limits, cut->src[j].at.rot);
        const dbt_vec3 before = dbt_rotvec_nearest(dbt_limits_vector(limits, past[j].rot), s[j].u);
        s[j].w = dbt_vec3_shorten(dbt_vec3_scale(dbt_vec3_sub(s[j].u, before), 1.0 / cut->dt), cap);
    }
    return true;
}

static void step(bounce_state *s, const dbt_joint_limits *limits, double bounce, double decay,
                 double dt)
{
    const dbt_vec3 push = dbt_vec3_sub(dbt_limits_clamp(limits, s->u), s->u);
    s->w = dbt_vec3_add_scaled(dbt_vec3_scale(s->w, decay), bounce * dt, push);
    s->u = dbt_vec3_add_scaled(s->u, dt, s->w);
}

static void extrapolate(const dbt_cut *cut, void *state, double t, dbt_transform *e)
{
    bounce_state *s = state;
    const int steps = steps_for(cut->params[BOUNCE], cut->dt);
    const double halflife = cut->params[HALFLIFE], dt = cut->dt / steps;
    const double decay = exp2(-dt / halflife), distance = dbt_decay_distance(halflife, t);
    for (int j = 0; j < cut->n_joints; j++) {
        const dbt_joint_limits *limits = &cut->limits[j];
        e[j] = dbt_decay_move(&cut->src[j], distance);
        if (!limits->limited)
            continue;
        for (int i = 0; i < steps; i++)
            step(&s[j], limits, cut->params[BOUNCE], decay, dt);
        e[j].rot = dbt_quat_mul(limits->ref, dbt_quat_exp(s[j].u));
    }
}

const dbt_method dbt_method_dead_bounce = {
    .name = "dead-bounce",
    .summary = "dead-decay, with joint limits that push back like springs",
    .details =
        "Continuous in value, and in velocity with every curve but linear. A limit is overshot "
        "a little, then pushes the joint back. Simulated: depends on the frame rate.",
    .source = "D. Holden, Dead Blending, 2023",
    .kind = DBT_METHOD_BLEND,
    .params = params,
    .n_params = sizeof params / sizeof *params,
    .duration = "blend_time",
    .ends_after = 1.0,
    .extrapolates = true,
    .uses_limits = true,
    .joint_state_size = sizeof(bounce_state),
    .begin = begin,
    .extrapolate = extrapolate,
};

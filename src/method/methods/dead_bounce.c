/* dead-bounce: the source continues at a decaying velocity, and joint limits push back like
 * springs. Simulated in four steps per frame, or more if four would diverge (few frames per second
 * and a hard bounce). Continuous in value; in velocity too if the curve starts flat. A joint passes
 * its limit a little. Source: D. Holden, "Dead Blending" (2023). */
#include "base/budgets.h"
#include "base/exponential.h"
#include "method/transition.h"
#include "method/methods/decay.h"

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
                 .help = "stiffness of the limits",
                 .more = "The acceleration per radian beyond the limit; 0: no limits." },
    [MAX_LINEAR_VELOCITY] = DBT_PARAM_MAX_LINEAR_VELOCITY,
    [MAX_ANGULAR_VELOCITY] = DBT_PARAM_MAX_ANGULAR_VELOCITY,
};

enum { MAX_STEPS = 1024 }; /* enough for the stiffest limits and frames of 20 s */

/* Returns the number of steps per frame. The undamped step is stable while bounce * dt^2 < 4. */
static int steps_for(double bounce, double frame_time)
{
    int steps = 4;
    while (bounce * (frame_time / steps) * (frame_time / steps) >= 4.0 && steps < MAX_STEPS)
        steps *= 2;
    return steps;
}

/* The state of a joint: rotation vector from the limits' reference, and its rate (rad/s). */
typedef struct bounce_state {
    dbt_vec3 u, w;
} bounce_state;

/* Returns the state, a bounce_state[n_joints] at the cut, owned by the cut's arena; never fails.
 * The rate is the difference to the pose one frame before (0 without one), within the cap. Joints
 * without limits have 0. */
static void *begin(const dbt_cut_context *cut, const dbt_transition_start *start, dbt_error *err)
{
    (void)err;
    bounce_state *s = dbt_arena_array(cut->memory, (size_t)cut->n_joints, sizeof *s);
    const double cap = cut->params[MAX_ANGULAR_VELOCITY] * DBT_RAD_FROM_DEG;
    const dbt_transform *past = start->src_before ? start->src_before : start->src;
    for (int j = 0; j < cut->n_joints; j++) {
        const dbt_joint_limits *limits = &cut->limits[j];
        if (!limits->limited)
            continue;
        s[j].u = dbt_limits_vector(limits, cut->src[j].at.rot);
        const dbt_vec3 before = dbt_rotvec_nearest(dbt_limits_vector(limits, past[j].rot), s[j].u);
        s[j].w = dbt_vec3_shorten(dbt_vec3_scale(dbt_vec3_sub(s[j].u, before), 1.0 / cut->dt), cap);
    }
    return s;
}

/* Advances the state by one frame: the spring at the limits, in smaller steps. Writes the pose t
 * seconds after the cut into e[n_joints]; positions, and joints without limits, decay as in
 * dead-decay. Called once a frame, in order. */
static void extrapolate(const dbt_cut_context *cut, double t, dbt_transform *e)
{
    bounce_state *s = cut->state;
    const double halflife = cut->params[HALFLIFE];
    const int steps = steps_for(cut->params[BOUNCE], cut->dt);
    const double dt = cut->dt / steps;
    /* if MAX_STEPS are too few, limits are only as stiff as is stable */
    const double bounce = fmin(cut->params[BOUNCE], 4.0 / (dt * dt));
    const double decay = dbt_exp2(-dt / halflife), distance = dbt_decay_distance(halflife, t);
    for (int j = 0; j < cut->n_joints; j++, s++) {
        const dbt_joint_limits *limits = &cut->limits[j];
        e[j] = dbt_decay_move(&cut->src[j], distance);
        if (!limits->limited)
            continue;
        for (int i = 0; i < steps; i++) {
            const dbt_vec3 push = dbt_vec3_sub(dbt_limits_clamp(limits, s->u), s->u);
            s->w = dbt_vec3_add_scaled(dbt_vec3_scale(s->w, decay), bounce * dt, push);
            s->u = dbt_vec3_add_scaled(s->u, dt, s->w);
        }
        e[j].rot = dbt_quat_mul(limits->ref, dbt_quat_exp(s->u));
    }
}

const dbt_method dbt_method_dead_bounce = {
    .name = "dead-bounce",
    .summary = "dead-decay, with joint limits that push back like springs",
    .details =
        "Continuous in value; in velocity too, except with curve=linear. A joint passes its limit "
        "a little and is then pushed back. Simulated, so it depends slightly on the frame rate.",
    .source = "D. Holden, Dead Blending, 2023",
    .kind = DBT_METHOD_BLEND,
    DBT_PARAMS(params),
    .duration = "blend_time",
    .extrapolates = true,
    .uses_limits = true,
    .begin = begin,
    .extrapolate = extrapolate,
};

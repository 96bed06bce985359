/* dead-clamp: dead-decay, with every rotation held within the joint's limits.
 * Continuous in value; where a limit is met the velocity drops to zero at once.
 * Source: D. Holden, "Dead Blending" (2023). */
#include "core/methods/decay.h"

enum { BLEND_TIME, CURVE, HALFLIFE, LIMIT_MARGIN, MAX_LINEAR_VELOCITY, MAX_ANGULAR_VELOCITY };
static const dbt_param params[] = {
    [BLEND_TIME] = DBT_PARAM_BLEND_TIME,
    [CURVE] = DBT_PARAM_CURVE,
    [HALFLIFE] = DBT_PARAM_DECAY_HALFLIFE,
    [LIMIT_MARGIN] = DBT_PARAM_LIMIT_MARGIN,
    [MAX_LINEAR_VELOCITY] = DBT_PARAM_MAX_LINEAR_VELOCITY,
    [MAX_ANGULAR_VELOCITY] = DBT_PARAM_MAX_ANGULAR_VELOCITY,
};

/* One joint: the rotation vector from the limits' reference, before clamping,
 * of the last frame; it tells which turn the next one is on. */
typedef struct clamp_state {
    dbt_vec3 u;
} clamp_state;

static bool begin(const dbt_cut *cut, void *state, dbt_error *err)
{
    (void)err;
    clamp_state *s = state;
    for (int j = 0; j < cut->n_joints; j++)
        if (cut->limits[j].limited)
            s[j].u = dbt_limits_vector(&cut->limits[j], cut->src[j].at.rot);
    return true;
}

static void extrapolate(const dbt_cut *cut, void *state, double t, dbt_transform *e)
{
    clamp_state *s = state;
    const double distance = dbt_decay_distance(cut->params[HALFLIFE], t);
    for (int j = 0; j < cut->n_joints; j++) {
        const dbt_joint_limits *limits = &cut->limits[j];
        e[j] = dbt_decay_move(&cut->src[j], distance);
        if (!limits->limited)
            continue;
        s[j].u = dbt_rotvec_nearest(dbt_limits_vector(limits, e[j].rot), s[j].u);
        e[j].rot = dbt_quat_mul(limits->ref, dbt_quat_exp(dbt_limits_clamp(limits, s[j].u)));
    }
}

const dbt_method dbt_method_dead_clamp = {
    .name = "dead-clamp",
    .summary = "dead-decay, with rotations held within the joint limits",
    .details = "Continuous in value, and in velocity with every curve but linear, until a joint "
               "meets a limit "
               "and stops there at once. Limits are "
               "learned from the clips, or read with --limits.",
    .source = "D. Holden, Dead Blending, 2023",
    .kind = DBT_METHOD_BLEND,
    .params = params,
    .n_params = sizeof params / sizeof *params,
    .duration = "blend_time",
    .ends_after = 1.0,
    .extrapolates = true,
    .uses_limits = true,
    .joint_state_size = sizeof(clamp_state),
    .begin = begin,
    .extrapolate = extrapolate,
};

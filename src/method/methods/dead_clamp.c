/* dead-clamp: dead-decay, with every rotation clamped to the joint's limits. Continuous in value;
 * when a joint reaches a limit its velocity drops to zero. Source: D. Holden, "Dead Blending"
 * (2023). */
#include "method/transition.h"
#include "method/methods/decay.h"

enum { BLEND_TIME, CURVE, HALFLIFE, LIMIT_MARGIN, MAX_LINEAR_VELOCITY, MAX_ANGULAR_VELOCITY };
static const dbt_param params[] = {
    [BLEND_TIME] = DBT_PARAM_BLEND_TIME,
    [CURVE] = DBT_PARAM_CURVE,
    [HALFLIFE] = DBT_PARAM_DECAY_HALFLIFE,
    [LIMIT_MARGIN] = DBT_PARAM_LIMIT_MARGIN,
    [MAX_LINEAR_VELOCITY] = DBT_PARAM_MAX_LINEAR_VELOCITY,
    [MAX_ANGULAR_VELOCITY] = DBT_PARAM_MAX_ANGULAR_VELOCITY,
};

/* Returns the state, a dbt_vec3[n_joints] owned by the cut's arena: each joint's rotation vector
 * from the limits' reference in the last frame, before clamping; 0 without limits. The next frame's
 * vector is the branch nearest to it. Never fails. */
static void *begin(const dbt_cut_context *cut, const dbt_transition_start *start, dbt_error *err)
{
    (void)err;
    (void)start;
    dbt_vec3 *u = dbt_arena_array(cut->memory, (size_t)cut->n_joints, sizeof *u);
    for (int j = 0; j < cut->n_joints; j++)
        if (cut->limits[j].limited)
            u[j] = dbt_limits_vector(&cut->limits[j], cut->src[j].at.rot);
    return u;
}

/* Writes the pose t seconds after the cut, by dead-decay, into e[n_joints], with rotations clamped
 * to the joints' limits. Updates the state: called once a frame, in order. */
static void extrapolate(const dbt_cut_context *cut, double t, dbt_transform *e)
{
    dbt_vec3 *u = cut->state;
    const double distance = dbt_decay_distance(cut->params[HALFLIFE], t);
    for (int j = 0; j < cut->n_joints; j++) {
        const dbt_joint_limits *limits = &cut->limits[j];
        e[j] = dbt_decay_move(&cut->src[j], distance);
        if (!limits->limited)
            continue;
        u[j] = dbt_rotvec_nearest(dbt_limits_vector(limits, e[j].rot), u[j]);
        e[j].rot = dbt_quat_mul(limits->ref, dbt_quat_exp(dbt_limits_clamp(limits, u[j])));
    }
}

const dbt_method dbt_method_dead_clamp = {
    .name = "dead-clamp",
    .summary = "dead-decay, with rotations kept within the joint limits",
    .details = "Continuous in value; in velocity too, except with curve=linear and where a joint "
               "reaches a limit, as it stops there at once. Limits are learned from the clips, or "
               "read with --limits.",
    .source = "D. Holden, Dead Blending, 2023",
    .kind = DBT_METHOD_BLEND,
    DBT_PARAMS(params),
    .duration = "blend_time",
    .extrapolates = true,
    .uses_limits = true,
    .begin = begin,
    .extrapolate = extrapolate,
};

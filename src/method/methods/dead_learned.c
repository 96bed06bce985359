/* dead-learned: a trained network continues the source frame by frame while it fades out.
 * Continuous in value; in velocity, if the curve starts flat, as far as the network continues the
 * source's velocity. Source: D. Holden, "Dead Blending" (2023). */
#include "base/budgets.h"
#include "motion/track.h"
#include "net/model.h"
#include "method/transition.h"
#include "method/methods/decay.h"

#include <string.h>

enum { MODEL, BLEND_TIME, CURVE };
static const dbt_param params[] = {
    [MODEL] = { .name = "model",
                .type = DBT_PARAM_FILE,
                .help = "file that dbtool train wrote",
                .more = "Its joints must be those of the clips." },
    [BLEND_TIME] = DBT_PARAM_BLEND_TIME,
    [CURVE] = DBT_PARAM_CURVE,
};

/* Seconds. Positions of joints below the motion root are not learned; they decay as in dead-decay.
 */
static const double position_halflife = 0.25;

/* The motion root in the world, and the rotating joints. */
typedef struct learned_pose {
    dbt_body_root root;
    dbt_body_joint *joints; /* [n_rotating] */
} learned_pose;

/* The state of a cut. */
typedef struct learned_state {
    learned_pose last, next; /* after the last two steps; frames lie between them */
    double dt;               /* length of a step, seconds */
    long n_steps;            /* steps so far */
    dbt_transform above;     /* the motion root's parent in the world, which does not move */
    dbt_transform *world;    /* [n_joints] after the last step */
    dbt_vec3 *before;        /* [n_joints] positions before the last step */
    int *joints;             /* [n_rotating] index of each in the skeleton */
    int *rotating_of;        /* [n_joints] index among the rotating joints; -1: not one */
    float *scratch;          /* scratch of the model */
} learned_state;

/* Returns a zeroed state with its arrays, owned by the cut's arena; never NULL. */
static learned_state *alloc_state(const dbt_cut_context *cut, size_t n_rotating)
{
    const size_t n_joints = (size_t)cut->n_joints;
    dbt_arena *memory = cut->memory;
    learned_state *s = dbt_arena_array(memory, 1, sizeof *s);
    s->last.joints = dbt_arena_array(memory, n_rotating, sizeof *s->last.joints);
    s->next.joints = dbt_arena_array(memory, n_rotating, sizeof *s->next.joints);
    s->world = dbt_arena_array(memory, n_joints, sizeof *s->world);
    s->before = dbt_arena_array(memory, n_joints, sizeof *s->before);
    s->joints = dbt_arena_array(memory, n_rotating, sizeof *s->joints);
    s->rotating_of = dbt_arena_array(memory, n_joints, sizeof *s->rotating_of);
    s->scratch = dbt_arena_array(
        memory, DBT_MODEL_SCRATCH + n_rotating * DBT_MODEL_SCRATCH_PER_JOINT, sizeof *s->scratch);
    return s;
}

/* The `fits` of dbt_method. Fails with DBT_E_PARAM if there is no model, or with DBT_E_LIMIT if a
 * frame needs more than DBT_MAX_MODEL_STEPS steps. Fails as dbt_model_serves if the model does not
 * fit the skeleton and up axis. */
static bool fits(const dbt_tuning *tuning, const dbt_skeleton *skeleton, int up, double dt,
                 dbt_error *err)
{
    const dbt_model *m = tuning->model;
    if (!m)
        return dbt_fail(err, DBT_E_PARAM, "dead-learned needs a model");
    if (!dbt_model_serves(m, tuning->method->name, skeleton, up, err))
        return false;
    if (dt > DBT_MAX_MODEL_STEPS * m->frame_time)
        return dbt_fail_at(
            err, DBT_E_LIMIT, m->file, 0, 0,
            "a frame takes more than %d steps of the network: was it trained at such a frame rate?",
            DBT_MAX_MODEL_STEPS);
    return true;
}

static dbt_transform world_of(const dbt_skeleton *skeleton, const dbt_transform *local, int joint)
{
    dbt_transform world = { DBT_VEC3_ZERO, DBT_QUAT_IDENTITY };
    for (; joint >= 0; joint = skeleton->joints[joint].parent)
        world = dbt_transform_mul(local[joint], world);
    return world;
}

/* Sets s->world[n_joints] from s->next. Joints that are not learned keep their local transforms of
 * the cut. */
static void compute_world(const dbt_cut_context *cut, learned_state *s)
{
    for (int j = 0; j < cut->n_joints; j++) {
        const int parent = cut->skeleton->joints[j].parent, k = s->rotating_of[j];
        s->world[j] = cut->src[j].at;
        if (k >= 0)
            s->world[j].rot = s->next.joints[k].rot;
        if (k == 0)
            s->world[j].pos = s->next.root.pos; /* like its rotation, in world space */
        else if (parent >= 0)
            s->world[j] = dbt_transform_mul(s->world[parent], s->world[j]);
    }
}

/* Returns the distance that the fastest joint moved in the last step, units. */
static double longest_step(const learned_state *s, int n_joints)
{
    double longest = 0.0;
    for (int j = 0; j < n_joints; j++)
        longest = fmax(longest, dbt_vec3_length(dbt_vec3_sub(s->world[j].pos, s->before[j])));
    return longest;
}

/* Moves the body by one step of the network: updates last, next, n_steps, world and before of *s.
 * If a joint moves faster than any joint in training, slows all joints down: rotations that are
 * each within the limits may add up along a chain. */
static void step(const dbt_cut_context *cut, learned_state *s)
{
    const dbt_model *model = cut->model;
    learned_pose *last = &s->last, *next = &s->next;
    for (int j = 0; j < cut->n_joints; j++)
        s->before[j] = s->world[j].pos;
    s->n_steps++;
    last->root = next->root;
    memcpy(last->joints, next->joints, (size_t)model->n_rotating * sizeof *last->joints);
    dbt_model_step(model, (double)s->n_steps * s->dt, s->scratch, &next->root, next->joints);
    compute_world(cut, s);
    const double moved = longest_step(s, cut->n_joints);
    const double allowed = (double)model->max_speed[1 + model->n_rotating] * model->frame_time;
    if (moved > allowed) {
        dbt_model_slow_down(model, allowed / moved, &last->root, last->joints, &next->root,
                            next->joints);
        compute_world(cut, s);
    }
}

/* Sets s->next to the pose at the cut, with rates from the two poses before it. Without them the
 * source is at rest, with only one its velocity is constant. Changes of velocity are per step of
 * the network, for any frame time. s->joints and s->dt must be set. */
static void set_pose_at_cut(const dbt_cut_context *cut, const dbt_transition_start *start,
                            learned_state *s)
{
    const dbt_transform *now = start->src, *before = start->src_before ? start->src_before : now;
    const dbt_transform *poses[3] = { now, before, start->src_before ? start->src_earlier : NULL };
    const int n_poses = poses[2] ? 3 : 2;
    const double steps = s->dt / cut->dt; /* steps per frame */
    for (int k = 0; k < cut->model->n_rotating; k++) {
        const int joint = s->joints[k];
        dbt_transform at[3] = { { DBT_VEC3_ZERO, DBT_QUAT_IDENTITY } };
        for (int i = 0; i < n_poses; i++)
            at[i] = k == 0 ? world_of(cut->skeleton, poses[i], joint) : poses[i][joint];
        const dbt_vec3 positions[3] = { at[0].pos, at[1].pos, at[2].pos };
        const dbt_quat *const rots[3] = { &at[0].rot, &at[1].rot, poses[2] ? &at[2].rot : NULL };
        dbt_body_joint *state = &s->next.joints[k];
        dbt_body_root root;
        dbt_body_state_of(1, cut->dt, positions, rots, &root, state);
        state->ang_change = dbt_vec3_scale(state->ang_change, steps);
        root.vel_change = dbt_vec3_scale(root.vel_change, steps);
        if (k == 0)
            s->next.root = root;
    }
}

/* Returns the state at the cut, owned by the cut's arena. Fails as dbt_model_fits, with NULL, if
 * the model does not fit the skeleton. cut->model: not NULL. */
static void *begin(const dbt_cut_context *cut, const dbt_transition_start *start, dbt_error *err)
{
    const dbt_model *model = cut->model;
    const int n_rotating = model->n_rotating;
    learned_state *s = alloc_state(cut, (size_t)n_rotating);
    if (!dbt_model_fits(model, cut->skeleton, s->joints, err))
        return NULL;
    for (int j = 0; j < cut->n_joints; j++)
        s->rotating_of[j] = -1;
    for (int k = 0; k < n_rotating; k++)
        s->rotating_of[s->joints[k]] = k;
    const double step = model->frame_time;
    s->dt = dbt_same_rate(step, cut->dt) ? cut->dt : step;
    set_pose_at_cut(cut, start, s);
    const int parent = cut->skeleton->joints[s->joints[0]].parent;
    s->above = world_of(cut->skeleton, start->src, parent);
    compute_world(cut, s);
    return s;
}

/* Runs the network until t seconds after the cut, from the last frame's t on, and writes the local
 * pose there into e[n_joints]. Interpolates between the last two steps. Positions below the motion
 * root decay, other rotations stay as at the cut, and so do joints above the motion root. */
static void extrapolate(const dbt_cut_context *cut, double t, dbt_transform *e)
{
    learned_state *s = cut->state;
    const int *joints = s->joints;
    const learned_pose *last = &s->last, *next = &s->next;
    while ((double)s->n_steps * s->dt < t - 1e-9 * s->dt)
        step(cut, s);
    const double back = (double)s->n_steps - t / s->dt; /* steps back from the next one */
    const bool between = back > 1e-9;

    const double distance = dbt_decay_distance(position_halflife, t);
    for (int j = 0; j < cut->n_joints; j++) {
        const dbt_motion *src = &cut->src[j];
        e[j] = (dbt_transform){ dbt_vec3_add_scaled(src->at.pos, distance, src->vel), src->at.rot };
    }
    for (int k = 0; k < cut->model->n_rotating; k++) {
        const dbt_quat rot = next->joints[k].rot;
        e[joints[k]].rot = rot;
        if (between) {
            const dbt_vec3 state = dbt_quat_difference(last->joints[k].rot, rot);
            e[joints[k]].rot = dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(state, back)), rot);
        }
    }
    const dbt_vec3 pos =
        between ? dbt_vec3_lerp(next->root.pos, last->root.pos, back) : next->root.pos;
    const dbt_transform world = { pos, e[joints[0]].rot };
    e[joints[0]] = dbt_transform_mul(dbt_transform_inverse(s->above), world);
    for (int j = cut->skeleton->joints[joints[0]].parent; j >= 0;
         j = cut->skeleton->joints[j].parent)
        e[j] = cut->src[j].at;
}

const dbt_method dbt_method_dead_learned = {
    .name = "dead-learned",
    .summary = "a trained network continues the source while it fades out",
    .details =
        "'dbtool train' makes the network from clips of the same skeleton. It moves the pose "
        "forward in steps. Joints that hardly move decay instead. Speeds stay within those of "
        "the training, and decay after its time span. Joints above the motion root do not move.",
    .source = "D. Holden, Dead Blending, 2023",
    .kind = DBT_METHOD_BLEND,
    DBT_PARAMS(params),
    .file = "model",
    .duration = "blend_time",
    .extrapolates = true,
    .uses_earlier = true,
    .fits = fits,
    .begin = begin,
    .extrapolate = extrapolate,
};

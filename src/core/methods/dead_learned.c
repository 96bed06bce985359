/* dead-learned: a trained network moves the source on from frame to frame, and it is faded
 * out. Continuous in value; in velocity, where the curve starts flat, as far as the network
 * goes on as the source did.
 * Source: D. Holden, "Dead Blending" (2023). */
#include "core/learn/model.h"
#include "core/methods/decay.h"
#include "core/track.h"

#include <string.h>

enum { MODEL, BLEND_TIME, CURVE };
static const dbt_param params[] = {
    [MODEL] = { .name = "model",
                .type = DBT_PARAM_FILE,
                .help = "the trained network, as dbtool train writes it" },
    [BLEND_TIME] = DBT_PARAM_BLEND_TIME,
    [CURVE] = DBT_PARAM_CURVE,
};

/* Positions of joints below the anchor are not learned: they go on like dead-decay's. */
static const double position_halflife = 0.25;

/* In a frame: a model's few bytes must not make for hours of work. */
static const double most_steps = 100.0;

/* The figure after the last step and the one before, between which frames lie. Behind it
 * come the arrays of learned_parts. */
typedef struct learned_state {
    dbt_figure_root last, next;
    double dt;           /* seconds of a step */
    long n_steps;        /* taken */
    dbt_transform above; /* the anchor's parent in the world, where it is held */
} learned_state;

/* [n_turns], but with room for all joints, or [n_joints]. */
typedef struct learned_parts {
    dbt_figure_turn *last, *next; /* [n_turns] */
    dbt_transform *world;         /* [n_joints] after the last step */
    dbt_vec3 *before;             /* [n_joints] where they were before it */
    int *joints;                  /* [n_turns] which of the skeleton's they are */
    int *turn_of;                 /* [n_joints] which of those it is; -1: it does not turn */
    float *room;                  /* of the model */
} learned_parts;

enum {
    ROOM_A_JOINT = 2 * sizeof(dbt_figure_turn) + sizeof(dbt_transform) + sizeof(dbt_vec3) +
                   2 * sizeof(int) + DBT_MODEL_ROOM_A_TURN * sizeof(float)
};

static learned_parts parts_of(void *state, const dbt_cut *cut)
{
    const size_t n = (size_t)cut->n_joints;
    learned_parts p;
    p.last = (dbt_figure_turn *)((learned_state *)state + 1);
    p.next = p.last + n;
    p.world = (dbt_transform *)(p.next + n);
    p.before = (dbt_vec3 *)(p.world + n);
    p.joints = (int *)(p.before + n);
    p.turn_of = p.joints + n;
    p.room = (void *)(p.turn_of + n);
    return p;
}

static bool fits(const dbt_setting *setting, const dbt_skeleton *skeleton, int up, double dt,
                 dbt_error *err)
{
    const dbt_model *m = setting->model;
    if (!m)
        return dbt_fail(err, DBT_E_PARAM, "dead-learned needs a model");
    if (dbt_model_up(m) != up)
        return dbt_fail_at(err, DBT_E_PARAM, dbt_model_file(m), 0, 0,
                           "trained with %c up, here %c is (--up)", "xyz"[dbt_model_up(m)],
                           "xyz"[up]);
    if (dt > most_steps * dbt_model_frame_time(m))
        return dbt_fail_at(err, DBT_E_LIMIT, dbt_model_file(m), 0, 0,
                           "a frame takes over %g of its steps: was it trained on such clips?",
                           most_steps);
    return dbt_model_fits(m, skeleton, NULL, err);
}

static dbt_transform world_of(const dbt_skeleton *skeleton, const dbt_transform *local, int joint)
{
    dbt_transform world = { DBT_VEC3_ZERO, DBT_QUAT_IDENTITY };
    for (; joint >= 0; joint = skeleton->joints[joint].parent)
        world = dbt_transform_mul(local[joint], world);
    return world;
}

/* Where the joints are in the world, what is not learned as it was at the cut. */
static void find_places(const dbt_cut *cut, const learned_state *s, const learned_parts *p)
{
    for (int j = 0; j < cut->n_joints; j++) {
        const int parent = cut->skeleton->joints[j].parent, k = p->turn_of[j];
        p->world[j] = cut->src[j].at;
        if (k >= 0)
            p->world[j].rot = p->next[k].rot;
        if (k == 0)
            p->world[j].pos = s->next.pos; /* as its rotation, in the world */
        else if (parent >= 0)
            p->world[j] = dbt_transform_mul(p->world[parent], p->world[j]);
    }
}

/* The longest way of a joint in the last step. */
static double longest_way(const learned_parts *p, int n_joints)
{
    double longest = 0.0;
    for (int j = 0; j < n_joints; j++)
        longest = fmax(longest, dbt_vec3_length(dbt_vec3_sub(p->world[j].pos, p->before[j])));
    return longest;
}

/* A step on. Joints that are each no faster than in training may together move one faster
 * than any was: then all slow down. */
static void step_on(const dbt_cut *cut, learned_state *s, const learned_parts *p)
{
    for (int j = 0; j < cut->n_joints; j++)
        p->before[j] = p->world[j].pos;
    s->n_steps++;
    s->last = s->next;
    memcpy(p->last, p->next, (size_t)dbt_model_n_turns(cut->model) * sizeof *p->last);
    dbt_model_step(cut->model, (double)s->n_steps * s->dt, p->room, &s->next, p->next);
    find_places(cut, s, p);
    const double way = longest_way(p, cut->n_joints);
    const double allowed = dbt_model_fastest(cut->model) * dbt_model_frame_time(cut->model);
    if (way > allowed) {
        dbt_model_slow_down(cut->model, allowed / way, &s->last, p->last, &s->next, p->next);
        find_places(cut, s, p);
    }
}

/* The changes of velocity are those of a step's length, whatever the frame's. */
static bool begin(const dbt_cut *cut, void *state, dbt_error *err)
{
    learned_state *s = state;
    const learned_parts p = parts_of(state, cut);
    const int *joints = p.joints;
    dbt_figure_turn *turns = p.next;
    if (!dbt_model_fits(cut->model, cut->skeleton, p.joints, err))
        return false;
    for (int j = 0; j < cut->n_joints; j++)
        p.turn_of[j] = -1;
    for (int k = 0; k < dbt_model_n_turns(cut->model); k++)
        p.turn_of[joints[k]] = k;
    const double step = dbt_model_frame_time(cut->model);
    s->dt = dbt_same_rate(step, cut->dt) ? cut->dt : step;
    const dbt_transform *now = cut->past[0], *before = cut->past[1] ? cut->past[1] : now;
    const dbt_transform *poses[3] = { now, before, cut->past[1] ? cut->past[2] : NULL };
    const int n_poses = poses[2] ? 3 : 2;
    for (int k = 0; k < dbt_model_n_turns(cut->model); k++) {
        dbt_transform at[3] = { { DBT_VEC3_ZERO, DBT_QUAT_IDENTITY } };
        for (int i = 0; i < n_poses; i++)
            at[i] = k == 0 ? world_of(cut->skeleton, poses[i], joints[0]) : poses[i][joints[k]];
        const dbt_vec3 places[3] = { at[0].pos, at[1].pos, at[2].pos };
        const dbt_quat *const rots[3] = { &at[0].rot, &at[1].rot, poses[2] ? &at[2].rot : NULL };
        dbt_figure_root root;
        dbt_figure_state_of(1, cut->dt, places, rots, &root, &turns[k]);
        turns[k].ang_change = dbt_vec3_scale(turns[k].ang_change, s->dt / cut->dt);
        root.vel_change = dbt_vec3_scale(root.vel_change, s->dt / cut->dt);
        if (k == 0)
            s->next = root;
    }
    const int parent = cut->skeleton->joints[joints[0]].parent;
    s->above = world_of(cut->skeleton, now, parent);
    find_places(cut, s, &p);
    return true;
}

static void extrapolate(const dbt_cut *cut, void *state, double t, dbt_transform *e)
{
    learned_state *s = state;
    const learned_parts p = parts_of(state, cut);
    const int n_turns = dbt_model_n_turns(cut->model), *joints = p.joints;
    const dbt_figure_turn *last = p.last, *next = p.next;
    while ((double)s->n_steps * s->dt < t - 1e-9 * s->dt)
        step_on(cut, s, &p);
    const double back = (double)s->n_steps - t / s->dt; /* steps from the next one */
    const bool between = back > 1e-9;

    const double distance = dbt_decay_distance(position_halflife, t);
    for (int j = 0; j < cut->n_joints; j++) {
        const dbt_motion *src = &cut->src[j];
        e[j] = (dbt_transform){ dbt_vec3_add_scaled(src->at.pos, distance, src->vel), src->at.rot };
    }
    for (int k = 0; k < n_turns; k++) {
        e[joints[k]].rot = next[k].rot;
        if (between) {
            const dbt_vec3 turn = dbt_quat_difference(last[k].rot, next[k].rot);
            e[joints[k]].rot = dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(turn, back)), next[k].rot);
        }
    }
    const dbt_vec3 place = between ? dbt_vec3_lerp(s->next.pos, s->last.pos, back) : s->next.pos;
    const dbt_transform world = { place, e[joints[0]].rot };
    e[joints[0]] = dbt_transform_mul(dbt_transform_inverse(s->above), world);
    for (int j = cut->skeleton->joints[joints[0]].parent; j >= 0;
         j = cut->skeleton->joints[j].parent)
        e[j] = cut->src[j].at;
}

const dbt_method dbt_method_dead_learned = {
    .name = "dead-learned",
    .summary = "the source goes on as a trained network has it and is faded out",
    .details =
        "The network steps the pose on from its velocities; 'dbtool train' makes it from clips of "
        "the same skeleton. What hardly moves decays instead; speeds stay within the training's "
        "and fade beyond its window. Joints above the one that carries the figure are held.",
    .source = "D. Holden, Dead Blending, 2023",
    .kind = DBT_METHOD_BLEND,
    .params = params,
    .n_params = sizeof params / sizeof *params,
    .duration = "blend_time",
    .ends_after = 1.0,
    .extrapolates = true,
    .uses_earlier = true,
    .fits = fits,
    .pose_state_size = sizeof(learned_state) + DBT_MODEL_ROOM * sizeof(float),
    .joint_state_size = ROOM_A_JOINT,
    .begin = begin,
    .extrapolate = extrapolate,
};

#include "train/rollout.h"

#include "train/mlp_batch.h"

#include <string.h>

/* Shares of the reach. */
static const double smooth = 1e-4; /* smaller distances count less */

/* Weight of the squared unevenness of velocity changes in the loss. With less, poses come as near
 * to the clip but shake. */
static const double roughness = 0.5;

/* Errors are divided by a distance that the clip moves. It mixes the point's own (so that planted
 * feet do not slide) with the mean over all points, and is at least a share of the reach. */
static const double own_movement = 0.75, moved_at_least = 0.01;

struct dbt_rollout {
    const dbt_body_clips *clips;
    const dbt_network *net;
    const dbt_scales *scales;
    dbt_mlp_batch batch; /* rows [n_steps][n_samples] */
    int n_turns, n_points, max_samples;
    /* States before step s of each sample: [n_steps + 1][max_samples]([n_turns]). */
    dbt_body_root *roots;
    dbt_body_turn *turns;
    dbt_transform *places;          /* [n_steps + 1][max_samples][n_points] world, of states */
    dbt_real *changes;              /* changes of velocity, [n_steps][max_samples][outputs] */
    dbt_real *inputs;               /* [n_steps][max_samples][inputs], in their own units */
    dbt_body_root *root_grads;      /* [max_samples] */
    dbt_real *input_grads;          /* [max_samples][inputs] */
    dbt_body_turn_grad *turn_grads; /* [max_samples][n_turns] */
    dbt_vec3 *force, *torque;       /* [n_points] */
};

double dbt_rollout_size(const dbt_body_clips *clips, const dbt_network *net, int n_samples,
                        double n_steps)
{
    const size_t n_turns = (size_t)clips->body.n_turns, n_points = (size_t)clips->body.n_points;
    const size_t n_in = (size_t)net->sizes[0], n_out = (size_t)net->sizes[net->n_layers];
    const size_t state =
        sizeof(dbt_body_root) + n_turns * sizeof(dbt_body_turn) + n_points * sizeof(dbt_transform);
    const size_t step = n_in + n_out; /* inputs and changes in their own units */
    const size_t once =
        sizeof(dbt_body_root) + n_turns * sizeof(dbt_body_turn_grad) + n_in * sizeof(dbt_real);
    return n_samples * ((n_steps + 1.0) * (double)state +
                        n_steps * (double)(step * sizeof(dbt_real)) + (double)once) +
           dbt_mlp_batch_size(net, n_samples * n_steps, 0.0);
}

dbt_rollout *dbt_rollout_new(dbt_arena *memory, const dbt_body_clips *clips, const dbt_network *net,
                             const dbt_scales *scales, int n_samples, int n_steps)
{
    dbt_rollout *u = dbt_arena_array(memory, 1, sizeof *u);
    *u = (dbt_rollout){ .clips = clips,
                        .net = net,
                        .scales = scales,
                        .n_turns = clips->body.n_turns,
                        .n_points = clips->body.n_points,
                        .max_samples = n_samples };
    const size_t n = (size_t)n_samples, rows = n * (size_t)n_steps, states = rows + n;
    const size_t n_turns = (size_t)u->n_turns, n_points = (size_t)u->n_points;
    const size_t n_in = (size_t)net->sizes[0], n_out = (size_t)net->sizes[net->n_layers];
    u->roots = dbt_arena_array(memory, states, sizeof *u->roots);
    u->turns = dbt_arena_array(memory, states, n_turns * sizeof *u->turns);
    u->places = dbt_arena_array(memory, states, n_points * sizeof *u->places);
    u->changes = dbt_arena_array(memory, rows, n_out * sizeof *u->changes);
    u->inputs = dbt_arena_array(memory, rows, n_in * sizeof *u->inputs);
    u->input_grads = dbt_arena_array(memory, n, n_in * sizeof *u->input_grads);
    u->root_grads = dbt_arena_array(memory, n, sizeof *u->root_grads);
    u->turn_grads = dbt_arena_array(memory, n, n_turns * sizeof *u->turn_grads);
    u->force = dbt_arena_array(memory, n_points, sizeof *u->force);
    u->torque = dbt_arena_array(memory, n_points, sizeof *u->torque);
    dbt_mlp_batch_init(&u->batch, memory, net, rows, 0);
    return u;
}

static size_t state_index(const dbt_rollout *u, int step, int sample)
{
    return (size_t)step * (size_t)u->max_samples + (size_t)sample;
}

static dbt_body_turn *turns_at(const dbt_rollout *u, int step, int sample)
{
    return u->turns + state_index(u, step, sample) * (size_t)u->n_turns;
}

static dbt_transform *places_at(const dbt_rollout *u, int step, int sample)
{
    return u->places + state_index(u, step, sample) * (size_t)u->n_points;
}

/* The rows for a step among a layer's values or gradients. */
static dbt_real *rows(dbt_real *layer, int size, int step, int n_samples)
{
    return layer + (size_t)step * (size_t)n_samples * (size_t)size;
}

/* ---- forward ---- */

static void find_places(dbt_rollout *u, const dbt_sample *sample, const dbt_body_root *root,
                        const dbt_body_turn *turns, dbt_transform *places)
{
    const dbt_body_point *points = u->clips->body.points;
    const dbt_transform *rest = u->clips->rest + (size_t)sample->clip * (size_t)u->n_points;
    places[0] = (dbt_transform){ root->pos, turns[0].rot };
    for (int i = 1; i < u->n_points; i++) {
        const dbt_quat local = points[i].turn >= 0 ? turns[points[i].turn].rot : rest[i].rot;
        places[i] =
            dbt_transform_mul(places[points[i].parent], (dbt_transform){ rest[i].pos, local });
    }
}

static void step_on(dbt_rollout *u, const dbt_real *weights, const dbt_sample *samples,
                    int n_samples, int step)
{
    const int n_in = u->net->sizes[0], n_out = u->net->sizes[u->net->n_layers];
    const int up = u->clips->body.up;
    const double dt = u->clips->body.frame_time;
    dbt_real *x = rows(u->batch.values[0], n_in, step, n_samples);
    dbt_real *own = rows(u->inputs, n_in, step, n_samples);
    for (int s = 0; s < n_samples; s++, x += n_in, own += n_in) {
        dbt_body_encode(&u->roots[state_index(u, step, s)], turns_at(u, step, s), u->n_turns, up,
                        own);
        for (int i = 0; i < n_in; i++)
            x[i] = (own[i] - u->scales->mean[i]) / u->scales->scale[i];
    }
    dbt_mlp_batch_forward(&u->batch, weights, (size_t)step * (size_t)n_samples, n_samples);
    const dbt_real *out = rows(u->batch.values[u->net->n_layers], n_out, step, n_samples);
    dbt_real *y = rows(u->changes, n_out, step, n_samples);
    own = rows(u->inputs, n_in, step, n_samples);
    for (int s = 0; s < n_samples; s++, out += n_out, y += n_out, own += n_in) {
        dbt_body_root *root = &u->roots[state_index(u, step + 1, s)];
        dbt_body_turn *turns = turns_at(u, step + 1, s);
        *root = u->roots[state_index(u, step, s)];
        memcpy(turns, turns_at(u, step, s), (size_t)u->n_turns * sizeof *turns);
        dbt_scales_change(u->scales, u->n_turns, dt, own, out, y);
        dbt_body_change(root, turns, u->n_turns, up, y);
        dbt_body_move(root, turns, u->n_turns, dt);
        find_places(u, &samples[s], root, turns, places_at(u, step + 1, s));
    }
}

/* ---- the loss and back ---- */

/* The distance of a point of the clip between the sample's frame and a later one. */
static double movement_of(const dbt_rollout *u, size_t before, size_t after, int point)
{
    return dbt_vec3_length(dbt_vec3_sub(dbt_body_place(u->clips, after, point),
                                        dbt_body_place(u->clips, before, point)));
}

/* The loss of a sample after a step; sets the forces to its gradient with respect to the positions.
 */
static double add_forces(dbt_rollout *u, const dbt_sample *sample, int step,
                         const dbt_transform *places, double share)
{
    const double reach = u->clips->body.reach, least = smooth * reach;
    const size_t before = sample->frame, now = before + (size_t)step;
    double loss = 0.0, moved = 0.0;
    for (int i = 0; i < u->n_points; i++)
        moved += movement_of(u, before, now, i);
    const double always = (1.0 - own_movement) * (moved / u->n_points) + moved_at_least * reach;
    for (int i = 0; i < u->n_points; i++) {
        const double weight = share / (own_movement * movement_of(u, before, now, i) + always);
        const dbt_vec3 d = dbt_vec3_sub(places[i].pos, dbt_body_place(u->clips, now, i));
        const double length = sqrt(dbt_vec3_dot(d, d) + least * least);
        loss += weight * (length - least);
        u->force[i] = dbt_vec3_scale(d, weight / length);
    }
    return loss;
}

/* Converts forces on the points into gradients with respect to the turns of the joints above them
 * and by the motion root's position, as for rigid bodies. */
static void pull(dbt_rollout *u, const dbt_transform *places, dbt_body_root *root,
                 dbt_body_turn_grad *turns)
{
    const dbt_body_point *points = u->clips->body.points;
    for (int i = 0; i < u->n_points; i++)
        u->torque[i] = dbt_vec3_cross(places[i].pos, u->force[i]);
    for (int i = u->n_points - 1; i >= 0; i--) {
        const int parent = points[i].parent, k = points[i].turn;
        if (k >= 0) {
            const dbt_vec3 about =
                dbt_vec3_sub(u->torque[i], dbt_vec3_cross(places[i].pos, u->force[i]));
            const dbt_vec3 own =
                parent < 0 ? about : dbt_quat_rotate(dbt_quat_conj(places[parent].rot), about);
            turns[k].rot = dbt_vec3_add(turns[k].rot, own);
        }
        if (parent >= 0) {
            u->force[parent] = dbt_vec3_add(u->force[parent], u->force[i]);
            u->torque[parent] = dbt_vec3_add(u->torque[parent], u->torque[i]);
        }
    }
    root->pos = dbt_vec3_add(root->pos, u->force[0]);
}

/* The difference between a step's change i of velocity and the one before (at first the clip's), in
 * the training's spreads. */
static dbt_real unevenness(const dbt_rollout *u, int n_samples, int step, int sample, int i)
{
    const int n_in = u->net->sizes[0], n_out = u->net->sizes[u->net->n_layers];
    const int input = dbt_body_change_input(i);
    const dbt_real *change = rows(u->changes, n_out, step, n_samples) + (ptrdiff_t)sample * n_out;
    const dbt_real before = step > 0 ? change[i - (ptrdiff_t)n_samples * n_out]
                                     : u->inputs[(ptrdiff_t)sample * n_in + input];
    return (change[i] - before) / u->scales->scale[input];
}

static double roughness_weight(const dbt_rollout *u, const dbt_sample *sample, int n_steps)
{
    return roughness * sample->weight / ((double)n_steps * u->net->sizes[u->net->n_layers]);
}

static double roughness_of(const dbt_rollout *u, const dbt_sample *sample, int s, int n_samples,
                           int n_steps)
{
    double sum = 0.0;
    for (int step = 0; step < n_steps; step++)
        for (int i = 0; i < u->net->sizes[u->net->n_layers]; i++) {
            const double d = (double)unevenness(u, n_samples, step, s, i);
            sum += d * d;
        }
    return roughness_weight(u, sample, n_steps) * sum;
}

/* Adds the gradient of the roughness by the changes of a step: y[outputs]. */
static void add_roughness_grad(const dbt_rollout *u, const dbt_sample *sample, int s, int n_samples,
                               int n_steps, int step, dbt_real *y)
{
    const dbt_real twice = (dbt_real)(2.0 * roughness_weight(u, sample, n_steps));
    for (int i = 0; i < u->net->sizes[u->net->n_layers]; i++) {
        dbt_real d = unevenness(u, n_samples, step, s, i);
        if (step + 1 < n_steps)
            d -= unevenness(u, n_samples, step + 1, s, i);
        y[i] += twice * d / u->scales->scale[dbt_body_change_input(i)];
    }
}

static void step_back(dbt_rollout *u, const dbt_real *weights, const dbt_sample *samples,
                      int n_samples, int n_steps, int step)
{
    const int n_in = u->net->sizes[0], n_out = u->net->sizes[u->net->n_layers];
    const int up = u->clips->body.up;
    const size_t n_turns = (size_t)u->n_turns;
    const double dt = u->clips->body.frame_time;
    dbt_real y[3 + 3 * DBT_MAX_TURNS];
    dbt_real *by_out = rows(u->batch.grads[u->net->n_layers], n_out, step, n_samples);
    const dbt_real *out = rows(u->batch.values[u->net->n_layers], n_out, step, n_samples);
    const dbt_real *own = rows(u->inputs, n_in, step, n_samples);
    dbt_real *by_own = u->input_grads;
    memset(by_own, 0, (size_t)n_samples * (size_t)n_in * sizeof *by_own);
    for (int s = 0; s < n_samples; s++) {
        dbt_body_step_back(turns_at(u, step, s), &u->roots[state_index(u, step + 1, s)],
                           turns_at(u, step + 1, s), u->n_turns, up, dt, &u->root_grads[s],
                           u->turn_grads + (size_t)s * n_turns, y);
        add_roughness_grad(u, &samples[s], s, n_samples, n_steps, step, y);
        dbt_scales_change_back(u->scales, u->n_turns, dt, own, out, y, by_out, by_own);
        own += n_in, by_own += n_in, out += n_out, by_out += n_out;
    }
    dbt_mlp_batch_backward(&u->batch, weights, (size_t)step * (size_t)n_samples, n_samples);
    const dbt_real *by_x = rows(u->batch.grads[0], n_in, step, n_samples);
    by_own = u->input_grads;
    for (int s = 0; s < n_samples; s++, by_x += n_in, by_own += n_in) {
        for (int i = 0; i < n_in; i++)
            by_own[i] += by_x[i] / u->scales->scale[i];
        dbt_body_encode_back(&u->roots[state_index(u, step, s)], turns_at(u, step, s), u->n_turns,
                             up, by_own, &u->root_grads[s], u->turn_grads + (size_t)s * n_turns);
    }
}

double dbt_rollout_loss(dbt_rollout *unroll, const dbt_real *weights, const dbt_sample *samples,
                        int n_samples, int n_steps, dbt_real *grad)
{
    dbt_rollout *u = unroll;
    const size_t n_turns = (size_t)u->n_turns;
    for (int s = 0; s < n_samples; s++)
        dbt_body_state_at(u->clips, samples[s].frame, &u->roots[state_index(u, 0, s)],
                          turns_at(u, 0, s));
    for (int step = 0; step < n_steps; step++)
        step_on(u, weights, samples, n_samples, step);

    double loss = 0.0;
    for (int s = 0; s < n_samples; s++)
        loss += roughness_of(u, &samples[s], s, n_samples, n_steps);
    memset(u->root_grads, 0, (size_t)n_samples * sizeof *u->root_grads);
    memset(u->turn_grads, 0, (size_t)n_samples * n_turns * sizeof *u->turn_grads);
    for (int step = n_steps; step > 0; step--) {
        for (int s = 0; s < n_samples; s++) {
            const dbt_transform *places = places_at(u, step, s);
            loss += add_forces(u, &samples[s], step, places,
                               samples[s].weight / ((double)n_steps * u->n_points));
            if (grad)
                pull(u, places, &u->root_grads[s], u->turn_grads + (size_t)s * n_turns);
        }
        if (grad)
            step_back(u, weights, samples, n_samples, n_steps, step - 1);
    }
    if (grad)
        dbt_mlp_batch_add_grads(&u->batch, n_samples * n_steps, grad);
    return loss;
}

dbt_vec3 dbt_rollout_place(const dbt_rollout *unroll, int sample, int step, int point)
{
    return places_at(unroll, step, sample)[point].pos;
}

#include "train/rollout.h"

#include "train/mlp_batch.h"

#include <string.h>

/* In reaches; smaller distances count less. */
static const double smooth = 1e-4;

/* Weight of the squared difference of successive velocity changes in the loss. With a smaller
 * weight poses come as near to the clip, but shake. */
static const double roughness = 0.5;

/* Errors are divided by how far the clip moves: by point_fraction of the point's distance (so that
 * standing feet do not slide) and the rest of the mean over all points, plus min_movement reaches.
 */
static const double point_fraction = 0.75, min_movement = 0.01;

struct dbt_rollout {
    const dbt_body_clips *clips;
    const dbt_network *net;
    const dbt_scales *scales;
    dbt_mlp_batch batch; /* rows [n_steps][n_samples] */
    int n_rotating, n_points, max_samples;
    /* States before step s of each sample: [n_steps + 1][max_samples]([n_rotating]). */
    dbt_body_root *roots;
    dbt_body_joint *joints;
    dbt_transform *world;             /* [n_steps + 1][max_samples][n_points] world, of states */
    dbt_real *changes;                /* changes of velocity, [n_steps][max_samples][outputs] */
    dbt_real *inputs;                 /* [n_steps][max_samples][inputs], not normalised */
    dbt_body_root *root_grads;        /* [max_samples] */
    dbt_real *input_grads;            /* [max_samples][inputs] */
    dbt_body_joint_grad *joint_grads; /* [max_samples][n_rotating] */
    dbt_vec3 *force, *torque; /* [n_points]: the loss's gradient by a point's world position, and by
                                 a rotation about the world's origin; scratch of one sample */
};

dbt_rollout *dbt_rollout_new(dbt_arena *memory, const dbt_body_clips *clips, const dbt_network *net,
                             const dbt_scales *scales, int n_samples, int n_steps)
{
    dbt_rollout *u = dbt_arena_array(memory, 1, sizeof *u);
    *u = (dbt_rollout){ .clips = clips,
                        .net = net,
                        .scales = scales,
                        .n_rotating = clips->body.n_rotating,
                        .n_points = clips->body.n_points,
                        .max_samples = n_samples };
    const size_t n = (size_t)n_samples, rows = n * (size_t)n_steps, states = rows + n;
    const size_t n_rotating = (size_t)u->n_rotating, n_points = (size_t)u->n_points;
    const size_t n_in = (size_t)net->sizes[0], n_out = (size_t)net->sizes[net->n_layers];
    u->roots = dbt_arena_array(memory, states, sizeof *u->roots);
    u->joints = dbt_arena_array(memory, states, n_rotating * sizeof *u->joints);
    u->world = dbt_arena_array(memory, states, n_points * sizeof *u->world);
    u->changes = dbt_arena_array(memory, rows, n_out * sizeof *u->changes);
    u->inputs = dbt_arena_array(memory, rows, n_in * sizeof *u->inputs);
    u->input_grads = dbt_arena_array(memory, n, n_in * sizeof *u->input_grads);
    u->root_grads = dbt_arena_array(memory, n, sizeof *u->root_grads);
    u->joint_grads = dbt_arena_array(memory, n, n_rotating * sizeof *u->joint_grads);
    u->force = dbt_arena_array(memory, n_points, sizeof *u->force);
    u->torque = dbt_arena_array(memory, n_points, sizeof *u->torque);
    dbt_mlp_batch_init(&u->batch, memory, net, rows, 0);
    return u;
}

/* The index in u->roots of a sample's state before `step`; the last step is n_steps. */
static size_t state_index(const dbt_rollout *u, int step, int sample)
{
    return (size_t)step * (size_t)u->max_samples + (size_t)sample;
}

/* The joints [n_rotating] of a sample's state before `step`. */
static dbt_body_joint *joints_at(const dbt_rollout *u, int step, int sample)
{
    return u->joints + state_index(u, step, sample) * (size_t)u->n_rotating;
}

/* The world transforms [n_points] of a sample's state before `step`; of step 0 they are not set. */
static dbt_transform *world_at(const dbt_rollout *u, int step, int sample)
{
    return u->world + state_index(u, step, sample) * (size_t)u->n_points;
}

/* The rows [n_samples][size] of a step (from 0) in values or gradients [n_steps][n_samples][size].
 */
static dbt_real *rows(dbt_real *layer, int size, int step, int n_samples)
{
    return layer + (size_t)step * (size_t)n_samples * (size_t)size;
}

/* ---- forward ---- */

/* Forward kinematics: sets world[n_points] from the root and the rotating joints. sample: its
 * clip's rest transforms are those of the other joints. */
static void compute_world(dbt_rollout *u, const dbt_sample *sample, const dbt_body_root *root,
                          const dbt_body_joint *joints, dbt_transform *world)
{
    const dbt_body_point *points = u->clips->body.points;
    const dbt_transform *rest = u->clips->rest + (size_t)sample->clip * (size_t)u->n_points;
    world[0] = (dbt_transform){ root->pos, joints[0].rot };
    for (int i = 1; i < u->n_points; i++) {
        const dbt_quat local =
            points[i].rotation >= 0 ? joints[points[i].rotation].rot : rest[i].rot;
        world[i] =
            dbt_transform_mul(world[points[i].parent], (dbt_transform){ rest[i].pos, local });
    }
}

/* Forward pass: advances all samples from the states before `step` (from 0) to those before step +
 * 1 with the network. Sets u->roots, joints and world of step + 1, and stores u->inputs, u->changes
 * and the values of u->batch for the backward pass. */
static void step_on(dbt_rollout *u, const dbt_real *weights, const dbt_sample *samples,
                    int n_samples, int step)
{
    const int n_in = u->net->sizes[0], n_out = u->net->sizes[u->net->n_layers];
    const int up = u->clips->body.up;
    const double dt = u->clips->body.frame_time;
    dbt_real *x = rows(u->batch.values[0], n_in, step, n_samples);
    dbt_real *inputs = rows(u->inputs, n_in, step, n_samples);
    for (int s = 0; s < n_samples; s++, x += n_in, inputs += n_in) {
        dbt_body_encode(&u->roots[state_index(u, step, s)], joints_at(u, step, s), u->n_rotating,
                        up, inputs);
        for (int i = 0; i < n_in; i++)
            x[i] = (inputs[i] - u->scales->mean[i]) / u->scales->scale[i];
    }
    dbt_mlp_batch_forward(&u->batch, weights, (size_t)step * (size_t)n_samples, n_samples);
    const dbt_real *out = rows(u->batch.values[u->net->n_layers], n_out, step, n_samples);
    dbt_real *y = rows(u->changes, n_out, step, n_samples);
    inputs = rows(u->inputs, n_in, step, n_samples);
    for (int s = 0; s < n_samples; s++, out += n_out, y += n_out, inputs += n_in) {
        dbt_body_root *root = &u->roots[state_index(u, step + 1, s)];
        dbt_body_joint *joints = joints_at(u, step + 1, s);
        *root = u->roots[state_index(u, step, s)];
        memcpy(joints, joints_at(u, step, s), (size_t)u->n_rotating * sizeof *joints);
        dbt_scales_change(u->scales, u->n_rotating, dt, inputs, out, y);
        dbt_body_change(root, joints, u->n_rotating, up, y);
        dbt_body_move(root, joints, u->n_rotating, dt);
        compute_world(u, &samples[s], root, joints, world_at(u, step + 1, s));
    }
}

/* ---- the loss and back ---- */

/* The distance of a point of the clip between the frames `before` and `after`, counted over all
 * clips, units. */
static double movement_of(const dbt_rollout *u, size_t before, size_t after, int point)
{
    return dbt_vec3_length(dbt_vec3_sub(dbt_body_point_pos(u->clips, after, point),
                                        dbt_body_point_pos(u->clips, before, point)));
}

/* Returns the loss of a sample `step` steps after its first frame: the distances of the points in
 * `world`, the rollout's pose, from their positions in the clip. Each is divided by the movement in
 * the clip, the m of dbt_rollout_loss, and multiplied by `scale`. Sets u->force to the gradient of
 * this loss with respect to the points' positions. */
static double add_forces(dbt_rollout *u, const dbt_sample *sample, int step,
                         const dbt_transform *world, double scale)
{
    const double reach = u->clips->body.reach, soft = smooth * reach;
    const size_t before = sample->frame, now = before + (size_t)step;
    double loss = 0.0, moved = 0.0;
    for (int i = 0; i < u->n_points; i++)
        moved += movement_of(u, before, now, i);
    const double always = (1.0 - point_fraction) * (moved / u->n_points) + min_movement * reach;
    for (int i = 0; i < u->n_points; i++) {
        const double weight = scale / (point_fraction * movement_of(u, before, now, i) + always);
        const dbt_vec3 d = dbt_vec3_sub(world[i].pos, dbt_body_point_pos(u->clips, now, i));
        const double length = sqrt(dbt_vec3_dot(d, d) + soft * soft);
        loss += weight * (length - soft);
        u->force[i] = dbt_vec3_scale(d, weight / length);
    }
    return loss;
}

/* Converts u->force on the points of one sample to gradients with respect to the rotations of the
 * joints above them and the motion root's position, as for rigid bodies. Adds these to
 * joints[n_rotating].rot and root->pos. world[n_points]: the pose of the points. Changes u->force:
 * adds each point's force to its parent's. Overwrites u->torque. */
static void pull_joints(dbt_rollout *u, const dbt_transform *world, dbt_body_root *root,
                        dbt_body_joint_grad *joints)
{
    const dbt_body_point *points = u->clips->body.points;
    for (int i = 0; i < u->n_points; i++)
        u->torque[i] = dbt_vec3_cross(world[i].pos, u->force[i]);
    for (int i = u->n_points - 1; i >= 0; i--) {
        const int parent = points[i].parent, k = points[i].rotation;
        if (k >= 0) {
            const dbt_vec3 about =
                dbt_vec3_sub(u->torque[i], dbt_vec3_cross(world[i].pos, u->force[i]));
            const dbt_vec3 inputs =
                parent < 0 ? about : dbt_quat_rotate(dbt_quat_conj(world[parent].rot), about);
            joints[k].rot = dbt_vec3_add(joints[k].rot, inputs);
        }
        if (parent >= 0) {
            u->force[parent] = dbt_vec3_add(u->force[parent], u->force[i]);
            u->torque[parent] = dbt_vec3_add(u->torque[parent], u->torque[i]);
        }
    }
    root->pos = dbt_vec3_add(root->pos, u->force[0]);
}

/* Returns the difference between output i of a step, a change of velocity, and that of the step
 * before (in step 0: the clip's), divided by the input's scale. */
static dbt_real unevenness(const dbt_rollout *u, int n_samples, int step, int sample, int i)
{
    const int n_in = u->net->sizes[0], n_out = u->net->sizes[u->net->n_layers];
    const int input = dbt_body_change_input(i);
    const dbt_real *change = rows(u->changes, n_out, step, n_samples) + (ptrdiff_t)sample * n_out;
    const dbt_real before = step > 0 ? change[i - (ptrdiff_t)n_samples * n_out]
                                     : u->inputs[(ptrdiff_t)sample * n_in + input];
    return (change[i] - before) / u->scales->scale[input];
}

/* The factor of a sample's sum of squares of unevenness in the loss. */
static double roughness_weight(const dbt_rollout *u, double weight, int n_steps)
{
    return roughness * weight / ((double)n_steps * u->net->sizes[u->net->n_layers]);
}

/* Returns the penalty of sample s: roughness_weight times the sum of squares of unevenness. */
static double roughness_of(const dbt_rollout *u, double weight, int s, int n_samples, int n_steps)
{
    double sum = 0.0;
    for (int step = 0; step < n_steps; step++)
        for (int i = 0; i < u->net->sizes[u->net->n_layers]; i++) {
            const double d = (double)unevenness(u, n_samples, step, s, i);
            sum += d * d;
        }
    return roughness_weight(u, weight, n_steps) * sum;
}

/* Adds the gradient of roughness_of sample s by the changes of a step to y[outputs]. */
static void add_roughness_grad(const dbt_rollout *u, double weight, int s, int n_samples,
                               int n_steps, int step, dbt_real *y)
{
    const dbt_real twice = (dbt_real)(2.0 * roughness_weight(u, weight, n_steps));
    for (int i = 0; i < u->net->sizes[u->net->n_layers]; i++) {
        dbt_real d = unevenness(u, n_samples, step, s, i);
        if (step + 1 < n_steps)
            d -= unevenness(u, n_samples, step + 1, s, i);
        y[i] += twice * d / u->scales->scale[dbt_body_change_input(i)];
    }
}

/* Backward pass: converts root_grads and joint_grads of all samples from the state after `step`
 * (from 0) to the state before it. Adds the gradient of the roughness, and stores in u->batch the
 * gradients from which dbt_mlp_batch_add_grads computes those of the weights. */
static void step_back(dbt_rollout *u, const dbt_real *weights, int n_samples, int n_steps, int step,
                      double weight)
{
    const int n_in = u->net->sizes[0], n_out = u->net->sizes[u->net->n_layers];
    const int up = u->clips->body.up;
    const size_t n_rotating = (size_t)u->n_rotating;
    const double dt = u->clips->body.frame_time;
    dbt_real y[3 + 3 * DBT_MAX_ROTATING];
    dbt_real *by_out = rows(u->batch.grads[u->net->n_layers], n_out, step, n_samples);
    const dbt_real *out = rows(u->batch.values[u->net->n_layers], n_out, step, n_samples);
    const dbt_real *inputs = rows(u->inputs, n_in, step, n_samples);
    dbt_real *input_grads = u->input_grads;
    memset(input_grads, 0, (size_t)n_samples * (size_t)n_in * sizeof *input_grads);
    for (int s = 0; s < n_samples; s++) {
        dbt_body_step_back(joints_at(u, step, s), &u->roots[state_index(u, step + 1, s)],
                           joints_at(u, step + 1, s), u->n_rotating, up, dt, &u->root_grads[s],
                           u->joint_grads + (size_t)s * n_rotating, y);
        add_roughness_grad(u, weight, s, n_samples, n_steps, step, y);
        dbt_scales_change_back(u->scales, u->n_rotating, dt, inputs, out, y, by_out, input_grads);
        inputs += n_in, input_grads += n_in, out += n_out, by_out += n_out;
    }
    dbt_mlp_batch_backward(&u->batch, weights, (size_t)step * (size_t)n_samples, n_samples);
    const dbt_real *by_x = rows(u->batch.grads[0], n_in, step, n_samples);
    input_grads = u->input_grads;
    for (int s = 0; s < n_samples; s++, by_x += n_in, input_grads += n_in) {
        for (int i = 0; i < n_in; i++)
            input_grads[i] += by_x[i] / u->scales->scale[i];
        dbt_body_encode_back(&u->roots[state_index(u, step, s)], joints_at(u, step, s),
                             u->n_rotating, up, input_grads, &u->root_grads[s],
                             u->joint_grads + (size_t)s * n_rotating);
    }
}

double dbt_rollout_loss(dbt_rollout *rollout, const dbt_real *weights, const dbt_sample *samples,
                        int n_samples, int n_steps, double weight, dbt_real *grad)
{
    dbt_rollout *u = rollout;
    const size_t n_rotating = (size_t)u->n_rotating;
    for (int s = 0; s < n_samples; s++)
        dbt_body_state_at(u->clips, samples[s].frame, &u->roots[state_index(u, 0, s)],
                          joints_at(u, 0, s));
    for (int step = 0; step < n_steps; step++)
        step_on(u, weights, samples, n_samples, step);

    double loss = 0.0;
    for (int s = 0; s < n_samples; s++)
        loss += roughness_of(u, weight, s, n_samples, n_steps);
    memset(u->root_grads, 0, (size_t)n_samples * sizeof *u->root_grads);
    memset(u->joint_grads, 0, (size_t)n_samples * n_rotating * sizeof *u->joint_grads);
    for (int step = n_steps; step > 0; step--) {
        for (int s = 0; s < n_samples; s++) {
            const dbt_transform *world = world_at(u, step, s);
            loss +=
                add_forces(u, &samples[s], step, world, weight / ((double)n_steps * u->n_points));
            if (grad)
                pull_joints(u, world, &u->root_grads[s], u->joint_grads + (size_t)s * n_rotating);
        }
        if (grad)
            step_back(u, weights, n_samples, n_steps, step - 1, weight);
    }
    if (grad)
        dbt_mlp_batch_add_grads(&u->batch, n_samples * n_steps, grad);
    return loss;
}

dbt_vec3 dbt_rollout_pos(const dbt_rollout *rollout, int sample, int step, int point)
{
    return world_at(rollout, step, sample)[point].pos;
}

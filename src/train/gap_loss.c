#include "train/gap_loss.h"

#include "base/rng.h"
#include "method/methods/decay.h"

#include <string.h>

/* Constants of dbt_gap_loss_compute. */
static const double smooth_pos = 1e-4, smooth_step = 1e-5, step_weight = 2.0;

/* The gradient of the loss with respect to a joint's world position (force) and to a small world
 * rotation of it (torque). Where a joint moves all joints below it, its gradient is the sum of
 * theirs, as with forces on a rigid body. */
typedef struct pull {
    dbt_vec3 force, torque; /* about the world's origin */
} pull;

struct dbt_gap_loss {
    const dbt_pose_clips *clips;
    const dbt_network *net;
    const dbt_scales *scales;
    dbt_mlp_batch batch; /* rows [n_missing][n_gaps] */
    int n_joints, max_frames;
    int *joints; /* [n_counted] those in the loss: the motion root and below */
    int n_counted;
    dbt_transform *base; /* [n_gaps][max_frames][n_joints] the uncorrected bridge, local */
    dbt_quat *headings;  /* [n_gaps] */
    double *distances;   /* [n_gaps] */
    /* Scratch: */
    dbt_transform *filled, *truth; /* [max_frames + 2][n_joints] world, both ends included */
    dbt_transform *local;          /* [2][n_joints] */
    dbt_vec3 *rotvecs;             /* [n_joints] the blend's rotation vectors of the last frame */
    dbt_motion *src, *dst;         /* [n_joints] */
    pull *pulls;                   /* [max_frames + 2][n_joints] */
};

dbt_gap_loss *dbt_gap_loss_new(dbt_arena *memory, const dbt_pose_clips *clips,
                               const dbt_network *net, const dbt_scales *scales, int n_gaps,
                               int n_frames)
{
    const dbt_body *body = &clips->body;
    dbt_gap_loss *f = dbt_arena_array(memory, 1, sizeof *f);
    *f = (dbt_gap_loss){ .clips = clips,
                         .net = net,
                         .scales = scales,
                         .n_joints = body->skeleton->n_joints,
                         .max_frames = n_frames };
    const size_t gaps = (size_t)n_gaps, rows = gaps * (size_t)n_frames;
    const size_t n = (size_t)f->n_joints, frames = (size_t)n_frames + 2;
    f->joints = dbt_arena_array(memory, n, sizeof *f->joints);
    f->base = dbt_arena_array(memory, rows, n * sizeof *f->base);
    f->headings = dbt_arena_array(memory, gaps, sizeof *f->headings);
    f->distances = dbt_arena_array(memory, gaps, sizeof *f->distances);
    f->filled = dbt_arena_array(memory, frames, n * sizeof *f->filled);
    f->truth = dbt_arena_array(memory, frames, n * sizeof *f->truth);
    f->local = dbt_arena_array(memory, 2, n * sizeof *f->local);
    f->rotvecs = dbt_arena_array(memory, n, sizeof *f->rotvecs);
    f->src = dbt_arena_array(memory, n, sizeof *f->src);
    f->dst = dbt_arena_array(memory, n, sizeof *f->dst);
    f->pulls = dbt_arena_array(memory, frames, n * sizeof *f->pulls);
    dbt_mlp_batch_init(&f->batch, memory, net, rows, n_gaps);
    for (int i = 0; i < body->n_points; i++)
        if (body->points[i].joint >= 0)
            f->joints[f->n_counted++] = body->points[i].joint;
    return f;
}

/* ---- the ends ---- */

/* Returns the poses around a gap of n_missing frames, borrowed from the clips. src_before is set;
 * dst_after is NULL unless gap->has_velocity. */
static dbt_bridge_ends ends_of(const dbt_gap_loss *f, const dbt_gap *gap, int n_missing)
{
    const dbt_body *body = &f->clips->body;
    const size_t at = gap->frame, plays = at + (size_t)n_missing + 1;
    dbt_bridge_ends ends = { .skeleton = body->skeleton,
                             .rotating = body->rotating,
                             .n_rotating = body->n_rotating,
                             .up = body->up,
                             .dt = body->frame_time };
    ends.src = dbt_pose_clips_at(f->clips, at);
    ends.src_before = dbt_pose_clips_at(f->clips, at - 1);
    for (int i = 0; i < DBT_BRIDGE_PAST; i++)
        ends.past[i] = dbt_pose_clips_at(f->clips, at - dbt_bridge_past_frames(i, ends.dt));
    ends.dst = dbt_pose_clips_at(f->clips, plays);
    if (gap->has_velocity)
        ends.dst_after = dbt_pose_clips_at(f->clips, plays + 1);
    return ends;
}

/* A random number of mean 0 and variance 1, nearly normal: the sum of four uniform ones. */
static double normal(uint64_t *rng)
{
    const uint64_t bits = dbt_rng_bits(rng);
    double sum = -2.0;
    for (int i = 0; i < 4; i++)
        sum += ((double)(bits >> 16 * i & 0xffff) + 0.5) / 65536.0;
    return sum * 1.7320508075688772;
}

void dbt_gap_loss_context(dbt_gap_loss *gap_loss, const dbt_gap *gap, int n_missing, dbt_real *x)
{
    const dbt_bridge_ends ends = ends_of(gap_loss, gap, n_missing);
    dbt_bridge_encode(&ends, gap_loss->local, x);
}

/* Writes the local poses of the bridge without the network's correction to
 * base[n_missing][n_joints]: a smoothstep blend of both ends, extrapolated with decaying velocity.
 * The same poses as dbt_transition_eval's. Overwrites f->src, dst and rotvecs. */
static void make_base(dbt_gap_loss *f, const dbt_bridge_ends *ends, int n_missing,
                      dbt_transform *base)
{
    const double dt = ends->dt, gap = (n_missing + 1) * dt;
    for (int j = 0; j < f->n_joints; j++) {
        f->src[j] = dbt_motion_at(&ends->src[j], &ends->src_before[j], NULL, dt);
        f->dst[j] =
            dbt_motion_at(&ends->dst[j], NULL, ends->dst_after ? &ends->dst_after[j] : NULL, dt);
        f->rotvecs[j] = dbt_quat_difference(ends->dst[j].rot, ends->src[j].rot);
    }
    for (int k = 1; k <= n_missing; k++, base += f->n_joints) {
        const double weight = dbt_curve_at(DBT_CURVE_SMOOTHSTEP, k / (n_missing + 1.0));
        for (int j = 0; j < f->n_joints; j++) {
            const dbt_transform from = dbt_decay_bridge(&f->src[j], k * dt, 1.0);
            const dbt_transform to = dbt_decay_bridge(&f->dst[j], gap - k * dt, -1.0);
            f->rotvecs[j] =
                dbt_rotvec_nearest(dbt_quat_difference(to.rot, from.rot), f->rotvecs[j]);
            base[j].rot =
                dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(f->rotvecs[j], weight)), from.rot);
            base[j].pos = dbt_vec3_lerp(from.pos, to.pos, weight);
        }
    }
}

/* ---- forwards ---- */

/* The uncorrected bridge of a gap (index in the batch): [max_frames][n_joints], local. */
static dbt_transform *base_of(const dbt_gap_loss *f, int gap)
{
    return f->base + (ptrdiff_t)gap * f->max_frames * f->n_joints;
}

/* Writes the inputs of n_gaps gaps into the batch: a normalised context with noise for each gap,
 * the time for each row. Sets f->headings, and f->base to the uncorrected bridges. */
static void prepare(dbt_gap_loss *f, const dbt_gap *gaps, int n_gaps, int n_missing)
{
    const double dt = f->clips->body.frame_time, gap = (n_missing + 1) * dt;
    for (int g = 0; g < n_gaps; g++) {
        const dbt_bridge_ends ends = ends_of(f, &gaps[g], n_missing);
        const double scale = gaps[g].noise_scale;
        uint64_t rng = gaps[g].noise;
        dbt_real *x = f->batch.contexts + (ptrdiff_t)g * f->net->n_context;
        f->headings[g] = dbt_bridge_heading(&ends);
        dbt_bridge_encode(&ends, f->local, x);
        for (int i = 0; i < f->net->n_context; i++) {
            const double noise = scale > 0.0 ? scale * normal(&rng) : 0.0;
            x[i] = (x[i] - f->scales->mean[i]) / f->scales->scale[i] + (dbt_real)noise;
        }
        make_base(f, &ends, n_missing, base_of(f, g));
    }
    dbt_real *time = f->batch.values[0];
    for (int k = 1; k <= n_missing; k++)
        for (int g = 0; g < n_gaps; g++, time += DBT_BRIDGE_TIME_INPUTS)
            dbt_bridge_encode_time(gap, k * dt, time);
}

/* The index of the outputs for frame k (from 1) of a gap among the last layer's values. */
static ptrdiff_t output_at(const dbt_gap_loss *f, int gap, int k)
{
    return ((ptrdiff_t)(k - 1) * f->batch.n_contexts + gap) * f->net->sizes[f->net->n_layers];
}

/* Writes world poses from the last frame before a gap to the first after it: the network's to
 * f->filled, the clip's to f->truth. g: index of the gap in the batch, for which `prepare` and the
 * forward pass have run. */
static void fill(dbt_gap_loss *f, const dbt_gap *gap, int g, int n_missing)
{
    const dbt_body *body = &f->clips->body;
    const int n = f->n_joints, n_out = f->net->sizes[f->net->n_layers];
    const double dt = body->frame_time, seconds = (n_missing + 1) * dt;
    const dbt_bridge_ends ends = { .skeleton = body->skeleton,
                                   .rotating = body->rotating,
                                   .n_rotating = body->n_rotating };
    dbt_real y[3 + 3 * DBT_MAX_ROTATING];
    for (int k = 0; k <= n_missing + 1; k++) {
        dbt_transform *truth = f->truth + (ptrdiff_t)k * n, *filled = f->filled + (ptrdiff_t)k * n;
        dbt_pose_world(body->skeleton, dbt_pose_clips_at(f->clips, gap->frame + (size_t)k), truth);
        if (k == 0 || k > n_missing) {
            memcpy(filled, truth, (size_t)n * sizeof *filled);
            continue;
        }
        const dbt_real *out = f->batch.values[f->net->n_layers] + output_at(f, g, k);
        for (int i = 0; i < n_out; i++)
            y[i] = out[i] * f->scales->out_scale[i];
        memcpy(f->local, base_of(f, g) + (ptrdiff_t)(k - 1) * n, (size_t)n * sizeof *f->local);
        dbt_bridge_correct(&ends, f->headings[g], dbt_bridge_window(seconds, k * dt), y, f->local);
        dbt_pose_world(body->skeleton, f->local, filled);
    }
}

/* ---- the loss and back ---- */

/* 1, 0 or -1; 0 for NAN. */
static double sign_of(double x)
{
    return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0;
}

/* Adds a force at the world position `pos` to a joint's force and torque. */
static void push(pull *p, dbt_vec3 pos, dbt_vec3 force)
{
    p->force = dbt_vec3_add(p->force, force);
    p->torque = dbt_vec3_add(p->torque, dbt_vec3_cross(pos, force));
}

/* Returns scale times the mean absolute difference of the 9 numbers of two rotation matrices; adds
 * its gradient with respect to a small world rotation of `filled` to p->torque. */
static double rotation_loss(dbt_quat filled, dbt_quat truth, double scale, pull *p)
{
    double loss = 0.0;
    for (int c = 0; c < 3; c++) {
        const dbt_vec3 axis = dbt_vec3_axis(c), is = dbt_quat_rotate(filled, axis);
        const dbt_vec3 off = dbt_vec3_sub(is, dbt_quat_rotate(truth, axis));
        const dbt_vec3 signs = { sign_of(off.x), sign_of(off.y), sign_of(off.z) };
        loss += scale * (fabs(off.x) + fabs(off.y) + fabs(off.z)) / 9.0;
        p->torque = dbt_vec3_add_scaled(p->torque, scale / 9.0, dbt_vec3_cross(is, signs));
    }
    return loss;
}

/* Returns scale * sqrt(|d|^2 / unit^2 + smooth), and sets *force to its gradient by d. */
static double distance_loss(dbt_vec3 d, double unit, double smooth, double scale, dbt_vec3 *force)
{
    const double length = sqrt(dbt_vec3_dot(d, d) / (unit * unit) + smooth);
    *force = dbt_vec3_scale(d, scale / (unit * unit * length));
    return scale * length;
}

/* Returns weight times the loss of gap g (index in the batch), whose poses `fill` wrote. Sets
 * f->pulls of its frames, both ends included, to the gradient of this product. Sets f->distances[g]
 * to the mean distance of joints from the clip's in the missing frames, units; without the weight.
 */
static double add_pulls(dbt_gap_loss *f, int g, int n_missing, double weight)
{
    const int n = f->n_joints;
    const double unit = 0.1 * f->clips->body.reach;
    const double scale = weight / ((double)n_missing * f->n_counted);
    const double step_scale = weight * step_weight / ((n_missing + 1.0) * f->n_counted);
    double loss = 0.0, distance = 0.0;
    memset(f->pulls, 0, (size_t)(n_missing + 2) * (size_t)n * sizeof *f->pulls);
    for (int k = 1; k <= n_missing + 1; k++)
        for (int i = 0; i < f->n_counted; i++) {
            const ptrdiff_t now = (ptrdiff_t)k * n + f->joints[i], last = now - n;
            const dbt_vec3 off = dbt_vec3_sub(f->filled[now].pos, f->truth[now].pos);
            const dbt_vec3 off_last = dbt_vec3_sub(f->filled[last].pos, f->truth[last].pos);
            dbt_vec3 force;
            loss +=
                distance_loss(dbt_vec3_sub(off, off_last), unit, smooth_step, step_scale, &force);
            push(&f->pulls[now], f->filled[now].pos, force);
            push(&f->pulls[last], f->filled[last].pos, dbt_vec3_scale(force, -1.0));
            if (k > n_missing)
                continue;
            distance += dbt_vec3_length(off);
            loss += distance_loss(off, unit, smooth_pos, scale, &force);
            push(&f->pulls[now], f->filled[now].pos, force);
            loss += rotation_loss(f->filled[now].rot, f->truth[now].rot, scale, &f->pulls[now]);
        }
    f->distances[g] = distance / ((double)n_missing * f->n_counted);
    return loss;
}

/* Sets x[3] to v times factor times scale[3], component by component. */
static void put_grad(dbt_real *x, dbt_vec3 v, double factor, const dbt_real *scale)
{
    dbt_reals_set(x, dbt_vec3_scale(v, factor));
    for (int i = 0; i < 3; i++)
        x[i] *= scale[i];
}

/* Converts the pulls at missing frame k (from 1) of gap g to the gradient with respect to the
 * network's outputs there, in f->batch. A rotation of a joint, or a shift of the motion root, moves
 * all joints below: each joint's pull is added to its parent's, so call it once for each k.
 * window: dbt_bridge_window at this frame. */
static void pull_back(dbt_gap_loss *f, int g, int k, double window)
{
    const dbt_body *body = &f->clips->body;
    const dbt_joint *joints = body->skeleton->joints;
    const dbt_real *scale = f->scales->out_scale;
    const dbt_real *out = f->batch.values[f->net->n_layers] + output_at(f, g, k);
    dbt_real *grad = f->batch.grads[f->net->n_layers] + output_at(f, g, k);
    const dbt_transform *filled = f->filled + (ptrdiff_t)k * f->n_joints;
    pull *pulls = f->pulls + (ptrdiff_t)k * f->n_joints;
    for (int j = f->n_joints - 1; j > body->motion_root; j--) {
        pull *parent = &pulls[joints[j].parent];
        parent->force = dbt_vec3_add(parent->force, pulls[j].force);
        parent->torque = dbt_vec3_add(parent->torque, pulls[j].torque);
    }
    put_grad(grad, dbt_quat_rotate(dbt_quat_conj(f->headings[g]), pulls[body->motion_root].force),
             window, scale);
    for (int i = 0; i < body->n_rotating; i++) {
        const int j = body->rotating[i], at = 3 + 3 * i;
        const dbt_vec3 about =
            dbt_vec3_sub(pulls[j].torque, dbt_vec3_cross(filled[j].pos, pulls[j].force));
        const dbt_vec3 r = { window * (double)(out[at] * scale[at]),
                             window * (double)(out[at + 1] * scale[at + 1]),
                             window * (double)(out[at + 2] * scale[at + 2]) };
        put_grad(grad + at,
                 dbt_left_jacobian(r, dbt_quat_rotate(dbt_quat_conj(filled[j].rot), about)), window,
                 scale + at);
    }
}

double dbt_gap_loss_compute(dbt_gap_loss *gap_loss, const dbt_real *weights, const dbt_gap *gaps,
                            int n_gaps, int n_missing, double weight, dbt_real *grad)
{
    dbt_gap_loss *f = gap_loss;
    const double dt = f->clips->body.frame_time, seconds = (n_missing + 1) * dt;
    const int n_rows = n_gaps * n_missing;
    double loss = 0.0;
    prepare(f, gaps, n_gaps, n_missing);
    dbt_mlp_batch_set_contexts(&f->batch, weights, n_gaps);
    dbt_mlp_batch_forward(&f->batch, weights, 0, n_rows);
    for (int g = 0; g < n_gaps; g++) {
        fill(f, &gaps[g], g, n_missing);
        loss += add_pulls(f, g, n_missing, weight);
        for (int k = 1; grad && k <= n_missing; k++)
            pull_back(f, g, k, dbt_bridge_window(seconds, k * dt));
    }
    if (grad) {
        dbt_mlp_batch_backward(&f->batch, weights, 0, n_rows);
        dbt_mlp_batch_add_grads(&f->batch, n_rows, grad);
    }
    return loss;
}

double dbt_gap_loss_distance(const dbt_gap_loss *gap_loss, int gap)
{
    return gap_loss->distances[gap];
}

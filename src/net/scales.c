#include "net/scales.h"

#include "base/exponential.h"
#include <math.h>

/* The fraction of the training's speed at which the network's weight is 1/2. */
static const dbt_real half_speed = (dbt_real)0.5;

/* A group: the three outputs that change one velocity. Group 0: the motion root's linear velocity;
 * group 1 + k: the angular velocity of rotating joint k. */

/* The fraction of a group's squared speed in its weight; the rest is the mean over all groups. */
static const dbt_real group_fraction = (dbt_real)0.9;

/* Seconds in which velocities halve if the weight of the network is 0. */
static const double decay_halflife = 0.25;

/* Returns the index among the inputs of the first of the three components of a group's velocity. */
static int velocity_of(int group)
{
    return dbt_body_change_input(3 * group) - 3;
}

/* 1 / (mean square of an input, not normalised, in training). */
static dbt_real inverse_square(const dbt_scales *scales, int input)
{
    return 1 / (scales->mean[input] * scales->mean[input] +
                scales->scale[input] * scales->scale[input]);
}

/* The fraction that a velocity loses in dt seconds if the weight of the network is 0. */
static dbt_real decay(double dt)
{
    return (dbt_real)(1.0 - dbt_exp2(-dt / decay_halflife));
}

/* The square of a group's velocity / its mean in training: the mean over the three components. */
static dbt_real square_of(const dbt_scales *scales, int group, const dbt_real *x)
{
    const int v = velocity_of(group);
    dbt_real sum = 0;
    for (int i = v; i < v + 3; i++)
        sum += x[i] * x[i] * inverse_square(scales, i);
    return sum / 3;
}

/* The mean of square_of over all groups. */
static dbt_real mean_square(const dbt_scales *scales, int n_groups, const dbt_real *x)
{
    dbt_real sum = 0;
    for (int g = 0; g < n_groups; g++)
        sum += square_of(scales, g, x);
    return sum / (dbt_real)n_groups;
}

void dbt_scales_change(const dbt_scales *scales, int n_rotating, double dt, const dbt_real *x,
                       const dbt_real *out, dbt_real *y)
{
    const int n_groups = 1 + n_rotating;
    const dbt_real mean = mean_square(scales, n_groups, x);
    const dbt_real half = half_speed * half_speed, lost = decay(dt);
    for (int g = 0; g < n_groups; g++) {
        const dbt_real *v = x + velocity_of(g);
        const dbt_real square =
            group_fraction * square_of(scales, g, x) + (1 - group_fraction) * mean;
        const dbt_real weight = square / (half + square);
        for (int a = 0; a < 3; a++) {
            const int i = 3 * g + a;
            y[i] = weight * out[i] * scales->out_scale[i] - (1 - weight) * lost * v[a];
        }
    }
}

/* Backpropagation through square_of: adds the gradient with respect to a group's velocity to
 * grad_x, given `grad`, the one with respect to square_of. */
static void add_square_grad(const dbt_scales *scales, int group, const dbt_real *x, dbt_real grad,
                            dbt_real *grad_x)
{
    const int v = velocity_of(group);
    for (int i = v; i < v + 3; i++)
        grad_x[i] += grad * 2 * x[i] * inverse_square(scales, i) / 3;
}

void dbt_scales_change_back(const dbt_scales *scales, int n_rotating, double dt, const dbt_real *x,
                            const dbt_real *out, const dbt_real *grad_y, dbt_real *grad_out,
                            dbt_real *grad_x)
{
    const int n_groups = 1 + n_rotating;
    const dbt_real mean = mean_square(scales, n_groups, x);
    const dbt_real half = half_speed * half_speed, lost = decay(dt);
    dbt_real by_mean = 0;
    for (int g = 0; g < n_groups; g++) {
        const int v = velocity_of(g);
        const dbt_real square =
            group_fraction * square_of(scales, g, x) + (1 - group_fraction) * mean;
        const dbt_real all = half + square, weight = square / all;
        dbt_real by_weight = 0;
        for (int a = 0; a < 3; a++) {
            const int i = 3 * g + a;
            by_weight += grad_y[i] * (out[i] * scales->out_scale[i] + lost * x[v + a]);
            grad_out[i] = grad_y[i] * weight * scales->out_scale[i];
            grad_x[v + a] -= grad_y[i] * (1 - weight) * lost;
        }
        const dbt_real by_square = by_weight * half / (all * all);
        add_square_grad(scales, g, x, by_square * group_fraction, grad_x);
        by_mean += by_square * (1 - group_fraction);
    }
    for (int g = 0; g < n_groups; g++)
        add_square_grad(scales, g, x, by_mean / (dbt_real)n_groups, grad_x);
}

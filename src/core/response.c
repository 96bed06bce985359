#include "core/response.h"

#include "core/transition.h"

enum { FINE = 16 }; /* fine frames a step */

/* A skeleton of one joint that may move along x. */
static dbt_joint one_joint(void)
{
    static char name[] = "x";
    return (dbt_joint){ .name = name, .parent = -1, .has_pos = true, .last_end_site = -1 };
}

static dbt_transform at_x(double x)
{
    return (dbt_transform){ { x, 0.0, 0.0 }, DBT_QUAT_IDENTITY };
}

/* x on a grid of 5 fine values around the one at a point, kept in a ring. */
typedef struct ring {
    double x[5];
} ring;

static double at(const ring *r, size_t fine)
{
    return r->x[fine % 5];
}

/* First derivative from five values x[k] .. x[k + 4], at the first or the middle
 * one, by the usual finite difference weights of fourth order. */
static double derivative(const ring *r, size_t k, bool middle, double h)
{
    static const double weights[2][5] = { { -25.0, 48.0, -36.0, 16.0, -3.0 },
                                          { 1.0, -8.0, 0.0, 8.0, -1.0 } };
    const double *w = weights[middle];
    double sum = 0.0;
    for (size_t i = 0; i < 5; i++)
        sum += w[i] * at(r, k + i);
    return sum / (12.0 * h);
}

/* The joint's transition at its cut, in frames of h seconds. */
static dbt_transition *begin(const dbt_setting *setting, const dbt_skeleton *skeleton,
                             double factor, double x0, double v0, double h, dbt_error *err)
{
    const dbt_transform src = at_x(x0), before = at_x(x0 - v0 * h), target = at_x(0.0);
    const dbt_transition_start start = { .setting = setting,
                                         .skeleton = skeleton,
                                         .up = 1,
                                         .dt = h,
                                         .factors = &factor,
                                         .src = &src,
                                         .src_before = &before,
                                         .dst = &target,
                                         .dst_after = &target };
    return dbt_transition_begin(&start, err);
}

size_t dbt_response(const dbt_setting *setting, double x0, double v0, size_t n,
                    dbt_response_point *points, dbt_error *err)
{
    const double length = dbt_setting_seconds(setting, 1.0);
    if (!(length > 0.0)) {
        points[0] = (dbt_response_point){ 0.0, 0.0, 0.0 };
        return 1;
    }
    const double h = length / (double)(n * FINE);
    const size_t n_fine = n * FINE;
    const dbt_transform target = at_x(0.0);
    dbt_joint joint = one_joint();
    const dbt_skeleton skeleton = { .joints = &joint, .n_joints = 1 };
    dbt_transition *transition = begin(setting, &skeleton, 1.0, x0, v0, h, err);
    if (!transition)
        return 0;
    ring r = { { 0.0 } };
    for (size_t k = 0; k <= n_fine; k++) {
        const dbt_transform source = at_x(x0 + v0 * h * (double)k);
        dbt_transform out;
        dbt_transition_eval(transition, k, &target, &source, &out);
        r.x[k % 5] = out.pos.x;
        if (k % FINE == 0)
            points[k / FINE] = (dbt_response_point){ h * (double)k, out.pos.x, 0.0 };
        if (k == 4)
            points[0].v = derivative(&r, 0, false, h);
        if (k >= 4 && (k - 2) % FINE == 0)
            points[(k - 2) / FINE].v = derivative(&r, k - 4, true, h);
    }
    dbt_transition_free(transition);
    return n + 1;
}

bool dbt_response_frames(const dbt_setting *setting, double factor, double x0, double v0, double dt,
                         size_t n_frames, double *x, dbt_error *err)
{
    const dbt_transform target = at_x(0.0);
    dbt_joint joint = one_joint();
    const dbt_skeleton skeleton = { .joints = &joint, .n_joints = 1 };
    dbt_transition *transition = begin(setting, &skeleton, factor, x0, v0, dt, err);
    if (!transition)
        return false;
    for (size_t k = 0; k < n_frames; k++) {
        const dbt_transform source = at_x(x0 + v0 * dt * (double)k);
        dbt_transform out;
        dbt_transition_eval(transition, k, &target, &source, &out);
        x[k] = out.pos.x;
    }
    dbt_transition_free(transition);
    return true;
}

#include "method/response.h"

#include "base/mem.h"
#include "method/transition.h"

enum { FINE = 16 }; /* fine frames per step */

/* The position x on the x axis, without rotation. */
static dbt_transform at_x(double x)
{
    return (dbt_transform){ { x, 0.0, 0.0 }, DBT_QUAT_IDENTITY };
}

/* Returns the first derivative of x[5] at its first or its middle value, by finite differences of
 * fourth order. h: the step. */
static double derivative(const double *x, bool middle, double h)
{
    static const double weights[2][5] = { { -25.0, 48.0, -36.0, 16.0, -3.0 },
                                          { 1.0, -8.0, 0.0, 8.0, -1.0 } };
    double sum = 0.0;
    for (size_t i = 0; i < 5; i++)
        sum += weights[middle][i] * x[i];
    return sum / (12.0 * h);
}

/* The source's x, n frames after the cut: it moves at the constant velocity v0. */
static double source_at(const dbt_response_joint *of, ptrdiff_t n)
{
    return of->x0 + of->v0 * of->dt * (double)n;
}

size_t dbt_response(const dbt_tuning *tuning, double x0, double v0, size_t n,
                    dbt_response_point *points)
{
    const double before = dbt_tuning_before(tuning, 1.0);
    const double length = before + dbt_tuning_seconds(tuning, 1.0);
    if (!(length > 0.0)) {
        points[0] = (dbt_response_point){ 0.0, 0.0, 0.0 };
        return 1;
    }
    const size_t n_fine = n * FINE;
    const double h = length / (double)n_fine;
    const size_t n_before = dbt_transition_frames(before, h);
    const dbt_response_joint of = { x0, v0, .factor = 1.0, .dt = h, .before = n_before };
    double *x = dbt_alloc_array(n_fine + 1, sizeof *x);
    dbt_response_frames(tuning, &of, n_fine + 1, x);
    for (size_t k = 0; k <= n; k++) {
        const size_t fine = k * FINE;
        const double v = k == 0   ? derivative(x, false, h)
                         : k == n ? 0.0
                                  : derivative(x + fine - 2, true, h);
        const double t = h * (double)((ptrdiff_t)fine - (ptrdiff_t)n_before);
        points[k] = (dbt_response_point){ t, x[fine], v };
    }
    dbt_free(x);
    return n + 1;
}

void dbt_response_frames(const dbt_tuning *tuning, const dbt_response_joint *of, size_t n_frames,
                         double *x)
{
    static char name[] = "x"; /* of the only joint, which moves along x */
    dbt_joint joint = { .name = name, .parent = -1, .has_pos = true, .last_end_site = -1 };
    const dbt_skeleton skeleton = { .joints = &joint, .n_joints = 1 };
    const dbt_transform src = at_x(of->x0), last = at_x(source_at(of, -1)), target = at_x(0.0);
    const dbt_transition_start start = { .tuning = tuning,
                                         .skeleton = &skeleton,
                                         .up = 1,
                                         .dt = of->dt,
                                         .factors = &of->factor,
                                         .src = &src,
                                         .src_before = &last,
                                         .dst = &target,
                                         .dst_after = &target,
                                         .before = of->before,
                                         .gap = of->gap };
    /* It cannot fail: the method has no `fits`. */
    dbt_transition *transition = dbt_transition_begin(&start, NULL);
    for (size_t k = 0; k < n_frames; k++) {
        const ptrdiff_t n = (ptrdiff_t)k - (ptrdiff_t)of->before;
        const dbt_transform source = at_x(source_at(of, n));
        dbt_transform out;
        dbt_transition_eval(transition, n, &target, &source, &out);
        x[k] = out.pos.x;
    }
    dbt_transition_free(transition);
}

/* The descent, compared with another implementation of AdamW: clipped gradients, warm-up and cosine
 * schedule, weight decay, averaged weights. The choice of weights. */
#include "expect.h"

#include "train/descent.h"

enum { WEIGHTS = 2, ITERATIONS = 1200 };

static const dbt_network net = { .n_layers = 1, .sizes = { 1, 1 } };

typedef struct problem {
    uint64_t rng;
    long iteration; /* the iteration whose batch was drawn; the first is 0 */
    int n_items;
    double last_done;
    double first[WEIGHTS];
    const double *holdout; /* [n] holdout errors, in order; NULL: no clips held out */
    int n_measured;
    long stop_after; /* iterations; 0: never */
    long reported_best;
} problem;

/* Gradients of many lengths, some above longest_grad. */
static double grad_at(long iteration, int i)
{
    return (i == 0 ? 0.9 : -0.4) * (1.0 + sin(0.1 * (double)iteration + i)) - 0.2 * i;
}

static void draw(void *context, double done)
{
    problem *l = context;
    l->iteration++;
    l->last_done = done;
}

static double loss(void *context, int slice, const dbt_real *weights, dbt_real *grad)
{
    problem *l = context;
    if (l->iteration == 0 && slice == 0)
        for (int i = 0; i < WEIGHTS; i++)
            l->first[i] = (double)weights[i];
    for (int i = 0; i < WEIGHTS; i++)
        grad[i] += (dbt_real)(grad_at(l->iteration, i) / l->n_items);
    return 1.0 / l->n_items;
}

static double holdout(void *context, const dbt_real *weights)
{
    problem *l = context;
    (void)weights;
    return l->holdout[l->n_measured++];
}

static bool progress(void *context, const dbt_train_progress *p)
{
    problem *l = context;
    if (p->best)
        l->reported_best = p->iteration;
    return p->iteration != l->stop_after;
}

static bool descend(problem *l, int n_threads, double *weights, dbt_error *err)
{
    dbt_real out[WEIGHTS] = { 0 };
    l->rng = 9;
    l->iteration = -1;
    l->n_items = n_threads;
    const dbt_descent_task task = { .context = l,
                                    .net = &net,
                                    .rng = &l->rng,
                                    .longest_grad = 1.0,
                                    .decay = 0.3,
                                    .draw = draw,
                                    .loss = loss,
                                    .holdout = l->holdout ? holdout : NULL };
    const dbt_descent_options options = { .n_iterations = ITERATIONS,
                                          .learning_rate = 0.01,
                                          .n_threads = n_threads,
                                          .progress = progress,
                                          .context = l };
    const bool ok = dbt_descend(&task, &options, out, err);
    for (int i = 0; i < WEIGHTS; i++)
        weights[i] = (double)out[i];
    return ok;
}

/* Computes the averaged weights after n iterations of AdamW. */
static void expected_after(const problem *l, int n, double *average)
{
    double w[WEIGHTS], m[WEIGHTS] = { 0.0 }, v[WEIGHTS] = { 0.0 };
    for (int i = 0; i < WEIGHTS; i++)
        w[i] = average[i] = l->first[i];
    for (int k = 0; k < n; k++) {
        double g[WEIGHTS], length = 0.0;
        for (int i = 0; i < WEIGHTS; i++)
            length = hypot(length, grad_at(k, i));
        const double rate = 0.01 * fmin(1.0, (k + 1) / 200.0) *
                            (1.0 + cos(acos(-1.0) * k / (double)ITERATIONS)) / 2.0;
        for (int i = 0; i < WEIGHTS; i++) {
            g[i] = grad_at(k, i) / fmax(1.0, length);
            m[i] = 0.9 * m[i] + 0.1 * g[i];
            v[i] = 0.99 * v[i] + 0.01 * g[i] * g[i];
            w[i] -= rate * (0.3 * w[i] + m[i] / (1.0 - pow(0.9, k + 1)) /
                                             (sqrt(v[i] / (1.0 - pow(0.99, k + 1))) + 1e-8));
            average[i] += 0.002 * (w[i] - average[i]);
        }
    }
}

static void expect_weights(const problem *l, int n, const double *weights)
{
    double expected[WEIGHTS];
    expected_after(l, n, expected);
    for (int i = 0; i < WEIGHTS; i++) {
        assert_true(fabs(expected[i] - l->first[i]) > 0.05);
        expect_near(weights[i], expected[i],
                    1e-4); /* rounding errors of single precision add up over the steps */
    }
}

TEST(steps_are_those_of_adamw)
{
    for (int n_threads = 1; n_threads <= 3; n_threads++) {
        problem l = { .reported_best = 0 };
        double weights[WEIGHTS];
        dbt_error err;
        assert_true(descend(&l, n_threads, weights, &err));
        assert_int_equal(l.iteration, ITERATIONS - 1);
        expect_near(l.last_done, 1.0 - 1.0 / ITERATIONS, 1e-12);
        assert_int_equal(l.reported_best, 0);
        expect_weights(&l, ITERATIONS, weights);
    }
}

/* The holdout error is computed after iterations 500 and 1000 and after the last, 1200. */
TEST(the_best_weights_are_kept)
{
    static const double errors[][3] = { { 3.0, 2.0, 1.0 }, { 3.0, 1.0, 1.0 }, { 1.0, NAN, 2.0 } };
    static const int best[] = { ITERATIONS, 1000, 500 };
    for (int i = 0; i < 3; i++) {
        problem l = { .holdout = errors[i] };
        double weights[WEIGHTS];
        dbt_error err;
        assert_true(descend(&l, 1, weights, &err));
        assert_int_equal(l.n_measured, 3);
        assert_int_equal(l.reported_best, best[i]);
        expect_weights(&l, best[i], weights);
    }
}

TEST(a_stopped_run_returns_its_weights)
{
    static const double errors[] = { 3.0 };
    problem unaveraged = { .stop_after = 700 }, held = { .stop_after = 700, .holdout = errors };
    double weights[WEIGHTS];
    dbt_error err;
    assert_true(descend(&unaveraged, 1, weights, &err));
    assert_int_equal(unaveraged.iteration, 699);
    expect_weights(&unaveraged, 700, weights);
    assert_true(descend(&held, 1, weights, &err));
    expect_weights(&held, 500, weights);
}

TEST(errors_that_are_no_numbers_are_a_failure)
{
    static const double errors[] = { NAN, NAN, INFINITY };
    problem l = { .holdout = errors };
    double weights[WEIGHTS];
    dbt_error err;
    assert_false(descend(&l, 1, weights, &err));
    assert_int_equal(err.code, DBT_E_NUMBER);
}

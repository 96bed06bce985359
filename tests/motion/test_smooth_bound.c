/* Smooth upper envelopes: values computed by hand, and properties of any envelope. */
#include "expect.h"

#include "motion/smooth_bound.h"

enum { HALF = 2, N = 60 };

/* Weights: raised cosines at -60, -30, 0, 30, 60 degrees times 2, that is 1/2, 3/2, 2, 3/2, 1/2 of
 * a sum of 6. A value of 12 is the maximum of five windows, so the mean rises by one weight after
 * the other. */
TEST(one_value)
{
    static const double rises[] = { 0, 1, 4, 8, 11, 12, 11, 8, 4, 1, 0, 0 };
    dbt_arena memory = { .last = NULL };
    const double *weights = dbt_smooth_bound_weights(HALF, &memory);
    dbt_smooth_bound bound = dbt_smooth_bound_new(HALF, weights, &memory);
    for (size_t i = 0; i < 5; i++) /* values before the first are 0 */
        expect_near(dbt_smooth_bound_next(&bound, 0.0), 0.0, 0.0);
    for (size_t i = 0; i < 11; i++)
        expect_near(dbt_smooth_bound_next(&bound, i == 0 ? 12.0 : 0.0), rises[i + 1], 1e-12);
    /* restart forgets the 12 before it has left the windows */
    (void)dbt_smooth_bound_next(&bound, 12.0);
    dbt_smooth_bound_restart(&bound);
    for (size_t i = 0; i < 11; i++)
        expect_near(dbt_smooth_bound_next(&bound, i == 0 ? 12.0 : 0.0), rises[i + 1], 1e-12);
    dbt_arena_release(&memory);
}

/* The envelope is at least the value 2 half values before, and at most the maximum within 2 half
 * values of it. */
TEST(any_values)
{
    uint64_t seed = 5;
    for (size_t half = 0; half < 6; half++) {
        const size_t lag = 2 * half;
        double values[N];
        dbt_arena memory = { .last = NULL };
        const double *weights = dbt_smooth_bound_weights(half, &memory);
        dbt_smooth_bound bound = dbt_smooth_bound_new(half, weights, &memory);
        for (size_t k = 0; k < N; k++) {
            values[k] = random_in(&seed, 0, 1) < 0.3 ? random_in(&seed, 0, 9) : 0.0;
            const double got = dbt_smooth_bound_next(&bound, values[k]);
            if (k < lag)
                continue;
            double largest = 0.0;
            for (size_t i = k >= 2 * lag ? k - 2 * lag : 0; i <= k; i++)
                largest = fmax(largest, values[i]);
            assert_true(got >= values[k - lag] - 1e-12 && got <= largest + 1e-12);
        }
        dbt_arena_release(&memory);
    }
}

/* Local regression by a parabola, which must reproduce parabolas. */
#include "expect.h"

#include "motion/parabola.h"

/* Fits n values of (2 + 3 x - 5 x^2, x, 1), at x from `first` in steps of `step`. */
static dbt_vec3 fit(int n, double first, double step)
{
    const dbt_vec3 otherwise = { 7.0, 8.0, 9.0 };
    dbt_parabola parabola = { 0 };
    for (int i = 0; i < n; i++) {
        const double x = first + i * step;
        dbt_parabola_add(&parabola, x, (dbt_vec3){ 2.0 + 3.0 * x - 5.0 * x * x, x, 1.0 });
    }
    return dbt_parabola_at_0(&parabola, otherwise);
}

static void assert_is(dbt_vec3 found, double x, double y, double z)
{
    assert_true(dbt_vec3_length(dbt_vec3_sub(found, (dbt_vec3){ x, y, z })) < 1e-12);
}

/* Peaks and trends are preserved, also if all values are on one side. */
TEST(a_parabola_is_its_own_fit)
{
    assert_is(fit(9, -0.8, 0.2), 2.0, 0.0, 1.0);
    assert_is(fit(5, 0.0, 0.2), 2.0, 0.0, 1.0);
    assert_is(fit(3, -0.5, 0.25), 2.0, 0.0, 1.0);
}

TEST(two_values_make_no_parabola)
{
    assert_is(fit(2, 0.0, 0.5), 7.0, 8.0, 9.0);
    assert_is(fit(0, 0.0, 0.5), 7.0, 8.0, 9.0);
}

/* Opposite errors at equal distances cancel out. */
TEST(errors_are_smoothed)
{
    dbt_parabola parabola = { 0 };
    for (int i = -4; i <= 4; i++)
        dbt_parabola_add(&parabola, 0.2 * i, (dbt_vec3){ i < 0 ? -1.0 : i > 0, 0.0, 0.0 });
    assert_is(dbt_parabola_at_0(&parabola, DBT_VEC3_ZERO), 0.0, 0.0, 0.0);
}

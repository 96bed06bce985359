/* Fades between stances, by what they must not depend on. */
#include "expect.h"

#include "blend/stance.h"

enum { N = 90, LAST = 30 };

/* A foot rests up to LAST; its rotation turns ever faster until then. */
static void fade(double lever, dbt_vec3 values[N])
{
    const dbt_foothold_times times = { .dt = 1.0 / 60.0, .ease = 0.2, .speed = 10.0 };
    bool rests[N] = { false };
    for (int f = 0; f < N; f++) {
        rests[f] = f <= LAST;
        values[f] = (dbt_vec3){ rests[f] ? 1e-4 * f * f : 0.0, 0.0, 0.0 };
    }
    dbt_stances_fade(&times, rests, N, DBT_FADE_ROTATIONS, lever, values);
}

/* In one unit of length a foot's lever is 1, in another it is not: its rotation fades the same. */
TEST(no_lever_is_special)
{
    dbt_vec3 one[N], nearly[N];
    fade(1.0, one);
    fade(1.0 + 1e-9, nearly);
    for (int f = 0; f < N; f++)
        assert_true(fabs(one[f].x - nearly[f].x) < 1e-6);
    assert_true(one[LAST + 1].x > 0.0 && one[N - 1].x == 0.0);
}

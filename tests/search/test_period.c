/* The search for a period, compared with a loop over all periods. Its velocities. */
#include "expect.h"

#include "motion/align.h"
#include "search/period.h"
#include "walker.h"

/* ---- clips ---- */

enum { N_ROWS = 150 };

/* Returns a walker that repeats itself after `period` frames, except for noise, and is still in its
 * last n_still frames. The caller releases it and *text. */
static dbt_clip make_clip(dbt_buffer *text, size_t n, size_t period, size_t n_still, double noise,
                          uint64_t seed)
{
    static double rows[N_ROWS][WALKER_CHANNELS];
    uint64_t random = seed;
    walker_add_hierarchy(text, false, "Leg");
    dbt_buffer_format(text, "Frames: %zu\nFrame Time: 0.05\n", n);
    for (size_t f = 0; f < n; f++) {
        const bool still = f + n_still >= n && n_still > 0 && f > 0;
        const double a = 2.0 * DBT_PI * (double)f / (double)period;
        for (size_t v = 0; v < WALKER_CHANNELS; v++) {
            const double wave = 20.0 * sin(a + (double)v) + 7.0 * sin(2.0 * a + 3.0 * (double)v);
            rows[f][v] = v < 3 ? 0.0 : wave + random_in(&random, -noise, noise);
            if (still && v >= 3)
                rows[f][v] = rows[f - 1][v];
        }
        walker_add_frame(text, rows[f]);
    }
    return read_bvh(text->bytes, text->size, "made");
}

/* ---- the reference: all periods ---- */

typedef struct all_periods {
    dbt_features features;
    double reach;
} all_periods;

static all_periods find_all(const dbt_clip *clip, double velocity_weight)
{
    all_periods all;
    dbt_track track;
    dbt_chain chain;
    dbt_error err;
    assert_true(dbt_track_init(&track, clip, &clip->skeleton, clip->frame_time,
                               DBT_INTERPOLATE_HERMITE, &err));
    assert_true(dbt_chain_init(&chain, &track, 1, NULL, &err));
    dbt_view view = { .skeleton = &clip->skeleton,
                      .motion_root = chain.motion_root,
                      .up = 1,
                      .frame_time = clip->frame_time,
                      .velocity_weight = velocity_weight,
                      .centred = true };
    all.reach = chain.reach;
    assert_true(dbt_view_reference(&view, clip, &err));
    assert_true(dbt_features_init(&all.features, clip, &view, NULL, &err));
    dbt_track_release(&track);
    return all;
}

/* Returns the variance of frames [i, j), by its definition. */
static double variance(const dbt_features *f, size_t i, size_t j)
{
    const size_t n = (size_t)f->n_values;
    double sum = 0.0;
    for (size_t v = 0; v < n; v++) {
        double mean = 0.0;
        for (size_t k = i; k < j; k++)
            mean += f->pose[k * n + v] / (double)(j - i);
        for (size_t k = i; k < j; k++)
            sum += (f->pose[k * n + v] - mean) * (f->pose[k * n + v] - mean) / (double)(j - i);
    }
    return sum;
}

typedef struct bounds {
    size_t begin, end;        /* frames at which a period may begin */
    size_t shortest, longest; /* lengths, frames */
} bounds;

static bool counts(const all_periods *all, const bounds *b, size_t i, size_t length)
{
    const size_t n = all->features.n_frames;
    return i >= b->begin && i < b->end && length >= b->shortest && length <= b->longest &&
           i + length < n &&
           variance(&all->features, i, i + length) >= 0.25 * variance(&all->features, 0, n);
}

/* Returns the best period; length 0: none. */
static dbt_period find_slowly(const all_periods *all, const bounds *b, double below)
{
    const dbt_features *f = &all->features;
    dbt_period best = { .length = 0 };
    double shortest = INFINITY;
    for (size_t i = 0; i < f->n_frames; i++)
        for (size_t length = 1; i + length < f->n_frames; length++)
            if (counts(all, b, i, length))
                shortest = fmin(shortest, dbt_features_cost(f, i + length, f, i).cost);
    if (isnan(below))
        below = fmax(1.5 * shortest, 1e-5 * all->reach);
    for (size_t length = f->n_frames - 1; length > 0 && best.length == 0; length--)
        for (size_t i = 0; i + length < f->n_frames; i++) {
            const dbt_cut_cost cost = dbt_features_cost(f, i + length, f, i);
            if (cost.cost <= below && counts(all, b, i, length) &&
                (best.length == 0 || dbt_cut_compare(cost.cost, best.cost.cost) < 0))
                best = (dbt_period){ i, length, cost, below };
        }
    return best;
}

static dbt_time in_frames(size_t n)
{
    return (dbt_time){ .value = (double)n, .unit = DBT_TIME_FRAMES };
}

static void expect_same(const dbt_clip *clip, const all_periods *all, dbt_period_spec *spec,
                        const bounds *b)
{
    const double below = spec->has_below ? spec->below : NAN;
    const dbt_period expected = find_slowly(all, b, below);
    for (spec->n_threads = 1; spec->n_threads <= 3; spec->n_threads += 2) {
        dbt_period found = { .length = 0 };
        dbt_error err = { .code = DBT_OK };
        const bool ok = dbt_period_find(spec, clip, &found, &err);
        assert_int_equal(ok, expected.length > 0);
        if (!ok) {
            assert_int_equal(err.code, DBT_E_TIME);
            continue;
        }
        assert_int_equal(found.length, expected.length);
        assert_int_equal(found.begin, expected.begin);
        assert_true(found.cost.cost == expected.cost.cost);
        assert_true(found.below == expected.below);
    }
}

TEST(finds_the_best_of_all_periods)
{
    uint64_t random = 7;
    for (int round = 0; round < 25; round++) {
        const size_t n = 20 + random_below(&random, N_ROWS - 20),
                     shortest = 1 + random_below(&random, 12);
        const size_t n_still = random_below(&random, 3) ? 0 : n / 3;
        dbt_buffer text = { 0 };
        dbt_clip clip = make_clip(&text, n, 7 + random_below(&random, 40), n_still,
                                  round % 3 ? 2.0 : 0.0, (uint64_t)round + 1);
        all_periods all = find_all(&clip, 0.1);
        dbt_period_spec spec = { .up = 1,
                                 .velocity_weight = 0.1,
                                 .min_length = in_frames(shortest) };
        bounds b = { 0, n, shortest, n };
        const dbt_time begin = in_frames(random_below(&random, (uint32_t)n / 2));
        const dbt_time length = in_frames(1 + random_below(&random, (uint32_t)n / 2));
        expect_same(&clip, &all, &spec, &b);
        spec.has_below = true;
        spec.below = random_in(&random, 0.0, 20.0);
        expect_same(&clip, &all, &spec, &b);
        spec.begin = &begin;
        b.begin = (size_t)begin.value;
        b.end = b.begin + 1;
        if (b.begin + shortest < n)
            expect_same(&clip, &all, &spec, &b);
        spec.has_below = false;
        spec.begin = NULL;
        spec.length = &length;
        b = (bounds){ 0, n, (size_t)length.value, (size_t)length.value };
        expect_same(&clip, &all, &spec, &b);
        dbt_features_release(&all.features);
        dbt_clip_release(&clip);
        dbt_buffer_release(&text);
    }
}

/* Velocities of positions 0, 1, 4, 9. At the ends only one difference exists. */
TEST(centres_velocities)
{
    static const char text[] =
        "HIERARCHY\nROOT A\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n"
        "End Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 4\nFrame Time: 0.5\n"
        "0 0 0\n1 0 0\n4 0 0\n9 0 0\n";
    static const double expected[] = { 2.0, 4.0, 8.0, 10.0 };
    dbt_clip clip = read_bvh(text, sizeof text - 1, "text");
    all_periods all = find_all(&clip, 0.1);
    for (size_t f = 0; f < 4; f++) {
        assert_true(all.features.leaving[3 * f] == expected[f]);
        assert_true(all.features.entering[3 * f] == expected[f]);
    }
    dbt_features_release(&all.features);
    dbt_clip_release(&clip);
}

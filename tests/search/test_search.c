/* The search for cuts. Features are computed by hand on a small skeleton. Results are compared with
 * a loop over all cells, for costs that are far apart, tie, vanish or overflow. */
#include "expect.h"

#include "base/budgets.h"
#include "search/cut_map.h"
#include "search/cut_tree.h"
#include "search/suggest.h"
#include "walker.h"

/* ---- random features ---- */

typedef double value_of(uint64_t *random, size_t frame, size_t value);

/* Returns a clip with random features. The caller releases it. */
static dbt_searched make_clip(size_t n_frames, size_t n_values, value_of *of, uint64_t seed)
{
    dbt_searched s = { .features = { .n_frames = n_frames, .n_values = (int)n_values } };
    dbt_features *f = &s.features;
    f->velocity_weight = 0.1;
    f->pose = dbt_arena_array(&f->memory, n_frames * n_values, sizeof(double));
    f->leaving = dbt_arena_array(&f->memory, n_frames * n_values, sizeof(double));
    f->entering = dbt_arena_array(&f->memory, n_frames * n_values, sizeof(double));
    for (size_t k = 0; k < n_frames * n_values; k++) {
        f->pose[k] = of(&seed, k / n_values, k % n_values);
        f->leaving[k] = of(&seed, k / n_values, k % n_values);
        f->entering[k] = of(&seed, k / n_values, k % n_values);
    }
    return s;
}

static void add_sketches(dbt_searched *clips, size_t n)
{
    dbt_sketch_basis basis;
    dbt_sketch_basis_init(&basis, clips, n);
    for (size_t c = 0; c < n; c++)
        dbt_sketch_clip(&clips[c], &basis);
    dbt_sketch_basis_release(&basis);
}

/* Returns a clip of make_clip with sketches, ready for a search within it. */
static dbt_searched make_searched(size_t n_frames, size_t n_values, value_of *of, uint64_t seed)
{
    dbt_searched s = make_clip(n_frames, n_values, of, seed);
    add_sketches(&s, 1);
    return s;
}

static double any(uint64_t *random, size_t frame, size_t value)
{
    (void)frame;
    (void)value;
    return random_in(random, -10.0, 10.0);
}

static double smooth(uint64_t *random, size_t frame, size_t value)
{
    return 30.0 * sin(0.05 * (double)frame * (double)(value % 5 + 1) + (double)value) +
           random_in(random, -0.01, 0.01);
}

static double still(uint64_t *random, size_t frame, size_t value)
{
    (void)random;
    (void)frame;
    return (double)value;
}

static double still_in_runs(uint64_t *random, size_t frame, size_t value)
{
    (void)random;
    return (double)((frame / 7 * 31 + value) % 3);
}

static double few_numbers(uint64_t *random, size_t frame, size_t value)
{
    (void)frame;
    (void)value;
    return (double)random_below(random, 2);
}

/* Costs that differ in the ninth digit and beyond. */
static double nearly_still(uint64_t *random, size_t frame, size_t value)
{
    (void)frame;
    return (double)value + random_in(random, 0.0, 3e-9);
}

static double far_off(uint64_t *random, size_t frame, size_t value)
{
    return 1e9 + smooth(random, frame, value);
}

static double one_frame_off(uint64_t *random, size_t frame, size_t value)
{
    return frame == 5 ? 1e12 : smooth(random, frame, value);
}

static double tiny(uint64_t *random, size_t frame, size_t value)
{
    return 1e-160 * smooth(random, frame, value);
}

static double small(uint64_t *random, size_t frame, size_t value)
{
    return 1e-30 * smooth(random, frame, value);
}

static double vast(uint64_t *random, size_t frame, size_t value)
{
    return 1e150 * smooth(random, frame, value);
}

static double beyond(uint64_t *random, size_t frame, size_t value)
{
    return frame % 3 == 0 ? 1e308 * smooth(random, frame, value) : smooth(random, frame, value);
}

static double none(uint64_t *random, size_t frame, size_t value)
{
    (void)random;
    (void)frame;
    (void)value;
    return 0.0;
}

static value_of *const kinds[] = { any,     smooth,        still,       still_in_runs, few_numbers,
                                   far_off, one_frame_off, tiny,        small,         vast,
                                   beyond,  none,          nearly_still };

enum { N_KINDS = sizeof kinds / sizeof *kinds };

/* ---- the reference: all cells ---- */

/* Returns the cost as printed, with nine digits. Equal texts are equal costs. */
static double as_written(double cost)
{
    char text[64];
    snprintf(text, sizeof text, "%.9g", cost);
    return strtod(text, NULL);
}

static bool brute_is_open(const dbt_cut_query *q, size_t i, size_t j, const dbt_cut_cell *found,
                          size_t n_found)
{
    const size_t between = i > j ? i - j : j - i;
    bool open = between >= q->between;
    for (size_t f = 0; f < n_found; f++)
        open = open && (labs((long)i - (long)found[f].i) > (long)q->apart ||
                        labs((long)j - (long)found[f].j) > (long)q->apart);
    return open;
}

/* Finds the cheapest open cell after found[n_found]. Returns false if there is none. Costs are from
 * dbt_features_cost, which other tests check. */
static bool brute_next(const dbt_cut_query *q, const dbt_cut_cell *found, size_t n_found,
                       dbt_cut_cell *next)
{
    bool any_left = false;
    double lowest = 0.0;
    for (size_t i = q->i_begin; i < q->i_end; i++)
        for (size_t j = q->j_begin; j < q->j_end; j++) {
            if (!dbt_features_may_cut(&q->a->features, i, &q->b->features, j) ||
                !brute_is_open(q, i, j, found, n_found))
                continue;
            const dbt_cut_cost cost = dbt_features_cost(&q->a->features, i, &q->b->features, j);
            if (any_left && cost.cost > next->cost.cost * (1.0 + 1e-7))
                continue;
            const double written = as_written(cost.cost);
            if (any_left && !(written < lowest))
                continue;
            any_left = true;
            lowest = written;
            *next = (dbt_cut_cell){ i, j, cost };
        }
    return any_left;
}

static void expect_brute(const dbt_cut_query *q)
{
    dbt_cut_cell *found = dbt_alloc_array(q->top, sizeof *found);
    size_t n = 0;
    while (n < q->top && brute_next(q, found, n, &found[n]))
        n++;
    assert_int_equal(q->n_found, n);
    for (size_t f = 0; f < n; f++) {
        if (found[f].i != q->found[f].i || found[f].j != q->found[f].j)
            fail_msg("place %zu: (%zu, %zu) at %.17g, expected (%zu, %zu) at %.17g", f,
                     q->found[f].i, q->found[f].j, q->found[f].cost.cost, found[f].i, found[f].j,
                     found[f].cost.cost);
        assert_memory_equal(&q->found[f].cost, &found[f].cost, sizeof found[f].cost);
    }
    dbt_free(found);
}

static void search(dbt_cut_query *queries, size_t n, int n_threads)
{
    dbt_cut_search(queries, n, n_threads, NULL, NULL);
}

/* Fails unless all bounds hold for all cells of two clips. */
static void expect_bounds(const dbt_searched *a, const dbt_searched *b)
{
    for (size_t r = 0; r < a->n_blocks; r++)
        for (size_t c = 0; c < b->n_blocks; c++) {
            float cells[DBT_BLOCK_CELLS], lowest;
            dbt_sketch_cells(a, r, b, c, cells);
            dbt_sketch_min(a, r, b, c, 1, &lowest);
            const double bound = dbt_sketch_bound(a, r, b, c, lowest);
            for (size_t k = 0; k < DBT_BLOCK_CELLS; k++) {
                const size_t i = r * DBT_BLOCK + k / DBT_BLOCK, j = c * DBT_BLOCK + k % DBT_BLOCK;
                if (i >= a->features.n_frames || j >= b->features.n_frames)
                    continue;
                const double cost = dbt_features_cost(&a->features, i, &b->features, j).cost;
                const float cell = cells[k];
                assert_true(lowest <= cell);
                assert_true(bound <= cost);
                assert_true((double)cell <= dbt_sketch_limit(a, r, b, c, cost));
            }
        }
}

static void try_pair(value_of *kind_a, value_of *kind_b, size_t n_a, size_t n_b, size_t n_values,
                     uint64_t *random)
{
    const double velocity_weight = random_below(random, 4) ? random_in(random, 0.0, 0.3) : 0.0;
    dbt_searched clips[2] = { make_clip(n_a, n_values, kind_a, random_bits(random)),
                              make_clip(n_b, n_values, kind_b, random_bits(random)) };
    const dbt_searched *a = &clips[0], *b = &clips[1];
    clips[0].features.velocity_weight = clips[1].features.velocity_weight = velocity_weight;
    add_sketches(clips, 2);
    expect_bounds(a, b);
    expect_bounds(a, a);
    dbt_cut_cell found[2][12];
    dbt_cut_query queries[2] = {
        { .a = a,
          .b = b,
          .i_begin = random_below(random, (unsigned)n_a),
          .i_end = n_a - random_below(random, 3),
          .j_begin = random_below(random, (unsigned)n_b),
          .j_end = n_b - random_below(random, 3),
          .apart = random_below(random, 12),
          .top = 1 + random_below(random, 12),
          .found = found[0] },
        { .a = a,
          .b = a,
          .i_end = n_a,
          .j_end = n_a,
          .between = random_below(random, 40),
          .apart = random_below(random, 40),
          .top = 12,
          .found = found[1] },
    };
    search(queries, 2, 1 + (int)random_below(random, 3));
    expect_brute(&queries[0]);
    expect_brute(&queries[1]);
    dbt_searched_release(&clips[0]);
    dbt_searched_release(&clips[1]);
}

TEST(finds_what_a_loop_over_all_cells_finds)
{
    uint64_t random = 1;
    for (int a = 0; a < N_KINDS; a++)
        for (int b = 0; b < N_KINDS; b++)
            try_pair(kinds[a], kinds[b], 4 + random_below(&random, 60),
                     4 + random_below(&random, 60), 3 * (1 + random_below(&random, 5)), &random);
    for (int k = 0; k < N_KINDS; k++)
        try_pair(kinds[k], kinds[k], 150, 131, 60, &random);
}

/* Enough cells for tiles of several blocks, and for all threads in one query. */
TEST(finds_them_in_large_clips)
{
    dbt_searched s = make_searched(4100, 3, smooth, 5);
    dbt_cut_cell found[2];
    dbt_cut_query q = { .a = &s,
                        .b = &s,
                        .i_begin = 7,
                        .i_end = 4100,
                        .j_end = 4090,
                        .between = 5,
                        .apart = 100,
                        .top = 2,
                        .found = found };
    search(&q, 1, 3);
    expect_brute(&q);
    dbt_searched_release(&s);
}

/* ---- many clips ---- */

typedef struct brute_library {
    dbt_searched clips[8];
    dbt_cut_query ranges[8];
    size_t n;
    unsigned pairs[8];      /* bits: the clips to which a cut may lead from each clip */
    unsigned entered;       /* bits: the clips that may be entered; 0: all */
    dbt_sketch_basis basis; /* of the entered clips */
} brute_library;

static bool has_pair(const void *context, size_t a, size_t b)
{
    const brute_library *l = context;
    return l->pairs[a] >> b & (l->entered ? l->entered >> b : 1) & 1;
}

/* Sets *prepared to the clip with sketches of l->basis. Its features are borrowed. */
static bool sketch_anew(const void *context, size_t clip, dbt_searched *prepared, dbt_error *err)
{
    const brute_library *l = context;
    (void)err;
    *prepared = l->clips[clip];
    prepared->features.memory = (dbt_arena){ 0 };
    dbt_sketch_clip(prepared, &l->basis);
    return true;
}

static int by_quota(const dbt_library_cut *x, const dbt_library_cut *y, bool of_each)
{
    const double p = as_written(x->cell.cost.cost), q = as_written(y->cell.cost.cost);
    const double order[][2] = { { of_each ? (double)x->a : 0.0, of_each ? (double)y->a : 0.0 },
                                { p, q },
                                { (double)x->a, (double)y->a },
                                { (double)x->b, (double)y->b },
                                { (double)x->cell.i, (double)y->cell.i },
                                { (double)x->cell.j, (double)y->cell.j } };
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        if (order[k][0] < order[k][1] || order[k][0] > order[k][1])
            return order[k][0] < order[k][1] ? -1 : 1;
    return 0;
}

static int by_quota_of_each(const void *x, const void *y)
{
    return by_quota(x, y, true);
}

static int by_quota_of_all(const void *x, const void *y)
{
    return by_quota(x, y, false);
}

/* Returns the cuts of all pairs within the quota, after a full search of each pair. The caller
 * frees them. */
static dbt_library_cut *brute_cuts(const brute_library *l, const dbt_cut_quota *quota, size_t *n)
{
    const size_t limit = quota->per_pair < quota->n ? quota->per_pair : quota->n;
    dbt_library_cut *all = dbt_alloc_array(l->n * l->n, limit * sizeof *all);
    dbt_cut_cell *found = dbt_alloc_array(limit + 1, sizeof *found);
    size_t n_all = 0;
    for (size_t a = 0; a < l->n; a++)
        for (size_t b = 0; b < l->n; b++) {
            dbt_cut_query q = l->ranges[a];
            q.a = &l->clips[a];
            q.b = &l->clips[b];
            q.j_begin = l->ranges[b].j_begin;
            q.j_end = l->ranges[b].j_end;
            for (size_t f = 0; a != b && has_pair(l, a, b) && f < limit; f++) {
                if (!brute_next(&q, found, f, &found[f]))
                    break;
                all[n_all++] = (dbt_library_cut){ a, b, found[f] };
            }
        }
    qsort(all, n_all, sizeof *all, quota->of_each ? by_quota_of_each : by_quota_of_all);
    *n = 0;
    for (size_t k = 0, of_this = 0; k < n_all; k++) {
        of_this = k > 0 && quota->of_each && all[k].a != all[k - 1].a ? 1 : of_this + 1;
        if (of_this <= quota->n)
            all[(*n)++] = all[k];
    }
    dbt_free(found);
    return all;
}

typedef bool engine(const dbt_library_query *query, dbt_library_cuts *found, dbt_error *err);

/* Adds the cuts that enter a clip of l->entered to *found. clips[l->n]: n_blocks is 0 if a clip is
 * not prepared. */
static void search_library(const brute_library *l, const dbt_searched *clips,
                           const dbt_cut_quota *quota, engine *by, int n_threads,
                           dbt_library_cuts *found)
{
    assert_true(by(&(dbt_library_query){ .clips = clips,
                                         .n_clips = l->n,
                                         .prepare = sketch_anew,
                                         .ranges = l->ranges,
                                         .has_pair = has_pair,
                                         .pairs = l,
                                         .quota = *quota,
                                         .n_threads = n_threads },
                   found, NULL));
}

/* As search_library, in blocks of `size` clips, as without memory for more. */
static void search_blocks(const brute_library *of, size_t size, const dbt_cut_quota *quota,
                          engine *by, int n_threads, dbt_library_cuts *found)
{
    brute_library l = *of;
    for (size_t begin = 0; begin < l.n; begin += size) {
        const size_t end = begin + size < l.n ? begin + size : l.n;
        dbt_searched clips[8] = { { .scale = 0.0 } };
        l.entered = ((1U << (end - begin)) - 1) << begin;
        dbt_sketch_basis_init(&l.basis, &of->clips[begin], end - begin);
        for (size_t c = begin; c < end; c++)
            assert_true(sketch_anew(&l, c, &clips[c], NULL));
        search_library(&l, clips, quota, by, n_threads, found);
        for (size_t c = begin; c < end; c++)
            dbt_searched_release(&clips[c]);
        dbt_sketch_basis_release(&l.basis);
    }
}

static void expect_cuts(dbt_library_cuts *found, const dbt_cut_quota *quota,
                        const dbt_library_cut *expected, size_t n)
{
    dbt_library_choose(found, quota);
    assert_int_equal(found->n, n);
    for (size_t k = 0; k < n; k++) {
        const dbt_library_cut *x = &found->list[k], *y = &expected[k];
        if (x->a != y->a || x->b != y->b || x->cell.i != y->cell.i || x->cell.j != y->cell.j)
            fail_msg("place %zu: %zu to %zu, (%zu, %zu) at %.17g, expected %zu to %zu, (%zu, %zu) "
                     "at %.17g",
                     k, x->a, x->b, x->cell.i, x->cell.j, x->cell.cost.cost, y->a, y->b, y->cell.i,
                     y->cell.j, y->cell.cost.cost);
        assert_memory_equal(&x->cell.cost, &y->cell.cost, sizeof y->cell.cost);
    }
    dbt_free(found->list);
}

/* Compares all engines with brute_cuts. Returns the maximum number of costs that an engine
 * computed. */
static double expect_brute_library(const brute_library *l, const dbt_cut_quota *quota,
                                   int n_threads)
{
    engine *const engines[] = { dbt_library_search_tree, dbt_library_search_pairs,
                                dbt_library_search };
    double n_computed = 0.0;
    size_t n;
    dbt_library_cut *expected = brute_cuts(l, quota, &n);
    for (size_t e = 0; e < sizeof engines / sizeof *engines; e++) {
        dbt_library_cuts found = { .n = 0 }, in_blocks = { .n = 0 };
        search_library(l, l->clips, quota, engines[e], n_threads, &found);
        expect_cuts(&found, quota, expected, n);
        search_blocks(l, 1 + n % 3, quota, engines[e], n_threads, &in_blocks);
        expect_cuts(&in_blocks, quota, expected, n);
        assert_true(in_blocks.n_cells == found.n_cells);
        n_computed = fmax(n_computed, found.n_computed);
    }
    dbt_free(expected);
    return n_computed;
}

/* Returns the minimum cost of a cut from frame i of the first clip to a frame of a leaf. Fails
 * unless each frame's bound holds. Counts the frames in *seen. */
static double expect_leaf_bounds(const brute_library *l, const dbt_cut_tree *tree, size_t at,
                                 size_t i, size_t *seen)
{
    const dbt_tree_leaf *leaf = &tree->leaves[at];
    const size_t begin = at * DBT_FAN;
    double all = INFINITY, bounds[DBT_FAN], few[DBT_FAN];
    dbt_sketch_bound_points(&l->clips[0], i, &leaf->points, leaf->all.error, INFINITY, bounds);
    for (size_t c = 0; c < DBT_FAN && begin + c < tree->n_frames; c++, ++*seen) {
        const dbt_tree_frame *of = &tree->frames[begin + c];
        const double cost =
            dbt_features_cost(&l->clips[0].features, i, &l->clips[of->clip].features, of->frame)
                .cost;
        assert_true(bounds[c] <= cost);
        /* a frame is left out only if it costs more */
        dbt_sketch_bound_points(&l->clips[0], i, &leaf->points, leaf->all.error, cost, few);
        assert_true(few[c] <= cost);
        all = fmin(all, cost);
    }
    for (size_t c = begin < tree->n_frames ? tree->n_frames - begin : 0; c < DBT_FAN; c++)
        assert_true(bounds[c] == INFINITY);
    return all;
}

/* As expect_leaf_bounds, for all frames below a node. */
static double expect_node_bounds(const brute_library *l, const dbt_cut_tree *tree, size_t at,
                                 size_t i, size_t *seen)
{
    const dbt_tree_node *node = &tree->nodes[at];
    double all = INFINITY, bounds[DBT_FAN], few[DBT_FAN];
    dbt_sketch_bound_boxes(&l->clips[0], i, &node->boxes, node->all.error, INFINITY, bounds);
    for (int c = 0; c < DBT_FAN; c++) {
        if (c >= node->n) {
            assert_true(bounds[c] == INFINITY);
            continue;
        }
        const size_t child = node->first + (size_t)c;
        const double cost = node->has_leaves ? expect_leaf_bounds(l, tree, child, i, seen)
                                             : expect_node_bounds(l, tree, child, i, seen);
        assert_true(bounds[c] <= cost);
        dbt_sketch_bound_boxes(&l->clips[0], i, &node->boxes, node->all.error, cost, few);
        assert_true(few[c] <= cost);
        all = fmin(all, cost);
    }
    return all;
}

/* Fails unless the bounds of nodes and leaves hold for all cells, and each frame is in the tree
 * once. */
static void expect_tree_bounds(const brute_library *l)
{
    enum { MAX_FRAMES = 600 };
    dbt_tree_frame *frames = dbt_alloc_array(MAX_FRAMES, sizeof *frames);
    size_t n = 0;
    for (uint32_t c = 0; c < l->n; c++)
        for (uint32_t j = 0; j < l->clips[c].features.n_frames && n < MAX_FRAMES; j++)
            frames[n++] = (dbt_tree_frame){ c, j };
    dbt_cut_tree tree;
    dbt_cut_tree_init(&tree, l->clips, frames, n);
    for (size_t i = 0; i < l->clips[0].features.n_frames; i += 3) {
        size_t seen = 0;
        (void)expect_node_bounds(l, &tree, 0, i, &seen);
        assert_int_equal(seen, n);
    }
    dbt_cut_tree_release(&tree);
}

/* Bars some frames of a clip from being left, entered or both. */
static void bar_some(dbt_searched *clip, uint64_t *random)
{
    dbt_features *f = &clip->features;
    f->barred = dbt_arena_array(&f->memory, f->n_frames, sizeof *f->barred);
    for (size_t k = 0; k < f->n_frames; k++)
        f->barred[k] = random_below(random, 4) ? 0 : (uint8_t)random_below(random, 4);
}

static brute_library make_library(size_t n, size_t max_frames, size_t n_values, uint64_t *random)
{
    brute_library l = { .n = n };
    const bool one_kind = random_below(random, 2);
    const size_t apart = random_below(random, 12), kind = random_below(random, N_KINDS);
    const double velocity_weight = random_below(random, 4) ? random_in(random, 0.0, 0.3) : 0.0;
    for (size_t c = 0; c < n; c++) {
        const size_t n_frames = 4 + random_below(random, (unsigned)max_frames);
        /* sometimes a clip equals an earlier one, so that pairs tie */
        const uint64_t seed = random_below(random, 3) ? random_bits(random) : 77;
        l.clips[c] = make_clip(n_frames, n_values,
                               kinds[one_kind ? kind : random_below(random, N_KINDS)], seed);
        l.clips[c].features.velocity_weight = velocity_weight;
        if (random_below(random, 4) == 0)
            bar_some(&l.clips[c], random);
        l.pairs[c] =
            random_below(random, 3) ? ~(1U << c) : (unsigned)random_below(random, 256) & ~(1U << c);
        l.ranges[c] = (dbt_cut_query){ .i_begin = random_below(random, 5),
                                       .i_end = n_frames - random_below(random, 3),
                                       .j_begin = random_below(random, 20),
                                       .j_end = n_frames - random_below(random, 3),
                                       .apart = apart };
    }
    add_sketches(l.clips, n);
    return l;
}

static void release_library(brute_library *l)
{
    for (size_t c = 0; c < l->n; c++)
        dbt_searched_release(&l->clips[c]);
}

TEST(finds_in_a_library_what_a_loop_over_all_cells_finds)
{
    uint64_t random = 21;
    for (int set = 0; set < rounds(200); set++) {
        brute_library l = make_library(2 + random_below(&random, 6), 36,
                                       3 * (1 + random_below(&random, 3)), &random);
        expect_tree_bounds(&l);
        const dbt_cut_quota quota = { .n = 1 + random_below(&random, 12),
                                      .of_each = random_below(&random, 2),
                                      .per_pair = random_below(&random, 2)
                                                      ? SIZE_MAX
                                                      : 1 + random_below(&random, 4) };
        expect_brute_library(&l, &quota, 1 + (int)random_below(&random, 3));
        release_library(&l);
    }
}

/* Enough blocks for a tree of three levels. */
TEST(finds_them_in_a_deep_tree)
{
    brute_library l = { .n = 6 };
    for (size_t c = 0; c < l.n; c++) {
        l.clips[c] = make_clip(800, 3, smooth, 40 + c);
        l.pairs[c] = ~(1U << c);
        l.ranges[c] = (dbt_cut_query){ .i_end = 40 * c, .j_end = 800, .apart = 9 };
    }
    add_sketches(l.clips, l.n);
    expect_brute_library(&l, &(dbt_cut_quota){ 3, true, SIZE_MAX }, 2);
    expect_brute_library(&l, &(dbt_cut_quota){ 3, false, 2 }, 1);
    release_library(&l);
}

/* Clips that hold one pose, or alternately one of two poses, so that all cuts tie. */
TEST(looks_at_few_cells_that_tie)
{
    enum { FRAMES = 100, CLIPS = 8 };
    for (int of_each = 0; of_each < 2; of_each++)
        for (int kinds_of_pose = 1; kinds_of_pose < 3; kinds_of_pose++) {
            brute_library l = { .n = CLIPS };
            for (size_t c = 0; c < CLIPS; c++) {
                const bool is_other = kinds_of_pose == 2 && c % 2;
                l.clips[c] = make_clip(FRAMES, 3, is_other ? none : still, 1);
                l.pairs[c] = kinds_of_pose == 1 ? ~(1U << c) : is_other ? 0x55 : 0xaa;
                l.ranges[c] = (dbt_cut_query){ .i_end = FRAMES, .j_end = FRAMES, .apart = 6 };
            }
            add_sketches(l.clips, CLIPS);
            const double n = expect_brute_library(&l, &(dbt_cut_quota){ 5, of_each, 2 }, 1);
            assert_true(n < 0.02 * CLIPS * (CLIPS - 1) * FRAMES * FRAMES);
            release_library(&l);
        }
}

static int by_written_cost(const void *x, const void *y)
{
    const dbt_cut_cell *a = x, *b = y;
    const double p = as_written(a->cost.cost), q = as_written(b->cost.cost);
    if (p != q)
        return p < q ? -1 : 1;
    return a->i != b->i ? (a->i < b->i ? -1 : 1) : a->j < b->j ? -1 : 1;
}

/* If no cell excludes another, all are found in order. */
TEST(lists_all_cells)
{
    enum { SIDE = 90, N = SIDE * SIDE };
    dbt_searched s = make_searched(SIDE, 6, few_numbers, 9);
    dbt_cut_cell *cells = dbt_alloc_array(N, sizeof *cells);
    dbt_cut_cell *found = dbt_alloc_array(N, sizeof *found);
    for (size_t n = 0; n < N; n++)
        cells[n] =
            (dbt_cut_cell){ n / SIDE, n % SIDE,
                            dbt_features_cost(&s.features, n / SIDE, &s.features, n % SIDE) };
    qsort(cells, N, sizeof *cells, by_written_cost);
    dbt_cut_query q = {
        .a = &s, .b = &s, .i_end = SIDE, .j_end = SIDE, .top = N + 1, .found = found
    };
    search(&q, 1, 1);
    assert_int_equal(q.n_found, N);
    for (size_t n = 0; n < N; n++) {
        assert_int_equal(found[n].i, cells[n].i);
        assert_int_equal(found[n].j, cells[n].j);
    }
    dbt_free(cells);
    dbt_free(found);
    dbt_searched_release(&s);
}

/* Frames at a distance of nearly 1 from a clip that does not move. */
static double one_away(uint64_t *random, size_t frame, size_t value)
{
    (void)frame;
    return value == 0 ? 1.0 + 1e-10 * (double)random_below(random, 100) : 0.0;
}

static double origin(uint64_t *random, size_t frame, size_t value)
{
    (void)random;
    (void)frame;
    (void)value;
    return 0.0;
}

static double five(uint64_t *random, size_t frame, size_t value)
{
    return 5.0 + origin(random, frame, value);
}

/* All costs are nearly equal: no bound excludes a cell, and costs with nine equal digits tie. */
TEST(nearly_equal_costs_tie)
{
    enum { SIDE = 700 };
    dbt_searched clips[2] = { make_clip(SIDE, 3, origin, 1), make_clip(SIDE, 3, one_away, 2) };
    add_sketches(clips, 2);
    dbt_cut_cell found;
    dbt_cut_query q = {
        .a = &clips[0], .b = &clips[1], .i_end = SIDE, .j_end = SIDE, .top = 1, .found = &found
    };
    search(&q, 1, 1);
    expect_brute(&q);
    dbt_searched_release(&clips[0]);
    dbt_searched_release(&clips[1]);
}

/* Between two held poses all costs are equal: one cost in each pair of blocks is computed. */
TEST(held_poses_take_little_more_than_a_pass)
{
    enum { SIDE = 600, BLOCKS = (SIDE + DBT_BLOCK - 1) / DBT_BLOCK };
    dbt_searched clips[2] = { make_clip(SIDE, 3, origin, 1), make_clip(SIDE, 3, five, 2) };
    add_sketches(clips, 2);
    dbt_cut_cell found[3];
    dbt_cut_query q = { .a = &clips[0],
                        .b = &clips[1],
                        .i_end = SIDE,
                        .j_end = SIDE,
                        .apart = 240,
                        .top = 3,
                        .found = found };
    search(&q, 1, 1);
    assert_int_equal(q.n_found, 3);
    assert_true(q.n_computed <= (double)BLOCKS * BLOCKS + 3.0); /* and one more for each cut */
    expect_brute(&q);
    dbt_searched_release(&clips[0]);
    dbt_searched_release(&clips[1]);
}

TEST(any_distance_apart_leaves_one_cell)
{
    dbt_searched s = make_searched(40, 3, any, 11);
    dbt_cut_cell found[2];
    const size_t apart[] = { 40, SIZE_MAX / 4, SIZE_MAX };
    for (size_t k = 0; k < sizeof apart / sizeof *apart; k++) {
        dbt_cut_query q = {
            .a = &s, .b = &s, .i_end = 40, .j_end = 40, .apart = apart[k], .top = 2, .found = found
        };
        search(&q, 1, 1);
        assert_int_equal(q.n_found, 1);
    }
    dbt_searched_release(&s);
}

/* Plain loops in the documented order of the sums give the same bits. */
TEST(all_processors_make_the_same_sums)
{
    dbt_searched s = make_searched(DBT_BLOCK, 60, any, 4);
    const float *a = s.left.values, *b = s.entered.values;
    float cells[DBT_BLOCK_CELLS], expected[DBT_BLOCK_CELLS], lowest, expected_lowest = INFINITY;
    dbt_sketch_cells(&s, 0, &s, 0, cells);
    dbt_sketch_min(&s, 0, &s, 0, 1, &lowest);
    for (int c = 0; c < DBT_BLOCK_CELLS; c++) {
        const int i = c / DBT_BLOCK, j = c % DBT_BLOCK;
        expected[c] = s.entered.squares[j] + s.left.squares[i];
        for (int k = 0; k < DBT_SKETCH_SIZE; k++)
            expected[c] += b[k * DBT_BLOCK + j] * a[i * DBT_SKETCH_SIZE + k];
        expected_lowest = fminf(expected_lowest, expected[c]);
    }
    assert_memory_equal(cells, expected, sizeof cells);
    assert_memory_equal(&lowest, &expected_lowest, sizeof lowest);
    dbt_sketch_points points;
    dbt_sketch_boxes boxes; /* above the sketches, and below */
    memcpy(points.at, b, sizeof points.at);
    for (size_t k = 0; k < DBT_SKETCH_SIZE * DBT_FAN; k++) {
        const size_t number = k / DBT_FAN;
        const float middle = b[k] + (number % 2 ? 1.0f : -1.0f);
        boxes.low[number][k % DBT_FAN] = middle - 0.1f;
        boxes.high[number][k % DBT_FAN] = middle + 0.1f;
    }
    double from_points[DBT_FAN], from_boxes[DBT_FAN];
    dbt_sketch_bound_points(&s, 0, &points, 0.0, INFINITY, from_points);
    dbt_sketch_bound_boxes(&s, 0, &boxes, 0.0, INFINITY, from_boxes);
    for (int j = 0; j < DBT_FAN; j++) {
        double from_point = 0.0, from_box = 0.0;
        for (int k = 0; k < DBT_SKETCH_SIZE; k++) {
            const double number = -0.5 * a[k];
            const double below = boxes.low[k][j] - number, above = number - boxes.high[k][j];
            from_point += pow(b[k * DBT_FAN + j] - number, 2.0);
            from_box += pow(fmax(0.0, fmax(below, above)), 2.0);
        }
        const double error = s.left.error[0];
        if (from_points[j] > 0.0)
            expect_near((from_points[j] * s.scale + error) / sqrt(from_point), 1.0, 1e-5);
        expect_near((from_boxes[j] * s.scale + error) / sqrt(from_box), 1.0, 1e-5);
    }
    dbt_searched_release(&s);
}

static void expect_more(void *context, double done, double total)
{
    double *last = context;
    assert_true(done >= *last && done <= total && isfinite(total));
    *last = done;
}

TEST(progress_rises_to_the_total)
{
    dbt_searched s = make_searched(100, 6, any, 3);
    dbt_cut_cell found[8];
    dbt_cut_query queries[8];
    for (size_t n = 0; n < 8; n++)
        queries[n] = (dbt_cut_query){
            .a = &s, .b = &s, .i_end = 100, .j_end = 100, .top = 1, .found = &found[n]
        };
    double done = 0.0;
    dbt_cut_search(queries, 8, 2, expect_more, &done);
    assert_true(done == 80000.0);
    dbt_searched_release(&s);
}

/* ---- clips ---- */

/* A trunk that makes one step, while it rotates by 90 degrees and rises. */
static const char stepping[] =
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\n"
    "CHANNELS 6 Xposition Yposition Zposition Yrotation Xrotation Zrotation\n"
    "JOINT Leg\n{\nOFFSET 0 -10 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "End Site\n{\nOFFSET 0 -10 7\n}\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.1\n"
    "5 100 6 0 0 0 0 0 0\n8 101 10 90 0 0 0 0 0\n";

static dbt_clip read_stepping(void)
{
    return read_bvh(stepping, sizeof stepping - 1, "stepping");
}

static void expect_values(const double *actual, const double *expected, double times)
{
    for (int k = 0; k < 6; k++)
        expect_near(actual[k], times * expected[k], 1e-12);
}

TEST(frames_are_seen_from_the_character)
{
    dbt_clip clip = read_stepping();
    const double weights[2] = { 3.0, 1.0 };
    dbt_view view = { .skeleton = &clip.skeleton,
                      .up = 1,
                      .ref = DBT_QUAT_IDENTITY,
                      .frame_time = 0.1,
                      .velocity_weight = 0.1 };
    dbt_features f;
    assert_true(dbt_features_init(&f, &clip, &view, NULL, NULL));
    const double root_half = sqrt(0.5);
    expect_values(f.pose, (double[]){ 0, 100, 0, 0, 90, 0 }, root_half);
    expect_values(f.pose + 6, (double[]){ 0, 101, 0, 0, 91, 0 }, root_half);
    expect_values(f.leaving, (double[]){ 0, 0, 0, 0, 0, 0 }, root_half);
    expect_values(f.leaving + 6, (double[]){ -40, 10, 30, -40, 10, 30 }, root_half);
    expect_values(f.entering, (double[]){ 30, 10, 40, 30, 10, 40 }, root_half);
    expect_values(f.entering + 6, (double[]){ 0, 0, 0, 0, 0, 0 }, root_half);
    const dbt_cut_cost cost = dbt_features_cost(&f, 1, &f, 0);
    expect_near(cost.pose, 1.0, 1e-12);
    expect_near(cost.velocity, sqrt(5000.0), 1e-10);
    expect_near(cost.cost, sqrt(51.0), 1e-12);
    dbt_features_release(&f);

    view.weights = weights;
    assert_true(dbt_features_init(&f, &clip, &view, NULL, NULL));
    expect_near(f.pose[1], sqrt(0.75) * 100.0, 1e-12);
    expect_near(f.pose[4], sqrt(0.25) * 90.0, 1e-12);
    dbt_features_release(&f);
    dbt_clip_release(&clip);
}

TEST(joints_without_weight_do_not_count)
{
    dbt_clip clip = read_stepping();
    double weights[2] = { 0.0, 1e-300 };
    const dbt_view view = { .skeleton = &clip.skeleton,
                            .up = 1,
                            .ref = DBT_QUAT_IDENTITY,
                            .frame_time = 0.1,
                            .velocity_weight = 0.1,
                            .weights = weights };
    dbt_features f;
    dbt_error err;
    assert_true(dbt_features_init(&f, &clip, &view, NULL, &err));
    assert_int_equal(f.n_values, 3);
    expect_near(f.pose[1], 90.0, 1e-12);
    dbt_features_release(&f);
    weights[1] = 0.0;
    assert_false(dbt_features_init(&f, &clip, &view, NULL, &err));
    assert_int_equal(err.code, DBT_E_PARAM);
    assert_null(f.pose);
    dbt_clip_release(&clip);
}

/* In a run of frames, the first has no velocity for leaving it, the last none for entering it. All
 * other features are as in the whole clip. */
TEST(a_run_of_frames_has_the_features_of_its_frames)
{
    enum { BEGIN = 7, END = 31, N = END - BEGIN };
    dbt_clip clip = walker_clip(0.3);
    const dbt_view view = { .skeleton = &clip.skeleton,
                            .up = 1,
                            .ref = DBT_QUAT_IDENTITY,
                            .frame_time = clip.frame_time,
                            .velocity_weight = 0.1 };
    dbt_features all, some;
    assert_true(dbt_features_init(&all, &clip, &view, NULL, NULL));
    assert_true(dbt_features_init(&some, &clip, &view, &(dbt_frame_run){ BEGIN, END }, NULL));
    assert_int_equal(some.n_frames, N);
    const size_t n = (size_t)all.n_values, row = n * sizeof(double);
    assert_memory_equal(some.pose, all.pose + BEGIN * n, N * row);
    assert_memory_equal(some.leaving + n, all.leaving + (BEGIN + 1) * n, (N - 1) * row);
    assert_memory_equal(some.entering, all.entering + BEGIN * n, (N - 1) * row);
    for (size_t v = 0; v < n; v++) {
        assert_true(some.leaving[v] == 0.0);
        assert_true(some.entering[(N - 1) * n + v] == 0.0);
    }
    dbt_features_release(&all);
    dbt_features_release(&some);
    walker_release(&clip);
}

/* By hand: 200 million pairs are free, a byte adds 10,000. */
TEST(pairs_of_frames_are_limited_by_bytes)
{
    dbt_error err = { .code = DBT_OK };
    assert_true(dbt_check_searched(200e6, 0.0, "a.bvh", &err));
    assert_true(dbt_check_searched(201e6, 100.0, "a.bvh", &err));
    assert_false(dbt_check_searched(201e6 + 1.0, 100.0, "a.bvh", &err));
    assert_int_equal(err.code, DBT_E_LIMIT);
    assert_string_equal(err.file, "a.bvh");
}

/* Returns the number of costs that a search of the library computes. */
static double costs_of_many(brute_library *l, const dbt_cut_quota *quota)
{
    dbt_library_cuts found = { .n = 0 };
    search_library(l, l->clips, quota, dbt_library_search, 1, &found);
    dbt_free(found.list);
    return found.n_computed;
}

/* For fewer cuts than frames, and for more. */
TEST(many_cuts_take_little_more_than_all_cuts_of_each_pair)
{
    enum { FRAMES = 600 };
    brute_library l = { .n = 2, .pairs = { 2, 1 } };
    for (size_t c = 0; c < l.n; c++) {
        l.clips[c] = make_clip(FRAMES, 3, smooth, 60 + c);
        l.ranges[c] = (dbt_cut_query){ .i_end = FRAMES, .j_end = FRAMES, .apart = 6 };
    }
    add_sketches(l.clips, l.n);
    for (size_t n = 10; n <= 1000; n *= 10) {
        const double by_quota = costs_of_many(&l, &(dbt_cut_quota){ n, true, SIZE_MAX });
        const double by_pair = costs_of_many(&l, &(dbt_cut_quota){ SIZE_MAX, false, n });
        if (by_quota > 3.0 * by_pair)
            fail_msg("%zu cuts: %.4g costs, of each pair %.4g", n, by_quota, by_pair);
    }
    release_library(&l);
}

/* ---- the whole search from clips, implemented again ---- */

enum { N_WALKERS = 4, WALKER_JOINTS = 6, WALKER_ANCHOR = 1 };

typedef struct seen_frame {
    dbt_vec3 pos[WALKER_JOINTS], leaving[WALKER_JOINTS], entering[WALKER_JOINTS];
} seen_frame;

typedef struct seen_clip {
    size_t n;
    seen_frame frames[3 * WALKER_FRAMES];
} seen_clip;

/* Returns v rotated by -angle about the axis `up`. */
static dbt_vec3 turned_back(dbt_vec3 v, int up, double angle)
{
    const int x = (up + 1) % 3, y = (up + 2) % 3;
    const double a = dbt_vec3_get(v, x), b = dbt_vec3_get(v, y);
    dbt_vec3_set(&v, x, cos(angle) * a + sin(angle) * b);
    dbt_vec3_set(&v, y, cos(angle) * b - sin(angle) * a);
    return v;
}

static double heading(dbt_quat motion_root, dbt_quat ref, int up)
{
    const dbt_quat q = dbt_quat_mul(motion_root, dbt_quat_conj(ref));
    return 2.0 * atan2(dbt_vec3_get((dbt_vec3){ q.x, q.y, q.z }, up), q.w);
}

static int by_name(const dbt_clip *clip, const dbt_clip *first, int joint)
{
    return dbt_skeleton_find(&clip->skeleton, first->skeleton.joints[joint].name, NULL);
}

static seen_clip observe(const dbt_clip *clip, const dbt_clip *first, double frame_time,
                         int motion_root, int up)
{
    seen_clip seen = { 0 };
    dbt_transform local[WALKER_JOINTS], world[3 * WALKER_FRAMES][WALKER_JOINTS], ref[WALKER_JOINTS];
    dbt_track track;
    dbt_pose_from_values(&first->skeleton, first->values, local);
    dbt_pose_world(&first->skeleton, local, ref);
    assert_true(
        dbt_track_init(&track, clip, &clip->skeleton, frame_time, DBT_INTERPOLATE_HERMITE, NULL));
    seen.n = track.n_frames;
    for (size_t k = 0; k < seen.n; k++) {
        dbt_track_pose(&track, k, local);
        dbt_pose_world(&clip->skeleton, local, world[k]);
    }
    for (size_t k = 0; k < seen.n; k++)
        for (int j = 0; j < WALKER_JOINTS; j++) {
            const int frame_bound = by_name(clip, first, j),
                      clip_motion_root = by_name(clip, first, motion_root);
            const double degrees =
                heading(world[k][clip_motion_root].rot, ref[motion_root].rot, up);
            dbt_vec3 ground = world[k][clip_motion_root].pos;
            dbt_vec3_set(&ground, up, 0.0);
            seen_frame *f = &seen.frames[k];
            f->pos[j] = turned_back(dbt_vec3_sub(world[k][frame_bound].pos, ground), up, degrees);
            if (k > 0)
                f->leaving[j] = turned_back(
                    dbt_vec3_sub(world[k][frame_bound].pos, world[k - 1][frame_bound].pos), up,
                    degrees);
            if (k + 1 < seen.n)
                f->entering[j] = turned_back(
                    dbt_vec3_sub(world[k + 1][frame_bound].pos, world[k][frame_bound].pos), up,
                    degrees);
            f->leaving[j] = dbt_vec3_scale(f->leaving[j], 1.0 / frame_time);
            f->entering[j] = dbt_vec3_scale(f->entering[j], 1.0 / frame_time);
        }
    dbt_track_release(&track);
    return seen;
}

static dbt_cut_cost cost_between(const seen_frame *a, const seen_frame *b, int motion_root,
                                 const double *weights, double velocity_weight)
{
    double pose2 = 0.0, vel2 = 0.0, sum = 0.0;
    for (int j = motion_root; j < WALKER_JOINTS; j++) {
        const double w = weights ? weights[j] : 1.0;
        const double p = dbt_vec3_length(dbt_vec3_sub(a->pos[j], b->pos[j]));
        const double v = dbt_vec3_length(dbt_vec3_sub(a->leaving[j], b->entering[j]));
        pose2 += w * p * p;
        vel2 += w * v * v;
        sum += w;
    }
    pose2 /= sum;
    vel2 /= sum;
    return (dbt_cut_cost){ sqrt(pose2 + velocity_weight * velocity_weight * vel2), sqrt(pose2),
                           sqrt(vel2) };
}

/* Ranges of a search, in frames computed by hand. */
typedef struct by_hand {
    size_t i_begin, i_end, j_begin, j_end, between, apart;
} by_hand;

static size_t list_by_hand(const seen_clip *a, const seen_clip *b, int motion_root,
                           const by_hand *h, const dbt_suggest_spec *spec, dbt_cut_cell *found)
{
    size_t n = 0;
    for (; n < spec->top; n++) {
        const dbt_cut_query open = { .between = h->between, .apart = h->apart };
        bool any_left = false;
        for (size_t i = h->i_begin; i < h->i_end; i++)
            for (size_t j = h->j_begin; j < h->j_end; j++) {
                const dbt_cut_cost cost = cost_between(&a->frames[i], &b->frames[j], motion_root,
                                                       spec->weights, spec->velocity_weight);
                if (brute_is_open(&open, i, j, found, n) &&
                    (!any_left || cost.cost < found[n].cost.cost)) {
                    found[n] = (dbt_cut_cell){ i, j, cost };
                    any_left = true;
                }
            }
        if (!any_left)
            break;
    }
    return n;
}

static void expect_pair(const dbt_suggest_spec *spec, const dbt_clip *const *clips,
                        const dbt_clip_pair *pair, int motion_root)
{
    const double frame_time = clips[0]->frame_time;
    const seen_clip a = observe(clips[pair->a], clips[0], frame_time, motion_root, spec->up);
    const seen_clip b = observe(clips[pair->b], clips[0], frame_time, motion_root, spec->up);
    const size_t play = (size_t)floor(0.21 / frame_time + 0.5);
    const by_hand h = { .i_begin = play,
                        .i_end = a.n,
                        .j_begin = 0,
                        .j_end = b.n - play,
                        .between = pair->a == pair->b ? (size_t)floor(0.4 / frame_time + 0.5) : 0,
                        .apart = 3 };
    dbt_cut_cell found[5];
    const size_t n = list_by_hand(&a, &b, motion_root, &h, spec, found);
    assert_int_equal(pair->n_found, n);
    for (size_t f = 0; f < n; f++) {
        assert_int_equal(pair->found[f].i, found[f].i);
        assert_int_equal(pair->found[f].j, found[f].j);
        expect_near(pair->found[f].cost.cost, found[f].cost.cost, 1e-9 * found[f].cost.cost);
        expect_near(pair->found[f].cost.pose, found[f].cost.pose, 1e-9 * found[f].cost.cost);
        expect_near(pair->found[f].cost.velocity, found[f].cost.velocity,
                    1e-7 * found[f].cost.cost);
    }
}

/* Makes walkers with two frame rates and two orders of joints. In two walkers the joint that walks
 * is held. */
static void make_walkers(dbt_clip clips[N_WALKERS])
{
    for (int c = 0; c < N_WALKERS; c++)
        clips[c] = walker_clip_ordered(0.4 * c, c % 2 == 1);
    clips[1].frame_time = 0.03;
    for (int c = 2; c < N_WALKERS; c++)
        for (size_t k = 1; k < WALKER_FRAMES; k++)
            memcpy(clips[c].values + k * WALKER_CHANNELS + 3, clips[c].values + 3,
                   3 * sizeof(double));
}

TEST(suggests_what_a_loop_over_all_pairs_finds)
{
    dbt_clip clips[N_WALKERS];
    const dbt_clip *borrowed[N_WALKERS];
    make_walkers(clips);
    for (int c = 0; c < N_WALKERS; c++)
        borrowed[c] = &clips[c];
    const double weights[WALKER_JOINTS] = { 1.0, 0.0, 2.0, 0.5, 1e-3, 4.0 };
    for (int variant = 0; variant < 6; variant++) {
        dbt_cut_cell cells[5];
        const dbt_suggest_spec spec = { .up = variant % 3,
                                        .velocity_weight = variant == 5 ? 0.0 : 0.1,
                                        .weights = variant > 2 ? weights : NULL,
                                        .play = { .value = 0.21 },
                                        .apart = { .value = 3, .unit = DBT_TIME_FRAMES },
                                        .between = { .value = 0.4 },
                                        .top = 5,
                                        .n_threads = 1 + variant % 3 };
        dbt_warnings warnings = { 0 };
        const dbt_clip_source source = dbt_clips_in_memory(borrowed);
        for (size_t n = 0; n < N_WALKERS * N_WALKERS; n++) {
            dbt_clip_pair pair = { .a = n / N_WALKERS, .b = n % N_WALKERS, .found = cells };
            assert_true(dbt_suggest_pair(&spec, &source, N_WALKERS, &pair, &warnings, NULL));
            expect_pair(&spec, borrowed, &pair, WALKER_ANCHOR);
        }
    }
    for (int c = 0; c < N_WALKERS; c++)
        walker_release(&clips[c]);
}

TEST(says_what_is_wrong)
{
    dbt_clip clip = walker_clip(0.0), other = walker_clip(0.5);
    const dbt_clip *clips[2] = { &clip, &other };
    dbt_suggest_spec spec = { .up = 1, .play = { .value = 2.0 }, .top = 1, .n_threads = 2 };
    dbt_cut_cell cell;
    dbt_clip_pair pair = { .a = 0, .b = 1, .found = &cell };
    dbt_warnings warnings = { 0 };
    dbt_error err;
    const dbt_clip_source source = dbt_clips_in_memory(clips);
    assert_false(dbt_suggest_pair(&spec, &source, 2, &pair, &warnings, &err));
    assert_int_equal(err.code, DBT_E_TIME);
    assert_non_null(strstr(err.msg, "--play"));
    spec.play.value = 0.0;
    spec.root = "Nobody";
    assert_false(dbt_suggest_pair(&spec, &source, 2, &pair, &warnings, &err));
    assert_int_equal(err.code, DBT_E_PARAM);
    spec.root = "World";
    assert_true(dbt_suggest_pair(&spec, &source, 2, &pair, &warnings, &err));
    assert_int_equal(pair.n_found, 1);
    other.n_frames = 0;
    assert_false(dbt_suggest_pair(&spec, &source, 2, &pair, &warnings, &err));
    assert_int_equal(err.code, DBT_E_FRAMES);
    other.n_frames = WALKER_FRAMES;
    walker_release(&clip);
    walker_release(&other);
}

static void expect_ranges(const dbt_suggest_spec *spec, const by_hand *h)
{
    dbt_cut_query q;
    dbt_suggest_ranges(spec, 0.1, 50, 30, &q);
    assert_int_equal(q.i_begin, h->i_begin);
    assert_int_equal(q.i_end, h->i_end);
    assert_int_equal(q.j_begin, h->j_begin);
    assert_int_equal(q.j_end, h->j_end);
    assert_int_equal(q.between, h->between);
    assert_int_equal(q.apart, h->apart);
}

/* By hand: 2000 * 100,000 pairs are the limit without text, 44 * 44 is 1936, 45 * 45 is 2025. */
TEST(pairs_of_clips_are_limited)
{
    dbt_clip clip = walker_clip(0.0);
    clip.text.size = 0;
    const dbt_clip *clips[45];
    for (int c = 0; c < 45; c++)
        clips[c] = &clip;
    const dbt_clip_source source = dbt_clips_in_memory(clips);
    const dbt_suggest_spec spec = { .up = 1, .velocity_weight = 0.1, .top = 1, .n_threads = 1 };
    const dbt_cut_quota all = { .n = SIZE_MAX, .per_pair = 1 };
    dbt_library_cuts found;
    dbt_warnings warnings = { 0 };
    dbt_error err = { .code = DBT_OK };
    assert_false(dbt_suggest_library(&spec, &all, &source, 45, &found, &warnings, &err));
    assert_int_equal(err.code, DBT_E_LIMIT);
    assert_true(dbt_suggest_library(&spec, &all, &source, 44, &found, &warnings, &err));
    dbt_free(found.list);
    walker_release(&clip);
}

/* A clip in which nothing moves has another motion root, but no pair of clips does. */
TEST(searches_no_pair_twice)
{
    dbt_clip clips[] = { walker_clip(0.0), walker_clip(0.2), walker_clip(0.4), walker_clip(0.6) };
    const dbt_clip *list[] = { &clips[0], &clips[1], &clips[2], &clips[3] };
    const dbt_clip_source source = dbt_clips_in_memory(list);
    for (size_t frame = 1; frame < WALKER_FRAMES; frame++)
        memcpy((double *)dbt_clip_frame(&clips[3], frame), dbt_clip_frame(&clips[3], 0),
               (size_t)clips[3].skeleton.n_channels * sizeof(double));
    double n_cells[2];
    for (int named = 0; named < 2; named++) {
        dbt_warnings warnings = { 0 };
        dbt_library_cuts found;
        assert_true(dbt_suggest_library(
            &(dbt_suggest_spec){
                .root = named ? "Hips" : NULL, .up = 1, .velocity_weight = 0.1, .n_threads = 1 },
            &(dbt_cut_quota){ 2, true, SIZE_MAX }, &source, 4, &found, &warnings, NULL));
        assert_int_equal(found.n, 8);
        dbt_free(found.list);
        n_cells[named] = found.n_cells;
    }
    assert_true(n_cells[0] > 0.0 && n_cells[0] == n_cells[1]);
    for (size_t c = 0; c < 4; c++)
        walker_release(&clips[c]);
}

TEST(times_narrow_the_ranges)
{
    dbt_suggest_spec spec = { .between = { .value = 0.45 }, .apart = { .value = 0.24 } };
    expect_ranges(&spec, &(by_hand){ 1, 50, 0, 30, 5, 2 });
    spec.play.value = 0.5;
    expect_ranges(&spec, &(by_hand){ 5, 50, 0, 25, 5, 2 });
    const dbt_time_range at = { { .value = 1.0 }, { .value = 2.0 } };
    const dbt_time_range from = { { .value = 7, .unit = DBT_TIME_FRAMES },
                                  { .value = 0.1, .from_end = true } };
    spec.at = &at;
    spec.from = &from;
    expect_ranges(&spec, &(by_hand){ 10, 21, 7, 25, 5, 2 });
    const dbt_time_range before = { { .value = 9.0, .from_end = true },
                                    { .value = 8.0, .from_end = true } };
    const dbt_time_range behind = { { .value = 9.0 }, { .value = 10.0 } };
    spec.at = &before;
    spec.from = &behind;
    expect_ranges(&spec, &(by_hand){ 5, 0, 30, 25, 5, 2 });
}

TEST(draws_all_costs)
{
    dbt_searched a = make_clip(9, 6, any, 1), b = make_clip(13, 6, any, 2);
    const dbt_cut_query q = {
        .a = &a, .b = &b, .i_begin = 1, .i_end = 9, .j_begin = 2, .j_end = 13, .between = 3
    };
    dbt_cost_map map = { .points = 11 }, small_map = { .points = 3 };
    dbt_cost_map_draw(&map, &q, 2);
    dbt_cost_map_draw(&small_map, &q, 1);
    assert_int_equal(map.n_rows, 8);
    assert_int_equal(map.n_columns, 11);
    double lowest[9];
    for (size_t k = 0; k < 9; k++)
        lowest[k] = INFINITY;
    for (size_t i = 1; i < 9; i++)
        for (size_t j = 2; j < 13; j++) {
            const bool open = labs((long)i - (long)j) >= 3;
            const double cost = dbt_features_cost(&a.features, i, &b.features, j).cost;
            assert_true(map.costs[(i - 1) * 11 + j - 2] == (open ? cost : INFINITY));
            const size_t row = i - 1 < 2 ? 0 : i - 1 < 5 ? 1 : 2;
            const size_t point = row * 3 + (j - 2 < 3 ? 0 : j - 2 < 7 ? 1 : 2);
            if (open)
                lowest[point] = fmin(lowest[point], cost);
        }
    for (size_t k = 0; k < 9; k++)
        assert_true(small_map.costs[k] == lowest[k]);
    dbt_free(map.costs);
    dbt_free(small_map.costs);
    dbt_searched_release(&a);
    dbt_searched_release(&b);
}

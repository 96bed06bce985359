#include "search/cut_tree.h"

#include "base/min_max.h"
#include "base/mem.h"

/* How many numbers of a sketch a split may use: the first ones, in which frames vary most. How many
 * frames are sampled to compare the variances. */
enum { CHIEF_NUMBERS = 16, SAMPLES = 256 };

/* A tree that is being built. Ranges [begin, end) are indices in its frames. */
typedef struct builder {
    const dbt_searched *clips;
    dbt_cut_tree *tree;
} builder;

/* A set of frames and the bounding box of their sketches; low > high: no frames. */
typedef struct box {
    float low[DBT_SKETCH_SIZE], high[DBT_SKETCH_SIZE];
    dbt_tree_set all;
} box;

static float number_of(const builder *b, const dbt_tree_frame *of, size_t number)
{
    return dbt_sketch_number(&b->clips[of->clip], of->frame, number);
}

/* Returns the index, below CHIEF_NUMBERS, of the sketch's number with the largest variance, in a
 * sample of frames [begin, end), at least one; the lowest such index. */
static size_t widest_number(const builder *b, size_t begin, size_t end)
{
    const size_t step = (end - begin + SAMPLES - 1) / SAMPLES;
    size_t widest = 0;
    double largest = -1.0;
    for (size_t number = 0; number < CHIEF_NUMBERS; number++) {
        double n = 0.0, sum = 0.0, squares = 0.0;
        for (size_t at = begin; at < end; at += step) {
            const double value = (double)number_of(b, &b->tree->frames[at], number);
            n += 1.0;
            sum += value;
            squares += value * value;
        }
        const double variance = squares / n - sum / n * (sum / n);
        if (variance > largest) {
            largest = variance;
            widest = number;
        }
    }
    return widest;
}

static bool is_earlier(const dbt_tree_frame *x, const dbt_tree_frame *y)
{
    return x->clip < y->clip || (x->clip == y->clip && x->frame < y->frame);
}

/* Whether x has the smaller number or, if the numbers are equal, is earlier. */
static bool has_less(const builder *b, const dbt_tree_frame *x, const dbt_tree_frame *y,
                     size_t number)
{
    const float s = number_of(b, x, number), t = number_of(b, y, number);
    return s < t || (s <= t && is_earlier(x, y));
}

/* Quickselect by the sketches' number of index `number`: reorders frames [begin, end) so that those
 * with the smallest values are in [begin, at); of equal values, the earlier frames. Neither side is
 * sorted. at: in [begin, end). Source: C. A. R. Hoare, "Algorithm 65: find" (1961). */
static void quickselect(const builder *b, size_t begin, size_t end, size_t at, size_t number)
{
    dbt_tree_frame *frames = b->tree->frames;
    while (end - begin > 1) {
        const dbt_tree_frame pivot = frames[begin + (end - begin) / 2];
        size_t low = begin, above = end; /* frames before `low` are up to the pivot, frames from
                                            `above` on are the pivot or after it */
        while (low < above) {
            while (has_less(b, &frames[low], &pivot, number))
                low++;
            while (has_less(b, &pivot, &frames[above - 1], number))
                above--;
            if (low < above) {
                const dbt_tree_frame moved = frames[low];
                frames[low++] = frames[--above];
                frames[above] = moved;
            }
        }
        if (at < above)
            end = above;
        else if (at >= low)
            begin = low;
        else
            break; /* frame `at` is the pivot */
    }
}

/* Splits frames [begin, end) into sets of `size` frames, the last maybe smaller, by reordering
 * them: halves them by the number of the largest variance, then each half, and so on. Up to `size`
 * frames stay in their order. */
static void divide(const builder *b, size_t begin, size_t end, size_t size)
{
    if (end - begin <= size)
        return;
    const size_t n_sets = (end - begin + size - 1) / size;
    const size_t at = begin + n_sets / 2 * size;
    quickselect(b, begin, end, at, widest_number(b, begin, end));
    divide(b, begin, at, size);
    divide(b, at, end, size);
}

/* Adds the frames of `more`, not empty, to the set `all`: updates its error, first and is_alike.
 * is_empty: `all` has no frames yet; it must then be 0. */
static void add_to_set(const builder *b, dbt_tree_set *all, const dbt_tree_set *more, bool is_empty)
{
    const dbt_tree_frame x = all->first, y = more->first;
    const dbt_features *f = &b->clips[x.clip].features, *g = &b->clips[y.clip].features;
    all->error = fmax(all->error, more->error);
    all->is_alike =
        more->is_alike &&
        (is_empty || (all->is_alike && dbt_features_are_equal(f, x.frame, g, y.frame, true)));
    if (is_empty || is_earlier(&more->first, &all->first))
        all->first = more->first;
}

/* Fills the tree's leaf begin / DBT_FAN with frames [begin, end), 1 to DBT_FAN; begin is a multiple
 * of DBT_FAN. Other points become INFINITY. Returns the box around the frames. */
static box make_leaf(const builder *b, size_t begin, size_t end)
{
    dbt_tree_leaf *leaf = &b->tree->leaves[begin / DBT_FAN];
    box all = { .all.error = 0.0 };
    for (size_t at = begin; at < end; at++) {
        const dbt_tree_frame of = b->tree->frames[at];
        const double error = b->clips[of.clip].entered.error[of.frame / DBT_BLOCK];
        add_to_set(b, &all.all, &(dbt_tree_set){ error, of, true }, at == begin);
    }
    leaf->all = all.all;
    for (size_t k = 0; k < DBT_SKETCH_SIZE; k++) {
        all.low[k] = INFINITY;
        all.high[k] = -INFINITY;
        for (size_t at = begin; at < begin + DBT_FAN; at++) {
            const float value = at < end ? number_of(b, &b->tree->frames[at], k) : INFINITY;
            leaf->points.at[k][at - begin] = value;
            all.low[k] = fminf(all.low[k], value);
            all.high[k] = at < end ? fmaxf(all.high[k], value) : all.high[k];
        }
    }
    return all;
}

/* Fills node `at` with frames [begin, end), at most DBT_FAN * size, which it reorders. Each child
 * has `size` of them, the last maybe fewer. size: a power of DBT_FAN; DBT_FAN itself: the children
 * are leaves. Else appends the children to tree->nodes, which must have room, and adds to n_nodes.
 * Fills all nodes and leaves below. Returns the box around all frames. */
static box make_node(builder *b, size_t at, size_t begin, size_t end, size_t size)
{
    dbt_tree_node *node = &b->tree->nodes[at];
    box all = { .all.error = 0.0 };
    node->has_leaves = size == DBT_FAN;
    node->n = (int)((end - begin + size - 1) / size);
    node->first = node->has_leaves ? begin / DBT_FAN : b->tree->n_nodes;
    b->tree->n_nodes += node->has_leaves ? 0 : (size_t)node->n;
    divide(b, begin, end, size);
    for (int c = 0; c < DBT_FAN; c++) {
        const size_t from = begin + (size_t)c * size, to = dbt_min(from + size, end);
        box child = { .all.error = 0.0 };
        if (c < node->n) {
            child = node->has_leaves
                        ? make_leaf(b, from, to)
                        : make_node(b, node->first + (size_t)c, from, to, size / DBT_FAN);
            add_to_set(b, &all.all, &child.all, c == 0);
        }
        for (int k = 0; k < DBT_SKETCH_SIZE; k++) {
            node->boxes.low[k][c] = c < node->n ? child.low[k] : INFINITY;
            node->boxes.high[k][c] = c < node->n ? child.high[k] : -INFINITY;
            all.low[k] = fminf(c == 0 ? INFINITY : all.low[k], node->boxes.low[k][c]);
            all.high[k] = fmaxf(c == 0 ? -INFINITY : all.high[k], node->boxes.high[k][c]);
        }
    }
    node->all = all.all;
    return all;
}

void dbt_cut_tree_init(dbt_cut_tree *tree, const dbt_searched *clips, dbt_tree_frame *frames,
                       size_t n)
{
    size_t size = DBT_FAN, n_nodes = 1; /* the root, and those of each level below */
    for (; size * DBT_FAN < n; size *= DBT_FAN)
        n_nodes += (n + size * DBT_FAN - 1) / (size * DBT_FAN);
    *tree = (dbt_cut_tree){ .nodes = dbt_alloc_array(n_nodes, sizeof *tree->nodes),
                            .leaves = dbt_alloc_array(n / DBT_FAN + 1, sizeof *tree->leaves),
                            .frames = frames,
                            .n_nodes = 1,
                            .n_frames = n };
    (void)make_node(&(builder){ clips, tree }, 0, 0, n, size);
}

void dbt_cut_tree_release(dbt_cut_tree *tree)
{
    dbt_free(tree->nodes);
    dbt_free(tree->leaves);
    dbt_free(tree->frames);
    *tree = (dbt_cut_tree){ 0 };
}

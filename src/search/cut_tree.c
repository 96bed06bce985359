#include "search/cut_tree.h"

#include "base/min_max.h"
#include "base/mem.h"

#include <string.h>

/* The first numbers of sketches, in which frames differ most. */
enum { CHIEF_NUMBERS = 8 };

typedef struct builder {
    const dbt_searched *clips;
    dbt_cut_tree *tree;
} builder;

typedef struct box {
    float low[DBT_SKETCH_SIZE], high[DBT_SKETCH_SIZE];
    double error;
} box;

static const dbt_sketch *sketch_of(const builder *b, size_t unit)
{
    return &b->clips[b->tree->units[unit].clip].entered;
}

/* The middle of a unit's box along one number, times two. */
static float middle(const builder *b, size_t unit, int number)
{
    const dbt_sketch *sketch = sketch_of(b, unit);
    const size_t at = b->tree->units[unit].unit * (size_t)DBT_SKETCH_SIZE + (size_t)number;
    return sketch->low[at] + sketch->high[at];
}

/* Which of the chief numbers differs most among the middles of units. */
static int widest_number(const builder *b, size_t begin, size_t end)
{
    int widest = 0;
    float most = -1.0f;
    for (int number = 0; number < CHIEF_NUMBERS; number++) {
        float low = INFINITY, high = -INFINITY;
        for (size_t unit = begin; unit < end; unit++) {
            const float value = middle(b, unit, number);
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        if (high - low > most) {
            most = high - low;
            widest = number;
        }
    }
    return widest;
}

/* Brings the units of [begin, end) with the least numbers before `at`. Source: C. A. R. Hoare,
 * "Algorithm 65: find" (1961). */
static void part_units(const builder *b, size_t begin, size_t end, size_t at, int number)
{
    dbt_tree_unit *units = b->tree->units;
    while (end - begin > 1) {
        const float pivot = middle(b, begin + (end - begin) / 2, number);
        size_t low = begin, above = end; /* [begin, low) are at most the pivot, the others not less
                                            from above on */
        while (low < above) {
            while (middle(b, low, number) < pivot)
                low++;
            while (middle(b, above - 1, number) > pivot)
                above--;
            if (low < above) {
                const dbt_tree_unit moved = units[low];
                units[low++] = units[--above];
                units[above] = moved;
            }
        }
        if (at < above)
            end = above;
        else if (at >= low)
            begin = low;
        else
            break; /* between both, all equal the pivot */
    }
}

/* Parts the units of [begin, end) into sets of `size`, the last one of the rest. */
static void divide(const builder *b, size_t begin, size_t end, size_t size)
{
    if (end - begin <= size)
        return;
    const size_t n_sets = (end - begin + size - 1) / size;
    const size_t at = begin + n_sets / 2 * size;
    part_units(b, begin, end, at, widest_number(b, begin, end));
    divide(b, begin, at, size);
    divide(b, at, end, size);
}

static box box_of_unit(const builder *b, size_t unit)
{
    const dbt_sketch *sketch = sketch_of(b, unit);
    const size_t number = b->tree->units[unit].unit;
    box out = { .error = sketch->error[number / DBT_BLOCK_UNITS] };
    memcpy(out.low, sketch->low + number * DBT_SKETCH_SIZE, sizeof out.low);
    memcpy(out.high, sketch->high + number * DBT_SKETCH_SIZE, sizeof out.high);
    return out;
}

/* Makes node `at` of the units of [begin, end); each child has up to `size` of them. Returns the
 * box around all. */
static box make_node(builder *b, size_t at, size_t begin, size_t end, size_t size)
{
    dbt_tree_node *node = &b->tree->nodes[at];
    box all = { .error = 0.0 };
    node->is_leaf = size == 1;
    node->n = (int)((end - begin + size - 1) / size);
    node->first = node->is_leaf ? begin : b->tree->n_nodes;
    b->tree->n_nodes += node->is_leaf ? 0 : (size_t)node->n;
    divide(b, begin, end, size);
    for (int c = 0; c < DBT_FAN; c++) {
        const size_t from = begin + (size_t)c * size;
        box child = { .error = 0.0 };
        if (c < node->n)
            child = node->is_leaf ? box_of_unit(b, from)
                                  : make_node(b, node->first + (size_t)c, from,
                                              dbt_min(from + size, end), size / DBT_FAN);
        for (int k = 0; k < DBT_SKETCH_SIZE; k++) {
            node->boxes.low[k][c] = c < node->n ? child.low[k] : INFINITY;
            node->boxes.high[k][c] = c < node->n ? child.high[k] : -INFINITY;
            all.low[k] = fminf(c == 0 ? INFINITY : all.low[k], node->boxes.low[k][c]);
            all.high[k] = fmaxf(c == 0 ? -INFINITY : all.high[k], node->boxes.high[k][c]);
        }
        all.error = c < node->n ? fmax(all.error, child.error) : all.error;
    }
    node->error = all.error;
    return all;
}

bool dbt_cut_tree_init(dbt_cut_tree *tree, const dbt_searched *clips, dbt_tree_unit *units,
                       size_t n, dbt_error *err)
{
    size_t size = 1, n_nodes = 1; /* the root, and those of each level below */
    for (; size * DBT_FAN < n; size *= DBT_FAN)
        n_nodes += (n + size * DBT_FAN - 1) / (size * DBT_FAN);
    *tree = (dbt_cut_tree){ .nodes = dbt_alloc_array(n_nodes, sizeof *tree->nodes),
                            .units = units,
                            .n_nodes = 1,
                            .n_units = n };
    if (!tree->nodes)
        return dbt_fail_memory(err);
    (void)make_node(&(builder){ clips, tree }, 0, 0, n, size);
    return true;
}

void dbt_cut_tree_release(dbt_cut_tree *tree)
{
    dbt_free(tree->nodes);
    dbt_free(tree->units);
    *tree = (dbt_cut_tree){ 0 };
}

#include "search/graph.h"

#include "base/rng.h"
#include "base/mem.h"
#include "base/min_max.h"
#include "base/sorted.h"

#include <stdlib.h>

/* ---- which cuts ---- */

static int by_cost(const void *x, const void *y)
{
    return dbt_cut_compare(*(const double *)x, *(const double *)y);
}

/* Returns the lower median of the costs of the cuts in the list, one or more, units. The list
 * stays. */
static double median_cost(const dbt_library_cuts *cuts)
{
    double *costs = dbt_alloc_array(cuts->n, sizeof *costs);
    for (size_t c = 0; c < cuts->n; c++)
        costs[c] = cuts->list[c].cell.cost.cost;
    qsort(costs, cuts->n, sizeof *costs, by_cost);
    const double median = costs[(cuts->n - 1) / 2];
    dbt_free(costs);
    return median;
}

/* ---- nodes ---- */

static int by_nodes(const void *x, const void *y)
{
    const dbt_graph_cut *a = x, *b = y;
    const int from = dbt_compare_sizes(a->from, b->from);
    return from ? from : dbt_compare_sizes(a->to, b->to);
}

/* Maps (clip, frame, entered) to a node number by a flat array of all frames that cuts need. */
typedef struct frame_row {
    size_t n_clips;
    size_t *begin;  /* [n_clips + 1]: index of each clip's first frame */
    size_t *number; /* [begin[n_clips]][2]: 1 + number of the node where the frame is left, and
                       entered; 0: no node */
} frame_row;

static size_t *number_of(const frame_row *row, size_t clip, size_t frame, bool entered)
{
    return &row->number[2 * (row->begin[clip] + frame) + entered];
}

/* Sets *row, which must be 0, with a number other than 0 for each frame that cuts join, one for
 * leaving and one for entering it; the caller frees its arrays. Returns how many such numbers. */
static size_t mark_frames(frame_row *row, const dbt_library_cuts *cuts)
{
    size_t n = 0;
    for (size_t c = 0; c < cuts->n; c++)
        row->n_clips = dbt_max(row->n_clips, dbt_max(cuts->list[c].a, cuts->list[c].b) + 1);
    row->begin = dbt_alloc_array(row->n_clips + 1, sizeof *row->begin);
    for (size_t c = 0; c < cuts->n; c++) {
        const dbt_library_cut *cut = &cuts->list[c];
        row->begin[cut->a + 1] = dbt_max(row->begin[cut->a + 1], cut->cell.i + 1);
        row->begin[cut->b + 1] = dbt_max(row->begin[cut->b + 1], cut->cell.j + 1);
    }
    for (size_t clip = 0; clip < row->n_clips; clip++)
        row->begin[clip + 1] += row->begin[clip];
    row->number = dbt_alloc_array(2 * row->begin[row->n_clips], sizeof *row->number);
    for (size_t c = 0; c < cuts->n; c++) {
        const dbt_library_cut *cut = &cuts->list[c];
        size_t *const left = number_of(row, cut->a, cut->cell.i, false);
        size_t *const entered = number_of(row, cut->b, cut->cell.j, true);
        n += *left == 0;
        n += *entered == 0;
        *left = *entered = 1;
    }
    return n;
}

/* Allocates and sets the graph's cuts, NULL before: those in `found` that cost at most g->below to
 * nine digits, sorted by nodes. Sets its nodes to the frames that these join. Frees found->list and
 * zeroes *found. */
static void add_cuts(dbt_graph *g, dbt_library_cuts *found)
{
    frame_row row = { .n_clips = 0 };
    size_t n_kept = 0;
    for (size_t c = 0; c < found->n; c++)
        if (dbt_cut_compare(found->list[c].cell.cost.cost, g->below) <= 0)
            found->list[n_kept++] = found->list[c];
    found->n = n_kept;
    g->nodes = dbt_alloc_array(mark_frames(&row, found), sizeof *g->nodes);
    for (size_t clip = 0; clip < row.n_clips; clip++)
        for (size_t slot = 2 * row.begin[clip]; slot < 2 * row.begin[clip + 1]; slot++)
            if (row.number[slot]) {
                const size_t frame = slot / 2 - row.begin[clip];
                g->nodes[g->n_nodes++] =
                    (dbt_graph_node){ (uint32_t)clip, (uint32_t)frame, slot % 2 == 1 };
                row.number[slot] = g->n_nodes;
            }
    g->cuts = dbt_alloc_array(found->n, sizeof *g->cuts);
    for (; g->n_cuts < found->n; g->n_cuts++) {
        const dbt_library_cut *cut = &found->list[g->n_cuts];
        g->cuts[g->n_cuts] =
            (dbt_graph_cut){ *number_of(&row, cut->a, cut->cell.i, false) - 1,
                             *number_of(&row, cut->b, cut->cell.j, true) - 1, cut->cell.cost };
    }
    dbt_free(row.begin);
    dbt_free(row.number);
    dbt_free(found->list);
    *found = (dbt_library_cuts){ .n = 0 };
    if (g->n_cuts > 0)
        qsort(g->cuts, g->n_cuts, sizeof *g->cuts, by_nodes);
}

size_t dbt_graph_next_left(const dbt_graph *graph, size_t node)
{
    const dbt_graph_node *nodes = graph->nodes;
    const size_t clip = nodes[node].clip;
    const size_t frame = nodes[node].frame + (nodes[node].entered ? graph->play : 1);
    size_t low = node + 1, high = graph->n_nodes;
    while (low < high) { /* finds the first node not before that frame */
        const size_t middle = low + (high - low) / 2;
        if (nodes[middle].clip > clip ||
            (nodes[middle].clip == clip && nodes[middle].frame >= frame))
            high = middle;
        else
            low = middle + 1;
    }
    while (low < graph->n_nodes && nodes[low].clip == clip && nodes[low].entered)
        low++;
    return low < graph->n_nodes && nodes[low].clip == clip ? low : graph->n_nodes;
}

/* ---- components ---- */

/* Tarjan's strongly connected components, without recursion. Source: R. Tarjan, Depth-first search
 * and linear graph algorithms (1972). */
typedef struct tarjan {
    const dbt_graph *graph;
    size_t *first_cut; /* [n_nodes + 1]: index of each node's first cut */
    size_t *order;     /* [n_nodes]: the order of visits, from 1; 0: not visited yet */
    size_t *low;       /* [n_nodes]: order of the earliest visited node that can be reached */
    size_t *component; /* [n_nodes]: number of the node's component, from 1; 0: none yet */
    size_t *edge;      /* [n_nodes]: number of edges that were followed */
    size_t *open;      /* [n_nodes]: stack of nodes without a component */
    size_t *path;      /* [n_nodes]: stack of the current path */
    size_t n_reached, n_open, n_components;
} tarjan;

enum { TARJAN_ARRAYS = 7 };

/* Sets *t, and borrows the graph. Allocates the arrays in one block, first_cut, which the caller
 * frees. Sets first_cut from the graph's cuts, which are sorted by `from`; the other arrays are
 * 0. */
static void tarjan_init(tarjan *t, const dbt_graph *g)
{
    const size_t n = g->n_nodes;
    *t = (tarjan){ .graph = g,
                   .first_cut = dbt_alloc_array(n * TARJAN_ARRAYS + 1, sizeof *t->first_cut) };
    t->order = t->first_cut + n + 1;
    t->low = t->order + n;
    t->component = t->low + n;
    t->edge = t->component + n;
    t->open = t->edge + n;
    t->path = t->open + n;
    for (size_t c = 0; c < g->n_cuts; c++)
        t->first_cut[g->cuts[c].from + 1]++;
    for (size_t v = 0; v < n; v++)
        t->first_cut[v + 1] += t->first_cut[v];
}

static void reach(tarjan *t, size_t node)
{
    t->order[node] = t->low[node] = ++t->n_reached;
    t->open[t->n_open++] = node;
}

/* Returns the next successor of a node, and counts it in t->edge: first those of its cuts, then
 * dbt_graph_next_left. Returns n_nodes if there is no later node, and after that. */
static size_t follow(tarjan *t, size_t node)
{
    const size_t cut = t->first_cut[node] + t->edge[node]++, end = t->first_cut[node + 1];
    if (cut > end)
        return t->graph->n_nodes;
    return cut < end ? t->graph->cuts[cut].to : dbt_graph_next_left(t->graph, node);
}

/* Depth-first search from a root that was not visited: sets order and component of all nodes that
 * it reaches first, and adds to n_reached and n_components. Without recursion. */
static void search_from(tarjan *t, size_t root)
{
    size_t depth = 0;
    t->path[depth++] = root;
    reach(t, root);
    while (depth > 0) {
        const size_t node = t->path[depth - 1], to = follow(t, node);
        if (to < t->graph->n_nodes) {
            if (t->order[to] == 0) {
                reach(t, to);
                t->path[depth++] = to;
            } else if (t->component[to] == 0 && t->order[to] < t->low[node]) {
                t->low[node] = t->order[to];
            }
            continue;
        }
        if (t->low[node] == t->order[node]) { /* the component is complete */
            t->n_components++;
            do
                t->component[t->open[--t->n_open]] = t->n_components;
            while (t->open[t->n_open] != node);
        }
        if (--depth > 0 && t->low[node] < t->low[t->path[depth - 1]])
            t->low[t->path[depth - 1]] = t->low[node];
    }
}

/* ---- the largest ---- */

/* The size of a component: its nodes, the cuts between them, and its first node. */
typedef struct component_size {
    size_t n_nodes, n_cuts, first;
} component_size;

static bool is_larger(const component_size *a, const component_size *b)
{
    if (a->n_nodes != b->n_nodes)
        return a->n_nodes > b->n_nodes;
    if (a->n_cuts != b->n_cuts)
        return a->n_cuts > b->n_cuts;
    return a->first < b->first;
}

/* Returns the number, from 1, of the largest component (is_larger) that has a cut between its
 * nodes; 0: none has. All nodes must have a component. */
static size_t find_largest(const tarjan *t)
{
    const dbt_graph *g = t->graph;
    size_t largest = 0;
    component_size *sizes = dbt_alloc_array(t->n_components + 1, sizeof *sizes);
    for (size_t v = g->n_nodes; v-- > 0;) {
        sizes[t->component[v]].n_nodes++;
        sizes[t->component[v]].first = v;
    }
    for (size_t c = 0; c < g->n_cuts; c++)
        if (t->component[g->cuts[c].from] == t->component[g->cuts[c].to])
            sizes[t->component[g->cuts[c].from]].n_cuts++;
    for (size_t k = 1; k <= t->n_components; k++)
        if (sizes[k].n_cuts > 0 && (largest == 0 || is_larger(&sizes[k], &sizes[largest])))
            largest = k;
    dbt_free(sizes);
    return largest;
}

/* Reduces the graph to the cuts within the component `kept` and the nodes that they join, in the
 * same order; renumbers the nodes of the cuts. kept = 0: to an empty graph. The arrays are not
 * reallocated. component: [n_nodes]. number: scratch, [n_nodes]. */
static void reduce_to_component(dbt_graph *g, const size_t *component, size_t kept, size_t *number)
{
    size_t n_cuts = 0, n_nodes = 0;
    for (size_t v = 0; v < g->n_nodes; v++)
        number[v] = 0;
    for (size_t c = 0; c < g->n_cuts; c++) {
        const dbt_graph_cut cut = g->cuts[c];
        if (component[cut.from] != kept || component[cut.to] != kept)
            continue;
        number[cut.from] = number[cut.to] = 1;
        g->cuts[n_cuts++] = cut;
    }
    for (size_t v = 0; v < g->n_nodes; v++) {
        if (!number[v])
            continue;
        number[v] = n_nodes;
        g->nodes[n_nodes++] = g->nodes[v];
    }
    for (size_t c = 0; c < n_cuts; c++) {
        g->cuts[c].from = number[g->cuts[c].from];
        g->cuts[c].to = number[g->cuts[c].to];
    }
    g->n_nodes = n_nodes;
    g->n_cuts = n_cuts;
}

/* Reduces the graph to its largest strongly connected component; to an empty graph if none has a
 * cut. */
static void reduce(dbt_graph *g)
{
    tarjan t;
    tarjan_init(&t, g);
    for (size_t v = 0; v < g->n_nodes; v++)
        if (t.order[v] == 0)
            search_from(&t, v);
    reduce_to_component(g, t.component, find_largest(&t), t.order);
    dbt_free(t.first_cut);
}

bool dbt_graph_init(dbt_graph *graph, dbt_library_cuts *found, size_t play, const double *below,
                    dbt_error *err)
{
    dbt_graph *g = graph;
    *g = (dbt_graph){ .play = play > 1 ? play : 1, .n_listed = found->n_listed };
    if (below)
        g->below = *below;
    else if (found->n > 0)
        g->below = median_cost(found);
    add_cuts(g, found);
    reduce(g);
    const bool ok = g->n_cuts > 0 ||
                    dbt_fail(err, DBT_E_TIME,
                             "no endless walk is possible with cuts that cost at most %.9g units: "
                             "raise --below or --per-pair, or lower --play",
                             g->below);
    if (!ok)
        dbt_graph_release(g);
    return ok;
}

void dbt_graph_release(dbt_graph *graph)
{
    dbt_free(graph->nodes);
    dbt_free(graph->cuts);
    *graph = (dbt_graph){ .play = 0 };
}

/* ---- walks ---- */

/* Returns the first cut that leaves this node or a later one. */
static size_t cut_from(const dbt_graph *g, size_t node)
{
    const dbt_graph_cut key = { .from = node };
    return dbt_lower_bound(&key, g->cuts, g->n_cuts, sizeof key, by_nodes);
}

/* Returns a random number of [begin, end). */
static size_t pick(size_t begin, size_t end, uint64_t *rng)
{
    return begin + (size_t)(dbt_rng_unit(rng) * (double)(end - begin));
}

/* Returns a random first cut, a pointer into the graph's cuts, of which there must be one. It
 * leaves its clip before frame n_frames if any cut does. All such cuts are equally likely. Advances
 * *rng. */
static const dbt_graph_cut *first_cut(const dbt_graph *g, size_t n_frames, uint64_t *rng)
{
    size_t n = 0;
    for (size_t c = 0; c < g->n_cuts; c++)
        n += g->nodes[g->cuts[c].from].frame < n_frames;
    const bool any = n == 0;
    size_t left = pick(0, any ? g->n_cuts : n, rng);
    for (const dbt_graph_cut *cut = g->cuts;; cut++)
        if ((any || g->nodes[cut->from].frame < n_frames) && left-- == 0)
            return cut;
}

void dbt_graph_walk(const dbt_graph *graph, size_t n_frames, uint64_t seed, dbt_walk *walk)
{
    const dbt_graph *g = graph;
    uint64_t rng = seed;
    size_t room = 0;
    dbt_walk_step step = { .at = 0 };
    *walk = (dbt_walk){ .steps = NULL };
    const dbt_graph_cut *cut = first_cut(g, n_frames, &rng);
    step.clip = g->nodes[cut->from].clip;
    for (;;) {
        dbt_make_room(&walk->steps, walk->n_steps, 1, &room, sizeof step);
        walk->steps[walk->n_steps++] = step;
        const dbt_graph_node to = g->nodes[cut->to];
        const size_t at = step.at + g->nodes[cut->from].frame - step.from;
        if (at >= n_frames)
            return;
        step = (dbt_walk_step){ to.clip, at, to.frame };
        const size_t left =
            dbt_graph_next_left(g, cut->to); /* the first node at which it may be left */
        size_t end = left;
        while (end < g->n_nodes && g->nodes[end].clip == to.clip)
            end++;
        cut = &g->cuts[pick(cut_from(g, left), cut_from(g, end), &rng)];
    }
}

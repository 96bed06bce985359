/* Motion graphs, compared with a search of all paths; walks in them. */
#include "expect.h"

#include "base/mem.h"
#include "search/graph.h"

enum { MAX_CELLS = 40, MAX_NODES = 2 * MAX_CELLS };

/* Calls dbt_graph_init with a copy of `cells`. */
static bool make_graph(dbt_graph *g, const dbt_library_cut *cells, size_t n, size_t play,
                       const double *below, dbt_error *err)
{
    dbt_library_cuts list = { .list = dbt_alloc_array(n + 1, sizeof *cells),
                              .n = n,
                              .n_listed = n };
    for (size_t c = 0; c < n; c++)
        list.list[c] = cells[c];
    return dbt_graph_init(g, &list, play, below, err);
}

/* ---- the reference: all paths ---- */

typedef struct slow_graph {
    dbt_graph_node nodes[MAX_NODES];
    size_t n_nodes;
    bool leads[MAX_NODES][MAX_NODES]; /* [a][b]: a path leads from a to b */
    const dbt_library_cut *cells[MAX_CELLS];
    size_t n_cells;
} slow_graph;

static bool same_node(const dbt_graph_node *a, const dbt_graph_node *b)
{
    return a->clip == b->clip && a->frame == b->frame && a->entered == b->entered;
}

static size_t number_of(slow_graph *g, dbt_graph_node node)
{
    for (size_t n = 0; n < g->n_nodes; n++)
        if (same_node(&g->nodes[n], &node))
            return n;
    g->nodes[g->n_nodes] = node;
    return g->n_nodes++;
}

static size_t left_by(slow_graph *g, const dbt_library_cut *c)
{
    return number_of(g, (dbt_graph_node){ (uint32_t)c->a, (uint32_t)c->cell.i, false });
}

static size_t entered_by(slow_graph *g, const dbt_library_cut *c)
{
    return number_of(g, (dbt_graph_node){ (uint32_t)c->b, (uint32_t)c->cell.j, true });
}

static void make_slowly(slow_graph *g, const dbt_library_cut *cells, size_t n, size_t play,
                        double below)
{
    memset(g, 0, sizeof *g);
    for (size_t c = 0; c < n; c++)
        if (cells[c].cell.cost.cost <= below)
            g->cells[g->n_cells++] = &cells[c];
    for (size_t c = 0; c < g->n_cells; c++) {
        const size_t from = left_by(g, g->cells[c]), to = entered_by(g, g->cells[c]);
        g->leads[from][to] = true;
    }
    for (size_t a = 0; a < g->n_nodes; a++)
        for (size_t b = 0; b < g->n_nodes; b++) {
            const dbt_graph_node *x = &g->nodes[a], *y = &g->nodes[b];
            const size_t later = x->entered ? x->frame + play : x->frame + 1;
            if (x->clip == y->clip && !y->entered && y->frame >= later)
                g->leads[a][b] = true;
        }
    for (size_t k = 0; k < g->n_nodes; k++) /* Warshall */
        for (size_t a = 0; a < g->n_nodes; a++)
            for (size_t b = 0; b < g->n_nodes; b++)
                g->leads[a][b] = g->leads[a][b] || (g->leads[a][k] && g->leads[k][b]);
}

static bool together(const slow_graph *g, size_t a, size_t b)
{
    return g->leads[a][b] && g->leads[b][a];
}

/* Counts the nodes and cuts of a node's strongly connected component. The node is on a cycle. */
static void count(slow_graph *g, size_t node, size_t *nodes, size_t *cuts)
{
    *nodes = *cuts = 0;
    for (size_t n = 0; n < g->n_nodes; n++)
        *nodes += together(g, node, n);
    for (size_t c = 0; c < g->n_cells; c++)
        *cuts += together(g, node, left_by(g, g->cells[c])) &&
                 together(g, node, entered_by(g, g->cells[c]));
}

/* ---- random graphs ---- */

typedef struct random_cells {
    dbt_library_cut cells[MAX_CELLS];
    size_t n, n_clips;
} random_cells;

static random_cells make_cells(uint64_t *random)
{
    random_cells m = { .n = 1 + random_below(random, MAX_CELLS),
                       .n_clips = 1 + random_below(random, 6) };
    for (size_t c = 0; c < m.n; c++) {
        dbt_library_cut *cell = &m.cells[c];
        bool again;
        do { /* a list has each cell only once */
            *cell = (dbt_library_cut){ random_below(random, (uint32_t)m.n_clips), 0, { 0 } };
            cell->cell.i = 1 + random_below(random, 20);
            cell->b = random_below(random, (uint32_t)m.n_clips);
            cell->cell.j = random_below(random, 20);
            cell->cell.cost.cost = (double)random_below(random, 8);
            again = false;
            for (size_t o = 0; o < c; o++)
                again = again || (m.cells[o].a == cell->a && m.cells[o].cell.i == cell->cell.i &&
                                  m.cells[o].b == cell->b && m.cells[o].cell.j == cell->cell.j);
        } while (again);
    }
    return m;
}

/* ---- tests ---- */

static void expect_component(const dbt_graph *g, slow_graph *slow)
{
    size_t max_nodes = 0, max_cuts = 0;
    for (size_t n = 0; n < slow->n_nodes; n++) {
        size_t nodes, cuts;
        if (!slow->leads[n][n])
            continue;
        count(slow, n, &nodes, &cuts);
        if (nodes > max_nodes || (nodes == max_nodes && cuts > max_cuts)) {
            max_nodes = nodes;
            max_cuts = cuts;
        }
    }
    const size_t one = number_of(slow, g->nodes[0]);
    size_t nodes, cuts;
    count(slow, one, &nodes, &cuts);
    assert_int_equal(nodes, max_nodes);
    assert_int_equal(cuts, max_cuts);
    assert_int_equal(g->n_cuts, cuts);
    for (size_t c = 0; c < g->n_cuts; c++) {
        const size_t from = number_of(slow, g->nodes[g->cuts[c].from]);
        const size_t to = number_of(slow, g->nodes[g->cuts[c].to]);
        assert_true(together(slow, one, from) && together(slow, one, to));
        bool is_cell = false;
        for (size_t o = 0; o < slow->n_cells; o++)
            is_cell = is_cell || (left_by(slow, slow->cells[o]) == from &&
                                  entered_by(slow, slow->cells[o]) == to &&
                                  slow->cells[o]->cell.cost.cost == g->cuts[c].cost.cost);
        assert_true(is_cell);
    }
    for (size_t n = 0; n < g->n_nodes; n++) { /* each node has a cut */
        bool used = false;
        for (size_t c = 0; c < g->n_cuts; c++)
            used = used || g->cuts[c].from == n || g->cuts[c].to == n;
        assert_true(used);
    }
}

/* Checks a walk. Every step continues the previous one by a cut of the graph, after enough time in
 * its clip. The last step lasts to the end. */
static void expect_walk(const dbt_graph *g, size_t n_frames, uint64_t seed)
{
    dbt_walk walk, again;
    dbt_graph_walk(g, n_frames, seed, &walk);
    dbt_graph_walk(g, n_frames, seed, &again);
    assert_true(walk.n_steps >= 1 && walk.steps[0].at == 0 && walk.steps[0].from == 0);
    assert_int_equal(walk.n_steps, again.n_steps);
    assert_memory_equal(walk.steps, again.steps, walk.n_steps * sizeof *walk.steps);
    for (size_t s = 1; s < walk.n_steps; s++) {
        const dbt_walk_step *last = &walk.steps[s - 1], *step = &walk.steps[s];
        const size_t played = step->at - last->at, left = last->from + played;
        bool is_cut = false;
        for (size_t c = 0; c < g->n_cuts; c++) {
            const dbt_graph_node *from = &g->nodes[g->cuts[c].from], *to = &g->nodes[g->cuts[c].to];
            is_cut = is_cut || (from->clip == last->clip && from->frame == left &&
                                to->clip == step->clip && to->frame == step->from);
        }
        assert_true(is_cut && step->at < n_frames && (s == 1 || played >= g->play));
    }
    const dbt_walk_step *end = &walk.steps[walk.n_steps - 1];
    bool goes_on = false;
    for (size_t n = 0; n < g->n_nodes; n++)
        goes_on = goes_on || (g->nodes[n].clip == end->clip && !g->nodes[n].entered &&
                              g->nodes[n].frame >= end->from + n_frames - end->at);
    assert_true(goes_on);
    dbt_free(walk.steps);
    dbt_free(again.steps);
}

TEST(finds_the_largest_component)
{
    static slow_graph slow;
    uint64_t random = 5;
    int n_graphs = 0;
    for (int round = 0; round < 3000; round++) {
        const random_cells drawn = make_cells(&random);
        const size_t play = random_below(&random, 6);
        const double below = (double)random_below(&random, 8);
        dbt_graph g;
        dbt_error err;
        make_slowly(&slow, drawn.cells, drawn.n, play > 1 ? play : 1, below);
        bool any = false;
        for (size_t n = 0; n < slow.n_nodes; n++)
            any = any || slow.leads[n][n];
        const bool ok = make_graph(&g, drawn.cells, drawn.n, play, &below, &err);
        assert_int_equal(ok, any);
        if (!ok) {
            assert_int_equal(err.code, DBT_E_TIME);
            continue;
        }
        n_graphs++;
        expect_component(&g, &slow);
        expect_walk(&g, 1 + random_below(&random, 200), (uint64_t)round);
        dbt_graph_release(&g);
    }
    assert_true(n_graphs > 1000);
}

/* The default limit is the minimum cost that keeps half of the cells: 2 for costs 1, 2, 3, 4, for
 * 1, 2, 3 and for 1, 2, 2, 2. */
TEST(leaves_half_of_the_cells)
{
    static const double costs[][4] = {
        { 1, 2, 3, 4 }, { 3, 2, 1, 0 }, { 1, 2, 2, 2 }, { 7, 0, 0, 0 }
    };
    static const size_t counts[] = { 4, 3, 4, 1 };
    static const double expected[] = { 2, 2, 2, 7 };
    for (size_t k = 0; k < 4; k++) {
        dbt_library_cut cells[4];
        dbt_graph g;
        for (size_t c = 0; c < counts[k]; c++)
            cells[c] = (dbt_library_cut){ 0, 0, { 9 + c, c, { costs[k][c], 0.0, 0.0 } } };
        assert_true(make_graph(&g, cells, counts[k], 1, NULL, NULL));
        assert_true(g.below == expected[k]);
        assert_int_equal(g.n_listed, counts[k]);
        dbt_graph_release(&g);
    }
}

/* A clip that is entered at the frame where it is left does not play. */
TEST(plays_before_it_leaves)
{
    const dbt_library_cut cells[] = { { 0, 1, { 5, 5, { 1.0, 0.0, 0.0 } } },
                                      { 1, 0, { 5, 0, { 1.0, 0.0, 0.0 } } } };
    const dbt_library_cut later[] = { { 0, 1, { 5, 5, { 1.0, 0.0, 0.0 } } },
                                      { 1, 0, { 8, 0, { 1.0, 0.0, 0.0 } } } };
    dbt_graph g;
    assert_false(make_graph(&g, cells, 2, 0, NULL, NULL));
    assert_true(make_graph(&g, later, 2, 3, NULL, NULL));
    assert_int_equal(g.n_cuts, 2);
    dbt_graph_release(&g);
    assert_false(make_graph(&g, later, 2, 4, NULL, NULL));
    assert_false(make_graph(&g, later, 0, 0, NULL, NULL));
}

/* Random walks use every cut. */
TEST(walks_everywhere)
{
    const dbt_library_cut cells[] = { { 0, 0, { 9, 0, { 1.0, 0.0, 0.0 } } },
                                      { 0, 1, { 9, 3, { 1.0, 0.0, 0.0 } } },
                                      { 1, 0, { 7, 2, { 1.0, 0.0, 0.0 } } } };
    const double below = 1.0;
    size_t entered[2] = { 0, 0 };
    dbt_graph g;
    dbt_walk walk;
    assert_true(make_graph(&g, cells, 3, 1, &below, NULL));
    dbt_graph_walk(&g, 100000, 1, &walk);
    for (size_t s = 1; s < walk.n_steps; s++)
        entered[walk.steps[s].clip]++;
    assert_true(entered[0] > 3 * entered[1] / 2 && entered[1] > walk.n_steps / 4);
    dbt_free(walk.steps);
    dbt_graph_release(&g);
}

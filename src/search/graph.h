/* A motion graph: frames at which clips are left and entered, the cuts between them, and walks
 * that never end.
 * Source: L. Kovar, M. Gleicher, F. Pighin, Motion Graphs (2002); here cuts are the cheapest of
 * each pair of clips. */
#ifndef DBT_SEARCH_GRAPH_H
#define DBT_SEARCH_GRAPH_H

#include "search/features.h"

/* A frame of a clip, at which it is left or entered. */
typedef struct dbt_graph_node {
    size_t clip, frame;
    bool entered;
} dbt_graph_node;

/* Leaving one node for another. */
typedef struct dbt_graph_cut {
    size_t from, to; /* nodes: left and entered */
    dbt_cut_cost cost;
} dbt_graph_cut;

/* Leaving frame i of clip a for frame j of clip b. */
typedef struct dbt_graph_cell {
    size_t a, i, b, j;
    dbt_cut_cost cost;
} dbt_graph_cell;

/* A clip that is entered plays on to where it is left, `play` frames later or more. From every
 * node a walk gets to every other. */
typedef struct dbt_graph {
    size_t play;           /* frames, 1 or more */
    double below;          /* units: no cut costs more, to nine digits */
    size_t n_listed;       /* the cells that cuts were chosen from */
    dbt_graph_node *nodes; /* [n_nodes], by clip, frame, left ones first */
    dbt_graph_cut *cuts;   /* [n_cuts], by from, then to */
    size_t n_nodes, n_cuts;
} dbt_graph;

/* Makes the graph of those cells that cost at most *below (NULL: the least cost that leaves half
 * of them), reduced to its largest strongly connected component: of most nodes, then of most
 * cuts, then the one with the first node. Fails with DBT_E_TIME where no walk can go on for ever,
 * or DBT_E_MEMORY; release with dbt_graph_release. */
DBT_CHECK bool dbt_graph_init(dbt_graph *graph, const dbt_graph_cell *cells, size_t n_cells,
                              size_t play, const double *below, dbt_error *err);
void dbt_graph_release(dbt_graph *graph);

/* The next node at which the clip of a node may be left: for one that is left itself the one
 * after it; n_nodes: there is none. */
size_t dbt_graph_next_left(const dbt_graph *graph, size_t node);

/* One clip of a walk. */
typedef struct dbt_walk_step {
    size_t clip;
    size_t at, from; /* frames: of the walk, and of the clip that it is entered at */
} dbt_walk_step;

typedef struct dbt_walk {
    dbt_walk_step *steps; /* [n_steps]; the first is its clip from frame 0 */
    size_t n_steps;
} dbt_walk;

/* A walk of n_frames: from the beginning of a clip to any cut of it, and on by cuts that chance
 * picks among all that can follow. Fails with DBT_E_MEMORY; the caller frees steps. */
DBT_CHECK bool dbt_graph_walk(const dbt_graph *graph, size_t n_frames, uint64_t seed,
                              dbt_walk *walk, dbt_error *err);

#endif

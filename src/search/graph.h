/* A motion graph: nodes are frames at which clips are left or entered, edges are cuts; and walks in
 * it that never need to end. Source: L. Kovar, M. Gleicher, F. Pighin, Motion Graphs (2002). Here
 * cuts are the cheapest ones of each pair of clips. */
#ifndef DBT_SEARCH_GRAPH_H
#define DBT_SEARCH_GRAPH_H

#include "search/library_search.h"

/* A frame of a clip at which it is left or entered; numbers count from 0. */
typedef struct dbt_graph_node {
    uint32_t clip, frame;
    bool entered; /* else left */
} dbt_graph_node;

/* A cut from one node to another. */
typedef struct dbt_graph_cut {
    size_t from, to; /* indices in nodes: where a clip is left, and where one is entered */
    dbt_cut_cost cost;
} dbt_graph_cut;

/* The graph. A clip that was entered plays for at least `play` frames before it is left. A walk can
 * get from every node to every other. */
typedef struct dbt_graph {
    size_t play;           /* frames, 1 or more */
    double below;          /* units: the limit of a cut's cost, to nine digits */
    size_t n_listed;       /* the number of cuts that these were chosen from */
    dbt_graph_node *nodes; /* [n_nodes], sorted by clip, then frame, then left before entered */
    dbt_graph_cut *cuts;   /* [n_cuts], sorted by from, then to */
    size_t n_nodes, n_cuts;
} dbt_graph;

/* Builds the graph of the cuts in `found` that cost at most *below (to nine digits), reduced to its
 * largest strongly connected component that has a cut. Larger means more nodes, then more cuts,
 * then an earlier first node. below: units; NULL: the lower median of the costs in the list, 0 if
 * it is empty. play: frames; 0 counts as 1. Frees found->list and zeroes *found, also on failure.
 * Release with dbt_graph_release. Fails with DBT_E_TIME if no walk is endless; then *graph is
 * zeroed and there is nothing to release. */
DBT_CHECK bool dbt_graph_init(dbt_graph *graph, dbt_library_cuts *found, size_t play,
                              const double *below, dbt_error *err);
void dbt_graph_release(dbt_graph *graph);

/* Returns the first node (index) at which the clip of `node` may be left after it: at least `play`
 * frames later if the clip is entered at `node`, at least one frame later if it is left there.
 * Returns n_nodes if there is none. */
size_t dbt_graph_next_left(const dbt_graph *graph, size_t node);

/* One clip of a walk. It plays until the next step enters. */
typedef struct dbt_walk_step {
    size_t clip;
    size_t at, from; /* at: frame of the walk at which it enters; from: the clip's frame there */
} dbt_walk_step;

/* A walk in the graph, one clip after the other. */
typedef struct dbt_walk {
    dbt_walk_step *steps; /* [n_steps]; the first plays its clip from frame 0 */
    size_t n_steps;
} dbt_walk;

/* Sets *walk to a random walk of n_frames frames: from frame 0 of a clip to one of its cuts, then
 * by cuts chosen at random among all that can follow. It has all steps with `at` below n_frames,
 * and at least one; the last clip can play at least to the end. The first cut is before n_frames if
 * any cut can be; `play` does not bound it. The same seed gives the same walk. The graph must have
 * a cut, as after dbt_graph_init. The caller frees walk->steps with dbt_free. */
void dbt_graph_walk(const dbt_graph *graph, size_t n_frames, uint64_t seed, dbt_walk *walk);

#endif

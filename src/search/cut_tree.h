/* A tree over the units of many clips, as they are entered: units that are alike are together, so
 * that a search leaves out most of them at once. */
#ifndef DBT_SEARCH_CUT_TREE_H
#define DBT_SEARCH_CUT_TREE_H

#include "search/sketch.h"

/* A unit of a clip. */
typedef struct dbt_tree_unit {
    uint32_t clip, unit;
} dbt_tree_unit;

/* Up to DBT_FAN children: nodes, or a leaf's units. */
typedef struct dbt_tree_node {
    dbt_sketch_boxes boxes; /* of the children */
    double error;           /* the greatest of all sketches below */
    size_t first;           /* the children's first index in nodes or units */
    int n;
    bool is_leaf;
} dbt_tree_node;

typedef struct dbt_cut_tree {
    dbt_tree_node *nodes; /* the first is the root */
    dbt_tree_unit *units; /* [n_units] */
    size_t n_nodes, n_units;
} dbt_cut_tree;

/* Makes the tree of units[n] of these clips. It keeps the units, which dbt_cut_tree_release
 * frees, also if this fails with DBT_E_MEMORY. n may be 0. */
DBT_CHECK bool dbt_cut_tree_init(dbt_cut_tree *tree, const dbt_searched *clips,
                                 dbt_tree_unit *units, size_t n, dbt_error *err);
void dbt_cut_tree_release(dbt_cut_tree *tree);

#endif

/* A 16-ary tree of bounding boxes over the frames of many clips, as they are entered: similar
 * frames are in one node, so that one bound excludes many of them. */
#ifndef DBT_SEARCH_CUT_TREE_H
#define DBT_SEARCH_CUT_TREE_H

#include "search/sketch.h"

/* A frame of a clip; both numbers count from 0. */
typedef struct dbt_tree_frame {
    uint32_t clip, frame;
} dbt_tree_frame;

/* A set of frames. An empty one is 0. */
typedef struct dbt_tree_set {
    double error;         /* maximum error of their sketches, scaled (dbt_sketch) */
    dbt_tree_frame first; /* of the first clip the first frame */
    bool is_alike;        /* all have equal features, so entering any of them costs the same */
} dbt_tree_set;

/* Up to DBT_FAN frames: those of the tree from DBT_FAN times the leaf's index on. points beyond
 * them are INFINITY. */
typedef struct dbt_tree_leaf {
    dbt_sketch_points points;
    dbt_tree_set all;
} dbt_tree_leaf;

/* Up to DBT_FAN children: nodes or leaves. */
typedef struct dbt_tree_node {
    dbt_sketch_boxes boxes; /* of the children; beyond them empty */
    dbt_tree_set all;       /* the frames below */
    size_t first;           /* index of the first child in the tree's nodes or leaves */
    int n;                  /* number of children */
    bool has_leaves;        /* the children are leaves, not nodes */
} dbt_tree_node;

/* A tree. Owns its arrays. */
typedef struct dbt_cut_tree {
    dbt_tree_node *nodes; /* the first is the root */
    dbt_tree_leaf *leaves;
    dbt_tree_frame *frames; /* [n_frames], in the order of the leaves */
    size_t n_nodes, n_frames;
} dbt_cut_tree;

/* Builds the tree of frames[n], at most UINT32_MAX; reorders them. The tree owns `frames`, from
 * dbt_alloc_array. Release with dbt_cut_tree_release. n = 0: a root without children. clips:
 * indexed by dbt_tree_frame.clip, prepared with one basis; borrowed during the call. Frames with
 * equal sketches stay in order: then few sets have early frames, and a search can skip the others
 * if costs tie. */
void dbt_cut_tree_init(dbt_cut_tree *tree, const dbt_searched *clips, dbt_tree_frame *frames,
                       size_t n);
void dbt_cut_tree_release(dbt_cut_tree *tree);

#endif

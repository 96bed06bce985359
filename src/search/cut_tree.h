/* A 16-ary tree of bounding boxes over the frames of many clips, as they are entered: similar
 * frames are in one node, so that one bound excludes many of them. */
#ifndef DBT_SEARCH_CUT_TREE_H
#define DBT_SEARCH_CUT_TREE_H

#include "search/sketch.h"

/* A frame of a clip. */
typedef struct dbt_tree_frame {
    uint32_t clip, frame;
} dbt_tree_frame;

/* A set of frames. */
typedef struct dbt_tree_set {
    double error;         /* maximum error of their sketches */
    dbt_tree_frame first; /* of the first clip the first frame */
    bool is_alike;        /* all have equal features, so entering any of them costs the same */
} dbt_tree_set;

/* Up to DBT_FAN frames: those of the tree from DBT_FAN times the leaf's index on. */
typedef struct dbt_tree_leaf {
    dbt_sketch_points points;
    dbt_tree_set all;
} dbt_tree_leaf;

/* Up to DBT_FAN children: nodes or leaves. */
typedef struct dbt_tree_node {
    dbt_sketch_boxes boxes; /* of the children */
    dbt_tree_set all;       /* the frames below */
    size_t first;           /* the children's first index in nodes or leaves */
    int n;
    bool has_leaves;
} dbt_tree_node;

/* A tree. Owns its arrays. */
typedef struct dbt_cut_tree {
    dbt_tree_node *nodes; /* the first is the root */
    dbt_tree_leaf *leaves;
    dbt_tree_frame *frames; /* [n_frames] */
    size_t n_nodes, n_frames;
} dbt_cut_tree;

/* Builds the tree of frames[n] and owns `frames`, from dbt_alloc_array; n may be 0. Release with
 * dbt_cut_tree_release. clips: borrowed during the call. Frames with equal sketches stay in order:
 * then few sets have early frames, and a search can skip the others if costs tie. */
void dbt_cut_tree_init(dbt_cut_tree *tree, const dbt_searched *clips, dbt_tree_frame *frames,
                       size_t n);
void dbt_cut_tree_release(dbt_cut_tree *tree);

#endif

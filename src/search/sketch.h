/* Sketches: each frame as a few numbers, which give lower bounds for the costs of many cuts at
 * once. They are in single precision, with a bound on its error. */
#ifndef DBT_SEARCH_SKETCH_H
#define DBT_SEARCH_SKETCH_H

#include "search/features.h"

/* Numbers in a sketch, frames in a block, and cells of two blocks. */
enum { DBT_SKETCH_SIZE = 32, DBT_BLOCK = 16, DBT_BLOCK_CELLS = DBT_BLOCK * DBT_BLOCK };

/* The frames of a clip, seen from one side (left or entered), in blocks. The last block is filled
 * up with frames infinitely far from all others. */
typedef struct dbt_sketch {
    float *values;  /* left: [block][frame][number], times -2; entered: [block][number][frame] */
    float *squares; /* [block][frame]: squared lengths */
    double *length; /* [n_blocks]: the greatest of the block */
    double *error;  /* [n_blocks]: the greatest error of a sketch in the block */
    bool *is_alike; /* [n_blocks]: all frames of the block are equal (dbt_features_are_equal) */
} dbt_sketch;

/* A clip prepared for searching. */
typedef struct dbt_searched {
    dbt_features features; /* its memory also holds the sketches */
    size_t n_blocks;
    dbt_sketch left, entered;
    double scale; /* of the sketches: a power of two that makes all at most 1 long; 0: none does */
} dbt_searched;

/* The directions in which frames differ most. */
typedef struct dbt_sketch_basis {
    int n;              /* values of a frame: pose, then velocity times its weight */
    double *mean;       /* [n] */
    double *directions; /* [DBT_SKETCH_SIZE - 1][n], of length 1, or 0 beyond the last one */
    double scale;       /* as in dbt_searched */
    dbt_arena memory;   /* of the arrays */
} dbt_sketch_basis;

/* Makes the basis of the frames of n clips that are to be compared with each other. Release with
 * dbt_sketch_basis_release. */
DBT_CHECK bool dbt_sketch_basis_init(dbt_sketch_basis *basis, const dbt_searched *clips, size_t n,
                                     dbt_error *err);
void dbt_sketch_basis_release(dbt_sketch_basis *basis);

/* Makes the sketches of a clip that has its features. Clips that are compared have sketches of one
 * basis, which is not needed afterwards. The basis may be made of other clips: the nearer these
 * are, the better the bounds. */
void dbt_sketch_clip(dbt_searched *clip, const dbt_sketch_basis *basis);

/* Sets least[n_columns]: the least squared distance between sketches of block `row` of a, left, and
 * of each block of b, entered, from `column` on. */
void dbt_sketch_min(const dbt_searched *a, size_t row, const dbt_searched *b, size_t column,
                    size_t n_columns, float *least);

/* The squared distances between all sketches of two blocks, row by row. */
void dbt_sketch_cells(const dbt_searched *a, size_t row, const dbt_searched *b, size_t column,
                      float cells[DBT_BLOCK_CELLS]);

/* DBT_FAN sketches, and the boxes of as many sets of sketches. Infinite numbers stand for no
 * sketch; where low is above high, a set is empty. */
enum { DBT_FAN = 16 };
typedef struct dbt_sketch_points {
    float at[DBT_SKETCH_SIZE][DBT_FAN];
} dbt_sketch_points;
typedef struct dbt_sketch_boxes {
    float low[DBT_SKETCH_SIZE][DBT_FAN], high[DBT_SKETCH_SIZE][DBT_FAN];
} dbt_sketch_boxes;

/* One number of the sketch of a frame that is entered. */
float dbt_sketch_number(const dbt_searched *clip, size_t frame, size_t number);

/* Bounds from below what it costs to leave a for each of these sketches, or for any frame of each
 * set; error is the greatest of their sketches. Infinite where there is none, and where it is sure
 * to cost more than `most`. The margin is as of dbt_sketch_bound. */
void dbt_sketch_bound_points(const dbt_searched *a, size_t frame, const dbt_sketch_points *points,
                             double error, double most, double bounds[DBT_FAN]);
void dbt_sketch_bound_boxes(const dbt_searched *a, size_t frame, const dbt_sketch_boxes *boxes,
                            double error, double most, double bounds[DBT_FAN]);

/* dbt_sketch_bound: the least that a cell of these two blocks can cost if the squared distance of
 * its sketches is as given. The other way round: the greatest squared distance of a cell that costs
 * at most as given. Both leave a margin of more than what makes costs equal to nine digits. */
double dbt_sketch_bound(const dbt_searched *a, size_t row, const dbt_searched *b, size_t column,
                        float squared);
double dbt_sketch_limit(const dbt_searched *a, size_t row, const dbt_searched *b, size_t column,
                        double cost);

#endif

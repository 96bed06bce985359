/* Sketches: principal components of each frame, which give lower bounds for the costs of many cuts
 * at once. They are in single precision, with a bound on the rounding error. */
#ifndef DBT_SEARCH_SKETCH_H
#define DBT_SEARCH_SKETCH_H

#include "search/features.h"

/* Numbers in a sketch, frames in a block, and cells of two blocks. */
enum { DBT_SKETCH_SIZE = 32, DBT_BLOCK = 16, DBT_BLOCK_CELLS = DBT_BLOCK * DBT_BLOCK };

/* The sketches of a clip's frames for one side of a cut (left or entered), in blocks of DBT_BLOCK
 * frames. All numbers are scaled: times the `scale` of dbt_searched, squares times its square. The
 * last block is padded with frames infinitely far from all others: values 0, squares INFINITY. */
typedef struct dbt_sketch {
    float *values;  /* left: [block][frame][number], times -2; entered: [block][number][frame] */
    float *squares; /* [block][frame]: squared lengths */
    double *length; /* [n_blocks]: maximum length in the block */
    double *error;  /* [n_blocks]: maximum error of a sketch in the block; INFINITY: values too
                       large to sketch, so bounds are 0 */
    bool *is_alike; /* [n_blocks]: all frames of the block are equal (dbt_features_are_equal) */
} dbt_sketch;

/* A clip prepared for searching. Owns its features and sketches. */
typedef struct dbt_searched {
    dbt_features features; /* its memory also holds the sketches */
    size_t n_blocks;       /* of DBT_BLOCK frames; 0: not prepared */
    dbt_sketch left, entered;
    double scale; /* power of two by which sketches are multiplied: those of the basis' clips are at
                     most 1 long; 0: none, because all frames are equal or values overflow */
} dbt_searched;

/* Approximate principal directions of a set of frames. Owns its arrays. */
typedef struct dbt_sketch_basis {
    int n;              /* values of a frame: pose, then velocity times its weight */
    double *mean;       /* [n] */
    double *directions; /* [DBT_SKETCH_SIZE - 1][n], of length 1, or 0 if there are fewer */
    double scale;       /* as in dbt_searched */
    dbt_arena memory;   /* of the arrays */
} dbt_sketch_basis;

/* Computes the basis of the frames of clips[n] (1 or more, of one view), which are to be compared
 * with each other. Only their features must be set. Release it with dbt_sketch_basis_release. */
void dbt_sketch_basis_init(dbt_sketch_basis *basis, const dbt_searched *clips, size_t n);
void dbt_sketch_basis_release(dbt_sketch_basis *basis);

/* Computes the sketches of a clip whose features are set: sets its other fields. The arrays are in
 * the memory of its features. Clips can be compared if their sketches have the same basis. basis:
 * borrowed during the call; may come from other clips of the view: the more similar they are, the
 * better the bounds. */
void dbt_sketch_clip(dbt_searched *clip, const dbt_sketch_basis *basis);

/* Sets lowest[n_columns]: the minimum squared distance (scaled) between sketches of block `row` of
 * a, left, and of each of n_columns blocks of b, entered, from `column` on. */
void dbt_sketch_min(const dbt_searched *a, size_t row, const dbt_searched *b, size_t column,
                    size_t n_columns, float *lowest);

/* Sets cells[] to the squared distances (scaled) between sketches of block `row` of a, left, and
 * block `column` of b, entered: cells[i * DBT_BLOCK + j] for the i-th and the j-th frame.
 * INFINITY for padding. By rounding, a distance may be slightly below 0. */
void dbt_sketch_cells(const dbt_searched *a, size_t row, const dbt_searched *b, size_t column,
                      float cells[DBT_BLOCK_CELLS]);

/* DBT_FAN sketches, and the bounding boxes of DBT_FAN sets of sketches. A sketch of infinite
 * numbers means none; a box with low > high is of an empty set. */
enum { DBT_FAN = 16 };
typedef struct dbt_sketch_points {
    float at[DBT_SKETCH_SIZE][DBT_FAN];
} dbt_sketch_points;
typedef struct dbt_sketch_boxes {
    float low[DBT_SKETCH_SIZE][DBT_FAN], high[DBT_SKETCH_SIZE][DBT_FAN];
} dbt_sketch_boxes;

/* Returns a number, below DBT_SKETCH_SIZE, of the sketch of a frame that is entered; scaled. */
float dbt_sketch_number(const dbt_searched *clip, size_t frame, size_t number);

/* Sets bounds[]: lower bounds, units, of the cost of leaving `frame` of a for each sketch, or for
 * any frame of each set. error: the maximum error of these sketches, scaled. cost_limit: units; may
 * be INFINITY. A bound is infinite if there is no sketch, or if the cost certainly exceeds
 * cost_limit; a finite one may exceed it slightly. Without a scale other bounds are 0. The margin
 * is that of dbt_sketch_bound. */
void dbt_sketch_bound_points(const dbt_searched *a, size_t frame, const dbt_sketch_points *points,
                             double error, double cost_limit, double bounds[DBT_FAN]);
void dbt_sketch_bound_boxes(const dbt_searched *a, size_t frame, const dbt_sketch_boxes *boxes,
                            double error, double cost_limit, double bounds[DBT_FAN]);

/* dbt_sketch_bound returns the minimum cost, units, of a cell of two blocks whose sketches have the
 * given squared distance (scaled). dbt_sketch_limit is the inverse: the maximum squared distance
 * (scaled) of a cell of the given cost. Both leave a margin larger than the difference of costs
 * equal to nine digits. If the sketches have no scale, the bound is 0 and the limit infinite. */
double dbt_sketch_bound(const dbt_searched *a, size_t row, const dbt_searched *b, size_t column,
                        float squared);
double dbt_sketch_limit(const dbt_searched *a, size_t row, const dbt_searched *b, size_t column,
                        double cost);

#endif

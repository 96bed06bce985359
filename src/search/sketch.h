/* A frame in a few numbers: least costs of many cuts at once, in single precision, with a
 * bound on what that may be off by. */
#ifndef DBT_SEARCH_SKETCH_H
#define DBT_SEARCH_SKETCH_H

#include "search/features.h"

/* Numbers of a sketch, and frames of a block. */
enum { DBT_SKETCH_SIZE = 32, DBT_BLOCK = 16 };

/* The directions in which frames differ most. */
typedef struct dbt_sketch_basis {
    int n; /* values of a frame: pose, then velocity times its weight */
    double velocity_weight;
    double *mean;       /* [n] */
    double *directions; /* [DBT_SKETCH_SIZE - 1][n], of length 1, or 0 where there are no more */
    double scale;       /* a power of two that brings all sketches within length 1; 0: none does */
} dbt_sketch_basis;

/* Of frames of these: all that are to be compared with each other. Fails with DBT_E_MEMORY. */
DBT_CHECK bool dbt_sketch_basis_init(dbt_sketch_basis *basis, const dbt_features *features,
                                     size_t n_features, double velocity_weight, dbt_error *err);
void dbt_sketch_basis_release(dbt_sketch_basis *basis);

/* One side of a clip's frames, in blocks; the last is filled up with frames that are
 * infinitely far from all others. */
typedef struct dbt_sketch {
    size_t n_blocks;
    float *values;  /* left: [block][frame][number], times -2; entered: [block][number][frame] */
    float *squares; /* [block][frame] of the lengths */
    double *length; /* [n_blocks]: the most in the block */
    double *error;  /* [n_blocks]: likewise, how far a sketch is from where it should be */
} dbt_sketch;

typedef enum dbt_side { DBT_LEFT, DBT_ENTERED } dbt_side;

/* Fails with DBT_E_MEMORY. */
DBT_CHECK bool dbt_sketch_init(dbt_sketch *sketch, const dbt_features *features, dbt_side side,
                               const dbt_sketch_basis *basis, dbt_error *err);
void dbt_sketch_release(dbt_sketch *sketch);

/* least[n_columns]: of the cells of block row of a with each of the blocks from column of b
 * on, the least squared distance of sketches. */
void dbt_sketch_least(const dbt_sketch *a, size_t row, const dbt_sketch *b, size_t column,
                      size_t n_columns, float *least);

/* All of one block with one other. */
void dbt_sketch_cells(const dbt_sketch *a, size_t row, const dbt_sketch *b, size_t column,
                      float cells[DBT_BLOCK][DBT_BLOCK]);

/* What a cell of these two blocks costs at least, where the sketches' squared distance is
 * given; and what that distance is at most, where the cell costs no more than given. Both
 * are so by more than what makes costs equal to nine digits. */
double dbt_sketch_bound(const dbt_sketch_basis *basis, const dbt_sketch *a, size_t row,
                        const dbt_sketch *b, size_t column, float squared);
double dbt_sketch_limit(const dbt_sketch_basis *basis, const dbt_sketch *a, size_t row,
                        const dbt_sketch *b, size_t column, double cost);

#endif

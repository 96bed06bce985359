/* Products of matrices, row by row in memory, for training. */
#ifndef DBT_TRAIN_MATRIX_H
#define DBT_TRAIN_MATRIX_H

#include "net/body_state.h"

/* c[m][n] = a b, or c + a b with add. a is [m][k], or [k][m] if a_transposed; b is [k][n], or
 * [n][k] if b_transposed. Rows follow each other without gaps. c overlaps neither a nor b. The same
 * bits on every processor. */
void dbt_matrix_multiply(bool a_transposed, bool b_transposed, int m, int n, int k,
                         const dbt_real *a, const dbt_real *b, bool add, dbt_real *c);

#endif

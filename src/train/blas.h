/* Products of matrices by OpenBLAS, if it is installed. */
#ifndef DBT_TRAIN_BLAS_H
#define DBT_TRAIN_BLAS_H

#include "train/matrix.h"

/* Returns NULL if OpenBLAS is not installed, or has no room in memory for n_threads threads. Loads
 * it at the call: only training needs it, and a program linked with it would start its threads each
 * time. Keeps the room until the first product: allocate everything else before. */
dbt_matrix_product dbt_blas_product(int n_threads);

#endif

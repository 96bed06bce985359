/* Products of matrices by OpenBLAS, where it is installed. */
#ifndef DBT_TRAIN_BLAS_H
#define DBT_TRAIN_BLAS_H

#include "train/matrix.h"

/* NULL where it is not there. Loaded when it is asked for: only training needs it, and a
 * program that is linked with it starts its threads each time. */
dbt_matrix_product dbt_blas_product(void);

#endif

/* Products of matrices by OpenBLAS, where it is installed. */
#ifndef DBT_CLI_BLAS_H
#define DBT_CLI_BLAS_H

#include "core/learn/matrix.h"

/* NULL where it is not there. Loaded when it is asked for: only training needs it, and a
 * program that is linked with it starts its threads each time. */
dbt_matrix_product cli_blas_product(void);

#endif

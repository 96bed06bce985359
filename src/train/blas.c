#include "train/blas.h"

#ifdef DBT_STATIC
dbt_matrix_product dbt_blas_product(void)
{
    return NULL;
}
#else

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* Values of the C interface of BLAS (CBLAS). */
enum { ROW_MAJOR = 101, AS_IT_IS = 111, TRANSPOSED = 112 };

typedef void sgemm(int order, int transpose_a, int transpose_b, int m, int n, int k, float alpha,
                   const float *a, int a_row, const float *b, int b_row, float beta, float *c,
                   int c_row);

static sgemm *blas_product;

static void multiply(bool a_transposed, bool b_transposed, int m, int n, int k, const float *a,
                     const float *b, bool add, float *c)
{
    blas_product(ROW_MAJOR, a_transposed ? TRANSPOSED : AS_IT_IS,
                 b_transposed ? TRANSPOSED : AS_IT_IS, m, n, k, 1.0f, a, a_transposed ? m : k, b,
                 b_transposed ? k : n, add ? 1.0f : 0.0f, c, n);
}

/* ISO C has no conversion from an object's pointer to a function's; POSIX defines it. */
static bool find(void *library, const char *name, void *function)
{
    void *symbol = library ? dlsym(library, name) : NULL;
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

dbt_matrix_product dbt_blas_product(void)
{
    static const char *const names[] = { "libopenblas.so.0", "libopenblas.so" };
    void (*set_threads)(int) = NULL;
    setenv("OPENBLAS_NUM_THREADS", "1", 1); /* training has its own threads */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (find(library, "cblas_sgemm", &blas_product) &&
            find(library, "openblas_set_num_threads", &set_threads)) {
            set_threads(1); /* other builds of OpenBLAS use other variables */
            return multiply;
        }
    }
    return NULL;
}
#endif

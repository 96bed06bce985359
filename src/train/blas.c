#include "train/blas.h"

#ifdef DBT_STATIC
dbt_matrix_product dbt_blas_product(int n_threads)
{
    (void)n_threads;
    return NULL;
}
#else

#include "base/mem.h"
#include "base/threads.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Values of the C interface of BLAS (CBLAS). */
enum { ROW_MAJOR = 101, AS_IT_IS = 111, TRANSPOSED = 112 };

typedef void sgemm(int order, int transpose_a, int transpose_b, int m, int n, int k, float alpha,
                   const float *a, int a_row, const float *b, int b_row, float beta, float *c,
                   int c_row);

static sgemm *blas_product;

/* OpenBLAS takes a buffer when it is loaded, and one for each thread that multiplies while others
 * do. If it gets none, it asks again for ever. So dbtool takes the room first; it leaves a part
 * when it loads the library, and the rest at the first product. The sizes are those of OpenBLAS
 * 0.3.21: BUFFER_SIZE for x86-64, its largest; and the library with those that it needs, 45 MB. */
static const size_t buffer_size = (size_t)128 << 20;
static const size_t library_size = (size_t)64 << 20;
static void *room[DBT_MAX_THREADS]; /* for the threads' buffers, each by itself */
static pthread_once_t is_left = PTHREAD_ONCE_INIT;

static void leave_room(void)
{
    for (int i = 0; i < DBT_MAX_THREADS; i++) {
        dbt_free(room[i]);
        room[i] = NULL;
    }
}

static bool take_room(int n_threads)
{
    void *loading = dbt_alloc_array(1, buffer_size + library_size);
    bool ok = loading != NULL;
    for (int i = 0; ok && i < n_threads; i++)
        ok = (room[i] = dbt_alloc_array(1, buffer_size)) != NULL;
    dbt_free(loading);
    return ok;
}

static void multiply(bool a_transposed, bool b_transposed, int m, int n, int k, const float *a,
                     const float *b, bool add, float *c)
{
    (void)pthread_once(&is_left, leave_room);
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

dbt_matrix_product dbt_blas_product(int n_threads)
{
    static const char *const names[] = { "libopenblas.so.0", "libopenblas.so" };
    void (*set_threads)(int) = NULL;
    const bool has_room = take_room(n_threads);
    setenv("OPENBLAS_NUM_THREADS", "1", 1); /* training has its own threads */
    for (size_t i = 0; has_room && i < sizeof names / sizeof *names; i++) {
        void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (find(library, "cblas_sgemm", &blas_product) &&
            find(library, "openblas_set_num_threads", &set_threads)) {
            set_threads(1); /* other builds of OpenBLAS use other variables */
            return multiply;
        }
    }
    leave_room();
    return NULL;
}
#endif

#include "train/matrix.h"

#include "base/inline.h"

/* A block of c is ROWS x COLUMNS sums that stay in registers. b is copied in strips of COLUMNS,
 * DEPTH rows at a time, that are read from front to back. */
enum { ROWS = 4, COLUMNS = 16, DEPTH = 256 };

/* Eight values. Plain loops will not do: gcc unrolls them into code ten times slower. */
typedef dbt_real reals8
    __attribute__((vector_size(8 * sizeof(dbt_real)), aligned(sizeof(dbt_real)), may_alias));

/* c[ROWS][COLUMNS] += a[ROWS][depth] strip[depth][COLUMNS]. Rows of c are c_row numbers apart, rows
 * of a a_row, columns of a a_column. */
DBT_WIDER static void add_block(int depth, const dbt_real *a, ptrdiff_t a_row, ptrdiff_t a_column,
                                const dbt_real *strip, dbt_real *c, ptrdiff_t c_row)
{
    const ptrdiff_t size = sizeof(reals8) / sizeof *c;
    reals8 s[ROWS][2], b[2];
#pragma GCC unroll 4
    for (int i = 0; i < ROWS; i++) {
        s[i][0] = *(const reals8 *)(c + i * c_row);
        s[i][1] = *(const reals8 *)(c + i * c_row + size);
    }
    for (int p = 0; p < depth; p++, a += a_column, strip += COLUMNS) {
        b[0] = *(const reals8 *)(strip);
        b[1] = *(const reals8 *)(strip + size);
#pragma GCC unroll 4
        for (int i = 0; i < ROWS; i++) {
            s[i][0] += a[i * a_row] * b[0];
            s[i][1] += a[i * a_row] * b[1];
        }
    }
#pragma GCC unroll 4
    for (int i = 0; i < ROWS; i++) {
        *(reals8 *)(c + i * c_row) = s[i][0];
        *(reals8 *)(c + i * c_row + size) = s[i][1];
    }
}

/* c[rows][columns] += a strip[depth][COLUMNS], as add_block, for any rows and columns <= COLUMNS:
 * the edges of c. */
static void add_edge(int rows, int columns, int depth, const dbt_real *a, ptrdiff_t a_row,
                     ptrdiff_t a_column, const dbt_real *strip, dbt_real *c, ptrdiff_t c_row)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            dbt_real sum = c[i * c_row + j];
            for (int p = 0; p < depth; p++)
                /* cppcheck-suppress uninitvar ; depth rows of it were filled */
                sum += a[i * a_row + p * a_column] * strip[p * COLUMNS + j];
            c[i * c_row + j] = sum;
        }
}

void dbt_matrix_multiply(bool a_transposed, bool b_transposed, int m, int n, int k,
                         const dbt_real *a, const dbt_real *b, bool add, dbt_real *c)
{
    const ptrdiff_t a_row = a_transposed ? 1 : k, a_column = a_transposed ? m : 1;
    const ptrdiff_t b_row = b_transposed ? 1 : n, b_column = b_transposed ? k : 1;
    for (ptrdiff_t i = 0; !add && i < (ptrdiff_t)m * n; i++)
        c[i] = 0;
    for (int first = 0; first < k; first += DEPTH) {
        const int depth = k - first < DEPTH ? k - first : DEPTH;
        for (int column = 0; column < n; column += COLUMNS) {
            const int columns = n - column < COLUMNS ? n - column : COLUMNS;
            dbt_real strip[DEPTH * COLUMNS];
            for (int p = 0; p < depth; p++)
                for (int j = 0; j < COLUMNS; j++)
                    strip[p * COLUMNS + j] =
                        j < columns ? b[(first + p) * b_row + (column + j) * b_column] : 0;
            int row = 0;
            for (; row + ROWS <= m && columns == COLUMNS; row += ROWS)
                add_block(depth, a + row * a_row + first * a_column, a_row, a_column, strip,
                          c + (ptrdiff_t)row * n + column, n);
            add_edge(m - row, columns, depth, a + row * a_row + first * a_column, a_row, a_column,
                     strip, c + (ptrdiff_t)row * n + column, n);
        }
    }
}

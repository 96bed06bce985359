/* Computes the cells of two blocks. Included once for each kind of processor, with LANES (floats in
 * a register), TARGET (the attribute that enables these instructions) and NAMED(name). All variants
 * add in the same order and so give the same sums. */

typedef float NAMED(lanes) __attribute__((vector_size(LANES * sizeof(float)), aligned(4)));
typedef int NAMED(mask) __attribute__((vector_size(LANES * sizeof(int))));

/* Sets all lanes to a number. Compilers do that themselves unless they compute floats with more
 * precision. */
#if FLT_EVAL_METHOD == 0
#define SPREAD(number) (number)
#else
#define SPREAD(number) NAMED(spread)(number)
TARGET static inline NAMED(lanes) NAMED(spread)(float number)
{
    NAMED(lanes) all;
    for (int i = 0; i < LANES; i++)
        all[i] = number;
    return all;
}
#endif

/* Eight rows of a block with LANES frames of another. The sums stay in registers. */
TARGET static inline void NAMED(eight_rows)(const float *a, const float *a_squares, const float *b,
                                            const float *b_squares, float *cells)
{
    typedef NAMED(lanes) lanes;
    enum { SIZE = DBT_SKETCH_SIZE };
    const lanes squares = *(const lanes *)b_squares;
    lanes s0 = squares + SPREAD(a_squares[0]), s1 = squares + SPREAD(a_squares[1]);
    lanes s2 = squares + SPREAD(a_squares[2]), s3 = squares + SPREAD(a_squares[3]);
    lanes s4 = squares + SPREAD(a_squares[4]), s5 = squares + SPREAD(a_squares[5]);
    lanes s6 = squares + SPREAD(a_squares[6]), s7 = squares + SPREAD(a_squares[7]);
    for (int k = 0; k < SIZE; k++, a++, b += DBT_BLOCK) {
        const lanes numbers = *(const lanes *)b;
        s0 += numbers * SPREAD(a[0]);
        s1 += numbers * SPREAD(a[SIZE]);
        s2 += numbers * SPREAD(a[2 * SIZE]);
        s3 += numbers * SPREAD(a[3 * SIZE]);
        s4 += numbers * SPREAD(a[4 * SIZE]);
        s5 += numbers * SPREAD(a[5 * SIZE]);
        s6 += numbers * SPREAD(a[6 * SIZE]);
        s7 += numbers * SPREAD(a[7 * SIZE]);
    }
    *(lanes *)cells = s0;
    *(lanes *)(cells + DBT_BLOCK) = s1;
    *(lanes *)(cells + 2 * DBT_BLOCK) = s2;
    *(lanes *)(cells + 3 * DBT_BLOCK) = s3;
    *(lanes *)(cells + 4 * DBT_BLOCK) = s4;
    *(lanes *)(cells + 5 * DBT_BLOCK) = s5;
    *(lanes *)(cells + 6 * DBT_BLOCK) = s6;
    *(lanes *)(cells + 7 * DBT_BLOCK) = s7;
}

TARGET static void NAMED(all_cells)(block_pair p, float *cells)
{
    for (int i = 0; i < DBT_BLOCK; i += 8)
        for (int j = 0; j < DBT_BLOCK; j += LANES)
            NAMED(eight_rows)
    (p.a + i * DBT_SKETCH_SIZE, p.a_squares + i, p.b + j, p.b_squares + j,
     cells + i * DBT_BLOCK + j);
}

TARGET static float NAMED(least_cell)(block_pair p)
{
    float cells[DBT_BLOCK_CELLS], all = INFINITY;
    NAMED(all_cells)(p, cells);
    NAMED(lanes) least = *(const NAMED(lanes) *)cells;
    for (int k = LANES; k < DBT_BLOCK_CELLS; k += LANES) {
        const NAMED(lanes) next = *(const NAMED(lanes) *)(cells + k);
        const NAMED(mask) less = next < least;
        least = (NAMED(lanes))(((NAMED(mask))next & less) | ((NAMED(mask))least & ~less));
    }
    for (int j = 0; j < LANES; j++)
        all = least[j] < all ? least[j] : all;
    return all;
}

/* The squared distances of a sketch, times -2, from DBT_FAN others. */
TARGET static void NAMED(point_squares)(const float *sketch, const dbt_sketch_points *points,
                                        float squares[DBT_FAN])
{
    typedef NAMED(lanes) lanes;
    for (int j = 0; j < DBT_FAN; j += LANES) {
        lanes sum = { 0.0f };
        for (int k = 0; k < DBT_SKETCH_SIZE; k++) {
            const lanes gap = *(const lanes *)&points->at[k][j] - SPREAD(-0.5f * sketch[k]);
            sum += gap * gap;
        }
        *(lanes *)(squares + j) = sum;
    }
}

/* The same from DBT_FAN boxes. */
TARGET static void NAMED(box_squares)(const float *sketch, const dbt_sketch_boxes *boxes,
                                      float squares[DBT_FAN])
{
    typedef NAMED(lanes) lanes;
    typedef NAMED(mask) mask;
    for (int j = 0; j < DBT_FAN; j += LANES) {
        lanes sum = { 0.0f };
        for (int k = 0; k < DBT_SKETCH_SIZE; k++) {
            const float number = -0.5f * sketch[k];
            const lanes below = *(const lanes *)&boxes->low[k][j] - SPREAD(number);
            const lanes above = SPREAD(number) - *(const lanes *)&boxes->high[k][j];
            const mask is_above = below < above;
            const lanes gap = (lanes)(((mask)above & is_above) | ((mask)below & ~is_above));
            const lanes some = (lanes)((mask)gap & (gap > 0.0f)); /* 0 where they overlap */
            sum += some * some;
        }
        *(lanes *)(squares + j) = sum;
    }
}

#undef LANES
#undef TARGET
#undef NAMED
#undef SPREAD

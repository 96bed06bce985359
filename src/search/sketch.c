/* How a sketch bounds a cost from below.
 *
 * A frame's values, minus a mean, are a vector f; distances between such vectors are costs. For
 * each direction q of length 1, in order, remove from f its component along q: c = q.f, f -= c q.
 * Each step reduces the squared length by exactly c^2, whatever the directions are. So f ->
 * (c_1, ..., c_m, rest) keeps all lengths and, because it is linear, all distances. Replacing the
 * rest by its length makes no distance longer (triangle inequality). Therefore the distance of two
 * sketches (c_1, ..., c_m, |rest|) is at most the cost. With the principal directions of the
 * frames, it is not much less.
 *
 * Rounding. In double precision, the error of all this is less than (n + 8) (m + 1) 2^-52 times the
 * length of the values. Sketches are then rounded to single precision, and tiny numbers to 0; that
 * error is measured.
 * `error` is the sum of both, `E` that of two frames.
 *
 * The squared distance of sketches x and y, |x|^2 + |y|^2 - 2 x.y, is a sum of D + 2 terms in
 * single precision, in any order, with or without fused products. Its error is at most 2^-24 (1 +
 * 2^-20) times the sum of three things: |x|^2 + |y|^2 for rounding the squares; 2 sum |x_k y_k| <=
 * 2 |x| |y| for the products; and for each of D + 1 additions a partial sum, which is at most (|x|
 * + |y|)^2. So it is less than G = (D + 4) 2^-24 (|x| + |y|)^2, plus 1e-40 for numbers too small
 * for that.
 *
 * Therefore the cost is at least (sqrt(squared - G - 1e-40) - E) / scale, and squared is at most
 * (cost scale + E)^2 + G + 1e-40. The computed cost, a sum of n squares, has an error less than n
 * 2^-52 of itself, and costs equal to nine digits differ by at most 1e-8 of themselves. SLACK
 * covers both.
 *
 * Here m is DIRECTIONS, D is DBT_SKETCH_SIZE = m + 1, n is the number of a frame's values. All of
 * the sketches' numbers, lengths, errors and squared distances are scaled: times `scale`, or its
 * square.
 *
 * Boxes. The distance of a sketch from a box, sqrt(sum of the squared gaps between it and the box's
 * sides), is at most that from any sketch in the box. No term of this sum is negative, nor of the
 * sum of squared differences of two sketches, so the error is less than (D + 4) 2^-24 of the sum,
 * plus 1e-40. */
#include "search/sketch.h"

#include "base/budgets.h"
#include "base/inline.h"
#include "base/min_max.h"
#include "base/number.h"
#include "base/trig.h"

#include <float.h>
#include <string.h>

/* A pair of short clips has few cells: then finding better directions takes longer than they
 * save. */
enum {
    DIRECTIONS = DBT_SKETCH_SIZE - 1,
    FRAMES_PER_SAMPLE = 8,
    MIN_SAMPLES = 48,
    MAX_SAMPLES = 1024,
    ROUNDS = 3
};

#define SLACK 3e-8

/* Numbers of a sketch below this are set to 0: processors need several times as long for products
 * below FLT_MIN. The largest numbers are about 1. */
#define MIN_NUMBER 0x1p-60

/* Maximum scaled length of a frame's values. A frame of a clip that is not in the basis can be
 * longer, and numbers might overflow: its error is infinite, so that its bounds are 0. */
#define MAX_LENGTH 0x1p60

/* ---- the basis ---- */

/* Writes a frame's values for one side of a cut into out[2 * n_values]: the pose, then the velocity
 * (entering if `entered`, else leaving) times velocity_weight. */
static void get_values(const dbt_features *f, size_t frame, bool entered, double *out)
{
    const size_t n = (size_t)f->n_values;
    const double *pose = f->pose + frame * n;
    const double *vel = (entered ? f->entering : f->leaving) + frame * n;
    for (size_t k = 0; k < n; k++) {
        out[k] = pose[k];
        out[n + k] = f->velocity_weight * vel[k];
    }
}

/* Writes the values (get_values) of evenly spread frames into samples[n_samples][n_values], left
 * and entered alternately. n_frames: of all clips together, at least n_samples. n_values: of the
 * basis, twice that of the features. */
static void write_samples(const dbt_searched *clips, size_t n_frames, size_t n_values,
                          size_t n_samples, double *samples)
{
    size_t before = 0;
    for (size_t s = 0; s < n_samples; s++) {
        const size_t frame = (size_t)((double)s / (double)n_samples * (double)n_frames);
        while (frame - before >= clips->features.n_frames)
            before += clips++->features.n_frames;
        get_values(&clips->features, frame - before, s % 2, samples + s * n_values);
    }
}

/* Dot product, with a fixed order of the sums: the same bits on every machine. */
static double dot(const double *a, const double *b, int n)
{
    double s[4] = { 0.0 };
    int k = 0;
    for (; k + 4 <= n; k += 4)
        for (int lane = 0; lane < 4; lane++)
            s[lane] += a[k + lane] * b[k + lane];
    for (; k < n; k++)
        s[0] += a[k] * b[k];
    return (s[0] + s[1]) + (s[2] + s[3]);
}

static void add_scaled(double *a, double s, const double *b, int n)
{
    for (int k = 0; k < n; k++)
        a[k] += s * b[k];
}

/* Sets the basis' mean, all 0 before, to that of samples[n_samples][n], and subtracts it from them.
 * A number of the mean that overflows becomes 0. */
static void centre(dbt_sketch_basis *basis, double *samples, size_t n_samples)
{
    const int n = basis->n;
    for (size_t s = 0; s < n_samples; s++)
        add_scaled(basis->mean, 1.0 / (double)n_samples, samples + s * (size_t)n, n);
    for (int k = 0; k < n;
         k++) /* values that overflow get no bound; their costs are computed exactly */
        if (!(fabs(basis->mean[k]) <= DBL_MAX))
            basis->mean[k] = 0.0;
    for (size_t s = 0; s < n_samples; s++)
        add_scaled(samples + s * (size_t)n, -1.0, basis->mean, n);
}

/* Gram-Schmidt (modified): scales each of directions[DIRECTIONS][n], in order, to length 1 and
 * removes it from all later ones. A direction whose length is not between 1e-100 and 1e100 becomes
 * 0. */
static void orthonormalise(double *directions, int n)
{
    for (int d = 0; d < DIRECTIONS; d++) {
        double *q = directions + (size_t)d * (size_t)n;
        const double length = sqrt(dot(q, q, n));
        const double inverse = length > 1e-100 && length < 1e100 ? 1.0 / length : 0.0;
        for (int k = 0; k < n; k++)
            q[k] = inverse > 0.0 ? q[k] * inverse : 0.0;
        for (int e = d + 1; e < DIRECTIONS; e++) {
            double *r = directions + (size_t)e * (size_t)n;
            add_scaled(r, -dot(q, r, n), q, n);
        }
    }
}

/* Simultaneous iteration: sets basis->directions to approximations of the first principal
 * directions of the centred samples[n_samples][n]. Source: H. Rutishauser, "Computational aspects
 * of F. L. Bauer's simultaneous iteration method" (1969). next[DIRECTIONS][n]: scratch. */
static void find_directions(dbt_sketch_basis *basis, const double *samples, size_t n_samples,
                            double *next)
{
    const int n = basis->n;
    const size_t size = (size_t)DIRECTIONS * (size_t)n;
    for (size_t k = 0; k < size; k++) /* any start works that is not perpendicular to them */
        basis->directions[k] = dbt_sin((double)(k * k % 1000003 + 7 * k));
    for (int round = 0; round < ROUNDS; round++) {
        orthonormalise(basis->directions, n);
        memset(next, 0, size * sizeof *next);
        for (size_t s = 0; s < n_samples; s++)
            for (size_t d = 0; d < size; d += (size_t)n) {
                const double *sample = samples + s * (size_t)n;
                add_scaled(next + d, dot(sample, basis->directions + d, n), sample, n);
            }
        memcpy(basis->directions, next, size * sizeof *next);
    }
    for (int again = 0; again < 2; again++) /* twice, for lengths of 1 to the last digits */
        orthonormalise(basis->directions, n);
}

/* Returns the maximum distance of any frame's values, left or entered, from the mean, units; 0
 * without frames, INFINITY on overflow. clips: [n]. values[basis->n]: scratch. */
static double greatest_length(const dbt_searched *clips, size_t n, const dbt_sketch_basis *basis,
                              double *values)
{
    double greatest = 0.0;
    for (size_t c = 0; c < n; c++)
        for (size_t frame = 0; frame < clips[c].features.n_frames; frame++)
            for (int entered = 0; entered < 2; entered++) {
                get_values(&clips[c].features, frame, entered, values);
                add_scaled(values, -1.0, basis->mean, basis->n);
                const double length = sqrt(dot(values, values, basis->n));
                if (!(length <= DBL_MAX))
                    return INFINITY;
                greatest = fmax(greatest, length);
            }
    return greatest;
}

void dbt_sketch_basis_init(dbt_sketch_basis *basis, const dbt_searched *clips, size_t n)
{
    const size_t n_values = 2 * (size_t)clips->features.n_values;
    size_t n_frames = 0;
    for (size_t c = 0; c < n; c++)
        n_frames += clips[c].features.n_frames;
    const size_t some = dbt_max(n_frames / FRAMES_PER_SAMPLE, MIN_SAMPLES);
    const size_t n_samples = dbt_min(n_frames, dbt_min(some, MAX_SAMPLES));
    *basis = (dbt_sketch_basis){ .n = (int)n_values };
    dbt_arena scratch = { 0 };
    double *samples = dbt_arena_array(&scratch, n_samples + DIRECTIONS, n_values * sizeof *samples);
    basis->mean = dbt_arena_array(&basis->memory, n_values, sizeof(double));
    basis->directions = dbt_arena_array(&basis->memory, n_values, DIRECTIONS * sizeof(double));
    write_samples(clips, n_frames, n_values, n_samples, samples);
    centre(basis, samples, n_samples);
    find_directions(basis, samples, n_samples, samples + n_samples * n_values);
    const double greatest = greatest_length(clips, n, basis, samples);
    if (greatest > 1e-140 && greatest < 1e140)
        basis->scale = ldexp(1.0, -ilogb(greatest) - 1);
    dbt_arena_release(&scratch);
}

void dbt_sketch_basis_release(dbt_sketch_basis *basis)
{
    dbt_arena_release(&basis->memory);
    *basis = (dbt_sketch_basis){ 0 };
}

/* ---- sketches ---- */

/* The sketch of one frame. */
typedef struct frame_sketch {
    float values[DBT_SKETCH_SIZE];
    double length, error; /* times the scale; error: bound on the rounding error, INFINITY if the
                             values are too large to sketch */
} frame_sketch;

/* Returns the sketch of values[basis->n]: the components along the principal directions, then the
 * length of the rest, all times the scale. All fields are 0 if basis->scale is 0. If the values
 * are too large (MAX_LENGTH), error is INFINITY and the others are 0. Overwrites values. */
static frame_sketch sketch_frame(const dbt_sketch_basis *basis, double *values)
{
    frame_sketch out = { .length = 0.0 };
    if (basis->scale == 0.0)
        return out;
    const int n = basis->n;
    const double far = sqrt(dot(values, values, n)) + sqrt(dot(basis->mean, basis->mean, n));
    if (!(far * basis->scale <= MAX_LENGTH))
        return (frame_sketch){ .error = INFINITY };
    double numbers[DBT_SKETCH_SIZE], length2 = 0.0, error2 = 0.0;
    add_scaled(values, -1.0, basis->mean, n);
    for (int d = 0; d < DIRECTIONS; d++) {
        const double *q = basis->directions + (size_t)d * (size_t)n;
        numbers[d] = dot(q, values, n);
        add_scaled(values, -numbers[d], q, n);
    }
    numbers[DIRECTIONS] = sqrt(dot(values, values, n));
    for (int d = 0; d < DBT_SKETCH_SIZE; d++) {
        const double number = numbers[d] * basis->scale;
        out.values[d] = fabs(number) < MIN_NUMBER ? 0.0f : (float)number;
        const double off = (double)out.values[d] - number;
        length2 += (double)out.values[d] * (double)out.values[d];
        error2 += off * off;
    }
    out.length = sqrt(length2);
    out.error = 1.001 * sqrt(error2) + (n + 8) * DBT_SKETCH_SIZE * DBL_EPSILON * far * basis->scale;
    return out;
}

/* Returns the index of one number of a frame's sketch in dbt_sketch.values. */
static size_t number_index(size_t frame, size_t number, bool entered)
{
    const size_t block = frame / DBT_BLOCK * DBT_BLOCK * DBT_SKETCH_SIZE, at = frame % DBT_BLOCK;
    return entered ? block + number * DBT_BLOCK + at : block + at * DBT_SKETCH_SIZE + number;
}

float dbt_sketch_number(const dbt_searched *clip, size_t frame, size_t number)
{
    return clip->entered.values[number_index(frame, number, true)];
}

/* Fills the arrays of clip->entered, or of clip->left, which must be 0. n_blocks must be set.
 * values[basis->n]: scratch. Frames that pad the last block get values 0 and infinite squares; they
 * do not count in length, error and is_alike. */
static void fill(const dbt_searched *clip, bool entered, const dbt_sketch_basis *basis,
                 double *values)
{
    const dbt_sketch *sketch = entered ? &clip->entered : &clip->left;
    for (size_t frame = 0; frame < clip->n_blocks * DBT_BLOCK; frame++) {
        const size_t block = frame / DBT_BLOCK;
        if (frame >= clip->features.n_frames) {
            sketch->squares[frame] = INFINITY;
            continue;
        }
        get_values(&clip->features, frame, entered, values);
        const frame_sketch f = sketch_frame(basis, values);
        for (size_t k = 0; k < DBT_SKETCH_SIZE; k++)
            sketch->values[number_index(frame, k, entered)] =
                entered ? f.values[k] : -2.0f * f.values[k];
        sketch->squares[frame] = (float)(f.length * f.length);
        sketch->length[block] = fmax(sketch->length[block], f.length);
        sketch->error[block] = fmax(sketch->error[block], f.error);
        sketch->is_alike[block] =
            frame % DBT_BLOCK == 0 ||
            (sketch->is_alike[block] &&
             dbt_features_are_equal(&clip->features, frame - 1, &clip->features, frame, entered));
    }
}

/* Returns a sketch of n_blocks blocks, all 0, allocated from `memory`. */
static dbt_sketch alloc_sketch(dbt_arena *memory, size_t n_blocks)
{
    return (dbt_sketch){
        .values = dbt_arena_array(memory, n_blocks, DBT_BLOCK * DBT_SKETCH_SIZE * sizeof(float)),
        .squares = dbt_arena_array(memory, n_blocks, DBT_BLOCK * sizeof(float)),
        .length = dbt_arena_array(memory, n_blocks, sizeof(double)),
        .error = dbt_arena_array(memory, n_blocks, sizeof(double)),
        .is_alike = dbt_arena_array(memory, n_blocks, sizeof(bool)),
    };
}

void dbt_sketch_clip(dbt_searched *clip, const dbt_sketch_basis *basis)
{
    dbt_arena *memory = &clip->features.memory;
    double *values = dbt_arena_array(memory, (size_t)basis->n, sizeof *values);
    clip->n_blocks = (clip->features.n_frames + DBT_BLOCK - 1) / DBT_BLOCK;
    clip->left = alloc_sketch(memory, clip->n_blocks);
    clip->entered = alloc_sketch(memory, clip->n_blocks);
    clip->scale = basis->scale;
    fill(clip, false, basis, values);
    fill(clip, true, basis, values);
}

/* ---- distances ---- */

/* Eight numbers. Every sum has a fixed order: results are the same bits on all processors. */
typedef float floats8 __attribute__((vector_size(8 * sizeof(float)), aligned(4), may_alias));
typedef int32_t mask8 __attribute__((vector_size(8 * sizeof(int32_t)), aligned(4), may_alias));
enum { EIGHT = 8 };

static DBT_ALWAYS_INLINE floats8 choose(mask8 mask, floats8 a, floats8 b)
{
    return (floats8)(((mask8)a & mask) | ((mask8)b & ~mask));
}

/* Pointers to the sketches of two blocks, to compute their cells. */
typedef struct block_pair {
    const float *a, *a_squares, *b, *b_squares;
} block_pair;

static block_pair pair_blocks(const dbt_searched *a, size_t row, const dbt_searched *b,
                              size_t column)
{
    return (block_pair){ a->left.values + row * DBT_BLOCK * DBT_SKETCH_SIZE,
                         a->left.squares + row * DBT_BLOCK,
                         b->entered.values + column * DBT_BLOCK * DBT_SKETCH_SIZE,
                         b->entered.squares + column * DBT_BLOCK };
}

/* Writes 8 x 8 squared distances: of eight sketches of a block, left, from eight of another block,
 * entered. Pointers are to the first of the eight, in the layout of dbt_sketch. cells: to the first
 * of 8 rows of 8, in the layout of dbt_sketch_cells, so rows begin DBT_BLOCK apart. The sums stay
 * in registers. */
static DBT_ALWAYS_INLINE void eight_rows(const float *a, const float *a_squares, const float *b,
                                         const float *b_squares, float *cells)
{
    floats8 sums[EIGHT];
#pragma GCC unroll 8
    for (int i = 0; i < EIGHT; i++)
        sums[i] = *(const floats8 *)b_squares + a_squares[i];
    for (int k = 0; k < DBT_SKETCH_SIZE; k++) {
        const floats8 numbers = *(const floats8 *)(b + k * DBT_BLOCK);
#pragma GCC unroll 8
        for (int i = 0; i < EIGHT; i++)
            sums[i] += numbers * a[i * DBT_SKETCH_SIZE + k];
    }
#pragma GCC unroll 8
    for (int i = 0; i < EIGHT; i++)
        *(floats8 *)(cells + i * DBT_BLOCK) = sums[i];
}

static DBT_ALWAYS_INLINE void all_cells(block_pair p, float *cells)
{
    for (int i = 0; i < DBT_BLOCK; i += EIGHT)
        for (int j = 0; j < DBT_BLOCK; j += EIGHT)
            eight_rows(p.a + i * DBT_SKETCH_SIZE, p.a_squares + i, p.b + j, p.b_squares + j,
                       cells + i * DBT_BLOCK + j);
}

/* Returns the minimum squared distance between the left sketches of one block and the entered ones
 * of another. Padding is infinitely far. */
DBT_WIDER static float lowest_cell(block_pair p)
{
    float cells[DBT_BLOCK_CELLS], all = INFINITY;
    all_cells(p, cells);
    floats8 lowest = *(const floats8 *)cells;
    for (int k = EIGHT; k < DBT_BLOCK_CELLS; k += EIGHT) {
        const floats8 next = *(const floats8 *)(cells + k);
        lowest = choose(next < lowest, next, lowest);
    }
    for (int j = 0; j < EIGHT; j++)
        all = lowest[j] < all ? lowest[j] : all;
    return all;
}

DBT_WIDER void dbt_sketch_cells(const dbt_searched *a, size_t row, const dbt_searched *b,
                                size_t column, float cells[DBT_BLOCK_CELLS])
{
    all_cells(pair_blocks(a, row, b, column), cells);
}

void dbt_sketch_min(const dbt_searched *a, size_t row, const dbt_searched *b, size_t column,
                    size_t n_columns, float *lowest)
{
    for (size_t c = 0; c < n_columns; c++)
        lowest[c] = lowest_cell(pair_blocks(a, row, b, column + c));
}

/* Sets squares to the squared distances of a sketch from DBT_FAN others; INFINITY for a sketch of
 * infinite numbers. sketch[DBT_SKETCH_SIZE]: times -2, as in dbt_sketch for `left`. */
DBT_WIDER static void point_squares(const float *sketch, const dbt_sketch_points *points,
                                    float squares[DBT_FAN])
{
    for (int j = 0; j < DBT_FAN; j += EIGHT) {
        floats8 sum = { 0.0f };
        for (int k = 0; k < DBT_SKETCH_SIZE; k++) {
            const floats8 gap = *(const floats8 *)&points->at[k][j] - -0.5f * sketch[k];
            sum += gap * gap;
        }
        *(floats8 *)(squares + j) = sum;
    }
}

/* Sets squares to the squared distances of a sketch from DBT_FAN boxes: 0 inside, INFINITY for the
 * box of an empty set. sketch[DBT_SKETCH_SIZE]: times -2, as in dbt_sketch for `left`. */
DBT_WIDER static void box_squares(const float *sketch, const dbt_sketch_boxes *boxes,
                                  float squares[DBT_FAN])
{
    const floats8 zero = { 0.0f };
    for (int j = 0; j < DBT_FAN; j += EIGHT) {
        floats8 sum = zero;
        for (int k = 0; k < DBT_SKETCH_SIZE; k++) {
            const float number = -0.5f * sketch[k];
            const floats8 below = *(const floats8 *)&boxes->low[k][j] - number;
            const floats8 above = number - *(const floats8 *)&boxes->high[k][j];
            const floats8 gap = choose(below < above, above, below);
            const floats8 some = choose(gap > zero, gap, zero); /* 0 where they overlap */
            sum += some * some;
        }
        *(floats8 *)(squares + j) = sum;
    }
}

/* Returns the maximum error of squared distances between two blocks: G of the file's comment. */
static double squared_error(const dbt_searched *a, size_t row, const dbt_searched *b, size_t column)
{
    const double length = a->left.length[row] + b->entered.length[column];
    return (DBT_SKETCH_SIZE + 4) * 0x1.001p-24 * length * length + 1e-40;
}

/* Returns the lower bound of a cost, units, from a scaled distance of sketches minus their errors.
 * Returns 0 if the distance is not positive or if there is no scale. */
static double bound_cost(const dbt_searched *a, double distance)
{
    return distance > 0.0 && a->scale > 0.0 ? distance / a->scale * (1.0 - SLACK) : 0.0;
}

double dbt_sketch_bound(const dbt_searched *a, size_t row, const dbt_searched *b, size_t column,
                        float squared)
{
    const double lowest = (double)squared - squared_error(a, row, b, column);
    return bound_cost(a, sqrt(fmax(0.0, lowest)) - a->left.error[row] - b->entered.error[column]);
}

/* Sets bounds[] as dbt_sketch_bound_points and dbt_sketch_bound_boxes do, from the squared
 * distances of the frame's sketch from the points or boxes. */
static void bound_squares(const dbt_searched *a, size_t frame, const float squares[DBT_FAN],
                          double error, double cost_limit, double bounds[DBT_FAN])
{
    const double errors = a->left.error[frame / DBT_BLOCK] + error;
    const double distance = cost_limit * (1.0 + SLACK) * a->scale + errors;
    const double limit =
        a->scale > 0.0 ? distance * distance * (1.0 + SLACK) + 1e-40 : (double)INFINITY;
    for (int k = 0; k < DBT_FAN; k++) {
        const double lowest = (double)squares[k] * (1.0 - (DBT_SKETCH_SIZE + 4) * 0x1.001p-24);
        bounds[k] = squares[k] < INFINITY && lowest <= limit
                        ? bound_cost(a, sqrt(fmax(0.0, lowest - 1e-40)) - errors)
                        : INFINITY;
    }
}

void dbt_sketch_bound_points(const dbt_searched *a, size_t frame, const dbt_sketch_points *points,
                             double error, double cost_limit, double bounds[DBT_FAN])
{
    float squares[DBT_FAN];
    point_squares(a->left.values + frame * DBT_SKETCH_SIZE, points, squares);
    bound_squares(a, frame, squares, error, cost_limit, bounds);
}

void dbt_sketch_bound_boxes(const dbt_searched *a, size_t frame, const dbt_sketch_boxes *boxes,
                            double error, double cost_limit, double bounds[DBT_FAN])
{
    float squares[DBT_FAN];
    box_squares(a->left.values + frame * DBT_SKETCH_SIZE, boxes, squares);
    bound_squares(a, frame, squares, error, cost_limit, bounds);
}

double dbt_sketch_limit(const dbt_searched *a, size_t row, const dbt_searched *b, size_t column,
                        double cost)
{
    const double distance =
        cost * (1.0 + SLACK) * a->scale + a->left.error[row] + b->entered.error[column];
    return a->scale > 0.0 ? distance * distance * (1.0 + SLACK) + squared_error(a, row, b, column)
                          : INFINITY;
}

/* Two walks over the cells of a clip with itself. Cells below the diagonal are periods [i, j):
 * frame j is left for frame i. The first walk finds the lowest cost, the second the longest period
 * that is cheap enough. Both use bounds of blocks of sketches and compute only the cells that may
 * matter. */
#include "search/period.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "base/threads.h"
#include "motion/align.h"

#include <pthread.h>

/* Fraction of the clip's reach: no period need cost less. */
static const double floor_fraction = 1e-5;

/* Costs that are equal to nine digits differ by at most this fraction. */
static const double nine_digits = 1e-8;

/* ---- where the character moves ---- */

/* Prefix sums of the pose, minus its mean over the clip: entry n is the sum over the frames before
 * n. */
typedef struct prefix_sums {
    const dbt_features *features;
    double *pose;    /* [n_frames + 1][n_values]: units */
    double *squares; /* [n_frames + 1]: of the pose's squared length */
    size_t *barred;  /* [n_frames + 1]: number of frames before it that may not be left */
} prefix_sums;

/* Sets *s to the prefix sums of a clip's features, which it borrows. Allocates the arrays in
 * `memory`, whose owner frees them. */
static void sums_init(prefix_sums *s, const dbt_features *f, dbt_arena *memory)
{
    const size_t n = (size_t)f->n_values, n_frames = f->n_frames;
    double *mean = dbt_arena_array(memory, n, sizeof *mean);
    *s = (prefix_sums){ .features = f,
                        .pose = dbt_arena_array(memory, n_frames + 1, n * sizeof *s->pose),
                        .squares = dbt_arena_array(memory, n_frames + 1, sizeof *s->squares),
                        .barred = dbt_arena_array(memory, n_frames + 1, sizeof *s->barred) };
    for (size_t frame = 0; frame < n_frames; frame++)
        for (size_t v = 0; v < n; v++)
            mean[v] += f->pose[frame * n + v] / (double)n_frames;
    for (size_t frame = 0; frame < n_frames; frame++) {
        double *sum = s->pose + frame * n, square = 0.0;
        for (size_t v = 0; v < n; v++) {
            const double off = f->pose[frame * n + v] - mean[v];
            sum[n + v] = sum[v] + off;
            square += off * off;
        }
        s->squares[frame + 1] = s->squares[frame] + square;
        s->barred[frame + 1] = s->barred[frame] + (f->barred && (f->barred[frame] & DBT_NOT_LEFT));
    }
}

/* Returns the variance of the pose in frames [i, j), squared units, i < j: the mean squared
 * distance from the mean pose, a sum over all values. */
static double variance(const prefix_sums *s, size_t i, size_t j)
{
    const size_t n = (size_t)s->features->n_values;
    const double length = (double)(j - i);
    double square = 0.0;
    for (size_t v = 0; v < n; v++) {
        const double mean = (s->pose[j * n + v] - s->pose[i * n + v]) / length;
        square += mean * mean;
    }
    return (s->squares[j] - s->squares[i]) / length - square;
}

/* ---- walking over cells ---- */

/* A walk over the cells of the clip. */
typedef struct walk {
    const dbt_period_spec *spec;
    dbt_searched clip;
    size_t begin, end;        /* frames that periods begin at: [begin, end) */
    size_t shortest, longest; /* lengths that count, frames, both included */
    double floor;             /* units: no period need cost less */
    prefix_sums sums;
    double min_variance; /* periods of smaller variance do not count */
    bool for_longest;    /* false: for the cheapest */
    double below;        /* units: the limit of the longest period's cost */
    double enough;       /* units: the cheapest need cost no less */
    /* shared by the threads, under the lock */
    pthread_mutex_t lock;
    size_t n_over;   /* number of rows of blocks that are done */
    dbt_period best; /* length 0: none yet */
} walk;

/* Whether a, which must not be empty, is better than b; length 0: b is none, so a is. Without
 * for_longest: a is cheaper, not rounded. With it: a is longer, or equally long and cheaper to nine
 * digits, or both tie and a begins earlier. */
static bool is_better(const walk *w, const dbt_period *a, const dbt_period *b)
{
    if (b->length == 0)
        return true;
    if (!w->for_longest)
        return a->cost.cost < b->cost.cost;
    if (a->length != b->length)
        return a->length > b->length;
    const int order = dbt_cut_compare(a->cost.cost, b->cost.cost);
    return order != 0 ? order < 0 : a->begin < b->begin;
}

/* Returns the maximum cost of a cell that can still be the best, units: with for_longest the limit,
 * else the cost of *best, INFINITY if it is empty. */
static double max_cost(const walk *w, const dbt_period *best)
{
    if (w->for_longest)
        return w->below * (1.0 + nine_digits);
    return best->length > 0 ? best->cost.cost : INFINITY;
}

/* Whether the first walk may stop: with a cheaper period, the limit would be the floor, too. */
static bool is_cheap_enough(const walk *w, const dbt_period *best)
{
    return !w->for_longest && best->length > 0 && best->cost.cost <= w->enough;
}

/* Tries the period of frames [i, j), j < n_frames. Returns whether it is the best so far, and then
 * sets *best. Skips one with a glitch in it or in its seam, with too small a variance or an
 * infinite cost. With for_longest also skips one that costs more than w->below. */
static bool try_cell(const walk *w, size_t i, size_t j, dbt_period *best)
{
    const dbt_features *f = &w->clip.features;
    const size_t length = j - i;
    const bool has_glitch = w->sums.barred[j + 1] > w->sums.barred[i + 1] || /* or its seam has */
                            !dbt_features_may_cut(f, j, f, i);
    if ((w->for_longest && length < best->length) || has_glitch ||
        variance(&w->sums, i, j) < w->min_variance)
        return false;
    const dbt_period cell = { i, length, dbt_features_cost(f, j, f, i), w->below };
    if (!(cell.cost.cost <= max_cost(w, best)) || !(cell.cost.cost < INFINITY) ||
        (w->for_longest && dbt_cut_compare(cell.cost.cost, w->below) > 0) ||
        !is_better(w, &cell, best))
        return false;
    *best = cell;
    return true;
}

/* Tries the periods that are left in block `row` and begin in block `column`, within the walk's
 * begins and lengths; updates *best. Stops if *best is cheap enough (is_cheap_enough). */
static void try_block(const walk *w, size_t row, size_t column, dbt_period *best)
{
    const dbt_searched *clip = &w->clip;
    const size_t n = clip->features.n_frames;
    float cells[DBT_BLOCK_CELLS];
    dbt_sketch_cells(clip, row, clip, column, cells);
    double limit = dbt_sketch_limit(clip, row, clip, column, max_cost(w, best));
    for (size_t k = 0; k < DBT_BLOCK_CELLS && !is_cheap_enough(w, best); k++) {
        const size_t j = row * DBT_BLOCK + k / DBT_BLOCK, i = column * DBT_BLOCK + k % DBT_BLOCK;
        if (j >= n || i < w->begin || i >= w->end || j < i + w->shortest || j > i + w->longest)
            continue;
        if ((double)cells[k] <= limit && try_cell(w, i, j, best))
            limit = dbt_sketch_limit(clip, row, clip, column, max_cost(w, best));
    }
}

/* Tries the periods that are left in block `row`, block by block, the longest first; updates *best.
 * Stops if *best is cheap enough, or longer than all that follow. */
static void try_row(const walk *w, size_t row, dbt_period *best)
{
    const dbt_searched *clip = &w->clip;
    const size_t first_j = row * DBT_BLOCK, last_j = first_j + DBT_BLOCK - 1;
    const size_t shortest = dbt_max(w->shortest, w->for_longest ? best->length : 0);
    if (last_j < w->begin + shortest)
        return;
    const size_t low = first_j > w->longest ? first_j - w->longest : 0;
    const size_t first = dbt_max(low, w->begin) / DBT_BLOCK;
    const size_t end = dbt_min(last_j - shortest, w->end - 1) / DBT_BLOCK + 1;
    if (first >= end)
        return;
    float *lowest = dbt_alloc_array(end - first, sizeof *lowest);
    dbt_sketch_min(clip, row, clip, first, end - first, lowest);
    for (size_t column = first; column < end && !is_cheap_enough(w, best); column++) {
        if (w->for_longest && last_j - column * DBT_BLOCK < best->length)
            break;
        if (dbt_sketch_bound(clip, row, clip, column, lowest[column - first]) <= max_cost(w, best))
            try_block(w, row, column, best);
    }
    dbt_free(lowest);
}

/* Tries the periods that are left in one block; index 0 is the last block. Updates w->best and
 * n_over and reports progress, under the lock. context: the walk. */
static void walk_row(void *context, size_t index)
{
    walk *w = context;
    const dbt_period_spec *spec = w->spec;
    const size_t n = w->clip.n_blocks;
    pthread_mutex_lock(&w->lock);
    dbt_period best = w->best;
    pthread_mutex_unlock(&w->lock);
    if (!is_cheap_enough(w, &best))
        try_row(w, n - 1 - index, &best);
    pthread_mutex_lock(&w->lock);
    if (best.length > 0 && is_better(w, &best, &w->best))
        w->best = best;
    w->n_over++;
    if (spec->progress)
        spec->progress(spec->context, (double)w->n_over / (double)n + (w->for_longest ? 1.0 : 0.0),
                       2.0);
    pthread_mutex_unlock(&w->lock);
}

/* Walks over all cells: sets w->best, length 0 if no period counts. below: as w->below. */
static void run(walk *w, bool for_longest, double below)
{
    w->for_longest = for_longest;
    w->n_over = 0;
    w->below = below;
    w->best = (dbt_period){ .length = 0 };
    dbt_run_each(w->spec->n_threads, w->clip.n_blocks, walk_row, w);
}

/* ---- which period ---- */

/* Fails with DBT_E_TIME, without a file. w->best: of a run without a limit of cost. If it is empty,
 * the message says that there is no period at any cost; else that none costs at most `below`, and
 * that the cheapest costs `lowest`, units. */
static bool fail_none(const walk *w, double below, double lowest, dbt_error *err)
{
    if (w->best.length == 0)
        return dbt_fail(err, DBT_E_TIME,
                        "no period can be chosen: in all of them the character hardly moves, or "
                        "costs are infinite");
    return dbt_fail(err, DBT_E_TIME,
                    "no period costs at most %.9g units (--below): the least is %.9g", below,
                    lowest);
}

/* Sets *period to the longest within the limit of cost, which becomes period->below. If the user
 * set no limit, first derives it from the cheapest period. Overwrites the walk's result and limits
 * (run). Fails with DBT_E_TIME if there is none (fail_none), and then *period stays. */
static bool find(walk *w, dbt_period *period, dbt_error *err)
{
    double below = w->spec->below;
    if (!w->spec->has_below) {
        w->enough = w->floor / 1.5;
        run(w, false, INFINITY);
        if (w->best.length == 0)
            return fail_none(w, INFINITY, INFINITY, err);
        below = fmax(1.5 * w->best.cost.cost, w->floor);
    }
    run(w, true, below);
    if (w->best.length == 0) {
        run(w, false, INFINITY);
        return fail_none(w, below, w->best.cost.cost, err);
    }
    *period = w->best;
    return true;
}

/* Sets w->min_variance and finds the period. w->sums is valid only during the call. Fails with
 * DBT_E_LIMIT if there are too many pairs of frames, or as find does; then *period stays. */
static bool search(walk *w, const dbt_clip *clip, dbt_period *period, dbt_error *err)
{
    const dbt_features *f = &w->clip.features;
    const double box = (double)(w->end - w->begin) * (double)(w->longest - w->shortest + 1);
    if (!dbt_check_searched(w->spec->begin || w->spec->length ? box : 0.5 * box,
                            (double)clip->text.size, clip->file, err))
        return false;
    dbt_arena memory = { 0 };
    sums_init(&w->sums, f, &memory);
    w->min_variance = 0.25 * variance(&w->sums, 0, f->n_frames);
    const bool ok = find(w, period, err);
    dbt_arena_release(&memory);
    return ok;
}

/* Sets *period to the given begin and length, also on failure. Fails with DBT_E_TIME, without a
 * file, if it costs more than the user's limit; without a limit any cost will do, and below is
 * INFINITY. */
static bool set_given(const walk *w, dbt_period *period, dbt_error *err)
{
    const dbt_features *f = &w->clip.features;
    const size_t i = w->begin, length = w->shortest;
    *period = (dbt_period){ i, length, dbt_features_cost(f, i + length, f, i),
                            w->spec->has_below ? w->spec->below : INFINITY };
    return dbt_cut_compare(period->cost.cost, period->below) <= 0 ||
           dbt_fail(err, DBT_E_TIME, "the period costs %.9g units, more than %.9g (--below)",
                    period->cost.cost, period->below);
}

/* ---- the clip ---- */

/* Converts a time or a length to frames of the clip; `end` is the last frame. Fails with
 * DBT_E_TIME, in the clip's file, unless it is in [low, high]; *frame is then low. what: the
 * option, for the message. */
static bool read_time(const dbt_clip *clip, const dbt_time *time, const char *what, size_t low,
                      size_t high, size_t *frame, dbt_error *err)
{
    const double at = dbt_time_frame(*time, clip->frame_time, (double)clip->n_frames - 1.0);
    *frame = low;
    if (!(at >= (double)low && at <= (double)high))
        return dbt_fail_at(err, DBT_E_TIME, clip->file, 0, 0,
                           "%s is frame %.0f, expected %zu to %zu of a clip of %zu frames", what,
                           at, low, high, clip->n_frames);
    *frame = (size_t)at;
    return true;
}

/* Sets w->begin, 0 before, end, shortest and longest from the spec. Fails with DBT_E_FRAMES if the
 * clip has fewer than two frames. Fails with DBT_E_TIME if a given begin or length is outside the
 * clip, or if min_length is too long for it. Errors are in the clip's file. */
static bool read_times(walk *w, const dbt_clip *clip, dbt_error *err)
{
    const dbt_period_spec *spec = w->spec;
    size_t length = dbt_max(dbt_time_frames(spec->min_length, clip->frame_time), 1);
    const size_t last = clip->n_frames > 0 ? clip->n_frames - 1 : 0;
    if (last == 0)
        return dbt_fail_at(err, DBT_E_FRAMES, clip->file, 0, 0,
                           "the clip has %zu frame%s, a loop needs two", clip->n_frames,
                           clip->n_frames == 1 ? "" : "s");
    if (spec->begin && !read_time(clip, spec->begin, "--start", 0, last - 1, &w->begin, err))
        return false;
    if (spec->length &&
        !read_time(clip, spec->length, "--period", 1, last - w->begin, &length, err))
        return false;
    w->end = spec->begin ? w->begin + 1 : last + 1 - length;
    w->shortest = length;
    w->longest = spec->length ? length : last;
    return spec->length || length <= last - w->begin ||
           dbt_fail_at(err, DBT_E_TIME, clip->file, 0, 0,
                       "from frame %zu on the clip has %zu frames, too few for a period of %zu "
                       "(--min) and the frame after it",
                       w->begin, last + 1 - w->begin, length);
}

/* Sets w->clip to the clip, prepared for the search with centred velocities, and w->floor. The
 * caller releases w->clip, but not after a failure. Fails as dbt_track_init, dbt_chain_init,
 * dbt_view_reference and dbt_searched_init do. */
static bool prepare_clip(walk *w, const dbt_clip *clip, dbt_error *err)
{
    const dbt_period_spec *spec = w->spec;
    dbt_view view = { .skeleton = &clip->skeleton,
                      .up = spec->up,
                      .frame_time = clip->frame_time,
                      .velocity_weight = spec->velocity_weight,
                      .weights = spec->weights,
                      .centred = true };
    dbt_track track;
    dbt_chain chain;
    if (!dbt_track_init(&track, clip, &clip->skeleton, clip->frame_time, DBT_INTERPOLATE_HERMITE,
                        err))
        return false;
    const dbt_clip_source source = dbt_clips_in_memory(&clip);
    const bool ok = dbt_chain_init(&chain, &track, 1, spec->root, err);
    dbt_track_release(&track);
    if (!ok)
        return false;
    view.motion_root = chain.motion_root;
    w->floor = floor_fraction * chain.reach;
    return dbt_view_reference(&view, clip, err) &&
           dbt_searched_init(&w->clip, &(dbt_chosen_clips){ .source = &source, .n = 1 }, &view,
                             spec->n_threads, NULL, err);
}

bool dbt_period_find(const dbt_period_spec *spec, const dbt_clip *clip, dbt_period *period,
                     dbt_error *err)
{
    walk w = { .spec = spec, .lock = PTHREAD_MUTEX_INITIALIZER };
    if (!read_times(&w, clip, err) || !prepare_clip(&w, clip, err))
        return false;
    const bool ok =
        spec->begin && spec->length ? set_given(&w, period, err) : search(&w, clip, period, err);
    dbt_searched_release(&w.clip);
    if (!ok && err && err->code == DBT_E_TIME)
        err->file = clip->file;
    return ok;
}

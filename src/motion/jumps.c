#include "motion/jumps.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "base/threads.h"
#include "motion/simd_fk.h"
#include "motion/pose.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Ratio of a joint that jumps but has a usual jump of 0. */
static const double boundless = 1000.0;

/* Ranks of the quantiles that are a joint's usual jump: over the whole file, and within a second.
 */
static const double file_rank = 0.95, near_rank = 0.9;
static const double floor_fraction = 0.25; /* minimum usual jump / the median one */

enum {
    CHUNK = 512,    /* frames per task of a thread */
    MIN_NEAR = 5,   /* fewer nearby frames do not define a usual jump */
    MAX_NEAR = 2000 /* frames before and after; bounds the cost at any frame rate */
};

/* ---- the jumps ---- */

/* A joint whose jumps are measured. */
typedef struct measured {
    dbt_path path;
    double *values; /* its jumps; borrowed */
} measured;

/* Fills list[n_joints] with the joints that have s->values; the parent of each has values, too.
 * Sets the path of each for dbt_path_go_on. Returns their number. The paths point to each other:
 * the list must not be moved. */
static size_t list_measured(const dbt_jumps *s, measured *list)
{
    const dbt_joint *joints = s->clip->skeleton.joints;
    dbt_path **paths = dbt_alloc_array((size_t)s->n_joints, sizeof *paths); /* by joint */
    size_t n = 0;
    for (int j = 0; j < s->n_joints; j++) {
        if (!s->values[j])
            continue;
        dbt_path *parent = joints[j].parent < 0 ? NULL : paths[joints[j].parent];
        list[n] =
            (measured){ .path = { .joint = &joints[j], .parent = parent }, .values = s->values[j] };
        paths[j] = &list[n++].path;
        if (parent)
            parent->has_rot = true;
    }
    dbt_free(paths);
    return n;
}

/* Sets the jumps (s->values) of CHUNK frames, or those up to the last frame, in all measured
 * joints; chunk 0 begins at frame 2. A jump that is infinite or NAN becomes DBL_MAX. context: the
 * dbt_jumps. */
static void fill_chunk(void *context, size_t chunk)
{
    const dbt_jumps *s = context;
    const size_t begin = chunk * CHUNK + 2, end = dbt_min(begin + CHUNK, s->n_frames);
    measured *list = dbt_alloc_array((size_t)s->n_joints, sizeof *list);
    const size_t n = list_measured(s, list);
    for (size_t k = begin - 2; k < end; k += DBT_PATH_FRAMES) {
        const double *values[DBT_PATH_FRAMES]; /* beyond the last frame: the last frame's, unused */
        for (size_t f = 0; f < DBT_PATH_FRAMES; f++)
            values[f] = dbt_clip_frame(s->clip, dbt_min(k + f, s->n_frames - 1));
        for (size_t i = 0; i < n; i++) {
            dbt_path_go_on(&list[i].path, values);
            for (size_t f = dbt_max(k, begin); f < dbt_min(k + DBT_PATH_FRAMES, end); f++) {
                const double jump = list[i].path.jump[f - k];
                list[i].values[f] = jump < DBL_MAX ? jump : DBL_MAX; /* infinity, NaN: to DBL_MAX */
            }
        }
    }
    dbt_free(list);
}

/* The number of chunks (fill_chunk). */
static size_t n_chunks(const dbt_jumps *s)
{
    return (s->n_frames - 3) / CHUNK + 1;
}

/* Sets s->weight: each bone's fraction of the length of all bones, in the first frame. ROOT has no
 * bone. If all bones have length 0, all weights are equal, that of ROOT too. */
static void set_weights(dbt_jumps *s)
{
    const dbt_skeleton *skeleton = &s->clip->skeleton;
    double sum = 0.0;
    for (int j = 0; j < s->n_joints; j++) {
        const dbt_joint *joint = &skeleton->joints[j];
        const dbt_vec3 bone = dbt_joint_from_values(joint, dbt_clip_frame(s->clip, 0)).pos;
        s->weight[j] = joint->parent < 0 ? 0.0 : dbt_vec3_length(bone);
        sum += s->weight[j];
    }
    for (int j = 0; j < s->n_joints; j++) /* no bones: equal weights */
        s->weight[j] = sum > 0.0 ? s->weight[j] / sum : 1.0 / s->n_joints;
}

/* Returns the minimum depth d for which the joints of depth <= d weigh more than DBT_POP_RANK. At
 * least one of them then has a ratio as large as the frame's pop. depth[n_joints]: 0 is ROOT. */
static int min_depth(const dbt_jumps *s, const int *depth)
{
    double *weight = dbt_alloc_array((size_t)s->n_joints, sizeof *weight), sum = 0.0;
    int deepest = 0;
    for (int j = 0; j < s->n_joints; j++)
        weight[depth[j]] += s->weight[j];
    while ((sum += weight[deepest]) < DBT_POP_RANK + 1e-9)
        deepest++;
    dbt_free(weight);
    return deepest;
}

/* Allocates s->values[joint] (zeroed) of all joints, or only of those up to min_depth, which can
 * rule out pops. The others stay NULL. Uses s->weight. */
static void add_values(dbt_jumps *s, bool all)
{
    const size_t n = (size_t)s->n_joints;
    int *depth = dbt_alloc_array(n, sizeof *depth);
    for (size_t j = 0; j < n; j++) {
        const int parent = s->clip->skeleton.joints[j].parent;
        depth[j] = parent < 0 ? 0 : depth[parent] + 1;
    }
    const int deepest = all ? s->n_joints : min_depth(s, depth);
    for (size_t j = 0; j < n; j++)
        if (depth[j] <= deepest)
            s->values[j] = dbt_alloc_array(s->n_frames, sizeof **s->values);
    dbt_free(depth);
}

/* ---- quantiles ---- */

/* Quickselect (Hoare 1961): reorders values[n] so that the element of a rank (from 0) is at its
 * sorted index, with no greater element before it and no smaller one after it. */
static void select_rank(double *values, size_t n, size_t rank)
{
    size_t low = 0, high = n - 1;
    while (low < high) {
        const double pivot = values[low + (high - low) / 2];
        size_t i = low, j = high;
        while (i <= j) {
            while (values[i] < pivot)
                i++;
            while (values[j] > pivot)
                j--;
            if (i <= j) {
                const double swapped = values[i];
                values[i++] = values[j];
                values[j] = swapped;
                if (j-- == 0)
                    break;
            }
        }
        if (rank <= j && j != (size_t)-1)
            high = j;
        else if (rank >= i)
            low = i;
        else
            return;
    }
}

/* Returns the q quantile of n > 0 values, linear between ranks. Reorders the values. */
static double quantile(double *values, size_t n, double q)
{
    const double at = q * (double)(n - 1);
    const size_t rank = (size_t)at;
    select_rank(values, n, rank);
    if (rank + 1 >= n)
        return values[rank];
    double next = values[rank + 1];
    for (size_t i = rank + 2; i < n; i++)
        next = fmin(next, values[i]);
    return values[rank] + (at - (double)rank) * (next - values[rank]);
}

/* Sets s->usual[joint], the usual jump over the whole file, to the file_rank quantile of the
 * joint's jumps; leaves it if the joint is not measured. context: the dbt_jumps. */
static void find_usual(void *context, size_t joint)
{
    dbt_jumps *s = context;
    const size_t n = s->n_frames - 2;
    if (!s->values[joint])
        return;
    double *sorted = dbt_alloc_array(n, sizeof *sorted);
    memcpy(sorted, s->values[joint] + 2, n * sizeof *sorted);
    s->usual[joint] = quantile(sorted, n, file_rank);
    dbt_free(sorted);
}

/* Raises each s->usual to at least floor_fraction of the median of the positive ones, if any. */
static void raise_usual(dbt_jumps *s)
{
    double *moving = dbt_alloc_array((size_t)s->n_joints, sizeof *moving);
    size_t n = 0;
    for (int j = 0; j < s->n_joints; j++)
        if (s->usual[j] > 0.0)
            moving[n++] = s->usual[j];
    const double min_usual = n > 0 ? floor_fraction * quantile(moving, n, 0.5) : 0.0;
    for (int j = 0; j < s->n_joints; j++)
        s->usual[j] = fmax(s->usual[j], min_usual);
    dbt_free(moving);
}

/* ---- the pop of a frame ---- */

/* Orders dbt_jump for qsort by ratio; equal ratios by descending joint. */
static int compare_jumps(const void *a, const void *b)
{
    const dbt_jump *x = a, *y = b;
    const int order = (x->ratio > y->ratio) - (x->ratio < y->ratio);
    return order ? order : y->joint - x->joint;
}

/* jump / usual, finite; `boundless` if only `usual` is 0, 0 if both are. */
static double ratio_of(double jump, double usual)
{
    return usual > 0.0 ? fmin(jump / usual, DBL_MAX) : jump > 0.0 ? boundless : 0.0;
}

size_t dbt_jumps_frames(const dbt_clip *clip, double seconds, size_t min)
{
    const double n = floor(seconds / clip->frame_time + 0.5);
    return n > (double)clip->n_frames ? clip->n_frames : dbt_max((size_t)n, min);
}

/* Frames near a frame, [begin, close) and [far, end): within 1 s and MAX_NEAR frames, but not
 * within 0.1 s; not frames 0 and 1, which have no jump. */
typedef struct nearby {
    size_t begin, close, far, end;
    size_t n; /* number of these frames; below MIN_NEAR they do not count */
} nearby;

/* Returns the frames near a frame. */
static nearby frames_near(const dbt_jumps *s, size_t frame)
{
    const size_t far = dbt_min(dbt_jumps_frames(s->clip, 1.0, 3), MAX_NEAR);
    const size_t close = dbt_min(dbt_jumps_frames(s->clip, 0.1, 2), far);
    nearby f = { .begin = frame > far + 2 ? frame - far : 2 };
    f.close = dbt_max(frame > close ? frame - close : 0, f.begin);
    f.far = dbt_min(frame + close + 1, s->n_frames);
    f.end = dbt_min(frame + far + 1, s->n_frames);
    f.n = f.close - f.begin + f.end - f.far;
    return f;
}

/* Returns the usual jump of a measured joint in the frames f, the near_rank quantile; 0 if they are
 * fewer than MIN_NEAR. Overwrites s->scratch. */
static double usual_near(const dbt_jumps *s, int joint, const nearby *f)
{
    const double *values = s->values[joint];
    if (f->n < MIN_NEAR)
        return 0.0;
    const size_t n_before = f->close - f->begin;
    memcpy(s->scratch, values + f->begin, n_before * sizeof *values);
    memcpy(s->scratch + n_before, values + f->far, (f->end - f->far) * sizeof *values);
    return quantile(s->scratch, f->n, near_rank);
}

/* Whether the jump of a measured joint at a frame is certainly at most `limit` times usual_near.
 * Counts the small jumps instead of sorting all, and rounds the rank down. f: frames_near(frame),
 * MIN_NEAR or more. */
static bool is_usual_near(const dbt_jumps *s, int joint, size_t frame, const nearby *f,
                          double limit)
{
    const double *values = s->values[joint], max_usual = values[frame] / limit;
    const size_t rank = (size_t)(near_rank * (double)(f->n - 1));
    size_t n = 0;
    for (size_t k = f->begin; k < f->close; k++)
        n += values[k] <= max_usual;
    for (size_t k = f->far; k < f->end; k++)
        n += values[k] <= max_usual;
    return n <= rank;
}

/* Adds up the weight of joints within the limit. Tests the usual jump of the whole file first,
 * as it is cheap. */
bool dbt_jumps_may_exceed(const dbt_jumps *jumps, size_t frame, double rank, double limit)
{
    const dbt_jumps *s = jumps;
    double weight = 0.0;
    for (int j = 0; j < s->n_joints; j++)
        if (s->values[j] && s->values[j][frame] <= limit * s->usual[j])
            weight += s->weight[j];
    if (weight >= rank)
        return false;
    const nearby f = frames_near(s, frame);
    for (int j = 0; f.n >= MIN_NEAR && j < s->n_joints && weight < rank; j++)
        if (s->values[j] && s->values[j][frame] > limit * s->usual[j] &&
            is_usual_near(s, j, frame, &f, limit))
            weight += s->weight[j];
    return weight < rank;
}

double dbt_jumps_quantile(dbt_jumps *jumps, size_t frame, double rank)
{
    dbt_jumps *s = jumps;
    const nearby f = frames_near(s, frame);
    for (int j = 0; j < s->n_joints; j++) {
        const double usual = fmax(s->usual[j], usual_near(s, j, &f));
        s->last[j] = (dbt_jump){ ratio_of(s->values[j][frame], usual), j };
    }
    qsort(s->last, (size_t)s->n_joints, sizeof *s->last, compare_jumps);
    double sum = 0.0;
    int i = 0;
    while (i < s->n_joints - 1 && (sum += s->weight[s->last[i].joint]) < rank - 1e-12)
        i++;
    return s->last[i].ratio;
}

double dbt_jumps_outlier(const dbt_jumps *jumps, int joint, size_t *frame)
{
    const double *values = jumps->values[joint];
    const size_t apart = dbt_jumps_frames(jumps->clip, 0.2, 1);
    double next = 0.0;
    size_t k = 2;
    for (size_t i = 3; i < jumps->n_frames; i++)
        k = values[i] > values[k] ? i : k;
    for (size_t i = 2; i < jumps->n_frames; i++)
        if (i + apart < k || i > k + apart)
            next = fmax(next, values[i]);
    *frame = k;
    return values[k] > jumps->usual[joint] ? values[k] / next : 0.0;
}

/* ---- */

/* Sets up *s and measures all joints, or (all: false) the minimum set that can rule out pops.
 * Measures nothing and leaves s->n_frames 0 if the clip can have no pops. Does not call
 * raise_usual. Borrows the clip. Release with dbt_jumps_release. */
static void init(dbt_jumps *s, const dbt_clip *clip, bool all, int n_threads)
{
    const dbt_skeleton *skeleton = &clip->skeleton;
    const size_t n = (size_t)skeleton->n_joints;
    *s = (dbt_jumps){ .clip = clip, .n_joints = skeleton->n_joints };
    if (clip->n_frames < DBT_JUMPS_MIN_FRAMES ||
        skeleton->n_joints > DBT_JUMPS_MAX_PER_CHANNEL * skeleton->n_channels)
        return;
    s->n_frames = clip->n_frames;
    s->values = dbt_alloc_array(n, sizeof *s->values);
    s->usual = dbt_alloc_array(n, sizeof *s->usual);
    s->weight = dbt_alloc_array(n, sizeof *s->weight);
    s->last = dbt_alloc_array(n, sizeof *s->last);
    s->scratch = dbt_alloc_array(s->n_frames, sizeof *s->scratch);
    set_weights(s);
    add_values(s, all);
    dbt_run_each(n_threads, n_chunks(s), fill_chunk, s);
    dbt_run_each(n_threads, n, find_usual, s);
}

void dbt_jumps_init(dbt_jumps *jumps, const dbt_clip *clip, int n_threads)
{
    init(jumps, clip, true, n_threads);
    if (jumps->n_frames > 0)
        raise_usual(jumps);
}

bool dbt_clip_may_pop(const dbt_clip *clip, double limit)
{
    dbt_jumps s;
    bool may = false;
    init(&s, clip, false, 1);
    for (size_t k = 2; k < s.n_frames && !may; k++)
        may = dbt_jumps_may_exceed(&s, k, DBT_POP_RANK, limit);
    dbt_jumps_release(&s);
    return may;
}

void dbt_jumps_release(dbt_jumps *jumps)
{
    for (int j = 0; jumps->values && j < jumps->n_joints; j++)
        dbt_free(jumps->values[j]);
    dbt_free(jumps->values);
    dbt_free(jumps->usual);
    dbt_free(jumps->weight);
    dbt_free(jumps->last);
    dbt_free(jumps->scratch);
    *jumps = (dbt_jumps){ 0 };
}

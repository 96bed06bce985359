#include "motion/pops.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "base/sorted.h"
#include "base/threads.h"
#include "motion/pose.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* The steps of a clip, D of the manual: D of joint j at frame k is |p_k - 2 p_(k-1) + p_(k-2)|,
 * from world positions in units. Its division by the frame time falls out of all quotients. */
typedef struct steps {
    const dbt_clip *clip;
    int n_joints;
    size_t n_frames;
    double *values; /* [n_joints][n_frames]; frames 0 and 1 have none: 0 */
    double *usual;  /* [n_joints]: of the whole file */
    double *weight; /* [n_joints]: length of the bone to the parent, units; the sum is 1 */
    double *pop;    /* [n_frames]: by `usual` alone, an upper bound of the pop */
} steps;

/* A joint that moves at no other time jumps without measure: this many times its usual step. */
static const double boundless = 1000.0;

static const double heavy = 0.4; /* the weight that is exceeded by the rest */
static const double file_rank = 0.95, near_rank = 0.9;
static const double floor_fraction = 0.25; /* of the median joint's usual step */

enum { CHUNK = 512, MIN_NEAR = 5 };

static double *steps_of(const steps *s, int joint)
{
    return s->values + (size_t)joint * s->n_frames;
}

/* ---- steps ---- */

static void world_pose(const dbt_clip *clip, size_t frame, dbt_transform *local,
                       dbt_transform *world)
{
    dbt_pose_from_values(&clip->skeleton, dbt_clip_frame(clip, frame), local);
    dbt_pose_world(&clip->skeleton, local, world);
}

/* Computes the steps of one chunk of frames. */
static bool fill_chunk(void *context, size_t chunk)
{
    const steps *s = context;
    const size_t n = (size_t)s->n_joints, begin = chunk * CHUNK + 2;
    const size_t end = dbt_min(begin + CHUNK, s->n_frames);
    dbt_transform *local = dbt_alloc_array(2 * n, sizeof *local), *world = local + n;
    dbt_vec3 *last = dbt_alloc_array(2 * n, sizeof *last), *before = last + n;
    for (size_t k = begin - 2; k < end; k++) {
        world_pose(s->clip, k, local, world);
        for (size_t j = 0; j < n; j++) {
            const dbt_vec3 twice = dbt_vec3_scale(last[j], 2.0);
            const dbt_vec3 change = dbt_vec3_add(dbt_vec3_sub(world[j].pos, twice), before[j]);
            if (k >= begin)
                steps_of(s, (int)j)[k] = dbt_vec3_length(change);
            before[j] = last[j];
            last[j] = world[j].pos;
        }
    }
    dbt_free(local);
    dbt_free(last);
    return true;
}

static void set_weights(steps *s)
{
    const dbt_skeleton *skeleton = &s->clip->skeleton;
    double sum = 0.0;
    for (int j = 0; j < s->n_joints; j++) {
        const dbt_joint *joint = &skeleton->joints[j];
        const dbt_vec3 bone = dbt_joint_from_values(joint, dbt_clip_frame(s->clip, 0)).pos;
        s->weight[j] = joint->parent < 0 ? 0.0 : dbt_vec3_length(bone);
        sum += s->weight[j];
    }
    for (int j = 0; j < s->n_joints; j++) /* without bones all joints weigh the same */
        s->weight[j] = sum > 0.0 ? s->weight[j] / sum : 1.0 / s->n_joints;
}

/* ---- quantiles ---- */

/* Quickselect (Hoare 1961): puts the element of that rank where sorting would put it, lesser ones
 * before it and greater ones after it. */
static void put_rank(double *values, size_t n, size_t rank)
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

/* The q quantile of n > 0 values, linear between ranks. Reorders the values. */
static double quantile(double *values, size_t n, double q)
{
    const double at = q * (double)(n - 1);
    const size_t rank = (size_t)at;
    put_rank(values, n, rank);
    if (rank + 1 >= n)
        return values[rank];
    double next = values[rank + 1];
    for (size_t i = rank + 2; i < n; i++)
        next = fmin(next, values[i]);
    return values[rank] + (at - (double)rank) * (next - values[rank]);
}

static bool find_usual(void *context, size_t joint)
{
    steps *s = context;
    const size_t n = s->n_frames - 2;
    double *sorted = dbt_alloc_array(n, sizeof *sorted);
    for (size_t i = 0; i < n; i++)
        sorted[i] = steps_of(s, (int)joint)[2 + i];
    s->usual[joint] = quantile(sorted, n, file_rank);
    dbt_free(sorted);
    return true;
}

/* Raises the usual steps to a quarter of the median of those over 0. */
static void raise_usual(steps *s)
{
    double *moving = dbt_alloc_array((size_t)s->n_joints, sizeof *moving);
    size_t n = 0;
    for (int j = 0; j < s->n_joints; j++)
        if (s->usual[j] > 0.0)
            moving[n++] = s->usual[j];
    const double least = n > 0 ? floor_fraction * quantile(moving, n, 0.5) : 0.0;
    for (int j = 0; j < s->n_joints; j++)
        s->usual[j] = fmax(s->usual[j], least);
    dbt_free(moving);
}

/* ---- the pop of a frame ---- */

typedef struct ratio {
    double value;
    int joint;
} ratio;

static int compare_ratios(const void *a, const void *b)
{
    const ratio *x = a, *y = b;
    const int order = (x->value > y->value) - (x->value < y->value);
    return order ? order : y->joint - x->joint;
}

static double ratio_of(double step, double usual)
{
    return usual > 0.0 ? fmin(step / usual, DBL_MAX) : step > 0.0 ? boundless : 0.0;
}

/* Sorts the ratios, [n_joints], and returns the weighted quantile. */
static double pop_of(const steps *s, ratio *ratios)
{
    double sum = 0.0;
    int i = 0;
    qsort(ratios, (size_t)s->n_joints, sizeof *ratios, compare_ratios);
    while (i < s->n_joints - 1 && (sum += s->weight[ratios[i].joint]) < heavy - 1e-12)
        i++;
    return ratios[i].value;
}

static bool bound_chunk(void *context, size_t chunk)
{
    steps *s = context;
    const size_t begin = chunk * CHUNK + 2, end = dbt_min(begin + CHUNK, s->n_frames);
    ratio *ratios = dbt_alloc_array((size_t)s->n_joints, sizeof *ratios);
    for (size_t k = begin; k < end; k++) {
        for (int j = 0; j < s->n_joints; j++)
            ratios[j] = (ratio){ ratio_of(steps_of(s, j)[k], s->usual[j]), j };
        s->pop[k] = pop_of(s, ratios);
    }
    dbt_free(ratios);
    return true;
}

/* Frames in `seconds`, at least `least`. */
static size_t frames_in(const steps *s, double seconds, size_t least)
{
    const double n = floor(seconds / s->clip->frame_time + 0.5);
    return n > (double)s->n_frames ? s->n_frames : dbt_max((size_t)n, least);
}

/* The frames near one, [begin, close) and [far, end): within 1 s, but not within 0.1 s. */
typedef struct nearby {
    size_t begin, close, far, end;
    size_t n; /* of all these; fewer than MIN_NEAR do not count */
} nearby;

static nearby frames_near(const steps *s, size_t frame)
{
    const size_t far = frames_in(s, 1.0, 3), close = frames_in(s, 0.1, 2);
    nearby f = { .begin = frame > far + 2 ? frame - far : 2 };
    f.close = dbt_max(frame > close ? frame - close : 0, f.begin);
    f.far = dbt_min(frame + close + 1, s->n_frames);
    f.end = dbt_min(frame + far + 1, s->n_frames);
    f.n = f.close - f.begin + f.end - f.far;
    return f;
}

/* The usual step of a joint near a frame; 0 where those frames are too few. room: [n_frames]. */
static double usual_near(const steps *s, int joint, const nearby *f, double *room)
{
    const double *values = steps_of(s, joint);
    size_t n = 0;
    if (f->n < MIN_NEAR)
        return 0.0;
    for (size_t k = f->begin; k < f->close; k++)
        room[n++] = values[k];
    for (size_t k = f->far; k < f->end; k++)
        room[n++] = values[k];
    return quantile(room, n, near_rank);
}

/* Whether the pop of a frame may be above the limit, by counting instead of sorting: a joint jumps
 * less than limit times its usual step if too few of the steps near it are small enough. */
static bool may_exceed(const steps *s, size_t frame, double limit)
{
    const nearby f = frames_near(s, frame);
    const size_t rank = (size_t)(near_rank * (double)(f.n > 0 ? f.n - 1 : 0));
    double light = 0.0;
    for (int j = 0; f.n >= MIN_NEAR && j < s->n_joints; j++) {
        const double *values = steps_of(s, j), most = values[frame] / limit;
        size_t n = 0;
        for (size_t k = f.begin; k < f.close; k++)
            n += values[k] <= most;
        for (size_t k = f.far; k < f.end; k++)
            n += values[k] <= most;
        light += n <= rank || values[frame] <= limit * s->usual[j] ? s->weight[j] : 0.0;
    }
    return light < heavy - 1e-12;
}

/* The pop of a frame; ratios, [n_joints], are left sorted. */
static double exact_pop(const steps *s, size_t frame, ratio *ratios, double *room)
{
    const nearby f = frames_near(s, frame);
    for (int j = 0; j < s->n_joints; j++) {
        const double usual = fmax(s->usual[j], usual_near(s, j, &f, room));
        ratios[j] = (ratio){ ratio_of(steps_of(s, j)[frame], usual), j };
    }
    return pop_of(s, ratios);
}

/* ---- pops ---- */

typedef struct bounded_frame {
    double bound;
    size_t frame;
} bounded_frame;

static int compare_bounds(const void *a, const void *b)
{
    const bounded_frame *x = a, *y = b;
    const int order = (x->bound < y->bound) - (x->bound > y->bound);
    return order ? order : dbt_compare_sizes(x->frame, y->frame);
}

/* Finds the frame with the largest pop, best first by the bound. */
static void find_largest(const steps *s, dbt_pops *pops, ratio *ratios, double *room)
{
    const size_t n = s->n_frames - 2;
    bounded_frame *list = dbt_alloc_array(n, sizeof *list);
    for (size_t i = 0; i < n; i++)
        list[i] = (bounded_frame){ s->pop[i + 2], i + 2 };
    qsort(list, n, sizeof *list, compare_bounds);
    for (size_t i = 0; i < n && list[i].bound > pops->largest; i++) {
        if (pops->largest > 0.0 && !may_exceed(s, list[i].frame, pops->largest))
            continue;
        const double pop = exact_pop(s, list[i].frame, ratios, room);
        if (pop > pops->largest) {
            pops->largest = pop;
            pops->largest_frame = list[i].frame;
        }
    }
    dbt_free(list);
}

/* Adds a frame to the last pop, or begins another one. */
static void add_frame(const steps *s, dbt_pops *pops, size_t frame, double value,
                      const ratio *ratios)
{
    const size_t apart = dbt_max((size_t)(0.1 / s->clip->frame_time + 1e-4), 1);
    dbt_pop *pop = arrlen(pops->list) > 0 ? &arrlast(pops->list) : NULL;
    if (!pop || frame - pop->last > apart) {
        arrput(pops->list, ((dbt_pop){ .first = frame }));
        pop = &arrlast(pops->list);
    }
    pop->last = frame;
    if (value <= pop->pop)
        return;
    pop->pop = value;
    pop->frame = frame;
    for (int i = 0; i < DBT_POP_JOINTS; i++) {
        const int from_end = s->n_joints - 1 - i;
        pop->joints[i] = from_end >= 0 ? ratios[from_end].joint : -1;
    }
}

/* The largest step from frame to frame of a joint in the 0.2 s before `begin` and after `end`. */
static double own_step(const steps *s, int joint, size_t begin, size_t end, dbt_transform *local,
                       dbt_transform *world)
{
    const size_t n = frames_in(s, 0.2, 1), last = dbt_min(end + n, s->n_frames - 1);
    double largest = 0.0;
    dbt_vec3 before = DBT_VEC3_ZERO;
    const size_t first = begin > n ? begin - n : 0;
    for (size_t k = first; k <= last; k++) {
        if (k > begin && k < end)
            continue;
        world_pose(s->clip, k, local, world);
        if (k != first && k != end)
            largest = fmax(largest, dbt_vec3_length(dbt_vec3_sub(world[joint].pos, before)));
        before = world[joint].pos;
    }
    return largest;
}

/* Sets begin, end and is_spike: whether the pose in the middle is far from the straight line
 * between the frames around the pop, by over three times the joint's own largest step nearby. */
static void find_kind(const steps *s, dbt_pop *pop)
{
    const size_t n = (size_t)s->n_joints;
    const double most = fmax(0.15 / s->clip->frame_time + 1e-4, 6.0); /* frames */
    pop->begin = pop->first > 2 ? pop->first - 2 : 0;
    pop->end = pop->last;
    if (pop->first < 3 || pop->last > s->n_frames - 2 || (double)(pop->end - pop->begin) > most)
        return;
    const size_t middle = pop->begin + (pop->end - pop->begin) / 2;
    const double t = (double)(middle - pop->begin) / (double)(pop->end - pop->begin);
    dbt_transform *local = dbt_alloc_array(4 * n, sizeof *local), *from = local + n;
    dbt_transform *at = from + n, *to = at + n;
    world_pose(s->clip, pop->begin, local, from);
    world_pose(s->clip, middle, local, at);
    world_pose(s->clip, pop->end, local, to);
    double furthest = 0.0;
    int joint = 0;
    for (int j = 0; j < s->n_joints; j++) {
        const dbt_vec3 line = dbt_vec3_lerp(from[j].pos, to[j].pos, t);
        const double distance = dbt_vec3_length(dbt_vec3_sub(at[j].pos, line));
        if (distance > furthest) {
            furthest = distance;
            joint = j;
        }
    }
    pop->is_spike = furthest > 3.0 * own_step(s, joint, pop->begin, pop->end, local, at);
    dbt_free(local);
}

static void list_pops(const steps *s, double limit, dbt_pops *pops)
{
    ratio *ratios = dbt_alloc_array((size_t)s->n_joints, sizeof *ratios);
    double *room = dbt_alloc_array(s->n_frames, sizeof *room);
    for (size_t k = 2; k < s->n_frames; k++) {
        if (!(s->pop[k] > limit) || !may_exceed(s, k, limit))
            continue;
        const double pop = exact_pop(s, k, ratios, room);
        if (pop > limit)
            add_frame(s, pops, k, pop, ratios);
    }
    for (ptrdiff_t i = 0; i < arrlen(pops->list); i++) {
        find_kind(s, &pops->list[i]);
        if (pops->list[i].pop > pops->largest) {
            pops->largest = pops->list[i].pop;
            pops->largest_frame = pops->list[i].frame;
        }
    }
    if (arrlen(pops->list) == 0)
        find_largest(s, pops, ratios, room);
    dbt_free(ratios);
    dbt_free(room);
}

void dbt_pops_find(dbt_pops *pops, const dbt_clip *clip, double limit, int n_threads)
{
    *pops = (dbt_pops){ 0 };
    if (clip->n_frames < DBT_POP_MIN_FRAMES)
        return;
    const size_t n = (size_t)clip->skeleton.n_joints, n_chunks = (clip->n_frames - 3) / CHUNK + 1;
    steps s = { .clip = clip,
                .n_joints = clip->skeleton.n_joints,
                .n_frames = clip->n_frames,
                .values = dbt_alloc_array(n, clip->n_frames * sizeof(double)),
                .usual = dbt_alloc_array(n, sizeof(double)),
                .weight = dbt_alloc_array(n, sizeof(double)),
                .pop = dbt_alloc_array(clip->n_frames, sizeof(double)) };
    set_weights(&s);
    (void)dbt_run_each(n_threads, n_chunks, fill_chunk, &s);
    (void)dbt_run_each(n_threads, n, find_usual, &s);
    raise_usual(&s);
    (void)dbt_run_each(n_threads, n_chunks, bound_chunk, &s);
    list_pops(&s, limit, pops);
    dbt_free(s.values);
    dbt_free(s.usual);
    dbt_free(s.weight);
    dbt_free(s.pop);
}

void dbt_pops_release(dbt_pops *pops)
{
    arrfree(pops->list);
    *pops = (dbt_pops){ 0 };
}

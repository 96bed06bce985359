#include "motion/pops.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "base/sorted.h"
#include "base/text.h"
#include "motion/pose.h"

#include <math.h>
#include <stdlib.h>

/* ---- the largest ---- */

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

double dbt_pops_largest(dbt_jumps *jumps, size_t *frame)
{
    double largest = 0.0;
    *frame = 0;
    if (jumps->n_frames == 0)
        return 0.0;
    const size_t n = jumps->n_frames - 2;
    bounded_frame *list = dbt_alloc_array(n, sizeof *list); /* best first */
    for (size_t i = 0; i < n; i++)
        list[i] = (bounded_frame){ jumps->bound[i + 2], i + 2 };
    qsort(list, n, sizeof *list, compare_bounds);
    for (size_t i = 0; i < n && list[i].bound > largest; i++) {
        if (largest > 0.0 && !dbt_jumps_may_exceed(jumps, list[i].frame, largest))
            continue;
        const double pop = dbt_jumps_pop(jumps, list[i].frame);
        if (pop > largest) {
            largest = pop;
            *frame = list[i].frame;
        }
    }
    dbt_free(list);
    return largest;
}

/* ---- pops ---- */

/* Adds a frame whose pop was measured last to the last pop of the list, or begins another one. */
static void add_frame(const dbt_jumps *jumps, dbt_pop **list, size_t frame, double value)
{
    const size_t apart = dbt_max((size_t)(0.1 / jumps->clip->frame_time + 1e-4), 1);
    dbt_pop *pop = arrlen(*list) > 0 ? &arrlast(*list) : NULL;
    if (!pop || frame - pop->last > apart) {
        arrput(*list, ((dbt_pop){ .first = frame }));
        pop = &arrlast(*list);
    }
    pop->last = frame;
    if (value <= pop->pop)
        return;
    pop->pop = value;
    pop->frame = frame;
    for (int i = 0; i < DBT_POP_JOINTS; i++) {
        const int from_end = jumps->n_joints - 1 - i;
        pop->joints[i] = from_end >= 0 ? jumps->last[from_end].joint : -1;
    }
}

static void world_pose(const dbt_clip *clip, size_t frame, dbt_transform *local,
                       dbt_transform *world)
{
    dbt_pose_from_values(&clip->skeleton, dbt_clip_frame(clip, frame), local);
    dbt_pose_world(&clip->skeleton, local, world);
}

/* The largest step from frame to frame of a joint in the 0.2 s before `begin` and after `end`. */
static double own_step(const dbt_clip *clip, int joint, size_t begin, size_t end,
                       dbt_transform *local, dbt_transform *world)
{
    const size_t n = dbt_jumps_frames(clip, 0.2, 1), last = dbt_min(end + n, clip->n_frames - 1);
    double largest = 0.0;
    dbt_vec3 before = DBT_VEC3_ZERO;
    const size_t first = begin > n ? begin - n : 0;
    for (size_t k = first; k <= last; k++) {
        if (k > begin && k < end)
            continue;
        world_pose(clip, k, local, world);
        if (k != first && k != end)
            largest = fmax(largest, dbt_vec3_length(dbt_vec3_sub(world[joint].pos, before)));
        before = world[joint].pos;
    }
    return largest;
}

/* Sets begin, end and is_spike: whether the pose in the middle is far from the straight line
 * between the frames around the pop, by over three times the joint's own largest step nearby. */
static void find_kind(const dbt_clip *clip, dbt_pop *pop)
{
    const size_t n = (size_t)clip->skeleton.n_joints;
    const double most = fmax(0.15 / clip->frame_time + 1e-4, 6.0); /* frames */
    pop->begin = pop->first > 2 ? pop->first - 2 : 0;
    pop->end = pop->last;
    if (pop->first < 3 || pop->last > clip->n_frames - 2 || (double)(pop->end - pop->begin) > most)
        return;
    const size_t middle = pop->begin + (pop->end - pop->begin) / 2;
    const double t = (double)(middle - pop->begin) / (double)(pop->end - pop->begin);
    dbt_transform *local = dbt_alloc_array(4 * n, sizeof *local), *from = local + n;
    dbt_transform *at = from + n, *to = at + n;
    world_pose(clip, pop->begin, local, from);
    world_pose(clip, middle, local, at);
    world_pose(clip, pop->end, local, to);
    double furthest = 0.0;
    int joint = 0;
    for (int j = 0; j < clip->skeleton.n_joints; j++) {
        const dbt_vec3 line = dbt_vec3_lerp(from[j].pos, to[j].pos, t);
        const double distance = dbt_vec3_length(dbt_vec3_sub(at[j].pos, line));
        if (distance > furthest) {
            furthest = distance;
            joint = j;
        }
    }
    pop->is_spike = furthest > 3.0 * own_step(clip, joint, pop->begin, pop->end, local, at);
    dbt_free(local);
}

dbt_pop *dbt_pops_find(dbt_jumps *jumps, double limit)
{
    dbt_pop *list = NULL; /* stb_ds list */
    for (size_t k = 2; k < jumps->n_frames; k++) {
        if (!dbt_jumps_may_exceed(jumps, k, limit))
            continue;
        const double pop = dbt_jumps_pop(jumps, k);
        if (pop > limit)
            add_frame(jumps, &list, k, pop);
    }
    for (ptrdiff_t i = 0; i < arrlen(list); i++)
        find_kind(jumps->clip, &list[i]);
    return list;
}

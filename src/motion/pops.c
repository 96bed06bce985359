#include "motion/pops.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "base/text.h"
#include "motion/pose.h"

#include <math.h>

double dbt_pops_largest(dbt_jumps *jumps, size_t *frame)
{
    double largest = 0.0;
    *frame = 0;
    for (size_t k = 2; k < jumps->n_frames; k++) {
        if (largest > 0.0 && !dbt_jumps_may_exceed(jumps, k, largest))
            continue;
        const double pop = dbt_jumps_pop(jumps, k);
        if (pop > largest) {
            largest = pop;
            *frame = k;
        }
    }
    return largest;
}

/* Adds a frame to the last pop of the list, or appends another pop. value: result of the last
 * dbt_jumps_pop, for this frame. */
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

/* Computes a frame's local and world transforms, [n_joints] each. */
static void world_pose(const dbt_clip *clip, size_t frame, dbt_transform *local,
                       dbt_transform *world)
{
    dbt_pose_from_values(&clip->skeleton, dbt_clip_frame(clip, frame), local);
    dbt_pose_world(&clip->skeleton, local, world);
}

/* Whether a joint leaves its path between the frames `begin` and `end` and returns to it. That
 * is so if its middle's distance from the straight line exceeds three times the end's prediction
 * error. The prediction extrapolates from `begin` with the mean of the velocities before and
 * after. t: time of the middle, from 0 to 1. */
static bool returns(dbt_vec3 before, dbt_vec3 begin, dbt_vec3 middle, dbt_vec3 end, dbt_vec3 after,
                    double t, double n_frames)
{
    const dbt_vec3 line = dbt_vec3_lerp(begin, end, t);
    const dbt_vec3 steps = dbt_vec3_add(dbt_vec3_sub(begin, before), dbt_vec3_sub(after, end));
    const dbt_vec3 path = dbt_vec3_add(begin, dbt_vec3_scale(steps, 0.5 * n_frames));
    return dbt_vec3_length(dbt_vec3_sub(middle, line)) >
           3.0 * dbt_vec3_length(dbt_vec3_sub(end, path));
}

/* Returns the mean distance, by weight, that joints move into a frame, units. Scratch:
 * local[n_joints], world[2 * n_joints]. */
static double step_into(const dbt_jumps *jumps, size_t frame, dbt_transform *local,
                        dbt_transform *world)
{
    const size_t n = (size_t)jumps->n_joints;
    double sum = 0.0;
    world_pose(jumps->clip, frame - 1, local, world);
    world_pose(jumps->clip, frame, local, world + n);
    for (size_t j = 0; j < n; j++)
        sum += jumps->weight[j] * dbt_vec3_length(dbt_vec3_sub(world[n + j].pos, world[j].pos));
    return sum;
}

/* Sets begin, end and is_spike: whether joints of at least half of the weight return. A step
 * with one jump, which two frames show, leads from begin to end: into the frame of the pop or
 * the one before. A step with several jumps spans the same frames as a spike, up to the same
 * length. */
static void find_kind(const dbt_jumps *jumps, dbt_pop *pop)
{
    enum { N = 5 }; /* number of poses */
    const dbt_clip *clip = jumps->clip;
    const size_t n = (size_t)jumps->n_joints;
    const double max_length = fmax(0.15 / clip->frame_time + 1e-4, 6.0); /* frames */
    dbt_transform *local = dbt_alloc_array((N + 1) * n, sizeof *local), *world = local + n;
    const double last_step = step_into(jumps, pop->frame - 1, local, world);
    pop->end = pop->frame - (last_step > step_into(jumps, pop->frame, local, world));
    pop->begin = pop->end - 1;
    if (pop->first < 3 || pop->last > clip->n_frames - 2 ||
        (double)(pop->last - pop->first + 2) > max_length) {
        dbt_free(local);
        return;
    }
    const size_t begin = pop->first - 2, length = pop->last - begin, half = length / 2;
    const size_t frames[N] = { begin - 1, begin, begin + half, pop->last, pop->last + 1 };
    for (size_t i = 0; i < N; i++)
        world_pose(clip, frames[i], local, world + i * n);
    double weight = 0.0;
    for (size_t j = 0; j < n; j++)
        if (returns(world[j].pos, world[n + j].pos, world[2 * n + j].pos, world[3 * n + j].pos,
                    world[4 * n + j].pos, (double)half / (double)length, (double)length))
            weight += jumps->weight[j];
    pop->is_spike = weight >= 0.5;
    if (pop->is_spike || pop->last - pop->first > 1) {
        pop->begin = begin;
        pop->end = pop->last;
    }
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
        find_kind(jumps, &list[i]);
    return list;
}

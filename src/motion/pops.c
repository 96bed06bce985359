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
        if (largest > 0.0 && !dbt_jumps_may_exceed(jumps, k, DBT_POP_RANK, largest))
            continue;
        const double pop = dbt_jumps_quantile(jumps, k, DBT_POP_RANK);
        if (pop > largest) {
            largest = pop;
            *frame = k;
        }
    }
    return largest;
}

/* Adds a frame, later than all before, to the last pop of *list (stb_ds): sets its `last`. If the
 * list is empty, or the frame is over 0.1 s (at least one frame) after the last pop, appends
 * another pop. Sets the pop's frame, value and joints if the value is its largest. value: result of
 * the last dbt_jumps_quantile, for this frame, which also set jumps->last. */
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

/* Sets local[n_joints] and world[n_joints] to the transforms of a clip frame. */
static void world_pose(const dbt_clip *clip, size_t frame, dbt_transform *local,
                       dbt_transform *world)
{
    dbt_pose_from_values(&clip->skeleton, dbt_clip_frame(clip, frame), local);
    dbt_pose_world(&clip->skeleton, local, world);
}

/* Whether a joint leaves its path between the frames of `begin` and `end` and returns to it: its
 * middle is further from the line between them than three times the distance from `end` to its
 * prediction. Prediction: `begin` plus n_frames times the mean of the steps before `begin` and
 * after `end`. Arguments: world positions in the frame before, at `begin`, between, at `end` and
 * after; time t of the middle, from 0 at `begin` to 1 at `end`; number of frames from `begin` to
 * `end`. */
static bool returns(dbt_vec3 before, dbt_vec3 begin, dbt_vec3 middle, dbt_vec3 end, dbt_vec3 after,
                    double t, double n_frames)
{
    const dbt_vec3 line = dbt_vec3_lerp(begin, end, t);
    const dbt_vec3 steps = dbt_vec3_add(dbt_vec3_sub(begin, before), dbt_vec3_sub(after, end));
    const dbt_vec3 path = dbt_vec3_add(begin, dbt_vec3_scale(steps, 0.5 * n_frames));
    return dbt_vec3_length(dbt_vec3_sub(middle, line)) >
           3.0 * dbt_vec3_length(dbt_vec3_sub(end, path));
}

/* Returns the mean distance, by weight, that joints move from the frame before into a frame (not
 * 0), units. Scratch: local[n_joints], world[2 * n_joints]. */
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

/* Returns the weight, 0 to 1, of the joints that return (`returns`) between two frames, begin <
 * end. Frames begin - 1 to end + 1 must exist. */
static double weight_returning(const dbt_jumps *jumps, size_t begin, size_t end)
{
    enum { N = 5 }; /* number of poses */
    const size_t n = (size_t)jumps->n_joints, length = end - begin, half = length / 2;
    const size_t frames[N] = { begin - 1, begin, begin + half, end, end + 1 };
    dbt_transform *local = dbt_alloc_array((N + 1) * n, sizeof *local), *world = local + n;
    for (size_t i = 0; i < N; i++)
        world_pose(jumps->clip, frames[i], local, world + i * n);
    double weight = 0.0;
    for (size_t j = 0; j < n; j++)
        if (returns(world[j].pos, world[n + j].pos, world[2 * n + j].pos, world[3 * n + j].pos,
                    world[4 * n + j].pos, (double)half / (double)length, (double)length))
            weight += jumps->weight[j];
    dbt_free(local);
    return weight;
}

/* Whether a pop is as short as a spike: its frames `first` to `last` plus one are at most 0.15 s,
 * or 6 frames if that is longer. The frames first - 3 and last + 1 must exist; false if not. */
static bool is_short(const dbt_jumps *jumps, const dbt_pop *pop)
{
    const double max_length = fmax(0.15 / jumps->clip->frame_time + 1e-4, 6.0); /* frames */
    return pop->first >= 3 && pop->last + 1 < jumps->n_frames &&
           (double)(pop->last - pop->first + 2) <= max_length;
}

/* Sets pop->begin and pop->end of a step: the frames before and after it, end = begin + 1. A step
 * into frame k causes jumps at frames k and k + 1. So it leads into pop->frame or the one before:
 * the larger of the two steps, by step_into. */
static void find_jump(const dbt_jumps *jumps, dbt_pop *pop)
{
    const size_t n = (size_t)jumps->n_joints;
    dbt_transform *local = dbt_alloc_array(3 * n, sizeof *local), *world = local + n;
    const double last_step = step_into(jumps, pop->frame - 1, local, world);
    pop->end = pop->frame - (last_step > step_into(jumps, pop->frame, local, world));
    pop->begin = pop->end - 1;
    dbt_free(local);
}

/* Sets the pop's begin, end and is_spike. A spike is short (is_short), and joints of at least half
 * of the weight return. A spike spans the frames first - 2 to last. So does a short step with jumps
 * at more than two frames; any other step spans two frames (find_jump). */
static void find_kind(const dbt_jumps *jumps, dbt_pop *pop)
{
    const bool is_brief = is_short(jumps, pop);
    pop->is_spike = is_brief && weight_returning(jumps, pop->first - 2, pop->last) >= 0.5;
    if (pop->is_spike || (is_brief && pop->last - pop->first > 1)) {
        pop->begin = pop->first - 2;
        pop->end = pop->last;
    } else {
        find_jump(jumps, pop);
    }
}

/* Returns the runs of frames whose quantile of a rank exceeds the limit: an stb_ds list, which the
 * caller frees; NULL: none. begin, end and is_spike are not set. Overwrites jumps->last. */
static dbt_pop *list_runs(dbt_jumps *jumps, double rank, double limit)
{
    dbt_pop *list = NULL; /* stb_ds list */
    for (size_t k = 2; k < jumps->n_frames; k++) {
        if (!dbt_jumps_may_exceed(jumps, k, rank, limit))
            continue;
        const double value = dbt_jumps_quantile(jumps, k, rank);
        if (value > limit)
            add_frame(jumps, &list, k, value);
    }
    return list;
}

dbt_pop *dbt_pops_find(dbt_jumps *jumps, double limit)
{
    dbt_pop *list = list_runs(jumps, DBT_POP_RANK, limit);
    for (ptrdiff_t i = 0; i < arrlen(list); i++)
        find_kind(jumps, &list[i]);
    return list;
}

/* Whether a run of the quantile of DBT_SPIKE_RANK is a spike: several frames, short (is_short), and
 * at least half of the joints that jump, three tenths by weight, return between the frames
 * first - 1 and last - 1. */
static bool is_minor_spike(const dbt_jumps *jumps, const dbt_pop *run)
{
    return run->last > run->first && is_short(jumps, run) &&
           weight_returning(jumps, run->first - 1, run->last - 1) >= 0.5 * (1.0 - DBT_SPIKE_RANK);
}

void dbt_pops_add_spikes(dbt_jumps *jumps, double limit, dbt_pop **list)
{
    dbt_pop *runs = list_runs(jumps, DBT_SPIKE_RANK, limit), *all = NULL; /* stb_ds lists */
    const ptrdiff_t n = arrlen(*list);
    ptrdiff_t next = 0; /* first pop that is not in `all` */
    for (ptrdiff_t i = 0; i < arrlen(runs); i++) {
        dbt_pop run = runs[i];
        while (next < n && (*list)[next].last < run.first)
            arrput(all, (*list)[next++]);
        const bool has_pop = next < n && (*list)[next].first <= run.last;
        if (has_pop || !is_minor_spike(jumps, &run))
            continue;
        run.begin = run.first - 2;
        run.end = run.last;
        run.is_spike = true;
        arrput(all, run);
    }
    while (next < n)
        arrput(all, (*list)[next++]);
    arrfree(runs);
    arrfree(*list);
    *list = all;
}

#include "motion/feet.h"

#include "base/arena.h"
#include "base/mem.h"

#include <strings.h>
#include <string.h>

static bool is_named_foot(const char *name)
{
    static const char *const words[] = { "foot", "toe", "ankle" };
    for (const char *at = name; *at; at++)
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strncasecmp(at, words[i], strlen(words[i])) == 0)
                return true;
    return false;
}

static bool match_feet(dbt_feet *feet, const dbt_skeleton *skeleton,
                       const dbt_contact_options *options, dbt_error *err)
{
    dbt_matcher matcher;
    if (!dbt_matcher_init(&matcher, skeleton, err))
        return false;
    bool ok = true;
    for (int i = 0; ok && i < options->n_feet; i++)
        ok = dbt_matcher_mark(&matcher, options->feet[i], feet->is_foot, err);
    dbt_matcher_release(&matcher);
    return ok;
}

static bool find_feet(dbt_feet *feet, const dbt_skeleton *skeleton,
                      const dbt_contact_options *options, dbt_error *err)
{
    feet->is_foot = dbt_alloc_array((size_t)skeleton->n_joints, sizeof *feet->is_foot);
    if (!feet->is_foot)
        return dbt_fail_memory(err);
    if (options->n_feet > 0 && !match_feet(feet, skeleton, options, err))
        return false;
    for (int j = 0; j < skeleton->n_joints; j++) {
        if (options->n_feet == 0)
            feet->is_foot[j] = is_named_foot(skeleton->joints[j].name);
        feet->n += feet->is_foot[j];
    }
    return true;
}

/* Where a joint is, seen from the anchor. */
enum { ELSEWHERE, AT_ANCHOR, CHILD, GRANDCHILD, DEEPER, BELOW_FOOT };

static bool find_legs(dbt_feet *feet, const dbt_skeleton *skeleton, int anchor, dbt_error *err)
{
    uint8_t *level = dbt_alloc_array((size_t)skeleton->n_joints, sizeof *level);
    feet->legs = dbt_alloc_array((size_t)feet->n, sizeof *feet->legs);
    const bool ok = level && feet->legs;
    for (int j = anchor; ok && j < skeleton->n_joints; j++) {
        const int parent = skeleton->joints[j].parent;
        const int above = parent < 0 ? ELSEWHERE : level[parent];
        level[j] = j == anchor          ? AT_ANCHOR
                   : above == ELSEWHERE ? ELSEWHERE
                   : above < DEEPER     ? (uint8_t)(above + 1)
                                        : (uint8_t)above;
        if (level[j] != DEEPER || !feet->is_foot[j])
            continue;
        feet->legs[feet->n_legs++] = (dbt_leg){ skeleton->joints[parent].parent, parent, j };
        level[j] = BELOW_FOOT;
    }
    dbt_free(level);
    /* Shrink the list: there may be thousands of feet, and every contender has its own list. */
    const size_t n = feet->n_legs > 0 ? (size_t)feet->n_legs : 1;
    dbt_leg *fitting = ok ? dbt_resize_array(feet->legs, n, sizeof *feet->legs) : NULL;
    feet->legs = fitting ? fitting : feet->legs;
    return ok || dbt_fail_memory(err);
}

bool dbt_feet_init(dbt_feet *feet, const dbt_skeleton *skeleton, const dbt_chain *chain,
                   const dbt_contact_options *options, dbt_error *err)
{
    *feet = (dbt_feet){
        .height = options->height > 0.0 ? options->height : 0.04 * chain->reach,
        .speed = options->speed > 0.0 ? options->speed : 0.2 * chain->reach,
    };
    return find_feet(feet, skeleton, options, err) && find_legs(feet, skeleton, chain->anchor, err);
}

void dbt_feet_release(dbt_feet *feet)
{
    dbt_free(feet->is_foot);
    dbt_free(feet->legs);
    *feet = (dbt_feet){ .n = 0 };
}

/* ---- the ground ---- */

/* The feet and the joints above them, into needed[n_joints]. */
static void mark_needed(const dbt_feet *feet, const dbt_skeleton *skeleton, bool *needed)
{
    for (int j = skeleton->n_joints - 1; j >= 0; j--) {
        needed[j] = needed[j] || feet->is_foot[j];
        if (needed[j] && skeleton->joints[j].parent >= 0)
            needed[skeleton->joints[j].parent] = true;
    }
}

/* Lowers ground[joint] to the heights of the feet in a frame of the clip. */
static void lower_ground(const dbt_feet *feet, const dbt_track *track, int up, const bool *needed,
                         size_t frame, dbt_transform *world, double *ground)
{
    const dbt_skeleton *skeleton = track->skeleton;
    const double *values = dbt_clip_frame(track->clip, frame);
    for (int j = 0; j < skeleton->n_joints; j++) {
        if (!needed[j])
            continue;
        const dbt_joint *own = &track->clip->skeleton.joints[track->map[j]];
        dbt_joint_place(skeleton, j, dbt_joint_from_values(own, values), world);
        if (feet->is_foot[j])
            ground[j] = fmin(ground[j], dbt_vec3_get(world[j].pos, up));
    }
}

bool dbt_feet_ground(const dbt_feet *feet, const dbt_track *track, int up, double *ground,
                     dbt_error *err)
{
    const dbt_skeleton *skeleton = track->skeleton;
    const size_t n = (size_t)skeleton->n_joints;
    dbt_arena memory = { .last = NULL };
    bool *needed = dbt_arena_array(&memory, n, sizeof *needed);
    dbt_transform *world = dbt_arena_array(&memory, n, sizeof *world);
    const bool ok = dbt_arena_check(&memory, err);
    for (size_t j = 0; j < n; j++)
        ground[j] = INFINITY;
    if (ok)
        mark_needed(feet, skeleton, needed);
    for (size_t r = 0; ok && r < dbt_clip_n_runs(track->clip); r++) {
        const dbt_frame_run run = dbt_clip_run(track->clip, r);
        for (size_t f = run.begin; f < run.end; f++)
            lower_ground(feet, track, up, needed, f, world, ground);
    }
    dbt_arena_release(&memory);
    return ok;
}

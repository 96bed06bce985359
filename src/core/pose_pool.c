#include "core/pose_pool.h"

#include "core/mem.h"

#include <string.h>

/* FNV-1a. Where many poses fall on one slot only time is lost, and nothing else in a
 * report is proof against that, either. */
static uint32_t hash_of(const float *pose, size_t width)
{
    const unsigned char *bytes = (const unsigned char *)pose;
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < width * sizeof *pose; i++)
        h = (h ^ bytes[i]) * 16777619u;
    return h ^ h >> 15;
}

/* The slot that holds the pose, or the free one where it belongs. */
static uint32_t *find_slot(const dbt_pose_pool *p, const float *pose)
{
    for (size_t i = hash_of(pose, p->width) & (p->n_slots - 1);; i = (i + 1) & (p->n_slots - 1)) {
        uint32_t *slot = &p->slots[i];
        if (*slot == 0 ||
            memcmp(p->floats + (size_t)(*slot - 1) * p->width, pose, p->width * sizeof *pose) == 0)
            return slot;
    }
}

static bool grow(dbt_pose_pool *p, dbt_error *err)
{
    const size_t capacity = p->capacity > 0 ? 2 * p->capacity : 64;
    if (p->width > 0 && capacity > SIZE_MAX / sizeof *p->floats / p->width)
        return dbt_fail_memory(err);
    float *floats = dbt_resize_array(p->floats, capacity * p->width + 1, sizeof *floats);
    if (!floats)
        return dbt_fail_memory(err);
    p->floats = floats;
    uint32_t *slots = dbt_alloc_array(2 * capacity, sizeof *slots);
    if (!slots)
        return dbt_fail_memory(err);
    dbt_free(p->slots);
    p->slots = slots;
    p->capacity = capacity;
    p->n_slots = 2 * capacity;
    for (size_t i = 0; i < p->n_poses; i++)
        *find_slot(p, p->floats + i * p->width) = (uint32_t)i + 1;
    return true;
}

bool dbt_pose_pool_add(dbt_pose_pool *pool, float *pose, size_t *index, dbt_error *err)
{
    dbt_pose_pool *p = pool;
    for (size_t i = 0; i < p->width; i++)
        pose[i] = pose[i] == 0.0f ? 0.0f : pose[i];
    if (p->n_poses == p->capacity && !grow(p, err))
        return false;
    uint32_t *slot = find_slot(p, pose);
    if (*slot == 0) {
        if (p->n_poses >= INT32_MAX)
            return dbt_fail(err, DBT_E_LIMIT, "more than %d different poses at a cut", INT32_MAX);
        memcpy(p->floats + p->n_poses * p->width, pose, p->width * sizeof *pose);
        *slot = (uint32_t)++p->n_poses;
    }
    *index = *slot - 1;
    return true;
}

void dbt_pose_pool_release(dbt_pose_pool *pool)
{
    dbt_free(pool->floats);
    dbt_free(pool->slots);
    *pool = (dbt_pose_pool){ .width = 0 };
}

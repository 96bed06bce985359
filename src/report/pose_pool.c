#include "report/pose_pool.h"

#include "base/mem.h"

#include <string.h>

bool dbt_pose_pool_add(dbt_pose_pool *pool, float *pose, size_t *index, dbt_error *err)
{
    dbt_pose_pool *p = pool;
    const size_t size = p->width * sizeof *pose;
    for (size_t i = 0; i < p->width; i++)
        pose[i] = pose[i] == 0.0f ? 0.0f : pose[i];
    /* Without a secret key: poses made to collide only cost time, and other parts of a report have
     * the same weakness. */
    const uint32_t hash = (uint32_t)dbt_hash((const char *)pose, size);
    size_t at = hash;
    for (size_t item; (item = dbt_table_next(&p->table, hash, &at)) > 0;) {
        *index = item - 1;
        if (memcmp(p->floats + *index * p->width, pose, size) == 0)
            return true;
    }
    if (p->n_poses >= INT32_MAX)
        return dbt_fail(err, DBT_E_LIMIT, "more than %d different poses at a cut", INT32_MAX);
    dbt_make_room(&p->floats, p->n_poses, 1, &p->room, size);
    *index = p->n_poses;
    memcpy(p->floats + *index * p->width, pose, size);
    dbt_table_add(&p->table, hash, (uint32_t)++p->n_poses);
    return true;
}

void dbt_pose_pool_release(dbt_pose_pool *pool)
{
    dbt_free(pool->floats);
    dbt_table_release(&pool->table);
    *pool = (dbt_pose_pool){ .width = 0 };
}

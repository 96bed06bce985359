/* Poses in single precision, each kept once however often it is shown. */
#ifndef DBT_REPORT_POSE_POOL_H
#define DBT_REPORT_POSE_POOL_H

#include "base/table.h"

/* Zero-initialise but for width; release with dbt_pose_pool_release. */
typedef struct dbt_pose_pool {
    size_t width;  /* floats a pose */
    float *floats; /* [n_poses][width], in the order in which they came */
    size_t n_poses, capacity;
    dbt_table table; /* of the poses, from 1 */
} dbt_pose_pool;

/* The index of a pose, pose[width], that has these very bytes, kept now or before (a zero
 * has no sign from here on). Fails with DBT_E_MEMORY, or DBT_E_LIMIT at 2^31 poses. */
DBT_CHECK bool dbt_pose_pool_add(dbt_pose_pool *pool, float *pose, size_t *index, dbt_error *err);

void dbt_pose_pool_release(dbt_pose_pool *pool);

#endif

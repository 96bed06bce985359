/* Poses in single precision. Equal poses are kept once. */
#ifndef DBT_REPORT_POSE_POOL_H
#define DBT_REPORT_POSE_POOL_H

#include "base/table.h"

/* Zero-initialise all but width; release with dbt_pose_pool_release. */
typedef struct dbt_pose_pool {
    size_t width;  /* floats of a pose */
    float *floats; /* [n_poses][width], in the order of arrival */
    size_t n_poses, room;
    dbt_table table; /* poses by hash, from 1 */
} dbt_pose_pool;

/* The index of a pose, pose[width], which is added if no pose has the same bytes. Changes -0 to 0
 * in pose. Fails with DBT_E_LIMIT at 2^31 poses. */
DBT_CHECK bool dbt_pose_pool_add(dbt_pose_pool *pool, float *pose, size_t *index, dbt_error *err);

void dbt_pose_pool_release(dbt_pose_pool *pool);

#endif

/* Forward kinematics in SIMD: world positions and jumps of joints in four frames at a time. Over
 * twice as fast as motion/pose.h, with bit-identical results. Knows skeletons and channel
 * values; knows no clips. */
#ifndef DBT_MOTION_SIMD_FK_H
#define DBT_MOTION_SIMD_FK_H

#include "bvh/skeleton.h"

enum { DBT_PATH_FRAMES = 4 };

/* One number for each of DBT_PATH_FRAMES frames. */
typedef double dbt_four
    __attribute__((vector_size(DBT_PATH_FRAMES * sizeof(double)), aligned(sizeof(double))));

/* A joint's path through the world. Before the first call pos, rot and jump are 0. */
typedef struct dbt_path {
    const dbt_joint *joint;        /* borrowed */
    const struct dbt_path *parent; /* borrowed; NULL: ROOT */
    bool has_children; /* whether another path has this one as its parent; if not, `rot` is not
                          computed */
    dbt_four pos[3], rot[4]; /* world position x y z, world rotation w x y z */
    dbt_four jump; /* |p_k - 2 p_(k-1) + p_(k-2)|, units; p of earlier frames is from the previous
                      call, so the first two jumps are meaningless */
} dbt_path;

/* Computes a joint's next DBT_PATH_FRAMES frames. Call it after its parent's. values[f]: all values
 * of frame f of these. */
void dbt_path_go_on(dbt_path *path, const double *const values[DBT_PATH_FRAMES]);

#endif

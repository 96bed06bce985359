/* World positions of joints in four frames at a time, for what measures each frame of long clips:
 * over twice as fast as frame by frame (motion/pose.h), with the same results to the bit. */
#ifndef DBT_MOTION_PATHS_H
#define DBT_MOTION_PATHS_H

#include "bvh/skeleton.h"

enum { DBT_PATH_FRAMES = 4 };

/* A number in each of the frames. */
typedef double dbt_four
    __attribute__((vector_size(DBT_PATH_FRAMES * sizeof(double)), aligned(sizeof(double))));

typedef struct dbt_path {
    const dbt_joint *joint;        /* borrowed */
    const struct dbt_path *parent; /* borrowed; NULL: ROOT */
    bool has_children; /* whether another path has it as parent; otherwise its rotation does not
                          count */
    dbt_four pos[3], rot[4]; /* in world space: x y z, w x y z */
    dbt_four jump; /* |p_k - 2 p_(k-1) + p_(k-2)|; the frames before are those of the last call */
} dbt_path;

/* Moves a joint on to the next frames, given by their channel values, after its parent. rot is left
 * out where it has no children. */
void dbt_path_go_on(dbt_path *path, const double *const values[DBT_PATH_FRAMES]);

#endif

/* Forward kinematics in SIMD: world transforms and jumps of joints in four frames at a time. Over
 * twice as fast as motion/pose.h, with bit-identical results. Knows skeletons and channel values;
 * knows no clips. */
#ifndef DBT_MOTION_SIMD_FK_H
#define DBT_MOTION_SIMD_FK_H

#include "base/arena.h"
#include "bvh/skeleton.h"

enum { DBT_PATH_FRAMES = 4 };

/* One number for each of DBT_PATH_FRAMES frames. */
typedef double dbt_four
    __attribute__((vector_size(DBT_PATH_FRAMES * sizeof(double)), aligned(sizeof(double))));

/* dbt_joint_from_values of DBT_PATH_FRAMES frames: sets local[f * stride] for each frame f.
 * values[f]: all values of frame f. */
void dbt_joint_from_frames(const dbt_joint *joint, const double *const values[DBT_PATH_FRAMES],
                           dbt_transform *local, size_t stride);

/* A joint's path through the world. Before the first call pos, rot and jump are 0. */
typedef struct dbt_path {
    const dbt_joint *joint;        /* borrowed */
    const struct dbt_path *parent; /* borrowed; NULL: ROOT */
    bool has_rot;                  /* whether `rot` is computed, as for a parent of another path */
    dbt_four pos[3], rot[4];       /* world position x y z, world rotation w x y z */
    dbt_four jump; /* |p_k - 2 p_(k-1) + p_(k-2)|, units; p of earlier frames is from the previous
                      call, so the first two jumps are meaningless */
} dbt_path;

/* Computes a joint's next DBT_PATH_FRAMES frames: sets path->pos and jump, and with has_rot, rot.
 * The frames must follow those of the last call; only `jump` depends on that. Call it after its
 * parent's. values[f]: all values of frame f of these. */
void dbt_path_go_on(dbt_path *path, const double *const values[DBT_PATH_FRAMES]);

/* The paths of a skeleton's joints as world transforms of frames. */
typedef struct dbt_paths {
    const dbt_skeleton *skeleton; /* borrowed */
    dbt_path *list;               /* [n_joints]; without `joint` if not needed */
    dbt_transform *world;         /* [DBT_PATH_FRAMES][n_joints]: of the last call */
    size_t first, n;              /* the frames in `world`, by dbt_paths_at */
} dbt_paths;

/* Sets up the paths of the needed joints, [n_joints]; NULL: all. The parent of a needed joint must
 * be needed. Borrows the skeleton; `memory` owns the arrays. */
void dbt_paths_init(dbt_paths *paths, const dbt_skeleton *skeleton, const bool *needed,
                    dbt_arena *memory);

/* Sets paths->world, [DBT_PATH_FRAMES][n_joints], to any DBT_PATH_FRAMES frames; of joints not
 * needed it stays 0. Sets no jumps. values[f]: all values of frame f. Not to be mixed with
 * dbt_paths_at, which does not notice the new frames. */
void dbt_paths_go_on(dbt_paths *paths, const double *const values[DBT_PATH_FRAMES]);

/* Returns world[n_joints] of a frame (< n_frames) of values[n_frames][n_channels]; of joints not
 * needed it is 0. All calls must pass the same values: the frames last computed are cached. Fast if
 * the frames are in order. Borrowed; valid until the next call. */
const dbt_transform *dbt_paths_at(dbt_paths *paths, const double *values, size_t n_frames,
                                  size_t frame);

#endif

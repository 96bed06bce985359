/* Paths of joints, computed for four frames at a time, equal poses of single frames to the bit. */
#include "expect.h"

#include "motion/simd_fk.h"
#include "motion/pose.h"

enum { JOINTS = 6, CHANNELS = DBT_MAX_CHANNELS, BLOCKS = 3, FRAMES = BLOCKS * DBT_PATH_FRAMES };

typedef struct body {
    dbt_joint joints[JOINTS];
    dbt_path paths[JOINTS];
    double values[FRAMES][JOINTS * CHANNELS];
} body;

/* Joint j has some of the six channels, in random order. Its parent is any earlier joint. */
static void make_joint(body *b, int j, uint64_t *state)
{
    dbt_joint *joint = &b->joints[j];
    *joint = (dbt_joint){ .parent = j == 0 ? -1 : (int)(random_bits(state) % (uint64_t)j),
                          .first_channel = j * CHANNELS,
                          .n_channels = (uint8_t)(random_bits(state) % (CHANNELS + 1)),
                          .channels = { 0, 1, 2, 3, 4, 5 },
                          .last_end_site = -1 };
    for (int i = CHANNELS - 1; i > 0; i--) {
        const int other = (int)(random_bits(state) % (uint64_t)(i + 1));
        const uint8_t channel = joint->channels[i];
        joint->channels[i] = joint->channels[other];
        joint->channels[other] = channel;
    }
    for (int axis = 0; axis < 3; axis++)
        dbt_vec3_set(&joint->offset, axis, random_in(state, -50.0, 50.0));
    dbt_joint_derive(joint);
    b->paths[j] =
        (dbt_path){ .joint = joint, .parent = joint->parent < 0 ? NULL : &b->paths[joint->parent] };
    if (joint->parent >= 0)
        b->paths[joint->parent].has_rot = true;
}

static void expect_paths_of_poses(double largest)
{
    uint64_t state = 1;
    for (int round = 0; round < 200; round++) {
        body b;
        dbt_transform local[JOINTS], world[FRAMES][JOINTS];
        const dbt_skeleton skeleton = { .joints = b.joints, .n_joints = JOINTS };
        for (int j = 0; j < JOINTS; j++)
            make_joint(&b, j, &state);
        for (int f = 0; f < FRAMES; f++) {
            for (int c = 0; c < JOINTS * CHANNELS; c++)
                b.values[f][c] = random_in(&state, -largest, largest);
            dbt_pose_from_values(&skeleton, b.values[f], local);
            dbt_pose_world(&skeleton, local, world[f]);
        }
        for (int f = 0; f < FRAMES; f++) {
            const double *rows[DBT_PATH_FRAMES];
            const int i = f % DBT_PATH_FRAMES;
            for (int r = 0; i == 0 && r < DBT_PATH_FRAMES; r++)
                rows[r] = b.values[f + r];
            for (int j = 0; j < JOINTS; j++) {
                dbt_path *path = &b.paths[j];
                if (i == 0)
                    dbt_path_go_on(path, rows);
                const dbt_transform *at = &world[f][j];
                const double pos[3] = { path->pos[0][i], path->pos[1][i], path->pos[2][i] };
                const double rot[4] = { path->rot[0][i], path->rot[1][i], path->rot[2][i],
                                        path->rot[3][i] };
                const double expected[4] = { at->rot.w, at->rot.x, at->rot.y, at->rot.z };
                for (int a = 0; a < 3; a++)
                    expect_near(pos[a], dbt_vec3_get(at->pos, a), 0.0);
                for (int q = 0; q < 4 && path->has_rot; q++)
                    expect_near(rot[q], expected[q], 0.0);
                if (f < 2)
                    continue;
                const dbt_vec3 to = dbt_vec3_sub(at->pos, world[f - 1][j].pos);
                const dbt_vec3 from = dbt_vec3_sub(world[f - 1][j].pos, world[f - 2][j].pos);
                expect_near(path->jump[i], dbt_vec3_length(dbt_vec3_sub(to, from)),
                            1e-12 * largest);
            }
        }
    }
}

TEST(four_frames_at_a_time_are_those_of_poses)
{
    expect_paths_of_poses(720.0);
}

/* Angles beyond DBT_LARGE_ANGLE, and mixed with others. */
TEST(large_angles_are_those_of_poses)
{
    expect_paths_of_poses(3e7);
}

/* Frames in order, out of order and up to the last, whose number is no multiple of four. Only some
 * joints are needed. */
TEST(paths_are_world_transforms_of_any_frame)
{
    enum { N = FRAMES - 1 };
    static const int order[] = { 0, 1, 2, 3, 4, 9, 8, N - 1, 3, 0 };
    uint64_t state = 2;
    body b;
    dbt_arena memory = { .last = NULL };
    dbt_paths paths;
    dbt_transform local[JOINTS], world[JOINTS];
    bool needed[JOINTS] = { false };
    for (int j = 0; j < JOINTS; j++)
        make_joint(&b, j, &state);
    for (int f = 0; f < N; f++)
        for (int c = 0; c < JOINTS * CHANNELS; c++)
            b.values[f][c] = random_in(&state, -720.0, 720.0);
    const dbt_skeleton skeleton = { .joints = b.joints,
                                    .n_joints = JOINTS,
                                    .n_channels = JOINTS * CHANNELS };
    needed[JOINTS - 2] = true;
    dbt_mark_above(&skeleton, needed);
    dbt_paths_init(&paths, &skeleton, needed, &memory);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const size_t f = (size_t)order[i];
        const dbt_transform *found = dbt_paths_at(&paths, b.values[0], N, f);
        dbt_pose_from_values(&skeleton, b.values[f], local);
        dbt_pose_world(&skeleton, local, world);
        for (int j = 0; j < JOINTS; j++) {
            const dbt_transform none = { DBT_VEC3_ZERO, { 0.0, 0.0, 0.0, 0.0 } };
            const dbt_transform expected = needed[j] ? world[j] : none;
            assert_memory_equal(&found[j], &expected, sizeof expected);
        }
    }
    dbt_arena_release(&memory);
}

#include "train/mirror.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MOST_JOINTS = 1024 }; /* every joint is compared with every other */

/* How far a bone may be from the other side's, as a share of its length. In skeletons of the CMU
 * database, which were fitted to people, some are 0.12 away. */
static const double most_off = 0.25;

/* ---- the other side ---- */

static const char *const words[][2] = { { "Left", "Right" },
                                        { "left", "right" },
                                        { "LEFT", "RIGHT" } };
static const char letters[] = "LRlr";

static bool ends_word(char c)
{
    return c == '\0' || strchr("_-. :|", c) != NULL;
}

/* Writes the name of the other side's joint to out. Returns false if the name has no side: none of
 * the words, nor a letter as in Hand_L, LHand or lHand. */
static bool other_name(const char *name, char *out, size_t size)
{
    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        for (int side = 0; side < 2; side++) {
            const char *at = strstr(name, words[w][side]);
            if (!at)
                continue;
            snprintf(out, size, "%.*s%s%s", (int)(at - name), name, words[w][1 - side],
                     at + strlen(words[w][side]));
            return true;
        }
    for (size_t i = 0; name[i]; i++) {
        const char *letter = strchr(letters, name[i]), next = name[i + 1];
        const bool begins = i == 0 || ends_word(name[i - 1]);
        if (letter && begins && (ends_word(next) || isupper((unsigned char)next))) {
            snprintf(out, size, "%s", name);
            if (i < size)
                out[i] = letters[(letter - letters) ^ 1];
            return true;
        }
    }
    return false;
}

/* The joint of j's other side, or j. partner is known for j's parent. */
static int partner_of(const dbt_skeleton *skeleton, const int *partner, int j)
{
    char name[DBT_MAX_NAME + 16];
    const int parent = skeleton->joints[j].parent, expected = parent < 0 ? -1 : partner[parent];
    if (other_name(skeleton->joints[j].name, name, sizeof name))
        for (int i = 0; i < skeleton->n_joints; i++)
            if (skeleton->joints[i].parent == expected &&
                strcmp(skeleton->joints[i].name, name) == 0)
                return i;
    return j;
}

/* ---- how axes are mirrored ---- */

/* A rotation matrix, or a mean of several, by columns. */
typedef struct matrix {
    dbt_vec3 columns[3];
} matrix;

static matrix matrix_of(dbt_quat q)
{
    return (matrix){ { dbt_quat_rotate(q, dbt_vec3_axis(0)), dbt_quat_rotate(q, dbt_vec3_axis(1)),
                       dbt_quat_rotate(q, dbt_vec3_axis(2)) } };
}

static matrix turned(dbt_quat q, matrix m)
{
    for (int c = 0; c < 3; c++)
        m.columns[c] = dbt_quat_rotate(q, m.columns[c]);
    return m;
}

static double likeness(matrix a, matrix b)
{
    double sum = 0.0;
    for (int c = 0; c < 3; c++)
        sum += dbt_vec3_dot(a.columns[c], b.columns[c]);
    return sum;
}

/* m times the matrix of q. */
static matrix matrix_times(matrix m, dbt_quat q)
{
    const matrix r = matrix_of(q);
    matrix out;
    for (int c = 0; c < 3; c++) {
        dbt_vec3 sum = DBT_VEC3_ZERO;
        for (int i = 0; i < 3; i++)
            sum = dbt_vec3_add_scaled(sum, dbt_vec3_get(r.columns[c], i), m.columns[i]);
        out.columns[c] = sum;
    }
    return out;
}

typedef struct finder {
    const dbt_body *body;
    const dbt_transform *rest; /* [n_joints] the first pose */
    matrix *means;             /* [n_joints] of local rotations */
    dbt_vec3 *ups;             /* [n_joints] the mean of up in the joint's axes */
    dbt_mirror *mirror;
} finder;

enum { N_TURNS = 24 }; /* the rotations that take axes to axes */

static dbt_quat axis_turn(int i)
{
    static const double half = 0.70710678118654752;
    const dbt_quat about_x = { half, half, 0.0, 0.0 }, about_y = { half, 0.0, half, 0.0 },
                   about_z = { half, 0.0, 0.0, half };
    dbt_quat q = DBT_QUAT_IDENTITY; /* 6 axes that x may go to, then 4 turns about x */
    for (int n = 0; n < i / 4 % 4; n++)
        q = dbt_quat_mul(about_z, q);
    if (i / 4 >= 4)
        q = i / 4 == 4 ? about_y : dbt_quat_conj(about_y);
    for (int n = 0; n < i % 4; n++)
        q = dbt_quat_mul(q, about_x);
    return q;
}

/* How far a joint's bones are from their partners', mirrored by a turn: the largest distance as a
 * share of the bone's length. Bones shorter than a hundredth of the reach do not count. */
static double bones_off(const finder *f, int j, dbt_quat turn)
{
    const dbt_skeleton *skeleton = f->body->skeleton;
    double worst = 0.0;
    for (int c = j + 1; c < skeleton->n_joints; c++) {
        if (skeleton->joints[c].parent != j)
            continue;
        const dbt_vec3 own = f->rest[c].pos, other = f->rest[f->mirror->partner[c]].pos;
        const double length = 0.5 * (dbt_vec3_length(own) + dbt_vec3_length(other));
        const dbt_vec3 off = dbt_vec3_add(dbt_quat_rotate(turn, own), other);
        if (length > 0.01 * f->body->reach)
            worst = fmax(worst, dbt_vec3_length(off) / length);
    }
    return worst;
}

static bool is_below_motion_root(const dbt_body *body, int j)
{
    for (j = body->skeleton->joints[j].parent; j >= 0; j = body->skeleton->joints[j].parent)
        if (j == body->motion_root)
            return true;
    return false;
}

/* How well a turn suits a joint; more is better. Bones must match. The motion root must stay
 * upright; a joint above it must turn as its child, a joint below it as its parent, so that
 * mirrored poses look like the clips' own on average. */
static double score(const finder *f, int j, int child, dbt_quat turn)
{
    const dbt_mirror *m = f->mirror;
    const double upright = -dbt_vec3_dot(f->ups[j], dbt_quat_rotate(turn, f->ups[j]));
    static const double bones_count = 10.0;
    if (child >= 0) {
        const matrix here = matrix_times(f->means[child], m->turns[child]);
        return upright + likeness(here, turned(turn, f->means[child]));
    }
    const double bones = -bones_count * bones_off(f, j, turn);
    if (!is_below_motion_root(f->body, j))
        return upright + bones;
    const int parent = f->body->skeleton->joints[j].parent;
    const matrix mirrored =
        turned(dbt_quat_conj(m->turns[parent]), matrix_times(f->means[m->partner[j]], turn));
    return bones + likeness(mirrored, f->means[j]);
}

/* Finds the best turn of a joint and returns its score. child: for joints above the motion root,
 * else -1. */
static double find_turn(const finder *f, int j, int child)
{
    double best = -INFINITY;
    for (int i = 0; i < N_TURNS; i++) {
        const dbt_quat turn = axis_turn(i);
        const double suits = score(f, j, child, turn);
        if (suits > best + 1e-9) {
            best = suits;
            f->mirror->turns[j] = turn;
        }
    }
    return best;
}

/* Finds the turns of the motion root, which is `turn`, and of all joints below. Returns the sum of
 * their scores. */
static double find_turns_below(const finder *f, dbt_quat turn)
{
    const dbt_body *body = f->body;
    double sum = score(f, body->motion_root, -1, turn);
    f->mirror->turns[body->motion_root] = turn;
    for (int j = body->motion_root + 1; j < body->skeleton->n_joints; j++)
        if (is_below_motion_root(body, j))
            sum += find_turn(f, j, -1);
    return sum;
}

/* The motion root's bones may be too short to tell its turn: the one that suits all joints is the
 * best.
 */
static void find_turns(const finder *f)
{
    const dbt_joint *joints = f->body->skeleton->joints;
    double best = -INFINITY;
    int best_turn = 0;
    for (int i = 0; i < N_TURNS; i++) {
        const double sum = find_turns_below(f, axis_turn(i));
        if (sum > best + 1e-9) {
            best = sum;
            best_turn = i;
        }
    }
    (void)find_turns_below(f, axis_turn(best_turn));
    for (int j = f->body->motion_root; joints[j].parent >= 0; j = joints[j].parent)
        (void)find_turn(f, joints[j].parent, j);
}

static void find_means(finder *f, const dbt_transform *local, size_t n_frames, dbt_transform *world)
{
    const dbt_skeleton *skeleton = f->body->skeleton;
    const size_t n = (size_t)skeleton->n_joints, stride = 1 + n_frames / 1000;
    const dbt_vec3 up = dbt_vec3_axis(f->body->up);
    const size_t n_seen = (n_frames + stride - 1) / stride;
    for (size_t k = 0; k < n_frames; k += stride) {
        dbt_pose_world(skeleton, local + k * n, world);
        for (size_t j = 0; j < n; j++) {
            const matrix m = matrix_of(local[k * n + j].rot);
            for (int c = 0; c < 3; c++)
                f->means[j].columns[c] = dbt_vec3_add(f->means[j].columns[c], m.columns[c]);
            f->ups[j] = dbt_vec3_add(f->ups[j], dbt_quat_rotate(dbt_quat_conj(world[j].rot), up));
        }
    }
    for (size_t j = 0; j < n; j++) {
        for (int c = 0; c < 3; c++)
            f->means[j].columns[c] = dbt_vec3_scale(f->means[j].columns[c], 1.0 / (double)n_seen);
        f->ups[j] = dbt_vec3_scale(f->ups[j], 1.0 / (double)n_seen);
    }
}

/* Fills the mirror. Returns false, with the reason in why, if the body cannot be mirrored. */
static bool find(finder *f, size_t n_frames)
{
    const dbt_body *body = f->body;
    const dbt_skeleton *skeleton = body->skeleton;
    dbt_mirror *m = f->mirror;
    bool any = false;
    if (n_frames == 0) {
        snprintf(m->why, sizeof m->why, "there are no frames");
        return false;
    }
    if (skeleton->n_joints > MOST_JOINTS) {
        snprintf(m->why, sizeof m->why, "there are more than %d joints", MOST_JOINTS);
        return false;
    }
    for (int j = 0; j < skeleton->n_joints; j++) {
        m->partner[j] = partner_of(skeleton, m->partner, j);
        any = any || m->partner[j] != j;
    }
    if (!any) {
        snprintf(m->why, sizeof m->why, "no joints are named as left and right");
        return false;
    }
    m->world = dbt_quat_about_axis(body->up == 0 ? 1 : 0, DBT_PI);
    find_turns(f);
    for (int j = 0; j < skeleton->n_joints; j++)
        if ((j == body->motion_root || is_below_motion_root(body, j)) &&
            bones_off(f, j, m->turns[j]) > most_off) {
            snprintf(m->why, sizeof m->why, "the bones at '%.80s' are not those of the other side",
                     skeleton->joints[j].name);
            return false;
        }
    return true;
}

bool dbt_mirror_init(dbt_mirror *mirror, dbt_body *body, const dbt_transform *local,
                     size_t n_frames, dbt_error *err)
{
    const size_t n = (size_t)body->skeleton->n_joints;
    dbt_arena *memory = &body->memory;
    *mirror = (dbt_mirror){ .partner = dbt_arena_array(memory, n, sizeof *mirror->partner),
                            .turns = dbt_arena_array(memory, n, sizeof *mirror->turns) };
    finder f = { .body = body,
                 .rest = local,
                 .means = dbt_arena_array(memory, n, sizeof *f.means),
                 .ups = dbt_arena_array(memory, n, sizeof *f.ups),
                 .mirror = mirror };
    dbt_transform *world = dbt_arena_array(memory, n, sizeof *world);
    if (!dbt_arena_check(memory, err))
        return false;
    for (size_t j = 0; j < n; j++)
        mirror->turns[j] = DBT_QUAT_IDENTITY;
    find_means(&f, local, n_frames, world);
    if (!find(&f, n_frames))
        mirror->partner = NULL;
    return true;
}

void dbt_mirror_pose(const dbt_mirror *mirror, const dbt_skeleton *skeleton,
                     const dbt_transform *local, dbt_transform *out)
{
    for (int j = 0; j < skeleton->n_joints; j++) {
        const int parent = skeleton->joints[j].parent;
        const dbt_transform *other = &local[mirror->partner[j]];
        const dbt_quat back = dbt_quat_conj(parent < 0 ? mirror->world : mirror->turns[parent]);
        out[j].rot = dbt_quat_mul(dbt_quat_mul(back, other->rot), mirror->turns[j]);
        out[j].pos = dbt_vec3_scale(dbt_quat_rotate(back, other->pos), -1.0);
    }
}

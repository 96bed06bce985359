#include "motion/zero_pose.h"

#include "base/mem.h"
#include "base/vecquat.h"

#include <string.h>

enum { TOLERATED_DEG = 20 };

/* Children of a joint of `to`, compared with the same children in `from`. */
typedef struct child_fit {
    int n_children;    /* number of children in `to` */
    int n_shared;      /* number of children with a direction in both skeletons */
    double sums[3][3]; /* sums of the products of both directions' coordinates */
    dbt_quat rotation; /* best-fit rotation of the directions in `to` to the ones in `from` */
    double residue;    /* maximum angle left between a child's directions, radians */
} child_fit;

/* Whether a joint (not ROOT) has the same parent and a direction, a finite OFFSET longer than
 * min_length, in both skeletons. False if map[joint] is -1. If true, sets dirs[2] to the unit
 * directions, in `to` and in `from`. */
static bool directions(const dbt_skeleton *to, const dbt_skeleton *from, const int *map, int joint,
                       double min_length, dbt_vec3 dirs[2])
{
    const int parent = to->joints[joint].parent;
    if (map[joint] < 0 || from->joints[map[joint]].parent != map[parent])
        return false;
    const dbt_vec3 offset[] = { to->joints[joint].offset, from->joints[map[joint]].offset };
    for (int i = 0; i < 2; i++) {
        const double length = dbt_vec3_length(offset[i]);
        if (!(length > min_length) || !isfinite(length))
            return false;
        dirs[i] = dbt_vec3_scale(offset[i], 1.0 / length);
    }
    return true;
}

/* m = m * m / trace(m * m). Without the division the powers would overflow. */
static void square(double m[4][4])
{
    double product[4][4] = { { 0.0 } }, trace = 0.0;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 4; k++)
                product[i][j] += m[i][k] * m[k][j];
        trace += product[i][i];
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            m[i][j] = product[i][j] / trace;
}

/* Returns the least-squares rotation of the children's directions in `to` to those in `from`, from
 * f->sums and f->n_shared, at least 1: the eigenvector of the largest eigenvalue of a symmetric
 * matrix (B. K. P. Horn, Closed-form solution of absolute orientation using unit quaternions, 1987,
 * section 4). Here by power iteration: repeated squaring. All eigenvalues are in [-n, n] for n
 * directions; adding n to the diagonal makes none negative. The powers approach the
 * projection to the best rotations. Its first column is the best rotation nearest to the identity:
 * for one direction, the shortest. */
static dbt_quat best_rotation(const child_fit *f)
{
    enum { SQUARINGS = 12 };
    const double(*s)[3] = f->sums, n = f->n_shared;
    const double a = s[1][2] - s[2][1], b = s[2][0] - s[0][2], c = s[0][1] - s[1][0];
    const double d = s[0][1] + s[1][0], e = s[2][0] + s[0][2], g = s[1][2] + s[2][1];
    double m[4][4] = { { n + s[0][0] + s[1][1] + s[2][2], a, b, c },
                       { a, n + s[0][0] - s[1][1] - s[2][2], d, e },
                       { b, d, n - s[0][0] + s[1][1] - s[2][2], g },
                       { c, e, g, n - s[0][0] - s[1][1] + s[2][2] } };
    for (int i = 0; i < SQUARINGS; i++)
        square(m);
    int column = 0;
    for (int i = 1; i < 4 && m[0][0] < 1e-9; i++) /* 180 degrees: orthogonal to the identity */
        if (m[i][i] > m[column][column])
            column = i;
    return dbt_quat_normalize((dbt_quat){ m[0][column], m[1][column], m[2][column], m[3][column] });
}

/* Returns the angle of f->rotation, radians. Returns 0 if only one of several children is shared:
 * it may differ for good reasons. Returns 0 if the rotation leaves some child (f->residue) off by
 * half of the angle or more. */
static double rotation_angle(const child_fit *f)
{
    const double angle = dbt_quat_angle_between(f->rotation, DBT_QUAT_IDENTITY);
    const bool shows = f->n_children == 1 || f->n_shared > 1;
    return shows && f->residue < 0.5 * angle ? angle : 0.0;
}

void dbt_zero_pose_compare(const dbt_skeleton *to, const dbt_skeleton *from, const int *map,
                           int top, double min_length, dbt_zero_rotation *worst)
{
    child_fit *fits = dbt_alloc_array((size_t)to->n_joints, sizeof *fits);
    dbt_vec3 dirs[2];
    *worst = (dbt_zero_rotation){ -1, TOLERATED_DEG };
    for (int j = 1; j < to->n_joints; j++) {
        child_fit *f = &fits[to->joints[j].parent];
        f->n_children++;
        if (j <= top || !directions(to, from, map, j, min_length, dirs))
            continue;
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                f->sums[i][k] += dbt_vec3_get(dirs[0], i) * dbt_vec3_get(dirs[1], k);
        f->n_shared++;
    }
    for (int j = 0; j < to->n_joints; j++)
        if (fits[j].n_shared > 0)
            fits[j].rotation = best_rotation(&fits[j]);
    for (int j = top + 1; j < to->n_joints; j++) {
        child_fit *f = &fits[to->joints[j].parent];
        if (directions(to, from, map, j, min_length, dirs))
            f->residue = fmax(
                f->residue, dbt_vec3_angle_between(dbt_quat_rotate(f->rotation, dirs[0]), dirs[1]));
    }
    /* joints with one child first: they are the clearest evidence */
    for (int several = 0; several < 2 && worst->joint < 0; several++)
        for (int j = 0; j < to->n_joints; j++) {
            const child_fit *f = &fits[j];
            if (f->n_shared > 0 && (f->n_children > 1) == several &&
                rotation_angle(f) * DBT_DEG_FROM_RAD > worst->deg)
                *worst = (dbt_zero_rotation){ j, rotation_angle(f) * DBT_DEG_FROM_RAD };
        }
    dbt_free(fits);
}

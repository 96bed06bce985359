#include "motion/zero_pose.h"

#include "base/mem.h"
#include "base/vecquat.h"

#include <string.h>

enum { TOLERATED_DEG = 20 };

/* The children of a joint that two skeletons share. */
typedef struct family {
    int n_children;    /* of the joint, in `to` */
    int n_shared;      /* that have a direction in both */
    double sums[3][3]; /* of the products of both directions' coordinates */
    dbt_quat turn;     /* that takes those in `to` to those in `from` */
    double residue;    /* angle that it leaves between both directions of a child, at most */
} family;

/* Whether a joint hangs from the same joint in both skeletons; its direction in each. */
static bool directions(const dbt_skeleton *to, const dbt_skeleton *from, const int *map, int joint,
                       double least, dbt_vec3 way[2])
{
    const int parent = to->joints[joint].parent;
    if (map[joint] < 0 || from->joints[map[joint]].parent != map[parent])
        return false;
    const dbt_vec3 offset[] = { to->joints[joint].offset, from->joints[map[joint]].offset };
    for (int i = 0; i < 2; i++) {
        const double length = dbt_vec3_length(offset[i]);
        if (!(length > least) || !isfinite(length))
            return false;
        way[i] = dbt_vec3_scale(offset[i], 1.0 / length);
    }
    return true;
}

/* m * m, divided by its trace: so the powers stay in range. */
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

/* The rotation that takes directions nearest to others, by least squares: the eigenvector of the
 * largest eigenvalue of a symmetric matrix (B. K. P. Horn, Closed-form solution of absolute
 * orientation using unit quaternions, 1987, section 4), here by powers of the matrix. All
 * eigenvalues are within the number of directions; that is added, so that none is negative. The
 * powers approach the projection to the best rotations, and its first column is the one of these
 * that is nearest to the identity: of one direction it is the shortest. */
static dbt_quat best_turn(const family *f)
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
    for (int i = 1; i < 4 && m[0][0] < 1e-9; i++) /* half a turn: the identity is at right angles */
        if (m[i][i] > m[column][column])
            column = i;
    return dbt_quat_normalize((dbt_quat){ m[0][column], m[1][column], m[2][column], m[3][column] });
}

/* The angle by which a joint is turned; 0 if the children do not say that. One child of several
 * may be elsewhere for good reasons; an only child is where its parent's bone points. Children of a
 * turned joint come far nearer to each other when it is turned back. */
static double turned(const family *f)
{
    const double angle = dbt_quat_angle_between(f->turn, DBT_QUAT_IDENTITY);
    const bool shows = f->n_children == 1 || f->n_shared > 1;
    return shows && f->residue < 0.5 * angle ? angle : 0.0;
}

void dbt_zero_pose_compare(const dbt_skeleton *to, const dbt_skeleton *from, const int *map,
                           int top, double least, dbt_zero_rotation *worst)
{
    family *families = dbt_alloc_array((size_t)to->n_joints, sizeof *families);
    dbt_vec3 way[2];
    *worst = (dbt_zero_rotation){ -1, TOLERATED_DEG };
    for (int j = 1; j < to->n_joints; j++) {
        family *f = &families[to->joints[j].parent];
        f->n_children++;
        if (j <= top || !directions(to, from, map, j, least, way))
            continue;
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                f->sums[i][k] += dbt_vec3_get(way[0], i) * dbt_vec3_get(way[1], k);
        f->n_shared++;
    }
    for (int j = 0; j < to->n_joints; j++)
        if (families[j].n_shared > 0)
            families[j].turn = best_turn(&families[j]);
    for (int j = top + 1; j < to->n_joints; j++) {
        family *f = &families[to->joints[j].parent];
        if (directions(to, from, map, j, least, way))
            f->residue =
                fmax(f->residue, dbt_vec3_angle_between(dbt_quat_rotate(f->turn, way[0]), way[1]));
    }
    /* bones of one child first: they say the most */
    for (int several = 0; several < 2 && worst->joint < 0; several++)
        for (int j = 0; j < to->n_joints; j++) {
            const family *f = &families[j];
            if (f->n_shared > 0 && (f->n_children > 1) == several &&
                turned(f) * DBT_DEG_FROM_RAD > worst->deg)
                *worst = (dbt_zero_rotation){ j, turned(f) * DBT_DEG_FROM_RAD };
        }
    dbt_free(families);
}

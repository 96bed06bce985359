#include "fit/ground.h"

#include "base/number.h"
#include "fit/roles.h"
#include "motion/simd_fk.h"

#include <stdlib.h>

/* Extends the range to a point. */
static void extend(double low[3], double high[3], dbt_vec3 at)
{
    for (int a = 0; a < 3; a++) {
        low[a] = fmin(low[a], dbt_vec3_get(at, a));
        high[a] = fmax(high[a], dbt_vec3_get(at, a));
    }
}

void dbt_body_range(const dbt_skeleton *skeleton, const dbt_transform *world, int top,
                    double low[3], double high[3])
{
    for (int a = 0; a < 3; a++) {
        low[a] = INFINITY;
        high[a] = -INFINITY;
    }
    for (int j = top; j < skeleton->n_joints; j++)
        extend(low, high, world[j].pos);
    for (int e = 0; e < skeleton->n_end_sites; e++) {
        const dbt_end_site *site = &skeleton->end_sites[e];
        const dbt_transform *parent = &world[site->parent];
        if (site->parent >= top)
            extend(low, high,
                   dbt_vec3_add(parent->pos, dbt_quat_rotate(parent->rot, site->offset)));
    }
}

/* Returns the length of the left leg's bones, thigh and shin, units. All three joints must exist.
 */
static double leg_length(const dbt_roles *roles, const dbt_transform *world)
{
    double length = 0.0;
    for (int r = DBT_THIGH; r < DBT_FOOT; r++)
        length += dbt_vec3_length(dbt_vec3_sub(world[roles->joint[r + 1][DBT_LEFT]].pos,
                                               world[roles->joint[r][DBT_LEFT]].pos));
    return length;
}

dbt_ground dbt_ground_find(const dbt_clip *clip, int up)
{
    const dbt_skeleton *s = &clip->skeleton;
    const size_t n = clip->n_frames;
    const int top = dbt_skeleton_branch(s);
    dbt_arena memory = { .last = NULL };
    dbt_ground ground = { .is_known = false };
    dbt_roles roles;
    dbt_roles_find(&roles, s, &memory);
    int(*joint)[2] = roles.joint;
    const bool has_leg = joint[DBT_THIGH][DBT_LEFT] >= 0 && joint[DBT_SHIN][DBT_LEFT] >= 0 &&
                         joint[DBT_FOOT][DBT_LEFT] >= 0;
    if (n > 0) {
        dbt_paths paths;
        double lowest[3], highest[3];
        double *low = dbt_arena_array(&memory, n, sizeof *low);
        dbt_paths_init(&paths, s, NULL, &memory);
        for (size_t f = 0; f < n; f++) {
            const dbt_transform *world = dbt_paths_at(&paths, clip->values, n, f);
            dbt_body_range(s, world, top, lowest, highest);
            low[f] = lowest[up];
            if (f == 0 && has_leg)
                ground.leg_length = leg_length(&roles, world);
        }
        qsort(low, n, sizeof *low, dbt_compare_doubles);
        ground.height = low[(size_t)(0.05 * (double)(n - 1))];
        ground.is_known = isfinite(ground.height);
    }
    dbt_arena_release(&memory);
    return ground;
}

bool dbt_ground_move(dbt_clip *clip, int up, double by, dbt_error *err)
{
    const size_t n = (size_t)clip->skeleton.n_channels;
    dbt_joint *root = &clip->skeleton.joints[0];
    bool finite = true;
    if (by == 0.0)
        return true;
    if (root->pos_channel[up] < 0) {
        const double height = dbt_nine_digits(dbt_vec3_get(root->offset, up) + by);
        finite = isfinite(height);
        dbt_vec3_set(&root->offset, up, height);
        clip->text.hierarchy_verbatim = false;
    } else {
        const int channel = root->first_channel + root->pos_channel[up];
        for (size_t f = 0; f < clip->n_frames; f++) {
            double *value = &clip->values[f * n + (size_t)channel];
            *value += by;
            finite = finite && isfinite(*value);
        }
        clip->text.moved = channel + 1;
    }
    return finite || dbt_fail_at(err, DBT_E_NUMBER, clip->file, 0, 0,
                                 "a height is too large to move the clip by %g (--ground)", by);
}

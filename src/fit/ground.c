#include "fit/ground.h"

#include "base/number.h"
#include "fit/roles.h"
#include "motion/simd_fk.h"

#include <stdlib.h>

/* Returns the minimum coordinate along axis `up` (0 x, 1 y, 2 z) of joints and End Sites from joint
 * `top` down. In some data sets the joints above `top` stay on the ground. */
static double lowest_point(const dbt_skeleton *s, const dbt_transform *world, int top, int up)
{
    double low = INFINITY;
    for (int j = top; j < s->n_joints; j++)
        low = fmin(low, dbt_vec3_get(world[j].pos, up));
    for (int e = 0; e < s->n_end_sites; e++) {
        const dbt_end_site *site = &s->end_sites[e];
        const dbt_transform *parent = &world[site->parent];
        const dbt_vec3 at = dbt_vec3_add(parent->pos, dbt_quat_rotate(parent->rot, site->offset));
        if (site->parent >= top)
            low = fmin(low, dbt_vec3_get(at, up));
    }
    return low;
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
        double *low = dbt_arena_array(&memory, n, sizeof *low);
        dbt_paths_init(&paths, s, NULL, &memory);
        for (size_t f = 0; f < n; f++) {
            const dbt_transform *world = dbt_paths_at(&paths, clip->values, n, f);
            low[f] = lowest_point(s, world, top, up);
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

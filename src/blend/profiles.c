#include "blend/profiles.h"

#include <math.h>
#include <string.h>

/* Returns whether two cuts have equal profiles: the same globs and factors in the same order. */
static bool same_profiles(const dbt_segment *a, const dbt_segment *b)
{
    if (a->n_profiles != b->n_profiles)
        return false;
    for (int i = 0; a->profiles != b->profiles && i < a->n_profiles; i++) {
        const dbt_profile *p = &a->profiles[i], *q = &b->profiles[i];
        if (p->factor < q->factor || p->factor > q->factor ||
            (p->glob != q->glob && strcmp(p->glob, q->glob) != 0))
            return false;
    }
    return true;
}

/* Sets factors[n_joints] to those of a segment's profiles: the last match wins. Returns the
 * largest. Fails as dbt_skeleton_check_match, and returns -1; some factors are then set. */
static double match(const dbt_skeleton *skeleton, const dbt_segment *segment, double *factors,
                    dbt_error *err)
{
    double longest = 0.0;
    for (int j = 0; j < skeleton->n_joints; j++)
        factors[j] = 1.0;
    for (int i = 0; i < segment->n_profiles; i++) {
        const dbt_profile *profile = &segment->profiles[i];
        if (!dbt_skeleton_check_match(skeleton, profile->glob, err))
            return -1.0;
        for (int j = -1; (j = dbt_skeleton_next_match(skeleton, profile->glob, j)) >= 0;)
            factors[j] = profile->factor;
    }
    for (int j = 0; j < skeleton->n_joints; j++)
        longest = fmax(longest, factors[j]);
    return longest;
}

bool dbt_profiles_init(dbt_profiles *profiles, const dbt_segment *segments, int n_segments,
                       const dbt_skeleton *skeleton, dbt_error *err)
{
    const size_t n_joints = (size_t)skeleton->n_joints;
    dbt_arena *memory = &profiles->memory;
    bool ok = true;
    *profiles = (dbt_profiles){ .cuts = NULL };
    profiles->cuts = dbt_arena_array(memory, (size_t)n_segments, sizeof *profiles->cuts);
    for (int i = 1; ok && i < n_segments; i++) {
        dbt_cut_profile *c = &profiles->cuts[i];
        c->longest = 1.0;
        if (segments[i].n_profiles == 0)
            continue;
        if (c[-1].factors && same_profiles(&segments[i], &segments[i - 1])) {
            *c = c[-1];
            continue;
        }
        double *factors = dbt_arena_array(memory, n_joints, sizeof *factors);
        c->longest = match(skeleton, &segments[i], factors, err);
        c->factors = factors;
        ok = c->longest >= 0.0;
    }
    return ok;
}

void dbt_profiles_release(dbt_profiles *profiles)
{
    dbt_arena_release(&profiles->memory);
    *profiles = (dbt_profiles){ .cuts = NULL };
}

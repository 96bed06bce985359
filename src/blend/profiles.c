#include "blend/profiles.h"

#include "base/mem.h"

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

enum { NO_PROFILE = -1 };

/* Sets all members of *c, which is zeroed: joints, those that the segment's profiles match (the
 * last match wins), and longest, the largest factor, which is 1 for a joint without a match.
 * Allocates c->joints; dbt_profiles_release frees it. last: scratch, [n_joints]. Fails as
 * dbt_skeleton_check_match, with c->joints NULL. */
static bool match(dbt_cut_profile *c, int *last, const dbt_segment *segment,
                  const dbt_skeleton *skeleton, dbt_error *err)
{
    const int n_joints = skeleton->n_joints;
    int n = 0;
    for (int j = 0; j < n_joints; j++)
        last[j] = NO_PROFILE;
    for (int i = 0; i < segment->n_profiles; i++) {
        const char *glob = segment->profiles[i].glob;
        if (!dbt_skeleton_check_match(skeleton, glob, err))
            return false;
        for (int j = -1; (j = dbt_skeleton_next_match(skeleton, glob, j)) >= 0;)
            last[j] = i;
    }
    for (int j = 0; j < n_joints; j++)
        n += last[j] != NO_PROFILE;
    c->longest = n < n_joints ? 1.0 : 0.0;
    c->joints = dbt_alloc_array((size_t)n, sizeof *c->joints);
    for (int j = 0; j < n_joints; j++) {
        if (last[j] == NO_PROFILE)
            continue;
        c->joints[c->n_joints++] = (dbt_joint_profile){ j, last[j] };
        c->longest = fmax(c->longest, segment->profiles[last[j]].factor);
    }
    return true;
}

bool dbt_profiles_init(dbt_profiles *profiles, const dbt_segment *segments, int n_segments,
                       const dbt_skeleton *skeleton, dbt_error *err)
{
    dbt_profiles *p = profiles;
    *p = (dbt_profiles){ .skeleton = skeleton,
                         .segments = segments,
                         .cuts = dbt_alloc_array((size_t)n_segments, sizeof *p->cuts),
                         .n_segments = n_segments };
    for (int i = 1; i < n_segments; i++) {
        p->cuts[i].longest = 1.0;
        p->any = p->any || segments[i].n_profiles > 0;
    }
    if (!p->any)
        return true;
    int *last = dbt_alloc_array((size_t)skeleton->n_joints, sizeof *last);
    bool ok = true;
    for (int i = 1; ok && i < n_segments; i++) {
        dbt_cut_profile *c = &p->cuts[i];
        if (segments[i].n_profiles == 0)
            continue;
        if (c[-1].joints && same_profiles(&segments[i], &segments[i - 1]))
            *c = c[-1];
        else
            ok = match(c, last, &segments[i], skeleton, err);
    }
    dbt_free(last);
    return ok;
}

void dbt_profiles_release(dbt_profiles *profiles)
{
    for (int i = profiles->cuts ? profiles->n_segments - 1 : 0; i > 0; i--)
        if (profiles->cuts[i].joints != profiles->cuts[i - 1].joints)
            dbt_free(profiles->cuts[i].joints);
    dbt_free(profiles->cuts);
    *profiles = (dbt_profiles){ .cuts = NULL };
}

bool dbt_profiles_factors(const dbt_profiles *profiles, int cut, double *factors)
{
    const dbt_cut_profile *c = &profiles->cuts[cut];
    if (!c->joints)
        return false;
    for (int j = 0; j < profiles->skeleton->n_joints; j++)
        factors[j] = 1.0;
    const dbt_profile *list = profiles->segments[cut].profiles;
    for (int i = 0; i < c->n_joints; i++)
        factors[c->joints[i].joint] = list[c->joints[i].profile].factor;
    return true;
}

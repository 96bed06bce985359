/* The profiles of all cuts: factors of the transition's length for each joint. */
#ifndef DBT_BLEND_PROFILES_H
#define DBT_BLEND_PROFILES_H

#include "blend/sequence_spec.h"

/* The profiles of one cut. */
typedef struct dbt_cut_profile {
    const double *factors; /* [n_joints], 1 for a joint that no profile matches; shared with the cut
                              before if equal; NULL: the cut has no profiles */
    double longest;        /* the largest factor of any joint; 1 without profiles */
} dbt_cut_profile;

/* The profiles of each cut of a sequence. */
typedef struct dbt_profiles {
    dbt_cut_profile *cuts; /* [n_segments]; the first has none */
    dbt_arena memory;
} dbt_profiles;

/* Matches the profiles of segments[n_segments] with joints; ignores those of segment 0. Fails with
 * DBT_E_PARAM as dbt_skeleton_check_match, for instance if a profile matches no joint. Release with
 * dbt_profiles_release, also after a failure. */
DBT_CHECK bool dbt_profiles_init(dbt_profiles *profiles, const dbt_segment *segments,
                                 int n_segments, const dbt_skeleton *skeleton, dbt_error *err);
void dbt_profiles_release(dbt_profiles *profiles);

#endif

/* The profiles of all cuts: what they make of a transition's length, joint by joint. */
#ifndef DBT_BLEND_PROFILES_H
#define DBT_BLEND_PROFILES_H

#include "blend/sequence_spec.h"

/* The last of a cut's profiles that a joint's name matches. */
typedef struct dbt_joint_profile {
    int joint, profile;
} dbt_joint_profile;

/* Of one cut. */
typedef struct dbt_cut_profile {
    dbt_joint_profile *joints; /* [n_joints]; the list of the cut before where that is the
                                * same; NULL: the cut has no profiles */
    int n_joints;
    double longest; /* the largest factor of a joint */
} dbt_cut_profile;

typedef struct dbt_profiles {
    const dbt_skeleton *skeleton; /* borrowed, as the segments are */
    const dbt_segment *segments;
    dbt_cut_profile *cuts; /* [n_segments], the first of which has none */
    int n_segments;
    bool any; /* a cut has some */
} dbt_profiles;

/* Matches the profiles of segments[n_segments]. Fails with DBT_E_PARAM where one matches no
 * joint, or DBT_E_MEMORY; release with dbt_profiles_release, also then. */
DBT_CHECK bool dbt_profiles_init(dbt_profiles *profiles, const dbt_segment *segments,
                                 int n_segments, const dbt_skeleton *skeleton, dbt_error *err);
void dbt_profiles_release(dbt_profiles *profiles);

/* The largest factor of a joint at a cut. */
double dbt_profiles_longest(const dbt_profiles *profiles, int cut);

/* As dbt_sequence_factors. */
bool dbt_profiles_factors(const dbt_profiles *profiles, int cut, double *factors);

#endif

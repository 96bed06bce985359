/* The profiles of all cuts: factors of the transition's length for each joint. */
#ifndef DBT_BLEND_PROFILES_H
#define DBT_BLEND_PROFILES_H

#include "blend/sequence_spec.h"

/* A joint and the last profile of a cut that matches its name. */
typedef struct dbt_joint_profile {
    int joint, profile;
} dbt_joint_profile;

/* The profiles of one cut. */
typedef struct dbt_cut_profile {
    dbt_joint_profile *joints; /* [n_joints], shared with the cut before if equal; NULL if none */
    int n_joints;
    double longest; /* the largest factor of any joint; 1 without profiles */
} dbt_cut_profile;

/* The profiles of each cut of a sequence. */
typedef struct dbt_profiles {
    const dbt_skeleton *skeleton; /* borrowed, like the segments */
    const dbt_segment *segments;
    dbt_cut_profile *cuts; /* [n_segments]; the first has none */
    int n_segments;
    bool any; /* a cut has profiles */
} dbt_profiles;

/* Matches the profiles of segments[n_segments] with joints; ignores those of segment 0. Borrows
 * segments and skeleton. Fails with DBT_E_PARAM as dbt_skeleton_check_match, for instance if a
 * profile matches no joint. Release with dbt_profiles_release, also after a failure. */
DBT_CHECK bool dbt_profiles_init(dbt_profiles *profiles, const dbt_segment *segments,
                                 int n_segments, const dbt_skeleton *skeleton, dbt_error *err);
void dbt_profiles_release(dbt_profiles *profiles);

/* Writes the factors of a cut into factors[n_joints]: 1 for a joint that no profile matches.
 * Returns false, and writes nothing, if the cut has no profiles. cut: from 1. */
bool dbt_profiles_factors(const dbt_profiles *profiles, int cut, double *factors);

#endif

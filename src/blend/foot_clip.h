/* Foot locking of a whole clip: feet that touch the ground stay at one position on it, in stances
 * that are found in the clip itself. Definition: dbtool-internals(7), FEET, A whole clip. */
#ifndef DBT_BLEND_FOOT_CLIP_H
#define DBT_BLEND_FOOT_CLIP_H

#include "blend/foot_lock.h"

typedef struct dbt_foot_clip dbt_foot_clip;

/* Prepares the corrections of all frames of a sequence of one clip. Borrows the contacts. levels:
 * [n_joints], dbt_seam_reference_levels of the clip. Free with dbt_foot_clip_free. */
dbt_foot_clip *dbt_foot_clip_new(const dbt_contacts *contacts, const dbt_abruptness *levels);
void dbt_foot_clip_free(dbt_foot_clip *clip);

/* Whether a frame differs from the clip at any joint, or at one. clip NULL: no. */
bool dbt_foot_clip_moves(const dbt_foot_clip *clip, size_t frame);
bool dbt_foot_clip_moves_joint(const dbt_foot_clip *clip, size_t frame, int joint);

/* Corrects the clip's pose of a frame, local[n_joints]. */
void dbt_foot_clip_apply(dbt_foot_clip *clip, size_t frame, dbt_transform *local);

/* What was done to the feet, as in dbt_locked_feet. */
dbt_locked_feet dbt_foot_clip_feet(const dbt_foot_clip *clip);

#endif

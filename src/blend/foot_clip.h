/* Foot locking of a whole clip: a foot stays at one position on the ground in each stance of the
 * clip. Definition: dbtool-internals(7), FEET, A whole clip.
 *
 * dbt_foot_clip_new finds the corrections of all frames. foot_clip_path.c finds the stances with
 * their offsets (blend/stance.h). Then it raises the body, fades the offsets between stances, lifts
 * feet out of the ground, and drops the body for short legs. Finally foot_clip.c measures the
 * corrected clip in blocks, lowers a leg's weight in blocks with a seam, and raises weights again
 * as far as no seam returns. If no foot is locked then, the clip stays as it is. Poses are not
 * stored: dbt_foot_clip_apply corrects one frame, with the IK of blend/foot_lock.h. */
#ifndef DBT_BLEND_FOOT_CLIP_H
#define DBT_BLEND_FOOT_CLIP_H

#include "blend/foot_lock.h"

/* The corrections of a clip whose feet are locked. */
typedef struct dbt_foot_clip dbt_foot_clip;

/* Returns the corrections of all frames of a sequence of one clip; never NULL. contacts: of the
 * sequence, with a leg or more; borrowed. levels: [n_joints], the clip's by
 * dbt_seam_reference_levels; copied. Free with dbt_foot_clip_free, which accepts NULL. */
dbt_foot_clip *dbt_foot_clip_new(const dbt_contacts *contacts, const dbt_abruptness *levels);
void dbt_foot_clip_free(dbt_foot_clip *clip);

/* Returns whether corrections move any joint, or one, relative to its parent in a frame. Only the
 * motion root, hips, knees and ankles can move. clip: may be NULL (false). A frame after the last:
 * false. */
bool dbt_foot_clip_moves(const dbt_foot_clip *clip, size_t frame);
bool dbt_foot_clip_moves_joint(const dbt_foot_clip *clip, size_t frame, int joint);

/* Corrects the clip's pose of a frame, which must be in the output: sets the position of the motion
 * root, and the rotations of hips, knees and ankles. Legs that have a bone without length stay. A
 * foot whose target is out of reach comes as near as its leg allows. local: [n_joints], the clip's
 * pose on entry, the corrected one on return. clip: its scratch changes, so one thread at a time.
 */
void dbt_foot_clip_apply(dbt_foot_clip *clip, size_t frame, dbt_transform *local);

/* Returns the result for the summary; see dbt_locked_feet. */
dbt_locked_feet dbt_foot_clip_feet(const dbt_foot_clip *clip);

#endif

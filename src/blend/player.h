/* A player: evaluates the frames of a sequence one by one. */
#ifndef DBT_BLEND_PLAYER_H
#define DBT_BLEND_PLAYER_H

#include "blend/contacts.h"
#include "blend/frame_encoder.h"
#include "blend/joint_mobility.h"
#include "blend/foot_lock.h"

/* The state of a player. */
typedef struct dbt_player dbt_player;

/* Returns a player before the first frame. sequence: borrowed, at most one player at a time. bare:
 * without layers and foot locking. A player needs far more memory than its sequence, so create few.
 * Returns NULL with err (DBT_E_PARAM) if the limits of the spec do not fit the skeleton
 * (dbt_limits_bind). Free with dbt_player_free, which accepts NULL. */
dbt_player *dbt_player_new(const dbt_sequence *sequence, bool bare, dbt_error *err);
void dbt_player_free(dbt_player *player);

/* Sets *frame to the next frame; call it once for each frame of the timeline. The pointers in
 * *frame are valid until the next call. Fails with DBT_E_ALIGN if a clip cannot be aligned
 * (dbt_align), or as dbt_transition_begin; the player can then only be freed. */
DBT_CHECK bool dbt_player_next(dbt_player *player, dbt_frame *frame, dbt_error *err);

/* Return the sequence, and the mobility of its joints; borrowed. */
const dbt_sequence *dbt_player_sequence(const dbt_player *player);
const dbt_mobility *dbt_player_mobility(const dbt_player *player);

/* Returns the contacts; NULL if nothing needs them. */
const dbt_contacts *dbt_player_contacts(const dbt_player *player);

/* Returns the layers that the player applies; may be NULL. */
dbt_layers *dbt_player_layers(const dbt_player *player);

/* Writes the comparison pose: the clip of a segment, aligned, with layers but without transitions
 * and foot locking.
 * segment: from 0. frame: an output frame that was evaluated, not before the segment's cut. After
 * its end the clip holds or loops. local: [n_joints]. */
void dbt_player_clip_pose(const dbt_player *player, int segment, size_t frame,
                          dbt_transform *local);

/* ---- the same frames with another tuning ---- */

/* Prepares a bare player to evaluate the frames [first, end) around a cut several times. first: not
 * after the cut. Earlier cuts must have been tried, in order, with their final tunings. Later cuts
 * have no influence. Aligns the clip of the cut. Fails with DBT_E_ALIGN. */
DBT_CHECK bool dbt_player_try(dbt_player *player, int cut, size_t first, size_t end,
                              dbt_error *err);

/* Goes back to one of these frames, not after the transition's first. dbt_player_next evaluates it
 * and later frames with the current tuning of the cut's clip in the timeline. */
void dbt_player_go_to(dbt_player *player, size_t frame);

/* ---- */

/* The rigid ground transform of a cut's clip. */
typedef struct dbt_clip_move {
    int joint; /* the moved joint; -1 if clips are not aligned */
    dbt_transform ground;
} dbt_clip_move;

/* Returns how a cut's clip was moved; the identity if the cut was not reached or clips are not
 * aligned. */
dbt_clip_move dbt_player_clip_move(const dbt_player *player, int cut);

/* Returns the result of foot locking so far; without feet if none are locked. cut: from 1, or 0 for
 * a whole clip. */
dbt_locked_feet dbt_player_locked_feet(const dbt_player *player, int cut);

#endif

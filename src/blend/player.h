/* A player makes the frames of a sequence, one by one. */
#ifndef DBT_BLEND_PLAYER_H
#define DBT_BLEND_PLAYER_H

#include "blend/contacts.h"
#include "blend/frame.h"
#include "blend/mobility.h"
#include "blend/foot_lock.h"

typedef struct dbt_player dbt_player;

/* Starts before the first frame. Borrows the sequence, which may have one player at a time. bare:
 * without layers and locked feet. A player takes far more memory than its sequence: keep few of
 * them. Free with dbt_player_free. */
dbt_player *dbt_player_new(const dbt_sequence *sequence, bool bare, dbt_error *err);
void dbt_player_free(dbt_player *player);

/* The next frame; call it once for each frame of the timeline. Its pointers are valid until the
 * next call. Fails with DBT_E_ALIGN. */
DBT_CHECK bool dbt_player_next(dbt_player *player, dbt_frame *frame, dbt_error *err);

const dbt_sequence *dbt_player_sequence(const dbt_player *player);
const dbt_mobility *dbt_player_mobility(const dbt_player *player);

/* NULL if nothing needs them. */
const dbt_contacts *dbt_player_contacts(const dbt_player *player);

/* The layers that it applies; NULL: none. */
dbt_layers *dbt_player_layers(const dbt_player *player);

/* The pose for comparing: the clip of a segment (from 0) alone, aligned, with layers but without
 * transitions. frame is an output frame that was reached and is not before the segment's cut. After
 * its end the clip holds or loops. Into local[n_joints]. */
void dbt_player_clip_pose(const dbt_player *player, int segment, size_t frame,
                          dbt_transform *local);

/* ---- the same frames with another tuning ---- */

/* Prepares a bare player to make the frames [first, end) around a cut several times; first is not
 * after the cut. The cuts before must have been tried, in order, and have their tunings now. Later
 * cuts have no influence. Places the clip of the cut. Fails with DBT_E_ALIGN. */
DBT_CHECK bool dbt_player_try(dbt_player *player, int cut, size_t first, size_t end,
                              dbt_error *err);

/* Goes back to one of these frames, not after the begin of the transition: dbt_player_next makes it
 * and those after it with the tuning that the cut's clip in the timeline has now. */
void dbt_player_go_to(dbt_player *player, size_t frame);

/* A frame of the clip of a segment alone, aligned; as dbt_player_next. */
void dbt_player_clip_frame(dbt_player *player, int segment, size_t index, dbt_frame *frame);

/* ---- */

/* How the clip of a cut was moved over the ground. */
typedef struct dbt_clip_move {
    int joint; /* the joint that was moved; -1: clips are not aligned */
    dbt_transform ground;
} dbt_clip_move;

/* The identity if the cut was not reached or clips are not aligned. */
dbt_clip_move dbt_player_clip_move(const dbt_player *player, int cut);

/* What was done to the feet of a cut, counted from 1, or of a clip alone, 0, so far; no feet if
 * they are not locked. */
dbt_locked_feet dbt_player_locked_feet(const dbt_player *player, int cut);

#endif

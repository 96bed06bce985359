/* A player makes the frames of a sequence, one by one. */
#ifndef DBT_BLEND_PLAYER_H
#define DBT_BLEND_PLAYER_H

#include "blend/contacts.h"
#include "blend/frame.h"
#include "blend/mobility.h"

typedef struct dbt_player dbt_player;

/* Starts before the first frame. Borrows the sequence, which may have one player at a time. A
 * player takes far more memory than its sequence: keep few of them. Returns NULL with err
 * (DBT_E_MEMORY); free with dbt_player_free. */
dbt_player *dbt_player_new(const dbt_sequence *sequence, dbt_error *err);
void dbt_player_free(dbt_player *player);

/* The next frame; call it once for each frame of the timeline. Its pointers are valid until the
 * next call. Fails with DBT_E_ALIGN or DBT_E_MEMORY. */
DBT_CHECK bool dbt_player_next(dbt_player *player, dbt_frame *frame, dbt_error *err);

const dbt_sequence *dbt_player_sequence(const dbt_player *player);
const dbt_mobility *dbt_player_mobility(const dbt_player *player);

/* NULL if nothing needs them. */
const dbt_contacts *dbt_player_contacts(const dbt_player *player);

/* The pose for comparing: the clip of a segment (from 0) alone, aligned, with layers but without
 * transitions. frame is an output frame that was reached and is not before the segment's cut. After
 * its end the clip holds or loops. Into local[n_joints]. */
void dbt_player_clip_pose(const dbt_player *player, int segment, size_t frame,
                          dbt_transform *local);

/* How the clip of a cut was moved over the ground. */
typedef struct dbt_clip_move {
    int joint; /* the joint that was moved; -1: clips are not aligned */
    dbt_transform ground;
} dbt_clip_move;

/* The identity if the cut was not reached or clips are not aligned. */
dbt_clip_move dbt_player_clip_move(const dbt_player *player, int cut);

#endif

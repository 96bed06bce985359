/* An audition tries tunings at the cuts of a sequence, one cut after the other from left to right.
 * It sets up each cut once and makes only the poses around it, as the file will have them. Layers
 * and later cuts have no influence. */
#ifndef DBT_BLEND_AUDITION_H
#define DBT_BLEND_AUDITION_H

#include "blend/frame.h"
#include "blend/mobility.h"

typedef struct dbt_audition dbt_audition;

/* Starts before the first cut. Borrows the sequence; the tunings of later cuts may still be set.
 * decimals: of computed numbers. Returns NULL with err (DBT_E_MEMORY); free with
 * dbt_audition_free. */
dbt_audition *dbt_audition_new(dbt_sequence *sequence, int decimals, dbt_error *err);
void dbt_audition_free(dbt_audition *audition);

const dbt_mobility *dbt_audition_mobility(const dbt_audition *audition);

/* Goes to the next cut, counted from 1: places its clip, and makes the poses of both clips alone at
 * the output frames [first, end). Fails with DBT_E_ALIGN or DBT_E_MEMORY. */
DBT_CHECK bool dbt_audition_next(dbt_audition *audition, size_t first, size_t end, dbt_error *err);

/* Poses local[n_joints] of a frame in [first, end). target false: the signal before the cut; true:
 * the new clip, from the frame at which it plays. _written: as the file will have them. _clip: as
 * computed, for comparing: the old clip alone, or the new one. */
const dbt_transform *dbt_audition_written(const dbt_audition *audition, bool target, size_t frame);
void dbt_audition_clip(const dbt_audition *audition, bool target, size_t frame,
                       dbt_transform *local);

/* Begins the cut's transition with a tuning that fits. dbt_audition_play returns its next pose as
 * written, local[n_joints], valid until the next call. The poses are of the frames
 * [dbt_cut_begin(at), at.end). Fails with DBT_E_MEMORY. */
DBT_CHECK bool dbt_audition_begin(dbt_audition *audition, const dbt_tuning *tuning,
                                  dbt_cut_frames at, dbt_error *err);
const dbt_transform *dbt_audition_play(dbt_audition *audition);

/* Takes a tuning that fits for the sequence: later cuts start from its transition, as far as its
 * frames were set up. Fails with DBT_E_MEMORY. */
DBT_CHECK bool dbt_audition_take(dbt_audition *audition, const dbt_tuning *tuning, dbt_error *err);

#endif

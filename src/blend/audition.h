/* The cuts of a sequence, one by one from left to right, each set up once so that many tunings can
 * be tried at it: poses around the cut, as the file will have them, without the frames between
 * cuts. Layers play no part, nor does the next cut. */
#ifndef DBT_BLEND_AUDITION_H
#define DBT_BLEND_AUDITION_H

#include "blend/frame.h"
#include "blend/mobility.h"

typedef struct dbt_audition dbt_audition;

/* Before the first cut. Borrows the sequence, whose tunings may be set at the cuts to come.
 * decimals: of computed numbers. NULL with err (DBT_E_MEMORY); free with dbt_audition_free. */
dbt_audition *dbt_audition_new(dbt_sequence *sequence, int decimals, dbt_error *err);
void dbt_audition_free(dbt_audition *audition);

const dbt_mobility *dbt_audition_mobility(const dbt_audition *audition);

/* Goes on to the next cut, counted from 1: its clip is put in place, and poses of the output frames
 * [first, end) are made of what plays alone. Fails with DBT_E_ALIGN or DBT_E_MEMORY. */
DBT_CHECK bool dbt_audition_next(dbt_audition *audition, size_t first, size_t end, dbt_error *err);

/* Of a frame in [first, end), local[n_joints]: the signal before the cut alone and, from where it
 * plays, the new clip alone, as they are written; and what both are measured against, as computed:
 * the old clip alone, and the new one. */
const dbt_transform *dbt_audition_written(const dbt_audition *audition, bool target, size_t frame);
void dbt_audition_clip(const dbt_audition *audition, bool target, size_t frame,
                       dbt_transform *local);

/* Begins the cut's transition with a tuning that fits, over these frames, and makes its poses as
 * they are written, local[n_joints], valid until the next call: frame dbt_cut_begin(at) and so on,
 * up to before at.end. Fails with DBT_E_MEMORY. */
DBT_CHECK bool dbt_audition_begin(dbt_audition *audition, const dbt_tuning *tuning,
                                  dbt_cut_frames at, dbt_error *err);
const dbt_transform *dbt_audition_play(dbt_audition *audition);

/* Takes a tuning that fits for the sequence: cuts to come go on from its transition, as far as its
 * frames were set up. Fails with DBT_E_MEMORY. */
DBT_CHECK bool dbt_audition_take(dbt_audition *audition, const dbt_tuning *tuning, dbt_error *err);

/* After the last cut that is tried: the whole sequence goes by what was taken. Fails with
 * DBT_E_LIMIT where that is too much work. */
DBT_CHECK bool dbt_audition_finish(dbt_audition *audition, dbt_error *err);

/* ---- what a cut may be, before it is set up ---- */

/* A tuning on the output's grid, its durations in seconds. Fails with DBT_E_PARAM where it cannot
 * move the skeleton. */
DBT_CHECK bool dbt_audition_fit(const dbt_audition *audition, dbt_tuning *tuning, dbt_error *err);

/* The frames of a cut with a tuning that fits, tunings of the cuts before it being taken; and for
 * how many after the cut it counts where it is compared. */
dbt_cut_frames dbt_audition_frames(const dbt_audition *audition, int cut, const dbt_tuning *tuning);
size_t dbt_audition_compared(const dbt_audition *audition, int cut, const dbt_tuning *tuning);

/* How long the output is if the clip of the cut is the last. */
size_t dbt_audition_n_frames(const dbt_audition *audition, int cut);

#endif

/* A sequence: clips that follow each other at cuts, checked and placed on the frames of the
 * output. A player (blend/player.h) makes the frames. */
#ifndef DBT_BLEND_SEQUENCE_H
#define DBT_BLEND_SEQUENCE_H

#include "blend/sequence_spec.h"

typedef struct dbt_sequence dbt_sequence;

/* Checks the whole spec: skeletons, times, names. NULL with err on failure, DBT_E_LIMIT
 * where the output, or the time in which feet come to rest, would be too long. Free with
 * dbt_sequence_free. */
dbt_sequence *dbt_sequence_new(const dbt_sequence_spec *spec, dbt_error *err);

void dbt_sequence_free(dbt_sequence *sequence);

const dbt_sequence_spec *dbt_sequence_get_spec(const dbt_sequence *sequence);

/* What was tolerated so far, bones among it. */
dbt_warnings *dbt_sequence_warnings(dbt_sequence *sequence);

/* ---- the output ---- */

size_t dbt_sequence_n_frames(const dbt_sequence *sequence);
const dbt_skeleton *dbt_sequence_skeleton(const dbt_sequence *sequence);
double dbt_sequence_frame_time(const dbt_sequence *sequence);

/* The first clip, whose skeleton and layout are the output's, with the output's frame time. */
const dbt_clip *dbt_sequence_grid(const dbt_sequence *sequence);

/* The reach of the first clip's first frame, units. */
double dbt_sequence_reach(const dbt_sequence *sequence);

/* ---- cuts: they count from 1, each the index of the segment that starts there ---- */

int dbt_sequence_n_cuts(const dbt_sequence *sequence);
dbt_cut_frames dbt_sequence_cut(const dbt_sequence *sequence, int cut);

/* How many frames after its cut a transition counts where it is compared with others, which may be
 * less than it has. */
size_t dbt_sequence_compared(const dbt_sequence *sequence, int cut);

/* How the clip of a cut is placed, and whether its feet are planted. */
dbt_align_by dbt_sequence_align(const dbt_sequence *sequence, int cut);
bool dbt_sequence_plants(const dbt_sequence *sequence, int cut);

/* The feet by which a cut aligns, which it plants, or which are measured; NULL: none of it. */
const dbt_feet *dbt_sequence_feet(const dbt_sequence *sequence);

/* The tuning of a cut, durations that were given in frames in seconds. */
const dbt_tuning *dbt_sequence_tuning(const dbt_sequence *sequence, int cut);

/* What the profiles of a cut make of the transition's length, into factors[n_joints]. False
 * where it has none: all would be 1, and are not written. */
bool dbt_sequence_factors(const dbt_sequence *sequence, int cut, double *factors);

/* ---- clips: their segments count from 0 ---- */

/* Output frame at which the clip of a segment shows its own last frame, whether or
 * not it still plays there. */
size_t dbt_sequence_clip_last(const dbt_sequence *sequence, int segment);

/* The clip of a segment as captured, on the output's grid, and its frame that is
 * played at an output frame not before its cut. */
dbt_track *dbt_sequence_track(const dbt_sequence *sequence, int segment);
size_t dbt_sequence_clip_frame(const dbt_sequence *sequence, int segment, size_t frame);

/* All that these tracks can be, one for each clip: [*n]. */
const dbt_track *dbt_sequence_tracks(const dbt_sequence *sequence, int *n);

#endif

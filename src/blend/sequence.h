/* A sequence: clips joined at cuts, checked and placed on the frames of the output. A player
 * (blend/player.h) makes the frames. */
#ifndef DBT_BLEND_SEQUENCE_H
#define DBT_BLEND_SEQUENCE_H

#include "blend/sequence_spec.h"

typedef struct dbt_sequence dbt_sequence;

/* Checks the whole spec: skeletons, times, names. Returns NULL with err on failure; DBT_E_LIMIT if
 * the output, or plant_time, is too long. Free with dbt_sequence_free. */
dbt_sequence *dbt_sequence_new(const dbt_sequence_spec *spec, dbt_error *err);

void dbt_sequence_free(dbt_sequence *sequence);

const dbt_sequence_spec *dbt_sequence_get_spec(const dbt_sequence *sequence);

/* The warnings so far, those about bones included. */
dbt_warnings *dbt_sequence_warnings(dbt_sequence *sequence);

/* ---- the output ---- */

size_t dbt_sequence_n_frames(const dbt_sequence *sequence);
const dbt_skeleton *dbt_sequence_skeleton(const dbt_sequence *sequence);
double dbt_sequence_frame_time(const dbt_sequence *sequence);

/* The first clip, which gives the skeleton and the layout, with the output's frame time. */
const dbt_clip *dbt_sequence_grid(const dbt_sequence *sequence);

/* Compares the bones of a track on the sequence's grid with the first clip's, as
 * dbt_track_check_bones does. */
DBT_CHECK bool dbt_sequence_check_bones(const dbt_sequence *sequence, const dbt_track *track,
                                        dbt_warnings *warnings, dbt_error *err);

/* ---- cuts: they count from 1, each the index of the segment that starts there ---- */

int dbt_sequence_n_cuts(const dbt_sequence *sequence);
dbt_cut_frames dbt_sequence_cut(const dbt_sequence *sequence, int cut);

/* For how many frames after its cut a transition is compared with others; may be fewer than it
 * has. */
size_t dbt_sequence_compared(const dbt_sequence *sequence, int cut);

/* How the clip of a cut is aligned, and whether its feet are planted. */
dbt_align_by dbt_sequence_align(const dbt_sequence *sequence, int cut);
bool dbt_sequence_plants(const dbt_sequence *sequence, int cut);

/* The feet that align, plant or measure; NULL: none. */
const dbt_feet *dbt_sequence_feet(const dbt_sequence *sequence);

/* The tuning of a cut, with durations in seconds. */
const dbt_tuning *dbt_sequence_tuning(const dbt_sequence *sequence, int cut);

/* Writes the factors of the transition's length into factors[n_joints]. Returns false, and writes
 * nothing, if the cut has no profiles. */
bool dbt_sequence_factors(const dbt_sequence *sequence, int cut, double *factors);

/* ---- clips: their segments count from 0 ---- */

/* The output frame at which the clip of a segment shows its own last frame, even if it no longer
 * plays there. */
size_t dbt_sequence_clip_last(const dbt_sequence *sequence, int segment);

/* The clip of a segment as captured, on the output's grid; and its frame at an output frame: see
 * dbt_timeline_track_frame. */
dbt_track *dbt_sequence_track(const dbt_sequence *sequence, int segment);
size_t dbt_sequence_clip_frame(const dbt_sequence *sequence, int segment, size_t frame);

#endif

/* How abruptly each joint moves in captured motion: what seam_ratio compares a cut with.
 * Definition: dbtool-internals(7), SEAMS. */
#ifndef DBT_BLEND_SEAM_H
#define DBT_BLEND_SEAM_H

#include "blend/sequence.h"
#include "motion/abruptness.h"

/* The abruptness of the tracks of a sequence, each measured when it is first asked for. */
typedef struct dbt_seam_reference dbt_seam_reference;

/* Borrows the sequence and its layers (NULL: none). Free with dbt_seam_reference_free. */
dbt_seam_reference *dbt_seam_reference_new(const dbt_sequence *sequence, dbt_layers *layers);
void dbt_seam_reference_free(dbt_seam_reference *captured);

/* The references of a transition over the output frames [begin, end], in which the clips of
 * segments [first, last] play: for each joint the largest values in these clips, and in those of a
 * layer that moves it then. At least a quarter of the median joint's, and what rounding makes. Into
 * levels[n_joints]. */
DBT_CHECK bool dbt_seam_reference_levels(dbt_seam_reference *captured, int first, int last,
                                         size_t begin, size_t end, dbt_abruptness *levels,
                                         dbt_error *err);

/* Makes references infinite that are only what rounding makes: nothing moves so in the clips, and
 * every motion would be a seam. */
void dbt_abruptness_forgive(dbt_abruptness *levels, int n_joints, double frame_time);

/* How abrupt a joint is, as a multiple of its reference: the largest of its quotients. */
double dbt_abruptness_ratio(const dbt_abruptness *of, const dbt_abruptness *reference);

/* The same of one step. n_frames: how many frames in a row there are so far. velocities: whether
 * changes of velocity count. */
double dbt_seam_ratio(const dbt_step *step, const dbt_abruptness *level, size_t n_frames,
                      bool velocities);

#endif

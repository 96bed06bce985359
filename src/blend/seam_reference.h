/* Seam references: how abruptly each joint moves in the clips; seam_ratio divides by them.
 * Definition: dbtool-internals(7), SEAMS. */
#ifndef DBT_BLEND_SEAM_REFERENCE_H
#define DBT_BLEND_SEAM_REFERENCE_H

#include "blend/sequence.h"
#include "motion/abruptness.h"

/* The abruptness of the tracks of a sequence, each measured on first use. */
typedef struct dbt_seam_reference dbt_seam_reference;

/* Returns the references of a sequence; measures nothing yet. sequence: borrowed. layers: the
 * sequence's, borrowed; NULL: layers are ignored. Free with dbt_seam_reference_free, which accepts
 * NULL. */
dbt_seam_reference *dbt_seam_reference_new(const dbt_sequence *sequence, dbt_layers *layers);
void dbt_seam_reference_free(dbt_seam_reference *reference);

/* Writes the references of a transition over the output frames [begin, end] into levels[n_joints]:
 * the maximum of each joint over the whole clips of segments [first, last], `last` included, and
 * over the clips of layers that move it in these frames. Each value has a lower bound above 0: a
 * quarter of the median joint's value, or the effect of rounding if that is larger. */
void dbt_seam_reference_levels(dbt_seam_reference *reference, int first, int last, size_t begin,
                               size_t end, dbt_abruptness *levels);

/* Sets those values of levels[n_joints] that are at most the effect of rounding to infinity, so
 * that a joint that no clip moves has no seam; otherwise each of its motions would be one.
 * frame_time: seconds. */
void dbt_abruptness_forgive(dbt_abruptness *levels, int n_joints, double frame_time);

/* Raises the four values of a level to `factor` times those of `by`, where these are larger. */
void dbt_abruptness_raise(dbt_abruptness *level, const dbt_abruptness *by, double factor);

/* Returns a joint's seam ratio: the maximum of its quotients of abruptness and reference. All
 * values of `reference` are above 0. */
double dbt_abruptness_ratio(const dbt_abruptness *of, const dbt_abruptness *reference);

/* Returns a joint's seam ratio of one step: the maximum of its quotients of jump and reference, as
 * dbt_abruptness_ratio. level: the joint's reference, all values above 0. n_frames: number of
 * consecutive frames so far; jumps that need more frames do not count, so the ratio may be 0.
 * velocities: whether jumps of velocity count. */
double dbt_seam_ratio(const dbt_step *step, const dbt_abruptness *level, size_t n_frames,
                      bool velocities);

#endif

/* The folder blend knows sequences of clips, transitions in progress, layers and foot locking; it
 * does not know metrics. A sequence: clips joined at cuts, checked and scheduled on the output's
 * frames. A player (blend/player.h) evaluates the frames. */
#ifndef DBT_BLEND_SEQUENCE_H
#define DBT_BLEND_SEQUENCE_H

#include "motion/align.h"
#include "blend/timeline.h"

/* A checked sequence. Read-only outside this folder, except for the last two members. Cuts count
 * from 1: cut i starts clip i. */
typedef struct dbt_sequence {
    dbt_sequence_spec spec;
    dbt_timeline timeline; /* the schedule of the clips */
    dbt_chain chain;       /* the joints that move the clips through the world */
    dbt_feet feet; /* for alignment, foot locking and metrics; is_foot NULL: nothing needs feet */
    dbt_layers *layers; /* may be NULL */
    bool asks_for_feet; /* settings request feet, beyond the defaults */
    bool can_lock;      /* feet can be locked, at the cuts or in the whole clip that request it */
    bool tries_limits;  /* a method that a cut may get needs joint limits */
    dbt_warnings warnings; /* so far, including those about bones */
} dbt_sequence;

/* Returns a sequence after checking the whole spec: skeletons, times, names. All clips of the spec
 * must be read. Adds warnings of glitches that it plays, of bones and of feet to its `warnings`.
 * *spec is copied; what its members point to is borrowed. Free with dbt_sequence_free.
 *
 * Returns NULL with err on failure: DBT_E_TIME for a time, DBT_E_PARAM for a name or a tuning,
 * DBT_E_SKELETON for clips or a model that do not fit, DBT_E_FRAMES for an empty clip. DBT_E_LIMIT
 * if the output, a clip or plant_time is too long, or if too many fades overlap. */
dbt_sequence *dbt_sequence_new(const dbt_sequence_spec *spec, dbt_error *err);

/* Frees a sequence; NULL is fine. */
void dbt_sequence_free(dbt_sequence *sequence);

/* Adds a warning (DBT_WARN_CUT_SHORT) to sequence->warnings if the output ends before the end of
 * its last transition, whose method must be known. Adds none without a cut, or if the output shows
 * an extrapolation. */
void dbt_sequence_warn_of_end(dbt_sequence *sequence);

/* Return how the clip of a cut is aligned, and whether its feet are locked. */
dbt_align_by dbt_sequence_align(const dbt_sequence *sequence, int cut);
bool dbt_sequence_locks_feet(const dbt_sequence *sequence, int cut);

/* Returns whether the sequence is one clip whose feet are locked, which is never a default. */
bool dbt_sequence_locks_clip(const dbt_sequence *sequence);

#endif

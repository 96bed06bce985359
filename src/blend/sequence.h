/* A sequence: clips joined at cuts, checked and placed on the frames of the output. A player
 * (blend/player.h) makes the frames. */
#ifndef DBT_BLEND_SEQUENCE_H
#define DBT_BLEND_SEQUENCE_H

#include "motion/align.h"
#include "blend/timeline.h"

/* Read-only outside this folder, except for the last two members. Cuts count from 1: each has the
 * index of the clip that starts there. */
typedef struct dbt_sequence {
    dbt_sequence_spec spec;
    dbt_timeline timeline; /* the clips in time */
    dbt_chain chain;       /* the joints that move them through the world */
    dbt_feet feet;         /* that align, plant or measure; is_foot NULL: nothing needs feet */
    dbt_layers *layers;    /* NULL: none */
    bool asks_for_feet;    /* a cut's feet are used, and not by default alone */
    bool can_lock;         /* feet, at the cuts that are to lock them, or of a clip alone */
    bool tries_limits;     /* methods that a cut may get use joint limits */
    dbt_warnings warnings; /* so far, those about bones included */
} dbt_sequence;

/* Checks the whole spec: skeletons, times, names. Returns NULL with err on failure; DBT_E_LIMIT if
 * the output, or plant_time, is too long. Free with dbt_sequence_free. */
dbt_sequence *dbt_sequence_new(const dbt_sequence_spec *spec, dbt_error *err);

void dbt_sequence_free(dbt_sequence *sequence);

/* Warns if the output ends before its last transition, whose method is settled, does. */
void dbt_sequence_warn_of_end(dbt_sequence *sequence);

/* How the clip of a cut is aligned, and whether its feet are locked. */
dbt_align_by dbt_sequence_align(const dbt_sequence *sequence, int cut);
bool dbt_sequence_locks_feet(const dbt_sequence *sequence, int cut);

/* Whether the sequence is one clip whose feet are locked: never by default. */
bool dbt_sequence_locks_clip(const dbt_sequence *sequence);

#endif

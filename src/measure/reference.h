/* What the cuts of a sequence are measured against: the clips themselves, going on
 * without a transition, and how they move where no cut is near. */
#ifndef DBT_MEASURE_REFERENCE_H
#define DBT_MEASURE_REFERENCE_H

#include "motion/derivative.h"
#include "blend/player.h"

/* The two clips of a cut. */
typedef enum dbt_cut_clip { DBT_SOURCE, DBT_TARGET, DBT_N_CUT_CLIPS } dbt_cut_clip;

typedef struct dbt_reference dbt_reference;

/* Borrows the player, whose sequence must be measured (its spec's `measures`). NULL with
 * DBT_E_MEMORY; free with dbt_reference_free. */
dbt_reference *dbt_reference_new(const dbt_player *player, dbt_error *err);

void dbt_reference_free(dbt_reference *reference);

/* The source's or target's pose at an output frame from the cut on, local[n_joints]:
 * as dbt_player_clip_pose. Cuts count from 1, here and below. */
void dbt_reference_pose(const dbt_reference *reference, int cut, dbt_cut_clip side, size_t frame,
                        dbt_transform *local);

/* Largest and root mean square |J| of every joint over the source's last and the
 * target's first n_frames, each within its clip: levels[n_joints]. Before any frame was
 * made as well as later. differ and local[n_joints] are scratch for the sequence's
 * skeleton. Cuts count from 1. */
typedef struct dbt_jerk_level {
    double peak[DBT_N_KINDS], rms[DBT_N_KINDS];
} dbt_jerk_level;

void dbt_reference_levels(const dbt_sequence *sequence, int cut, size_t cut_frame, size_t n_frames,
                          dbt_derivatives *differ, dbt_transform *local, dbt_jerk_level *levels);
const dbt_sequence *dbt_reference_sequence(const dbt_reference *reference);

/* The player's, and by how much the method of a cut widens its limits, radians. */
const dbt_mobility *dbt_reference_mobility(const dbt_reference *reference);
double dbt_reference_limit_margin(const dbt_reference *reference, int cut);

/* How many joints are feet; none and nothing can skate. */
int dbt_reference_n_feet(const dbt_reference *reference);
bool dbt_reference_is_foot(const dbt_reference *reference, int joint);

/* A move's length over the ground, units. */
double dbt_reference_slide(const dbt_reference *reference, dbt_vec3 move);

/* Whether a foot stands in a clip of the cut, where it is there and how fast. */
bool dbt_reference_stands(const dbt_reference *reference, int cut, dbt_cut_clip side, int joint,
                          dbt_vec3 world, double speed);

#endif

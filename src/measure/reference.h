/* What the cuts of a sequence are measured against: the clips playing on without a transition, and
 * their own jerk away from the cuts. */
#ifndef DBT_MEASURE_REFERENCE_H
#define DBT_MEASURE_REFERENCE_H

#include "motion/derivative.h"
#include "blend/player.h"

/* The two clips of a cut. */
typedef enum dbt_cut_clip { DBT_SOURCE, DBT_TARGET, DBT_N_CUT_CLIPS } dbt_cut_clip;

typedef struct dbt_reference dbt_reference;

/* Borrows the player, whose sequence must be made for measuring (its spec's `measures`). NULL with
 * DBT_E_MEMORY; free with dbt_reference_free. */
dbt_reference *dbt_reference_new(const dbt_player *player, dbt_error *err);

void dbt_reference_free(dbt_reference *reference);

/* The pose of the cut's source or target at an output frame from the cut on, into local[n_joints];
 * see dbt_player_clip_pose. Cuts count from 1, here and below. */
void dbt_reference_pose(const dbt_reference *reference, int cut, dbt_cut_clip side, size_t frame,
                        dbt_transform *local);

/* The largest and the root mean square |J| of every joint over the last n_frames of the source
 * before the cut and the first n_frames of the target, as far as the clips have them:
 * levels[n_joints]. May be called before any frame is made. differ and local[n_joints] are scratch
 * for the sequence's skeleton. */
typedef struct dbt_jerk_level {
    double peak[DBT_N_KINDS], rms[DBT_N_KINDS];
} dbt_jerk_level;

void dbt_reference_levels(const dbt_sequence *sequence, int cut, size_t n_frames,
                          dbt_derivatives *differ, dbt_transform *local, dbt_jerk_level *levels);
const dbt_sequence *dbt_reference_sequence(const dbt_reference *reference);

/* The player's mobility; and by how much the method of a cut widens the joint limits, radians. */
const dbt_mobility *dbt_reference_mobility(const dbt_reference *reference);
double dbt_reference_limit_margin(const dbt_reference *reference, int cut);

/* The number of joints that are feet; 0: nothing can skate. */
int dbt_reference_n_feet(const dbt_reference *reference);
bool dbt_reference_is_foot(const dbt_reference *reference, int joint);

/* Length of a move over the ground, units. */
double dbt_reference_slide(const dbt_reference *reference, dbt_vec3 move);

/* Whether a foot stands in a clip of the cut, from its world position and its speed (units a
 * second). */
bool dbt_reference_stands(const dbt_reference *reference, int cut, dbt_cut_clip side, int joint,
                          dbt_vec3 world, double speed);

#endif

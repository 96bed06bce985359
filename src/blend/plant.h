/* Planted feet: what stands while one clip turns into another stays where it stands. Seen from
 * outside a pose goes in, the blend's, and comes out some frames later with other legs: how far
 * the anchor must go down shows only in the frames to come. */
#ifndef DBT_BLEND_PLANT_H
#define DBT_BLEND_PLANT_H

#include "blend/contacts.h"

/* The feet of one cut, until all are let go. */
typedef struct dbt_plant dbt_plant;

/* From which poses they start: local[n_joints] each, at the frame where the transition begins
 * and before it. */
typedef struct dbt_plant_start {
    const dbt_contacts *contacts;
    int cut;
    const dbt_transform *source, *source_before; /* the last may be NULL: at rest */
} dbt_plant_start;

/* Borrows the contacts; the poses only now. NULL with DBT_E_MEMORY; free with dbt_plant_free. */
dbt_plant *dbt_plant_new(const dbt_plant_start *start, dbt_error *err);

/* One that goes on by itself from here. NULL with DBT_E_MEMORY. */
dbt_plant *dbt_plant_copy(const dbt_plant *plant, dbt_error *err);
void dbt_plant_free(dbt_plant *plant);

/* The frame whose blend is to be given next, and the one that is to be taken next. */
size_t dbt_plant_next(const dbt_plant *plant);
size_t dbt_plant_due(const dbt_plant *plant);

/* Whether it must be given more before a frame can be taken. */
bool dbt_plant_waits(const dbt_plant *plant);

/* The next frame's blend, and the new clip's pose in place: local[n_joints] each. */
void dbt_plant_give(dbt_plant *plant, const dbt_transform *blend, const dbt_transform *target);

/* The next frame's planted pose, into pose[n_joints]; the first is that of the frame where the
 * transition begins. */
void dbt_plant_take(dbt_plant *plant, dbt_transform *pose);

/* Whether the pose taken last differs from the blend at all, and at a joint. */
bool dbt_plant_moves(const dbt_plant *plant);
bool dbt_plant_moves_joint(const dbt_plant *plant, int joint);

/* Whether it belongs to a leg or is above one: no others are ever moved. */
bool dbt_plant_may_move_joint(const dbt_plant *plant, int joint);

/* Whether all frames after the one taken last are the blend's. */
bool dbt_plant_is_over(const dbt_plant *plant);

/* Whether the spec's times suit the skeleton. No legs, or one whose bones have no length, is a
 * warning. Fails with DBT_E_LIMIT. */
DBT_CHECK bool dbt_plant_check(const dbt_sequence *sequence, dbt_warnings *warnings,
                               dbt_error *err);

#endif

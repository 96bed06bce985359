/* Foot locking: a contact point that stands while one clip changes to another stays where it is on
 * the ground. All poses of a transition are made at once, until the feet are back in the new clip.
 * Definition: dbtool-internals(7), FEET. */
#ifndef DBT_BLEND_FOOT_LOCK_H
#define DBT_BLEND_FOOT_LOCK_H

#include "blend/contacts.h"
#include "blend/seam.h"

/* What a transition with locked feet is made of. Borrowed while it is made. */
typedef struct dbt_foot_lock_spec {
    const dbt_contacts *contacts;
    int cut;
    /* The signal before the cut, local[n_joints]: at the frame where the transition begins, one
     * frame earlier (NULL: at rest) and two (NULL: not known). */
    const dbt_transform *source, *before, *earlier;
    const dbt_abruptness *levels; /* [n_joints]: dbt_seam_reference_levels of the transition */
    size_t room;                  /* bytes that the poses may fill */
    /* Writes the blend of a frame into local[n_joints]. Called once for each frame, in order. */
    void (*blend)(void *context, size_t frame, dbt_transform *local);
    void *context;
} dbt_foot_lock_spec;

/* What was done to a foot. Slides: the most that one of its joints moves over the ground in the
 * transition while it stands in both clips, units, as skate_u has it. */
typedef struct dbt_locked_foot {
    int joint;                 /* the ankle */
    size_t n_locked;           /* frames */
    double slide, blend_slide; /* now, and in the blend */
    double missed;             /* units: the most that the ankle is away from its target */
} dbt_locked_foot;

enum { DBT_LOCKED_FEET = 4 };

/* What was done to the feet of a cut. */
typedef struct dbt_locked_feet {
    dbt_locked_foot feet[DBT_LOCKED_FEET]; /* the first of n_feet */
    int n_feet, n_locked;                  /* n_locked: feet that were locked */
    bool is_measured;                      /* the slides are known */
    double slide, blend_slide, missed;     /* of all: the most */
    double drop;                           /* units: the most that the motion root goes down */
    bool is_clip;                          /* of a clip alone. Only then: */
    double rise;                           /* units: the most that the motion root goes up */
    double sink,
        clip_sink; /* units: the most that a foot is below the ground, now and in the clip */
    double weight; /* how much of the corrections is applied: 0 to 1, in 32nds */
} dbt_locked_feet;

/* The poses of a transition with locked feet, and of the frames after it until all equal the
 * blend. */
typedef struct dbt_foot_lock {
    size_t first, n; /* the frames [first, first + n) */
    int n_joints;
    size_t bytes;         /* that poses and moved fill */
    dbt_transform *poses; /* [n][n_joints] */
    bool *moved;          /* [n][n_joints]: joints that differ from the blend */
    dbt_locked_feet feet;
} dbt_foot_lock;

/* Returns a lock to be freed with dbt_foot_lock_free. */
dbt_foot_lock *dbt_foot_lock_new(const dbt_foot_lock_spec *spec);
void dbt_foot_lock_free(dbt_foot_lock *lock);

/* The locked pose of a frame, [n_joints]; NULL: the frame equals the blend, or lock is NULL. */
const dbt_transform *dbt_foot_lock_pose(const dbt_foot_lock *lock, size_t frame);

/* Whether a frame differs from the blend at a joint, or at any. lock NULL: no. */
bool dbt_foot_lock_moves_joint(const dbt_foot_lock *lock, size_t frame, int joint);
bool dbt_foot_lock_moves(const dbt_foot_lock *lock, size_t frame);

/* Bytes that the poses of all locks of a sequence may fill at a time. */
size_t dbt_foot_lock_room(void);

/* Checks the spec's times for the skeleton. Warns if there are no legs, or if a leg has a bone
 * without length. warnings: may be NULL. Fails with DBT_E_LIMIT. */
DBT_CHECK bool dbt_foot_lock_check(const dbt_sequence *sequence, dbt_warnings *warnings,
                                   dbt_error *err);

#endif

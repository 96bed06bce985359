/* Foot locking at a cut: a point in contact during the transition stays at its position on the
 * ground. Definition: dbtool-internals(7), FEET. Whole clips: blend/foot_clip.h.
 *
 * dbt_foot_lock_new computes all poses when the transition begins, in this order:
 * 1. foot_path.c evaluates the blend frame by frame, until all feet are back in it. It finds the
 *    target of each foot from the contacts of its points (motion/foothold.h).
 * 2. foot_lock.c fades all out if the limit of memory ends the lock early, and smooths the lifts.
 * 3. foot_weight.c finds the largest weight of all corrections without a seam. Each weight is a
 *    pass: foot_ik.c finds the drop of the motion root and rotates the legs; seams are measured.
 * 4. foot_lock.c stores the poses at that weight.
 *
 * A point becomes locked only in the transition. It is released when it lifts in the new clip
 * (before that plays: in the old one), unless it returns within plant_time in the transition; at
 * the latest plant_hold after the transition. plant_drop limits the drop. */
#ifndef DBT_BLEND_FOOT_LOCK_H
#define DBT_BLEND_FOOT_LOCK_H

#include "blend/contacts.h"
#include "blend/seam_reference.h"

/* The inputs of a lock. All is borrowed during dbt_foot_lock_new. Calls of `blend` may overwrite
 * the poses. */
typedef struct dbt_foot_lock_spec {
    const dbt_contacts *contacts; /* of the sequence, with a leg or more */
    int cut;                      /* from 1 */
    /* Poses of the signal before the cut, [n_joints]: at the transition's first frame, one frame
     * earlier (NULL: at rest) and two frames earlier (NULL: unknown). */
    const dbt_transform *source, *before, *earlier;
    const dbt_abruptness *levels; /* [n_joints]: the transition's, by dbt_seam_reference_levels */
    size_t room;                  /* limit of the memory for poses and legs, bytes */
    /* Writes the blend of a frame into local[n_joints]. Called once for each frame of the lock, in
     * order, from the transition's first frame on. */
    void (*blend)(void *context, size_t frame, dbt_transform *local);
    void *context;
} dbt_foot_lock_spec;

/* The result for one foot. A slide is the maximum over the foot's joints of the path over the
 * ground while in contact in the clips that play (of a whole clip: in the clip), units (as
 * skate_u). */
typedef struct dbt_locked_foot {
    int joint;       /* the ankle */
    size_t n_locked; /* number of locked frames; of a cut also those with a braking point */
    double slide, blend_slide; /* with and without the lock */
    double missed;             /* units: maximum distance of the ankle from its target */
} dbt_locked_foot;

enum { DBT_LOCKED_FEET = 4 };

/* The result for the feet of a cut, or of a whole clip. */
typedef struct dbt_locked_feet {
    dbt_locked_foot feet[DBT_LOCKED_FEET]; /* [n_feet], of more feet only the first */
    int n_feet, n_locked;                  /* n_locked: feet with a locked frame, of n_feet */
    bool is_measured;                      /* the slides are known */
    double slide, blend_slide, missed;     /* maxima over all n_feet feet */
    double drop;                           /* units: maximum drop of the motion root */
    bool is_clip;                          /* of a whole clip; the next four are set only then */
    double skate_speed; /* units a second: maximum speed of a contact if the feet skate, else 0 */
    double rise;        /* units: maximum rise of the motion root */
    double sink, clip_sink; /* units: maximum depth below the ground, locked and not */
    double weight; /* of the corrections of a cut, 0 to 1, in 32nds; of a whole clip 1, or 0
                      if locking only makes seams */
} dbt_locked_feet;

/* The poses of a transition with locked feet, at least up to the last one that differs from the
 * blend. */
typedef struct dbt_foot_lock {
    size_t first, n; /* the frames [first, first + n) */
    int n_joints;
    size_t bytes;         /* size of poses and moved */
    dbt_transform *poses; /* [n][n_joints], local transforms; owned */
    bool *moved;          /* [n][n_joints]: joints that differ from the blend; owned */
    dbt_locked_feet feet;
} dbt_foot_lock;

/* Returns all poses of a lock, with its result; never NULL. If spec->room is too small for them,
 * the corrections fade out early, to none in the lock's last frame. Free with dbt_foot_lock_free,
 * which accepts NULL. */
dbt_foot_lock *dbt_foot_lock_new(const dbt_foot_lock_spec *spec);
void dbt_foot_lock_free(dbt_foot_lock *lock);

/* Returns the locked pose of a frame, [n_joints], borrowed from the lock. NULL if the frame is not
 * in [first, first + n): it equals the blend. lock: may be NULL: returns NULL. */
const dbt_transform *dbt_foot_lock_pose(const dbt_foot_lock *lock, size_t frame);

/* Return whether a frame differs from the blend at one joint, or at any. Outside the lock's frames:
 * false. lock: may be NULL (false). */
bool dbt_foot_lock_moves_joint(const dbt_foot_lock *lock, size_t frame, int joint);
bool dbt_foot_lock_moves(const dbt_foot_lock *lock, size_t frame);

/* Limit of the poses of all locks of a sequence at a time, bytes. */
enum { DBT_FOOT_LOCK_BYTES = 40 << 20 };

/* Fails with DBT_E_LIMIT, before any warning, if plant_time is over 1200 frames, or too long for
 * the memory that locks may use (DBT_FOOT_LOCK_BYTES). Else adds warnings (DBT_WARN_FEET): one if
 * there are no legs, and one for each leg that is not locked because a bone has no length in a
 * clip's first frame. warnings: may be NULL. Uses a track's cache: not thread-safe. */
DBT_CHECK bool dbt_foot_lock_check(const dbt_sequence *sequence, dbt_warnings *warnings,
                                   dbt_error *err);

#endif

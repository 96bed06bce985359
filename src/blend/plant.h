/* Planted feet: a foot that stands while one clip changes to another keeps its ground position. The
 * caller gives the poses of the blend and takes them, with moved legs, some frames later: how far
 * the motion root must go down depends on later frames. */
#ifndef DBT_BLEND_PLANT_H
#define DBT_BLEND_PLANT_H

#include "blend/contacts.h"
#include "blend/seam.h"

/* The feet of one cut, until all are released. */
typedef struct dbt_plant dbt_plant;

/* The frames from which a transition with planted feet starts: poses of the signal before the cut,
 * local[n_joints], at the frame where the transition begins, one frame earlier (NULL: at rest) and
 * two (NULL: not known). */
typedef struct dbt_plant_source {
    const dbt_transform *pose, *before, *earlier;
} dbt_plant_source;

/* levels[n_joints]: how abrupt joints may be, as dbt_captured_levels has it for the transition.
 * Borrows the contacts; poses and levels only during the call. Free with dbt_plant_free. */
dbt_plant *dbt_plant_new(const dbt_contacts *contacts, int cut, const dbt_plant_source *source,
                         const dbt_abruptness *levels);

/* An independent copy. */
dbt_plant *dbt_plant_copy(const dbt_plant *plant);
void dbt_plant_free(dbt_plant *plant);

/* The frame that dbt_plant_give expects next, and the frame that dbt_plant_take returns next. */
size_t dbt_plant_next(const dbt_plant *plant);
size_t dbt_plant_due(const dbt_plant *plant);

/* Whether dbt_plant_give must be called before dbt_plant_take. */
bool dbt_plant_waits(const dbt_plant *plant);

/* Gives the blend of the next frame, local[n_joints]. */
void dbt_plant_give(dbt_plant *plant, const dbt_transform *blend);

/* Takes the next frame's planted pose into pose[n_joints]; the first is at the frame where the
 * transition begins. */
void dbt_plant_take(dbt_plant *plant, dbt_transform *pose);

/* What was done to a foot. Slides: the most that one of its joints moves over the ground in the
 * transition while it stands in both clips, units, as skate_u has it. */
typedef struct dbt_planted_foot {
    int joint;                 /* the ankle */
    size_t n_held;             /* frames */
    double slide, blend_slide; /* now, and in the blend */
    double missed; /* units: the most that the ankle was away from where it was to be held */
    double share;  /* of its correction, so much that it makes no seam: 0 to 1 */
} dbt_planted_foot;

enum { DBT_PLANTED_FEET = 4 };

/* What was done to the feet of a cut, in the frames that were taken. */
typedef struct dbt_planted {
    dbt_planted_foot feet[DBT_PLANTED_FEET]; /* the first of n_feet */
    int n_feet, n_held;                      /* n_held: feet that were held */
    bool is_measured;                        /* the slides are known */
    double slide, blend_slide, missed;       /* of all: the most */
    double drop;                             /* units: the most that the motion root goes down */
} dbt_planted;

dbt_planted dbt_plant_result(const dbt_plant *plant);

/* Whether the last taken pose differs from the blend, at any joint or at this one. plant NULL: no.
 */
bool dbt_plant_moves(const dbt_plant *plant);
bool dbt_plant_moves_joint(const dbt_plant *plant, int joint);

/* Whether a joint belongs to a leg or is above one; no other joint ever moves. plant NULL: no. */
bool dbt_plant_may_move_joint(const dbt_plant *plant, int joint);

/* Whether all frames after the last taken one equal the blend. */
bool dbt_plant_is_over(const dbt_plant *plant);

/* Checks the spec's times for the skeleton. Warns if there are no legs, or if a leg has a bone
 * without length. Fails with DBT_E_LIMIT. */
DBT_CHECK bool dbt_plant_check(const dbt_sequence *sequence, dbt_warnings *warnings,
                               dbt_error *err);

#endif

/* The signals of a sequence, frame by frame: poses of clips in place, and of transitions
 * between them. What signal i is: blend/timeline.h. */
#ifndef DBT_BLEND_SIGNALS_H
#define DBT_BLEND_SIGNALS_H

#include "motion/align.h"
#include "method/transition.h"
#include "blend/contacts.h"
#include "blend/mobility.h"
#include "blend/plant.h"

typedef struct dbt_signal {
    dbt_alignment alignment;    /* of its clip, once the cut was reached */
    dbt_transition *transition; /* from its begin until no signal plays it */
    /* Until it is over, and at the next cut, [n_joints] each: now, a frame before, and two before
     * where the next cut's method looks that far back; and the target's, where there is a
     * transition: scratch, once the signal is evaluated. */
    dbt_transform *pose, *pose_before, *pose_earlier, *target;
    /* [n_joints] each: the poses of frames long_past_frame, dbt_bridge_past_frames before the next
     * cut. NULL: its method does not look that far back. */
    dbt_transform *long_past[DBT_BRIDGE_PAST];
    size_t long_past_frame[DBT_BRIDGE_PAST];
    bool has_long_past[DBT_BRIDGE_PAST]; /* the pose was made */
    bool is_made;                        /* its pose is of the frame below */
    size_t frame;
    dbt_plant *plant;     /* of its feet, until they are let go; NULL: none */
    dbt_transform *blend; /* [n_joints], where there is one: scratch */
    bool from_planted;    /* the signal before it had its feet moved where its transition begins */
} dbt_signal;

typedef struct dbt_signals {
    const dbt_sequence *sequence; /* borrowed, as the mobility and the contacts are */
    const dbt_mobility *mobility;
    const dbt_contacts *contacts;
    dbt_signal *list; /* [n_segments] */
    int current;      /* the one that is the output now */
    int oldest;       /* those before it hold no poses */
    int carrier;      /* place in the chain, of the current signal */
    bool *changed;    /* [n_joints]: scratch of alignments */
    double *factors;  /* [n_joints]: scratch of cuts; NULL: none has profiles */
} dbt_signals;

/* Before the first frame. contacts are those of the sequence where it needs them. Fails with
 * DBT_E_MEMORY; release with dbt_signals_release, also then. */
DBT_CHECK bool dbt_signals_init(dbt_signals *signals, const dbt_sequence *sequence,
                                const dbt_mobility *mobility, const dbt_contacts *contacts,
                                dbt_error *err);
void dbt_signals_release(dbt_signals *signals);

/* The next output frame: begins the transition that it has, and evaluates the signals that are
 * not over. Fails with DBT_E_ALIGN or DBT_E_MEMORY. */
DBT_CHECK bool dbt_signals_next(dbt_signals *signals, size_t frame, dbt_error *err);

/* Whether signal i is no more than its clip at the frame that was evaluated last. */
bool dbt_signals_is_over(const dbt_signals *signals, int i, size_t frame);

/* Whether planted feet move a joint there, and whether they may while they are held. */
bool dbt_signals_plants_joint(const dbt_signals *signals, int i, int joint);
bool dbt_signals_may_plant_joint(const dbt_signals *signals, int i, int joint);

/* The pose of clip i alone, in place, at an output frame, before it plays its first: into
 * local[n_joints]. Its transition must have begun. */
void dbt_signals_clip_pose(const dbt_signals *signals, int i, size_t frame, dbt_transform *local);

/* Whether clip i has frames that are written as they are: the output's layout and rate.
 * own[n_joints]: which joints of its frame are its own; local gets the others. */
bool dbt_signals_mark_own(const dbt_signals *signals, int i, size_t frame, bool *own,
                          dbt_transform *local);

/* Puts clip i in place, by the signal before it at its cut, pose[n_joints], and a frame ahead of
 * that; before NULL: at rest. For whoever plays the signals without dbt_signals_next. */
DBT_CHECK bool dbt_signals_align(dbt_signals *signals, int i, const dbt_transform *pose,
                                 const dbt_transform *before, dbt_error *err);

#endif

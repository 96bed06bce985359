/* Evaluates the signals of a sequence frame by frame: poses of aligned clips, and of transitions
 * between them. blend/timeline.h defines signal i. */
#ifndef DBT_BLEND_SIGNALS_H
#define DBT_BLEND_SIGNALS_H

#include "motion/align.h"
#include "method/transition.h"
#include "blend/contacts.h"
#include "blend/mobility.h"
#include "blend/foot_clip.h"

/* An older pose of a signal, for the method of the next cut. */
typedef struct dbt_past_pose {
    dbt_transform *pose; /* [n_joints]; NULL: the method does not look that far back */
    size_t frame;
    bool is_made;
} dbt_past_pose;

/* Poses that are kept: of the frames [first, first + n). */
typedef struct dbt_passage {
    size_t first, n, room;
    dbt_transform *poses; /* [room][n_joints] */
} dbt_passage;

typedef struct dbt_signal {
    dbt_alignment alignment; /* of its clip, if is_aligned */
    bool is_aligned;
    dbt_passage alone; /* of its clip, at the cut that is tried */
    dbt_passage made;  /* of its transition, while a later cut is tried: frames are made once */
    dbt_transition *transition; /* from its begin until no signal needs it */
    dbt_arena memory;           /* of the poses */
    /* Poses, [n_joints] each, until the signal is over and at the next cut: now, one frame before,
     * two frames before (if the next cut's method needs it), and the target (if there is a
     * transition). Scratch after the signal is evaluated. */
    dbt_transform *pose, *pose_before, *pose_earlier, *target;
    bool is_made; /* pose is that of `frame` */
    size_t frame;
    dbt_past_pose past[DBT_BRIDGE_PAST]; /* dbt_bridge_past_frames before the next cut */
    dbt_arena past_memory;
    dbt_foot_lock *lock;         /* of its feet, until they are back in the clip; NULL: none */
    dbt_locked_feet locked_feet; /* what it has done */
    bool from_locked; /* the feet of the signal before were moved where this transition begins */
} dbt_signal;

typedef struct dbt_signals {
    const dbt_sequence *sequence; /* borrowed */
    dbt_mobility mobility;
    dbt_contacts contacts;    /* empty if nothing needs feet */
    dbt_arena memory;         /* of the arrays */
    dbt_signal *list;         /* [n_segments] */
    dbt_foot_clip *foot_clip; /* of a clip alone, once it plays; NULL: its feet are not locked */
    dbt_seam_reference *captured; /* once feet are locked */
    dbt_abruptness *levels;       /* [n_joints]: scratch of cuts with locked feet */
    bool bare;                    /* no feet are locked */
    int tried;                    /* see dbt_signals_try; 0: none */
    int current;                  /* the signal that is the output now */
    int oldest;                   /* earlier signals hold no poses */
    int carrier;                  /* of the current signal */
    bool *changed;                /* [n_joints]: scratch of alignments */
    double *factors;              /* [n_joints]: scratch of cuts; NULL: no cut has profiles */
} dbt_signals;

/* Starts before the first frame. bare: without locked feet. Release with dbt_signals_release, also
 * after a failure. */
DBT_CHECK bool dbt_signals_init(dbt_signals *signals, const dbt_sequence *sequence, bool bare,
                                dbt_error *err);
void dbt_signals_release(dbt_signals *signals);

/* Goes to the next output frame: begins its transition, if there is one, and evaluates the signals
 * that are not over. Fails with DBT_E_ALIGN. */
DBT_CHECK bool dbt_signals_next(dbt_signals *signals, size_t frame, dbt_error *err);

/* Whether signal i equals its clip at the last evaluated frame. */
bool dbt_signals_is_over(const dbt_signals *signals, int i, size_t frame);

/* The pose of clip i alone, aligned, at an output frame that may be before its first one: into
 * local[n_joints]. Its transition must have begun. */
void dbt_signals_clip_pose(const dbt_signals *signals, int i, size_t frame, dbt_transform *local);

/* Whether frames of clip i can be copied as text: it has the output's layout and rate.
 * own[n_joints]: which joints keep the clip's values; local receives the others. */
bool dbt_signals_mark_copied(const dbt_signals *signals, int i, size_t frame, bool *own,
                             dbt_transform *local);

/* Corrects the clip's pose of a frame, local[n_joints], if the feet of the whole clip are locked.
 * own[n_joints]: joints that it changes are not the clip's any more; may be NULL. */
void dbt_signals_lock_clip(const dbt_signals *signals, size_t frame, dbt_transform *local,
                           bool *own);

/* See dbt_player_locked_feet. */
dbt_locked_feet dbt_signals_locked_feet(const dbt_signals *signals, int cut);

/* See dbt_player_try and dbt_player_go_to. */
DBT_CHECK bool dbt_signals_try(dbt_signals *signals, int cut, size_t first, size_t end,
                               dbt_error *err);
void dbt_signals_go_to(dbt_signals *signals, size_t frame);

#endif

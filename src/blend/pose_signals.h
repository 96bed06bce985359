/* Signals: poses of aligned clips, and of the transitions between them, frame by frame.
 * blend/timeline.h defines signal i. */
#ifndef DBT_BLEND_POSE_SIGNALS_H
#define DBT_BLEND_POSE_SIGNALS_H

#include "motion/align.h"
#include "method/transition.h"
#include "blend/contacts.h"
#include "blend/joint_mobility.h"
#include "blend/foot_clip.h"

/* An older pose of a signal, for the method of the next cut. */
typedef struct dbt_past_pose {
    dbt_transform *pose; /* [n_joints]; NULL: not needed */
    size_t frame;
    bool is_evaluated;
} dbt_past_pose;

/* The older poses: one frame and two frames before the next cut, one frame before its transition
 * begins, then those of dbt_bridge_past_frames. */
enum {
    DBT_PAST_BEFORE,
    DBT_PAST_EARLIER,
    DBT_PAST_BEGIN,
    DBT_PAST_LONG,
    DBT_N_PAST = DBT_PAST_LONG + DBT_BRIDGE_PAST
};

/* A cache of the poses of the frames [first, first + n). */
typedef struct dbt_pose_cache {
    size_t first, n, room;
    dbt_transform *poses; /* [room][n_joints] */
    bool *known;          /* [n]: the pose is evaluated; NULL: all are */
} dbt_pose_cache;

/* The state of one signal: a clip, aligned, and the transition to it. */
typedef struct dbt_signal {
    dbt_alignment alignment;    /* of the clip; inactive: not aligned, or not yet */
    dbt_pose_cache clip_poses;  /* of the clip, around the tried cut */
    dbt_pose_cache blend_poses; /* of the transition, while a later cut is tried */
    dbt_transition *transition; /* from its begin until no signal needs it */
    dbt_arena memory;           /* of the poses below */
    /* Poses, [n_joints] each, from the signal's begin or the next cut on: of `frame`, and the
     * target (if there is a transition). Scratch once the signal is evaluated. */
    dbt_transform *pose, *target;
    bool is_evaluated; /* pose is that of `frame` */
    size_t frame;
    dbt_past_pose past[DBT_N_PAST];
    dbt_foot_lock *lock;         /* of the feet, until they are back in the clip; may be NULL */
    dbt_locked_feet locked_feet; /* the lock's result */
    bool from_locked;            /* the signal before has moved feet in the first frame */
} dbt_signal;

/* The state of all signals. */
typedef struct dbt_signals {
    const dbt_sequence *sequence; /* borrowed */
    dbt_mobility mobility;
    dbt_contacts contacts;    /* empty if nothing needs feet */
    dbt_arena memory;         /* of the arrays below */
    dbt_signal *list;         /* [n_segments] */
    dbt_foot_clip *foot_clip; /* of a whole clip, once it plays; NULL if its feet are not locked */
    dbt_seam_reference *reference; /* NULL until feet are locked */
    dbt_abruptness *levels;        /* [n_joints]: scratch of cuts with locked feet */
    bool bare;                     /* without foot locking */
    int tried;                     /* cut of dbt_signals_try; 0: none */
    int current;                   /* the signal that the output shows */
    int oldest;                    /* earlier signals have no poses */
    int carrier;                   /* joint: the current signal's carrier (dbt_chain_carrier) */
    bool *changed;                 /* [n_joints]: scratch of alignments */
} dbt_signals;

/* Initialises the signals before the first frame. sequence: borrowed. bare: without foot locking.
 * Fails as dbt_mobility_init does. Release with dbt_signals_release, also after a failure; it
 * zeroes *signals. */
DBT_CHECK bool dbt_signals_init(dbt_signals *signals, const dbt_sequence *sequence, bool bare,
                                dbt_error *err);
void dbt_signals_release(dbt_signals *signals);

/* Evaluates the signals that are not over at `frame`: the next output frame or, after
 * dbt_signals_go_to, that one. First begins the transitions that start there, sets `current`, and
 * frees signals that no later frame needs. While a cut is tried, begins no later cuts and frees
 * none. In frame 0 locks the feet of a whole clip. The pose of the current signal is then valid
 * unless dbt_signals_is_over. Fails with DBT_E_ALIGN as dbt_align, or as dbt_transition_begin; the
 * signals can then only be released. */
DBT_CHECK bool dbt_signals_next(dbt_signals *signals, size_t frame, dbt_error *err);

/* Returns whether signal i equals its clip at `frame`, the last evaluated one: its transition is
 * over and no foot is moved. */
bool dbt_signals_is_over(const dbt_signals *signals, int i, size_t frame);

/* Writes the pose of clip i, aligned, at an output frame, which may be before its first one, into
 * local[n_joints]. Its transition must have begun. */
void dbt_signals_clip_pose(const dbt_signals *signals, int i, size_t frame, dbt_transform *local);

/* Returns whether frames of clip i can be copied as text: it has the output's layout and rate.
 * from_clip: [n_joints], set to whether the joint has the clip's values; if false is returned, all
 * become false. local: [n_joints], receives the joints that alignment changes, if true is returned;
 * the others are undefined. */
bool dbt_signals_mark_copied(const dbt_signals *signals, int i, size_t frame, bool *from_clip,
                             dbt_transform *local);

/* Corrects the clip's pose of a frame if the feet of the whole clip are locked. local: [n_joints],
 * in and out. from_clip: [n_joints], becomes false for joints that change. */
void dbt_signals_lock_clip(const dbt_signals *signals, size_t frame, dbt_transform *local,
                           bool *from_clip);

/* Prepares bare signals to evaluate the frames [first, end) around a cut several times; see
 * dbt_player_try. Fails as dbt_signals_next. */
DBT_CHECK bool dbt_signals_try(dbt_signals *signals, int cut, size_t first, size_t end,
                               dbt_error *err);

/* Goes back to one of the frames of dbt_signals_try, not after the begin of the tried cut's
 * transition. Frees that transition; sets `current` to the signal shown at `frame`.
 * dbt_signals_next then evaluates this frame and later ones. */
void dbt_signals_go_to(dbt_signals *signals, size_t frame);

#endif

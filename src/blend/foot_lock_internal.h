/* Internal to foot locking: the legs in each frame, and the steps of a lock. */
#ifndef DBT_BLEND_FOOT_LOCK_INTERNAL_H
#define DBT_BLEND_FOOT_LOCK_INTERNAL_H

#include "blend/foot_lock.h"
#include "motion/foothold.h"
#include "motion/leg.h"
#include "motion/smooth_bound.h"

/* The contact points that are locked: ankle and ball. */
enum { LOCKED_POINTS = 2 };

/* A contact point on its path over the ground. */
typedef struct locked_point {
    dbt_foothold foot;              /* of this point alone */
    dbt_foot_contact contact;       /* in the current frame */
    dbt_vec3 pos, pos_before;       /* on the ground, in the last frame and in the one before */
    bool contact_before;            /* in contact in the source, one frame before the transition */
    size_t touchdown;               /* frame of the next contact after the point lifted */
    size_t contact_at, contact_end; /* the latest known contact by which a point may lock: one of
                                       its frames, and its end; 0: none */
    dbt_vec3 blend;                 /* position of the blend in the last frame */
    dbt_vec3 measured;              /* position in the last measured pose */
    double slide, blend_slide; /* path over the ground while in contact in both clips, units: in the
                                  last pass, and in the blend */
    double blend_speed;        /* maximum speed of that slide in the blend, units/s */
} locked_point;

/* World rotation of the foot beyond the blend: damped to rest while ankle and ball are both held,
 * then faded out. */
typedef struct locked_rotation {
    bool damps;
    bool still;            /* fixed from the first frame on: both points were in contact before */
    bool fades, slowly;    /* slowly: a point is still in contact */
    size_t since;          /* frame in which the damping or the fade started */
    double seconds;        /* length of the fade */
    dbt_vec3 offset, rate; /* start values of the fade, per second; at rest, rate: the foot's
                              rotation a frame less the blend's as it came to rest */
    dbt_quat added, added_before; /* beyond the blend, in the last frame and in the one before */
    dbt_quat blend, blend_before, world, world_before; /* of the foot: blended, and locked */
} locked_rotation;

/* A leg in one frame. */
typedef struct leg_frame {
    /* The blend, in the world. above: of the hip's parent. twists: from the thigh to the knee's
     * parent, and from the shin to the foot's parent. */
    dbt_leg_pose blend;
    dbt_quat above, thigh, shin, foot, thigh_twist, shin_twist;
    /* The correction at weight 1. */
    dbt_vec3 offset;   /* ankle target minus blend, without the lift, units */
    dbt_vec3 to_ball;  /* ball minus ankle in the blend, units */
    dbt_quat rotation; /* world rotation of the foot beyond the blend's */
    bool rotates;
    double lift;                    /* lift off the ground, units; minimum until smoothed */
    bool held;                      /* a point is LOCKED or BRAKING */
    bool in_contact[LOCKED_POINTS]; /* in contact in all clips that play */
    double max_step[LOCKED_POINTS]; /* after the transition: maximum step over the ground of a point
                                       in contact, units; 0: no limit */
    /* The correction at the current weight. */
    dbt_vec3 used;             /* the offset at that weight */
    dbt_quat hip, knee, ankle; /* local rotations */
    bool moves;                /* false: the leg equals the blend */
    double missed;             /* distance of the ankle from its target at weight 1, units */
} leg_frame;

/* A leg of the skeleton. */
typedef struct locked_leg {
    dbt_leg joints;
    bool usable; /* its bones have lengths */
    int n;       /* number of locked points */
    locked_point points[LOCKED_POINTS];
    locked_rotation rotation;
    int lead;           /* index of the point that the others follow */
    dbt_vec3 side;      /* direction in which the knee bends, in the thigh's space */
    leg_frame *frames;  /* [n] of the lock */
    double speed_ratio; /* in the last pass: maximum step after the transition, as a multiple of the
                           point's max_step */
} locked_leg;

/* Seam limits of joints differ in and after the transition. */
typedef enum lock_phase { LOCK_IN_TRANSITION, LOCK_AFTERWARDS, LOCK_PHASES } lock_phase;

/* The state while a lock is computed. */
typedef struct foot_locking {
    const dbt_foot_lock_spec *spec;
    const dbt_contacts *contacts;
    const dbt_sequence *sequence;
    const dbt_skeleton *skeleton;
    dbt_foot_lock *lock;
    dbt_arena memory;
    int cut, up;
    dbt_cut_frames at;
    size_t begin;     /* first frame of the transition; at.end is the last */
    size_t end;       /* limit of `last` */
    size_t last_seam; /* last frame in which seams are measured: of the output, or where the next
                         transition ends */
    bool is_cut_off;  /* `end` is a memory limit: feet may not be back in the blend */
    size_t last;      /* last frame so far */
    size_t active;    /* last frame so far that differs from the blend */
    size_t slide_end; /* last frame whose slide is counted */
    dbt_foothold_times times;
    size_t half_window; /* half of the envelopes' window, frames */
    dbt_smooth_bound bound;
    double weight;    /* current weight of all corrections, 0 to 1 */
    double max_drop;  /* limit of the motion root's drop, leg lengths */
    double drop_ease; /* time in which the motion root starts to drop, seconds */
    locked_leg *legs; /* [n_legs] */
    int n_legs;
    double *drops; /* [end - begin + 1]: drop of the motion root in frame begin + i, units, at least
                      0 */
    dbt_transform *world; /* [n_joints] scratch: world transforms of `needed` joints */
    dbt_transform *early; /* [n_early][n_joints]: source poses before the first frame */
    size_t n_early;
    dbt_abruptness *levels[LOCK_PHASES]; /* [n_joints]: seam references */
    dbt_abruptness_meter *meter;
    /* [n_joints]: joints of contact points and their ancestors; hips and their descendants; the
     * union of both */
    bool *needed, *in_leg, *measured_joints;
} foot_locking;

/* Units: smaller displacements are rounding. */
#define DBT_UNMOVED 1e-9

/* Returns v with height 0. */
static inline dbt_vec3 on_ground(const foot_locking *p, dbt_vec3 v)
{
    dbt_vec3_set(&v, p->up, 0.0);
    return v;
}

static inline const dbt_contact_point *point_of(const foot_locking *p, const locked_leg *leg,
                                                int point)
{
    return &p->contacts->feet->points[leg->joints.points[point]];
}

/* Return a frame's blended pose in p->lock, [n_joints], which the locked pose replaces at the end,
 * and a leg's leg_frame. frame: p->begin to p->end. */
static inline dbt_transform *blend_of(const foot_locking *p, size_t frame)
{
    return p->lock->poses + (frame - p->begin) * (size_t)p->skeleton->n_joints;
}

static inline leg_frame *leg_at(const foot_locking *p, int leg, size_t frame)
{
    return &p->legs[leg].frames[frame - p->begin];
}

/* Returns rotation^fraction, the shortest rotation scaled; fraction: in [0, 1]. */
static inline dbt_quat dbt_quat_fraction(dbt_quat rotation, double fraction)
{
    return fraction < 1.0
               ? dbt_quat_exp(dbt_vec3_scale(dbt_quat_log(dbt_quat_abs(rotation)), fraction))
               : rotation;
}

/* Return a time in seconds, and half of plant_time in frames, rounded: a smooth envelope rises over
 * twice that many frames. */
double dbt_lock_seconds(const dbt_sequence *s, dbt_time length);
size_t dbt_lock_half(const dbt_sequence *s);

/* Sets p->legs, with n_frames zeroed frames each, and p->needed, p->in_leg and p->measured_joints.
 * p->memory owns all. Of a leg, sets joints, usable, n and frames; the rest is 0. Needs
 * p->contacts, sequence, skeleton and n_legs. */
void dbt_lock_init_legs(foot_locking *p, size_t n_frames);

/* Forward kinematics: sets p->world of the joints in p->needed from local[n_joints]. */
void dbt_lock_find_world(foot_locking *p, const dbt_transform *local);

/* Returns the world position of a leg's contact point, by p->world. point: index into
 * leg->joints.points. */
dbt_vec3 dbt_lock_point(const foot_locking *p, const locked_leg *leg, int point);

/* Initialises a leg before the first frame, from the source's pose in p->world: `pos` of its points
 * on the ground, their contact_before, and no added rotation. The caller sets pos_before. */
void dbt_lock_begin_path(foot_locking *p, locked_leg *leg);

/* Steps a leg to a frame: updates its points and its rotation. Sets the correction at weight 1 in
 * the leg_frame, which must be zeroed; an offset stays 0 if the foot follows the blend. The ball
 * stays at its height, and the ankle follows from the foot's rotation. Sets p->active to the frame
 * if the foot may differ from the blend, which p->world has. Call it for all frames in order. */
void dbt_lock_step_path(foot_locking *p, int leg, size_t frame);

/* Returns the maximum slide of a leg's locked points that are joints of feet, units (as skate_u):
 * of the blend if `blend`, else of the last pass. 0 if there are none. */
double dbt_lock_slide(const foot_locking *p, const locked_leg *leg, bool blend);

/* Stores a foot's result in feet->feet[leg], if leg < DBT_LOCKED_FEET, and adds it to n_locked and
 * to the maxima slide, blend_slide and missed. n_feet does not change. */
void dbt_locked_feet_add(dbt_locked_feet *feet, int leg, const dbt_locked_foot *foot);

/* Sets `side` of the legs, the directions in which the knees bend, from poses of the cut's clips.
 * Overwrites p->world. */
void dbt_lock_find_sides(foot_locking *p);

/* Find the knees' directions in a series of poses: begin, then add each pose in p->world. Set
 * `side` of usable legs to the direction in the pose with the largest bend. It remains the axis
 * after `up` (x, y, z, x) in the thigh's space if the leg is straight in all. bends: [n_legs], the
 * length of dbt_leg_bow_of_pose at the largest bend so far; in and out; owned by p->memory. */
double *dbt_lock_begin_sides(foot_locking *p);
void dbt_lock_add_sides(foot_locking *p, double *bends);

/* Stores the blend of a leg, which p->world has, in its leg_frame: blend, above, thigh, shin, foot
 * and both twists. The leg must be usable. */
void dbt_lock_record_blend(const foot_locking *p, int leg, size_t frame);

/* Returns the weight of a frame in an ease-in from 0 at the first frame to 1 after `seconds`:
 * nothing may move before the transition begins. */
double dbt_lock_eased_in(const foot_locking *p, size_t frame, double seconds);

/* Replaces values[p->last - p->begin + 1], all at least 0, by their smooth upper envelope
 * (motion/smooth_bound.h). */
void dbt_lock_bound(foot_locking *p, double *values);

/* Sets p->drops, the motion root's drop in each frame, and the offset `used` of each usable leg,
 * both at p->weight. A drop is the maximum over the legs (dbt_lock_drop), smoothed, then eased in
 * over p->drop_ease; 0 if the motion root lacks a position channel. */
void dbt_lock_find_drops(foot_locking *p);

/* Sets p->weight to the largest weight without a seam, and leaves its state in *p: drops,
 * drop_ease, and of each leg_frame the correction at that weight; also the points' slides. If an
 * early drop of the motion root causes a seam, also tries a slower drop, during which legs slide,
 * and chooses the larger weight.
 *
 * Each weight is a pass over the frames, up to the first seam. Only if weight 1 has a seam, the
 * blend is measured, and the limits (p->levels) are raised to its seams. So weight 0 has none, and
 * weight 1 is tried again. Needs the paths of all legs, with smoothed lifts. */
void dbt_lock_find_weight(foot_locking *p);

/* Returns the maximum of p->drops up to p->last, units. */
double dbt_lock_largest_drop(const foot_locking *p);

/* Returns whether the motion root has all three position channels. */
bool dbt_lock_can_drop(const foot_locking *p);

/* Returns the drop of the motion root with which the leg reaches its target f->blend.foot + f->used
 * within the soft limit (dbt_leg_soft_line), units, at least 0. 0 if the target is no further from
 * the hip than the blend's foot. At most p->max_drop leg lengths, and at most 0.03 leg lengths plus
 * the foot's slide in the blend. Returns the smaller of both if no drop is enough. */
double dbt_lock_drop(const foot_locking *p, const locked_leg *leg, const leg_frame *f);

/* Moves the motion root up by `height` units (negative: down), whatever channels it has. local:
 * [n_joints], in and out. */
void dbt_lock_raise(const foot_locking *p, double height, dbt_transform *local);

/* Solves the IK of all usable legs in a frame, at p->weight and with the drop in p->drops. Sets
 * hip, knee, ankle, moves and missed of their leg_frame. Needs dbt_lock_record_blend, and `used` of
 * each leg (dbt_lock_find_drops). */
void dbt_lock_reach(const foot_locking *p, size_t frame);

/* Applies the frame's drop, and the rotations of the legs that move, found by dbt_lock_reach.
 * local: [n_joints], the blend on entry, the corrected pose on return. */
void dbt_lock_apply(const foot_locking *p, size_t frame, dbt_transform *local);

#endif

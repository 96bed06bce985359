/* What the files of foot locking share: the legs in each frame, and the steps of a pass. */
#ifndef DBT_BLEND_FOOT_LOCK_PARTS_H
#define DBT_BLEND_FOOT_LOCK_PARTS_H

#include "blend/foot_lock.h"
#include "motion/foothold.h"
#include "motion/leg.h"
#include "motion/smooth_bound.h"

/* Of a leg's contact points, the ankle and the ball are locked. */
enum { LOCKED_POINTS = 2 };

/* A contact point on its path over the ground. */
typedef struct locked_point {
    dbt_foothold foot;
    dbt_foot_contact contact;       /* in the present frame */
    dbt_vec3 place, place_before;   /* on the ground: in the last frame, and the one before */
    bool stands_at_ends;            /* of the gap, on both sides */
    bool stands_in_first;           /* frame that the new clip plays */
    bool stood;                     /* in the source, one frame before the transition begins */
    size_t touchdown;               /* after it lifted: the frame at which it stands again */
    size_t contact_at, contact_end; /* the last contact in both clips that is known: a frame of
                                       it, and one after its last; 0: none */
    dbt_vec3 blend;                 /* in the last frame */
    dbt_vec3 measured;              /* in the last pose that was measured */
    double slide, blend_slide; /* over the ground while it stands in both clips: in the last pass,
                                  and in the blend */
    double blend_speed;        /* units/s: the fastest that it slides so in the blend */
} locked_point;

/* World rotation that the foot has beyond the blend: damped to rest while ankle and ball are both
 * locked, then faded out. */
typedef struct locked_rotation {
    bool rests;
    bool still;         /* from the first frame on, because it stood before */
    bool fades, slowly; /* slowly: a point of the foot still stands */
    size_t since;
    double seconds;               /* of the fade */
    dbt_vec3 offset, rate;        /* of the fade; or, per frame, the foot's rate against the blend's
                                     as it came to rest */
    dbt_quat added, added_before; /* in the last frame, and the one before */
    dbt_quat blend, blend_before, world, world_before; /* of the foot: the blend's, and as locked */
} locked_rotation;

/* A leg in one frame. */
typedef struct leg_frame {
    /* The blend, in the world; above: of the hip's parent; twists: from the thigh to the knee's
     * parent, from the shin to the foot's. */
    dbt_leg_pose blend;
    dbt_quat above, thigh, shin, foot, thigh_twist, shin_twist;
    /* With all of the correction. */
    dbt_vec3 offset;   /* of the ankle from the blend, but for the lift */
    dbt_vec3 to_ball;  /* the blend's, from the ankle */
    dbt_quat rotation; /* of the foot, in the world, beyond the blend's */
    bool rotates;
    double lift;                /* off the ground; while paths are found: the least that it takes */
    bool locked;                /* a point is locked, or comes to rest */
    bool stands[LOCKED_POINTS]; /* in all clips that play */
    double most[LOCKED_POINTS]; /* after the transition: the longest step over the ground that a
                                   point may make, as it stands; 0: any */
    /* With the present weight. */
    dbt_vec3 used;             /* the weighted offset */
    dbt_quat hip, knee, ankle; /* local rotations */
    bool moves;                /* or else the leg stays as the blend is */
    double missed;             /* units: from the ankle to its target */
} leg_frame;

/* A leg of the skeleton. */
typedef struct locked_leg {
    dbt_leg joints;
    bool usable; /* its bones have lengths */
    int n;       /* points that are locked */
    locked_point points[LOCKED_POINTS];
    locked_rotation rotation;
    int leads;         /* the point that the others follow */
    dbt_vec3 side;     /* the side to which the knee bends, in the thigh's frame */
    leg_frame *frames; /* of the lock */
    double rush;       /* in the last pass: the longest step after the transition, as a multiple of
                          the one that a point may make */
} locked_leg;

/* Joints have other limits after the transition than in it. */
typedef enum lock_part { LOCK_IN_TRANSITION, LOCK_AFTERWARDS, LOCK_PARTS } lock_part;

/* The work of one lock. */
typedef struct foot_locking {
    const dbt_foot_lock_spec *spec;
    const dbt_contacts *contacts;
    const dbt_sequence *sequence;
    const dbt_skeleton *skeleton;
    dbt_foot_lock *lock;
    dbt_arena memory;
    int cut, up;
    dbt_cut_frames at;
    size_t begin;     /* the first frame of the transition; at.end is the last */
    size_t end;       /* the last frame that there may be */
    size_t plays;     /* the last frame in which seams count */
    bool is_cut_off;  /* at that end, where feet may not be back yet */
    size_t last;      /* the last frame so far */
    size_t active;    /* the last frame so far that differs from the blend */
    size_t slide_end; /* the last frame whose slide counts */
    dbt_foothold_times times;
    size_t half; /* of bounds */
    dbt_smooth_bound bound;
    double weight;    /* of all corrections */
    double most_drop; /* limit of the motion root's drop, in lengths of a leg */
    double drop_ease; /* seconds in which the motion root begins to go down */
    locked_leg *legs; /* [n_legs] */
    int n_legs;
    double *drops;        /* of frames: how far the motion root goes down */
    dbt_transform *world; /* [n_joints] scratch */
    dbt_transform *early; /* [n_early][n_joints]: the source before the first frame */
    size_t n_early;
    dbt_abruptness *levels[LOCK_PARTS]; /* [n_joints]: seams are measured against these */
    dbt_abruptness_meter *meter;
    /* [n_joints]: a contact point's joint, or above one; a hip, or below one; any of these */
    bool *needed, *turned, *placed;
} foot_locking;

/* Units: less is rounding. */
#define DBT_UNMOVED 1e-9

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

static inline dbt_transform *blend_of(const foot_locking *p, size_t frame)
{
    return p->lock->poses + (frame - p->begin) * (size_t)p->skeleton->n_joints;
}

static inline leg_frame *leg_at(const foot_locking *p, int leg, size_t frame)
{
    return &p->legs[leg].frames[frame - p->begin];
}

static inline dbt_quat dbt_quat_fraction(dbt_quat rotation, double part)
{
    return part < 1.0 ? dbt_quat_exp(dbt_vec3_scale(dbt_quat_log(dbt_quat_abs(rotation)), part))
                      : rotation;
}

/* A length of time in seconds, and half of plant_time in frames: a bound begins to rise that many
 * values, twice, before its cause. */
double dbt_lock_seconds(const dbt_sequence *s, dbt_time length);
size_t dbt_lock_half(const dbt_sequence *s);

/* Allocates the legs, with room for n_frames, and finds the joints that are needed for them. */
void dbt_lock_init_legs(foot_locking *p, size_t n_frames);

/* World transforms of the legs and of what is above them, into p->world. */
void dbt_lock_find_world(foot_locking *p, const dbt_transform *local);

/* Where a leg's point is, by the transforms in p->world. */
dbt_vec3 dbt_lock_point(const foot_locking *p, const locked_leg *leg, int point);

/* Prepares the paths of a leg; p->world is the source's. */
void dbt_lock_begin_path(foot_locking *p, locked_leg *leg);

/* Finds where the leg's foot goes in the next frame, whose blend is in p->world. The ball keeps its
 * height, and the ankle is above it as the foot rotates. */
void dbt_lock_step_path(foot_locking *p, int leg, size_t frame);

/* How far a leg slides in the blend while it stands in both clips, units: the most of its joints,
 * as skate_u has it; or in the last pass. */
double dbt_lock_slide(const foot_locking *p, const locked_leg *leg, bool blend);

/* Finds the sides to which knees bend. */
void dbt_lock_find_sides(foot_locking *p);

/* The same step by step: a knee's side is where it is in the pose in which it bends most, of those
 * that are added in p->world. A leg that is straight in all of them bends ahead of the hip. Returns
 * how much each knee bends so far, [n_legs], in the work's memory. */
double *dbt_lock_begin_sides(foot_locking *p);
void dbt_lock_add_sides(foot_locking *p, double *bends);

/* Notes where a leg's blend is, which is in p->world. */
void dbt_lock_record_blend(const foot_locking *p, int leg, size_t frame);

/* Rises from 0 to 1 in so many seconds, because nothing may move before the transition begins. */
double dbt_lock_eased_in(const foot_locking *p, size_t frame, double seconds);

/* Replaces a value of each frame by a smooth bound of all. */
void dbt_lock_bound(foot_locking *p, double *values);

/* Finds how far the motion root goes down with the present weight, in all frames. */
void dbt_lock_find_drops(foot_locking *p);

/* Applies the largest weight that makes no seam. The motion root goes down as soon as legs need it;
 * or where that makes a seam more slowly, and legs slide meanwhile, if that allows more. */
void dbt_lock_find_weight(foot_locking *p);

/* The most that the motion root goes down, units. */
double dbt_lock_largest_drop(const foot_locking *p);

/* Whether the motion root can be moved along up. */
bool dbt_lock_can_drop(const foot_locking *p);

/* How far the motion root must go down, units, so that the leg reaches its target with f->used. */
double dbt_lock_drop(const foot_locking *p, const locked_leg *leg, const leg_frame *f);

/* Moves the motion root of a pose up by a height, units. */
void dbt_lock_raise(const foot_locking *p, double height, dbt_transform *local);

/* Finds the rotations of all legs in a frame, with the present weight and its drop. */
void dbt_lock_reach(const foot_locking *p, size_t frame);

/* The pose of a frame whose blend is in local, as dbt_lock_reach has found it. */
void dbt_lock_apply(const foot_locking *p, size_t frame, dbt_transform *local);

#endif

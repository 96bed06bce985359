/* What the files of planting share: its state, and the steps of a frame. */
#ifndef DBT_BLEND_PLANT_PARTS_H
#define DBT_BLEND_PLANT_PARTS_H

#include "base/mem.h"
#include "blend/plant.h"
#include "motion/foothold.h"
#include "motion/leg.h"
#include "motion/smooth_bound.h"

/* A contact point of a leg. */
typedef struct planted_point {
    dbt_foothold foot;
    dbt_foot_contact contact;     /* in the given frame */
    dbt_vec3 place, place_before; /* where it was, on the ground: in the last frame, and the
                                     one before */
    bool stands_at_ends;          /* of the gap, on both sides */
    bool stands_in_first;         /* frame that the new clip plays */
    bool stood;                   /* in the source, one frame before the transition begins */
    size_t lands;                 /* after it lifted: the frame at which it stands again */
    size_t taken;      /* the frame, the next or the last, in which it stands in both clips */
    size_t take_end;   /* one after the last such frame that is known; 0: none */
    dbt_vec3 blend;    /* in the last given frame */
    dbt_vec3 measured; /* where the last pass that was measured had it, in its last frame */
    double slides, blend_slides; /* over the ground while it stands in both clips: in the last pass,
                                    and in the blend */
} planted_point;

/* The turn of the foot, or of the toes against it, in the world: while the points at both ends of
 * that part are held it comes to rest, and then rests; else what is left of its last turn fades. */
typedef struct planted_turn {
    bool rests;
    bool still;         /* from the first frame on, because it stood before */
    bool fades, slowly; /* slowly: a point of the foot still stands */
    size_t since;
    double seconds;             /* of the fade */
    dbt_vec3 offset, rate;      /* of the fade; or the part's rate against the blend's when it was
                                   taken, a frame */
    dbt_quat turn, turn_before; /* in the last frame, and the one before */
    dbt_quat blend, blend_before, world, world_before; /* of the part: the blend's, and as turned */
} planted_turn;

/* Which shares of a leg's correction are used: of the way over the ground, of turns, and of the
 * lift. */
typedef struct leg_share {
    double held, turned, lifted;
} leg_share;

/* A leg of the skeleton. */
typedef struct planted_leg {
    dbt_leg joints;
    bool usable;                              /* its bones have lengths */
    bool measured;                            /* by the last pass */
    planted_point points[DBT_MAX_LEG_POINTS]; /* [joints.n_points] */
    planted_turn turns[DBT_MAX_LEG_POINTS];   /* of the part that ends at this point; 0 has none */
    int leads;                                /* the point that the others follow */
    dbt_smooth_bound slips;                   /* the part of the offset that is out of reach */
    dbt_smooth_bound lifts;                   /* how far a point is below its ground */
    /* Of its correction: now, before a search for less, and of a result to which it may return. */
    leg_share used, asked, kept;
    size_t n_held; /* taken frames in which it is held */
    double missed; /* units: at most, in taken frames: how far the foot is from where it is to be */
    dbt_vec3 side; /* the side to which the knee bends, in the thigh's frame */
    bool has_side;
} planted_leg;

/* A leg of a blend, in the world. */
typedef struct placed_leg {
    dbt_leg_pose at;
    dbt_quat above, thigh, shin, foot, ball; /* rotations; above: of the hip's parent */
    /* Of joints that twist the limb: from the thigh to the knee's parent, from the shin to the
     * foot's. */
    dbt_quat thigh_twist, shin_twist;
} placed_leg;

/* What planting makes of a leg: local rotations. */
typedef struct made_leg {
    dbt_quat hip, knee, foot, ball;
    bool moves, turns_toes; /* or else it stays as the blend is */
    double misses;          /* units: how far the ankle is from where it is to be */
} made_leg;

/* A leg in a waiting frame. */
typedef struct waiting_leg {
    placed_leg blend;
    dbt_vec3 offset;     /* of the ankle from the blend, but for the lift */
    dbt_vec3 used;       /* of it, by the leg's shares: in the last pass */
    dbt_vec3 to_ball;    /* the blend's, from the ankle */
    double lift;         /* off the ground */
    double slip;         /* the part of it by which the foot slides */
    double below;        /* how far its lowest point would be below the ground */
    dbt_quat foot, toes; /* the foot's turn in the world, and that of the toes after it */
    bool turns_foot, turns_toes;
    bool stands[DBT_MAX_LEG_POINTS]; /* points, in all clips that play */
    double most[DBT_MAX_LEG_POINTS]; /* after the transition: the longest step over the ground that
                                        a point may make, as it stands; 0: any */
    bool held;                       /* a point is held, or comes to rest */
    made_leg made;                   /* by the last pass */
} waiting_leg;

/* A search for the largest share that makes no seam and lets no foot that stands go back too fast,
 * of a leg, of all, or of the motion root's drop. */
typedef struct share_search {
    planted_leg *leg;  /* NULL: all */
    bool by_drop;      /* the motion root's drop is scaled */
    double least;      /* it makes no seam */
    double most;       /* it makes one */
    double tried;      /* the last one */
    bool went_too_far; /* in the last trial */
    bool passed;       /* the least share makes no seam */
    bool is_wanted;    /* there was a seam */
    bool is_on;        /* it goes on */
    bool is_tried;     /* in the next trial */
    bool keeps_turn;   /* turns are not scaled */
    bool keeps_lift;   /* the lift is not scaled */
} share_search;

/* What else is known of a waiting frame. */
typedef struct waiting_frame {
    dbt_quat above; /* world rotation of the motion root's parent */
    double down;    /* how far the motion root goes down */
} waiting_frame;

struct dbt_plant {
    dbt_arena memory;
    const dbt_contacts *contacts;
    const dbt_sequence *sequence;
    int cut;
    dbt_cut_frames at;
    size_t begin;     /* the first frame of the transition; at.end is the last */
    size_t next, due; /* the next frames to be given and to be taken */
    size_t settled;   /* the next frame whose drop is to be found */
    size_t last;      /* the last frame in which a seam counts: until the feet are let go */
    size_t last_most; /* of those for whose poses there is room */
    size_t slide_end; /* the last frame whose slide counts */
    bool shared;      /* the shares are known */
    bool whole;       /* the motion root has gone down, so that all joints move */
    size_t active;    /* the last given frame that differs from the blend */
    dbt_foothold_times times;
    size_t half;            /* of bounds */
    dbt_smooth_bound drops; /* how far the motion root must go down */
    double dropped;         /* the share of it that it goes */
    double drop;            /* units: the most that it has gone, in taken frames */
    bool slowly;            /* it does not go down in plant_time alone */
    planted_leg *legs;      /* [n_legs] */
    int n_legs;
    /* Waiting frames, as rings of [n_slots]. The motion root's height is known after the lag of one
     * bound, and the slides after that of another. */
    size_t n_slots;
    dbt_transform *poses; /* [n_joints]: their blends */
    waiting_leg *waiting; /* [n_legs] */
    waiting_frame *frames;
    dbt_transform *world;   /* [n_joints] scratch */
    dbt_transform *early;   /* [2][n_joints]: the source, two frames before it begins and one */
    int n_early;            /* how many of them are known */
    dbt_abruptness *levels; /* [n_joints] */
    /* Of seams, [n_joints], and how fast each leg's foot slides, [n_legs]: of the last pass that
     * was measured, without planting, what is allowed, and those at both ends of a search. */
    double *ratios, *plain, *allowed, *low, *high;
    share_search *searches; /* [n_legs] */
    dbt_abruptness_meter *meter;
    bool *needed; /* [n_joints]: a joint of a leg, or above one */
    int *leg_of;  /* [n_joints]: the leg of which it is the hip, or below it: planting moves it even
                     if the motion root stays; or -1 */
    bool *measured, *placed; /* [n_joints]: by the last pass; or above a joint that is measured */
    bool *moved;             /* [n_joints]: by the frame taken last */
    bool moves;
};

static inline int dbt_plant_up_of(const dbt_plant *p)
{
    return p->sequence->spec.up;
}

static inline const dbt_skeleton *dbt_plant_skeleton_of(const dbt_plant *p)
{
    return p->sequence->timeline.skeleton;
}

static inline dbt_vec3 dbt_plant_on_ground(const dbt_plant *p, dbt_vec3 v)
{
    dbt_vec3_set(&v, dbt_plant_up_of(p), 0.0);
    return v;
}

static inline double dbt_plant_seconds_of(const dbt_sequence *s, dbt_time length)
{
    return length.unit == DBT_TIME_FRAMES ? length.value * s->timeline.frame_time : length.value;
}

static inline const dbt_contact_point *dbt_plant_point_of(const dbt_plant *p,
                                                          const planted_leg *leg, int point)
{
    return &p->contacts->feet->points[leg->joints.points[point]];
}

/* Finds which share of each foot's correction makes no seam that is not there without it, and lets
 * no foot that stands go back too fast, once all frames wait in which a seam counts. */
void dbt_plant_find_shares(dbt_plant *p);

static inline dbt_transform *dbt_plant_waiting_pose(const dbt_plant *p, size_t frame)
{
    return p->poses + frame % p->n_slots * (size_t)dbt_plant_skeleton_of(p)->n_joints;
}

static inline waiting_leg *dbt_plant_waiting_legs(const dbt_plant *p, size_t frame)
{
    return p->waiting + frame % p->n_slots * (size_t)p->n_legs;
}

static inline waiting_frame *dbt_plant_waiting_frame(const dbt_plant *p, size_t frame)
{
    return &p->frames[frame % p->n_slots];
}

/* Units: less is rounding. */
#define DBT_PLANT_UNMOVED 1e-9

/* Whether the motion root goes down in a frame that is settled. */
static inline bool dbt_plant_goes_down(const dbt_plant *p, size_t frame)
{
    return dbt_plant_waiting_frame(p, frame)->down > DBT_PLANT_UNMOVED;
}

static inline dbt_quat dbt_plant_part_of_turn(dbt_quat turn, double share)
{
    return share < 1.0 ? dbt_quat_exp(dbt_vec3_scale(dbt_quat_log(dbt_quat_abs(turn)), share))
                       : turn;
}

static inline dbt_leg_pose dbt_plant_leg_pose(const dbt_plant *p, dbt_leg leg)
{
    return dbt_leg_pose_of(p->world[leg.hip].pos, p->world[leg.knee].pos, p->world[leg.foot].pos);
}

/* World transforms of the legs and of what is above them, into p->world. */
void dbt_plant_place_legs(dbt_plant *p, const dbt_transform *local);

/* Where a leg's point is, by the transforms in p->world. */
dbt_vec3 dbt_plant_point_place(const dbt_plant *p, const planted_leg *leg, int point);

/* Whether a point stands in the clip of a segment at an output frame. Velocity: from the frame
 * before, or until the next one. */
bool dbt_plant_stands_in(const dbt_plant *p, const planted_leg *leg, int point, int segment,
                         size_t frame, bool forward);

/* How far a leg slides while it stands in both clips, units: the most of its joints, as skate_u has
 * it; in the last pass that was measured, and in the blend. */
typedef struct leg_slides {
    double own, blend;
} leg_slides;

leg_slides dbt_plant_slides(const dbt_plant *p, const planted_leg *leg);

/* Finds where the leg's foot goes in a frame whose blend is in p->world. The ball keeps its height,
 * and the ankle is above it as the foot turns. */
waiting_leg dbt_plant_step_leg(dbt_plant *p, planted_leg *leg, size_t frame);

/* Begins another pass with the shares as they are: no frame is settled. */
void dbt_plant_unsettle(dbt_plant *p);

/* Settles all frames up to this one: how far the motion root goes down, and what of an offset is
 * out of reach. Frames up to 4 p->half later must have been given. */
void dbt_plant_settle(dbt_plant *p, size_t frame);

/* Makes a leg in frames that are settled. */
void dbt_plant_make_leg(dbt_plant *p, int leg, size_t first, size_t last);

/* The planted pose of a frame whose legs are made. */
void dbt_plant_put_pose(const dbt_plant *p, size_t frame, dbt_transform *pose);

#endif

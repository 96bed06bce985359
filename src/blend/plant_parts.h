/* What the files of planting share: its state, and the steps of a frame. */
#ifndef DBT_BLEND_PLANT_PARTS_H
#define DBT_BLEND_PLANT_PARTS_H

#include "base/mem.h"
#include "blend/plant.h"
#include "blend/seam_meter.h"
#include "motion/foothold.h"
#include "motion/leg.h"
#include "motion/smooth_bound.h"

/* A contact point of a leg. Positions in the new clip are of the given frame and of the one
 * before. */
typedef struct planted_point {
    dbt_foothold foot;
    dbt_foot_contact contact;     /* in the given frame */
    dbt_vec3 place, place_before; /* where it was, on the ground: in the last frame, and the
                                     one before */
    bool stands_at_ends;          /* of the gap, on both sides */
    bool stands_in_first;         /* frame that the new clip plays */
    bool stood;                   /* in the source, one frame before the transition begins */
    size_t lands;                 /* after it lifted: the frame at which it stands again */
    size_t taken;    /* the frame, the next or the last, in which it stands in both clips */
    size_t take_end; /* one after the last such frame that is known; 0: none */
    dbt_vec3 target, target_before;
    dbt_vec3 blend;              /* on the ground, in the last frame */
    double slides, blend_slides; /* over the ground while it stands in both clips */
} planted_point;

/* The turn of the foot, or of the toes against it, in the world: while the points at both ends of
 * that part are held it comes to rest, and then rests; else what is left of its last turn fades. */
typedef struct planted_turn {
    bool rests;
    bool still;         /* from the first frame on, because it stood before */
    bool fades, slowly; /* slowly: a point of the part still stands */
    size_t since;
    double seconds;             /* of the fade */
    dbt_vec3 offset, rate;      /* of the fade; or the part's rate against the blend's when it was
                                   taken, a frame */
    dbt_quat turn, turn_before; /* in the last frame, and the one before */
    dbt_quat blend, blend_before, world, world_before; /* of the part: the blend's, and as turned */
} planted_turn;

/* Which shares of a leg's correction are used: of turns and of the way over the ground, and of the
 * lift. */
typedef struct leg_share {
    double held, lifted;
} leg_share;

/* A leg of the skeleton. */
typedef struct planted_leg {
    dbt_leg joints;
    bool usable;                              /* its bones have lengths */
    planted_point points[DBT_MAX_LEG_POINTS]; /* [joints.n_points] */
    planted_turn turns[DBT_MAX_LEG_POINTS];   /* of the part that ends at this point; 0 has none */
    int leads;                                /* the point that the others follow */
    dbt_smooth_bound slips;                   /* the part of the offset that is out of reach */
    dbt_smooth_bound lifts;                   /* how far a point is below its ground */
    leg_share used, asked; /* of its correction: now, and before a search for less */
    dbt_vec3 side;         /* the side to which the knee bends, in the thigh's frame */
    bool has_side;
} planted_leg;

/* A leg in a waiting frame. */
typedef struct waiting_leg {
    dbt_vec3 offset;     /* of the ankle from the blend, but for the lift */
    double lift;         /* off the ground */
    double slip;         /* the part of it by which the foot slides */
    double below;        /* how far its lowest point would be below the ground */
    dbt_quat foot, toes; /* the foot's turn in the world, and that of the toes after it */
    bool turns_foot, turns_toes;
} waiting_leg;

struct dbt_plant {
    dbt_arena memory;
    const dbt_contacts *contacts;
    const dbt_sequence *sequence;
    int cut;
    dbt_cut_frames at;
    size_t begin;     /* the first frame of the transition; at.end is the last */
    size_t next, due; /* the next frames to be given and to be taken */
    size_t settled;   /* the next frame whose drop is to be found */
    size_t last;      /* the last frame in which a seam counts */
    bool shared;      /* the shares are known */
    size_t active;    /* the last given frame that differs from the blend */
    dbt_foothold_times times;
    size_t half;            /* of bounds */
    dbt_smooth_bound drops; /* how far the motion root must go down */
    planted_leg *legs;      /* [n_legs] */
    int n_legs;
    /* Waiting frames, as rings of [n_slots]. The motion root's height is known after the lag of one
     * bound, and the slides after that of another. */
    size_t n_slots;
    dbt_transform *poses;     /* [n_joints]: their blends */
    waiting_leg *waiting;     /* [n_legs] */
    double *down;             /* how far the motion root goes down */
    dbt_transform *world;     /* [n_joints] scratch */
    dbt_transform *pose;      /* [n_joints] scratch */
    dbt_transform *early;     /* [2][n_joints]: the source, two frames before it begins and one */
    int n_early;              /* how many of them are known */
    dbt_abruptness *levels;   /* [n_joints] */
    double *ratios, *allowed; /* [n_joints]: of seams */
    dbt_seam_meter meter;
    bool *needed; /* [n_joints]: a joint of a leg, or above one */
    bool *moved;  /* [n_joints]: by the frame taken last */
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

static inline dbt_leg_pose dbt_plant_leg_pose(const dbt_plant *p, dbt_leg leg)
{
    return (dbt_leg_pose){ p->world[leg.hip].pos, p->world[leg.knee].pos, p->world[leg.foot].pos };
}

/* World transforms of the legs and of what is above them, into p->world. */
void dbt_plant_place_legs(dbt_plant *p, const dbt_transform *local);

/* Where a leg's point is, by the transforms in p->world. */
dbt_vec3 dbt_plant_point_place(const dbt_plant *p, const planted_leg *leg, int point);

/* Whether a point stands in the clip of a segment at an output frame. Velocity: from the frame
 * before, or until the next one. */
bool dbt_plant_stands_in(const dbt_plant *p, const planted_leg *leg, int point, int segment,
                         size_t frame, bool forward);

/* Finds where the leg's foot goes in a frame whose blend is in p->world. The ball keeps its height,
 * and the ankle is above it as the foot turns. */
waiting_leg dbt_plant_step_leg(dbt_plant *p, planted_leg *leg, size_t frame);

/* Finds how far the motion root must go down in a frame, and what is known then of earlier ones. */
void dbt_plant_settle(dbt_plant *p);

/* Makes the planted pose of a frame that is settled. */
void dbt_plant_make_pose(dbt_plant *p, size_t frame, dbt_transform *pose);

#endif

#include "blend/plant.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "blend/seam_meter.h"
#include "motion/curve.h"
#include "motion/foothold.h"
#include "motion/leg.h"
#include "motion/smooth_bound.h"

#include <string.h>

/* ---- legs ---- */

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

static int up_of(const dbt_plant *p)
{
    return p->sequence->spec.up;
}

static const dbt_skeleton *skeleton_of(const dbt_plant *p)
{
    return p->sequence->timeline.skeleton;
}

static dbt_vec3 on_ground(const dbt_plant *p, dbt_vec3 v)
{
    dbt_vec3_set(&v, up_of(p), 0.0);
    return v;
}

static double seconds_of(const dbt_sequence *s, dbt_time length)
{
    return length.unit == DBT_TIME_FRAMES ? length.value * s->timeline.frame_time : length.value;
}

/* ---- times ---- */

/* A bound begins to rise 2 half values, which is plant_time, before its cause. */
static size_t half_of(const dbt_sequence *s)
{
    const double seconds = seconds_of(s, s->spec.plant_time);
    return (size_t)floor(seconds / s->timeline.frame_time / 2.0 + 0.5);
}

static bool has_length(const dbt_sequence *s, dbt_vec3 bone)
{
    return dbt_vec3_length(bone) > 1e-6 * s->chain.reach;
}

/* The work of a frame is proportional to plant_time in frames. MAX_WAITING: transforms of joints
 * that may wait at a time. */
enum { MAX_PLANT_FRAMES = 1200, MAX_WAITING = 1 << 20 };

/* The first bone of a leg that has no length in a clip's first frame, by its lower joint; -1:
 * none. */
static int missing_bone(const dbt_sequence *s, dbt_leg leg)
{
    const int joints[] = { leg.knee, leg.foot };
    for (int t = 0; t < s->timeline.n_tracks; t++)
        for (int i = 0; i < 2; i++)
            if (!has_length(s, dbt_track_joint(&s->timeline.tracks[t], 0, joints[i]).pos))
                return joints[i];
    return -1;
}

bool dbt_plant_check(const dbt_sequence *sequence, dbt_warnings *warnings, dbt_error *err)
{
    const dbt_sequence *s = sequence;
    const dbt_joint *joints = s->timeline.skeleton->joints;
    const double frames = seconds_of(s, s->spec.plant_time) / s->timeline.frame_time;
    const double fit = floor((double)MAX_WAITING / s->timeline.skeleton->n_joints / 2.0) - 3.0;
    const double most = fmax(fmin(fit, MAX_PLANT_FRAMES), 0.0);
    if (!(frames <= most))
        return dbt_fail(err, DBT_E_LIMIT,
                        "'plant_time' is %.0f frames, the limit for this skeleton is %.0f", frames,
                        most);
    if (s->feet.n_legs == 0)
        dbt_warn(warnings, DBT_WARN_FEET, NULL, 0, 0,
                 "no feet to plant: no joint %s has two joints between it and '%.80s'",
                 s->feet.by_name ? "named " DBT_FOOT_WORDS " (or of " DBT_SETTING("feet") ")"
                                 : "of " DBT_SETTING("feet"),
                 joints[s->chain.motion_root].name);
    for (int i = 0; i < s->feet.n_legs; i++) {
        const int missing = missing_bone(s, s->feet.legs[i]);
        if (missing >= 0)
            dbt_warn(warnings, DBT_WARN_FEET, NULL, 0, 0,
                     "foot '%.60s' is not planted: '%.60s' is at the same position as '%.60s'",
                     joints[s->feet.legs[i].foot].name, joints[missing].name,
                     joints[joints[missing].parent].name);
    }
    return true;
}

/* ---- making one ---- */

static bool alloc_all(dbt_plant *p, dbt_error *err)
{
    const size_t n = (size_t)skeleton_of(p)->n_joints, n_legs = (size_t)p->n_legs;
    dbt_arena *memory = &p->memory;
    const double *weights = dbt_smooth_bound_weights(p->half, memory);
    p->drops = dbt_smooth_bound_new(p->half, weights, memory);
    p->legs = dbt_arena_array(memory, n_legs, sizeof *p->legs);
    p->poses = dbt_arena_array(memory, p->n_slots, n * sizeof *p->poses);
    p->waiting = dbt_arena_array(memory, p->n_slots, n_legs * sizeof *p->waiting);
    p->down = dbt_arena_array(memory, p->n_slots, sizeof *p->down);
    p->world = dbt_arena_array(memory, n, sizeof *p->world);
    p->pose = dbt_arena_array(memory, n, sizeof *p->pose);
    p->early = dbt_arena_array(memory, 2, n * sizeof *p->early);
    p->levels = dbt_arena_array(memory, n, sizeof *p->levels);
    p->ratios = dbt_arena_array(memory, n, sizeof *p->ratios);
    p->allowed = dbt_arena_array(memory, n, sizeof *p->allowed);
    p->needed = dbt_arena_array(memory, n, sizeof *p->needed);
    p->moved = dbt_arena_array(memory, n, sizeof *p->moved);
    for (int i = 0; p->legs && i < p->n_legs; i++) {
        p->legs[i].slips = dbt_smooth_bound_new(p->half, weights, memory);
        p->legs[i].lifts = dbt_smooth_bound_new(p->half, weights, memory);
    }
    p->meter = (dbt_seam_meter){ .ratios = NULL };
    return dbt_arena_check(memory, err) &&
           dbt_seam_meter_init(&p->meter, skeleton_of(p), p->times.dt, p->levels, p->ratios, err);
}

void dbt_plant_free(dbt_plant *plant)
{
    if (plant) {
        dbt_seam_meter_release(&plant->meter);
        dbt_arena_release(&plant->memory);
    }
    dbt_free(plant);
}

static void copy_arrays(dbt_plant *to, const dbt_plant *from)
{
    const size_t n = (size_t)skeleton_of(from)->n_joints, n_legs = (size_t)from->n_legs;
    memcpy(to->poses, from->poses, from->n_slots * n * sizeof *to->poses);
    memcpy(to->waiting, from->waiting, from->n_slots * n_legs * sizeof *to->waiting);
    memcpy(to->down, from->down, from->n_slots * sizeof *to->down);
    memcpy(to->early, from->early, 2 * n * sizeof *to->early);
    memcpy(to->levels, from->levels, n * sizeof *to->levels);
    memcpy(to->needed, from->needed, n * sizeof *to->needed);
    dbt_smooth_bound_copy(&to->drops, &from->drops);
    for (int i = 0; i < from->n_legs; i++) {
        dbt_smooth_bound slips = to->legs[i].slips, lifts = to->legs[i].lifts;
        dbt_smooth_bound_copy(&slips, &from->legs[i].slips);
        dbt_smooth_bound_copy(&lifts, &from->legs[i].lifts);
        to->legs[i] = from->legs[i];
        to->legs[i].slips = slips;
        to->legs[i].lifts = lifts;
    }
}

dbt_plant *dbt_plant_copy(const dbt_plant *plant, dbt_error *err)
{
    dbt_plant *p = dbt_alloc_object(sizeof *p, err);
    if (!p)
        return NULL;
    *p = *plant;
    p->memory = (dbt_arena){ .last = NULL };
    if (alloc_all(p, err)) {
        copy_arrays(p, plant);
        return p;
    }
    dbt_plant_free(p);
    return NULL;
}

/* World transforms of the legs and of what is above them, into p->world. */
static void place_legs(dbt_plant *p, const dbt_transform *local)
{
    for (int j = 0; j < skeleton_of(p)->n_joints; j++)
        if (p->needed[j])
            dbt_joint_place(skeleton_of(p), j, local[j], p->world);
}

static dbt_leg_pose leg_pose(const dbt_plant *p, dbt_leg leg)
{
    return (dbt_leg_pose){ p->world[leg.hip].pos, p->world[leg.knee].pos, p->world[leg.foot].pos };
}

/* Parts of the thigh. A knee that bends more shows to which side it bends: 11 degrees. */
static const double tells = 0.1;

static void take_side(const dbt_plant *p, planted_leg *leg, double least)
{
    const dbt_leg_pose pose = leg_pose(p, leg->joints);
    const dbt_vec3 bow = dbt_leg_own_bow(&pose);
    if (!(dbt_vec3_length(bow) > least))
        return;
    leg->side = dbt_quat_rotate(dbt_quat_conj(p->world[leg->joints.hip].rot), bow);
    leg->has_side = true;
}

/* Finds the sides of legs that have none. Returns whether there are more. */
static bool take_sides(dbt_plant *p, double least)
{
    bool more = false;
    for (int i = 0; i < p->n_legs; i++) {
        if (!p->legs[i].usable || p->legs[i].has_side)
            continue;
        take_side(p, &p->legs[i], least);
        more = more || !p->legs[i].has_side;
    }
    return more;
}

/* Computes the legs in a clip's frame into p->world. */
static void place_clip_legs(dbt_plant *p, int segment, size_t clip_frame)
{
    const dbt_track *track = p->sequence->timeline.clips[segment].track;
    for (int j = 0; j < skeleton_of(p)->n_joints; j++)
        if (p->needed[j])
            dbt_joint_place(skeleton_of(p), j, dbt_track_joint(track, clip_frame, j), p->world);
}

/* Finds the side to which each knee bends: to which it last did in the old clip, or else does next
 * in the new one; else its present side, or ahead of the hip. Blends overextend knees even if their
 * clips do not, so that a frame of a blend cannot tell. p->world has the source. */
static void find_sides(dbt_plant *p, const dbt_transform *source)
{
    const dbt_timeline *t = &p->sequence->timeline;
    const dbt_placed_clip *target = &t->clips[p->cut];
    bool more = take_sides(p, tells);
    for (size_t f = dbt_timeline_track_frame(t, p->cut - 1, p->begin); more && f-- > 0;) {
        place_clip_legs(p, p->cut - 1, f);
        more = take_sides(p, tells);
    }
    for (size_t f = target->from; more && f < target->track->n_frames; f++) {
        place_clip_legs(p, p->cut, f);
        more = take_sides(p, tells);
    }
    if (!more)
        return;
    place_legs(p, source);
    take_sides(p, 1e-6);
    for (int i = 0; i < p->n_legs; i++)
        if (!p->legs[i].has_side)
            p->legs[i].side = dbt_vec3_axis((up_of(p) + 1) % 3);
}

static const dbt_contact_point *point_of(const dbt_plant *p, const planted_leg *leg, int point)
{
    return &p->contacts->feet->points[leg->joints.points[point]];
}

/* Where a leg's point is, by the transforms in p->world. */
static dbt_vec3 point_place(const dbt_plant *p, const planted_leg *leg, int point)
{
    const dbt_contact_point *contact = point_of(p, leg, point);
    return dbt_contact_place(contact, p->world[contact->joint]);
}

/* Whether a point stands in the clip of a segment at an output frame. Velocity: from the frame
 * before, or until the next one. */
static bool stands_in(const dbt_plant *p, const planted_leg *leg, int point, int segment,
                      size_t frame, bool forward)
{
    return dbt_contacts_footing(p->contacts, segment, leg->joints.points[point], frame, forward)
        .stands;
}

/* Finds whether a point stands at both ends of the gap, or in both clips at the cut. */
static void find_ends(const dbt_plant *p, planted_leg *leg, int point)
{
    planted_point *at = &leg->points[point];
    at->stands_in_first = stands_in(p, leg, point, p->cut, dbt_cut_plays(p->at), true);
    at->stands_at_ends =
        at->stands_in_first && stands_in(p, leg, point, p->cut - 1, p->at.cut, true);
    at->stood = p->begin > 1 && stands_in(p, leg, point, p->cut - 1, p->begin - 1, false);
}

static void begin_legs(dbt_plant *p, const dbt_transform *source, const dbt_transform *before)
{
    place_legs(p, before ? before : source);
    for (int i = 0; i < p->n_legs; i++)
        for (int k = 0; k < p->legs[i].joints.n_points; k++)
            p->legs[i].points[k].place_before = on_ground(p, point_place(p, &p->legs[i], k));
    place_legs(p, source);
    for (int i = 0; i < p->n_legs; i++) {
        planted_leg *leg = &p->legs[i];
        leg->usable = missing_bone(p->sequence, leg->joints) < 0;
        for (int k = 0; k < leg->joints.n_points; k++) {
            leg->points[k].place = on_ground(p, point_place(p, leg, k));
            leg->turns[k].turn = leg->turns[k].turn_before = DBT_QUAT_IDENTITY;
            find_ends(p, leg, k);
        }
    }
    find_sides(p, source);
}

static void mark_needed(dbt_plant *p)
{
    for (int i = 0; i < p->n_legs; i++)
        for (int k = 0; k < p->legs[i].joints.n_points; k++)
            for (int j = point_of(p, &p->legs[i], k)->joint; j >= 0 && !p->needed[j];
                 j = skeleton_of(p)->joints[j].parent)
                p->needed[j] = true;
}

/* Keeps what is measured with the transition's frames. */
static void keep_source(dbt_plant *p, const dbt_plant_source *source, const dbt_abruptness *levels)
{
    const size_t n = (size_t)skeleton_of(p)->n_joints;
    const dbt_transform *const early[] = { source->before ? source->earlier : NULL,
                                           source->before };
    memcpy(p->levels, levels, n * sizeof *levels);
    dbt_abruptness_forgive(p->levels, skeleton_of(p)->n_joints, p->times.dt);
    for (int i = 0; i < 2; i++)
        if (early[i])
            memcpy(p->early + n * (size_t)p->n_early++, early[i], n * sizeof *early[i]);
}

/* The last frame of the output in which a seam counts, of those for whose poses there is room. */
static size_t last_seam(const dbt_sequence *s, int cut, size_t half)
{
    const dbt_cut_frames at = s->timeline.clips[cut].at;
    const size_t begin = dbt_cut_begin(at);
    const size_t room = (size_t)(MAX_WAITING / s->timeline.skeleton->n_joints);
    const size_t wanted = dbt_min(at.end + 2, s->timeline.n_frames - 1) - begin;
    return begin + (room > 4 * half ? dbt_min(wanted, room - 4 * half) : 0);
}

dbt_plant *dbt_plant_new(const dbt_contacts *contacts, int cut, const dbt_plant_source *source,
                         const dbt_abruptness *levels, dbt_error *err)
{
    const dbt_sequence *s = contacts->sequence;
    const dbt_cut_frames at = s->timeline.clips[cut].at;
    const double hold = seconds_of(s, s->spec.plant_hold) / s->timeline.frame_time;
    dbt_plant *p = dbt_alloc_object(sizeof *p, err);
    if (!p)
        return NULL;
    *p = (dbt_plant){ .contacts = contacts,
                      .sequence = s,
                      .cut = cut,
                      .at = at,
                      .begin = dbt_cut_begin(at),
                      .next = dbt_cut_begin(at),
                      .due = dbt_cut_begin(at),
                      .settled = dbt_cut_begin(at),
                      .last = last_seam(s, cut, half_of(s)),
                      .half = half_of(s),
                      .n_legs = contacts->feet->n_legs,
                      .n_slots =
                          last_seam(s, cut, half_of(s)) - dbt_cut_begin(at) + 4 * half_of(s) + 1 };
    p->times = (dbt_foothold_times){
        .dt = s->timeline.frame_time,
        .ease = seconds_of(s, s->spec.plant_time),
        .speed = s->feet.speed,
        .hold_end = at.end + (size_t)fmin(floor(hold * (1.0 + 1e-4)), DBT_MAX_FRAMES),
    };
    if (!alloc_all(p, err)) {
        dbt_plant_free(p);
        return NULL;
    }
    for (int i = 0; i < p->n_legs; i++) {
        p->legs[i].joints = contacts->feet->legs[i];
        p->legs[i].used = (leg_share){ 1.0, 1.0 };
    }
    mark_needed(p);
    keep_source(p, source, levels);
    begin_legs(p, source->pose, source->before);
    return p;
}

/* ---- a foot's way ---- */

/* Whether a point stands in the source, while that counts. */
static bool stands_in_source(const dbt_plant *p, const planted_leg *leg, int point, size_t frame)
{
    const bool joins = frame == p->at.cut || frame == dbt_cut_plays(p->at);
    return frame <= p->at.end && (joins || frame > 0) &&
           stands_in(p, leg, point, p->cut - 1, frame, joins);
}

/* At the target's first frame, velocities are forward differences. */
static bool stands_in_target(const dbt_plant *p, const planted_leg *leg, int point, size_t frame)
{
    const planted_point *at = &leg->points[point];
    if (frame == dbt_cut_plays(p->at))
        return at->stands_in_first;
    const double step = dbt_vec3_length(dbt_vec3_sub(at->target, at->target_before));
    return dbt_contacts_stands(p->contacts, p->cut, leg->joints.points[point], at->target,
                               step / p->times.dt);
}

/* Whether a point that has lifted, and so does not stand across the cut, stands at a later frame.
 */
static bool stands_later(const dbt_plant *p, const planted_leg *leg, int point, size_t frame)
{
    if (frame >= p->at.cut && frame <= dbt_cut_plays(p->at))
        return frame == dbt_cut_plays(p->at) && leg->points[point].stands_in_first;
    return stands_in(p, leg, point, frame < p->at.cut ? p->cut - 1 : p->cut, frame, false);
}

/* For how many seconds a lifted point does not stand; INFINITY: until the clip is left. The frame
 * at which it lands is kept, so that a clip is searched once. */
static double swing_at(const dbt_plant *p, planted_leg *leg, int point, size_t frame)
{
    const dbt_timeline *t = &p->sequence->timeline;
    const size_t end = p->cut + 1 < t->n_clips ? t->clips[p->cut + 1].at.cut : t->n_frames;
    size_t *lands = &leg->points[point].lands;
    if (*lands <= frame) {
        *lands = frame + 1;
        while (*lands < end && !stands_later(p, leg, point, *lands))
            ++*lands;
    }
    return *lands < end ? (double)(*lands - frame) * p->times.dt : INFINITY;
}

/* Whether a point stands in all clips that play, in the transition. */
static bool stands_in_all(const dbt_plant *p, const planted_leg *leg, int point, size_t frame)
{
    if (frame > p->at.end)
        return false;
    if (frame >= p->at.cut && frame < dbt_cut_plays(p->at))
        return leg->points[point].stands_at_ends;
    if (!stands_in_source(p, leg, point, frame))
        return false;
    return frame < p->at.cut ||
           (frame == dbt_cut_plays(p->at) ? leg->points[point].stands_in_first
                                          : stands_in(p, leg, point, p->cut, frame, false));
}

/* A point is taken plant_time before it stands, so that it rests when it stands: what has landed
 * does not slide. */
static void look_ahead(const dbt_plant *p, planted_leg *leg, int point, size_t frame)
{
    planted_point *at = &leg->points[point];
    const size_t end = frame + 2 * p->half + 1;
    for (size_t f = frame == p->begin ? frame : end - 1; f < end; f++) {
        if (!stands_in_all(p, leg, point, f))
            continue;
        if (at->take_end <= frame)
            at->taken = f;
        at->take_end = f + 1;
    }
}

static bool is_held(const planted_point *point)
{
    return point->foot.state == DBT_FOOT_RESTING || point->foot.state == DBT_FOOT_HELD;
}

static dbt_foot_contact contact_at(const dbt_plant *p, planted_leg *leg, int point, size_t frame)
{
    const planted_point *at = &leg->points[point];
    look_ahead(p, leg, point, frame);
    const double until = at->taken > frame ? (double)(at->taken - frame) * p->times.dt : 0.0;
    dbt_foot_contact contact = { .takes = at->take_end > frame,
                                 .early = dbt_part_of_time(until, p->times.ease) };
    /* a point that stands on both sides of the cut is held across it */
    contact.holds =
        contact.takes || (frame < dbt_cut_plays(p->at) ? at->stands_at_ends
                                                       : stands_in_target(p, leg, point, frame));
    /* what stands again at once does not lift */
    if (!contact.holds && frame > p->begin && is_held(at))
        contact.holds = swing_at(p, leg, point, frame) <= p->times.ease * (1.0 + 1e-4);
    return contact;
}

/* In the first frame points are where the source has them. */
static void begin_points(const dbt_plant *p, planted_leg *leg, const dbt_vec3 *blend)
{
    for (int k = leg->joints.n_points; k-- > 0;) {
        planted_point *at = &leg->points[k];
        at->foot.place = at->place;
        at->foot.place_before = at->place_before;
        dbt_foothold_begin(&at->foot, &p->times, p->begin, blend[k], at->contact,
                           at->stood && at->taken == p->begin);
        leg->leads = is_held(at) ? k : leg->leads;
    }
}

static void step_point(const dbt_plant *p, planted_leg *leg, int point, size_t frame,
                       const dbt_vec3 *blend)
{
    planted_point *at = &leg->points[point];
    if (at->foot.state != DBT_FOOT_FREE)
        dbt_foothold_step(&at->foot, &p->times, frame, blend[point], at->contact);
}

/* Moves the points that have a way of their own. The one that leads goes on while it is held; then
 * the first that is held leads, from where it has come to. */
static void step_points(const dbt_plant *p, planted_leg *leg, size_t frame, const dbt_vec3 *blend)
{
    const int led = leg->leads;
    step_point(p, leg, led, frame, blend);
    for (int k = 0; k < leg->joints.n_points; k++) {
        planted_point *at = &leg->points[k];
        const bool leads = !is_held(&leg->points[leg->leads]);
        if (k == led)
            continue;
        if (leads && is_held(at)) {
            at->foot.place = at->place;
            at->foot.place_before = at->place_before;
            dbt_foothold_rest(&at->foot, &p->times, frame - 1, 0.0);
        }
        step_point(p, leg, k, frame, blend);
        if (leads && is_held(at))
            leg->leads = k;
    }
    for (int k = 0; k < leg->joints.n_points; k++)
        if (k != leg->leads && leg->points[k].foot.state == DBT_FOOT_LEAVING)
            leg->points[k].foot.state = DBT_FOOT_FREE;
}

/* The turn that has faded so far. */
static dbt_quat fading_turn(const dbt_plant *p, planted_turn *turn, size_t frame)
{
    if (!turn->fades)
        return DBT_QUAT_IDENTITY;
    const double t = (double)(frame - turn->since) * p->times.dt;
    const double slowing = turn->slowly ? p->times.ease : turn->seconds;
    const double slowed = dbt_curve_at(DBT_CURVE_SMOOTHERSTEP, dbt_part_of_time(t, slowing));
    const double gone = dbt_curve_at(DBT_CURVE_SMOOTHERSTEP, dbt_part_of_time(t, turn->seconds));
    turn->fades = gone < 1.0 || slowed < 1.0;
    return dbt_quat_exp(dbt_vec3_add_scaled(dbt_vec3_scale(turn->offset, 1.0 - gone),
                                            t * (1.0 - slowed), turn->rate));
}

/* Lets the last turn fade, as far from its blend as the part is long. */
static void let_turn(const dbt_plant *p, planted_turn *turn, size_t frame, double length,
                     dbt_foot_contact contact)
{
    const dbt_vec3 step = dbt_quat_difference(turn->turn, turn->turn_before);
    turn->rests = false;
    turn->fades = true;
    turn->slowly = contact.holds;
    turn->since = frame - 1;
    turn->offset = dbt_quat_log(dbt_quat_abs(turn->turn));
    turn->rate = dbt_vec3_scale(step, 1.0 / p->times.dt);
    turn->seconds = dbt_foothold_fade(&p->times, length * dbt_vec3_length(turn->offset),
                                      length * dbt_vec3_length(turn->rate), contact);
}

static double smoothstep(double x)
{
    return dbt_curve_at(DBT_CURVE_SMOOTHSTEP, fmin(fmax(x, 0.0), 1.0));
}

/* Begins to bring a part to rest, with the velocity that it had. */
static void rest_turn(const dbt_plant *p, const planted_leg *leg, int part, planted_turn *turn,
                      size_t frame)
{
    const bool first = frame == p->begin;
    const dbt_vec3 own = dbt_quat_difference(turn->world, turn->world_before);
    const dbt_vec3 blend = dbt_quat_difference(turn->blend, turn->blend_before);
    turn->rests = true;
    turn->fades = false;
    turn->still = first && leg->points[part - 1].foot.state == DBT_FOOT_HELD &&
                  leg->points[part].foot.state == DBT_FOOT_HELD;
    turn->since = first ? frame : frame - 1;
    turn->rate = first ? DBT_VEC3_ZERO : dbt_vec3_sub(own, blend);
}

/* The rotation in the world of a part that rests, or comes to rest: its steps become smaller. */
static dbt_quat resting_turn(const dbt_plant *p, const planted_turn *turn, size_t frame,
                             dbt_quat blend)
{
    if (frame == p->begin)
        return blend;
    const double t = (double)(frame - turn->since) * p->times.dt;
    const double rested = dbt_curve_at(DBT_CURVE_SMOOTHERSTEP, dbt_part_of_time(t, p->times.ease));
    const dbt_vec3 step = dbt_vec3_add(dbt_quat_difference(blend, turn->blend), turn->rate);
    const double share = turn->still ? 0.0 : 1.0 - rested;
    return dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(step, share)), turn->world);
}

/* Keeps the rotations of the blend and of the turned part for the next frame. */
static void keep_turn(planted_turn *turn, dbt_quat own, dbt_quat blend, dbt_quat world, bool first)
{
    turn->turn_before = turn->turn;
    turn->turn = own;
    turn->blend_before = first ? blend : turn->blend;
    turn->blend = blend;
    turn->world_before = first ? world : turn->world;
    turn->world = world;
}

/* Finds how foot and toes turn, and sets parts[k], the blend's vector from point k - 1 to point k,
 * to what the turns make of it. Returns whether anything turns. */
static bool turn_parts(const dbt_plant *p, planted_leg *leg, size_t frame, dbt_vec3 *parts)
{
    dbt_quat all = DBT_QUAT_IDENTITY;
    bool turns = false;
    for (int k = 1; k < leg->joints.n_points; k++) {
        planted_turn *turn = &leg->turns[k];
        const planted_point *a = &leg->points[k - 1], *b = &leg->points[k];
        const bool rests = is_held(a) && is_held(b);
        const dbt_quat blend = p->world[point_of(p, leg, k - 1)->joint].rot;
        if (turn->rests && !rests)
            let_turn(p, turn, frame, dbt_vec3_length(parts[k]),
                     is_held(a) || a->contact.holds ? b->contact : a->contact);
        if (rests && !turn->rests)
            rest_turn(p, leg, k, turn, frame);
        const dbt_quat own = rests ? dbt_quat_mul(dbt_quat_mul(resting_turn(p, turn, frame, blend),
                                                               dbt_quat_conj(blend)),
                                                  dbt_quat_conj(all))
                                   : fading_turn(p, turn, frame);
        turns = turns || rests || turn->fades;
        all = dbt_quat_mul(own, all);
        keep_turn(turn, own, blend, dbt_quat_mul(all, blend), frame == p->begin);
        parts[k] = dbt_quat_rotate(all, parts[k]);
    }
    return turns;
}

/* The places of all points on the ground, from the one that leads. A point that is not held follows
 * it. */
static void follow(const dbt_plant *p, planted_leg *leg, size_t frame, const dbt_vec3 *blend,
                   const dbt_vec3 *parts)
{
    dbt_vec3 places[DBT_MAX_LEG_POINTS];
    const int n = leg->joints.n_points;
    const planted_point *leads = &leg->points[leg->leads];
    places[leg->leads] = leads->foot.state == DBT_FOOT_FREE ? blend[leg->leads] : leads->foot.place;
    for (int k = leg->leads + 1; k < n; k++)
        places[k] = dbt_vec3_add(places[k - 1], on_ground(p, parts[k]));
    for (int k = leg->leads; k > 0; k--)
        places[k - 1] = dbt_vec3_sub(places[k], on_ground(p, parts[k]));
    for (int k = 0; k < n; k++) {
        planted_point *at = &leg->points[k];
        at->place_before = frame > p->begin ? at->place : at->place_before;
        at->place = places[k];
        at->foot.blend = blend[k];
        if (at->foot.state == DBT_FOOT_FREE) {
            at->foot.place_before = at->place_before;
            at->foot.place = at->place;
        }
    }
}

/* How far the lowest point is below its own ground, on the way from the old clip's to the new
 * one's. */
static double below_ground(const dbt_plant *p, const planted_leg *leg, size_t frame,
                           const double *heights)
{
    const double *old = dbt_contacts_ground(p->contacts, p->cut - 1);
    const double *new = dbt_contacts_ground(p->contacts, p->cut);
    const double part =
        frame >= p->at.end ? 1.0 : (double)(frame - p->begin) / (double)(p->at.end - p->begin);
    double below = 0.0;
    for (int k = 0; k < leg->joints.n_points; k++) {
        const int i = leg->joints.points[k];
        below = fmax(below, old[i] + smoothstep(part) * (new[i] - old[i]) - heights[k]);
    }
    return below;
}

/* Adds what a point slides in a frame of the transition, and what it slides in the blend. */
static void add_slides(const dbt_plant *p, planted_point *at, size_t frame, dbt_vec3 blend)
{
    const bool stands = at->taken <= frame && frame < at->take_end;
    if (stands && frame > p->begin && frame <= p->at.end) {
        at->slides += dbt_vec3_length(dbt_vec3_sub(at->place, at->place_before));
        at->blend_slides += dbt_vec3_length(dbt_vec3_sub(blend, at->blend));
    }
    at->blend = blend;
}

static bool is_turn(dbt_quat q)
{
    return fmax(fabs(q.x), fmax(fabs(q.y), fabs(q.z))) > 1e-12;
}

/* Finds where the leg's foot goes in a frame whose blend is in p->world. The ball keeps its height,
 * and the ankle is above it as the foot turns. */
static waiting_leg step_leg(dbt_plant *p, planted_leg *leg, size_t frame)
{
    const int n = leg->joints.n_points, up = up_of(p);
    dbt_vec3 world[DBT_MAX_LEG_POINTS], parts[DBT_MAX_LEG_POINTS];
    dbt_vec3 blend[DBT_MAX_LEG_POINTS] = { DBT_VEC3_ZERO };
    double heights[DBT_MAX_LEG_POINTS];
    for (int k = 0; k < n; k++) {
        planted_point *at = &leg->points[k];
        world[k] = point_place(p, leg, k);
        blend[k] = on_ground(p, world[k]);
        parts[k] = k > 0 ? dbt_vec3_sub(world[k], world[k - 1]) : DBT_VEC3_ZERO;
        at->contact = contact_at(p, leg, k, frame);
        if (at->foot.state != DBT_FOOT_FREE && !at->contact.holds)
            at->contact.swing = swing_at(p, leg, k, frame);
    }
    if (frame == p->begin)
        begin_points(p, leg, blend);
    else
        step_points(p, leg, frame, blend);
    bool moves = turn_parts(p, leg, frame, parts);
    follow(p, leg, frame, blend, parts);
    for (int k = 0; k < n; k++) {
        planted_point *at = &leg->points[k];
        add_slides(p, at, frame, blend[k]);
        if (frame > p->begin && at->foot.state == DBT_FOOT_FREE && at->contact.takes)
            dbt_foothold_rest(&at->foot, &p->times, frame, at->contact.early);
        moves = moves || at->foot.state != DBT_FOOT_FREE;
    }
    heights[0] = n > 1 ? dbt_vec3_get(world[1], up) - dbt_vec3_get(parts[1], up)
                       : dbt_vec3_get(world[0], up);
    for (int k = 1; k < n; k++)
        heights[k] = heights[k - 1] + dbt_vec3_get(parts[k], up);
    waiting_leg waiting = { .foot = DBT_QUAT_IDENTITY, .toes = DBT_QUAT_IDENTITY };
    if (moves) {
        dbt_vec3 goal = leg->points[0].place;
        dbt_vec3_set(&goal, up, heights[0]);
        p->active = frame;
        waiting.offset = dbt_vec3_sub(goal, world[0]);
        waiting.turns_foot = n > 1 && is_turn(leg->turns[1].turn);
        waiting.turns_toes = n > 2 && is_turn(leg->turns[2].turn);
        waiting.foot = waiting.turns_foot ? leg->turns[1].turn : DBT_QUAT_IDENTITY;
        waiting.toes = waiting.turns_toes ? leg->turns[2].turn : DBT_QUAT_IDENTITY;
    }
    if (moves || frame <= p->at.end)
        waiting.below = below_ground(p, leg, frame, heights);
    return waiting;
}

/* ---- reach ---- */

/* The largest drop of the motion root, as a share of a leg's length; beyond it the foot slides. */
static const double deepest = 0.15;

static const double unmoved = 1e-9; /* units */

static size_t slot_of(const dbt_plant *p, size_t frame)
{
    return frame % p->n_slots;
}

static waiting_leg *waiting_legs(const dbt_plant *p, size_t frame)
{
    return p->waiting + slot_of(p, frame) * (size_t)p->n_legs;
}

static const dbt_transform *waiting_pose(const dbt_plant *p, size_t frame)
{
    return p->poses + slot_of(p, frame) * (size_t)skeleton_of(p)->n_joints;
}

static bool can_drop(const dbt_plant *p)
{
    const dbt_joint *motion_root = &skeleton_of(p)->joints[p->sequence->chain.motion_root];
    return motion_root->pos_channel[0] >= 0 && motion_root->pos_channel[1] >= 0 &&
           motion_root->pos_channel[2] >= 0;
}

/* How far the ankle goes from its blend over the ground, but for slides; lifts: and off it. */
static dbt_vec3 offset_of(const dbt_plant *p, int leg, const waiting_leg *waiting, bool lifts)
{
    const leg_share used = p->legs[leg].used;
    return dbt_vec3_add_scaled(dbt_vec3_scale(waiting->offset, used.held),
                               lifts ? used.lifted * waiting->lift : 0.0, dbt_vec3_axis(up_of(p)));
}

static double drop_for(const dbt_plant *p, const dbt_leg_pose *pose, dbt_vec3 offset)
{
    if (dbt_vec3_length(offset) <= unmoved || !can_drop(p))
        return 0.0;
    const dbt_vec3 goal = dbt_vec3_add(pose->foot, offset);
    const double line = dbt_leg_soft_line(pose, dbt_vec3_length(dbt_vec3_sub(goal, pose->hip)));
    return dbt_leg_drop(line, pose->hip, goal, dbt_vec3_axis(up_of(p)),
                        deepest * dbt_leg_length(pose));
}

/* Of the square of a reach: a foot that a drop brings just within it does not slide. */
static const double rounding = 1e-12;

/* The part of the offset that is out of reach with the motion root `down`. */
static double slip_of(const dbt_plant *p, const dbt_leg_pose *pose, dbt_vec3 offset, double down)
{
    const dbt_vec3 own = dbt_vec3_sub(pose->foot, pose->hip);
    const dbt_vec3 line = dbt_vec3_add_scaled(own, down, dbt_vec3_axis(up_of(p)));
    const double reach = dbt_leg_reach_most(pose);
    const double a = dbt_vec3_dot(offset, offset), b = dbt_vec3_dot(line, offset);
    const double c = dbt_vec3_dot(line, line) - reach * reach, root = b * b - a * c;
    if (!(a > unmoved * unmoved) || a + 2.0 * b + c <= rounding * reach * reach)
        return 0.0;
    const double share = root > 0.0 ? (sqrt(root) - b) / a : 0.0;
    return 1.0 - fmin(fmax(share, 0.0), 1.0);
}

/* Rises from 0 to 1 over plant_time, because nothing may move before it begins. */
static double eased_in(const dbt_plant *p, size_t frame)
{
    const double t = (double)(frame - p->begin) * p->times.dt;
    return dbt_curve_at(DBT_CURVE_SMOOTHERSTEP, dbt_part_of_time(t, p->times.ease));
}

/* Computes the slides of a frame, whose motion root goes down by a bound that begins slowly. */
static void find_slips(dbt_plant *p, size_t frame, double down)
{
    const waiting_leg *waiting = waiting_legs(p, frame);
    place_legs(p, waiting_pose(p, frame));
    p->down[slot_of(p, frame)] = down;
    for (int i = 0; i < p->n_legs; i++) {
        planted_leg *leg = &p->legs[i];
        const dbt_leg_pose pose = leg_pose(p, leg->joints);
        const double slip =
            leg->usable ? slip_of(p, &pose, offset_of(p, i, &waiting[i], true), down) : 0.0;
        const double known = dbt_smooth_bound_next(&leg->slips, slip);
        if (frame >= p->begin + 2 * p->half)
            waiting_legs(p, frame - 2 * p->half)[i].slip = fmin(known, 1.0);
    }
}

/* Lifts the foot of a waiting frame off the ground: slowly at first, but no less than it must. */
static void lift(dbt_plant *p, size_t frame, int leg, double by)
{
    waiting_leg *waiting = &waiting_legs(p, frame)[leg];
    waiting->lift = fmax(by * eased_in(p, frame), waiting->below);
    if (waiting->lift > unmoved && p->active < frame)
        p->active = frame;
}

/* Finds how far the motion root must go down in a frame, and what is known then of earlier ones. */
static void settle(dbt_plant *p)
{
    const size_t frame = p->settled++;
    const waiting_leg *waiting = waiting_legs(p, frame);
    double drop = 0.0;
    place_legs(p, waiting_pose(p, frame));
    for (int i = 0; i < p->n_legs; i++) {
        const dbt_leg_pose pose = leg_pose(p, p->legs[i].joints);
        if (p->legs[i].usable)
            drop = fmax(drop, drop_for(p, &pose, offset_of(p, i, &waiting[i], false)));
    }
    const double down = dbt_smooth_bound_next(&p->drops, drop);
    if (frame >= p->begin + 2 * p->half)
        find_slips(p, frame - 2 * p->half, down * eased_in(p, frame - 2 * p->half));
}

void dbt_plant_give(dbt_plant *plant, const dbt_transform *blend, const dbt_transform *target)
{
    dbt_plant *p = plant;
    const size_t frame = p->next++, n = (size_t)skeleton_of(p)->n_joints;
    waiting_leg *waiting = waiting_legs(p, frame);
    memcpy(p->poses + slot_of(p, frame) * n, blend, n * sizeof *blend);
    place_legs(p, target);
    for (int i = 0; i < p->n_legs; i++) {
        for (int k = 0; k < p->legs[i].joints.n_points; k++) {
            planted_point *point = &p->legs[i].points[k];
            point->target_before = point->target;
            point->target = point_place(p, &p->legs[i], k);
        }
    }
    place_legs(p, blend);
    for (int i = 0; i < p->n_legs; i++) {
        planted_leg *leg = &p->legs[i];
        waiting[i] = (waiting_leg){ .slip = 0.0 };
        if (!leg->usable)
            continue;
        waiting[i] = step_leg(p, leg, frame);
        const double known = dbt_smooth_bound_next(&leg->lifts, waiting[i].below);
        if (frame >= p->begin + 2 * p->half)
            lift(p, frame - 2 * p->half, i, known);
    }
}

/* ---- turning them ---- */

static dbt_quat part_of_turn(dbt_quat turn, double share)
{
    return share < 1.0 ? dbt_quat_exp(dbt_vec3_scale(dbt_quat_log(dbt_quat_abs(turn)), share))
                       : turn;
}

/* Turns a leg so that its foot reaches the goal. Knees and hips with few channels come as near as
 * they can; the encoder warns of the rest. */
static void turn_leg(const dbt_plant *p, const planted_leg *leg, const dbt_leg_pose *was,
                     dbt_vec3 hip, dbt_vec3 goal, const waiting_leg *waiting, dbt_transform *pose)
{
    const dbt_leg j = leg->joints;
    const dbt_joint *joints = skeleton_of(p)->joints;
    const dbt_quat above = p->world[joints[j.hip].parent].rot;
    const dbt_vec3 last = dbt_quat_rotate(p->world[j.hip].rot, leg->side);
    const double wanted = dbt_leg_bend(was, dbt_vec3_length(dbt_vec3_sub(goal, hip)));
    const dbt_leg_turns turns = dbt_leg_reach(was, dbt_leg_bow(was, last, wanted), hip, goal);
    dbt_quat thigh = dbt_quat_mul(turns.thigh, p->world[j.hip].rot);
    const dbt_quat shin = dbt_quat_mul(turns.shin, p->world[j.knee].rot);
    const dbt_quat bend = dbt_quat_mul(dbt_quat_conj(thigh), shin);
    const dbt_quat bends = dbt_joint_hold(&joints[j.knee], bend);
    if (joints[j.knee].n_rot < 3) { /* aim again with the knee as it can be */
        const dbt_vec3 line = dbt_quat_rotate(
            thigh, dbt_vec3_add(pose[j.knee].pos, dbt_quat_rotate(bends, pose[j.foot].pos)));
        thigh = dbt_quat_mul(dbt_quat_arc(line, dbt_vec3_sub(goal, hip)), thigh);
    }
    const dbt_quat swing = dbt_quat_mul(dbt_quat_conj(above), thigh);
    const dbt_quat held =
        dbt_quat_mul(above, dbt_quat_mul(dbt_joint_hold(&joints[j.hip], swing), bends));
    pose[j.hip].rot = dbt_quat_normalize(swing);
    pose[j.knee].rot = dbt_quat_normalize(bend);
    const dbt_quat turn = part_of_turn(waiting->foot, leg->used.held);
    const dbt_quat foot = dbt_quat_mul(turn, p->world[j.foot].rot);
    pose[j.foot].rot = dbt_quat_normalize(dbt_quat_mul(dbt_quat_conj(held), foot));
    if (waiting->turns_toes) {
        const dbt_quat toes = part_of_turn(waiting->toes, leg->used.held);
        const dbt_quat with_foot = dbt_quat_mul(turn, p->world[j.ball].rot);
        pose[j.ball].rot =
            dbt_quat_normalize(dbt_quat_mul(dbt_quat_conj(foot), dbt_quat_mul(toes, with_foot)));
    }
}

static void lower_motion_root(dbt_plant *p, double down, dbt_transform *pose)
{
    const int motion_root = p->sequence->chain.motion_root,
              parent = skeleton_of(p)->joints[motion_root].parent;
    const dbt_quat above = parent < 0 ? DBT_QUAT_IDENTITY : p->world[parent].rot;
    const dbt_vec3 drop = dbt_vec3_scale(dbt_vec3_axis(up_of(p)), -down);
    pose[motion_root].pos =
        dbt_vec3_add(pose[motion_root].pos, dbt_quat_rotate(dbt_quat_conj(above), drop));
    p->moved[motion_root] = true;
}

/* Makes the planted pose of a frame that is settled. */
static void make_pose(dbt_plant *p, size_t frame, dbt_transform *pose)
{
    const size_t n = (size_t)skeleton_of(p)->n_joints;
    const double down = p->down[slot_of(p, frame)];
    const waiting_leg *waiting = waiting_legs(p, frame);
    const bool drops = down > unmoved;
    p->moves = drops;
    memset(p->moved, 0, n * sizeof *p->moved);
    memcpy(pose, waiting_pose(p, frame), n * sizeof *pose);
    place_legs(p, pose);
    if (drops)
        lower_motion_root(p, down, pose);
    for (int i = 0; i < p->n_legs; i++) {
        planted_leg *leg = &p->legs[i];
        const dbt_vec3 offset =
            dbt_vec3_scale(offset_of(p, i, &waiting[i], true), 1.0 - waiting[i].slip);
        const bool turns = leg->used.held > 0.0 && (waiting[i].turns_foot || waiting[i].turns_toes);
        if (!leg->usable || (!drops && dbt_vec3_length(offset) <= unmoved && !turns))
            continue;
        const dbt_leg_pose was = leg_pose(p, leg->joints);
        const dbt_vec3 hip =
            dbt_vec3_add_scaled(was.hip, drops ? -down : 0.0, dbt_vec3_axis(up_of(p)));
        turn_leg(p, leg, &was, hip, dbt_vec3_add(was.foot, offset), &waiting[i], pose);
        p->moved[leg->joints.hip] = p->moved[leg->joints.knee] = p->moved[leg->joints.foot] = true;
        if (turns && waiting[i].turns_toes)
            p->moved[leg->joints.ball] = true;
        p->moves = true;
    }
}

/* ---- how much of it ---- */

/* A joint whose seam_ratio is higher has a seam; less what rounding may add. One that has a seam
 * without planting may have twice of it with. */
static const double seamless = 1.5 * (1.0 - 1e-4), more_seam = 2.0;

/* How often a share is halved in the search for the largest that does. */
enum { HALVINGS = 5 };

static void resettle(dbt_plant *p)
{
    p->settled = p->begin;
    dbt_smooth_bound_restart(&p->drops);
    for (int i = 0; i < p->n_legs; i++)
        dbt_smooth_bound_restart(&p->legs[i].slips);
}

static bool has_seam(const dbt_plant *p, int joint)
{
    return p->ratios[joint] > p->allowed[joint];
}

static bool leg_has_seam(const dbt_plant *p, const planted_leg *leg)
{
    bool has = has_seam(p, leg->joints.hip) || has_seam(p, leg->joints.knee);
    for (int k = 0; k < leg->joints.n_points; k++)
        has = has || has_seam(p, point_of(p, leg, k)->joint);
    return has;
}

static bool body_has_seam(const dbt_plant *p)
{
    bool has = false;
    for (int j = 0; j < skeleton_of(p)->n_joints; j++)
        has = has || has_seam(p, j);
    return has;
}

/* Measures the transition, with the shares as they are, into p->ratios. Returns whether a leg
 * (NULL: any joint) has a seam, as soon as it is found. */
static bool makes_seam(dbt_plant *p, const planted_leg *leg)
{
    const size_t n = (size_t)skeleton_of(p)->n_joints;
    bool found = false;
    resettle(p);
    dbt_seam_meter_restart(&p->meter, leg ? p->needed : NULL);
    for (int i = 0; i < p->n_early; i++)
        dbt_seam_meter_add(&p->meter, p->early + n * (size_t)i, false, false);
    for (size_t f = p->begin; !found && f <= p->last; f++) {
        while (p->settled <= f + 4 * p->half)
            settle(p);
        make_pose(p, f, p->pose);
        dbt_seam_meter_add(&p->meter, p->pose, true, f < p->last);
        found = leg ? leg_has_seam(p, leg) : body_has_seam(p);
    }
    return found;
}

static void use_shares(dbt_plant *p, const planted_leg *one, double held, double lifted)
{
    for (int i = 0; i < p->n_legs; i++)
        if (!one || one == &p->legs[i])
            p->legs[i].used =
                (leg_share){ held * p->legs[i].asked.held, lifted * p->legs[i].asked.lifted };
}

/* Scales the shares of a leg (NULL: of all) by the largest factor with which it makes no seam; that
 * of the lift only if nothing else helps. */
static void scale_shares(dbt_plant *p, const planted_leg *one)
{
    double least = 0.0, most = 1.0;
    for (int i = 0; i < p->n_legs; i++)
        p->legs[i].asked = p->legs[i].used;
    use_shares(p, one, 0.0, 1.0);
    const bool lifts = !makes_seam(p, one);
    for (int i = 0; i < HALVINGS; i++) {
        const double factor = 0.5 * (least + most);
        use_shares(p, one, factor, lifts ? 1.0 : factor);
        if (makes_seam(p, one))
            most = factor;
        else
            least = factor;
    }
    use_shares(p, one, least, lifts ? 1.0 : least);
}

/* Whether planting would make the foot slide more than the blend does. */
static bool slides_more(const planted_leg *leg)
{
    double own = 0.0, blend = 0.0;
    for (int k = 0; k < leg->joints.n_points; k++) {
        own = fmax(own, leg->points[k].slides);
        blend = fmax(blend, leg->points[k].blend_slides);
    }
    return own > blend;
}

/* Sets what each joint is allowed, by its seam_ratio without planting. */
static void allow_seams(dbt_plant *p)
{
    const int n = skeleton_of(p)->n_joints;
    for (int j = 0; j < n; j++)
        p->allowed[j] = INFINITY; /* measure the transition to its end */
    use_shares(p, NULL, 0.0, 0.0);
    (void)makes_seam(p, NULL);
    for (int j = 0; j < n; j++)
        p->allowed[j] = p->ratios[j] > seamless ? more_seam * p->ratios[j] : seamless;
}

/* A seam is worse than a slide: finds which share of each foot's correction makes no seam that is
 * not there without it. */
static void find_shares(dbt_plant *p)
{
    p->shared = true;
    for (int i = 0; i < p->n_legs; i++)
        if (slides_more(&p->legs[i]))
            p->legs[i].used.held = 0.0;
    for (int j = 0; j < skeleton_of(p)->n_joints; j++)
        p->allowed[j] = seamless;
    if (makes_seam(p, NULL)) {
        for (int i = 0; i < p->n_legs; i++)
            p->legs[i].asked = p->legs[i].used;
        allow_seams(p);
        use_shares(p, NULL, 1.0, 1.0);
        for (int i = 0; i < p->n_legs; i++)
            if (p->legs[i].usable && makes_seam(p, &p->legs[i]))
                scale_shares(p, &p->legs[i]);
        if (makes_seam(p, NULL))
            scale_shares(p, NULL);
    }
    resettle(p);
}

void dbt_plant_take(dbt_plant *plant, dbt_transform *pose)
{
    dbt_plant *p = plant;
    if (!p->shared)
        find_shares(p);
    while (p->settled <= p->due + 4 * p->half)
        settle(p);
    make_pose(p, p->due++, pose);
}

size_t dbt_plant_next(const dbt_plant *plant)
{
    return plant->next;
}

size_t dbt_plant_due(const dbt_plant *plant)
{
    return plant->due;
}

bool dbt_plant_waits(const dbt_plant *plant)
{
    const size_t from = plant->shared ? plant->due : plant->last;
    return plant->next <= from + 4 * plant->half;
}

bool dbt_plant_moves(const dbt_plant *plant)
{
    return plant && plant->moves;
}

bool dbt_plant_moves_joint(const dbt_plant *plant, int joint)
{
    return plant && plant->moved[joint];
}

bool dbt_plant_may_move_joint(const dbt_plant *plant, int joint)
{
    return plant && plant->needed[joint];
}

bool dbt_plant_is_over(const dbt_plant *plant)
{
    const dbt_plant *p = plant;
    return p->due > p->at.end && p->due > p->active + 2 * p->half;
}

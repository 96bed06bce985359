#include "blend/plant_parts.h"

#include "base/min_max.h"

#include <string.h>

/* ---- times ---- */

/* A bound begins to rise 2 half values, which is plant_time, before its cause. */
static size_t half_of(const dbt_sequence *s)
{
    const double seconds = dbt_plant_seconds_of(s, s->spec.plant_time);
    return (size_t)floor(seconds / s->timeline.frame_time / 2.0 + 0.5);
}

static bool has_length(const dbt_sequence *s, dbt_vec3 bone)
{
    return dbt_vec3_length(bone) > 1e-6 * s->chain.reach;
}

/* The work of a frame is proportional to plant_time in frames. MAX_WAITING: bytes of waiting
 * frames.
 */
enum { MAX_PLANT_FRAMES = 1200, MAX_WAITING = 40 << 20 };

/* For how many waiting frames there is room. */
static size_t room_for(const dbt_sequence *s)
{
    const size_t frame = sizeof(waiting_frame) + (size_t)s->feet.n_legs * sizeof(waiting_leg) +
                         (size_t)s->timeline.skeleton->n_joints * sizeof(dbt_transform);
    return MAX_WAITING / frame;
}

/* Whether a bone has length in a track's first frame, with joints between that twist it. */
static bool has_bone(const dbt_sequence *s, const dbt_track *track, int from, int to)
{
    bool has = false;
    for (int j = to; j != from && !has; j = s->timeline.skeleton->joints[j].parent)
        has = has_length(s, dbt_track_joint(track, 0, j).pos);
    return has;
}

/* The first bone of a leg that has no length in a clip's first frame, by its lower joint; -1:
 * none. */
static int missing_bone(const dbt_sequence *s, dbt_leg leg)
{
    for (int t = 0; t < s->timeline.n_tracks; t++) {
        const dbt_track *track = &s->timeline.tracks[t];
        if (!has_bone(s, track, leg.hip, leg.knee))
            return leg.knee;
        if (!has_bone(s, track, leg.knee, leg.foot))
            return leg.foot;
    }
    return -1;
}

bool dbt_plant_check(const dbt_sequence *sequence, dbt_warnings *warnings, dbt_error *err)
{
    const dbt_sequence *s = sequence;
    const dbt_joint *joints = s->timeline.skeleton->joints;
    const double frames = dbt_plant_seconds_of(s, s->spec.plant_time) / s->timeline.frame_time;
    const double fit = floor((double)room_for(s) / 2.0) - 3.0;
    const double most = fmax(fmin(fit, MAX_PLANT_FRAMES), 0.0);
    if (!(frames <= most))
        return dbt_fail(
            err, DBT_E_LIMIT,
            DBT_SETTING("plant_time") " is %.0f frames, the limit for this skeleton is %.0f",
            frames, most);
    if (s->feet.n_legs == 0) {
        dbt_buffer why = { 0 };
        dbt_feet_say_none(&s->feet, s->timeline.skeleton, joints[s->chain.motion_root].name, &why);
        if (s->feet.n == 0)
            dbt_feet_say_lowest(&s->timeline.tracks[0], s->chain.motion_root, s->spec.up, &why);
        dbt_warn(warnings, DBT_WARN_FEET, NULL, 0, 0,
                 "no feet to lock: %.170s (" DBT_SETTING("feet") " names the feet)", why.bytes);
        dbt_buffer_release(&why);
    }
    for (int i = 0; i < s->feet.n_legs; i++) {
        const int missing = missing_bone(s, s->feet.legs[i]);
        if (missing >= 0)
            dbt_warn(warnings, DBT_WARN_FEET, NULL, 0, 0,
                     "foot '%.60s' is not locked: '%.60s' is at the same position as '%.60s'",
                     joints[s->feet.legs[i].foot].name, joints[missing].name,
                     joints[joints[missing].parent].name);
    }
    return true;
}

/* ---- making one ---- */

static bool alloc_all(dbt_plant *p)
{
    const size_t n = (size_t)dbt_plant_skeleton_of(p)->n_joints, n_legs = (size_t)p->n_legs;
    dbt_arena *memory = &p->memory;
    const double *weights = dbt_smooth_bound_weights(p->half, memory);
    p->drops = dbt_smooth_bound_new(p->half, weights, memory);
    p->legs = dbt_arena_array(memory, n_legs, sizeof *p->legs);
    p->poses = dbt_arena_array(memory, p->n_slots, n * sizeof *p->poses);
    p->waiting = dbt_arena_array(memory, p->n_slots, n_legs * sizeof *p->waiting);
    p->frames = dbt_arena_array(memory, p->n_slots, sizeof *p->frames);
    p->world = dbt_arena_array(memory, n, sizeof *p->world);
    p->early = dbt_arena_array(memory, 2, n * sizeof *p->early);
    p->levels = dbt_arena_array(memory, n, sizeof *p->levels);
    p->ratios = dbt_arena_array(memory, n + n_legs, sizeof *p->ratios);
    p->plain = dbt_arena_array(memory, n + n_legs, sizeof *p->plain);
    p->allowed = dbt_arena_array(memory, n + n_legs, sizeof *p->allowed);
    p->low = dbt_arena_array(memory, n + n_legs, sizeof *p->low);
    p->high = dbt_arena_array(memory, n + n_legs, sizeof *p->high);
    p->searches = dbt_arena_array(memory, n_legs, sizeof *p->searches);
    p->needed = dbt_arena_array(memory, n, sizeof *p->needed);
    p->leg_of = dbt_arena_array(memory, n, sizeof *p->leg_of);
    p->placed = dbt_arena_array(memory, n, sizeof *p->placed);
    p->measured = dbt_arena_array(memory, n, sizeof *p->measured);
    p->moved = dbt_arena_array(memory, n, sizeof *p->moved);
    for (int i = 0; p->legs && i < p->n_legs; i++) {
        p->legs[i].slips = dbt_smooth_bound_new(p->half, weights, memory);
        p->legs[i].lifts = dbt_smooth_bound_new(p->half, weights, memory);
    }
    p->meter = dbt_abruptness_meter_new(dbt_plant_skeleton_of(p), p->times.dt);
    return p->meter;
}

void dbt_plant_free(dbt_plant *plant)
{
    if (plant) {
        dbt_abruptness_meter_free(plant->meter);
        dbt_arena_release(&plant->memory);
    }
    dbt_free(plant);
}

static void copy_arrays(dbt_plant *to, const dbt_plant *from)
{
    const size_t n = (size_t)dbt_plant_skeleton_of(from)->n_joints, n_legs = (size_t)from->n_legs;
    memcpy(to->poses, from->poses, from->n_slots * n * sizeof *to->poses);
    memcpy(to->waiting, from->waiting, from->n_slots * n_legs * sizeof *to->waiting);
    memcpy(to->frames, from->frames, from->n_slots * sizeof *to->frames);
    memcpy(to->early, from->early, 2 * n * sizeof *to->early);
    memcpy(to->levels, from->levels, n * sizeof *to->levels);
    memcpy(to->needed, from->needed, n * sizeof *to->needed);
    memcpy(to->leg_of, from->leg_of, n * sizeof *to->leg_of);
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

dbt_plant *dbt_plant_copy(const dbt_plant *plant)
{
    dbt_plant *p = dbt_alloc_object(sizeof *p);
    *p = *plant;
    p->memory = (dbt_arena){ .last = NULL };
    if (alloc_all(p)) {
        copy_arrays(p, plant);
        return p;
    }
    dbt_plant_free(p);
    return NULL;
}

/* Parts of the thigh. A knee that bends more shows to which side it bends: 11 degrees. */
static const double tells = 0.1;

static void take_side(const dbt_plant *p, planted_leg *leg, double least)
{
    const dbt_leg_pose pose = dbt_plant_leg_pose(p, leg->joints);
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
    for (int j = 0; j < dbt_plant_skeleton_of(p)->n_joints; j++)
        if (p->needed[j])
            dbt_joint_place(dbt_plant_skeleton_of(p), j, dbt_track_joint(track, clip_frame, j),
                            p->world);
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
    dbt_plant_place_legs(p, source);
    take_sides(p, 1e-6);
    for (int i = 0; i < p->n_legs; i++)
        if (!p->legs[i].has_side)
            p->legs[i].side = dbt_vec3_axis((dbt_plant_up_of(p) + 1) % 3);
}

/* Finds whether a point stands at both ends of the gap, or in both clips at the cut. */
static void find_ends(const dbt_plant *p, planted_leg *leg, int point)
{
    planted_point *at = &leg->points[point];
    at->stands_in_first = dbt_plant_stands_in(p, leg, point, p->cut, dbt_cut_plays(p->at), true);
    at->stands_at_ends =
        at->stands_in_first && dbt_plant_stands_in(p, leg, point, p->cut - 1, p->at.cut, true);
    at->stood = p->begin > 1 && dbt_plant_stands_in(p, leg, point, p->cut - 1, p->begin - 1, false);
}

static void begin_legs(dbt_plant *p, const dbt_transform *source, const dbt_transform *before)
{
    dbt_plant_place_legs(p, before ? before : source);
    for (int i = 0; i < p->n_legs; i++)
        for (int k = 0; k < p->legs[i].joints.n_points; k++)
            p->legs[i].points[k].place_before =
                dbt_plant_on_ground(p, dbt_plant_point_place(p, &p->legs[i], k));
    dbt_plant_place_legs(p, source);
    for (int i = 0; i < p->n_legs; i++) {
        planted_leg *leg = &p->legs[i];
        leg->usable = missing_bone(p->sequence, leg->joints) < 0;
        for (int k = 0; k < leg->joints.n_points; k++) {
            leg->points[k].place = dbt_plant_on_ground(p, dbt_plant_point_place(p, leg, k));
            leg->turns[k].turn = leg->turns[k].turn_before = DBT_QUAT_IDENTITY;
            find_ends(p, leg, k);
        }
    }
    find_sides(p, source);
}

static void mark_joints(dbt_plant *p)
{
    const dbt_skeleton *skeleton = dbt_plant_skeleton_of(p);
    for (int i = 0; i < p->n_legs; i++)
        for (int k = 0; k < p->legs[i].joints.n_points; k++)
            for (int j = dbt_plant_point_of(p, &p->legs[i], k)->joint; j >= 0 && !p->needed[j];
                 j = skeleton->joints[j].parent)
                p->needed[j] = true;
    for (int j = 0; j < skeleton->n_joints; j++) {
        const int parent = skeleton->joints[j].parent;
        p->leg_of[j] = parent < 0 ? -1 : p->leg_of[parent];
        for (int i = 0; i < p->n_legs; i++)
            p->leg_of[j] = p->legs[i].joints.hip == j ? i : p->leg_of[j];
    }
}

/* Keeps what is measured with the transition's frames. */
static void keep_source(dbt_plant *p, const dbt_plant_source *source, const dbt_abruptness *levels)
{
    const size_t n = (size_t)dbt_plant_skeleton_of(p)->n_joints;
    const dbt_transform *const early[] = { source->before ? source->earlier : NULL,
                                           source->before };
    memcpy(p->levels, levels, n * sizeof *levels);
    dbt_abruptness_forgive(p->levels, dbt_plant_skeleton_of(p)->n_joints, p->times.dt);
    for (int i = 0; i < 2; i++)
        if (early[i])
            memcpy(p->early + n * (size_t)p->n_early++, early[i], n * sizeof *early[i]);
}

/* The last frame whose slide counts: before the next cut, where its clip may show. */
static size_t last_slide(const dbt_sequence *s, int cut)
{
    const dbt_placed_clip *clips = s->timeline.clips;
    const size_t plays = dbt_cut_plays(clips[cut].at);
    const size_t end = cut + 1 < s->timeline.n_clips
                           ? dbt_max(dbt_cut_begin(clips[cut + 1].at), plays + 1)
                           : s->timeline.n_frames;
    return dbt_min(clips[cut].at.end, end - 1);
}

/* For how many seconds after they may be held feet are followed on their way back. */
static const double followed = 3.0;

/* The last frame in which a seam may count, of those that play and for whose poses there is room.
 */
static size_t last_frame(const dbt_plant *p, int cut)
{
    const dbt_timeline *t = &p->sequence->timeline;
    const size_t after = (size_t)(followed / p->times.dt), room = room_for(p->sequence);
    size_t end = dbt_min(p->times.hold_end + after, t->n_frames - 1);
    if (cut + 1 < t->n_clips) /* the next transition may begin in this one */
        end = dbt_min(end, dbt_max(t->clips[cut + 1].at.end, p->at.end + 2));
    return p->begin + (room > 4 * p->half ? dbt_min(end - p->begin, room - 4 * p->half) : 0);
}

dbt_plant *dbt_plant_new(const dbt_contacts *contacts, int cut, const dbt_plant_source *source,
                         const dbt_abruptness *levels)
{
    const dbt_sequence *s = contacts->sequence;
    const dbt_cut_frames at = s->timeline.clips[cut].at;
    const double hold = dbt_plant_seconds_of(s, s->spec.plant_hold) / s->timeline.frame_time;
    dbt_plant *p = dbt_alloc_object(sizeof *p);
    *p = (dbt_plant){ .contacts = contacts,
                      .sequence = s,
                      .cut = cut,
                      .at = at,
                      .begin = dbt_cut_begin(at),
                      .next = dbt_cut_begin(at),
                      .due = dbt_cut_begin(at),
                      .settled = dbt_cut_begin(at),
                      .slide_end = last_slide(s, cut),
                      .half = half_of(s),
                      .dropped = 1.0,
                      .n_legs = contacts->feet->n_legs };
    p->times = (dbt_foothold_times){
        .dt = s->timeline.frame_time,
        .ease = dbt_plant_seconds_of(s, s->spec.plant_time),
        .speed = s->feet.speed,
        .hold_end = at.end + (size_t)fmin(floor(hold * (1.0 + 1e-4)), DBT_MAX_FRAMES),
    };
    p->last_most = last_frame(p, cut);
    p->last = dbt_min(at.end + 2, p->last_most);
    p->n_slots = p->last_most - p->begin + 4 * p->half + 1;
    if (!alloc_all(p)) {
        dbt_plant_free(p);
        return NULL;
    }
    for (int i = 0; i < p->n_legs; i++) {
        p->legs[i].joints = contacts->feet->legs[i];
        p->legs[i].used = (leg_share){ 1.0, 1.0, 1.0 };
    }
    mark_joints(p);
    keep_source(p, source, levels);
    begin_legs(p, source->pose, source->before);
    return p;
}

/* ---- taking frames ---- */

/* Marks the joints that the frame that is due moves. */
static void note_moves(dbt_plant *p)
{
    const bool drops = dbt_plant_goes_down(p, p->due);
    memset(p->moved, 0, (size_t)dbt_plant_skeleton_of(p)->n_joints * sizeof *p->moved);
    p->moves = p->moved[p->sequence->chain.motion_root] = drops;
    for (int i = 0; i < p->n_legs; i++) {
        const made_leg *made = &dbt_plant_waiting_legs(p, p->due)[i].made;
        const dbt_leg j = p->legs[i].joints;
        if (!made->moves)
            continue;
        p->moves = p->moved[j.hip] = p->moved[j.knee] = p->moved[j.foot] = true;
        if (made->turns_toes)
            p->moved[j.ball] = true;
    }
}

void dbt_plant_take(dbt_plant *plant, dbt_transform *pose)
{
    dbt_plant *p = plant;
    if (!p->shared)
        dbt_plant_find_shares(p);
    dbt_plant_settle(p, p->due);
    for (int i = 0; i < p->n_legs && p->due > p->last; i++) /* the last pass has made the others */
        dbt_plant_make_leg(p, i, p->due, p->due);
    dbt_plant_put_pose(p, p->due, pose);
    note_moves(p);
    p->drop = fmax(p->drop, dbt_plant_waiting_frame(p, p->due)->down);
    for (int i = 0; i < p->n_legs; i++) {
        planted_leg *leg = &p->legs[i];
        const waiting_leg *waiting = &dbt_plant_waiting_legs(p, p->due)[i];
        leg->missed = fmax(leg->missed, waiting->made.misses);
        leg->n_held += waiting->held && leg->used.held > 0.0;
    }
    p->due++;
}

dbt_planted dbt_plant_result(const dbt_plant *plant)
{
    const dbt_plant *p = plant;
    dbt_planted all = { .n_feet = p->n_legs,
                        .is_measured = p->slide_end <= p->last,
                        .drop = p->drop };
    for (int i = 0; i < p->n_legs; i++) {
        const planted_leg *leg = &p->legs[i];
        const leg_slides slides = dbt_plant_slides(p, leg);
        const dbt_planted_foot foot = { .joint = leg->joints.foot,
                                        .n_held = leg->n_held,
                                        .slide = slides.own,
                                        .blend_slide = slides.blend,
                                        .share = leg->used.held,
                                        .missed = leg->missed };
        all.n_held += leg->n_held > 0;
        all.slide = fmax(all.slide, foot.slide);
        all.blend_slide = fmax(all.blend_slide, foot.blend_slide);
        all.missed = fmax(all.missed, foot.missed);
        if (i < DBT_PLANTED_FEET)
            all.feet[i] = foot;
    }
    return all;
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

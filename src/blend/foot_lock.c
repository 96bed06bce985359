#include "blend/foot_lock_internal.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "motion/curve.h"

#include <string.h>

/* Limit of plant_time, because the work of a frame is proportional to it. */
enum { MAX_EASE_FRAMES = 1200 };

/* ---- the spec ---- */

double dbt_lock_seconds(const dbt_sequence *s, dbt_time length)
{
    return length.unit == DBT_TIME_FRAMES ? length.value * s->timeline.frame_time : length.value;
}

size_t dbt_lock_half(const dbt_sequence *s)
{
    return (size_t)floor(dbt_lock_seconds(s, s->spec.plant_time) / s->timeline.frame_time / 2.0 +
                         0.5);
}

/* Returns the bytes of a frame's pose and `moved` in a dbt_foot_lock. */
static size_t frame_bytes(const dbt_sequence *s)
{
    return (size_t)s->timeline.skeleton->n_joints * (sizeof(dbt_transform) + sizeof(bool));
}

/* Returns whether the bone from joint `from` to its descendant `to` has length in a track's first
 * frame: any joint after `from` is more than 1e-6 reach from its parent. Twist joints may lie
 * between its ends. */
static bool has_bone(const dbt_sequence *s, const dbt_track *track, int from, int to)
{
    bool has = false;
    for (int j = to; j != from && !has; j = s->timeline.skeleton->joints[j].parent)
        has = dbt_vec3_length(dbt_track_joint(track, 0, j).pos) > 1e-6 * s->chain.reach;
    return has;
}

/* Returns the lower joint of a leg's first bone that has no length in the first frame of any clip;
 * -1 if there is none. */
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

bool dbt_foot_lock_check(const dbt_sequence *sequence, dbt_warnings *warnings, dbt_error *err)
{
    const dbt_sequence *s = sequence;
    const dbt_joint *joints = s->timeline.skeleton->joints;
    const double frames = dbt_lock_seconds(s, s->spec.plant_time) / s->timeline.frame_time;
    const double fit = floor((double)DBT_FOOT_LOCK_BYTES / (double)frame_bytes(s) / 4.0) - 3.0;
    const double limit = fmax(fmin(fit, MAX_EASE_FRAMES), 0.0);
    if (!(frames <= limit))
        return dbt_fail(err, DBT_E_LIMIT,
                        "--plant-time is %.0f frames, the limit for this skeleton is %.0f", frames,
                        limit);
    if (!warnings)
        return true;
    if (s->feet.n_legs == 0) {
        dbt_buffer why = { 0 };
        dbt_feet_say_none(&s->feet, s->timeline.skeleton, joints[s->chain.motion_root].name, &why);
        if (s->feet.n == 0)
            dbt_feet_say_lowest(&s->timeline.tracks[0], s->chain.motion_root, s->spec.up, &why);
        dbt_warn(warnings, DBT_WARN_FEET, NULL, 0, 0,
                 "no feet to lock: %.170s (--feet names the feet)", why.bytes);
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

/* ---- paths ---- */

/* Evaluates the blend from p->begin on, stores its poses in p->lock, and finds the paths and the
 * blend of all usable legs. Stops two frames after the transition, or when the feet have been back
 * in the blend for plant_time and three frames, if that is later; at the latest at p->end. Sets
 * p->last to the last frame, and p->active. */
static void find_paths(foot_locking *p)
{
    size_t last = dbt_min(p->at.end + 2, p->end);
    for (size_t frame = p->begin; frame <= last; frame++) {
        dbt_transform *blend = blend_of(p, frame);
        p->spec->blend(p->spec->context, frame, blend);
        dbt_lock_find_world(p, blend);
        for (int i = 0; i < p->n_legs; i++) {
            if (!p->legs[i].usable)
                continue;
            dbt_lock_step_path(p, i, frame);
            dbt_lock_record_blend(p, i, frame);
        }
        if (p->active > p->begin) /* smooth envelopes end a window later */
            last = dbt_min(dbt_max(last, p->active + 2 * p->half_window + 3), p->end);
    }
    p->last = last;
}

/* Fades out offset, rotation and lift of all legs, to 0 at p->last, over plant_time or the whole
 * lock if that is shorter. Nothing if the lock has one frame. */
static void fade_out(foot_locking *p)
{
    const size_t n = dbt_min(2 * p->half_window + 1, p->last - p->begin);
    for (size_t k = 0; k <= n && n > 0; k++) {
        const double left = dbt_curve_at(DBT_CURVE_SMOOTHERSTEP, (double)k / (double)n);
        for (int i = 0; i < p->n_legs; i++) {
            leg_frame *f = leg_at(p, i, p->last - k);
            f->offset = dbt_vec3_scale(f->offset, left);
            f->rotation = dbt_quat_fraction(f->rotation, left);
            f->lift *= left;
        }
    }
}

/* Replaces the lifts of all legs by their smooth envelopes. These ease in over plant_time, or over
 * half of the transition if that is longer, because a faster ease-in may be a seam. No lift becomes
 * smaller. Overwrites p->drops, scratch here. */
static void smooth_lifts(foot_locking *p)
{
    const double half = 0.5 * (double)(p->at.end - p->begin) * p->times.dt;
    for (int i = 0; i < p->n_legs; i++) {
        for (size_t frame = p->begin; frame <= p->last; frame++)
            p->drops[frame - p->begin] = leg_at(p, i, frame)->lift;
        dbt_lock_bound(p, p->drops);
        for (size_t frame = p->begin; frame <= p->last; frame++) {
            leg_frame *f = leg_at(p, i, frame);
            f->lift = fmax(p->drops[frame - p->begin] *
                               dbt_lock_eased_in(p, frame, fmax(p->times.ease, half)),
                           f->lift);
        }
    }
}

/* ---- a lock ---- */

/* Returns the last frame whose slide is counted: the transition's end, or if that is earlier, the
 * last frame before the next transition begins; for the last cut, the output's last frame. Not
 * before the new clip's first frame. */
static size_t last_slide(const dbt_sequence *s, int cut)
{
    const dbt_placed_clip *clips = s->timeline.clips;
    const size_t plays = dbt_cut_plays(clips[cut].at);
    const size_t end = cut + 1 < s->timeline.n_clips
                           ? dbt_max(dbt_cut_begin(clips[cut + 1].at), plays + 1)
                           : s->timeline.n_frames;
    return dbt_min(clips[cut].at.end, end - 1);
}

/* Sets p->last_seam to the last frame of the output, or of the next transition if that is earlier
 * (but two frames after this one's end). Sets p->end, the limit of the lock's last frame:
 * plant_time after p->last_seam, or the last frame for which `room` bytes suffice. Sets
 * p->is_cut_off if that is `room`. */
static void find_end(foot_locking *p, size_t room)
{
    const dbt_timeline *t = &p->sequence->timeline;
    const size_t work =
        frame_bytes(p->sequence) + (size_t)p->n_legs * sizeof(leg_frame) + sizeof *p->drops;
    size_t last = t->n_frames - 1;
    if (p->cut + 1 < t->n_clips) /* the next transition may end before this one */
        last = dbt_min(last, dbt_max(t->clips[p->cut + 1].at.end, p->at.end + 2));
    const size_t limit = p->begin + room / work;
    p->last_seam = last;
    last += 2 * p->half_window; /* the delay of smooth envelopes */
    p->end = dbt_min(last, limit);
    p->is_cut_off = limit < last;
}

/* Sets p->needed, p->in_leg and p->measured_joints, [n_joints], owned by p->memory: joints of
 * contact points and their ancestors; hips and their descendants; the union of both. */
static void find_needed(foot_locking *p)
{
    const int n = p->skeleton->n_joints;
    p->needed = dbt_arena_array(&p->memory, (size_t)n, sizeof *p->needed);
    p->in_leg = dbt_arena_array(&p->memory, (size_t)n, sizeof *p->in_leg);
    p->measured_joints = dbt_arena_array(&p->memory, (size_t)n, sizeof *p->measured_joints);
    for (int i = 0; i < p->n_legs; i++)
        for (int k = 0; k < p->legs[i].joints.n_points; k++)
            p->needed[point_of(p, &p->legs[i], k)->joint] = true;
    dbt_mark_above(p->skeleton, p->needed);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < p->n_legs; i++)
            p->in_leg[j] = p->in_leg[j] || j == p->legs[i].joints.hip;
        p->in_leg[j] = p->in_leg[j] || (j > 0 && p->in_leg[p->skeleton->joints[j].parent]);
        p->measured_joints[j] = p->in_leg[j] || p->needed[j];
    }
}

void dbt_lock_init_legs(foot_locking *p, size_t n_frames)
{
    p->legs = dbt_arena_array(&p->memory, (size_t)p->n_legs, sizeof *p->legs);
    for (int i = 0; i < p->n_legs; i++) {
        locked_leg *leg = &p->legs[i];
        leg->joints = p->contacts->feet->legs[i];
        leg->n = leg->joints.n_points < LOCKED_POINTS ? leg->joints.n_points : LOCKED_POINTS;
        leg->usable = missing_bone(p->sequence, leg->joints) < 0;
        leg->frames = dbt_arena_array(&p->memory, n_frames, sizeof *leg->frames);
    }
    find_needed(p);
}

/* Sets p->early and p->n_early to the source's poses before the first frame, as far as they are
 * known. Sets up the legs (dbt_lock_init_legs) with their sides, and their paths from the source's
 * poses, pos_before too: without spec->before it is the source's. Overwrites p->world. */
static void begin_legs(foot_locking *p)
{
    const dbt_foot_lock_spec *spec = p->spec;
    const dbt_transform *const early[] = { spec->before ? spec->earlier : NULL, spec->before };
    const size_t n = (size_t)p->skeleton->n_joints;
    p->early = dbt_arena_array(&p->memory, 2, n * sizeof *p->early);
    for (int i = 0; i < 2; i++)
        if (early[i])
            memcpy(p->early + n * p->n_early++, early[i], n * sizeof *p->early);
    dbt_lock_init_legs(p, p->end - p->begin + 1);
    dbt_lock_find_sides(p);
    dbt_lock_find_world(p, spec->source);
    for (int i = 0; i < p->n_legs; i++)
        dbt_lock_begin_path(p, &p->legs[i]);
    dbt_lock_find_world(p, spec->before ? spec->before : spec->source);
    for (int i = 0; i < p->n_legs; i++)
        for (int k = 0; k < p->legs[i].n; k++)
            p->legs[i].points[k].pos_before = on_ground(p, dbt_lock_point(p, &p->legs[i], k));
}

/* Returns the state of a lock before its first frame. Borrows spec and lock, which it does not
 * change. The caller releases its `memory` and frees its `meter`. */
static foot_locking begin_locking(const dbt_foot_lock_spec *spec, dbt_foot_lock *lock)
{
    const dbt_sequence *s = spec->contacts->sequence;
    const dbt_cut_frames at = s->timeline.clips[spec->cut].at;
    const double lock_frames = dbt_lock_seconds(s, s->spec.plant_hold) / s->timeline.frame_time;
    foot_locking p = { .spec = spec,
                       .contacts = spec->contacts,
                       .sequence = s,
                       .skeleton = s->timeline.skeleton,
                       .lock = lock,
                       .cut = spec->cut,
                       .up = s->spec.up,
                       .at = at,
                       .begin = dbt_cut_begin(at),
                       .slide_end = last_slide(s, spec->cut),
                       .half_window = dbt_lock_half(s),
                       .max_drop = dbt_tuning_get(&s->timeline.clips[spec->cut].tuning,
                                                  "plant_drop", s->spec.plant_drop),
                       .n_legs = spec->contacts->feet->n_legs };
    const size_t n = (size_t)p.skeleton->n_joints;
    p.times = (dbt_foothold_times){
        .dt = s->timeline.frame_time,
        .ease = dbt_lock_seconds(s, s->spec.plant_time),
        .speed = s->feet.speed,
        .lock_end = at.end + (size_t)fmin(floor(lock_frames * (1.0 + 1e-4)), DBT_MAX_FRAMES),
    };
    find_end(&p, spec->room);
    p.active = p.begin;
    p.bound = dbt_smooth_bound_new(p.half_window,
                                   dbt_smooth_bound_weights(p.half_window, &p.memory), &p.memory);
    p.drops = dbt_arena_array(&p.memory, p.end - p.begin + 1, sizeof *p.drops);
    p.world = dbt_arena_array(&p.memory, n, sizeof *p.world);
    p.meter = dbt_abruptness_meter_new(p.skeleton, p.times.dt);
    begin_legs(&p);
    return p;
}

/* Replaces the blends in p->lock, up to p->last, by the locked poses, found by the last weight
 * applied. Shrinks `poses` to them, allocates and sets `moved`, and sets n and bytes. */
static void finish_poses(const foot_locking *p)
{
    const size_t n = (size_t)p->skeleton->n_joints;
    dbt_foot_lock *lock = p->lock;
    lock->n = p->last - p->begin + 1;
    lock->poses = dbt_resize_array(lock->poses, lock->n, n * sizeof *lock->poses);
    lock->moved = dbt_alloc_array(lock->n, n * sizeof *lock->moved);
    lock->bytes = lock->n * frame_bytes(p->sequence);
    for (size_t frame = p->begin; frame <= p->last; frame++) {
        bool *moved = lock->moved + (frame - p->begin) * n;
        dbt_lock_apply(p, frame, blend_of(p, frame));
        moved[p->sequence->chain.motion_root] = p->drops[frame - p->begin] > DBT_UNMOVED;
        for (int i = 0; i < p->n_legs; i++) {
            const dbt_leg j = p->legs[i].joints;
            if (leg_at(p, i, frame)->moves)
                moved[j.hip] = moved[j.knee] = moved[j.foot] = true;
        }
    }
}

void dbt_locked_feet_add(dbt_locked_feet *feet, int leg, const dbt_locked_foot *foot)
{
    feet->n_locked += foot->n_locked > 0;
    feet->slide = fmax(feet->slide, foot->slide);
    feet->blend_slide = fmax(feet->blend_slide, foot->blend_slide);
    feet->missed = fmax(feet->missed, foot->missed);
    if (leg < DBT_LOCKED_FEET)
        feet->feet[leg] = *foot;
}

/* Sets *feet to the result of the foot lock at p->weight. At weight 0 no frame is locked. The
 * slides are incomplete, and is_measured false, if the lock ends before p->slide_end. */
static void sum_up(const foot_locking *p, dbt_locked_feet *feet)
{
    *feet = (dbt_locked_feet){ .n_feet = p->n_legs,
                               .is_measured = p->slide_end <= p->last,
                               .weight = p->weight,
                               .drop = dbt_lock_largest_drop(p) };
    for (int i = 0; i < p->n_legs; i++) {
        const locked_leg *leg = &p->legs[i];
        dbt_locked_foot foot = { .joint = leg->joints.foot,
                                 .slide = dbt_lock_slide(p, leg, false),
                                 .blend_slide = dbt_lock_slide(p, leg, true) };
        for (size_t frame = p->begin; frame <= p->last; frame++) {
            foot.missed = fmax(foot.missed, leg_at(p, i, frame)->missed);
            foot.n_locked += leg_at(p, i, frame)->held && p->weight > 0.0;
        }
        dbt_locked_feet_add(feet, i, &foot);
    }
}

dbt_foot_lock *dbt_foot_lock_new(const dbt_foot_lock_spec *spec)
{
    dbt_foot_lock *lock = dbt_alloc_object(sizeof *lock);
    foot_locking p = begin_locking(spec, lock);
    *lock = (dbt_foot_lock){ .first = p.begin, .n_joints = p.skeleton->n_joints };
    lock->poses =
        dbt_alloc_array(p.end - p.begin + 1, (size_t)lock->n_joints * sizeof *lock->poses);
    find_paths(&p);
    if (p.is_cut_off && p.last == p.end)
        fade_out(&p);
    smooth_lifts(&p);
    dbt_lock_find_weight(&p);
    finish_poses(&p);
    sum_up(&p, &lock->feet);
    dbt_abruptness_meter_free(p.meter);
    dbt_arena_release(&p.memory);
    return lock;
}

void dbt_foot_lock_free(dbt_foot_lock *lock)
{
    if (lock) {
        dbt_free(lock->poses);
        dbt_free(lock->moved);
    }
    dbt_free(lock);
}

/* lock: may be NULL (false). */
static bool has_frame(const dbt_foot_lock *lock, size_t frame)
{
    return lock && frame >= lock->first && frame < lock->first + lock->n;
}

const dbt_transform *dbt_foot_lock_pose(const dbt_foot_lock *lock, size_t frame)
{
    return has_frame(lock, frame) ? lock->poses + (frame - lock->first) * (size_t)lock->n_joints
                                  : NULL;
}

bool dbt_foot_lock_moves_joint(const dbt_foot_lock *lock, size_t frame, int joint)
{
    return has_frame(lock, frame) &&
           lock->moved[(frame - lock->first) * (size_t)lock->n_joints + (size_t)joint];
}

bool dbt_foot_lock_moves(const dbt_foot_lock *lock, size_t frame)
{
    const size_t n = lock ? (size_t)lock->n_joints : 0;
    return has_frame(lock, frame) && memchr(lock->moved + (frame - lock->first) * n, 1, n);
}

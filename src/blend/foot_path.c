#include "blend/foot_lock_internal.h"

#include "motion/curve.h"

void dbt_lock_find_world(foot_locking *p, const dbt_transform *local)
{
    for (int j = 0; j < p->skeleton->n_joints; j++)
        if (p->needed[j])
            dbt_joint_set_world(p->skeleton, j, local[j], p->world);
}

dbt_vec3 dbt_lock_point(const foot_locking *p, const locked_leg *leg, int point)
{
    const dbt_contact_point *contact = point_of(p, leg, point);
    return dbt_contact_pos(contact, p->world[contact->joint]);
}

/* ---- contacts ---- */

/* Returns whether a point is in contact: up to the transition's end by dbt_contacts_at_cut, even if
 * the method does not play the old clip; afterwards in the new clip. False in frame 0, unless that
 * is the cut. */
static bool touches(const foot_locking *p, const locked_leg *leg, int point, size_t frame)
{
    const int number = leg->joints.points[point];
    if (frame > p->at.end)
        return dbt_contacts_at(p->contacts, p->cut, number, frame, false);
    return (frame > 0 || p->at.cut == 0) &&
           dbt_contacts_at_cut(p->contacts, p->cut, p->at, number, frame);
}

/* Returns the time from `frame` to the point's next touchdown, by touches(), seconds. INFINITY if
 * it is not before the next cut or the output's end. Caches it in `touchdown` of the point, so that
 * a clip is searched once. */
static double swing_at(const foot_locking *p, locked_leg *leg, int point, size_t frame)
{
    const dbt_timeline *t = &p->sequence->timeline;
    const size_t end = p->cut + 1 < t->n_clips ? t->clips[p->cut + 1].at.cut : t->n_frames;
    size_t *touchdown = &leg->points[point].touchdown;
    if (*touchdown <= frame) {
        *touchdown = frame + 1;
        while (*touchdown < end && !touches(p, leg, point, *touchdown))
            ++*touchdown;
    }
    return *touchdown < end ? (double)(*touchdown - frame) * p->times.dt : INFINITY;
}

/* Finds the contact, by touches(), that begins within plant_time and not after the transition;
 * updates contact_at and contact_end of the point. Contacts less than plant_time apart count as
 * one. If there is none, both stay. A point starts to brake plant_time before touchdown, so that it
 * does not slide afterwards. Call it for all frames in order. */
static void find_contact_ahead(const foot_locking *p, locked_leg *leg, int point, size_t frame)
{
    locked_point *at = &leg->points[point];
    const size_t end = frame + 2 * p->half_window + 1;
    for (size_t f = frame == p->begin ? frame : end - 1; f < end && f <= p->at.end; f++) {
        if (!touches(p, leg, point, f))
            continue;
        if (at->contact_end <= frame)
            at->contact_at = f;
        at->contact_end = f + 1;
    }
}

/* Returns whether a point is held: LOCKED or BRAKING. */
static bool is_held(const locked_point *point)
{
    return point->foot.state == DBT_FOOT_BRAKING || point->foot.state == DBT_FOOT_LOCKED;
}

/* Returns the contact of a point in a frame; `lifted` and `swing` are 0. can_lock: in contact now
 * or within plant_time (find_contact_ahead). can_stay: can_lock; in a gap also if in contact at
 * both its ends; from the new clip's first frame on also if in contact in that clip. early: 0 if in
 * contact or if no contact is ahead. Updates contact_at and contact_end of the point. Call it for
 * all frames in order. */
static dbt_foot_contact contact_at(const foot_locking *p, locked_leg *leg, int point, size_t frame)
{
    const locked_point *at = &leg->points[point];
    const size_t plays = dbt_cut_plays(p->at);
    find_contact_ahead(p, leg, point, frame);
    const double until =
        at->contact_at > frame ? (double)(at->contact_at - frame) * p->times.dt : 0.0;
    dbt_foot_contact contact = { .can_lock = at->contact_end > frame,
                                 .early = dbt_time_fraction(until, p->times.ease) };
    /* from the new clip's first frame on only that clip ends a lock; so a point in contact on both
     * sides of the cut is locked across it */
    contact.can_stay =
        contact.can_lock ||
        (frame >= plays ? dbt_contacts_at(p->contacts, p->cut, leg->joints.points[point], frame,
                                          frame == plays)
                        : frame >= p->at.cut && touches(p, leg, point, frame));
    return contact;
}

/* Sets contact.lifted and contact.swing of all points of a foot to the same values. lifted: no
 * point can stay locked. swing: seconds to the first touchdown of a point; INFINITY if there is
 * none, if not lifted, or if all points are FREE. Up to the transition's end, can_stay counts only
 * for a point that is locked or can lock: any other would stay behind. The other members of
 * `contact` must be set (contact_at). */
static void find_swing(const foot_locking *p, locked_leg *leg, size_t frame)
{
    bool moves = false, lifted = true;
    double swing = INFINITY;
    for (int k = 0; k < leg->n; k++) {
        const locked_point *at = &leg->points[k];
        const bool counts = frame > p->at.end || at->contact.can_lock || is_held(at);
        moves = moves || at->foot.state != DBT_FOOT_FREE;
        lifted = lifted && !(at->contact.can_stay && counts);
    }
    for (int k = 0; moves && lifted && k < leg->n; k++)
        swing = fmin(swing, swing_at(p, leg, k, frame));
    for (int k = 0; k < leg->n; k++) {
        leg->points[k].contact.lifted = lifted;
        leg->points[k].contact.swing = swing;
    }
}

/* ---- points ---- */

/* Starts `foot` of all points (dbt_foothold_begin) in the first frame, at pos and pos_before, the
 * source's positions. Sets leg->lead to the first locked point; it stays 0 if there is none.
 * blend: [leg->n], positions on the ground in the blend. */
static void begin_points(const foot_locking *p, locked_leg *leg, const dbt_vec3 *blend)
{
    for (int k = leg->n; k-- > 0;) {
        locked_point *at = &leg->points[k];
        at->foot.pos = at->pos;
        at->foot.pos_before = at->pos_before;
        dbt_foothold_begin(&at->foot, &p->times, p->begin, blend[k], at->contact,
                           at->contact_before && at->contact_at == p->begin);
        leg->lead = is_held(at) ? k : leg->lead;
    }
}

static void step_point(const foot_locking *p, locked_point *at, size_t frame, dbt_vec3 blend)
{
    if (at->foot.state != DBT_FOOT_FREE)
        dbt_foothold_step(&at->foot, &p->times, frame, blend, at->contact);
}

/* Steps `foot` of the points that are not FREE. Updates leg->lead: when the leading point is
 * released, the next locked point leads, and comes to rest from its current position. If none is
 * locked, the point still leads while it returns to the blend. A point that is LEAVING and does not
 * lead becomes FREE. blend: [leg->n], positions on the ground. */
static void step_points(const foot_locking *p, locked_leg *leg, size_t frame, const dbt_vec3 *blend)
{
    const int led = leg->lead;
    step_point(p, &leg->points[led], frame, blend[led]);
    for (int k = 0; k < leg->n; k++) {
        locked_point *at = &leg->points[k];
        const bool is_vacant = !is_held(&leg->points[leg->lead]);
        if (k == led)
            continue;
        if (is_vacant && is_held(at)) {
            at->foot.pos = at->pos;
            at->foot.pos_before = at->pos_before;
            dbt_foothold_brake(&at->foot, &p->times, frame - 1, 0.0);
        }
        step_point(p, at, frame, blend[k]);
        if (is_vacant && is_held(at))
            leg->lead = k;
    }
    for (int k = 0; k < leg->n; k++)
        if (k != leg->lead && leg->points[k].foot.state == DBT_FOOT_LEAVING)
            leg->points[k].foot.state = DBT_FOOT_FREE;
}

/* Sets pos and pos_before of all points, on the ground: the leading point is where its lock is, or
 * at the blend's position if it is FREE. The others follow at plus or minus to_ball. Sets
 * foot.blend of all points, and foot.pos and foot.pos_before of those that are FREE. blend:
 * [leg->n], positions on the ground. to_ball: ball minus ankle, rotated with the foot, units. */
static void follow(const foot_locking *p, locked_leg *leg, size_t frame, const dbt_vec3 *blend,
                   dbt_vec3 to_ball)
{
    dbt_vec3 positions[LOCKED_POINTS];
    const locked_point *lead = &leg->points[leg->lead];
    const dbt_vec3 first = lead->foot.state == DBT_FOOT_FREE ? blend[leg->lead] : lead->foot.pos;
    for (int k = 0; k < leg->n; k++)
        positions[k] = dbt_vec3_add_scaled(first, k - leg->lead, on_ground(p, to_ball));
    for (int k = 0; k < leg->n; k++) {
        locked_point *at = &leg->points[k];
        at->pos_before = frame > p->begin ? at->pos : at->pos_before;
        at->pos = positions[k];
        at->foot.blend = blend[k];
        if (at->foot.state == DBT_FOOT_FREE) {
            at->foot.pos_before = at->pos_before;
            at->foot.pos = at->pos;
        }
    }
}

/* ---- rotation of the foot ---- */

/* Returns the part of a fading rotation that is left in a frame (world, to multiply the blend's
 * from the left). Clears r->fades at its end. Returns the identity if r->fades is false. */
static dbt_quat fading_rotation(const foot_locking *p, locked_rotation *r, size_t frame)
{
    if (!r->fades)
        return DBT_QUAT_IDENTITY;
    const double t = (double)(frame - r->since) * p->times.dt;
    const double slowing = r->slowly ? p->times.ease : r->seconds;
    const double slowed = dbt_curve_at(DBT_CURVE_SMOOTHERSTEP, dbt_time_fraction(t, slowing));
    const double gone = dbt_curve_at(DBT_CURVE_SMOOTHERSTEP, dbt_time_fraction(t, r->seconds));
    r->fades = gone < 1.0 || slowed < 1.0;
    return dbt_quat_exp(
        dbt_vec3_add_scaled(dbt_vec3_scale(r->offset, 1.0 - gone), t * (1.0 - slowed), r->rate));
}

/* Begins to fade out r->added, with its current rate, from the frame before `frame`: sets the start
 * values of the fade in leg->rotation, clears `damps`. Its length follows from the arc of the ball
 * (dbt_foothold_fade). If the leading point returns to the blend, the fade is at least as long.
 * length: from ankle to ball, units. */
static void begin_fade(const foot_locking *p, locked_leg *leg, size_t frame, double length)
{
    locked_rotation *r = &leg->rotation;
    const dbt_foothold *lead = &leg->points[leg->lead].foot;
    const dbt_foot_contact contact = leg->points[0].contact;
    const dbt_vec3 step = dbt_quat_difference(r->added, r->added_before);
    r->damps = false;
    r->fades = true;
    r->slowly = !contact.lifted;
    r->since = frame - 1;
    r->offset = dbt_quat_log(dbt_quat_abs(r->added));
    r->rate = dbt_vec3_scale(step, 1.0 / p->times.dt);
    r->seconds = dbt_foothold_fade(&p->times, length * dbt_vec3_length(r->offset),
                                   length * dbt_vec3_length(r->rate), contact);
    if (lead->state == DBT_FOOT_LEAVING)
        r->seconds = fmax(r->seconds, lead->seconds);
}

/* Begins to damp the foot's rotation to rest: sets the start values in leg->rotation, clears
 * `fades`. The damping starts in the frame before `frame` from the foot's velocity there; in the
 * first frame in that frame, without velocity beyond the blend's. The leg has both points. */
static void begin_damping(const foot_locking *p, locked_leg *leg, size_t frame)
{
    locked_rotation *r = &leg->rotation;
    const bool first = frame == p->begin;
    const dbt_vec3 locked = dbt_quat_difference(r->world, r->world_before);
    const dbt_vec3 blend = dbt_quat_difference(r->blend, r->blend_before);
    r->damps = true;
    r->fades = false;
    r->still = first && leg->points[0].foot.state == DBT_FOOT_LOCKED &&
               leg->points[1].foot.state == DBT_FOOT_LOCKED;
    r->since = first ? frame : frame - 1;
    r->rate = first ? DBT_VEC3_ZERO : dbt_vec3_sub(locked, blend);
}

/* Returns the world rotation of a foot that is at rest or damped to rest: the last frame's, plus
 * the blend's step scaled down to 0 over plant_time. In the first frame: the blend's. If r->still:
 * the last frame's. blend: world rotation of the foot in `frame`. */
static dbt_quat damped_rotation(const foot_locking *p, const locked_rotation *r, size_t frame,
                                dbt_quat blend)
{
    if (frame == p->begin)
        return blend;
    const double t = (double)(frame - r->since) * p->times.dt;
    const double rested = dbt_curve_at(DBT_CURVE_SMOOTHERSTEP, dbt_time_fraction(t, p->times.ease));
    const dbt_vec3 step = dbt_vec3_add(dbt_quat_difference(blend, r->blend), r->rate);
    return dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(step, r->still ? 0.0 : 1.0 - rested)),
                        r->world);
}

/* Updates leg->rotation, of a foot with a ball, to a frame: damped while both points are
 * held, then fades back to the blend. The points must have been stepped to the frame; p->world
 * has the blend. length: from ankle to ball, units. Returns whether it is damped or fades. */
static bool step_rotation(const foot_locking *p, locked_leg *leg, size_t frame, double length)
{
    locked_rotation *r = &leg->rotation;
    const bool held = is_held(&leg->points[0]) && is_held(&leg->points[1]);
    const bool lifted = leg->points[0].contact.lifted;
    const dbt_quat blend = p->world[leg->joints.foot].rot;
    const bool first = frame == p->begin;
    if (!held && (r->damps || (r->fades && lifted == r->slowly)))
        begin_fade(p, leg, frame, length);
    if (held && !r->damps)
        begin_damping(p, leg, frame);
    const dbt_quat world = held ? damped_rotation(p, r, frame, blend)
                                : dbt_quat_mul(fading_rotation(p, r, frame), blend);
    r->added_before = r->added;
    r->added = dbt_quat_mul(world, dbt_quat_conj(blend));
    r->blend_before = first ? blend : r->blend;
    r->blend = blend;
    r->world_before = first ? world : r->world;
    r->world = world;
    return held || r->fades;
}

/* ---- a frame ---- */

/* Returns the maximum depth of a leg's contact points below their ground, units; 0 if none is
 * below. The ground of a point goes from its minimum height in the old clip to that in the new one,
 * over the transition. heights: [leg->joints.n_points], of the locked pose, units. */
static double below_ground(const foot_locking *p, const locked_leg *leg, size_t frame,
                           const double *heights)
{
    const double *old = dbt_contacts_ground(p->contacts, p->cut - 1);
    const double *new = dbt_contacts_ground(p->contacts, p->cut);
    const double fraction =
        frame >= p->at.end ? 1.0 : (double)(frame - p->begin) / (double)(p->at.end - p->begin);
    const double changed = dbt_curve_at(DBT_CURVE_SMOOTHSTEP, fmin(fmax(fraction, 0.0), 1.0));
    double below = 0.0;
    for (int k = 0; k < leg->joints.n_points; k++) {
        const int i = leg->joints.points[k];
        below = fmax(below, old[i] + changed * (new[i] - old[i]) - heights[k]);
    }
    return below;
}

double dbt_lock_slide(const foot_locking *p, const locked_leg *leg, bool blend)
{
    double largest = 0.0;
    for (int k = 0; k < leg->n; k++)
        if (p->contacts->feet->is_foot[point_of(p, leg, k)->joint])
            largest = fmax(largest, blend ? leg->points[k].blend_slide : leg->points[k].slide);
    return largest;
}

/* Adds a point's step over the ground in the blend to at->blend_slide, and raises at->blend_speed
 * to its speed: if it `counts` (is in contact), up to p->slide_end. The first frame has a step only
 * if the pose before is known. blend: its position on the ground, stored in at->blend. */
static void add_blend_slide(const foot_locking *p, locked_point *at, size_t frame, bool counts,
                            dbt_vec3 blend)
{
    const dbt_vec3 last = frame > p->begin ? at->blend : at->pos_before;
    const double step = dbt_vec3_length(dbt_vec3_sub(blend, last));
    if (counts && frame <= p->slide_end && (frame > p->begin || p->n_early > 0)) {
        at->blend_slide += step;
        at->blend_speed = fmax(at->blend_speed, step / p->times.dt);
    }
    at->blend = blend;
}

/* Finds the contacts of a frame: sets the points' `contact`, f->in_contact (true only up to the
 * transition's end) and f->max_step (set only after it, for points in contact). Adds the points'
 * slides in the blend (add_blend_slide). f: zeroed. blend: [leg->n], positions on the ground. */
static void find_contacts(const foot_locking *p, locked_leg *leg, leg_frame *f, size_t frame,
                          const dbt_vec3 *blend)
{
    for (int k = 0; k < leg->n; k++)
        leg->points[k].contact = contact_at(p, leg, k, frame);
    find_swing(p, leg, frame);
    for (int k = 0; k < leg->n; k++) {
        const bool in_contact = touches(p, leg, k, frame);
        f->in_contact[k] = in_contact && frame <= p->at.end;
        if (in_contact && frame > p->at.end)
            f->max_step[k] = fmax(p->times.speed * p->times.dt,
                                  dbt_vec3_length(dbt_vec3_sub(blend[k], leg->points[k].blend)));
        add_blend_slide(p, &leg->points[k], frame, f->in_contact[k], blend[k]);
    }
}

static bool is_rotation(dbt_quat q)
{
    return fmax(fabs(q.x), fmax(fabs(q.y), fabs(q.z))) > 1e-12;
}

/* Steps the points and the rotation of a foot to a frame; sets f->rotation, f->rotates and
 * f->held. A FREE point that can lock starts to brake. Returns whether the foot may differ from
 * the blend: a point is not FREE, or the rotation is damped or fades. blend: [leg->n], positions on
 * the ground. The points' `contact`, f->to_ball and p->world must be the frame's. */
static bool step_foot(const foot_locking *p, locked_leg *leg, leg_frame *f, size_t frame,
                      const dbt_vec3 *blend)
{
    if (frame == p->begin)
        begin_points(p, leg, blend);
    else
        step_points(p, leg, frame, blend);
    bool moves = leg->n > 1 && step_rotation(p, leg, frame, dbt_vec3_length(f->to_ball));
    f->rotates = moves && is_rotation(leg->rotation.added);
    f->rotation = f->rotates ? leg->rotation.added : DBT_QUAT_IDENTITY;
    follow(p, leg, frame, blend, dbt_quat_rotate(f->rotation, f->to_ball));
    for (int k = 0; k < leg->n; k++) {
        locked_point *at = &leg->points[k];
        if (frame > p->begin && at->foot.state == DBT_FOOT_FREE && at->contact.can_lock)
            dbt_foothold_brake(&at->foot, &p->times, frame, at->contact.early);
        moves = moves || at->foot.state != DBT_FOOT_FREE;
        f->held = f->held || is_held(at);
    }
    return moves;
}

void dbt_lock_step_path(foot_locking *p, int leg, size_t frame)
{
    locked_leg *l = &p->legs[leg];
    leg_frame *f = leg_at(p, leg, frame);
    dbt_vec3 world[DBT_MAX_LEG_POINTS], blend[LOCKED_POINTS] = { DBT_VEC3_ZERO };
    double heights[DBT_MAX_LEG_POINTS];
    for (int k = 0; k < l->joints.n_points; k++)
        world[k] = dbt_lock_point(p, l, k);
    for (int k = 0; k < l->n; k++)
        blend[k] = on_ground(p, world[k]);
    f->to_ball = l->n > 1 ? dbt_vec3_sub(world[1], world[0]) : DBT_VEC3_ZERO;
    find_contacts(p, l, f, frame, blend);
    const bool moves = step_foot(p, l, f, frame, blend);
    heights[0] = dbt_vec3_get(world[0], p->up);
    if (l->n > 1) /* the ball stays at its height */
        heights[0] = dbt_vec3_get(world[1], p->up) -
                     dbt_vec3_get(dbt_quat_rotate(f->rotation, f->to_ball), p->up);
    for (int k = 1; k < l->joints.n_points; k++) {
        const dbt_vec3 segment = dbt_vec3_sub(world[k], world[k - 1]);
        heights[k] = heights[k - 1] + dbt_vec3_get(dbt_quat_rotate(f->rotation, segment), p->up);
    }
    if (moves) {
        dbt_vec3 goal = l->points[0].pos;
        dbt_vec3_set(&goal, p->up, heights[0]);
        p->active = frame;
        f->offset = dbt_vec3_sub(goal, world[0]);
    }
    if (moves || frame <= p->at.end)
        f->lift = below_ground(p, l, frame, heights);
    if (f->lift > DBT_UNMOVED)
        p->active = frame;
}

void dbt_lock_begin_path(foot_locking *p, locked_leg *leg)
{
    leg->rotation.added = leg->rotation.added_before = DBT_QUAT_IDENTITY;
    for (int k = 0; k < leg->n; k++) {
        locked_point *at = &leg->points[k];
        at->pos = on_ground(p, dbt_lock_point(p, leg, k));
        at->contact_before =
            p->begin > 1 &&
            dbt_contacts_at(p->contacts, p->cut - 1, leg->joints.points[k], p->begin - 1, false);
    }
}

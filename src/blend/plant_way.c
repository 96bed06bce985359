#include "blend/plant_parts.h"

#include "base/min_max.h"
#include "motion/curve.h"

/* ---- points ---- */

dbt_vec3 dbt_plant_point_place(const dbt_plant *p, const planted_leg *leg, int point)
{
    const dbt_contact_point *contact = dbt_plant_point_of(p, leg, point);
    return dbt_contact_place(contact, p->world[contact->joint]);
}

bool dbt_plant_stands_in(const dbt_plant *p, const planted_leg *leg, int point, int segment,
                         size_t frame, bool forward)
{
    return dbt_contacts_stands_at(p->contacts, segment, leg->joints.points[point], frame, forward);
}

/* ---- a foot's way ---- */

/* Whether a point stands in the source, while that counts. */
static bool stands_in_source(const dbt_plant *p, const planted_leg *leg, int point, size_t frame)
{
    const bool joins = frame == p->at.cut || frame == dbt_cut_plays(p->at);
    return frame <= p->at.end && (joins || frame > 0) &&
           dbt_plant_stands_in(p, leg, point, p->cut - 1, frame, joins);
}

/* At the target's first frame, velocities are forward differences. */
static bool stands_in_target(const dbt_plant *p, const planted_leg *leg, int point, size_t frame)
{
    return frame == dbt_cut_plays(p->at) ? leg->points[point].stands_in_first
                                         : dbt_plant_stands_in(p, leg, point, p->cut, frame, false);
}

/* Whether a point that has lifted, and so does not stand across the cut, stands at a later frame.
 */
static bool stands_later(const dbt_plant *p, const planted_leg *leg, int point, size_t frame)
{
    if (frame >= p->at.cut && frame <= dbt_cut_plays(p->at))
        return frame == dbt_cut_plays(p->at) && leg->points[point].stands_in_first;
    return dbt_plant_stands_in(p, leg, point, frame < p->at.cut ? p->cut - 1 : p->cut, frame,
                               false);
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
    return frame < p->at.cut || (frame == dbt_cut_plays(p->at)
                                     ? leg->points[point].stands_in_first
                                     : dbt_plant_stands_in(p, leg, point, p->cut, frame, false));
}

/* One after the last frame in which the new clip tells whether a point stands. */
static size_t end_of_clip(const dbt_plant *p)
{
    const dbt_timeline *t = &p->sequence->timeline;
    return p->cut + 1 < t->n_clips ? t->clips[p->cut + 1].at.cut : t->n_frames;
}

/* Whether a held point that has lifted stands again within plant_time. */
static bool stands_soon(const dbt_plant *p, const planted_leg *leg, int point, size_t frame)
{
    const size_t frames = (size_t)(p->times.ease / p->times.dt * (1.0 + 1e-4));
    const size_t end = dbt_min(end_of_clip(p), frame + frames + 1);
    bool stands = false;
    for (size_t f = frame + 1; f < end && !stands; f++)
        stands = stands_later(p, leg, point, f);
    return stands;
}

/* For how many seconds a point does not stand in the clips that play; INFINITY: until the clip is
 * left. The frame at which it lands is kept, so that a clip is searched once. */
static double swing_at(const dbt_plant *p, planted_leg *leg, int point, size_t frame)
{
    const size_t end = end_of_clip(p);
    size_t *lands = &leg->points[point].lands;
    if (*lands <= frame) {
        *lands = frame + 1;
        while (*lands < end && !(*lands <= p->at.end ? stands_in_all(p, leg, point, *lands)
                                                     : stands_in_target(p, leg, point, *lands)))
            ++*lands;
    }
    return *lands < end ? (double)(*lands - frame) * p->times.dt : INFINITY;
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
        contact.holds = stands_soon(p, leg, point, frame);
    return contact;
}

/* Finds whether the foot has lifted, and for how long. In the transition a point that is not held
 * swings if it does so in one of the clips: it would be held back otherwise. */
static void find_swing(const dbt_plant *p, planted_leg *leg, size_t frame)
{
    const int n = leg->joints.n_points;
    bool moves = false, stands = false;
    double swing = INFINITY;
    for (int k = 0; k < n; k++) {
        const planted_point *at = &leg->points[k];
        const bool counts = frame > p->at.end || at->contact.takes || is_held(at);
        moves = moves || at->foot.state != DBT_FOOT_FREE;
        stands = stands || (at->contact.holds && counts);
    }
    for (int k = 0; moves && !stands && k < n; k++)
        swing = fmin(swing, swing_at(p, leg, k, frame));
    for (int k = 0; k < n; k++) {
        leg->points[k].contact.lifted = !stands;
        leg->points[k].contact.swing = swing;
    }
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
    turn->slowly = !contact.lifted;
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

/* After the transition a part that rests keeps its direction, and goes to the pitch and roll of the
 * new clip: within this many times plant_time. */
static const double levels_in = 5.0;

static double tilt_left(const dbt_plant *p, size_t frame)
{
    const double t = (double)(frame - p->at.end) * p->times.dt;
    return 1.0 -
           dbt_curve_at(DBT_CURVE_SMOOTHERSTEP, dbt_part_of_time(t, levels_in * p->times.ease));
}

/* The turn from the blend with what is left of its pitch and roll. The part, which the blend has
 * there, keeps its direction over the ground. */
static dbt_quat level_turn(const dbt_plant *p, size_t frame, dbt_quat turn, dbt_vec3 part)
{
    if (frame <= p->at.end)
        return turn;
    const double before = tilt_left(p, frame - 1);
    const double left = before > 0.0 ? tilt_left(p, frame) / before : 0.0;
    const dbt_quat about_up = dbt_quat_twist(turn, dbt_vec3_axis(dbt_plant_up_of(p)));
    const dbt_vec3 tilt = dbt_quat_difference(turn, about_up);
    const dbt_quat level = dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(tilt, left)), about_up);
    const dbt_vec3 was = dbt_plant_on_ground(p, dbt_quat_rotate(turn, part));
    const dbt_vec3 is = dbt_plant_on_ground(p, dbt_quat_rotate(level, part));
    const double least = 1e-6 * dbt_vec3_length(part);
    if (!(dbt_vec3_length(was) > least && dbt_vec3_length(is) > least))
        return level;
    return dbt_quat_mul(dbt_quat_arc(is, was), level);
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
        const dbt_quat blend = p->world[dbt_plant_point_of(p, leg, k - 1)->joint].rot;
        if (!rests && (turn->rests || (turn->fades && a->contact.lifted == turn->slowly)))
            let_turn(p, turn, frame, dbt_vec3_length(parts[k]), a->contact);
        if (rests && !turn->rests)
            rest_turn(p, leg, k, turn, frame);
        const dbt_quat rested = rests ? resting_turn(p, turn, frame, blend) : DBT_QUAT_IDENTITY;
        const dbt_quat own =
            rests ? level_turn(p, frame,
                               dbt_quat_mul(dbt_quat_mul(rested, dbt_quat_conj(blend)),
                                            dbt_quat_conj(all)),
                               dbt_quat_rotate(all, parts[k]))
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
        places[k] = dbt_vec3_add(places[k - 1], dbt_plant_on_ground(p, parts[k]));
    for (int k = leg->leads; k > 0; k--)
        places[k - 1] = dbt_vec3_sub(places[k], dbt_plant_on_ground(p, parts[k]));
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

/* Adds what a point slides in the blend of a frame. */
static void add_slide(const dbt_plant *p, planted_point *at, size_t frame, bool stands,
                      dbt_vec3 blend)
{
    const dbt_vec3 last = frame > p->begin ? at->blend : at->place_before;
    if (stands && frame <= p->slide_end && (frame > p->begin || p->n_early > 0))
        at->blend_slides += dbt_vec3_length(dbt_vec3_sub(blend, last));
    at->blend = blend;
}

leg_slides dbt_plant_slides(const dbt_plant *p, const planted_leg *leg)
{
    leg_slides most = { .own = 0.0 };
    for (int k = 0; k < leg->joints.n_points; k++) {
        const dbt_contact_point *point = dbt_plant_point_of(p, leg, k);
        if (point->is_tip || !p->contacts->feet->is_foot[point->joint])
            continue;
        most.own = fmax(most.own, leg->points[k].slides);
        most.blend = fmax(most.blend, leg->points[k].blend_slides);
    }
    return most;
}

static bool is_turn(dbt_quat q)
{
    return fmax(fabs(q.x), fmax(fabs(q.y), fabs(q.z))) > 1e-12;
}

waiting_leg dbt_plant_step_leg(dbt_plant *p, planted_leg *leg, size_t frame)
{
    const int n = leg->joints.n_points, up = dbt_plant_up_of(p);
    dbt_vec3 world[DBT_MAX_LEG_POINTS], parts[DBT_MAX_LEG_POINTS];
    dbt_vec3 blend[DBT_MAX_LEG_POINTS] = { DBT_VEC3_ZERO };
    double heights[DBT_MAX_LEG_POINTS];
    for (int k = 0; k < n; k++) {
        planted_point *at = &leg->points[k];
        world[k] = dbt_plant_point_place(p, leg, k);
        blend[k] = dbt_plant_on_ground(p, world[k]);
        parts[k] = k > 0 ? dbt_vec3_sub(world[k], world[k - 1]) : DBT_VEC3_ZERO;
        at->contact = contact_at(p, leg, k, frame);
    }
    find_swing(p, leg, frame);
    waiting_leg waiting = { .foot = DBT_QUAT_IDENTITY, .toes = DBT_QUAT_IDENTITY };
    for (int k = 0; k < n; k++) {
        waiting.stands[k] = stands_in_all(p, leg, k, frame);
        if (frame > p->at.end && stands_in_target(p, leg, k, frame))
            waiting.most[k] = fmax(p->times.speed * p->times.dt,
                                   dbt_vec3_length(dbt_vec3_sub(blend[k], leg->points[k].blend)));
        add_slide(p, &leg->points[k], frame, waiting.stands[k], blend[k]);
    }
    if (frame == p->begin)
        begin_points(p, leg, blend);
    else
        step_points(p, leg, frame, blend);
    waiting.to_ball = n > 1 ? parts[1] : DBT_VEC3_ZERO;
    bool moves = turn_parts(p, leg, frame, parts);
    follow(p, leg, frame, blend, parts);
    for (int k = 0; k < n; k++) {
        planted_point *at = &leg->points[k];
        if (frame > p->begin && at->foot.state == DBT_FOOT_FREE && at->contact.takes)
            dbt_foothold_rest(&at->foot, &p->times, frame, at->contact.early);
        moves = moves || at->foot.state != DBT_FOOT_FREE;
        waiting.held = waiting.held || is_held(at);
    }
    heights[0] = n > 1 ? dbt_vec3_get(world[1], up) - dbt_vec3_get(parts[1], up)
                       : dbt_vec3_get(world[0], up);
    for (int k = 1; k < n; k++)
        heights[k] = heights[k - 1] + dbt_vec3_get(parts[k], up);
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

#include "blend/foot_lock_parts.h"

#include "base/min_max.h"

#include <string.h>

/* Limit of a joint's seam ratio, less a rounding margin. */
static const double seamless = 1.5 * (1.0 - 1e-4);

/* How many times as abruptly as the blend a joint may move whose blend has a seam. */
static const double more_seam = 2.0;

/* Halvings of the interval in which the weight is searched. */
enum { HALVINGS = 5 };

/* How many times as long the motion root may take to go down. */
static const double slower = 2.5;

/* Tolerance on the speed limit of a foot that blends out while it stands; rounding. */
static const double longest_step = 1.0 + 1e-5;

/* ---- how abruptly joints may move ---- */

static void raise_to(dbt_abruptness *level, const dbt_abruptness *by, double factor)
{
    for (int kind = 0; kind < DBT_N_KINDS; kind++) {
        level->vel_jump[kind] = fmax(level->vel_jump[kind], factor * by->vel_jump[kind]);
        level->acc_jump[kind] = fmax(level->acc_jump[kind], factor * by->acc_jump[kind]);
    }
}

/* A leg may move as abruptly as any other leg. */
static void raise_to_other_legs(foot_locking *p, dbt_abruptness *levels)
{
    enum { HIP, KNEE, ANKLE, BALL, LEG_JOINTS };
    dbt_abruptness most[LEG_JOINTS] = { 0 };
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < p->n_legs; i++) {
            const dbt_leg leg = p->legs[i].joints;
            const int joints[LEG_JOINTS] = { leg.hip, leg.knee, leg.foot, leg.ball };
            for (int k = 0; k < LEG_JOINTS; k++) {
                if (joints[k] >= 0 && pass == 0)
                    raise_to(&most[k], &levels[joints[k]], 1.0);
                else if (joints[k] >= 0)
                    raise_to(&levels[joints[k]], &most[k], 1.0);
            }
        }
    }
}

/* A joint of a leg may change its velocity by as much as a foot slides fast in the blend, or turn
 * as thigh and shin do together where their ends move so fast. */
static void raise_to_slide(foot_locking *p, dbt_abruptness *levels)
{
    double speed = 0.0, bones = 0.0;
    for (int i = 0; i < p->n_legs; i++) {
        const dbt_leg_pose *pose = &p->legs[i].frames[0].blend;
        for (int k = 0; k < p->legs[i].n; k++)
            speed = fmax(speed, p->legs[i].points[k].blend_speed);
        if (p->legs[i].usable)
            bones = fmax(bones, 1.0 / pose->thigh + 1.0 / pose->shin);
    }
    dbt_abruptness slide;
    slide.vel_jump[DBT_LINEAR] = speed;
    slide.vel_jump[DBT_ANGULAR] = speed * bones * DBT_DEG_FROM_RAD;
    for (int kind = 0; kind < DBT_N_KINDS; kind++)
        slide.acc_jump[kind] = slide.vel_jump[kind] / p->times.dt;
    for (int j = 0; j < p->skeleton->n_joints; j++)
        if (p->turned[j])
            raise_to(&levels[j], &slide, 1.0 / seamless);
}

/* In the transition joints may move as they do in the clips; only there are seams measured.
 * Afterwards legs have limits of their own, because a clip in which they hardly move says little of
 * how a body moves. */
static void begin_limits(foot_locking *p)
{
    const size_t n = (size_t)p->skeleton->n_joints;
    for (lock_part part = LOCK_IN_TRANSITION; part < LOCK_PARTS; part++) {
        p->levels[part] = dbt_arena_array(&p->memory, n, sizeof **p->levels);
        memcpy(p->levels[part], p->spec->levels, n * sizeof **p->levels);
        dbt_abruptness_forgive(p->levels[part], p->skeleton->n_joints, p->times.dt);
    }
    raise_to_other_legs(p, p->levels[LOCK_AFTERWARDS]);
    raise_to_slide(p, p->levels[LOCK_AFTERWARDS]);
}

/* A joint that has a seam in the blend, which the meter has just measured, may move more abruptly
 * from there on. */
static void allow_seams(foot_locking *p, lock_part from)
{
    for (int j = 0; j < p->skeleton->n_joints; j++) {
        const dbt_abruptness blend = dbt_abruptness_meter_value(p->meter, j);
        const dbt_abruptness level = p->levels[from][j];
        const double ratio = dbt_abruptness_ratio(&blend, &level);
        for (lock_part part = from; ratio > seamless && part < LOCK_PARTS; part++) {
            raise_to(&p->levels[part][j], &p->levels[LOCK_AFTERWARDS][j], 1.0);
            raise_to(&p->levels[part][j], &level, ratio * more_seam / seamless);
        }
    }
}

/* ---- passes ---- */

double dbt_lock_largest_drop(const foot_locking *p)
{
    double most = 0.0;
    for (size_t k = 0; k <= p->last - p->begin; k++)
        most = fmax(most, p->drops[k]);
    return most;
}

/* Adds each contact point's step over the ground, for the pose that the meter has just measured.
 * counts: false of the poses before the first frame. */
static void add_steps(foot_locking *p, size_t frame, bool counts)
{
    for (int i = 0; i < p->n_legs; i++) {
        locked_leg *leg = &p->legs[i];
        const leg_frame *f = leg_at(p, i, frame);
        for (int k = 0; leg->usable && k < leg->n; k++) {
            const dbt_contact_point *contact = point_of(p, leg, k);
            locked_point *point = &leg->points[k];
            const dbt_vec3 place = on_ground(
                p, dbt_contact_pos(contact, dbt_abruptness_meter_world(p->meter, contact->joint)));
            const double step = dbt_vec3_length(dbt_vec3_sub(place, point->measured));
            if (counts && f->stands[k] && frame <= p->slide_end)
                point->slide += step;
            if (counts && f->most[k] > 0.0)
                leg->rush = fmax(leg->rush, step / f->most[k]);
            point->measured = place;
        }
    }
}

/* Whether a joint moves more abruptly than it may, or a foot that stands goes back too fast. */
static bool has_seam(const foot_locking *p, lock_part part)
{
    bool has = false;
    for (int j = 0; !has && j < p->skeleton->n_joints; j++) {
        const dbt_abruptness value = dbt_abruptness_meter_value(p->meter, j);
        has = dbt_abruptness_ratio(&value, &p->levels[part][j]) > seamless;
    }
    for (int i = 0; !has && i < p->n_legs; i++)
        has = p->legs[i].rush > longest_step;
    return has;
}

/* Begins to measure poses. If the motion root does not go down, only the joints of legs and those
 * below them are measured, because no others change. */
static void begin_measuring(foot_locking *p, bool all)
{
    const size_t n = (size_t)p->skeleton->n_joints;
    dbt_abruptness_meter_begin(p->meter, all ? NULL : p->placed, all ? NULL : p->turned);
    for (size_t i = 0; i < p->n_early; i++) {
        memcpy(dbt_abruptness_meter_next(p->meter), p->early + n * i, n * sizeof *p->early);
        dbt_abruptness_meter_add(p->meter, false, true);
        add_steps(p, p->begin, false);
    }
}

/* The last frame in which a transition is measured; and of a part of the lock. */
static size_t last_of(const foot_locking *p, lock_part part)
{
    const size_t last = dbt_min(p->last, p->plays);
    return part == LOCK_AFTERWARDS ? last : dbt_min(p->at.end + 2, last);
}

/* Measures the blend, to allow it the seams that it has. */
static void measure_blend(foot_locking *p)
{
    const size_t bytes = (size_t)p->skeleton->n_joints * sizeof(dbt_transform);
    size_t frame = p->begin;
    begin_measuring(p, true);
    for (lock_part part = LOCK_IN_TRANSITION; part < LOCK_PARTS; part++) {
        const size_t last = last_of(p, part);
        for (; frame <= last; frame++) {
            memcpy(dbt_abruptness_meter_next(p->meter), blend_of(p, frame), bytes);
            dbt_abruptness_meter_add(p->meter, true, frame < last);
        }
        allow_seams(p, part);
        dbt_abruptness_meter_reset(p->meter);
    }
}

/* Measures the poses as locked with the present weight, or until a seam is found, which is looked
 * for after every few frames: returns whether one was. */
static bool measure_locked(foot_locking *p)
{
    enum { FRAMES = 8 };
    const size_t bytes = (size_t)p->skeleton->n_joints * sizeof(dbt_transform);
    size_t frame = p->begin;
    begin_measuring(p, dbt_lock_largest_drop(p) > 0.0);
    for (lock_part part = LOCK_IN_TRANSITION; part < LOCK_PARTS; part++) {
        const size_t last = last_of(p, part);
        for (; frame <= last; frame++) {
            dbt_transform *pose = dbt_abruptness_meter_next(p->meter);
            memcpy(pose, blend_of(p, frame), bytes);
            dbt_lock_reach(p, frame);
            dbt_lock_apply(p, frame, pose);
            dbt_abruptness_meter_add(p->meter, true, frame < last);
            add_steps(p, frame, frame > p->begin || p->n_early > 0);
            if (((frame - p->begin) % FRAMES == FRAMES - 1 || frame == last) && has_seam(p, part))
                return true;
        }
        dbt_abruptness_meter_reset(p->meter);
    }
    for (; frame <= p->last; frame++)
        dbt_lock_reach(p, frame);
    return false;
}

/* ---- the weight ---- */

/* Applies so much of all corrections, up to the first seam: returns whether there is one. */
static bool try_weight(foot_locking *p, double weight)
{
    p->weight = weight;
    for (int i = 0; i < p->n_legs; i++) {
        p->legs[i].rush = 0.0;
        for (int k = 0; k < p->legs[i].n; k++)
            p->legs[i].points[k].slide = 0.0;
    }
    dbt_lock_find_drops(p);
    return measure_locked(p);
}

/* Finds the largest weight in 32nds above `known` that makes no seam. Without one, returns a
 * smaller weight. */
static double largest_weight(foot_locking *p, double known)
{
    double least = 0.0, most = 1.0;
    if (!try_weight(p, 1.0))
        return 1.0;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (least + most);
        if (middle > known && try_weight(p, middle))
            most = middle;
        else
            least = middle;
    }
    return least;
}

void dbt_lock_find_weight(foot_locking *p)
{
    begin_limits(p);
    p->drop_ease = p->times.ease;
    if (!try_weight(p, 1.0))
        return;
    const bool drops = dbt_lock_largest_drop(p) > 0.0;
    measure_blend(p);
    const double soon = largest_weight(p, 0.0);
    if (soon == 1.0)
        return;
    p->drop_ease = slower * p->times.ease;
    const double slowly = drops ? largest_weight(p, soon) : 0.0;
    if (slowly <= soon)
        p->drop_ease = p->times.ease;
    try_weight(p, fmax(soon, slowly));
}

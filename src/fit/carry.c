#include "fit/carry.h"

#include "motion/lanes.h"
#include "motion/pose.h"
#include "motion/smooth_bound.h"

#include <string.h>

/* A leg of the rig in four frames, before its foot is brought to its place. Units, world. */
typedef struct leg_frames {
    dbt_vec3s places[3]; /* of thigh, shin and foot */
    dbt_vec3s goal;      /* where the foot should be */
    dbt_quats rots[3];   /* of thigh, shin and foot */
    dbt_quats above[3];  /* of their parents */
} leg_frames;

typedef struct body_frames {
    leg_frames legs[2];
    dbt_vec3s mover;   /* its place in the world */
    dbt_vec3s lateral; /* from right to left thigh, unit; zero: undefined */
    dbt_lanes down;    /* how far the hips go down; set when it is known */
} body_frames;

typedef struct carrying {
    const dbt_pairs *pairs;
    const dbt_skeleton *s, *t;
    int mover;     /* the joint of t whose position changes */
    dbt_quat turn; /* from the clip's up axis to the rig's */
    dbt_vec3 lift; /* of places, after they are turned and scaled */
    double *values;
    double *template;      /* [n_channels of t]: frame 0's positions, joints at rest */
    bool *needed;          /* [n_joints of s]: its world transform is */
    bool *turns;           /* [n_joints of t]: it, or a joint below it, follows */
    bool *placed;          /* [n_joints of t]: between the mover and a foot */
    bool *in_leg;          /* [n_joints of t]: thigh, shin or foot */
    dbt_transforms *world; /* [n_joints of s] */
    dbt_quats *rots;       /* [n_joints of t], world */
    dbt_vec3s *places;     /* [n_joints of t], world; the mover's is the origin */
    dbt_vec3 *firsts;      /* [n_joints of t]: local positions in frame 0 */
    body_frames *waiting;  /* [n_waiting], a ring: frames whose hips may yet go down */
    size_t half, n_waiting;
    dbt_smooth_bound drops; /* of the hips */
    size_t too_large;       /* a frame with a value that is not finite; SIZE_MAX: none */
    dbt_arena memory;
} carrying;

/* The hips go down, where a foot is out of reach, over this time in seconds; but over no more than
 * MOST_HALF frames on each side of the frame. */
static const double ease = 0.1;
enum { MOST_HALF = 50 };

/* The part of a leg's length in which it stretches softly, and of which the hips go down at most.
 */
static const double soft = 0.03, deepest = 0.15;

/* ---- what both rigs say ---- */

int dbt_find_mover(const dbt_rig *rig)
{
    const dbt_joint *joints = rig->clip->skeleton.joints;
    int j = rig->roles.hips;
    while (j >= 0 && (joints[j].pos_channel[0] < 0 || joints[j].pos_channel[1] < 0 ||
                      joints[j].pos_channel[2] < 0))
        j = joints[j].parent;
    return j;
}

/* ---- begin ---- */

static void mark_joints(carrying *c)
{
    const dbt_rig *s = c->pairs->s, *t = c->pairs->t;
    for (int side = 0; side < 2; side++)
        for (int r = DBT_THIGH; r <= DBT_FOOT; r++) {
            c->needed[s->roles.joint[r][side]] = true;
            c->in_leg[t->roles.joint[r][side]] = true;
        }
    for (int j = 0; j < c->t->n_joints; j++) {
        const dbt_follower *f = &c->pairs->followers[j];
        c->turns[j] = f->n_from > 0;
        for (int i = 0; i < f->n_from; i++)
            c->needed[f->from[i]] = true;
        if (f->aims_at >= 0)
            c->needed[f->aims_at] = true;
        c->placed[j] = c->in_leg[j];
    }
    dbt_mark_above(c->s, c->needed);
    dbt_mark_above(c->t, c->turns);
    dbt_mark_above(c->t, c->placed);
    for (int j = 0; j <= c->mover; j++)
        c->placed[j] = false;
}

/* Writes the values that do not change; the others are the nearest for the first frame. */
static void write_template(carrying *c)
{
    const double *first = dbt_clip_frame(c->pairs->t->clip, 0);
    memcpy(c->template, first, (size_t)c->t->n_channels * sizeof *first);
    for (int j = 0; j < c->t->n_joints; j++) {
        c->firsts[j] = dbt_joint_from_values(&c->t->joints[j], first).pos;
        if (c->pairs->followers[j].n_from == 0)
            dbt_joint_to_values(&c->t->joints[j],
                                (dbt_transform){ c->firsts[j], c->pairs->followers[j].rest }, first,
                                c->template);
    }
}

static void begin(carrying *c)
{
    const size_t n_s = (size_t)c->s->n_joints, n_t = (size_t)c->t->n_joints;
    c->half = (size_t)fmin(floor(0.5 * ease / c->pairs->s->clip->frame_time + 0.5), MOST_HALF);
    const double *weights = dbt_smooth_bound_weights(c->half, &c->memory);
    c->drops = dbt_smooth_bound_new(c->half, weights, &c->memory);
    c->n_waiting = 2 * c->half / DBT_LANES + 2;
    c->waiting = dbt_arena_array(&c->memory, c->n_waiting, sizeof *c->waiting);
    c->template = dbt_arena_array(&c->memory, (size_t)c->t->n_channels, sizeof *c->template);
    c->needed = dbt_arena_array(&c->memory, n_s, sizeof *c->needed);
    c->world = dbt_arena_array(&c->memory, n_s, sizeof *c->world);
    c->turns = dbt_arena_array(&c->memory, n_t, sizeof *c->turns);
    c->placed = dbt_arena_array(&c->memory, n_t, sizeof *c->placed);
    c->in_leg = dbt_arena_array(&c->memory, n_t, sizeof *c->in_leg);
    c->rots = dbt_arena_array(&c->memory, n_t, sizeof *c->rots);
    c->places = dbt_arena_array(&c->memory, n_t, sizeof *c->places);
    c->firsts = dbt_arena_array(&c->memory, n_t, sizeof *c->firsts);
    c->too_large = SIZE_MAX;
    mark_joints(c);
    write_template(c);
}

/* ---- rows of values ---- */

static double *values_at(const carrying *c, size_t frame)
{
    return c->values + frame * (size_t)c->t->n_channels;
}

static const double *values_before(const carrying *c, size_t frame)
{
    return frame > 0 ? values_at(c, frame - 1) : c->template;
}

/* Whether the angles of each frame are near those of the frame before, in the first the last ones:
 * then no equivalents are nearer. */
DBT_INLINE bool are_near(const dbt_joint *joint, const dbt_lanes angles[3], const double *last)
{
    dbt_lanes sum = { 0.0 };
    for (int i = 0; i < 3; i++) {
        const dbt_lanes now = angles[i];
        const double before = last[joint->first_channel + joint->rot_channel[i]];
        const dbt_lanes step = now - (dbt_lanes){ before, now[0], now[1], now[2] };
        sum += step * step;
    }
    return !dbt_lanes_any(~(sum < 90.0 * 90.0));
}

/* Writes a joint's local rotations in n frames from first on. What its channels cannot hold was
 * taken away before. */
DBT_INLINE void write_rots(const carrying *c, int joint, dbt_quats local, size_t first, int n)
{
    const dbt_joint *j = &c->t->joints[joint];
    dbt_lanes angles[3];
    dbt_lane_mask locked = ~(dbt_lane_mask){ 0 };
    bool near = false;
    if (j->n_rot == 3) {
        dbt_quats_angles(local, j->rot_axis, angles, &locked);
        near = !dbt_lanes_any(locked) && are_near(j, angles, values_before(c, first));
    }
    for (int k = 0; near && k < 3; k++) {
        double *value = values_at(c, first) + j->first_channel + j->rot_channel[k];
        for (int i = 0; i < n; i++, value += c->t->n_channels)
            *value = angles[k][i];
    }
    for (int i = 0; !near && i < n; i++) {
        const double *last = values_before(c, first + (size_t)i);
        double *values = values_at(c, first + (size_t)i);
        if (locked[i])
            dbt_joint_to_values(j, (dbt_transform){ c->firsts[joint], dbt_quats_lane(&local, i) },
                                last, values);
        else
            dbt_joint_set_angles(j, (double[]){ angles[0][i], angles[1][i], angles[2][i] }, last,
                                 values);
    }
}

/* ---- rotations ---- */

DBT_INLINE void see_clip(carrying *c, const double *const rows[DBT_LANES])
{
    const dbt_transforms turn = { dbt_vec3s_all(DBT_VEC3_ZERO), dbt_quats_all(c->turn) };
    for (int j = 0; j < c->s->n_joints; j++) {
        const int parent = c->s->joints[j].parent;
        if (c->needed[j])
            c->world[j] = dbt_transforms_mul(parent < 0 ? turn : c->world[parent],
                                             dbt_joint_from_rows(&c->s->joints[j], rows));
    }
}

/* The world rotations of a joint that follows others. */
DBT_INLINE dbt_quats followed(const carrying *c, const dbt_follower *f)
{
    dbt_quats rot = dbt_quats_mul(c->world[f->from[0]].rot, dbt_quats_all(f->behind[0]));
    if (f->n_from == 2)
        rot = dbt_quats_slerp(
            rot, dbt_quats_mul(c->world[f->from[1]].rot, dbt_quats_all(f->behind[1])), f->share);
    if (f->aims_at < 0)
        return dbt_quats_mul(rot, dbt_quats_all(f->last));
    const dbt_vec3s to = dbt_units(
        dbt_vec3s_sub(c->world[f->aims_at].pos, c->world[f->from[0]].pos), c->pairs->s->least);
    const dbt_vec3s ahead =
        dbt_units(dbt_quats_rotate(rot, dbt_vec3s_all(f->ahead)), c->pairs->t->least);
    const dbt_lane_mask both = dbt_are_units(to) & dbt_are_units(ahead);
    return dbt_quats_mul(dbt_quats_choose(both, dbt_quats_arc(ahead, to), DBT_QUAT_IDENTITY), rot);
}

/* Turns the joints of the rig, and writes the rotations of those that are not in the legs. */
DBT_INLINE void turn_joints(carrying *c, size_t first, int n)
{
    for (int j = 0; j < c->t->n_joints; j++) {
        const dbt_joint *joint = &c->t->joints[j];
        const dbt_follower *f = &c->pairs->followers[j];
        if (!c->turns[j])
            continue;
        const dbt_quats above =
            joint->parent < 0 ? dbt_quats_all(DBT_QUAT_IDENTITY) : c->rots[joint->parent];
        dbt_quats local = dbt_quats_all(f->rest);
        if (f->n_from > 0) {
            c->rots[j] = followed(c, f);
            local = dbt_joint_hold_all(joint, dbt_quats_mul(dbt_quats_conj(above), c->rots[j]));
        }
        if (f->n_from == 0 || joint->n_rot < 3)
            c->rots[j] = dbt_quats_mul(above, local);
        if (c->placed[j])
            c->places[j] = dbt_vec3s_add(c->places[joint->parent],
                                         dbt_quats_rotate(above, dbt_vec3s_all(c->firsts[j])));
        if (f->n_from > 0 && !c->in_leg[j])
            write_rots(c, j, local, first, n);
    }
}

/* ---- places ---- */

DBT_INLINE dbt_vec3s carried(const carrying *c, dbt_vec3s place)
{
    return dbt_vec3s_add(dbt_vec3s_all(c->lift),
                         dbt_vec3s_scale(place, dbt_lanes_all(c->pairs->size)));
}

DBT_INLINE dbt_vec3s between(dbt_vec3s a, dbt_vec3s b)
{
    return dbt_vec3s_scale(dbt_vec3s_add(a, b), dbt_lanes_all(0.5));
}

/* Sets the body's frames: the hips are where the clip's are. */
DBT_INLINE void place_body(const carrying *c, body_frames *body)
{
    const dbt_roles *s = &c->pairs->s->roles, *t = &c->pairs->t->roles;
    const int *s_thighs = s->joint[DBT_THIGH], *t_thighs = t->joint[DBT_THIGH];
    const dbt_vec3s left = c->places[t_thighs[DBT_LEFT]], right = c->places[t_thighs[DBT_RIGHT]];
    const dbt_vec3s goal =
        carried(c, between(c->world[s_thighs[DBT_LEFT]].pos, c->world[s_thighs[DBT_RIGHT]].pos));
    body->mover = dbt_vec3s_sub(goal, between(left, right));
    body->lateral = dbt_units(dbt_vec3s_sub(left, right), c->pairs->t->least);
    for (int side = 0; side < 2; side++) {
        leg_frames *leg = &body->legs[side];
        for (int i = 0; i < 3; i++) {
            const int joint = t->joint[DBT_THIGH + i][side];
            leg->places[i] = dbt_vec3s_add(body->mover, c->places[joint]);
            leg->rots[i] = c->rots[joint];
            leg->above[i] = c->rots[c->t->joints[joint].parent]; /* a thigh is below the hips */
        }
        leg->goal = carried(c, c->world[s->joint[DBT_FOOT][side]].pos);
    }
}

/* ---- legs ---- */

/* The lengths of a leg. */
typedef struct leg_sizes {
    dbt_lanes thigh, shin, whole;
    dbt_lanes own;       /* from hip to foot before the foot is brought to its place */
    dbt_lane_mask bends; /* both bones have a length */
} leg_sizes;

DBT_INLINE leg_sizes sizes_of(const leg_frames *leg, double least)
{
    const dbt_lanes thigh = dbt_vec3s_length(dbt_vec3s_sub(leg->places[1], leg->places[0]));
    const dbt_lanes shin = dbt_vec3s_length(dbt_vec3s_sub(leg->places[2], leg->places[1]));
    const dbt_lanes own = dbt_vec3s_length(dbt_vec3s_sub(leg->places[2], leg->places[0]));
    return (leg_sizes){ thigh, shin, thigh + shin, own, (thigh >= least) & (shin >= least) };
}

/* The distance from hip to foot where the foot should be at the distance d: it approaches the
 * length of the leg softly from there on where the leg already was, or from its last 3 %. */
DBT_INLINE dbt_lanes reached(const leg_sizes *size, dbt_lanes d)
{
    const dbt_lanes rest = dbt_lanes_min(soft * size->whole, size->whole - size->own);
    const dbt_lanes begin = size->whole - rest;
    const dbt_lane_mask beyond = d > begin;
    for (int i = 0; i < DBT_LANES && dbt_lanes_any(beyond); i++)
        if (beyond[i])
            d[i] = rest[i] > 1e-9 * size->whole[i]
                       ? size->whole[i] - rest[i] * exp((begin[i] - d[i]) / rest[i])
                       : size->whole[i];
    return d;
}

/* How far the hips must go down so that a foot that is out of reach comes to its place. */
DBT_INLINE dbt_lanes drops_of(const carrying *c, const leg_frames *leg)
{
    const leg_sizes size = sizes_of(leg, c->pairs->t->least);
    const dbt_lanes far = dbt_vec3s_length(dbt_vec3s_sub(leg->goal, leg->places[0]));
    const dbt_lanes reach = reached(&size, far);
    dbt_lanes drops = { 0.0 };
    for (int i = 0; i < DBT_LANES; i++) {
        if (!size.bends[i] || !(far[i] > reach[i]))
            continue;
        /* at most twice what is missing: a foot far out to the side stays short of its place */
        const double most = fmin(2.0 * (far[i] - reach[i]), deepest * size.whole[i]);
        drops[i] = dbt_leg_drop(reach[i], dbt_vec3s_lane(&leg->places[0], i),
                                dbt_vec3s_lane(&leg->goal, i), c->pairs->t->up, most);
    }
    return drops;
}

/* The world turns of the shin about the knee that bring the foot to the distance d from the hip.
 * thigh and shin: unit. */
DBT_INLINE dbt_quats bends_of(const leg_sizes *size, dbt_vec3s thigh, dbt_vec3s shin, dbt_lanes d,
                              dbt_vec3s lateral)
{
    const dbt_vec3s cross = dbt_vec3s_cross(thigh, shin);
    /* a straight leg bends as knees do */
    const dbt_vec3s level =
        dbt_vec3s_sub(lateral, dbt_vec3s_scale(thigh, dbt_vec3s_dot(lateral, thigh)));
    const dbt_lane_mask straight = dbt_vec3s_length(cross) < 1e-4;
    const dbt_vec3s axis = dbt_units(dbt_vec3s_choose(straight, level, cross), 1e-6);
    const dbt_lanes a = size->thigh, b = size->shin;
    d = dbt_lanes_min(dbt_lanes_max(d, dbt_lanes_abs(a - b)), size->whole);
    const dbt_lanes cosine =
        dbt_lanes_max(dbt_lanes_min((d * d - a * a - b * b) / (2.0 * a * b), dbt_lanes_all(1.0)),
                      dbt_lanes_all(-1.0));
    const dbt_lanes sine = dbt_lanes_sqrt((1.0 - cosine) * (1.0 + cosine));
    const dbt_lanes wanted = dbt_lanes_atan2(sine, cosine);
    const dbt_lanes now = dbt_lanes_atan2(dbt_vec3s_dot(cross, axis), dbt_vec3s_dot(thigh, shin));
    dbt_lanes s, w;
    dbt_lanes_sin_cos(0.5 * (wanted - now), &s, &w);
    const dbt_quats bend = { w, s * axis.x, s * axis.y, s * axis.z };
    return dbt_quats_choose(dbt_are_units(axis), bend, DBT_QUAT_IDENTITY);
}

/* Turns a leg so that its foot is in its place, with the hips moved `by`, and writes its rotations
 * in n frames from first on. */
DBT_INLINE void finish_leg(const carrying *c, const leg_frames *leg, int side, dbt_vec3s by,
                           dbt_vec3s lateral, size_t first, int n)
{
    const double least = c->pairs->t->least;
    const leg_sizes size = sizes_of(leg, least);
    const dbt_vec3s thigh = dbt_vec3s_sub(leg->places[1], leg->places[0]);
    const dbt_vec3s shin = dbt_vec3s_sub(leg->places[2], leg->places[1]);
    const dbt_vec3s to = dbt_vec3s_sub(leg->goal, dbt_vec3s_add(leg->places[0], by));
    const dbt_lanes far = dbt_vec3s_length(to);
    const dbt_lanes before = dbt_vec3s_length(dbt_vec3s_sub(leg->goal, leg->places[0]));
    const dbt_lanes d = dbt_lanes_min(far, reached(&size, dbt_lanes_max(far, before)));
    dbt_quats bend = bends_of(&size, dbt_vec3s_scale(thigh, 1.0 / size.thigh),
                              dbt_vec3s_scale(shin, 1.0 / size.shin), d, lateral);
    bend = dbt_quats_choose(size.bends, bend, DBT_QUAT_IDENTITY);
    const dbt_vec3s line = dbt_units(dbt_vec3s_add(thigh, dbt_quats_rotate(bend, shin)), least);
    const dbt_vec3s goal = dbt_units(to, least);
    const dbt_lane_mask turns = size.bends & dbt_are_units(line) & dbt_are_units(goal);
    const dbt_quats turn = dbt_quats_choose(turns, dbt_quats_arc(line, goal), DBT_QUAT_IDENTITY);
    const dbt_quats wanted[3] = { dbt_quats_mul(turn, leg->rots[0]),
                                  dbt_quats_mul(turn, dbt_quats_mul(bend, leg->rots[1])),
                                  leg->rots[2] };
    dbt_quats above = leg->above[0];
    for (int i = 0; i < 3; i++) {
        const int joint = c->pairs->t->roles.joint[DBT_THIGH + i][side];
        const dbt_quats local = dbt_joint_hold_all(&c->t->joints[joint],
                                                   dbt_quats_mul(dbt_quats_conj(above), wanted[i]));
        write_rots(c, joint, local, first, n);
        if (i < 2) /* joints between keep their local rotations */
            above = dbt_quats_mul(dbt_quats_mul(above, local),
                                  dbt_quats_mul(dbt_quats_conj(leg->rots[i]), leg->above[i + 1]));
    }
}

/* ---- frames ---- */

static body_frames *waiting_frames(const carrying *c, size_t frame)
{
    return &c->waiting[frame / DBT_LANES % c->n_waiting];
}

/* Writes n frames from first on, without their legs. drops[n] receives how far the hips must go
 * down for the feet. */
DBT_INLINE void begin_frames(carrying *c, size_t first, int n, double drops[DBT_LANES])
{
    const double *rows[DBT_LANES];
    body_frames *body = waiting_frames(c, first);
    for (int i = 0; i < DBT_LANES; i++)
        rows[i] = dbt_clip_frame(c->pairs->s->clip, first + (size_t)(i < n ? i : 0));
    for (int i = 0; i < n; i++)
        memcpy(values_at(c, first + (size_t)i), c->template,
               (size_t)c->t->n_channels * sizeof *c->values);
    see_clip(c, rows);
    turn_joints(c, first, n);
    place_body(c, body);
    const dbt_lanes most =
        dbt_lanes_max(drops_of(c, &body->legs[DBT_LEFT]), drops_of(c, &body->legs[DBT_RIGHT]));
    for (int i = 0; i < n; i++)
        drops[i] = most[i];
}

/* Times 0, numbers are 0; infinity is not a number. */
DBT_INLINE bool all_finite(const double *values, int n)
{
    dbt_lanes sums = { 0.0 };
    int i = 0;
    for (; i + DBT_LANES <= n; i += DBT_LANES)
        sums += 0.0 * (dbt_lanes){ values[i], values[i + 1], values[i + 2], values[i + 3] };
    for (; i < n; i++)
        sums[0] += 0.0 * values[i];
    return !dbt_lanes_any(sums != 0.0);
}

/* Completes n frames from first on, whose drops are known. */
DBT_INLINE void finish_frames(carrying *c, size_t first, int n)
{
    const body_frames *body = waiting_frames(c, first);
    const dbt_vec3s by = dbt_vec3s_scale(dbt_vec3s_all(c->pairs->t->up), -body->down);
    const dbt_vec3s places = dbt_vec3s_add(body->mover, by);
    const dbt_joint *mover = &c->t->joints[c->mover];
    for (int side = 0; side < 2; side++)
        finish_leg(c, &body->legs[side], side, by, body->lateral, first, n);
    for (int i = 0; i < n; i++) {
        double *values = values_at(c, first + (size_t)i);
        dbt_vec3 place = dbt_vec3s_lane(&places, i);
        if (mover->parent >= 0) {
            const dbt_transform above = c->pairs->t->first[mover->parent];
            place = dbt_quat_rotate(dbt_quat_conj(above.rot), dbt_vec3_sub(place, above.pos));
        }
        for (int axis = 0; axis < 3; axis++)
            values[mover->first_channel + mover->pos_channel[axis]] = dbt_vec3_get(place, axis);
        if (c->too_large == SIZE_MAX && !all_finite(values, c->t->n_channels))
            c->too_large = first + (size_t)i;
    }
}

/* Frames are completed when the drops of the frames behind them are known. */
DBT_INLINE void carry_all(carrying *c)
{
    const size_t n = c->pairs->s->clip->n_frames;
    double drops[DBT_LANES];
    for (size_t f = 0; f < n + 2 * c->half && c->too_large == SIZE_MAX; f++) {
        if (f < n && f % DBT_LANES == 0)
            begin_frames(c, f, n - f < DBT_LANES ? (int)(n - f) : DBT_LANES, drops);
        const double down = dbt_smooth_bound_next(&c->drops, f < n ? drops[f % DBT_LANES] : 0.0);
        if (f < 2 * c->half)
            continue;
        const size_t known = f - 2 * c->half;
        const int lane = (int)(known % DBT_LANES);
        waiting_frames(c, known)->down[lane] = down;
        if (lane == DBT_LANES - 1 || known == n - 1)
            finish_frames(c, known - (size_t)lane, lane + 1);
    }
}

DBT_WIDEST(carry_frames, carrying, carry_all)

bool dbt_carry(const dbt_pairs *pairs, int mover, double *values, dbt_error *err)
{
    const dbt_rig *s = pairs->s, *t = pairs->t;
    const double lift = fmin(t->ground[DBT_LEFT], t->ground[DBT_RIGHT]) -
                        pairs->size * fmin(s->ground[DBT_LEFT], s->ground[DBT_RIGHT]);
    carrying c = { .pairs = pairs,
                   .s = &s->clip->skeleton,
                   .t = &t->clip->skeleton,
                   .mover = mover,
                   .turn = dbt_quat_arc(s->up, t->up),
                   .lift = dbt_vec3_scale(t->up, lift),
                   .values = values };
    begin(&c);
    carry_frames(&c);
    dbt_arena_release(&c.memory);
    return c.too_large == SIZE_MAX ||
           dbt_fail(err, DBT_E_NUMBER, "its numbers are too large (frame %zu)", c.too_large);
}

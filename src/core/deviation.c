#include "core/deviation.h"

#include "core/mem.h"

#include <string.h>

/* Least and greatest of each component. */
typedef struct range {
    dbt_vec3 min, max;
} range;

static range range_of(dbt_vec3 v)
{
    return (range){ v, v };
}

static void extend(range *r, dbt_vec3 v)
{
    r->min = (dbt_vec3){ fmin(r->min.x, v.x), fmin(r->min.y, v.y), fmin(r->min.z, v.z) };
    r->max = (dbt_vec3){ fmax(r->max.x, v.x), fmax(r->max.y, v.y), fmax(r->max.z, v.z) };
}

/* The furthest that a component of inner is outside outer; 0 where none is. */
static double excess(const range *inner, const range *outer)
{
    double most = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        most = fmax(most, dbt_vec3_get(inner->max, axis) - dbt_vec3_get(outer->max, axis));
        most = fmax(most, dbt_vec3_get(outer->min, axis) - dbt_vec3_get(inner->min, axis));
    }
    return most;
}

typedef struct joint_state {
    dbt_quat start;                  /* the output's rotation at the cut */
    dbt_vec3 out, side[DBT_N_SIDES]; /* rotation vectors about it, last frame */
    range out_turns, clip_turns;     /* of these, radians */
    range out_places, clip_places;   /* in the world, units */
    double error, distance;          /* from the target, last frame: degrees, units */
    double error_squares, error_integral, distance_integral;
    dbt_joint_limits limits;
    dbt_vec3 limited; /* the output's vector in its limits, last frame */
    range limited_range;
    double skate;
} joint_state;

struct dbt_deviation {
    dbt_reference *reference;
    const dbt_skeleton *skeleton;
    double dt;
    int cut;
    size_t frame, n_frames; /* the last frame; how many so far */
    joint_state *joints;    /* [n_joints] */
    /* Of source and target: */
    dbt_transform *local[DBT_N_SIDES], *world[DBT_N_SIDES]; /* [n_joints], this frame */
    dbt_vec3 *neighbour[DBT_N_SIDES];                       /* [n_joints], world, the last frame;
                                                             * at the cut the next */
};

dbt_deviation *dbt_deviation_new(dbt_reference *reference, const dbt_skeleton *skeleton, double dt,
                                 dbt_error *err)
{
    const size_t n = (size_t)skeleton->n_joints;
    dbt_deviation *d = dbt_alloc_array(1, sizeof *d);
    if (d) {
        *d = (dbt_deviation){ .reference = reference, .skeleton = skeleton, .dt = dt };
        d->joints = dbt_alloc_array(n, sizeof *d->joints);
        d->local[0] = dbt_alloc_array(4 * n, sizeof *d->local[0]);
        d->neighbour[0] = dbt_alloc_array(2 * n, sizeof *d->neighbour[0]);
    }
    if (!d || !d->joints || !d->local[0] || !d->neighbour[0]) {
        dbt_deviation_free(d);
        dbt_fail_memory(err);
        return NULL;
    }
    d->local[1] = d->local[0] + n;
    d->world[0] = d->local[0] + 2 * n;
    d->world[1] = d->local[0] + 3 * n;
    d->neighbour[1] = d->neighbour[0] + n;
    return d;
}

void dbt_deviation_free(dbt_deviation *deviation)
{
    if (!deviation)
        return;
    dbt_free(deviation->joints);
    dbt_free(deviation->local[0]);
    dbt_free(deviation->neighbour[0]);
    dbt_free(deviation);
}

static void take_clips(dbt_deviation *d, size_t frame)
{
    for (int side = 0; side < DBT_N_SIDES; side++) {
        dbt_reference_pose(d->reference, d->cut, (dbt_side)side, frame, d->local[side]);
        dbt_pose_world(d->skeleton, d->local[side], d->world[side]);
    }
}

static void keep_neighbours(dbt_deviation *d)
{
    for (int side = 0; side < DBT_N_SIDES; side++)
        for (int j = 0; j < d->skeleton->n_joints; j++)
            d->neighbour[side][j] = d->world[side][j].pos;
}

static void begin_joint(dbt_deviation *d, int j, const dbt_derivatives *out)
{
    joint_state *s = &d->joints[j];
    *s = (joint_state){ .start = out->local[j].rot };
    s->out_turns = s->clip_turns = range_of(DBT_VEC3_ZERO);
    s->out_places = s->clip_places = range_of(out->world[j].pos);
    s->limits = dbt_reference_limits(d->reference, d->cut, j);
    if (s->limits.limited) {
        s->limited = dbt_limits_vector(&s->limits, s->start);
        s->limited_range = range_of(s->limited);
        s->limits = dbt_limits_include(s->limits, s->limited);
    }
}

/* Vectors that were zero follow the short way, as the first ones must. */
static void add_turns(dbt_deviation *d, joint_state *s, int j, const dbt_derivatives *out)
{
    for (int side = 0; side < DBT_N_SIDES; side++) {
        const dbt_vec3 turn = dbt_quat_difference(d->local[side][j].rot, s->start);
        s->side[side] = d->n_frames == 0 ? turn : dbt_rotvec_nearest(turn, s->side[side]);
        extend(&s->clip_turns, s->side[side]);
    }
    s->out = dbt_rotvec_nearest(dbt_quat_difference(out->local[j].rot, s->start), s->out);
    extend(&s->out_turns, s->out);
}

static void add_places(dbt_deviation *d, joint_state *s, int j, const dbt_derivatives *out)
{
    for (int side = 0; side < DBT_N_SIDES; side++)
        extend(&s->clip_places, d->world[side][j].pos);
    extend(&s->out_places, out->world[j].pos);
}

/* The difference from the target, its square and its integral. */
static void add_error(dbt_deviation *d, joint_state *s, int j, const dbt_derivatives *out)
{
    const double error =
        DBT_DEG_FROM_RAD *
        dbt_vec3_length(dbt_quat_difference(out->local[j].rot, d->local[DBT_TARGET][j].rot));
    const double distance =
        dbt_vec3_length(dbt_vec3_sub(out->world[j].pos, d->world[DBT_TARGET][j].pos));
    s->error_squares += error * error;
    if (d->n_frames > 0) {
        s->error_integral += 0.5 * (s->error + error) * d->dt;
        s->distance_integral += 0.5 * (s->distance + distance) * d->dt;
    }
    s->error = error;
    s->distance = distance;
}

static void add_limits(joint_state *s, int j, const dbt_derivatives *out)
{
    if (!s->limits.limited)
        return;
    s->limited = dbt_rotvec_nearest(dbt_limits_vector(&s->limits, out->local[j].rot), s->limited);
    extend(&s->limited_range, s->limited);
}

static void add_skate(dbt_deviation *d, joint_state *s, int j, const dbt_derivatives *out)
{
    if (!dbt_reference_is_foot(d->reference, j) || out->n_frames < 2)
        return;
    for (int side = 0; side < DBT_N_SIDES; side++) {
        const dbt_vec3 at = d->world[side][j].pos;
        const double speed = dbt_vec3_length(dbt_vec3_sub(at, d->neighbour[side][j])) / d->dt;
        if (!dbt_reference_stands(d->reference, d->cut, (dbt_side)side, j, at, speed))
            return;
    }
    s->skate += dbt_reference_slide(d->reference,
                                    dbt_vec3_sub(out->world[j].pos, out->world_before[j].pos));
}

static void add_frame(dbt_deviation *d, const dbt_derivatives *out)
{
    for (int j = 0; j < d->skeleton->n_joints; j++) {
        joint_state *s = &d->joints[j];
        add_turns(d, s, j, out);
        add_places(d, s, j, out);
        add_error(d, s, j, out);
        add_limits(s, j, out);
        add_skate(d, s, j, out);
    }
    keep_neighbours(d);
    d->n_frames++;
}

void dbt_deviation_begin(dbt_deviation *deviation, int cut, size_t frame,
                         const dbt_derivatives *out)
{
    dbt_deviation *d = deviation;
    d->cut = cut;
    d->frame = frame;
    d->n_frames = 0;
    for (int j = 0; j < d->skeleton->n_joints; j++)
        begin_joint(d, j, out);
    take_clips(d, frame + 1);
    keep_neighbours(d);
    take_clips(d, frame);
    add_frame(d, out);
}

void dbt_deviation_add(dbt_deviation *deviation, const dbt_derivatives *out)
{
    take_clips(deviation, ++deviation->frame);
    add_frame(deviation, out);
}

dbt_deviation_figures dbt_deviation_of(const dbt_deviation *deviation, int joint)
{
    const joint_state *s = &deviation->joints[joint];
    const range limits = { s->limits.min, s->limits.max };
    return (dbt_deviation_figures){
        .overshoot_ang = DBT_DEG_FROM_RAD * excess(&s->out_turns, &s->clip_turns),
        .overshoot_lin = excess(&s->out_places, &s->clip_places),
        .target_error_rms = sqrt(s->error_squares / (double)deviation->n_frames),
        .displacement_ang = s->error_integral,
        .displacement_lin = s->distance_integral,
        .limit_excess =
            s->limits.limited ? DBT_DEG_FROM_RAD * excess(&s->limited_range, &limits) : 0.0,
        .skate = s->skate,
    };
}

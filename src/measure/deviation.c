#include "measure/deviation.h"

#include "base/arena.h"
#include "base/mem.h"
#include "measure/reference.h"

static const double default_margin = 5.0; /* degrees, of methods that have none */

/* The least and the greatest value of each component. */
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

/* How far inner reaches outside outer, in the worst component; 0: nowhere. */
static double excess(const range *inner, const range *outer)
{
    double most = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        most = fmax(most, dbt_vec3_get(inner->max, axis) - dbt_vec3_get(outer->max, axis));
        most = fmax(most, dbt_vec3_get(outer->min, axis) - dbt_vec3_get(inner->min, axis));
    }
    return most;
}

/* A joint's world position, compared with the clips: units. */
typedef struct place_state {
    range out, clips;
    double distance; /* in the last frame, from the clip that plays */
    double distance_integral;
    double skate;
} place_state;

/* A joint's local rotation, compared with the clips. Only for joints that turn in the output or a
 * clip. */
typedef struct turn_state {
    dbt_quat start;                      /* the output's rotation in the first frame */
    dbt_vec3 out, side[DBT_N_CUT_CLIPS]; /* rotation vectors relative to start, in the last frame */
    range out_turns, clip_turns;         /* ranges of these vectors, radians */
    double error;                        /* in the last frame, from the clip that plays: degrees */
    double error_squares, error_integral;
    dbt_vec3 limited, limited_start; /* the output's vector in the joint's limits, in the last frame
                                        and at the cut */
    range limited_range;
} turn_state;

enum { NO_FOOT = -1 };

struct dbt_deviation {
    const dbt_player *player;
    const dbt_contacts *contacts; /* the player's */
    const dbt_skeleton *skeleton;
    double dt;
    int up;
    int cut;
    dbt_cut_frames at;
    size_t frame, n_frames; /* the current frame; number of frames so far */
    size_t n_compared;      /* frames outside the gap so far */
    const dbt_turning *turning;
    place_state *places; /* [n_joints] */
    turn_state *turns;   /* [turning] */
    int *foot;           /* [n_joints]: which of n_feet it is, or NO_FOOT */
    int n_feet;
    /* For source and target: */
    dbt_transform *pose[DBT_N_CUT_CLIPS]; /* [n_joints], this frame: world transforms of the joints
                                             taken so far, local ones of the others */
    dbt_vec3 *neighbour[DBT_N_CUT_CLIPS]; /* [n_feet]: world positions in the frame before; at the
                                             cut and where the target plays, in the frame after */
    bool *stands_at_ends;                 /* [n_feet]: the foot stands on both sides of the gap */
    dbt_arena memory;                     /* of the arrays */
};

static bool init(dbt_deviation *d, dbt_error *err)
{
    const size_t n = (size_t)d->skeleton->n_joints;
    dbt_arena *memory = &d->memory;
    d->foot = dbt_arena_array(memory, n, sizeof *d->foot);
    d->places = dbt_arena_array(memory, n, sizeof *d->places);
    d->turns = dbt_arena_array(memory, (size_t)d->turning->n, sizeof *d->turns);
    for (int j = 0; d->foot && j < d->skeleton->n_joints; j++)
        d->foot[j] = d->contacts->feet->is_foot[j] ? d->n_feet++ : NO_FOOT;
    const size_t n_feet = (size_t)d->n_feet;
    for (int side = 0; side < DBT_N_CUT_CLIPS; side++) {
        d->pose[side] = dbt_arena_array(memory, n, sizeof *d->pose[side]);
        d->neighbour[side] = dbt_arena_array(memory, n_feet, sizeof *d->neighbour[side]);
    }
    d->stands_at_ends = dbt_arena_array(memory, n_feet, sizeof *d->stands_at_ends);
    return dbt_arena_check(memory, err);
}

dbt_deviation *dbt_deviation_new(const dbt_player *player, dbt_error *err)
{
    const dbt_sequence *sequence = dbt_player_sequence(player);
    dbt_deviation *d = dbt_alloc_array(1, sizeof *d);
    if (!d) {
        dbt_fail_memory(err);
        return NULL;
    }
    *d = (dbt_deviation){ .player = player,
                          .contacts = dbt_player_contacts(player),
                          .skeleton = sequence->timeline.skeleton,
                          .dt = sequence->timeline.frame_time,
                          .up = sequence->spec.up,
                          .turning = &dbt_player_mobility(player)->turning };
    if (init(d, err))
        return d;
    dbt_deviation_free(d);
    return NULL;
}

void dbt_deviation_free(dbt_deviation *deviation)
{
    if (!deviation)
        return;
    dbt_arena_release(&deviation->memory);
    dbt_free(deviation);
}

/* ---- a frame ---- */

/* Which clips the frame is compared with depends on where it is. */
static bool is_before(const dbt_deviation *d)
{
    return d->frame < d->at.cut;
}

static bool is_in_gap(const dbt_deviation *d)
{
    return d->frame >= d->at.cut && d->frame < dbt_cut_plays(d->at);
}

/* The clip that the output should follow. */
static dbt_cut_clip playing_side(const dbt_deviation *d)
{
    return is_before(d) ? DBT_SOURCE : DBT_TARGET;
}

static int n_sides(const dbt_deviation *d)
{
    return is_before(d) || is_in_gap(d) ? DBT_TARGET : DBT_N_CUT_CLIPS;
}

/* Whether the frame before belongs to the same side of the cut. */
static bool goes_on(const dbt_deviation *d)
{
    return d->n_frames > 1 && d->frame != dbt_cut_plays(d->at);
}

/* The segment in which a clip of the cut plays. */
static int segment_of(const dbt_deviation *d, int side)
{
    return d->cut - 1 + side;
}

static void take_clip(dbt_deviation *d, int side, size_t frame)
{
    dbt_player_clip_pose(d->player, segment_of(d, side), frame, d->pose[side]);
}

/* Makes the clip's local transform of joint j a world one; its parent's is one already. */
static void place_clip(dbt_deviation *d, int side, int j)
{
    const int parent = d->skeleton->joints[j].parent;
    if (parent >= 0)
        d->pose[side][j] = dbt_transform_mul(d->pose[side][parent], d->pose[side][j]);
}

static void keep_neighbour(dbt_deviation *d, int side, int j)
{
    if (d->foot[j] != NO_FOOT)
        d->neighbour[side][d->foot[j]] = d->pose[side][j].pos;
}

/* Keeps the positions of a clip's feet at a frame for speeds. */
static void take_neighbours(dbt_deviation *d, int side, size_t frame)
{
    take_clip(d, side, frame);
    for (int j = 0; j < d->skeleton->n_joints; j++) {
        place_clip(d, side, j);
        keep_neighbour(d, side, j);
    }
}

static bool stands(const dbt_deviation *d, int side, int j)
{
    const dbt_vec3 at = d->pose[side][j].pos;
    const dbt_vec3 neighbour = d->neighbour[side][d->foot[j]];
    const double speed = dbt_vec3_length(dbt_vec3_sub(at, neighbour)) / d->dt;
    return dbt_contacts_stands(d->contacts, segment_of(d, side), j, at, speed);
}

/* At the cut: finds the feet that stand in the source's last frame and in the target's first. */
static void find_standing(dbt_deviation *d)
{
    const size_t ends[DBT_N_CUT_CLIPS] = { d->at.cut, dbt_cut_plays(d->at) };
    for (int side = 0; side < DBT_N_CUT_CLIPS; side++) {
        take_neighbours(d, side, ends[side] + 1);
        take_clip(d, side, ends[side]);
        for (int j = 0; j < d->skeleton->n_joints; j++) {
            place_clip(d, side, j);
            if (d->foot[j] != NO_FOOT)
                d->stands_at_ends[d->foot[j]] =
                    stands(d, side, j) && (side == DBT_SOURCE || d->stands_at_ends[d->foot[j]]);
        }
    }
}

/* Reads the clips at d->frame. */
static void take_clips(dbt_deviation *d)
{
    const bool joins = d->frame == d->at.cut || d->frame == dbt_cut_plays(d->at);
    d->n_compared += !is_in_gap(d);
    if (d->n_feet > 0 && is_in_gap(d) && d->frame == d->at.cut)
        find_standing(d);
    for (int side = 0; side < n_sides(d); side++) {
        if (d->n_feet > 0 && joins)
            take_neighbours(d, side, d->frame + 1);
        else if (d->n_feet > 0 && d->n_frames == 1 && d->frame > 0)
            take_neighbours(d, side, d->frame - 1);
        take_clip(d, side, d->frame);
    }
}

void dbt_deviation_begin(dbt_deviation *deviation, int cut, dbt_cut_frames at, size_t frame)
{
    dbt_deviation *d = deviation;
    d->cut = cut;
    d->at = at;
    d->frame = frame;
    d->n_frames = 1;
    d->n_compared = 0;
    take_clips(d);
}

void dbt_deviation_next(dbt_deviation *deviation)
{
    deviation->n_frames++;
    deviation->frame++;
    take_clips(deviation);
}

/* ---- rotations ---- */

static const dbt_joint_limits *limits_of(const dbt_deviation *d, const turn_state *s)
{
    return &dbt_player_mobility(d->player)->limits[s - d->turns];
}

static void begin_turns(const dbt_deviation *d, turn_state *s, dbt_quat out)
{
    const dbt_joint_limits *limits = limits_of(d, s);
    *s = (turn_state){ .start = out };
    s->out_turns = s->clip_turns = range_of(DBT_VEC3_ZERO);
    if (limits->limited) {
        s->limited = s->limited_start = dbt_limits_vector(limits, out);
        s->limited_range = range_of(s->limited);
    }
}

/* A vector that is zero takes the short way, as the first ones do. */
static void add_turns(const dbt_deviation *d, turn_state *s, int j, dbt_quat out)
{
    s->out = dbt_rotvec_nearest(dbt_quat_difference(out, s->start), s->out);
    if (!is_in_gap(d))
        extend(&s->out_turns, s->out);
    for (int side = 0; side < n_sides(d); side++) {
        const bool first = side == DBT_SOURCE ? d->n_frames == 1 : d->frame == dbt_cut_plays(d->at);
        const dbt_vec3 turn = dbt_quat_difference(d->pose[side][j].rot, s->start);
        s->side[side] = first ? turn : dbt_rotvec_nearest(turn, s->side[side]);
        if (!is_in_gap(d))
            extend(&s->clip_turns, s->side[side]);
    }
}

/* Adds the difference from the clip that plays, its square and its integral. */
static void add_error(const dbt_deviation *d, turn_state *s, int j, dbt_quat out)
{
    if (is_in_gap(d))
        return;
    const dbt_quat clip = d->pose[playing_side(d)][j].rot;
    const double error = DBT_DEG_FROM_RAD * dbt_vec3_length(dbt_quat_difference(out, clip));
    s->error_squares += error * error;
    if (goes_on(d))
        s->error_integral += 0.5 * (s->error + error) * d->dt;
    s->error = error;
}

static void add_limits(const dbt_deviation *d, turn_state *s, dbt_quat out)
{
    const dbt_joint_limits *limits = limits_of(d, s);
    if (!limits->limited)
        return;
    s->limited = dbt_rotvec_nearest(dbt_limits_vector(limits, out), s->limited);
    extend(&s->limited_range, s->limited);
}

/* Call it while the clips' poses of the joint are still local. */
static void take_turns(const dbt_deviation *d, turn_state *s, int j, dbt_quat out)
{
    if (d->n_frames == 1)
        begin_turns(d, s, out);
    add_turns(d, s, j, out);
    add_error(d, s, j, out);
    add_limits(d, s, out);
}

/* ---- positions ---- */

static void add_places(const dbt_deviation *d, place_state *s, int j, dbt_vec3 out)
{
    if (d->n_frames == 1)
        *s = (place_state){ .out = range_of(out), .clips = range_of(out) };
    if (is_in_gap(d))
        return;
    const dbt_vec3 clip = d->pose[playing_side(d)][j].pos;
    const double distance = dbt_vec3_length(dbt_vec3_sub(out, clip));
    if (goes_on(d))
        s->distance_integral += 0.5 * (s->distance + distance) * d->dt;
    s->distance = distance;
    for (int side = 0; side < n_sides(d); side++)
        extend(&s->clips, d->pose[side][j].pos);
    extend(&s->out, out);
}

/* Whether a foot stands in all clips that play. */
static bool stands_now(const dbt_deviation *d, int j)
{
    if (is_in_gap(d))
        return d->stands_at_ends[d->foot[j]];
    for (int side = 0; side < n_sides(d); side++)
        if (!stands(d, side, j))
            return false;
    return true;
}

/* Length of a move over the ground, units. */
static double slide(const dbt_deviation *d, dbt_vec3 move)
{
    dbt_vec3_set(&move, d->up, 0.0);
    return dbt_vec3_length(move);
}

void dbt_deviation_take(dbt_deviation *deviation, int joint, const dbt_step *out, bool moves)
{
    dbt_deviation *d = deviation;
    const int turn = dbt_turning_place(d->turning, joint);
    place_state *place = &d->places[joint];
    if (turn != DBT_NEVER_TURNS)
        take_turns(d, &d->turns[turn], joint, out->local.rot);
    for (int side = 0; side < n_sides(d); side++)
        place_clip(d, side, joint);
    add_places(d, place, joint, out->world.pos);
    if (d->foot[joint] == NO_FOOT)
        return;
    if (moves && stands_now(d, joint))
        place->skate += slide(d, out->move);
    for (int side = 0; side < n_sides(d); side++)
        keep_neighbour(d, side, joint);
}

/* ---- results ---- */

/* Degrees beyond the limits with their margin. Limits that exclude the rotation at the cut are
 * widened to include it. */
static double limit_excess(const dbt_deviation *d, const turn_state *s)
{
    const dbt_joint_limits *limits = limits_of(d, s);
    const dbt_tuning *tuning = &dbt_player_sequence(d->player)->timeline.clips[d->cut].tuning;
    const double margin = DBT_RAD_FROM_DEG * dbt_tuning_get(tuning, "limit_margin", default_margin);
    if (!limits->limited)
        return 0.0;
    const dbt_joint_limits allowed =
        dbt_limits_include(dbt_limits_widen(*limits, margin), s->limited_start);
    const range outer = { allowed.min, allowed.max };
    return DBT_DEG_FROM_RAD * excess(&s->limited_range, &outer);
}

void dbt_deviation_store(const dbt_deviation *deviation, int joint, double row[DBT_N_METRICS])
{
    const dbt_deviation *d = deviation;
    const place_state *place = &d->places[joint];
    const int turn = dbt_turning_place(d->turning, joint);
    for (int i = DBT_OVERSHOOT_ANG; i <= DBT_SKATE; i++)
        row[i] = 0.0;
    row[DBT_OVERSHOOT_LIN] = excess(&place->out, &place->clips);
    row[DBT_DISPLACEMENT_LIN] = place->distance_integral;
    row[DBT_SKATE] = place->skate;
    if (turn == DBT_NEVER_TURNS)
        return;
    const turn_state *s = &d->turns[turn];
    row[DBT_OVERSHOOT_ANG] = DBT_DEG_FROM_RAD * excess(&s->out_turns, &s->clip_turns);
    row[DBT_TARGET_ERROR_RMS] = sqrt(s->error_squares / fmax((double)d->n_compared, 1.0));
    row[DBT_DISPLACEMENT_ANG] = s->error_integral;
    row[DBT_LIMIT_EXCESS] = limit_excess(d, s);
}

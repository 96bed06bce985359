#include "measure/deviation.h"

#include "base/arena.h"
#include "base/min_max.h"
#include "base/mem.h"
#include "measure/frame_metrics.h"

#include <stdint.h>
#include <string.h>

static const double default_margin = 5.0; /* degrees, for methods without the parameter */

/* Minimum and maximum of each component. */
typedef struct range {
    dbt_vec3 min, max;
} range;

static void extend(range *r, dbt_vec3 v)
{
    r->min = (dbt_vec3){ fmin(r->min.x, v.x), fmin(r->min.y, v.y), fmin(r->min.z, v.z) };
    r->max = (dbt_vec3){ fmax(r->max.x, v.x), fmax(r->max.y, v.y), fmax(r->max.z, v.z) };
}

/* Returns how far `inner` extends beyond `outer` in the worst component, at either end; 0: it does
 * not. */
static double excess(const range *inner, const range *outer)
{
    double worst = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        worst = fmax(worst, dbt_vec3_get(inner->max, axis) - dbt_vec3_get(outer->max, axis));
        worst = fmax(worst, dbt_vec3_get(outer->min, axis) - dbt_vec3_get(inner->min, axis));
    }
    return worst;
}

/* Ranges of the output and of the clips that play. */
typedef struct range_pair {
    range out, clips;
} range_pair;

/* A joint's local rotation and those of the clips: rotation vectors relative to `start` in the last
 * frame, and their ranges, radians. */
typedef struct rotation_state {
    dbt_quat start; /* the output's rotation in the first frame */
    dbt_vec3 out, side[DBT_N_CUT_CLIPS];
    range_pair ranges;
} rotation_state;

/* A joint's rotation vector from its limits' reference in the last frame; and the limits, widened
 * by the margin and to include the first frame's vector. */
typedef struct limit_state {
    dbt_vec3 vector;
    dbt_joint_limits allowed;
} limit_state;

/* Cache of a clip's poses: the local pose of one output frame, and the world poses of n_slots. */
typedef struct clip_poses {
    dbt_transform *local, *world; /* [n_joints], [n_slots][n_joints] */
    size_t local_frame;           /* SIZE_MAX: none */
    size_t *world_frames;         /* [n_slots]; SIZE_MAX: empty */
} clip_poses;

struct dbt_deviation {
    const dbt_player *player;
    const dbt_contacts *contacts; /* the player's; NULL: there are none */
    const dbt_skeleton *skeleton;
    const bool *rotates; /* [n_joints]: the joint's rotation changes */
    int up;              /* axis: 0 x, 1 y, 2 z */
    int cut;             /* of the player's sequence, from 1; 0: none */
    dbt_cut_frames at;   /* of the cut */
    size_t frame;        /* the current one */
    bool is_first;       /* of the cut */
    size_t n_slots;      /* at least 1 */
    clip_poses clips[DBT_N_CUT_CLIPS];
    double *angles;  /* [n_joints]: between output and clip that plays, degrees; 0: does not rotate
                      */
    bool has_angles; /* in the current frame */
    range_pair *positions;     /* [n_joints]: of world positions */
    rotation_state *rotations; /* [n_joints], of joints that rotate */
    limit_state *limited;      /* [n_joints], of joints that rotate and have limits */
    bool *in_contact;          /* [n_points]: in the current frame */
    bool has_contacts;         /* in the current frame */
    dbt_arena memory;          /* of the arrays */
};

static int n_points_of(const dbt_deviation *d)
{
    return d->contacts ? d->contacts->feet->n_points : 0;
}

dbt_deviation *dbt_deviation_new(const dbt_player *player, size_t n_cached)
{
    const dbt_sequence *sequence = dbt_player_sequence(player);
    dbt_deviation *d = dbt_alloc_object(sizeof *d);
    *d = (dbt_deviation){ .player = player,
                          .contacts = dbt_player_contacts(player),
                          .skeleton = sequence->timeline.skeleton,
                          .up = sequence->spec.up,
                          .n_slots = dbt_max(n_cached, 1),
                          .rotates = dbt_player_mobility(player)->rotates };
    const size_t n = (size_t)d->skeleton->n_joints, n_points = (size_t)n_points_of(d);
    dbt_arena *memory = &d->memory;
    d->angles = dbt_arena_array(memory, n, sizeof *d->angles);
    d->positions = dbt_arena_array(memory, n, sizeof *d->positions);
    d->rotations = dbt_arena_array(memory, n, sizeof *d->rotations);
    d->limited = dbt_arena_array(memory, n, sizeof *d->limited);
    d->in_contact = dbt_arena_array(memory, n_points, sizeof *d->in_contact);
    for (int side = 0; side < DBT_N_CUT_CLIPS; side++) {
        clip_poses *clip = &d->clips[side];
        clip->local = dbt_arena_array(memory, n, sizeof *clip->local);
        clip->world = dbt_arena_array(memory, d->n_slots, n * sizeof *clip->world);
        clip->world_frames = dbt_arena_array(memory, d->n_slots, sizeof *clip->world_frames);
    }
    return d;
}

void dbt_deviation_free(dbt_deviation *deviation)
{
    if (deviation)
        dbt_arena_release(&deviation->memory);
    dbt_free(deviation);
}

/* ---- a frame ---- */

void dbt_deviation_go(dbt_deviation *deviation, int cut, dbt_cut_frames at, size_t frame,
                      bool begins)
{
    dbt_deviation *d = deviation;
    for (int side = 0; d->cut != cut && side < DBT_N_CUT_CLIPS; side++) {
        d->clips[side].local_frame = SIZE_MAX;
        for (size_t i = 0; i < d->n_slots; i++)
            d->clips[side].world_frames[i] = SIZE_MAX;
    }
    d->cut = cut;
    d->at = at;
    d->frame = frame;
    d->is_first = begins;
    d->has_angles = d->has_contacts = false;
}

bool dbt_deviation_goes_on(const dbt_deviation *deviation)
{
    return !deviation->is_first && deviation->frame != dbt_cut_plays(deviation->at);
}

/* Returns the clip (dbt_cut_clip) that the output should follow: the source before the cut, the
 * target from the cut on, also in a gap. */
static int playing_side(const dbt_deviation *d)
{
    return d->frame < d->at.cut ? DBT_SOURCE : DBT_TARGET;
}

/* Returns the number of clips to compare with: 1, the source, before the new clip plays; then 2. */
static int n_sides(const dbt_deviation *d)
{
    return d->frame < dbt_cut_plays(d->at) ? DBT_TARGET : DBT_N_CUT_CLIPS;
}

/* The segment in which a clip of the cut plays. */
static int segment_of(const dbt_deviation *d, int side)
{
    return d->cut - 1 + side;
}

/* As world_at, for the clip's local pose; valid until another frame of this clip is requested. */
static const dbt_transform *local_at(dbt_deviation *d, int side, size_t frame)
{
    clip_poses *clip = &d->clips[side];
    if (clip->local_frame != frame)
        dbt_player_clip_pose(d->player, segment_of(d, side), frame, clip->local);
    clip->local_frame = frame;
    return clip->local;
}

/* Returns a clip's world pose in an output frame, [n_joints], from the cache if it is there. side:
 * a dbt_cut_clip. Owned by the cache; valid until a frame that is a multiple of n_slots away is
 * requested. */
static const dbt_transform *world_at(dbt_deviation *d, int side, size_t frame)
{
    clip_poses *clip = &d->clips[side];
    const size_t slot = frame % d->n_slots;
    dbt_transform *world = clip->world + slot * (size_t)d->skeleton->n_joints;
    if (clip->world_frames[slot] != frame)
        dbt_pose_world(d->skeleton, local_at(d, side, frame), world);
    clip->world_frames[slot] = frame;
    return world;
}

/* ---- rotations ---- */

/* If now->last is set, writes into value[n_joints] how far the output's rotation vector left its
 * range in the clips: degrees, of the worst component. Else writes 0, as always for joints that do
 * not rotate. Vectors are relative to the output's first rotation, so both ranges include 0. Frames
 * of a gap extend no range. Updates now->clips: call it once for every frame from the first. */
void dbt_value_overshoot_rotation(const dbt_metric_frame *now, double *value)
{
    dbt_deviation *d = now->clips;
    const bool in_gap = dbt_cut_in_gap(d->at, d->frame);
    const dbt_transform *clips[DBT_N_CUT_CLIPS];
    for (int side = 0; side < n_sides(d); side++)
        clips[side] = local_at(d, side, d->frame);
    for (int j = 0; j < now->n_joints; j++) {
        const dbt_quat out = now->steps[j].local.rot;
        value[j] = 0.0;
        if (!d->rotates[j])
            continue;
        rotation_state *s = &d->rotations[j];
        if (d->is_first)
            *s = (rotation_state){ .start = out };
        s->out = dbt_rotvec_nearest(dbt_quat_difference(out, s->start), s->out);
        if (!in_gap)
            extend(&s->ranges.out, s->out);
        for (int side = 0; side < n_sides(d); side++) {
            /* the first vector is the shortest, later ones the branch nearest to the last frame's
             */
            const bool first = side == DBT_SOURCE ? d->is_first : d->frame == dbt_cut_plays(d->at);
            const dbt_vec3 vector = dbt_quat_difference(clips[side][j].rot, s->start);
            s->side[side] = first ? vector : dbt_rotvec_nearest(vector, s->side[side]);
            if (!in_gap)
                extend(&s->ranges.clips, s->side[side]);
        }
        if (now->last)
            value[j] = DBT_DEG_FROM_RAD * excess(&s->ranges.out, &s->ranges.clips);
    }
}

/* Writes into value[n_joints] the angle between the local rotations of output and clip that plays
 * (playing_side), degrees, 0 to 180; 0 for joints that do not rotate. */
void dbt_value_angle(const dbt_metric_frame *now, double *value)
{
    dbt_deviation *d = now->clips;
    if (!d->has_angles) { /* cached, because several metrics use them */
        const dbt_transform *clip = local_at(d, playing_side(d), d->frame);
        for (int j = 0; j < now->n_joints; j++)
            if (d->rotates[j])
                d->angles[j] =
                    DBT_DEG_FROM_RAD *
                    dbt_vec3_length(dbt_quat_difference(now->steps[j].local.rot, clip[j].rot));
        d->has_angles = true;
    }
    memcpy(value, d->angles, (size_t)now->n_joints * sizeof *value);
}

/* Writes into value[n_joints] by how many degrees a component of the rotation vector is beyond the
 * joint's limits in this frame, in the worst component; 0 for joints without limits. Limits are
 * widened by the cut's limit_margin (default_margin if its method has none) and to the first frame.
 * Needs the player's limits. Updates now->clips: call it once for every frame from the first. */
void dbt_value_limit_excess(const dbt_metric_frame *now, double *value)
{
    dbt_deviation *d = now->clips;
    const dbt_mobility *mobility = dbt_player_mobility(d->player);
    const dbt_tuning *tuning = &dbt_player_sequence(d->player)->timeline.clips[d->cut].tuning;
    const double margin = DBT_RAD_FROM_DEG * dbt_tuning_get(tuning, "limit_margin", default_margin);
    for (int j = 0; j < now->n_joints; j++) {
        const dbt_joint_limits *limits = &mobility->limits[j];
        limit_state *s = &d->limited[j];
        value[j] = 0.0;
        if (!d->rotates[j] || !limits->limited)
            continue;
        const dbt_vec3 vector = dbt_limits_vector(limits, now->steps[j].local.rot);
        if (d->is_first)
            *s = (limit_state){ vector,
                                dbt_limits_include(dbt_limits_widen(*limits, margin), vector) };
        s->vector = dbt_rotvec_nearest(vector, s->vector);
        const range inner = { s->vector, s->vector }, outer = { s->allowed.min, s->allowed.max };
        value[j] = DBT_DEG_FROM_RAD * excess(&inner, &outer);
    }
}

/* ---- positions ---- */

void dbt_value_distance(const dbt_metric_frame *now, double *value)
{
    dbt_deviation *d = now->clips;
    const dbt_transform *clip = world_at(d, playing_side(d), d->frame);
    for (int j = 0; j < now->n_joints; j++)
        value[j] = dbt_vec3_length(dbt_vec3_sub(now->steps[j].world.pos, clip[j].pos));
}

/* If now->last is set, writes into value[n_joints] how far the output's world position left its
 * range in the clips: units, of the worst component. Else writes 0. Both ranges include the
 * output's first position. Frames of a gap extend no range. Updates now->clips: call it once for
 * every frame from the first. */
void dbt_value_overshoot_position(const dbt_metric_frame *now, double *value)
{
    dbt_deviation *d = now->clips;
    const int n_compared = dbt_cut_in_gap(d->at, d->frame) ? 0 : n_sides(d);
    const dbt_transform *clips[DBT_N_CUT_CLIPS];
    for (int side = 0; side < n_compared; side++)
        clips[side] = world_at(d, side, d->frame);
    for (int j = 0; j < now->n_joints; j++) {
        const dbt_vec3 out = now->steps[j].world.pos;
        range_pair *s = &d->positions[j];
        if (d->is_first)
            *s = (range_pair){ { out, out }, { out, out } };
        for (int side = 0; side < n_compared; side++)
            extend(&s->clips, clips[side][j].pos);
        if (n_compared > 0)
            extend(&s->out, out);
        value[j] = now->last ? excess(&s->out, &s->clips) : 0.0;
    }
}

/* ---- feet ---- */

/* Sets d->in_contact for the current frame, once (dbt_contacts_at_cut). Cached, because several
 * metrics use it. */
static void find_contacts(dbt_deviation *d)
{
    for (int i = 0; !d->has_contacts && i < n_points_of(d); i++)
        d->in_contact[i] = dbt_contacts_at_cut(d->contacts, d->cut, d->at, i, d->frame);
    d->has_contacts = true;
}

/* Writes into value[n_joints] how far each foot's joint that is in contact (find_contacts) moved
 * over the ground since the previous frame, units. 0 for other joints, and in the first of
 * successive frames. Needs the player's contacts, like the functions below. */
void dbt_value_skate(const dbt_metric_frame *now, double *value)
{
    dbt_deviation *d = now->clips;
    const dbt_feet *feet = d->contacts->feet;
    find_contacts(d);
    for (int j = 0; j < now->n_joints; j++) {
        dbt_vec3 move = now->steps[j].move;
        const bool slides = feet->is_foot[j] && now->in_a_row >= DBT_FRAMES_MOVE &&
                            d->in_contact[feet->point_of[j]];
        dbt_vec3_set(&move, d->up, 0.0); /* over the ground */
        value[j] = slides ? dbt_vec3_length(move) : 0.0;
    }
}

/* Returns the height of the output's lowest contact point above the ground, units; negative: below
 * it. The ground is the old clip's in the first half of the transition, then the new clip's.
 * *lowest: receives the point's joint. If no height is a number, returns infinity, with *lowest
 * unchanged. */
static double height_of(const dbt_metric_frame *now, int *lowest)
{
    const dbt_deviation *d = now->clips;
    const dbt_feet *feet = d->contacts->feet;
    const bool is_old = 2 * d->frame < dbt_cut_begin(d->at) + d->at.end;
    const double *ground = dbt_contacts_ground(d->contacts, segment_of(d, is_old ? 0 : 1));
    double min_height = INFINITY;
    for (int i = 0; i < feet->n_points; i++) {
        const int joint = feet->points[i].joint;
        const double height =
            dbt_vec3_get(dbt_contact_pos(&feet->points[i], now->steps[joint].world), d->up);
        if (height < min_height) {
            min_height = height;
            *lowest = joint;
        }
    }
    return min_height - ground[feet->n_points];
}

/* Writes how deep the lowest contact point is below the ground (height_of), units, at its joint in
 * value[n_joints]; 0 at the other joints, and if it is not below. */
void dbt_value_sink(const dbt_metric_frame *now, double *value)
{
    int lowest = 0;
    const double height = height_of(now, &lowest);
    memset(value, 0, (size_t)now->n_joints * sizeof *value);
    value[lowest] = fmax(-height, 0.0);
}

/* Writes how high the lowest contact point is above the ground (height_of), units, at its joint in
 * value[n_joints]; 0 at the other joints, if it is not above, and while no point is in contact
 * (find_contacts). */
void dbt_value_float(const dbt_metric_frame *now, double *value)
{
    dbt_deviation *d = now->clips;
    int lowest = 0;
    bool any_contact = false;
    find_contacts(d);
    memset(value, 0, (size_t)now->n_joints * sizeof *value);
    for (int i = 0; i < n_points_of(d); i++)
        any_contact = any_contact || d->in_contact[i];
    if (!any_contact)
        return;
    const double height = height_of(now, &lowest);
    value[lowest] = fmax(height, 0.0);
}

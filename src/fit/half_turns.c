#include "fit/half_turns.h"

#include "motion/pose.h"

#include <string.h>

/* A half turn is 1 + the axis that it is about; 0 is none. Two half turns make the one with the
 * number a ^ b. */
enum { N_TURNS = 4 };

typedef struct turning {
    const dbt_mirrored_pair *pair;
    const dbt_skeleton *joints; /* those of the target */
    dbt_arena memory;
    bool *travels;     /* [n_joints]: up to the hips, with three position channels: no bone */
    unsigned *allowed; /* [n_joints]: bits: the turns that take the bones of the target to those of
                          the source */
    int *turn;         /* [n_joints] */
    int world;         /* what comes before ROOT's */
    double *factor;    /* [n_channels]: values are multiplied by it, */
    double *more;      /* [n_channels]: then added to this */
} turning;

/* What becomes of a length along an axis, and of an angle about it. */
static double turned(int turn, int axis)
{
    return turn == 0 || turn == axis + 1 ? 1.0 : -1.0;
}

static int turn_above(const turning *r, int joint)
{
    const int parent = r->joints->joints[joint].parent;
    return parent < 0 ? r->world : r->turn[parent];
}

/* The cosine of half the angle between a rotation and a turn. */
static double likeness(dbt_quat q, int turn)
{
    return fabs(turn == 0 ? q.w : dbt_vec3_get((dbt_vec3){ q.x, q.y, q.z }, turn - 1));
}

/* Likeness to what the frames say. A head that looks aside throughout, or hands that turn
 * differently, are far off in every rig: 121 degrees at most in 174 clips. A turn about the bone
 * that is not the parent's is 150 degrees off the wrong one, or more, but 60 at most off the right
 * one. */
static const double least_to_keep = 0.2588190451025207, least_to_choose = 0.8660254037844387;

/* ---- bones ---- */

static dbt_vec3 bone_of(const dbt_rig *rig, int joint)
{
    const dbt_joint *j = &rig->clip->skeleton.joints[joint];
    return dbt_joint_from_values(j, dbt_clip_frame(rig->clip, 0)).pos;
}

static bool keeps_bone(const turning *r, int joint, int turn)
{
    const dbt_vec3 source = bone_of(r->pair->source, joint),
                   target = bone_of(r->pair->target, joint);
    const dbt_vec3 off = { source.x - turned(turn, 0) * target.x,
                           source.y - turned(turn, 1) * target.y,
                           source.z - turned(turn, 2) * target.z };
    const double length = fmax(dbt_vec3_length(source), dbt_vec3_length(target));
    return dbt_vec3_length(off) <= fmax(0.01 * length, r->pair->target->least);
}

/* Returns false if the world's turn does not do for ROOT, or channels differ. */
static bool find_allowed(turning *r)
{
    for (int j = 0; j < r->joints->n_joints; j++) {
        const dbt_joint *source = &r->pair->source->clip->skeleton.joints[j],
                        *target = &r->joints->joints[j];
        const int parent = target->parent;
        r->allowed[j] = (1U << N_TURNS) - 1;
        if (source->n_channels != target->n_channels ||
            memcmp(source->channels, target->channels, target->n_channels) != 0)
            return false;
        if (r->pair->stays[j] || r->travels[j])
            continue;
        if (parent < 0 && !keeps_bone(r, j, r->world))
            return false;
        for (int turn = 0; parent >= 0 && turn < N_TURNS; turn++)
            if (!keeps_bone(r, j, turn))
                r->allowed[parent] &= ~(1U << turn);
    }
    return true;
}

/* ---- turns ---- */

/* Whether a joint's bones allow a turn, and its channels can hold what it adds to the parent's. */
static bool may_turn(const turning *r, int joint, int turn)
{
    const dbt_joint *j = &r->joints->joints[joint];
    const int more = turn ^ turn_above(r, joint);
    bool holds = more == 0;
    for (int i = 0; i < j->n_rot; i++)
        holds = holds || j->rot_axis[i] == more - 1;
    return holds && (r->allowed[joint] >> turn & 1U);
}

/* That of the parent, unless the bones or the frames forbid it: then of those that the bones allow
 * the one that the frames say. -1: there is none. */
static int choose_turn(const turning *r, int joint)
{
    const dbt_maybe_quat source = r->pair->source->seen[joint],
                         target = r->pair->target->seen[joint];
    const bool seen = source.is && target.is;
    const dbt_quat said = dbt_quat_mul(source.rot, dbt_quat_conj(target.rot));
    const int above = turn_above(r, joint);
    double most = least_to_choose;
    int best = -1;
    if (may_turn(r, joint, above) && (!seen || likeness(said, above) >= least_to_keep))
        return above;
    for (int turn = 0; seen && turn < N_TURNS; turn++)
        if (likeness(said, turn) >= most && may_turn(r, joint, turn)) {
            most = likeness(said, turn);
            best = turn;
        }
    return best;
}

/* Partners turn alike: so mirrored twice, a clip is as it was. */
static bool find_turns(turning *r)
{
    for (int j = 0; j < r->joints->n_joints; j++) { /* parents first */
        const int partner = r->pair->partner[j];
        if (r->pair->stays[j])
            continue;
        r->turn[j] = partner < j ? r->turn[partner] : choose_turn(r, j);
        if (r->turn[j] < 0 || !may_turn(r, j, r->turn[j]))
            return false;
    }
    return true;
}

/* ---- values ---- */

/* A joint's rotation comes between its parent's turn and its own. What both make stands behind the
 * rotation: the angle about its axis takes it up, and those behind that one turn around it. */
static void find_change(turning *r, int joint, const double *first)
{
    const dbt_joint *j = &r->joints->joints[joint];
    const int above = turn_above(r, joint), more = above ^ r->turn[joint];
    bool behind = false;
    for (int c = 0; c < j->n_channels; c++) {
        const dbt_channel channel = (dbt_channel)j->channels[c];
        const int axis = dbt_channel_axis(channel), i = j->first_channel + c;
        const bool rotates = dbt_channel_is_rotation(channel);
        r->factor[i] = turned(above, axis) * (rotates && behind ? turned(more, axis) : 1.0);
        if (rotates && axis == more - 1) {
            behind = true;
            r->more[i] = r->factor[i] * first[i] > 0.0 ? -180.0 : 180.0;
        }
    }
}

static void change_values(turning *r, double *values)
{
    const size_t n = (size_t)r->joints->n_channels;
    for (size_t i = 0; i < n; i++)
        r->factor[i] = 1.0;
    for (int j = 0; j < r->joints->n_joints; j++)
        if (!r->pair->stays[j])
            find_change(r, j, values);
    for (size_t f = 0; f < r->pair->source->clip->n_frames; f++, values += n)
        for (size_t i = 0; i < n; i++)
            values[i] = r->factor[i] * values[i] + r->more[i];
}

void dbt_half_turns(const dbt_mirrored_pair *pair, double *values, bool *done)
{
    turning r = { .pair = pair, .joints = &pair->target->clip->skeleton };
    const size_t n = (size_t)r.joints->n_joints, n_channels = (size_t)r.joints->n_channels;
    r.travels = dbt_arena_array(&r.memory, n, sizeof *r.travels);
    r.allowed = dbt_arena_array(&r.memory, n, sizeof *r.allowed);
    r.turn = dbt_arena_array(&r.memory, n, sizeof *r.turn);
    r.factor = dbt_arena_array(&r.memory, n_channels, sizeof *r.factor);
    r.more = dbt_arena_array(&r.memory, n_channels, sizeof *r.more);
    const dbt_quat upright = dbt_quat_arc(pair->source->up, pair->target->up);
    for (int turn = 1; turn < N_TURNS; turn++)
        if (likeness(upright, turn) > likeness(upright, r.world))
            r.world = turn;
    r.travels[pair->target->roles.hips] = true;
    dbt_mark_above(r.joints, r.travels);
    for (int j = 0; j < r.joints->n_joints; j++) {
        const dbt_joint *joint = &r.joints->joints[j];
        r.travels[j] = r.travels[j] && joint->n_channels - joint->n_rot == 3;
    }
    *done = find_allowed(&r) && find_turns(&r);
    if (*done)
        change_values(&r, values);
    dbt_arena_release(&r.memory);
}

#include "fit/half_rotations.h"

#include "motion/pose.h"

#include <string.h>

/* Half turns as numbers, the Klein four-group: 0 is the identity, 1 + axis a half turn about the
 * axis. The product of a and b is a ^ b. */
enum { N_HALVES = 4 };

/* Context of the search for half turns. */
typedef struct solver {
    const dbt_mirrored_pair *pair;
    const dbt_skeleton *joints; /* the target's */
    dbt_arena memory;
    bool *travels; /* [n_joints]: from ROOT to the hips, with three position channels: no bone */
    unsigned *allowed; /* [n_joints]: bit h: the bones allow half turn h (0 none, 1 + axis) */
    int *half;      /* [n_joints]: half turn of each joint, 0 to 3; unused for joints that stay */
    int world;      /* half turn of the world, ROOT's parent */
    double *factor; /* [n_channels]: new value = factor * value + addend */
    double *addend; /* [n_channels]: degrees or units */
} solver;

/* Sign that a half turn applies to a coordinate along an axis, or to an angle about it. */
static double sign_of(int half, int axis)
{
    return half == 0 || half == axis + 1 ? 1.0 : -1.0;
}

/* Returns the half turn of a joint's parent, or of the world for ROOT. */
static int half_above(const solver *r, int joint)
{
    const int parent = r->joints->joints[joint].parent;
    return parent < 0 ? r->world : r->half[parent];
}

/* Returns |cos(angle / 2)| of the angle between a rotation and a half turn. */
static double likeness(dbt_quat q, int half)
{
    return fabs(half == 0 ? q.w : dbt_vec3_get((dbt_vec3){ q.x, q.y, q.z }, half - 1));
}

/* Limits of the likeness between a half turn and the observed rotation. Inherit (150 degrees): a
 * head that always looks aside, or hands with different twists, differ by up to 121 degrees in
 * 174 clips. Choose (60 degrees): a half turn about the bone differs by at least 150 degrees
 * from the wrong candidate, but by up to 60 from the right one. */
static const double min_to_inherit = 0.2588190451025207, min_to_choose = 0.8660254037844387;

/* ---- bones ---- */

/* Returns the local position of a joint in frame 0: the bone from its parent. */
static dbt_vec3 bone_of(const dbt_rig *rig, int joint)
{
    const dbt_joint *j = &rig->clip->skeleton.joints[joint];
    return dbt_joint_from_values(j, dbt_clip_frame(rig->clip, 0)).pos;
}

/* Whether a half turn (0 none, 1 + axis) maps the target's bone in frame 0, from the parent to
 * `joint`, to the source's. Tolerance: 1 % of the longer bone, or the target's min_length if
 * larger.
 */
static bool preserves_bone(const solver *r, int joint, int half)
{
    const dbt_vec3 source = bone_of(r->pair->source, joint),
                   target = bone_of(r->pair->target, joint);
    const dbt_vec3 off = { source.x - sign_of(half, 0) * target.x,
                           source.y - sign_of(half, 1) * target.y,
                           source.z - sign_of(half, 2) * target.z };
    const double length = fmax(dbt_vec3_length(source), dbt_vec3_length(target));
    return dbt_vec3_length(off) <= fmax(0.01 * length, r->pair->target->min_length);
}

/* Sets allowed[]: the half turns of a joint that the bones to its children allow. Bones to joints
 * that stay or travel allow all. Returns false if ROOT's bone contradicts the world's half turn, or
 * if the channels of source and target differ; allowed[] is then incomplete. */
static bool find_allowed(solver *r)
{
    for (int j = 0; j < r->joints->n_joints; j++) {
        const dbt_joint *source = &r->pair->source->clip->skeleton.joints[j],
                        *target = &r->joints->joints[j];
        const int parent = target->parent;
        r->allowed[j] = (1U << N_HALVES) - 1;
        if (source->n_channels != target->n_channels ||
            memcmp(source->channels, target->channels, target->n_channels) != 0)
            return false;
        if (r->pair->stays[j] || r->travels[j])
            continue;
        if (parent < 0 && !preserves_bone(r, j, r->world))
            return false;
        for (int half = 0; parent >= 0 && half < N_HALVES; half++)
            if (!preserves_bone(r, j, half))
                r->allowed[parent] &= ~(1U << half);
    }
    return true;
}

/* ---- half turns ---- */

/* Whether a joint's bones allow a half turn, and its channels can represent it relative to the
 * parent's. */
static bool is_possible(const solver *r, int joint, int half)
{
    const dbt_joint *j = &r->joints->joints[joint];
    const int net = half ^ half_above(r, joint);
    bool representable = net == 0;
    for (int i = 0; i < j->n_rot; i++)
        representable = representable || j->rot_axis[i] == net - 1;
    return representable && (r->allowed[joint] >> half & 1U);
}

/* Returns the parent's half turn (0 none, 1 + axis), unless it is not possible (is_possible) or
 * over 150 degrees from the observed rotation. Otherwise returns the possible half turn nearest to
 * the observed rotation, within 60 degrees. -1: none, or nothing was observed. */
static int choose_half(const solver *r, int joint)
{
    const dbt_maybe_quat source = r->pair->source->observed[joint],
                         target = r->pair->target->observed[joint];
    const bool is_observed = source.is_defined && target.is_defined;
    const dbt_quat observed_rotation = dbt_quat_mul(source.rot, dbt_quat_conj(target.rot));
    const int above = half_above(r, joint);
    double best_likeness = min_to_choose;
    int best = -1;
    if (is_possible(r, joint, above) &&
        (!is_observed || likeness(observed_rotation, above) >= min_to_inherit))
        return above;
    for (int half = 0; is_observed && half < N_HALVES; half++)
        if (likeness(observed_rotation, half) >= best_likeness && is_possible(r, joint, half)) {
            best_likeness = likeness(observed_rotation, half);
            best = half;
        }
    return best;
}

/* Sets half[] of all joints that do not stay; half[] of joints that stay is 0 and unused. Returns
 * false if a joint has no possible half turn; half[] is then incomplete. Partners have equal half
 * turns: so mirroring twice is the identity. Needs allowed[]. */
static bool find_halves(solver *r)
{
    for (int j = 0; j < r->joints->n_joints; j++) { /* parents first */
        const int partner = r->pair->partner[j];
        if (r->pair->stays[j])
            continue;
        r->half[j] = partner < j ? r->half[partner] : choose_half(r, j);
        if (r->half[j] < 0 || !is_possible(r, j, r->half[j]))
            return false;
    }
    return true;
}

/* ---- values ---- */

/* Sets factors and addends of a joint's channels, for half turns of find_halves. Conjugating by the
 * half turns of parent and joint leaves a net half turn. The channel about its axis absorbs it as
 * +-180 degrees; later channels change sign. first[n_channels]: the source's values of frame 0; 180
 * is subtracted if factor * first is positive, else added. */
static void find_change(solver *r, int joint, const double *first)
{
    const dbt_joint *j = &r->joints->joints[joint];
    const int above = half_above(r, joint), net = above ^ r->half[joint];
    bool is_after = false;
    for (int c = 0; c < j->n_channels; c++) {
        const dbt_channel channel = (dbt_channel)j->channels[c];
        const int axis = dbt_channel_axis(channel), i = j->first_channel + c;
        const bool rotates = dbt_channel_is_rotation(channel);
        r->factor[i] = sign_of(above, axis) * (rotates && is_after ? sign_of(net, axis) : 1.0);
        if (rotates && axis == net - 1) {
            is_after = true;
            r->addend[i] = r->factor[i] * first[i] > 0.0 ? -180.0 : 180.0;
        }
    }
}

/* Applies the half turns to values[n_frames][n_channels], one frame or more, in place. Sets all
 * factors and addends. Channels of joints that stay do not change. */
static void change_values(solver *r, double *values)
{
    const size_t n = (size_t)r->joints->n_channels;
    for (size_t i = 0; i < n; i++)
        r->factor[i] = 1.0;
    for (int j = 0; j < r->joints->n_joints; j++)
        if (!r->pair->stays[j])
            find_change(r, j, values);
    for (size_t f = 0; f < r->pair->source->clip->n_frames; f++, values += n)
        for (size_t i = 0; i < n; i++)
            values[i] = r->factor[i] * values[i] + r->addend[i];
}

bool dbt_half_rotations(const dbt_mirrored_pair *pair, double *values)
{
    solver r = { .pair = pair, .joints = &pair->target->clip->skeleton };
    const size_t n = (size_t)r.joints->n_joints, n_channels = (size_t)r.joints->n_channels;
    r.travels = dbt_arena_array(&r.memory, n, sizeof *r.travels);
    r.allowed = dbt_arena_array(&r.memory, n, sizeof *r.allowed);
    r.half = dbt_arena_array(&r.memory, n, sizeof *r.half);
    r.factor = dbt_arena_array(&r.memory, n_channels, sizeof *r.factor);
    r.addend = dbt_arena_array(&r.memory, n_channels, sizeof *r.addend);
    const dbt_quat upright = dbt_quat_arc(pair->source->up, pair->target->up);
    for (int half = 1; half < N_HALVES; half++)
        if (likeness(upright, half) > likeness(upright, r.world))
            r.world = half;
    r.travels[pair->target->roles.hips] = true;
    dbt_mark_above(r.joints, r.travels);
    for (int j = 0; j < r.joints->n_joints; j++) {
        const dbt_joint *joint = &r.joints->joints[j];
        r.travels[j] = r.travels[j] && joint->n_channels - joint->n_rot == 3;
    }
    const bool exists = find_allowed(&r) && find_halves(&r);
    if (exists)
        change_values(&r, values);
    dbt_arena_release(&r.memory);
    return exists;
}

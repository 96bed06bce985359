#include "fit/joint_pairs.h"

#include "base/mem.h"
#include "fit/fit.h"
#include "motion/pose.h"

#include <stdlib.h>
#include <string.h>

static const dbt_skeleton *skeleton_of(const dbt_rig *rig)
{
    return &rig->clip->skeleton;
}

/* ---- counterparts ---- */

/* Pairs n joints of both lines, from s_index and t_index on. */
static void pair_lines(dbt_pairs *p, int s_index, int t_index, int n)
{
    for (int i = 0; i < n; i++)
        p->of[p->target->roles.line[t_index + i]] = p->source->roles.line[s_index + i];
}

/* Fills list[n_joints] with the joints that have a word, but no role, and are not on the line from
 * hips to head. Sorts them by word, side and index; `parent` is 0. Skips the joint `below` and all
 * above it; -1: skips none. Returns the number of entries. */
static int list_named(const dbt_roles *roles, int below, dbt_listed_joint *list)
{
    int n = 0;
    for (int j = 0; j < roles->skeleton->n_joints; j++)
        if (roles->of[j] == DBT_NO_ROLE && roles->line_index[j] < 0 && *roles->words[j].word &&
            !dbt_joint_is_under(roles->skeleton, below, j))
            list[n++] = (dbt_listed_joint){ .word = roles->words[j].word,
                                            .side = roles->words[j].side,
                                            .joint = j };
    qsort(list, (size_t)n, sizeof *list, dbt_listed_compare);
    return n;
}

/* Sets p->of of the target's joints without a role to joints with the same word and side; several
 * of one name in their order. Skips the target's hips and the joints above. Others do not change.
 */
static void pair_names(dbt_pairs *p)
{
    const size_t n_s = (size_t)skeleton_of(p->source)->n_joints,
                 n_t = (size_t)skeleton_of(p->target)->n_joints;
    dbt_listed_joint *list = dbt_alloc_array(n_s + n_t, sizeof *list);
    dbt_listed_joint *other = list + n_s;
    const int n = list_named(&p->source->roles, -1, list);
    const int m = list_named(&p->target->roles, p->target->roles.hips, other);
    for (int i = 0, k = 0; i < n && k < m;) {
        const int order = dbt_listed_compare_keys(&list[i], &other[k]);
        if (order == 0)
            p->of[other[k].joint] = list[i].joint;
        i += order <= 0;
        k += order >= 0;
    }
    dbt_free(list);
}

/* ---- zero poses ---- */

/* Returns the orientation of a joint in the zero pose: x from the right to the left joint of a
 * role, y to the head. */
static dbt_maybe_quat zero_frame(const dbt_rig *rig, dbt_role role, int joint)
{
    const int *limbs = rig->roles.joint[role];
    return dbt_frame_of(dbt_rig_zero(rig, limbs[DBT_RIGHT], limbs[DBT_LEFT]),
                        dbt_rig_zero(rig, joint, rig->roles.head), rig->min_length);
}

/* Returns the angle between two orientations, degrees; 180 if either is undefined. */
static double frame_difference(dbt_maybe_quat a, dbt_maybe_quat b)
{
    return a.is_defined && b.is_defined ? dbt_quat_angle_between(a.rot, b.rot) * DBT_DEG_FROM_RAD
                                        : 180.0;
}

/* Returns the angle in the zero pose between the bones of both rigs from a role to the next,
 * degrees; 0 if a rig has no such bone, or one without length. */
static double bone_difference(const dbt_pairs *p, int role, int side)
{
    dbt_vec3 bone[2];
    const dbt_rig *const rigs[] = { p->source, p->target };
    for (int i = 0; i < 2; i++) {
        const int(*joint)[2] = rigs[i]->roles.joint;
        if (joint[role][side] < 0 || joint[role + 1][side] < 0)
            return 0.0;
        bone[i] = dbt_unit(dbt_rig_zero(rigs[i], joint[role][side], joint[role + 1][side]),
                           rigs[i]->min_length);
        if (!dbt_is_unit(bone[i]))
            return 0.0;
    }
    return dbt_vec3_angle_between(bone[0], bone[1]) * DBT_DEG_FROM_RAD;
}

/* Returns the largest difference of the zero poses, degrees: trunk, shoulders and limbs. 180 if a
 * rig does not define the orientation of trunk or shoulders. Needs p->trunk. */
static double difference(const dbt_pairs *p)
{
    double largest =
        fmax(frame_difference(p->trunk[0], p->trunk[1]),
             frame_difference(zero_frame(p->source, DBT_UPPER_ARM, p->source->roles.chest),
                              zero_frame(p->target, DBT_UPPER_ARM, p->target->roles.chest)));
    for (int r = 0; r < DBT_HEAD; r++)
        for (int side = 0; side < 2 && dbt_role_next(r) != DBT_NO_ROLE; side++)
            largest = fmax(largest, bone_difference(p, r, side));
    return largest;
}

/* Whether all thighs and shins of the zero pose point within 30 degrees of the direction from head
 * to hips. False if one of these has no length. */
static bool is_upright(const dbt_rig *rig)
{
    const dbt_vec3 up =
        dbt_unit(dbt_rig_zero(rig, rig->roles.hips, rig->roles.head), rig->min_length);
    for (int r = DBT_THIGH; r < DBT_FOOT; r++)
        for (int side = 0; side < 2; side++) {
            const int(*joint)[2] = rig->roles.joint;
            const dbt_vec3 bone =
                dbt_unit(dbt_rig_zero(rig, joint[r][side], joint[r + 1][side]), rig->min_length);
            if (!dbt_is_unit(up) || !dbt_is_unit(bone) ||
                dbt_vec3_angle_between(up, bone) * DBT_DEG_FROM_RAD < 150.0)
                return false;
        }
    return true;
}

/* Whether all OFFSETs, ROOT's too, are exactly equal. map[n_joints of to]: joints of `from`. */
static bool equal_offsets(const dbt_skeleton *to, const dbt_skeleton *from, const int *map)
{
    bool equal = true;
    for (int j = 0; equal && j < to->n_joints; j++) {
        const dbt_vec3 a = to->joints[j].offset, b = from->joints[map[j]].offset;
        equal = a.x == b.x && a.y == b.y && a.z == b.z;
    }
    return equal;
}

bool dbt_fit_same_offsets(const dbt_skeleton *a, const dbt_skeleton *b)
{
    int *map = dbt_alloc_array((size_t)a->n_joints, sizeof *map);
    bool same = dbt_skeleton_map(a, b, map, NULL);
    for (int j = 1; same && j < a->n_joints; j++) {
        const dbt_vec3 u = a->joints[j].offset, v = b->joints[map[j]].offset;
        const double length = fmax(dbt_vec3_length(u), dbt_vec3_length(v));
        same = dbt_vec3_length(dbt_vec3_sub(u, v)) <= 0.01 * length;
    }
    dbt_free(map);
    return same;
}

bool dbt_is_same_skeleton(const dbt_skeleton *a, const dbt_skeleton *b)
{
    int *map = dbt_alloc_array((size_t)a->n_joints, sizeof *map);
    const bool same = dbt_skeleton_map(a, b, map, NULL) && equal_offsets(a, b, map);
    dbt_free(map);
    return same;
}

/* Returns the length of a joint's bone in frame 0, units. */
static double bone_length(const dbt_rig *rig, int joint)
{
    const int parent = skeleton_of(rig)->joints[joint].parent;
    return dbt_vec3_length(dbt_vec3_sub(rig->first[joint].pos, rig->first[parent].pos));
}

bool dbt_pairs_same_rig(const dbt_pairs *pairs)
{
    const dbt_rig *source = pairs->source, *target = pairs->target;
    bool same = pairs->same_joints && pairs->difference <= 1.0;
    for (int j = target->roles.hips + 1; same && j < skeleton_of(target)->n_joints; j++) {
        if (!dbt_joint_is_under(skeleton_of(target), j, target->roles.hips))
            continue;
        const double a = bone_length(target, j), b = bone_length(source, pairs->map[j]);
        same = fabs(a - b) <= fmax(0.01 * fmax(a, b), fmax(source->min_length, target->min_length));
    }
    return same;
}

void dbt_pairs_init(dbt_pairs *pairs, const dbt_rig *source, const dbt_rig *target)
{
    const size_t n = (size_t)skeleton_of(target)->n_joints;
    pairs->source = source;
    pairs->target = target;
    pairs->size = target->leg_length / source->leg_length;
    pairs->of = dbt_arena_array(&pairs->memory, n, sizeof *pairs->of);
    pairs->map = dbt_arena_array(&pairs->memory, n, sizeof *pairs->map);
    pairs->followers = dbt_arena_array(&pairs->memory, n, sizeof *pairs->followers);
    pairs->constants = dbt_arena_array(&pairs->memory, n, sizeof *pairs->constants);
    pairs->same_joints =
        source->roles.are_exchanged == target->roles.are_exchanged &&
        dbt_skeleton_map(skeleton_of(target), skeleton_of(source), pairs->map, NULL);
    for (size_t j = 0; j < n; j++)
        pairs->of[j] = -1;
    for (int r = 0; r < DBT_N_ROLES; r++)
        for (int side = 0; side < 2; side++)
            if (target->roles.joint[r][side] >= 0)
                pairs->of[target->roles.joint[r][side]] = source->roles.joint[r][side];
    pair_lines(pairs, 0, 0, 1);
    if (dbt_roles_n_spine(&source->roles) == dbt_roles_n_spine(&target->roles))
        pair_lines(pairs, 1, 1, dbt_roles_n_spine(&target->roles));
    if (dbt_roles_n_neck(&source->roles) == dbt_roles_n_neck(&target->roles))
        pair_lines(pairs, dbt_roles_n_spine(&source->roles) + 1,
                   dbt_roles_n_spine(&target->roles) + 1, dbt_roles_n_neck(&target->roles));
    pair_names(pairs);
    pairs->trunk[0] = zero_frame(source, DBT_THIGH, source->roles.hips);
    pairs->trunk[1] = zero_frame(target, DBT_THIGH, target->roles.hips);
    const bool equal =
        pairs->same_joints && equal_offsets(skeleton_of(target), skeleton_of(source), pairs->map);
    pairs->difference = equal ? 0.0 : difference(pairs);
    pairs->rule = pairs->difference <= 20.0 ? DBT_FIT_SAME_POSE
                  : pairs->trunk[0].is_defined && pairs->trunk[1].is_defined &&
                          is_upright(source) && is_upright(target)
                      ? DBT_FIT_UPRIGHT
                      : DBT_FIT_BY_MOTION;
}

void dbt_pairs_release(dbt_pairs *pairs)
{
    dbt_arena_release(&pairs->memory);
    *pairs = (dbt_pairs){ .source = NULL };
}

/* ---- constants ---- */

/* Returns the unit direction of a joint's bone in the zero pose; zero: undefined. It points to
 * the next role if both rigs have it, else along the mean OFFSET. rig, joint: joint j of the
 * target, or its counterpart in the source. */
static dbt_vec3 bone_of(const dbt_pairs *p, const dbt_rig *rig, int joint, int j)
{
    const int next = dbt_roles_next(&p->target->roles, j);
    const bool both = next >= 0 && p->of[next] >= 0;
    return dbt_unit(both ? dbt_rig_zero(rig, joint, rig == p->target ? next : p->of[next])
                         : dbt_rig_mean_offset(rig, joint, false),
                    rig->min_length);
}

/* Returns the constant of a joint from its bone: its parent's, rotated by the shortest arc that
 * aligns the bones. */
static dbt_quat by_bone(const dbt_pairs *p, int j, int from, dbt_quat above)
{
    const dbt_vec3 source = bone_of(p, p->source, from, j), target = bone_of(p, p->target, j, j);
    if (!dbt_is_unit(source) || !dbt_is_unit(target))
        return above;
    return dbt_quat_mul(dbt_quat_arc(dbt_quat_rotate(above, target), source), above);
}

/* Returns the nearest ancestor with a counterpart; -1: none. */
static int nearest_pair(const dbt_pairs *p, int joint)
{
    do
        joint = skeleton_of(p->target)->joints[joint].parent;
    while (joint >= 0 && p->of[joint] < 0);
    return joint;
}

/* Sets frames[2] to a hand's orientation in the zero poses of source and target, from its fingers:
 * the nearest paired joints below it. y: sum of their unit directions; x: the one furthest from the
 * sum in the target. Returns false, without setting frames, if fewer than two are paired, or if all
 * are within 11 degrees of the sum in the target. Returns true with undefined frames if the
 * directions cancel out. */
static bool hand_frames(const dbt_pairs *p, int hand, dbt_maybe_quat frames[2])
{
    const dbt_skeleton *skeleton = skeleton_of(p->target);
    dbt_vec3 sum[2] = { DBT_VEC3_ZERO, DBT_VEC3_ZERO }, far[2] = { DBT_VEC3_ZERO, DBT_VEC3_ZERO };
    double largest = 0.0; /* degrees */
    int n = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int c = hand + 1; c < skeleton->n_joints && skeleton->joints[c].parent >= hand; c++) {
            if (p->of[c] < 0 || nearest_pair(p, c) != hand)
                continue;
            const dbt_vec3 source =
                dbt_unit(dbt_rig_zero(p->source, p->of[hand], p->of[c]), p->source->min_length);
            const dbt_vec3 target =
                dbt_unit(dbt_rig_zero(p->target, hand, c), p->target->min_length);
            if (!dbt_is_unit(source) || !dbt_is_unit(target))
                continue;
            if (pass == 0) {
                sum[0] = dbt_vec3_add(sum[0], source);
                sum[1] = dbt_vec3_add(sum[1], target);
                n++;
                continue;
            }
            const double angle =
                dbt_vec3_angle_between(target, dbt_unit(sum[1], 1e-6)) * DBT_DEG_FROM_RAD;
            if (angle > largest) {
                largest = angle;
                far[0] = source;
                far[1] = target;
            }
        }
    const bool defined = dbt_is_unit(dbt_unit(sum[0], 1e-6)) && dbt_is_unit(dbt_unit(sum[1], 1e-6));
    if (n < 2 || (defined && largest <= 11.0))
        return false;
    for (int i = 0; i < 2; i++)
        frames[i] = dbt_frame_of(far[i], sum[i], 1e-6);
    return true;
}

/* Returns C of joint j of the target, by the rule: j's world rotation is that of its counterpart
 * `from`, times C. Identity for DBT_FIT_SAME_POSE. above: C of j's parent, the result if bones or
 * frames define none. */
static dbt_quat constant_of(const dbt_pairs *p, int j, int from, dbt_quat above)
{
    const dbt_roles *target = &p->target->roles;
    const int role = target->of[j];
    const bool is_trunk = target->line_index[j] >= 0, is_foot = role == DBT_FOOT || role == DBT_TOE;
    if (p->rule == DBT_FIT_SAME_POSE)
        return DBT_QUAT_IDENTITY;
    if (p->rule == DBT_FIT_UPRIGHT && is_trunk)
        return dbt_quat_mul(p->trunk[0].rot, dbt_quat_conj(p->trunk[1].rot));
    if ((p->rule == DBT_FIT_UPRIGHT && !is_foot) || (!is_trunk && role == DBT_NO_ROLE))
        return by_bone(p, j, from, above);
    dbt_maybe_quat frames[2] = { p->source->observed[from], p->target->observed[j] };
    if (role == DBT_HAND) {
        dbt_maybe_quat by_fingers[2];
        if (hand_frames(p, j, by_fingers))
            memcpy(frames, by_fingers, sizeof frames);
    }
    return frames[0].is_defined && frames[1].is_defined
               ? dbt_quat_mul(frames[0].rot, dbt_quat_conj(frames[1].rot))
               : by_bone(p, j, from, above);
}

/* Sets constants[] of all joints of the target: constant_of, or of an unpaired joint its parent's,
 * for ROOT the identity. The chest counts as paired if both rigs have a spine. */
static void find_constants(dbt_pairs *p)
{
    const dbt_roles *source = &p->source->roles, *target = &p->target->roles;
    const bool both_have_spines = source->chest != source->hips && target->chest != target->hips;
    for (int j = 0; j < target->skeleton->n_joints; j++) {
        const int parent = target->skeleton->joints[j].parent;
        const dbt_quat above = parent < 0 ? DBT_QUAT_IDENTITY : p->constants[parent];
        const int from = j == target->chest && both_have_spines ? source->chest : p->of[j];
        p->constants[j] = from < 0 ? above : constant_of(p, j, from, above);
    }
}

/* ---- followers ---- */

/* Returns the local rotation of a joint at rest. Above the hips: frame 0's. Else: the mean of all
 * frames, or the nearest rotation that the joint's channels can hold. */
static dbt_quat rest_of(const dbt_rig *target, int joint)
{
    const dbt_joint *j = &skeleton_of(target)->joints[joint];
    const bool is_above = joint != target->roles.hips &&
                          dbt_joint_is_under(skeleton_of(target), target->roles.hips, joint);
    return is_above ? dbt_joint_from_values(j, dbt_clip_frame(target->clip, 0)).rot
                    : dbt_joint_nearest_rotation(j, target->mean[joint]);
}

/* Returns the vector from a joint of the target to the joint `next` below it, units, in the joint's
 * space: positions of frame 0, joints between at rest. Needs their followers[].rest. */
static dbt_vec3 aim_axis_of(const dbt_pairs *p, int joint, int next)
{
    const dbt_skeleton *target = skeleton_of(p->target);
    const double *values = dbt_clip_frame(p->target->clip, 0);
    dbt_vec3 at = dbt_joint_from_values(&target->joints[next], values).pos;
    for (int j = target->joints[next].parent; j != joint; j = target->joints[j].parent)
        at = dbt_vec3_add(dbt_joint_from_values(&target->joints[j], values).pos,
                          dbt_quat_rotate(p->followers[j].rest, at));
    return at;
}

/* A section of the line from the hips to the head. */
typedef struct line_section {
    const dbt_rig *rig;
    int begin, end;  /* indices in the line between which its length is measured */
    int first, last; /* indices of its first and last joint */
} line_section;

/* Returns fractions[n_line], allocated from `memory`, with those from index begin to `end` of a
 * section: arc length by OFFSETs, 0 to 1; by the number of joints if all OFFSETs are 0. NaN if
 * begin is `end`: such a section has no joints to place. */
static double *measure_line(const line_section *section, dbt_arena *memory)
{
    const dbt_roles *roles = &section->rig->roles;
    double *fractions = dbt_arena_array(memory, (size_t)roles->n_line, sizeof *fractions);
    fractions[section->begin] = 0.0;
    for (int i = section->begin + 1; i <= section->end; i++)
        fractions[i] =
            fractions[i - 1] + dbt_vec3_length(roles->skeleton->joints[roles->line[i]].offset);
    const double length = fractions[section->end];
    for (int i = section->begin; i <= section->end; i++)
        fractions[i] = length > 0.0
                           ? fractions[i] / length
                           : (double)(i - section->begin) / (double)(section->end - section->begin);
    return fractions;
}

/* Whether the orientation of all joints of a section is defined. */
static bool all_observed(const line_section *section)
{
    for (int i = section->first; i <= section->last; i++)
        if (!section->rig->observed[section->rig->roles.line[i]].is_defined)
            return false;
    return true;
}

/* Distributes the joints of a target's section over a source's section with a different number of
 * joints: each follows the slerp of two, or the section's first joint. Sets from, n_from, weight,
 * right_offset and post of their followers. Needs constants[]. */
static void follow_line(dbt_pairs *p, const line_section *source, const line_section *target)
{
    const bool is_observed =
        p->rule == DBT_FIT_BY_MOTION && all_observed(source) && all_observed(target);
    const dbt_quat hips = p->constants[p->target->roles.hips]; /* identity for DBT_FIT_SAME_POSE */
    int upper = source->first;
    const double *s_fractions = measure_line(source, &p->memory);
    const double *t_fractions = measure_line(target, &p->memory);
    for (int index = target->first; index <= target->last; index++) {
        const int joint = p->target->roles.line[index];
        const double fraction = t_fractions[index];
        while (upper < source->last && s_fractions[upper] < fraction)
            upper++;
        const int lower = upper > source->first ? upper - 1 : upper;
        const double low = s_fractions[lower], high = s_fractions[upper];
        dbt_follower *f = &p->followers[joint];
        f->n_from = lower < upper ? 2 : 1;
        f->from[0] = p->source->roles.line[lower];
        f->from[1] = p->source->roles.line[upper];
        f->weight = lower < upper ? (fraction - low) / (high - low) : 0.0;
        for (int i = 0; i < 2; i++)
            f->right_offset[i] = is_observed ? p->source->observed[f->from[i]].rot : hips;
        f->post = is_observed ? dbt_quat_conj(p->target->observed[joint].rot) : DBT_QUAT_IDENTITY;
    }
}

void dbt_pairs_solve(dbt_pairs *pairs)
{
    dbt_pairs *p = pairs;
    const dbt_roles *source = &p->source->roles, *target = &p->target->roles;
    const int n_s = dbt_roles_n_spine(source), n_t = dbt_roles_n_spine(target);
    const int s_end = source->n_line - 1, t_end = target->n_line - 1;
    find_constants(p);
    for (int j = 0; j < skeleton_of(p->target)->n_joints; j++)
        p->followers[j] = (dbt_follower){ .n_from = p->of[j] >= 0,
                                          .from = { p->of[j], p->of[j] },
                                          .right_offset = { p->constants[j], p->constants[j] },
                                          .post = DBT_QUAT_IDENTITY,
                                          .aims_at = -1,
                                          .rest = rest_of(p->target, j) };
    for (int j = 0; j < skeleton_of(p->target)->n_joints; j++) {
        /* limbs point as the source's; hands, feet and toes only rotate with theirs */
        const int role = target->of[j], next = dbt_roles_next(target, j);
        if (p->of[j] < 0 || role == DBT_NO_ROLE || role == DBT_FOOT || next < 0 || p->of[next] < 0)
            continue;
        p->followers[j].aims_at = p->of[next];
        p->followers[j].aim_axis = aim_axis_of(p, j, next);
    }
    if (n_s != n_t && n_s > 0)
        follow_line(p, &(line_section){ p->source, 0, n_s, 1, n_s },
                    &(line_section){ p->target, 0, n_t, 1, n_t });
    if (dbt_roles_n_neck(source) != dbt_roles_n_neck(target))
        follow_line(p,
                    &(line_section){ p->source, n_s, s_end,
                                     dbt_roles_n_neck(source) > 0 ? n_s + 1 : n_s, s_end },
                    &(line_section){ p->target, n_t, t_end, n_t + 1, t_end - 1 });
}

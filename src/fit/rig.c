#include "fit/rig.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/pattern.h"
#include "fit/up_axis.h"
#include "motion/pose.h"

#include <stdlib.h>
#include <string.h>

/* ---- directions ---- */

/* The quaternion of the rotation with these columns: the largest of its parts first, so that
 * nothing cancels. */
static dbt_quat of_columns(dbt_vec3 x, dbt_vec3 y, dbt_vec3 z)
{
    const double w = 1.0 + x.x + y.y + z.z, a = 1.0 + x.x - y.y - z.z;
    const double b = 1.0 - x.x + y.y - z.z, c = 1.0 - x.x - y.y + z.z;
    const double wx = y.z - z.y, wy = z.x - x.z, wz = x.y - y.x;
    const double xy = x.y + y.x, xz = z.x + x.z, yz = y.z + z.y;
    const double most = fmax(fmax(w, a), fmax(b, c));
    const dbt_quat q = most == w   ? (dbt_quat){ w, wx, wy, wz }
                       : most == a ? (dbt_quat){ wx, a, xy, xz }
                       : most == b ? (dbt_quat){ wy, xy, b, yz }
                                   : (dbt_quat){ wz, xz, yz, c };
    return dbt_quat_normalize(q);
}

dbt_maybe_quat dbt_frame_of(dbt_vec3 x, dbt_vec3 y, double least)
{
    const dbt_vec3 second = dbt_unit(y, least), first = dbt_unit(dbt_vec3_across(x, second), least);
    if (!dbt_is_unit(second) || !dbt_is_unit(first))
        return (dbt_maybe_quat){ DBT_QUAT_IDENTITY, false };
    return (dbt_maybe_quat){ of_columns(first, second, dbt_vec3_cross(first, second)), true };
}

/* ---- the zero pose and the first frame ---- */

dbt_vec3 dbt_rig_mean_offset(const dbt_rig *rig, int joint, bool thumbs)
{
    const dbt_skeleton *s = &rig->clip->skeleton;
    dbt_vec3 sum = DBT_VEC3_ZERO;
    int n = 0;
    for (int j = joint + 1; j < s->n_joints && s->joints[j].parent >= joint; j++) {
        if (s->joints[j].parent != joint ||
            (!thumbs && dbt_pattern_matches("*[tT][hH][uU][mM][bB]*", s->joints[j].name)))
            continue;
        sum = dbt_vec3_add(sum, s->joints[j].offset);
        n++;
    }
    for (int e = -1; (e = dbt_skeleton_next_end_site(s, joint, e)) >= 0; n++)
        sum = dbt_vec3_add(sum, s->end_sites[e].offset);
    return n > 0 ? dbt_vec3_scale(sum, 1.0 / n) : sum;
}

bool dbt_rig_init(dbt_rig *rig, const dbt_clip *clip, dbt_error *err)
{
    const dbt_skeleton *s = &clip->skeleton;
    const size_t n = (size_t)s->n_joints;
    const dbt_roles *roles = &rig->roles;
    const int(*limbs)[2] = roles->joint;
    dbt_up_axis up;
    rig->clip = clip;
    dbt_roles_find(&rig->roles, s, &rig->memory);
    if (!dbt_roles_settle(&rig->roles, &rig->memory, err))
        return false;
    rig->zero = dbt_arena_array(&rig->memory, n, sizeof *rig->zero);
    rig->first = dbt_arena_array(&rig->memory, n, sizeof *rig->first);
    for (int j = 0; j < s->n_joints; j++) {
        const dbt_joint *joint = &s->joints[j];
        rig->zero[j] = joint->parent < 0 ? joint->offset
                                         : dbt_vec3_add(rig->zero[joint->parent], joint->offset);
        dbt_joint_set_world(s, j, dbt_joint_from_values(joint, dbt_clip_frame(clip, 0)),
                            rig->first);
    }
    rig->reach = dbt_pose_reach(s, rig->first, dbt_skeleton_branch(s));
    rig->least = 1e-6 * rig->reach;
    for (int side = 0; side < 2; side++)
        for (int r = DBT_THIGH; r < DBT_FOOT; r++)
            rig->leg_length += dbt_vec3_length(
                dbt_vec3_sub(rig->first[limbs[r + 1][side]].pos, rig->first[limbs[r][side]].pos));
    if (!isfinite(rig->reach) || !isfinite(rig->leg_length))
        return dbt_fail(err, DBT_E_SKELETON, "its first frame is too large to measure");
    dbt_up_axis_find(&up, clip);
    rig->up = up.vector;
    rig->up_is_known = up.likely >= 0;
    if (!dbt_roles_check(&rig->roles, &up, err))
        return false;
    return rig->leg_length > rig->least ||
           dbt_fail(err, DBT_E_SKELETON, "its legs have no length in the first frame");
}

void dbt_rig_release(dbt_rig *rig)
{
    dbt_arena_release(&rig->memory);
    *rig = (dbt_rig){ .clip = NULL };
}

/* ---- all frames ---- */

/* A foot in a frame, until the ground is known. */
typedef struct foot_view {
    dbt_vec3 pos;
    dbt_vec3 ahead; /* from foot to toe, unit; zero: undefined */
    dbt_quat foot, toe;
} foot_view;

/* The sums of two directions in a joint's space. */
typedef struct direction_sums {
    dbt_vec3 x, y;
} direction_sums;

typedef struct looking {
    dbt_rig *rig;
    dbt_rig_query wish;
    bool *needed;         /* [n_joints]: joints whose world transforms are computed */
    int *next;            /* [n_line]: the next joint to the head that is apart; -1: none */
    int before_head;      /* the nearest joint below the head that is apart; -1: none */
    dbt_vec3 offset[2];   /* of a foot without toe: of its children and End Sites */
    dbt_transform *world; /* [n_joints]: in this frame */
    direction_sums *sums; /* [n_joints] */
    dbt_quat *means;      /* [n_joints]: sums of local rotations */
    dbt_quat *sign;       /* [n_joints]: local rotations of frame 0, if means are wished for */
    foot_view *feet;      /* [n_frames][2] */
    double *heights;      /* [n_frames] */
    dbt_arena memory;
} looking;

/* Joints that are nearer than this part of the reach are in one place. */
static const double apart = 1e-5;

static bool is_apart(const dbt_rig *rig, int a, int b)
{
    return dbt_vec3_length(dbt_vec3_sub(rig->first[a].pos, rig->first[b].pos)) > apart * rig->reach;
}

static void find_neighbours(looking *l)
{
    const dbt_rig *rig = l->rig;
    const dbt_roles *roles = &rig->roles;
    for (int i = 0; i < roles->n_line; i++) {
        int k = i + 1;
        while (k < roles->n_line && !is_apart(rig, roles->line[i], roles->line[k]))
            k++;
        l->next[i] = k < roles->n_line ? roles->line[k] : -1;
    }
    l->before_head = roles->head;
    while (l->before_head >= 0 && !is_apart(rig, l->before_head, roles->head))
        l->before_head = rig->clip->skeleton.joints[l->before_head].parent;
}

static void mark_needed(looking *l)
{
    const dbt_roles *roles = &l->rig->roles;
    for (int j = 0; j < l->rig->clip->skeleton.n_joints; j++)
        l->needed[j] = l->wish.body
                           ? roles->of[j] != DBT_NO_ROLE || roles->line_place[j] >= 0
                           : roles->of[j] == DBT_FOOT || (l->wish.feet && roles->of[j] == DBT_TOE);
    dbt_mark_above(&l->rig->clip->skeleton, l->needed);
}

static void begin(looking *l)
{
    dbt_rig *rig = l->rig;
    const size_t n = (size_t)rig->clip->skeleton.n_joints, n_frames = rig->clip->n_frames;
    l->needed = dbt_arena_array(&l->memory, n, sizeof *l->needed);
    l->next = dbt_arena_array(&l->memory, (size_t)rig->roles.n_line, sizeof *l->next);
    l->world = dbt_arena_array(&l->memory, n, sizeof *l->world);
    l->sums = dbt_arena_array(&l->memory, n, sizeof *l->sums);
    l->feet = dbt_arena_array(&l->memory, 2 * n_frames, sizeof *l->feet);
    l->heights = dbt_arena_array(&l->memory, n_frames, sizeof *l->heights);
    rig->seen = dbt_arena_array(&rig->memory, n, sizeof *rig->seen);
    if (l->wish.means) {
        l->sign = dbt_arena_array(&l->memory, n, sizeof *l->sign);
        l->means = dbt_arena_array(&l->memory, n, sizeof *l->means);
        rig->mean = dbt_arena_array(&rig->memory, n, sizeof *rig->mean);
    }
    mark_needed(l);
    find_neighbours(l);
    for (int side = 0; side < 2; side++)
        l->offset[side] = dbt_rig_mean_offset(rig, rig->roles.joint[DBT_FOOT][side], true);
    for (size_t j = 0; l->wish.means && j < n; j++)
        l->sign[j] =
            dbt_joint_from_values(&rig->clip->skeleton.joints[j], dbt_clip_frame(rig->clip, 0)).rot;
}

/* Adds to the sum of local rotations, each with the sign that brings it nearest to frame 0's. */
static void add_mean(looking *l, int joint, dbt_quat rot)
{
    dbt_quat *sum = &l->means[joint];
    const double sign = dbt_quat_dot(rot, l->sign[joint]) < 0.0 ? -1.0 : 1.0;
    *sum = (dbt_quat){ sum->w + sign * rot.w, sum->x + sign * rot.x, sum->y + sign * rot.y,
                       sum->z + sign * rot.z };
}

/* From joint a to joint b, either of which may be missing. */
static dbt_vec3 toward(const looking *l, int a, int b)
{
    if (a < 0 || b < 0)
        return DBT_VEC3_ZERO;
    return dbt_unit(dbt_vec3_sub(l->world[b].pos, l->world[a].pos), l->rig->least);
}

/* The axis of an elbow or a knee between two bones: as it bends, if it bends by 15 degrees, plus a
 * little of the axis that it should have, for limbs that never bend. */
static dbt_vec3 bend_axis(dbt_vec3 upper, dbt_vec3 lower, dbt_vec3 should)
{
    const dbt_vec3 c = dbt_vec3_cross(upper, lower);
    const double sine = dbt_vec3_length(c);
    const dbt_vec3 own = sine > 0.26 ? dbt_vec3_scale(c, 1.0 / sine) : DBT_VEC3_ZERO;
    return dbt_vec3_add_scaled(own, 0.02, should);
}

/* Adds two directions in the space of a joint of this rotation. */
static void add_directions(direction_sums *sums, dbt_quat rot, dbt_vec3 x, dbt_vec3 y)
{
    const dbt_quat back = dbt_quat_conj(rot);
    sums->x = dbt_vec3_add(sums->x, dbt_quat_rotate(back, x));
    sums->y = dbt_vec3_add(sums->y, dbt_quat_rotate(back, y));
}

static void add_seen(looking *l, int joint, dbt_vec3 x, dbt_vec3 y)
{
    add_directions(&l->sums[joint], l->world[joint].rot, x, y);
}

/* The table of directions of dbtool-internals(7), OTHER RIGS. All are unit; zero: undefined. */
static void see_body(looking *l)
{
    const dbt_roles *roles = &l->rig->roles;
    const int(*joint)[2] = roles->joint;
    const int chest = roles->line_place[roles->chest], last = roles->n_line - 1;
    const int above = l->next[chest];
    const dbt_vec3 lateral = toward(l, joint[DBT_THIGH][DBT_RIGHT], joint[DBT_THIGH][DBT_LEFT]);
    const dbt_vec3 arms =
        toward(l, joint[DBT_UPPER_ARM][DBT_RIGHT], joint[DBT_UPPER_ARM][DBT_LEFT]);
    const dbt_vec3 from_hips = toward(l, roles->hips, above);
    const dbt_vec3 middle = dbt_is_unit(lateral) && dbt_is_unit(arms)
                                ? dbt_unit(dbt_vec3_add(lateral, arms), 1e-6)
                                : DBT_VEC3_ZERO;
    const dbt_vec3 forward = dbt_unit(dbt_vec3_cross(lateral, from_hips), 1e-6);
    add_seen(l, roles->hips, lateral, from_hips);
    for (int i = 1; i < last; i++)
        add_seen(l, roles->line[i], i < chest ? middle : arms,
                 toward(l, roles->line[i], l->next[i]));
    add_seen(l, roles->head, arms, toward(l, l->before_head, roles->head));
    for (int side = 0; side < 2; side++) {
        dbt_vec3 limb[DBT_FOOT] = { DBT_VEC3_ZERO }; /* to the next role; of a hand its forearm's */
        for (int r = 0; r < DBT_FOOT; r++)
            if (r != DBT_HAND)
                limb[r] = toward(l, joint[r][side], joint[r + 1][side]);
        limb[DBT_HAND] = limb[DBT_FOREARM];
        const dbt_vec3 arm = limb[DBT_UPPER_ARM], thigh = limb[DBT_THIGH];
        const dbt_vec3 elbow = bend_axis(arm, limb[DBT_FOREARM], dbt_vec3_cross(arm, forward));
        const dbt_vec3 knee =
            bend_axis(thigh, limb[DBT_SHIN], dbt_is_unit(thigh) ? lateral : DBT_VEC3_ZERO);
        const dbt_vec3 from_chest = toward(l, roles->chest, above);
        for (int r = DBT_COLLAR; r <= DBT_SHIN; r++)
            if (joint[r][side] >= 0)
                add_seen(l, joint[r][side],
                         r == DBT_COLLAR ? from_chest
                         : r <= DBT_HAND ? elbow
                                         : knee,
                         limb[r]);
    }
}

/* Stores a foot of this frame. */
static void store_foot(looking *l, size_t frame, int side)
{
    const int foot = l->rig->roles.joint[DBT_FOOT][side], toe = l->rig->roles.joint[DBT_TOE][side];
    const dbt_transform *at = &l->world[foot];
    foot_view *view = &l->feet[2 * frame + (size_t)side];
    view->pos = at->pos;
    if (!l->wish.feet)
        return;
    view->foot = at->rot;
    view->toe = toe < 0 ? at->rot : l->world[toe].rot;
    view->ahead = toe < 0 ? dbt_unit(dbt_quat_rotate(at->rot, l->offset[side]), l->rig->least)
                          : toward(l, foot, toe);
}

static void see_frame(looking *l, size_t frame)
{
    const dbt_skeleton *s = &l->rig->clip->skeleton;
    const double *values = dbt_clip_frame(l->rig->clip, frame);
    for (int j = 0; j < s->n_joints; j++) {
        if (!l->needed[j] && !l->wish.means)
            continue;
        const dbt_transform local = dbt_joint_from_values(&s->joints[j], values);
        if (l->needed[j])
            dbt_joint_set_world(s, j, local, l->world);
        if (l->wish.means)
            add_mean(l, j, local.rot);
    }
    store_foot(l, frame, DBT_LEFT);
    store_foot(l, frame, DBT_RIGHT);
    if (l->wish.body)
        see_body(l);
}

/* Adds the directions of foot and toe in a frame in which the foot stands. */
static void add_foot(looking *l, const foot_view *view, int side)
{
    const int foot = l->rig->roles.joint[DBT_FOOT][side], toe = l->rig->roles.joint[DBT_TOE][side];
    const dbt_vec3 x = dbt_unit(dbt_vec3_cross(l->rig->up, view->ahead), 1e-6);
    add_directions(&l->sums[foot], view->foot, x, l->rig->up);
    if (toe >= 0)
        add_directions(&l->sums[toe], view->toe, x, l->rig->up);
}

/* Finds the ground of a foot and the frames in which it stands. */
static void see_standing(looking *l, int side)
{
    dbt_rig *rig = l->rig;
    const size_t n = rig->clip->n_frames;
    const foot_view *feet = l->feet + side;
    for (size_t f = 0; f < n; f++)
        l->heights[f] = dbt_vec3_dot(feet[2 * f].pos, rig->up);
    qsort(l->heights, n, sizeof *l->heights, dbt_compare_doubles);
    const double ground = l->heights[(size_t)floor(0.02 * (double)(n - 1))];
    const double high = ground + 0.04 * rig->reach, far = 0.2 * rig->reach * rig->clip->frame_time;
    bool stood = false;
    rig->ground[side] = ground;
    for (int pass = 0; l->wish.feet && pass < 2 && !stood; pass++)
        for (size_t f = 0; f < n; f++) {
            const dbt_vec3 at = feet[2 * f].pos;
            const double height = dbt_vec3_dot(at, rig->up);
            const size_t later = f > 0 || n == 1 ? f : 1, sooner = later > 0 ? later - 1 : 0;
            const double step =
                dbt_vec3_length(dbt_vec3_sub(feet[2 * later].pos, feet[2 * sooner].pos));
            /* a foot that never stands: the frames in which it is lowest */
            if (pass == 0 ? height <= high && step <= far : height <= ground) {
                add_foot(l, &feet[2 * f], side);
                stood = true;
            }
        }
}

/* The frame of a joint by its sums. Of the hips the lateral axis is exact. */
static dbt_maybe_quat frame_by(const dbt_rig *rig, int joint, dbt_vec3 x, dbt_vec3 y)
{
    if (joint == rig->roles.hips)
        y = dbt_vec3_across(y, dbt_unit(x, 1e-6));
    return dbt_frame_of(x, y, 1e-6);
}

static void find_seen(looking *l)
{
    dbt_rig *rig = l->rig;
    for (int j = 0; j < rig->clip->skeleton.n_joints; j++)
        rig->seen[j] = frame_by(rig, j, l->sums[j].x, l->sums[j].y);
}

void dbt_rig_examine(dbt_rig *rig, dbt_rig_query wish)
{
    looking l = { .rig = rig, .wish = wish };
    begin(&l);
    for (size_t f = 0; f < rig->clip->n_frames; f++)
        see_frame(&l, f);
    see_standing(&l, DBT_LEFT);
    see_standing(&l, DBT_RIGHT);
    find_seen(&l);
    for (int j = 0; wish.means && j < rig->clip->skeleton.n_joints; j++)
        rig->mean[j] = dbt_quat_normalize(l.means[j]);
    dbt_arena_release(&l.memory);
}

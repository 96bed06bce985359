#define _GNU_SOURCE /* strcasestr */
#include "fit/rig.h"

#include "base/mem.h"
#include "base/number.h"
#include "motion/lanes.h"
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
        if (s->joints[j].parent != joint || (!thumbs && strcasestr(s->joints[j].name, "thumb")))
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
        dbt_joint_place(s, j, dbt_joint_from_values(joint, dbt_clip_frame(clip, 0)), rig->first);
    }
    rig->reach = dbt_pose_reach(s, rig->first, dbt_skeleton_branch(s));
    rig->least = 1e-6 * rig->reach;
    for (int side = 0; side < 2; side++)
        for (int r = DBT_THIGH; r < DBT_FOOT; r++)
            rig->leg_length += dbt_vec3_length(
                dbt_vec3_sub(rig->first[limbs[r + 1][side]].pos, rig->first[limbs[r][side]].pos));
    if (!isfinite(rig->reach) || !isfinite(rig->leg_length))
        return dbt_fail(err, DBT_E_SKELETON, "its first frame is too large to measure");
    return rig->leg_length > rig->least ||
           dbt_fail(err, DBT_E_SKELETON, "its legs have no length in the first frame");
}

void dbt_rig_release(dbt_rig *rig)
{
    dbt_arena_release(&rig->memory);
    *rig = (dbt_rig){ .clip = NULL };
}

/* ---- all frames ---- */

/* What is kept of a foot in a frame until the ground is known. */
typedef struct foot_view {
    dbt_vec3 place;
    dbt_vec3 ahead; /* from foot to toe, unit; zero: undefined */
    dbt_quat foot, toe;
} foot_view;

/* The sums of two directions, as a joint sees them. */
typedef struct seen_sums {
    dbt_vec3s x, y;
} seen_sums;

/* The same of a foot or a toe, of the frames in which the foot stands. */
typedef struct foot_sums {
    dbt_vec3 x, y;
} foot_sums;

typedef struct looking {
    dbt_rig *rig;
    dbt_rig_wish wish;
    bool *needed;              /* [n_joints]: its world transform is */
    int *next;                 /* [n_line]: the next joint to the head that is apart; -1: none */
    int before_head;           /* the nearest joint below the head that is apart; -1: none */
    dbt_vec3 offset[2];        /* of a foot without toe: of its children and End Sites */
    dbt_lanes counts;          /* 1 in each lane that has a frame */
    dbt_transforms *world;     /* [n_joints] of the frames */
    seen_sums *sums;           /* [n_joints] */
    dbt_quats *means;          /* [n_joints]: sums of local rotations */
    dbt_quat *sign;            /* [n_joints]: local rotations of frame 0, if means are wished for */
    dbt_vec3s head;            /* the sum of the head's place, seen from between the feet */
    foot_view *feet;           /* [n_frames][2] */
    foot_sums foot_sums[2][2]; /* of feet and toes, by side */
    double *heights;           /* [n_frames] */
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
        l->needed[j] = l->wish.body ? roles->of[j] != DBT_NO_ROLE || roles->line_place[j] >= 0
                                    : roles->of[j] == DBT_FOOT || j == roles->head ||
                                          (l->wish.feet && roles->of[j] == DBT_TOE);
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
DBT_INLINE void add_mean(looking *l, int joint, dbt_quats rot)
{
    dbt_quats *sum = &l->means[joint];
    const dbt_quats first = dbt_quats_all(l->sign[joint]);
    const dbt_lanes dot = rot.w * first.w + rot.x * first.x + rot.y * first.y + rot.z * first.z;
    const dbt_lanes sign = dbt_lanes_choose(dot < 0.0, -l->counts, l->counts);
    *sum = (dbt_quats){ sum->w + sign * rot.w, sum->x + sign * rot.x, sum->y + sign * rot.y,
                        sum->z + sign * rot.z };
}

/* From joint a to joint b, either of which may be missing. */
DBT_INLINE dbt_vec3s toward(const looking *l, int a, int b)
{
    if (a < 0 || b < 0)
        return dbt_vec3s_all(DBT_VEC3_ZERO);
    return dbt_units(dbt_vec3s_sub(l->world[b].pos, l->world[a].pos), l->rig->least);
}

/* The axis of an elbow or a knee between two bones: as it bends, if it bends by 15 degrees, plus a
 * little of the axis that it should have, for limbs that never bend. */
DBT_INLINE dbt_vec3s bend_axis(dbt_vec3s upper, dbt_vec3s lower, dbt_vec3s should)
{
    const dbt_vec3s c = dbt_vec3s_cross(upper, lower);
    const dbt_lanes sine = dbt_vec3s_length(c);
    const dbt_vec3s own = dbt_vec3s_where(sine > 0.26, dbt_vec3s_scale(c, 1.0 / sine));
    return dbt_vec3s_add(own, dbt_vec3s_scale(should, dbt_lanes_all(0.02)));
}

/* Adds two directions as a joint sees them. */
DBT_INLINE void add_seen(looking *l, int joint, dbt_vec3s x, dbt_vec3s y)
{
    const dbt_quats back = dbt_quats_conj(l->world[joint].rot);
    seen_sums *sums = &l->sums[joint];
    sums->x = dbt_vec3s_add(sums->x, dbt_vec3s_scale(dbt_quats_rotate(back, x), l->counts));
    sums->y = dbt_vec3s_add(sums->y, dbt_vec3s_scale(dbt_quats_rotate(back, y), l->counts));
}

/* The table of directions of dbtool-internals(7), OTHER RIGS. All are unit; zero: undefined. */
DBT_INLINE void see_body(looking *l)
{
    const dbt_roles *roles = &l->rig->roles;
    const int(*joint)[2] = roles->joint;
    const int chest = roles->line_place[roles->chest], last = roles->n_line - 1;
    const int above = l->next[chest];
    const dbt_vec3s lateral = toward(l, joint[DBT_THIGH][DBT_RIGHT], joint[DBT_THIGH][DBT_LEFT]);
    const dbt_vec3s arms =
        toward(l, joint[DBT_UPPER_ARM][DBT_RIGHT], joint[DBT_UPPER_ARM][DBT_LEFT]);
    const dbt_vec3s from_hips = toward(l, roles->hips, above);
    const dbt_vec3s middle = dbt_vec3s_where(dbt_are_units(lateral) & dbt_are_units(arms),
                                             dbt_units(dbt_vec3s_add(lateral, arms), 1e-6));
    const dbt_vec3s forward = dbt_units(dbt_vec3s_cross(lateral, from_hips), 1e-6);
    add_seen(l, roles->hips, lateral, from_hips);
    for (int i = 1; i < last; i++)
        add_seen(l, roles->line[i], i < chest ? middle : arms,
                 toward(l, roles->line[i], l->next[i]));
    add_seen(l, roles->head, arms, toward(l, l->before_head, roles->head));
    for (int side = 0; side < 2; side++) {
        /* to the next role; of a hand its forearm's */
        dbt_vec3s limb[DBT_FOOT] = { dbt_vec3s_all(DBT_VEC3_ZERO) };
        for (int r = 0; r < DBT_FOOT; r++)
            if (r != DBT_HAND)
                limb[r] = toward(l, joint[r][side], joint[r + 1][side]);
        limb[DBT_HAND] = limb[DBT_FOREARM];
        const dbt_vec3s arm = limb[DBT_UPPER_ARM], thigh = limb[DBT_THIGH];
        const dbt_vec3s elbow = bend_axis(arm, limb[DBT_FOREARM], dbt_vec3s_cross(arm, forward));
        const dbt_vec3s knee =
            bend_axis(thigh, limb[DBT_SHIN], dbt_vec3s_where(dbt_are_units(thigh), lateral));
        const dbt_vec3s from_chest = toward(l, roles->chest, above);
        for (int r = DBT_COLLAR; r <= DBT_SHIN; r++)
            if (joint[r][side] >= 0)
                add_seen(l, joint[r][side],
                         r == DBT_COLLAR ? from_chest
                         : r <= DBT_HAND ? elbow
                                         : knee,
                         limb[r]);
    }
}

/* Keeps what will be needed of a foot in n frames from first on. */
DBT_INLINE void keep_foot(looking *l, size_t first, int n, int side)
{
    const int foot = l->rig->roles.joint[DBT_FOOT][side], toe = l->rig->roles.joint[DBT_TOE][side];
    const dbt_transforms *at = &l->world[foot];
    const dbt_vec3s ahead =
        toe < 0
            ? dbt_units(dbt_quats_rotate(at->rot, dbt_vec3s_all(l->offset[side])), l->rig->least)
            : toward(l, foot, toe);
    for (int i = 0; i < n; i++) {
        foot_view *view = &l->feet[2 * (first + (size_t)i) + (size_t)side];
        view->place = dbt_vec3s_lane(&at->pos, i);
        if (!l->wish.feet)
            continue;
        view->foot = dbt_quats_lane(&at->rot, i);
        view->toe = dbt_quats_lane(toe < 0 ? &at->rot : &l->world[toe].rot, i);
        view->ahead = dbt_vec3s_lane(&ahead, i);
    }
}

DBT_INLINE void see_frames(looking *l, size_t first, int n)
{
    const dbt_skeleton *s = &l->rig->clip->skeleton;
    const dbt_roles *roles = &l->rig->roles;
    const double *rows[DBT_LANES];
    for (int i = 0; i < DBT_LANES; i++) {
        rows[i] = dbt_clip_frame(l->rig->clip, first + (size_t)(i < n ? i : 0));
        l->counts[i] = i < n;
    }
    for (int j = 0; j < s->n_joints; j++) {
        if (!l->needed[j] && !l->wish.means)
            continue;
        const dbt_transforms local = dbt_joint_from_rows(&s->joints[j], rows);
        const int parent = s->joints[j].parent;
        if (l->needed[j])
            l->world[j] = parent < 0 ? local : dbt_transforms_mul(l->world[parent], local);
        if (l->wish.means)
            add_mean(l, j, local.rot);
    }
    keep_foot(l, first, n, DBT_LEFT);
    keep_foot(l, first, n, DBT_RIGHT);
    if (l->wish.body)
        see_body(l);
    const dbt_vec3s feet = dbt_vec3s_add(l->world[roles->joint[DBT_FOOT][DBT_LEFT]].pos,
                                         l->world[roles->joint[DBT_FOOT][DBT_RIGHT]].pos);
    const dbt_vec3s head =
        dbt_vec3s_sub(l->world[roles->head].pos, dbt_vec3s_scale(feet, dbt_lanes_all(0.5)));
    l->head = dbt_vec3s_add(l->head, dbt_vec3s_scale(head, l->counts));
}

DBT_INLINE void see_all(looking *l)
{
    const size_t n = l->rig->clip->n_frames;
    for (size_t f = 0; f < n; f += DBT_LANES)
        see_frames(l, f, n - f < DBT_LANES ? (int)(n - f) : DBT_LANES);
}

DBT_WIDEST(see_all_frames, looking, see_all)

/* The axis, or its opposite, along which a vector reaches furthest. */
static dbt_vec3 longest_axis(dbt_vec3 v)
{
    int best = 0;
    double most = -INFINITY;
    for (int i = 0; i < 6; i++) {
        const double along = (i % 2 ? -1.0 : 1.0) * dbt_vec3_get(v, i / 2);
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return dbt_vec3_scale(dbt_vec3_axis(best / 2), best % 2 ? -1.0 : 1.0);
}

/* Adds what foot and toe see in a frame in which the foot stands. */
static void add_foot(looking *l, const foot_view *view, int side)
{
    const dbt_rig *rig = l->rig;
    const int joints[] = { rig->roles.joint[DBT_FOOT][side], rig->roles.joint[DBT_TOE][side] };
    const dbt_quat rots[] = { view->foot, view->toe };
    const dbt_vec3 x = dbt_unit(dbt_vec3_cross(rig->up, view->ahead), 1e-6);
    for (int i = 0; i < 2 && joints[i] >= 0; i++) {
        const dbt_quat back = dbt_quat_conj(rots[i]);
        foot_sums *sums = &l->foot_sums[i][side];
        sums->x = dbt_vec3_add(sums->x, dbt_quat_rotate(back, x));
        sums->y = dbt_vec3_add(sums->y, dbt_quat_rotate(back, rig->up));
    }
}

/* The value that has this place, near the first, once they are sorted; reorders them. Leaves out
 * what is above the mean a few times: sorting the rest takes a tenth of the time. */
static double value_in_place(double *values, size_t n, size_t place)
{
    for (size_t round = 0, n_low = n; round < 4 && n_low > place; round++) {
        double sum = 0.0;
        n = n_low;
        for (size_t i = 0; i < n; i++)
            sum += values[i];
        n_low = 0;
        for (size_t i = 0; i < n; i++)
            if (values[i] < sum / (double)n) {
                const double low = values[i];
                values[i] = values[n_low];
                values[n_low++] = low;
            }
    }
    qsort(values, n, sizeof *values, dbt_compare_doubles);
    return values[place];
}

/* Finds the ground of a foot and the frames in which it stands. */
static void see_standing(looking *l, int side)
{
    dbt_rig *rig = l->rig;
    const size_t n = rig->clip->n_frames;
    const foot_view *feet = l->feet + side;
    for (size_t f = 0; f < n; f++)
        l->heights[f] = dbt_vec3_dot(feet[2 * f].place, rig->up);
    const double ground = value_in_place(l->heights, n, (size_t)floor(0.02 * (double)(n - 1)));
    const double high = ground + 0.04 * rig->reach, far = 0.2 * rig->reach * rig->clip->frame_time;
    bool stood = false;
    rig->ground[side] = ground;
    for (int pass = 0; l->wish.feet && pass < 2 && !stood; pass++)
        for (size_t f = 0; f < n; f++) {
            const dbt_vec3 at = feet[2 * f].place;
            const double height = dbt_vec3_dot(at, rig->up);
            const size_t later = f > 0 || n == 1 ? f : 1, sooner = later > 0 ? later - 1 : 0;
            const double step =
                dbt_vec3_length(dbt_vec3_sub(feet[2 * later].place, feet[2 * sooner].place));
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
        rig->seen[j] = frame_by(rig, j, dbt_vec3s_sum(&l->sums[j].x), dbt_vec3s_sum(&l->sums[j].y));
    for (int i = 0; i < 2; i++)
        for (int side = 0; side < 2; side++) {
            const int joint = rig->roles.joint[DBT_FOOT + i][side];
            if (joint >= 0)
                rig->seen[joint] =
                    frame_by(rig, joint, l->foot_sums[i][side].x, l->foot_sums[i][side].y);
        }
}

void dbt_rig_look(dbt_rig *rig, dbt_rig_wish wish)
{
    looking l = { .rig = rig, .wish = wish };
    begin(&l);
    see_all_frames(&l);
    rig->up = longest_axis(dbt_vec3s_sum(&l.head));
    see_standing(&l, DBT_LEFT);
    see_standing(&l, DBT_RIGHT);
    find_seen(&l);
    for (int j = 0; wish.means && j < rig->clip->skeleton.n_joints; j++)
        rig->mean[j] = dbt_quat_normalize(dbt_quats_sum(&l.means[j]));
    dbt_arena_release(&l.memory);
}

#include "fit/rig.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "base/number.h"
#include "base/pattern.h"
#include "fit/up_axis.h"
#include "motion/pose.h"
#include "motion/simd_fk.h"

#include <stdlib.h>
#include <string.h>

/* ---- directions ---- */

/* Returns the unit quaternion, of any sign, of the rotation with the columns x, y, z, which are
 * orthonormal. Uses the largest component first, so that nothing cancels. */
static dbt_quat of_columns(dbt_vec3 x, dbt_vec3 y, dbt_vec3 z)
{
    const double w = 1.0 + x.x + y.y + z.z, a = 1.0 + x.x - y.y - z.z;
    const double b = 1.0 - x.x + y.y - z.z, c = 1.0 - x.x - y.y + z.z;
    const double wx = y.z - z.y, wy = z.x - x.z, wz = x.y - y.x;
    const double xy = x.y + y.x, xz = z.x + x.z, yz = y.z + z.y;
    const double largest = fmax(fmax(w, a), fmax(b, c));
    const dbt_quat q = largest == w   ? (dbt_quat){ w, wx, wy, wz }
                       : largest == a ? (dbt_quat){ wx, a, xy, xz }
                       : largest == b ? (dbt_quat){ wy, xy, b, yz }
                                      : (dbt_quat){ wz, xz, yz, c };
    return dbt_quat_normalize(q);
}

dbt_maybe_quat dbt_frame_of(dbt_vec3 x, dbt_vec3 y, double min_length)
{
    const dbt_vec3 second = dbt_unit(y, min_length),
                   first = dbt_unit(dbt_vec3_across(x, second), min_length);
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
    if (!dbt_roles_resolve(&rig->roles, &rig->memory, err))
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
    rig->min_length = 1e-6 * rig->reach;
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
    return rig->leg_length > rig->min_length ||
           dbt_fail(err, DBT_E_SKELETON, "its legs have no length in the first frame");
}

void dbt_rig_release(dbt_rig *rig)
{
    dbt_arena_release(&rig->memory);
    *rig = (dbt_rig){ .clip = NULL };
}

/* ---- all frames ---- */

/* A foot in a frame, stored until the ground is known. */
typedef struct foot_sample {
    dbt_vec3 pos;
    dbt_vec3 ahead; /* unit vector from foot to toe; zero: undefined */
    dbt_quat foot, toe;
} foot_sample;

/* Sums of two directions in a joint's space. */
typedef struct direction_sums {
    dbt_vec3 x, y;
} direction_sums;

/* Context of one pass over all frames. */
typedef struct examination {
    dbt_rig *rig;
    dbt_rig_query query;
    int *next;       /* [n_line]: next joint towards the head at a different position; -1: none */
    int before_head; /* nearest joint below the head at a different position; -1: none */
    dbt_vec3 offset[2]; /* direction of a foot without toe: mean of its children and End Sites */
    dbt_paths paths;    /* of the needed joints */
    const dbt_transform *world; /* [n_joints]: world transforms in the current frame */
    direction_sums *sums;       /* [n_joints] */
    dbt_quat *means;            /* [n_joints]: sums of local rotations */
    dbt_quat *sign; /* [n_joints]: local rotations of frame 0; their hemisphere is the mean's; NULL:
                       no means */
    foot_sample *feet; /* [n_frames][2] */
    double *heights;   /* [n_frames] */
    dbt_arena memory;
} examination;

/* Joints nearer than this fraction of the reach have the same position. */
static const double apart = 1e-5;

/* Whether two joints have different positions in frame 0. */
static bool is_apart(const dbt_rig *rig, int a, int b)
{
    return dbt_vec3_length(dbt_vec3_sub(rig->first[a].pos, rig->first[b].pos)) > apart * rig->reach;
}

/* Sets next[] and before_head. */
static void find_neighbours(examination *l)
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

/* Sets up the paths of the feet, the joints of the query, and all joints above them. */
static void init_paths(examination *l)
{
    const dbt_roles *roles = &l->rig->roles;
    const dbt_skeleton *s = &l->rig->clip->skeleton;
    bool *needed = dbt_arena_array(&l->memory, (size_t)s->n_joints, sizeof *needed);
    for (int j = 0; j < s->n_joints; j++)
        needed[j] = l->query.body
                        ? roles->of[j] != DBT_NO_ROLE || roles->line_index[j] >= 0
                        : roles->of[j] == DBT_FOOT || (l->query.feet && roles->of[j] == DBT_TOE);
    dbt_mark_above(s, needed);
    dbt_paths_init(&l->paths, s, needed, &l->memory);
}

/* Allocates the state of an examination and the rig's `observed` and, if queried, `mean`. Sets
 * paths, next, before_head, offset and sign. Needs l->rig and l->query. Release l->memory
 * afterwards. */
static void begin(examination *l)
{
    dbt_rig *rig = l->rig;
    const size_t n = (size_t)rig->clip->skeleton.n_joints, n_frames = rig->clip->n_frames;
    l->next = dbt_arena_array(&l->memory, (size_t)rig->roles.n_line, sizeof *l->next);
    l->sums = dbt_arena_array(&l->memory, n, sizeof *l->sums);
    l->feet = dbt_arena_array(&l->memory, 2 * n_frames, sizeof *l->feet);
    l->heights = dbt_arena_array(&l->memory, n_frames, sizeof *l->heights);
    rig->observed = dbt_arena_array(&rig->memory, n, sizeof *rig->observed);
    if (l->query.means) {
        l->sign = dbt_arena_array(&l->memory, n, sizeof *l->sign);
        l->means = dbt_arena_array(&l->memory, n, sizeof *l->means);
        rig->mean = dbt_arena_array(&rig->memory, n, sizeof *rig->mean);
    }
    init_paths(l);
    find_neighbours(l);
    for (int side = 0; side < 2; side++)
        l->offset[side] = dbt_rig_mean_offset(rig, rig->roles.joint[DBT_FOOT][side], true);
    for (size_t j = 0; l->query.means && j < n; j++)
        l->sign[j] =
            dbt_joint_from_values(&rig->clip->skeleton.joints[j], dbt_clip_frame(rig->clip, 0)).rot;
}

/* Adds the local rotations of DBT_PATH_FRAMES frames, as far as the clip has them, to the sums, in
 * the hemisphere of frame 0's. */
static void add_means(examination *l, size_t first)
{
    const dbt_clip *clip = l->rig->clip;
    const size_t n = dbt_min(DBT_PATH_FRAMES, clip->n_frames - first);
    const double *rows[DBT_PATH_FRAMES]; /* beyond the last frame: the last frame's */
    for (size_t f = 0; f < DBT_PATH_FRAMES; f++)
        rows[f] = dbt_clip_frame(clip, first + dbt_min(f, n - 1));
    for (int j = 0; j < clip->skeleton.n_joints; j++) {
        dbt_transform local[DBT_PATH_FRAMES];
        dbt_joint_from_frames(&clip->skeleton.joints[j], rows, local, 1);
        dbt_quat *sum = &l->means[j];
        for (size_t f = 0; f < n; f++) {
            const dbt_quat rot = local[f].rot;
            const double sign = dbt_quat_dot(rot, l->sign[j]) < 0.0 ? -1.0 : 1.0;
            *sum = (dbt_quat){ sum->w + sign * rot.w, sum->x + sign * rot.x, sum->y + sign * rot.y,
                               sum->z + sign * rot.z };
        }
    }
}

/* Returns the unit vector from joint a to joint b; zero if either is -1 or they coincide. */
static dbt_vec3 toward(const examination *l, int a, int b)
{
    if (a < 0 || b < 0)
        return DBT_VEC3_ZERO;
    return dbt_unit(dbt_vec3_sub(l->world[b].pos, l->world[a].pos), l->rig->min_length);
}

/* Returns the axis of an elbow or a knee between two bones, in world space, with any length: the
 * measured unit axis, if it bends by 15 degrees, plus 0.02 times the expected axis, for limbs that
 * never bend. upper, lower: unit directions of the bones, or zero. */
static dbt_vec3 bend_axis(dbt_vec3 upper, dbt_vec3 lower, dbt_vec3 expected)
{
    const dbt_vec3 c = dbt_vec3_cross(upper, lower);
    const double sine = dbt_vec3_length(c);
    const dbt_vec3 measured = sine > 0.26 ? dbt_vec3_scale(c, 1.0 / sine) : DBT_VEC3_ZERO;
    return dbt_vec3_add_scaled(measured, 0.02, expected);
}

/* Adds two world directions in the space of a joint with world rotation `rot`. */
static void add_directions(direction_sums *sums, dbt_quat rot, dbt_vec3 x, dbt_vec3 y)
{
    const dbt_quat back = dbt_quat_conj(rot);
    sums->x = dbt_vec3_add(sums->x, dbt_quat_rotate(back, x));
    sums->y = dbt_vec3_add(sums->y, dbt_quat_rotate(back, y));
}

static void add_observed(examination *l, int joint, dbt_vec3 x, dbt_vec3 y)
{
    add_directions(&l->sums[joint], l->world[joint].rot, x, y);
}

/* Adds one frame's directions of hips, trunk, head, arms and legs (not feet and toes) to the sums:
 * two vectors for each joint, x and y, zero if undefined. They are unit vectors, but for x of arms
 * and legs (bend_axis). The table is in dbtool-internals(7), OTHER RIGS. */
static void observe_body(examination *l)
{
    const dbt_roles *roles = &l->rig->roles;
    const int(*joint)[2] = roles->joint;
    const int chest = roles->line_index[roles->chest], last = roles->n_line - 1;
    const int above = l->next[chest];
    const dbt_vec3 lateral = toward(l, joint[DBT_THIGH][DBT_RIGHT], joint[DBT_THIGH][DBT_LEFT]);
    const dbt_vec3 arms =
        toward(l, joint[DBT_UPPER_ARM][DBT_RIGHT], joint[DBT_UPPER_ARM][DBT_LEFT]);
    const dbt_vec3 from_hips = toward(l, roles->hips, above);
    const dbt_vec3 middle = dbt_is_unit(lateral) && dbt_is_unit(arms)
                                ? dbt_unit(dbt_vec3_add(lateral, arms), 1e-6)
                                : DBT_VEC3_ZERO;
    const dbt_vec3 forward = dbt_unit(dbt_vec3_cross(lateral, from_hips), 1e-6);
    add_observed(l, roles->hips, lateral, from_hips);
    for (int i = 1; i < last; i++)
        add_observed(l, roles->line[i], i < chest ? middle : arms,
                     toward(l, roles->line[i], l->next[i]));
    add_observed(l, roles->head, arms, toward(l, l->before_head, roles->head));
    for (int side = 0; side < 2; side++) {
        dbt_vec3 limb[DBT_FOOT] = { DBT_VEC3_ZERO }; /* to the next role */
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
                add_observed(l, joint[r][side],
                             r == DBT_COLLAR ? from_chest
                             : r <= DBT_HAND ? elbow
                                             : knee,
                             limb[r]);
    }
}

/* Stores a foot of this frame in l->feet: only its position unless feet are queried. Without a toe
 * joint, `toe` is the rotation of the foot. */
static void store_foot(examination *l, size_t frame, int side)
{
    const int foot = l->rig->roles.joint[DBT_FOOT][side], toe = l->rig->roles.joint[DBT_TOE][side];
    const dbt_transform *at = &l->world[foot];
    foot_sample *view = &l->feet[2 * frame + (size_t)side];
    view->pos = at->pos;
    if (!l->query.feet)
        return;
    view->foot = at->rot;
    view->toe = toe < 0 ? at->rot : l->world[toe].rot;
    view->ahead = toe < 0 ? dbt_unit(dbt_quat_rotate(at->rot, l->offset[side]), l->rig->min_length)
                          : toward(l, foot, toe);
}

/* Adds the directions of foot and toe in a frame in which the foot is in contact. */
static void add_foot(examination *l, const foot_sample *view, int side)
{
    const int foot = l->rig->roles.joint[DBT_FOOT][side], toe = l->rig->roles.joint[DBT_TOE][side];
    const dbt_vec3 x = dbt_unit(dbt_vec3_cross(l->rig->up, view->ahead), 1e-6);
    add_directions(&l->sums[foot], view->foot, x, l->rig->up);
    if (toe >= 0)
        add_directions(&l->sums[toe], view->toe, x, l->rig->up);
}

/* Sets rig->ground of a foot: the 2 % quantile over the frames of its height along `up`. If feet
 * are queried, adds its directions to the sums in frames of contact: up to 4 % of the reach above
 * the ground, and at most 0.2 reaches a second. Without such a frame, uses those up to the ground
 * height. Overwrites l->heights. Needs l->feet of all frames. */
static void observe_contacts(examination *l, int side)
{
    dbt_rig *rig = l->rig;
    const size_t n = rig->clip->n_frames;
    const foot_sample *feet = l->feet + side;
    for (size_t f = 0; f < n; f++)
        l->heights[f] = dbt_vec3_dot(feet[2 * f].pos, rig->up);
    qsort(l->heights, n, sizeof *l->heights, dbt_compare_doubles);
    const double ground = l->heights[(size_t)floor(0.02 * (double)(n - 1))];
    const double high = ground + 0.04 * rig->reach, far = 0.2 * rig->reach * rig->clip->frame_time;
    bool has_contact = false;
    rig->ground[side] = ground;
    for (int pass = 0; l->query.feet && pass < 2 && !has_contact; pass++)
        for (size_t f = 0; f < n; f++) {
            const dbt_vec3 at = feet[2 * f].pos;
            const double height = dbt_vec3_dot(at, rig->up);
            const size_t later = f > 0 || n == 1 ? f : 1, sooner = later > 0 ? later - 1 : 0;
            const double step =
                dbt_vec3_length(dbt_vec3_sub(feet[2 * later].pos, feet[2 * sooner].pos));
            /* second pass, if the foot has no contact: the frames of its minimum height */
            if (pass == 0 ? height <= high && step <= far : height <= ground) {
                add_foot(l, &feet[2 * f], side);
                has_contact = true;
            }
        }
}

/* Sets the orientation of all joints from their sums: dbt_frame_of, y exact. For the hips the
 * lateral axis x is exact instead. */
static void find_observed(examination *l)
{
    dbt_rig *rig = l->rig;
    for (int j = 0; j < rig->clip->skeleton.n_joints; j++) {
        direction_sums *sums = &l->sums[j];
        if (j == rig->roles.hips)
            sums->y = dbt_vec3_across(sums->y, dbt_unit(sums->x, 1e-6));
        rig->observed[j] = dbt_frame_of(sums->x, sums->y, 1e-6);
    }
}

void dbt_rig_examine(dbt_rig *rig, dbt_rig_query query)
{
    examination l = { .rig = rig, .query = query };
    begin(&l);
    for (size_t f = 0; f < rig->clip->n_frames; f++) {
        l.world = dbt_paths_at(&l.paths, rig->clip->values, rig->clip->n_frames, f);
        if (query.means && f % DBT_PATH_FRAMES == 0)
            add_means(&l, f);
        store_foot(&l, f, DBT_LEFT);
        store_foot(&l, f, DBT_RIGHT);
        if (query.body)
            observe_body(&l);
    }
    observe_contacts(&l, DBT_LEFT);
    observe_contacts(&l, DBT_RIGHT);
    find_observed(&l);
    for (int j = 0; query.means && j < rig->clip->skeleton.n_joints; j++)
        rig->mean[j] = dbt_quat_normalize(l.means[j]);
    dbt_arena_release(&l.memory);
}

#include "fit/up_axis.h"

#include "base/mem.h"
#include "fit/roles.h"
#include "motion/pose.h"

/* The clip as seen along one axis: units. */
typedef struct axis_view {
    double low, high;          /* of the joints of one frame */
    double extent;             /* of the body: the mean over the frames */
    double floor, floor_moves; /* the lowest point: its mean, and its standard deviation */
    double from, to;           /* least and greatest position of the joint that branches */
} axis_view;

/* At most MOST_FRAMES frames are looked at. Frames times joints is at most MOST_JOINTS. */
enum { MOST_FRAMES = 64, MOST_JOINTS = 1 << 18 };

static void see_point(axis_view axes[3], dbt_vec3 at)
{
    for (int a = 0; a < 3; a++) {
        const double value = dbt_vec3_get(at, a);
        if (value < axes[a].low)
            axes[a].low = value;
        if (value > axes[a].high)
            axes[a].high = value;
    }
}

/* In some data sets the joints above the one that branches stay on the ground. They are no part of
 * the body. */
static void see_body(axis_view axes[3], const dbt_skeleton *s, const dbt_transform *world, int top)
{
    for (int a = 0; a < 3; a++) {
        axes[a].low = INFINITY;
        axes[a].high = -INFINITY;
    }
    for (int j = top; j < s->n_joints; j++)
        see_point(axes, world[j].pos);
    for (int e = 0; e < s->n_end_sites; e++) {
        const dbt_end_site *site = &s->end_sites[e];
        const dbt_transform *parent = &world[site->parent];
        if (site->parent >= top)
            see_point(axes, dbt_vec3_add(parent->pos, dbt_quat_rotate(parent->rot, site->offset)));
    }
}

/* The head's place as seen from between the feet; zero if one of them is not found. */
static dbt_vec3 head_over_feet(const dbt_roles *roles, const dbt_transform *world)
{
    const int head = roles->joint[DBT_HEAD][0], *feet = roles->joint[DBT_FOOT];
    if (head < 0 || feet[DBT_LEFT] < 0 || feet[DBT_RIGHT] < 0)
        return DBT_VEC3_ZERO;
    const dbt_vec3 sum = dbt_vec3_add(world[feet[DBT_LEFT]].pos, world[feet[DBT_RIGHT]].pos);
    return dbt_vec3_add_scaled(world[head].pos, -0.5, sum);
}

/* Returns where the head is over the feet, the mean over the frames. */
static dbt_vec3 see_clip(axis_view axes[3], const dbt_clip *clip, const dbt_roles *roles,
                         dbt_transform *poses)
{
    const dbt_skeleton *s = &clip->skeleton;
    dbt_vec3 head = DBT_VEC3_ZERO;
    const int top = dbt_skeleton_branch(s);
    dbt_transform *world = poses + s->n_joints;
    size_t most = (size_t)(MOST_JOINTS / s->n_joints);
    most = most < 2 ? 2 : most > MOST_FRAMES ? MOST_FRAMES : most;
    const size_t n = clip->n_frames < most ? clip->n_frames : most;
    for (size_t i = 0; i < n; i++) {
        const size_t frame = n > 1 ? i * (clip->n_frames - 1) / (n - 1) : 0;
        dbt_pose_from_values(s, dbt_clip_frame(clip, frame), poses);
        dbt_pose_world(s, poses, world);
        see_body(axes, s, world, top);
        for (int a = 0; a < 3; a++) { /* running means and variances (B. P. Welford, 1962) */
            axis_view *v = &axes[a];
            const double place = dbt_vec3_get(world[top].pos, a), off = v->low - v->floor;
            v->extent += (v->high - v->low - v->extent) / (double)(i + 1);
            v->floor += off / (double)(i + 1);
            v->floor_moves += off * (v->low - v->floor);
            v->from = i == 0 ? place : fmin(v->from, place);
            v->to = i == 0 ? place : fmax(v->to, place);
        }
        head = dbt_vec3_add_scaled(head, 1.0 / (double)n, head_over_feet(roles, world));
    }
    for (int a = 0; a < 3; a++)
        axes[a].floor_moves = sqrt(axes[a].floor_moves / (double)n);
    return head;
}

/* Thresholds, measured on 187 clips of four data sets as captured: no clip contradicts its true up
 * axis, and five in six contradict any other axis. */
static const double longer =
    1.25; /* extent along the up axis, at least, over that along each other axis */
static const double thick =
    0.05; /* extent along the other axes, at least, over that along the up axis */
static const double still =
    0.5; /* how much the lowest point moves, at most, over that along another axis */
static const double steady = 0.01; /* of the extent; a smaller difference does not count */
static const double level =
    0.25; /* travel along the up axis, at most, over that along another axis */
static const double far_enough = 0.1; /* of the extent; a shorter way is no travel */

/* How far the head is below the feet, at least, in parts of the extent, where the up axis points
 * down: who stands on the hands for a moment does not reach this. */
static const double far_below = 0.5;

static double travel(const axis_view *v)
{
    return v->to - v->from;
}

/* A body that is flat or a line has no longest axis. */
static bool is_longest(const axis_view axes[3], int axis)
{
    const double length = axes[axis].extent;
    for (int a = 0; a < 3; a++)
        if (a != axis && !(length >= longer * axes[a].extent && axes[a].extent >= thick * length))
            return false;
    return length > 0.0;
}

static void judge(dbt_up_axis *up, const axis_view axes[3], dbt_vec3 head)
{
    for (int a = 0; a < 3; a++)
        if (is_longest(axes, a))
            up->likely = a;
    if (up->likely < 0)
        return;
    const axis_view *likely = &axes[up->likely];
    up->negative = dbt_vec3_get(head, up->likely) < -far_below * likely->extent;
    for (int a = 0; a < 3; a++) { /* likely moves as an up axis does, and a as one of the ground */
        const axis_view *v = &axes[a];
        const bool stands = likely->floor_moves <= still * v->floor_moves &&
                            v->floor_moves - likely->floor_moves >= steady * likely->extent;
        const bool is_level =
            travel(likely) <= level * travel(v) && travel(v) >= far_enough * likely->extent;
        up->against[a] = a != up->likely && (stands || is_level);
    }
}

void dbt_up_axis_find(dbt_up_axis *up, const dbt_clip *clip)
{
    dbt_arena memory = { .last = NULL };
    dbt_roles roles;
    *up = (dbt_up_axis){ .likely = -1 };
    if (clip->n_frames == 0)
        return;
    dbt_roles_find(&roles, &clip->skeleton, &memory);
    dbt_transform *poses =
        dbt_arena_array(&memory, 2 * (size_t)clip->skeleton.n_joints, sizeof *poses);
    axis_view axes[3] = { { .low = 0.0 } };
    const dbt_vec3 head = see_clip(axes, clip, &roles, poses);
    judge(up, axes, head);
    dbt_arena_release(&memory);
}

const char *dbt_up_axis_name(dbt_up_axis up)
{
    static const char *const names[2][3] = { { "x", "y", "z" }, { "-x", "-y", "-z" } };
    return up.likely < 0 ? NULL : names[up.negative][up.likely];
}

bool dbt_up_axis_turn(dbt_clip *clip, int from, int to, dbt_error *err)
{
    const size_t n = (size_t)clip->skeleton.n_channels;
    const dbt_joint *root = &clip->skeleton.joints[0];
    const dbt_transform turn = { DBT_VEC3_ZERO,
                                 dbt_quat_arc(dbt_vec3_axis(from), dbt_vec3_axis(to)) };
    const double none[DBT_MAX_CHANNELS] = { 0.0 }; /* before frame 0: the smallest angles */
    bool whole = root->n_rot == 3 && root->has_pos;
    for (int axis = 0; axis < 3; axis++)
        whole = whole && root->pos_channel[axis] >= 0;
    if (from == to)
        return true;
    if (!whole)
        return dbt_fail_at(
            err, DBT_E_SKELETON, clip->file, 0, 0,
            "'%.80s' has no six channels, so the clip cannot be turned from %c up to "
            "%c up (" DBT_SETTING("up") ")",
            root->name, "xyz"[from], "xyz"[to]);
    for (size_t f = 0; f < clip->n_frames; f++) {
        double *values = clip->values + f * n;
        const double *last = f > 0 ? values - n : none;
        dbt_joint_to_values(root, dbt_transform_mul(turn, dbt_joint_from_values(root, values)),
                            last, values);
    }
    dbt_clip_drop_lines(clip);
    return true;
}

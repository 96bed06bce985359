#include "motion/feet.h"

#include "base/arena.h"
#include "base/mem.h"
#include "base/number.h"
#include "bvh/joint_names.h"
#include "motion/simd_fk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether a joint is a foot: by the role that the user chose, else by its name. */
static bool is_foot(const dbt_joint *joint)
{
    const dbt_role_choice chosen = joint->chosen_role;
    return chosen.is_set && chosen.role != DBT_NO_ROLE
               ? chosen.role == DBT_FOOT || chosen.role == DBT_TOE
               : dbt_is_foot_name(joint->name);
}

/* Sets feet->is_foot and feet->n, by the options' patterns or, with feet->by_name, by is_foot.
 * Allocates feet->is_foot, which dbt_feet_release frees, also after a failure. Fails as
 * dbt_feet_init. */
static bool find_feet(dbt_feet *feet, const dbt_skeleton *skeleton,
                      const dbt_contact_options *options, dbt_error *err)
{
    feet->is_foot = dbt_alloc_array((size_t)skeleton->n_joints, sizeof *feet->is_foot);
    for (int i = 0; !feet->by_name && i < options->n_feet; i++)
        if (!dbt_skeleton_match(skeleton, options->feet[i], feet->is_foot, err))
            return false;
    for (int j = 0; j < skeleton->n_joints; j++) {
        if (feet->by_name)
            feet->is_foot[j] = is_foot(&skeleton->joints[j]);
        feet->n += feet->is_foot[j];
    }
    return true;
}

/* Returns the nearest ancestor that bends the limb (not a twist joint); -1: none. */
static int limb_above(const dbt_skeleton *skeleton, int joint)
{
    int above = skeleton->joints[joint].parent;
    while (above >= 0 && dbt_is_twist_name(skeleton->joints[above].name))
        above = skeleton->joints[above].parent;
    return above;
}

/* Whether a joint is `top` or below it. */
static bool is_under(const dbt_skeleton *skeleton, int joint, int top)
{
    while (joint > top)
        joint = skeleton->joints[joint].parent;
    return joint == top;
}

/* Returns the leg of an ankle, without ball and points. If joints above it have the roles of thigh
 * and shin of one side, these are hip and knee, as either bone may consist of several joints.
 * Otherwise knee and hip are the two nearest ancestors that are no twist joints; -1: none.
 * named[role][side]: joint of a role; -1: none. */
static dbt_leg find_leg(const dbt_skeleton *skeleton, int (*named)[2], int ankle)
{
    for (int side = 0; side < 2; side++) {
        const int hip = named[DBT_THIGH][side], knee = named[DBT_SHIN][side];
        if (hip >= 0 && knee > hip && ankle > knee && is_under(skeleton, knee, hip) &&
            is_under(skeleton, ankle, knee))
            return (dbt_leg){ .hip = hip, .knee = knee, .foot = ankle, .ball = -1 };
    }
    const int knee = limb_above(skeleton, ankle);
    const int hip = knee < 0 ? -1 : limb_above(skeleton, knee);
    return (dbt_leg){ .hip = hip, .knee = knee, .foot = ankle, .ball = -1 };
}

/* Level of a joint below the motion root. */
enum { ELSEWHERE, AT_ANCHOR, CHILD, GRANDCHILD, DEEPER, BELOW_FOOT };

/* Sets feet->legs (allocated) and feet->n_legs, without balls and points: a leg for the topmost
 * foot (feet->is_foot) of each branch that is three or more joints below the motion root, if its
 * hip is below the motion root, too. */
static void find_legs(dbt_feet *feet, const dbt_skeleton *skeleton, int motion_root)
{
    const size_t n_joints = (size_t)skeleton->n_joints;
    uint8_t *level = dbt_alloc_array(n_joints, sizeof *level);
    dbt_arena memory = { .last = NULL };
    int named[DBT_N_ROLES][2], *roles = dbt_arena_array(&memory, n_joints, sizeof *roles);
    dbt_named_roles(skeleton, dbt_joint_words(skeleton, &memory), roles, named);
    feet->legs = dbt_alloc_array((size_t)feet->n, sizeof *feet->legs);
    for (int j = motion_root; j < skeleton->n_joints; j++) {
        const int parent = skeleton->joints[j].parent;
        const int above = parent < 0 ? ELSEWHERE : level[parent];
        level[j] = j == motion_root     ? AT_ANCHOR
                   : above == ELSEWHERE ? ELSEWHERE
                   : above < DEEPER     ? (uint8_t)(above + 1)
                                        : (uint8_t)above;
        if (level[j] != DEEPER || !feet->is_foot[j])
            continue;
        const dbt_leg leg = find_leg(skeleton, named, j);
        if (leg.hip < 0 || level[leg.hip] < CHILD)
            continue;
        feet->legs[feet->n_legs++] = leg;
        level[j] = BELOW_FOOT;
    }
    dbt_arena_release(&memory);
    dbt_free(level);
    /* Shrink the list: there may be thousands of feet, and each candidate has a copy. */
    const size_t n = feet->n_legs > 0 ? (size_t)feet->n_legs : 1;
    feet->legs = dbt_resize_array(feet->legs, n, sizeof *feet->legs);
}

void dbt_feet_say_none(const dbt_feet *feet, const dbt_skeleton *skeleton, const char *motion_root,
                       dbt_buffer *out)
{
    enum { SHOWN = 4 };
    int n = 0;
    if (feet->n == 0)
        dbt_buffer_text(out, "no joint has foot, toe, ankle or ball in its name");
    for (int j = 0; j < skeleton->n_joints && n < SHOWN; j++)
        if (feet->is_foot[j]) {
            dbt_buffer_text(out, n++ > 0 ? ", '" : "'");
            dbt_buffer_printable(out, skeleton->joints[j].name);
            dbt_buffer_text(out, "'");
        }
    if (feet->n > SHOWN)
        dbt_buffer_format(out, " and %d more", feet->n - SHOWN);
    if (feet->n > 0) {
        dbt_buffer_text(out, feet->n > 1 ? ": none has two joints between it and '"
                                         : " has no two joints between it and '");
        dbt_buffer_printable(out, motion_root);
        dbt_buffer_text(out, "'");
    }
}

void dbt_feet_say_lowest(dbt_track *track, int motion_root, int up, dbt_buffer *out)
{
    enum { SHOWN = 4 };
    static const double near_ground = 0.15; /* fraction of the pose's height; includes ankles */
    const int n_joints = track->skeleton->n_joints;
    dbt_transform *world = dbt_alloc_array((size_t)n_joints, sizeof *world);
    double low = INFINITY, high = -INFINITY;
    int n = 0;
    dbt_track_pose(track, 0, world);
    for (int j = 0; j < n_joints; j++) {
        dbt_joint_set_world(track->skeleton, j, world[j], world);
        if (j < motion_root)
            continue;
        low = fmin(low, dbt_vec3_get(world[j].pos, up));
        high = fmax(high, dbt_vec3_get(world[j].pos, up));
    }
    for (int j = motion_root + 1; j < n_joints; j++) {
        if (dbt_vec3_get(world[j].pos, up) > low + near_ground * (high - low) || n++ >= SHOWN)
            continue;
        dbt_buffer_text(out, n > 1 ? ", '" : "; the lowest are '");
        dbt_buffer_printable(out, track->skeleton->joints[j].name);
        dbt_buffer_text(out, "'");
    }
    if (n > SHOWN)
        dbt_buffer_format(out, " and %d more", n - SHOWN);
    dbt_free(world);
}

/* ---- contact points ---- */

/* Rank of a child as the next joint towards the toes: 3 toe or ball, 2 foot, 1 other. */
static int toeward(const dbt_feet *feet, const char *name, int joint)
{
    return dbt_is_toe_name(name) ? 3 : feet->is_foot[joint] ? 2 : 1;
}

/* Sets child[n_joints] to each joint's child next towards the toes: the first of the highest rank
 * (toeward); -1: none. Children within min_length (units) of their parent do not count. */
static void find_toeward(const dbt_feet *feet, const dbt_skeleton *skeleton, double min_length,
                         int *child)
{
    for (int j = 0; j < skeleton->n_joints; j++) {
        const dbt_joint *joint = &skeleton->joints[j];
        child[j] = -1;
        if (joint->parent < 0 || !(dbt_vec3_length(joint->offset) > min_length))
            continue;
        const int best = child[joint->parent];
        if (best < 0 ||
            toeward(feet, joint->name, j) > toeward(feet, skeleton->joints[best].name, best))
            child[joint->parent] = j;
    }
}

/* Returns the index of a joint's contact point. If it does not exist, adds it to feet->points and
 * sets feet->point_of[joint]. */
static int joint_point(dbt_feet *feet, int joint)
{
    if (feet->point_of[joint] < 0) {
        feet->points[feet->n_points] = (dbt_contact_point){ .joint = joint };
        feet->point_of[joint] = feet->n_points++;
    }
    return feet->point_of[joint];
}

/* Adds a contact point for a joint's first End Site, and returns its index. Returns -1 if there is
 * none, or if the first is within min_length (units) of the joint. */
static int tip_point(dbt_feet *feet, const dbt_skeleton *skeleton, int joint, double min_length)
{
    const int first = dbt_skeleton_next_end_site(skeleton, joint, -1);
    if (first < 0 || !(dbt_vec3_length(skeleton->end_sites[first].offset) > min_length))
        return -1;
    const dbt_vec3 tip = skeleton->end_sites[first].offset;
    feet->points[feet->n_points] = (dbt_contact_point){ joint, true, tip };
    return feet->n_points++;
}

/* Adds the contact points of all legs to feet->points, as far as they exist: ankle, ball, and end
 * of the toe. The last is the ball's child, else an End Site of the ball, or of the ankle if there
 * is no ball. Sets each leg's ball, points and n_points. child: from find_toeward. */
static void find_leg_points(dbt_feet *feet, const dbt_skeleton *skeleton, const int *child,
                            double min_length)
{
    for (int i = 0; i < feet->n_legs; i++) {
        dbt_leg *leg = &feet->legs[i];
        leg->ball = child[leg->foot];
        leg->points[leg->n_points++] = joint_point(feet, leg->foot);
        if (leg->ball >= 0)
            leg->points[leg->n_points++] = joint_point(feet, leg->ball);
        const int last = leg->ball >= 0 ? leg->ball : leg->foot;
        const int end = leg->ball >= 0 && child[last] >= 0
                            ? joint_point(feet, child[last])
                            : tip_point(feet, skeleton, last, min_length);
        if (end >= 0)
            leg->points[leg->n_points++] = end;
    }
}

/* Sets feet->points and feet->point_of (both allocated), and the ball and points of each leg, from
 * feet->is_foot and feet->legs. Bones up to a millionth of reach (units) do not count. */
static void find_points(dbt_feet *feet, const dbt_skeleton *skeleton, double reach)
{
    const size_t n = (size_t)skeleton->n_joints;
    const double min_length = 1e-6 * reach;
    int *child = dbt_alloc_array(n, sizeof *child);
    feet->point_of = dbt_alloc_array(n, sizeof *feet->point_of);
    feet->points =
        dbt_alloc_array((size_t)feet->n + 2 * (size_t)feet->n_legs + 1, sizeof *feet->points);
    for (size_t j = 0; j < n; j++)
        feet->point_of[j] = -1;
    for (int j = 0; j < skeleton->n_joints; j++)
        if (feet->is_foot[j])
            joint_point(feet, j);
    find_toeward(feet, skeleton, min_length, child);
    find_leg_points(feet, skeleton, child, min_length);
    dbt_free(child);
}

bool dbt_feet_init(dbt_feet *feet, const dbt_skeleton *skeleton, const dbt_chain *chain,
                   const dbt_contact_options *options, dbt_error *err)
{
    *feet = (dbt_feet){
        .by_name = options->n_feet == 0,
        .height = options->height > 0.0 ? options->height : 0.04 * chain->reach,
        .speed = options->speed > 0.0 ? options->speed : 0.2 * chain->reach,
    };
    if (!find_feet(feet, skeleton, options, err))
        return false;
    find_legs(feet, skeleton, chain->motion_root);
    find_points(feet, skeleton, chain->reach);
    return true;
}

void dbt_feet_release(dbt_feet *feet)
{
    dbt_free(feet->is_foot);
    dbt_free(feet->legs);
    dbt_free(feet->points);
    dbt_free(feet->point_of);
    *feet = (dbt_feet){ .n = 0 };
}

/* ---- the ground ---- */

/* Context of one pass over the frames of a clip. */
typedef struct ground_walk {
    const dbt_feet *feet;
    const dbt_track *track;
    int up;
    dbt_paths paths; /* of the clip's joints of contact points, and all joints above them */
    double *minima;  /* [n_minima]: height of the lowest point in each frame of the runs so far */
    size_t n_minima;
} ground_walk;

/* Lowers ground[n_points], the points' minimum heights, to those of a clip frame. Appends the
 * height of the lowest point to w->minima. */
static void add_frame(ground_walk *w, size_t frame, double *ground)
{
    const dbt_clip *clip = w->track->clip;
    const dbt_transform *world = dbt_paths_at(&w->paths, clip->values, clip->n_frames, frame);
    double lowest = INFINITY;
    for (int i = 0; i < w->feet->n_points; i++) {
        const dbt_contact_point *point = &w->feet->points[i];
        const double height =
            dbt_vec3_get(dbt_contact_pos(point, world[w->track->map[point->joint]]), w->up);
        ground[i] = fmin(ground[i], height);
        lowest = fmin(lowest, height);
    }
    w->minima[w->n_minima++] = lowest;
}

void dbt_feet_ground(const dbt_feet *feet, const dbt_track *track, int up, double *ground)
{
    const dbt_skeleton *skeleton = &track->clip->skeleton;
    const size_t n = (size_t)feet->n_points;
    dbt_arena memory = { .last = NULL };
    ground_walk w = { .feet = feet, .track = track, .up = up };
    for (size_t i = 0; i <= n; i++)
        ground[i] = INFINITY;
    if (n == 0)
        return;
    bool *needed = dbt_arena_array(&memory, (size_t)skeleton->n_joints, sizeof *needed);
    w.minima = dbt_arena_array(&memory, track->clip->n_frames, sizeof *w.minima);
    for (size_t i = 0; i < n; i++)
        needed[track->map[feet->points[i].joint]] = true;
    dbt_mark_above(skeleton, needed);
    dbt_paths_init(&w.paths, skeleton, needed, &memory);
    for (size_t r = 0; r < dbt_clip_n_runs(track->clip); r++) {
        const dbt_frame_run run = dbt_clip_run(track->clip, r);
        for (size_t f = run.begin; f < run.end; f++)
            add_frame(&w, f, ground);
    }
    if (w.n_minima > 0) {
        qsort(w.minima, w.n_minima, sizeof *w.minima, dbt_compare_doubles);
        ground[n] = w.minima[w.n_minima / 100];
    }
    dbt_arena_release(&memory);
}

#include "fit/up_axis.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "base/number.h"
#include "fit/ground.h"
#include "fit/roles.h"
#include "motion/pose.h"
#include "motion/simd_fk.h"

#include <stdlib.h>

/* Limits: MAX_FRAMES of sampled frames, MAX_JOINTS of frames times joints. */
enum { MAX_FRAMES = 64, MAX_JOINTS = 1 << 18 };

/* The six signed axes 0 to 5: +x, -x, +y, -y, +z, -z; axis ^ 1 is the opposite one. */
enum { N_AXES = 6, NO_AXIS = -1 };

/* Evidence of the sampled frames and the zero pose. Lengths in units. */
typedef struct evidence {
    const dbt_skeleton *skeleton;
    dbt_roles roles;
    int top; /* joint that branches; in some data sets the joints above it stay on the ground */
    int n;
    double reach;                   /* reach in frame 0 */
    dbt_vec3 head;                  /* sum of the vectors from the middle of the feet to the head */
    double low[N_AXES][MAX_FRAMES]; /* minimum of the body along each signed axis, by frame */
    double spread[N_AXES];          /* range of `low` from its 5 % to its 95 % quantile */
    double extent[3];               /* mean extent of the body over the frames */
    double from[3], to[3];          /* range of the position of `top` */
    int upright[N_AXES];  /* number of frames in which the body is upright along the axis */
    int pointed[N_AXES];  /* number of these frames with pointed feet */
    int raised[N_AXES];   /* number of these frames with both hands beyond the head */
    int lateral[3];       /* number of frames by the axis nearest to the line of the thighs */
    dbt_sides zero_sides; /* sides in the zero pose */
    int sides[DBT_N_SIDES_STATES]; /* number of frames by result */
    int steps;                  /* number of frames with a foot in contact while the body moves */
    int four_legged[N_AXES];    /* number of frames on hands and feet */
    int zero, zero_four_legged; /* axis of the zero pose; NO_AXIS */
} evidence;

/* Returns the unit vector of a signed axis. */
static dbt_vec3 axis_vector(int axis)
{
    return dbt_vec3_scale(dbt_vec3_axis(axis / 2), axis % 2 ? -1.0 : 1.0);
}

/* Returns the signed axis nearest to a vector. */
static int nearest_axis(dbt_vec3 v)
{
    int best = 0;
    for (int a = 1; a < N_AXES; a++)
        if (dbt_vec3_dot(v, axis_vector(a)) > dbt_vec3_dot(v, axis_vector(best)))
            best = a;
    return best;
}

/* Whether two vectors are within `deg` degrees. */
static bool is_within(dbt_vec3 a, dbt_vec3 b, double deg)
{
    const dbt_vec3 u = dbt_unit(a, 1e-12), v = dbt_unit(b, 1e-12);
    return dbt_is_unit(u) && dbt_is_unit(v) &&
           dbt_vec3_dot(u, v) >= dbt_cos(deg * (1.0 / DBT_DEG_FROM_RAD));
}

/* ---- the body in one pose ---- */

/* Returns the vector from joint a to joint b. */
static dbt_vec3 vector_to(const dbt_transform *world, int a, int b)
{
    return dbt_vec3_sub(world[b].pos, world[a].pos);
}

/* Sets *at to the middle of both joints of a role. Returns false if one is missing; *at is then
 * unchanged. */
static bool middle_of(const evidence *e, const dbt_transform *world, dbt_role role, dbt_vec3 *at)
{
    const int *joints = e->roles.joint[role];
    if (joints[DBT_LEFT] < 0 || joints[DBT_RIGHT] < 0)
        return false;
    *at = dbt_vec3_scale(dbt_vec3_add(world[joints[DBT_LEFT]].pos, world[joints[DBT_RIGHT]].pos),
                         0.5);
    return true;
}

/* Returns the vector from the middle of the feet to the head; zero if a joint is missing. */
static dbt_vec3 head_over_feet(const evidence *e, const dbt_transform *world)
{
    dbt_vec3 feet;
    const int head = e->roles.joint[DBT_HEAD][0];
    if (head < 0 || !middle_of(e, world, DBT_FOOT, &feet))
        return DBT_VEC3_ZERO;
    return dbt_vec3_sub(world[head].pos, feet);
}

/* Whether all feet with a toe point within 40 degrees of `down`, as in swimming or lying. False if
 * no foot has one. */
static bool has_pointed_feet(const evidence *e, const dbt_transform *world, dbt_vec3 down)
{
    int known = 0, pointed = 0;
    for (int side = 0; side < 2; side++) {
        const int foot = e->roles.joint[DBT_FOOT][side], toe = e->roles.joint[DBT_TOE][side];
        if (foot < 0 || toe < 0)
            continue;
        known++;
        pointed += is_within(vector_to(world, foot, toe), down, 40.0);
    }
    return known > 0 && pointed == known;
}

/* Whether both hands are beyond the head along `up`, as in a handstand or in hanging. False if a
 * joint is missing. */
static bool has_raised_hands(const evidence *e, const dbt_transform *world, dbt_vec3 up)
{
    const int *hands = e->roles.joint[DBT_HAND], head = e->roles.joint[DBT_HEAD][0];
    bool raised = hands[DBT_LEFT] >= 0 && hands[DBT_RIGHT] >= 0 && head >= 0;
    for (int side = 0; side < 2; side++)
        raised = raised && dbt_vec3_dot(vector_to(world, head, hands[side]), up) > 0.0;
    return raised;
}

/* Returns the signed axis (0 to 5: +x, -x, +y, ...) along which a body is upright: head over feet
 * by half the reach, trunk and legs within 45 degrees. Missing arms or thighs do not count.
 * NO_AXIS: it sits or crawls, or head or feet are missing. */
static int upright_axis(const evidence *e, const dbt_transform *world)
{
    static const double max_deg = 45.0;
    dbt_vec3 thighs, feet, arms;
    const dbt_vec3 head = head_over_feet(e, world);
    const int axis = nearest_axis(head);
    if (!(dbt_vec3_length(head) > 0.5 * e->reach))
        return NO_AXIS;
    if (middle_of(e, world, DBT_THIGH, &thighs) && middle_of(e, world, DBT_FOOT, &feet) &&
        !is_within(dbt_vec3_sub(thighs, feet), axis_vector(axis), max_deg))
        return NO_AXIS;
    if (middle_of(e, world, DBT_THIGH, &thighs) && middle_of(e, world, DBT_UPPER_ARM, &arms) &&
        !is_within(dbt_vec3_sub(arms, thighs), axis_vector(axis), max_deg))
        return NO_AXIS;
    return axis;
}

/* Returns the signed axis (0 to 5: +x, -x, +y, ...) along which a body is on hands and feet. Arms
 * and legs are parallel within an angle, hands and feet level within 1/4 of the legs, the trunk
 * within 30 degrees of horizontal. NO_AXIS: it is not, or a joint is missing. parallel: the angle,
 * degrees. */
static int four_legged_axis(const evidence *e, const dbt_transform *world, double parallel)
{
    dbt_vec3 thighs, feet, arms, hands;
    if (!middle_of(e, world, DBT_THIGH, &thighs) || !middle_of(e, world, DBT_FOOT, &feet) ||
        !middle_of(e, world, DBT_UPPER_ARM, &arms) || !middle_of(e, world, DBT_HAND, &hands))
        return NO_AXIS;
    const dbt_vec3 legs = dbt_vec3_sub(thighs, feet), forelegs = dbt_vec3_sub(arms, hands);
    const dbt_vec3 up = dbt_unit(dbt_vec3_add(legs, forelegs), e->reach * 1e-6);
    const dbt_vec3 trunk = dbt_vec3_sub(arms, thighs);
    if (!dbt_is_unit(up) || is_within(trunk, up, 60.0) ||
        is_within(trunk, dbt_vec3_scale(up, -1.0), 60.0))
        return NO_AXIS;
    if (fabs(dbt_vec3_dot(dbt_vec3_sub(hands, feet), up)) > 0.25 * dbt_vec3_length(legs))
        return NO_AXIS;
    for (int side = 0; side < 2; side++)
        for (int r = DBT_UPPER_ARM; r <= DBT_THIGH; r += DBT_THIGH - DBT_UPPER_ARM) {
            const int upper = e->roles.joint[r][side], lower = e->roles.joint[r + 2][side];
            if (!is_within(vector_to(world, lower, upper), up, parallel))
                return NO_AXIS;
        }
    return nearest_axis(up);
}

/* Returns DBT_SIDES_AS_NAMED if toes point in the direction of left x up, with `left` by the roles;
 * DBT_SIDES_EXCHANGED if they point against it. Else DBT_SIDES_UNKNOWN, also if head, a foot, a
 * thigh or both toes are missing. */
static dbt_sides sides_of(const evidence *e, const dbt_transform *world)
{
    dbt_vec3 ahead = DBT_VEC3_ZERO;
    const int(*joint)[2] = e->roles.joint;
    if (joint[DBT_THIGH][DBT_LEFT] < 0 || joint[DBT_THIGH][DBT_RIGHT] < 0)
        return DBT_SIDES_UNKNOWN;
    for (int side = 0; side < 2; side++) {
        const int foot = joint[DBT_FOOT][side], toe = joint[DBT_TOE][side];
        if (foot >= 0 && toe >= 0)
            ahead = dbt_vec3_add(ahead, dbt_unit(vector_to(world, foot, toe), 1e-12));
    }
    const dbt_vec3 left =
        dbt_unit(vector_to(world, joint[DBT_THIGH][DBT_RIGHT], joint[DBT_THIGH][DBT_LEFT]), 1e-12);
    const dbt_vec3 up = dbt_unit(head_over_feet(e, world), 1e-12);
    const double volume = dbt_vec3_dot(dbt_vec3_cross(left, up), ahead);
    return volume > 0.5    ? DBT_SIDES_AS_NAMED /* maximum 2: two feet */
           : volume < -0.5 ? DBT_SIDES_EXCHANGED
                           : DBT_SIDES_UNKNOWN;
}

/* ---- evidence ---- */

/* Sets zero (NO_AXIS before), zero_four_legged and zero_sides. The zero pose has an axis if it is
 * on hands and feet, or if it is upright: head over feet by 70 % of its extent, within 30 degrees.
 * e->reach may still be 0. world[n_joints]: scratch. */
static void add_zero_pose(evidence *e, dbt_transform *world)
{
    const dbt_skeleton *s = e->skeleton;
    double low[3], high[3], extent = 0.0;
    for (int j = 0; j < s->n_joints; j++) {
        const int parent = s->joints[j].parent;
        world[j] = (dbt_transform){ s->joints[j].offset, DBT_QUAT_IDENTITY };
        if (parent >= 0)
            world[j].pos = dbt_vec3_add(world[parent].pos, s->joints[j].offset);
    }
    dbt_body_range(e->skeleton, world, e->top, low, high);
    for (int a = 0; a < 3; a++)
        extent = fmax(extent, high[a] - low[a]);
    const dbt_vec3 head = head_over_feet(e, world);
    e->zero_four_legged = four_legged_axis(e, world, 30.0);
    if (e->zero_four_legged != NO_AXIS)
        e->zero = e->zero_four_legged;
    else if (dbt_vec3_length(head) >= 0.7 * extent &&
             is_within(head, axis_vector(nearest_axis(head)), 30.0) &&
             upright_axis(e, world) != NO_AXIS)
        e->zero = nearest_axis(head);
    e->zero_sides = e->zero != NO_AXIS ? sides_of(e, world) : DBT_SIDES_UNKNOWN;
}

/* Adds sampled frame i to all sums, ranges and counts of the evidence, except steps. Needs
 * e->reach. world: the pose of the frame. */
static void add_frame(evidence *e, int i, const dbt_transform *world)
{
    double low[3], high[3];
    dbt_body_range(e->skeleton, world, e->top, low, high);
    for (int a = 0; a < 3; a++) {
        const double at = dbt_vec3_get(world[e->top].pos, a);
        e->low[2 * a][i] = low[a];
        e->low[2 * a + 1][i] = -high[a];
        e->extent[a] += high[a] - low[a];
        e->from[a] = i == 0 ? at : fmin(e->from[a], at);
        e->to[a] = i == 0 ? at : fmax(e->to[a], at);
    }
    const int upright = upright_axis(e, world), four = four_legged_axis(e, world, 45.0);
    e->head = dbt_vec3_add(e->head, head_over_feet(e, world));
    if (upright != NO_AXIS) {
        e->upright[upright]++;
        e->pointed[upright] += has_pointed_feet(e, world, axis_vector(upright ^ 1));
        e->raised[upright] += has_raised_hands(e, world, axis_vector(upright));
    }
    const int *thighs = e->roles.joint[DBT_THIGH];
    if (thighs[DBT_LEFT] >= 0 && thighs[DBT_RIGHT] >= 0)
        e->lateral[nearest_axis(vector_to(world, thighs[DBT_RIGHT], thighs[DBT_LEFT])) / 2]++;
    if (four != NO_AXIS)
        e->four_legged[four]++;
    e->sides[sides_of(e, world)]++;
}

/* Returns the distance that a joint moves between two poses. */
static double moved(const dbt_transform *world, const dbt_transform *next, int joint)
{
    return dbt_vec3_length(dbt_vec3_sub(next[joint].pos, world[joint].pos));
}

/* Whether an ankle or toe moves at most 1/5 as far as the joint `top`, which moves 0.1 of the reach
 * per second or faster. In lying, sliding or swimming the feet are as fast as the body. next: the
 * pose of the following frame. dt: seconds between both. */
static bool is_step(const evidence *e, const dbt_transform *world, const dbt_transform *next,
                    double dt)
{
    const double body = moved(world, next, e->top);
    bool is = false;
    for (int side = 0; side < 2; side++)
        for (int r = DBT_FOOT; r <= DBT_TOE; r++) {
            const int joint = e->roles.joint[r][side];
            is = is || (joint >= 0 && moved(world, next, joint) <= 0.2 * body);
        }
    return is && body >= 0.1 * e->reach * dt;
}

/* Returns the frame of sample i, or the last frame. */
static size_t sampled_frame(const evidence *e, const dbt_clip *clip, int i)
{
    const size_t last = clip->n_frames - 1;
    return i < e->n - 1 ? (size_t)i * last / (size_t)(e->n - 1) : last;
}

/* Sets paths->world to four poses: of sample i, of the frame after it, of sample i + 1, of the
 * frame after that. The last frame stands for frames after it. */
static void pose_samples(const evidence *e, const dbt_clip *clip, int i, dbt_paths *paths)
{
    const double *rows[DBT_PATH_FRAMES];
    for (int k = 0; k < DBT_PATH_FRAMES; k++) {
        const size_t frame = sampled_frame(e, clip, i + k / 2) + (size_t)(k % 2);
        rows[k] = dbt_clip_frame(clip, dbt_min(frame, clip->n_frames - 1));
    }
    dbt_paths_go_on(paths, rows);
}

/* Adds the evidence of up to 64 frames, evenly spread; fewer, but two or more, if there are many
 * joints. The clip needs one frame. Sets n, reach, steps, the mean extent and spread; sorts each
 * low[axis]. paths: of all joints. */
static void sample_clip(evidence *e, const dbt_clip *clip, dbt_paths *paths)
{
    const dbt_skeleton *s = e->skeleton;
    int max = MAX_JOINTS / s->n_joints;
    max = max < 2 ? 2 : max > MAX_FRAMES ? MAX_FRAMES : max;
    e->n = clip->n_frames < (size_t)max ? (int)clip->n_frames : max;
    for (int i = 0; i < e->n; i++) {
        if (i % 2 == 0)
            pose_samples(e, clip, i, paths);
        const dbt_transform *world = paths->world + i % 2 * 2 * s->n_joints;
        if (i == 0)
            e->reach = dbt_pose_reach(s, world, e->top);
        add_frame(e, i, world);
        if (sampled_frame(e, clip, i) + 1 < clip->n_frames)
            e->steps += is_step(e, world, world + s->n_joints, clip->frame_time);
    }
    for (int a = 0; a < 3; a++)
        e->extent[a] /= e->n;
    for (int a = 0; a < N_AXES; a++) {
        const int cut = (int)(0.05 * (e->n - 1));
        qsort(e->low[a], (size_t)e->n, sizeof *e->low[a], dbt_compare_doubles);
        e->spread[a] = e->low[a][e->n - 1 - cut] - e->low[a][cut];
    }
}

/* ---- the decision ---- */

/* Whether signed axis `axis` has a better ground than `than`: its lowest points have one height,
 * those along `than` clearly not. False with fewer than 10 sampled frames. */
static bool has_better_ground(const evidence *e, int axis, int than)
{
    enum { FRAMES = 10 }; /* fewer frames define no ground */
    const double spread = e->spread[axis], other = e->spread[than];
    return e->n >= FRAMES && spread <= 0.1 * e->reach && spread <= 0.5 * other &&
           other - spread >= 0.02 * e->reach;
}

/* Minimum extent of a body along any axis, as a fraction of the one along another axis. */
static const double thick = 0.05;

/* Returns the positive signed axis along which a body is longest, by a factor of 1.25, for bodies
 * without known head and feet. NO_AXIS: none, or the body is flat or a line. */
static int longest_axis(const evidence *e)
{
    static const double longer = 1.25;
    for (int a = 0; a < 3; a++) {
        bool longest = e->extent[a] > 0.0;
        for (int b = 0; b < 3; b++)
            longest = longest && (b == a || (e->extent[a] >= longer * e->extent[b] &&
                                             e->extent[b] >= thick * e->extent[a]));
        if (longest)
            return 2 * a;
    }
    return NO_AXIS;
}

/* Returns the axis with a count of four fifths of the frames or more; NO_AXIS: none. */
static int frequent_axis(const evidence *e, const int counts[N_AXES])
{
    for (int a = 0; a < N_AXES; a++)
        if (5 * counts[a] >= 4 * e->n)
            return a;
    return NO_AXIS;
}

/* Returns the signed axis along which the body is upright in 4/5 of the frames; NO_AXIS: none, or
 * its feet are pointed in 4/5 of the frames, as in lying or swimming. */
static int usual_upright_axis(const evidence *e)
{
    const int axis = frequent_axis(e, e->upright);
    return axis != NO_AXIS && 5 * e->pointed[axis] < 4 * e->n ? axis : NO_AXIS;
}

/* Whether an upright body travels perpendicular to its axis. */
static bool is_travelling(const evidence *e, int upright)
{
    double path = 0.0;
    for (int a = 0; a < 3; a++)
        if (a != upright / 2)
            path = fmax(path, e->to[a] - e->from[a]);
    return path >= 0.5 * e->reach;
}

/* Whether another axis has a better ground than that of the body: its lowest points vary less in
 * height (has_better_ground). Never for a body that travels on level ground: it sways less to the
 * sides than its feet rise. */
static bool is_contradicted(const evidence *e, int axis)
{
    bool contradicted = false;
    if (e->spread[axis] <= 0.1 * e->reach && is_travelling(e, axis))
        return false;
    for (int a = 0; a < N_AXES; a++)
        contradicted = contradicted || (a / 2 != axis / 2 && has_better_ground(e, a, axis));
    return contradicted;
}

/* Returns the signed axis (0 to 5: +x, -x, +y, ...) with a better ground (has_better_ground) than
 * the four perpendicular ones, and no larger spread than the opposite one; NO_AXIS: none. Excludes
 * the line of the thighs, because a body that sits hardly moves along it. Also excludes an axis
 * from the head to the feet, one along which the body is thin, or that of a body with pointed feet.
 */
static int ground_axis(const evidence *e)
{
    for (int a = 0; a < N_AXES; a++) {
        bool best = e->spread[a] <= e->spread[a ^ 1] && 5 * e->lateral[a / 2] < 4 * e->n &&
                    5 * e->pointed[a] < 4 * e->n &&
                    dbt_vec3_dot(e->head, axis_vector(a)) >= -0.5 * e->reach * e->n;
        for (int b = 0; b < N_AXES; b++)
            best = best && e->extent[a / 2] >= thick * e->extent[b / 2] &&
                   (b / 2 == a / 2 || has_better_ground(e, a, b));
        if (best)
            return a;
    }
    return NO_AXIS;
}

/* Whether an upright body walks: it travels perpendicular to its axis, by steps. */
static bool is_walking(const evidence *e, int upright)
{
    return 4 * e->steps >= e->n && is_travelling(e, upright);
}

/* Whether an upright body may be in a handstand: its hands are beyond its head, it does not walk,
 * and its feet have no better ground than its hands. */
static bool may_be_on_hands(const evidence *e, int upright)
{
    return 5 * e->raised[upright] >= 4 * e->n && !is_walking(e, upright) &&
           !has_better_ground(e, upright, upright ^ 1);
}

/* Returns the signed axis shown by the frames, or NO_AXIS; sets up->four_legged. The axis of the
 * body comes first, then that of the ground. An upright body shows none if it may be in a
 * handstand. Nor does it if another axis has the better ground, lowest points of less varying
 * height: it may climb a wall. */
static int axis_of_frames(const evidence *e, dbt_up_axis *up)
{
    const bool is_known = e->roles.joint[DBT_HEAD][0] >= 0 &&
                          e->roles.joint[DBT_FOOT][DBT_LEFT] >= 0 &&
                          e->roles.joint[DBT_FOOT][DBT_RIGHT] >= 0;
    const int four = frequent_axis(e, e->four_legged), upright = usual_upright_axis(e);
    const int body = four != NO_AXIS ? four : is_known ? upright : longest_axis(e);
    const bool is_upright = four == NO_AXIS && is_known && upright != NO_AXIS;
    up->four_legged = four != NO_AXIS;
    if (body != NO_AXIS && !(is_upright && may_be_on_hands(e, upright)) &&
        !is_contradicted(e, body))
        return body;
    return is_upright ? NO_AXIS : ground_axis(e);
}

/* Returns the signed up axis, or NO_AXIS; sets upside_down and four_legged of *up, false before.
 * The zero pose decides, unless the body is upright along another axis and walks or has its ground
 * there. The opposite axis is no evidence: a handstand, or a body that hangs by its feet. A zero
 * pose without an axis: axis_of_frames decides. */
static int decide(const evidence *e, dbt_up_axis *up)
{
    const int upright = usual_upright_axis(e);
    if (e->zero != NO_AXIS) {
        up->upside_down = upright == (e->zero ^ 1);
        up->four_legged = e->zero_four_legged != NO_AXIS;
        const bool other = upright != NO_AXIS && upright / 2 != e->zero / 2 &&
                           (is_walking(e, upright) || has_better_ground(e, upright, e->zero));
        return other ? upright : e->zero;
    }
    return axis_of_frames(e, up);
}

/* Whether the frames contradict an axis: the lowest points vary at most half as much in height
 * along the likely one, or the body travels at most a quarter as far along that. likely: signed, 0
 * to 5 (+x, -x, +y, ...); axis: 0 x, 1 y, 2 z. False for the likely axis. */
static bool is_against(const evidence *e, int likely, int axis)
{
    static const double steady = 0.01, level = 0.25, far_enough = 0.1;
    const double length = e->extent[likely / 2], spread = e->spread[likely];
    const double travel = e->to[axis] - e->from[axis];
    const double along = e->to[likely / 2] - e->from[likely / 2];
    const double other = fmin(e->spread[2 * axis], e->spread[2 * axis + 1]);
    return axis != likely / 2 && ((spread <= 0.5 * other && other - spread >= steady * length) ||
                                  (along <= level * travel && travel >= far_enough * length));
}

void dbt_up_axis_find(dbt_up_axis *up, const dbt_clip *clip)
{
    dbt_arena memory = { .last = NULL };
    evidence e = { .skeleton = &clip->skeleton,
                   .top = dbt_skeleton_branch(&clip->skeleton),
                   .zero = NO_AXIS };
    *up = (dbt_up_axis){ .likely = -1 };
    if (clip->n_frames == 0)
        return;
    dbt_roles_find(&e.roles, &clip->skeleton, &memory);
    dbt_paths paths;
    dbt_paths_init(&paths, &clip->skeleton, NULL, &memory);
    add_zero_pose(&e, paths.world);
    sample_clip(&e, clip, &paths);
    const int axis = decide(&e, up);
    up->is_upright = axis != NO_AXIS && usual_upright_axis(&e) == axis;
    up->sides = e.zero_sides;
    up->has_named_sides = e.roles.has_sides;
    for (int i = DBT_SIDES_AS_NAMED; i < DBT_N_SIDES_STATES; i++)
        if (up->sides == DBT_SIDES_UNKNOWN && 5 * e.sides[i] >= 4 * e.n)
            up->sides = (dbt_sides)i;
    up->vector = axis_vector(axis != NO_AXIS ? axis : nearest_axis(e.head));
    if (axis != NO_AXIS) {
        up->likely = axis / 2;
        up->negative = axis % 2;
        for (int a = 0; a < 3; a++)
            up->against[a] = is_against(&e, axis, a);
    }
    dbt_arena_release(&memory);
}

const char *dbt_up_axis_name(dbt_up_axis up)
{
    static const char *const names[2][3] = { { "x", "y", "z" }, { "-x", "-y", "-z" } };
    return up.likely < 0 ? NULL : names[up.negative][up.likely];
}

bool dbt_up_axis_rotate(dbt_clip *clip, int from, int to, dbt_error *err)
{
    const size_t n = (size_t)clip->skeleton.n_channels;
    const dbt_joint *root = &clip->skeleton.joints[0];
    const dbt_transform rotation = { DBT_VEC3_ZERO,
                                     dbt_quat_arc(dbt_vec3_axis(from), dbt_vec3_axis(to)) };
    const double none[DBT_MAX_CHANNELS] = { 0.0 }; /* for frame 0 */
    bool whole = root->n_rot == 3 && root->has_pos;
    for (int axis = 0; axis < 3; axis++)
        whole = whole && root->pos_channel[axis] >= 0;
    if (from == to)
        return true;
    if (!whole)
        return dbt_fail_at(
            err, DBT_E_SKELETON, clip->file, 0, 0,
            "'%.80s' has no six channels, so the clip cannot be turned from %c up to "
            "%c up (--up)",
            root->name, "xyz"[from], "xyz"[to]);
    for (size_t f = 0; f < clip->n_frames; f++) {
        double *values = clip->values + f * n;
        const double *last = f > 0 ? values - n : none;
        dbt_joint_to_values(root, dbt_transform_mul(rotation, dbt_joint_from_values(root, values)),
                            last, values);
    }
    dbt_clip_drop_lines(clip);
    return true;
}

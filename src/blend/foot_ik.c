#include "blend/foot_lock_internal.h"

#include "motion/curve.h"

/* Leg lengths. A crouch is as visible as a sliding foot: beyond this drop, a leg requests at most
 * the path that its foot slides in the blend. */
static const double small_drop = 0.03;

/* ---- the blend ---- */

/* Returns the rotation from joint `from` to the parent of joint `to`, by p->world. */
static dbt_quat twist_of(const foot_locking *p, int from, int to)
{
    const int parent = p->skeleton->joints[to].parent;
    return parent == from ? DBT_QUAT_IDENTITY
                          : dbt_quat_mul(dbt_quat_conj(p->world[from].rot), p->world[parent].rot);
}

static dbt_leg_pose leg_pose(const foot_locking *p, dbt_leg leg)
{
    return dbt_leg_pose_of(p->world[leg.hip].pos, p->world[leg.knee].pos, p->world[leg.foot].pos);
}

void dbt_lock_record_blend(const foot_locking *p, int leg, size_t frame)
{
    const dbt_leg j = p->legs[leg].joints;
    leg_frame *f = leg_at(p, leg, frame);
    f->blend = leg_pose(p, j);
    f->above = p->world[p->skeleton->joints[j.hip].parent].rot;
    f->thigh = p->world[j.hip].rot;
    f->shin = p->world[j.knee].rot;
    f->foot = p->world[j.foot].rot;
    f->thigh_twist = twist_of(p, j.hip, j.knee);
    f->shin_twist = twist_of(p, j.knee, j.foot);
}

double *dbt_lock_begin_sides(foot_locking *p)
{
    double *bends = dbt_arena_array(&p->memory, (size_t)p->n_legs, sizeof *bends);
    for (int i = 0; i < p->n_legs; i++) {
        p->legs[i].side = dbt_vec3_axis((p->up + 1) % 3);
        bends[i] = 1e-6;
    }
    return bends;
}

void dbt_lock_add_sides(foot_locking *p, double *bends)
{
    for (int i = 0; i < p->n_legs; i++) {
        locked_leg *leg = &p->legs[i];
        if (!leg->usable)
            continue;
        const dbt_leg_pose pose = leg_pose(p, leg->joints);
        const dbt_vec3 bow = dbt_leg_bow_of_pose(&pose);
        if (!(dbt_vec3_length(bow) > bends[i]))
            continue;
        bends[i] = dbt_vec3_length(bow);
        leg->side = dbt_quat_rotate(dbt_quat_conj(p->world[leg->joints.hip].rot), bow);
    }
}

/* Reads three clip poses, because blends may overextend knees: the old clip at the transition's
 * begin, and the new one at its first frame and at the end of the transition. */
void dbt_lock_find_sides(foot_locking *p)
{
    const dbt_timeline *t = &p->sequence->timeline;
    const struct {
        int segment;
        size_t frame;
    } shown[] = { { p->cut - 1, p->begin },
                  { p->cut, dbt_cut_plays(p->at) },
                  { p->cut, p->at.end } };
    double *bends = dbt_lock_begin_sides(p);
    for (size_t k = 0; k < sizeof shown / sizeof *shown; k++) {
        const dbt_track *track = t->clips[shown[k].segment].track;
        const size_t frame = dbt_timeline_track_frame(t, shown[k].segment, shown[k].frame);
        for (int j = 0; j < p->skeleton->n_joints; j++)
            if (p->needed[j])
                dbt_joint_set_world(p->skeleton, j, dbt_track_joint(track, frame, j), p->world);
        dbt_lock_add_sides(p, bends);
    }
}

/* ---- reach ---- */

bool dbt_lock_can_drop(const foot_locking *p)
{
    const dbt_joint *motion_root = &p->skeleton->joints[p->sequence->chain.motion_root];
    return motion_root->pos_channel[0] >= 0 && motion_root->pos_channel[1] >= 0 &&
           motion_root->pos_channel[2] >= 0;
}

/* Returns the offset of the ankle at p->weight, without the lift, units. If only a fraction of the
 * foot's rotation is used, its height is the one at which the ball stays at its height. */
static dbt_vec3 weighted_offset(const foot_locking *p, const leg_frame *f)
{
    dbt_vec3 offset = dbt_vec3_scale(f->offset, p->weight);
    if (p->weight < 1.0 && f->rotates) {
        const dbt_vec3 to_ball =
            dbt_quat_rotate(dbt_quat_fraction(f->rotation, p->weight), f->to_ball);
        dbt_vec3_set(&offset, p->up,
                     dbt_vec3_get(f->to_ball, p->up) - dbt_vec3_get(to_ball, p->up));
    }
    return offset;
}

double dbt_lock_drop(const foot_locking *p, const locked_leg *leg, const leg_frame *f)
{
    const dbt_leg_pose *pose = &f->blend;
    const dbt_vec3 goal = dbt_vec3_add(pose->foot, f->used);
    const double wanted = dbt_vec3_length(dbt_vec3_sub(goal, pose->hip));
    if (wanted <= pose->line + DBT_UNMOVED)
        return 0.0;
    const double line = dbt_leg_soft_line(pose, wanted);
    const double length = dbt_leg_length(pose), almost_none = small_drop * length;
    const double drop =
        dbt_leg_drop(line, pose->hip, goal, dbt_vec3_axis(p->up), p->max_drop * length);
    return drop <= almost_none ? drop : fmin(drop, almost_none + dbt_lock_slide(p, leg, true));
}

double dbt_lock_eased_in(const foot_locking *p, size_t frame, double seconds)
{
    const double t = (double)(frame - p->begin) * p->times.dt;
    return dbt_curve_at(DBT_CURVE_SMOOTHERSTEP, dbt_time_fraction(t, seconds));
}

void dbt_lock_bound(foot_locking *p, double *values)
{
    const size_t n = p->last - p->begin + 1, lag = 2 * p->half_window;
    dbt_smooth_bound_restart(&p->bound);
    for (size_t k = 0; k < n + lag; k++) {
        const double bound = dbt_smooth_bound_next(&p->bound, k < n ? values[k] : 0.0);
        if (k >= lag)
            values[k - lag] = bound;
    }
}

void dbt_lock_find_drops(foot_locking *p)
{
    const bool drops = dbt_lock_can_drop(p);
    for (size_t frame = p->begin; frame <= p->last; frame++) {
        double drop = 0.0;
        for (int i = 0; i < p->n_legs; i++) {
            leg_frame *f = leg_at(p, i, frame);
            if (!p->legs[i].usable)
                continue;
            f->used = weighted_offset(p, f);
            drop = fmax(drop, drops ? dbt_lock_drop(p, &p->legs[i], f) : 0.0);
        }
        p->drops[frame - p->begin] = drop;
    }
    dbt_lock_bound(p, p->drops);
    for (size_t frame = p->begin; frame <= p->last; frame++)
        p->drops[frame - p->begin] *= dbt_lock_eased_in(p, frame, p->drop_ease);
}

/* Tolerance on the squared reach: a foot that a drop brings just within it does not slide. */
static const double rounding = 1e-12;

/* Returns the largest fraction, in [0, 1], of an offset over the ground with which the foot is
 * within dbt_leg_max_reach of the hip. 0 if no fraction is; 1 if the offset is 0. pose: of the
 * blend. offset: units, level. nearer: drop of the hip plus rise of the foot, units. Solves |line +
 * x offset| = reach for x. */
static double fraction_in_reach(const foot_locking *p, const dbt_leg_pose *pose, dbt_vec3 offset,
                                double nearer)
{
    const dbt_vec3 to_foot = dbt_vec3_sub(pose->foot, pose->hip);
    const dbt_vec3 line = dbt_vec3_add_scaled(to_foot, nearer, dbt_vec3_axis(p->up));
    const double reach = dbt_leg_max_reach(pose);
    const double a = dbt_vec3_dot(offset, offset), b = dbt_vec3_dot(line, offset);
    const double c = dbt_vec3_dot(line, line) - reach * reach, root = b * b - a * c;
    if (!(a > DBT_UNMOVED * DBT_UNMOVED) || a + 2.0 * b + c <= rounding * reach * reach)
        return 1.0;
    const double fraction = root > 0.0 ? (sqrt(root) - b) / a : 0.0;
    return fmin(fmax(fraction, 0.0), 1.0);
}

/* ---- rotations ---- */

/* Two-bone IK: rotates a leg so that its ankle reaches the goal, or as near as its bones allow.
 * Returns the ankle's position, as if hip and knee could rotate freely. Sets f->hip, f->knee and
 * f->ankle, not yet limited to the joints' channels. A knee or hip with fewer than three rotation
 * channels will have the nearest rotation; the thigh aims again and the ankle compensates for that.
 * The foot has the blend's world rotation plus f->rotation at p->weight. hip, goal: world, units.
 */
static dbt_vec3 rotate_leg(const foot_locking *p, int leg, leg_frame *f, dbt_vec3 hip,
                           dbt_vec3 goal)
{
    const dbt_joint *joints = p->skeleton->joints;
    const dbt_leg j = p->legs[leg].joints;
    const dbt_leg_pose *was = &f->blend;
    const dbt_vec3 side = dbt_quat_rotate(f->thigh, p->legs[leg].side);
    const double bend = dbt_leg_bend(was, dbt_vec3_length(dbt_vec3_sub(goal, hip)));
    const dbt_leg_rotations rotations = dbt_leg_reach(was, dbt_leg_bow(was, side, bend), hip, goal);
    dbt_quat thigh = dbt_quat_mul(rotations.thigh, f->thigh);
    const dbt_quat shin = dbt_quat_mul(rotations.shin, f->shin);
    f->knee = dbt_quat_mul(dbt_quat_conj(dbt_quat_mul(thigh, f->thigh_twist)), shin);
    const dbt_quat bends =
        dbt_quat_mul(f->thigh_twist, dbt_joint_nearest_rotation(&joints[j.knee], f->knee));
    if (joints[j.knee].n_rot < 3) { /* aim again with the knee's nearest rotation */
        const dbt_vec3 upper =
            dbt_quat_rotate(dbt_quat_conj(f->thigh), dbt_vec3_sub(was->knee, was->hip));
        const dbt_vec3 lower =
            dbt_quat_rotate(dbt_quat_conj(f->shin), dbt_vec3_sub(was->foot, was->knee));
        const dbt_vec3 line =
            dbt_quat_rotate(thigh, dbt_vec3_add(upper, dbt_quat_rotate(bends, lower)));
        thigh = dbt_quat_mul(dbt_quat_arc(line, dbt_vec3_sub(goal, hip)), thigh);
    }
    f->hip = dbt_quat_mul(dbt_quat_conj(f->above), thigh);
    const dbt_quat upper =
        dbt_quat_mul(f->above, dbt_joint_nearest_rotation(&joints[j.hip], f->hip));
    const dbt_quat above_foot = dbt_quat_mul(dbt_quat_mul(upper, bends), f->shin_twist);
    const dbt_quat foot = dbt_quat_mul(dbt_quat_fraction(f->rotation, p->weight), f->foot);
    f->ankle = dbt_quat_mul(dbt_quat_conj(above_foot), foot);
    return rotations.foot;
}

/* Moves a leg to its target at p->weight with two-bone IK, after the drop in p->drops and within
 * the leg's reach. Sets f->hip, f->knee, f->ankle, f->moves, and f->missed: the distance to the
 * target at weight 1, units. If nothing moves, the rotations are not to be applied. */
static void reach_with(const foot_locking *p, int leg, size_t frame)
{
    leg_frame *f = leg_at(p, leg, frame);
    const dbt_vec3 up = dbt_vec3_axis(p->up), was = f->blend.foot;
    const double down = p->drops[frame - p->begin];
    const double raised = p->weight * f->lift + dbt_vec3_get(f->used, p->up);
    const dbt_vec3 slides = on_ground(p, f->used);
    const double fraction = fraction_in_reach(p, &f->blend, slides, down + raised);
    const dbt_vec3 offset = dbt_vec3_add_scaled(dbt_vec3_scale(slides, fraction), raised, up);
    const dbt_vec3 hip = dbt_vec3_add_scaled(f->blend.hip, -down, up);
    const dbt_vec3 reached = rotate_leg(p, leg, f, hip, dbt_vec3_add(was, offset));
    f->moves = down > DBT_UNMOVED || dbt_vec3_length(offset) > DBT_UNMOVED ||
               (p->weight > 0.0 && f->rotates);
    const dbt_vec3 wanted = dbt_vec3_add_scaled(dbt_vec3_add(was, f->offset), f->lift, up);
    f->missed = dbt_vec3_length(dbt_vec3_sub(wanted, f->moves ? reached : was));
}

void dbt_lock_reach(const foot_locking *p, size_t frame)
{
    for (int i = 0; i < p->n_legs; i++)
        if (p->legs[i].usable)
            reach_with(p, i, frame);
}

void dbt_lock_raise(const foot_locking *p, double height, dbt_transform *local)
{
    const int motion_root = p->sequence->chain.motion_root;
    dbt_quat above = DBT_QUAT_IDENTITY;
    for (int j = p->skeleton->joints[motion_root].parent; j >= 0; j = p->skeleton->joints[j].parent)
        above = dbt_quat_mul(local[j].rot, above);
    const dbt_vec3 up = dbt_vec3_scale(dbt_vec3_axis(p->up), height);
    local[motion_root].pos =
        dbt_vec3_add(local[motion_root].pos, dbt_quat_rotate(dbt_quat_conj(above), up));
}

void dbt_lock_apply(const foot_locking *p, size_t frame, dbt_transform *local)
{
    const double down = p->drops[frame - p->begin];
    if (down > DBT_UNMOVED)
        dbt_lock_raise(p, -down, local);
    for (int i = 0; i < p->n_legs; i++) {
        const dbt_leg j = p->legs[i].joints;
        const leg_frame *f = leg_at(p, i, frame);
        if (!f->moves)
            continue;
        local[j.hip].rot = f->hip;
        local[j.knee].rot = f->knee;
        local[j.foot].rot = f->ankle;
    }
}

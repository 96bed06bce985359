#include "motion/align.h"

#include "base/exponential.h"
#include "base/mem.h"

const char *const dbt_align_names[] = { "root", "foot", "none", NULL };

/* ---- the motion root ---- */

/* Returns the range (max - min) of a channel. May return early with any value above `enough`. */
static double channel_range(const dbt_clip *clip, int channel, double enough)
{
    const double *v = clip->values + channel;
    const size_t stride = (size_t)clip->skeleton.n_channels;
    double low = *v, high = *v;
    for (size_t f = 1; f < clip->n_frames && high - low <= enough; f++) {
        const double value = v[f * stride];
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    return high - low;
}

double dbt_joint_range(const dbt_track *track, int joint, bool rotations, double enough)
{
    const dbt_joint *j = &track->clip->skeleton.joints[track->map[joint]];
    double range = 0.0;
    for (int c = 0; c < j->n_channels && range <= enough; c++)
        if (dbt_channel_is_rotation((dbt_channel)j->channels[c]) == rotations)
            range = fmax(range, channel_range(track->clip, j->first_channel + c, enough));
    return range;
}

/* Whether a position channel of the joint varies in the track's clip. */
static bool moves(const dbt_chain *chain, const dbt_track *track, int joint)
{
    const double noise = dbt_position_noise(chain->reach);
    return dbt_joint_range(track, joint, false, noise) > noise;
}

bool dbt_chain_init(dbt_chain *chain, const dbt_track *tracks, int n_tracks, const char *root,
                    dbt_error *err)
{
    const dbt_skeleton *skeleton = tracks[0].skeleton;
    *chain = (dbt_chain){ .branch = dbt_skeleton_branch(skeleton), .named = root != NULL };
    const dbt_clip *first = tracks[0].clip;
    chain->reach = dbt_frame_reach(&first->skeleton, dbt_clip_frame(first, 0));
    if (root) {
        chain->motion_root = dbt_skeleton_find(skeleton, root, err);
        return chain->motion_root >= 0 &&
               (chain->motion_root <= chain->branch ||
                dbt_fail(err, DBT_E_PARAM,
                         "'%.80s' is below '%.80s', where the skeleton branches: it cannot be the "
                         "root",
                         root, skeleton->joints[chain->branch].name));
    }
    for (chain->motion_root = chain->branch; chain->motion_root > 0; chain->motion_root--)
        for (int t = 0; t < n_tracks; t++)
            if (moves(chain, &tracks[t], chain->motion_root))
                return true;
    return true;
}

int dbt_chain_carrier(const dbt_chain *chain, const dbt_track *track)
{
    const double noise = 1e-3; /* range of a rotation channel that counts as still, degrees */
    int joint = chain->named ? chain->motion_root : 0;
    while (joint < chain->motion_root && !moves(chain, track, joint) &&
           !(dbt_joint_range(track, joint, true, noise) > noise))
        joint++;
    return joint;
}

/* ---- the ground transform ---- */

/* World transform of a joint of the root chain, from local transforms. */
static dbt_transform chain_world(const dbt_transform *local, int joint)
{
    dbt_transform world = local[0];
    for (int j = 1; j <= joint; j++)
        world = dbt_transform_mul(world, local[j]);
    return world;
}

/* World transform of a joint of the root chain in a frame of the track. */
static dbt_transform track_world(const dbt_track *track, size_t frame, int joint)
{
    dbt_transform world = dbt_track_joint(track, frame, 0);
    for (int j = 1; j <= joint; j++)
        world = dbt_transform_mul(world, dbt_track_joint(track, frame, j));
    return world;
}

static const double tolerance = 1e-9; /* radians, units */

/* Whether the positions and the rotations differ by at most `tolerance`. */
static bool nearly_equal(dbt_transform a, dbt_transform b)
{
    return dbt_vec3_length(dbt_vec3_sub(a.pos, b.pos)) <= tolerance &&
           dbt_quat_angle_between(a.rot, b.rot) <= tolerance;
}

/* Half-life of the angular velocity that is extrapolated over a gap. Short, because hips sway. */
static const double heading_halflife = 0.1; /* s */

/* Returns the heading rotation and ground shift (0 along up) that bring the clip's motion root
 * `from` to the source's, `to`, both in the world. Over the gap (seconds; <= 0: none), the position
 * continues with the mean velocity of both. The heading continues with their mean angular velocity,
 * which decays with heading_halflife. */
static dbt_transform ground_transform(const dbt_motion *to, const dbt_motion *from, double gap,
                                      int up)
{
    const dbt_vec3 axis = dbt_vec3_axis(up);
    dbt_quat heading = dbt_quat_twist(dbt_quat_mul(to->at.rot, dbt_quat_conj(from->at.rot)), axis);
    dbt_vec3 target = to->at.pos;
    if (gap > 0.0) {
        const double rate = dbt_vec3_dot(dbt_vec3_add(to->ang, from->ang), axis);
        /* integral of 2^(-t / half-life) over half of the gap, seconds */
        const double y = DBT_LN_2 / heading_halflife, duration = -dbt_expm1(-y * gap / 2.0) / y;
        heading = dbt_quat_mul(dbt_quat_exp(dbt_vec3_scale(axis, duration * rate)), heading);
        const dbt_vec3 vel = dbt_vec3_add(to->vel, dbt_quat_rotate(heading, from->vel));
        target = dbt_vec3_add_scaled(target, 0.5 * gap, vel);
    }
    dbt_vec3 shift = dbt_vec3_sub(target, dbt_quat_rotate(heading, from->at.pos));
    dbt_vec3_set(&shift, up, 0.0);
    return (dbt_transform){ shift, heading };
}

/* Returns the ground shift (units, 0 along up) that puts the track's joint src->foot in frame
 * `from`, after the heading rotation about the world's origin, at the source's. Ignores src->gap:
 * the foot stays. */
static dbt_vec3 foot_shift(const dbt_track *track, size_t from, const dbt_align_source *src,
                           dbt_quat heading, int up)
{
    dbt_vec3 to = src->pose[src->foot].pos;
    for (int j = src->foot; (j = track->skeleton->joints[j].parent) >= 0;)
        to = dbt_vec3_add(src->pose[j].pos, dbt_quat_rotate(src->pose[j].rot, to));
    const dbt_vec3 foot = dbt_track_point(track, from, src->foot, DBT_VEC3_ZERO);
    dbt_vec3 shift = dbt_vec3_sub(to, dbt_quat_rotate(heading, foot));
    dbt_vec3_set(&shift, up, 0.0);
    return shift;
}

bool dbt_align(dbt_alignment *alignment, const dbt_chain *chain, const dbt_track *track,
               size_t from, const dbt_align_source *src, int up, dbt_error *err)
{
    const dbt_transform identity = { DBT_VEC3_ZERO, DBT_QUAT_IDENTITY };
    const int carrier = dbt_chain_carrier(chain, track);
    dbt_alignment a = { .active = true,
                        .moved = carrier == src->carrier ? carrier : chain->motion_root };
    const int root = chain->motion_root;
    const bool last = from + 1 >= track->n_frames;
    const dbt_transform at = chain_world(src->pose, root);
    const dbt_transform before = src->before ? chain_world(src->before, root) : at;
    const dbt_transform now = track_world(track, from, root);
    const dbt_transform after = last ? now : track_world(track, from + 1, root);
    const dbt_motion to = dbt_motion_at(&at, src->before ? &before : NULL, NULL, src->dt);
    const dbt_motion start = dbt_motion_at(&now, NULL, last ? NULL : &after, src->dt);
    a.ground = ground_transform(&to, &start, src->gap, up);
    if (src->foot > 0)
        a.ground.pos = foot_shift(track, from, src, a.ground.rot, up);
    a.moves = !nearly_equal(a.ground, identity);
    if (!a.moves)
        a.ground = identity;
    const dbt_joint *joint = &track->skeleton->joints[a.moved];
    if (joint->n_channels != DBT_MAX_CHANNELS)
        return dbt_fail(err, DBT_E_ALIGN,
                        "joint '%.80s' must be moved to align the clips, but lacks position or "
                        "rotation channels; --align none leaves clips where they are",
                        joint->name);
    a.frozen = dbt_alloc_array((size_t)a.moved, sizeof *a.frozen);
    for (int j = 0; j < a.moved; j++)
        a.frozen[j] = src->pose[j];
    a.frozen_world = a.moved > 0 ? chain_world(src->pose, a.moved - 1) : identity;
    *alignment = a;
    return true;
}

void dbt_alignment_release(dbt_alignment *alignment)
{
    dbt_free(alignment->frozen);
    *alignment = (dbt_alignment){ 0 };
}

bool dbt_alignment_apply(const dbt_alignment *alignment, const dbt_track *track, size_t frame,
                         dbt_transform *local, bool *changed)
{
    if (!alignment->active)
        return false;
    const int moved = alignment->moved;
    bool any = alignment->moves;
    dbt_transform world = { DBT_VEC3_ZERO, DBT_QUAT_IDENTITY };
    for (int j = 0; j <= moved; j++) {
        const dbt_transform clip_local = dbt_track_joint(track, frame, j);
        world = j == 0 ? clip_local : dbt_transform_mul(world, clip_local);
        changed[j] = j < moved && !nearly_equal(clip_local, alignment->frozen[j]);
        local[j] = changed[j] ? alignment->frozen[j] : clip_local;
        any = any || changed[j];
    }
    if (!any)
        return false;
    /* world of `moved` on the ground, in the space of its frozen parent */
    world = dbt_transform_mul(alignment->ground, world);
    local[moved] = moved > 0
                       ? dbt_transform_mul(dbt_transform_inverse(alignment->frozen_world), world)
                       : world;
    changed[moved] = true;
    return true;
}

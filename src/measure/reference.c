#include "measure/reference.h"

#include "base/mem.h"

#include <string.h>
#include <strings.h>

static const double default_margin = 5.0; /* degrees, of methods that have none */

struct dbt_reference {
    const dbt_player *player;
    const dbt_sequence *sequence; /* the player's */
    const dbt_skeleton *skeleton;
    bool *feet;              /* [n_joints] */
    bool *above;             /* [n_joints]: a foot, or above one */
    const dbt_track *tracks; /* [n_tracks]: the sequence's, of each clip */
    int n_tracks;
    double *ground; /* [n_tracks][n_joints]: the least height, of feet */
    double contact_height, contact_speed;
    int up;
};

static bool is_named_foot(const char *name)
{
    static const char *const words[] = { "foot", "toe", "ankle" };
    for (const char *at = name; *at; at++)
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strncasecmp(at, words[i], strlen(words[i])) == 0)
                return true;
    return false;
}

static bool find_feet(dbt_reference *r, const dbt_contact_options *contact, dbt_error *err)
{
    dbt_matcher matcher;
    if (contact->n_feet > 0 && !dbt_matcher_init(&matcher, r->skeleton, err))
        return false;
    bool ok = true;
    for (int i = 0; ok && i < contact->n_feet; i++)
        ok = dbt_matcher_mark(&matcher, contact->feet[i], r->feet, err);
    if (contact->n_feet > 0)
        dbt_matcher_release(&matcher);
    if (!ok)
        return false;
    for (int j = r->skeleton->n_joints - 1; j >= 0; j--) {
        const dbt_joint *joint = &r->skeleton->joints[j];
        if (contact->n_feet == 0)
            r->feet[j] = is_named_foot(joint->name);
        r->above[j] = r->above[j] || r->feet[j];
        if (r->above[j] && joint->parent >= 0)
            r->above[joint->parent] = true;
    }
    return true;
}

/* The least height of every foot in a clip as captured, in its own frames. */
static void find_ground(const dbt_reference *r, const dbt_track *track, dbt_transform *world,
                        double *ground)
{
    const int n = r->skeleton->n_joints;
    for (int j = 0; j < n; j++)
        ground[j] = INFINITY;
    for (size_t f = 0; f < track->clip->n_frames; f++) {
        const double *values = dbt_clip_frame(track->clip, f);
        for (int j = 0; j < n; j++) {
            if (!r->above[j])
                continue;
            const int parent = r->skeleton->joints[j].parent;
            const dbt_transform local =
                dbt_joint_from_values(&track->clip->skeleton.joints[track->map[j]], values);
            world[j] = parent < 0 ? local : dbt_transform_mul(world[parent], local);
            if (r->feet[j])
                ground[j] = fmin(ground[j], dbt_vec3_get(world[j].pos, r->up));
        }
    }
}

/* The clip and its shape, the axis, and which joints are feet, in whose order. */
static bool name_ground(const dbt_reference *r, const dbt_track *track, dbt_buffer *name,
                        dbt_error *err)
{
    dbt_buffer_format(name, "ground %d %zu %d %s", r->up, track->clip->n_frames,
                      track->clip->skeleton.n_channels, track->clip->file);
    for (int j = 0; j < r->skeleton->n_joints; j++)
        if (r->feet[j])
            dbt_buffer_format(name, " %d=%d", j, track->map[j]);
    return dbt_buffer_check(name, err);
}

static bool learn_ground(const dbt_reference *r, const dbt_track *track, dbt_transform *world,
                         double *ground, dbt_error *err)
{
    const size_t size = (size_t)r->skeleton->n_joints * sizeof *ground;
    const dbt_memo *memo = dbt_sequence_get_spec(r->sequence)->memo;
    dbt_buffer name = { 0 };
    const bool ok = !memo || name_ground(r, track, &name, err);
    const bool known = ok && memo && memo->get(memo->context, name.bytes, ground, size);
    if (ok && !known)
        find_ground(r, track, world, ground);
    if (ok && memo && !known)
        memo->put(memo->context, name.bytes, ground, size);
    dbt_buffer_release(&name);
    return ok;
}

static bool find_grounds(dbt_reference *r, dbt_error *err)
{
    const size_t n = (size_t)r->skeleton->n_joints;
    dbt_transform *world = dbt_alloc_array(n, sizeof *world);
    bool ok = world || dbt_fail_memory(err);
    for (int t = 0; ok && t < r->n_tracks; t++)
        ok = learn_ground(r, &r->tracks[t], world, r->ground + (size_t)t * n, err);
    dbt_free(world);
    return ok;
}

dbt_reference *dbt_reference_new(const dbt_player *player, const dbt_contact_options *contact,
                                 dbt_error *err)
{
    const dbt_sequence *sequence = dbt_player_sequence(player);
    const dbt_skeleton *skeleton = dbt_sequence_skeleton(sequence);
    const dbt_sequence_spec *spec = dbt_sequence_get_spec(sequence);
    const size_t n = (size_t)skeleton->n_joints;
    const double reach = dbt_sequence_reach(sequence);
    int n_tracks;
    const dbt_track *tracks = dbt_sequence_tracks(sequence, &n_tracks);
    dbt_reference *r = dbt_alloc_array(1, sizeof *r);
    if (r) {
        *r = (dbt_reference){ .player = player,
                              .sequence = sequence,
                              .skeleton = skeleton,
                              .tracks = tracks,
                              .n_tracks = n_tracks,
                              .up = spec->up };
        r->contact_height = contact->height > 0.0 ? contact->height : 0.04 * reach;
        r->contact_speed = contact->speed > 0.0 ? contact->speed : 0.2 * reach;
        r->feet = dbt_alloc_array(n, sizeof *r->feet);
        r->above = dbt_alloc_array(n, sizeof *r->above);
        r->ground = dbt_alloc_array((size_t)n_tracks, n * sizeof *r->ground);
    }
    if (!r || !r->feet || !r->above || !r->ground)
        dbt_fail_memory(err);
    else if (find_feet(r, contact, err) && find_grounds(r, err))
        return r;
    dbt_reference_free(r);
    return NULL;
}

void dbt_reference_free(dbt_reference *reference)
{
    if (!reference)
        return;
    dbt_free(reference->feet);
    dbt_free(reference->above);
    dbt_free(reference->ground);
    dbt_free(reference);
}

/* The segment that a clip of a cut plays in. */
static int segment_of(int cut, dbt_cut_clip side)
{
    return side == DBT_SOURCE ? cut - 1 : cut;
}

void dbt_reference_pose(const dbt_reference *reference, int cut, dbt_cut_clip side, size_t frame,
                        dbt_transform *local)
{
    dbt_player_clip_pose(reference->player, segment_of(cut, side), frame, local);
}

/* ---- levels ---- */

/* |J| of the clip's frames first to last, at most those that it has. Returns how
 * many had one. */
static size_t add_levels(dbt_track *track, size_t first, size_t last, dbt_derivatives *differ,
                         dbt_transform *local, dbt_jerk_level *levels)
{
    size_t n = 0, f = first >= DBT_FRAMES_JERK - 1 ? first - (DBT_FRAMES_JERK - 1) : 0;
    dbt_derivatives_restart(differ);
    for (; f <= last && f < track->n_frames; f++) {
        dbt_track_pose(track, f, local);
        dbt_derivatives_next(differ);
        const bool counts = f >= first && differ->n_frames >= DBT_FRAMES_JERK;
        n += counts;
        for (int j = 0; j < differ->skeleton->n_joints; j++) {
            dbt_step step;
            dbt_derivatives_take(differ, j, local[j], &step);
            for (int kind = 0; counts && kind < DBT_N_KINDS; kind++) {
                const double jerk = step.changes[kind].jerk;
                levels[j].peak[kind] = fmax(levels[j].peak[kind], jerk);
                levels[j].rms[kind] += jerk * jerk;
            }
        }
    }
    return n;
}

const dbt_sequence *dbt_reference_sequence(const dbt_reference *reference)
{
    return reference->sequence;
}

void dbt_reference_levels(const dbt_sequence *sequence, int cut, size_t cut_frame, size_t n_frames,
                          dbt_derivatives *differ, dbt_transform *local, dbt_jerk_level *levels)
{
    const dbt_sequence *s = sequence;
    const int n_joints = dbt_sequence_skeleton(s)->n_joints;
    const size_t last = dbt_sequence_clip_frame(s, cut - 1, cut_frame);
    const size_t first = dbt_sequence_clip_frame(s, cut, cut_frame);
    memset(levels, 0, (size_t)n_joints * sizeof *levels);
    size_t n =
        add_levels(dbt_sequence_track(s, cut - 1), last + 1 > n_frames ? last + 1 - n_frames : 0,
                   last, differ, local, levels);
    n += add_levels(dbt_sequence_track(s, cut), first, first + n_frames - 1, differ, local, levels);
    for (int j = 0; n > 0 && j < n_joints; j++)
        for (int kind = 0; kind < DBT_N_KINDS; kind++)
            levels[j].rms[kind] = sqrt(levels[j].rms[kind] / (double)n);
}

/* ---- limits and contacts ---- */

const dbt_mobility *dbt_reference_mobility(const dbt_reference *reference)
{
    return dbt_player_mobility(reference->player);
}

double dbt_reference_limit_margin(const dbt_reference *reference, int cut)
{
    return DBT_RAD_FROM_DEG * dbt_tuning_get(dbt_sequence_tuning(reference->sequence, cut),
                                             "limit_margin", default_margin);
}

int dbt_reference_n_feet(const dbt_reference *reference)
{
    int n = 0;
    for (int j = 0; j < reference->skeleton->n_joints; j++)
        n += reference->feet[j];
    return n;
}

bool dbt_reference_is_foot(const dbt_reference *reference, int joint)
{
    return reference->feet[joint];
}

double dbt_reference_slide(const dbt_reference *reference, dbt_vec3 move)
{
    dbt_vec3_set(&move, reference->up, 0.0);
    return dbt_vec3_length(move);
}

bool dbt_reference_stands(const dbt_reference *reference, int cut, dbt_cut_clip side, int joint,
                          dbt_vec3 world, double speed)
{
    const size_t track = (size_t)(dbt_sequence_track(reference->sequence, segment_of(cut, side)) -
                                  reference->tracks);
    const double ground =
        reference->ground[track * (size_t)reference->skeleton->n_joints + (size_t)joint];
    return dbt_vec3_get(world, reference->up) <= ground + reference->contact_height &&
           speed <= reference->contact_speed;
}

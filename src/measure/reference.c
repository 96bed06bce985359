#include "measure/reference.h"

#include "base/mem.h"

#include <string.h>

static const double default_margin = 5.0; /* degrees, of methods that have none */

struct dbt_reference {
    const dbt_player *player;
    const dbt_sequence *sequence; /* the player's */
    const dbt_skeleton *skeleton;
    const dbt_contacts *contacts; /* the player's */
    int up;
};

dbt_reference *dbt_reference_new(const dbt_player *player, dbt_error *err)
{
    const dbt_sequence *sequence = dbt_player_sequence(player);
    dbt_reference *r = dbt_alloc_array(1, sizeof *r);
    if (r)
        *r = (dbt_reference){ .player = player,
                              .sequence = sequence,
                              .skeleton = dbt_sequence_skeleton(sequence),
                              .contacts = dbt_player_contacts(player),
                              .up = dbt_sequence_get_spec(sequence)->up };
    else
        dbt_fail_memory(err);
    return r;
}

void dbt_reference_free(dbt_reference *reference)
{
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
 * many had one that no glitch made. */
static size_t add_levels(dbt_track *track, size_t first, size_t last, dbt_derivatives *differ,
                         dbt_transform *local, dbt_jerk_level *levels)
{
    size_t n = 0, f = first >= DBT_FRAMES_JERK - 1 ? first - (DBT_FRAMES_JERK - 1) : 0;
    dbt_derivatives_restart(differ);
    for (; f <= last && f < track->n_frames; f++) {
        dbt_track_pose(track, f, local);
        dbt_derivatives_next(differ);
        const bool counts = f >= first && differ->n_frames >= DBT_FRAMES_JERK &&
                            !dbt_track_find_glitch(track, f - (DBT_FRAMES_JERK - 1), f);
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

void dbt_reference_levels(const dbt_sequence *sequence, int cut, size_t n_frames,
                          dbt_derivatives *differ, dbt_transform *local, dbt_jerk_level *levels)
{
    const dbt_sequence *s = sequence;
    const int n_joints = dbt_sequence_skeleton(s)->n_joints;
    const dbt_cut_frames at = dbt_sequence_cut(s, cut);
    const size_t last = dbt_sequence_clip_frame(s, cut - 1, at.cut);
    const size_t first = dbt_sequence_clip_frame(s, cut, dbt_cut_plays(at));
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
    return reference->contacts->feet->n;
}

bool dbt_reference_is_foot(const dbt_reference *reference, int joint)
{
    return reference->contacts->feet->is_foot[joint];
}

double dbt_reference_slide(const dbt_reference *reference, dbt_vec3 move)
{
    dbt_vec3_set(&move, reference->up, 0.0);
    return dbt_vec3_length(move);
}

bool dbt_reference_stands(const dbt_reference *reference, int cut, dbt_cut_clip side, int joint,
                          dbt_vec3 world, double speed)
{
    return dbt_contacts_stands(reference->contacts, segment_of(cut, side), joint, world, speed);
}

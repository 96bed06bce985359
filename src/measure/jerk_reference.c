#include "measure/jerk_reference.h"

#include <string.h>

/* Adds |jerk| in the track's frames first to last (inclusive), as far as the clip has them, to
 * levels[n_joints]: raises `peak`, and adds its square to `rms`. Skips frames whose history has a
 * glitch or begins before the clip. Returns the number of frames added. Restarts `differ`, and
 * overwrites local[n_joints]. */
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
            dbt_derivatives_add(differ, j, local[j], &step);
            for (int kind = 0; counts && kind < DBT_N_KINDS; kind++) {
                const double jerk = dbt_vec3_length(step.changes[kind].jerk);
                levels[j].peak[kind] = fmax(levels[j].peak[kind], jerk);
                levels[j].rms[kind] += jerk * jerk;
            }
        }
    }
    return n;
}

void dbt_reference_levels(const dbt_sequence *sequence, int cut, size_t n_frames,
                          dbt_derivatives *differ, dbt_transform *local, dbt_jerk_level *levels)
{
    const dbt_sequence *s = sequence;
    const int n_joints = s->timeline.skeleton->n_joints;
    const dbt_cut_frames at = s->timeline.clips[cut].at;
    const size_t last = dbt_timeline_track_frame(&s->timeline, cut - 1, at.cut);
    const size_t first = dbt_timeline_track_frame(&s->timeline, cut, dbt_cut_plays(at));
    memset(levels, 0, (size_t)n_joints * sizeof *levels);
    size_t n =
        add_levels(s->timeline.clips[cut - 1].track, last + 1 > n_frames ? last + 1 - n_frames : 0,
                   last, differ, local, levels);
    n += add_levels(s->timeline.clips[cut].track, first, first + n_frames - 1, differ, local,
                    levels);
    for (int j = 0; n > 0 && j < n_joints; j++)
        for (int kind = 0; kind < DBT_N_KINDS; kind++)
            levels[j].rms[kind] = sqrt(levels[j].rms[kind] / (double)n);
}

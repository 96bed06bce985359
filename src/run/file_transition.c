#include "run/file_transition.h"

#include "base/arena.h"
#include "base/min_max.h"
#include "base/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Tolerances of equal rotations: engines compress, and springs only approach the new clip. */
static const double min_degrees = 1.0, min_fraction = 0.1;

static const double seconds_shown = 0.1;

typedef struct search {
    const dbt_timeline *timeline;
    dbt_track *file;
    int cut;
    int *joints; /* [n_joints]: joints in which the clips differ */
    int n_joints;
    dbt_transform *shown, *clip, *before; /* [n_joints of the skeleton] */
    double *angles;                       /* [n_joints]: degrees */
} search;

static double degrees_between(const dbt_transform *a, const dbt_transform *b, int joint)
{
    return DBT_DEG_FROM_RAD * dbt_quat_angle_between(a[joint].rot, b[joint].rot);
}

static void get_pose(const search *s, int segment, size_t frame, dbt_transform *local)
{
    dbt_track_pose(s->timeline->clips[segment].track,
                   dbt_timeline_track_frame(s->timeline, segment, frame), local);
}

/* Sets s->joints and n_joints to the joints below the motion root in which both clips differ by
 * more than min_degrees at the cut. Alignment rotates the motion root and the joints above it. */
static void find_joints(search *s, const dbt_chain *chain)
{
    const dbt_skeleton *skeleton = s->timeline->skeleton;
    const size_t frame = dbt_cut_plays(s->timeline->clips[s->cut].at);
    get_pose(s, s->cut - 1, frame, s->before);
    get_pose(s, s->cut, frame, s->clip);
    for (int j = chain->motion_root + 1; j < skeleton->n_joints; j++)
        if (degrees_between(s->before, s->clip, j) > min_degrees)
            s->joints[s->n_joints++] = j;
}

/* Returns the distance of the file from a clip at a frame: the lower median over s->joints,
 * degrees; 0 without joints. A joint's distance is its angle between file and clip, minus the
 * clip's rotation since the frame before; so it may be negative. frame: of the output. */
static double distance(const search *s, int segment, size_t frame)
{
    dbt_track_pose(s->file, frame, s->shown);
    get_pose(s, segment, frame, s->clip);
    get_pose(s, segment, frame > 0 ? frame - 1 : 0, s->before);
    for (int i = 0; i < s->n_joints; i++)
        s->angles[i] = degrees_between(s->shown, s->clip, s->joints[i]) -
                       degrees_between(s->clip, s->before, s->joints[i]);
    qsort(s->angles, (size_t)s->n_joints, sizeof *s->angles, dbt_compare_doubles);
    return s->n_joints > 0 ? s->angles[(s->n_joints - 1) / 2] : 0.0;
}

/* Steps from a frame forwards (step 1) or backwards (-1), up to n frames. Stops when the file shows
 * the clip for seconds_shown, or at the last of the n. *n_away: number of frames before those in
 * which it is shown. Returns false, with *n_away n, if it does not show the clip there. If n is 0,
 * returns false and *n_away stays. */
static bool find_shown(const search *s, int segment, size_t frame, int step, size_t n,
                       size_t *n_away)
{
    const double n_shown = fmax(1.0, round(seconds_shown / s->timeline->frame_time));
    double max_distance = 0.0;
    size_t n_near = 0;
    for (size_t i = 0; i < n && (double)n_near < n_shown; i++) {
        const double now = distance(s, segment, step > 0 ? frame + i : frame - i);
        max_distance = fmax(max_distance, now);
        n_near = now <= fmax(min_degrees, min_fraction * max_distance) ? n_near + 1 : 0;
        *n_away = i + 1 - n_near;
    }
    return n_near > 0;
}

/* Finds where the file leaves the old clip and reaches the new one, and sets `arrives`. The caller
 * has zeroed before and after: both stay 0 if the file never shows the new clip, before also if it
 * never shows the old one. A file that ends before the new clip begins arrives. */
static void find_transition(const search *s, dbt_file_transition *found)
{
    const dbt_timeline *t = s->timeline;
    const dbt_cut_frames at = t->clips[s->cut].at;
    const size_t plays = dbt_cut_plays(at), begin = dbt_cut_plays(t->clips[s->cut - 1].at);
    const size_t last = s->cut + 1 < t->n_clips ? t->clips[s->cut + 1].at.cut : t->n_frames;
    const size_t end = dbt_min(last, s->file->n_frames);
    size_t n_away = 0;
    found->arrives = end <= plays || find_shown(s, s->cut, plays, 1, end - plays, &n_away);
    if (!found->arrives)
        return;
    found->after = n_away > 0 ? plays - at.cut + n_away : 0;
    if (at.cut > begin && at.cut <= s->file->n_frames &&
        find_shown(s, s->cut - 1, at.cut - 1, -1, at.cut - begin, &n_away))
        found->before = n_away;
}

dbt_file_transition dbt_file_transition_find(const dbt_job_run *run, int cut)
{
    const dbt_sequence *sequence = run->sequence;
    const size_t n = (size_t)sequence->timeline.skeleton->n_joints;
    dbt_arena memory = { 0 };
    search s = { .timeline = &sequence->timeline, .file = run->shown, .cut = cut };
    dbt_file_transition found = { .arrives = true };
    if (sequence->layers)
        return found;
    s.joints = dbt_arena_array(&memory, n, sizeof *s.joints);
    s.shown = dbt_arena_array(&memory, n, sizeof *s.shown);
    s.clip = dbt_arena_array(&memory, n, sizeof *s.clip);
    s.before = dbt_arena_array(&memory, n, sizeof *s.before);
    s.angles = dbt_arena_array(&memory, n, sizeof *s.angles);
    find_joints(&s, &sequence->chain);
    find_transition(&s, &found);
    dbt_arena_release(&memory);
    return found;
}

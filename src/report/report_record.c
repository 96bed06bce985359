#include "report/report_record.h"

#include <string.h>

/* ---- memory ---- */

/* Sets *recording to frames [begin, end), zeroed, with arrays in `memory`. Arrays are indexed from
 * frame 0 of the window, so they have `end` frames. */
static void alloc_recording(const dbt_recorder *r, dbt_arena *memory, dbt_recording *recording,
                            size_t begin, size_t end)
{
    const size_t n = (size_t)r->skeleton->n_joints, n_placed = (size_t)r->n_placed;
    recording->begin = begin;
    recording->end = end;
    recording->rots = dbt_arena_array(memory, end, 3 * n * sizeof *recording->rots);
    recording->positions = dbt_arena_array(memory, end, n_placed * sizeof *recording->positions);
}

/* Allocates the recordings of a cut, from 1, in its arena: the output in the whole window; if r
 * records clips, the source from where it plays to source_end, the target from where it plays to
 * the window's end, and the contacts. */
static void alloc_cut(dbt_recorder *r, int cut)
{
    const dbt_report_window *w = &r->windows[cut - 1];
    const size_t n = (size_t)r->skeleton->n_joints;
    dbt_arena *memory = &r->cut_memory[cut - 1];
    alloc_recording(r, memory, &r->output[cut - 1], 0, w->n_frames);
    if (r->contacts) {
        const size_t first = w->source > w->first ? w->source : w->first;
        alloc_recording(r, memory, &r->clips[DBT_SOURCE][cut - 1], first - w->first,
                        w->source_end - w->first);
        alloc_recording(r, memory, &r->clips[DBT_TARGET][cut - 1], dbt_cut_plays(w->at) - w->first,
                        w->n_frames);
        r->contacts[cut - 1] = dbt_arena_array(memory, w->n_frames, n * sizeof **r->contacts);
    }
}

/* ---- recording ---- */

/* Stores the pose in r->local as frame `frame` of a recording, counted from the window's first. */
static void store_pose(const dbt_recorder *r, dbt_recording *recording, size_t frame)
{
    const size_t n = (size_t)r->skeleton->n_joints;
    float *rot = recording->rots + 3 * n * frame;
    for (size_t j = 0; j < n; j++, rot += 3) {
        const dbt_vec3 v = dbt_quat_log(dbt_quat_abs(r->local[j].rot));
        rot[0] = (float)v.x;
        rot[1] = (float)v.y;
        rot[2] = (float)v.z;
    }
    dbt_vec3 *positions = recording->positions + (size_t)r->n_placed * frame;
    for (int p = 0; p < r->n_placed; p++)
        positions[p] = r->local[r->placed[p]].pos;
}

/* Sets r->contacts[cut - 1] at a frame: which feet are in contact in the clip that plays, the
 * source before the cut, else the target. By the rule of the metrics: the speed from the frame
 * before to this one; at a clip's first frame, from this one to the next. Also sets r->feet. Stores
 * nothing if the player found no feet. frame: of the output, in the window. cut: from 1. */
static void store_contacts(dbt_recorder *r, int cut, size_t frame, const dbt_player *player)
{
    const dbt_report_window *w = &r->windows[cut - 1];
    const dbt_contacts *contacts = dbt_player_contacts(player);
    const dbt_cut_clip side = frame < w->at.cut ? DBT_SOURCE : DBT_TARGET;
    const bool forward = frame == 0 || frame == dbt_cut_plays(w->at);
    bool *in_contact = r->contacts[cut - 1] + (frame - w->first) * (size_t)r->skeleton->n_joints;
    if (!contacts || contacts->feet->n == 0)
        return;
    for (int j = 0; j < r->skeleton->n_joints; j++) {
        r->feet[j] = contacts->feet->is_foot[j];
        in_contact[j] = r->feet[j] && dbt_contacts_at(contacts, cut - 1 + (int)side,
                                                      contacts->feet->point_of[j], frame, forward);
    }
}

/* Stores the poses of both clips of a cut (from 1) at an output frame, each only if its recording
 * has the frame. Stores the contacts with the clip that plays: the source before the cut, else the
 * target. Overwrites r->local. r records clips. */
static void store_clips(dbt_recorder *r, int cut, size_t frame, const dbt_player *player)
{
    const dbt_report_window *w = &r->windows[cut - 1];
    for (int side = DBT_N_CUT_CLIPS; side-- > 0;) {
        dbt_recording *clip = &r->clips[side][cut - 1];
        if (frame < w->first + clip->begin || frame >= w->first + clip->end)
            continue;
        dbt_player_clip_pose(player, cut - 1 + side, frame, r->local);
        store_pose(r, clip, frame - w->first);
        const bool plays = (frame < w->at.cut) == (side == DBT_SOURCE);
        if (plays)
            store_contacts(r, cut, frame, player);
    }
}

/* Observer of the renderer. Stores a frame of the output, and of the clips if r records them, in
 * all windows that contain it, and in r->values if the whole output is recorded. Frames must come
 * in ascending order. context: the recorder r. values: [n_channels]. */
static void record_frame(void *context, size_t frame, const double *values,
                         const dbt_player *player)
{
    dbt_recorder *r = context;
    const size_t n_channels = (size_t)r->skeleton->n_channels;
    if (frame < r->n_frames)
        memcpy(r->values + frame * n_channels, values, n_channels * sizeof *values);
    while (r->open < r->n_cuts && frame >= r->windows[r->open].first + r->windows[r->open].n_frames)
        r->open++;
    for (int cut = r->open + 1; cut <= r->n_cuts && frame >= r->windows[cut - 1].first; cut++) {
        const dbt_report_window *w = &r->windows[cut - 1];
        if (frame >= w->first + w->n_frames)
            continue;
        dbt_pose_from_values(r->skeleton, values, r->local);
        store_pose(r, &r->output[cut - 1], frame - w->first);
        if (r->contacts)
            store_clips(r, cut, frame, player);
    }
}

/* ---- */

void dbt_recorder_init(dbt_recorder *recorder, const dbt_skeleton *skeleton, size_t n_frames,
                       const dbt_report_window *windows, int n_cuts, bool records_clips)
{
    const size_t n = (size_t)skeleton->n_joints, n_lists = (size_t)n_cuts;
    dbt_recorder *r = recorder;
    dbt_arena *memory = &r->memory;
    *r = (dbt_recorder){
        .skeleton = skeleton, .windows = windows, .n_cuts = n_cuts, .n_frames = n_frames
    };
    r->values = dbt_arena_array(memory, n_frames, (size_t)skeleton->n_channels * sizeof(double));
    r->observer = (dbt_observer){ .observe = record_frame, .context = r };
    r->cut_memory = dbt_arena_array(memory, n_lists, sizeof *r->cut_memory);
    r->placed = dbt_arena_array(memory, n, sizeof *r->placed);
    r->output = dbt_arena_array(memory, n_lists, sizeof *r->output);
    r->local = dbt_arena_array(memory, n, sizeof *r->local);
    if (records_clips) {
        for (int side = 0; side < DBT_N_CUT_CLIPS; side++)
            r->clips[side] = dbt_arena_array(memory, n_lists, sizeof *r->clips[side]);
        r->contacts = dbt_arena_array(memory, n_lists, sizeof *r->contacts);
        r->feet = dbt_arena_array(memory, n, sizeof *r->feet);
    }
    for (int j = 0; j < skeleton->n_joints; j++)
        if (skeleton->joints[j].has_pos)
            r->placed[r->n_placed++] = j;
    for (int cut = 1; cut <= n_cuts; cut++)
        alloc_cut(r, cut);
}

void dbt_recorder_release(dbt_recorder *recorder)
{
    for (int cut = 1; recorder->cut_memory && cut <= recorder->n_cuts; cut++)
        dbt_arena_release(&recorder->cut_memory[cut - 1]);
    dbt_arena_release(&recorder->memory);
    *recorder = (dbt_recorder){ .n_cuts = 0 };
}

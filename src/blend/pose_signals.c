#include "blend/pose_signals.h"

#include "base/min_max.h"
#include "base/mem.h"

#include <string.h>

bool dbt_signals_init(dbt_signals *signals, const dbt_sequence *sequence, bool bare, dbt_error *err)
{
    dbt_signals *s = signals;
    const dbt_timeline *timeline = &sequence->timeline;
    const size_t n = (size_t)timeline->skeleton->n_joints;
    *s = (dbt_signals){ .sequence = sequence,
                        .bare = bare,
                        .carrier = dbt_chain_carrier(&sequence->chain, &timeline->tracks[0]) };
    s->list = dbt_arena_array(&s->memory, (size_t)timeline->n_clips, sizeof *s->list);
    s->changed = dbt_arena_array(&s->memory, n, sizeof *s->changed);
    if (!dbt_mobility_init(&s->mobility, sequence, err))
        return false;
    if (sequence->feet.is_foot)
        dbt_contacts_init(&s->contacts, sequence);
    return true;
}

static bool locks_feet(const dbt_signals *s, int i)
{
    return !s->bare && dbt_sequence_locks_feet(s->sequence, i);
}

/* Allocates the older pose g->past[past], unless it exists, and sets its frame. If that changes, as
 * while methods of the next cut are tried, the pose must be evaluated again. */
static void need_past(const dbt_signals *s, dbt_signal *g, int past, size_t frame)
{
    const size_t n = (size_t)s->sequence->timeline.skeleton->n_joints;
    dbt_past_pose *p = &g->past[past];
    p->is_evaluated = p->is_evaluated && p->frame == frame;
    p->frame = frame;
    if (!p->pose)
        p->pose = dbt_arena_array(&g->memory, n, sizeof *p->pose);
}

/* Allocates, unless they exist, the pose and target of signal i (signal 0 has no target), and its
 * older poses that the next cut needs. Sets the frames of the older poses. The last signal has no
 * older poses. */
static void alloc_poses(const dbt_signals *s, int i)
{
    const dbt_timeline *timeline = &s->sequence->timeline;
    dbt_signal *g = &s->list[i];
    const size_t n = (size_t)timeline->skeleton->n_joints, first = timeline->clips[i].at.cut;
    if (!g->pose) {
        g->pose = dbt_arena_array(&g->memory, n, sizeof *g->pose);
        if (i > 0)
            g->target = dbt_arena_array(&g->memory, n, sizeof *g->target);
    }
    if (i + 1 == timeline->n_clips)
        return;
    const dbt_method *next = timeline->clips[i + 1].tuning.method;
    const size_t cut = timeline->clips[i + 1].at.cut;
    const size_t begin = dbt_cut_begin(timeline->clips[i + 1].at);
    if (begin > 0 && (begin < cut || cut > first))
        need_past(s, g, DBT_PAST_BEGIN, begin - 1);
    if (cut > first)
        need_past(s, g, DBT_PAST_BEFORE, cut - 1);
    if (next->uses_earlier && cut > first + 1)
        need_past(s, g, DBT_PAST_EARLIER, cut - 2);
    for (int p = 0; next->uses_past && p < DBT_BRIDGE_PAST; p++) {
        const size_t back = dbt_bridge_past_frames(p, timeline->frame_time);
        /* a frame before the signal's first is replaced by the first */
        need_past(s, g, DBT_PAST_LONG + p, cut - first > back ? cut - back : first);
    }
}

static void free_lock(dbt_signal *g)
{
    dbt_foot_lock_free(g->lock);
    g->lock = NULL;
}

static void free_clip_poses(dbt_signal *g)
{
    dbt_free(g->clip_poses.poses);
    dbt_free(g->clip_poses.known);
}

/* Frees all of a signal except its alignment and locked_feet, the lock's result, which metrics need
 * later. Zeroes the members that it frees. */
static void free_signal(dbt_signal *g)
{
    free_lock(g);
    free_clip_poses(g);
    dbt_free(g->blend_poses.poses);
    dbt_transition_free(g->transition);
    dbt_arena_release(&g->memory);
    *g = (dbt_signal){ .alignment = g->alignment, .locked_feet = g->locked_feet };
}

void dbt_signals_release(dbt_signals *signals)
{
    for (int i = 0; signals->list && i < signals->sequence->timeline.n_clips; i++) {
        free_signal(&signals->list[i]);
        dbt_alignment_release(&signals->list[i].alignment);
    }
    dbt_contacts_release(&signals->contacts);
    dbt_foot_clip_free(signals->foot_clip);
    dbt_seam_reference_free(signals->reference);
    dbt_mobility_release(&signals->mobility);
    dbt_arena_release(&signals->memory);
    *signals = (dbt_signals){ .list = NULL };
}

/* ---- aligned clips ---- */

/* Writes joints 0 to alignment.moved of clip i's pose at an output frame, aligned, into local, and
 * sets signals->changed of these joints: whether they differ from the clip. Returns whether any
 * does. An inactive alignment writes nothing. */
static bool move_clip(const dbt_signals *signals, int i, size_t frame, dbt_transform *local)
{
    const dbt_sequence *s = signals->sequence;
    return dbt_alignment_apply(&signals->list[i].alignment, s->timeline.clips[i].track,
                               dbt_timeline_track_frame(&s->timeline, i, frame), local,
                               signals->changed);
}

/* Returns the pose of a frame in a cache, [n_joints]; NULL if the frame is outside it. */
static dbt_transform *cached_pose(const dbt_signals *s, const dbt_pose_cache *p, size_t frame)
{
    const size_t n_joints = (size_t)s->sequence->timeline.skeleton->n_joints;
    return frame >= p->first && frame < p->first + p->n ? p->poses + (frame - p->first) * n_joints
                                                        : NULL;
}

/* Writes the pose of clip i, aligned, at an output frame into local[n_joints]. */
static void eval_clip(const dbt_signals *s, int i, size_t frame, dbt_transform *local)
{
    const dbt_timeline *timeline = &s->sequence->timeline;
    dbt_track_pose(timeline->clips[i].track, dbt_timeline_track_frame(timeline, i, frame), local);
    move_clip(s, i, frame, local);
}

void dbt_signals_clip_pose(const dbt_signals *signals, int i, size_t frame, dbt_transform *local)
{
    const dbt_signals *s = signals;
    const dbt_pose_cache *clip_poses = &s->list[i].clip_poses;
    dbt_transform *cached = cached_pose(s, clip_poses, frame);
    if (!cached) {
        eval_clip(s, i, frame, local);
        return;
    }
    bool *known = &clip_poses->known[frame - clip_poses->first];
    if (!*known)
        eval_clip(s, i, frame, cached);
    *known = true;
    memcpy(local, cached, (size_t)s->sequence->timeline.skeleton->n_joints * sizeof *local);
}

bool dbt_signals_mark_copied(const dbt_signals *signals, int i, size_t frame, bool *from_clip,
                             dbt_transform *local)
{
    const dbt_sequence *s = signals->sequence;
    const bool has_text = s->timeline.clips[i].track->copies_text;
    memset(from_clip, has_text, (size_t)s->timeline.skeleton->n_joints * sizeof *from_clip);
    if (!has_text)
        return false;
    if (move_clip(signals, i, frame, local))
        for (int j = 0; j <= signals->list[i].alignment.moved; j++)
            from_clip[j] = !signals->changed[j];
    return true;
}

/* ---- transitions ---- */

static void eval_signal(dbt_signals *s, int i, size_t frame);

/* Writes signal i at a frame, without its own locked feet, into pose[n_joints]: the clip's pose
 * once its transition is over, else the transition's or its extrapolation. In a transition first
 * evaluates the earlier signals that still play, and overwrites target of signal i. */
static void eval_blend(dbt_signals *s, int i, size_t frame, dbt_transform *pose)
{
    const dbt_timeline *timeline = &s->sequence->timeline;
    const ptrdiff_t n = (ptrdiff_t)frame - (ptrdiff_t)timeline->clips[i].at.cut;
    const dbt_signal *g = &s->list[i];
    const dbt_transform *source = NULL;
    if (dbt_timeline_is_over(timeline, i, frame)) {
        dbt_signals_clip_pose(s, i, frame, pose);
        return;
    }
    if (dbt_timeline_first_playing(timeline, i, frame) < i) {
        eval_signal(s, i - 1, frame);
        source = s->list[i - 1].pose;
    }
    if (dbt_timeline_extrapolates(timeline, i)) {
        dbt_transition_extrapolate(g->transition, n, source, pose);
        return;
    }
    dbt_signals_clip_pose(s, i, frame, g->target);
    dbt_transition_eval(g->transition, n, g->target, source, pose);
}

/* Writes the pose of the transition of signal i, before the tried cut, into pose[n_joints]. Its
 * frames are evaluated in order, once each, and cached in blend_poses: frame is not before the
 * first. */
static void cached_blend(dbt_signals *s, int i, size_t frame, dbt_transform *pose)
{
    dbt_pose_cache *blend_poses = &s->list[i].blend_poses;
    const size_t n = (size_t)s->sequence->timeline.skeleton->n_joints;
    const dbt_transform *kept;
    while (!(kept = cached_pose(s, blend_poses, frame))) {
        dbt_make_room(&blend_poses->poses, blend_poses->n, 1, &blend_poses->room, n * sizeof *pose);
        eval_blend(s, i, blend_poses->first + blend_poses->n,
                   blend_poses->poses + blend_poses->n * n);
        blend_poses->n++;
    }
    if (kept)
        memcpy(pose, kept, n * sizeof *pose);
}

/* Writes signal i at a frame, with locked feet, into pose[n_joints]. Frames of a transition are
 * evaluated in order, but those before the tried cut in any order. */
static void write_signal(dbt_signals *s, int i, size_t frame, dbt_transform *pose)
{
    const dbt_timeline *timeline = &s->sequence->timeline;
    const dbt_transform *locked = dbt_foot_lock_pose(s->list[i].lock, frame);
    if (locked)
        memcpy(pose, locked, (size_t)timeline->skeleton->n_joints * sizeof *pose);
    else if (frame < dbt_cut_begin(timeline->clips[i].at))
        dbt_signals_clip_pose(s, i, frame, pose);
    else if (i < s->tried && !dbt_timeline_is_over(timeline, i, frame))
        cached_blend(s, i, frame, pose);
    else
        eval_blend(s, i, frame, pose);
}

/* Sets g->pose of signal i, which is allocated, to the pose of a frame, with locked feet; does
 * nothing if it has that pose. Evaluates the earlier signals that it needs. Copies the pose to the
 * signal's older poses of that frame. Recursion: as deep as cross-fades overlap, which is limited.
 */
static void eval_signal(dbt_signals *s, int i, size_t frame)
{
    dbt_signal *g = &s->list[i];
    const size_t size = (size_t)s->sequence->timeline.skeleton->n_joints * sizeof *g->pose;
    if (g->is_evaluated && g->frame == frame)
        return;
    g->is_evaluated = true;
    g->frame = frame;
    write_signal(s, i, frame, g->pose);
    for (int p = 0; p < DBT_N_PAST; p++) { /* an older pose for the next cut */
        dbt_past_pose *past = &g->past[p];
        if (!past->pose || past->frame != frame)
            continue;
        memcpy(past->pose, g->pose, size);
        past->is_evaluated = true;
    }
}

bool dbt_signals_is_over(const dbt_signals *signals, int i, size_t frame)
{
    return dbt_timeline_is_over(&signals->sequence->timeline, i, frame) &&
           !dbt_foot_lock_moves(signals->list[i].lock, frame);
}

/* ---- cuts ---- */

/* Allocates the poses of signal i, and evaluates the older poses that the next cut needs, unless
 * they are evaluated. Then evaluates the signal at `frame`, the next cut's. */
static void bring_to_cut(dbt_signals *s, int i, size_t frame)
{
    alloc_poses(s, i);
    for (int p = 0; p < DBT_N_PAST; p++) {
        dbt_past_pose *past = &s->list[i].past[p];
        if (!past->pose || past->is_evaluated)
            continue;
        write_signal(s, i, past->frame, past->pose);
        past->is_evaluated = true;
    }
    eval_signal(s, i, frame);
}

/* Returns the joint of the foot whose first contact point is in contact both in the old clip at cut
 * i and in the new clip's first frame; 0: none. Of several, the one with the minimum sum of speeds.
 * s->contacts must be initialised. */
static int contact_foot(const dbt_signals *s, int i)
{
    const dbt_cut_frames at = s->sequence->timeline.clips[i].at;
    const dbt_feet *feet = s->contacts.feet;
    double min_speed = INFINITY;
    int found = 0;
    for (int leg = 0; leg < feet->n_legs; leg++) {
        const int foot = feet->legs[leg].points[0];
        const dbt_footing old = dbt_contacts_footing(&s->contacts, i - 1, foot, at.cut, true);
        const dbt_footing new =
            dbt_contacts_footing(&s->contacts, i, foot, dbt_cut_plays(at), true);
        if (old.in_contact && new.in_contact && old.speed + new.speed < min_speed) {
            min_speed = old.speed + new.speed;
            found = feet->legs[leg].foot;
        }
    }
    return found;
}

/* Aligns clip i with the signal before it and sets s->carrier. Does nothing, and returns true, if
 * the clip is aligned already or its cut has DBT_ALIGN_NONE. pose, before: the poses [n_joints] of
 * the signal before at the cut and one frame earlier; before may be NULL. Fails as dbt_align. */
static bool align_clip(dbt_signals *s, int i, const dbt_transform *pose,
                       const dbt_transform *before, dbt_error *err)
{
    const dbt_sequence *sequence = s->sequence;
    const dbt_placed_clip *c = &sequence->timeline.clips[i];
    dbt_alignment *alignment = &s->list[i].alignment;
    const double dt = sequence->timeline.frame_time;
    const dbt_align_by by = dbt_sequence_align(sequence, i);
    if (by == DBT_ALIGN_NONE || alignment->active)
        return true;
    const dbt_align_source src = {
        .pose = pose,
        .before = before,
        .carrier = s->carrier,
        .dt = dt,
        .gap = (double)c->at.gap * dt,
        .foot = by == DBT_ALIGN_FOOT ? contact_foot(s, i) : 0,
    };
    if (!dbt_align(alignment, &sequence->chain, c->track, c->from, &src, sequence->spec.up, err))
        return false;
    s->carrier = alignment->moved;
    return true;
}

/* Aligns clip i and sets the transition of signal i, from signal i - 1, whose pose must be the
 * cut's. Fails as dbt_align and dbt_transition_begin, with the transition NULL. Overwrites pose and
 * target of signal i. */
static bool begin_transition(dbt_signals *s, int i, dbt_error *err)
{
    const dbt_sequence *sequence = s->sequence;
    const dbt_placed_clip *c = &sequence->timeline.clips[i];
    const dbt_signal *old = &s->list[i - 1];
    dbt_signal *g = &s->list[i];
    const bool has_after = c->from + 1 < c->track->n_frames;
    if (!align_clip(s, i, old->pose, old->past[DBT_PAST_BEFORE].pose, err))
        return false;
    dbt_signals_clip_pose(s, i, dbt_cut_plays(c->at), g->target);
    if (has_after)
        dbt_signals_clip_pose(s, i, dbt_cut_plays(c->at) + 1, g->pose);
    dbt_transition_start start = {
        .tuning = &c->tuning,
        .skeleton = sequence->timeline.skeleton,
        .motion_root = sequence->chain.motion_root,
        .up = sequence->spec.up,
        .dt = sequence->timeline.frame_time,
        .factors = sequence->timeline.profiles.cuts[i].factors,
        .src = old->pose,
        .src_before = old->past[DBT_PAST_BEFORE].pose,
        .src_earlier = old->past[DBT_PAST_EARLIER].pose,
        .dst = g->target,
        .dst_after = has_after ? g->pose : NULL,
        .before = c->at.before,
        .gap = c->at.gap,
        .rotates = s->mobility.rotates,
        .limits = s->mobility.limits,
    };
    for (int p = 0; p < DBT_BRIDGE_PAST; p++)
        start.long_past[p] = old->past[DBT_PAST_LONG + p].pose;
    g->transition = dbt_transition_begin(&start, err);
    return g->transition != NULL;
}

/* Sets s->levels[n_joints] to the seam references of transition i, by its clips and those of
 * earlier transitions in progress; of the first clip if i is 0. Creates s->reference and s->levels
 * on first use. */
static void find_levels(dbt_signals *s, int i)
{
    const dbt_placed_clip *clips = s->sequence->timeline.clips;
    const size_t begin = dbt_cut_begin(clips[i].at), end = clips[i].at.end + 2;
    const int n = s->sequence->timeline.skeleton->n_joints;
    int first = i > 0 ? i - 1 : 0;
    while (first > 0 && clips[first].at.end > begin)
        first--;
    if (!s->reference)
        s->reference = dbt_seam_reference_new(s->sequence, NULL);
    if (!s->levels)
        s->levels = dbt_arena_array(&s->memory, (size_t)n, sizeof *s->levels);
    dbt_seam_reference_levels(s->reference, first, i, begin, end, s->levels);
}

/* Returns the bytes for the poses of another lock: half of the remainder, so that each cut gets
 * some. */
static size_t room_for_lock(const dbt_signals *s)
{
    size_t room = DBT_FOOT_LOCK_BYTES;
    for (int i = s->oldest; i <= s->current; i++)
        room -= s->list[i].lock ? s->list[i].lock->bytes : 0;
    return room / 2;
}

/* The context of write_blend. */
typedef struct signal_of {
    dbt_signals *signals;
    int number;
} signal_of;

/* Writes the blend of a frame for dbt_foot_lock_new; context: a signal_of. */
static void write_blend(void *context, size_t frame, dbt_transform *local)
{
    const signal_of *of = context;
    eval_blend(of->signals, of->number, frame, local);
}

/* Sets lock and locked_feet of signal i, whose transition has begun, if its feet are locked and the
 * skeleton has legs; overwrites its target. Always evaluates signal i - 1 at the transition's begin
 * and sets from_locked. */
static void lock_feet(dbt_signals *s, int i)
{
    const dbt_timeline *timeline = &s->sequence->timeline;
    const size_t begin = dbt_cut_begin(timeline->clips[i].at);
    const dbt_signal *old = &s->list[i - 1];
    dbt_signal *g = &s->list[i];
    eval_signal(s, i - 1, begin);
    g->from_locked = dbt_foot_lock_moves(old->lock, begin);
    if (!locks_feet(s, i) || s->contacts.feet->n_legs == 0)
        return;
    signal_of blend = { s, i };
    dbt_foot_lock_spec spec = { .contacts = &s->contacts,
                                .cut = i,
                                .source = old->pose,
                                .before = old->past[DBT_PAST_BEGIN].pose,
                                .room = room_for_lock(s),
                                .blend = write_blend,
                                .context = &blend };
    if (!old->lock && begin >= timeline->clips[i - 1].at.cut + 2 &&
        dbt_timeline_is_over(timeline, i - 1, begin - 2)) {
        dbt_signals_clip_pose(s, i - 1, begin - 2, g->target);
        spec.earlier = g->target;
    }
    find_levels(s, i);
    spec.levels = s->levels;
    g->lock = dbt_foot_lock_new(&spec);
    g->locked_feet = g->lock->feet;
}

/* Sets s->foot_clip and, to its result, locked_feet of signal 0. Does nothing for bare signals, if
 * no locked feet of a whole clip are requested, or without legs. */
static void lock_clip(dbt_signals *s)
{
    if (s->bare || !dbt_sequence_locks_clip(s->sequence) || s->contacts.feet->n_legs == 0)
        return;
    find_levels(s, 0);
    s->foot_clip = dbt_foot_clip_new(&s->contacts, s->levels);
    s->list[0].locked_feet = dbt_foot_clip_feet(s->foot_clip);
}

void dbt_signals_lock_clip(const dbt_signals *signals, size_t frame, dbt_transform *local,
                           bool *from_clip)
{
    const dbt_signals *s = signals;
    if (!dbt_foot_clip_moves(s->foot_clip, frame))
        return;
    dbt_foot_clip_apply(s->foot_clip, frame, local);
    for (int j = 0; j < s->sequence->timeline.skeleton->n_joints; j++)
        from_clip[j] = from_clip[j] && !dbt_foot_clip_moves_joint(s->foot_clip, frame, j);
}

/* Begins signal i: sets its poses, alignment, transition and foot lock, and makes it the current
 * one. Evaluates signal i - 1 at the cut. Fails as begin_transition. */
static bool begin_cut(dbt_signals *s, int i, dbt_error *err)
{
    const dbt_cut_frames at = s->sequence->timeline.clips[i].at;
    alloc_poses(s, i);
    bring_to_cut(s, i - 1, at.cut);
    if (!begin_transition(s, i, err))
        return false;
    lock_feet(s, i);
    s->list[i].blend_poses.first = dbt_cut_begin(at);
    s->current = i;
    return true;
}

bool dbt_signals_next(dbt_signals *signals, size_t frame, dbt_error *err)
{
    dbt_signals *s = signals;
    const dbt_timeline *timeline = &s->sequence->timeline;
    const int n_clips = s->tried > 0 ? s->tried + 1 : timeline->n_clips;
    dbt_signal *ending = &s->list[s->current];
    if (frame == 0 && !s->foot_clip)
        lock_clip(s);
    if (ending->lock && dbt_timeline_is_over(timeline, s->current, frame) &&
        !dbt_foot_lock_pose(ending->lock, frame))
        free_lock(ending);
    /* two transitions may begin here: the next one where the first, without length, ends */
    for (int next = s->current + 1;
         next < n_clips && dbt_cut_begin(timeline->clips[next].at) == frame; next++)
        if (s->list[next].transition)
            s->current = next;
        else if (!begin_cut(s, next, err))
            return false;
    const int first = dbt_timeline_first_playing(timeline, s->current, frame);
    while (s->tried == 0 && s->oldest < first)
        free_signal(&s->list[s->oldest++]);
    if (s->list[s->current].lock || !dbt_timeline_is_over(timeline, s->current, frame))
        eval_signal(s, s->current, frame);
    return true;
}

/* ---- trying a cut ---- */

/* Sets s->current to the signal, of the signals [0, end), that the output shows at a frame. */
static void select_signal(dbt_signals *s, int end, size_t frame)
{
    s->current = end - 1;
    while (s->current > 0 && frame < dbt_cut_begin(s->sequence->timeline.clips[s->current].at))
        s->current--;
}

/* Allocates clip_poses of signal i for the output frames [first, end), all unknown; frees an
 * earlier cache. */
static void init_clip_poses(const dbt_signals *s, int i, size_t first, size_t end)
{
    const size_t n = end - first, n_joints = (size_t)s->sequence->timeline.skeleton->n_joints;
    dbt_pose_cache *clip_poses = &s->list[i].clip_poses;
    free_clip_poses(&s->list[i]);
    *clip_poses = (dbt_pose_cache){ .first = first, .n = n, .room = n };
    clip_poses->poses = dbt_alloc_array(n, n_joints * sizeof *clip_poses->poses);
    clip_poses->known = dbt_alloc_array(n, sizeof *clip_poses->known);
}

void dbt_signals_go_to(dbt_signals *signals, size_t frame)
{
    dbt_signals *s = signals;
    dbt_signal *tried = &s->list[s->tried];
    dbt_transition_free(tried->transition);
    tried->transition = NULL;
    for (int p = 0; p < DBT_N_PAST; p++)
        tried->past[p].is_evaluated = false;
    for (int i = s->oldest; i <= s->tried; i++)
        s->list[i].is_evaluated = false;
    select_signal(s, s->tried, frame);
}

/* Restarts the transition of cut - 1 with its final tuning, aligns the clip of `cut`, and sets up
 * the caches of both clips' poses in the frames [first, end). */
bool dbt_signals_try(dbt_signals *signals, int cut, size_t first, size_t end, dbt_error *err)
{
    dbt_signals *s = signals;
    const dbt_timeline *timeline = &s->sequence->timeline;
    s->tried = cut - 1;
    if (cut > 1) {
        const size_t begin = dbt_cut_begin(timeline->clips[cut - 1].at);
        dbt_signals_go_to(s, begin);
        s->tried = cut;
        if (!dbt_signals_next(s, begin, err))
            return false;
    }
    s->tried = cut;
    select_signal(s, cut, first);
    const dbt_pose_cache *blend_poses = &s->list[s->current].blend_poses;
    const int oldest = dbt_timeline_first_playing(
        timeline, s->current, dbt_min(first, blend_poses->first + blend_poses->n));
    while (s->oldest < oldest)
        free_signal(&s->list[s->oldest++]);
    dbt_signals_go_to(s, first);
    bring_to_cut(s, cut - 1, timeline->clips[cut].at.cut);
    if (!align_clip(s, cut, s->list[cut - 1].pose, s->list[cut - 1].past[DBT_PAST_BEFORE].pose,
                    err))
        return false;
    init_clip_poses(s, cut - 1, first, end);
    init_clip_poses(s, cut, first, end);
    return true;
}

#include "blend/player.h"

#include "base/mem.h"
#include "blend/pose_signals.h"

#include <string.h>

struct dbt_player {
    const dbt_sequence *sequence;
    dbt_layers *layers; /* may be NULL */
    dbt_signals signals;
    size_t frame; /* the next one */
    /* [n_joints] each, of the current frame: */
    bool *from_clip;
    dbt_transform *local;
};

dbt_player *dbt_player_new(const dbt_sequence *sequence, bool bare, dbt_error *err)
{
    const size_t n = (size_t)sequence->timeline.skeleton->n_joints;
    dbt_player *p = dbt_alloc_object(sizeof *p);
    *p = (dbt_player){ .sequence = sequence,
                       .layers = bare ? NULL : sequence->layers,
                       .from_clip = dbt_alloc_array(n, sizeof *p->from_clip),
                       .local = dbt_alloc_array(n, sizeof *p->local) };
    if (dbt_signals_init(&p->signals, sequence, bare, err))
        return p;
    dbt_player_free(p);
    return NULL;
}

void dbt_player_free(dbt_player *player)
{
    if (!player)
        return;
    dbt_signals_release(&player->signals);
    dbt_free(player->from_clip);
    dbt_free(player->local);
    dbt_free(player);
}

/* ---- frames ---- */

/* Sets *out to a frame on which only clip i plays, aligned, and with the feet of the whole clip
 * locked. out->clip: the clip if its track copies_text, else NULL, with all joints in p->local. */
static void unblended_frame(dbt_player *p, int i, size_t frame, dbt_frame *out)
{
    const dbt_timeline *timeline = &p->sequence->timeline;
    const bool copies = dbt_signals_mark_copied(&p->signals, i, frame, p->from_clip, p->local);
    *out = (dbt_frame){ .local = p->local };
    if (!copies || dbt_foot_clip_moves(p->signals.foot_clip, frame)) {
        dbt_signals_clip_pose(&p->signals, i, frame, p->local);
        dbt_signals_lock_clip(&p->signals, frame, p->local, p->from_clip);
    }
    if (!copies)
        return;
    out->clip = timeline->clips[i].track->clip;
    out->clip_frame = dbt_timeline_track_frame(timeline, i, frame);
    if (memchr(p->from_clip, 0, (size_t)timeline->skeleton->n_joints * sizeof *p->from_clip))
        out->from_clip = p->from_clip;
}

/* Returns the number of frames from cut i to `frame`; negative before the cut. */
static ptrdiff_t frames_after_cut(const dbt_timeline *t, int i, size_t frame)
{
    return (ptrdiff_t)frame - (ptrdiff_t)t->clips[i].at.cut;
}

/* Sets *out to a frame of the transition of cut i, or a later one with locked feet. The signals
 * must be evaluated there. Before the cut, joints whose transition has not begun have the old
 * clip's values. From it on, joints whose transition is over have the new clip's. Joints of locked
 * feet have neither. out->clip is NULL if that clip's text cannot be copied, or in an
 * extrapolation. out->blended: the transition is not over. */
static void blended_frame(dbt_player *p, int i, size_t frame, dbt_frame *out)
{
    const dbt_timeline *timeline = &p->sequence->timeline;
    const dbt_signal *g = &p->signals.list[i];
    const ptrdiff_t n = frames_after_cut(timeline, i, frame);
    const int owner = n < 0 ? i - 1 : i;
    *out = (dbt_frame){ .local = g->pose, .blended = !dbt_timeline_is_over(timeline, i, frame) };
    if (dbt_timeline_extrapolates(timeline, i) ||
        !dbt_signals_mark_copied(&p->signals, owner, frame, p->from_clip, g->target))
        return;
    for (int j = 0; j < timeline->skeleton->n_joints; j++)
        p->from_clip[j] = p->from_clip[j] &&
                          (n < 0 ? dbt_transition_joint_waits(g->transition, j, n) &&
                                       !dbt_foot_lock_moves_joint(g[-1].lock, frame, j)
                                 : dbt_transition_joint_is_over(g->transition, j, n)) &&
                          !dbt_foot_lock_moves_joint(g->lock, frame, j);
    out->clip = timeline->clips[owner].track->clip;
    out->clip_frame = dbt_timeline_track_frame(timeline, owner, frame);
    out->from_clip = p->from_clip;
}

/* Returns whether `frame` is the first of cut i's transition and equals the old clip's: the
 * transition before is over, no joint jumps and no foot is moved. */
static bool shows_old_frame(const dbt_player *p, int i, size_t frame)
{
    const dbt_timeline *timeline = &p->sequence->timeline;
    const dbt_signal *g = &p->signals.list[i];
    const ptrdiff_t n = frames_after_cut(timeline, i, frame);
    if (frame != dbt_cut_begin(timeline->clips[i].at) || g->from_locked ||
        !dbt_timeline_is_over(timeline, i - 1, frame))
        return false;
    for (int j = 0; j < timeline->skeleton->n_joints; j++)
        if (dbt_transition_joint_is_over(g->transition, j, n) ||
            dbt_foot_lock_moves_joint(g->lock, frame, j))
            return false;
    return true;
}

/* Sets *out to a frame with DBT_EXTRAPOLATE_TARGET: the last clip, and before its first frame the
 * method's backward extension, with out->clip NULL. That starts from the clip's position in the
 * output, so the first call plays the sequence up to its last transition. Fails as
 * dbt_signals_next. */
static bool backward_frame(dbt_player *p, size_t frame, dbt_frame *out, dbt_error *err)
{
    const dbt_timeline *timeline = &p->sequence->timeline;
    const int last = timeline->n_clips - 1;
    for (size_t k = 0; p->signals.current < last; k++)
        if (!dbt_signals_next(&p->signals, k, err))
            return false;
    if (frame >= dbt_cut_plays(timeline->clips[last].at)) {
        unblended_frame(p, last, frame, out);
        return true;
    }
    const dbt_signal *g = &p->signals.list[last];
    dbt_transition_extend_back(g->transition, frames_after_cut(timeline, last, frame), g->pose);
    *out = (dbt_frame){ .local = g->pose, .blended = true };
    return true;
}

/* Sets *out to the next frame of the sequence, without backward extension and layers. Fails as
 * dbt_signals_next. */
static bool played_frame(dbt_player *p, size_t frame, dbt_frame *out, dbt_error *err)
{
    if (!dbt_signals_next(&p->signals, frame, err))
        return false;
    const dbt_timeline *timeline = &p->sequence->timeline;
    const int i = p->signals.current;
    const bool is_over = dbt_signals_is_over(&p->signals, i, frame);
    /* before its cut, an extrapolation equals the old clip */
    const bool goes_on =
        dbt_timeline_extrapolates(timeline, i) && frame < timeline->clips[i].at.cut;
    if (is_over || goes_on || shows_old_frame(p, i, frame)) {
        unblended_frame(p, is_over ? i : i - 1, frame, out);
        return true;
    }
    blended_frame(p, i, frame, out);
    return true;
}

bool dbt_player_next(dbt_player *player, dbt_frame *frame, dbt_error *err)
{
    dbt_player *p = player;
    const dbt_sequence *s = p->sequence;
    const size_t now = p->frame++;
    const bool back = s->spec.extrapolation == DBT_EXTRAPOLATE_TARGET;
    if (!(back ? backward_frame(p, now, frame, err) : played_frame(p, now, frame, err)))
        return false;
    if (p->layers)
        dbt_layers_apply(p->layers, now, frame);
    return true;
}

/* ---- the same frames with another tuning ---- */

bool dbt_player_try(dbt_player *player, int cut, size_t first, size_t end, dbt_error *err)
{
    return dbt_signals_try(&player->signals, cut, first, end, err);
}

void dbt_player_go_to(dbt_player *player, size_t frame)
{
    dbt_signals_go_to(&player->signals, frame);
    player->frame = frame;
}

/* ---- references of metrics ---- */

const dbt_sequence *dbt_player_sequence(const dbt_player *player)
{
    return player->sequence;
}

const dbt_mobility *dbt_player_mobility(const dbt_player *player)
{
    return &player->signals.mobility;
}

const dbt_contacts *dbt_player_contacts(const dbt_player *player)
{
    return player->signals.contacts.ground ? &player->signals.contacts : NULL;
}

dbt_layers *dbt_player_layers(const dbt_player *player)
{
    return player->layers;
}

void dbt_player_clip_pose(const dbt_player *player, int segment, size_t frame, dbt_transform *local)
{
    dbt_signals_clip_pose(&player->signals, segment, frame, local);
    if (player->layers)
        dbt_layers_apply_pose(player->layers, frame, local);
}

dbt_clip_move dbt_player_clip_move(const dbt_player *player, int cut)
{
    const dbt_alignment *a = &player->signals.list[cut].alignment;
    if (!a->active)
        return (dbt_clip_move){ -1, { DBT_VEC3_ZERO, DBT_QUAT_IDENTITY } };
    return (dbt_clip_move){ a->moved, a->ground };
}

dbt_locked_feet dbt_player_locked_feet(const dbt_player *player, int cut)
{
    return player->signals.list[cut].locked_feet;
}

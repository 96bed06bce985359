#include "blend/joint_mobility.h"

#include "base/mem.h"

/* ---- rotation ---- */

/* Sets rotates[n_joints]: whether a joint has rotation channels in the output or in a clip, or
 * dbt_layers_may_rotate. If the tuning of any cut has a network, all are true. */
static void find_rotating(bool *rotates, const dbt_sequence *s)
{
    const dbt_skeleton *skeleton = s->timeline.skeleton;
    bool all = false; /* a network may rotate joints without rotation channels in these clips */
    for (int i = 1; i < s->spec.n_segments; i++)
        all = all || s->spec.segments[i].tuning.model;
    for (int j = 0; j < skeleton->n_joints; j++) {
        rotates[j] = all || skeleton->joints[j].n_rot > 0 ||
                     (s->layers && dbt_layers_may_rotate(s->layers, j));
        for (int t = 0; !rotates[j] && t < s->timeline.n_tracks; t++)
            rotates[j] = dbt_track_may_rotate(&s->timeline.tracks[t], j);
    }
}

/* ---- limits ---- */

/* Appends the memo's name of the limits: each clip's key with its numbers of frames and channels,
 * and the motion root: it and the joints above it have no limits. */
static void name_limits(const dbt_sequence *s, dbt_buffer *name)
{
    dbt_buffer_format(name, "limits %d %d ", s->timeline.skeleton->n_joints, s->chain.motion_root);
    for (int t = 0; t < s->timeline.n_tracks; t++) {
        const dbt_clip *clip = s->timeline.tracks[t].clip;
        dbt_buffer_format(name, "\n%zu %d %s", clip->n_frames, clip->skeleton.n_channels,
                          dbt_clip_key(clip));
    }
}

/* Sets m->limits[n_joints], which the caller allocated: copied from the memo, or learned from the
 * clips and then stored in the memo. Without a memo they are learned. */
static void learn_limits(dbt_mobility *m, const dbt_sequence *s)
{
    const size_t size = (size_t)s->timeline.skeleton->n_joints * sizeof *m->limits;
    dbt_memo *memo = s->spec.memo;
    dbt_buffer name = { 0 };
    if (memo)
        name_limits(s, &name);
    if (!dbt_memo_get(memo, name.bytes, m->limits, size)) {
        dbt_limits_learn(s->timeline.tracks, s->timeline.n_tracks, &s->chain, m->limits);
        dbt_memo_put(memo, name.bytes, m->limits, size);
    }
    dbt_buffer_release(&name);
}

/* Allocates and sets m->limits if the spec measures, the spec has a limits file, or a method needs
 * limits; else leaves them NULL. The file comes before the memo and the clips. Fails as
 * dbt_limits_bind, only with a file. The caller frees m->limits, also after a failure. */
static bool find_limits(dbt_mobility *m, const dbt_sequence *s, dbt_error *err)
{
    bool wanted = s->spec.measures || s->spec.limits || s->tries_limits;
    for (int i = 1; !wanted && i < s->timeline.n_clips; i++)
        wanted = s->timeline.clips[i].tuning.method->uses_limits;
    if (!wanted)
        return true;
    m->limits = dbt_alloc_array((size_t)s->timeline.skeleton->n_joints, sizeof *m->limits);
    if (!s->spec.limits) {
        learn_limits(m, s);
        return true;
    }
    return dbt_limits_bind(s->spec.limits, s->timeline.skeleton, &s->chain, m->limits, err);
}

/* ---- */

bool dbt_mobility_init(dbt_mobility *mobility, const dbt_sequence *sequence, dbt_error *err)
{
    const size_t n_joints = (size_t)sequence->timeline.skeleton->n_joints;
    *mobility = (dbt_mobility){ .rotates = dbt_alloc_array(n_joints, sizeof *mobility->rotates) };
    find_rotating(mobility->rotates, sequence);
    if (find_limits(mobility, sequence, err))
        return true;
    dbt_mobility_release(mobility);
    return false;
}

void dbt_mobility_release(dbt_mobility *mobility)
{
    dbt_free(mobility->rotates);
    dbt_free(mobility->limits);
    *mobility = (dbt_mobility){ .limits = NULL };
}

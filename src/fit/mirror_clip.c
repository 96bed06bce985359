/* Mirroring of a clip. */
#include "fit/fit.h"

#include "base/mem.h"
#include "base/sorted.h"
#include "fit/half_rotations.h"

#include <stdlib.h>
#include <string.h>

/* Reflection negates one coordinate of positions and directions. A reflected rotation has the
 * mirrored axis and the opposite sense. So its angle about the mirror's normal is unchanged, and
 * the angles about the other two axes are negated. The reflection of a product of rotations is
 * the product of the reflected ones. So a joint's local rotation can be mirrored angle by angle
 * and copied to its partner. */

/* Context of mirroring one clip. */
typedef struct mirror {
    dbt_clip *clip;
    dbt_arena memory;
    dbt_roles roles;
    int axis;               /* normal of the mirror: 0 x, 1 y, 2 z */
    dbt_listed_joint *list; /* [n_joints]: sorted by dbt_listed_compare */
    int *list_index;        /* [n_joints]: index of each joint in `list` */
    int *partner;           /* [n_joints]: joint on the other side, or the joint itself */
    bool *stays;    /* [n_joints]: has no partner, but is below a joint that has one: follows it
                       unchanged */
    double *values; /* [n_channels]: copy of one frame */
} mirror;

/* ---- partners ---- */

/* Returns the first index in the list whose key is not before a joint's key. */
static int lower_bound(const mirror *m, dbt_listed_joint key)
{
    key.joint = -1;
    return (int)dbt_lower_bound(&key, m->list, (size_t)m->clip->skeleton.n_joints, sizeof key,
                                dbt_listed_compare);
}

/* Returns the joint of the same role or word, on the other side, that is a child of the partner of
 * the joint's parent. Returns the joint itself if there is none. Several joints of one name are
 * paired in order. Needs partner[] of the parent. */
static int find_partner(const mirror *m, int joint)
{
    const dbt_listed_joint self = m->list[m->list_index[joint]];
    dbt_listed_joint key = self;
    if (self.parent >= 0)
        key.parent = m->partner[self.parent];
    if (self.side != DBT_NO_SIDE)
        key.side = self.side == DBT_LEFT ? DBT_RIGHT : DBT_LEFT;
    const int index = lower_bound(m, key) + (m->list_index[joint] - lower_bound(m, self));
    const bool found =
        index < m->clip->skeleton.n_joints && dbt_listed_compare_keys(&m->list[index], &key) == 0;
    return found ? m->list[index].joint : joint;
}

/* Sets partner[] and stays[] of all joints, also list[] and list_index[]. The arrays are allocated.
 * Needs m->roles. */
static void find_partners(mirror *m)
{
    const dbt_skeleton *s = &m->clip->skeleton;
    const size_t n = (size_t)s->n_joints;
    for (int j = 0; j < s->n_joints; j++) {
        const dbt_joint_word *word = &m->roles.words[j];
        const int role = m->roles.of[j];
        m->list[j] = (dbt_listed_joint){ s->joints[j].parent,
                                         role == DBT_NO_ROLE ? word->word : dbt_role_name(role),
                                         word->side, j };
    }
    qsort(m->list, n, sizeof *m->list, dbt_listed_compare);
    for (int i = 0; i < s->n_joints; i++)
        m->list_index[m->list[i].joint] = i;
    for (int j = 0; j < s->n_joints; j++) { /* parents first */
        const int parent = s->joints[j].parent;
        const bool below = parent >= 0 && m->stays[parent];
        m->partner[j] = below ? j : find_partner(m, j);
        m->stays[j] = below || (parent >= 0 && m->partner[j] == j && m->partner[parent] != parent);
    }
}

/* ---- the mirror ---- */

/* Returns the position of a joint in the zero pose. */
static dbt_vec3 zero_pos(const dbt_skeleton *s, int joint)
{
    dbt_vec3 pos = DBT_VEC3_ZERO;
    for (; joint >= 0; joint = s->joints[joint].parent)
        pos = dbt_vec3_add(pos, s->joints[joint].offset);
    return pos;
}

/* Returns the axis nearest to the line from thigh to thigh in the zero pose: 0 x, 1 y, 2 z. Returns
 * 0 if a thigh is missing. */
static int find_axis(const dbt_roles *roles)
{
    const int *thighs = roles->joint[DBT_THIGH];
    int axis = 0;
    if (thighs[DBT_LEFT] < 0 || thighs[DBT_RIGHT] < 0)
        return axis;
    const dbt_vec3 line = dbt_vec3_sub(zero_pos(roles->skeleton, thighs[DBT_LEFT]),
                                       zero_pos(roles->skeleton, thighs[DBT_RIGHT]));
    for (int i = 1; i < 3; i++)
        if (fabs(dbt_vec3_get(line, i)) > fabs(dbt_vec3_get(line, axis)))
            axis = i;
    return axis;
}

/* Returns the reflection of a vector. */
static dbt_vec3 mirrored(dbt_vec3 v, int axis)
{
    return dbt_vec3_add_scaled(v, -2.0 * dbt_vec3_get(v, axis), dbt_vec3_axis(axis));
}

/* Replaces OFFSET and channels of each joint by those of its partner in old[n_joints], and
 * moves each End Site, with its name, to the partner of its joint. Names, parents and chosen roles
 * of joints do not change. Mirrors the offsets, except of joints that stay. This reorders the
 * channels of a frame: sets first[n_joints] to the first channel of each joint's partner in `old`.
 */
static void mirror_skeleton(mirror *m, const dbt_joint *old, int *first)
{
    dbt_skeleton *s = &m->clip->skeleton;
    int n = 0;
    for (int j = 0; j < s->n_joints; j++) {
        const dbt_joint *from = &old[m->partner[j]];
        dbt_joint *joint = &s->joints[j];
        char *name = joint->name;
        const int parent = joint->parent;
        const dbt_role_choice chosen = joint->chosen_role;
        first[j] = from->first_channel;
        *joint = *from;
        joint->name = name;
        joint->parent = parent;
        joint->chosen_role = chosen;
        joint->first_channel = n;
        joint->last_end_site = -1;
        if (!m->stays[j])
            joint->offset = mirrored(joint->offset, m->axis);
        n += joint->n_channels;
    }
    for (int e = 0; e < s->n_end_sites; e++) {
        dbt_end_site *site = &s->end_sites[e];
        if (!m->stays[site->parent])
            site->offset = mirrored(site->offset, m->axis);
        site->parent = m->partner[site->parent];
        dbt_skeleton_link_end_site(s, e);
    }
}

/* Mirrors one frame's values[n_channels] in place, and moves them to the channels of
 * mirror_skeleton, which set `first`. Overwrites m->values. */
static void mirror_frame(const mirror *m, const int *first, double *values)
{
    const dbt_skeleton *s = &m->clip->skeleton;
    memcpy(m->values, values, (size_t)s->n_channels * sizeof *values);
    for (int j = 0; j < s->n_joints; j++)
        for (int c = 0; c < s->joints[j].n_channels; c++) {
            const dbt_channel channel = (dbt_channel)s->joints[j].channels[c];
            const bool normal = dbt_channel_axis(channel) == m->axis;
            const bool negates = !m->stays[j] && dbt_channel_is_rotation(channel) != normal;
            const double value = m->values[first[j] + c];
            values[s->joints[j].first_channel + c] = negates ? 0.0 - value : value; /* avoids -0 */
        }
}

/* Mirrors skeleton and frames of m->clip, and sets all other members of *m. The clip loses the text
 * of its frames and hierarchy. Release m->memory afterwards. */
static void mirror_clip(mirror *m)
{
    dbt_skeleton *s = &m->clip->skeleton;
    const size_t n = (size_t)s->n_joints;
    dbt_roles_find(&m->roles, s, &m->memory);
    m->list = dbt_arena_array(&m->memory, n, sizeof *m->list);
    m->list_index = dbt_arena_array(&m->memory, n, sizeof *m->list_index);
    m->partner = dbt_arena_array(&m->memory, n, sizeof *m->partner);
    m->stays = dbt_arena_array(&m->memory, n, sizeof *m->stays);
    m->values = dbt_arena_array(&m->memory, (size_t)s->n_channels, sizeof *m->values);
    dbt_joint *old = dbt_arena_array(&m->memory, n, sizeof *old);
    int *first = dbt_arena_array(&m->memory, n, sizeof *first);
    memcpy(old, s->joints, n * sizeof *old);
    m->axis = find_axis(&m->roles);
    find_partners(m);
    mirror_skeleton(m, old, first);
    for (size_t f = 0; f < m->clip->n_frames; f++)
        mirror_frame(m, first, m->clip->values + f * (size_t)s->n_channels);
    m->clip->text.hierarchy_verbatim = false;
    dbt_clip_drop_lines(m->clip);
}

/* ---- its rig ---- */

/* Replaces the clip by the clip fitted to a rig that is not equal to the clip's; releases the
 * former one. Preserves its warnings; drops pops and glitches. Fails as dbt_fit_clip, with the
 * clip's file; the clip is then unchanged. */
static bool fit_clip(dbt_clip *clip, const dbt_fit_rig *rig, dbt_error *err)
{
    dbt_clip fitted;
    dbt_fit_summary summary;
    dbt_error reason;
    if (!dbt_fit_clip(clip, rig, &fitted, &summary, &reason))
        return dbt_fail_at(err, reason.code, clip->file, 0, 0, "%s (--mirror: its sides differ)",
                           reason.msg);
    fitted.warnings = clip->warnings;
    dbt_clip_release(clip);
    *clip = fitted;
    return true;
}

/* Restores the rig that the clip had before, by half turns if they suffice, else by fitting. A clip
 * of an unknown rig is not changed. original: frame 0 of the clip before. Half turns exchange the
 * skeletons of `original` and the clip. Fails as dbt_fit_clip; the clip is then unchanged. */
static bool restore_rig(mirror *m, const dbt_fit_rig *rig, dbt_clip *original, dbt_error *err)
{
    if (!dbt_fit_rig_is_known(rig))
        return true;
    dbt_fit_rig *mirrored = dbt_fit_rig_new(m->clip, NULL);
    bool done = dbt_fit_rigs_are_same(mirrored, rig);
    if (!done && dbt_fit_rig_is_known(mirrored)) {
        const dbt_mirrored_pair pair = { &mirrored->rig, &rig->rig, m->partner, m->stays };
        done = dbt_half_rotations(&pair, m->clip->values);
        if (done) { /* the values are now on the original's skeleton */
            const dbt_skeleton skeleton = m->clip->skeleton;
            m->clip->skeleton = original->skeleton;
            original->skeleton = skeleton;
            m->clip->text.hierarchy_verbatim = original->text.hierarchy_verbatim;
        }
    }
    dbt_fit_rig_free(mirrored);
    return done || fit_clip(m->clip, rig, err);
}

bool dbt_fit_mirror(dbt_clip *clip, dbt_error *err)
{
    mirror m = { .clip = clip };
    /* dbt_fit_rig_new reads all frames of the original; afterwards the rig borrows only its
     * skeleton and frame 0. */
    dbt_clip original = { .file = clip->file,
                          .frame_time = clip->frame_time,
                          .n_frames = clip->n_frames,
                          .values = clip->values,
                          .text.hierarchy_verbatim = clip->text.hierarchy_verbatim };
    const size_t n = (size_t)clip->skeleton.n_channels;
    if (clip->n_frames == 0)
        return true;
    dbt_skeleton_copy(&original.skeleton, &clip->skeleton);
    dbt_fit_rig *rig = dbt_fit_rig_new(&original, NULL);
    original.n_frames = 1;
    original.values = dbt_alloc_array(n, sizeof *original.values);
    if (n > 0)
        memcpy(original.values, clip->values, n * sizeof *original.values);
    mirror_clip(&m);
    const bool ok = restore_rig(&m, rig, &original, err);
    dbt_fit_rig_free(rig);
    dbt_arena_release(&m.memory);
    dbt_clip_release(&original);
    return ok;
}

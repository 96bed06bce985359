#include "bvh/reshape.h"

#include "base/buffer.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/number.h"

#include <string.h>

/* ---- the file ---- */

/* The first '*' of a text; NULL: none. */
static const char *star_of(const char *text)
{
    return strchr(text, '*');
}

/* Fails with DBT_E_PARAM if `text` has more than one '*'. text: the node's key (key: true) or
 * value; its position is that of the failure. */
static bool check_stars(const dbt_json_doc *doc, const dbt_json *node, const char *text, bool key,
                        dbt_error *err)
{
    const char *star = star_of(text);
    return !star || !star_of(star + 1) ||
           dbt_json_fail_at(doc, node, key, DBT_E_PARAM, err, "expected one '*', found '%.80s'",
                            text);
}

/* Adds a copy of one entry of the file. node: a member of the object. Fails with DBT_E_PARAM if the
 * value is not a string, at a second '*', or at a '*' in the new name only; with DBT_E_LIMIT past
 * DBT_MAX_RENAME_PATTERNS patterns. */
static bool read_rename(dbt_renames *renames, const dbt_json_doc *doc, const dbt_json *node,
                        dbt_error *err)
{
    const char *from = dbt_json_key(node), *to = dbt_json_string(node);
    if (!to)
        return dbt_json_fail(doc, node, DBT_E_PARAM, err, "expected a joint's new name, found %s",
                             dbt_json_type_name(node));
    if (!check_stars(doc, node, from, true, err) || !check_stars(doc, node, to, false, err))
        return false;
    if (star_of(to) && !star_of(from))
        return dbt_json_fail(doc, node, DBT_E_PARAM, err, "'%.80s' has a '*', but '%.80s' has none",
                             to, from);
    strcpy(dbt_names_item(&renames->names, from, strlen(to) + 1), to);
    if (star_of(from))
        arrput(renames->patterns, arrlast(renames->names.list));
    return arrlen(renames->patterns) <= DBT_MAX_RENAME_PATTERNS ||
           dbt_json_fail(doc, node, DBT_E_LIMIT, err,
                         "more than %d names with '*', which is the limit",
                         DBT_MAX_RENAME_PATTERNS);
}

bool dbt_renames_read(dbt_renames *renames, const char *text, size_t size, const char *file,
                      dbt_error *err)
{
    dbt_json_doc doc;
    *renames = (dbt_renames){ .patterns = NULL };
    if (!dbt_json_read(&doc, text, size, file, err))
        return false;
    bool ok = dbt_json_is_object(doc.root) ||
              dbt_json_fail(&doc, doc.root, DBT_E_PARAM, err,
                            "expected an object of joints' names and new names, found %s",
                            dbt_json_type_name(doc.root));
    for (const dbt_json *m = ok ? dbt_json_first(doc.root) : NULL; ok && m; m = dbt_json_next(m))
        ok = read_rename(renames, &doc, m, err);
    dbt_json_release(&doc);
    if (!ok)
        dbt_renames_release(renames);
    return ok;
}

void dbt_renames_release(dbt_renames *renames)
{
    dbt_names_release_values(&renames->names);
    arrfree(renames->patterns);
    *renames = (dbt_renames){ .patterns = NULL };
}

/* ---- names ---- */

/* Returns the new name of a joint, by the entry without '*', else by the last pattern that matches;
 * NULL: the joint is not renamed. Free with dbt_free. */
static char *new_name(const dbt_renames *renames, const char *name)
{
    const char *exact = star_of(name) ? NULL : dbt_names_get(&renames->names, name);
    const size_t n = strlen(name);
    if (exact)
        return dbt_copy_text(exact);
    for (ptrdiff_t i = arrlen(renames->patterns) - 1; i >= 0; i--) {
        const char *from = renames->patterns[i].name, *to = renames->patterns[i].value;
        const char *star = star_of(from), *insert = star_of(to);
        const size_t before = (size_t)(star - from), behind = strlen(star + 1);
        if (before + behind > n || memcmp(name, from, before) != 0 ||
            memcmp(name + n - behind, star + 1, behind) != 0)
            continue;
        if (!insert)
            return dbt_copy_text(to);
        dbt_buffer renamed = { 0 };
        dbt_buffer_add(&renamed, to, (size_t)(insert - to));
        dbt_buffer_add(&renamed, name + before, n - before - behind);
        dbt_buffer_text(&renamed, insert + 1);
        return renamed.bytes;
    }
    return NULL;
}

/* Whether a name is valid: it has 1 to DBT_MAX_NAME bytes, no control character, no brace, and no
 * blank at its ends. The BVH reader reads such a name back from the text of the writer. */
static bool is_name(const char *name)
{
    const size_t n = strlen(name);
    if (n == 0 || n > DBT_MAX_NAME || dbt_is_blank(name[0]) || dbt_is_blank(name[n - 1]))
        return false;
    for (const char *p = name; *p; p++)
        if ((unsigned char)*p < ' ' || *p == '{' || *p == '}')
            return false;
    return true;
}

/* Renames joints. renames: may be NULL: nothing happens. renamed[n_joints], zeroed: set to whether
 * the name changed. If any did, clears text.hierarchy_verbatim, so that the writer does not copy
 * the old hierarchy. Fails with DBT_E_PARAM at a name not valid in BVH (is_name); names before it
 * stay changed. */
static bool rename_joints(dbt_clip *clip, const dbt_renames *renames, bool *renamed, dbt_error *err)
{
    dbt_skeleton *s = &clip->skeleton;
    for (int j = 0; renames && j < s->n_joints; j++) {
        dbt_joint *joint = &s->joints[j];
        char *name = new_name(renames, joint->name);
        if (!name)
            continue;
        if (!is_name(name)) {
            dbt_fail_at(err, DBT_E_PARAM, clip->file, 0, 0,
                        "joint '%.80s' would be called '%.80s', which is not a joint's name "
                        "(--rename)",
                        joint->name, name);
            dbt_free(name);
            return false;
        }
        renamed[j] = strcmp(name, joint->name) != 0;
        if (renamed[j])
            clip->text.hierarchy_verbatim = false;
        dbt_free(joint->name);
        joint->name = name;
    }
    return true;
}

/* Fails with DBT_E_PARAM if a renamed joint has the name of another one; dropped joints do not
 * count. renamed, drop: [n_joints]. Equal names in the file itself are allowed. */
static bool check_names(const dbt_clip *clip, const bool *renamed, const bool *drop, dbt_error *err)
{
    const dbt_joint *joints = clip->skeleton.joints, *last = NULL;
    dbt_name_index index;
    bool ok = true;
    dbt_name_index_init(&index, &clip->skeleton);
    for (int j = 0; ok && j < clip->skeleton.n_joints; j++) {
        const dbt_joint *joint = index.sorted[j];
        if (drop[joint - joints])
            continue;
        if (last && (renamed[last - joints] || renamed[joint - joints]) &&
            strcmp(last->name, joint->name) == 0)
            ok = dbt_fail_at(err, DBT_E_PARAM, clip->file, 0, 0,
                             "two joints would be called '%.80s' (--rename; --rename 2:FILE is for "
                             "the second clip alone)",
                             joint->name);
        last = joint;
    }
    dbt_name_index_release(&index);
    return ok;
}

/* ---- dropping ---- */

/* Sets drop[n_joints], zeroed, for the joints that match a pattern, and all joints below them.
 * matched: as for dbt_clip_reshape. Fails with DBT_E_PARAM if ROOT would be dropped, or no joint
 * with a channel would remain; drop and matched are then incomplete. */
static bool mark_drops(const dbt_clip *clip, const dbt_reshape *reshape, bool *matched, bool *drop,
                       dbt_error *err)
{
    const dbt_skeleton *s = &clip->skeleton;
    bool ok = true;
    for (int i = 0; ok && i < reshape->n_drops; i++) {
        matched[i] = false;
        for (int j = -1; (j = dbt_skeleton_next_match(s, reshape->drops[i], j)) >= 0;)
            drop[j] = matched[i] = true;
        if (drop[0])
            ok = dbt_fail_at(err, DBT_E_PARAM, clip->file, 0, 0,
                             "'%.80s' is ROOT, which cannot be dropped (--drop '%.80s')",
                             s->joints[0].name, reshape->drops[i]);
    }
    bool moves = s->joints[0].n_channels > 0;
    for (int j = 1; ok && j < s->n_joints; j++) {
        drop[j] = drop[j] || drop[s->joints[j].parent];
        moves = moves || (!drop[j] && s->joints[j].n_channels > 0);
    }
    return ok &&
           (moves || dbt_fail_at(err, DBT_E_PARAM, clip->file, 0, 0,
                                 "no joint that is left has a channel: nothing can move (--drop)"));
}

/* Compacts the values of all frames, in their array, to the channels of the joints that are not
 * dropped. Leaves the skeleton, and so its n_channels, unchanged. */
static void drop_values(dbt_clip *clip, const bool *drop)
{
    const dbt_skeleton *s = &clip->skeleton;
    double *to = clip->values;
    for (size_t f = 0; f < clip->n_frames; f++) {
        const double *from = clip->values + f * (size_t)s->n_channels;
        for (int j = 0; j < s->n_joints; j++) {
            const size_t n = drop[j] ? 0 : s->joints[j].n_channels;
            memmove(to, from + s->joints[j].first_channel, n * sizeof *to);
            to += n;
        }
    }
}

/* A joint's index after dropping. */
typedef struct joint_remap {
    int index; /* -1: dropped */
    int end;   /* if it has no End Site and all children are dropped: the first, which an End Site
                  replaces; -1: none */
} joint_remap;

/* Fills remaps[n_joints]. drop: from mark_drops, so without ROOT, and with all joints below a
 * dropped one. */
static void compute_remaps(const dbt_skeleton *s, const bool *drop, joint_remap *remaps)
{
    int n = 0;
    for (int j = 0; j < s->n_joints; j++) {
        remaps[j] = (joint_remap){ .index = drop[j] ? -1 : n++, .end = -1 };
        const int parent = s->joints[j].parent;
        if (drop[j] && remaps[parent].end < 0 && s->joints[parent].last_end_site < 0)
            remaps[parent].end = j;
    }
    for (int j = 1; j < s->n_joints; j++) /* a joint with a remaining child needs no End Site */
        if (!drop[j])
            remaps[s->joints[j].parent].end = -1;
}

/* Rebuilds the list of End Sites in the order of their joints, the order of writing. Frees those of
 * dropped joints. Appends those that replace children: without a name, at the child's OFFSET. Sets
 * parents to the new indices; leaves the joints unchanged. drop_joints links the End Sites. */
static void drop_end_sites(dbt_skeleton *s, const joint_remap *remaps)
{
    dbt_end_site *kept = NULL;
    for (int j = 0; j < s->n_joints; j++) {
        for (int e = -1; (e = dbt_skeleton_next_end_site(s, j, e)) >= 0;) {
            dbt_end_site site = s->end_sites[e];
            site.parent = remaps[j].index;
            if (site.parent >= 0)
                arrput(kept, site);
            else
                dbt_free(site.name);
        }
        if (remaps[j].index >= 0 && remaps[j].end >= 0)
            arrput(kept, ((dbt_end_site){ .parent = remaps[j].index,
                                          .offset = s->joints[remaps[j].end].offset }));
    }
    arrfree(s->end_sites);
    s->end_sites = kept;
    s->n_end_sites = (int)arrlen(kept);
}

/* Compacts the list of joints, and frees the names of dropped ones. Sets n_joints and n_channels,
 * renumbers parents and channels, and links all End Sites. Needs the End Sites of drop_end_sites.
 */
static void drop_joints(dbt_skeleton *s, const joint_remap *remaps)
{
    int n = 0;
    s->n_channels = 0;
    for (int j = 0; j < s->n_joints; j++) {
        dbt_joint joint = s->joints[j];
        if (remaps[j].index < 0) {
            dbt_free(joint.name);
            continue;
        }
        joint.parent = joint.parent < 0 ? -1 : remaps[joint.parent].index;
        joint.last_end_site = -1;
        joint.first_channel = s->n_channels;
        s->n_channels += joint.n_channels;
        s->joints[n++] = joint;
    }
    arrsetlen(s->joints, (size_t)n);
    s->n_joints = n;
    for (int e = 0; e < s->n_end_sites; e++)
        dbt_skeleton_link_end_site(s, e);
}

/* Drops the marked joints with their End Sites and values, in the clip's arrays. drop: from
 * mark_drops. If any is marked, clears text.hierarchy_verbatim, so that the writer does not copy
 * the old hierarchy. If any has channels, drops the clip's lines (dbt_clip_drop_lines). */
static void drop_marked(dbt_clip *clip, const bool *drop)
{
    dbt_skeleton *s = &clip->skeleton;
    const int n_joints = s->n_joints, n_channels = s->n_channels;
    joint_remap *remaps = dbt_alloc_array((size_t)n_joints, sizeof *remaps);
    compute_remaps(s, drop, remaps);
    drop_values(clip, drop);
    drop_end_sites(s, remaps);
    drop_joints(s, remaps);
    dbt_free(remaps);
    if (s->n_joints < n_joints)
        clip->text.hierarchy_verbatim = false;
    if (s->n_channels < n_channels) /* the lines still have the dropped values */
        dbt_clip_drop_lines(clip);
}

/* ---- scaling ---- */

/* Returns v times scale, rounded to nine significant digits for short text: 2.7, not
 * 2.6999999999999997. *finite: cleared if the result is not finite, else unchanged. */
static dbt_vec3 scaled(dbt_vec3 v, double scale, bool *finite)
{
    v = dbt_vec3_scale(v, scale);
    *finite = *finite && isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
    return (dbt_vec3){ dbt_nine_digits(v.x), dbt_nine_digits(v.y), dbt_nine_digits(v.z) };
}

/* Multiplies OFFSETs, also of End Sites (rounded to nine digits), and positions (not rounded) by
 * scale. Clears text.hierarchy_verbatim, so that the writer does not copy the old hierarchy. With a
 * position channel, drops the clip's lines (dbt_clip_drop_lines). Fails with DBT_E_NUMBER if a
 * result is not finite; all are multiplied then, too. */
static bool scale_clip(dbt_clip *clip, double scale, dbt_error *err)
{
    dbt_skeleton *s = &clip->skeleton;
    bool finite = true, moves = false;
    for (int j = 0; j < s->n_joints; j++) {
        s->joints[j].offset = scaled(s->joints[j].offset, scale, &finite);
        for (int c = 0; c < s->joints[j].n_channels; c++) {
            if (dbt_channel_is_rotation((dbt_channel)s->joints[j].channels[c]))
                continue;
            moves = true;
            const size_t channel = (size_t)s->joints[j].first_channel + (size_t)c;
            for (size_t f = 0; f < clip->n_frames; f++) {
                double *value = &clip->values[f * (size_t)s->n_channels + channel];
                *value *= scale;
                finite = finite && isfinite(*value);
            }
        }
    }
    for (int e = 0; e < s->n_end_sites; e++)
        s->end_sites[e].offset = scaled(s->end_sites[e].offset, scale, &finite);
    clip->text.hierarchy_verbatim = false;
    if (moves)
        dbt_clip_drop_lines(clip);
    return finite || dbt_fail_at(err, DBT_E_NUMBER, clip->file, 0, 0,
                                 "a length is too large to multiply it by %g (--scale)", scale);
}

/* ---- the whole change ---- */

bool dbt_clip_reshape(dbt_clip *clip, const dbt_reshape *reshape, bool *matched, dbt_error *err)
{
    const size_t n = (size_t)clip->skeleton.n_joints;
    bool *renamed = dbt_alloc_array(n, sizeof *renamed), *drop = dbt_alloc_array(n, sizeof *drop);
    bool ok = true;
    if (reshape->scale != 0.0 && !dbt_same_number(reshape->scale, 1.0))
        ok = scale_clip(clip, reshape->scale, err);
    ok = ok && rename_joints(clip, reshape->renames, renamed, err) &&
         mark_drops(clip, reshape, matched, drop, err) && check_names(clip, renamed, drop, err);
    if (ok)
        drop_marked(clip, drop);
    dbt_free(renamed);
    dbt_free(drop);
    return ok;
}

void dbt_reshape_mark(const dbt_reshape *reshape, const dbt_skeleton *skeleton, bool *drop)
{
    const size_t n = (size_t)skeleton->n_joints;
    bool *unused = dbt_alloc_array(n + (size_t)reshape->n_drops, sizeof *unused);
    dbt_clip renamed = { .file = NULL };
    dbt_error why;
    dbt_skeleton_copy(&renamed.skeleton, skeleton);
    if (!rename_joints(&renamed, reshape->renames, unused, &why) ||
        !mark_drops(&renamed, reshape, unused + n, drop, &why))
        memset(drop, 0, n * sizeof *drop);
    dbt_skeleton_release(&renamed.skeleton);
    dbt_free(unused);
}

#include "bvh/skeleton.h"

#include "base/arena.h"
#include "base/buffer.h"
#include "base/mem.h"
#include "base/sorted.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const dbt_channel_names[DBT_MAX_CHANNELS] = { "Xposition", "Yposition", "Zposition",
                                                          "Xrotation", "Yrotation", "Zrotation" };

void dbt_skeleton_release(dbt_skeleton *skeleton)
{
    for (ptrdiff_t i = 0; i < arrlen(skeleton->joints); i++)
        dbt_free(skeleton->joints[i].name);
    for (ptrdiff_t i = 0; i < arrlen(skeleton->end_sites); i++)
        dbt_free(skeleton->end_sites[i].name);
    arrfree(skeleton->joints);
    arrfree(skeleton->end_sites);
    *skeleton = (dbt_skeleton){ 0 };
}

void dbt_skeleton_copy(dbt_skeleton *copy, const dbt_skeleton *skeleton)
{
    *copy = *skeleton;
    copy->joints = NULL;
    copy->end_sites = NULL;
    for (int j = 0; j < skeleton->n_joints; j++) {
        dbt_joint joint = skeleton->joints[j];
        joint.name = dbt_copy_text(joint.name);
        arrput(copy->joints, joint);
    }
    for (int e = 0; e < skeleton->n_end_sites; e++) {
        dbt_end_site site = skeleton->end_sites[e];
        if (site.name)
            site.name = dbt_copy_text(site.name);
        arrput(copy->end_sites, site);
    }
}

void dbt_joint_derive(dbt_joint *joint)
{
    joint->n_rot = 0;
    joint->has_pos = false;
    for (int axis = 0; axis < 3; axis++)
        joint->pos_channel[axis] = -1;
    for (uint8_t c = 0; c < joint->n_channels; c++) {
        const dbt_channel channel = (dbt_channel)joint->channels[c];
        if (dbt_channel_is_rotation(channel)) {
            joint->rot_axis[joint->n_rot] = (uint8_t)dbt_channel_axis(channel);
            joint->rot_channel[joint->n_rot++] = c;
        } else {
            joint->pos_channel[dbt_channel_axis(channel)] = (int8_t)c;
            joint->has_pos = true;
        }
    }
}

void dbt_skeleton_link_end_site(dbt_skeleton *skeleton, int end_site)
{
    dbt_end_site *site = &skeleton->end_sites[end_site];
    dbt_joint *joint = &skeleton->joints[site->parent];
    site->next = end_site;
    if (joint->last_end_site >= 0) {
        site->next = skeleton->end_sites[joint->last_end_site].next;
        skeleton->end_sites[joint->last_end_site].next = end_site;
    }
    joint->last_end_site = end_site;
}

int dbt_skeleton_next_end_site(const dbt_skeleton *skeleton, int joint, int end_site)
{
    const int last = skeleton->joints[joint].last_end_site;
    if (last < 0 || end_site == last)
        return -1;
    return skeleton->end_sites[end_site < 0 ? last : end_site].next;
}

int dbt_skeleton_joint_of(const dbt_skeleton *skeleton, int channel)
{
    const dbt_joint *joint = skeleton->joints;
    while (channel >= joint->first_channel + joint->n_channels)
        joint++;
    return (int)(joint - skeleton->joints);
}

bool dbt_skeleton_same_layout(const dbt_skeleton *a, const dbt_skeleton *b)
{
    if (a->n_joints != b->n_joints)
        return false;
    for (int j = 0; j < a->n_joints; j++) {
        const dbt_joint *p = &a->joints[j], *q = &b->joints[j];
        if (p->parent != q->parent || p->n_channels != q->n_channels ||
            memcmp(p->channels, q->channels, p->n_channels) != 0 || strcmp(p->name, q->name) != 0)
            return false;
    }
    return true;
}

bool dbt_skeleton_same_poses(const dbt_skeleton *a, const dbt_skeleton *b)
{
    bool same = dbt_skeleton_same_layout(a, b);
    for (int j = 0; same && j < a->n_joints; j++) {
        const dbt_vec3 p = a->joints[j].offset, q = b->joints[j].offset;
        same = p.x == q.x && p.y == q.y && p.z == q.z;
    }
    return same;
}

/* ---- joints by name ---- */

static int compare_names(const void *left, const void *right)
{
    const dbt_joint *a = *(const dbt_joint *const *)left, *b = *(const dbt_joint *const *)right;
    const int names = strcmp(a->name, b->name);
    return names ? names : (a > b) - (a < b);
}

void dbt_name_index_init(dbt_name_index *index, const dbt_skeleton *skeleton)
{
    const size_t n = (size_t)skeleton->n_joints;
    *index = (dbt_name_index){ skeleton, dbt_alloc_array(n, sizeof *index->sorted) };
    for (size_t j = 0; j < n; j++)
        index->sorted[j] = &skeleton->joints[j];
    qsort(index->sorted, n, sizeof *index->sorted, compare_names);
}

void dbt_name_index_release(dbt_name_index *index)
{
    dbt_free(index->sorted);
    *index = (dbt_name_index){ 0 };
}

/* Whether the joint at a position of the index has a name. position: may be n_joints. */
static bool has_name(const dbt_name_index *index, int position, const char *name)
{
    return position < index->skeleton->n_joints && strcmp(index->sorted[position]->name, name) == 0;
}

static int compare_with_name(const void *joint, const void *name)
{
    return strcmp((*(const dbt_joint *const *)joint)->name, name);
}

/* Lower bound: the first position in the index whose name is not less than `name`. */
static int position_of(const dbt_name_index *index, const char *name)
{
    return (int)dbt_lower_bound(name, index->sorted, (size_t)index->skeleton->n_joints,
                                sizeof *index->sorted, compare_with_name);
}

/* Fails with DBT_E_PARAM because no joint has a name, and suggests up to three near names; none for
 * an empty name. */
static bool fail_no_joint(const dbt_skeleton *skeleton, const char *name, dbt_error *err)
{
    enum { SHOWN = 3 };
    const char *nearest[SHOWN];
    dbt_buffer list = { 0 };
    const size_t n_joints = (size_t)skeleton->n_joints;
    const char **names = dbt_alloc_array(n_joints, sizeof *names);
    for (size_t j = 0; j < n_joints; j++)
        names[j] = skeleton->joints[j].name;
    const size_t n = *name ? dbt_nearest_names(name, names, n_joints, nearest, SHOWN) : 0;
    dbt_free(names);
    dbt_buffer_text(&list, n == 0 ? "" : n == 1 ? "; the nearest is " : "; the nearest are ");
    for (size_t i = 0; i < n; i++)
        dbt_buffer_format(&list, "%s'%.50s'",
                          i == 0       ? ""
                          : i == n - 1 ? " and "
                                       : ", ",
                          nearest[i]);
    dbt_fail(err, DBT_E_PARAM, "no joint is called '%.80s'%s ('dbtool info' lists all)", name,
             list.bytes);
    dbt_buffer_release(&list);
    return false;
}

/* Fails with DBT_E_PARAM because two joints have a name. */
static bool fail_ambiguous(const char *name, dbt_error *err)
{
    return dbt_fail(err, DBT_E_PARAM, "'%.80s' is ambiguous: two joints have that name", name);
}

int dbt_name_index_find(const dbt_name_index *index, const char *name, dbt_error *err)
{
    const int position = position_of(index, name);
    const bool found = has_name(index, position, name)
                           ? !has_name(index, position + 1, name) || fail_ambiguous(name, err)
                           : fail_no_joint(index->skeleton, name, err);
    return found ? (int)(index->sorted[position] - index->skeleton->joints) : -1;
}

bool dbt_name_index_has(const dbt_name_index *index, const char *name)
{
    return has_name(index, position_of(index, name), name);
}

int dbt_skeleton_find(const dbt_skeleton *skeleton, const char *name, dbt_error *err)
{
    dbt_name_index index;
    dbt_name_index_init(&index, skeleton);
    const int joint = dbt_name_index_find(&index, name, err);
    dbt_name_index_release(&index);
    return joint;
}

/* ---- corresponding joints of two skeletons ---- */

/* A joint of `from`, sorted by parent, name and index for binary search. */
typedef struct sibling {
    int parent; /* in `from` */
    const char *name;
    int index;
    int mapped; /* on the first of a run of equal names: number of mapped joints of the run */
} sibling;

static int compare_siblings(const void *left, const void *right)
{
    const sibling *a = left, *b = right;
    if (a->parent != b->parent)
        return a->parent < b->parent ? -1 : 1;
    const int names = strcmp(a->name, b->name);
    return names ? names : (a->index > b->index) - (a->index < b->index);
}

/* Appends "only 'walk.bvh' has 'Hips', 'Spine', 'Neck' and 18 more": the joints of `skeleton` whose
 * names `other`, the index of the other skeleton, lacks; three at the maximum. After a comma if
 * `out` has text; nothing if there are none. */
static void list_unmatched(const dbt_skeleton *skeleton, const dbt_name_index *other,
                           dbt_buffer *out)
{
    enum { SHOWN = 3 };
    int n = 0;
    for (int j = 0; j < skeleton->n_joints; j++) {
        const char *name = skeleton->joints[j].name;
        if (has_name(other, position_of(other, name), name))
            continue;
        if (n == 0)
            dbt_buffer_format(out, "%sonly '%.40s' has", out->size > 0 ? ", " : "",
                              dbt_file_name(skeleton->file ? skeleton->file : ""));
        if (n < SHOWN)
            dbt_buffer_format(out, "%s '%.28s'", n > 0 ? "," : "", name);
        n++;
    }
    if (n > SHOWN)
        dbt_buffer_format(out, " and %d more", n - SHOWN);
}

/* Fails with DBT_E_SKELETON and lists the names that only one skeleton has. If there are none, the
 * hierarchies differ: names the joint with index `joint` in `has` (`to` or `from`), which the other
 * skeleton lacks below the corresponding parent. Returns false. */
static bool fail_differ(const dbt_skeleton *to, const dbt_skeleton *from, const dbt_skeleton *has,
                        int joint, dbt_error *err)
{
    dbt_name_index of_to = { 0 }, of_from = { 0 };
    const dbt_joint *j = &has->joints[joint];
    dbt_buffer unmatched = { 0 };
    dbt_name_index_init(&of_to, to);
    dbt_name_index_init(&of_from, from);
    list_unmatched(to, &of_from, &unmatched);
    list_unmatched(from, &of_to, &unmatched);
    dbt_name_index_release(&of_to);
    dbt_name_index_release(&of_from);
    if (unmatched.size > 0)
        dbt_fail(err, DBT_E_SKELETON, "the skeletons differ: %s (--fit, --rename, --drop)",
                 unmatched.bytes);
    else if (j->parent < 0) /* equal names, different hierarchy */
        dbt_fail(err, DBT_E_SKELETON, "the skeletons differ: %s ROOT '%.80s' (--fit)",
                 has == to ? "no" : "only this clip has a", j->name);
    else
        dbt_fail(err, DBT_E_SKELETON,
                 "the skeletons differ: %s joint '%.80s' under '%.80s' (--fit)",
                 has == to ? "no" : "only this clip has a", j->name, has->joints[j->parent].name);
    dbt_buffer_release(&unmatched);
    return false;
}

/* dbt_skeleton_map by binary search: fills `map`, and fails as it does. sorted[from->n_joints]: the
 * joints of `from`, sorted (compare_siblings), with `mapped` 0; overwrites `mapped`. mapped:
 * [from->n_joints], zeroed; becomes true for each joint of `from` in `map`. */
static bool map_sorted(const dbt_skeleton *to, const dbt_skeleton *from, sibling *sorted,
                       bool *mapped, int *map, dbt_error *err)
{
    const int n = from->n_joints;
    for (int j = 0; j < to->n_joints; j++) {
        const char *name = to->joints[j].name;
        const int parent = to->joints[j].parent < 0 ? -1 : map[to->joints[j].parent];
        const sibling key = { .parent = parent, .name = name, .index = -1 };
        const int first =
            (int)dbt_lower_bound(&key, sorted, (size_t)n, sizeof *sorted, compare_siblings);
        const int at = first < n ? first + sorted[first].mapped : n;
        if (at >= n || sorted[at].parent != parent || strcmp(sorted[at].name, name) != 0)
            return fail_differ(to, from, to, j, err);
        sorted[first].mapped++;
        map[j] = sorted[at].index;
        mapped[map[j]] = true;
    }
    for (int j = 0; j < n; j++)
        if (!mapped[j])
            return fail_differ(to, from, from, j, err);
    return true;
}

bool dbt_skeleton_map(const dbt_skeleton *to, const dbt_skeleton *from, int *map, dbt_error *err)
{
    const size_t n = (size_t)from->n_joints;
    dbt_arena scratch = { .last = NULL };
    sibling *sorted = dbt_arena_array(&scratch, n, sizeof *sorted);
    bool *mapped = dbt_arena_array(&scratch, n, sizeof *mapped);
    for (int j = 0; j < from->n_joints; j++)
        sorted[j] = (sibling){ from->joints[j].parent, from->joints[j].name, j, 0 };
    qsort(sorted, n, sizeof *sorted, compare_siblings);
    const bool ok = map_sorted(to, from, sorted, mapped, map, err);
    dbt_arena_release(&scratch);
    return ok;
}

/* ---- joints by pattern ---- */

int dbt_skeleton_next_match(const dbt_skeleton *skeleton, const char *glob, int joint)
{
    while (++joint < skeleton->n_joints)
        if (dbt_matches(glob, skeleton->joints[joint].name))
            return joint;
    return -1;
}

bool dbt_skeleton_check_match(const dbt_skeleton *skeleton, const char *glob, dbt_error *err)
{
    const int first = dbt_skeleton_next_match(skeleton, glob, -1);
    if (strpbrk(glob, "*?["))
        return first >= 0 ||
               dbt_fail(err, DBT_E_PARAM,
                        "no joint's name matches '%.80s' ('dbtool info' lists all)", glob);
    if (first < 0)
        return fail_no_joint(skeleton, glob, err);
    return dbt_skeleton_next_match(skeleton, glob, first) < 0 || fail_ambiguous(glob, err);
}

bool dbt_skeleton_match(const dbt_skeleton *skeleton, const char *glob, bool *matched,
                        dbt_error *err)
{
    if (!dbt_skeleton_check_match(skeleton, glob, err))
        return false;
    for (int j = -1; (j = dbt_skeleton_next_match(skeleton, glob, j)) >= 0;)
        matched[j] = true;
    return true;
}

int dbt_skeleton_branch(const dbt_skeleton *skeleton)
{
    int branch = skeleton->n_joints - 1;
    for (int j = 1; j < skeleton->n_joints; j++) { /* an only child directly follows its parent */
        const int parent = skeleton->joints[j].parent;
        if (parent < j - 1 && parent < branch)
            branch = parent;
    }
    return branch;
}

#include "bvh/role_file.h"

#include "base/json.h"
#include "base/mem.h"
#include "base/text.h"
#include "bvh/joint_names.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* ---- the file ---- */

/* Reads a role and side from a node: a name of dbt_role_of_name, or null, which sets *role to
 * DBT_NO_ROLE. Derived roles (hips, spine, chest, neck) are rejected. Except with `listed`, for the
 * list of `info`: then they leave *role not set. Fails with DBT_E_PARAM at the node; *role is then
 * undefined. */
static bool read_role(const dbt_json_doc *doc, const dbt_json *node, bool listed,
                      dbt_role_choice *role, dbt_error *err)
{
    static const char *const derived[] = { "hips", "spine", "chest", "neck" };
    const char *text = dbt_json_string(node);
    *role = (dbt_role_choice){ .is_set = true, .role = DBT_NO_ROLE, .side = DBT_NO_SIDE };
    if (!text && strcmp(dbt_json_type_name(node), "null") == 0)
        return true;
    for (size_t i = 0; text && i < sizeof derived / sizeof *derived; i++) {
        if (strcmp(text, derived[i]) != 0)
            continue;
        *role = (dbt_role_choice){ .is_set = false };
        return listed ||
               dbt_json_fail(doc, node, DBT_E_PARAM, err,
                             "'%s' follows from the roles of head and limbs: expected one of these",
                             text);
    }
    if (text && dbt_role_of_name(text, &role->role, &role->side))
        return true;
    char found[80];
    snprintf(found, sizeof found, text ? "'%.60s'" : "%s", text ? text : dbt_json_type_name(node));
    return dbt_json_fail(doc, node, DBT_E_PARAM, err,
                         "expected null, 'head', or 'left' or 'right' and one of collar, shoulder, "
                         "elbow, wrist, hip, knee, ankle, toe; found %s",
                         found);
}

/* The state of the reader. */
typedef struct reading {
    dbt_role_file *roles;
    const dbt_json_doc *doc;
    const dbt_role_entry
        *holder[DBT_N_ROLES][2]; /* the entry with each role and side; NULL: none */
} reading;

/* Whether an entry sets a role other than DBT_NO_ROLE. */
static bool has_role(const dbt_role_entry *entry)
{
    return entry->role.is_set && entry->role.role != DBT_NO_ROLE;
}

/* Adds an entry; of several with one name, the first with a role counts. node: its key (at_key) or
 * value is the position that the entry stores. Fails with DBT_E_PARAM at the node if another entry
 * has the same role and side. */
static bool add_entry(reading *r, const char *name, const dbt_json *node, bool at_key,
                      dbt_role_choice role, dbt_error *err)
{
    dbt_role_entry *entry =
        dbt_names_item(&r->roles->entries, name, offsetof(dbt_role_entry, name));
    if (!has_role(entry)) {
        entry->role = role;
        entry->begin = dbt_json_begin_of(r->doc, node, at_key);
    }
    if (!role.is_set || role.role == DBT_NO_ROLE)
        return true;
    const dbt_role_entry **holder = &r->holder[role.role][role.side == DBT_RIGHT];
    if (*holder) {
        size_t line, col;
        dbt_text_locate(r->doc->begin, (*holder)->begin, &line, &col);
        return dbt_json_fail(r->doc, node, DBT_E_PARAM, err,
                             "'%.60s' has the role of '%.60s' (line %zu): expected another one",
                             name, (*holder)->name, line);
    }
    *holder = entry;
    return true;
}

/* Appends the entries of the object {"NAME": "role", ...}. Fails as read_role and add_entry. */
static bool read_pairs(reading *r, const dbt_json *object, dbt_error *err)
{
    bool ok = true;
    for (const dbt_json *m = dbt_json_first(object); ok && m; m = dbt_json_next(m)) {
        dbt_role_choice role;
        ok = read_role(r->doc, m, false, &role, err) &&
             add_entry(r, dbt_json_key(m), m, true, role, err);
    }
    return ok;
}

/* Appends the entries of the list of joints that `info` prints for a clip: only "name" and "role"
 * of each. Fails with DBT_E_PARAM if one of these is missing, and as read_role and add_entry. */
static bool read_listed(reading *r, const dbt_json *joints, dbt_error *err)
{
    bool ok = true;
    for (const dbt_json *j = dbt_json_first(joints); ok && j; j = dbt_json_next(j)) {
        const dbt_json *name = dbt_json_member(j, "name"), *role = dbt_json_member(j, "role");
        dbt_role_choice choice;
        ok = ((name && dbt_json_string(name) && role) ||
              dbt_json_fail(r->doc, j, DBT_E_PARAM, err,
                            "expected a joint with 'name' and 'role'")) &&
             read_role(r->doc, role, true, &choice, err) &&
             add_entry(r, dbt_json_string(name), role, false, choice, err);
    }
    return ok;
}

/* Reads either form of the file: the object of names and roles; or a clip as `info` lists it, an
 * object with "joints", alone or in a list of one. Fails with DBT_E_PARAM at other forms, a list of
 * several clips, and as read_pairs and read_listed. Entries read before stay. */
static bool read_root(reading *r, const dbt_json *root, dbt_error *err)
{
    const dbt_json *clip = root;
    if (dbt_json_is_array(root) && dbt_json_length(root) == 1)
        clip = dbt_json_first(root);
    const dbt_json *joints = dbt_json_member(clip, "joints");
    if (dbt_json_is_array(root) && dbt_json_length(root) != 1)
        return dbt_json_fail(r->doc, root, DBT_E_PARAM, err,
                             "expected the list of one clip, found %zu", dbt_json_length(root));
    if (dbt_json_is_array(joints))
        return read_listed(r, joints, err);
    if (dbt_json_is_array(root) || !dbt_json_is_object(root))
        return dbt_json_fail(
            r->doc, root, DBT_E_PARAM, err,
            "expected an object of joints' names and roles, or a listed clip, found %s",
            dbt_json_type_name(root));
    return read_pairs(r, root, err);
}

bool dbt_role_file_read(dbt_role_file *roles, const char *text, size_t size, const char *file,
                        dbt_error *err)
{
    dbt_json_doc doc;
    *roles = (dbt_role_file){ .file = file };
    if (!dbt_json_read(&doc, text, size, file, err))
        return false;
    roles->text = doc.begin;
    reading r = { .roles = roles, .doc = &doc };
    const bool ok = read_root(&r, doc.root, err);
    dbt_json_release(&doc);
    if (!ok)
        dbt_role_file_release(roles);
    return ok;
}

void dbt_role_file_release(dbt_role_file *roles)
{
    dbt_names_release_values(&roles->entries);
    *roles = (dbt_role_file){ .file = NULL };
}

/* ---- a clip ---- */

/* Fills *match: counts the entries with a role whose joint the clip has, and finds the first that
 * it lacks. index: of the clip's skeleton. Fails with DBT_E_PARAM, at the
 * entry, if two joints of the clip have the name of such an entry. */
static bool find_match(const dbt_role_file *roles, const dbt_clip *clip,
                       const dbt_name_index *index, dbt_role_match *match, dbt_error *err)
{
    *match = (dbt_role_match){ .roles = roles, .clip = clip->file };
    for (ptrdiff_t i = 0; i < arrlen(roles->entries.list); i++) {
        const dbt_role_entry *entry = roles->entries.list[i].value;
        size_t line, col;
        if (!has_role(entry))
            continue;
        if (!dbt_name_index_has(index, entry->name))
            match->missing = match->missing ? match->missing : entry;
        else if (dbt_name_index_find(index, entry->name, NULL) >= 0)
            match->n_found++;
        else {
            dbt_text_locate(roles->text, entry->begin, &line, &col);
            return dbt_fail_at(err, DBT_E_PARAM, roles->file, line, col,
                               "two joints of '%.80s' are called '%.80s': neither can have a role",
                               clip->file, entry->name);
        }
    }
    return true;
}

bool dbt_role_file_apply(const dbt_role_file *roles, dbt_clip *clip, dbt_role_match *match,
                         dbt_error *err)
{
    dbt_name_index index;
    dbt_name_index_init(&index, &clip->skeleton);
    const bool ok = find_match(roles, clip, &index, match, err);
    dbt_name_index_release(&index);
    for (int j = 0; ok && !match->missing && j < clip->skeleton.n_joints; j++) {
        dbt_joint *joint = &clip->skeleton.joints[j];
        const dbt_role_entry *entry = dbt_names_get(&roles->entries, joint->name);
        if (entry)
            joint->chosen_role = entry->role;
    }
    return ok;
}

void dbt_role_match_improve(dbt_role_match *best, const dbt_role_match *other)
{
    if (!best->roles ||
        (other->roles && best->missing && (!other->missing || other->n_found > best->n_found)))
        *best = *other;
}

bool dbt_role_match_check(const dbt_role_match *best, dbt_error *err)
{
    size_t line, col;
    if (!best->roles || !best->missing)
        return true;
    dbt_text_locate(best->roles->text, best->missing->begin, &line, &col);
    return dbt_fail_at(err, DBT_E_PARAM, best->roles->file, line, col,
                       "no joint of '%.80s' is called '%.80s': a file of roles is for clips that "
                       "have all its joints",
                       best->clip, best->missing->name);
}

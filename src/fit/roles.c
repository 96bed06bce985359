#include "fit/roles.h"

#include "base/mem.h"
#include "fit/body_tree.h"
#include "fit/fit.h"
#include "fit/knees.h"
#include "fit/up_axis.h"

#include <stdio.h>
#include <string.h>

int dbt_listed_compare_keys(const dbt_listed_joint *a, const dbt_listed_joint *b)
{
    if (a->parent != b->parent)
        return a->parent < b->parent ? -1 : 1;
    const int words = strcmp(a->word, b->word);
    return words ? words : a->side - b->side;
}

int dbt_listed_compare(const void *left, const void *right)
{
    const dbt_listed_joint *a = left, *b = right;
    const int keys = dbt_listed_compare_keys(a, b);
    return keys ? keys : (a->joint > b->joint) - (a->joint < b->joint);
}

/* ---- roles ---- */

/* Examples of names of a role's joints, left and right; NULL: no joint is needed there. */
static const char *const examples[DBT_N_ROLES][2] = {
    [DBT_UPPER_ARM] = { "LeftArm, LeftUpperArm, upperarm_l",
                        "RightArm, RightUpperArm, upperarm_r" },
    [DBT_FOREARM] = { "LeftForeArm, LeftElbow, lowerarm_l",
                      "RightForeArm, RightElbow, lowerarm_r" },
    [DBT_HAND] = { "LeftHand, LeftWrist, hand_l", "RightHand, RightWrist, hand_r" },
    [DBT_THIGH] = { "LeftUpLeg, LeftHip, thigh_l", "RightUpLeg, RightHip, thigh_r" },
    [DBT_SHIN] = { "LeftLeg, LeftKnee, calf_l", "RightLeg, RightKnee, calf_r" },
    [DBT_FOOT] = { "LeftFoot, LeftAnkle, foot_l", "RightFoot, RightAnkle, foot_r" },
    [DBT_HEAD] = { "Head, head", NULL },
};

/* Whether a needed role has no joint on a side. */
static bool lacks(const dbt_roles *roles, int role, int side)
{
    return examples[role][side] && roles->joint[role][side] < 0;
}

static bool lacks_any(const dbt_roles *roles)
{
    bool any = false;
    for (int r = 0; r < DBT_N_ROLES; r++)
        any = any || lacks(roles, r, DBT_LEFT) || lacks(roles, r, DBT_RIGHT);
    return any;
}

/* Sets has_named_knee, before adding knees. Adds a missing knee if names define hip and ankle with
 * two or more joints between: dbt_knee_by_length, unless that joint has another role or the user
 * chose that it has none. Sets its `of`, `joint` and side. */
static void add_knees(dbt_roles *roles)
{
    for (int side = 0; side < 2; side++) {
        const int hip = roles->joint[DBT_THIGH][side], ankle = roles->joint[DBT_FOOT][side];
        int *knee = &roles->joint[DBT_SHIN][side];
        roles->has_named_knee[side] = *knee >= 0;
        if (*knee >= 0 || hip < 0 || ankle < 0)
            continue;
        *knee = dbt_knee_by_length(roles->skeleton, hip, ankle);
        if (*knee < 0)
            continue;
        if (roles->of[*knee] != DBT_NO_ROLE || roles->skeleton->joints[*knee].chosen_role.is_set) {
            *knee = -1; /* it has another role */
            continue;
        }
        roles->of[*knee] = DBT_SHIN;
        roles->words[*knee].side = side;
    }
}

void dbt_roles_find(dbt_roles *roles, const dbt_skeleton *skeleton, dbt_arena *memory)
{
    *roles = (dbt_roles){ .skeleton = skeleton, .has_sides = true };
    roles->words = dbt_joint_words(skeleton, memory);
    roles->of = dbt_arena_array(memory, (size_t)skeleton->n_joints, sizeof *roles->of);
    dbt_named_roles(skeleton, roles->words, roles->of, roles->joint);
    for (int j = 0; j < skeleton->n_joints; j++) {
        const dbt_role_choice chosen = skeleton->joints[j].chosen_role;
        roles->are_chosen = roles->are_chosen || (chosen.is_set && !chosen.by_motion);
        roles->have_knees_by_motion = roles->have_knees_by_motion || chosen.by_motion;
    }
    add_knees(roles);
    if (lacks_any(roles))
        (void)dbt_body_tree_find(roles, memory);
}

/* ---- the body ---- */

/* Returns "left ", "right ", or "" for the head. */
static const char *side_name(int role, int side)
{
    return role == DBT_HEAD ? "" : side == DBT_LEFT ? "left " : "right ";
}

/* Writes the missing needed roles (all but collars and toes) to list[size], which must hold all:
 * "left knee, head", or "knees" for both. Returns the number of entries ("knees" is one); if 0,
 * writes nothing. */
static int list_missing(const dbt_roles *roles, char *list, size_t size)
{
    int n = 0;
    size_t used = 0;
    for (int r = 0; r < DBT_N_ROLES; r++) {
        const bool left = lacks(roles, r, DBT_LEFT), right = lacks(roles, r, DBT_RIGHT);
        if (!left && !right)
            continue;
        const char *side = left && right ? "" : side_name(r, left ? DBT_LEFT : DBT_RIGHT);
        used += (size_t)snprintf(list + used, size - used, "%s%s%s%s", n++ > 0 ? ", " : "", side,
                                 dbt_role_name(r), left && right ? "s" : "");
    }
    return n;
}

/* Fails with DBT_E_SKELETON if a needed role has no joint. The message lists all missing roles,
 * and examples of names of the first one. */
static bool find_needed(const dbt_roles *roles, dbt_error *err)
{
    char missing[120];
    const int n = list_missing(roles, missing, sizeof missing);
    for (int r = 0; r < DBT_N_ROLES; r++)
        for (int side = 0; side < 2; side++)
            if (lacks(roles, r, side))
                return dbt_fail(
                    err, DBT_E_SKELETON,
                    "no %s found (names such as %s; --rename can give %s, --roles sets %s)",
                    missing, examples[r][side], n > 1 ? "them" : "one", n > 1 ? "them" : "it");
    return true;
}

static void clear_role(dbt_roles *roles, int role, int side)
{
    roles->of[roles->joint[role][side]] = DBT_NO_ROLE;
    roles->joint[role][side] = -1;
}

/* Fails with DBT_E_SKELETON if a needed joint of a limb is not below the one before. Clears the
 * role of a collar or a toe outside the limb. first: DBT_COLLAR or DBT_THIGH. Call after
 * find_needed. */
static bool check_limb(dbt_roles *roles, int first, int side, dbt_error *err)
{
    for (int r = first; r < first + 3; r++) {
        const int upper = roles->joint[r][side], lower = roles->joint[r + 1][side];
        if (upper < 0 || lower < 0 || dbt_joint_is_under(roles->skeleton, lower, upper))
            continue;
        if (!examples[r][side])
            clear_role(roles, r, side);
        else if (!examples[r + 1][side])
            clear_role(roles, r + 1, side);
        else
            return dbt_fail(
                err, DBT_E_SKELETON, "'%.80s', the %s%s, is not below '%.80s', the %s%s",
                roles->skeleton->joints[lower].name, side_name(r, side), dbt_role_name(r + 1),
                roles->skeleton->joints[upper].name, side_name(r, side), dbt_role_name(r));
    }
    return true;
}

/* Fails with DBT_E_SKELETON if the head is below a limb, or a limb below the head. Clears the role
 * of a collar above the head. first: DBT_COLLAR or DBT_THIGH. Call after find_needed. */
static bool check_head(dbt_roles *roles, int first, int side, dbt_error *err)
{
    const dbt_skeleton *s = roles->skeleton;
    const int role = first == DBT_COLLAR ? DBT_UPPER_ARM : first, limb = roles->joint[role][side];
    const int head = roles->joint[DBT_HEAD][0], collar = roles->joint[DBT_COLLAR][side];
    if (dbt_joint_is_under(s, head, limb) || dbt_joint_is_under(s, limb, head))
        return dbt_fail(
            err, DBT_E_SKELETON, "'%.80s', the head, and '%.80s', the %s%s, are in one line",
            s->joints[head].name, s->joints[limb].name, side_name(role, side), dbt_role_name(role));
    if (collar >= 0 && dbt_joint_is_under(s, head, collar))
        clear_role(roles, DBT_COLLAR, side);
    return true;
}

/* Returns the lowest common ancestor of two joints; a joint counts as its own ancestor. */
static int meet(const dbt_skeleton *s, int a, int b)
{
    while (a != b) {
        if (a > b)
            a = s->joints[a].parent;
        else
            b = s->joints[b].parent;
    }
    return a;
}

/* Lowest common ancestor of both joints of a role and the head. */
static int meet_head(const dbt_roles *roles, int role)
{
    const int *limbs = roles->joint[role];
    return meet(roles->skeleton, meet(roles->skeleton, limbs[DBT_LEFT], limbs[DBT_RIGHT]),
                roles->head);
}

bool dbt_roles_resolve(dbt_roles *roles, dbt_arena *memory, dbt_error *err)
{
    const dbt_skeleton *s = roles->skeleton;
    if (!find_needed(roles, err))
        return false;
    for (int side = 0; side < 2; side++)
        for (int first = DBT_COLLAR; first <= DBT_THIGH; first += DBT_THIGH - DBT_COLLAR)
            if (!check_limb(roles, first, side, err) || !check_head(roles, first, side, err))
                return false;
    roles->head = roles->joint[DBT_HEAD][0];
    roles->hips = meet_head(roles, DBT_THIGH);
    roles->chest = meet_head(roles, DBT_UPPER_ARM);
    if (!dbt_joint_is_under(s, roles->chest, roles->hips))
        return dbt_fail(err, DBT_E_SKELETON, "the arms branch off above the legs, at '%.80s'",
                        s->joints[roles->chest].name);
    roles->n_line = 1;
    for (int j = roles->head; j != roles->hips; j = s->joints[j].parent)
        roles->n_line++;
    roles->line = dbt_arena_array(memory, (size_t)roles->n_line, sizeof *roles->line);
    roles->line_index = dbt_arena_array(memory, (size_t)s->n_joints, sizeof *roles->line_index);
    for (int j = 0; j < s->n_joints; j++)
        roles->line_index[j] = -1;
    for (int i = roles->n_line - 1, j = roles->head; i >= 0; i--, j = s->joints[j].parent) {
        roles->line[i] = j;
        roles->line_index[j] = i;
    }
    return true;
}

/* Swaps left and right in words[].side and joint[][]. The flags of *roles do not change. */
static void exchange_sides(dbt_roles *roles)
{
    for (int j = 0; j < roles->skeleton->n_joints; j++)
        if (roles->words[j].side != DBT_NO_SIDE)
            roles->words[j].side = DBT_LEFT + DBT_RIGHT - roles->words[j].side;
    for (int r = 0; r < DBT_HEAD; r++) {
        const int left = roles->joint[r][DBT_LEFT];
        roles->joint[r][DBT_LEFT] = roles->joint[r][DBT_RIGHT];
        roles->joint[r][DBT_RIGHT] = left;
    }
}

bool dbt_roles_check(dbt_roles *roles, const dbt_up_axis *up, dbt_error *err)
{
    if (up->four_legged)
        return dbt_fail(err, DBT_E_SKELETON,
                        "its hands are as low as its feet: a four-legged rig is not fitted");
    if (!roles->has_sides && up->sides == DBT_SIDES_UNKNOWN)
        return dbt_fail(err, DBT_E_SKELETON,
                        "neither names nor feet show which side is the left one (--rename can name "
                        "a joint, --roles sets roles)");
    const dbt_joint *joints = roles->skeleton->joints;
    const int *hips = roles->joint[DBT_THIGH];
    const bool has_chosen_hip =
        joints[hips[DBT_LEFT]].chosen_role.is_set || joints[hips[DBT_RIGHT]].chosen_role.is_set;
    const bool exchanged = up->sides == DBT_SIDES_EXCHANGED && !has_chosen_hip;
    if (exchanged)
        exchange_sides(roles);
    roles->are_exchanged = roles->has_sides && exchanged;
    return true;
}

/* ---- the list ---- */

/* Returns the role of a joint as static texts: also hips, spine, chest or neck if the line is
 * resolved. Name NULL: none. */
static dbt_joint_role role_at(const dbt_roles *roles, int joint)
{
    const int role = roles->of[joint], index = roles->line_index ? roles->line_index[joint] : -1;
    if (role != DBT_NO_ROLE)
        return (dbt_joint_role){ side_name(role, roles->words[joint].side), dbt_role_name(role) };
    if (index < 0)
        return (dbt_joint_role){ "", NULL };
    const int chest = roles->line_index[roles->chest];
    return (dbt_joint_role){ "", index == 0      ? "hips"
                                 : index < chest ? "spine"
                                 : index > chest ? "neck"
                                                 : "chest" };
}

void dbt_fit_roles_find(dbt_fit_roles *list, const dbt_clip *clip)
{
    const dbt_skeleton *skeleton = &clip->skeleton;
    dbt_up_axis up;
    dbt_arena memory = { .last = NULL };
    dbt_error reason;
    dbt_roles roles;
    *list = (dbt_fit_roles){ .joints = dbt_alloc_array((size_t)skeleton->n_joints,
                                                       sizeof *list->joints) };
    dbt_roles_find(&roles, skeleton, &memory);
    dbt_up_axis_find(&up, clip);
    if (!dbt_roles_resolve(&roles, &memory, &reason) ||
        (clip->n_frames > 0 && !dbt_roles_check(&roles, &up, &reason)))
        list->problem = reason;
    list->by_file = roles.are_chosen;
    list->knees_by_motion = roles.have_knees_by_motion;
    list->by_tree = roles.by_tree;
    list->by_names = roles.has_sides;
    list->exchanged = roles.are_exchanged;
    for (int j = 0; j < skeleton->n_joints; j++)
        list->joints[j] = role_at(&roles, j);
    for (int r = 0; r < DBT_N_ROLES; r++)
        for (int side = 0; side < (r == DBT_HEAD ? 1 : 2); side++)
            if (roles.joint[r][side] < 0)
                list->missing[list->n_missing++] =
                    (dbt_joint_role){ side_name(r, side), dbt_role_name(r) };
    dbt_arena_release(&memory);
}

void dbt_fit_roles_release(dbt_fit_roles *roles)
{
    dbt_free(roles->joints);
    *roles = (dbt_fit_roles){ .joints = NULL };
}

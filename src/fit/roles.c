#include "fit/roles.h"

#include "base/mem.h"
#include "fit/fit.h"
#include "fit/up_axis.h"

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

typedef struct role_row {
    const char *name;  /* of the joint, in messages */
    const char *words; /* each between blanks */
    const char *examples;
    bool needed;
} role_row;

/* The words of `foot` and `hand` are those that leave no doubt; sometimes_of has the others. */
static const role_row rows[DBT_N_ROLES] = {
    [DBT_COLLAR] = { "collar", " clavicle collar clavic collarbone ", "", false },
    [DBT_UPPER_ARM] = { "shoulder", " arm upperarm shldr uparm shldrbend ",
                        "%Arm, %UpperArm, upperarm_%", true },
    [DBT_FOREARM] = { "elbow", " forearm elbow lowerarm lowarm forearmbend ",
                      "%ForeArm, %Elbow, lowerarm_%", true },
    [DBT_HAND] = { "wrist", " wrist ", "%Hand, %Wrist, hand_%", true },
    [DBT_THIGH] = { "hip", " upleg thigh hip upperleg upperlegs femur thighbend ",
                    "%UpLeg, %Hip, thigh_%", true },
    [DBT_SHIN] = { "knee", " shin calf lowerleg knee lowleg tibia ", "%Leg, %Knee, calf_%", true },
    [DBT_FOOT] = { "ankle", " ankle ", "%Foot, %Ankle, foot_%", true },
    [DBT_TOE] = { "toe", " toe toebase toes toe0 toe1 ball ", "", false },
    [DBT_HEAD] = { "head", " head ", "Head, head", true },
};

/* The row that has the word; DBT_NO_ROLE: none. */
static int row_of(dbt_joint_word w)
{
    const size_t n = strlen(w.word);
    for (int r = 0; r < DBT_N_ROLES; r++) {
        if ((r == DBT_HEAD) != (w.side == DBT_NO_SIDE))
            continue;
        for (const char *at = rows[r].words; n > 0 && (at = strstr(at, w.word)); at++)
            if (at[-1] == ' ' && at[n] == ' ')
                return r;
    }
    return DBT_NO_ROLE;
}

/* The role of a word that other words of its side decide: has[row] says which rows they are of. */
static int sometimes_of(const char *word, const bool *has)
{
    if (strcmp(word, "leg") == 0)
        return has[DBT_SHIN] ? DBT_THIGH : DBT_SHIN;
    if (strcmp(word, "shoulder") == 0)
        return has[DBT_COLLAR] || !has[DBT_UPPER_ARM] ? DBT_UPPER_ARM : DBT_COLLAR;
    if (strcmp(word, "foot") == 0)
        return has[DBT_FOOT] ? DBT_TOE : DBT_FOOT;
    if (strcmp(word, "hand") == 0)
        return has[DBT_HAND] ? DBT_NO_ROLE : DBT_HAND;
    return DBT_NO_ROLE;
}

void dbt_roles_find(dbt_roles *roles, const dbt_skeleton *skeleton, dbt_arena *memory)
{
    const int n = skeleton->n_joints;
    *roles = (dbt_roles){ .skeleton = skeleton };
    roles->words = dbt_joint_words(skeleton, memory);
    roles->of = dbt_arena_array(memory, (size_t)n, sizeof *roles->of);
    bool has[3][DBT_N_ROLES] = { { false } };
    for (int j = 0; j < n; j++) {
        const int row = row_of(roles->words[j]);
        roles->of[j] = row;
        if (row != DBT_NO_ROLE)
            has[roles->words[j].side][row] = true;
    }
    for (int r = 0; r < DBT_N_ROLES; r++)
        roles->joint[r][0] = roles->joint[r][1] = -1;
    for (int j = 0; j < n; j++) {
        const dbt_joint_word w = roles->words[j];
        if (roles->of[j] == DBT_NO_ROLE && w.side != DBT_NO_SIDE)
            roles->of[j] = sometimes_of(w.word, has[w.side]);
        if (roles->of[j] == DBT_NO_ROLE)
            continue;
        int *first = &roles->joint[roles->of[j]][w.side == DBT_NO_SIDE ? 0 : w.side];
        if (*first < 0)
            *first = j;
        else
            roles->of[j] = DBT_NO_ROLE;
    }
}

/* ---- the body ---- */

static const char *side_name(int role, int side)
{
    return role == DBT_HEAD ? "" : side == DBT_LEFT ? "left " : "right ";
}

/* Writes the names by which a role is found, for one side. */
static void write_examples(const char *examples, int side, char *out, size_t size)
{
    static const char *const whole[] = { "Left", "Right" }, *const one[] = { "l", "r" };
    size_t used = 0;
    for (const char *p = examples; *p && used + 8 < size; p++) {
        if (*p != '%') {
            out[used++] = *p;
            continue;
        }
        const char *name = p > examples && p[-1] == '_' ? one[side] : whole[side];
        memcpy(out + used, name, strlen(name));
        used += strlen(name);
    }
    out[used] = '\0';
}

static bool find_needed(const dbt_roles *roles, dbt_error *err)
{
    char examples[80];
    for (int r = 0; r < DBT_N_ROLES; r++)
        for (int side = 0; side < (r == DBT_HEAD ? 1 : 2); side++) {
            if (roles->joint[r][side] >= 0 || !rows[r].needed)
                continue;
            write_examples(rows[r].examples, side, examples, sizeof examples);
            return dbt_fail(
                err, DBT_E_SKELETON,
                "no %s%s found (names such as %s; " DBT_SETTING("rename") " can give one)",
                side_name(r, side), rows[r].name, examples);
        }
    return true;
}

static void take_role(dbt_roles *roles, int role, int side)
{
    roles->of[roles->joint[role][side]] = DBT_NO_ROLE;
    roles->joint[role][side] = -1;
}

/* Each joint of a limb must be below the one before. A collar or a toe that hangs elsewhere has no
 * role. */
static bool check_limb(dbt_roles *roles, int first, int side, dbt_error *err)
{
    for (int r = first; r < first + 3; r++) {
        const int upper = roles->joint[r][side], lower = roles->joint[r + 1][side];
        if (upper < 0 || lower < 0 || dbt_joint_is_under(roles->skeleton, lower, upper))
            continue;
        if (!rows[r].needed)
            take_role(roles, r, side);
        else if (!rows[r + 1].needed)
            take_role(roles, r + 1, side);
        else
            return dbt_fail(
                err, DBT_E_SKELETON, "'%.80s', the %s%s, is not below '%.80s', the %s%s",
                roles->skeleton->joints[lower].name, side_name(r, side), rows[r + 1].name,
                roles->skeleton->joints[upper].name, side_name(r, side), rows[r].name);
    }
    return true;
}

/* A limb and the head must not be below one another. */
static bool check_head(dbt_roles *roles, int first, int side, dbt_error *err)
{
    const dbt_skeleton *s = roles->skeleton;
    const int role = first == DBT_COLLAR ? DBT_UPPER_ARM : first, limb = roles->joint[role][side];
    const int head = roles->joint[DBT_HEAD][0], collar = roles->joint[DBT_COLLAR][side];
    if (dbt_joint_is_under(s, head, limb) || dbt_joint_is_under(s, limb, head))
        return dbt_fail(
            err, DBT_E_SKELETON, "'%.80s', the head, and '%.80s', the %s%s, are in one line",
            s->joints[head].name, s->joints[limb].name, side_name(role, side), rows[role].name);
    if (collar >= 0 && dbt_joint_is_under(s, head, collar))
        take_role(roles, DBT_COLLAR, side);
    return true;
}

/* The lowest joint that both are under. */
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

static int meet_head(const dbt_roles *roles, int role)
{
    const int *limbs = roles->joint[role];
    return meet(roles->skeleton, meet(roles->skeleton, limbs[DBT_LEFT], limbs[DBT_RIGHT]),
                roles->head);
}

bool dbt_roles_settle(dbt_roles *roles, dbt_arena *memory, dbt_error *err)
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
    roles->line_place = dbt_arena_array(memory, (size_t)s->n_joints, sizeof *roles->line_place);
    for (int j = 0; j < s->n_joints; j++)
        roles->line_place[j] = -1;
    for (int i = roles->n_line - 1, j = roles->head; i >= 0; i--, j = s->joints[j].parent) {
        roles->line[i] = j;
        roles->line_place[j] = i;
    }
    return true;
}

bool dbt_fail_four_legged(dbt_error *err)
{
    return dbt_fail(err, DBT_E_SKELETON,
                    "its hands are as low as its feet: a four-legged rig is not fitted");
}

/* ---- the list ---- */

static dbt_joint_role role_at(const dbt_roles *roles, int joint)
{
    const int role = roles->of[joint], place = roles->line_place ? roles->line_place[joint] : -1;
    if (role != DBT_NO_ROLE)
        return (dbt_joint_role){ side_name(role, roles->words[joint].side), rows[role].name };
    if (place < 0)
        return (dbt_joint_role){ "", NULL };
    const int chest = roles->line_place[roles->chest];
    return (dbt_joint_role){ "", place == 0      ? "hips"
                                 : place < chest ? "spine"
                                 : place > chest ? "neck"
                                                 : "chest" };
}

void dbt_fit_roles_find(dbt_fit_roles *list, const dbt_clip *clip)
{
    const dbt_skeleton *skeleton = &clip->skeleton;
    dbt_up_axis up;
    dbt_arena memory = { .last = NULL };
    dbt_error reason = { .code = DBT_OK };
    dbt_roles roles;
    *list = (dbt_fit_roles){ .joints = dbt_alloc_array((size_t)skeleton->n_joints,
                                                       sizeof *list->joints) };
    dbt_roles_find(&roles, skeleton, &memory);
    const bool whole = dbt_roles_settle(&roles, &memory, &reason);
    const bool ok = list->joints && (whole || reason.code == DBT_E_SKELETON);
    for (int j = 0; ok && j < skeleton->n_joints; j++)
        list->joints[j] = role_at(&roles, j);
    for (int r = 0; ok && r < DBT_N_ROLES; r++)
        for (int side = 0; side < (r == DBT_HEAD ? 1 : 2); side++)
            if (roles.joint[r][side] < 0)
                list->missing[list->n_missing++] =
                    (dbt_joint_role){ side_name(r, side), rows[r].name };
    dbt_up_axis_find(&up, clip);
    if (whole && up.four_legged)
        (void)dbt_fail_four_legged(&reason);
    list->problem = reason;
    dbt_arena_release(&memory);
    if (!ok)
        dbt_fit_roles_release(list);
}

void dbt_fit_roles_release(dbt_fit_roles *roles)
{
    dbt_free(roles->joints);
    *roles = (dbt_fit_roles){ .joints = NULL };
}

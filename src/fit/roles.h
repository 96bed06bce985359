/* Roles of the joints of a two-legged rig, from their names and their positions in the hierarchy
 * (dbtool-internals(7), OTHER RIGS). Knows skeletons; knows no frames. Internal to src/fit. */
#ifndef DBT_FIT_ROLES_H
#define DBT_FIT_ROLES_H

#include "base/arena.h"
#include "bvh/joint_names.h"
#include "fit/up_axis.h"

/* An entry of a list of joints, sorted by parent, word, side and index. */
typedef struct dbt_listed_joint {
    int parent;
    const char *word;
    int side, joint;
} dbt_listed_joint;

/* Order of entries for qsort, and the order of keys: parent, word and side, without the index. */
int dbt_listed_compare(const void *left, const void *right);
int dbt_listed_compare_keys(const dbt_listed_joint *a, const dbt_listed_joint *b);

/* Roles of a skeleton's joints. The arrays are in the caller's arena. */
typedef struct dbt_roles {
    const dbt_skeleton *skeleton; /* borrowed */
    dbt_joint_word *words;        /* [n_joints]: word and side of each name */
    int *of;                      /* [n_joints]: dbt_role or DBT_NO_ROLE */
    int joint[DBT_N_ROLES][2];    /* joint of each role and side; the head at side 0; -1: none */
    bool by_tree;                 /* roles are from fit/body_tree.h, as names were not enough */
    bool has_sides;               /* sides are known from names */
    bool are_exchanged;           /* names exchange left and right */
    bool has_named_knee[2];       /* by side */
    bool are_chosen;              /* some roles are from a file of --roles */
    bool have_knees_by_motion;    /* a knee was chosen by its motion (fit/knees.h) */

    /* Set by dbt_roles_resolve. */
    int hips, chest, head;
    int *line; /* [n_line]: joints from the hips to the head, both included */
    int n_line;
    int *line_index; /* [n_joints]: index of a joint in line; -1: not in it */
} dbt_roles;

/* Finds the word and side of each name, and the roles. Roles are from names; chosen roles
 * (dbt_role_choice) override them. If a role other than collar and toe is missing, all are from the
 * tree, if it has a body. Roles that are still missing are no failure. Overwrites *roles, without
 * freeing: line and line_index are NULL. Borrows skeleton; the arrays are in the arena. */
void dbt_roles_find(dbt_roles *roles, const dbt_skeleton *skeleton, dbt_arena *memory);

/* Finds hips, chest, head and the line between them. Clears roles of collars and toes outside
 * their limb. Fails with DBT_E_SKELETON, without a file, if a needed role is missing, or if the
 * hierarchy is not that of a body: line and line_index are then unchanged; hips, chest and head may
 * be set. */
DBT_CHECK bool dbt_roles_resolve(dbt_roles *roles, dbt_arena *memory, dbt_error *err);

/* Checks a body by its frames, after dbt_roles_resolve. Exchanges the sides if the feet show that
 * they are exchanged, unless the user chose a hip. Sets are_exchanged: whether it did, and names
 * gave these sides. Fails with DBT_E_SKELETON, without a file, for a body on four legs, and if
 * neither names nor frames show which side is the left one; nothing changes then. up: of the same
 * clip. */
DBT_CHECK bool dbt_roles_check(dbt_roles *roles, const dbt_up_axis *up, dbt_error *err);

/* Returns the role at the far end of a limb's bone; DBT_NO_ROLE: the limb ends here. */
static inline int dbt_role_next(int role)
{
    return role == DBT_NO_ROLE || role == DBT_HAND || role >= DBT_TOE ? DBT_NO_ROLE : role + 1;
}

/* Returns the joint of the next role on the same side; -1: none. */
static inline int dbt_roles_next(const dbt_roles *roles, int joint)
{
    const int next = dbt_role_next(roles->of[joint]);
    return next == DBT_NO_ROLE ? -1 : roles->joint[next][roles->words[joint].side];
}

/* Whether a joint is `top` or below it. */
static inline bool dbt_joint_is_under(const dbt_skeleton *skeleton, int joint, int top)
{
    while (joint > top)
        joint = skeleton->joints[joint].parent;
    return joint == top;
}

/* Returns the number of joints in the spine: after the hips, up to and including the chest. */
static inline int dbt_roles_n_spine(const dbt_roles *roles)
{
    return roles->line_index[roles->chest];
}

/* Returns the number of joints between chest and head. */
static inline int dbt_roles_n_neck(const dbt_roles *roles)
{
    return roles->n_line - 2 - dbt_roles_n_spine(roles);
}

#endif

/* What the joints of a two-legged rig are, by their names and their places in the hierarchy
 * (dbtool-internals(7), OTHER RIGS). For this folder alone. */
#ifndef DBT_FIT_ROLES_H
#define DBT_FIT_ROLES_H

#include "base/arena.h"
#include "bvh/joint_names.h"
#include "fit/up_axis.h"

/* A joint in a list that is sorted by parent, word, side and number. */
typedef struct dbt_listed_joint {
    int parent;
    const char *word;
    int side, joint;
} dbt_listed_joint;

/* Their order as for qsort, and without the number. */
int dbt_listed_compare(const void *left, const void *right);
int dbt_listed_compare_keys(const dbt_listed_joint *a, const dbt_listed_joint *b);

typedef struct dbt_roles {
    const dbt_skeleton *skeleton; /* borrowed */
    dbt_joint_word *words;        /* [n_joints] */
    int *of;                      /* [n_joints]: a dbt_role, or DBT_NO_ROLE */
    int joint[DBT_N_ROLES][2];    /* of each role and side; the head at 0; -1: none */
    bool by_tree;                 /* names did not do: roles are those of fit/body_tree.h */
    bool has_sides;               /* which side is the left one is known from names */
    bool are_exchanged;           /* names call the sides by each other's names */
    bool has_named_knee[2];       /* of each side */
    bool are_chosen;              /* some roles are those of a file of --roles */
    bool have_knees_by_motion;    /* a knee is the joint that moves most (fit/knees.h) */

    /* Set by dbt_roles_settle. */
    int hips, chest, head;
    int *line; /* [n_line]: from the hips to the head, both included */
    int n_line;
    int *line_place; /* [n_joints]: a joint's place in line; -1: not in it */
} dbt_roles;

/* Finds words and roles: by names, and where they leave one out, by the tree. A missing role is no
 * error. The arrays are the arena's, which may have failed. */
void dbt_roles_find(dbt_roles *roles, const dbt_skeleton *skeleton, dbt_arena *memory);

/* Finds hips, chest and head. Fails with DBT_E_SKELETON, a reason without a file, if a role is
 * missing that fitting needs, or if the joints do not hang together as a body does. */
DBT_CHECK bool dbt_roles_settle(dbt_roles *roles, dbt_arena *memory, dbt_error *err);

/* What fitting needs to know beside the tree: fails for a body on four legs, and where neither
 * names nor the frames show which side is the left one. Exchanges sides that are called by each
 * other's names. */
DBT_CHECK bool dbt_roles_check(dbt_roles *roles, const dbt_up_axis *up, dbt_error *err);

/* The role at the far end of a limb's bone; DBT_NO_ROLE: the limb ends here. */
static inline int dbt_role_next(int role)
{
    return role == DBT_NO_ROLE || role == DBT_HAND || role >= DBT_TOE ? DBT_NO_ROLE : role + 1;
}

/* The joint of the next role on the same side; -1: none. */
static inline int dbt_roles_next(const dbt_roles *roles, int joint)
{
    const int next = dbt_role_next(roles->of[joint]);
    return next == DBT_NO_ROLE ? -1 : roles->joint[next][roles->words[joint].side];
}

/* Whether a joint is another one or below it. */
static inline bool dbt_joint_is_under(const dbt_skeleton *skeleton, int joint, int top)
{
    while (joint > top)
        joint = skeleton->joints[joint].parent;
    return joint == top;
}

/* The numbers of joints in the spine, which ends with the chest, and between chest and head. */
static inline int dbt_roles_n_spine(const dbt_roles *roles)
{
    return roles->line_place[roles->chest];
}

static inline int dbt_roles_n_neck(const dbt_roles *roles)
{
    return roles->n_line - 2 - dbt_roles_n_spine(roles);
}

#endif

/* The names of joints: what programs call the parts of a body. */
#ifndef DBT_BVH_JOINT_NAMES_H
#define DBT_BVH_JOINT_NAMES_H

#include "base/arena.h"
#include "bvh/skeleton.h"

enum { DBT_LEFT, DBT_RIGHT, DBT_NO_SIDE };

/* What a name says: the side of a joint, and the rest as one word. */
typedef struct dbt_joint_word {
    char *word; /* lower case; may be empty */
    int side;
} dbt_joint_word;

/* What a joint is in a two-legged body. */
typedef enum dbt_role {
    DBT_COLLAR,
    DBT_UPPER_ARM,
    DBT_FOREARM,
    DBT_HAND,
    DBT_THIGH,
    DBT_SHIN,
    DBT_FOOT,
    DBT_TOE,
    DBT_HEAD, /* the only one without a side */
    DBT_N_ROLES
} dbt_role;

enum { DBT_NO_ROLE = -1 };

/* What messages call the joint of a role: "knee" for the shin's. */
const char *dbt_role_name(int role);

/* Reads "head", "left knee" or "right shin": a role by the name of its joint or of its bone. */
bool dbt_role_of_name(const char *text, int *role, int *side);

/* The words of all joints, [n_joints]. A chosen role has its own side. The arena owns them. */
dbt_joint_word *dbt_joint_words(const dbt_skeleton *skeleton, dbt_arena *memory);

/* The roles that were chosen or that words show, into of[n_joints], and the joints that have them,
 * into joint[DBT_N_ROLES][2]: of each role and side, the head at 0; -1: none. Of several joints
 * with one role the first has it. */
void dbt_named_roles(const dbt_skeleton *skeleton, const dbt_joint_word *words, int *of,
                     int joint[][2]);

/* Whether a joint is a foot or a part of one: names of goals of inverse kinematics, of footsteps
 * (3ds Max) and of eyeballs are not. */
bool dbt_is_foot_name(const char *name);

/* Whether a joint is a toe or the ball of a foot. */
bool dbt_is_toe_name(const char *name);

/* Whether a joint only twists a limb, between its ends: it bends nothing. */
bool dbt_is_twist_name(const char *name);

#endif

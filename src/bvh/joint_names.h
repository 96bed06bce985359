/* Classifies joints by their names in common programs: side, role in a two-legged body, foot,
 * twist. */
#ifndef DBT_BVH_JOINT_NAMES_H
#define DBT_BVH_JOINT_NAMES_H

#include "base/arena.h"
#include "bvh/skeleton.h"

/* The side of a joint. */
enum { DBT_LEFT, DBT_RIGHT, DBT_NO_SIDE };

/* A parsed name: the side, and the other tokens joined to one word. */
typedef struct dbt_joint_word {
    char *word; /* lower case; may be empty */
    int side;
} dbt_joint_word;

/* The role of a joint in a two-legged body. */
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

/* The role of other joints. */
enum { DBT_NO_ROLE = -1 };

/* The name of a role's joint in messages: "knee" for DBT_SHIN. */
const char *dbt_role_name(int role);

/* Reads a role and side, by the name of the joint or of the bone: "head" (DBT_NO_SIDE), "left
 * knee", "right shin". One blank, lower case. Returns false for other texts, and leaves *role and
 * *side unchanged. */
bool dbt_role_of_name(const char *text, int *role, int *side);

/* Parses the names of all joints. Returns [n_joints], owned by the arena. The side of a chosen role
 * (but DBT_NO_ROLE) replaces that of the name. */
dbt_joint_word *dbt_joint_words(const dbt_skeleton *skeleton, dbt_arena *memory);

/* Finds the role of each joint, chosen or by its word. words: of dbt_joint_words. of[n_joints]: the
 * role, or DBT_NO_ROLE. joint[DBT_N_ROLES][2]: the joint of each role and side, the head's at 0;
 * -1: none. Of several joints with one role and side, the chosen one, else the first by index has
 * it; the others have DBT_NO_ROLE. A joint whose chosen role is DBT_NO_ROLE has none. */
void dbt_named_roles(const dbt_skeleton *skeleton, const dbt_joint_word *words, int *of,
                     int joint[][2]);

/* Whether a name, ignoring case, contains foot, ankle or toe, or a word that begins with ball.
 * False for goals of inverse kinematics (a word that begins with "ik_"), footsteps (3ds Max) and
 * eyeballs. */
bool dbt_is_foot_name(const char *name);

/* Whether a name, ignoring case, contains toe, or a word that begins with ball (of the foot). */
bool dbt_is_toe_name(const char *name);

/* Whether a name is that of a twist joint, between the ends of a limb, which only twists it. Such a
 * name, ignoring case, contains twist, or a word that begins with roll. */
bool dbt_is_twist_name(const char *name);

#endif

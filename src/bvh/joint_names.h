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

/* The words of all joints, [n_joints]. The arena owns them. */
dbt_joint_word *dbt_joint_words(const dbt_skeleton *skeleton, dbt_arena *memory);

/* Whether a joint is a foot or a part of one: names of goals of inverse kinematics, of footsteps
 * (3ds Max) and of eyeballs are not. */
bool dbt_is_foot_name(const char *name);

/* Whether a joint is a toe or the ball of a foot. */
bool dbt_is_toe_name(const char *name);

/* Whether a joint only twists a limb, between its ends: it bends nothing. */
bool dbt_is_twist_name(const char *name);

#endif

#include "fit/body_tree.h"

#include "fit/knees.h"

enum { LIMB_JOINTS = 3 }; /* thigh, shin, foot; or upper arm, forearm, hand */

/* The tree of a skeleton's joints, with the longest branch below each. */
typedef struct tree {
    dbt_roles *roles;
    const dbt_skeleton *skeleton;
    int *next;   /* [n_joints]: the child with the longest branch, the last of equals; -1: none */
    int *length; /* [n_joints]: number of joints in the branch that begins here */
} tree;

/* Two branches of one joint that are mirror images of each other. */
typedef struct branches {
    int first[2]; /* first joint of each; -1: none found */
} branches;

/* Returns the length of a joint's OFFSET, units. */
static double bone(const tree *t, int joint)
{
    return dbt_vec3_length(t->skeleton->joints[joint].offset);
}

/* Sets t->next and t->length. */
static void measure_branches(tree *t)
{
    for (int j = 0; j < t->skeleton->n_joints; j++) {
        t->next[j] = -1;
        t->length[j] = 1;
    }
    for (int j = t->skeleton->n_joints - 1; j > 0; j--) { /* children first */
        const int parent = t->skeleton->joints[j].parent;
        if (t->length[j] + 1 > t->length[parent]) {
            t->length[parent] = t->length[j] + 1;
            t->next[parent] = j;
        }
    }
}

/* Whether two branches have the same number of joints, LIMB_JOINTS or more, and their first
 * LIMB_JOINTS + 1 bones have lengths within 5 %. a, b: first joints of the branches. */
static bool are_mirrored(const tree *t, int a, int b)
{
    static const double equal = 0.05; /* tolerance, as a fraction of the longer bone */
    bool mirrored = t->length[a] >= LIMB_JOINTS && t->length[a] == t->length[b];
    for (int i = 0; mirrored && a >= 0; i++, a = t->next[a], b = t->next[b])
        mirrored = i > LIMB_JOINTS ||
                   fabs(bone(t, a) - bone(t, b)) <= equal * fmax(bone(t, a), bone(t, b));
    return mirrored;
}

/* Returns the mirrored branches (are_mirrored) that begin at children of a joint, -1 if there are
 * none. If several, those with the most joints; of equals the first. */
static branches find_branches(const tree *t, int joint)
{
    const dbt_skeleton *s = t->skeleton;
    branches best = { { -1, -1 } };
    int longest = 0;
    for (int a = joint + 1; a < s->n_joints; a++) {
        if (s->joints[a].parent != joint || t->length[a] <= longest)
            continue;
        for (int b = a + 1; b < s->n_joints; b++)
            if (s->joints[b].parent == joint && are_mirrored(t, a, b)) {
                best = (branches){ { a, b } };
                longest = t->length[a];
                break;
            }
    }
    return best;
}

/* Returns the number of joints above a joint. */
static int depth_of(const tree *t, int joint)
{
    int depth = 0;
    while ((joint = t->skeleton->joints[joint].parent) >= 0)
        depth++;
    return depth;
}

/* Returns the joint below the hips, outside the legs, that has arms: the nearest to the hips, of
 * equals the first. Sets *arms to its mirrored branches (find_branches). Returns -1 if there is
 * none; *arms is then unchanged. */
static int find_chest(const tree *t, int hips, branches legs, branches *arms)
{
    int chest = -1;
    for (int j = hips + 1; j < t->skeleton->n_joints; j++) {
        if (!dbt_joint_is_under(t->skeleton, j, hips) ||
            dbt_joint_is_under(t->skeleton, j, legs.first[0]) ||
            dbt_joint_is_under(t->skeleton, j, legs.first[1]) ||
            (chest >= 0 && depth_of(t, j) >= depth_of(t, chest)))
            continue;
        const branches found = find_branches(t, j);
        if (found.first[0] >= 0) {
            chest = j;
            *arms = found;
        }
    }
    return chest;
}

/* Returns the head: the last joint of the chest's longest branch other than the arms, or the joint
 * where this branch divides. -1: the chest has no other child. */
static int find_head(const tree *t, int chest, branches arms)
{
    const dbt_skeleton *s = t->skeleton;
    int at = -1, children = 1;
    for (int j = chest + 1; j < s->n_joints; j++)
        if (s->joints[j].parent == chest && j != arms.first[0] && j != arms.first[1] &&
            (at < 0 || t->length[j] > t->length[at]))
            at = j;
    while (at >= 0 && t->next[at] >= 0 && children == 1) {
        children = 0;
        for (int j = at + 1; j < s->n_joints; j++)
            children += s->joints[j].parent == at;
        at = children == 1 ? t->next[at] : at;
    }
    return at;
}

/* Returns the joint of the branch from `first` at which two successive bones with the largest sum
 * of lengths begin: thigh or upper arm. With fewer than two bones: `first`. */
static int find_limb(const tree *t, int first)
{
    int best = first;
    double longest = -1.0;
    for (int j = first; t->next[j] >= 0 && t->next[t->next[j]] >= 0; j = t->next[j]) {
        const double length = bone(t, t->next[j]) + bone(t, t->next[t->next[j]]);
        if (length > longest) {
            longest = length;
            best = j;
        }
    }
    return best;
}

/* Whether the bone to a joint and the bone from it (to the next joint of the branch, else to an End
 * Site) point in one direction within 30 degrees. True if a bone has no length or is missing. The
 * bone to ROOT is its OFFSET. */
static bool is_in_line(const tree *t, int joint)
{
    static const double min_cosine = 0.866;
    const dbt_skeleton *s = t->skeleton;
    const int next = t->next[joint], end = dbt_skeleton_next_end_site(s, joint, -1);
    const dbt_vec3 to = dbt_unit(s->joints[joint].offset, 1e-12);
    const dbt_vec3 from = dbt_unit(next >= 0  ? s->joints[next].offset
                                   : end >= 0 ? s->end_sites[end].offset
                                              : DBT_VEC3_ZERO,
                                   1e-12);
    return !dbt_is_unit(to) || !dbt_is_unit(from) || dbt_vec3_dot(to, from) >= min_cosine;
}

/* Finds hip, knee and ankle of a leg with several joints per bone: in the zero pose its joints are
 * collinear down to the ankle, and two or more are between. The hip is `first`, or the joint after
 * it if the branch bends there. The knee is by dbt_knee_by_length. Returns false for any other leg;
 * the outputs are then undefined. */
static bool find_split_leg(const tree *t, int first, int *hip, int *knee, int *ankle)
{
    static const double short_bone = 0.15; /* of the leg's length: a shorter last bone in line ends
                                              at a toe, not at the ankle */
    double length = 0.0;
    *hip = is_in_line(t, t->next[first]) ? first : t->next[first];
    *knee = -1;
    *ankle = t->next[*hip];
    for (bool is_first = true; *ankle >= 0 && (is_first || is_in_line(t, *ankle));
         is_first = false) {
        length += bone(t, *ankle);
        *ankle = t->next[*ankle];
    }
    if (*ankle >= 0 && bone(t, *ankle) < short_bone * length)
        *ankle = t->skeleton->joints[*ankle].parent;
    if (*ankle >= 0)
        *knee = dbt_knee_by_length(t->skeleton, *hip, *ankle);
    return *knee >= 0;
}

/* Roles found in the tree: joint[role][side]; -1: none. */
typedef struct tree_roles {
    int joint[DBT_N_ROLES][2];
} tree_roles;

/* Sets the roles of a limb in the branch from `first`, of LIMB_JOINTS joints or more: from
 * first_role (DBT_THIGH or the upper arm's) the limb's three roles. A leg also gets a toe, -1 if
 * the branch ends; an arm that begins below `first` also gets a collar. A leg with several joints
 * per bone is found by find_split_leg. */
static void set_limb(const tree *t, tree_roles *found, int first, int side, int first_role)
{
    int hip, knee, ankle;
    if (first_role == DBT_THIGH && find_split_leg(t, first, &hip, &knee, &ankle)) {
        found->joint[DBT_THIGH][side] = hip;
        found->joint[DBT_SHIN][side] = knee;
        found->joint[DBT_FOOT][side] = ankle;
        found->joint[DBT_TOE][side] = t->next[ankle];
        return;
    }
    const int upper = find_limb(t, first);
    int joint = upper;
    for (int r = first_role; r < first_role + LIMB_JOINTS; r++, joint = t->next[joint])
        found->joint[r][side] = joint;
    if (first_role == DBT_THIGH)
        found->joint[DBT_TOE][side] = joint;
    else if (upper != first)
        found->joint[DBT_COLLAR][side] = t->skeleton->joints[upper].parent;
}

/* Returns the side in the names of a branch's joints, or DBT_NO_SIDE. */
static int named_side(const tree *t, int joint)
{
    while (joint >= 0 && t->roles->words[joint].side == DBT_NO_SIDE)
        joint = t->next[joint];
    return joint < 0 ? DBT_NO_SIDE : t->roles->words[joint].side;
}

/* Whether two limbs have different sides in their names; one may have none. Sets *left to the index
 * (0 or 1) of the left one: 0 if neither has a side, meaningless if both have one side. */
static bool sides_differ(const tree *t, branches limbs, int *left)
{
    const int a = named_side(t, limbs.first[0]), b = named_side(t, limbs.first[1]);
    *left = a == DBT_RIGHT || b == DBT_LEFT;
    return a != b && (a != DBT_NO_SIDE || b != DBT_NO_SIDE);
}

/* Overrides the tree's roles by the roles that the user chose, chosen_role of each joint. A joint
 * that the user chose to have no role loses its role. */
static void add_chosen(const dbt_skeleton *skeleton, tree_roles *found)
{
    for (int j = 0; j < skeleton->n_joints; j++)
        for (int i = 0; skeleton->joints[j].chosen_role.is_set && i < 2 * DBT_N_ROLES; i++)
            if (found->joint[i / 2][i % 2] == j)
                found->joint[i / 2][i % 2] = -1;
    for (int j = 0; j < skeleton->n_joints; j++) {
        const dbt_role_choice chosen = skeleton->joints[j].chosen_role;
        if (chosen.is_set && chosen.role != DBT_NO_ROLE)
            found->joint[chosen.role][chosen.side == DBT_RIGHT] = j;
    }
}

/* Whether a role from names (roles->joint), from upper arm to hand or from thigh to foot, is at
 * another joint in `found`, or at none. */
static bool contradicts_names(const dbt_roles *roles, const tree_roles *found)
{
    for (int r = DBT_UPPER_ARM; r < DBT_TOE; r++)
        for (int side = 0; side < 2; side++)
            if (roles->joint[r][side] >= 0 && roles->joint[r][side] != found->joint[r][side])
                return true;
    return false;
}

/* Replaces all roles (of, joint) by the tree's, and the sides in `words` of joints with a role. */
static void set_roles(dbt_roles *roles, const tree_roles *found)
{
    for (int j = 0; j < roles->skeleton->n_joints; j++)
        roles->of[j] = DBT_NO_ROLE;
    for (int r = 0; r < DBT_N_ROLES; r++)
        for (int side = 0; side < 2; side++) {
            const int joint = found->joint[r][side];
            roles->joint[r][side] = joint;
            if (joint < 0)
                continue;
            roles->of[joint] = r;
            roles->words[joint].side = r == DBT_HEAD ? DBT_NO_SIDE : side;
        }
}

/* Pairs the joints above two joints of one role, up to their common ancestor. Pairs only joints
 * that have neither role nor side: sets their sides, and the left one's word for both. Does nothing
 * if left or right is -1, or if they are not equally deep. */
static void pair_joints_above(dbt_roles *roles, const tree *t, int left, int right)
{
    const dbt_joint *joints = roles->skeleton->joints;
    if (left < 0 || right < 0 || depth_of(t, left) != depth_of(t, right))
        return;
    while ((left = joints[left].parent) != (right = joints[right].parent)) {
        dbt_joint_word *a = &roles->words[left], *b = &roles->words[right];
        if (roles->of[left] != DBT_NO_ROLE || roles->of[right] != DBT_NO_ROLE ||
            a->side != DBT_NO_SIDE || b->side != DBT_NO_SIDE)
            continue;
        *b = (dbt_joint_word){ a->word, DBT_RIGHT };
        a->side = DBT_LEFT;
    }
}

/* Sets of, joint, words, by_tree and has_sides of t->roles. head: the tree's head; a head from
 * names replaces it. Chosen roles override the tree's joints. has_sides: whether names distinguish
 * the sides of both legs and arms. Returns false, and changes nothing, if names contradict the
 * tree. */
static bool set_body_roles(const tree *t, branches legs, branches arms, int head)
{
    int left_leg, left_arm;
    dbt_roles *roles = t->roles;
    tree_roles found;
    const bool legs_differ = sides_differ(t, legs, &left_leg);
    const bool arms_differ = sides_differ(t, arms, &left_arm);
    for (int r = 0; r < DBT_N_ROLES; r++)
        found.joint[r][0] = found.joint[r][1] = -1;
    for (int i = 0; i < 2; i++) {
        set_limb(t, &found, legs.first[i], i == left_leg ? DBT_LEFT : DBT_RIGHT, DBT_THIGH);
        set_limb(t, &found, arms.first[i], i == left_arm ? DBT_LEFT : DBT_RIGHT, DBT_UPPER_ARM);
    }
    const int named_head = roles->joint[DBT_HEAD][0];
    found.joint[DBT_HEAD][0] = named_head >= 0 ? named_head : head;
    add_chosen(roles->skeleton, &found);
    if (contradicts_names(roles, &found))
        return false;
    set_roles(roles, &found);
    for (int r = 0; r < DBT_HEAD; r++)
        pair_joints_above(roles, t, roles->joint[r][DBT_LEFT], roles->joint[r][DBT_RIGHT]);
    roles->by_tree = true;
    roles->has_sides = legs_differ && arms_differ;
    return true;
}

bool dbt_body_tree_find(dbt_roles *roles, dbt_arena *memory)
{
    const size_t n = (size_t)roles->skeleton->n_joints;
    tree t = { .roles = roles,
               .skeleton = roles->skeleton,
               .next = dbt_arena_array(memory, n, sizeof *t.next),
               .length = dbt_arena_array(memory, n, sizeof *t.length) };
    enum { MAX_JOINTS = 512 }; /* limit of joints: the time is cubic */
    if (n > MAX_JOINTS)
        return false;
    measure_branches(&t);
    for (int hips = 0; hips < roles->skeleton->n_joints; hips++) {
        branches arms = { { -1, -1 } };
        const branches legs = find_branches(&t, hips);
        const int chest = legs.first[0] < 0 ? -1 : find_chest(&t, hips, legs, &arms);
        const int head = chest < 0 ? -1 : find_head(&t, chest, arms);
        if (head >= 0)
            return set_body_roles(&t, legs, arms, head);
    }
    return false;
}

#include "fit/knees.h"

#include "fit/roles.h"
#include "motion/pose.h"

#include <math.h>

/* Returns the number of joints between hip and ankle; -1: the ankle is not below the hip. */
static int n_between(const dbt_skeleton *s, int hip, int ankle)
{
    int n = -1;
    for (; ankle > hip; ankle = s->joints[ankle].parent)
        n++;
    return ankle == hip ? n : -1;
}

int dbt_knee_by_length(const dbt_skeleton *s, int hip, int ankle)
{
    double length = 0.0, below = 0.0, nearest = INFINITY;
    int knee = -1;
    bool twists = true;
    if (n_between(s, hip, ankle) < 2)
        return -1;
    for (int j = ankle; j != hip; j = s->joints[j].parent)
        length += dbt_vec3_length(s->joints[j].offset);
    for (int j = ankle; s->joints[j].parent != hip; j = s->joints[j].parent) {
        const int joint = s->joints[j].parent;
        const bool twist = dbt_is_twist_name(s->joints[joint].name);
        below += dbt_vec3_length(s->joints[j].offset);
        const double off = fabs(below - 0.5 * length);
        if (knee < 0 || (twists && !twist) || (twist == twists && off < nearest)) {
            knee = joint;
            twists = twist;
            nearest = off;
        }
    }
    return knee;
}

/* Circular variance of the direction of the bone from a joint to a child, relative to the joint's
 * parent: 1 minus the length of the mean direction, 0 (constant) to 1. Samples up to 256 frames.
 * Returns 0 if the bone has no length, or without frames. */
static double variation(const dbt_clip *clip, int joint, int child)
{
    enum { MAX_FRAMES = 256 };
    const dbt_skeleton *s = &clip->skeleton;
    const size_t n = clip->n_frames < MAX_FRAMES ? clip->n_frames : MAX_FRAMES;
    const dbt_vec3 bone = dbt_unit(s->joints[child].offset, 1e-12);
    dbt_vec3 sum = DBT_VEC3_ZERO;
    for (size_t i = 0; i < n; i++) {
        const size_t frame = n > 1 ? i * (clip->n_frames - 1) / (n - 1) : 0;
        const dbt_transform local =
            dbt_joint_from_values(&s->joints[joint], dbt_clip_frame(clip, frame));
        sum = dbt_vec3_add(sum, dbt_quat_rotate(local.rot, bone));
    }
    return dbt_is_unit(bone) && n > 0 ? 1.0 - dbt_vec3_length(sum) / (double)n : 0.0;
}

/* A leg, and the number of joints among which to choose its knee. */
typedef struct split_leg {
    int hip, ankle, n; /* n: joints between hip and ankle; 0: no knee to choose */
} split_leg;

/* Returns the joint that is `above` joints above the ankle. */
static int joint_above(const dbt_skeleton *s, int ankle, int above)
{
    while (above-- > 0)
        ankle = s->joints[ankle].parent;
    return ankle;
}

/* Returns the level of the knee, counted from the ankle: 1 is the ankle's parent. It has the
 * largest sum of variations over the legs, which all have the same number of joints. 0: no sum is
 * over min_variation. */
static int find_knee(const dbt_clip *clip, const split_leg *legs, int n_legs)
{
    static const double min_variation = 4e-5; /* about half a degree to each side */
    const dbt_skeleton *s = &clip->skeleton;
    double largest = min_variation;
    int knee = 0;
    for (int above = 1; above <= legs[0].n; above++) {
        double sum = 0.0;
        for (int i = 0; i < n_legs; i++)
            sum += variation(clip, joint_above(s, legs[i].ankle, above),
                             joint_above(s, legs[i].ankle, above - 1));
        if (sum > largest) {
            largest = sum;
            knee = above;
        }
    }
    return knee;
}

/* Sets chosen_role of one joint of each leg: its knee, chosen by motion. legs[i] is on the side
 * `side` + i; all have the same n. Changes nothing if no joint between hip and ankle moves. */
static void choose(dbt_clip *clip, const split_leg *legs, int n_legs, int side)
{
    const int above = find_knee(clip, legs, n_legs);
    for (int i = 0; above > 0 && i < n_legs; i++)
        clip->skeleton.joints[joint_above(&clip->skeleton, legs[i].ankle, above)].chosen_role =
            (dbt_role_choice){
                .is_set = true, .by_motion = true, .role = DBT_SHIN, .side = side + i
            };
}

void dbt_knees_choose(dbt_clip *clip)
{
    const dbt_skeleton *s = &clip->skeleton;
    dbt_arena memory = { .last = NULL };
    dbt_roles roles;
    split_leg legs[2];
    dbt_roles_find(&roles, s, &memory);
    for (int side = 0; side < 2; side++) {
        const int hip = roles.joint[DBT_THIGH][side], ankle = roles.joint[DBT_FOOT][side];
        const int n = hip < 0 || ankle < 0 ? 0 : n_between(s, hip, ankle);
        legs[side] = (split_leg){ hip, ankle, n > 1 && !roles.has_named_knee[side] ? n : 0 };
    }
    const bool alike = legs[DBT_LEFT].n == legs[DBT_RIGHT].n;
    if (alike && legs[DBT_LEFT].n > 0)
        choose(clip, legs, 2, DBT_LEFT);
    for (int side = 0; !alike && side < 2; side++)
        if (legs[side].n > 0)
            choose(clip, &legs[side], 1, side);
    dbt_arena_release(&memory);
}

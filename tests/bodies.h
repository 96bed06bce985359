/* Bodies of biped.h that stand, walk, sit, lie, crawl, climb, hang, swim, roll or stand on their
 * hands, on rigs made along any axes, also mirrored. */
#ifndef DBT_TESTS_BODIES_H
#define DBT_TESTS_BODIES_H

#include "biped.h"

#include "motion/pose.h"

enum { BODY_FRAMES = 40 };

/* A body in one frame. Angles are degrees about its own axes (x: to its left, y: up, z: ahead).
 * Positive about x bends forwards. */
typedef struct body_pose {
    double pitch, roll;             /* of the whole body about x and z */
    double thigh[2], shin, foot[2]; /* about x */
    double arms;                    /* both about z, upwards */
    dbt_vec3 at;                    /* of the hips */
    bool on_ground;                 /* at.y is replaced: the lowest joint is on the ground */
} body_pose;

typedef struct activity {
    const char *name;
    body_pose (*pose)(double s); /* s: seconds; 0 to 2 */
} activity;

static inline double wave(double s)
{
    return sin(2.0 * DBT_PI * s);
}

static inline body_pose upright(double s)
{
    return (body_pose){ .pitch = wave(s), .arms = -70.0, .on_ground = true };
}

static inline body_pose walks(double s)
{
    const double swing = 25.0 * wave(s);
    return (body_pose){ .thigh = { -swing, swing },
                        .shin = 5.0,
                        .foot = { swing - 5.0, -swing - 5.0 },
                        .arms = -80.0,
                        .at = { 4.0 * wave(s), 0.0, 120.0 * s },
                        .on_ground = true };
}

static inline body_pose sits(double s)
{
    return (body_pose){ .pitch = -5.0 + 4.0 * wave(s),
                        .thigh = { -85.0, -80.0 },
                        .shin = 8.0,
                        .arms = -60.0,
                        .on_ground = true };
}

static inline body_pose sits_in_a_car(double s)
{
    return (body_pose){ .thigh = { -85.0, -85.0 },
                        .shin = 70.0,
                        .arms = -60.0 + 5.0 * wave(s),
                        .at = { 0.0, 60.0, 900.0 * s } };
}

static inline body_pose lies_on_the_back(double s)
{
    return (body_pose){
        .pitch = -90.0, .thigh = { 2.0 * wave(s), 0.0 }, .arms = -60.0, .on_ground = true
    };
}

static inline body_pose lies_on_the_belly(double s)
{
    return (body_pose){ .pitch = 90.0, .arms = -60.0 + 20.0 * wave(s), .on_ground = true };
}

static inline body_pose lies_on_the_side(double s)
{
    return (body_pose){ .roll = 90.0,
                        .thigh = { -30.0, -20.0 + 3.0 * wave(s) },
                        .shin = 40.0,
                        .arms = -60.0,
                        .on_ground = true };
}

static inline body_pose crawls(double s)
{
    return (body_pose){ .pitch = 80.0,
                        .thigh = { -80.0 - 20.0 * wave(s), -80.0 + 20.0 * wave(s) },
                        .shin = 85.0,
                        .arms = 10.0 * wave(s),
                        .at.z = 30.0 * s,
                        .on_ground = true };
}

static inline body_pose crawls_on_the_spot(double s)
{
    body_pose pose = crawls(s);
    pose.at.z = 0.0;
    return pose;
}

static inline body_pose climbs(double s)
{
    return (body_pose){ .pitch = 10.0,
                        .thigh = { -40.0 - 30.0 * wave(s), -40.0 + 30.0 * wave(s) },
                        .shin = 60.0,
                        .arms = 70.0,
                        .at = { 0.0, 100.0 + 40.0 * s, 0.0 } };
}

static inline body_pose hangs(double s)
{
    const double swing = 20.0 * wave(s), rad = swing / DBT_DEG_FROM_RAD;
    return (body_pose){ .pitch = swing,
                        .arms = 85.0,
                        .at = { 0.0, 250.0 - 100.0 * cos(rad), -100.0 * sin(rad) } };
}

static inline body_pose handstand(double s)
{
    return (body_pose){ .pitch = 180.0 + 4.0 * wave(s), .arms = 88.0, .on_ground = true };
}

static inline body_pose swims(double s)
{
    return (body_pose){ .pitch = 85.0,
                        .thigh = { 15.0 * wave(3.0 * s), -15.0 * wave(3.0 * s) },
                        .foot = { 50.0, 50.0 },
                        .arms = 80.0 * wave(s),
                        .at = { 0.0, 5.0 * wave(s), 80.0 * s } };
}

static inline body_pose swims_on_the_spot(double s)
{
    body_pose pose = swims(s);
    pose.at.z = 0.0;
    return pose;
}

static inline body_pose rolls(double s)
{
    return (body_pose){ .pitch = 180.0 * s,
                        .thigh = { -120.0, -120.0 },
                        .shin = 120.0,
                        .arms = -50.0,
                        .at.z = 80.0 * s,
                        .on_ground = true };
}

static inline body_pose cartwheel(double s)
{
    return (body_pose){ .roll = 180.0 * s, .arms = 60.0, .at.x = 100.0 * s, .on_ground = true };
}

static const activity activities[] = {
    { "stands", upright },
    { "walks", walks },
    { "sits", sits },
    { "sits in a car", sits_in_a_car },
    { "lies on the back", lies_on_the_back },
    { "lies on the belly", lies_on_the_belly },
    { "lies on the side", lies_on_the_side },
    { "crawls", crawls },
    { "crawls on the spot", crawls_on_the_spot },
    { "climbs", climbs },
    { "hangs", hangs },
    { "stands on the hands", handstand },
    { "swims", swims },
    { "swims on the spot", swims_on_the_spot },
    { "rolls", rolls },
    { "turns cartwheels", cartwheel },
};

/* A signed permutation of the axes: the body's axis i is the rig's axis[i] times sign[i]. */
typedef struct placement {
    int axis[3];
    double sign[3];
} placement;

/* number: 0 to PLACEMENTS - 1. */
static inline placement placement_of(int number)
{
    static const int orders[6][3] = { { 0, 1, 2 }, { 1, 2, 0 }, { 2, 0, 1 },
                                      { 0, 2, 1 }, { 2, 1, 0 }, { 1, 0, 2 } };
    placement p;
    for (int i = 0; i < 3; i++) {
        p.axis[i] = orders[number / 8][i];
        p.sign[i] = number >> i & 1 ? -1.0 : 1.0;
    }
    return p;
}

enum { PLACEMENTS = 48 };

static inline dbt_vec3 placed(const placement *p, dbt_vec3 v)
{
    double out[3];
    for (int i = 0; i < 3; i++)
        out[p->axis[i]] = p->sign[i] * dbt_vec3_get(v, i);
    return (dbt_vec3){ out[0], out[1], out[2] };
}

/* Whether the permutation is a reflection, which reverses rotations. */
static inline bool is_mirror(const placement *p)
{
    const int next = (p->axis[0] + 1) % 3;
    return (p->sign[0] * p->sign[1] * p->sign[2] < 0.0) != (p->axis[1] != next);
}

static inline dbt_quat rotation_about(const placement *p, int axis, double deg)
{
    const dbt_vec3 v = placed(p, dbt_vec3_axis(axis));
    return dbt_quat_exp(dbt_vec3_scale(v, (is_mirror(p) ? -1.0 : 1.0) * deg / DBT_DEG_FROM_RAD));
}

static inline dbt_quat local_rotation(const placement *p, const body_pose *pose, int joint)
{
    const char *name = biped_joints[joint].name;
    const bool left = strncmp(name, "Left", 4) == 0;
    if (joint == 0)
        return dbt_quat_mul(rotation_about(p, 2, pose->roll), rotation_about(p, 0, pose->pitch));
    if (strstr(name, "UpLeg"))
        return rotation_about(p, 0, pose->thigh[!left]);
    if (strstr(name, "Leg"))
        return rotation_about(p, 0, pose->shin);
    if (strstr(name, "Foot"))
        return rotation_about(p, 0, pose->foot[!left]);
    if (strcmp(name, "LeftArm") == 0 || strcmp(name, "RightArm") == 0)
        return rotation_about(p, 2, left ? pose->arms : -pose->arms);
    return DBT_QUAT_IDENTITY;
}

/* Writes `pose` as the values of a frame of a rig along the axes of p, with the world rotated by
 * `world_rotation`. */
static inline void write_frame(dbt_clip *clip, size_t frame, const placement *p,
                               const body_pose *pose, dbt_quat world_rotation)
{
    enum { MAX = 32 };
    const dbt_skeleton *s = &clip->skeleton;
    dbt_transform world[MAX], local[MAX];
    static const double zeros[MAX * DBT_MAX_CHANNELS];
    const dbt_vec3 up = placed(p, dbt_vec3_axis(1));
    double low = INFINITY;
    assert_true(s->n_joints < MAX);
    for (int j = 0; j < s->n_joints; j++) {
        int b = 0;
        while (strcmp(biped_joints[b].name, s->joints[j].name) != 0)
            b++;
        local[j] = (dbt_transform){ j == 0 ? placed(p, pose->at) : s->joints[j].offset,
                                    local_rotation(p, pose, b) };
        dbt_joint_set_world(s, j, local[j], world);
        low = fmin(low, dbt_vec3_dot(world[j].pos, up));
    }
    if (pose->on_ground)
        local[0].pos = dbt_vec3_add_scaled(local[0].pos, -low, up);
    local[0] = dbt_transform_mul((dbt_transform){ DBT_VEC3_ZERO, world_rotation }, local[0]);
    double *values = clip->values + frame * (size_t)s->n_channels;
    for (int j = 0; j < s->n_joints; j++)
        dbt_joint_to_values(&s->joints[j], local[j], zeros, values);
}

#endif

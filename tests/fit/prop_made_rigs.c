/* Fits rigs of random proportions, sizes, names and activities to another rig. Bodies keep their up
 * axis, and the axes along which a rig was made do not matter. A rig made in the mirror has its
 * left and right names exchanged. It is fitted like the same rig with correct names. */
#include "bodies.h"

#include "base/mem.h"
#include "base/text.h"
#include "fit/fit.h"

/* Names of the joints of biped.h in families of rigs. */
static const char *const families[][BIPED_JOINTS] = {
    { "Hips",         "Spine",        "Chest",       "Neck",      "Head",
      "LeftShoulder", "LeftArm",      "LeftForeArm", "LeftHand",  "RightShoulder",
      "RightArm",     "RightForeArm", "RightHand",   "LeftUpLeg", "LeftLeg",
      "LeftFoot",     "RightUpLeg",   "RightLeg",    "RightFoot", "LeftToeBase" },
    { "Pelvis",  "Spine1",  "Spine2",   "Spine3",     "Head",    "L_Collar", "L_Shoulder",
      "L_Elbow", "L_Wrist", "R_Collar", "R_Shoulder", "R_Elbow", "R_Wrist",  "L_Hip",
      "L_Knee",  "L_Ankle", "R_Hip",    "R_Knee",     "R_Ankle", "L_Foot" },
    { "root",    "lowerback", "thorax",    "upperneck", "head",    "lclavicle", "lhumerus",
      "lradius", "lhand",     "rclavicle", "rhumerus",  "rradius", "rhand",     "lfemur",
      "ltibia",  "lfoot",     "rfemur",    "rtibia",    "rfoot",   "l_toes" },
    { "mHip",           "mTorso",        "mChest",      "mNeck",       "mHead",
      "mCollarLeft",    "mShoulderLeft", "mElbowLeft",  "mWristLeft",  "mCollarRight",
      "mShoulderRight", "mElbowRight",   "mWristRight", "mHipLeft",    "mKneeLeft",
      "mAnkleLeft",     "mHipRight",     "mKneeRight",  "mAnkleRight", "mFootLeft" },
    { "root",         "spine05",      "spine01",      "neck01",       "head",
      "clavicle.L",   "upperarm01.L", "lowerarm01.L", "wrist.L",      "clavicle.R",
      "upperarm01.R", "lowerarm01.R", "wrist.R",      "upperleg01.L", "lowerleg01.L",
      "foot.L",       "upperleg01.R", "lowerleg01.R", "foot.R",       "toe1-1.L" },
};

enum { N_FAMILIES = sizeof families / sizeof *families };

typedef struct random_rig {
    double size, factors[BIPED_JOINTS];
    const activity *does;
    int family;
} random_rig;

static int biped_joint_of(const char *name)
{
    int b = 0;
    while (strcmp(biped_joints[b].name, name) != 0)
        b++;
    return b;
}

/* Returns the joint on the other side, or the joint itself if it has no counterpart. The left toe
 * has none. */
static int other_side(int joint)
{
    const char *name = biped_joints[joint].name;
    for (int k = 0; k < BIPED_JOINTS; k++)
        if ((strncmp(name, "Left", 4) == 0 && strncmp(biped_joints[k].name, "Right", 5) == 0 &&
             strcmp(name + 4, biped_joints[k].name + 5) == 0) ||
            (strncmp(name, "Right", 5) == 0 && strncmp(biped_joints[k].name, "Left", 4) == 0 &&
             strcmp(name + 5, biped_joints[k].name + 4) == 0))
            return k;
    return joint;
}

static random_rig make_rig(uint64_t *state)
{
    random_rig rig = {
        .size = exp(random_in(state, -4.0, 1.0)),
        .does = &activities[random_bits(state) % (sizeof activities / sizeof *activities)],
        .family = (int)(random_bits(state) % N_FAMILIES)
    };
    for (int j = 0; j < BIPED_JOINTS; j++) {
        const int other = other_side(j);
        rig.factors[j] = other < j ? rig.factors[other] : random_in(state, 0.85, 1.15);
    }
    return rig;
}

/* Returns a clip on a made rig along the axes of p. Its text must outlive it. */
static dbt_clip make_clip(const random_rig *rig, const placement *p, dbt_buffer *text)
{
    const biped body = { .n_frames = BODY_FRAMES, .frame_time = 2.0 / BODY_FRAMES };
    *text = biped_text(&body);
    dbt_clip clip = biped_read(text, "s.bvh");
    for (int j = 0; j < clip.skeleton.n_joints; j++) {
        dbt_joint *joint = &clip.skeleton.joints[j];
        const double factor = rig->size * rig->factors[biped_joint_of(joint->name)];
        joint->offset = placed(p, dbt_vec3_scale(joint->offset, factor));
    }
    for (size_t f = 0; f < BODY_FRAMES; f++) {
        body_pose pose = rig->does->pose((double)f * clip.frame_time);
        pose.at = dbt_vec3_scale(pose.at, rig->size);
        write_frame(&clip, f, p, &pose, DBT_QUAT_IDENTITY);
    }
    return clip;
}

/* Names the joints as the rig's family does. exchanged: left joints get the names of right ones,
 * and vice versa. */
static void name_joints(dbt_clip *clip, const random_rig *rig, bool exchanged)
{
    static const char *const toe[N_FAMILIES] = { "RightToeBase", "R_Foot", "r_toes", "mFootRight",
                                                 "toe1-1.R" };
    for (int j = 0; j < clip->skeleton.n_joints; j++) {
        char **name = &clip->skeleton.joints[j].name;
        const int same = biped_joint_of(*name), b = exchanged ? other_side(same) : same;
        const bool lone = exchanged && strcmp(*name, "LeftToeBase") == 0;
        dbt_free(*name);
        *name = dbt_copy_text(lone ? toe[rig->family] : families[rig->family][b]);
    }
}

/* Writes the world positions of all frames, positions[BODY_FRAMES][BIPED_JOINTS], of the clip
 * fitted to `onto`. */
static void fit_clip(const dbt_clip *clip, const dbt_fit_rig *onto, dbt_fit_summary *summary,
                     dbt_vec3 *positions)
{
    dbt_clip fitted;
    dbt_error err;
    if (!dbt_fit_clip(clip, onto, &fitted, summary, &err))
        fail_msg("%s", err.msg);
    assert_int_equal(fitted.skeleton.n_joints, BIPED_JOINTS);
    for (size_t f = 0; f < BODY_FRAMES; f++) {
        dbt_transform local[BIPED_JOINTS], world[BIPED_JOINTS];
        dbt_pose_from_values(&fitted.skeleton, dbt_clip_frame(&fitted, f), local);
        dbt_pose_world(&fitted.skeleton, local, world);
        for (int j = 0; j < BIPED_JOINTS; j++)
            positions[f * BIPED_JOINTS + (size_t)j] = world[j].pos;
    }
    dbt_clip_release(&fitted);
}

/* Returns a body's vector in the world of the rig `onto`, which has y up. */
static dbt_vec3 shown(const placement *p, dbt_vec3 v)
{
    const dbt_vec3 up = placed(p, dbt_vec3_axis(1));
    return dbt_quat_rotate(dbt_quat_arc(up, dbt_vec3_axis(1)), placed(p, v));
}

/* Converts a position from the world of one placement to that of another. */
static dbt_vec3 converted(dbt_vec3 position, const placement *from, const placement *to)
{
    dbt_vec3 sum = DBT_VEC3_ZERO;
    for (int axis = 0; axis < 3; axis++) {
        const dbt_vec3 e = dbt_vec3_axis(axis);
        sum = dbt_vec3_add_scaled(sum, dbt_vec3_dot(position, shown(from, e)), shown(to, e));
    }
    return sum;
}

static const char *axis_name(const placement *p)
{
    static const char *const names[2][3] = { { "x", "y", "z" }, { "-x", "-y", "-z" } };
    return names[p->sign[1] < 0.0][p->axis[1]];
}

enum { N_POSITIONS = BODY_FRAMES * BIPED_JOINTS };

static void expect_positions(const dbt_vec3 *found, const dbt_vec3 *expected, const random_rig *rig,
                             int number)
{
    static const double equal = 1e-5; /* units; the body is 170 units tall */
    for (int i = 0; i < N_POSITIONS; i++)
        if (!(dbt_vec3_length(dbt_vec3_sub(found[i], expected[i])) <= equal))
            fail_msg("%s, family %d, placement %d: frame %d, joint %d is off by %g",
                     rig->does->name, rig->family, number, i / BIPED_JOINTS, i % BIPED_JOINTS,
                     dbt_vec3_length(dbt_vec3_sub(found[i], expected[i])));
}

/* Makes a rig along the axes of a placement and fits it to `onto`. Fails unless its up axis is
 * found. */
static void fit_placed(const random_rig *rig, int number, bool exchanged, const dbt_fit_rig *onto,
                       dbt_fit_summary *summary, dbt_vec3 *positions)
{
    const placement p = placement_of(number);
    dbt_buffer text;
    dbt_clip clip = make_clip(rig, &p, &text);
    name_joints(&clip, rig, exchanged);
    fit_clip(&clip, onto, summary, positions);
    assert_string_equal(summary->up[0], axis_name(&p));
    assert_false(summary->up_is_unknown);
    dbt_clip_release(&clip);
    dbt_buffer_release(&text);
}

static void check_rig(uint64_t *state, const dbt_fit_rig *onto)
{
    enum { SIDEWAYS = 8 }; /* a placement whose up axis is not that of `onto` */
    static dbt_vec3 found[N_POSITIONS], expected[N_POSITIONS];
    const random_rig rig = make_rig(state);
    const int number = (int)(random_bits(state) % PLACEMENTS);
    const placement p = placement_of(number), sideways = placement_of(SIDEWAYS);
    dbt_fit_summary summary, other;
    fit_placed(&rig, number, false, onto, &summary, found);
    assert_int_equal(summary.n_known,
                     BIPED_JOINTS - is_mirror(&p)); /* the only toe is a left one */
    assert_int_equal(summary.exchanged, is_mirror(&p));
    if (is_mirror(&p)) {
        fit_placed(&rig, number, true, onto, &other, expected);
        assert_false(other.exchanged);
    } else if (p.axis[1] != 1 || p.sign[1] < 0.0) { /* otherwise the zero poses are alike */
        fit_placed(&rig, SIDEWAYS, false, onto, &other, expected);
        for (int i = 0; i < N_POSITIONS; i++)
            expected[i] = converted(expected[i], &sideways, &p);
    } else {
        return;
    }
    expect_near(summary.size, other.size, 1e-9 * other.size);
    expect_positions(found, expected, &rig, number);
}

TEST(axes_and_mirrors_of_a_rig_do_not_matter)
{
    const biped body = { .n_frames = BODY_FRAMES };
    dbt_buffer text = biped_text(&body);
    dbt_clip clip = biped_read(&text, "t.bvh");
    dbt_error err;
    dbt_fit_rig *onto = dbt_fit_rig_new(&clip, &err);
    uint64_t state = 49;
    assert_non_null(onto);
    for (int i = 0; i < rounds(200); i++)
        check_rig(&state, onto);
    dbt_fit_rig_free(onto);
    dbt_clip_release(&clip);
    dbt_buffer_release(&text);
}

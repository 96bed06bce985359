/* Fitting clips of other rigs: roles of joints, clips that must come out unchanged, and rigs that
 * cannot be fitted. tests/fit_oracle.py compares the numbers of real clips. */
#include "biped.h"
#include "expect.h"

#include "base/mem.h"
#include "fit/fit.h"

/* ---- roles ---- */

enum { TRUNK = 8, LIMB_ROLES = 8 };

/* Joint names of a family of rigs, from files and public code. '%' is the side. */
typedef struct family {
    const char *name;
    const char *sides[2];
    const char *chain[TRUNK]; /* from the hips to the chest */
    const char *nape[TRUNK];  /* above the chest, up to the head */
    const char *limbs[LIMB_ROLES];
} family;

static const char *const role_names[LIMB_ROLES] = { "collar", "shoulder", "elbow", "wrist",
                                                    "hip",    "knee",     "ankle", "toe" };

static const family families[] = {
    { "Mixamo",
      { "Left", "Right" },
      { "mixamorig:Hips", "mixamorig:Spine", "mixamorig:Spine1", "mixamorig:Spine2" },
      { "mixamorig:Neck", "mixamorig:Head" },
      { "mixamorig:%Shoulder", "mixamorig:%Arm", "mixamorig:%ForeArm", "mixamorig:%Hand",
        "mixamorig:%UpLeg", "mixamorig:%Leg", "mixamorig:%Foot", "mixamorig:%ToeBase" } },
    { "Mixamo with a number",
      { "Left", "Right" },
      { "mixamorig5_Hips", "mixamorig5_Spine" },
      { "mixamorig5_Neck", "mixamorig5_Head" },
      { "mixamorig5_%Shoulder", "mixamorig5_%Arm", "mixamorig5_%ForeArm", "mixamorig5_%Hand",
        "mixamorig5_%UpLeg", "mixamorig5_%Leg", "mixamorig5_%Foot", "mixamorig5_%ToeBase" } },
    { "CMU",
      { "Left", "Right" },
      { "Hips", "LowerBack", "Spine", "Spine1" },
      { "Neck", "Neck1", "Head" },
      { "%Shoulder", "%Arm", "%ForeArm", "%Hand", "%UpLeg", "%Leg", "%Foot", "%ToeBase" } },
    { "CMU as MotionBuilder",
      { "Left", "Right" },
      { "Hips", "lowerback", "Chest", "Chest2" },
      { "lowerneck", "Neck", "Head" },
      { "%Collar", "%Shoulder", "%Elbow", "%Wrist", "%Hip", "%Knee", "%Ankle", "%Toe" } },
    { "CMU as DAZ",
      { "l", "r" },
      { "hip", "abdomen", "chest" },
      { "neck", "head" },
      { "%Collar", "%Shldr", "%ForeArm", "%Hand", "%Thigh", "%Shin", "%Foot" } },
    { "LAFAN1",
      { "Left", "Right" },
      { "Hips", "Spine", "Spine1", "Spine2" },
      { "Neck", "Head" },
      { "%Shoulder", "%Arm", "%ForeArm", "%Hand", "%UpLeg", "%Leg", "%Foot", "%Toe" } },
    { "Bandai-Namco",
      { "L", "R" },
      { "Hips", "Spine", "Chest" },
      { "Neck", "Head" },
      { "Shoulder_%", "UpperArm_%", "LowerArm_%", "Hand_%", "UpperLeg_%", "LowerLeg_%", "Foot_%",
        "Toes_%" } },
    { "Rokoko Newton",
      { "left", "right" },
      { "hips", "spine1", "spine2", "spine3", "spine4" },
      { "neck", "head" },
      { "%Shoulder", "%Arm", "%ForeArm", "%Hand", "%Thigh", "%Shin", "%Foot", "%Toe" } },
    { "Xsens",
      { "Left", "Right" },
      { "Hips", "Chest", "Chest2", "Chest3", "Chest4" },
      { "Neck", "Head" },
      { "%Collar", "%Shoulder", "%Elbow", "%Wrist", "%Hip", "%Knee", "%Ankle", "%Toe" } },
    { "Perception Neuron",
      { "Left", "Right" },
      { "Hips", "Spine", "Spine1", "Spine2", "Spine3" },
      { "Neck", "Head" },
      { "%Shoulder", "%Arm", "%ForeArm", "%Hand", "%UpLeg", "%Leg", "%Foot" } },
    { "SOMA",
      { "Left", "Right" },
      { "Hips", "Spine1", "Spine2", "Chest" },
      { "Neck1", "Neck2", "Head" },
      { "%Shoulder", "%Arm", "%ForeArm", "%Hand", "%Leg", "%Shin", "%Foot", "%ToeBase" } },
    { "SMPL",
      { "L", "R" },
      { "m_avg_Pelvis", "m_avg_Spine1", "m_avg_Spine2", "m_avg_Spine3" },
      { "m_avg_Neck", "m_avg_Head" },
      { "m_avg_%_Collar", "m_avg_%_Shoulder", "m_avg_%_Elbow", "m_avg_%_Wrist", "m_avg_%_Hip",
        "m_avg_%_Knee", "m_avg_%_Ankle", "m_avg_%_Foot" } },
    { "SMPL-X",
      { "left", "right" },
      { "pelvis", "spine1", "spine2", "spine3" },
      { "neck", "head" },
      { "%_collar", "%_shoulder", "%_elbow", "%_wrist", "%_hip", "%_knee", "%_ankle", "%_foot" } },
    { "Biped",
      { "L", "R" },
      { "Bip01 Pelvis", "Bip01 Spine", "Bip01 Spine1", "Bip01 Spine2", "Bip01 Neck" },
      { "Bip01 Head" },
      { "Bip01 % Clavicle", "Bip01 % UpperArm", "Bip01 % Forearm", "Bip01 % Hand", "Bip01 % Thigh",
        "Bip01 % Calf", "Bip01 % Foot", "Bip01 % Toe0" } },
    { "Biped of the Source engine",
      { "L", "R" },
      { "ValveBiped.Bip01_Pelvis", "ValveBiped.Bip01_Spine" },
      { "ValveBiped.Bip01_Neck1", "ValveBiped.Bip01_Head" },
      { "ValveBiped.Bip01_%_Clavicle", "ValveBiped.Bip01_%_UpperArm", "ValveBiped.Bip01_%_Forearm",
        "ValveBiped.Bip01_%_Hand", "ValveBiped.Bip01_%_Thigh", "ValveBiped.Bip01_%_Calf",
        "ValveBiped.Bip01_%_Foot", "ValveBiped.Bip01_%_Toe0" } },
    { "Unreal",
      { "l", "r" },
      { "pelvis", "spine_01", "spine_02", "spine_03" },
      { "neck_01", "head" },
      { "clavicle_%", "upperarm_%", "lowerarm_%", "hand_%", "thigh_%", "calf_%", "foot_%",
        "ball_%" } },
    { "AnimatedDrawings",
      { "Left", "Right" },
      { "Hips", "Spine", "Spine1", "Spine2", "Spine3" },
      { "Neck", "Head" },
      { "%Shoulder", "%Arm", "%ForeArm", "%Hand", "%UpLeg", "%Leg", "%Foot", "%ToeBase" } },
    { "Kinect",
      { "Left", "Right" },
      { "Hips", "Spine", "Chest" },
      { "Neck", "Head" },
      { NULL, "Shoulder%", "Elbow%", "Wrist%", "Hip%", "Knee%", "Ankle%" } },
    { "VRM",
      { "L", "R" },
      { "J_Bip_C_Hips", "J_Bip_C_Spine", "J_Bip_C_Chest", "J_Bip_C_UpperChest" },
      { "J_Bip_C_Neck", "J_Bip_C_Head" },
      { "J_Bip_%_Shoulder", "J_Bip_%_UpperArm", "J_Bip_%_LowerArm", "J_Bip_%_Hand",
        "J_Bip_%_UpperLeg", "J_Bip_%_LowerLeg", "J_Bip_%_Foot", "J_Bip_%_ToeBase" } },
    { "mocapbank",
      { "Left", "Right" },
      { "Hips", "Ab", "Chest" },
      { "Neck", "Head" },
      { "%Collar", "%Shoulder", "%Elbow", "%Wrist", "%Hip", "%Knee", "%Ankle", "%Toes" } },
    { "Rigify",
      { "L", "R" },
      { "spine", "spine.001", "spine.002", "spine.003" },
      { "neck", "head" },
      { "shoulder.%", "upper_arm.%", "forearm.%", "hand.%", "thigh.%", "shin.%", "foot.%",
        "toe.%" } },
    { "one letter before a capital",
      { "L", "R" },
      { "Hips", "Spine" },
      { "Neck", "Head" },
      { "%Collar", "%Arm", "%ForeArm", "%Hand", "%UpLeg", "%Leg", "%Foot", "%Toe" } },
    { "namespaces, and DEF- of Rigify",
      { "L", "R" },
      { "a|b:DEF-spine", "a|b:DEF-spine.001" },
      { "a|b:DEF-neck", "a|b:DEF-head" },
      { NULL, "a|b:DEF-upper_arm.%", "a|b:DEF-forearm.%", "a|b:DEF-hand.%", "a|b:DEF-thigh.%",
        "a|b:DEF-shin.%", "a|b:DEF-foot.%", "a|b:DEF-toe.%" } },
    { "Acclaim",
      { "l", "r" },
      { "root", "lowerback", "upperback", "thorax" },
      { "lowerneck", "upperneck", "head" },
      { "%clavicle", "%humerus", "%radius", "%wrist", "%femur", "%tibia", "%foot", "%toes" } },
    { "Poser in small letters",
      { "l", "r" },
      { "hip", "abdomen", "chest" },
      { "neck", "head" },
      { "%collar", "%shldr", "%forearm", "%hand", "%thigh", "%shin", "%foot", "%toe" } },
    { "sides between",
      { "l", "r" },
      { "b_root", "b_spine0", "b_spine3" },
      { "b_neck0", "b_head" },
      { "b_%_shoulder", "b_%_arm", "b_%_forearm", "b_%_wrist", "b_%_upleg", "b_%_leg", "b_%_foot",
        "b_%_ball" } },
    { "MakeHuman",
      { "L", "R" },
      { "root", "spine03", "spine01" },
      { "neck01", "head" },
      { "clavicle.%", "upperarm01.%", "lowerarm01.%", "wrist.%", "upperleg01.%", "lowerleg01.%",
        "foot.%", "toe1-1.%" } },
    { "MakeHuman for games",
      { "L", "R" },
      { "Root", "Spine1", "Spine3" },
      { "Neck", "Head" },
      { "Clavicle_%", "UpArm_%", "LoArm_%", "Hand_%", "UpLeg_%", "LoLeg_%", "Foot_%", "Toe_%" } },
    { "Second Life",
      { "Left", "Right" },
      { "mPelvis", "mTorso", "mChest" },
      { "mNeck", "mHead" },
      { "mCollar%", "mShoulder%", "mElbow%", "mWrist%", "mHip%", "mKnee%", "mAnkle%", "mFoot%" } },
    { "simulated",
      { "left", "right" },
      { "sim_hips", "sim_spine" },
      { "sim_neck", "sim_head" },
      { "sim_%Shoulder", "sim_%Arm", "sim_%ForeArm", "sim_%Hand", "sim_%UpLeg", "sim_%Leg",
        "sim_%Foot", "sim_%Toe" } },
    { "duplicates, sides behind",
      { "left", "right" },
      { "hips_dup", "spine_dup" },
      { "neck_dup", "head_dup" },
      { "collar%_dup", "arm%_dup", "forearm%_dup", "hand%_dup", "thigh%_dup", "calf%_dup",
        "foot%_dup", "toe%_dup" } },
};

enum { MAX_RIG_JOINTS = 64 };

/* A skeleton, and the expected roles of its joints. */
typedef struct built {
    char names[MAX_RIG_JOINTS][60];
    dbt_joint joints[MAX_RIG_JOINTS];
    dbt_joint_role expected[MAX_RIG_JOINTS];
    dbt_skeleton skeleton;
} built;

static int add(built *b, int parent, const char *name, const char *side, dbt_joint_role expected)
{
    const int j = b->skeleton.n_joints++;
    const char *at = strchr(name, '%');
    snprintf(b->names[j], sizeof b->names[j], "%.*s%s%s", at ? (int)(at - name) : (int)strlen(name),
             name, at ? side : "", at ? at + 1 : "");
    b->joints[j] = (dbt_joint){ .name = b->names[j], .parent = parent, .last_end_site = -1 };
    b->expected[j] = expected;
    return j;
}

static void add_limb(built *b, const family *f, int side, int first, int parent)
{
    for (int r = first; r < first + 4; r++) {
        const dbt_joint_role role = { side ? "right " : "left ", role_names[r] };
        if (f->limbs[r])
            parent = add(b, parent, f->limbs[r], f->sides[side], role);
    }
}

static void build(built *b, const family *f)
{
    memset(b, 0, sizeof *b);
    b->skeleton.joints = b->joints;
    int at = -1, chest;
    for (int i = 0; i < TRUNK && f->chain[i]; i++)
        at = add(b, at, f->chain[i], "",
                 (dbt_joint_role){ "", i == 0                               ? "hips"
                                       : i + 1 == TRUNK || !f->chain[i + 1] ? "chest"
                                                                            : "spine" });
    chest = at;
    for (int i = 0; i < TRUNK && f->nape[i]; i++)
        at = add(b, at, f->nape[i], "",
                 (dbt_joint_role){ "", i + 1 == TRUNK || !f->nape[i + 1] ? "head" : "neck" });
    for (int side = 0; side < 2; side++) {
        add_limb(b, f, side, 0, chest);
        add_limb(b, f, side, 4, 0);
    }
}

TEST(joints_of_all_known_rigs_are_found)
{
    static built b;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        dbt_fit_roles roles;
        build(&b, &families[i]);
        const dbt_clip clip = { .skeleton = b.skeleton };
        dbt_fit_roles_find(&roles, &clip);
        if (roles.problem.code != DBT_OK)
            fail_msg("%s: %s", families[i].name, roles.problem.msg);
        for (int j = 0; j < b.skeleton.n_joints; j++) {
            const dbt_joint_role *is = &roles.joints[j], *should = &b.expected[j];
            if (!is->name || strcmp(is->name, should->name) != 0 ||
                strcmp(is->side ? is->side : "", should->side ? should->side : "") != 0)
                fail_msg("%s: '%s' is a %s%s, should be a %s%s", families[i].name, b.names[j],
                         is->side, is->name ? is->name : "nothing", should->side, should->name);
        }
        dbt_fit_roles_release(&roles);
    }
}

/* ---- clips that are fitted ---- */

typedef struct fitted {
    dbt_buffer s_text, t_text;
    dbt_clip s, t, out;
    dbt_fit_rig *rig;
    dbt_fit_summary summary;
    dbt_error err;
    bool ok;
} fitted;

static void fit(fitted *f, const biped *s, const biped *t)
{
    *f = (fitted){ .s_text = biped_text(s), .t_text = biped_text(t) };
    f->s = biped_read(&f->s_text, "s.bvh");
    f->t = biped_read(&f->t_text, "t.bvh");
    f->rig = dbt_fit_rig_new(&f->t, &f->err);
    f->ok = f->rig && dbt_fit_clip(&f->s, f->rig, &f->out, &f->summary, &f->err);
}

static void release(fitted *f)
{
    dbt_clip_release(&f->out);
    dbt_fit_rig_free(f->rig);
    dbt_clip_release(&f->s);
    dbt_clip_release(&f->t);
    dbt_buffer_release(&f->s_text);
    dbt_buffer_release(&f->t_text);
}

static void expect_values_of(const fitted *f, const dbt_clip *clip, double tolerance)
{
    if (!f->ok)
        fail_msg("%s", f->err.msg);
    assert_false(f->summary.same);
    assert_int_equal(f->out.n_frames, clip->n_frames);
    assert_true(dbt_skeleton_same_layout(&f->out.skeleton, &f->t.skeleton));
    for (size_t k = 0; k < f->out.n_frames; k++)
        for (int c = 0; c < f->out.skeleton.n_channels; c++)
            expect_near(dbt_clip_frame(&f->out, k)[c], dbt_clip_frame(clip, k)[c], tolerance);
}

TEST(a_clip_of_the_same_rig_stays_as_it_is)
{
    fitted f;
    fit(&f, &(biped){ .n_frames = 7 }, &(biped){ .n_frames = 30 });
    assert_true(f.ok && f.summary.same);
    assert_null(f.out.values);
    release(&f);
}

TEST(other_names_change_no_value)
{
    fitted f;
    fit(&f, &(biped){ .names = biped_other_names }, &(biped){ .n_frames = 0 });
    expect_values_of(&f, &f.t, 1e-9);
    assert_int_equal(f.summary.n_known, BIPED_JOINTS);
    assert_int_equal(f.summary.n_unknown, 0);
    expect_near(f.summary.size, 1.0, 1e-12);
    release(&f);
}

TEST(a_larger_body_is_scaled_down)
{
    fitted f;
    fit(&f, &(biped){ .size = 2.54 }, &(biped){ .n_frames = 0 });
    expect_values_of(&f, &f.t, 1e-6); /* OFFSETs have nine digits */
    expect_near(f.summary.size, 1.0 / 2.54, 1e-8);
    release(&f);
}

/* Without OFFSETs the zero pose has no information. The frames must suffice. */
TEST(a_clip_without_offsets_is_fitted_by_its_motion)
{
    static const char *const six = "6 Xposition Yposition Zposition Zrotation Xrotation Yrotation";
    fitted f;
    fit(&f, &(biped){ .channels = six, .no_offsets = true },
        &(biped){ .channels = six, .no_offsets = true, .names = biped_other_names });
    assert_true(f.ok && !f.summary.same);
    expect_values_of(&f, &f.t, 1e-6);
    release(&f);
}

TEST(joints_without_counterpart_are_listed)
{
    fitted f;
    fit(&f, &(biped){ .extra = 5 }, &(biped){ .n_frames = 0 });
    expect_values_of(&f, &f.t, 1e-9);
    assert_int_equal(f.summary.n_unknown, 5);
    assert_string_equal(f.summary.unknown[0], "Extra0");
    assert_string_equal(f.summary.unknown[2], "Extra2");
    release(&f);
    fit(&f, &(biped){ .n_frames = 0 }, &(biped){ .extra = 5 });
    assert_true(f.ok);
    assert_int_equal(f.summary.n_known, BIPED_JOINTS);
    assert_int_equal(f.summary.n_joints, BIPED_JOINTS + 5);
    release(&f);
}

/* ---- rigs that cannot be fitted, and odd ones that can ---- */

/* message: after "cannot be fitted to 't.bvh': ". */
static void expect_failure(const biped *s, const biped *t, const char *message)
{
    static const char begin[] = "cannot be fitted to 't.bvh': ";
    fitted f;
    fit(&f, s, t);
    assert_false(f.ok);
    assert_int_equal(f.err.code, DBT_E_SKELETON);
    assert_string_equal(f.err.file, "s.bvh");
    assert_int_equal(strncmp(f.err.msg, begin, strlen(begin)), 0);
    assert_string_equal(f.err.msg + strlen(begin), message);
    assert_null(f.out.values);
    release(&f);
}

static void with_name(const char *names[BIPED_JOINTS], int joint, const char *name)
{
    for (int j = 0; j < BIPED_JOINTS; j++)
        names[j] = j == joint ? name : biped_joints[j].name;
}

TEST(errors_name_what_is_missing)
{
    const char *names[BIPED_JOINTS];
    const biped usual = { .names = biped_other_names }, odd = { .names = names };
    with_name(names, 13, "Bone");
    expect_failure(&odd, &usual,
                   "no left hip found (names such as LeftUpLeg, LeftHip, thigh_l; --rename can "
                   "give one, --roles sets it)");
    with_name(names, 13, "LeftThigh");
    names[14] = "Bone";
    expect_failure(&odd, &usual,
                   "no left knee found (names such as LeftLeg, LeftKnee, calf_l; --rename can give "
                   "one, --roles sets it)");
    expect_failure(&usual, &odd,
                   "no left knee found (names such as LeftLeg, LeftKnee, calf_l; --rename can give "
                   "one, --roles sets it): in 't.bvh'");
    with_name(names, 4, "Skull");
    expect_failure(&odd, &usual,
                   "no head found (names such as Head, head; --rename "
                   "can give one, --roles sets it)");
}

TEST(errors_name_joints_that_are_not_connected)
{
    const char *names[BIPED_JOINTS];
    const biped usual = { .names = biped_other_names }, odd = { .names = names };
    with_name(names, 14, "LeftFoot"); /* knee and ankle are exchanged */
    names[15] = "LeftLeg";
    expect_failure(&odd, &usual,
                   "'LeftFoot', the left ankle, is not below 'LeftLeg', the left knee");
    with_name(names, 0, "LeftUpLeg"); /* the whole body is below a leg */
    names[13] = "Bone";
    expect_failure(&odd, &usual,
                   "'Head', the head, and 'LeftUpLeg', the left hip, are in one line");
}

TEST(a_rig_must_be_able_to_move)
{
    expect_failure(&(biped){ .names = biped_other_names },
                   &(biped){ .root_channels = "3 Zrotation Xrotation Yrotation" },
                   "no joint from 'Hips' up has three position channels");
}

TEST(a_body_must_have_a_size)
{
    expect_failure(&(biped){ .names = biped_other_names, .no_offsets = true },
                   &(biped){ .n_frames = 0 }, "its legs have no length in the first frame");
    expect_failure(&(biped){ .names = biped_other_names, .size = 1e200 }, &(biped){ .n_frames = 0 },
                   "its first frame is too large to measure");
}

TEST(rigs_of_no_known_kind_stay_if_they_are_equal)
{
    const char *names[BIPED_JOINTS];
    for (int j = 0; j < BIPED_JOINTS; j++)
        names[j] = j % 2 ? "Leg" : "Tail";
    fitted f;
    fit(&f, &(biped){ .names = names, .n_frames = 3 }, &(biped){ .names = names });
    assert_true(f.ok && f.summary.same);
    release(&f);
    fit(&f, &(biped){ .names = names, .size = 2.0 }, &(biped){ .names = names });
    assert_false(f.ok);
    release(&f);
}

static void expect_finite(const biped *s, const biped *t)
{
    fitted f;
    fit(&f, s, t);
    if (!f.ok)
        fail_msg("%s", f.err.msg);
    for (size_t k = 0; !f.summary.same && k < f.out.n_frames; k++)
        for (int c = 0; c < f.out.skeleton.n_channels; c++)
            assert_true(isfinite(dbt_clip_frame(&f.out, k)[c]));
    release(&f);
}

TEST(joints_with_few_channels_hold_what_they_can)
{
    static const char *const few[] = { "0", "1 Xrotation", "2 Zrotation Xrotation", "1 Yposition" };
    for (size_t i = 0; i < sizeof few / sizeof *few; i++) {
        expect_finite(&(biped){ .names = biped_other_names }, &(biped){ .channels = few[i] });
        expect_finite(&(biped){ .names = biped_other_names, .channels = few[i] },
                      &(biped){ .n_frames = 0 });
    }
}

TEST(odd_lengths_are_no_problem)
{
    expect_finite(&(biped){ .names = biped_other_names, .n_frames = 1 }, &(biped){ .n_frames = 1 });
    expect_finite(&(biped){ .names = biped_other_names, .still = true }, &(biped){ .still = true });
    expect_finite(&(biped){ .names = biped_other_names, .frame_time = 1e-6 },
                  &(biped){ .n_frames = 2 });
    expect_finite(&(biped){ .names = biped_other_names, .frame_time = 1e6 },
                  &(biped){ .n_frames = 5 });
    expect_finite(&(biped){ .names = biped_other_names, .size = 1e-9 }, &(biped){ .size = 1e9 });
    expect_finite(&(biped){ .names = biped_other_names, .extra = 10000 },
                  &(biped){ .extra = 10000 });
}

/* A clip of few joints grows with the joints of the rig, so there is a limit. */
TEST(a_fitted_clip_is_not_far_larger_than_its_text)
{
    fitted f;
    fit(&f, &(biped){ .names = biped_other_names, .n_frames = 4000 },
        &(biped){ .extra = 30000, .n_frames = 1 });
    assert_false(f.ok);
    assert_int_equal(f.err.code, DBT_E_LIMIT);
    release(&f);
}

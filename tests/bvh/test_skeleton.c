/* Skeletons: matching the joints of two files, and their names. */
#include "expect.h"

#include "bvh/skeleton.h"

enum { MAX_JOINTS = 16 };

/* A joint to build. Joints are in the file's order; parent: index, -1 for ROOT. */
typedef struct plan {
    int parent;
    const char *name;
} plan;

typedef struct built {
    char names[MAX_JOINTS][40];
    dbt_joint joints[MAX_JOINTS];
    dbt_skeleton skeleton;
} built;

static const dbt_skeleton *build(built *b, const plan *plans, int n)
{
    memset(b, 0, sizeof *b);
    for (int j = 0; j < n; j++) {
        snprintf(b->names[j], sizeof b->names[j], "%s", plans[j].name);
        b->joints[j] = (dbt_joint){ .name = b->names[j],
                                    .parent = plans[j].parent,
                                    .first_channel = 3 * j,
                                    .n_channels = 3,
                                    .channels = { DBT_ZROTATION, DBT_XROTATION, DBT_YROTATION },
                                    .last_end_site = -1 };
        dbt_joint_derive(&b->joints[j]);
    }
    b->skeleton = (dbt_skeleton){
        .file = "clips/a.bvh", .joints = b->joints, .n_joints = n, .n_channels = 3 * n
    };
    return &b->skeleton;
}

#define BUILD(b, plans) build(b, plans, (int)(sizeof(plans) / sizeof *(plans)))

static const plan body[] = { { -1, "Hips" }, { 0, "Spine" },    { 1, "Head" }, { 1, "LeftArm" },
                             { 3, "Hand" },  { 1, "RightArm" }, { 5, "Hand" } };

static void expect_map(const dbt_skeleton *to, const dbt_skeleton *from, const int *expected)
{
    int map[MAX_JOINTS];
    dbt_error err = { .code = DBT_OK };
    if (!dbt_skeleton_map(to, from, map, &err))
        fail_msg("no map: %s", err.msg);
    for (int j = 0; j < to->n_joints; j++)
        assert_int_equal(map[j], expected[j]);
}

static void expect_no_map(const dbt_skeleton *to, const dbt_skeleton *from, const char *named)
{
    int map[MAX_JOINTS];
    dbt_error err = { .code = DBT_OK };
    assert_false(dbt_skeleton_map(to, from, map, &err));
    assert_int_equal(err.code, DBT_E_SKELETON);
    if (!strstr(err.msg, named))
        fail_msg("'%s' does not name '%s'", err.msg, named);
}

/* ---- correspondence ---- */

TEST(equal_skeletons_map_joint_to_joint)
{
    built a, b;
    static const int expected[] = { 0, 1, 2, 3, 4, 5, 6 };
    expect_map(BUILD(&a, body), BUILD(&b, body), expected);
}

/* Both hands are called Hand; their parents distinguish them. */
TEST(siblings_may_be_in_another_order)
{
    static const plan other[] = { { -1, "Hips" }, { 0, "Spine" }, { 1, "RightArm" },
                                  { 2, "Hand" },  { 1, "Head" },  { 1, "LeftArm" },
                                  { 5, "Hand" } };
    built a, b;
    const dbt_skeleton *to = BUILD(&a, body), *from = BUILD(&b, other);
    static const int expected[] = { 0, 1, 4, 5, 6, 2, 3 }, back[] = { 0, 1, 5, 6, 2, 3, 4 };
    expect_map(to, from, expected);
    expect_map(from, to, back);
}

TEST(siblings_of_one_name_go_by_their_order)
{
    static const plan one[] = { { -1, "R" }, { 0, "x" }, { 1, "p" }, { 0, "a" },
                                { 0, "x" },  { 4, "q" }, { 0, "x" } };
    static const plan other[] = { { -1, "R" }, { 0, "x" }, { 1, "p" }, { 0, "x" },
                                  { 3, "q" },  { 0, "x" }, { 0, "a" } };
    built a, b;
    static const int expected[] = { 0, 1, 2, 6, 3, 4, 5 };
    expect_map(BUILD(&a, one), BUILD(&b, other), expected);
}

TEST(the_first_joints_that_differ_are_named)
{
    static const plan renamed[] = { { -1, "Hips" },   { 0, "Spine" }, { 1, "Skull" },
                                    { 1, "LeftArm" }, { 3, "Hand" },  { 1, "RightArm" },
                                    { 5, "Fist" } };
    static const plan fewer[] = { { -1, "Hips" },   { 0, "Spine" }, { 1, "Head" },
                                  { 1, "LeftArm" }, { 3, "Hand" },  { 1, "RightArm" } };
    static const plan other_root[] = { { -1, "Pelvis" }, { 0, "Spine" } };
    static const plan root_only[] = { { -1, "Hips" } };
    built a, b;
    const dbt_skeleton *to = BUILD(&a, body);
    expect_no_map(to, BUILD(&b, renamed),
                  "differ: only 'a.bvh' has 'Head', only 'a.bvh' has 'Skull', 'Fist' (");
    expect_no_map(to, BUILD(&b, fewer), "'Hand' under 'RightArm'");
    expect_no_map(&b.skeleton, to, "'Hand'"); /* exchanged: `from` has one joint too many */
    expect_no_map(to, BUILD(&b, other_root),
                  "'Hips', 'Head', 'LeftArm' and 3 more, only 'a.bvh' has 'Pelvis' (");
    expect_no_map(to, BUILD(&b, root_only),
                  "only 'a.bvh' has 'Spine', 'Head', 'LeftArm' and 3 more (");
}

TEST(a_joint_under_another_parent_does_not_match)
{
    static const plan moved[] = { { -1, "Hips" },   { 0, "Spine" }, { 0, "Head" },
                                  { 1, "LeftArm" }, { 3, "Hand" },  { 1, "RightArm" },
                                  { 5, "Hand" } };
    built a, b;
    expect_no_map(BUILD(&a, body), BUILD(&b, moved), "'Head' under 'Spine'");
}

TEST(one_more_sibling_of_a_name_is_a_difference)
{
    static const plan two[] = { { -1, "R" }, { 0, "x" }, { 0, "x" } };
    static const plan three[] = { { -1, "R" }, { 0, "x" }, { 0, "x" }, { 0, "x" } };
    built a, b;
    const dbt_skeleton *few = BUILD(&a, two), *many = BUILD(&b, three);
    expect_no_map(few, many, "'x'");
    expect_no_map(many, few, "'x' under 'R'");
}

TEST(names_differ_by_case)
{
    static const plan lower[] = { { -1, "hips" } }, upper[] = { { -1, "Hips" } };
    built a, b;
    expect_no_map(BUILD(&a, upper), BUILD(&b, lower), "'Hips'");
}

/* Random trees, with siblings in a random order. The map preserves names and parents. */
TEST(any_order_of_siblings_is_mapped)
{
    uint64_t state = 1;
    for (int i = 0; i < 3000; i++) {
        char names[MAX_JOINTS][16];
        plan tree[MAX_JOINTS] = { { -1, "r" } }, shuffled[MAX_JOINTS];
        const int n = 2 + (int)(random_bits(&state) % (MAX_JOINTS - 1));
        for (int j = 1; j < n; j++) {
            snprintf(names[j], sizeof names[j], "j%d", j);
            tree[j] = (plan){ (int)(random_bits(&state) % (uint64_t)j), names[j] };
        }
        int position[MAX_JOINTS], n_placed = 1, expected[MAX_JOINTS] = { 0 };
        position[0] = 0;
        shuffled[0] = tree[0];
        while (n_placed < n) { /* any joint whose parent precedes it may be next */
            const int j = 1 + (int)(random_bits(&state) % (uint64_t)(n - 1));
            if (expected[j] > 0 || (tree[j].parent > 0 && expected[tree[j].parent] == 0))
                continue;
            expected[j] = n_placed;
            shuffled[n_placed] = (plan){ expected[tree[j].parent], tree[j].name };
            position[n_placed++] = j;
        }
        built a, b;
        const dbt_skeleton *to = build(&a, tree, n), *from = build(&b, shuffled, n);
        expect_map(to, from, expected);
        expect_map(from, to, position);
    }
}

TEST(a_layout_is_joints_parents_and_channels_in_order)
{
    built a, b;
    const dbt_skeleton *one = BUILD(&a, body), *other = BUILD(&b, body);
    assert_true(dbt_skeleton_same_poses(one, other));
    b.joints[2].offset.x = 5.0;
    assert_true(dbt_skeleton_same_layout(one, other)); /* offsets may differ */
    assert_false(dbt_skeleton_same_poses(one, other));
    b.joints[2].channels[0] = DBT_XROTATION;
    b.joints[2].channels[1] = DBT_ZROTATION;
    assert_false(dbt_skeleton_same_layout(one, other));
    BUILD(&b, body);
    b.joints[6].n_channels = 2;
    assert_false(dbt_skeleton_same_layout(one, other));
    BUILD(&b, body);
    b.names[4][0] = 'h';
    assert_false(dbt_skeleton_same_layout(one, other));
    BUILD(&b, body);
    b.joints[6].parent = 3;
    assert_false(dbt_skeleton_same_layout(one, other));
    build(&b, body, 6);
    assert_false(dbt_skeleton_same_layout(one, other));
    assert_false(dbt_skeleton_same_poses(one, other));
}

/* ---- the chain from ROOT to the joint that branches ---- */

static void expect_branch(const plan *plans, int n, int branch)
{
    built b;
    const dbt_skeleton *skeleton = build(&b, plans, n);
    assert_int_equal(dbt_skeleton_branch(skeleton), branch);
    for (int j = 1; j <= branch; j++)
        assert_int_equal(skeleton->joints[j].parent, j - 1);
}

TEST(the_chain_goes_down_to_the_joint_that_branches)
{
    expect_branch(body, 7, 1); /* Spine */
    static const plan branching_root[] = { { -1, "R" }, { 0, "a" }, { 1, "b" }, { 0, "c" } };
    expect_branch(branching_root, 4, 0);
    static const plan straight[] = { { -1, "R" }, { 0, "a" }, { 1, "b" } };
    expect_branch(straight, 3, 2);
    expect_branch(straight, 1, 0);
    static const plan late[] = { { -1, "R" }, { 0, "a" }, { 1, "b" },
                                 { 2, "c" },  { 3, "d" }, { 2, "e" } };
    expect_branch(late, 6, 2);
}

/* ---- names ---- */

TEST(joints_are_found_by_their_exact_name)
{
    built b;
    const dbt_skeleton *s = BUILD(&b, body);
    assert_int_equal(dbt_skeleton_find(s, "Hips", NULL), 0);
    assert_int_equal(dbt_skeleton_find(s, "RightArm", NULL), 5);
    assert_int_equal(dbt_skeleton_find(s, "rightarm", NULL), -1);
    assert_int_equal(dbt_skeleton_find(s, "Right", NULL), -1);
    assert_int_equal(dbt_skeleton_find(s, "", NULL), -1);
}

static void expect_not_found(const dbt_skeleton *s, const char *name, const char *said)
{
    dbt_error err = { .code = DBT_OK };
    assert_int_equal(dbt_skeleton_find(s, name, &err), -1);
    assert_int_equal(err.code, DBT_E_PARAM);
    if (!strstr(err.msg, said))
        fail_msg("'%s' does not say \"%s\"", err.msg, said);
}

TEST(an_unknown_name_gets_the_nearest)
{
    built b;
    const dbt_skeleton *s = BUILD(&b, body);
    expect_not_found(s, "RigthArm", "the nearest are 'RightArm', '");
    expect_not_found(s, "spine", "the nearest are 'Spine', '");
    expect_not_found(s, "Hip", "the nearest are 'Hips', '");
    expect_not_found(s, "left-arm", "the nearest are 'LeftArm', '");
    expect_not_found(s, "mixamorig:LeftArm", "the nearest are 'LeftArm', '");
    expect_not_found(s, "Xyzzy", "'Xyzzy'; the nearest are '");
    expect_not_found(s, "", "no joint is called '' ('dbtool info' lists all)");
}

TEST(a_name_that_two_joints_have_is_ambiguous)
{
    built b;
    const dbt_skeleton *s = BUILD(&b, body);
    expect_not_found(s, "Hand", "ambiguous");
}

static void expect_match(const dbt_skeleton *s, const char *glob, const char *expected)
{
    bool matched[MAX_JOINTS] = { false };
    dbt_error err = { .code = DBT_OK };
    const bool any = strchr(expected, '1') != NULL;
    if (dbt_skeleton_match(s, glob, matched, &err) != any)
        fail_msg("'%s': %s", glob, any ? err.msg : "matches");
    assert_int_equal(err.code, any ? DBT_OK : DBT_E_PARAM);
    for (int j = 0; j < s->n_joints; j++)
        if (matched[j] != (expected[j] == '1'))
            fail_msg("'%s': joint %d '%s' is %smatched", glob, j, s->joints[j].name,
                     matched[j] ? "" : "not ");
}

TEST(globs_match_whole_names)
{
    built b;
    const dbt_skeleton *s = BUILD(&b, body);
    expect_match(s, "*", "1111111");
    expect_match(s, "*Arm", "0001010");
    expect_match(s, "Left*", "0001000");
    expect_match(s, "*Arm*", "0001010");
    expect_match(s, "H*", "1010101");
    expect_match(s, "H[ie]*", "1010000");
    expect_match(s, "H[!i]*", "0010101");
    expect_match(s, "?ips", "1000000");
    expect_match(s, "????", "1010101");
    expect_match(s, "Hand*", "0000101"); /* with wildcards both joints match */
    expect_match(s, "Hips", "1000000");
    expect_match(s, "Hand", "0000000"); /* without wildcards the name is ambiguous */
    expect_match(s, "*Leg", "0000000");
    expect_match(s, "Arm", "0000000");
    expect_match(s, "left*", "0000000");
    expect_match(s, "", "0000000");
}

TEST(globs_add_to_earlier_matches)
{
    built b;
    const dbt_skeleton *s = BUILD(&b, body);
    bool matched[MAX_JOINTS] = { false };
    assert_true(dbt_skeleton_match(s, "Hips", matched, NULL));
    assert_true(dbt_skeleton_match(s, "*Arm", matched, NULL));
    assert_true(matched[0] && matched[3] && matched[5] && !matched[1]);
}

TEST(names_with_blanks_colons_and_brackets_can_be_named)
{
    static const plan odd[] = { { -1, "Bip01 Pelvis" }, { 0, "mixamorig:Spine" },
                                { 1, "(1)|x" },         { 1, "arm[0]" },
                                { 1, "arm[1]" },        { 1, "K\xc3\xb6rper" } };
    built b;
    const dbt_skeleton *s = BUILD(&b, odd);
    expect_match(s, "Bip01 Pelvis", "100000");
    expect_match(s, "mixamorig:*", "010000");
    expect_match(s, "(1)|x", "001000");
    expect_match(s, "arm[0]", "000100"); /* the name itself, although it is also a pattern */
    expect_match(s, "K\xc3\xb6*", "000001");
    assert_int_equal(dbt_skeleton_find(s, "arm[1]", NULL), 4);
}

/* ---- derived fields ---- */

TEST(channels_are_sorted_into_positions_and_rotations)
{
    dbt_joint joint = { .n_channels = 5,
                        .channels = { DBT_YROTATION, DBT_ZPOSITION, DBT_XROTATION, DBT_XPOSITION,
                                      DBT_ZROTATION } };
    dbt_joint_derive(&joint);
    assert_int_equal(joint.n_rot, 3);
    assert_true(joint.rot_axis[0] == 1 && joint.rot_axis[1] == 0 && joint.rot_axis[2] == 2);
    assert_true(joint.rot_channel[0] == 0 && joint.rot_channel[1] == 2 &&
                joint.rot_channel[2] == 4);
    assert_true(joint.pos_channel[0] == 3 && joint.pos_channel[1] == -1 &&
                joint.pos_channel[2] == 1);
    assert_true(joint.has_pos);
    joint.n_channels = 0;
    dbt_joint_derive(&joint);
    assert_true(joint.n_rot == 0 && !joint.has_pos && joint.pos_channel[0] == -1);
}

TEST(channel_names_and_axes_belong_together)
{
    assert_string_equal(dbt_channel_names[DBT_XPOSITION], "Xposition");
    assert_string_equal(dbt_channel_names[DBT_ZROTATION], "Zrotation");
    for (int c = 0; c < DBT_MAX_CHANNELS; c++) {
        assert_int_equal(dbt_channel_names[c][0], "XYZ"[dbt_channel_axis((dbt_channel)c)]);
        assert_int_equal(dbt_channel_is_rotation((dbt_channel)c),
                         strstr(dbt_channel_names[c], "rotation") != NULL);
    }
}

TEST(releasing_a_zeroed_skeleton_twice_is_fine)
{
    dbt_skeleton skeleton = { 0 };
    dbt_skeleton_release(&skeleton);
    dbt_skeleton_release(&skeleton);
    assert_int_equal(skeleton.n_joints, 0);
}

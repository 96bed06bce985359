/* Renaming and dropping joints: resulting skeletons and values, refused names. */
#include "read_bvh.h"

#include "base/buffer.h"
#include "bvh/reshape.h"

/* Channel values count up, so that each identifies its channel. */
static const char text[] =
    "HIERARCHY\n"
    "ROOT m:Hips\n{\nOFFSET 0 0 0\n"
    "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    "JOINT m:Arm\n{\nOFFSET 1 0 0\nCHANNELS 1 Zrotation\n"
    "JOINT m:Hand\n{\nOFFSET 2 0 0\nCHANNELS 2 Zrotation Xrotation\n"
    "End Site\n{\nOFFSET 3 0 0\n}\n}\n"
    "JOINT Prop\n{\nOFFSET 4 0 0\nCHANNELS 1 Yrotation\n"
    "End Site\n{\nOFFSET 5 0 0\n}\n}\n}\n"
    "JOINT m:Leg\n{\nOFFSET 0 -1 0\nCHANNELS 1 Xrotation\n"
    "End Site\n{\nOFFSET 0 -2 0\n}\nEnd Site\n{\nOFFSET 0 -3 0\n}\n}\n}\n"
    "MOTION\nFrames: 2\nFrame Time: 0.1\n"
    "1 2 3 4 5 6 7 8 9 10 11\n"
    "21 22 23 24 25 26 27 28 29 30 31\n";

static void read_renames(dbt_renames *renames, const char *json)
{
    dbt_error err;
    if (!dbt_renames_read(renames, json, strlen(json), "r.json", &err))
        fail_msg("%s", err.msg);
}

/* Compares all joints, each as "name<parent@first_channel". */
static void expect_joints(const dbt_clip *clip, const char *expected)
{
    char found[400] = "";
    for (int j = 0; j < clip->skeleton.n_joints; j++) {
        const dbt_joint *joint = &clip->skeleton.joints[j];
        const size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, "%s%s<%d@%d", j > 0 ? " " : "", joint->name,
                 joint->parent, joint->first_channel);
    }
    assert_string_equal(found, expected);
}

static void expect_values(const dbt_clip *clip, const double *expected, int n)
{
    assert_int_equal(clip->skeleton.n_channels, n);
    for (int f = 0; f < 2; f++)
        for (int c = 0; c < n; c++)
            assert_true(dbt_clip_frame(clip, (size_t)f)[c] == expected[c] + 20.0 * f);
}

/* Compares all End Sites, each as "joint:x,y ". */
static void expect_end_sites(const dbt_clip *clip, const char *expected)
{
    char found[400] = "";
    const dbt_skeleton *s = &clip->skeleton;
    for (int j = 0; j < s->n_joints; j++) {
        const int last = s->joints[j].last_end_site;
        for (int e = last, first = 1; e >= 0 && (first || e != last); first = 0) {
            e = s->end_sites[e].next;
            const size_t used = strlen(found);
            assert_int_equal(s->end_sites[e].parent, j);
            snprintf(found + used, sizeof found - used, "%s:%g,%g ", s->joints[j].name,
                     s->end_sites[e].offset.x, s->end_sites[e].offset.y);
        }
    }
    assert_string_equal(found, expected);
}

/* Returns the clip with renamed and dropped joints. Fails unless these are its joints
 * (expect_joints), and every pattern of drops but "nothing*" matched. */
static dbt_clip reshaped(const char *json, const char *const *drops, int n_drops,
                         const char *joints)
{
    dbt_clip clip = read_bvh(text, sizeof text - 1, "c.bvh");
    dbt_renames renames;
    bool matched[8];
    dbt_error err;
    read_renames(&renames, json);
    if (!dbt_clip_reshape(&clip, &(dbt_reshape){ &renames, drops, n_drops, 1.0 }, matched, &err))
        fail_msg("%s", err.msg);
    for (int i = 0; i < n_drops; i++)
        assert_int_equal(matched[i], strcmp(drops[i], "nothing*") != 0);
    dbt_renames_release(&renames);
    expect_joints(&clip, joints);
    return clip;
}

/* Fails unless renaming, and dropping `drop` if it is not NULL, is refused with this code and
 * message. */
static void expect_refused(const char *json, const char *drop, dbt_code code, const char *msg)
{
    dbt_clip clip = read_bvh(text, sizeof text - 1, "c.bvh");
    dbt_renames renames;
    bool matched[1];
    dbt_error err = { .code = DBT_OK };
    read_renames(&renames, json);
    assert_false(dbt_clip_reshape(&clip, &(dbt_reshape){ &renames, &drop, drop != NULL, 1.0 },
                                  matched, &err));
    assert_int_equal(err.code, code);
    assert_string_equal(err.file, "c.bvh");
    if (!strstr(err.msg, msg))
        fail_msg("'%s' does not say '%s'", err.msg, msg);
    dbt_renames_release(&renames);
    dbt_clip_release(&clip);
}

/* ---- names ---- */

TEST(a_star_matches_any_text)
{
    dbt_clip clip = reshaped("{\"m:*\": \"*\", \"*nothing\": \"x\", \"Pro*p\": \"<*>\"}", NULL, 0,
                             "Hips<-1@0 Arm<0@6 Hand<1@7 <><1@9 Leg<0@10");
    assert_false(clip.text.hierarchy_verbatim);
    assert_non_null(clip.text.lines); /* frames stay unchanged */
    dbt_clip_release(&clip);
}

TEST(a_name_goes_before_patterns_and_the_last_pattern_wins)
{
    dbt_clip clip = reshaped("{\"m:Leg\": \"own\", \"*\": \"a*\", \"m:*\": \"b*b\"}", NULL, 0,
                             "bHipsb<-1@0 bArmb<0@6 bHandb<1@7 aProp<1@9 own<0@10");
    dbt_clip_release(&clip);
}

TEST(two_names_may_be_exchanged)
{
    dbt_clip clip = reshaped("{\"m:Arm\": \"m:Leg\", \"m:Leg\": \"m:Arm\"}", NULL, 0,
                             "m:Hips<-1@0 m:Leg<0@6 m:Hand<1@7 Prop<1@9 m:Arm<0@10");
    dbt_clip_release(&clip);
}

TEST(text_that_does_not_change_is_the_clips_own)
{
    static const char *const drops[] = { "nothing*" };
    dbt_clip clip = reshaped("{\"other\": \"m:Hips\", \"Prop\": \"Prop\"}", drops, 1,
                             "m:Hips<-1@0 m:Arm<0@6 m:Hand<1@7 Prop<1@9 m:Leg<0@10");
    assert_true(clip.text.hierarchy_verbatim);
    assert_non_null(clip.text.lines);
    dbt_clip_release(&clip);
}

TEST(names_that_cannot_be_are_refused)
{
    expect_refused("{\"m:Arm\": \"Prop\"}", NULL, DBT_E_PARAM, "called 'Prop'");
    expect_refused("{\"m:*\": \"x\"}", NULL, DBT_E_PARAM, "called 'x'");
    expect_refused("{\"Prop*\": \"*\"}", NULL, DBT_E_PARAM, "'Prop' would be called ''");
    expect_refused("{\"Prop\": \" x\"}", NULL, DBT_E_PARAM, "called ' x'");
    expect_refused("{\"Prop\": \"x \"}", NULL, DBT_E_PARAM, "called 'x '");
    expect_refused("{\"Prop\": \"x{\"}", NULL, DBT_E_PARAM, "called 'x{'");
    expect_refused("{\"Prop\": \"x\\ny\"}", NULL, DBT_E_PARAM, "which is not a joint's name");
}

/* ---- dropping ---- */

TEST(dropped_joints_are_dropped_with_their_descendants)
{
    static const char *const drops[] = { "*Arm", "nothing*" };
    static const double values[] = { 1, 2, 3, 4, 5, 6, 11 };
    dbt_clip clip = reshaped("{}", drops, 2, "m:Hips<-1@0 m:Leg<0@6");
    expect_values(&clip, values, 7);
    expect_end_sites(&clip, "m:Leg:0,-2 m:Leg:0,-3 ");
    assert_false(clip.text.hierarchy_verbatim);
    assert_null(clip.text.lines);
    dbt_clip_release(&clip);
}

TEST(an_end_site_replaces_the_first_child_where_all_are_dropped)
{
    static const char *const drops[] = { "Hand", "Prop" }; /* patterns match the new names */
    static const double values[] = { 1, 2, 3, 4, 5, 6, 7, 11 };
    dbt_clip clip = reshaped("{\"m:*\": \"*\"}", drops, 2, "Hips<-1@0 Arm<0@6 Leg<0@7");
    expect_values(&clip, values, 8);
    expect_end_sites(&clip, "Arm:2,0 Leg:0,-2 Leg:0,-3 ");
    dbt_clip_release(&clip);
}

TEST(a_joint_that_keeps_a_child_gets_no_end_site)
{
    static const char *const drops[] = { "m:Hand" };
    static const double values[] = { 1, 2, 3, 4, 5, 6, 7, 10, 11 };
    dbt_clip clip = reshaped("{}", drops, 1, "m:Hips<-1@0 m:Arm<0@6 Prop<1@7 m:Leg<0@8");
    expect_values(&clip, values, 9);
    expect_end_sites(&clip, "Prop:5,0 m:Leg:0,-2 m:Leg:0,-3 ");
    dbt_clip_release(&clip);
}

TEST(a_dropped_joint_has_no_name_to_collide_with)
{
    static const char *const drops[] = { "m:Arm" };
    dbt_clip clip = reshaped("{\"m:Leg\": \"Prop\"}", drops, 1, "m:Hips<-1@0 Prop<0@6");
    dbt_clip_release(&clip);
}

TEST(root_cannot_be_dropped)
{
    expect_refused("{}", "*", DBT_E_PARAM, "'m:Hips' is ROOT");
    expect_refused("{}", "m:Hips", DBT_E_PARAM, "'m:Hips' is ROOT");
}

/* ---- the file ---- */

TEST(mistakes_in_the_file_have_a_position)
{
    static const struct {
        const char *text;
        dbt_code code;
        size_t line, col;
    } cases[] = {
        { "[]", DBT_E_PARAM, 1, 1 },
        { "{\"a\": \"b\",\n \"c\": 3}", DBT_E_PARAM, 2, 7 },
        { "{\"a*b*\": \"b\"}", DBT_E_PARAM, 1, 2 },
        { "{\"a*\": \"**\"}", DBT_E_PARAM, 1, 8 },
        { "{\"a\": \"*\"}", DBT_E_PARAM, 1, 7 },
        { "{\"a\": \"b\", \"a\": \"c\"}", DBT_E_SYNTAX, 1, 12 },
        { "{\"a\": ", DBT_E_SYNTAX, 1, 7 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dbt_renames renames;
        dbt_error err = { .code = DBT_OK };
        assert_false(
            dbt_renames_read(&renames, cases[i].text, strlen(cases[i].text), "r.json", &err));
        assert_int_equal(err.code, cases[i].code);
        assert_string_equal(err.file, "r.json");
        assert_int_equal(err.line, cases[i].line);
        assert_int_equal(err.col, cases[i].col);
        assert_null(renames.names.list);
        assert_null(renames.patterns);
    }
}

TEST(patterns_have_a_limit)
{
    for (int n = DBT_MAX_RENAME_PATTERNS; n <= DBT_MAX_RENAME_PATTERNS + 1; n++) {
        dbt_buffer json = { 0 };
        dbt_renames renames;
        dbt_error err = { .code = DBT_OK };
        for (int i = 0; i < n; i++)
            dbt_buffer_format(&json, "%s\"%d*\": \"x\"", i > 0 ? "," : "{", i);
        dbt_buffer_text(&json, ", \"a\": \"b\"}");
        assert_int_equal(dbt_renames_read(&renames, json.bytes, json.size, "r.json", &err),
                         n == DBT_MAX_RENAME_PATTERNS);
        assert_int_equal(err.code, n == DBT_MAX_RENAME_PATTERNS ? DBT_OK : DBT_E_LIMIT);
        dbt_renames_release(&renames);
        dbt_buffer_release(&json);
    }
}

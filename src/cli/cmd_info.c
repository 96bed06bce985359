/* dbtool info: lists the contents and peculiarities of BVH files. */
#include "base/json_write.h"
#include "base/mem.h"
#include "cli/job_args.h"
#include "cli/pop_list.h"
#include "host/output.h"
#include "motion/feet.h"
#include "motion/limits.h"
#include "run/clips.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct info_args {
    cli_job_args job; /* its files are those to list */
    dbt_clip_cache *cache;
    dbt_clips clips;
    const char *output;
    bool limits, roles, has_format;
    int format;
    const dbt_clip **rigs; /* stb_ds list: the first clip of each rig; borrowed from `clips` */
} info_args;

enum { FORMAT_TEXT, FORMAT_LIST, FORMAT_JSON };

static const cli_option info_options[] = {
    { 0, "limits", NULL, "write the joint limits of all files together, as JSON",
      CLI_FLAG(info_args, limits), .more = "The file is for `blend --limits`." },
    { .kind = CLI_KIND_SETTING,
      .name = "roles",
      .optional = true,
      CLI_GIVEN(info_args, roles),
      .help = "list what --fit takes each joint for, and what is missing",
      .more = "It also says why a clip of this rig cannot be fitted. With FILE, roles are those of "
              "the file, where it has any: dbtool-bvh(5), ROLES BY HAND." },
    CLI_SETTING("root"),
    CLI_SETTING("feet"),
    { 0, "format", NULL, "form of the list (text)",
      CLI_CHOICE(info_args, format, "text", "list", "json"), CLI_GIVEN(info_args, has_format),
      .more = "`list`: a line for each clip: frames, seconds, rate, joints, likely unit and up "
              "axis (`?`: unknown), number of its rig in this list, file, what is odd. The unit is "
              "that in which the reach is an adult's, 0.7 to 1.4 m. `json`: dbtool-internals(7), "
              "JSON OUTPUTS." },
    { 'o', "output", "FILE", "write the list here (standard output)",
      CLI_OUTPUT(info_args, output) },
    { 0 },
};

/* ---- one clip ---- */

/* The facts about a clip that are not in its file. Texts are borrowed. */
typedef struct clip_facts {
    const char *motion_root, *carrier; /* names of joints; NULL: a clip without frames */
    double reach;                      /* units */
    bool moves; /* a joint from ROOT to the motion root has position channels */
    dbt_feet feet;
    const char *up;      /* the likely up axis; NULL: not known */
    const char *stance;  /* an oddity of the body; NULL: none */
    const char *rig;     /* file of the first clip with the same rig; NULL: a clip without frames */
    int rig_number;      /* number of the rig in the list, from 1; 0: a clip without frames */
    bool is_other_rig;   /* the rig differs from those of all clips before */
    dbt_fit_roles roles; /* owned; zeroed without --roles */
} clip_facts;

/* Sets the members of the zeroed *facts before `rig`; of a clip without frames only `up` and
 * `stance`. Fails as dbt_chain_init or dbt_feet_init (DBT_E_PARAM if the root or a pattern of the
 * feet matches no joint); *facts is then incomplete. The caller releases facts->feet
 * (dbt_feet_release), also on failure. err: not NULL. */
static bool find_facts(const dbt_clip *clip, const dbt_sequence_spec *spec, clip_facts *facts,
                       dbt_error *err)
{
    const dbt_up_axis up = dbt_clip_cache_facts(clip)->up;
    facts->up = dbt_up_axis_name(up);
    facts->stance = up.four_legged   ? "four-legged"
                    : up.upside_down ? "upside down"
                    : up.sides == DBT_SIDES_EXCHANGED && up.has_named_sides
                        ? "left and right exchanged"
                        : NULL;
    if (clip->n_frames == 0)
        return true;
    dbt_track track;
    dbt_chain chain;
    if (!dbt_track_init(&track, clip, &clip->skeleton, clip->frame_time, DBT_INTERPOLATE_HERMITE,
                        err))
        return false;
    bool ok = dbt_chain_init(&chain, &track, 1, spec->root, err);
    if (ok) {
        const dbt_joint *joints = clip->skeleton.joints;
        facts->motion_root = joints[chain.motion_root].name;
        facts->carrier = joints[dbt_chain_carrier(&chain, &track)].name;
        facts->reach = chain.reach;
        for (int j = chain.motion_root; j >= 0; j = joints[j].parent)
            facts->moves = facts->moves || joints[j].has_pos;
        ok = dbt_feet_init(&facts->feet, &clip->skeleton, &chain, &spec->contact, err);
        if (!ok)
            err->file = clip->file;
    }
    dbt_track_release(&track);
    return ok;
}

/* Returns the line ends of a clip's file: "LF", "CRLF" or "CR". */
static const char *line_end_name(const dbt_clip *clip)
{
    const char *eol = clip->text.eol;
    return strcmp(eol, "\r\n") == 0 ? "CRLF" : strcmp(eol, "\r") == 0 ? "CR" : "LF";
}

/* Returns the time of a clip's last frame, seconds; 0 without frames. */
static double seconds_of(const dbt_clip *clip)
{
    return clip->n_frames > 0 ? (double)(clip->n_frames - 1) * clip->frame_time : 0.0;
}

/* Appends the channels of a joint in their order, abbreviated: "position XYZ rotation ZXY", or
 * "none". */
static void add_channels(dbt_buffer *out, const dbt_joint *joint)
{
    bool rotations = false;
    for (int c = 0; c < joint->n_channels; c++) {
        const dbt_channel channel = (dbt_channel)joint->channels[c];
        if (dbt_channel_is_rotation(channel) && !rotations) {
            dbt_buffer_text(out, c > 0 ? " rotation " : "rotation ");
            rotations = true;
        } else if (c == 0) {
            dbt_buffer_text(out, "position ");
        } else if (!dbt_channel_is_rotation(channel) && rotations) {
            dbt_buffer_text(out, " position ");
            rotations = false;
        }
        dbt_buffer_format(out, "%c", dbt_channel_names[channel][0]);
    }
    if (joint->n_channels == 0)
        dbt_buffer_text(out, "none");
}

/* Returns the contact point of a leg beyond ankle and ball, a joint or an End Site; NULL: none.
 * Borrowed from `feet`. */
static const dbt_contact_point *toe_end(const dbt_feet *feet, const dbt_leg *leg)
{
    const int before = leg->ball < 0 ? 1 : 2;
    return leg->n_points > before ? &feet->points[leg->points[before]] : NULL;
}

/* Appends a line for each leg: its joints, and whether ball and toe end were not found. Without
 * legs, a line with the reason. Then a line with the joints of the feet, unless there are none.
 * root: name of the motion root, for the reason. */
static void add_legs(dbt_buffer *out, const dbt_clip *clip, const char *root, const dbt_feet *feet)
{
    const dbt_joint *joints = clip->skeleton.joints;
    for (int i = 0; i < feet->n_legs; i++) {
        const dbt_leg *leg = &feet->legs[i];
        const dbt_contact_point *end = toe_end(feet, leg);
        const int leg_joints[] = { leg->hip, leg->knee, leg->foot, leg->ball,
                                   end && !end->is_tip ? end->joint : -1 };
        for (size_t p = 0; p < sizeof leg_joints / sizeof *leg_joints; p++) {
            if (leg_joints[p] < 0)
                continue;
            dbt_buffer_text(out, p == 0 ? "  leg: " : " \u2013 ");
            dbt_buffer_printable(out, joints[leg_joints[p]].name);
        }
        dbt_buffer_text(out, end && end->is_tip ? " \u2013 End Site" : "");
        dbt_buffer_text(out, leg->ball < 0 && !end ? " (no ball, no toe end)"
                             : leg->ball < 0       ? " (no ball)"
                             : !end                ? " (no toe end)"
                                                   : "");
        dbt_buffer_text(out, "\n");
    }
    if (feet->n_legs == 0) {
        dbt_buffer_text(out, "  no leg: ");
        dbt_feet_say_none(feet, &clip->skeleton, root, out);
        dbt_buffer_text(out, " (--feet names the feet)\n");
    }
    const char *separator = "  feet: ";
    for (int j = 0; feet->n > 0 && j < clip->skeleton.n_joints; j++) {
        if (!feet->is_foot[j])
            continue;
        dbt_buffer_text(out, separator);
        dbt_buffer_printable(out, joints[j].name);
        separator = ", ";
    }
    dbt_buffer_text(out, feet->n > 0 ? "\n" : "");
}

/* Whether a pop is large enough to be called a glitch. */
static bool is_glitch(const dbt_pop *pop)
{
    return pop->pop > DBT_POP_GLITCH;
}

/* Appends a line for each glitch or, if `glitches` is false, for each other pop. */
static void add_pops(dbt_buffer *out, const dbt_clip *clip, bool glitches)
{
    const dbt_pop *pops = clip->pops;
    for (ptrdiff_t i = 0; i < arrlen(pops); i++) {
        if (is_glitch(&pops[i]) != glitches)
            continue;
        char *joints = cli_pop_joints(&pops[i], &clip->skeleton);
        dbt_buffer_text(out, glitches ? "  glitch: " : "  pop: ");
        cli_pop_add(&pops[i], clip->frame_time, joints, out);
        dbt_buffer_text(out, "\n");
        dbt_free(joints);
    }
}

/* Appends the sources of the roles, such as "tree; feet, for left and right": names, tree, feet,
 * motion or a file. No line feed. */
static void add_source_of_roles(dbt_buffer *out, const dbt_fit_roles *roles)
{
    const bool by_feet = roles->exchanged || !roles->by_names;
    dbt_buffer_text(out, roles->by_file ? "--roles, else " : "");
    dbt_buffer_text(out, roles->by_tree ? "tree" : "names");
    dbt_buffer_text(out, by_feet          ? "; feet, for left and right"
                         : roles->by_tree ? "; names, for left and right"
                                          : "");
    dbt_buffer_text(out, roles->knees_by_motion ? "; motion, for knees" : "");
}

/* Appends a line with the roles that were not found, if any. Then a line with the sources of the
 * roles or, if clips of this rig cannot be fitted, with the reason. Nothing if *roles is zeroed,
 * that is without --roles. */
static void add_missing(dbt_buffer *out, const dbt_fit_roles *roles)
{
    for (int i = 0; i < roles->n_missing; i++)
        dbt_buffer_format(out, "%s%s%s", i == 0 ? "  not found: " : ", ", roles->missing[i].side,
                          roles->missing[i].name);
    dbt_buffer_text(out, roles->n_missing > 0 ? "\n" : "");
    if (roles->problem.code == DBT_OK) {
        if (!roles->joints)
            return;
        dbt_buffer_text(out, "  roles by ");
        add_source_of_roles(out, roles);
        dbt_buffer_text(out, "\n");
        return;
    }
    char line[sizeof roles->problem.msg + 8];
    dbt_error_format(&roles->problem, line, sizeof line);
    dbt_buffer_text(out, "  cannot be fitted: ");
    dbt_buffer_printable(out, line);
    dbt_buffer_text(out, "\n");
}

/* Appends the text about one clip (--format text), in whole lines: counts and times; unless it has
 * no frames, motion root, legs and feet; its rig, unless the clip is the first; roles, if
 * facts->roles is set; glitches, other pops; each joint; line ends and warnings. */
static void add_text(dbt_buffer *out, const dbt_clip *clip, const clip_facts *facts)
{
    /* limits the indentation of deep skeletons */
    enum { DEEPEST_SHOWN = 40 };
    const dbt_skeleton *skeleton = &clip->skeleton;
    dbt_buffer_printable(out, clip->file);
    dbt_buffer_format(out, ": %d joint%s, %d channel%s, %zu frame%s, %.6g fps (%.9g s), %.5g s\n",
                      skeleton->n_joints, skeleton->n_joints == 1 ? "" : "s", skeleton->n_channels,
                      skeleton->n_channels == 1 ? "" : "s", clip->n_frames,
                      clip->n_frames == 1 ? "" : "s", 1.0 / clip->frame_time, clip->frame_time,
                      seconds_of(clip));
    if (facts->motion_root) {
        dbt_buffer_text(out, "  motion root ");
        dbt_buffer_printable(out, facts->motion_root);
        dbt_buffer_format(out, "%s, reach %.6g units%s%s%s%s\n",
                          facts->moves ? "" : " (no position channels)", facts->reach,
                          facts->up ? ", likely up axis " : "", facts->up ? facts->up : "",
                          facts->stance ? ", " : "", facts->stance ? facts->stance : "");
        add_legs(out, clip, facts->motion_root, &facts->feet);
    }
    if (facts->is_other_rig)
        dbt_buffer_text(out, "  rig: none of those above\n");
    else if (facts->rig && facts->rig != clip->file) {
        dbt_buffer_text(out, "  rig: that of ");
        dbt_buffer_printable(out, facts->rig);
        dbt_buffer_text(out, "\n");
    }
    add_missing(out, &facts->roles);
    add_pops(out, clip, true);
    add_pops(out, clip, false);
    int *depth = dbt_alloc_array((size_t)skeleton->n_joints, sizeof *depth);
    for (int j = 0; j < skeleton->n_joints; j++) {
        const dbt_joint *joint = &skeleton->joints[j];
        depth[j] = joint->parent < 0 ? 0 : depth[joint->parent] + 1;
        dbt_buffer_format(out, "  %*s", 2 * (depth[j] < DEEPEST_SHOWN ? depth[j] : DEEPEST_SHOWN),
                          "");
        dbt_buffer_printable(out, joint->name);
        if (facts->roles.joints && facts->roles.joints[j].name)
            dbt_buffer_format(out, " (%s%s)", facts->roles.joints[j].side,
                              facts->roles.joints[j].name);
        dbt_buffer_text(out, ": ");
        add_channels(out, joint);
        dbt_buffer_text(out, "\n");
    }
    dbt_free(depth);
    dbt_buffer_format(out, "  text: line ends %s", line_end_name(clip));
    dbt_buffer_text(out, clip->text.bytes && dbt_bom_size(clip->text.bytes, clip->text.size)
                             ? ", byte order mark"
                             : "");
    bool odd = false;
    for (int i = 0; i < DBT_N_WARNINGS; i++) {
        const dbt_warning *w = &clip->warnings.kind[i];
        if (w->count == 0)
            continue;
        odd = true;
        dbt_buffer_text(out, "\n    ");
        dbt_buffer_printable(out, w->msg);
        if (w->line > 0)
            dbt_buffer_format(out, " (line %zu)", w->line);
        if (w->count > 1)
            dbt_buffer_format(out, ", %zu times", w->count);
    }
    dbt_buffer_text(out, odd ? "\n" : ", no oddities\n");
}

/* ---- a line for each clip ---- */

/* Returns the unit ("m", "in", "cm" or "mm") in which `reach` is 0.7 to 1.4 m, an adult's; "?" if
 * there is none. */
static const char *guess_unit(double reach)
{
    static const struct {
        const char *name;
        double metres;
    } units[] = { { "m", 1.0 }, { "in", 0.0254 }, { "cm", 0.01 }, { "mm", 0.001 } };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (reach * units[i].metres >= 0.7 && reach * units[i].metres <= 1.4)
            return units[i].name;
    return "?";
}

/* Appends a message to a line and adds 1 to *n, the number of messages in the line. The first
 * follows a colon, others a semicolon. more: number of further messages of its kind. */
static void add_message(dbt_buffer *out, int *n, const char *text, size_t more)
{
    dbt_buffer_text(out, (*n)++ == 0 ? ": " : "; ");
    dbt_buffer_printable(out, text);
    if (more > 0)
        dbt_buffer_format(out, " (and %zu more)", more);
}

/* Appends, as add_message, a message about the first glitch or, if `glitches` is false, the first
 * other pop, and the number of further ones. Does nothing if there is none. pops: stb_ds list, may
 * be NULL: none. */
static void add_pop_remark(dbt_buffer *out, int *n, const dbt_pop *pops, bool glitches)
{
    const dbt_pop *first = NULL;
    size_t n_pops = 0;
    char text[80];
    for (ptrdiff_t i = 0; i < arrlen(pops); i++)
        if (is_glitch(&pops[i]) == glitches && n_pops++ == 0)
            first = &pops[i];
    if (!first)
        return;
    snprintf(text, sizeof text, "%s at frame %zu", glitches ? "glitch" : "pop", first->frame);
    add_message(out, n, text, n_pops - 1);
}

/* Appends the clip's line of `--format list`, with its line feed. */
static void add_line(dbt_buffer *out, const dbt_clip *clip, const clip_facts *facts)
{
    int n = 0;
    char rig[16] = "-";
    if (facts->rig_number > 0)
        snprintf(rig, sizeof rig, "%d", facts->rig_number);
    dbt_buffer_format(out, "%8zu  %8.3f  %7.4g  %6d  %4s  %2s  %3s  ", clip->n_frames,
                      seconds_of(clip), 1.0 / clip->frame_time, clip->skeleton.n_joints,
                      facts->motion_root ? guess_unit(facts->reach) : "-",
                      facts->up ? facts->up : "?", rig);
    dbt_buffer_printable(out, clip->file);
    if (clip->n_frames == 0)
        add_message(out, &n, "no frames", 0);
    add_pop_remark(out, &n, clip->pops, true);
    add_pop_remark(out, &n, clip->pops, false);
    if (facts->motion_root && facts->feet.n_legs == 0)
        add_message(out, &n, "no leg found", 0);
    if (facts->motion_root && !facts->moves)
        add_message(out, &n, "no position channels at the root", 0);
    if (facts->stance)
        add_message(out, &n, facts->stance, 0);
    for (int i = 0; i < DBT_N_WARNINGS; i++)
        if (clip->warnings.kind[i].count > 0)
            add_message(out, &n, clip->warnings.kind[i].msg, clip->warnings.kind[i].count - 1);
    dbt_buffer_text(out, "\n");
}

/* ---- JSON ---- */

/* Adds a role such as "left knee" to the open object or list; null if there is none. key: NULL in a
 * list. */
static void add_json_role(dbt_json_out *json, const char *key, dbt_joint_role role)
{
    char text[32];
    snprintf(text, sizeof text, "%s%s", role.name ? role.side : "", role.name ? role.name : "");
    dbt_json_add_text(json, key, role.name ? text : NULL);
}

/* Adds to the open object "missing_roles", the list of roles that a fit lacks; "roles_by", the
 * sources of the roles; "cannot_be_fitted", the reason. One of the last two is null. */
static void add_json_missing(dbt_json_out *json, const dbt_fit_roles *roles)
{
    char line[sizeof roles->problem.msg + 8];
    dbt_json_begin_line(json, 2, "missing_roles", '[');
    for (int i = 0; i < roles->n_missing; i++)
        add_json_role(json, NULL, roles->missing[i]);
    dbt_json_end(json, ']');
    dbt_error_format(&roles->problem, line, sizeof line);
    dbt_buffer source = { 0 };
    add_source_of_roles(&source, roles);
    dbt_json_add_text(json, "roles_by", roles->problem.code == DBT_OK ? source.bytes : NULL);
    dbt_buffer_release(&source);
    dbt_json_add_text(json, "cannot_be_fitted", roles->problem.code == DBT_OK ? NULL : line);
}

/* Adds a joint to the open list, as an object. role: NULL: without the key "role". */
static void add_json_joint(dbt_json_out *json, const dbt_joint *joint, const dbt_joint_role *role)
{
    const dbt_vec3 v = joint->offset;
    dbt_json_begin_line(json, 4, NULL, '{');
    dbt_json_add_text(json, "name", joint->name);
    dbt_json_add_int(json, "parent", joint->parent);
    dbt_json_add_numbers(json, "offset", (const double[]){ v.x, v.y, v.z }, 3, 0);
    dbt_json_begin(json, "channels", '[');
    for (int c = 0; c < joint->n_channels; c++)
        dbt_json_add_text(json, NULL, dbt_channel_names[joint->channels[c]]);
    dbt_json_end(json, ']');
    if (role)
        add_json_role(json, "role", *role);
    dbt_json_end(json, '}');
}

/* Adds the list "oddities" to the open object: line, count and text of each kind of warning that
 * occurred. It may be empty. line: of the first warning; 0: none. */
static void add_json_oddities(dbt_json_out *json, const dbt_warnings *warnings)
{
    dbt_json_begin(json, "oddities", '[');
    for (int i = 0; i < DBT_N_WARNINGS; i++) {
        const dbt_warning *w = &warnings->kind[i];
        if (w->count == 0)
            continue;
        dbt_json_begin(json, NULL, '{');
        dbt_json_add_size(json, "line", w->line);
        dbt_json_add_size(json, "count", w->count);
        dbt_json_add_text(json, "text", w->msg);
        dbt_json_end(json, '}');
    }
    dbt_json_end(json, ']');
}

/* Adds the list "glitches" or, if `glitches` is false, "pops" of all other pops, to the open
 * object. It may be empty. */
static void add_json_pops(dbt_json_out *json, const dbt_clip *clip, bool glitches)
{
    const dbt_pop *pops = clip->pops;
    dbt_json_begin(json, glitches ? "glitches" : "pops", '[');
    for (ptrdiff_t i = 0; i < arrlen(pops); i++) {
        if (is_glitch(&pops[i]) != glitches)
            continue;
        char *joints = cli_pop_joints(&pops[i], &clip->skeleton);
        cli_pop_add_json(json, &pops[i], clip->frame_time, joints);
        dbt_free(joints);
    }
    dbt_json_end(json, ']');
}

/* Adds two lists to the open object: "legs" with the joints' names of each leg (null: not found),
 * and "feet", the names of the feet's joints. Both may be empty. */
static void add_json_feet(dbt_json_out *json, const dbt_clip *clip, const dbt_feet *feet)
{
    const dbt_joint *joints = clip->skeleton.joints;
    dbt_json_begin(json, "legs", '[');
    for (int i = 0; i < feet->n_legs; i++) {
        dbt_json_begin(json, NULL, '{');
        dbt_json_add_text(json, "hip", joints[feet->legs[i].hip].name);
        dbt_json_add_text(json, "knee", joints[feet->legs[i].knee].name);
        dbt_json_add_text(json, "foot", joints[feet->legs[i].foot].name);
        const int ball = feet->legs[i].ball;
        const dbt_contact_point *end = toe_end(feet, &feet->legs[i]);
        dbt_json_add_text(json, "ball", ball < 0 ? NULL : joints[ball].name);
        dbt_json_add_text(json, "toe_end",
                          !end          ? NULL
                          : end->is_tip ? "End Site"
                                        : joints[end->joint].name);
        dbt_json_end(json, '}');
    }
    dbt_json_end(json, ']');
    dbt_json_begin(json, "feet", '[');
    for (int j = 0; feet->n > 0 && j < clip->skeleton.n_joints; j++)
        if (feet->is_foot[j])
            dbt_json_add_text(json, NULL, joints[j].name);
    dbt_json_end(json, ']');
}

/* Adds the object about one clip to the open list (--format json). */
static void add_json(dbt_json_out *json, const dbt_clip *clip, const clip_facts *facts)
{
    const dbt_skeleton *skeleton = &clip->skeleton;
    dbt_json_begin(json, NULL, '{');
    dbt_json_add_text(json, "file", clip->file);
    dbt_json_add_int(json, "n_joints", skeleton->n_joints);
    dbt_json_add_int(json, "n_channels", skeleton->n_channels);
    dbt_json_add_size(json, "n_frames", clip->n_frames);
    dbt_json_add_exact(json, "frame_time", clip->frame_time);
    dbt_json_add_number(json, "fps", 1.0 / clip->frame_time, 9);
    dbt_json_add_number(json, "duration", seconds_of(clip), 9);
    dbt_json_line(json, 2);
    dbt_json_add_text(json, "motion_root", facts->motion_root);
    dbt_json_add_text(json, "anchor", facts->motion_root);
    dbt_json_add_text(json, "carrier", facts->carrier);
    dbt_json_add_number(json, "reach", facts->reach, 9);
    dbt_json_add_text(json, "up", facts->up);
    dbt_json_add_text(json, "rig", facts->rig);
    dbt_json_add_text(json, "line_end", line_end_name(clip));
    dbt_json_line(json, 2);
    add_json_feet(json, clip, &facts->feet);
    dbt_json_line(json, 2);
    add_json_pops(json, clip, true);
    dbt_json_line(json, 2);
    add_json_pops(json, clip, false);
    dbt_json_line(json, 2);
    add_json_oddities(json, &clip->warnings);
    if (facts->roles.joints)
        add_json_missing(json, &facts->roles);
    dbt_json_begin_line(json, 2, "joints", '[');
    for (int j = 0; j < skeleton->n_joints; j++)
        add_json_joint(json, &skeleton->joints[j],
                       facts->roles.joints ? &facts->roles.joints[j] : NULL);
    dbt_json_end(json, ']');
    dbt_json_end(json, '}');
}

/* ---- all clips ---- */

/* Sets rig, rig_number and is_other_rig in *facts, by the first clip with the same rig. Appends the
 * clip to a->rigs if its rig is new. A single file is rig 1 without comparing, and is not appended.
 * A clip without frames has no rig: NULL and 0. Fails as dbt_fit_rig_new. */
static bool find_rig(info_args *a, const dbt_clip *clip, clip_facts *facts, dbt_error *err)
{
    bool same = false;
    facts->rig = clip->n_frames > 0 ? clip->file : NULL;
    facts->rig_number = facts->rig ? 1 : 0;
    if (!facts->rig || a->clips.n == 1)
        return true;
    const dbt_fit_rig *rig = dbt_clip_cache_rig(a->cache, clip, err);
    for (ptrdiff_t i = 0; rig && !same && i < arrlen(a->rigs); i++) {
        const dbt_fit_rig *other = dbt_clip_cache_rig(a->cache, a->rigs[i], err);
        if (!other)
            return false;
        same = dbt_fit_rigs_are_same(rig, other);
        if (same)
            facts->rig = a->rigs[i]->file;
        facts->rig_number = (int)i + 1 + !same;
    }
    facts->is_other_rig = !same && arrlen(a->rigs) > 0;
    if (!same)
        arrput(a->rigs, clip);
    return rig != NULL;
}

/* Loads all files into a->clips and appends those that can be read to `out`, in the format of
 * --format; prints the errors of the others to stderr. Returns whether there was no error. Only a
 * pattern or role that matches no joint (dbt_clips_check_joints) sets err. */
static bool list_files(info_args *a, dbt_buffer *out, dbt_error *err)
{
    dbt_json_out json = { .out = out };
    bool ok = true;
    const char *separator = "";
    if (a->format == FORMAT_JSON)
        dbt_json_begin(&json, NULL, '[');
    if (a->format == FORMAT_LIST)
        dbt_buffer_text(out,
                        "  frames   seconds      fps  joints  unit  up  rig  file: what is odd\n");
    for (size_t i = 0; i < a->clips.n; i++) {
        dbt_error wrong;
        clip_facts facts = { .reach = 0.0 };
        const dbt_clip *clip = dbt_clips_load_file(&a->clips, i, &wrong);
        const bool is_known = clip && find_facts(clip, &a->job.job.sequence, &facts, &wrong) &&
                              find_rig(a, clip, &facts, &wrong);
        if (is_known && a->roles)
            dbt_fit_roles_find(&facts.roles, clip);
        if (!is_known) {
            dbt_print_error(&wrong);
            ok = false;
        } else if (a->format == FORMAT_LIST) {
            add_line(out, clip, &facts);
        } else if (a->format == FORMAT_JSON) {
            if (json.follows)
                dbt_json_line(&json, 0);
            add_json(&json, clip, &facts);
        } else {
            dbt_buffer_text(out, separator);
            add_text(out, clip, &facts);
            separator = "\n";
        }
        dbt_feet_release(&facts.feet);
        dbt_fit_roles_release(&facts.roles);
    }
    ok = ok && dbt_clips_check_joints(&a->clips, err);
    if (a->format == FORMAT_JSON) {
        dbt_json_end(&json, ']');
        dbt_buffer_text(out, "\n");
    }
    return ok;
}

/* Fails with DBT_E_FORMAT and the clip's file unless the joints' names are unique and UTF-8,
 * because they are keys of the JSON of limits. index: of the clip's skeleton. */
static bool check_names(const dbt_clip *clip, const dbt_name_index *index, dbt_error *err)
{
    for (int j = 0; j < clip->skeleton.n_joints; j++) {
        const char *name = clip->skeleton.joints[j].name;
        if (dbt_name_index_find(index, name, NULL) != j)
            return dbt_fail_at(err, DBT_E_FORMAT, clip->file, 0, 0,
                               "two joints are called '%.80s': a file of limits cannot tell them "
                               "apart",
                               name);
        if (!dbt_is_utf8(name, strlen(name)))
            return dbt_fail_at(err, DBT_E_FORMAT, clip->file, 0, 0,
                               "the name of joint %d, '%.80s', is not UTF-8, as it must be in a "
                               "file of limits",
                               j + 1, name);
    }
    return true;
}

/* Appends the joint limits of tracks[n_tracks], together, as JSON with a final line feed. root:
 * name of the motion root; NULL: detected. Fails as check_names for the first clip, or as
 * dbt_chain_init; `out` is then unchanged. */
static bool learn_limits(const dbt_track *tracks, int n_tracks, const char *root, dbt_buffer *out,
                         dbt_error *err)
{
    const dbt_skeleton *skeleton = tracks[0].skeleton;
    dbt_chain chain;
    dbt_name_index index;
    dbt_name_index_init(&index, &tracks[0].clip->skeleton);
    const bool named = check_names(tracks[0].clip, &index, err);
    dbt_name_index_release(&index);
    if (!named || !dbt_chain_init(&chain, tracks, n_tracks, root, err))
        return false;
    dbt_joint_limits *limits = dbt_alloc_array((size_t)skeleton->n_joints, sizeof *limits);
    dbt_limits_learn(tracks, n_tracks, &chain, limits);
    dbt_limits_format(skeleton, limits, out);
    dbt_free(limits);
    return true;
}

/* Loads all files into a->clips and appends their joint limits, together, to `out`; a repeated file
 * counts once. Prints the glitches, unless -q. Fails at the first file that cannot be read, or
 * whose skeleton is not that of the first (dbt_track_init); as dbt_clips_check_joints and
 * learn_limits. `out` is then unchanged. */
static bool list_limits(info_args *a, dbt_buffer *out, dbt_error *err)
{
    dbt_track *tracks = NULL; /* stb_ds list */
    bool ok = true;
    for (size_t i = 0; ok && i < a->clips.n; i++) {
        const dbt_clip *clip = dbt_clips_load_file(&a->clips, i, err);
        if (clip && dbt_clips_is_repeated(&a->clips, (ptrdiff_t)i))
            continue;
        dbt_track track;
        const dbt_clip *first = arrlen(tracks) > 0 ? tracks[0].clip : clip;
        ok = clip && dbt_track_init(&track, clip, &first->skeleton, clip->frame_time,
                                    DBT_INTERPOLATE_HERMITE, err);
        if (ok)
            arrput(tracks, track);
    }
    if (ok)
        dbt_clips_print_glitches(&a->clips);
    ok = ok && tracks && dbt_clips_check_joints(&a->clips, err) &&
         learn_limits(tracks, (int)arrlen(tracks), a->job.job.sequence.root, out, err);
    for (ptrdiff_t t = 0; t < arrlen(tracks); t++)
        dbt_track_release(&tracks[t]);
    arrfree(tracks);
    return ok;
}

/* Fails with DBT_E_PARAM if an option would have no effect beside another: --roles or --format
 * beside --limits, --roles beside --format list. */
static bool check_options(const info_args *a, dbt_error *err)
{
    if (a->limits && (a->roles || a->has_format))
        return dbt_fail(err, DBT_E_PARAM, "--limits writes JSON of its own: expected no --%s",
                        a->roles ? "roles" : "format");
    return !a->roles || a->format != FORMAT_LIST ||
           dbt_fail(err, DBT_E_PARAM, "--roles is for '--format text' and 'json'");
}

/* Runs the command. Writes the list to -o or standard output. Returns CLI_DONE or CLI_FAILED, with
 * err or after printed errors. If a file cannot be read, lists the others on standard output and
 * returns CLI_FAILED; then nothing is written to a file of -o, or with --limits. If a file has
 * changed, nothing is written at all. */
static int run_info(void *args, dbt_error *err)
{
    info_args *a = args;
    if (!check_options(a, err))
        return CLI_FAILED;
    if (arrlen(a->job.files) == 0)
        return cli_status(
            dbt_fail(err, DBT_E_PARAM, "expected one or more files (see 'dbtool info -h')"));
    a->cache = dbt_clip_cache_new(SIZE_MAX, DBT_POP_LIMIT, a->job.verbosity);
    if (!cli_check_no_clip_values(&a->job, err))
        return CLI_FAILED;
    a->clips = cli_clips_of(&a->job, a->cache, a->job.files);
    dbt_buffer out = { 0 };
    bool ok = a->limits ? list_limits(a, &out, err) : list_files(a, &out, err);
    const bool is_stdout = !a->output || dbt_is_dash(a->output);
    if (ok || (!a->limits && is_stdout)) /* a file is written completely or not at all */
        ok = dbt_clips_check(&a->clips, err) &&
             dbt_output_write(a->output ? a->output : "-", out.bytes, out.size, false, err) && ok;
    dbt_buffer_release(&out);
    return cli_status(ok);
}

static void release(void *args)
{
    info_args *a = args;
    arrfree(a->rigs);
    dbt_clips_release(&a->clips);
    dbt_clip_cache_free(a->cache);
}

const cli_command cli_command_info = {
    .name = "info",
    .summary = "list what BVH files hold and what is odd about them",
    .expands_folders = true,
    .usage = "FILE.bvh|FOLDER ... [--format text|list|json] [--limits]\n"
             "                   [-o FILE]",
    .options =
        (const cli_option *const[]){ info_options, cli_read_options, cli_common_options, NULL },
    .example = "dbtool info --limits walk.bvh run.bvh -o limits.json",
    CLI_ARGUMENTS(info_args),
    .run = run_info,
    .release = release,
};

/* Reads the hierarchy and the head of the motion. The token scanner uses no recursion and never
 * reads past the end of the text. */
#include "base/mem.h"
#include "base/number.h"
#include "bvh/bvh_reader.h"

#include <stdarg.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- messages ---- */

bool dbt_bvh_fail(bvh_reader *r, dbt_code code, const char *at, const char *format, ...)
{
    char msg[sizeof r->err->msg];
    va_list args;
    va_start(args, format);
    vsnprintf(msg, sizeof msg, format, args);
    va_end(args);
    size_t line, col;
    dbt_text_locate(r->begin, at, &line, &col);
    return dbt_fail_at(r->err, code, r->file, line, col, "%s", msg);
}

bool dbt_bvh_fail_expected(bvh_reader *r, dbt_code code, const char *at, const char *what,
                           const char *suffix)
{
    if (at == r->end)
        return dbt_bvh_fail(r, code, at, "expected %s, found the end of the file%s", what, suffix);
    if (dbt_is_line_end(*at))
        return dbt_bvh_fail(r, code, at, "expected %s, found the end of the line%s", what, suffix);
    if (*at == '\0')
        return dbt_bvh_fail(r, code, at, "expected %s, found a NUL byte%s", what, suffix);
    const dbt_span token = dbt_token_at(at, r->end);
    const int shown = token.end - token.begin > 40 ? 40 : (int)(token.end - token.begin);
    return dbt_bvh_fail(r, code, at, "expected %s, found '%.*s'%s", what, shown, token.begin,
                        suffix);
}

void dbt_bvh_warn(bvh_reader *r, dbt_warning_kind kind, const char *at, const char *format, ...)
{
    size_t line = 0, col = 0;
    if (r->clip->warnings.kind[kind].count ==
        0) /* only the first warning of a kind needs its line and column */
        dbt_text_locate(r->begin, at, &line, &col);
    char msg[sizeof r->clip->warnings.kind[kind].msg];
    va_list args;
    va_start(args, format);
    vsnprintf(msg, sizeof msg, format, args);
    va_end(args);
    dbt_warn(&r->clip->warnings, kind, r->file, line, col, "%s", msg);
}

/* ---- tokens ---- */

/* Returns the next word or brace, empty at the end of the text, without consuming it. Moves r->at
 * to its begin. */
static dbt_span peek(bvh_reader *r)
{
    r->at = dbt_skip_space(r->at, r->end);
    const char *p = r->at;
    if (p < r->end && (*p == '{' || *p == '}'))
        return (dbt_span){ p, p + 1 };
    while (p < r->end && !dbt_is_blank(*p) && !dbt_is_line_end(*p) && *p != '{' && *p != '}')
        p++;
    return (dbt_span){ r->at, p };
}

/* Consumes the next token if it is `word`, in any case. Returns whether it did. */
static bool accept(bvh_reader *r, const char *word)
{
    const dbt_span token = peek(r);
    if (!dbt_span_is(token, word))
        return false;
    r->at = token.end;
    return true;
}

/* Consumes `word`, in any case. Fails with DBT_E_SYNTAX at another token: "expected <what>". */
static bool expect(bvh_reader *r, const char *word, const char *what)
{
    return accept(r, word) || dbt_bvh_fail_expected(r, DBT_E_SYNTAX, r->at, what, "");
}

const char *dbt_bvh_comma_hint(const bvh_reader *r, const char *at)
{
    const dbt_span token = dbt_token_at(at, r->end);
    return dbt_comma_hint(token.begin, (size_t)(token.end - token.begin));
}

/* Consumes blanks, line ends and a finite number, which ends at a blank, a line end, a brace or the
 * end of the text. Fails with DBT_E_NUMBER at other tokens. */
static bool read_number(bvh_reader *r, double *value)
{
    r->at = dbt_skip_space(r->at, r->end);
    const char *after = dbt_number_read(r->at, r->end, value);
    if (!after || (after < r->end && !dbt_is_blank(*after) && !dbt_is_line_end(*after) &&
                   *after != '{' && *after != '}'))
        return dbt_bvh_fail_expected(r, DBT_E_NUMBER, r->at, "a number",
                                     dbt_bvh_comma_hint(r, r->at));
    if (isinf(*value))
        return dbt_bvh_fail_expected(r, DBT_E_NUMBER, r->at, "a finite number", "");
    r->at = after;
    return true;
}

/* Reads three numbers. Fails as read_number. */
static bool read_offset(bvh_reader *r, dbt_vec3 *offset)
{
    return read_number(r, &offset->x) && read_number(r, &offset->y) && read_number(r, &offset->z);
}

/* ---- files of other formats ---- */

/* Returns a constant text for a message: the format of a text that is not BVH, by its first bytes.
 * text: not empty, begins with its first word. Unknown formats: "a binary file" if the first 512
 * bytes contain a NUL, else "some other text". */
static const char *format_name(dbt_span text)
{
    static const struct {
        const char *magic;
        size_t n;
        const char *name;
    } known[] = {
        { "Kaydara FBX Binary", 18, "a binary FBX file" },
        { "; FBX", 5, "an ASCII FBX file" },
        { "glTF", 4, "a binary glTF file" },
        { "PK\x03\x04", 4, "a ZIP archive: unpack it first" },
        { "\x1f\x8b", 2, "a gzip archive: unpack it first" },
        { "version https://git-lfs", 23, "a Git LFS pointer: 'git lfs pull' gets the file itself" },
        { "\x89PNG", 4, "a PNG picture" },
        { "\xff\xd8\xff", 3, "a JPEG picture" },
        { "%PDF", 4, "a PDF document" },
        { "\x7f"
          "ELF",
          4, "an ELF program" },
        { "BLENDER", 7, "a Blender file" },
        { "PXR-USDC", 8, "a USD file" },
        { "#usda", 5, "a USD file" },
        { "#!", 2, "a script" },
        { ":version", 8, "an ASF skeleton" },
        { "# AST/ASF", 9, "an ASF skeleton" },
        { "#!OML:ASF", 9, "an AMC motion" },
        { ":FULLY-SPECIFIED", 16, "an AMC motion" },
        { "<?xml", 5, "XML" },
        { "<", 1, "XML or HTML" },
        { "{", 1, "JSON" },
        { "[", 1, "JSON" },
        { "MOTION", 6, "the second half of a BVH file" },
    };
    const size_t size = (size_t)(text.end - text.begin);
    const dbt_span word = dbt_token_at(text.begin, text.end);
    if (dbt_span_is(word, "<!DOCTYPE") || dbt_span_is(word, "<html") || dbt_span_is(word, "<html>"))
        return "an HTML page: a web site's answer in place of the file?";
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (size >= known[i].n && memcmp(text.begin, known[i].magic, known[i].n) == 0)
            return known[i].name;
    if (size >= 2 && text.begin[1] == 0x50 && (unsigned char)text.begin[0] <= 3)
        return "a C3D file";
    return memchr(text.begin, '\0', size < 512 ? size : 512) ? "a binary file" : "some other text";
}

/* Fails with DBT_E_FORMAT unless the first word of the text is HIERARCHY, in any case. Moves r->at
 * to the word, without consuming it. r->clip may be NULL. */
static bool check_format(bvh_reader *r)
{
    const size_t size = (size_t)(r->end - r->begin);
    const unsigned char *b = (const unsigned char *)r->begin;
    if (size == 0)
        return dbt_bvh_fail(r, DBT_E_FORMAT, r->begin, "the file is empty, expected HIERARCHY");
    if (size >= 2 && ((b[0] == 0xff && b[1] == 0xfe) || (b[0] == 0xfe && b[1] == 0xff) ||
                      (b[0] == 'H' && b[1] == 0) || (b[0] == 0 && b[1] == 'H')))
        return dbt_bvh_fail(r, DBT_E_FORMAT, r->begin,
                            "the text is UTF-16, expected UTF-8 or ASCII: save it as UTF-8");
    const dbt_span first = peek(r);
    if (first.begin == r->end)
        return dbt_bvh_fail(r, DBT_E_FORMAT, r->begin,
                            "the file holds only blanks, expected HIERARCHY");
    if (dbt_span_is(first, "HIERARCHY"))
        return true;
    return dbt_bvh_fail(r, DBT_E_FORMAT, first.begin,
                        "expected HIERARCHY, found what looks like %s",
                        format_name((dbt_span){ first.begin, r->end }));
}

/* ---- the hierarchy ---- */

/* A joint on the stack: its closing brace has not been read yet. */
typedef struct open_joint {
    int joint;
    bool has_offset, has_channels, has_child;
} open_joint;

/* Consumes a name: the rest of the line, trimmed, or up to the joint's opening brace, which stays.
 * An opening brace has a blank before it or the line end after it; other braces belong to the name.
 * The name may be empty; it points into the text. Fails with DBT_E_LIMIT past DBT_MAX_NAME bytes,
 * with DBT_E_SYNTAX at a NUL. Adds DBT_WARN_NAME_UTF8 if it is not UTF-8. */
static bool read_name(bvh_reader *r, dbt_span *name)
{
    const char *const begin = r->at = dbt_skip_blanks(r->at, r->end);
    for (; r->at < r->end && !dbt_is_line_end(*r->at); r->at++) {
        if (*r->at != '{')
            continue;
        const char *behind = dbt_skip_blanks(r->at + 1, r->end);
        if (r->at == begin || dbt_is_blank(r->at[-1]) || behind == r->end ||
            dbt_is_line_end(*behind))
            break;
    }
    const dbt_span line = *name = dbt_trim((dbt_span){ begin, r->at });
    const size_t n = (size_t)(line.end - line.begin);
    if (n > DBT_MAX_NAME)
        return dbt_bvh_fail(r, DBT_E_LIMIT, line.begin, "a name of %zu bytes, the limit is %d", n,
                            DBT_MAX_NAME);
    const char *nul = memchr(line.begin, '\0', n);
    if (nul)
        return dbt_bvh_fail(r, DBT_E_SYNTAX, nul, "a name holds a NUL byte");
    if (!dbt_is_utf8(line.begin, n))
        dbt_bvh_warn(r, DBT_WARN_NAME_UTF8, line.begin, "a name is not UTF-8, its bytes are kept");
    return true;
}

/* Reads a joint's name and opening brace, and appends the joint, without channels, to the clip's
 * skeleton. parent: -1 for ROOT. *opened: receives its state on the stack. Fails with DBT_E_SYNTAX
 * without name or brace, with DBT_E_LIMIT at DBT_MAX_JOINTS, and as read_name. */
static bool read_joint_head(bvh_reader *r, int parent, open_joint *opened)
{
    dbt_skeleton *skeleton = &r->clip->skeleton;
    dbt_span name;
    if (!read_name(r, &name))
        return false;
    if (name.begin == name.end)
        return dbt_bvh_fail(r, DBT_E_SYNTAX, name.begin, "expected a joint's name, found none");
    if (skeleton->n_joints == DBT_MAX_JOINTS)
        return dbt_bvh_fail(r, DBT_E_LIMIT, name.begin, "more than %d joints, which is the limit",
                            DBT_MAX_JOINTS);
    dbt_joint joint = { .parent = parent,
                        .first_channel = skeleton->n_channels,
                        .last_end_site = -1 };
    joint.name = dbt_copy_bytes(name.begin, (size_t)(name.end - name.begin));
    dbt_joint_derive(&joint);
    *opened = (open_joint){ .joint = skeleton->n_joints++ };
    arrput(skeleton->joints, joint);
    return expect(r, "{", "'{'");
}

/* Reads an End Site, from the word after End to its closing brace, and appends it to the clip's
 * skeleton as one of the joint `parent`. The word Site and a name may be missing, OFFSET may not.
 * Fails with DBT_E_SYNTAX, DBT_E_NUMBER, or DBT_E_LIMIT at DBT_MAX_JOINTS End Sites or past
 * DBT_MAX_NAME bytes of name. */
static bool read_end_site(bvh_reader *r, int parent)
{
    dbt_skeleton *skeleton = &r->clip->skeleton;
    dbt_span name;
    accept(r, "Site");
    if (!read_name(r, &name))
        return false;
    if (skeleton->n_end_sites == DBT_MAX_JOINTS)
        return dbt_bvh_fail(r, DBT_E_LIMIT, name.begin,
                            "more than %d End Sites, which is the limit", DBT_MAX_JOINTS);
    dbt_end_site site = { .parent = parent };
    if (!expect(r, "{", "'{'") || !expect(r, "OFFSET", "OFFSET of the End Site") ||
        !read_offset(r, &site.offset) || !expect(r, "}", "'}' of the End Site"))
        return false;
    if (name.begin < name.end)
        site.name = dbt_copy_bytes(name.begin, (size_t)(name.end - name.begin));
    arrput(skeleton->end_sites, site);
    dbt_skeleton_link_end_site(skeleton, skeleton->n_end_sites++);
    return true;
}

/* The channel that a token names; -1: none. */
static int find_channel(dbt_span token)
{
    for (int c = 0; c < DBT_MAX_CHANNELS; c++)
        if (dbt_span_is(token, dbt_channel_names[c]))
            return c;
    return -1;
}

/* Whether a token is a keyword or a brace of the hierarchy, or empty. */
static bool is_hierarchy_word(dbt_span token)
{
    static const char *const words[] = { "JOINT", "End",    "OFFSET", "CHANNELS",
                                         "ROOT",  "MOTION", "{",      "}" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (dbt_span_is(token, words[i]))
            return true;
    return token.begin == token.end;
}

/* Consumes one channel, and appends it to joint->channels. n_declared: number of its CHANNELS, for
 * the message. Fails with DBT_E_SYNTAX at another word, or at a channel that the joint already has.
 */
static bool read_channel(bvh_reader *r, dbt_joint *joint, int n_declared)
{
    const dbt_span token = peek(r);
    const int channel = find_channel(token);
    if (channel < 0 && is_hierarchy_word(token))
        return dbt_bvh_fail(r, DBT_E_SYNTAX, token.begin,
                            "joint '%.80s' lists %d channels, expected %d as its CHANNELS says",
                            joint->name, joint->n_channels, n_declared);
    if (channel < 0)
        return dbt_bvh_fail_expected(r, DBT_E_SYNTAX, token.begin,
                                     "a channel (Xposition ... Zrotation)", "");
    for (int c = 0; c < joint->n_channels; c++)
        if (joint->channels[c] == channel)
            return dbt_bvh_fail(r, DBT_E_SYNTAX, token.begin, "joint '%.80s' has channel %s twice",
                                joint->name, dbt_channel_names[channel]);
    joint->channels[joint->n_channels++] = (uint8_t)channel;
    r->at = token.end;
    return true;
}

/* Reads number and names of the CHANNELS of the joint `open`. Sets the joint's channels and derived
 * fields, and adds to skeleton.n_channels. keyword: position of the word, for messages. Fails with
 * DBT_E_SYNTAX after CHANNELS, a child or an End Site of the joint. Fails so, too, if the number is
 * not a whole one of 0 to DBT_MAX_CHANNELS, or if more or fewer names follow. Fails with
 * DBT_E_NUMBER without a number. */
static bool read_channels(bvh_reader *r, const char *keyword, open_joint *open)
{
    dbt_joint *joint = &r->clip->skeleton.joints[open->joint];
    if (open->has_channels)
        return dbt_bvh_fail(r, DBT_E_SYNTAX, keyword, "joint '%.80s' has CHANNELS twice",
                            joint->name);
    if (open->has_child)
        return dbt_bvh_fail(r, DBT_E_SYNTAX, keyword,
                            "CHANNELS of joint '%.80s' after its child, expected before",
                            joint->name);
    open->has_channels = true;
    const char *count = dbt_skip_space(r->at, r->end);
    double n;
    if (!read_number(r, &n))
        return false;
    if (n != floor(n) || n < 0.0 || n > DBT_MAX_CHANNELS) {
        const dbt_span token = dbt_token_at(count, r->end);
        return dbt_bvh_fail(r, DBT_E_SYNTAX, count,
                            "joint '%.80s' has %.*s channels, expected 0 to %d", joint->name,
                            (int)(token.end - token.begin < 20 ? token.end - token.begin : 20),
                            token.begin, DBT_MAX_CHANNELS);
    }
    for (int c = 0; c < (int)n; c++)
        if (!read_channel(r, joint, (int)n))
            return false;
    const dbt_span next = peek(r);
    if (find_channel(next) >= 0)
        return dbt_bvh_fail(r, DBT_E_SYNTAX, next.begin,
                            "joint '%.80s' lists more channels than the %d that its CHANNELS says",
                            joint->name, (int)n);
    dbt_joint_derive(joint);
    r->clip->skeleton.n_channels += joint->n_channels;
    return true;
}

/* Checks a joint at its closing brace. Fails with DBT_E_SYNTAX without OFFSET. Adds
 * DBT_WARN_NO_CHANNELS without CHANNELS, and DBT_WARN_NO_END_SITE without child and End Site. */
static bool close_joint(bvh_reader *r, const char *brace, const open_joint *open)
{
    const dbt_joint *joint = &r->clip->skeleton.joints[open->joint];
    if (!open->has_offset)
        return dbt_bvh_fail(r, DBT_E_SYNTAX, brace,
                            "expected OFFSET in joint '%.80s', found its end", joint->name);
    if (!open->has_channels)
        dbt_bvh_warn(r, DBT_WARN_NO_CHANNELS, brace, "joint '%.80s' has no CHANNELS", joint->name);
    if (!open->has_child)
        dbt_bvh_warn(r, DBT_WARN_NO_END_SITE, brace, "joint '%.80s' has neither child nor End Site",
                     joint->name);
    return true;
}

/* Reads one entry of the innermost open joint, stack[*depth - 1]: OFFSET, CHANNELS, a child's head,
 * an End Site, or the closing brace. stack: [DBT_MAX_DEPTH]. Updates *depth, the number of open
 * joints. Fails with DBT_E_LIMIT beyond DBT_MAX_DEPTH, with DBT_E_SYNTAX at a second OFFSET or any
 * other word, and as the functions that read these entries. */
static bool read_entry(bvh_reader *r, open_joint *stack, int *depth)
{
    open_joint *open = &stack[*depth - 1];
    const char *at = peek(r).begin;
    if (accept(r, "}")) {
        --*depth;
        return close_joint(r, at, open);
    }
    if (accept(r, "OFFSET")) {
        dbt_joint *joint = &r->clip->skeleton.joints[open->joint];
        if (open->has_offset)
            return dbt_bvh_fail(r, DBT_E_SYNTAX, at, "joint '%.80s' has OFFSET twice", joint->name);
        open->has_offset = true;
        return read_offset(r, &joint->offset);
    }
    if (accept(r, "CHANNELS"))
        return read_channels(r, at, open);
    if (accept(r, "End")) {
        open->has_child = true;
        return read_end_site(r, open->joint);
    }
    if (accept(r, "JOINT")) {
        open->has_child = true;
        if (*depth == DBT_MAX_DEPTH)
            return dbt_bvh_fail(r, DBT_E_LIMIT, at,
                                "joints nested deeper than %d, which is the limit", DBT_MAX_DEPTH);
        return read_joint_head(r, open->joint, &stack[(*depth)++]);
    }
    return dbt_bvh_fail_expected(r, DBT_E_SYNTAX, at, "OFFSET, CHANNELS, JOINT, End Site or '}'",
                                 "");
}

/* Adds DBT_WARN_NAME_TWICE for each joint but the first of a name, without line and column. */
static void warn_equal_names(bvh_reader *r)
{
    const dbt_skeleton *skeleton = &r->clip->skeleton;
    dbt_name_index index;
    dbt_name_index_init(&index, skeleton);
    for (int j = 1; j < skeleton->n_joints; j++)
        if (strcmp(index.sorted[j - 1]->name, index.sorted[j]->name) == 0)
            dbt_warn(&r->clip->warnings, DBT_WARN_NAME_TWICE, r->file, 0, 0,
                     "two joints are called '%.80s'; dbtool distinguishes them by their order",
                     index.sorted[j]->name);
    dbt_name_index_release(&index);
}

/* Reads HIERARCHY and all joints and End Sites, up to ROOT's closing brace; the word after it,
 * which should be MOTION, is neither consumed nor checked. Sets clip->skeleton, text.hierarchy_end
 * and text.hierarchy_verbatim (no warnings; equal names do not count). Adds warnings, also of equal
 * names. Fails as dbt_bvh_read; with DBT_E_SYNTAX if no joint has a channel, or at a second ROOT.
 */
static bool read_hierarchy(bvh_reader *r)
{
    open_joint stack[DBT_MAX_DEPTH] = { { .joint = 0 } };
    int depth = 1;
    if (!check_format(r) || !expect(r, "HIERARCHY", "HIERARCHY") || !expect(r, "ROOT", "ROOT") ||
        !read_joint_head(r, -1, &stack[0]))
        return false;
    while (depth > 0)
        if (!read_entry(r, stack, &depth))
            return false;
    if (r->clip->skeleton.n_channels == 0)
        return dbt_bvh_fail(r, DBT_E_SYNTAX, r->at, "no joint has a channel: nothing can move");
    r->clip->text.hierarchy_end = (size_t)(r->at - r->clip->text.bytes);
    r->clip->text.hierarchy_verbatim = !dbt_has_warnings(&r->clip->warnings);
    const char *at = peek(r).begin;
    if (accept(r, "ROOT"))
        return dbt_bvh_fail(r, DBT_E_SYNTAX, at,
                            "a second ROOT, expected MOTION: a file has one skeleton");
    warn_equal_names(r);
    return true;
}

/* ---- the head of the motion ---- */

/* Consumes "<word>:", in any case, if it comes next. Adds DBT_WARN_KEYWORD for a blank before the
 * colon. Otherwise consumes nothing and returns false. */
static bool accept_label(bvh_reader *r, const char *word)
{
    const char *at = dbt_skip_space(r->at, r->end);
    const size_t n = strlen(word);
    if ((size_t)(r->end - at) < n || !dbt_span_is((dbt_span){ at, at + n }, word))
        return false;
    const char *colon = dbt_skip_blanks(at + n, r->end);
    if (colon == r->end || *colon != ':')
        return false;
    if (colon > at + n)
        dbt_bvh_warn(r, DBT_WARN_KEYWORD, at, "'%s :' with a blank before the colon", word);
    r->at = colon + 1;
    return true;
}

/* Consumes "Frame Time:", or "FrameTime:" with DBT_WARN_KEYWORD, if it comes next. Otherwise
 * consumes nothing and returns false. */
static bool accept_frame_time_label(bvh_reader *r)
{
    const char *at = dbt_skip_space(r->at, r->end);
    if (accept_label(r, "FrameTime")) {
        dbt_bvh_warn(r, DBT_WARN_KEYWORD, at, "'FrameTime:', expected 'Frame Time:'");
        return true;
    }
    const char *const start = r->at;
    if (accept(r, "Frame") && accept_label(r, "Time"))
        return true;
    r->at = start;
    return false;
}

/* Reads "Frames: N", N of digits only, on the line of the colon. Sets r->n_declared, SIZE_MAX if N
 * overflows, and text.count_begin and text.count_end, the position of N. Fails with DBT_E_SYNTAX.
 */
static bool read_frame_count(bvh_reader *r)
{
    if (!accept_label(r, "Frames"))
        return dbt_bvh_fail_expected(r, DBT_E_SYNTAX, dbt_skip_space(r->at, r->end), "'Frames:'",
                                     "");
    const char *at = dbt_skip_blanks(r->at, r->end);
    const dbt_span token = dbt_token_at(at, r->end);
    size_t n = 0;
    const char *p = token.begin;
    for (; p < token.end && dbt_is_digit(*p); p++) {
        const size_t digit = (size_t)(*p - '0');
        n = n > (SIZE_MAX - digit) / 10 ? SIZE_MAX : n * 10 + digit;
    }
    if (p < token.end || token.begin == token.end)
        return dbt_bvh_fail_expected(r, DBT_E_SYNTAX, at, "a whole number of frames", "");
    r->n_declared = n;
    r->clip->text.count_begin = (size_t)(token.begin - r->clip->text.bytes);
    r->clip->text.count_end = (size_t)(token.end - r->clip->text.bytes);
    r->at = token.end;
    return true;
}

/* Reads "Frame Time: T", and sets clip->frame_time. Fails with DBT_E_SYNTAX without the label,
 * DBT_E_NUMBER unless T is a number above 0, DBT_E_LIMIT outside DBT_MIN_FRAME_TIME to
 * DBT_MAX_FRAME_TIME. With assume_fps it never fails: the line may be missing, its value is
 * ignored, and the frame time is 1 / assume_fps, rounded to DBT_MAX_DECIMALS. */
static bool read_frame_time(bvh_reader *r)
{
    static const char *const hint = " (--assume-fps N sets the rate)";
    const bool assumed = r->options->assume_fps > 0.0, labelled = accept_frame_time_label(r);
    if (!labelled && !assumed)
        return dbt_bvh_fail_expected(r, DBT_E_SYNTAX, dbt_skip_space(r->at, r->end),
                                     "'Frame Time:'", hint);
    const char *at = dbt_skip_blanks(r->at, r->end);
    if (assumed) {
        /* rounded as in the output, so that reading the output yields the same number */
        r->clip->frame_time = dbt_fixed_round(1.0 / r->options->assume_fps, DBT_MAX_DECIMALS);
        r->at = labelled ? dbt_token_at(at, r->end).end : r->at;
        return true;
    }
    double value = 0.0;
    const char *after = dbt_number_read(at, r->end, &value);
    if (!after || (after < r->end && !dbt_is_blank(*after) && !dbt_is_line_end(*after)))
        return dbt_bvh_fail_expected(r, DBT_E_NUMBER, at, "a frame time in seconds",
                                     *dbt_bvh_comma_hint(r, at) ? dbt_bvh_comma_hint(r, at) : hint);
    if (!(value > 0.0) || isinf(value))
        return dbt_bvh_fail_expected(r, DBT_E_NUMBER, at, "a frame time above 0 s", hint);
    if (value < DBT_MIN_FRAME_TIME || value > DBT_MAX_FRAME_TIME)
        return dbt_bvh_fail_expected(r, DBT_E_LIMIT, at, "a frame time of 1e-6 to 1e6 s", hint);
    r->clip->frame_time = value;
    r->at = after;
    return true;
}

/* Reads MOTION, the number of frames and the frame time. Leaves r->at after the frame time. Sets
 * text.motion_end, and text.motion_verbatim (no warnings, no assume_fps). Fails with DBT_E_SYNTAX
 * without MOTION, and as read_frame_count and read_frame_time. */
static bool read_motion_head(bvh_reader *r)
{
    const size_t keywords_before = r->clip->warnings.kind[DBT_WARN_KEYWORD].count;
    if (!expect(r, "MOTION", "MOTION") || !read_frame_count(r) || !read_frame_time(r))
        return false;
    dbt_clip_text *text = &r->clip->text;
    const char *behind = dbt_skip_blanks(r->at, r->end); /* trailing blanks are copied */
    const bool line_ends = behind == r->end || dbt_is_line_end(*behind);
    text->motion_end = (size_t)((line_ends ? behind : r->at) - text->bytes);
    text->motion_verbatim = r->options->assume_fps <= 0.0 &&
                            r->clip->warnings.kind[DBT_WARN_KEYWORD].count == keywords_before;
    return true;
}

/* Limits joints times frames in proportion to the text: joints without channels cost work in each
 * frame, but no text. Call it when the frames have been read. Fails with DBT_E_LIMIT. */
static bool check_work(bvh_reader *r)
{
    const size_t n_joints = (size_t)r->clip->skeleton.n_joints, n_frames = r->clip->n_frames;
    const uint64_t limit = DBT_JOINTS_PER_BYTE * (uint64_t)(r->end - r->begin) + DBT_FREE_JOINTS;
    if (n_frames <= limit / n_joints)
        return true;
    return dbt_bvh_fail(r, DBT_E_LIMIT, r->clip->text.bytes + r->clip->text.count_begin,
                        "%zu joints in %zu frames, most of them without channels: the limit for a "
                        "text of this size is %" PRIu64 " over all frames",
                        n_joints, n_frames, limit);
}

bool dbt_bvh_check_start(const char *text, size_t size, const char *file, dbt_error *err)
{
    const char *begin = text + dbt_bom_size(text, size);
    bvh_reader r = { .begin = begin, .at = begin, .end = text + size, .file = file, .err = err };
    return check_format(&r);
}

bool dbt_bvh_read(const char *text, size_t size, const char *file, const dbt_bvh_options *options,
                  dbt_clip *clip, dbt_error *err)
{
    static const dbt_bvh_options defaults = { 0 };
    *clip =
        (dbt_clip){ .file = file, .skeleton.file = file, .text = { .bytes = text, .size = size } };
    bvh_reader r = {
        .file = file, .options = options ? options : &defaults, .clip = clip, .err = err
    };
    r.begin = r.at = text + dbt_bom_size(text, size);
    r.end = text + size;
    const char *eol = dbt_line_end(text, r.end); /* the first line end, which the writer will use */
    strcpy(clip->text.eol, "\n");
    if (eol < r.end && *eol == '\r')
        strcpy(clip->text.eol, eol + 1 < r.end && eol[1] == '\n' ? "\r\n" : "\r");
    if (read_hierarchy(&r) && read_motion_head(&r) && dbt_bvh_read_frames(&r) && check_work(&r))
        return true;
    dbt_clip_release(clip);
    return false;
}

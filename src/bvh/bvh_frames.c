/* Reads the frames in one pass over the numbers, without an allocation per number or frame. Files
 * with one line for each frame, the usual form, are read line by line. After a line with a wrong
 * number of values the fallback ignores line ends and checks only the total number of values. In
 * comments, --lenient is options->lenient: complete frames are read, and others dropped, with
 * warnings. */
#include "base/mem.h"
#include "base/min_max.h"
#include "bvh/bvh_reader.h"
#include "bvh/usual_number.h"

#include <float.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* How a line of values ended. */
typedef enum row_end {
    ROW_FULL,  /* a value for each channel, then the line end */
    ROW_SHORT, /* the line end before the last channel, or a number cut off by the end of the file
                */
    ROW_LONG,  /* a number follows the last value */
    ROW_BAD    /* a token that is not a finite number; may follow a value for each channel */
} row_end;

/* The result of reading one line. */
typedef struct value_row {
    row_end end;
    size_t n_values; /* read, at most the number of channels */
    bool glued;      /* numbers without a blank between them */
    const char *at; /* ROW_FULL: the line end, or the end of the text; ROW_LONG: the surplus number;
                       ROW_BAD: the bad token; ROW_SHORT: after the last value, or the number that
                       is cut off */
} value_row;

/* The frames read so far. */
typedef struct frames {
    bvh_reader *r;
    const char *last_line_end; /* of the text; r->at if there is none */
    size_t n_channels;
    double *values; /* [capacity][n_channels] */
    size_t *lines;  /* [capacity], as in dbt_clip_text */
    size_t n_frames, capacity;
    size_t n_more;     /* values after the n_frames complete frames */
    unsigned decimals; /* of a number, expected by dbt_number_usual, the fast path for one number */
    bool *dropped;     /* [n_joints], by options->mark_dropped; NULL: not called yet */
    size_t n_unusual;  /* lines to read without dbt_number_usual */
} frames;

/* ---- capacity ---- */

/* Resizes values and lines to n frames; stored frames stay. Fails with DBT_E_MEMORY; the capacity
 * is then unchanged. */
static bool resize(frames *f, size_t n)
{
    double *values = dbt_try_resize_array(f->values, n, f->n_channels * sizeof *values);
    f->values = values ? values : f->values;
    size_t *lines = dbt_try_resize_array(f->lines, n, sizeof *lines);
    f->lines = lines ? lines : f->lines;
    f->capacity = values && lines ? n : f->capacity;
    return (values && lines) || dbt_fail_memory(f->r->err);
}

/* Returns the memory of the next frame: [n_channels] values, reserved, not counted in n_frames. */
static double *next_frame(const frames *f)
{
    return f->values + f->n_frames * f->n_channels;
}

/* Returns the number of values read so far. */
static size_t n_values(const frames *f)
{
    return f->n_frames * f->n_channels + f->n_more;
}

/* Counts a frame whose values are stored. line: begin of its line; NULL: it does not have a line to
 * itself. */
static void end_frame(frames *f, const char *line)
{
    f->n_more = 0;
    f->lines[f->n_frames++] = line ? (size_t)(line - f->r->clip->text.bytes) : DBT_NO_LINE;
}

/* Estimates the number of frames from the length of the first line, at `line`. */
static size_t estimate_frames(const frames *f, const char *line)
{
    const char *end = f->r->end;
    const size_t length = (size_t)(dbt_line_end(line, end) - line) + 1;
    const size_t about = (size_t)(end - line) / length;
    const size_t n_frames = about + about / 8 + 2; /* with a margin: later lines may be shorter */
    /* upper bound: a value has at least two bytes of text */
    return dbt_min(n_frames, (size_t)(end - line) / 2 / f->n_channels + 1);
}

/* Grows the capacity for the next frame. line: begin of its line; on the first call, the first of
 * all, from which the capacity is estimated. Only pages that are written cost real memory. Fails
 * with DBT_E_MEMORY. */
static bool reserve_frame(frames *f, const char *line)
{
    const size_t n = f->n_frames + 1;
    return n <= f->capacity || resize(f, f->capacity == 0 ? estimate_frames(f, line) : n + n / 2);
}

/* ---- failures ---- */

/* Fails with DBT_E_NUMBER at the token `at`, which is not a finite number. index: of the value over
 * all frames, from 0; decides the frame, joint and channel in the message. The message
 * distinguishes a number that overflows. */
static bool fail_number(frames *f, const char *at, size_t index)
{
    bvh_reader *r = f->r;
    const dbt_skeleton *skeleton = &r->clip->skeleton;
    const int channel = (int)(index % f->n_channels);
    const dbt_joint *joint = &skeleton->joints[dbt_skeleton_joint_of(skeleton, channel)];
    const char *name = dbt_channel_names[joint->channels[channel - joint->first_channel]];

    const char *const token_end = dbt_token_at(at, r->end).end;
    double value;
    const bool overflows = dbt_number_read(at, token_end, &value) == token_end;
    char where[200];
    snprintf(where, sizeof where, "%s (frame %zu, joint '%.80s', channel %s)",
             dbt_bvh_comma_hint(r, at), index / f->n_channels, joint->name, name);
    return dbt_bvh_fail_expected(r, DBT_E_NUMBER, at, overflows ? "a finite number" : "a number",
                                 where);
}

/* Fails at the end of a row that ends with ROW_BAD: with DBT_E_SYNTAX behind the last value of the
 * frame, else as fail_number. frame: from 0. */
static bool fail_bad_row(frames *f, const value_row *row, size_t frame)
{
    char where[80];
    if (row->n_values < f->n_channels)
        return fail_number(f, row->at, frame * f->n_channels + row->n_values);
    snprintf(where, sizeof where, " (frame %zu has its %zu values)", frame, f->n_channels);
    return dbt_bvh_fail_expected(f->r, DBT_E_SYNTAX, row->at, "the end of the line", where);
}

static const char truncated[] = ": is the file truncated? (--lenient keeps the complete frames)";

/* Whether the rest of the text may be a number cut off by the end of the file. */
static bool is_cut_off(const char *p, const char *end)
{
    for (; p < end; p++)
        if (!strchr("+-.eE0123456789", *p) || *p == '\0')
            return false;
    return true;
}

/* Writes a hint into hint[size] if the row has six values for each joint, which some programs write
 * regardless of CHANNELS; else an empty text. at: the row's first surplus value. */
static void write_row_hint(const frames *f, const char *at, char *hint, size_t size)
{
    const size_t n_joints = (size_t)f->r->clip->skeleton.n_joints;
    size_t n = f->n_channels;
    for (const char *p = at; p < f->r->end && !dbt_is_line_end(*p) && *p != '\0'; n++) {
        const dbt_span token = dbt_token_at(p, f->r->end);
        if (token.end == p)
            break;
        p = token.end;
        while (p < f->r->end && (*p == ' ' || *p == '\t'))
            p++;
    }
    *hint = '\0';
    if (n == DBT_MAX_CHANNELS * n_joints)
        snprintf(hint, size, ": the row has %zu, 6 for each joint, but CHANNELS has %zu", n,
                 f->n_channels);
}

/* Fails with DBT_E_FRAMES at bad->at, because of the number of values in a row. frame: of the row,
 * from 0. bad->end: ROW_LONG or ROW_SHORT. Asks whether the file is truncated if it ends after a
 * short row. */
static bool fail_row(frames *f, size_t frame, const value_row *bad)
{
    bvh_reader *r = f->r;
    if (bad->end == ROW_LONG) {
        char what[80], hint[100];
        snprintf(what, sizeof what, "the end of frame %zu after %zu values", frame, f->n_channels);
        write_row_hint(f, bad->at, hint, sizeof hint);
        return dbt_bvh_fail_expected(r, DBT_E_FRAMES, bad->at, what, hint);
    }
    const bool last = is_cut_off(dbt_skip_space(bad->at, r->end), r->end);
    return dbt_bvh_fail(r, DBT_E_FRAMES, bad->at, "expected %zu values in frame %zu, found %zu%s",
                        f->n_channels, frame, bad->n_values, last ? truncated : "");
}

/* The text of the declared number of frames, as the number may overflow; at most 40 bytes. */
static dbt_span declared(const bvh_reader *r)
{
    const dbt_clip_text *text = &r->clip->text;
    const size_t n = text->count_end - text->count_begin;
    return (dbt_span){ text->bytes + text->count_begin,
                       text->bytes + text->count_begin + (n < 40 ? n : 40) };
}

/* Fails with DBT_E_FRAMES at the end of the file, because of missing values in frames that are
 * wrapped over lines. */
static bool fail_wrapped(frames *f)
{
    bvh_reader *r = f->r;
    const dbt_span count = declared(r);
    return dbt_bvh_fail(
        r, DBT_E_FRAMES, r->end, "expected %zu values in each of %.*s frames, found %zu in all%s",
        f->n_channels, (int)(count.end - count.begin), count.begin, n_values(f), truncated);
}

/* ---- rows ---- */

/* Reads one finite number at p. Returns the byte after it; NULL if there is none, with *value
 * undefined. It must end before a blank, a line end, NUL or Ctrl-Z; or before a sign, which sets
 * *glued (otherwise unchanged). bounded: whether to test for `end`; false needs a line end at or
 * after p. */
static DBT_ALWAYS_INLINE const char *read_value(const char *p, const char *end, double *value,
                                                bool *glued, bool bounded)
{
    const char *after = dbt_number_scan(p, end, value, bounded);
    if (!after || !(fabs(*value) <= DBL_MAX))
        return NULL;
    if (!bounded && *after == ' ')
        return after;
    /* exporters pad the end of a file with NUL or Ctrl-Z */
    if (after == end || dbt_is_blank(*after) || dbt_is_line_end(*after) || *after == '\0' ||
        *after == '\x1a')
        return after;
    if (*after != '-' && *after != '+')
        return NULL;
    *glued = true;
    return after;
}

/* Whether a token is a spelling of NAN or infinity, or a number that overflows. */
static bool is_not_finite(dbt_span token)
{
    const char *p = token.begin + (*token.begin == '-' || *token.begin == '+');
    const size_t n = (size_t)(token.end - p);
    double value;
    return (n >= 3 && (strncasecmp(p, "nan", 3) == 0 || strncasecmp(p, "inf", 3) == 0)) ||
           memchr(p, '#', n) || dbt_number_read(token.begin, token.end, &value) == token.end;
}

/* Returns the end of a value at p that is not finite, in a channel (index in the frame) of a joint
 * that will be dropped. Returns NULL for other values and joints, or without options->mark_dropped.
 * The first value that is not finite calls mark_dropped, and sets f->dropped, which
 * dbt_bvh_read_frames frees. */
static const char *skip_dropped(frames *f, const char *p, size_t channel)
{
    const bvh_reader *r = f->r;
    const dbt_skeleton *skeleton = &r->clip->skeleton;
    const dbt_span token = dbt_token_at(p, r->end);
    if (!r->options->mark_dropped || token.end == p || !is_not_finite(token))
        return NULL;
    if (!f->dropped) {
        f->dropped = dbt_alloc_array((size_t)skeleton->n_joints, sizeof *f->dropped);
        r->options->mark_dropped(r->options->context, skeleton, f->dropped);
    }
    return f->dropped[dbt_skeleton_joint_of(skeleton, (int)channel)] ? token.end : NULL;
}

/* Reads the values of the line at p into the next frame, with any blanks and forms of numbers.
 * Returns how the line ended. The frame has been reserved, and is not counted yet. A value that is
 * not finite, of a joint that will be dropped, becomes 0. bounded: as for read_value. */
static DBT_ALWAYS_INLINE value_row scan_row(frames *f, const char *p, bool bounded)
{
    const char *end = f->r->end, *last = p;
    double *values = next_frame(f);
    value_row row = { .end = ROW_FULL };
    for (size_t i = 0;; i++) {
        while ((!bounded || p < end) && dbt_is_blank(*p))
            p++;
        row.n_values = i;
        if ((bounded && p == end) || dbt_is_line_end(*p)) {
            row.end = i == f->n_channels ? ROW_FULL : ROW_SHORT;
            row.at = i == f->n_channels ? p : last;
            return row;
        }
        double surplus = 0.0;
        double *value = i < f->n_channels ? &values[i] : &surplus;
        const char *after = read_value(p, end, value, &row.glued, bounded);
        if (!after && i < f->n_channels) {
            after = skip_dropped(f, p, i);
            *value = 0.0;
        }
        if (!after || i == f->n_channels) {
            row.end = after                                     ? ROW_LONG
                      : is_cut_off(p, end) && i < f->n_channels ? ROW_SHORT
                                                                : ROW_BAD;
            row.at = p;
            return row;
        }
        p = last = after;
    }
}

/* dbt_number_usual pays off only if at most one number in UNUSUAL_RATIO has another form. Otherwise
 * it is not tried for UNUSUAL_LINES lines. */
enum { UNUSUAL_RATIO = 8, UNUSUAL_LINES = 256 };

/* Fast path of scan_row: a line of exactly n_channels values with one space between them, before
 * the text's last line end. Blanks may follow the last value. usual: try dbt_number_usual first,
 * which may change f->decimals; sets f->n_unusual to UNUSUAL_LINES if it failed too often. Returns
 * the line's end. Returns NULL if scan_row must read the line; values of the next frame may then be
 * overwritten. */
static DBT_ALWAYS_INLINE const char *scan_simple_row(frames *f, const char *p, bool usual)
{
    const char *const end = f->r->end;
    double *values = next_frame(f);
    size_t n_others = 0;
    for (size_t i = 0; i < f->n_channels; i++) {
        if (usual && end - p <= DBT_NUMBER_AHEAD)
            return NULL;
        const char *after = usual ? dbt_number_usual(p, &f->decimals, &values[i]) : NULL;
        if (!after) {
            bool glued = false;
            after = read_value(p, end, &values[i], &glued, false);
            n_others++;
            if (!after || glued)
                return NULL;
        }
        p = after + 1;
        if (*after != ' ' && i + 1 < f->n_channels)
            return NULL;
    }
    if (usual && n_others > f->n_channels / UNUSUAL_RATIO)
        f->n_unusual = UNUSUAL_LINES;
    p = dbt_skip_blanks(p - 1, end);
    return dbt_is_line_end(*p) ? p : NULL;
}

/* Reads the line at p into the next frame, which has been reserved and is not counted yet. Counts
 * f->n_unusual down; at 0 tries dbt_number_usual, which may set it again (scan_simple_row). Before
 * the text's last line end no bounds are checked, because the scan stops at a line end. */
static value_row read_row(frames *f, const char *p)
{
    if (p >= f->last_line_end)
        return scan_row(f, p, true);
    const bool usual = f->n_unusual == 0;
    f->n_unusual -= !usual;
    const char *at = usual ? scan_simple_row(f, p, true) : scan_simple_row(f, p, false);
    if (at)
        return (value_row){ .end = ROW_FULL, .n_values = f->n_channels, .at = at };
    return scan_row(f, p, false);
}

/* Adds the warning DBT_WARN_TRAILING at the byte `at`. */
static void warn_trailing(frames *f, const char *at)
{
    dbt_bvh_warn(f->r, DBT_WARN_TRAILING, at, "bytes after the last frame are ignored");
}

/* ---- frames that are not one line each ---- */

/* Returns the line end, or `end`, that follows p after blanks only; NULL if other text follows. */
static const char *line_end_behind(const char *p, const char *end)
{
    p = dbt_skip_blanks(p, end);
    return p == end || dbt_is_line_end(*p) ? p : NULL;
}

/* The declared number of values of the file; SIZE_MAX if it overflows. */
static size_t expected_values(const frames *f)
{
    const size_t n = f->r->n_declared;
    return n > SIZE_MAX / f->n_channels ? SIZE_MAX : n * f->n_channels;
}

/* Discards the frames, then reads the numbers from p to the end into f, ignoring line ends; n_more
 * counts those after the last complete frame. Stops at a token that is not a number, except of a
 * dropped joint (skip_dropped), and returns true. Adds DBT_WARN_TRAILING if exactly the declared
 * number of values precede it; else *stopped receives the token. *stopped is NULL otherwise, and if
 * the token is a number cut off by the end of the file (is_cut_off). *glued: set to true if numbers
 * have no blank between them, else unchanged. Fails with DBT_E_MEMORY only. */
static bool collect_values(frames *f, const char *p, const char **stopped, bool *glued)
{
    const char *end = f->r->end, *line = NULL;
    const size_t expected = expected_values(f);
    f->n_frames = f->n_more = 0;
    *stopped = NULL;
    for (const char *from = p; (p = dbt_skip_space(from, end)) < end; from = p) {
        const char *begun = p; /* begin of p's line, if only blanks precede p */
        while (begun > from && dbt_is_blank(begun[-1]))
            begun--;
        if (f->n_more == 0)
            line = begun > from ? begun : NULL;
        else if (begun > from)
            line = NULL;
        if (f->n_more == 0 && !reserve_frame(f, p))
            return false;
        bool glued_here = false;
        double *value = next_frame(f) + f->n_more;
        const char *after = read_value(p, end, value, &glued_here, true);
        if (!after) {
            after = skip_dropped(f, p, f->n_more);
            *value = 0.0;
        }
        if (!after && n_values(f) == expected) {
            warn_trailing(f, p);
            return true;
        }
        if (!after) {
            *stopped = is_cut_off(p, end) ? NULL : p;
            return true;
        }
        if (glued_here) {
            *glued = true;
            line = NULL;
        }
        p = after;
        if (++f->n_more == f->n_channels)
            end_frame(f, line_end_behind(p, end) ? line : NULL);
    }
    return true;
}

/* Reads frames line by line, from the line at p, after discarding those read before. Glued numbers
 * add DBT_WARN_GLUED. Complete lines beyond the declared number are frames, too.
 *
 * A line with a wrong number of values is dropped with DBT_WARN_LENIENT if `drops`. Otherwise it
 * ends the reading: *odd receives its result (ROW_SHORT or ROW_LONG; unchanged without such a
 * line). After the declared number of lines, a line that is not a frame ends the reading with
 * DBT_WARN_TRAILING instead. So does text after the values of the last declared frame, which is
 * kept. Fails with DBT_E_NUMBER or DBT_E_SYNTAX at other text, or with DBT_E_MEMORY. */
static bool read_lines(frames *f, const char *p, bool drops, value_row *odd)
{
    bvh_reader *r = f->r;
    f->n_frames = f->n_more = 0;
    for (size_t seen = 0; p < r->end;) {
        const char *const line = p;
        p = dbt_skip_blanks(p, r->end);
        if (p == r->end || dbt_is_line_end(*p)) {
            p += p < r->end;
            continue;
        }
        if (!reserve_frame(f, line))
            return false;
        const value_row row = read_row(f, p);
        const bool is_wrong = row.end == ROW_SHORT || row.end == ROW_LONG;
        const bool text_behind = row.end == ROW_BAD && row.n_values == f->n_channels;
        if (row.end == ROW_BAD && seen + text_behind < r->n_declared)
            return fail_bad_row(f, &row, seen);
        if (is_wrong && !drops && seen < r->n_declared) {
            *odd = row;
            return true;
        }
        if ((row.end == ROW_BAD && !text_behind) || (is_wrong && !drops)) {
            warn_trailing(f, p);
            return true;
        }
        if (is_wrong)
            dbt_bvh_warn(r, DBT_WARN_LENIENT, row.at,
                         "a frame with a wrong number of values is dropped");
        else
            end_frame(f, row.glued || text_behind ? NULL : line);
        if (row.glued && !is_wrong)
            dbt_bvh_warn(r, DBT_WARN_GLUED, p, "numbers without a blank between them");
        if (text_behind) {
            warn_trailing(f, row.at);
            return true;
        }
        seen++;
        p = dbt_line_end(row.at, r->end);
    }
    return true;
}

/* Whether the next line with text after p's line begins with values, but too few for a frame. */
static bool is_short(frames *f, const char *p)
{
    size_t n = 0;
    double value;
    bool glued;
    p = dbt_skip_blanks(dbt_skip_space(dbt_line_end(p, f->r->end), f->r->end), f->r->end);
    for (const char *after; (after = read_value(p, f->r->end, &value, &glued, true)); n++)
        p = dbt_skip_blanks(after, f->r->end);
    return n > 0 && n < f->n_channels;
}

/* Fallback after a line with a wrong number of values: `frame`, from 0, and `odd`, the line's
 * result (ROW_SHORT or ROW_LONG). first: begin of the frames. at_line: whether a line begins there;
 * if not, there are no complete lines. Reads all values anew.
 *
 * If the total number of values is right, accepts the frames regardless of line ends, and adds
 * DBT_WARN_LINES. Else fails with DBT_E_FRAMES. With --lenient it reads the complete lines instead;
 * without any, the complete frames regardless of line ends, and adds DBT_WARN_LENIENT. Glued
 * numbers add DBT_WARN_GLUED. Fails with DBT_E_NUMBER at a token that is not a number if `frame` is
 * 0, with DBT_E_MEMORY, and as read_lines. */
static bool read_odd_frames(frames *f, const char *first, bool at_line, size_t frame,
                            const value_row *odd)
{
    bvh_reader *r = f->r;
    const char *stopped;
    bool glued = false;
    if (!collect_values(f, first, &stopped, &glued))
        return false;
    /* wrapped from the first frame on: the token that is not a number is the error */
    if (stopped && frame == 0)
        return fail_number(f, stopped, n_values(f));
    const bool fits = !stopped && n_values(f) == expected_values(f);
    if (!fits && !r->options->lenient && !stopped && n_values(f) < expected_values(f)) {
        const bool wrapped = frame == 0 && odd->end == ROW_SHORT && is_short(f, odd->at);
        return wrapped ? fail_wrapped(f) : fail_row(f, frame, odd);
    }
    if (!fits && !r->options->lenient)
        return fail_row(f, frame, odd);
    if (!fits && at_line) {
        if (!read_lines(f, first, true, NULL))
            return false;
        if (f->n_frames > 0)
            return true;
        /* no line is complete: the file is wrapped and cut off */
        r->clip->warnings.kind[DBT_WARN_LENIENT] = (dbt_warning){ 0 };
        if (!collect_values(f, first, &stopped, &glued))
            return false;
    }
    if (glued)
        dbt_bvh_warn(r, DBT_WARN_GLUED, odd->at, "numbers without a blank between them");
    if (fits)
        dbt_bvh_warn(r, DBT_WARN_LINES, odd->at, "frames are not one line each");
    else
        dbt_bvh_warn(r, DBT_WARN_LENIENT, odd->at, "%zu values are not a whole number of frames",
                     n_values(f));
    return true;
}

/* Reads the frames line by line into f, from the line after r->at. Text on the line of r->at
 * itself, or a line with a wrong number of values, starts the fallback (read_odd_frames), which
 * reads all anew. Fails as read_lines and read_odd_frames. */
static bool read_frames(frames *f)
{
    bvh_reader *r = f->r;
    const char *const first = line_end_behind(r->at, r->end);
    value_row odd = { .end = ROW_FULL };
    if (!first) { /* the first frame is on the line of the frame time */
        odd = (value_row){ .end = ROW_LONG, .at = dbt_skip_blanks(r->at, r->end) };
        return read_odd_frames(f, r->at, false, 0, &odd);
    }
    return read_lines(f, first, false, &odd) &&
           (odd.end == ROW_FULL || read_odd_frames(f, first, true, f->n_frames, &odd));
}

/* Compares the number of frames with the declared one. Adds DBT_WARN_MORE_FRAMES for more. Fails
 * with DBT_E_FRAMES at fewer; with --lenient, adds DBT_WARN_LENIENT unless dropped frames already
 * did. */
static bool check_count(frames *f)
{
    bvh_reader *r = f->r;
    const size_t n = f->n_frames;
    if (n > r->n_declared)
        dbt_bvh_warn(r, DBT_WARN_MORE_FRAMES, r->clip->text.bytes + r->clip->text.count_begin,
                     "'Frames:' says %zu, all %zu are used", r->n_declared, n);
    const dbt_span count = declared(r);
    if (n < r->n_declared && !r->options->lenient)
        return dbt_bvh_fail(r, DBT_E_FRAMES, r->end,
                            "expected %.*s frames as 'Frames:' says, found %zu%s",
                            (int)(count.end - count.begin), count.begin, n, truncated);
    if (n < r->n_declared && r->clip->warnings.kind[DBT_WARN_LENIENT].count == 0)
        dbt_bvh_warn(r, DBT_WARN_LENIENT, r->end, "'Frames:' says %.*s, only %zu are there",
                     (int)(count.end - count.begin), count.begin, n);
    return true;
}

bool dbt_bvh_read_frames(bvh_reader *r)
{
    frames f = { .r = r, .n_channels = (size_t)r->clip->skeleton.n_channels };
    const char *last = r->end;
    while (last > r->at && !dbt_is_line_end(last[-1]))
        last--;
    f.last_line_end = last > r->at ? last - 1 : r->at;
    const bool ok = read_frames(&f) && check_count(&f);
    dbt_free(f.dropped);
    r->clip->values = f.values;
    r->clip->text.lines = f.lines;
    r->clip->n_frames = f.n_frames;
    return ok; /* on failure the caller releases the clip and its values */
}

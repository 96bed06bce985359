/* Reads the frames in one pass over the numbers, without an allocation per number or frame. Most
 * files have one line a frame and are read line by line. After a line that does not fit, the reader
 * ignores line ends and only checks whether the total number of values fits. */
#include "base/mem.h"
#include "bvh/bvh_reader.h"
#include "bvh/usual_number.h"

#include <float.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef enum row_end {
    ROW_FULL,  /* as many values as channels, then the line ends */
    ROW_SHORT, /* the line ends before */
    ROW_LONG,  /* a number follows the last value */
    ROW_BAD    /* a token that is no finite number */
} row_end;

typedef struct value_row {
    row_end end;
    size_t n_values;
    bool glued;
    const char *at; /* after the last value; or the surplus number or bad token */
} value_row;

typedef struct frames {
    bvh_reader *r;
    const char *last_line_end; /* of the text; its beginning where it has none */
    size_t n_channels;
    double *values; /* room for `capacity` frames */
    size_t *lines;  /* likewise: as in dbt_clip_text */
    size_t n_frames, capacity;
    size_t n_more;     /* values so far after the n_frames whole frames */
    unsigned decimals; /* of the last number read in the usual form */
    bool *dropped;     /* [n_joints]: as the options mark them; NULL: not asked yet */
    size_t n_unusual;  /* lines to read before the usual form is tried again */
} frames;

/* ---- room ---- */

/* Makes room for n frames. */
static bool resize(frames *f, size_t n)
{
    double *values = dbt_try_resize_array(f->values, n, f->n_channels * sizeof *values);
    f->values = values ? values : f->values;
    size_t *lines = dbt_try_resize_array(f->lines, n, sizeof *lines);
    f->lines = lines ? lines : f->lines;
    f->capacity = values && lines ? n : f->capacity;
    return (values && lines) || dbt_fail_memory(f->r->err);
}

/* Makes room for the next frame. */
static bool reserve_frame(frames *f)
{
    const size_t n = f->n_frames + 1;
    return n <= f->capacity || resize(f, n + n / 2);
}

static double *next_frame(const frames *f)
{
    return f->values + f->n_frames * f->n_channels;
}

static size_t n_values(const frames *f)
{
    return f->n_frames * f->n_channels + f->n_more;
}

/* Ends a frame whose values are there. line: where its line begins; NULL: it has no line of its
 * own. */
static void end_frame(frames *f, const char *line)
{
    f->n_more = 0;
    f->lines[f->n_frames++] = line ? (size_t)(line - f->r->clip->text.bytes) : DBT_NO_LINE;
}

/* Reserves room for the frames of the rest of the text, if all lines are about as long as the
 * first. It is virtual memory, which takes real memory only where it is written. */
static bool reserve_like_first_line(frames *f, const char *line)
{
    const char *end = f->r->end;
    const size_t length = (size_t)(dbt_line_end(line, end) - line) + 1;
    const size_t about = (size_t)(end - line) / length;
    const size_t n_frames = about + about / 8 + 2; /* later lines may be shorter */
    /* a value takes at least two bytes of text: no line can promise more */
    const size_t most = (size_t)(end - line) / 2 / f->n_channels + 1;
    return resize(f, n_frames < most ? n_frames : most);
}

/* ---- failures ---- */

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

static const char truncated[] = ": is the file truncated? (--lenient keeps the complete frames)";

/* Whether the text may end here within a number: what is left could begin one. */
static bool is_cut_off(const char *p, const char *end)
{
    for (; p < end; p++)
        if (!strchr("+-.eE0123456789", *p) || *p == '\0')
            return false;
    return true;
}

/* Says where a row has six values for each joint, as some programs write whatever CHANNELS says.
 * at: behind the last value that has a channel. */
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

/* The declared number of frames as the file spells it: it may be too large to count. */
static dbt_span declared(const bvh_reader *r)
{
    const dbt_clip_text *text = &r->clip->text;
    const size_t n = text->count_end - text->count_begin;
    return (dbt_span){ text->bytes + text->count_begin,
                       text->bytes + text->count_begin + (n < 40 ? n : 40) };
}

/* Fails where only the last values are missing and no line is a frame. */
static bool fail_wrapped(frames *f)
{
    bvh_reader *r = f->r;
    const dbt_span count = declared(r);
    return dbt_bvh_fail(
        r, DBT_E_FRAMES, r->end, "expected %zu values in each of %.*s frames, found %zu in all%s",
        f->n_channels, (int)(count.end - count.begin), count.begin, n_values(f), truncated);
}

/* ---- rows ---- */

/* Reads one number at p, which must be finite and end before a blank or, glued, before a sign. NULL
 * for anything else. */
static DBT_ALWAYS_INLINE const char *read_value(const char *p, const char *end, double *value,
                                                bool *glued, bool bounded)
{
    const char *after = dbt_number_scan(p, end, value, bounded);
    if (!after || !(fabs(*value) <= DBL_MAX))
        return NULL;
    if (!bounded && *after == ' ')
        return after;
    /* exporters fill the end of a file with NUL or Ctrl-Z */
    if (after == end || dbt_is_blank(*after) || dbt_is_line_end(*after) || *after == '\0' ||
        *after == '\x1a')
        return after;
    if (*after != '-' && *after != '+')
        return NULL;
    *glued = true;
    return after;
}

static bool is_not_finite(dbt_span token)
{
    const char *p = token.begin + (*token.begin == '-' || *token.begin == '+');
    const size_t n = (size_t)(token.end - p);
    double value;
    return (n >= 3 && (strncasecmp(p, "nan", 3) == 0 || strncasecmp(p, "inf", 3) == 0)) ||
           memchr(p, '#', n) || dbt_number_read(token.begin, token.end, &value) == token.end;
}

/* The end of a value at p that is not finite, in a channel of a joint that will be dropped; NULL:
 * it is none. */
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

/* Reads the values of the line at p into the next frame. */
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

/* Trying the usual form first pays only while at most one number in UNUSUAL_SHARE has another form.
 * Otherwise it is not tried for UNUSUAL_LINES lines. */
enum { UNUSUAL_SHARE = 8, UNUSUAL_LINES = 256 };

/* As scan_row, for a line of exactly n_channels values with one blank between them; if `usual`,
 * most with as many decimals as the one before. Returns the line's end; NULL: scan_row must read
 * the line. */
static DBT_ALWAYS_INLINE const char *scan_plain_row(frames *f, const char *p, bool usual)
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
    if (usual && n_others > f->n_channels / UNUSUAL_SHARE)
        f->n_unusual = UNUSUAL_LINES;
    p = dbt_skip_blanks(p - 1, end);
    return dbt_is_line_end(*p) ? p : NULL;
}

/* Before the text's last line end no bounds are checked, because the scan stops at a line end. */
static value_row read_row(frames *f, const char *p)
{
    if (p >= f->last_line_end)
        return scan_row(f, p, true);
    const bool usual = f->n_unusual == 0;
    f->n_unusual -= !usual;
    const char *at = usual ? scan_plain_row(f, p, true) : scan_plain_row(f, p, false);
    if (at)
        return (value_row){ .end = ROW_FULL, .n_values = f->n_channels, .at = at };
    return scan_row(f, p, false);
}

static void warn_trailing(frames *f, const char *at)
{
    dbt_bvh_warn(f->r, DBT_WARN_TRAILING, at, "bytes after the last frame are ignored");
}

/* ---- frames that are not one line each ---- */

/* The line end that only blanks separate from p, or the end of the text; else NULL. */
static const char *line_end_behind(const char *p, const char *end)
{
    p = dbt_skip_blanks(p, end);
    return p == end || dbt_is_line_end(*p) ? p : NULL;
}

/* The number of values that the file should have. */
static size_t expected_values(const frames *f)
{
    /* a product that overflows becomes SIZE_MAX: like the true product, more than any text holds */
    const size_t n = f->r->n_declared;
    return n > SIZE_MAX / f->n_channels ? SIZE_MAX : n * f->n_channels;
}

/* Reads numbers from p to the end into f->values, ignoring line ends. *stopped is the first other
 * text that is neither after the last frame nor a number cut off by the file's end; NULL: none. */
static bool collect_values(frames *f, const char *p, const char **stopped, bool *glued)
{
    const char *end = f->r->end, *line = NULL;
    const size_t expected = expected_values(f);
    f->n_frames = f->n_more = 0;
    *stopped = NULL;
    for (const char *from = p; (p = dbt_skip_space(from, end)) < end; from = p) {
        const char *begun = p; /* the start of p's line, if only blanks stand before p */
        while (begun > from && dbt_is_blank(begun[-1]))
            begun--;
        if (f->n_more == 0)
            line = begun > from ? begun : NULL;
        else if (begun > from)
            line = NULL;
        if (f->n_more == 0 && !reserve_frame(f))
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

/* Reads only the lines that are whole frames (--lenient). */
static bool read_whole_lines(frames *f, const char *p)
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
        if (!reserve_frame(f))
            return false;
        const value_row row = read_row(f, p);
        const bool text_behind = row.end == ROW_BAD && row.n_values == f->n_channels;
        if (row.end == ROW_BAD) {
            if (seen + text_behind < r->n_declared)
                return fail_number(f, row.at, seen * f->n_channels + row.n_values % f->n_channels);
            warn_trailing(f, text_behind ? row.at : p);
            if (!text_behind)
                break;
        }
        if (row.end == ROW_FULL || text_behind) {
            end_frame(f, row.glued || text_behind ? NULL : line);
            if (row.glued)
                dbt_bvh_warn(r, DBT_WARN_GLUED, p, "numbers without a blank between them");
            if (text_behind)
                break;
        } else {
            dbt_bvh_warn(r, DBT_WARN_LENIENT, row.at,
                         "a frame with a wrong number of values is dropped");
        }
        seen++;
        p = dbt_line_end(row.at, r->end);
    }
    return true;
}

/* Whether a line below p's is too short for a frame too. Changes no values. */
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

/* Reads the frames after a row (that of `frame`) did not fit its line. If the total number of
 * values is right, line ends are ignored; else --lenient takes the whole lines. first is where the
 * frames begin; own_lines: the first frame begins a line. */
static bool read_odd_frames(frames *f, const char *first, bool own_lines, size_t frame,
                            const value_row *odd)
{
    bvh_reader *r = f->r;
    const char *stopped;
    bool glued = false;
    if (!collect_values(f, first, &stopped, &glued))
        return false;
    /* the file was wrapped from the start, so its fault is the text that is no number */
    if (stopped && frame == 0)
        return fail_number(f, stopped, n_values(f));
    const bool fits = !stopped && n_values(f) == expected_values(f);
    if (!fits && !r->options->lenient && !stopped && n_values(f) < expected_values(f)) {
        const bool wrapped = frame == 0 && odd->end == ROW_SHORT && is_short(f, odd->at);
        return wrapped ? fail_wrapped(f) : fail_row(f, frame, odd);
    }
    if (!fits && !r->options->lenient)
        return fail_row(f, frame, odd);
    if (!fits && own_lines) {
        if (!read_whole_lines(f, first))
            return false;
        if (f->n_frames > 0)
            return true;
        /* no line is whole: the file is wrapped and cut off */
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

/* ---- lines ---- */

static bool read_lines(frames *f)
{
    bvh_reader *r = f->r;
    const char *const first = line_end_behind(r->at, r->end);
    if (!first) { /* the first frame stands on the line of the frame time */
        const value_row row = { .end = ROW_LONG, .at = dbt_skip_blanks(r->at, r->end) };
        return reserve_like_first_line(f, r->at) && read_odd_frames(f, r->at, false, 0, &row);
    }
    const char *p = first;
    while (p < r->end) {
        const size_t frame = f->n_frames;
        const char *const line = p;
        p = dbt_skip_blanks(p, r->end);
        if (p == r->end || dbt_is_line_end(*p)) {
            p += p < r->end;
            continue;
        }
        if (frame == 0 && !reserve_like_first_line(f, line))
            return false;
        if (!reserve_frame(f))
            return false;
        const value_row row = read_row(f, p);
        if (row.end != ROW_FULL) {
            const bool text_behind_last =
                row.end == ROW_BAD && row.n_values == f->n_channels && frame + 1 >= r->n_declared;
            if (frame >= r->n_declared && !text_behind_last) {
                warn_trailing(f, p);
                break;
            }
            if (row.end == ROW_BAD && !text_behind_last)
                return fail_number(f, row.at, frame * f->n_channels + row.n_values % f->n_channels);
            if (!text_behind_last)
                return read_odd_frames(f, first, true, frame, &row);
            warn_trailing(f, row.at);
        }
        if (row.glued)
            dbt_bvh_warn(r, DBT_WARN_GLUED, p, "numbers without a blank between them");
        end_frame(f, row.glued || row.end != ROW_FULL ? NULL : line);
        p = dbt_line_end(row.at, r->end);
        if (row.end == ROW_BAD)
            break;
    }
    return true;
}

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
    const bool ok = read_lines(&f) && check_count(&f);
    dbt_free(f.dropped);
    r->clip->values = f.values;
    r->clip->text.lines = f.lines;
    r->clip->n_frames = f.n_frames;
    return ok; /* on failure the caller releases the clip and its values */
}

#include "base/mem.h"
#include "base/number.h"
#include "bvh/bvh.h"

#include <stdio.h>
#include <string.h>

enum { BUFFER_SIZE = 1 << 18 };

/* Writes the buffer to the sink, and empties it. A failed write sets w->failed; after one, it only
 * empties the buffer. */
static void flush(dbt_bvh_writer *w)
{
    if (!w->failed && w->used > 0)
        w->failed = !w->sink.write(w->sink.context, w->buffer, w->used);
    w->used = 0;
}

/* Returns a pointer to n free bytes of the buffer, n <= BUFFER_SIZE; flushes if necessary. The
 * caller adds to w->used what it writes. */
static char *room(dbt_bvh_writer *w, size_t n)
{
    if (BUFFER_SIZE - w->used < n)
        flush(w);
    return w->buffer + w->used;
}

/* Appends bytes[n] to the buffer, which is flushed if full; more than BUFFER_SIZE go directly to
 * the sink. A failed write sets w->failed. */
static void put(dbt_bvh_writer *w, const char *bytes, size_t n)
{
    if (n > BUFFER_SIZE) {
        flush(w);
        w->failed = w->failed || !w->sink.write(w->sink.context, bytes, n);
        return;
    }
    memcpy(room(w, n), bytes, n);
    w->used += n;
}

static void put_text(dbt_bvh_writer *w, const char *text)
{
    put(w, text, strlen(text));
}

/* Appends a value with a fixed number of decimals (dbt_fixed_write). */
static void put_fixed(dbt_bvh_writer *w, double value, int decimals)
{
    char *begin = room(w, DBT_FIXED_SIZE);
    w->used += (size_t)(dbt_fixed_write(begin, value, decimals) - begin);
}

/* Appends a value with the fewest digits that are read back exactly (dbt_exact_write). */
static void put_exact(dbt_bvh_writer *w, double value)
{
    char *begin = room(w, DBT_EXACT_SIZE);
    w->used += (size_t)(dbt_exact_write(begin, value) - begin);
}

/* ---- the canonical head ---- */

/* Limit of the indent: otherwise a deep chain of joints would need huge lines of blanks. */
enum { MAX_INDENT = 32 };

/* Appends min(depth, MAX_INDENT) tabs. */
static void put_indent(dbt_bvh_writer *w, int depth)
{
    const size_t n = (size_t)(depth < MAX_INDENT ? depth : MAX_INDENT);
    memset(room(w, n), '\t', n);
    w->used += n;
}

/* Writes a line of keyword and name, with its line end, indented by min(depth, MAX_INDENT) tabs.
 * name: may be NULL. */
static void put_line(dbt_bvh_writer *w, int depth, const char *keyword, const char *name)
{
    put_indent(w, depth);
    put_text(w, keyword);
    if (name) {
        put(w, " ", 1);
        put_text(w, name);
    }
    put_text(w, w->eol);
}

/* Writes an indented line of OFFSET, with the fewest digits that are read back exactly. */
static void put_offset(dbt_bvh_writer *w, int depth, dbt_vec3 offset)
{
    put_indent(w, depth);
    put_text(w, "OFFSET");
    for (int axis = 0; axis < 3; axis++) {
        put(w, " ", 1);
        put_exact(w, dbt_vec3_get(offset, axis));
    }
    put_text(w, w->eol);
}

/* Writes the four lines of an End Site. name: may be NULL. */
static void put_end_site(dbt_bvh_writer *w, int depth, const char *name, dbt_vec3 offset)
{
    put_line(w, depth, "End Site", name);
    put_line(w, depth, "{", NULL);
    put_offset(w, depth + 1, offset);
    put_line(w, depth, "}", NULL);
}

/* Writes the lines of a joint from ROOT or JOINT to CHANNELS: also the opening brace and OFFSET.
 * Without channels: "CHANNELS 0". */
static void put_joint_head(dbt_bvh_writer *w, int depth, const dbt_joint *joint)
{
    put_line(w, depth, joint->parent < 0 ? "ROOT" : "JOINT", joint->name);
    put_line(w, depth, "{", NULL);
    put_offset(w, depth + 1, joint->offset);
    put_indent(w, depth + 1);
    char count[24];
    snprintf(count, sizeof count, "CHANNELS %d", joint->n_channels);
    put_text(w, count);
    for (int c = 0; c < joint->n_channels; c++) {
        put(w, " ", 1);
        put_text(w, dbt_channel_names[joint->channels[c]]);
    }
    put_text(w, w->eol);
}

/* Writes the hierarchy in canonical form, End Sites before child joints. A leaf without an End Site
 * gets one of length 0, which many programs require. Writes no line end after ROOT's brace. */
static void put_hierarchy(dbt_bvh_writer *w)
{
    const dbt_skeleton *skeleton = w->skeleton;
    int depth = 0, open = -1; /* open: the innermost joint without its closing brace; -1: none */
    put_line(w, 0, "HIERARCHY", NULL);
    for (int j = 0; j <= skeleton->n_joints; j++) {
        const int parent = j < skeleton->n_joints ? skeleton->joints[j].parent : -1;
        for (; open != parent; open = skeleton->joints[open].parent) {
            put_indent(w, --depth);
            put_text(w, "}");
            if (depth > 0) /* ROOT's line end belongs to the head of the motion */
                put_text(w, w->eol);
        }
        if (j == skeleton->n_joints)
            break;
        put_joint_head(w, depth, &skeleton->joints[j]);
        const bool is_leaf = j + 1 == skeleton->n_joints || skeleton->joints[j + 1].parent != j;
        depth++;
        open = j;
        if (is_leaf && skeleton->joints[j].last_end_site < 0)
            put_end_site(w, depth, NULL, DBT_VEC3_ZERO);
        for (int e = -1; (e = dbt_skeleton_next_end_site(skeleton, j, e)) >= 0;)
            put_end_site(w, depth, skeleton->end_sites[e].name, skeleton->end_sites[e].offset);
    }
}

/* Writes everything before the first frame, up to its line end, with n_frames as the number of
 * frames. Copies the text of the clip `first` where it is unchanged, and writes the rest in
 * canonical form. That has the exact frame time, or text.frame_time_decimals decimals of it. */
static void put_head(dbt_bvh_writer *w, const dbt_clip *first, size_t n_frames)
{
    const dbt_clip_text *text = &first->text;
    char count[24];
    snprintf(count, sizeof count, "%zu", n_frames);
    if (text->bytes && text->hierarchy_verbatim)
        put(w, text->bytes, text->hierarchy_end);
    else
        put_hierarchy(w);
    if (text->bytes && text->motion_verbatim) {
        put(w, text->bytes + text->hierarchy_end, text->count_begin - text->hierarchy_end);
        put_text(w, count);
        put(w, text->bytes + text->count_end, text->motion_end - text->count_end);
    } else {
        put_text(w, w->eol);
        put_line(w, 0, "MOTION", NULL);
        put_line(w, 0, "Frames:", count);
        put_text(w, "Frame Time: ");
        if (text->frame_time_decimals > 0)
            put_fixed(w, first->frame_time, text->frame_time_decimals);
        else
            put_exact(w, first->frame_time);
    }
    put_text(w, w->eol);
}

void dbt_bvh_write_begin(dbt_bvh_writer *writer, const dbt_clip *first, size_t n_frames,
                         int decimals, dbt_sink sink)
{
    *writer = (dbt_bvh_writer){ .skeleton = &first->skeleton,
                                .eol = first->text.eol[0] ? first->text.eol : "\n",
                                .decimals = decimals,
                                .sink = sink };
    writer->buffer = dbt_alloc_array(BUFFER_SIZE, 1);
    put_head(writer, first, n_frames);
}

/* ---- frames ---- */

/* Copies the line with its blanks, and replaces the text of the channels that are not kept.
 * frame->kept: not NULL. Writes no line end. */
static void put_patched_line(dbt_bvh_writer *w, const dbt_values_frame *frame)
{
    const char *p = frame->line.begin, *unwritten = p, *end = frame->line.end;
    int last = w->skeleton->n_channels - 1; /* the last replaced channel */
    while (last >= 0 && frame->kept[last])
        last--;
    for (int c = 0; c <= last; c++) {
        p = dbt_skip_blanks(p, end);
        const char *after = dbt_token_at(p, end).end;
        if (!frame->kept[c]) {
            put(w, unwritten, (size_t)(p - unwritten));
            put_fixed(w, frame->values[c], w->decimals);
            unwritten = after;
        }
        p = after;
    }
    put(w, unwritten, (size_t)(end - unwritten));
}

void dbt_bvh_write_frame(dbt_bvh_writer *writer, const dbt_values_frame *frame)
{
    const size_t n_channels = (size_t)writer->skeleton->n_channels;
    if (frame->line.begin && !frame->kept)
        put(writer, frame->line.begin, (size_t)(frame->line.end - frame->line.begin));
    else if (frame->line.begin && memchr(frame->kept, 1, n_channels * sizeof *frame->kept))
        put_patched_line(writer, frame);
    else
        for (size_t c = 0; c < n_channels; c++) {
            char *p = room(writer, DBT_FIXED_SIZE + 1);
            if (c > 0)
                *p++ = ' ';
            p = dbt_fixed_write(p, frame->values[c], writer->decimals);
            writer->used = (size_t)(p - writer->buffer);
        }
    put_text(writer, writer->eol);
}

bool dbt_bvh_write_end(dbt_bvh_writer *writer)
{
    flush(writer);
    return !writer->failed;
}

void dbt_bvh_writer_release(dbt_bvh_writer *writer)
{
    dbt_free(writer->buffer);
    *writer = (dbt_bvh_writer){ 0 };
}

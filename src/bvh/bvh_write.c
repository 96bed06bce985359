#include "base/number.h"
#include "bvh/bvh.h"

#include <string.h>

/* Bytes after which the writer flushes. */
enum { BUFFER_SIZE = 1 << 18 };

/* Writes the buffer to the sink, and empties it. A failed write sets w->failed; after one, it only
 * empties the buffer. */
static void flush(dbt_bvh_writer *w)
{
    if (!w->failed && w->buffer.size > 0)
        w->failed = !w->sink.write(w->sink.context, w->buffer.bytes, w->buffer.size);
    w->buffer.size = 0;
}

/* Appends a value with a fixed number of decimals (dbt_fixed_write). */
static void put_fixed(dbt_buffer *out, double value, int decimals)
{
    dbt_buffer_reserve(out, DBT_FIXED_SIZE);
    out->size = (size_t)(dbt_fixed_write(out->bytes + out->size, value, decimals) - out->bytes);
}

/* Appends a blank and a value with the fewest digits that are read back exactly (dbt_exact_write).
 */
static void put_exact(dbt_buffer *out, double value)
{
    dbt_buffer_text(out, " ");
    dbt_buffer_reserve(out, DBT_EXACT_SIZE);
    out->size = (size_t)(dbt_exact_write(out->bytes + out->size, value) - out->bytes);
}

/* ---- the canonical head ---- */

/* Appends min(depth, MAX_INDENT) tabs: otherwise a deep chain of joints would need huge lines of
 * blanks. */
static void put_indent(dbt_buffer *out, int depth)
{
    enum { MAX_INDENT = 32 };
    for (int i = 0; i < depth && i < MAX_INDENT; i++)
        dbt_buffer_text(out, "\t");
}

/* Writes a line of keyword and name, with its line end, indented. name: may be NULL. */
static void put_line(dbt_bvh_writer *w, int depth, const char *keyword, const char *name)
{
    put_indent(&w->buffer, depth);
    dbt_buffer_format(&w->buffer, "%s%s%s%s", keyword, name ? " " : "", name ? name : "", w->eol);
}

/* Writes an indented line of OFFSET, with the fewest digits that are read back exactly. */
static void put_offset(dbt_bvh_writer *w, int depth, dbt_vec3 offset)
{
    put_indent(&w->buffer, depth);
    dbt_buffer_text(&w->buffer, "OFFSET");
    for (int axis = 0; axis < 3; axis++)
        put_exact(&w->buffer, dbt_vec3_get(offset, axis));
    dbt_buffer_text(&w->buffer, w->eol);
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
    put_indent(&w->buffer, depth + 1);
    dbt_buffer_format(&w->buffer, "CHANNELS %d", joint->n_channels);
    for (int c = 0; c < joint->n_channels; c++)
        dbt_buffer_format(&w->buffer, " %s", dbt_channel_names[joint->channels[c]]);
    dbt_buffer_text(&w->buffer, w->eol);
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
            put_indent(&w->buffer, --depth);
            /* ROOT's line end belongs to the head of the motion */
            dbt_buffer_format(&w->buffer, "}%s", depth > 0 ? w->eol : "");
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
    dbt_buffer *out = &w->buffer;
    if (text->bytes && text->hierarchy_verbatim)
        dbt_buffer_add(out, text->bytes, text->hierarchy_end);
    else
        put_hierarchy(w);
    if (text->bytes && text->motion_verbatim) {
        dbt_buffer_add(out, text->bytes + text->hierarchy_end,
                       text->count_begin - text->hierarchy_end);
        dbt_buffer_format(out, "%zu", n_frames);
        dbt_buffer_add(out, text->bytes + text->count_end, text->motion_end - text->count_end);
    } else {
        dbt_buffer_format(out, "%sMOTION%sFrames: %zu%sFrame Time:", w->eol, w->eol, n_frames,
                          w->eol);
        if (text->frame_time_decimals > 0) {
            dbt_buffer_text(out, " ");
            put_fixed(out, first->frame_time, text->frame_time_decimals);
        } else {
            put_exact(out, first->frame_time);
        }
    }
    dbt_buffer_text(out, w->eol);
}

void dbt_bvh_write_begin(dbt_bvh_writer *writer, const dbt_clip *first, size_t n_frames,
                         int decimals, dbt_sink sink)
{
    *writer = (dbt_bvh_writer){ .skeleton = &first->skeleton,
                                .eol = first->text.eol[0] ? first->text.eol : "\n",
                                .decimals = decimals,
                                .sink = sink };
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
            dbt_buffer_add(&w->buffer, unwritten, (size_t)(p - unwritten));
            put_fixed(&w->buffer, frame->values[c], w->decimals);
            unwritten = after;
        }
        p = after;
    }
    dbt_buffer_add(&w->buffer, unwritten, (size_t)(end - unwritten));
}

void dbt_bvh_write_frame(dbt_bvh_writer *writer, const dbt_values_frame *frame)
{
    const size_t n_channels = (size_t)writer->skeleton->n_channels;
    dbt_buffer *out = &writer->buffer;
    if (frame->line.begin && !frame->kept)
        dbt_buffer_add(out, frame->line.begin, (size_t)(frame->line.end - frame->line.begin));
    else if (frame->line.begin && memchr(frame->kept, 1, n_channels * sizeof *frame->kept))
        put_patched_line(writer, frame);
    else
        for (size_t c = 0; c < n_channels; c++) {
            dbt_buffer_reserve(out, DBT_FIXED_SIZE + 1);
            char *p = out->bytes + out->size;
            if (c > 0)
                *p++ = ' ';
            out->size =
                (size_t)(dbt_fixed_write(p, frame->values[c], writer->decimals) - out->bytes);
        }
    dbt_buffer_text(out, writer->eol);
    if (out->size >= BUFFER_SIZE)
        flush(writer);
}

bool dbt_bvh_write_end(dbt_bvh_writer *writer)
{
    flush(writer);
    return !writer->failed;
}

void dbt_bvh_writer_release(dbt_bvh_writer *writer)
{
    dbt_buffer_release(&writer->buffer);
    *writer = (dbt_bvh_writer){ 0 };
}

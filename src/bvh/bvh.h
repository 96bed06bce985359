/* Reads and writes BVH text.
 *
 * The folder bvh knows BVH text, skeletons, channel values, and names and roles of joints. It does
 * not know poses, world positions or files on a disk. */
#ifndef DBT_BVH_BVH_H
#define DBT_BVH_BVH_H

#include "base/buffer.h"
#include "base/sink.h"
#include "bvh/clip.h"

/* The range of frame times, seconds; others are errors. No motion is recorded faster or slower, and
 * frame counts are far from overflow. */
#define DBT_MIN_FRAME_TIME 1e-6
#define DBT_MAX_FRAME_TIME 1e6

/* How dbt_bvh_read reads. Zero-initialise for the defaults. */
typedef struct dbt_bvh_options {
    double assume_fps; /* > 0: the frame time is 1/assume_fps, instead of the file's */
    bool lenient; /* warn, do not fail: frames with a wrong number of values are dropped, and fewer
                     frames than declared are accepted */

    /* Marks in dropped[n_joints], zeroed, the joints that the caller will drop. In their channels a
     * value that is not finite (nan, inf, -1.#IND, 1e999) is read as 0. Called at the first such
     * value. May be NULL: every such value is an error. */
    void (*mark_dropped)(const void *context, const dbt_skeleton *skeleton, bool *dropped);
    const void *context; /* for mark_dropped; borrowed */
} dbt_bvh_options;

/* Reads BVH text[size]. dbtool-bvh(5) lists what is accepted, warned about (clip->warnings) and
 * rejected. A clip of 0 frames is accepted. file: the name in messages. options: may be NULL
 * (defaults). *clip: borrows text and file; release with dbt_clip_release. Memory is proportional
 * to `size`, not to numbers in the text. Fails with DBT_E_FORMAT, _SYNTAX, _NUMBER, _FRAMES or
 * _LIMIT, with line and column, or with DBT_E_MEMORY; *clip is then zeroed. */
DBT_CHECK bool dbt_bvh_read(const char *text, size_t size, const char *file,
                            const dbt_bvh_options *options, dbt_clip *clip, dbt_error *err);

/* Checks that text[size] begins like BVH: a quick test before long work. Fails with DBT_E_FORMAT as
 * dbt_bvh_read does. */
DBT_CHECK bool dbt_bvh_check_start(const char *text, size_t size, const char *file, dbt_error *err);

/* A frame to write. Borrows all. */
typedef struct dbt_values_frame {
    const double *values; /* [n_channels], degrees and units, already rounded as in the text */
    dbt_span line;        /* text of the frame in the clip; begin NULL: none */
    const bool *kept;     /* [n_channels]: copy the channel's text from `line`; NULL: copy all.
                             Without `line` all values are written */
} dbt_values_frame;

/* A writer of one BVH file, buffered. Release with dbt_bvh_writer_release. */
typedef struct dbt_bvh_writer {
    const dbt_skeleton *skeleton; /* borrowed */
    const char *eol;              /* line end; borrowed */
    int decimals;
    dbt_sink sink;
    dbt_buffer buffer; /* not yet written */
    bool failed;       /* a write to the sink failed; later writes do nothing */
} dbt_bvh_writer;

/* Initialises *writer, and begins a file of n_frames frames, which dbt_bvh_write_frame writes.
 * Writes hierarchy and frame time of `first`, byte for byte if reading them needed no warning and
 * nothing changed them since. Else writes them in canonical form: one entry a line, indented by
 * tabs. first: borrowed with its text until dbt_bvh_writer_release. decimals: of the values. A
 * failed write makes dbt_bvh_write_end fail. */
void dbt_bvh_write_begin(dbt_bvh_writer *writer, const dbt_clip *first, size_t n_frames,
                         int decimals, dbt_sink sink);

/* Writes one frame and a line end. Copies lines and kept channels byte for byte, and writes other
 * values in fixed point. If no channel is kept, the blanks of the line are not copied either. A
 * failed write makes dbt_bvh_write_end fail. */
void dbt_bvh_write_frame(dbt_bvh_writer *writer, const dbt_values_frame *frame);

/* Flushes the buffer to the sink. Returns false if any write to the sink failed. Does not release
 * the writer. */
DBT_CHECK bool dbt_bvh_write_end(dbt_bvh_writer *writer);

/* Frees the buffer, and zeroes the writer. */
void dbt_bvh_writer_release(dbt_bvh_writer *writer);

#endif

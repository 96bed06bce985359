/* Reads and writes BVH text. */
#ifndef DBT_BVH_BVH_H
#define DBT_BVH_BVH_H

#include "base/sink.h"
#include "bvh/clip.h"

/* Frame times outside these, in seconds, are errors. No motion is recorded so fast or so slowly,
 * and frame counts stay far from overflow. */
#define DBT_MIN_FRAME_TIME 1e-6
#define DBT_MAX_FRAME_TIME 1e6

/* Zero-initialise for the defaults. */
typedef struct dbt_bvh_options {
    double assume_fps; /* > 0: the frame time is 1/assume_fps, whatever the file says */
    bool lenient;      /* frames with a wrong number of values are dropped, with a warning */

    /* Marks in dropped[n_joints] the joints that the caller will drop: what is no finite number in
     * their channels (nan, inf, -1.#IND, 1e999) is read as 0. Called at the first such value; NULL:
     * it is an error. */
    void (*mark_dropped)(const void *context, const dbt_skeleton *skeleton, bool *dropped);
    const void *context; /* for mark_dropped; borrowed */
} dbt_bvh_options;

/* Reads a BVH file from size bytes at text. file is its name in messages. On success *clip borrows
 * text and file; release it with dbt_clip_release. On failure *clip is zeroed. Memory grows with
 * the size of the text, whatever numbers it claims. dbtool-bvh(5) lists what is accepted, warned
 * about (clip->warnings) and rejected. Errors: DBT_E_FORMAT, _SYNTAX, _NUMBER, _FRAMES, _LIMIT with
 * line and column. A clip of 0 frames is no error here. */
DBT_CHECK bool dbt_bvh_read(const char *text, size_t size, const char *file,
                            const dbt_bvh_options *options, dbt_clip *clip, dbt_error *err);

/* Whether size bytes at text begin as BVH does: a quick look before long work. Fails with
 * DBT_E_FORMAT as dbt_bvh_read does. */
DBT_CHECK bool dbt_bvh_check_start(const char *text, size_t size, const char *file, dbt_error *err);

/* One frame, with the values that reading the written file back will give. */
typedef struct dbt_values_frame {
    const double *values; /* [n_channels], degrees and units, rounded as the text is */
    dbt_span line;        /* the clip's line, if it is copied */
    const bool *kept; /* [n_channels]: the channel keeps its text in line; NULL: all channels do */
} dbt_values_frame;

/* Writes one BVH file front to back through a buffer. */
typedef struct dbt_bvh_writer {
    const dbt_skeleton *skeleton;
    const char *eol;
    int decimals;
    dbt_sink sink;
    char *buffer;
    size_t used;
    bool failed; /* the sink has refused a write; later writes do nothing */
} dbt_bvh_writer;

/* Writes the head of a file of n_frames: hierarchy and frame time of first, byte for byte if its
 * reader had no warnings, else in canonical form. Borrows first until dbt_bvh_writer_release. A
 * refused write makes dbt_bvh_write_end fail. */
void dbt_bvh_write_begin(dbt_bvh_writer *writer, const dbt_clip *first, size_t n_frames,
                         int decimals, dbt_sink sink);

/* Writes one frame. Lines and channels that are kept are copied byte for byte, all others are
 * written in fixed point. */
void dbt_bvh_write_frame(dbt_bvh_writer *writer, const dbt_values_frame *frame);

/* Flushes the buffer to the sink; false where the sink refused any write. */
DBT_CHECK bool dbt_bvh_write_end(dbt_bvh_writer *writer);

void dbt_bvh_writer_release(dbt_bvh_writer *writer);

#endif

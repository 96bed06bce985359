/* A motion clip: skeleton, frame time, channel values, and where its text is. */
#ifndef DBT_BVH_CLIP_H
#define DBT_BVH_CLIP_H

#include "base/error.h"
#include "base/text.h"
#include "bvh/skeleton.h"

#define DBT_NO_LINE ((size_t)-1)

/* Where the clip's text has what a writer can take over byte for byte. All
 * offsets are from bytes. */
typedef struct dbt_clip_text {
    const char *bytes; /* borrowed from who called the reader; NULL: no text */
    size_t size;
    char eol[3];                   /* line end of the file, NUL-terminated */
    bool hierarchy_verbatim;       /* [0, hierarchy_end) needed no warning */
    size_t hierarchy_end;          /* after ROOT's closing brace */
    bool motion_verbatim;          /* [hierarchy_end, motion_end) needed no warning */
    size_t count_begin, count_end; /* the number of frames within it */
    size_t motion_end;             /* after the frame time */
    int frame_time_decimals;       /* of a frame time that is not the text's; 0: all it has */
    size_t *lines; /* where the line of each frame begins, [n_frames]: DBT_NO_LINE where it has
                    * none of its own or needed a warning; NULL: no frame has one */
} dbt_clip_text;

/* values[n_frames][skeleton.n_channels]: degrees and file units, as in the file.
 * Frame k is at k * frame_time seconds. */
typedef struct dbt_clip {
    const char *file; /* for messages; borrowed */
    dbt_skeleton skeleton;
    double frame_time; /* seconds, > 0 */
    size_t n_frames;
    double *values;
    dbt_clip_text text;
    dbt_warnings warnings; /* what the reader tolerated */
} dbt_clip;

/* Frees what the clip holds (not its text) and zeroes it; fine on a zeroed one. */
void dbt_clip_release(dbt_clip *clip);

static inline const double *dbt_clip_frame(const dbt_clip *clip, size_t frame)
{
    return clip->values + frame * (size_t)clip->skeleton.n_channels;
}

/* The bytes of a frame's line, line end and byte order mark excluded; an empty
 * span at NULL where the frame has no line of its own. */
dbt_span dbt_clip_line(const dbt_clip *clip, size_t frame);

#endif

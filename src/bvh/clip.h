/* A motion clip: skeleton, frame time, channel values, and the line of each frame in the file's
 * text. Reader and writer: bvh/bvh.h. */
#ifndef DBT_BVH_CLIP_H
#define DBT_BVH_CLIP_H

#include "base/error.h"
#include "base/text.h"
#include "bvh/skeleton.h"

/* In dbt_clip_text.lines: the frame does not have a line to itself, or needed a warning. */
#define DBT_NO_LINE ((size_t)-1)

/* The sections of the clip's text that a writer can copy byte for byte. Offsets are from `bytes`.
 */
typedef struct dbt_clip_text {
    const char *bytes; /* [size]; borrowed from the reader's caller; may be NULL: no text */
    size_t size;
    char eol[3];             /* line end of the file, with NUL */
    bool hierarchy_verbatim; /* [0, hierarchy_end) needed no warning, and nothing in it changed */
    size_t hierarchy_end;    /* after ROOT's closing brace */
    bool motion_verbatim;    /* [hierarchy_end, motion_end) needed no warning, and the frame time is
                                the file's */
    size_t count_begin, count_end; /* the number of frames */
    size_t motion_end;             /* after the frame time */
    int frame_time_decimals; /* decimals of a frame time that the text does not contain; 0: the
                                fewest exact ones */
    size_t *lines; /* [n_frames]: offset of each frame's line, or DBT_NO_LINE. May be NULL: no frame
                      has a line */
    int moved;     /* 1 + the channel whose values differ from the lines; 0: none */
} dbt_clip_text;

enum { DBT_POP_JOINTS = 3 };

/* A pop: a jump of the majority of the body, or a spike of three tenths of it (motion/pops.h). A
 * run of frames, at most 0.1 s apart, whose pop is above a limit. */
typedef struct dbt_pop {
    size_t frame;               /* of the largest pop in the run */
    size_t first, last;         /* of the run */
    double pop;                 /* at `frame`: how far it jumps, in its usual steps */
    bool is_spike;              /* the pose returns: a gap can mend it */
    size_t begin, end;          /* the last good frame before the pop, and the first after it */
    int joints[DBT_POP_JOINTS]; /* largest jumps relative to their usual step at `frame`,
                                   descending; -1: none */
} dbt_pop;

/* A glitch: jumps of the majority of the body that are no motion (motion/glitch.h). */
typedef struct dbt_glitch {
    size_t frame;      /* of the pop, at or just after a jump */
    size_t begin, end; /* frames [begin, end) do not show the motion: the first jump is the step
                          into `begin`, at least 1, the last the step into `end` */
    double pop;
} dbt_glitch;

/* Frames [begin, end). */
typedef struct dbt_frame_run {
    size_t begin, end;
} dbt_frame_run;

/* The glitches of a clip, and the runs of frames between them. Owns its arrays. */
typedef struct dbt_glitches {
    dbt_glitch *list; /* [n], ascending; may be NULL: none, or not searched */
    size_t n;
    dbt_frame_run *runs; /* [n_runs] runs between glitches, which show the motion; without runs that
                            are too short. May be NULL: the whole clip */
    size_t n_runs;
} dbt_glitches;

/* A motion clip. Frame k is at the time k * frame_time. Release with dbt_clip_release. */
typedef struct dbt_clip {
    const char *file; /* for messages; borrowed */
    const char *key;  /* unique cache key; borrowed; may be NULL: `file` is unique */
    dbt_skeleton skeleton;
    double frame_time; /* seconds, > 0 */
    size_t n_frames;
    double *values; /* [n_frames][skeleton.n_channels], degrees and file units, as in the file; may
                       be NULL: no frames */
    dbt_clip_text text;
    dbt_warnings warnings; /* of the reader */
    dbt_pop *pops;         /* stb_ds list; may be NULL: none, or not searched (motion/glitch.h) */
    dbt_glitches glitches;
} dbt_clip;

/* Frees all that a clip owns, but not its borrowed text and names of files, and zeroes it. clip:
 * may be zeroed. */
void dbt_clip_release(dbt_clip *clip);

/* The cache key of a clip: unique even if a file is read with several settings. */
static inline const char *dbt_clip_key(const dbt_clip *clip)
{
    return clip->key ? clip->key : clip->file;
}

/* The number of runs of frames that show the motion. Without glitches: one, the whole clip. */
static inline size_t dbt_clip_n_runs(const dbt_clip *clip)
{
    return clip->glitches.runs ? clip->glitches.n_runs : 1;
}

/* A run of frames that show the motion: `run` from 0 to dbt_clip_n_runs - 1. */
static inline dbt_frame_run dbt_clip_run(const dbt_clip *clip, size_t run)
{
    return clip->glitches.runs ? clip->glitches.runs[run] : (dbt_frame_run){ 0, clip->n_frames };
}

/* The values of a frame, [n_channels]. */
static inline const double *dbt_clip_frame(const dbt_clip *clip, size_t frame)
{
    return clip->values + frame * (size_t)clip->skeleton.n_channels;
}

/* Frees the lines of all frames, because values have changed. */
void dbt_clip_drop_lines(dbt_clip *clip);

/* Returns the line of a frame without its line end. An empty span with NULL if the frame does not
 * have a line to itself, or the lines were dropped. */
dbt_span dbt_clip_line(const dbt_clip *clip, size_t frame);

#endif

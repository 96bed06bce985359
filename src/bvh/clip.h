/* A motion clip: skeleton, frame time, channel values, and where each frame stands in the file's
 * text. Reader and writer: bvh/bvh.h. */
#ifndef DBT_BVH_CLIP_H
#define DBT_BVH_CLIP_H

#include "base/error.h"
#include "base/text.h"
#include "bvh/skeleton.h"

#define DBT_NO_LINE ((size_t)-1)

/* The parts of the clip's text that a writer can copy byte for byte. Offsets are from bytes. */
typedef struct dbt_clip_text {
    const char *bytes; /* borrowed from the reader's caller; NULL: no text */
    size_t size;
    char eol[3];                   /* line end of the file, NUL-terminated */
    bool hierarchy_verbatim;       /* [0, hierarchy_end) needed no warning */
    size_t hierarchy_end;          /* after ROOT's closing brace */
    bool motion_verbatim;          /* [hierarchy_end, motion_end) needed no warning */
    size_t count_begin, count_end; /* where the number of frames stands */
    size_t motion_end;             /* after the frame time */
    int frame_time_decimals; /* where the frame time is not the text's own; 0: as many as it has */
    size_t *lines; /* [n_frames]: offset of each frame's line. DBT_NO_LINE: the frame has no line of
                      its own, or needed a warning. NULL: no frame has a line */
    int moved;     /* 1 + the channel whose values are not those of the lines; 0: all are */
} dbt_clip_text;

enum { DBT_POP_JOINTS = 3 };

/* A moment at which most of the body jumps (motion/pops.h): frames next to each other, or at most
 * 0.1 s apart, whose pop is above a limit. */
typedef struct dbt_pop {
    size_t frame;       /* the one with the largest pop */
    size_t first, last; /* the first and the last of them */
    double pop;         /* at `frame`: how many times its usual step most of the body jumps */
    bool is_spike;      /* the pose returns: it can be mended by a gap */
    size_t begin, end;  /* the last frame before it and the first after it: those that stay */
    int joints[DBT_POP_JOINTS]; /* those that jump furthest beyond their usual step at `frame`, in
                                   order; -1: none */
} dbt_pop;

/* Jumps of most of the body that are no motion of the clip's own (motion/glitch.h). */
typedef struct dbt_glitch {
    size_t frame;      /* of the pop: at or just after a jump */
    size_t begin, end; /* the first jump leads into frame `begin`, which is at least 1, the last one
                          into frame `end`: frames from begin to before end are not the clip's */
    double pop;
} dbt_glitch;

/* Frames [begin, end). */
typedef struct dbt_frame_run {
    size_t begin, end;
} dbt_frame_run;

typedef struct dbt_glitches {
    dbt_glitch *list; /* [n], in order; NULL: none, or not searched */
    size_t n;
    dbt_frame_run *runs; /* [n_runs] frames between glitches that show the clip's motion: runs that
                            are too short are left out. NULL: the whole clip */
    size_t n_runs;
} dbt_glitches;

/* values[n_frames][skeleton.n_channels] in degrees and file units, as in the file. Frame k is at k
 * * frame_time seconds. */
typedef struct dbt_clip {
    const char *file; /* for messages; borrowed */
    const char *key;  /* unique cache key; borrowed; NULL: `file` is unique */
    dbt_skeleton skeleton;
    double frame_time; /* seconds, > 0 */
    size_t n_frames;
    double *values;
    dbt_clip_text text;
    dbt_warnings warnings; /* of the reader */
    dbt_pop *pops;         /* stb_ds list; NULL: none, or not searched (motion/glitch.h) */
    dbt_glitches glitches; /* owned */
} dbt_clip;

/* Frees what the clip holds, but not its text, and zeroes it. A zeroed clip is fine. */
void dbt_clip_release(dbt_clip *clip);

/* A text that only this clip has: one file may be read in several ways. */
static inline const char *dbt_clip_key(const dbt_clip *clip)
{
    return clip->key ? clip->key : clip->file;
}

/* The runs of frames that show the clip's motion. Without glitches: one, the whole clip. */
static inline size_t dbt_clip_n_runs(const dbt_clip *clip)
{
    return clip->glitches.runs ? clip->glitches.n_runs : 1;
}

static inline dbt_frame_run dbt_clip_run(const dbt_clip *clip, size_t run)
{
    return clip->glitches.runs ? clip->glitches.runs[run] : (dbt_frame_run){ 0, clip->n_frames };
}

static inline const double *dbt_clip_frame(const dbt_clip *clip, size_t frame)
{
    return clip->values + frame * (size_t)clip->skeleton.n_channels;
}

/* Forgets the lines of frames, whose values have changed. */
void dbt_clip_drop_lines(dbt_clip *clip);

/* The bytes of a frame's line without its line end and byte order mark. An empty span with NULL if
 * the frame has no line of its own. */
dbt_span dbt_clip_line(const dbt_clip *clip, size_t frame);

#endif

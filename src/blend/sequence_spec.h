/* What a sequence is made of: its clips and their cuts, and what is done with all of them. */
#ifndef DBT_BLEND_SEQUENCE_SPEC_H
#define DBT_BLEND_SEQUENCE_SPEC_H

#include "base/budgets.h"
#include "base/timespec.h"
#include "bvh/clip.h"
#include "motion/feet.h"
#include "motion/limits.h"
#include "motion/track.h"
#include "method/tuning.h"
#include "blend/layer.h"
#include "blend/memo.h"

/* The axis that seems to point up in the clips: until they are read, in the place of an axis. */
enum { DBT_UP_AUTO = 3 };

typedef enum dbt_past_end { DBT_PAST_END_ERROR, DBT_PAST_END_HOLD, DBT_PAST_END_LOOP } dbt_past_end;

/* For the joints whose names match a shell pattern, the transition's length times
 * factor; 0 makes them change at once. */
typedef struct dbt_profile {
    const char *glob;
    double factor;
} dbt_profile;

/* One clip of a sequence and, unless it is the first, the cut that it starts at. */
typedef struct dbt_segment {
    const char *path;     /* of the clip, as the user wrote it; NULL where clip alone is given */
    const dbt_clip *clip; /* NULL until it was read */
    dbt_time at;          /* output time; its `end` is that of the clip playing before */
    dbt_time from;        /* clip time; its `end` is the clip's own */
    dbt_time_choice choose_at, choose_from; /* wanted: the two above are filled in later */
    dbt_time gap; /* a length: from the cut to where this clip begins to play */
    dbt_tuning tuning;
    dbt_profile *profiles; /* [n_profiles], the last match wins */
    int n_profiles;
} dbt_segment;

/* What is shown in place of the last cut's transition. */
typedef enum dbt_extrapolation {
    DBT_EXTRAPOLATE_NONE,   /* nothing: the transition */
    DBT_EXTRAPOLATE_SOURCE, /* from the cut on, the old signal as its method carries it on */
    DBT_EXTRAPOLATE_TARGET  /* from frame 0 on, the new clip as its method carries it back */
} dbt_extrapolation;

/* What to make. Zero is the default of all but up; everything is borrowed for the
 * sequence's life. */
typedef struct dbt_sequence_spec {
    dbt_segment *segments; /* [n_segments], at least one */
    int n_segments;
    dbt_align_by align;              /* of cuts whose tuning does not say */
    bool plant;                      /* likewise: feet that stand do not slide */
    dbt_time plant_time, plant_hold; /* lengths */
    const char *root;                /* name of the anchor and carrier; NULL: found */
    int up;                          /* 0 x, 1 y, 2 z; DBT_UP_AUTO only until the clips are read */
    bool up_given;                   /* the user named it */
    dbt_past_end past_end;
    bool has_until;
    dbt_time until;
    dbt_interpolation interpolation;
    double fps;                    /* frames a second of the output; 0: the first clip's */
    size_t max_frames;             /* of the output; 0: DBT_MAX_OUTPUT_FRAMES */
    const dbt_limits_file *limits; /* NULL: learned from the clips */
    dbt_layer *layers;             /* [n_layers], applied in order onto the sequence */
    int n_layers;
    dbt_extrapolation extrapolation;
    bool measures;               /* joint limits and contacts are wanted even if no method is */
    dbt_contact_options contact; /* when feet stand; its patterns */
    const dbt_clip *grid; /* whose skeleton and frame time the output has; NULL: the first clip's
                           * skeleton, its frame time or that of fps */
    const dbt_memo *memo; /* of what is learned from the clips; NULL: none */
} dbt_sequence_spec;

/* Where a cut stands in the output, in frames of it. */
typedef struct dbt_cut_frames {
    size_t cut;    /* its own frame: the last of the clip before */
    size_t end;    /* the last of its joints is over; the cut's own where all jump */
    size_t before; /* how many frames ahead of the cut the first of its joints begins */
    size_t gap;    /* how many frames after the cut the clip plays */
} dbt_cut_frames;

/* The frame up to which nothing is changed, and the first one that the new clip plays. */
static inline size_t dbt_cut_begin(dbt_cut_frames at)
{
    return at.cut - at.before;
}

static inline size_t dbt_cut_plays(dbt_cut_frames at)
{
    return at.cut + at.gap;
}

#endif

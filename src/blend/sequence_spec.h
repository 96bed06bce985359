/* The description of a sequence: its clips, their cuts, and common settings. */
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
#include "blend/memoization.h"

/* An up axis that is yet to be detected in the clips. */
enum { DBT_UP_AUTO = 3 };

/* The ground onto which a clip is moved, by a constant height. */
typedef enum dbt_ground_mode {
    DBT_GROUND_UNSET, /* the job's mode; for the job: off */
    DBT_GROUND_OFF,   /* the clip is not moved */
    DBT_GROUND_FIRST, /* the first clip's */
    DBT_GROUND_HEIGHT /* at `height` */
} dbt_ground_mode;

/* A mode and its height. */
typedef struct dbt_ground_choice {
    dbt_ground_mode mode;
    double height; /* units, along the up axis */
} dbt_ground_choice;

/* What a clip shows after its last frame. */
typedef enum dbt_past_end {
    DBT_PAST_END_ERROR, /* nothing: a cut or an end of the output after it is an error */
    DBT_PAST_END_HOLD,  /* its last frame */
    DBT_PAST_END_LOOP   /* its first frame and the next ones, again and again */
} dbt_past_end;

/* A factor of the transition's length for joints whose names match a shell pattern; 0: they jump.
 */
typedef struct dbt_profile {
    const char *glob;
    double factor;
} dbt_profile;

/* A clip of a sequence and, except for the first, the cut at which it starts. */
typedef struct dbt_segment {
    const char *path;                       /* of the clip, as the user wrote it */
    const dbt_clip *clip;                   /* NULL until read */
    dbt_time at;                            /* output time; `end` is the end of the clip before */
    dbt_time from;                          /* clip time; `end` is the end of this clip */
    dbt_time_choice choose_at, choose_from; /* if requested, `at` and `from` are chosen later */
    dbt_time gap; /* length from the cut to the frame at which this clip begins to play */
    dbt_tuning tuning;
    dbt_profile *profiles; /* [n_profiles], the last match wins */
    const char *fit;       /* as in dbt_job; NULL: the job's */
    double scale;          /* if has_scale; else the job's */
    int up; /* up axis of the clip's file, if has_up: the clip is rotated from it to the spec's;
               DBT_UP_AUTO: detected */
    bool has_scale, mirror, has_mirror, has_up;
    const char *rename, *roles; /* read options of the clip if not the job's: see dbt_reading */
    const char **drops;         /* [n_drops] */
    int n_profiles, n_drops;
    dbt_ground_choice ground; /* of the clip */
} dbt_segment;

/* The extrapolation that the output shows instead of the last transition. */
typedef enum dbt_extrapolation {
    DBT_EXTRAPOLATE_NONE,   /* the transition itself */
    DBT_EXTRAPOLATE_SOURCE, /* from the cut on, the method's continuation of the old signal */
    DBT_EXTRAPOLATE_TARGET  /* from frame 0 on, the method's backward extension of the new clip */
} dbt_extrapolation;

/* All settings of a sequence. Zero is the default of every member except up. All is borrowed for
 * the sequence's life. */
typedef struct dbt_sequence_spec {
    dbt_segment *segments; /* [n_segments], n_segments >= 1 */
    int n_segments;
    dbt_align_by align; /* of cuts whose tuning does not set it */
    bool plant; /* lock feet, if has_plant; else where auto chooses the method. Of cuts whose tuning
                   does not set it */
    bool has_plant;
    double plant_drop; /* limit of the motion root's drop, leg lengths; of cuts whose tuning does
                          not set it */
    dbt_time plant_time, plant_hold; /* length of the fade by which a foot becomes locked; maximum
                                        length for which it stays locked after a transition */
    const char *root;                /* name of the motion root and carrier; NULL: detected */
    int up;                          /* 0 x, 1 y, 2 z; DBT_UP_AUTO until the clips are read */
    bool up_given;                   /* the user set `up` */
    dbt_past_end past_end;
    bool has_until;
    dbt_time until;
    dbt_interpolation interpolation;
    double fps;                    /* frames per second of the output; 0: the grid's */
    size_t max_frames;             /* of the output; 0: DBT_MAX_OUTPUT_FRAMES */
    const dbt_limits_file *limits; /* NULL: learned from the clips */
    dbt_layer *layers;             /* [n_layers], applied in order */
    int n_layers;
    dbt_extrapolation extrapolation;
    bool measures; /* compute joint limits and contacts even if no method needs them */
    bool contacts; /* compute contacts, but not joint limits */
    dbt_contact_options contact; /* the rule of contacts */
    const dbt_clip *grid; /* clip with the output's skeleton, and with its frame time unless fps is
                             set; NULL: the first clip */
    dbt_memo *memo;       /* cache of values learned from the clips; may be NULL */
} dbt_sequence_spec;

/* The frames of a cut in the output. */
typedef struct dbt_cut_frames {
    size_t cut;    /* frame of the cut: the last of the clip before */
    size_t end;    /* frame at which the transition of the last joint ends; cut + gap if all jump */
    size_t before; /* frames from the first joint's begin to the cut */
    size_t gap;    /* frames from the cut to the first frame that the new clip plays */
} dbt_cut_frames;

/* Returns the first frame of the transition: up to it the old clip does not change. */
static inline size_t dbt_cut_begin(dbt_cut_frames at)
{
    return at.cut - at.before;
}

/* Returns the first frame that the new clip plays. */
static inline size_t dbt_cut_plays(dbt_cut_frames at)
{
    return at.cut + at.gap;
}

/* Whether a frame is in the gap: from the cut on, before the new clip plays. */
static inline bool dbt_cut_in_gap(dbt_cut_frames at, size_t frame)
{
    return frame >= at.cut && frame < dbt_cut_plays(at);
}

#endif

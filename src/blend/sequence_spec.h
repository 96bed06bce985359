/* The description of a sequence: its clips, their cuts, and the settings of all of them. */
#ifndef DBT_BLEND_SEQUENCE_SPEC_H
#define DBT_BLEND_SEQUENCE_SPEC_H

#include "base/allowance.h"
#include "base/budgets.h"
#include "base/timespec.h"
#include "bvh/clip.h"
#include "motion/feet.h"
#include "motion/limits.h"
#include "motion/track.h"
#include "method/tuning.h"
#include "blend/layer.h"
#include "blend/memo.h"

/* Instead of an axis, until the clips are read: find the up axis in them. */
enum { DBT_UP_AUTO = 3 };

/* The ground onto which a clip is moved, by a constant height. */
typedef enum dbt_ground_mode {
    DBT_GROUND_UNSET, /* as the job says; for the job: off */
    DBT_GROUND_OFF,   /* the clip stays */
    DBT_GROUND_FIRST, /* the first clip's */
    DBT_GROUND_HEIGHT /* at `height` */
} dbt_ground_mode;

typedef struct dbt_ground_choice {
    dbt_ground_mode mode;
    double height; /* units, along the up axis */
} dbt_ground_choice;

typedef enum dbt_past_end { DBT_PAST_END_ERROR, DBT_PAST_END_HOLD, DBT_PAST_END_LOOP } dbt_past_end;

/* Multiplies the transition's length by factor for joints whose names match a shell pattern; 0:
 * they jump. */
typedef struct dbt_profile {
    const char *glob;
    double factor;
} dbt_profile;

/* A clip of a sequence and, except for the first, the cut at which it starts. */
typedef struct dbt_segment {
    const char *path;     /* of the clip, as the user wrote it; NULL if only clip is given */
    const dbt_clip *clip; /* NULL until it is read */
    dbt_time at;          /* output time; `end` is the end of the clip before */
    dbt_time from;        /* clip time; `end` is the end of this clip */
    dbt_time_choice choose_at, choose_from; /* if wanted, the two above are filled in later */
    dbt_time gap; /* length from the cut to the frame at which this clip begins to play */
    dbt_tuning tuning;
    dbt_profile *profiles; /* [n_profiles], the last match wins */
    const char *fit;       /* as in dbt_job; NULL: as the job says */
    double scale;          /* if has_scale; else as the job says */
    int up;                /* of the clip's file, if has_up: as in dbt_sequence_spec, to whose axis
                              the clip is turned; DBT_UP_AUTO: found in the clip */
    bool has_scale, mirror, has_mirror, has_up;
    const char *rename, *roles; /* how the clip is read if not like the job's: as in dbt_reading */
    const char **drops;         /* [n_drops] */
    int n_profiles, n_drops;
    dbt_ground_choice ground; /* of the clip */
} dbt_segment;

/* What the output shows instead of the last cut's transition. */
typedef enum dbt_extrapolation {
    DBT_EXTRAPOLATE_NONE,   /* the transition itself */
    DBT_EXTRAPOLATE_SOURCE, /* from the cut on, the old signal as the method continues it */
    DBT_EXTRAPOLATE_TARGET  /* from frame 0 on, the new clip as the method extends it backwards */
} dbt_extrapolation;

/* Zero is the default of every member except up. All is borrowed for the sequence's life. */
typedef struct dbt_sequence_spec {
    dbt_segment *segments; /* [n_segments], at least one */
    int n_segments;
    dbt_align_by align; /* for cuts whose tuning does not set it */
    bool plant;         /* feet are locked, if has_plant; else where auto chooses the method. For
                           cuts whose tuning does not set it */
    bool has_plant;
    double plant_drop; /* limit of the motion root's drop, in lengths of a leg; the same */
    dbt_time plant_time, plant_hold; /* lengths */
    const char *root;                /* name of the motion root and carrier; NULL: found */
    int up;                          /* 0 x, 1 y, 2 z; DBT_UP_AUTO until the clips are read */
    bool up_given;                   /* the user named it */
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
    bool contacts; /* contacts alone */
    dbt_contact_options contact; /* when feet stand */
    const dbt_clip *grid;     /* gives the output's skeleton, and its frame time unless fps is set;
                                 NULL: the first clip */
    const dbt_memo *memo;     /* for what is learned from the clips; NULL: none */
    dbt_allowance *allowance; /* shared with other sequences; NULL: none */
} dbt_sequence_spec;

/* The frames of a cut in the output. */
typedef struct dbt_cut_frames {
    size_t cut;    /* the cut itself: the last frame of the clip before */
    size_t end;    /* the frame at which the last joint is over; equals cut if all jump */
    size_t before; /* how many frames before the cut the first joint begins */
    size_t gap;    /* how many frames after the cut the new clip begins to play */
} dbt_cut_frames;

/* The frame up to which the old clip does not change, and the first frame that the new clip plays.
 */
static inline size_t dbt_cut_begin(dbt_cut_frames at)
{
    return at.cut - at.before;
}

static inline size_t dbt_cut_plays(dbt_cut_frames at)
{
    return at.cut + at.gap;
}

#endif

/* Budgets: how much memory and time one input may take. A few bytes can ask for years of work;
 * what goes beyond a budget is an error that names the limit (DBT_E_LIMIT), unless it says
 * otherwise here. Sizes that a format or an algorithm sets are where those are. */
#ifndef DBT_BASE_BUDGETS_H
#define DBT_BASE_BUDGETS_H

enum {
    /* ---- a clip's text ---- */

    /* Joints of a skeleton, and its End Sites. The largest rigs have a tenth of that. */
    DBT_MAX_JOINTS = 65536,
    /* Joints nested in each other: the reader keeps a stack of them. */
    DBT_MAX_DEPTH = 1000,
    /* Bytes of a joint's name: messages, columns and pages repeat it. */
    DBT_MAX_NAME = 4096,
    /* Joints times frames of a clip: this many in any clip, and for each byte of its text these
     * more. Joints without channels cost no text, but memory and time in every frame; a joint
     * with three channels takes at least six bytes of a frame. */
    DBT_FREE_JOINTS = 4000000,
    DBT_JOINTS_PER_BYTE = 16,

    /* ---- an output ---- */

    /* Frames of an output or of a resampled clip, unless --max-frames says otherwise: 11 hours at
     * 240 frames a second. A frame time, a loop or an end far off would else ask for more than
     * any disk holds. */
    DBT_MAX_OUTPUT_FRAMES = 10000000,
    /* Fades of clips, of transitions or of a layer, that overlap in a frame, which takes all of
     * them. On skeletons of many joints fewer: as many as together have DBT_MAX_FADING_JOINTS,
     * but DBT_LEAST_MAX_FADES on any. */
    DBT_MAX_FADES = 256,
    DBT_MAX_FADING_JOINTS = 16384,
    DBT_LEAST_MAX_FADES = 8,
    /* Windows of metrics that overlap in a frame, which counts for all of them. */
    DBT_MAX_WINDOWS = 256,
    /* Blends of one joint in one frame that an output may take for each of its frames and joints
     * with channels, beside DBT_FREE_BLENDS: for transitions, for layers and for the windows of
     * metrics, each counted alone. */
    DBT_TRANSITIONS_EACH = 12,
    DBT_LAYERS_EACH = 32,
    DBT_WINDOWS_EACH = 64,
    /* Frames of all candidates of -m auto: 76 of some 25 frames, at a cut every 10 frames. */
    DBT_CANDIDATES_EACH = 200,
    /* Steps of a simulated joint that take as long as a blend. */
    DBT_STEPS_PER_BLEND = 4,

    /* ---- plans ---- */

    /* Jobs of a plan: this many, or one for each DBT_BYTES_PER_JOB of its text if that is more, as
     * no job that is written out is shorter. Sweeps multiply. */
    DBT_MAX_JOBS = 40000,
    DBT_BYTES_PER_JOB = 32,
    /* Parts of a plan: cuts, layers, their clips and patterns. What a job says counts for each of
     * its cuts. This many for each job that a plan may have, and one for each
     * DBT_BYTES_PER_PART of its text. */
    DBT_PARTS_PER_JOB = 9,
    DBT_BYTES_PER_PART = 4,
    /* A cut takes some 260 bytes, other parts a few: it counts as this many. None that is
     * written out takes less than 13 bytes of text. */
    DBT_PARTS_PER_CUT = 3,
    /* A text that is read again for each cut and job counts as a part for each
     * DBT_TEXT_PER_PART bytes if it has DBT_LEAST_LONG_TEXT or more; one that is kept, for each
     * DBT_KEPT_TEXT_PER_PART; and placeholders that are filled in, for each
     * DBT_PLACEHOLDERS_PER_PART. */
    DBT_LEAST_LONG_TEXT = 1024,
    DBT_TEXT_PER_PART = 64,
    DBT_KEPT_TEXT_PER_PART = 256,
    DBT_PLACEHOLDERS_PER_PART = 8,
    /* Bytes of a text in a plan, and of a name or path that is made of some: it is written out
     * again, so that it can be read again. */
    DBT_MAX_TEXT = 16384,

    /* ---- commands ---- */

    /* Bytes of a sequence's name times its cuts: each row of the metrics repeats it. */
    DBT_MAX_NAMES_IN_ROWS = 8 * 1024 * 1024,
    /* Columns of a CSV file: each takes memory for its role. */
    DBT_DIFF_MAX_COLUMNS = 4096,
    /* Joints of all sequences that are made at once, each of which takes one or two KB: on
     * larger rigs fewer threads work. No error. */
    DBT_MAX_JOINTS_AT_ONCE = 20000,
    /* Sequences of a report, for each thread, that are begun before the first that is not over:
     * each holds its poses until then. No error. */
    DBT_SEQUENCES_AHEAD = 4,
    /* Poses of joints that a report shows: one for each joint, frame around a cut, and method or
     * clip. A sequence may show this many beside those that its clips have, as frames of a
     * millionth of a second make for millions of them; ... */
    DBT_FREE_SHOWN_POSES = 2000000,
    /* ... all sequences this many: no browser opens half of that. */
    DBT_MAX_SHOWN_POSES = 100000000,
    /* Bytes of clips that a report keeps in memory for its later sequences. No error. */
    DBT_KEPT_CLIPS = 1 << 30,
    /* Bytes of what is remembered of clips; all of it is dropped when that is full: a library
     * is not held in memory. No error. */
    DBT_MAX_REMEMBERED = 32 << 20,

    /* ---- networks ---- */

    /* Frames that one of a clip's may become at the first clip's rate, in training. */
    DBT_MAX_RESAMPLING = 100,
    /* Steps of a network in one frame of an output: a model's few bytes must not make for hours
     * of work. */
    DBT_MAX_MODEL_STEPS = 100
};

/* Blends of one joint in one frame that any output may take, of each of the three kinds above:
 * a second or so. */
#define DBT_FREE_BLENDS 5e6

/* Blends that a frame takes of a layer that has no part in it. */
#define DBT_IDLE_LAYER_BLENDS 0.125

/* Steps that the patterns of a sequence's profiles, of its layers or of its feet take to be
 * matched with the joints' names: half a second or so. Rigs of thousands of joints and dozens of
 * patterns take a tenth. */
#define DBT_MAX_MATCH_STEPS 4e8

/* Bytes that a training may take beside its clips. */
#define DBT_MAX_TRAIN_SIZE 4e9

#endif

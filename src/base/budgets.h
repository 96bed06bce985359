/* Budgets: limits of the memory and time that one input may cost. Without them a few bytes of input
 * could ask for years of work. Exceeding a budget is an error that names it (DBT_E_LIMIT), unless
 * the comment ends with "No error". Limits of a file format or an algorithm are defined with their
 * code. */
#ifndef DBT_BASE_BUDGETS_H
#define DBT_BASE_BUDGETS_H

enum {
    /* ---- a clip's text ---- */

    /* Joints of a skeleton, and End Sites of a skeleton. The largest known rigs have a tenth of
     * this number. */
    DBT_MAX_JOINTS = 65536,
    /* Depth of the joint hierarchy: the size of the reader's stack. */
    DBT_MAX_DEPTH = 1000,
    /* Bytes of a joint's name: messages, CSV columns and pages repeat it. */
    DBT_MAX_NAME = 4096,
    /* Names with a '*' in a file of --rename: each is compared with each joint. */
    DBT_MAX_RENAME_PATTERNS = 1000,
    /* Joints times frames of a clip: DBT_FREE_JOINTS in any clip, plus DBT_JOINTS_PER_BYTE for each
     * byte of its text. Joints without channels need this limit: they cost memory and time in every
     * frame, but no text. A joint with three channels has at least six bytes of text in a frame. */
    DBT_FREE_JOINTS = 4000000,
    DBT_JOINTS_PER_BYTE = 16,

    /* Values of a clip that is fitted to a rig of more channels: DBT_FREE_FITTED_VALUES, plus
     * DBT_FITTED_VALUES_PER_BYTE for each byte of both texts. A value has 5 to 10 bytes of text;
     * the largest rigs in use have ten times the channels of the smallest. */
    DBT_FREE_FITTED_VALUES = 2000000,
    DBT_FITTED_VALUES_PER_BYTE = 4,

    /* ---- an output ---- */

    /* Frames of an output or of a resampled clip, unless --max-frames sets another limit: 11 hours
     * at 240 frames a second. Without it a tiny frame time, a loop or a far end could fill any
     * disk. */
    DBT_MAX_OUTPUT_FRAMES = 10000000,
    /* Fades (of clips, transitions or a layer) that overlap in one frame, which must evaluate them
     * all. Skeletons with many joints may have fewer: fades times joints is at most
     * DBT_MAX_FADING_JOINTS, but DBT_MIN_FADES_LIMIT are always allowed. */
    DBT_MAX_FADES = 256,
    DBT_MAX_FADING_JOINTS = 16384,
    DBT_MIN_FADES_LIMIT = 8,
    /* Windows of metrics that overlap in one frame, which is measured for each of them. */
    DBT_MAX_WINDOWS = 256,
    /* ---- plans ---- */

    /* Jobs of a plan: DBT_MAX_JOBS, or one for each DBT_BYTES_PER_JOB of the plan's text if that is
     * more (no job fits in fewer bytes of text). Sweeps multiply jobs. */
    DBT_MAX_JOBS = 40000,
    DBT_BYTES_PER_JOB = 32,
    /* Bytes of a text in a plan, and of a name or path built from such texts: dbtool must be able
     * to read the plans that it writes. */
    DBT_MAX_TEXT = 16384,

    /* ---- commands ---- */

    /* Bytes of a sequence's name times its cuts: each row of the metrics repeats it. */
    DBT_MAX_NAMES_IN_ROWS = 8 * 1024 * 1024,
    /* Methods of a comparison. Each costs 15 KB of memory at a cut; its name over many cuts lists
     * its differences from the others. */
    DBT_MAX_COMPARED = 1000,
    /* Columns of a CSV file: each costs memory for its role. */
    DBT_DIFF_MAX_COLUMNS = 4096,
    /* Joints of all candidates of a trial that are computed at the same time; a joint costs 1 to 2
     * KB. Fewer threads work on larger rigs. Trials at the same time are not counted together. No
     * error. */
    DBT_MAX_JOINTS_AT_ONCE = 20000,
    /* Sequences of a report that each thread may begin before the first unfinished one is done:
     * until then their poses are in memory. No error. */
    DBT_SEQUENCES_AHEAD = 4,
    /* Poses of joints that a report shows: one for each joint, each frame around a cut, and each
     * method or clip. A sequence may show DBT_FREE_SHOWN_POSES more than its clips have: a frame
     * time of a microsecond would yield millions of poses. */
    DBT_FREE_SHOWN_POSES = 2000000,
    /* Channel values of the outputs of a sequence, of all its methods, that a report stores to
     * measure pops: 64 MB. */
    DBT_MAX_RECORDED_VALUES = 8000000,
    /* Poses of joints in all sequences of a report: twice what a browser can open. */
    DBT_MAX_SHOWN_POSES = 100000000,
    /* Bytes of the clips in a report's cache for its later sequences. No error. */
    DBT_KEPT_CLIPS = 1 << 30,
    /* Bytes of memos about clips (blend/memoization.h). Beyond this limit all memos are dropped. No
     * error.
     */
    DBT_MAX_REMEMBERED = 32 << 20,

    /* ---- searches for cuts ---- */

    /* Frames of a clip that is brought to another clip's rate for a search: DBT_FREE_SEARCHED, plus
     * DBT_SEARCHED_EACH for each of its frames before. A frame costs 0.7 KB of memory, and more
     * with its joints. */
    DBT_FREE_SEARCHED = 100000,
    DBT_SEARCHED_EACH = 16,
    /* Pairs of frames that a search compares: DBT_FREE_PAIRS, plus DBT_PAIRS_PER_BYTE for each byte
     * of the clips. Their number grows with the square of the clips, so that without this limit a
     * clip of a megabyte could ask for days of work. */
    DBT_FREE_PAIRS = 200000000,
    DBT_PAIRS_PER_BYTE = 10000,
    /* Pairs of frames that a pair of clips counts as, where each pair is searched by itself. */
    DBT_PAIRS_PER_CLIPS = 100000,

    /* ---- networks ---- */

    /* Resampled frames for each frame of a clip that training brings to the first clip's rate. */
    DBT_MAX_RESAMPLING = 100,
    /* Steps of a network in one frame of an output: a model file of a few bytes must not ask for
     * hours of work. */
    DBT_MAX_MODEL_STEPS = 100
};

/* Bytes of memory for a training, not counting its clips. */
#define DBT_MAX_TRAIN_SIZE 4e9

#endif

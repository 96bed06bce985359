/* Budgets: how much memory and time one input may take. Without them a few bytes of input could ask
 * for years of work. Exceeding a budget is an error that names it (DBT_E_LIMIT), unless the comment
 * here ends with "No error". Limits set by a file format or an algorithm stand with that code
 * instead. */
#ifndef DBT_BASE_BUDGETS_H
#define DBT_BASE_BUDGETS_H

enum {
    /* ---- a clip's text ---- */

    /* Joints of a skeleton, and End Sites of a skeleton. The largest known rigs have a tenth of
     * that. */
    DBT_MAX_JOINTS = 65536,
    /* Depth of the joint hierarchy: the reader keeps a stack of this size. */
    DBT_MAX_DEPTH = 1000,
    /* Bytes of a joint's name: messages, CSV columns and pages repeat it. */
    DBT_MAX_NAME = 4096,
    /* Names with a '*' in a file of --rename: each is compared with each joint. */
    DBT_MAX_RENAME_PATTERNS = 1000,
    /* Joints times frames of a clip: DBT_FREE_JOINTS in any clip, plus DBT_JOINTS_PER_BYTE for each
     * byte of its text. The limit is for joints without channels: they take no text, but memory and
     * time in every frame. A joint with three channels takes at least six bytes in a frame. */
    DBT_FREE_JOINTS = 4000000,
    DBT_JOINTS_PER_BYTE = 16,

    /* Values of a clip that is fitted to a rig of more channels: DBT_FREE_FITTED_VALUES, plus
     * DBT_FITTED_VALUES_PER_BYTE for each byte of both texts. A value takes 5 to 10 bytes of text,
     * and the largest rigs in use have ten times the channels of the smallest. */
    DBT_FREE_FITTED_VALUES = 2000000,
    DBT_FITTED_VALUES_PER_BYTE = 4,

    /* ---- an output ---- */

    /* Frames of an output or of a resampled clip, unless --max-frames is given: 11 hours at 240
     * frames a second. Otherwise a tiny frame time, a loop or a far end could ask for more than any
     * disk holds. */
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
     * more (a job that is written out takes at least that many bytes). Sweeps multiply jobs. */
    DBT_MAX_JOBS = 40000,
    DBT_BYTES_PER_JOB = 32,
    /* Parts of a plan: cuts, layers, clips of layers and patterns. What a job sets counts once for
     * each of its cuts. The limit is DBT_ITEMS_PER_JOB for each job that the plan may have, plus
     * one for each DBT_BYTES_PER_ITEM of its text. */
    DBT_ITEMS_PER_JOB = 9,
    DBT_BYTES_PER_ITEM = 4,
    /* A cut counts as this many parts: it takes some 260 bytes of memory, other parts take a few. A
     * cut that is written out takes at least 13 bytes of text. */
    DBT_ITEMS_PER_CUT = 3,
    /* Long texts count as parts too. A text of at least DBT_MIN_LONG_TEXT bytes counts as one
     * part for each DBT_TEXT_PER_ITEM bytes when it is read again for each cut and job, or for each
     * DBT_COPIED_TEXT_PER_ITEM bytes when it is kept. Filling in DBT_PLACEHOLDERS_PER_ITEM
     * placeholders counts as one part. */
    DBT_MIN_LONG_TEXT = 1024,
    DBT_TEXT_PER_ITEM = 64,
    DBT_COPIED_TEXT_PER_ITEM = 256,
    DBT_PLACEHOLDERS_PER_ITEM = 8,
    /* Entries of folders that dbtool compares with a plan's patterns, for each job allowed. */
    DBT_ENTRIES_PER_JOB = 8,
    /* Bytes of a text in a plan, and of a name or path built from such texts. Whatever dbtool
     * writes out again must be readable again. */
    DBT_MAX_TEXT = 16384,

    /* ---- commands ---- */

    /* Bytes of a sequence's name times its cuts: each row of the metrics repeats it. */
    DBT_MAX_NAMES_IN_ROWS = 8 * 1024 * 1024,
    /* Methods that are compared. At a cut each takes 15 KB of memory, and over many cuts each is
     * named by where it differs from the others. */
    DBT_MAX_COMPARED = 1000,
    /* Columns of a CSV file: each takes memory for its role. */
    DBT_DIFF_MAX_COLUMNS = 4096,
    /* Joints of all sequences that are made at the same time; each joint takes 1 to 2 KB. Fewer
     * threads work on larger rigs. No error. */
    DBT_MAX_JOINTS_AT_ONCE = 20000,
    /* Sequences of a report that each thread may begin before the first unfinished one is done:
     * each keeps its poses in memory until then. No error. */
    DBT_SEQUENCES_AHEAD = 4,
    /* Poses of joints that a report shows: one for each joint, each frame around a cut, and each
     * method or clip. A sequence may show DBT_FREE_SHOWN_POSES more than its clips have: frames of
     * a millionth of a second would make millions of poses. */
    DBT_FREE_SHOWN_POSES = 2000000,
    /* Channel values of the outputs of a sequence, of all its methods, that a report keeps to
     * measure their pops: 64 MB. */
    DBT_MAX_RECORDED_VALUES = 8000000,
    /* Poses of joints in all sequences of a report: twice what a browser can open. */
    DBT_MAX_SHOWN_POSES = 100000000,
    /* Bytes of clips that a report keeps in memory for its later sequences. No error. */
    DBT_KEPT_CLIPS = 1 << 30,
    /* Bytes of memos about clips (blend/memo.h). When they are full, all are dropped, so a library
     * of clips does not fill the memory. No error. */
    DBT_MAX_REMEMBERED = 32 << 20,

    /* ---- searches for cuts ---- */

    /* Frames of a clip that is brought to another clip's rate for a search: DBT_FREE_SEARCHED, plus
     * DBT_SEARCHED_EACH for each of its own. Each takes 0.7 KB of memory, and more with its joints.
     */
    DBT_FREE_SEARCHED = 100000,
    DBT_SEARCHED_EACH = 16,

    /* ---- work of searches that all jobs of a command share (base/allowance.h) ---- */

    /* Searches for cuts, which compare many frames of a clip with many of another. Their work is
     * counted in steps of about a nanosecond. The sum over all jobs is limited to DBT_FREE_STEPS,
     * plus DBT_STEPS_PER_BYTE for each byte of the clips and plans (each file counts once), plus
     * DBT_STEPS_PER_NUMBER for each number of an output. So a library of thousands of clips can be
     * searched, and the time that a clip of a stranger takes grows in proportion to its size. */
    DBT_FREE_STEPS = 200000000,
    DBT_STEPS_PER_BYTE = 10000,
    DBT_STEPS_PER_NUMBER = 1000,
    /* For each channel value: computing the features of a search, and sampling them for their
     * principal directions. */
    DBT_STEPS_TO_PREPARE = 200,
    DBT_STEPS_TO_SAMPLE = 500,
    /* A pair of clips: it takes half a kilobyte of memory. */
    DBT_STEPS_PER_PAIR = 100000,
    /* Computing the cost of a pair of frames: this, and one for each value. Bounding its cost by
     * its sketch takes one step. */
    DBT_STEPS_TO_COMPUTE = 14,
    /* Looking for cells that were chosen near another one: for each square, and each cell there. */
    DBT_STEPS_TO_FIND = 12,
    /* Bounding what it costs to leave a frame for the children of a node in the tree of a library.
     */
    DBT_STEPS_TO_BOUND_BOXES = 128,
    /* Sorting a cell that was found in a library, and choosing it. */
    DBT_STEPS_TO_SORT = 400,
    /* Rounding a cost to nine digits: by arithmetic, and by text. */
    DBT_STEPS_TO_ROUND = 20,
    DBT_STEPS_TO_PRINT = 1000,

    /* ---- networks ---- */

    /* Resampled frames for each frame of a clip, where training brings it to the first clip's
     * rate. */
    DBT_MAX_RESAMPLING = 100,
    /* Steps of a network in one frame of an output: a model file of a few bytes must not ask for
     * hours of work. */
    DBT_MAX_MODEL_STEPS = 100
};

/* Bytes of memory that a training may take, not counting its clips. */
#define DBT_MAX_TRAIN_SIZE 4e9

#endif

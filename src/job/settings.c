#include "job/settings.h"

#include "base/number.h"
#include "base/text.h"
#include "measure/seam_score.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char *const ups[] = { "x", "y", "z", [DBT_UP_AUTO] = "auto", NULL },
                         *const past_ends[] = { "error", "hold", "loop", NULL },
                         *const interpolations[] = { "hermite", "linear", NULL };

enum {
    PER_CUT = DBT_IN_DEFAULTS | DBT_IN_JOB | DBT_IN_CUT, /* the innermost object counts */
    PER_JOB = DBT_IN_DEFAULTS | DBT_IN_JOB,
};

#define JOB(member)        .of = DBT_OF_JOB, .field = offsetof(dbt_job, member)
#define CUT(member)        .of = DBT_OF_CUT, .field = offsetof(dbt_segment, member)
#define LAYER(member)      .of = DBT_OF_LAYER, .field = offsetof(dbt_layer, member)
#define LAYER_CLIP(member) .of = DBT_OF_LAYER_CLIP, .field = offsetof(dbt_layer_clip, member)

/* In the order in which options are listed and values are written. */
const dbt_setting dbt_settings[] = {
    /* the structure of a plan */
    { "defaults", DBT_KIND_STRUCTURE, .scopes = DBT_IN_PLAN,
      .help = "an object of values for all jobs (none)" },
    { "jobs", DBT_KIND_STRUCTURE, .scopes = DBT_IN_PLAN, .help = "a list of at least one job",
      .more = "Required." },
    { "cuts", DBT_KIND_STRUCTURE, .scopes = DBT_IN_JOB, .help = "a list of at least one cut",
      .more = "A job with a single cut copies a clip, or adds layers to it. Required, except with "
              "`pairs`." },
    { "pairs", DBT_KIND_STRUCTURE, .scopes = DBT_IN_JOB,
      .help = "an object: between which pairs of clips to cut (none)",
      .more = "See {Clips of a folder}." },
    { "clips", DBT_KIND_STRUCTURE, .scopes = DBT_IN_PAIRS,
      .help = "a pattern of paths, or a list of paths and patterns", .more = "Required." },
    { "take", DBT_KIND_STRUCTURE, .scopes = DBT_IN_PAIRS, .help = "which pairs to make (\"all\")",
      .more = "- \"all\": each clip with every other clip, in both orders\n- \"chain\": each clip "
              "with the next one\n- \"random:N:SEED\": N different pairs, chosen at random" },
    { "layers", DBT_KIND_STRUCTURE, .scopes = DBT_IN_JOB, .help = "a list of layers (none)",
      .more = "See {LAYERS}." },
    { "out", DBT_KIND_STRUCTURE, .scopes = PER_JOB,
      .help = "a path with placeholders: the file to write",
      .more = "Required, except in a plan that is a list of cuts." },
    { "name", DBT_KIND_TEXT, JOB(name), .scopes = PER_JOB, .arg = "TEXT", .of_file = true,
      .apart = true,
      .help = "the job's name, in messages and in the column sequence (the clips' file names, "
              "joined by +)",
      .more = "Placeholders are allowed." },
    { "sequence", DBT_KIND_STRUCTURE, .scopes = DBT_IN_JOB,
      .help = "the job's name in tables and pages (`name`, without the method)",
      .more = "Left out of `name` are the placeholders {method}, {preset} and those of parameters, "
              "each with a separator before it. So jobs that make the same cuts with other methods "
              "are one "
              "sequence." },

    /* a cut */
    { "clip", DBT_KIND_PATH, CUT(path), .scopes = DBT_IN_CUT, .always = true, .required = true,
      .apart = true, .help = "the BVH file",
      .more = "A pattern of paths, or a list of paths and patterns, is a sweep." },
    { "rename", DBT_KIND_PATH, CUT(rename), .scopes = DBT_IN_CUT, .of_clip = true },
    { "roles", DBT_KIND_PATH, CUT(roles), .scopes = DBT_IN_CUT, .of_clip = true },
    { "drop", DBT_KIND_GLOBS, CUT(drops), .beside = offsetof(dbt_segment, n_drops),
      .scopes = DBT_IN_CUT, .of_clip = true },
    { "fit", DBT_KIND_RIG, CUT(fit), .scopes = DBT_IN_CUT, .of_clip = true },
    { "scale", DBT_KIND_NUMBER, CUT(scale), .beside = offsetof(dbt_segment, has_scale),
      .scopes = DBT_IN_CUT, .of_clip = true, .def = 1.0, .min = 1e-6, .max = 1e6 },
    { "mirror", DBT_KIND_FLAG, CUT(mirror), .beside = offsetof(dbt_segment, has_mirror),
      .scopes = DBT_IN_CUT, .of_clip = true },
    { "up", DBT_KIND_CHOICE, CUT(up), .beside = offsetof(dbt_segment, has_up), .scopes = DBT_IN_CUT,
      .of_clip = true, .choices = ups },
    { "ground", DBT_KIND_GROUND, CUT(ground), .scopes = DBT_IN_CUT, .of_clip = true, .min = -1e9,
      .max = 1e9 },
    { "at", DBT_KIND_CUT, CUT(at), .beside = offsetof(dbt_segment, choose_at), .scopes = PER_CUT,
      .group = DBT_GROUP_SEQUENCE, .letter = 'a', .arg = "T[,T...]", .def = DBT_DEFAULT_END,
      .always = true, .of_file = true,
      .help = "output time of each cut: 1.2, 250ms, 72f, end-0.3, best, best:LO..HI (end)",
      .more = "See {TIMES}. The option may also be given once for each cut." },
    { "from", DBT_KIND_CUT, CUT(from), .beside = offsetof(dbt_segment, choose_from),
      .scopes = PER_CUT, .group = DBT_GROUP_SEQUENCE, .arg = "T[,T...]", .always = true,
      .of_clip = true, .help = "start time within each later clip, or best (0)",
      .more = "Times left out at the end are 0. If there is one time more than there are cuts, the "
              "first is the first clip's, and cannot be `best`." },
    { "gap", DBT_KIND_LENGTH, CUT(gap), .scopes = PER_CUT, .group = DBT_GROUP_SEQUENCE,
      .arg = "T[,T...]", .of_file = true,
      .help =
          "time to fill between the old and the new clip; a single time applies to all cuts (0)",
      .more = "See dbtool-methods(7), TWO SIDES AND GAPS." },
    { "method", DBT_KIND_STRUCTURE, CUT(tuning), .scopes = PER_CUT, .group = DBT_GROUP_SEQUENCE,
      .letter = 'm', .arg = "NAME[:KEY=VALUE,...]", .of_file = true,
      .help = "transition method; auto: the best for each cut (auto)",
      .more = "Parameters follow a colon, as in `dead-decay:halflife=0.15`: dbtool-methods(7)." },
    { "blend_time", DBT_KIND_STRUCTURE, CUT(tuning), .group = DBT_GROUP_SEQUENCE, .letter = 't',
      .arg = "SECONDS", .of_file = true, .help = "length of transitions (0.2; auto tries several)",
      .more = "Of two-sided methods, the part after the cut. Range: 0 to 60 s. An error "
              "for methods without such a length." },
    { "preset", DBT_KIND_STRUCTURE, CUT(tuning), .scopes = PER_CUT, .group = DBT_GROUP_SEQUENCE,
      .arg = "NAME", .of_file = true,
      .help = "an engine's method and settings: unreal, unreal-5.5, unreal-inertialization",
      .more = "Options for parameters change them: dbtool-methods(7), PRESETS." },
    { "profile", DBT_KIND_PROFILE, CUT(profiles), .beside = offsetof(dbt_segment, n_profiles),
      .scopes = PER_CUT, .group = DBT_GROUP_SEQUENCE, .arg = "GLOB=FACTOR", .max = 1000.0,
      .rare = true,
      .help =
          "multiply the transition's length by FACTOR for joints that match; the last match wins",
      .more = "FACTOR is from 0 to 1000. May be repeated." },
    { "skip", DBT_KIND_SKIP, CUT(profiles), .beside = offsetof(dbt_segment, n_profiles),
      .scopes = PER_CUT, .group = DBT_GROUP_SEQUENCE, .arg = "GLOB", .rare = true,
      .help = "let joints that match jump at the cut, without a transition",
      .more = "May be repeated. It overrides --profile." },

    /* the sequence */
    { "align", DBT_KIND_CHOICE, JOB(sequence.align), .scopes = PER_CUT, .group = DBT_GROUP_SEQUENCE,
      .choices = dbt_align_names, .always = true,
      .help = "move each later clip over the ground to the clip before it: by its root, by a "
              "standing foot, or not at all (root)",
      .more = "See {ALIGNMENT}." },
    { "ground", DBT_KIND_GROUND, JOB(ground), .scopes = PER_JOB, .group = DBT_GROUP_SEQUENCE,
      .arg = "HEIGHT", .optional = true, .rare = true, .min = -1e9, .max = 1e9,
      .help = "move each later clip up or down onto the first one's ground, or all onto HEIGHT",
      .more = "HEIGHT may also follow without the `=`. See dbtool-internals(7), The ground of a "
              "clip." },
    { "plant", DBT_KIND_FLAG, JOB(sequence.plant), .beside = offsetof(dbt_job, sequence.has_plant),
      .scopes = PER_CUT, .group = DBT_GROUP_SEQUENCE,
      .help = "foot locking (on with auto, else off)",
      .more = "Feet that stand do not slide; of a single clip, in all of it. See {FOOT LOCKING}.",
      .off = "no foot locking" },
    { "plant_drop", DBT_KIND_NUMBER, JOB(sequence.plant_drop), .scopes = PER_CUT,
      .group = DBT_GROUP_SEQUENCE, .arg = "RATIO", .def = 0.05, .max = 1.0, .rare = true,
      .help = "how far the body may go down for locked feet, in lengths of a leg (0.05)" },
    { "plant_time", DBT_KIND_LENGTH, JOB(sequence.plant_time), .scopes = PER_JOB,
      .group = DBT_GROUP_SEQUENCE, .arg = "SECONDS", .def = 0.1, .rare = true,
      .help = "how long locking a foot takes; releasing it takes at least as long (0.1)" },
    { "plant_hold", DBT_KIND_LENGTH, JOB(sequence.plant_hold), .scopes = PER_JOB,
      .group = DBT_GROUP_SEQUENCE, .arg = "SECONDS", .def = 0.5, .rare = true,
      .help = "longest time that a foot is locked after a transition (0.5)" },
    { "root", DBT_KIND_TEXT, JOB(sequence.root), .scopes = PER_JOB, .group = DBT_GROUP_SEQUENCE,
      .arg = "JOINT", .rare = true,
      .help = "joint by which clips are aligned (found from the motion)",
      .more = "ROOT, the joint where the skeleton branches, or one between them." },
    { "up", DBT_KIND_CHOICE, JOB(sequence.up), .beside = offsetof(dbt_job, sequence.up_given),
      .scopes = PER_JOB, .group = DBT_GROUP_SEQUENCE, .choices = ups, .def = 1.0, .always = true,
      .help = "axis that points up; auto: found in the clips (y)",
      .more = "`auto` takes the likely axis of the first clip that has one, otherwise `y`." },
    { "past_end", DBT_KIND_CHOICE, JOB(sequence.past_end), .scopes = PER_JOB,
      .group = DBT_GROUP_SEQUENCE, .choices = past_ends, .always = true,
      .help = "after a clip's end: fail, hold its last pose, or start it again (error)",
      .more = "The step back to the first frame is neither aligned nor blended." },
    { "until", DBT_KIND_TIME, JOB(sequence.until), .beside = offsetof(dbt_job, sequence.has_until),
      .scopes = PER_JOB, .group = DBT_GROUP_SEQUENCE, .arg = "T",
      .help = "end of the output (the end of the last clip)",
      .more = "It must not be before the last cut." },
    { "max_frames", DBT_KIND_COUNT, JOB(sequence.max_frames), .group = DBT_GROUP_SEQUENCE,
      .arg = "N", .min = 1.0, .max = INT_MAX, .rare = true,
      .help = "refuse a longer output (10000000)" },
    { "interpolate", DBT_KIND_CHOICE, JOB(sequence.interpolation), .scopes = PER_JOB,
      .group = DBT_GROUP_SEQUENCE, .choices = interpolations, .always = true, .rare = true,
      .help = "how to resample clips of another frame rate (hermite)",
      .more = "`hermite`: smoothly; `linear`: straight from frame to frame." },
    { "fps", DBT_KIND_NUMBER, JOB(sequence.fps), .scopes = PER_JOB, .group = DBT_GROUP_SEQUENCE,
      .arg = "N", .min = 1e-6, .max = 1e6, .help = "output's frames per second (the first clip's)",
      .more = "The frame time in the file is 1 / N, with seven decimals." },
    { "limits", DBT_KIND_PATH, JOB(limits), .scopes = PER_JOB, .group = DBT_GROUP_SEQUENCE,
      .arg = "FILE", .rare = true,
      .help = "joint limits as JSON, for dead-clamp and dead-bounce (learned from the clips)",
      .more = "See dbtool-methods(7), JOINT LIMITS." },

    /* cuts at best */
    { "play", DBT_KIND_LENGTH, JOB(best_cuts.play), .scopes = PER_JOB, .group = DBT_GROUP_BEST,
      .arg = "SECONDS", .def = 0.5, .rare = true,
      .help = "at a best cut, each clip plays at least this long before and after (0.5)" },
    { "velocity_weight", DBT_KIND_NUMBER, JOB(best_cuts.velocity_weight), .scopes = PER_JOB,
      .group = DBT_GROUP_BEST, .arg = "SECONDS", .def = 0.1, .max = 1000.0, .rare = true,
      .help = "weight of velocity differences in the search for best cuts (0.1)",
      .more = "A difference in velocity counts as the distance that it makes in this time." },
    { "weight", DBT_KIND_PROFILE, JOB(best_cuts.weights),
      .beside = offsetof(dbt_job, best_cuts.n_weights), .scopes = PER_JOB, .group = DBT_GROUP_BEST,
      .arg = "GLOB=WEIGHT", .max = 1000.0, .rare = true,
      .help = "weight in that search of joints that match; the last match wins (1)",
      .more = "WEIGHT is from 0 to 1000. May be repeated." },

    /* how auto chooses */
    { "candidates", DBT_KIND_TEXT, JOB(auto_methods.text), .scopes = PER_JOB,
      .group = DBT_GROUP_AUTO, .arg = "LIST", .rare = true,
      .help = "methods that -m auto tries, written as for compare --methods (see 'dbtool methods "
              "auto')",
      .more = "Methods that need a file are not allowed." },
    { "smooth", DBT_KIND_NUMBER, JOB(auto_methods.smooth),
      .beside = offsetof(dbt_job, auto_methods.smooth_given), .scopes = PER_JOB,
      .group = DBT_GROUP_AUTO, .arg = "RATIO", .def = DBT_USUAL_SMOOTH, .max = 1e9, .rare = true,
      .help = "highest seam_ratio of a seamless transition (1.5)",
      .more = "See {THE BEST TRANSITION}." },

    /* how it is measured */
    { "window", DBT_KIND_LENGTH, JOB(window), .beside = offsetof(dbt_job, has_window),
      .scopes = PER_JOB, .group = DBT_GROUP_MEASURE, .arg = "SECONDS", .rare = true,
      .of_file = true, .help = "measure this long from the cut (until the transition ends)",
      .more = "To compare methods of different lengths, give the longest." },
    { "feet", DBT_KIND_GLOBS, JOB(sequence.contact.feet),
      .beside = offsetof(dbt_job, sequence.contact.n_feet), .scopes = PER_JOB,
      .group = DBT_GROUP_MEASURE, .arg = "GLOB", .rare = true,
      .help = "joints that stand on the ground (names with foot, toe, ankle or ball)",
      .more = "Also for --plant and `--align foot`. May be repeated." },
    { "contact_height", DBT_KIND_NUMBER, JOB(sequence.contact.height), .scopes = PER_JOB,
      .group = DBT_GROUP_MEASURE, .arg = "UNITS", .min = DBT_MIN_CONTACT, .max = DBT_MAX_CONTACT,
      .rare = true,
      .help = "greatest height of a standing foot above its lowest point (0.04 of the skeleton's "
              "reach)",
      .more = "`dbtool info` prints the reach." },
    { "contact_speed", DBT_KIND_NUMBER, JOB(sequence.contact.speed), .scopes = PER_JOB,
      .group = DBT_GROUP_MEASURE, .arg = "UNITS", .min = DBT_MIN_CONTACT, .max = DBT_MAX_CONTACT,
      .rare = true,
      .help = "greatest speed of a standing foot, in units per second (0.2 of the reach)" },

    /* how it is written */
    { "precision", DBT_KIND_WHOLE, JOB(precision), .scopes = PER_JOB, .group = DBT_GROUP_OUTPUT,
      .arg = "N", .def = 6.0, .max = DBT_MAX_DECIMALS, .always = true, .rare = true,
      .help = "decimals of computed numbers (6)",
      .more = "Metrics are measured after this rounding." },
    { "unroll", DBT_KIND_FLAG, JOB(euler_filter), .scopes = PER_JOB, .group = DBT_GROUP_OUTPUT,
      .always = true, .rare = true,
      .help = "avoid turns of 360 degrees between frames, for programs that interpolate channels",
      .more = "An Euler filter: angles that follow computed ones change by whole turns." },

    /* how clips are read */
    { "rename", DBT_KIND_PATH, JOB(rename), .scopes = PER_JOB, .group = DBT_GROUP_READ,
      .arg = "FILE", .rare = true, .of_file = true,
      .help = "rename joints by a JSON file: {\"mixamorig:*\": \"*\"}",
      .more = "One `*` on the left stands for any text, which a `*` on the right repeats. A name "
              "without `*` has priority; of several with `*`, the last that matches counts. Two "
              "joints with one new name are an error." },
    { "drop", DBT_KIND_GLOBS, JOB(drops), .beside = offsetof(dbt_job, n_drops), .scopes = PER_JOB,
      .group = DBT_GROUP_READ, .arg = "GLOB", .rare = true, .of_file = true,
      .help = "drop joints that match, and all joints below them",
      .more = "The names are those after --rename. A pattern that matches ROOT, or no clip's "
              "joint, is an error. May be repeated." },
    { "roles", DBT_KIND_PATH, JOB(roles), .scopes = PER_JOB, .group = DBT_GROUP_READ, .arg = "FILE",
      .rare = true, .of_file = true,
      .help = "say what joints are, by a JSON file: {\"Bone_7\": \"left knee\"}",
      .more = "For --fit, --mirror, the up axis and foot locking, where names and tree do not show "
              "it. See dbtool-bvh(5), ROLES BY HAND." },
    { "fit", DBT_KIND_RIG, JOB(fit), .scopes = PER_JOB, .group = DBT_GROUP_READ, .arg = "RIG.bvh",
      .optional = true, .help = "fit clips to the first one's rig, or to RIG.bvh's",
      .more =
          "See dbtool-bvh(5), OTHER RIGS. Write the `=`; otherwise RIG.bvh is another clip. With "
          "--strict, a clip's joints without counterpart are an error; --drop removes them. Files "
          "that are only measured are neither fitted nor scaled nor mirrored." },
    { "scale", DBT_KIND_NUMBER, JOB(scale), .scopes = PER_JOB, .group = DBT_GROUP_READ, .arg = "F",
      .def = 1.0, .min = 1e-6, .max = 1e6, .rare = true,
      .help = "multiply OFFSETs and positions of clips by F: 0.01, 2.54 (1)",
      .more = "It comes before all else; RIG.bvh is not scaled." },
    { "mirror", DBT_KIND_FLAG, JOB(mirror), .scopes = PER_JOB, .group = DBT_GROUP_READ,
      .arg = "N:true", .optional = true, .rare = true,
      .help = "show clips as in a mirror: left becomes right",
      .more = "It comes after --rename and --drop, before --fit. A skeleton whose sides differ "
              "keeps its bones." },
    { "lenient", DBT_KIND_FLAG, JOB(lenient), .scopes = PER_JOB, .group = DBT_GROUP_READ,
      .rare = true, .of_file = true, .help = "keep the complete frames of a damaged file",
      .more = "Otherwise a file with too few frames or values is rejected." },
    { "assume_fps", DBT_KIND_NUMBER, JOB(assume_fps), .scopes = PER_JOB, .group = DBT_GROUP_READ,
      .arg = "N", .min = 1e-6, .max = 1e6, .rare = true, .of_file = true,
      .help = "read all clips at N frames per second instead of their own rate",
      .more = "Also if their frame time is missing or impossible." },
    { "strict", DBT_KIND_FLAG, JOB(strict), .scopes = PER_JOB, .help = "treat warnings as errors" },

    /* a layer */
    { "joints", DBT_KIND_GLOBS, LAYER(joints), .beside = offsetof(dbt_layer, n_joints),
      .scopes = DBT_IN_LAYER, .always = true, .required = true, .help = "the joints of the layer" },
    { "weight", DBT_KIND_NUMBER, LAYER(weight), .scopes = DBT_IN_LAYER, .def = 1.0, .max = 1.0,
      .always = true, .help = "the layer's weight (1)" },
    { "positions", DBT_KIND_FLAG, LAYER(positions), .scopes = DBT_IN_LAYER, .always = true,
      .help = "whether the layer also sets the positions of joints that have position channels" },
    { "until", DBT_KIND_TIME, LAYER(until), .beside = offsetof(dbt_layer, has_until),
      .scopes = DBT_IN_LAYER, .help = "end of the layer, in the output (the end of its last clip)",
      .more = "See {LAYERS}." },
    { "shape", DBT_KIND_CHOICE, LAYER(shape), .scopes = DBT_IN_LAYER,
      .choices = dbt_layer_shape_names, .always = true, .help = "curve of the fades (smoothstep)",
      .more = "`triangle` and `sqrt-triangle` replace the fades: {Weights and fades}." },
    { "fade_out", DBT_KIND_LENGTH, LAYER(fade_out), .scopes = DBT_IN_LAYER, .always = true,
      .of_fades = true, .help = "how long the layer fades out before its end (0)" },
    { "clips", DBT_KIND_STRUCTURE, .of = DBT_OF_LAYER, .scopes = DBT_IN_LAYER,
      .help = "a list of at least one clip", .more = "Required." },
    { "clip", DBT_KIND_PATH, LAYER_CLIP(path), .scopes = DBT_IN_LAYER_CLIP, .always = true,
      .required = true, .help = "the BVH file" },
    { "at", DBT_KIND_TIME, LAYER_CLIP(at), .scopes = DBT_IN_LAYER_CLIP, .always = true,
      .help = "when the clip starts, in the output (0)" },
    { "from", DBT_KIND_TIME, LAYER_CLIP(from), .scopes = DBT_IN_LAYER_CLIP, .always = true,
      .help = "where in the clip it starts to play (0)" },
    { "fade", DBT_KIND_LENGTH, LAYER_CLIP(fade), .scopes = DBT_IN_LAYER_CLIP, .always = true,
      .of_fades = true, .help = "how long the clip takes to fade in (0)" },

    { .key = NULL },
};

const dbt_setting *dbt_setting_find(const char *key, dbt_setting_of of)
{
    for (const dbt_setting *setting = dbt_settings; setting->key; setting++)
        if (setting->of == of && strcmp(setting->key, key) == 0)
            return setting;
    return NULL;
}

unsigned dbt_setting_scopes(const char *key)
{
    unsigned scopes = 0;
    for (const dbt_setting *setting = dbt_settings; setting->key; setting++)
        if (strcmp(setting->key, key) == 0)
            scopes |= setting->scopes;
    return scopes;
}

#include "job/settings.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/text.h"
#include "measure/standing.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const ups[] = { "x", "y", "z", [DBT_UP_AUTO] = "auto", NULL },
                         *const past_ends[] = { "error", "hold", "loop", NULL },
                         *const interpolations[] = { "hermite", "linear", NULL };

enum {
    PER_CUT = DBT_IN_DEFAULTS | DBT_IN_JOB | DBT_IN_CUT, /* looked up from the cut outwards */
    PER_JOB = DBT_IN_DEFAULTS | DBT_IN_JOB,
};

#define JOB(member)        .of = DBT_OF_JOB, .field = offsetof(dbt_job, member)
#define CUT(member)        .of = DBT_OF_CUT, .field = offsetof(dbt_segment, member)
#define LAYER(member)      .of = DBT_OF_LAYER, .field = offsetof(dbt_layer, member)
#define LAYER_CLIP(member) .of = DBT_OF_LAYER_CLIP, .field = offsetof(dbt_layer_clip, member)

/* In the order in which options are listed and values are written. */
const dbt_setting dbt_settings[] = {
    /* the structure of a plan */
    { "defaults", DBT_KIND_PART, .places = DBT_IN_PLAN },
    { "jobs", DBT_KIND_PART, .places = DBT_IN_PLAN },
    { "methods", DBT_KIND_PART, .places = DBT_IN_DEFAULTS },
    { "cuts", DBT_KIND_PART, .places = DBT_IN_JOB },
    { "pairs", DBT_KIND_PART, .places = DBT_IN_JOB },
    { "clips", DBT_KIND_PART, .places = DBT_IN_PAIRS },
    { "take", DBT_KIND_PART, .places = DBT_IN_PAIRS },
    { "layers", DBT_KIND_PART, .places = DBT_IN_JOB },
    { "out", DBT_KIND_PART, .places = PER_JOB },
    { "name", DBT_KIND_TEXT, JOB(name), .places = PER_JOB, .arg = "TEXT" },

    /* a cut */
    { "clip", DBT_KIND_PATH, CUT(path), .places = DBT_IN_CUT, .always = true, .required = true },
    { "rename", DBT_KIND_PATH, CUT(rename), .places = DBT_IN_CUT },
    { "drop", DBT_KIND_GLOBS, CUT(drops), .beside = offsetof(dbt_segment, n_drops),
      .places = DBT_IN_CUT },
    { "at", DBT_KIND_CUT, CUT(at), .beside = offsetof(dbt_segment, choose_at), .places = PER_CUT,
      .group = DBT_GROUP_SEQUENCE, .letter = 'a', .arg = "T[,T...]", .def = DBT_DEFAULT_END,
      .always = true,
      .help = "output time of each cut: 1.2, 250ms, 72f, end-0.3, best, best:LO..HI (end)" },
    { "from", DBT_KIND_CUT, CUT(from), .beside = offsetof(dbt_segment, choose_from),
      .places = PER_CUT, .group = DBT_GROUP_SEQUENCE, .arg = "T[,T...]", .always = true,
      .help = "start time within each later clip, or best (0)" },
    { "gap", DBT_KIND_LENGTH, CUT(gap), .places = PER_CUT, .group = DBT_GROUP_SEQUENCE,
      .arg = "T[,T...]",
      .help =
          "time to fill between the old and the new clip; a single time applies to all cuts (0)" },
    { "method", DBT_KIND_PART, CUT(tuning), .places = PER_CUT, .group = DBT_GROUP_SEQUENCE,
      .letter = 'm', .arg = "NAME[:KEY=VALUE,...]",
      .help = "transition method, or auto: the best for each cut (dead-halflife)" },
    { "blend_time", DBT_KIND_PART, CUT(tuning), .group = DBT_GROUP_SEQUENCE, .letter = 't',
      .arg = "SECONDS", .help = "length of each transition (0.2)" },
    { "preset", DBT_KIND_PART, CUT(tuning), .places = PER_CUT, .group = DBT_GROUP_SEQUENCE,
      .arg = "NAME", .help = "an engine's method and settings: unreal, unreal-inertialization" },
    { "profile", DBT_KIND_PROFILE, CUT(profiles), .beside = offsetof(dbt_segment, n_profiles),
      .places = PER_CUT, .group = DBT_GROUP_SEQUENCE, .arg = "GLOB=FACTOR", .max = 1000.0,
      .rare = true,
      .help =
          "multiply the transition's length by FACTOR for joints that match; the last match wins" },
    { "skip", DBT_KIND_SKIP, CUT(profiles), .beside = offsetof(dbt_segment, n_profiles),
      .places = PER_CUT, .group = DBT_GROUP_SEQUENCE, .arg = "GLOB", .rare = true,
      .help = "let joints that match jump at the cut, without a transition" },

    /* the sequence */
    { "align", DBT_KIND_CHOICE, JOB(sequence.align), .places = PER_CUT, .group = DBT_GROUP_SEQUENCE,
      .choices = dbt_align_names, .always = true,
      .help = "move each later clip over the ground to the clip before it: by its root, by a "
              "standing foot, or not at all (root)" },
    { "plant", DBT_KIND_FLAG, JOB(sequence.plant), .places = PER_CUT, .group = DBT_GROUP_SEQUENCE,
      .help = "keep feet that stand on the ground from sliding" },
    { "plant_time", DBT_KIND_LENGTH, JOB(sequence.plant_time), .places = PER_JOB,
      .group = DBT_GROUP_SEQUENCE, .arg = "SECONDS", .def = 0.1, .rare = true,
      .help = "time in which a foot comes to rest, and in which it is let go (0.1)" },
    { "plant_hold", DBT_KIND_LENGTH, JOB(sequence.plant_hold), .places = PER_JOB,
      .group = DBT_GROUP_SEQUENCE, .arg = "SECONDS", .def = 0.5, .rare = true,
      .help = "longest time that a foot is held after a transition (0.5)" },
    { "root", DBT_KIND_TEXT, JOB(sequence.root), .places = PER_JOB, .group = DBT_GROUP_SEQUENCE,
      .arg = "JOINT", .rare = true,
      .help = "joint by which clips are aligned (found from the motion)" },
    { "up", DBT_KIND_CHOICE, JOB(sequence.up), .beside = offsetof(dbt_job, sequence.up_given),
      .places = PER_JOB, .group = DBT_GROUP_SEQUENCE, .choices = ups, .def = 1.0, .always = true,
      .help = "axis that points up; auto: found in the clips (y)" },
    { "past_end", DBT_KIND_CHOICE, JOB(sequence.past_end), .places = PER_JOB,
      .group = DBT_GROUP_SEQUENCE, .choices = past_ends, .always = true,
      .help = "after a clip's end: fail, hold its last pose, or start it again (error)" },
    { "until", DBT_KIND_TIME, JOB(sequence.until), .beside = offsetof(dbt_job, sequence.has_until),
      .places = PER_JOB, .group = DBT_GROUP_SEQUENCE, .arg = "T",
      .help = "end of the output (the end of the last clip)" },
    { "max_frames", DBT_KIND_COUNT, JOB(sequence.max_frames), .group = DBT_GROUP_SEQUENCE,
      .arg = "N", .min = 1.0, .max = INT_MAX, .rare = true,
      .help = "refuse a longer output (10000000)" },
    { "interpolate", DBT_KIND_CHOICE, JOB(sequence.interpolation), .places = PER_JOB,
      .group = DBT_GROUP_SEQUENCE, .choices = interpolations, .always = true, .rare = true,
      .help = "how to resample clips of another frame rate (hermite)" },
    { "fps", DBT_KIND_NUMBER, JOB(sequence.fps), .places = PER_JOB, .group = DBT_GROUP_SEQUENCE,
      .arg = "N", .min = 1e-6, .max = 1e6,
      .help = "output's frames per second (the first clip's)" },
    { "limits", DBT_KIND_PATH, JOB(limits), .places = PER_JOB, .group = DBT_GROUP_SEQUENCE,
      .arg = "FILE", .rare = true,
      .help = "joint limits as JSON, for dead-clamp and dead-bounce (learned from the clips)" },

    /* cuts at best */
    { "play", DBT_KIND_LENGTH, JOB(best_cuts.play), .places = PER_JOB, .group = DBT_GROUP_BEST,
      .arg = "SECONDS", .def = 0.5, .rare = true,
      .help = "at a best cut, each clip plays at least this long before and after (0.5)" },
    { "velocity_weight", DBT_KIND_NUMBER, JOB(best_cuts.velocity_weight), .places = PER_JOB,
      .group = DBT_GROUP_BEST, .arg = "SECONDS", .def = 0.1, .max = 1000.0, .rare = true,
      .help = "weight of velocity differences in the search for best cuts (0.1)" },
    { "weight", DBT_KIND_PROFILE, JOB(best_cuts.weights),
      .beside = offsetof(dbt_job, best_cuts.n_weights), .places = PER_JOB, .group = DBT_GROUP_BEST,
      .arg = "GLOB=WEIGHT", .max = 1000.0, .rare = true,
      .help = "weight in that search of joints that match (1); the last match wins" },

    /* how auto chooses */
    { "candidates", DBT_KIND_TEXT, JOB(auto_methods.candidates), .places = PER_JOB,
      .group = DBT_GROUP_AUTO, .arg = "LIST", .rare = true,
      .help = "methods that -m auto tries, written as for compare --methods (see 'dbtool methods "
              "auto')" },
    { "smooth", DBT_KIND_NUMBER, JOB(auto_methods.smooth), .places = PER_JOB,
      .group = DBT_GROUP_AUTO, .arg = "RATIO", .def = DBT_USUAL_SMOOTH, .max = 1e9, .rare = true,
      .help = "highest ang_jerk_peak_ratio and lin_jerk_peak_ratio of a smooth transition (1.5)" },

    /* how it is measured */
    { "window", DBT_KIND_LENGTH, JOB(window), .beside = offsetof(dbt_job, has_window),
      .places = PER_JOB, .group = DBT_GROUP_MEASURE, .arg = "SECONDS", .rare = true,
      .help = "measure this long from the cut (until the transition ends)" },
    { "feet", DBT_KIND_GLOBS, JOB(sequence.contact.feet),
      .beside = offsetof(dbt_job, sequence.contact.n_feet), .places = PER_JOB,
      .group = DBT_GROUP_MEASURE, .arg = "GLOB", .rare = true,
      .help = "joints that stand on the ground (names with foot, toe or ankle)" },
    { "contact_height", DBT_KIND_NUMBER, JOB(sequence.contact.height), .places = PER_JOB,
      .group = DBT_GROUP_MEASURE, .arg = "UNITS", .min = DBT_MIN_CONTACT, .max = DBT_MAX_CONTACT,
      .rare = true,
      .help = "greatest height of a standing foot above its lowest point (0.04 of the skeleton's "
              "reach)" },
    { "contact_speed", DBT_KIND_NUMBER, JOB(sequence.contact.speed), .places = PER_JOB,
      .group = DBT_GROUP_MEASURE, .arg = "UNITS", .min = DBT_MIN_CONTACT, .max = DBT_MAX_CONTACT,
      .rare = true,
      .help = "greatest speed of a standing foot, in units per second (0.2 of the reach)" },

    /* how it is written */
    { "precision", DBT_KIND_WHOLE, JOB(precision), .places = PER_JOB, .group = DBT_GROUP_OUTPUT,
      .arg = "N", .def = 6.0, .max = DBT_MAX_DECIMALS, .always = true, .rare = true,
      .help = "decimals of computed numbers, 0 to 15 (6)" },
    { "unroll", DBT_KIND_FLAG, JOB(unroll), .places = PER_JOB, .group = DBT_GROUP_OUTPUT,
      .always = true, .rare = true,
      .help = "avoid turns of 360 degrees between frames, for programs that interpolate channels" },

    /* how clips are read */
    { "rename", DBT_KIND_PATH, JOB(rename), .places = PER_JOB, .group = DBT_GROUP_READ,
      .arg = "FILE", .rare = true,
      .help = "rename joints by a JSON file: {\"mixamorig:*\": \"*\"}" },
    { "drop", DBT_KIND_GLOBS, JOB(drops), .beside = offsetof(dbt_job, n_drops), .places = PER_JOB,
      .group = DBT_GROUP_READ, .arg = "GLOB", .rare = true,
      .help = "drop joints that match, and all joints below them" },
    { "lenient", DBT_KIND_FLAG, JOB(lenient), .places = PER_JOB, .group = DBT_GROUP_READ,
      .rare = true, .help = "keep the complete frames of a damaged file" },
    { "assume_fps", DBT_KIND_NUMBER, JOB(assume_fps), .places = PER_JOB, .group = DBT_GROUP_READ,
      .arg = "N", .min = 1e-6, .max = 1e6, .rare = true,
      .help = "read all clips at N frames per second instead of their own rate" },
    { "strict", DBT_KIND_FLAG, JOB(strict), .places = PER_JOB, .help = "treat warnings as errors" },

    /* a layer */
    { "joints", DBT_KIND_GLOBS, LAYER(joints), .beside = offsetof(dbt_layer, n_joints),
      .places = DBT_IN_LAYER, .always = true, .required = true },
    { "weight", DBT_KIND_NUMBER, LAYER(weight), .places = DBT_IN_LAYER, .def = 1.0, .max = 1.0,
      .always = true },
    { "positions", DBT_KIND_FLAG, LAYER(positions), .places = DBT_IN_LAYER, .always = true },
    { "until", DBT_KIND_TIME, LAYER(until), .beside = offsetof(dbt_layer, has_until),
      .places = DBT_IN_LAYER },
    { "shape", DBT_KIND_CHOICE, LAYER(shape), .places = DBT_IN_LAYER,
      .choices = dbt_layer_shape_names, .always = true },
    { "fade_out", DBT_KIND_LENGTH, LAYER(fade_out), .places = DBT_IN_LAYER, .always = true,
      .of_fades = true },
    { "clips", DBT_KIND_PART, .of = DBT_OF_LAYER, .places = DBT_IN_LAYER },
    { "clip", DBT_KIND_PATH, LAYER_CLIP(path), .places = DBT_IN_LAYER_CLIP, .always = true,
      .required = true },
    { "at", DBT_KIND_TIME, LAYER_CLIP(at), .places = DBT_IN_LAYER_CLIP, .always = true },
    { "from", DBT_KIND_TIME, LAYER_CLIP(from), .places = DBT_IN_LAYER_CLIP, .always = true },
    { "fade", DBT_KIND_LENGTH, LAYER_CLIP(fade), .places = DBT_IN_LAYER_CLIP, .always = true,
      .of_fades = true },
};
const int dbt_n_settings = sizeof dbt_settings / sizeof *dbt_settings;

const dbt_setting *dbt_setting_find(const char *key, dbt_setting_of of)
{
    for (int i = 0; i < dbt_n_settings; i++)
        if (dbt_settings[i].of == of && strcmp(dbt_settings[i].key, key) == 0)
            return &dbt_settings[i];
    return NULL;
}

unsigned dbt_setting_places(const char *key)
{
    unsigned places = 0;
    for (int i = 0; i < dbt_n_settings; i++)
        if (strcmp(dbt_settings[i].key, key) == 0)
            places |= dbt_settings[i].places;
    return places;
}

/* ---- fields ---- */

#define FIELD(type)  ((type *)dbt_setting_field(setting, object))
#define BESIDE(type) ((type *)(void *)((char *)object + setting->beside))

/* The same in an object that is only looked at. */
#define VALUE(type)        (*(const type *)dbt_setting_value(setting, object))
#define BESIDE_VALUE(type) (*(const type *)(const void *)((const char *)object + setting->beside))

void dbt_settings_set_defaults(dbt_setting_of of, void *object)
{
    for (int i = 0; i < dbt_n_settings; i++) {
        const dbt_setting *setting = &dbt_settings[i];
        if (setting->of != of)
            continue;
        switch (setting->kind) {
        case DBT_KIND_NUMBER: *FIELD(double) = setting->def; break;
        case DBT_KIND_WHOLE:
        case DBT_KIND_CHOICE: *FIELD(int) = (int)setting->def; break;
        case DBT_KIND_LENGTH: FIELD(dbt_time)->value = setting->def; break;
        case DBT_KIND_CUT:
        case DBT_KIND_TIME:
            *FIELD(dbt_time) = (dbt_time){ .from_end = setting->def == DBT_DEFAULT_END };
            break;
        default: break; /* zero */
        }
    }
}

void dbt_globs_add(const char ***globs, int *n, const char *glob)
{
    arrput(*globs, glob);
    *n = (int)arrlen(*globs);
}

void dbt_profiles_add(dbt_profile **profiles, int *n, dbt_profile profile)
{
    arrput(*profiles, profile);
    *n = (int)arrlen(*profiles);
}

void dbt_choices_text(const char *const *choices, const char *separator, char *out, size_t size)
{
    out[0] = '\0';
    for (int i = 0; choices[i]; i++) {
        const size_t used = strlen(out);
        snprintf(out + used, size - used, "%s%s", i > 0 ? separator : "", choices[i]);
    }
}

/* ---- from an option ---- */

/* A value as it stands on the command line. */
typedef struct option_text {
    const dbt_setting *setting;
    const char *text;
    size_t n;
} option_text;

static bool fail_option(const option_text *from, dbt_error *err, const char *format, ...)
    DBT_PRINTF(3, 4);

static bool fail_option(const option_text *from, dbt_error *err, const char *format, ...)
{
    char expected[300], name[64];
    va_list args;
    va_start(args, format);
    vsnprintf(expected, sizeof expected, format, args);
    va_end(args);
    return dbt_fail(err, DBT_E_PARAM, "option '--%s' expects %s, found '%.*s'%s",
                    dbt_option_name(from->setting->key, name, sizeof name), expected,
                    from->n > 60 ? 60 : (int)from->n, from->text,
                    dbt_comma_hint(from->text, from->n));
}

static bool read_number(const option_text *from, double *value, dbt_error *err)
{
    const char *end = from->text + from->n;
    return (dbt_number_read(from->text, end, value) == end && *value >= from->setting->min &&
            *value <= from->setting->max) ||
           fail_option(from, err, "a number from %g to %g", from->setting->min, from->setting->max);
}

static bool read_whole(const option_text *from, int *value, dbt_error *err)
{
    double number = 0.0;
    const char *end = from->text + from->n;
    const int min = (int)from->setting->min, max = (int)from->setting->max;
    const bool ok = dbt_number_read(from->text, end, &number) == end && number >= min &&
                    number <= max && number == (int)number;
    if (ok)
        *value = (int)number;
    return ok || fail_option(from, err, "a whole number from %d to %d", min, max);
}

static bool read_choice(const option_text *from, int *value, dbt_error *err)
{
    const char *const *choices = from->setting->choices;
    char list[200];
    for (int i = 0; choices[i]; i++) {
        if (!dbt_span_is((dbt_span){ from->text, from->text + from->n }, choices[i]))
            continue;
        *value = i;
        return true;
    }
    dbt_choices_text(choices, ", ", list, sizeof list);
    return fail_option(from, err, "one of %s", list);
}

static bool read_time(const option_text *from, dbt_time *time, dbt_time_choice *choice,
                      dbt_error *err)
{
    dbt_error why;
    char name[64];
    return (choice ? dbt_time_choice_read(from->text, from->n, time, choice, &why)
                   : dbt_time_read(from->text, from->n, time, &why)) ||
           dbt_fail(err, DBT_E_PARAM, "option '--%s': %s",
                    dbt_option_name(from->setting->key, name, sizeof name), why.msg);
}

static bool read_length(const option_text *from, dbt_time *length, dbt_error *err)
{
    return dbt_length_read(from->text, from->n, length) ||
           fail_option(from, err, "a length of time (0.3, 300ms or 18f)");
}

/* "GLOB=FACTOR"; the glob may hold '='. */
static bool read_profile(const option_text *from, dbt_job *job, dbt_profile *profile,
                         dbt_error *err)
{
    const char *end = from->text + from->n, *equals = end;
    char name[64];
    while (equals > from->text && *equals != '=')
        equals--;
    if (equals == from->text || dbt_number_read(equals + 1, end, &profile->factor) != end ||
        !(profile->factor >= from->setting->min && profile->factor <= from->setting->max))
        return dbt_fail(err, DBT_E_PARAM,
                        "option '--%s': expected %s with a %s of 0 to %g, found '%.60s'",
                        dbt_option_name(from->setting->key, name, sizeof name), from->setting->arg,
                        strcmp(from->setting->arg, "GLOB=WEIGHT") == 0 ? "weight" : "factor",
                        from->setting->max, from->text);
    profile->glob = dbt_job_keep_text(job, from->text, (size_t)(equals - from->text));
    return true;
}

static bool read_list(const option_text *from, dbt_job *job, void *object, dbt_error *err)
{
    const dbt_setting *setting = from->setting;
    dbt_profile profile = { .glob = from->text };
    if (setting->kind == DBT_KIND_GLOBS) {
        dbt_globs_add(FIELD(const char **), BESIDE(int), from->text);
        return true;
    }
    if (setting->kind == DBT_KIND_PROFILE && !read_profile(from, job, &profile, err))
        return false;
    dbt_profiles_add(FIELD(dbt_profile *), BESIDE(int), profile);
    return true;
}

bool dbt_setting_read_option(const dbt_setting *setting, const char *text, size_t n, dbt_job *job,
                             void *object, dbt_error *err)
{
    const option_text from = { setting, text, n };
    int whole = 0;
    switch (setting->kind) {
    case DBT_KIND_FLAG: *FIELD(bool) = true; return true;
    case DBT_KIND_NUMBER: return read_number(&from, FIELD(double), err);
    case DBT_KIND_WHOLE: return read_whole(&from, FIELD(int), err);
    case DBT_KIND_CHOICE:
        if (setting->beside)
            *BESIDE(bool) = true;
        return read_choice(&from, FIELD(int), err);
    case DBT_KIND_COUNT:
        if (!read_whole(&from, &whole, err))
            return false;
        *FIELD(size_t) = (size_t)whole;
        return true;
    case DBT_KIND_CUT: return read_time(&from, FIELD(dbt_time), BESIDE(dbt_time_choice), err);
    case DBT_KIND_TIME:
    case DBT_KIND_LENGTH:
        if (setting->beside)
            *BESIDE(bool) = true;
        return setting->kind == DBT_KIND_TIME ? read_time(&from, FIELD(dbt_time), NULL, err)
                                              : read_length(&from, FIELD(dbt_time), err);
    case DBT_KIND_GLOBS:
    case DBT_KIND_PROFILE:
    case DBT_KIND_SKIP: return read_list(&from, job, object, err);
    case DBT_KIND_TEXT:
    case DBT_KIND_PATH: *FIELD(const char *) = text; return true;
    case DBT_KIND_PART: break;
    }
    return true;
}

/* ---- in messages ---- */

/* The setting of the option whose name is at `text`, and the name's length; NULL: none that batch
 * reads from plans alone. */
static const dbt_setting *option_at(const char *text, size_t *n)
{
    *n = strspn(text, "abcdefghijklmnopqrstuvwxyz-");
    for (int i = 0; i < dbt_n_settings; i++) {
        char name[64];
        const dbt_setting *setting = &dbt_settings[i];
        if (setting->group != DBT_GROUP_NONE && (setting->places & (DBT_IN_JOB | DBT_IN_CUT)) &&
            strlen(setting->key) == *n &&
            strncmp(dbt_option_name(setting->key, name, sizeof name), text, *n) == 0)
            return setting;
    }
    return NULL;
}

/* The length of the value that follows an option in a message, which is one of its choices or a
 * time; 0: no value. */
static size_t value_at(const dbt_setting *setting, const char *text)
{
    const size_t n = *text == ' ' ? strcspn(text + 1, " ,;)") : 0;
    const bool takes_time = setting->kind == DBT_KIND_CUT || setting->kind == DBT_KIND_TIME ||
                            setting->kind == DBT_KIND_LENGTH;
    dbt_time time;
    if (takes_time && n > 0 && dbt_time_read(text + 1, n, &time, NULL))
        return n;
    for (int i = 0; setting->choices && setting->choices[i]; i++)
        if (strlen(setting->choices[i]) == n && strncmp(setting->choices[i], text + 1, n) == 0)
            return n;
    return 0;
}

void dbt_settings_name_keys(char *msg, size_t size)
{
    dbt_buffer out = { 0 };
    for (const char *p = msg; *p;) {
        size_t n = 0;
        const bool starts = strncmp(p, "--", 2) == 0 && (p == msg || p[-1] == ' ' || p[-1] == '(');
        const dbt_setting *setting = starts ? option_at(p + 2, &n) : NULL;
        if (!setting) {
            dbt_buffer_add(&out, p++, 1);
            continue;
        }
        p += 2 + n;
        const size_t value = value_at(setting, p);
        dbt_buffer_format(&out, "\"%s\"", setting->key);
        if (value > 0)
            dbt_buffer_format(&out, ": \"%.*s\"", (int)value, p + 1);
        else if (setting->kind == DBT_KIND_FLAG)
            dbt_buffer_text(&out, ": true");
        p += value > 0 ? value + 1 : 0;
    }
    if (!out.failed && out.bytes)
        snprintf(msg, size, "%s", out.bytes);
    dbt_buffer_release(&out);
}

/* ---- as text ---- */

static bool same_number(double a, double b)
{
    return !(a < b) && !(a > b);
}

static bool same_time(dbt_time a, dbt_time b)
{
    return same_number(a.value, b.value) && a.unit == b.unit && a.from_end == b.from_end;
}

bool dbt_setting_is_set(const dbt_setting *setting, const void *object)
{
    switch (setting->kind) {
    case DBT_KIND_TEXT:
    case DBT_KIND_PATH: return VALUE(char *) != NULL;
    case DBT_KIND_FLAG: return VALUE(bool);
    case DBT_KIND_NUMBER: return VALUE(double) < setting->def || VALUE(double) > setting->def;
    case DBT_KIND_WHOLE:
    case DBT_KIND_CHOICE: return VALUE(int) != (int)setting->def;
    case DBT_KIND_COUNT: return VALUE(size_t) > 0;
    case DBT_KIND_CUT:
    case DBT_KIND_TIME:
        if (setting->beside && BESIDE_VALUE(bool)) /* of a choice: whether it was asked for */
            return true;
        return (setting->kind == DBT_KIND_CUT || !setting->beside) &&
               (VALUE(dbt_time).value > 0.0 ||
                VALUE(dbt_time).from_end != (setting->def == DBT_DEFAULT_END));
    case DBT_KIND_LENGTH:
        return setting->beside ? BESIDE_VALUE(bool)
                               : !same_number(VALUE(dbt_time).value, setting->def);
    case DBT_KIND_GLOBS:
    case DBT_KIND_PROFILE: return BESIDE_VALUE(int) > 0;
    case DBT_KIND_SKIP: /* written with the profiles */
    case DBT_KIND_PART: break;
    }
    return false;
}

bool dbt_setting_is_passed_on(const dbt_setting *setting, const dbt_job *job)
{
    const bool group = setting->group == DBT_GROUP_SEQUENCE || setting->group == DBT_GROUP_READ;
    return setting->of == DBT_OF_JOB && group && dbt_setting_is_set(setting, job);
}

static void show_time(dbt_time time, dbt_buffer *out)
{
    if (time.from_end)
        dbt_buffer_text(out, time.value > 0.0 ? "end-" : "end");
    if (!time.from_end || time.value > 0.0)
        dbt_buffer_exact(out, time.value);
    if (time.unit == DBT_TIME_FRAMES)
        dbt_buffer_text(out, "f");
}

/* Writes a text that is read as this time. */
static void spell_time(dbt_time time, dbt_buffer *out)
{
    dbt_buffer_text(out, time.from_end ? "end-" : "");
    dbt_buffer_exact(out, time.value);
    dbt_buffer_text(out, time.unit == DBT_TIME_FRAMES ? "f" : "");
}

static void spell_choice(const dbt_time_choice *choice, dbt_buffer *out)
{
    const dbt_time low = choice->range.low, high = choice->range.high;
    dbt_buffer_text(out, "best");
    if (!same_time(low, (dbt_time){ 0 }) || !same_time(high, DBT_TIME_END)) {
        dbt_buffer_text(out, ":");
        spell_time(low, out);
        dbt_buffer_text(out, "..");
        spell_time(high, out);
    }
}

static void write_time(const char *key, dbt_time time, dbt_json_out *out)
{
    dbt_buffer *text = dbt_json_value(out, key);
    const bool is_number = !time.from_end && time.unit == DBT_TIME_SECONDS;
    dbt_buffer_text(text, is_number ? "" : "\"");
    spell_time(time, text);
    dbt_buffer_text(text, is_number ? "" : "\"");
}

static void write_cut_time(const dbt_setting *setting, const void *object, dbt_json_out *out)
{
    const dbt_time_choice *choice = &BESIDE_VALUE(dbt_time_choice);
    if (!choice->wanted) {
        write_time(setting->key, VALUE(dbt_time), out);
        return;
    }
    dbt_buffer *text = dbt_json_value(out, setting->key);
    dbt_buffer_text(text, "\"");
    spell_choice(choice, text);
    dbt_buffer_text(text, "\"");
}

static void write_list(const dbt_setting *setting, const void *object, dbt_json_out *out)
{
    const bool globs = setting->kind == DBT_KIND_GLOBS;
    dbt_json_begin(out, setting->key, globs ? '[' : '{');
    for (int i = 0; i < BESIDE_VALUE(int); i++) {
        if (globs)
            dbt_json_add_text(out, NULL, VALUE(char **)[i]);
        else
            dbt_json_add_exact(out, VALUE(dbt_profile *)[i].glob, VALUE(dbt_profile *)[i].factor);
    }
    dbt_json_end(out, globs ? ']' : '}');
}

void dbt_setting_write(const dbt_setting *setting, const void *object, dbt_json_out *out)
{
    const char *key = setting->key;
    switch (setting->kind) {
    case DBT_KIND_TEXT:
    case DBT_KIND_PATH: dbt_json_add_text(out, key, VALUE(char *)); break;
    case DBT_KIND_FLAG: dbt_json_add_bool(out, key, VALUE(bool)); break;
    case DBT_KIND_NUMBER: dbt_json_add_exact(out, key, VALUE(double)); break;
    case DBT_KIND_WHOLE: dbt_json_add_int(out, key, VALUE(int)); break;
    case DBT_KIND_COUNT: dbt_json_add_size(out, key, VALUE(size_t)); break;
    case DBT_KIND_CHOICE: dbt_json_add_text(out, key, setting->choices[VALUE(int)]); break;
    case DBT_KIND_CUT: write_cut_time(setting, object, out); break;
    case DBT_KIND_TIME:
    case DBT_KIND_LENGTH: write_time(key, VALUE(dbt_time), out); break;
    case DBT_KIND_GLOBS:
    case DBT_KIND_PROFILE: write_list(setting, object, out); break;
    case DBT_KIND_SKIP:
    case DBT_KIND_PART: break;
    }
}

void dbt_setting_show(const dbt_setting *setting, const void *object, dbt_buffer *out)
{
    switch (setting->kind) {
    case DBT_KIND_TEXT:
    case DBT_KIND_PATH: dbt_buffer_text(out, VALUE(char *)); break;
    case DBT_KIND_FLAG: dbt_buffer_text(out, VALUE(bool) ? "true" : "false"); break;
    case DBT_KIND_NUMBER: dbt_buffer_exact(out, VALUE(double)); break;
    case DBT_KIND_WHOLE: dbt_buffer_exact(out, VALUE(int)); break;
    case DBT_KIND_COUNT: dbt_buffer_format(out, "%zu", VALUE(size_t)); break;
    case DBT_KIND_CHOICE: dbt_buffer_text(out, setting->choices[VALUE(int)]); break;
    case DBT_KIND_CUT:
        if (BESIDE_VALUE(dbt_time_choice).wanted)
            spell_choice(&BESIDE_VALUE(dbt_time_choice), out);
        else
            show_time(VALUE(dbt_time), out);
        break;
    case DBT_KIND_TIME:
    case DBT_KIND_LENGTH: show_time(VALUE(dbt_time), out); break;
    case DBT_KIND_GLOBS:
        for (int i = 0; i < BESIDE_VALUE(int); i++) {
            dbt_buffer_text(out, i > 0 ? "," : "");
            dbt_buffer_text(out, VALUE(char **)[i]);
        }
        break;
    case DBT_KIND_PROFILE:
        for (int i = 0; i < BESIDE_VALUE(int); i++) {
            dbt_buffer_text(out, i > 0 ? "," : "");
            dbt_buffer_text(out, VALUE(dbt_profile *)[i].glob);
            dbt_buffer_text(out, "=");
            dbt_buffer_exact(out, VALUE(dbt_profile *)[i].factor);
        }
        break;
    case DBT_KIND_SKIP:
    case DBT_KIND_PART: break;
    }
}

/* ---- equality ---- */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Of two that are wanted. */
static bool same_choice(const void *a, const void *b, const dbt_setting *setting)
{
    const dbt_time_choice *x = (const void *)((const char *)a + setting->beside);
    const dbt_time_choice *y = (const void *)((const char *)b + setting->beside);
    return same_time(x->range.low, y->range.low) && same_time(x->range.high, y->range.high);
}

static bool same_globs(const char *const *a, const char *const *b, int n)
{
    for (int i = 0; a != b && i < n; i++)
        if (!same_text(a[i], b[i]))
            return false;
    return true;
}

static bool same_profiles(const dbt_profile *a, const dbt_profile *b, int n)
{
    for (int i = 0; a != b && i < n; i++)
        if (!same_text(a[i].glob, b[i].glob) || !same_number(a[i].factor, b[i].factor))
            return false;
    return true;
}

/* A value of a kind that takes one comparison; lists are of equal length n. */
static bool same_value(const dbt_setting *setting, const void *a, const void *b, int n)
{
    switch (setting->kind) {
    case DBT_KIND_TEXT:
    case DBT_KIND_PATH: return same_text(*(char *const *)a, *(char *const *)b);
    case DBT_KIND_FLAG: return *(const bool *)a == *(const bool *)b;
    case DBT_KIND_NUMBER: return same_number(*(const double *)a, *(const double *)b);
    case DBT_KIND_WHOLE:
    case DBT_KIND_CHOICE: return *(const int *)a == *(const int *)b;
    case DBT_KIND_COUNT: return *(const size_t *)a == *(const size_t *)b;
    case DBT_KIND_CUT:
    case DBT_KIND_TIME:
    case DBT_KIND_LENGTH: return same_time(*(const dbt_time *)a, *(const dbt_time *)b);
    case DBT_KIND_GLOBS:
        return same_globs(*(const char *const *const *)a, *(const char *const *const *)b, n);
    case DBT_KIND_PROFILE:
        return same_profiles(*(dbt_profile *const *)a, *(dbt_profile *const *)b, n);
    case DBT_KIND_SKIP:
    case DBT_KIND_PART: break;
    }
    return true;
}

static bool is_list(const dbt_setting *setting)
{
    return setting->kind == DBT_KIND_GLOBS || setting->kind == DBT_KIND_PROFILE;
}

bool dbt_setting_equal(const dbt_setting *setting, const void *a, const void *b)
{
    const char *one = a, *other = b;
    int n = 0;
    if (is_list(setting)) {
        n = *(const int *)(const void *)(one + setting->beside);
        if (n != *(const int *)(const void *)(other + setting->beside))
            return false;
    } else if (setting->beside && setting->kind != DBT_KIND_SKIP &&
               setting->kind != DBT_KIND_CHOICE) { /* a default is written, too */
        const bool given = *(const bool *)(const void *)(one + setting->beside);
        if (given != *(const bool *)(const void *)(other + setting->beside))
            return false;
        if (given && setting->kind == DBT_KIND_CUT)
            return same_choice(a, b, setting);
    }
    return same_value(setting, one + setting->field, other + setting->field, n);
}

uint64_t dbt_setting_hash(const dbt_setting *setting, const void *object, dbt_hash_key key)
{
    dbt_buffer text = { 0 };
    dbt_json_out out = { .out = &text };
    if (dbt_setting_is_set(setting, object))
        dbt_setting_write(setting, object, &out);
    const uint64_t hash = dbt_hash(key, text.bytes ? text.bytes : "", text.size);
    dbt_buffer_release(&text);
    return hash;
}

/* The table of settings: every setting of a job, once. Options, their help, plan keys, checks and
 * messages, `batch -n` and the report's list of options all use it. A new setting is one row in
 * settings.c, the field that it sets, and its use. A setting of DBT_GROUP_OUTPUT is an option of
 * the commands that list it (CLI_SETTING). */
#ifndef DBT_JOB_SETTINGS_H
#define DBT_JOB_SETTINGS_H

#include "base/json_write.h"
#include "job/job.h"

/* The kinds of values, with the type of the field in brackets. */
typedef enum dbt_setting_kind {
    DBT_KIND_STRUCTURE, /* part of the plan's structure, or of the method: no field */
    DBT_KIND_TEXT,      /* (const char *) */
    DBT_KIND_PATH,      /* (const char *) a file, in a plan relative to its folder */
    DBT_KIND_RIG,       /* (const char *) DBT_RIG_FIRST, DBT_RIG_NONE, or a path as above */
    DBT_KIND_GROUND,    /* (dbt_ground_choice) true, false, or a number from min to max */
    DBT_KIND_FLAG,      /* (bool) */
    DBT_KIND_NUMBER,    /* (double) from min to max */
    DBT_KIND_WHOLE,     /* (int) from min to max */
    DBT_KIND_COUNT,     /* (size_t) from min to max */
    DBT_KIND_CHOICE,    /* (int or enum) an index into choices; read in upper or lower case */
    DBT_KIND_TIME,      /* (dbt_time) */
    DBT_KIND_CUT,       /* (dbt_time, with a dbt_time_choice beside it) time of a cut, or best */
    DBT_KIND_LENGTH,    /* (dbt_time) a length of time, at most max if that is not 0 */
    DBT_KIND_GLOBS,     /* (const char **, with an int beside it) a list of shell patterns */
    DBT_KIND_PROFILE,   /* (dbt_profile *, with an int beside it) patterns and factors */
    DBT_KIND_SKIP,      /* (as DBT_KIND_PROFILE) patterns whose factor is 0 */
} dbt_setting_kind;

/* The owner of a setting: the struct that has its field. */
typedef enum dbt_setting_of {
    DBT_OF_JOB,        /* dbt_job */
    DBT_OF_CUT,        /* dbt_segment */
    DBT_OF_LAYER,      /* dbt_layer */
    DBT_OF_LAYER_CLIP, /* dbt_layer_clip */
} dbt_setting_of;

/* Objects of a plan that may have a key, one bit each. */
enum {
    DBT_IN_PLAN = 1,
    DBT_IN_DEFAULTS = 2,
    DBT_IN_JOB = 4,
    DBT_IN_CUT = 8,
    DBT_IN_LAYER = 16,
    DBT_IN_LAYER_CLIP = 32,
    DBT_IN_PAIRS = 64,
};

/* The groups in which options are listed. */
typedef enum dbt_setting_group {
    DBT_GROUP_NONE, /* no option, or commands list it themselves */
    DBT_GROUP_SEQUENCE,
    DBT_GROUP_BEST,
    DBT_GROUP_AUTO,
    DBT_GROUP_MEASURE,
    DBT_GROUP_OUTPUT, /* commands list it themselves */
    DBT_GROUP_READ,
} dbt_setting_group;

/* The default of a time with the value `end`. */
#define DBT_DEFAULT_END (-1.0)

typedef struct dbt_setting {
    const char *key; /* in plans; the option has '-' for '_' */
    dbt_setting_kind kind;
    dbt_setting_of of;
    unsigned places; /* DBT_IN_...; 0: only on the command line */
    dbt_setting_group group;
    char letter;     /* of the option; 0: none */
    const char *arg; /* the option's value in the help; NULL: none, or the choices */

    /* The text of -h, of completions and of the manual, all from here: one sentence without a full
     * stop; in brackets at its end the default. more: what the pages say after it (NULL: nothing),
     * in the markup of src/make_manual.py. Either may be NULL where another row has the same key.
     */
    const char *help, *more;
    size_t field, beside; /* offsets; beside: the count of the list, the choice, or the bool that is
                             true if a value was given; 0: none */
    const char *const *choices; /* NULL-terminated */
    double def, min, max;
    const char *off; /* of a flag: the help of the option --no-KEY, which sets false; NULL: none */
    bool rare;       /* few users need the option: only 'COMMAND -h -v' lists it */
    bool always;     /* written even if it is the default */
    bool required;   /* an object of a plan must have it */
    bool apart;      /* of a job or a cut, and not read with the others from a plan */
    bool optional;   /* the option may stand without its value, and has one only behind '=', except
                        for a number of DBT_KIND_GROUND */
    bool of_fades;   /* only for a layer that fades; a triangle does not */
    bool of_clip;    /* of a cut's clip: the first clip, which has no cut, has it, too */
    bool of_file;    /* says something about a finished file, too, whose clips are not known */
} dbt_setting;

extern const dbt_setting dbt_settings[]; /* after the last one, the key is NULL */

/* The setting with that key and owner; NULL: none. */
const dbt_setting *dbt_setting_find(const char *key, dbt_setting_of of);

/* All places that may have a key; 0: not a setting. */
unsigned dbt_setting_scopes(const char *key);

/* The field of a setting in its owner's object. */
static inline void *dbt_setting_field(const dbt_setting *setting, void *object)
{
    return (char *)object + setting->field;
}

static inline const void *dbt_setting_value(const dbt_setting *setting, const void *object)
{
    return (const char *)object + setting->field;
}

/* Sets the fields of an object to their defaults. */
void dbt_settings_set_defaults(dbt_setting_of of, void *object);

/* Reads a value from the n bytes of a text, which is borrowed; "GLOB=FACTOR" is copied into the
 * stb_ds list *strings. Fails with DBT_E_PARAM; the message is what was expected, such as "a number
 * from 0 to 1", but of times and factors a whole sentence (dbt_setting_explains). */
DBT_CHECK bool dbt_setting_read(const dbt_setting *setting, const char *text, size_t n,
                                char ***strings, void *object, dbt_error *err);

static inline bool dbt_setting_explains(const dbt_setting *setting)
{
    return setting->kind == DBT_KIND_TIME || setting->kind == DBT_KIND_CUT ||
           setting->kind == DBT_KIND_PROFILE;
}

/* Whether each cut may have a value of its own on the command line: --at 1,2. */
bool dbt_setting_has_items(const dbt_setting *setting);

/* Adds a pattern, with its factor if it has one, to the value of a list. */
void dbt_setting_add(const dbt_setting *setting, const char *glob, double factor, void *object);

/* Whether the value was given or differs from the default. */
bool dbt_setting_is_set(const dbt_setting *setting, const void *object);

/* Writes key and value as in a plan. */
void dbt_setting_write(const dbt_setting *setting, const void *object, dbt_json_out *out);

/* The number of values: those of a list, else 1. */
int dbt_setting_n_values(const dbt_setting *setting, const void *object);

/* Write a value as for an option: the one with that index, or all, with commas between them. */
void dbt_setting_show_value(const dbt_setting *setting, const void *object, int index,
                            dbt_buffer *out);
void dbt_setting_show(const dbt_setting *setting, const void *object, dbt_buffer *out);

/* Whether a setting of a job affects how clips are read, compared or resampled, and is not the
 * default: a command that dbtool prints has it. */
bool dbt_setting_is_passed_on(const dbt_setting *setting, const dbt_job *job);

/* Append to lists that settings own; *n counts. */
void dbt_globs_add(const char ***globs, int *n, const char *glob);
void dbt_profiles_add(dbt_profile **profiles, int *n, dbt_profile profile);

#endif

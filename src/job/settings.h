/* The table of settings, one row for each setting of a job. Options, their help, plan keys, checks,
 * messages, `batch -n` and the report's list of options use it. A new setting is one row in
 * settings.c, its field, and the code that uses the field. Commands list a setting of
 * DBT_GROUP_OUTPUT themselves (CLI_SETTING). */
#ifndef DBT_JOB_SETTINGS_H
#define DBT_JOB_SETTINGS_H

#include "base/json_write.h"
#include "job/job.h"

/* The kinds of values; the field's type in brackets. */
typedef enum dbt_setting_kind {
    DBT_KIND_STRUCTURE, /* structure of the plan, or a method: no field */
    DBT_KIND_TEXT,      /* (const char *) */
    DBT_KIND_PATH,      /* (const char *) a path, in a plan relative to its folder */
    DBT_KIND_RIG,       /* (const char *) DBT_RIG_FIRST, DBT_RIG_NONE, or a path as above */
    DBT_KIND_GROUND,    /* (dbt_ground_choice) true, false, or a number from min to max */
    DBT_KIND_FLAG,      /* (bool) */
    DBT_KIND_NUMBER,    /* (double) from min to max */
    DBT_KIND_WHOLE,     /* (int) from min to max */
    DBT_KIND_COUNT,     /* (size_t) from min to max */
    DBT_KIND_CHOICE,    /* (int or enum) an index into choices; read in upper or lower case */
    DBT_KIND_TIME,      /* (dbt_time) */
    DBT_KIND_CUT,       /* (dbt_time, with a dbt_time_choice at `beside`) time of a cut, or best */
    DBT_KIND_LENGTH,    /* (dbt_time) a duration, up to `max` unless that is 0 */
    DBT_KIND_GLOBS,     /* (const char **, with an int at `beside`) a list of shell patterns */
    DBT_KIND_PROFILE,   /* (dbt_profile *, with an int at `beside`) patterns and factors */
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

/* The groups of options in the help. */
typedef enum dbt_setting_group {
    DBT_GROUP_NONE, /* not an option, or commands list it themselves */
    DBT_GROUP_SEQUENCE,
    DBT_GROUP_BEST,
    DBT_GROUP_AUTO,
    DBT_GROUP_MEASURE,
    DBT_GROUP_OUTPUT, /* commands list it themselves */
    DBT_GROUP_READ,
} dbt_setting_group;

/* The default of a time with the value `end`. */
#define DBT_DEFAULT_END (-1.0)

/* A row of the table. */
typedef struct dbt_setting {
    const char *key; /* in plans; the option's name has '-' for '_' */
    dbt_setting_kind kind;
    dbt_setting_of of;
    unsigned scopes; /* DBT_IN_... bits; 0: only on the command line */
    dbt_setting_group group;
    char letter;     /* letter of the option; 0: none */
    const char *arg; /* the option's value in the help; NULL: none, or the choices */

    /* help: the text of -h, completions and manual. One sentence without a full stop, with the
     * default in brackets at its end. more: further text of the manual, in the markup of
     * src/make_manual.py; NULL: none. Both may be NULL if another row has the same key. */
    const char *help, *more;
    size_t field, beside; /* offsets in the owner; beside: the count of a list, the choice, or a
                             bool that is true if the user set a value; 0: none */
    const char *const *choices; /* NULL-terminated */
    double def, min, max;
    const char *off; /* help of the option --no-KEY, which clears a flag; NULL: no such option */
    bool rare;       /* only 'COMMAND -h -v' lists the option */
    bool always;     /* written even if it is the default */
    bool required;   /* objects of a plan must have it */
    bool apart;      /* read separately from the other settings of a plan's job or cut */
    bool optional;   /* the option's value is optional, and follows '=' except for a number of
                        DBT_KIND_GROUND */
    bool of_fades;   /* only for a layer with fades, which a triangle lacks */
    bool of_clip;    /* a property of a cut's clip: also of the first clip, which has no cut */
    bool of_file;    /* also applies to a finished file, whose clips are not known */
} dbt_setting;

extern const dbt_setting dbt_settings[]; /* terminated by a row whose key is NULL */

/* Returns the setting with that key and owner; NULL: none. */
const dbt_setting *dbt_setting_find(const char *key, dbt_setting_of of);

/* Returns the DBT_IN_... bits of all objects that may have a key; 0: not a setting. */
unsigned dbt_setting_scopes(const char *key);

/* Returns the field of a setting in its owner's object. */
static inline void *dbt_setting_field(const dbt_setting *setting, void *object)
{
    return (char *)object + setting->field;
}

/* Returns the field of a setting in a constant object. */
static inline const void *dbt_setting_value(const dbt_setting *setting, const void *object)
{
    return (const char *)object + setting->field;
}

/* Sets the fields of an object's settings to their defaults. The object must be zeroed: fields
 * whose default is 0 are not written. */
void dbt_settings_set_defaults(dbt_setting_of of, void *object);

/* Reads a value from text[n] into the object; lists grow by one. A text, path or pattern is
 * borrowed and must end with NUL; of "GLOB=FACTOR" the pattern is copied into the stb_ds list
 * *strings. strings: may be NULL for kinds other than DBT_KIND_PROFILE. Sets the row's bool at
 * `beside` to true, if it has one, also on failure. Ignores DBT_KIND_STRUCTURE.
 *
 * Fails with DBT_E_PARAM, and then the field is undefined, except that a list does not change. The
 * message is the expected value, "a number from 0 to 1", or a sentence if dbt_setting_explains. */
DBT_CHECK bool dbt_setting_read(const dbt_setting *setting, const char *text, size_t n,
                                char ***strings, void *object, dbt_error *err);

/* Returns whether dbt_setting_read fails with a whole sentence. */
static inline bool dbt_setting_explains(const dbt_setting *setting)
{
    return setting->kind == DBT_KIND_TIME || setting->kind == DBT_KIND_CUT ||
           setting->kind == DBT_KIND_PROFILE;
}

/* Returns whether each cut may have a separate value on the command line, as in --at 1,2. */
bool dbt_setting_has_items(const dbt_setting *setting);

/* Appends a pattern, with its factor if the kind has one, to the list of a setting. The pattern is
 * borrowed; the caller frees the list with arrfree. */
void dbt_setting_add(const dbt_setting *setting, const char *glob, double factor, void *object);

/* Returns whether the user set the value, if the row has a bool for that at `beside` and is not
 * always written; otherwise whether it differs from the default. false for DBT_KIND_SKIP. */
bool dbt_setting_is_set(const dbt_setting *setting, const void *object);

/* Writes key and value, even a default one, as a member of the current JSON object; nothing for
 * DBT_KIND_SKIP and DBT_KIND_STRUCTURE. A text or path that is NULL is written as null. */
void dbt_setting_write(const dbt_setting *setting, const void *object, dbt_json_out *out);

/* Returns the number of values: the length of a list, otherwise 1. */
int dbt_setting_n_values(const dbt_setting *setting, const void *object);

/* Appends a value in the syntax of an option; nothing for DBT_KIND_SKIP and DBT_KIND_STRUCTURE.
 * index: of a list's element, from 0; ignored for other kinds. A text must not be NULL. */
void dbt_setting_show_value(const dbt_setting *setting, const void *object, int index,
                            dbt_buffer *out);

/* Appends all values of a setting in the syntax of an option, with commas between them. */
void dbt_setting_show(const dbt_setting *setting, const void *object, dbt_buffer *out);

/* Returns whether a command that dbtool prints must repeat a job's setting: it is not the default
 * and affects how clips are read, compared or resampled. */
bool dbt_setting_is_passed_on(const dbt_setting *setting, const dbt_job *job);

#endif

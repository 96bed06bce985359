/* The table of settings: all that can be said of a job, once. Options, their help, plan keys,
 * their checks and messages, what `batch -n` prints and the report's list of options come from
 * it. A new setting is one row in settings.c, and its use. */
#ifndef DBT_JOB_SETTINGS_H
#define DBT_JOB_SETTINGS_H

#include "base/json_write.h"
#include "job/job.h"

/* What a value is. In brackets: the type of the field. */
typedef enum dbt_setting_kind {
    DBT_KIND_PART,    /* a part of the plan's structure, or of the method: no field */
    DBT_KIND_TEXT,    /* (const char *) */
    DBT_KIND_PATH,    /* (const char *) a file; in a plan from the plan's folder */
    DBT_KIND_FLAG,    /* (bool) */
    DBT_KIND_NUMBER,  /* (double) from min to max */
    DBT_KIND_WHOLE,   /* (int) from min to max */
    DBT_KIND_COUNT,   /* (size_t) from min to max */
    DBT_KIND_CHOICE,  /* (int or enum) an index into choices; letters in any case */
    DBT_KIND_TIME,    /* (dbt_time) */
    DBT_KIND_CUT,     /* (dbt_time, with a dbt_time_choice beside it) of a cut: may be best */
    DBT_KIND_LENGTH,  /* (dbt_time) not from the end */
    DBT_KIND_GLOBS,   /* (const char **, with an int beside it) a list of shell patterns */
    DBT_KIND_PROFILE, /* (dbt_profile *, with an int beside it) patterns and factors */
    DBT_KIND_SKIP,    /* the same field: patterns whose factor is 0 */
} dbt_setting_kind;

/* What a setting is a part of, and so which struct has its field. */
typedef enum dbt_setting_of {
    DBT_OF_JOB,        /* dbt_job */
    DBT_OF_CUT,        /* dbt_segment */
    DBT_OF_LAYER,      /* dbt_layer */
    DBT_OF_LAYER_CLIP, /* dbt_layer_clip */
} dbt_setting_of;

/* Objects of a plan in which a key may stand. A bit each. */
enum {
    DBT_IN_PLAN = 1,
    DBT_IN_DEFAULTS = 2,
    DBT_IN_JOB = 4,
    DBT_IN_CUT = 8,
    DBT_IN_LAYER = 16,
    DBT_IN_LAYER_CLIP = 32,
    DBT_IN_PAIRS = 64,
};

/* Options are listed group by group. */
typedef enum dbt_setting_group {
    DBT_GROUP_NONE, /* no option, or one that commands list themselves */
    DBT_GROUP_SEQUENCE,
    DBT_GROUP_BEST,
    DBT_GROUP_AUTO,
    DBT_GROUP_MEASURE,
    DBT_GROUP_OUTPUT, /* listed by commands themselves */
    DBT_GROUP_READ,
} dbt_setting_group;

/* The default of a time that is `end`. */
#define DBT_DEFAULT_END (-1.0)

typedef struct dbt_setting {
    const char *key; /* in plans; the option's name has '-' for '_' */
    dbt_setting_kind kind;
    dbt_setting_of of;
    unsigned places; /* DBT_IN_...; 0: the command line alone */
    dbt_setting_group group;
    char letter;     /* of the option; 0: none */
    const char *arg; /* what the option expects; NULL: nothing, or one of the choices */
    const char *help;
    size_t field, beside;       /* offsets; beside: the list's count, the choice, or the bool
                                 * that says whether a value was given; 0: there is none */
    const char *const *choices; /* NULL-terminated */
    double def, min, max;
    bool rare;     /* few need the option: 'COMMAND -h -v' lists it */
    bool always;   /* written with its default, too */
    bool required; /* an object of a plan must have it */
    bool of_fades; /* of a layer that fades, which a triangle does not */
} dbt_setting;

extern const dbt_setting dbt_settings[];
extern const int dbt_n_settings;

/* The setting of that key and owner; NULL: none. */
const dbt_setting *dbt_setting_find(const char *key, dbt_setting_of of);

/* All places in which a key may stand; 0: it is no setting's. */
unsigned dbt_setting_places(const char *key);

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

/* Reads the n bytes of an option's value. Texts are borrowed, patterns of profiles copied into
 * job->strings. Fails with DBT_E_PARAM; the message names the option. */
DBT_CHECK bool dbt_setting_read_option(const dbt_setting *setting, const char *text, size_t n,
                                       dbt_job *job, void *object, dbt_error *err);

/* Whether the value was given, or is not the default. */
bool dbt_setting_is_set(const dbt_setting *setting, const void *object);

/* Writes key and value as a plan has them. */
void dbt_setting_write(const dbt_setting *setting, const void *object, dbt_json_out *out);

/* The value as an option has it. */
void dbt_setting_show(const dbt_setting *setting, const void *object, dbt_buffer *out);

/* Whether two objects have the same value; and a hash of it. */
bool dbt_setting_equal(const dbt_setting *setting, const void *a, const void *b);
uint64_t dbt_setting_hash(const dbt_setting *setting, const void *object, dbt_hash_key key);

/* Rewrites the options that a message names as the keys that a plan has: "--past-end hold"
 * becomes "past_end": "hold", in quotes. Options that are no keys stay. */
void dbt_settings_name_keys(char *msg, size_t size);

/* The choices with a separator between them, into out[size]. */
void dbt_choices_text(const char *const *choices, const char *separator, char *out, size_t size);

/* Appends to lists that settings own; *n counts. */
void dbt_globs_add(const char ***globs, int *n, const char *glob);
void dbt_profiles_add(dbt_profile **profiles, int *n, dbt_profile profile);

#endif

/* A tuning is a method with values for its parameters; read from text and written as text. */
#ifndef DBT_METHOD_TUNING_H
#define DBT_METHOD_TUNING_H

#include "base/json_write.h"
#include "base/text.h"
#include "method/method.h"

#include <stdint.h>

/* values: of the parameters of dbt_method_param_at; NAN: a common one that is not given. A duration
 * with in_frames is in frames of the output. file: the value of the parameter that is a file,
 * borrowed from the text. model: the contents of that file; the caller that opens files sets it. */
typedef struct dbt_tuning {
    const dbt_method *method;
    double values[DBT_MAX_PARAMS + DBT_N_COMMON];
    bool in_frames[DBT_MAX_PARAMS + DBT_N_COMMON];
    dbt_span file; /* begin NULL: not given */
    const struct dbt_model *model;
} dbt_tuning;

static inline bool dbt_tuning_is_auto(const dbt_tuning *tuning)
{
    return tuning->method->kind == DBT_METHOD_CHOICE;
}

/* A method with its default values. */
dbt_tuning dbt_tuning_default(const dbt_method *method);

/* Sets a parameter from text ("0.15", "150ms", "9f", "true", "linear", "none"). Fails with
 * DBT_E_PARAM; the message lists the parameters or the range. */
DBT_CHECK bool dbt_tuning_set(dbt_tuning *tuning, const char *name, const char *value,
                              dbt_error *err);

/* The same; as: what messages call the parameter, such as "option '--blend-time'". */
DBT_CHECK bool dbt_tuning_set_as(dbt_tuning *tuning, const char *name, const char *as,
                                 dbt_span value, dbt_error *err);

/* Sets parameters from "key=value,key=value". */
DBT_CHECK bool dbt_tuning_set_list(dbt_tuning *tuning, const char *text, dbt_error *err);

/* Reads "name" or "name:key=value,key=value". */
DBT_CHECK bool dbt_tuning_parse(dbt_tuning *tuning, const char *text, dbt_error *err);

/* The size of the first of several such texts, which are separated by commas. A piece "key=value"
 * without a colon belongs to the method before it. */
size_t dbt_tuning_item_size(const char *list);

/* The method that such a text names; NULL with err if there is none. */
const dbt_method *dbt_method_named(const char *text, dbt_error *err);

/* Sets the default settings of an engine, by name ("unreal"). Fails with DBT_E_PARAM; the message
 * suggests a name. */
DBT_CHECK bool dbt_tuning_preset(dbt_tuning *tuning, const char *name, dbt_error *err);

/* Converts durations in frames to seconds; dt: seconds per frame, 0 if there is no output. Fails
 * with DBT_E_PARAM if frames have no output, or if a value is out of range. */
DBT_CHECK bool dbt_tuning_resolve(dbt_tuning *tuning, double dt, dbt_error *err);

/* The name of a preset, counted from 0; NULL after the last. */
const char *dbt_preset_name(int index);

/* The name of the preset that has exactly these settings; NULL: none. */
const char *dbt_preset_of(const dbt_tuning *tuning);

/* Checks the parameters together: order of half-lives, a file that is required. */
DBT_CHECK bool dbt_tuning_check(const dbt_tuning *tuning, dbt_error *err);

/* Whether a parameter has a value, which its own always have. */
static inline bool dbt_tuning_has(const dbt_tuning *tuning, int param)
{
    return !isnan(tuning->values[param]);
}

/* Whether methods and all values are equal; files are compared by path. */
bool dbt_tuning_equal(const dbt_tuning *a, const dbt_tuning *b);

/* The value of a parameter; fallback if the method lacks it, or if it has none. */
double dbt_tuning_get(const dbt_tuning *tuning, const char *name, double fallback);

/* The value of the parameter that is the method's duration; 0 for a jump. */
double dbt_tuning_duration(const dbt_tuning *tuning);

/* The length in seconds of a transition whose duration is scaled by factor: from the cut or the end
 * of its gap, 0 for a jump; the length that it counts as when it is compared with others; and the
 * length before the cut. */
double dbt_tuning_seconds(const dbt_tuning *tuning, double factor);
double dbt_tuning_compared_seconds(const dbt_tuning *tuning, double factor);
double dbt_tuning_before(const dbt_tuning *tuning, double factor);

/* Compares two values of a parameter, which may be a file. Negative, 0 or positive. */
int dbt_tuning_compare(const dbt_tuning *a, const dbt_tuning *b, int param);

/* Appends a parameter's value as it is read. */
void dbt_tuning_format(const dbt_tuning *tuning, int param, dbt_buffer *out);

/* Writes a value as text: a number without unit, true or false, a choice's name, "none". */
void dbt_param_format(const dbt_param *param, double value, char *out, size_t size);

/* Adds the method and all its parameters as dbt_tuning_parse reads them, defaults included; common
 * parameters only if they are given. */
void dbt_tuning_text(const dbt_tuning *tuning, dbt_buffer *out);

/* Adds a short name: the preset that has these values; or the method with those of its parameters
 * that `shown` has a bit for, and with common parameters that are given. */
void dbt_tuning_name(const dbt_tuning *tuning, uint32_t shown, dbt_buffer *out);

/* Writes the same parameters as members of the open object. */
void dbt_tuning_write(const dbt_tuning *tuning, dbt_json_out *out);

#endif

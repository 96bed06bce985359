/* A tuning is a method with values for its parameters; read from text and written as text. */
#ifndef DBT_METHOD_TUNING_H
#define DBT_METHOD_TUNING_H

#include "base/json_write.h"
#include "base/text.h"
#include "method/method.h"

#include <stdint.h>

/* A method with values for its parameters, by index as for dbt_method_param_at. values: NAN: no
 * value. in_frames: the value is a duration in frames of the output. file: the value of the
 * parameter that is a file, borrowed from the text. model: the contents of that file, borrowed; set
 * by the caller that opens files; may be NULL. */
typedef struct dbt_tuning {
    const dbt_method *method;
    double values[DBT_MAX_PARAMS + DBT_N_COMMON];
    bool in_frames[DBT_MAX_PARAMS + DBT_N_COMMON];
    dbt_span file; /* begin NULL: no value */
    const struct dbt_model *model;
} dbt_tuning;

/* Whether the method is a choice, which is replaced by one of its candidates. */
static inline bool dbt_tuning_is_auto(const dbt_tuning *tuning)
{
    return tuning->method->kind == DBT_METHOD_CHOICE;
}

/* Returns a method with its default values; common parameters have none. */
dbt_tuning dbt_tuning_default(const dbt_method *method);

/* Sets a parameter from text ("0.15", "150ms", "9f", "true", "linear", "none"). '-' and '_' are
 * equal in `name`. A file's text is borrowed, and `model` becomes NULL. Fails with DBT_E_PARAM: the
 * method lacks the parameter (nothing changes), or the value is malformed or out of range (the
 * value may be changed). The message lists the parameters or the range. */
DBT_CHECK bool dbt_tuning_set(dbt_tuning *tuning, const char *name, const char *value,
                              dbt_error *err);

/* Sets a parameter and fails like dbt_tuning_set: DBT_E_PARAM, the value may be changed; the text
 * of a file is borrowed. as: the parameter's name in messages, such as "option '--blend-time'". */
DBT_CHECK bool dbt_tuning_set_as(dbt_tuning *tuning, const char *name, const char *as,
                                 dbt_span value, dbt_error *err);

/* Sets parameters from "key=value,key=value". Fails with DBT_E_PARAM, also at an empty text; those
 * before the fault are then set, but none if an entry has no '='. */
DBT_CHECK bool dbt_tuning_set_list(dbt_tuning *tuning, const char *text, dbt_error *err);

/* Reads a tuning from "name" or "name:key=value,key=value". Does not check it with
 * dbt_tuning_check. Fails with DBT_E_PARAM; *tuning is unchanged if the name is the fault. */
DBT_CHECK bool dbt_tuning_parse(dbt_tuning *tuning, const char *text, dbt_error *err);

/* Returns the size in bytes of the first tuning in `list`, whose tunings are separated by commas,
 * without the comma after it. A piece "key=value" without a colon belongs to the method before it.
 */
size_t dbt_tuning_item_size(const char *list);

/* Returns the method that a tuning's text names. NULL with err (DBT_E_PARAM): there is none, it is
 * a preset, or parameters follow a comma instead of a colon. */
const dbt_method *dbt_method_named(const char *text, dbt_error *err);

/* Sets the default settings of an engine, by name ("unreal"). Fails with DBT_E_PARAM, with *tuning
 * unchanged; the message suggests a name. */
DBT_CHECK bool dbt_tuning_preset(dbt_tuning *tuning, const char *name, dbt_error *err);

/* Converts the method's durations in frames to seconds, and then checks the tuning. dt: seconds per
 * frame, 0 if there is no output. Fails with DBT_E_PARAM if a duration is in frames without an
 * output, if one is out of range, or as dbt_tuning_check; some values are then converted. */
DBT_CHECK bool dbt_tuning_resolve(dbt_tuning *tuning, double dt, dbt_error *err);

/* Returns the name of a preset, counted from 0; NULL after the last. */
const char *dbt_preset_name(int index);

/* Returns the name of the preset that equals the tuning; NULL: there is none. */
const char *dbt_preset_of(const dbt_tuning *tuning);

/* Checks the values of the parameters together: order of half-lives, a file that is required. While
 * a duration is in frames, the order is not checked. Fails with DBT_E_PARAM. */
DBT_CHECK bool dbt_tuning_check(const dbt_tuning *tuning, dbt_error *err);

/* Whether a parameter has a value. A common parameter or an optional file may lack one. */
static inline bool dbt_tuning_has(const dbt_tuning *tuning, int param)
{
    return !isnan(tuning->values[param]);
}

/* Whether the methods and all values are equal; files are compared by path. */
bool dbt_tuning_equal(const dbt_tuning *a, const dbt_tuning *b);

/* Returns the value of a parameter; `fallback` if the method lacks it or it has no value. */
double dbt_tuning_get(const dbt_tuning *tuning, const char *name, double fallback);

/* Returns the value of the parameter that is the method's duration, seconds; 0 for a jump. */
double dbt_tuning_duration(const dbt_tuning *tuning);

/* Returns the length, seconds, of a transition from the cut or the end of its gap; 0 for a jump.
 * factor scales the method's duration. */
double dbt_tuning_seconds(const dbt_tuning *tuning, double factor);

/* Returns the length, seconds, as dbt_tuning_seconds does, to be used when methods are compared
 * over one window. */
double dbt_tuning_compared_seconds(const dbt_tuning *tuning, double factor);

/* Returns the length, seconds, of a transition before its cut; 0 if the method lacks `before`.
 * factor scales it. */
double dbt_tuning_before(const dbt_tuning *tuning, double factor);

/* Compares the values of a parameter in a and b, which have one method. Negative, 0 or positive. No
 * value is before any value, frames are after the same number of seconds, and files are ordered by
 * the path's length, then its bytes. */
int dbt_tuning_compare(const dbt_tuning *a, const dbt_tuning *b, int param);

/* Appends a parameter's value, nine digits of a number, as text that dbt_tuning_set reads. The
 * parameter must have a value, unless it is a file. */
void dbt_tuning_format(const dbt_tuning *tuning, int param, dbt_buffer *out);

/* Writes a value as text into out[size]: a number without unit, true or false, a choice's name,
 * "none" if it is infinite. Of a file ignores the value: "required", or "none" if it is optional.
 */
void dbt_param_format(const dbt_param *param, double value, char *out, size_t size);

/* Appends the method and all parameters that have a value, defaults included, as dbt_tuning_parse
 * reads them: "dead-decay:blend_time=0.2,curve=linear". */
void dbt_tuning_text(const dbt_tuning *tuning, dbt_buffer *out);

/* Appends a short name: the preset that equals the tuning; else the method with the parameters
 * whose bit is set in `shown`, and the common ones that have a value. shown: bit i is params[i] of
 * the method, which must have a value unless it is a file. */
void dbt_tuning_name(const dbt_tuning *tuning, uint32_t shown, dbt_buffer *out);

/* Writes all parameters that have a value, but not the method's name, as members of the open JSON
 * object. Strings: choices, files, durations in frames and "none". */
void dbt_tuning_write(const dbt_tuning *tuning, dbt_json_out *out);

#endif

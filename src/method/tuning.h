/* Tunings: a method with values for its parameters, from text and as text. */
#ifndef DBT_METHOD_TUNING_H
#define DBT_METHOD_TUNING_H

#include "base/json_write.h"
#include "base/text.h"
#include "method/method.h"

/* values are in the method's order, a duration with in_frames in frames of the output; file is that
 * of the one that is a file, borrowed from the text that it was read from, and model what is in it,
 * which whoever opens files adds. */
typedef struct dbt_tuning {
    const dbt_method *method;
    double values[DBT_MAX_PARAMS];
    bool in_frames[DBT_MAX_PARAMS];
    double common[DBT_N_COMMON]; /* of those that are given */
    bool has_common[DBT_N_COMMON];
    dbt_span file; /* begin NULL: none given */
    const struct dbt_model *model;
} dbt_tuning;

/* The method with its defaults. */
dbt_tuning dbt_tuning_default(const dbt_method *method);

/* Sets one parameter from text ("0.15", "150ms", "9f", "true", "linear", "none").
 * Fails with DBT_E_PARAM, listing what the method takes or the range. */
DBT_CHECK bool dbt_tuning_set(dbt_tuning *tuning, const char *name, const char *value,
                              dbt_error *err);

/* Sets parameters from "key=value,key=value". */
DBT_CHECK bool dbt_tuning_set_list(dbt_tuning *tuning, const char *text, dbt_error *err);

/* Reads "name" or "name:key=value,key=value". */
DBT_CHECK bool dbt_tuning_parse(dbt_tuning *tuning, const char *text, dbt_error *err);

/* Bytes of the first of several such texts with commas between. A piece "key=value" without a colon
 * belongs to the method before it. */
size_t dbt_tuning_item_size(const char *list);

/* The method that such a text names; NULL with err where there is none. */
const dbt_method *dbt_method_named(const char *text, dbt_error *err);

/* The settings that an engine ships with, by name ("unreal"). Fails with
 * DBT_E_PARAM, suggesting one. */
DBT_CHECK bool dbt_tuning_preset(dbt_tuning *tuning, const char *name, dbt_error *err);

/* Has frames as seconds, dt each; dt 0 where there is no output, whose frames they would be.
 * Fails with DBT_E_PARAM where there are any then, or one is out of range. */
DBT_CHECK bool dbt_tuning_resolve(dbt_tuning *tuning, double dt, dbt_error *err);

/* The name of a preset, counted from 0; NULL after the last. */
const char *dbt_preset_name(int index);

/* What only shows when all parameters are set: half-lives in order, a file given. */
DBT_CHECK bool dbt_tuning_check(const dbt_tuning *tuning, dbt_error *err);

/* The value of a parameter that all methods have; fallback where it is not given. */
double dbt_tuning_common(const dbt_tuning *tuning, dbt_common_param param, double fallback);

/* Its text; false where it is not given. */
bool dbt_tuning_common_text(const dbt_tuning *tuning, int param, char *out, size_t size);

/* Whether the method and all values are the same; a file counts by its path. */
bool dbt_tuning_equal(const dbt_tuning *a, const dbt_tuning *b);

/* The value of a parameter; fallback where the method lacks it. */
double dbt_tuning_get(const dbt_tuning *tuning, const char *name, double fallback);

/* A parameter's value as it is read. */
void dbt_tuning_format(const dbt_tuning *tuning, int param, char *out, size_t size);

/* A value as text: unit-less number, true/false, a choice's name, "none". */
void dbt_param_format(const dbt_param *param, double value, char *out, size_t size);

/* Adds the method and all its parameters as dbt_tuning_parse reads them, defaults included; of the
 * common ones those that are given. */
void dbt_tuning_text(const dbt_tuning *tuning, dbt_buffer *out);

/* Writes the same parameters as members of the object that is open. */
void dbt_tuning_write(const dbt_tuning *tuning, dbt_json_out *out);

#endif

/* dbtool methods: lists the transition methods and writes their responses. */
#include "base/json_write.h"
#include "base/mem.h"
#include "base/number.h"
#include "method/candidates.h"
#include "method/response.h"
#include "cli/job_args.h"

#include <stdio.h>
#include <string.h>

typedef struct methods_args {
    cli_job_args job;     /* its only file is the name of a method; none: all methods */
    const char *response; /* the text of --response; NULL: not given */
    int json;             /* index of --format: 0 text, 1 JSON */
    bool has_format;
} methods_args;

static const cli_option methods_options[] = {
    { 0, "response", "x0=X,v0=V",
      "print a CSV of t,x,v: how the method moves a value that starts at X with velocity V to 0",
      CLI_TEXT(methods_args, response),
      .more = "The CSV has 101 lines from the beginning to the end of the transition, in units "
              "and seconds; t is negative before the cut. A method that changes at once has one "
              "line." },
    CLI_SETTING_HELP("blend_time", "length of the transition (0.2)"),
    CLI_SETTING("preset"),
    { 0, "format", NULL, "format of the list (text)",
      CLI_CHOICE(methods_args, json, "text", "json"), CLI_GIVEN(methods_args, has_format) },
    { 0 },
};

enum { RESPONSE_STEPS = 100 };

/* ---- lists ---- */

/* Prints two lines about a parameter to stdout: name, unit, default and range; help. */
static void print_param(const dbt_param *param)
{
    char def[40], low[40], high[40];
    dbt_param_format(param, param->def, def, sizeof def);
    dbt_param_format(param, param->min, low, sizeof low);
    dbt_param_format(param, param->max, high, sizeof high);
    printf("  %-21s %-8s", param->name, param->unit ? param->unit : "");
    if (param->type == DBT_PARAM_NUMBER)
        printf(isinf(param->max) ? " %-10s %s or more, or none\n" : " %-10s %s to %s\n", def, low,
               high);
    else if (param->type == DBT_PARAM_BOOL)
        printf(" %-10s true or false\n", def);
    else if (param->type == DBT_PARAM_FILE)
        printf(" %-10s a file\n", def);
    else {
        printf(" %-10s ", def);
        for (int i = 0; param->choices[i]; i++)
            printf("%s%s", i ? ", " : "", param->choices[i]);
        putchar('\n');
    }
    printf("  %-21s %s\n", "", param->help);
}

/* Prints the candidates of auto in their order to stdout, under a heading those without and those
 * with a gap. tuning: of auto. json: adds two lists of them to the open object instead; NULL:
 * prints. Fails as dbt_candidates_at; some text may be printed or added then. */
static bool list_candidates(const dbt_tuning *tuning, dbt_json_out *json, dbt_error *err)
{
    static const char *const headings[] = { "Candidates:", "Over a gap:" }, *const keys[] = {
        "candidates", "candidates_over_a_gap"
    };
    bool ok = true;
    for (int gap = 0; ok && gap < 2; gap++) {
        dbt_tuning *candidates = NULL;
        ok = dbt_candidates_at(NULL, tuning, gap, &candidates, err);
        if (json)
            dbt_json_begin(json, keys[gap], '[');
        else
            printf("\n%s\n", headings[gap]);
        for (ptrdiff_t i = 0; ok && i < arrlen(candidates); i++) {
            dbt_buffer text = { 0 };
            dbt_tuning_text(&candidates[i], &text);
            if (json) {
                dbt_json_line(json, 4);
                dbt_json_end_section(json, NULL, &text);
            } else if (ok) {
                printf("  %s\n", text.bytes);
            }
            dbt_buffer_release(&text);
        }
        if (json)
            dbt_json_end(json, ']');
        arrfree(candidates);
    }
    return ok;
}

/* Returns method `index` of the list: 0 is the default method, 1 to dbt_n_methods the others. */
static const dbt_method *listed(int index)
{
    return index == 0 ? dbt_method_find(dbt_default_method, NULL) : dbt_methods[index - 1];
}

/* Adds a parameter of a method to the open list, as an object on a new line. The default of a file
 * is null; an infinite default is the text "none". */
static void add_json_param(dbt_json_out *json, const dbt_param *param)
{
    static const char *const types[] = { "number", "boolean", "choice", "file" };
    char text[40];
    dbt_json_begin_line(json, 4, NULL, '{');
    dbt_json_add_text(json, "name", param->name);
    dbt_json_add_text(json, "type", types[param->type]);
    dbt_json_add_text(json, "unit", param->unit);
    dbt_param_format(param, param->def, text, sizeof text);
    if (param->type == DBT_PARAM_FILE)
        dbt_json_add_text(json, "default", NULL);
    else if (param->type == DBT_PARAM_CHOICE || isinf(param->def))
        dbt_json_add_text(json, "default", text);
    else
        dbt_buffer_text(dbt_json_value(json, "default"), text);
    if (param->type == DBT_PARAM_NUMBER) {
        dbt_json_add_number(json, "min", param->min, 9);
        dbt_json_add_number(json, "max", param->max, 9);
    }
    if (param->type == DBT_PARAM_CHOICE) {
        dbt_json_begin(json, "choices", '[');
        for (int i = 0; param->choices[i]; i++)
            dbt_json_add_text(json, NULL, param->choices[i]);
        dbt_json_end(json, ']');
    }
    dbt_json_add_text(json, "help", param->help);
    dbt_json_end(json, '}');
}

/* Adds a method as an object: texts, parameters and their defaults. tuning: of the method; if it is
 * auto, its candidates are added, too; NULL: none are. Fails as list_candidates; the object is then
 * incomplete. */
static bool add_json_method(dbt_json_out *json, const dbt_method *method, const dbt_tuning *tuning,
                            dbt_error *err)
{
    dbt_json_begin(json, NULL, '{');
    dbt_json_add_text(json, "name", method->name);
    dbt_json_add_text(json, "summary", method->summary);
    dbt_json_add_text(json, "details", method->details);
    dbt_json_add_text(json, "source", method->source);
    dbt_json_begin(json, "parameters", '[');
    for (int i = 0; i < method->n_params; i++)
        add_json_param(json, &method->params[i]);
    dbt_json_end(json, ']');
    const bool ok = !tuning || !dbt_tuning_is_auto(tuning) || list_candidates(tuning, json, err);
    dbt_json_end(json, '}');
    return ok;
}

/* Prints to stdout as JSON the method of `only`, with the candidates of auto, or, if only->method
 * is NULL, a list of all methods without candidates. Fails as list_candidates, and then prints
 * nothing. */
static bool print_json(const dbt_tuning *only, dbt_error *err)
{
    dbt_buffer out = { 0 };
    dbt_json_out json = { .out = &out };
    bool ok = true;
    if (only->method) {
        ok = add_json_method(&json, only->method, only, err);
    } else {
        dbt_json_begin(&json, NULL, '[');
        for (int i = 0; ok && i <= dbt_n_methods; i++) {
            if (i > 0)
                dbt_json_line(&json, 1);
            ok = add_json_method(&json, listed(i), NULL, err);
        }
        dbt_json_end(&json, ']');
    }
    if (ok)
        puts(out.bytes);
    dbt_buffer_release(&out);
    return ok;
}

/* ---- the response ---- */

/* Reads "x0=1,v0=-5" into *x0 and *v0, values from -1e9 to 1e9; a missing value is 0, of a repeated
 * one the last counts. Fails with DBT_E_PARAM for another name or value; *x0 and *v0 are then
 * undefined. */
static bool read_response(const char *text, double *x0, double *v0, dbt_error *err)
{
    *x0 = *v0 = 0.0;
    for (const char *p = text;; p++) {
        const char *end = p + strcspn(p, ",");
        double *value = strncmp(p, "x0=", 3) == 0 ? x0 : strncmp(p, "v0=", 3) == 0 ? v0 : NULL;
        if (!value || dbt_number_read(p + 3, end, value) != end || fabs(*value) > 1e9)
            return dbt_fail(err, DBT_E_PARAM,
                            "option '--response' expects x0=NUMBER,v0=NUMBER, found '%.60s'", text);
        if (*end == '\0')
            return true;
        p = end;
    }
}

/* Prints the response of the options' method to stdout, as CSV with a header: RESPONSE_STEPS + 1
 * rows from the transition's begin (t <= 0; the cut is 0) to its end, or one row for a jump.
 * m->response: not NULL. Fails with DBT_E_PARAM for auto, for methods that move the whole body and
 * for lengths in frames; as cli_tuning_read and read_response. Then prints nothing.
 */
static bool print_response(const methods_args *m, dbt_error *err)
{
    dbt_tuning tuning;
    double x0, v0;
    if (!cli_tuning_read(&m->job, &tuning, err) || !dbt_tuning_resolve(&tuning, 0.0, err) ||
        !read_response(m->response, &x0, &v0, err))
        return false;
    if (dbt_tuning_is_auto(&tuning))
        return dbt_fail(err, DBT_E_PARAM,
                        "auto has no response of its own; name one of its candidates");
    if (tuning.method->fits)
        return dbt_fail(err, DBT_E_PARAM,
                        "%s has no response: it moves the whole body, not a single joint",
                        tuning.method->name);
    dbt_response_point points[RESPONSE_STEPS + 1];
    const size_t n = dbt_response(&tuning, x0, v0, RESPONSE_STEPS, points);
    puts("t,x,v");
    for (size_t i = 0; i < n; i++)
        printf("%.9g,%.9g,%.9g\n", points[i].t, points[i].x, points[i].v);
    return true;
}

/* ---- */

/* Prints to standard output all methods, the named method with its parameters, or with --response
 * the method's response as CSV. Adds the positional argument to the options, as --method. Fails
 * with DBT_E_PARAM for two methods, --response without a method or with --format, and parameters
 * without --response; as cli_tuning_values, print_response and list_candidates. */
static bool list_methods(methods_args *m, dbt_error *err)
{
    const char **names = m->job.files; /* the positional argument is a method */
    if (arrlen(names) > 1)
        return dbt_fail(err, DBT_E_PARAM, "expected one method, found two: '%s' and '%s'", names[0],
                        names[1]);
    if (arrlen(names) > 0)
        cli_add_setting(&m->job, "method", names[0]);
    const bool named = cli_given_value(&m->job, "method") || cli_given_value(&m->job, "preset");
    dbt_tuning tuning = { .method = NULL };
    bool has_params = false;
    for (ptrdiff_t i = 0; i < arrlen(m->job.given); i++)
        has_params = has_params || cli_is_param(&m->job.given[i]);
    if (!m->response && has_params)
        return dbt_fail(err, DBT_E_PARAM, "parameters have no effect without '--response'");
    if (m->response && m->has_format)
        return dbt_fail(err, DBT_E_PARAM, "'--response' prints CSV: expected no '--format'");
    if (m->response && !named)
        return dbt_fail(err, DBT_E_PARAM, "option '--response' needs the name of a method");
    if (m->response)
        return print_response(m, err);
    if (named && !cli_tuning_values(&m->job, &tuning, err))
        return false;
    if (m->json)
        return print_json(&tuning, err);
    const dbt_method *method = tuning.method;
    if (method) {
        printf("%s: %s\n\n%s\nSource: %s.\n", method->name, method->summary, method->details,
               method->source);
        if (method->n_params > 0)
            printf("\n  %-21s %-8s %-10s %s\n", "parameter", "unit", "default", "range");
        for (int i = 0; i < method->n_params; i++)
            print_param(&method->params[i]);
    } else {
        for (int i = 0; i <= dbt_n_methods; i++)
            printf("%-20s %s\n", listed(i)->name, listed(i)->summary);
        printf("\n'dbtool methods NAME' lists its parameters; --response shows its curve.\n");
    }
    return !method || !dbt_tuning_is_auto(&tuning) || list_candidates(&tuning, NULL, err);
}

static int run_methods(void *args, dbt_error *err)
{
    return cli_status(list_methods(args, err));
}

const cli_command cli_command_methods = {
    .name = "methods",
    .summary = "list the transition methods, their parameters and responses",
    .reads_patterns = true,
    .usage = "[NAME] [--response x0=X,v0=V] [--format text|json]",
    .options = (const cli_option *const[]){ methods_options, cli_common_options, NULL },
    .has_method_params = true,
    .example = "dbtool methods inertialize-quintic --response x0=1,v0=-5",
    CLI_ARGUMENTS(methods_args),
    .run = run_methods,
};

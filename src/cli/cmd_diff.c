/* dbtool diff: compares two tables of metrics. */
#include "base/mem.h"
#include "base/number.h"
#include "base/pattern.h"
#include "cli/job_args.h"
#include "diff/diff_report.h"
#include "host/matching_files.h"
#include "host/output.h"
#include "host/file_identity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct diff_args {
    cli_job_args job;           /* its files are OLD and NEW, which may be missing */
    dbt_diff_spec spec;         /* complete when the comparison begins */
    char *methods[DBT_N_SIDES]; /* owned; NULL: all */
    const char **columns;       /* stb_ds list of globs */
    const char **joints;        /* stb_ds list of globs */
    const char **floors;        /* stb_ds list of NAME=VALUE */
    int top;
    int format; /* index into formats */
    const char *output;
    /* Of a single argument only those of OLD: */
    char **paths[DBT_N_SIDES];      /* stb_ds lists, owned */
    dbt_input *inputs[DBT_N_SIDES]; /* stb_ds lists, owned; they borrow from paths */
} diff_args;

/* Returns the end of the first of two methods: the first comma without a parameter after it,
 * because commas also separate parameters. NULL: only one method. */
static const char *method_end(const char *text)
{
    const char *comma = text;
    while ((comma = strchr(comma, ','))) {
        const char *piece = comma + 1;
        const size_t n = strcspn(piece, ",");
        const size_t equals = strcspn(piece, "="), colon = strcspn(piece, ":");
        if (equals >= n || colon < equals)
            return comma;
        comma = piece;
    }
    return NULL;
}

/* Reads "A,B" into char *member[DBT_N_SIDES], copies that release() frees. Frees those of an
 * earlier option. Fails with DBT_E_PARAM unless there are two methods; member is then unchanged.
 * Does not check that the methods exist. */
static bool read_methods(void *member, const cli_argument *argument, dbt_error *err)
{
    char **methods = member;
    const char *text = argument->value, *end = method_end(text);
    if (!end || end == text || end[1] == '\0' || method_end(end + 1))
        return dbt_fail(err, DBT_E_PARAM,
                        "option '--methods' expects two methods as A,B, found '%.100s'", text);
    for (int side = 0; side < DBT_N_SIDES; side++)
        dbt_free(methods[side]);
    methods[DBT_OLD] = dbt_copy_text(text);
    methods[DBT_OLD][end - text] = '\0';
    methods[DBT_NEW] = dbt_copy_text(end + 1);
    return true;
}

static const cli_option diff_options[] = {
    { 0, "methods", "A,B",
      "compare method A in OLD with method B in NEW, or in OLD if NEW is not given",
      CLI_READ(diff_args, methods, read_methods), .more = "Write parameters as in the table." },
    { 0, "column", "GLOB", "compare the columns that match; repeatable (all except *_ref_*)",
      CLI_TEXTS(diff_args, columns) },
    { 0, "joint", "GLOB",
      "compare the joints that match; repeatable; '\\*' is the row for all joints together (all)",
      CLI_TEXTS(diff_args, joints), .more = "Rows of other joints may be missing." },
    { 0, "floor", "NAME=VALUE",
      "ignore changes up to VALUE; NAME is a unit or a column, such as deg/s3=500",
      CLI_TEXTS(diff_args, floors),
      .more = "A column has priority over its unit. May be repeated. See {CHANGES}." },
    { 0, "fail-above", "PERCENT", "exit 1 if any value is worse by more than this",
      CLI_NUMBER(diff_args, spec.fail_above, 0, 1e9), CLI_GIVEN(diff_args, spec.gated),
      .more = "Tables without a value in common fail, too." },
    { 0, "fail-missing", NULL, "exit 1 if NEW lacks rows or values of OLD",
      CLI_FLAG(diff_args, spec.fail_missing) },
    { 0, "top", "N", "list the N worst and best of each column (3)",
      CLI_WHOLE(diff_args, top, 0, 1000000) },
    { 0, "format", NULL, "format of the report (text)",
      CLI_CHOICE(diff_args, format, "text", "markdown", "json", "junit"),
      .more = "See {REPORTS}." },
    { 'o', "output", "FILE", "write the report here (standard output)",
      CLI_OUTPUT(diff_args, output) },
    { 0 },
};

static const dbt_diff_format *const formats[] = { &dbt_diff_as_text, &dbt_diff_as_markdown,
                                                  &dbt_diff_as_json, &dbt_diff_as_junit };

/* ---- columns and floors ---- */

/* Sets a->spec.columns to the columns of --column; without it, to the judged ones. Fails as
 * dbt_metric_parse if a pattern matches no metric. */
static bool choose_columns(diff_args *a, dbt_error *err)
{
    for (int m = 0; m < DBT_N_METRICS; m++)
        a->spec.columns[m] = arrlen(a->columns) == 0 && dbt_metric_infos[m].judged;
    for (ptrdiff_t i = 0; i < arrlen(a->columns); i++) {
        bool any = false;
        for (int m = 0; m < DBT_N_METRICS; m++)
            if (dbt_pattern_matches(a->columns[i], dbt_metric_infos[m].name))
                any = a->spec.columns[m] = true;
        if (!any)
            return dbt_metric_parse(a->columns[i], strlen(a->columns[i]), err) >= 0;
    }
    return true;
}

/* Fails with DBT_E_PARAM if a pattern of --column matches no column of either table, which would
 * always pass. */
static bool check_columns(const diff_args *a, const dbt_diff *diff, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(a->columns); i++) {
        bool any = false;
        for (int m = 0; m < DBT_N_METRICS; m++)
            any = any || ((diff->sides[DBT_OLD].has[m] || diff->sides[DBT_NEW].has[m]) &&
                          dbt_pattern_matches(a->columns[i], dbt_metric_infos[m].name));
        if (!any)
            return dbt_fail(err, DBT_E_PARAM, "neither OLD nor NEW has a column '%.100s'",
                            a->columns[i]);
    }
    return true;
}

/* Fails with DBT_E_PARAM: text[n], the name of a --floor, is no unit and no column. The message
 * suggests one. Always returns false. */
static bool fail_floor(const char *text, size_t n, dbt_error *err)
{
    const char *names[2 * DBT_N_METRICS];
    char asked[64];
    for (int m = 0; m < DBT_N_METRICS; m++) {
        names[2 * m] = dbt_metric_infos[m].unit;
        names[2 * m + 1] = dbt_metric_infos[m].name;
    }
    snprintf(asked, sizeof asked, "%.*s", n < sizeof asked ? (int)n : 63, text);
    const char *nearest = dbt_nearest_name(asked, names, 2 * DBT_N_METRICS);
    return dbt_fail(err, DBT_E_PARAM, "option '--floor': no unit or column '%s'%s%s%s", asked,
                    nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

/* Sets a->spec.floors, those of all columns: that of --floor for the column, else of --floor for
 * its unit, in any order of options, else the default. Of equal names the last counts. Fails with
 * DBT_E_PARAM unless each is NAME=VALUE with a known name and a finite value of 0 or more. */
static bool set_floors(diff_args *a, dbt_error *err)
{
    double *floors = a->spec.floors;
    for (int m = 0; m < DBT_N_METRICS; m++)
        floors[m] = dbt_diff_floor((dbt_metric)m);
    for (int pass = 0; pass < 2; pass++) {
        for (ptrdiff_t i = 0; i < arrlen(a->floors); i++) {
            const char *text = a->floors[i], *equals = strrchr(text, '=');
            const char *end = text + strlen(text);
            double floor;
            if (!equals || dbt_number_read(equals + 1, end, &floor) != end || !(floor >= 0.0) ||
                isinf(floor))
                return dbt_fail(err, DBT_E_PARAM,
                                "option '--floor' expects NAME=VALUE, as deg/s3=500, found '%.60s'",
                                text);
            const size_t n = (size_t)(equals - text);
            const int metric = dbt_metric_find(text, n);
            if (pass == 0 && metric < 0 && !dbt_diff_set_floors(floors, text, n, floor))
                return fail_floor(text, n, err);
            if (pass == 1 && metric >= 0)
                floors[metric] = floor;
        }
    }
    return true;
}

/* ---- the report ---- */

/* Writes the report to the output: sets the report's `sink` and `colour`, and releases its `out`.
 * If the output is not standard output, prints totals and verdict to stderr, unless -q. Fails with
 * DBT_E_IO, or as dbt_input_check if an input has changed; an output file is then unchanged.
 * A comparison that fails is no failure. */
static bool write_report(const diff_args *a, dbt_diff_report *report, dbt_error *err)
{
    const dbt_diff_format *format = formats[a->format];
    dbt_output *output = dbt_output_open(a->output, false, err);
    if (!output)
        return false;
    report->sink = dbt_output_sink(output);
    report->colour = format == &dbt_diff_as_text && dbt_may_colour(a->output);
    dbt_diff_write(report, format);
    dbt_buffer_flush(&report->out, &report->sink, 1);
    bool ok = dbt_output_complete(output, err);
    for (int side = 0; side < DBT_N_SIDES; side++)
        for (ptrdiff_t i = 0; ok && i < arrlen(a->inputs[side]); i++)
            ok = dbt_input_check(&a->inputs[side][i], err);
    ok = ok && dbt_output_commit(output, err);
    dbt_output_free(output);
    if (ok && !a->job.verbosity.quiet && !dbt_is_dash(a->output)) {
        dbt_buffer line = { 0 }, verdict = { 0 };
        dbt_buffer_format(&line, "%s: ", a->output);
        dbt_diff_add_totals(report, &line);
        dbt_diff_add_verdict(report, &verdict);
        if (verdict.size > 0)
            dbt_buffer_format(&line, "; %s", verdict.bytes);
        dbt_print_line(&line);
        dbt_buffer_release(&verdict);
    }
    dbt_buffer_release(&report->out);
    return ok;
}

/* Reads the files of a side into a->paths and a->inputs, in the order of their names: a file,
 * standard input ("-"), all *.csv of a folder, or else the files that match a glob. Prints warnings
 * unless -q, also on failure. Fails as dbt_list_files, dbt_input_read or dbt_report_warnings. */
static bool read_side(diff_args *a, int side, dbt_error *err)
{
    dbt_warnings warnings = { 0 };
    bool ok = dbt_list_files(a->job.files[side], "csv", &a->paths[side], &warnings, err);
    for (ptrdiff_t i = 0; ok && i < arrlen(a->paths[side]); i++) {
        dbt_input input;
        ok = dbt_input_read(a->paths[side][i], &input, err);
        if (ok)
            arrput(a->inputs[side], input);
    }
    return dbt_report_warnings(&warnings, a->job.verbosity, ok ? err : NULL) && ok;
}

/* Reads OLD and NEW into a->inputs. Sets the inputs and filters (method and joints) of a->spec,
 * which borrow from `a`. A single argument, which needs --methods, is both sides; the inputs of NEW
 * then stay empty. Fails with DBT_E_PARAM for a wrong
 * number of arguments, or as read_side. */
static bool read_inputs(diff_args *a, dbt_error *err)
{
    const int n = (int)arrlen(a->job.files);
    if (n > DBT_N_SIDES)
        return dbt_fail(
            err, DBT_E_PARAM,
            "expected OLD and NEW, found '%.100s' as well (quote a glob from the shell)",
            a->job.files[DBT_N_SIDES]);
    if (n == 0 || (n == 1 && !a->methods[DBT_OLD]))
        return dbt_fail(
            err, DBT_E_PARAM,
            "expected OLD and NEW, each a CSV file, a folder or a glob (see 'dbtool diff -h')");
    for (int side = 0; side < DBT_N_SIDES; side++) {
        if (side < n && !read_side(a, side, err))
            return false;
        a->spec.inputs[side] = a->inputs[side < n ? side : DBT_OLD];
        a->spec.n_inputs[side] = arrlenu(a->inputs[side < n ? side : DBT_OLD]);
        a->spec.filters[side] = (dbt_diff_filter){ .method = a->methods[side],
                                                   .joints = a->joints,
                                                   .n_joints = arrlenu(a->joints) };
    }
    return true;
}

static void begin(void *args)
{
    diff_args *a = args;
    a->top = 3;
    a->output = "-";
}

/* Runs the command. Writes the report to -o or standard output. Returns CLI_DONE; CLI_ANSWER_NO if
 * the comparison fails (dbt_diff_fails); CLI_FAILED with err, also DBT_E_PARAM after a report of a
 * gate that compared nothing (dbt_diff_is_void). */
static int run_diff(void *args, dbt_error *err)
{
    diff_args *a = args;
    if (!read_inputs(a, err) || !choose_columns(a, err) || !set_floors(a, err))
        return CLI_FAILED;
    a->spec.top =
        a->top > 0 ? (size_t)a->top : 1; /* the table needs the first change of each column */
    dbt_diff *diff = dbt_diff_new(&a->spec, err);
    if (!diff)
        return CLI_FAILED;
    dbt_diff_report report = { .diff = diff,
                               .top = (size_t)a->top,
                               .chosen = arrlen(a->columns) > 0,
                               .verbose = a->job.verbosity.verbose };
    int status = CLI_FAILED;
    if (check_columns(a, diff, err) && write_report(a, &report, err)) {
        if (dbt_diff_is_void(&report))
            dbt_fail(err, DBT_E_PARAM,
                     "option '--fail-above' has no value to compare: it must not pass then");
        else
            status = dbt_diff_fails(&report) ? CLI_ANSWER_NO : CLI_DONE;
    }
    dbt_diff_free(diff);
    return status;
}

/* Frees all members of the diff_args `args` except `job`, which cli_run releases. */
static void release(void *args)
{
    diff_args *a = args;
    for (int side = 0; side < DBT_N_SIDES; side++) {
        dbt_free(a->methods[side]);
        for (ptrdiff_t i = 0; i < arrlen(a->inputs[side]); i++)
            dbt_input_release(&a->inputs[side][i]);
        arrfree(a->inputs[side]);
        dbt_texts_release(&a->paths[side]);
    }
    arrfree(a->columns);
    arrfree(a->joints);
    arrfree(a->floors);
}

const cli_command cli_command_diff = {
    .name = "diff",
    .files = "csv json",
    .summary = "compare two tables of metrics: what is worse, what is better",
    .reads_patterns = true,
    .usage = "OLD [NEW] [--fail-above PERCENT] [--methods A,B]\n"
             "                   [--format text|markdown|json|junit] [-o FILE] [OPTIONS]",
    .options = (const cli_option *const[]){ diff_options, cli_common_options, NULL },
    .example = "dbtool diff main.csv branch.csv --joint '\\*' --fail-above 5",
    CLI_ARGUMENTS(diff_args),
    .begin = begin,
    .run = run_diff,
    .release = release,
};

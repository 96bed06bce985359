/* The parser of a command's arguments: stores each value in the member that its row names. */
#include "base/mem.h"
#include "base/number.h"
#include "base/text.h"
#include "cli/job_args.h"
#include "cli/option_list.h"
#include "host/matching_files.h"
#include "host/file_identity.h"
#include "method/method.h"
#include "system/system.h"

#include <assert.h>
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

const cli_option cli_common_options[] = {
    { 'q', "quiet", NULL, "no warnings, no summary", CLI_FLAG(cli_job_args, verbosity.quiet),
      .more = "Errors are still printed." },
    { 'v', "verbose", NULL, "print more", CLI_FLAG(cli_job_args, verbosity.verbose),
      .more = "`blend` adds the candidates of `auto`, how clips were moved, and the worst "
              "joints." },
    { 'h', "help", NULL, "common options; with -v all options", .kind = CLI_KIND_HELP },
    { 0 },
};

const cli_option cli_sequence_settings[] = { CLI_SETTINGS_OF(DBT_GROUP_SEQUENCE), { 0 } };
const cli_option cli_best_settings[] = { CLI_SETTINGS_OF(DBT_GROUP_BEST), { 0 } };
const cli_option cli_auto_settings[] = { CLI_SETTINGS_OF(DBT_GROUP_AUTO), { 0 } };
const cli_option cli_measure_settings[] = { CLI_SETTINGS_OF(DBT_GROUP_MEASURE), { 0 } };

const cli_option cli_read_options[] = {
    { 0, "strict", NULL, "treat warnings as errors", CLI_FLAG(cli_job_args, verbosity.strict) },
    CLI_SETTINGS_OF(DBT_GROUP_READ),
    { 0 },
};

/* The state of the parser. */
typedef struct parser {
    const cli_command *command;
    int argc;
    char **argv;
    int at;                /* index in argv of the next argument */
    const char *cluster;   /* remaining letters of a cluster such as -qv; NULL or empty: none */
    bool only_files;       /* after -- */
    cli_argument argument; /* the last one parsed; borrows from argv and `options` */
    cli_option_list options;
} parser;

/* ---- parsing ---- */

/* Sets p->argument.value to the next argument and moves p->at past it. Fails with DBT_E_PARAM if
 * there is none, or if it is an option ("-x", "--x" with a letter x); negative numbers, "-" and
 * "---" are values. For the message: dashes and name of the option; what: the name of its value in
 * the help. */
static bool read_value(parser *p, const char *dashes, const char *name, const char *what,
                       dbt_error *err)
{
    if (p->at == p->argc)
        return dbt_fail(err, DBT_E_PARAM, "option '%s%s' expects a value: %s", dashes, name, what);
    const char *value = p->argument.value = p->argv[p->at++];
    return value[0] != '-' || !isalpha((unsigned char)value[value[1] == '-' ? 2 : 1]) ||
           dbt_fail(err, DBT_E_PARAM,
                    "option '%s%s' expects a value: %s, found the option '%.60s'; a file of that "
                    "name is './%.60s'",
                    dashes, name, what, value, value);
}

/* Sets p->argument to an option, for now without a value (NULL). Returns its row, borrowed from
 * `listed`. */
static const cli_option *begin_option(parser *p, const cli_listed *listed)
{
    const cli_option *option = &listed->option;
    p->argument = (cli_argument){
        .kind = option->kind,
        .option = option,
        .name = listed->param ? listed->param->name : option->name,
        .setting = listed->setting,
    };
    return option;
}

/* Whether the option's value is optional and the next argument is one: of --ground a number, maybe
 * after the number of a clip ("2:0"); of a boolean parameter true, false, 1 or 0; of a path the
 * name of a JSON file. false at the end of the arguments. */
static bool has_value_next(const parser *p, const cli_listed *listed)
{
    const cli_option *option = &listed->option;
    const char *next = p->at < p->argc ? p->argv[p->at] : "";
    const size_t n = strlen(next);
    bool truth;
    if (option->value == DBT_KIND_GROUND) {
        int clip;
        double number;
        const char *text = cli_clip_value(listed->setting, next, &clip);
        return dbt_number_read(text, next + n, &number) == next + n;
    }
    if (!option->optional)
        return false;
    return listed->param
               ? dbt_truth_read(next, n, &truth, NULL)
               : option->value == DBT_KIND_PATH && n > 5 && strcmp(next + n - 5, ".json") == 0;
}

/* Parses the option --TEXT and sets p->argument. The value follows '=' or is the next argument,
 * which p->at then skips. Of --no-NAME it is "false"; of a flag, or an optional value left out,
 * NULL. An optional value without '=' is read only if has_value_next. Fails with DBT_E_PARAM for an
 * unknown option, a missing value, or a flag with '='. */
static bool next_long(parser *p, const char *text, dbt_error *err)
{
    const char *equals = strchr(text, '=');
    const size_t n = equals ? (size_t)(equals - text) : strlen(text);
    const cli_listed *listed = cli_find_name(&p->options, text, n);
    if (!listed) {
        const char *names[CLI_MAX_OPTIONS];
        char name[64];
        snprintf(name, sizeof name, "%.*s", n > 63 ? 63 : (int)n, text);
        for (int i = 0; i < p->options.n; i++)
            names[i] = p->options.list[i].option.name;
        const char *nearest = dbt_nearest_name(name, names, (size_t)p->options.n);
        return nearest ? dbt_fail(err, DBT_E_PARAM, "unknown option '--%s'; did you mean '--%s'?",
                                  name, nearest)
                       : dbt_fail(err, DBT_E_PARAM, "unknown option '--%s' (see 'dbtool %s -h')",
                                  name, p->command->name);
    }
    const cli_option *option = begin_option(p, listed);
    if (!option->arg && equals)
        return dbt_fail(err, DBT_E_PARAM, "option '--%s' takes no value", option->name);
    p->argument.value = equals ? equals + 1 : listed->is_off ? "false" : NULL;
    if (!equals && has_value_next(p, listed))
        p->argument.value = p->argv[p->at++];
    return equals || !option->arg || option->optional ||
           read_value(p, "--", option->name, option->arg, err);
}

/* Parses the next letter of the cluster, which must not be empty, and sets p->argument. The value
 * is the remaining cluster or, if that is empty, the next argument; of a flag NULL. A value ends
 * the cluster. Fails with DBT_E_PARAM for an unknown letter or a missing value. */
static bool next_short(parser *p, dbt_error *err)
{
    const char letter[2] = { *p->cluster++, '\0' };
    const cli_listed *listed = cli_find_letter(&p->options, letter[0]);
    if (!listed)
        return dbt_fail(err, DBT_E_PARAM, "unknown option '-%s' (see 'dbtool %s -h')", letter,
                        p->command->name);
    const cli_option *option = begin_option(p, listed);
    if (!option->arg)
        return true;
    if (!*p->cluster)
        return read_value(p, "-", letter, option->arg, err);
    p->argument.value = p->cluster;
    p->cluster = NULL;
    return true;
}

/* Sets p->argument to the next option or file; after the last one its kind is CLI_KIND_NONE. "-",
 * and all that follows "--", are files. Fails as next_long and next_short. */
static bool next(parser *p, dbt_error *err)
{
    p->argument = (cli_argument){ .kind = CLI_KIND_NONE };
    if (p->cluster && *p->cluster)
        return next_short(p, err);
    if (p->at == p->argc)
        return true;
    const char *text = p->argv[p->at++];
    if (p->only_files || text[0] != '-' || text[1] == '\0') {
        p->argument = (cli_argument){ .kind = CLI_KIND_FILE, .value = text };
        return true;
    }
    if (strcmp(text, "--") == 0) {
        p->only_files = true;
        return next(p, err);
    }
    if (text[1] == '-')
        return next_long(p, text + 2, err);
    p->cluster = text + 1;
    return next_short(p, err);
}

/* ---- values ---- */

bool cli_is_one_of(const char *name, const char *const *names)
{
    for (int i = 0; name && names[i]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

bool cli_fail_option(const cli_argument *argument, dbt_error *err)
{
    const dbt_error reason = *err;
    return dbt_fail(err, reason.code, "option '--%s': %s", argument->name, reason.msg);
}

/* Parses the value of a CLI_KIND_VALUE as that of a setting, into the row's member of `args`, the
 * command's arguments. A flag without a value is true. Fails as cli_read_value. */
static bool parse_as_setting(const cli_argument *argument, void *args, dbt_error *err)
{
    const cli_option *option = argument->option;
    const dbt_setting setting = { .key = option->name,
                                  .kind = option->value,
                                  .field = option->into,
                                  .choices = option->choices,
                                  .min = option->low,
                                  .max = option->high };
    const char *value = argument->value ? argument->value : "true";
    return cli_read_value(&setting, value, strlen(value), NULL, args, err);
}

/* Parses a size such as 32M into *member, bytes: K, M, G and T are powers of 1024; fractions of a
 * byte are dropped. Larger than SIZE_MAX: SIZE_MAX. Fails with DBT_E_PARAM unless it is a number
 * from 0 to 2^60; *member is then unchanged. The argument must have a value. */
static bool parse_size(const cli_argument *argument, size_t *member, dbt_error *err)
{
    static const char units[] = "KMGT";
    double value = 0.0;
    const char *end = argument->value + strlen(argument->value);
    const char *unit = dbt_number_read(argument->value, end, &value);
    if (unit && unit < end) {
        const char *u = strchr(units, *unit);
        if (u && unit + 1 == end) {
            value *= (double)(1ULL << (10 * (u - units + 1)));
            unit = end;
        }
    }
    if (unit != end || !(value >= 0.0 && value <= 0x1p60))
        return dbt_fail(err, DBT_E_PARAM,
                        "option '--%s' expects a size such as 32M or 2G, found '%.60s'",
                        argument->name, argument->value);
    *member = value < (double)SIZE_MAX ? (size_t)value : SIZE_MAX;
    return true;
}

/* Stores an argument in the row's member of `args`, the command's arguments; CLI_KIND_TEXTS appends
 * it to the list. A file, setting or parameter is stored by cli_read_job_argument instead. First
 * sets the row's bool `given`, also on failure. A setting whose row has `given` is not stored if
 * the user wrote no value. Texts are borrowed. Fails with DBT_E_PARAM for a wrong value. */
static bool store_argument(const cli_argument *argument, void *args, dbt_error *err)
{
    const cli_option *option = argument->option;
    if (!option)
        return cli_read_job_argument(args, argument, err);
    void *member = (char *)args + option->into;
    assert(argument->value || !option->arg || option->optional);
    if (option->given)
        *(bool *)((char *)args + option->given) = true;
    if (!argument->value && option->kind == CLI_KIND_SETTING && option->given)
        return true; /* only the option itself counts */
    switch (option->kind) {
    case CLI_KIND_VALUE: return parse_as_setting(argument, args, err);
    case CLI_KIND_TEXTS: arrput(*(const char ***)member, argument->value); return true;
    case CLI_KIND_SIZE: return parse_size(argument, member, err);
    case CLI_KIND_READ: return option->read(member, argument, err);
    default: return cli_read_job_argument(args, argument, err);
    }
}

/* Replaces the patterns and folders among the positional arguments by their files, which are
 * protected from outputs: those that the command wants expanded and, unless it reads patterns
 * itself, those that the shell leaves. Of a folder its JSON files for a command that reads only
 * plans, else its BVH files. Prints warnings to stderr. Fails as dbt_list_files and
 * dbt_report_warnings. */
static bool list_files(const cli_command *command, cli_job_args *args, dbt_error *err)
{
    const bool reads_plans = command->files && strcmp(command->files, "json") == 0;
    const bool all = command->expands_patterns || !(dbt_shell_expands() || command->reads_patterns);
    const char **given = args->files;
    char ***strings = &args->job.strings; /* owns the names of the files */
    bool ok = true;
    args->files = NULL;
    for (ptrdiff_t i = 0; ok && i < arrlen(given); i++) {
        const ptrdiff_t n = arrlen(*strings);
        dbt_warnings warnings = { 0 };
        if (all || (command->expands_folders && dbt_is_folder(given[i])))
            ok = dbt_list_files(given[i], reads_plans ? "json" : "bvh", strings, &warnings, err) &&
                 dbt_report_warnings(&warnings, args->verbosity, err);
        else
            arrput(args->files, given[i]);
        for (ptrdiff_t k = n; k < arrlen(*strings); k++) {
            arrput(args->files, (*strings)[k]);
            dbt_protect_named((*strings)[k]);
        }
    }
    arrfree(given);
    return ok;
}

/* Whether -v or --verbose is anywhere among the arguments, also in a cluster of h, q and v. */
static bool asks_for_all(int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        const char *text = argv[i];
        if (strcmp(text, "--verbose") == 0 ||
            (text[0] == '-' && strchr(text, 'v') && strspn(text + 1, "hqv") == strlen(text + 1)))
            return true;
    }
    return false;
}

/* Parses and stores all arguments in `args`, and lists the files. Protects input files from
 * outputs. On Windows replaces '\' by '/' in paths, in argv itself. Returns -1 if the command may
 * run, CLI_DONE after -h, and CLI_FAILED with err after a wrong argument. -h prints the help to
 * stdout; of the arguments after it only -v counts. */
static int parse_all(const cli_command *command, int argc, char **argv, void *args, dbt_error *err)
{
    parser p = { .command = command, .argc = argc, .argv = argv };
    const cli_argument *argument = &p.argument;
    cli_list_options(command, &p.options);
    while (next(&p, err)) {
        if (argument->kind == CLI_KIND_NONE)
            return list_files(command, args, err) ? -1 : CLI_FAILED;
        if (argument->kind == CLI_KIND_HELP) {
            cli_print_help(command, asks_for_all(argc, argv));
            return CLI_DONE;
        }
        const dbt_setting_kind kind = argument->option ? argument->option->value : DBT_KIND_PATH;
        int clip;
        if (argument->value &&
            (kind == DBT_KIND_PATH || (argument->option && argument->option->is_output)))
            dbt_use_slashes(
                (char *)(uintptr_t)argument->value); /* value points into argv, which is writable */
        const char *value = cli_clip_value(argument->setting, argument->value, &clip);
        if (value && (kind == DBT_KIND_PATH || (kind == DBT_KIND_RIG && dbt_rig_path(value))))
            dbt_protect_named(value); /* an input file */
        if (command->observe)
            command->observe(args, argument);
        if (!store_argument(argument, args, err))
            break;
    }
    return CLI_FAILED;
}

int cli_finish_stdout(int status)
{
    const dbt_reason why = dbt_flush_stdout();
    if (!why)
        return status;
    dbt_print_errorf("cannot write standard output: %s", dbt_reason_text(why));
    return CLI_FAILED;
}

int cli_run(const cli_command *command, int argc, char **argv)
{
    dbt_error err = { .code = DBT_OK };
    cli_job_args *args = dbt_alloc_array(command->size, 1);
    memset(args, 0, command->size);
    args->job = dbt_job_default();
    args->n_threads = dbt_n_processors();
    if (command->begin)
        command->begin(args);
    int status = parse_all(command, argc, argv, args, &err);
    if (status < 0)
        status = command->run(args, &err);
    if (err.code != DBT_OK)
        dbt_print_error(&err);
    if (command->release)
        command->release(args);
    cli_job_args_release(args);
    dbt_free(args);
    return cli_finish_stdout(status);
}

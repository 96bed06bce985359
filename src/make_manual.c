/* make_manual PAGE: prints a page of the manual for man(1), made from its source man/PAGE and from
 * the tables of commands, settings and parameters; not installed. make_manual --names: prints what
 * the tables hold, for the lint of the manual.
 *
 * A source is mdoc(7), with two additions. Its text, and the `help` and `more` of the tables, may
 * have the marks of manual_text.h. And a comment line {...} is replaced:
 *
 *   {name} {synopsis}       of the command after which the page is named
 *   {options}               its own options; {group NAME}: those of a table of shared options
 *   {shared}                where its other options are explained
 *   {commands} {topics}     all commands, all other pages, for dbtool(1)
 *   {keys PART}             of a plan, PART plan, job, cut or layer, that only plans have;
 *   {optionkeys PART}       those that are options of blend, by type
 *   {params METHOD}         a method's parameters with their defaults; {parameters}: all, explained
 */
#include "cli/gate_args.h"
#include "cli/option_list.h"
#include "manual_text.h"
#include "measure/metric.h"
#include "method/method.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 16384 };

static const char *page = "make_manual"; /* in messages */

static void fail(const char *what, const char *subject)
{
    fprintf(stderr, "make_manual: %s: %s '%s'\n", page, what, subject);
    exit(1);
}

/* Adds to the text in text[size]. */
static void add_text(char *text, size_t size, const char *format, ...)
{
    const size_t n = strlen(text);
    va_list args;
    va_start(args, format);
    const int n_added = vsnprintf(text + n, size - n, format, args);
    va_end(args);
    if (n_added < 0 || (size_t)n_added >= size - n)
        fail("a text is too long", text);
}

/* The first item of a list, a line "- TERM: TEXT", in what a table says further; NULL: none. */
static const char *list_of(const char *more)
{
    const char *list = more && strncmp(more, "- ", 2) == 0 ? more : NULL;
    const char *later = more ? strstr(more, "\n- ") : NULL;
    return list ? list : later ? later + 1 : NULL;
}

static void put_list(const char *list, const char *arg)
{
    char text[MOST_TEXT];
    puts(".Bl -tag -width Ds -compact");
    while (*list) {
        const size_t n = strcspn(list, "\n");
        const char *colon = strstr(list, ": ");
        if (strncmp(list, "- ", 2) != 0 || !colon || colon > list + n)
            fail("not an item '- TERM: TEXT'", list);
        printf(".It Cm %.*s\n", (int)(colon - list) - 2, list + 2);
        snprintf(text, sizeof text, "%.*s", (int)(list + n - colon) - 2, colon + 2);
        manual_put_text(text, arg, false);
        list += n + (list[n] == '\n');
    }
    puts(".El");
}

/* What a row of a table says. */
typedef struct entry {
    const char *name; /* in messages */
    const char *help, *more, *arg;
    const char *range; /* a sentence, or empty */
    const char *def;   /* where no brackets at the help's end have it; NULL: none */
} entry;

/* Where the brackets begin that end a help; NULL: none do. */
static const char *default_of(const char *help)
{
    size_t open = strlen(help);
    int depth = 0;
    if (open == 0 || help[open - 1] != ')')
        return NULL;
    do {
        open--;
        depth += (help[open] == ')') - (help[open] == '(');
    } while (depth > 0 && open > 0);
    return open > 0 && help[open - 1] == ' ' ? help + open : NULL;
}

static void put_texts(const entry *e)
{
    char text[MOST_TEXT];
    if (!e->help || !*e->help)
        fail("no text for", e->name);
    const char *def = default_of(e->help), *list = list_of(e->more);
    const int n = def ? (int)(def - e->help) - 1 : (int)strlen(e->help);
    snprintf(text, sizeof text, "%c%.*s.", toupper((unsigned char)e->help[0]), n - 1, e->help + 1);
    manual_put_text(text, e->arg, false);
    if (e->more && list != e->more) {
        snprintf(text, sizeof text, "%.*s", list ? (int)(list - e->more) - 1 : (int)strlen(e->more),
                 e->more);
        manual_put_text(text, e->arg, false);
    }
    manual_put_text(e->range, e->arg, false);
    if (def || e->def) {
        snprintf(text, sizeof text, "Default: %.*s.",
                 def ? (int)strlen(def) - 2 : (int)strlen(e->def), def ? def + 1 : e->def);
        manual_put_text(text, e->arg, false);
    }
    if (list)
        put_list(list, e->arg);
}

/* ---- options ---- */

static void add_number(char *out, size_t size, double value)
{
    if (value >= 1e5 && value < 1e15 && value == floor(value))
        snprintf(out, size, "%.0f", value);
    else
        snprintf(out, size, "%.9g", value);
    if (strchr(out, 'e')) {
        snprintf(out, size, "%.9f", value);
        for (size_t n = strlen(out); out[n - 1] == '0'; n--)
            out[n - 1] = '\0';
    }
}

/* "Range: 1 to 128." of a number; nothing where only the type limits it. */
static void range_text(dbt_setting_kind kind, double min, double max, char *out, size_t size)
{
    char low[40], high[40];
    *out = '\0';
    add_number(low, sizeof low, min);
    add_number(high, sizeof high, max);
    const bool is_count =
        kind == DBT_KIND_NUMBER || kind == DBT_KIND_WHOLE || kind == DBT_KIND_COUNT;
    if (is_count && max > min && max < (kind == DBT_KIND_NUMBER ? 1e9 : 1e6)) /* no mere guard */
        snprintf(out, size, "Range: %s to %s.", low, high);
    else if (kind == DBT_KIND_LENGTH && max > 0.0 && max < DBT_MAX_LENGTH)
        snprintf(out, size, "Range: 0 to %s s.", high);
}

/* Prints what follows an option's name: "Cm text | json", "Ns Op = Ns Ar RIG.bvh", "Ar T". */
static void put_value(const cli_option *o)
{
    if (!o->arg)
        return;
    if (!islower((unsigned char)o->arg[0]) || !strchr(o->arg, '|')) {
        printf(o->optional ? " Ns Op = Ns Ar" : " Ar");
        manual_put_argument(o->arg, (int)strlen(o->arg), false);
        return;
    }
    printf(" Cm ");
    for (const char *c = o->arg; *c; c++)
        printf(*c == '|' ? " %c " : "%c", *c);
}

static void put_entry(const cli_listed *listed)
{
    const cli_option *o = &listed->option;
    const dbt_setting *s = listed->setting;
    char range[100];
    printf(".It");
    if (o->letter)
        printf(" Fl %c ,", o->letter);
    printf(" Fl -%s", o->name);
    put_value(o);
    putchar('\n');
    if (s)
        range_text(s->kind, s->min, s->max, range, sizeof range);
    else
        range_text(o->kind == CLI_KIND_VALUE ? o->value : DBT_KIND_PART, o->low, o->high, range,
                   sizeof range);
    put_texts(&(entry){
        .name = o->name, .help = o->help, .more = o->more, .arg = o->arg, .range = range });
}

/* Whether an option is explained on the page of blend: as a setting that means the same there. */
static bool is_explained_elsewhere(const cli_command *command, const cli_listed *listed)
{
    if (strcmp(command->name, "blend") == 0)
        return false;
    return listed->table > 0 || (listed->setting && listed->is_plain);
}

static void put_options(const cli_command *command, const cli_option *only)
{
    cli_option_list options;
    bool any = false;
    cli_list_options(command, &options);
    for (int i = 0; i < options.n; i++) {
        const cli_listed *l = &options.list[i];
        const bool own = l->table == 0 && !is_explained_elsewhere(command, l);
        if (l->param || !(only ? command->options[l->table] == only : own))
            continue;
        if (!any)
            puts(".Bl -tag -width Ds");
        any = true;
        put_entry(l);
    }
    if (!any)
        fail("no such options of", command->name);
    puts(".El");
}

/* Tables of options that commands share, each a section of the page of blend. */
static const struct group {
    const char *name, *section;
    const cli_option *options;
} groups[] = {
    { "sequence", "Sequence", cli_sequence_settings },
    { "best", "The best cut", cli_best_settings },
    { "auto", "The method auto", cli_auto_settings },
    { "measure", "Measuring", cli_measure_settings },
    { "gate", "Limits for builds", cli_gate_options },
    { "read", "Reading clips", cli_read_options },
    { "common", "Messages", cli_common_options },
};
enum { N_GROUPS = sizeof groups / sizeof *groups };

static const cli_option *group_of(const char *name)
{
    for (int i = 0; i < N_GROUPS; i++)
        if (strcmp(groups[i].name, name) == 0)
            return groups[i].options;
    fail("no group", name);
    return NULL;
}

/* NULL: a table of one command. */
static const struct group *group_with(const cli_option *table)
{
    for (int i = 0; i < N_GROUPS; i++)
        if (groups[i].options == table)
            return &groups[i];
    return NULL;
}

/* "Also, as in dbtool-blend(1): --root; all options of *Reading clips* and *Messages*." */
static void put_shared(const cli_command *command)
{
    char text[MOST_TEXT];
    cli_option_list options;
    cli_list_options(command, &options);
    snprintf(text, sizeof text, "Also, as in dbtool-blend(1):");
    bool any = false;
    for (int i = 0; i < options.n; i++) {
        const cli_listed *l = &options.list[i];
        if (!l->param && !group_with(command->options[l->table]) &&
            is_explained_elsewhere(command, l))
            add_text(text, sizeof text, " --%s,", l->option.name);
    }
    add_text(text, sizeof text, " all options of");
    for (const cli_option *const *table = command->options; *table; table++) {
        const struct group *group = group_with(*table);
        const char *before = !any ? "" : table[1] ? "," : " and"; /* the last one is common */
        if (group)
            add_text(text, sizeof text, "%s *%s*", before, group->section);
        any = any || group;
    }
    add_text(text, sizeof text, "%s.",
             command->takes_params ? ", and each parameter of the methods: dbtool-methods(7)" : "");
    puts(".Pp");
    manual_put_text(text, NULL, false);
}

/* ---- heads ---- */

static void put_name(const cli_command *command)
{
    printf(".Sh NAME\n.Nm dbtool-%s\n.Nd %s\n", command->name, command->summary);
}

/* Prints "[-a T[,T...]]" as an Op, and other words as arguments; returns what follows. */
static const char *put_usage_word(const char *p)
{
    const bool op = *p == '[';
    int depth = 0;
    const char *end = p;
    for (; *end && !(depth == 0 && strchr(" \n", *end)); end++)
        depth += (*end == '[') - (*end == ']');
    const char *last = op ? end - 1 : end;
    printf(op ? ".Op" : ".");
    bool begin = !op;
    for (p += op; p < last;) {
        int n = 0;
        while (p + n < last && p[n] != ' ')
            n++;
        if (p[0] == '-') {
            printf(begin ? "Fl" : " Fl");
            manual_put_argument(p + 1, n - 1, false);
        } else {
            printf(begin ? "Ar" : " Ar");
            manual_put_argument(p, n, false);
        }
        begin = false;
        p += n + (p + n < last);
    }
    putchar('\n');
    return end;
}

static void put_synopsis(const cli_command *command)
{
    printf(".Sh SYNOPSIS\n.Nm dbtool\n.Cm %s\n", command->name);
    for (const char *p = command->usage; *p;) {
        p += strspn(p, " \n");
        const size_t n = strlen("dbtool ") + strlen(command->name);
        if (strncmp(p, "dbtool ", 7) == 0) {
            printf(".Nm dbtool\n.Cm %s\n", command->name);
            p += n;
        } else if (*p) {
            p = put_usage_word(p);
        }
    }
}

static void put_commands(void)
{
    puts(".Bl -tag -width \"dbtool-suggest(1)\" -compact");
    for (const cli_command *const *c = cli_commands; *c; c++) {
        if (strcmp((*c)->name, "help") == 0)
            printf(".It Cm dbtool help\n");
        else
            printf(".It Xr dbtool-%s 1\n", (*c)->name);
        manual_put_text((*c)->summary, NULL, false);
    }
    puts(".El");
}

static void put_topics(void)
{
    puts(".Bl -tag -width \"dbtool-internals(7)\" -compact");
    for (const cli_topic *t = cli_topics; t->name; t++) {
        printf(".It Xr dbtool-%s %d\n", t->name, t->section);
        manual_put_text(t->summary, NULL, false);
    }
    puts(".El");
}

/* ---- plans ---- */

static void put_places(unsigned places)
{
    static const struct {
        unsigned place;
        const char *name;
    } names[] = {
        { DBT_IN_PLAN, "plan" },   { DBT_IN_CUT, "cut" },
        { DBT_IN_JOB, "job" },     { DBT_IN_DEFAULTS, "defaults" },
        { DBT_IN_LAYER, "layer" }, { DBT_IN_LAYER_CLIP, "clip of a layer" },
        { DBT_IN_PAIRS, "pairs" },
    };
    bool any = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!(places & names[i].place))
            continue;
        printf("%s%s", any ? ", " : "In ", names[i].name);
        any = true;
    }
    puts(".");
}

/* "One of `a`, `b`.", each with quotes around it. */
static void choices_text(const char *const *choices, const char *quote, char *text, size_t size)
{
    snprintf(text, size, "One of");
    for (int i = 0; choices[i]; i++)
        add_text(text, size, "%s `%s%s%s`", i > 0 ? "," : "", quote, choices[i], quote);
    add_text(text, size, ".");
}

static const char *kind_text(const dbt_setting *s, char *text, size_t size)
{
    switch (s->kind) {
    case DBT_KIND_TEXT: return "A string.";
    case DBT_KIND_PATH: return "A path.";
    case DBT_KIND_RIG: return "A boolean or a path.";
    case DBT_KIND_GROUND: return "A boolean or a number.";
    case DBT_KIND_FLAG: return "A boolean.";
    case DBT_KIND_NUMBER: return "A number.";
    case DBT_KIND_WHOLE:
    case DBT_KIND_COUNT: return "A whole number.";
    case DBT_KIND_TIME:
    case DBT_KIND_CUT: return "A time.";
    case DBT_KIND_LENGTH: return "A length of time.";
    case DBT_KIND_GLOBS:
    case DBT_KIND_SKIP: return "A pattern or a list of patterns.";
    case DBT_KIND_PROFILE: return "An object: patterns as keys, numbers as values.";
    case DBT_KIND_CHOICE: choices_text(s->choices, "\"", text, size); return text;
    case DBT_KIND_PART: break;
    }
    return "";
}

/* Whether a key is an option of blend, on whose page it is explained. */
static bool is_option(const dbt_setting *s)
{
    return s->group != DBT_GROUP_NONE;
}

/* What the value of a key is that blend's page explains: a choice is a string, whose words are
 * there. */
static const char *option_kind(const dbt_setting *s, char *text, size_t size)
{
    return s->kind == DBT_KIND_PART || s->kind == DBT_KIND_CHOICE ? "A string."
                                                                  : kind_text(s, text, size);
}

/* usual: the places that the page names above the list. */
static void put_key(const dbt_setting *s, unsigned usual)
{
    char text[400], range[100];
    unsigned places = s->places;
    for (const dbt_setting *other = dbt_settings; other->key; other++) /* as a job's, in a cut */
        if (!other->help && strcmp(other->key, s->key) == 0)
            places |= other->places;
    printf(".It Cm %s\n", s->key);
    manual_put_text(kind_text(s, text, sizeof text), NULL, false);
    if (places != usual)
        put_places(places);
    range_text(s->kind, s->min, s->max, range, sizeof range);
    put_texts(&(entry){ .name = s->key,
                        .help = s->help,
                        .more = s->more,
                        .arg = s->arg,
                        .range = range,
                        .def = s->required || s->kind != DBT_KIND_FLAG ? NULL : "false" });
    if (s->required)
        puts("Required.");
}

/* The parts of a plan, and where their keys may usually be. */
static const struct plan_part {
    const char *name;
    unsigned any, usual;
} plan_parts[] = {
    { "layer", DBT_IN_LAYER | DBT_IN_LAYER_CLIP, DBT_IN_LAYER },
    { "cut", DBT_IN_CUT, DBT_IN_CUT | DBT_IN_JOB | DBT_IN_DEFAULTS },
    { "job", DBT_IN_JOB | DBT_IN_PAIRS, DBT_IN_JOB | DBT_IN_DEFAULTS },
    { "plan", DBT_IN_PLAN | DBT_IN_DEFAULTS, 0 },
};

/* The first part that may have it. */
static const struct plan_part *part_of(const dbt_setting *s)
{
    const struct plan_part *part = plan_parts;
    while (!(s->places & part->any))
        part++;
    return part;
}

static bool is_of_part(const dbt_setting *s, const char *part)
{
    return s->places && s->help && strcmp(part_of(s)->name, part) == 0;
}

static void put_keys(const char *part)
{
    puts(".Bl -tag -width Ds");
    for (const dbt_setting *s = dbt_settings; s->key; s++) {
        bool known = s->help != NULL;
        for (const dbt_setting *other = dbt_settings; !known && other->key; other++)
            known = other->help && strcmp(other->key, s->key) == 0;
        if (s->places && !known)
            fail("no text for the key", s->key);
        if (is_of_part(s, part) && !is_option(s))
            put_key(s, part_of(s)->usual);
    }
    puts(".El");
}

/* The keys of a part that are options of blend, by what their values are. */
static void put_option_keys(const char *part)
{
    char kind[400], other_kind[400], text[MOST_TEXT];
    puts(".Bl -tag -width Ds -compact");
    for (const dbt_setting *s = dbt_settings; s->key; s++) {
        *text = '\0';
        if (!is_of_part(s, part) || !is_option(s))
            continue;
        const char *said = option_kind(s, kind, sizeof kind);
        for (const dbt_setting *other = dbt_settings; other->key; other++) {
            if (!is_of_part(other, part) || !is_option(other) ||
                strcmp(option_kind(other, other_kind, sizeof other_kind), said) != 0)
                continue;
            if (!*text && other != s)
                break; /* said before */
            add_text(text, sizeof text, "%s`%s`", *text ? ", " : "", other->key);
        }
        if (!*text)
            continue;
        printf(".It \\&%.*s\n", (int)strlen(said) - 1, said);
        manual_put_text(text, NULL, false);
    }
    puts(".El");
}

/* ---- parameters ---- */

static const dbt_param *param_at(int m, int p)
{
    return &dbt_methods[m]->params[p];
}

static void put_params(const char *name)
{
    const dbt_method *method = dbt_method_find(name, NULL);
    char text[MOST_TEXT] = "";
    if (!method)
        fail("no method", name);
    for (int p = 0; p < method->n_params; p++)
        add_text(text, sizeof text, "%s`%s`", p > 0 ? ", " : "", method->params[p].name);
    add_text(text, sizeof text, ".");
    manual_put_text(text, NULL, false);
}

static void param_range(const dbt_param *param, char *text, size_t size)
{
    char low[40], high[40];
    dbt_param_format(param, param->min, low, sizeof low);
    dbt_param_format(param, param->max, high, sizeof high);
    const char *unit = param->unit ? param->unit : "";
    if (param->type == DBT_PARAM_BOOL) {
        snprintf(text, size, "True or false.");
    } else if (param->type == DBT_PARAM_FILE) {
        *text = '\0';
    } else if (param->type == DBT_PARAM_CHOICE) {
        choices_text(param->choices, "", text, size);
    } else if (isinf(param->max)) {
        snprintf(text, size, "Range: %s %s or more, or none.", low, unit);
    } else {
        snprintf(text, size, "Range: %s to %s%s%s.", low, high, *unit ? " " : "", unit);
    }
}

/* Whether a method before m, or m before its parameter p, has a parameter of that name; same: and
 * of that help. */
static bool is_known_param(int m, int p, bool same)
{
    const dbt_param *param = param_at(m, p);
    for (int i = 0; i <= m; i++)
        for (int k = 0; k < (i < m ? dbt_methods[i]->n_params : p); k++)
            if (strcmp(param_at(i, k)->name, param->name) == 0 &&
                (!same || strcmp(param_at(i, k)->help, param->help) == 0))
                return true;
    return false;
}

static bool is_like(const dbt_param *one, const dbt_param *other)
{
    return strcmp(one->name, other->name) == 0 && strcmp(one->help, other->help) == 0;
}

/* Prints which methods have a parameter, where others have one of that name with another meaning.
 */
static void put_owners(const dbt_param *param)
{
    char text[MOST_TEXT] = "Of";
    bool other = false;
    for (int m = 0; m < dbt_n_methods; m++)
        for (int p = 0; p < dbt_methods[m]->n_params; p++) {
            const dbt_param *found = param_at(m, p);
            if (is_like(found, param))
                add_text(text, sizeof text, "%s `%s`", text[2] ? "," : "", dbt_methods[m]->name);
            else
                other = other || strcmp(found->name, param->name) == 0;
        }
    add_text(text, sizeof text, ":");
    if (other)
        manual_put_text(text, NULL, false);
}

/* "0.2 s", with the methods whose default is another. */
static void default_text(const dbt_param *param, char *text, size_t size)
{
    char def[40], first[40];
    dbt_param_format(param, param->def, first, sizeof first);
    snprintf(text, size, "%s%s%s", first, param->unit && !isinf(param->def) ? " " : "",
             param->unit && !isinf(param->def) ? param->unit : "");
    for (int m = 0; m < dbt_n_methods; m++)
        for (int p = 0; p < dbt_methods[m]->n_params; p++) {
            const dbt_param *other = param_at(m, p);
            dbt_param_format(other, other->def, def, sizeof def);
            if (is_like(other, param) && strcmp(def, first) != 0)
                add_text(text, size, "; `%s`: %s", dbt_methods[m]->name, def);
        }
}

static void put_meaning(const dbt_param *param)
{
    char range[400], def[400];
    put_owners(param);
    param_range(param, range, sizeof range);
    default_text(param, def, sizeof def);
    put_texts(&(entry){ .name = param->name,
                        .help = param->help,
                        .more = param->more,
                        .range = range,
                        .def = param->type == DBT_PARAM_FILE ? NULL : def });
}

static void put_parameters(void)
{
    puts(".Bl -tag -width Ds");
    for (int m = 0; m < dbt_n_methods; m++)
        for (int p = 0; p < dbt_methods[m]->n_params; p++) {
            if (is_known_param(m, p, false))
                continue;
            printf(".It Cm %s\n", param_at(m, p)->name);
            for (int i = m; i < dbt_n_methods; i++)
                for (int k = 0; k < dbt_methods[i]->n_params; k++)
                    if (strcmp(param_at(i, k)->name, param_at(m, p)->name) == 0 &&
                        !is_known_param(i, k, true))
                        put_meaning(param_at(i, k));
        }
    for (int p = 0; p < DBT_N_COMMON; p++) {
        printf(".It Cm %s\n", dbt_common_params[p].name);
        put_texts(&(entry){
            .name = dbt_common_params[p].name, .help = dbt_common_params[p].help, .range = "" });
    }
    puts(".El");
}

/* ---- pages ---- */

static const cli_command *command_of_page(void)
{
    const char *dash = strchr(page, '-');
    for (const cli_command *const *c = cli_commands; dash && *c; c++) {
        const size_t n = strlen((*c)->name);
        if (strncmp(dash + 1, (*c)->name, n) == 0 && dash[1 + n] == '.')
            return *c;
    }
    fail("no command of this page for", "{...}");
    return NULL;
}

static void fill(const char *what)
{
    char name[64], argument[64] = "";
    if (sscanf(what, "{%60[a-z] %60[a-z-]}", name, argument) < 1)
        fail("cannot read", what);
    if (strcmp(name, "name") == 0)
        put_name(command_of_page());
    else if (strcmp(name, "synopsis") == 0)
        put_synopsis(command_of_page());
    else if (strcmp(name, "options") == 0)
        put_options(command_of_page(), NULL);
    else if (strcmp(name, "group") == 0)
        put_options(command_of_page(), group_of(argument));
    else if (strcmp(name, "shared") == 0)
        put_shared(command_of_page());
    else if (strcmp(name, "commands") == 0)
        put_commands();
    else if (strcmp(name, "topics") == 0)
        put_topics();
    else if (strcmp(name, "keys") == 0)
        put_keys(argument);
    else if (strcmp(name, "optionkeys") == 0)
        put_option_keys(argument);
    else if (strcmp(name, "params") == 0)
        put_params(argument);
    else if (strcmp(name, "parameters") == 0)
        put_parameters();
    else
        fail("cannot fill in", what);
}

/* Copies a source; text is gathered up to the next macro. */
static void put_page(FILE *source)
{
    static char line[MOST_TEXT], text[MOST_TEXT];
    size_t n = 0;
    bool literal = false;
    while (fgets(line, sizeof line, source)) {
        const bool macro = line[0] == '.' || line[0] == '\'';
        if (!macro && !literal) {
            const int added = snprintf(text + n, sizeof text - n, "%s", line);
            n += (size_t)added;
            if (n >= sizeof text)
                fail("a paragraph is too long", line);
            continue;
        }
        if (n > 0)
            manual_put_text(text, NULL, true);
        n = 0;
        text[0] = '\0';
        if (strncmp(line, ".Bd", 3) == 0)
            literal = true;
        if (strncmp(line, ".Ed", 3) == 0)
            literal = false;
        if (strncmp(line, ".\\\" {", 5) == 0)
            fill(line + 4);
        else
            fputs(line, stdout);
    }
    if (n > 0)
        manual_put_text(text, NULL, true);
}

/* ---- names ---- */

static void print_names(void)
{
    for (const cli_command *const *c = cli_commands; *c; c++) {
        cli_option_list options;
        cli_list_options(*c, &options);
        printf("command %s\n", (*c)->name);
        for (int i = 0; i < options.n; i++)
            printf("option --%s\n", options.list[i].option.name);
    }
    for (const dbt_setting *s = dbt_settings; s->key; s++)
        if (s->places)
            printf("key %s\n", s->key);
    for (int m = 0; m < dbt_n_methods; m++) {
        printf("method %s\n", dbt_methods[m]->name);
        for (int p = 0; p < dbt_methods[m]->n_params; p++)
            printf("param %s\n", param_at(m, p)->name);
    }
    for (const cli_topic *t = cli_topics; t->name; t++)
        printf("topic dbtool-%s(%d)\n", t->name, t->section);
    puts("method auto");
    for (int i = 0; i < DBT_N_METRICS; i++)
        printf("column %s\n", dbt_metric_infos[i].name);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--names") == 0) {
        print_names();
    } else if (argc == 2) {
        FILE *source = fopen(argv[1], "r");
        const char *slash = strrchr(argv[1], '/');
        page = slash ? slash + 1 : argv[1];
        if (!source)
            fail(strerror(errno), argv[1]);
        put_page(source);
        fclose(source);
    } else {
        fputs("usage: make_manual PAGE | --names\n", stderr);
        return 2;
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}

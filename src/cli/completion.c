/* dbtool --complete: prints the completions of a command line's last word. The scripts in
 * src/completion call it for options, methods and columns. */
#include "cli/option_list.h"
#include "measure/metric.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The word to complete. Candidates replace the text after its first n_fixed bytes. */
typedef struct open_word {
    const char *text;
    size_t n_fixed;
} open_word;

/* The same word, complete up to `begin`, which points into it. */
static open_word after(const open_word *word, const char *begin)
{
    return (open_word){ word->text, (size_t)(begin - word->text) };
}

/* Prints a line "WORD<TAB>HELP" if `item` begins with the typed bytes after the fixed ones. WORD:
 * the fixed bytes and `item`. */
static void offer(const open_word *word, const char *item, const char *help)
{
    const char *typed = word->text + word->n_fixed;
    if (strncmp(item, typed, strlen(typed)) == 0)
        printf("%.*s%s\t%s\n", (int)word->n_fixed, word->text, item, help);
}

static void offer_all(const open_word *word, const char *const *items)
{
    for (int i = 0; items[i]; i++)
        offer(word, items[i], "");
}

static void offer_param_values(const open_word *word, const dbt_param *param)
{
    static const char *const truths[] = { "true", "false", NULL };
    if (param->type == DBT_PARAM_CHOICE)
        offer_all(word, param->choices);
    else if (param->type == DBT_PARAM_BOOL)
        offer_all(word, truths);
}

/* Offers the parameters of a method as "NAME=". After '=' offers the values of that one instead:
 * words of a choice, true and false, or nothing for other types. word: after its fixed bytes stands
 * METHOD:ITEM,ITEM..., of which the last item is completed. */
static void offer_params(const open_word *word, const dbt_method *method)
{
    const char *begin = strpbrk(word->text + word->n_fixed, ":") + 1, *comma = strrchr(begin, ',');
    begin = comma ? comma + 1 : begin;
    const char *equals = strchr(begin, '=');
    for (int p = 0; p < method->n_params; p++) {
        const dbt_param *param = &method->params[p];
        char key[64];
        const int n = snprintf(key, sizeof key, "%s=", param->name);
        const open_word item = after(word, equals ? equals + 1 : begin);
        if (!equals)
            offer(&item, key, param->help);
        else if (strncmp(begin, key, (size_t)n) == 0)
            offer_param_values(&item, param);
    }
}

/* Offers methods or, after METHOD and a colon, its parameters. list: the word may be a list of
 * methods, separated by commas, and "all" is offered instead of "auto"; after a comma that follows
 * a colon both methods and parameters are offered. */
static void offer_methods(const open_word *word, bool list)
{
    char name[64];
    const char *item = word->text + word->n_fixed, *comma = list ? strrchr(item, ',') : NULL;
    for (const char *colon = item; (colon = strchr(colon, ':')); colon++) { /* to the last colon */
        const char *begin = colon;
        while (begin > item && begin[-1] != ',')
            begin--;
        snprintf(name, sizeof name, "%.*s", (int)(colon - begin), begin);
        const dbt_method *method = dbt_method_find(name, NULL);
        const open_word tuning = after(word, begin);
        if (method && !strchr(colon + 1, ':'))
            offer_params(&tuning, method);
    }
    if (strchr(item, ':') && !comma)
        return;
    const open_word last = after(word, comma ? comma + 1 : item);
    for (int m = 0; m < dbt_n_methods; m++)
        offer(&last, dbt_methods[m]->name, dbt_methods[m]->summary);
    offer(&last, list ? "all" : "auto", list ? "every method" : "the best for each cut");
}

/* Returns the extension of an argument's name such as OUT.bvh; empty: none. */
static const char *ending_of(const char *arg)
{
    const char *dot = strchr(arg, '.');
    return dot && islower((unsigned char)dot[1]) ? dot + 1 : "";
}

/* Prints the completions of an option's value: a line "folders" for DIR; "files EXT" for a path,
 * EXT empty for any file; else "words" and a line for each candidate. There may be none. Of a list
 * of metrics or times completes the item after the last comma. listed: an option with a value that
 * is not a method's parameter. */
static void complete_value(const open_word *word, const cli_listed *listed)
{
    static const char *const of_methods[] = { "methods", "candidates", NULL };
    static const char *const of_columns[] = { "rank", "columns", "column", "fail-if", NULL };
    static const char *const times[] = { "best", "end", NULL };
    const cli_option *option = &listed->option;
    const char *comma = strrchr(word->text + word->n_fixed, ',');
    const open_word item = after(word, comma ? comma + 1 : word->text + word->n_fixed);
    if (strcmp(option->arg, "DIR") == 0) {
        puts("folders");
        return;
    }
    if (strncmp(option->arg, "FILE", 4) == 0 || strcmp(option->arg, "MODEL") == 0 ||
        *ending_of(option->arg)) {
        printf("files %s\n", ending_of(option->arg));
        return;
    }
    puts("words");
    if (strcmp(option->name, "method") == 0)
        offer_methods(word, false);
    else if (cli_is_one_of(option->name, of_methods))
        offer_methods(word, true);
    else if (cli_is_one_of(option->name, of_columns))
        for (int m = 0; m < DBT_N_METRICS; m++)
            offer(&item, dbt_metric_infos[m].name, dbt_metric_infos[m].judged ? "" : "a level");
    else if (strcmp(option->name, "preset") == 0)
        for (int i = 0; dbt_preset_name(i); i++)
            offer(word, dbt_preset_name(i), "");
    else if (listed->setting && listed->setting->kind == DBT_KIND_CUT)
        offer_all(&item, times);
    else if (option->choices)
        offer_all(word, option->choices);
}

/* Prints the completions of an argument that is no option: a line "files" with the command's
 * extensions. For `methods` and `help` prints "words", then the methods, or commands and topics. */
static void complete_positional(const open_word *word, const cli_command *command)
{
    if (strcmp(command->name, "help") != 0 && strcmp(command->name, "methods") != 0) {
        printf("files %s\n", command->files ? command->files : "bvh");
        return;
    }
    puts("words");
    if (command->name[0] == 'm') {
        offer_methods(word, false);
        return;
    }
    for (const cli_command *const *c = cli_commands; *c; c++)
        offer(word, (*c)->name, (*c)->summary);
    for (const cli_topic *t = cli_topics; t->name; t++)
        offer(word, t->name, t->summary);
}

/* Returns the option that `text` names, borrowed from `options`: "--name", "--name=..." or "-x", of
 * a cluster "-xyz" the last. Returns NULL if it is no option, unknown, or without a value. */
static const cli_listed *option_of(const cli_option_list *options, const char *text)
{
    if (text[0] != '-' || text[1] == '\0')
        return NULL;
    const size_t n = strlen(text);
    const cli_listed *listed =
        text[1] == '-' ? cli_find_name(options, text + 2, strcspn(text + 2, "="))
                       : cli_find_letter(options, text[n - 1]); /* the last of a cluster */
    return listed && listed->option.arg ? listed : NULL;
}

/* Prints the completions of the last of words[n_words], the words after the command. Completes the
 * value of the option in the word before it or before its '='; else, after "-", option names; else
 * a file or name. After a word "--" all words are files or names. n_words: 1 or more. */
static void complete_word(const cli_command *command, int n_words, char **words)
{
    cli_option_list options;
    /* The option whose value the next word must be; NULL: none, or the value may be left out. */
    const cli_listed *open = NULL;
    cli_list_options(command, &options);
    bool only_files = false;
    for (int i = 0; i < n_words - 1; i++) {
        only_files = only_files || (!open && strcmp(words[i], "--") == 0);
        open = only_files || open || strchr(words[i], '=') ? NULL : option_of(&options, words[i]);
        if (open && open->option.optional)
            open = NULL;
    }
    open_word word = { words[n_words - 1], 0 };
    const char *equals = strchr(word.text, '=');
    if (!open && !only_files && strncmp(word.text, "--", 2) == 0 && equals) {
        open = option_of(&options, word.text);
        word = open ? after(&word, equals + 1) : word;
    }
    if (open && open->param && open->param->type == DBT_PARAM_FILE) {
        puts("files ");
    } else if (open && open->param) {
        puts("words");
        offer_param_values(&word, open->param);
    } else if (open) {
        complete_value(&word, open);
    } else if (!only_files && word.text[0] == '-') {
        char name[80];
        puts("words");
        for (int i = 0; i < options.n; i++) {
            snprintf(name, sizeof name, "--%s", options.list[i].option.name);
            offer(&word, name, options.list[i].option.help);
        }
    } else {
        complete_positional(&word, command);
    }
}

int cli_complete(int n_words, char **words)
{
    const open_word word = { n_words > 0 ? words[0] : "", 0 };
    if (n_words <= 1)
        puts("words");
    for (const cli_command *const *c = cli_commands; *c; c++)
        if (n_words <= 1)
            offer(&word, (*c)->name, (*c)->summary);
        else if (strcmp((*c)->name, words[0]) == 0)
            complete_word(*c, n_words - 1, words + 1);
    return cli_finish_stdout(CLI_DONE);
}

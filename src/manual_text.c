#include "manual_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_WIDTH = 90 };

typedef enum mark { PLAIN, CODE, EMPHASIS, SECTION, OPTION, PAGE, ARGUMENT } mark;

typedef struct span {
    const char *text;
    int n;
    mark mark;
} span;

/* Where text goes: its width so far on the output's line. */
static int column;

void manual_end_line(void)
{
    if (column > 0)
        putchar('\n');
    column = 0;
}

/* Whether an option's value, such as "GLOB=FACTOR", has that word. */
static bool has_argument(const char *arg, const char *word, int n)
{
    for (const char *p = arg; p && *p;) {
        int size = 0;
        while (isalpha((unsigned char)p[size]))
            size++;
        if (size == n && strncmp(p, word, (size_t)n) == 0)
            return true;
        p += size > 0 ? size : 1;
    }
    return false;
}

static int span_of(const char *p, int (*is)(int), const char *others)
{
    int n = 0;
    while (p[n] && (is((unsigned char)p[n]) || strchr(others, p[n])))
        n++;
    return n;
}

/* The mark at p, the beginning of a word if `first`. Returns the bytes that it takes, its signs
 * included; 0: none. */
static int read_mark(const char *p, bool first, const char *arg, span *found)
{
    const char *end;
    int n;
    if (*p == '`' && (end = strchr(p + 1, '`'))) {
        *found = (span){ p + 1, (int)(end - p) - 1, CODE };
        return found->n + 2;
    }
    if (!first)
        return 0;
    if (*p == '*' && isalpha((unsigned char)p[1]) && (end = strchr(p + 1, '*'))) {
        *found = (span){ p + 1, (int)(end - p) - 1, EMPHASIS };
        return found->n + 2;
    }
    if (*p == '{' && isupper((unsigned char)p[1]) && (end = strchr(p, '}'))) {
        *found = (span){ p + 1, (int)(end - p) - 1, SECTION };
        return found->n + 2;
    }
    if (p[0] == '-' && p[1] == '-' && islower((unsigned char)p[2])) {
        *found = (span){ p + 1, 1 + span_of(p + 2, islower, "-0123456789"), OPTION };
        return found->n + 1;
    }
    if (p[0] == '-' && isalpha((unsigned char)p[1]) && !isalnum((unsigned char)p[2]) &&
        p[2] != '-') {
        *found = (span){ p + 1, 1, OPTION };
        return 2;
    }
    n = span_of(p, islower, "-");
    if (strncmp(p, "dbtool", 6) == 0 && p[n] == '(' && isdigit((unsigned char)p[n + 1]) &&
        p[n + 2] == ')') {
        *found = (span){ p, n + 3, PAGE };
        return n + 3;
    }
    n = span_of(p, isupper, "");
    if (n > 0 && !isalnum((unsigned char)p[n]) && has_argument(arg, p, n)) {
        *found = (span){ p, n, ARGUMENT };
        return n;
    }
    return 0;
}

void manual_put_argument(const char *text, int n, bool is_mdoc)
{
    const bool like_macro = n == 2 && isupper((unsigned char)text[0]);
    printf(" %s", like_macro || strchr(".,:;()[]|?!'", text[0]) ? "\\&" : "");
    for (int i = 0; i < n; i++) {
        if (text[i] == '"')
            printf("\\(dq");
        else if (text[i] == '\\' && !is_mdoc)
            printf("\\e");
        else
            putchar(text[i]);
    }
}

/* "-o", "--fit=RIG.bvh": the option alone, then what follows it. */
static void put_option(const char *text, int n)
{
    const int name = n > 2 && text[1] == '-' ? 2 + span_of(text + 2, islower, "-0123456789") : n;
    printf(" Fl");
    manual_put_argument(text + 1, (name < n ? name : n) - 1, false);
    if (name < n) {
        printf(" Ns Cm");
        manual_put_argument(text + name, n - name, false);
    }
}

static bool is_file_name(const char *text, int n)
{
    static const char *const endings[] = { ".bvh", ".json", ".csv", ".html", ".xml", ".md" };
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const int size = (int)strlen(endings[i]);
        if (n > size && strncmp(text + n - size, endings[i], (size_t)size) == 0)
            return true;
    }
    return false;
}

/* Prints the words of code, each with its macro. */
static void put_code(const char *text, int n, bool is_mdoc)
{
    const char *end = text + n;
    while (text < end) {
        int size = 0;
        while (text + size < end && text[size] != ' ')
            size++;
        if (size > 1 && text[0] == '-' && !isdigit((unsigned char)text[1])) {
            put_option(text, size);
        } else if (size > 0) {
            printf(is_file_name(text, size) ? " Pa" : " Cm");
            manual_put_argument(text, size, is_mdoc);
        }
        text += size;
        text += text < end;
    }
}

static void put_mark(const span *s, bool is_mdoc)
{
    switch (s->mark) {
    case PLAIN: break;
    case CODE: put_code(s->text, s->n, is_mdoc); break;
    case EMPHASIS: printf(" Em %.*s", s->n, s->text); break;
    case SECTION: printf(" Sx %.*s", s->n, s->text); break;
    case OPTION: printf(" Fl %.*s", s->n, s->text); break;
    case PAGE: printf(" Xr %.*s %c", s->n - 3, s->text, s->text[s->n - 2]); break;
    case ARGUMENT: printf(" Ar %.*s", s->n, s->text); break;
    }
}

/* Prints a word with marks as one macro line. */
static void put_marked(const span *spans, int n, bool is_mdoc)
{
    static const char closing[] = ".,:;)]?!";
    int first = 0;
    manual_end_line();
    putchar('.');
    if (spans[0].mark == PLAIN) {
        printf("No");
        manual_put_argument(spans[0].text, spans[0].n, is_mdoc);
        printf(" Ns");
        first = 1;
    }
    for (int i = first; i < n; i++) {
        const span *s = &spans[i];
        int tail = 0;
        if (s->mark != PLAIN) {
            if (i > 0 && spans[i - 1].mark != PLAIN)
                printf(" Ns");
            put_mark(s, is_mdoc);
            continue;
        }
        while (i == n - 1 && tail < s->n && strchr(closing, s->text[s->n - 1 - tail]))
            tail++;
        if (tail < s->n) {
            printf(" Ns No");
            manual_put_argument(s->text, s->n - tail, is_mdoc);
            if (i < n - 1)
                printf(" Ns");
        }
        for (int k = s->n - tail; k < s->n; k++)
            printf(" %c", s->text[k]);
    }
    putchar('\n');
}

static void put_plain(const char *text, int n, bool is_mdoc)
{
    if (column > 0 && column + 1 + n > LINE_WIDTH)
        manual_end_line();
    if (column > 0)
        putchar(' ');
    else if (*text == '.' || *text == '\'')
        printf("\\&");
    for (int i = 0; i < n; i++)
        if (text[i] == '\\' && !is_mdoc)
            printf("\\e");
        else
            putchar(text[i]);
    column += 1 + n;
    if (strchr(".?!", text[n - 1])) /* mdoc spaces sentences that begin on a new line */
        manual_end_line();
}

void manual_put_text(const char *text, const char *arg, bool is_mdoc)
{
    while (*text) {
        span spans[32];
        int n = 0, size = 0, plain = 0;
        text += strspn(text, " \n");
        while (text[size] && text[size] != ' ' && text[size] != '\n') {
            span found;
            const bool first = size == 0 || strchr("(['\"/|,", text[size - 1]);
            const int taken = read_mark(text + size, first, arg, &found);
            if (n > 28) {
                fprintf(stderr, "make_manual: too many marks in a word: '%s'\n", text);
                exit(1);
            }
            if (taken > 0) {
                if (plain < size)
                    spans[n++] = (span){ text + plain, size - plain, PLAIN };
                spans[n++] = found;
                plain = size + taken;
            }
            size += taken > 0 ? taken : 1;
        }
        if (n == 0 && size > 0) {
            put_plain(text, size, is_mdoc);
        } else if (n > 0) {
            if (plain < size)
                spans[n++] = (span){ text + plain, size - plain, PLAIN };
            put_marked(spans, n, is_mdoc);
        }
        text += size;
    }
    manual_end_line();
}

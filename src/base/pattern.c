#include "base/pattern.h"

#include <stddef.h>
#include <string.h>

/* ---- brackets ---- */

/* Whether c is in the class name[n], such as "digit". An unknown class is empty. */
static bool is_in_class(const char *name, size_t n, unsigned char c)
{
    static const struct {
        const char *name, *ranges; /* pairs of first and last */
    } classes[] = {
        { "alnum", "09AZaz" },   { "alpha", "AZaz" },
        { "blank", "\t\t  " },   { "cntrl", "\1\37\177\177" },
        { "digit", "09" },       { "graph", "!~" },
        { "lower", "az" },       { "print", " ~" },
        { "punct", "!/:@[`{~" }, { "space", "\t\r  " },
        { "upper", "AZ" },       { "xdigit", "09AFaf" },
    };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (strlen(classes[i].name) != n || memcmp(classes[i].name, name, n) != 0)
            continue;
        for (const char *r = classes[i].ranges; *r; r += 2)
            if (c >= (unsigned char)r[0] && c <= (unsigned char)r[1])
                return true;
    }
    return false;
}

/* Sets *is_in to whether c is in the class at p, such as "[:digit:]". Returns the end of the class;
 * NULL, with *is_in unchanged, if there is none at p. */
static const char *match_class(const char *p, unsigned char c, bool *is_in)
{
    const char *end = p[0] == '[' && p[1] == ':' ? strstr(p + 2, ":]") : NULL;
    if (!end)
        return NULL;
    *is_in = is_in_class(p + 2, (size_t)(end - p - 2), c);
    return end + 2;
}

/* Reads the member of a bracket expression at *p, escaped by a '\' or not, and moves *p past it.
 * Returns 0 at the end of the pattern. */
static unsigned char next_member(const char **p)
{
    if (**p == '\\')
        ++*p;
    const unsigned char c = (unsigned char)**p;
    *p += c != '\0';
    return c;
}

/* Sets *matches to whether c is in a bracket expression, p past its '['. A ']' that comes first is
 * a member. Returns the byte after the closing ']'. Returns NULL, with *matches unchanged, if it is
 * not closed: '[' then matches itself. */
static const char *match_bracket(const char *p, unsigned char c, bool *matches)
{
    const bool others = *p == '!' || *p == '^';
    bool any = false;
    p += others;
    for (bool first = true; first || *p != ']'; first = false) {
        bool is_in;
        const char *end = match_class(p, c, &is_in);
        if (end) {
            any = any || is_in;
            p = end;
            continue;
        }
        const unsigned char low = next_member(&p);
        unsigned char high = low;
        if (p[0] == '-' && p[1] != ']' && p[1] != '\0') {
            p++;
            high = next_member(&p);
        }
        if (!low || !high)
            return NULL;
        any = any || (c >= low && c <= high);
    }
    *matches = any != others;
    return p + 1;
}

/* ---- patterns ---- */

/* Matches c with the first element of a pattern, which is no '*'. Returns the rest of the pattern,
 * or NULL if c does not match. */
static const char *match_one(const char *pattern, char c)
{
    bool matches = false;
    const char *end =
        *pattern == '[' ? match_bracket(pattern + 1, (unsigned char)c, &matches) : NULL;
    if (end)
        return matches ? end : NULL;
    if (*pattern == '?')
        return pattern + 1;
    if (*pattern == '\\')
        pattern++;
    return *pattern && *pattern == c ? pattern + 1 : NULL;
}

/* Backtracks to the last '*' only: a longer match of an earlier '*' never helps. */
bool dbt_pattern_matches(const char *pattern, const char *name)
{
    const char *after_star = NULL, *retry = NULL;
    while (*name) {
        if (*pattern == '*') {
            after_star = ++pattern;
            retry = name;
            continue;
        }
        const char *rest = match_one(pattern, *name);
        if (!rest && !after_star)
            return false;
        name = rest ? name + 1 : ++retry;
        pattern = rest ? rest : after_star;
    }
    return pattern[strspn(pattern, "*")] == '\0';
}

bool dbt_pattern_matches_file(const char *pattern, const char *name)
{
    const char *first = *pattern == '\\' ? pattern + 1 : pattern;
    return (*name != '.' || *first == '.') && dbt_pattern_matches(pattern, name);
}

/* Shell patterns (glob): '*' matches any text, '?' one character, '[...]' one of several. */
#ifndef DBT_BASE_PATTERN_H
#define DBT_BASE_PATTERN_H

#include <stdbool.h>

/* Whether a pattern matches all of a name, byte by byte. '*': any bytes, '?': any one. In brackets:
 * ranges such as a-z, classes such as [:digit:] (of ASCII), and '!' or '^' first for all others.
 * '\' escapes the next byte. A '[' that is not closed matches itself. Time: at most the product of
 * both lengths. */
bool dbt_pattern_matches(const char *pattern, const char *name);

/* As dbt_pattern_matches, but only a dot matches a dot at the beginning of a name. */
bool dbt_pattern_matches_file(const char *pattern, const char *name);

#endif

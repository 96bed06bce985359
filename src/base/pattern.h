/* Shell patterns: '*' stands for any text, '?' for one character, '[...]' for one of several. */
#ifndef DBT_BASE_PATTERN_H
#define DBT_BASE_PATTERN_H

#include <stdbool.h>

/* Whether a pattern matches all of a name, byte by byte. In brackets: ranges such as a-z, classes
 * such as [:digit:] (of ASCII), and '!' or '^' first for all other characters. '\' makes the next
 * character stand for itself. Time: at most the product of both lengths. */
bool dbt_pattern_matches(const char *pattern, const char *name);

/* The same, but a dot at the beginning of a name matches only a dot. */
bool dbt_pattern_matches_file(const char *pattern, const char *name);

#endif

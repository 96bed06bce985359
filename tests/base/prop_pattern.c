/* Shell patterns: the same matches as the C library's fnmatch in the C locale. */
#include "expect.h"

#include "base/pattern.h"

#include <fnmatch.h>

static uint64_t state = 1;

/* Returns a random index below n: the high bits of Knuth's linear congruential generator (MMIX). */
static size_t draw(size_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(state >> 33) % n;
}

/* Concatenates 0 to max_items random items into out. */
static void draw_text(const char *const *items, size_t n_items, size_t max_items, char *out)
{
    out[0] = '\0';
    for (size_t n = draw(max_items + 1); n > 0; n--)
        strcat(out, items[draw(n_items)]);
}

TEST(patterns_match_as_fnmatch_does)
{
    static const char *const pieces[] = {
        "*",    "?",     "a",    "b", ".",    "[ab]",  "[!a]",         "[^b.]",        "\\*", "\\a",
        "[]a]", "[a-b]", "[b-]", "/", "[!]]", "[\\]]", "[[:alpha:].]", "[![:punct:]]", "-",   "]"
    };
    static const char *const letters[] = { "a", "b", ".", "*", "]", "-", "/", "\\" };
    int n_matches = 0;
    for (int i = 0; i < 200000; i++) {
        char pattern[200], name[20];
        draw_text(pieces, sizeof pieces / sizeof *pieces, 5, pattern);
        draw_text(letters, sizeof letters / sizeof *letters, 5, name);
        const bool matches = fnmatch(pattern, name, 0) == 0;
        /* FNM_PERIOD only for names with a leading dot: in other names glibc refuses some dots
         * after '*' and '?', too. */
        const bool matches_file = fnmatch(pattern, name, name[0] == '.' ? FNM_PERIOD : 0) == 0;
        if (dbt_pattern_matches(pattern, name) != matches ||
            dbt_pattern_matches_file(pattern, name) != matches_file)
            fail_msg("'%s' with '%s'", pattern, name);
        n_matches += matches;
    }
    assert_true(n_matches > 5000);
}

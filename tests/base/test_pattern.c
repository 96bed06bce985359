/* Shell patterns: hand-made cases, each from the rules of POSIX. */
#include "expect.h"

#include "base/pattern.h"

TEST(a_pattern_matches_all_of_a_name)
{
    static const struct {
        const char *pattern, *name;
        bool matches;
    } cases[] = {
        { "", "", true },
        { "", "a", false },
        { "*", "", true },
        { "*", "any/thing.bvh", true },
        { "*.bvh", "walk.bvh", true },
        { "*.bvh", "walk.bvh2", false },
        { "walk*", "sidewalk", false },
        { "?", "", false },
        { "?", "\xff", true },
        { "w??k", "walk", true },
        { "*a*b*c", "aabbcabc", true },
        { "*a*b*c", "aabbcab", false },
        { "[a-c]x", "bx", true },
        { "[a-c]x", "dx", false },
        { "[!a-c]", "d", true },
        { "[^a-c]", "a", false },
        { "[]]", "]", true },
        { "[!]]", "]", false },
        { "[a-]", "-", true },
        { "[c-a]", "b", false },
        { "[[:digit:]_]*", "7th", true },
        { "[[:digit:]_]*", "seventh", false },
        { "[![:space:]]", "\t", false },
        { "[[:punct:]][[:xdigit:]]", "#F", true },
        { "\\*", "*", true },
        { "\\*", "a", false },
        { "[\\]]", "]", true },
        { "[", "[", true },
        { "a[b", "a[b", true },
        { "a\\", "a\\", false },
        { "\xc3\xa4*", "\xc3\xa4rger", true },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (dbt_pattern_matches(cases[i].pattern, cases[i].name) != cases[i].matches)
            fail_msg("'%s' with '%s'", cases[i].pattern, cases[i].name);
}

TEST(a_leading_dot_is_matched_only_by_a_dot)
{
    assert_false(dbt_pattern_matches_file("*", ".hidden"));
    assert_false(dbt_pattern_matches_file("?x", ".x"));
    assert_false(dbt_pattern_matches_file("[.]x", ".x"));
    assert_true(dbt_pattern_matches_file(".*", ".hidden"));
    assert_true(dbt_pattern_matches_file("\\.x", ".x"));
    assert_true(dbt_pattern_matches_file("a*", "a.b"));
    assert_true(dbt_pattern_matches_file("*", ""));
}

/* A matcher that tries every split of the name between the stars would not end. */
TEST(many_stars_take_little_time)
{
    char pattern[121] = "", name[4001];
    for (int i = 0; i < 60; i++)
        memcpy(pattern + 2 * i, "*a", 3);
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_true(dbt_pattern_matches(pattern, name));
    name[sizeof name - 2] = 'b';
    assert_false(dbt_pattern_matches(pattern, name));
}

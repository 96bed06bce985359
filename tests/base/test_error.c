/* Errors as text: how a message that mentions a setting is spelled. */
#include "expect.h"

#include "base/error.h"

static const char *spelled(const char *msg, size_t size)
{
    static char text[400];
    dbt_error err;
    dbt_fail(&err, DBT_E_PARAM, "%s", msg);
    dbt_error_format(&err, text, size);
    return text;
}

TEST(a_setting_is_spelled_as_an_option)
{
    static const char *const cases[][2] = {
        { "the limit (" DBT_SETTING("max_frames") ")", "the limit (--max-frames)" },
        { DBT_SETTING("up"), "--up" },
        { "use " DBT_SETTING_AS("past_end", "hold") " or loop", "use --past-end hold or loop" },
        { DBT_SETTING("a_b") DBT_SETTING_AS("c_d", "e_f"), "--a-b--c-d e_f" },
        { "use " DBT_SETTING_OR("up", "2:z", "z") " or " DBT_SETTING_OR("from", "0,1f", "1f"),
          "use --up 2:z or --from 0,1f" },
        { "a_b " DBT_SETTING_AS("drop", "'x y'"), "a_b --drop 'x y'" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(spelled(cases[i][0], 400), cases[i][1]);
}

/* What a user's name may hold is no setting; it is shown as other control characters are. */
TEST(what_is_no_mention_is_text)
{
    static const char *const cases[][2] = {
        { "\x1d\x1e", "??" },
        { "\x1dUP\x1e", "?UP?" },
        { "\x1dup", "?up" },
        { "up\x1e", "up?" },
        { "\x1dup;\x1e", "?up;?" },
        { "\x1d up\x1e", "? up?" },
        { "\x1d" DBT_SETTING("up"), "?--up" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(spelled(cases[i][0], 400), cases[i][1]);
    assert_string_equal(spelled("ab" DBT_SETTING("until"), 7), "ab?unt"); /* cut off */
}

TEST(a_message_that_is_too_long_ends_before_a_setting)
{
    char name[sizeof((dbt_warning *)0)->msg], text[400];
    dbt_error err;
    dbt_warnings warnings = { 0 };
    memset(name, 'a', sizeof name);
    name[sizeof name - 4] = '\0'; /* room for three bytes */
    dbt_warn(&warnings, DBT_WARN_BONES, NULL, 0, 0, "%s" DBT_SETTING("fit") ")", name);
    dbt_warning_format(&warnings.kind[DBT_WARN_BONES], text, sizeof text);
    assert_string_equal(text, name);
    dbt_fail(&err, DBT_E_PARAM, "%s%160s" DBT_SETTING("fit") ")", name, "b");
    dbt_error_format(&err, text, sizeof text);
    assert_null(strchr(text, '?'));
    assert_null(strstr(text, "--"));
}

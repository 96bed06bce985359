/* Texts: comparing words, and replacing bytes that control terminals. */
#include "expect.h"

#include "base/text.h"

static dbt_span span_of(const char *text, size_t n)
{
    return (dbt_span){ text, text + n };
}

TEST(a_word_is_equal_in_any_case_a_text_only_in_its_own)
{
    static const struct {
        const char *text;
        size_t n;
        const char *word;
        bool is, equals;
    } cases[] = {
        { "joint", 5, "joint", true, true },   { "joint,cut", 5, "joint", true, true },
        { "Joint", 5, "joint", true, false },  { "joint", 5, "JOINT", true, false },
        { "joint", 4, "joint", false, false }, { "joint", 5, "join", false, false },
        { "joint", 0, "joint", false, false }, { "joint", 5, "", false, false },
        { "joint", 0, "", true, true },        { "jo\0nt", 5, "jo", false, false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const dbt_span span = span_of(cases[i].text, cases[i].n);
        assert_int_equal(dbt_span_is(span, cases[i].word), cases[i].is);
        assert_int_equal(dbt_span_equals(span, cases[i].word), cases[i].equals);
    }
}

TEST(bytes_that_control_a_terminal_or_reverse_a_line_are_replaced)
{
    static const struct {
        const char *text, *defused;
    } cases[] = {
        { "", "" },
        { "Left Arm~", "Left Arm~" },
        { "a\x01\t\n\r\x1b[31m\x7f", "a?????[31m?" },
        { "\xc2\x80|\xc2\x9b|\xc2\x9f|\xc2\xa0", "?|?|?|\xc2\xa0" },
        { "\x80|\x9b|\x9f|\xa0|\xff", "?|?|?|\xa0|\xff" }, /* bytes outside a UTF-8 sequence */
        { "\xd8\x9b|\xd8\x9c|\xd8\x9d", "\xd8\x9b|?|\xd8\x9d" },
        { "\xe2\x80\x8d|\xe2\x80\x8e|\xe2\x80\x8f|\xe2\x80\x90", "\xe2\x80\x8d|?|?|\xe2\x80\x90" },
        { "\xe2\x80\xa9|\xe2\x80\xaa|\xe2\x80\xae|\xe2\x80\xaf", "\xe2\x80\xa9|?|?|\xe2\x80\xaf" },
        { "\xe2\x81\xa5|\xe2\x81\xa6|\xe2\x81\xa9|\xe2\x81\xaa", "\xe2\x81\xa5|?|?|\xe2\x81\xaa" },
        { "\xe6\x9b\x9b\xf0\x9f\x98\x80", "\xe6\x9b\x9b\xf0\x9f\x98\x80" }, /* 0x9b inside */
        { "\xe2\x80", "\xe2?" },                                            /* cut off */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s", cases[i].text);
        dbt_defuse(text);
        assert_string_equal(text, cases[i].defused);
    }
}

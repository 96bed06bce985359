/* Escaping of names: in Markdown they have no markup, in CSV each is one field. */
#include "expect.h"

#include "base/buffer.h"

static void expect_added(void (*add)(dbt_buffer *buffer, const char *text), const char *text,
                         const char *expected)
{
    dbt_buffer buffer = { 0 };
    add(&buffer, text);
    assert_string_equal(buffer.bytes ? buffer.bytes : "", expected);
    dbt_buffer_release(&buffer);
}

TEST(nothing_of_a_text_is_markdown)
{
    static const struct {
        const char *text, *markdown;
    } cases[] = {
        { "", "" },
        { "walk+run, cut 1, Left Arm", "walk+run, cut 1, Left Arm" },
        { "mixamorig:Hips (1)", "mixamorig:Hips (1)" },
        { "w.{method}, +5.03 % (0.1 -> 0.2)", "w.{method}, +5.03 % (0.1 -\\> 0.2)" },
        { "a_b*c`d\\e~f", "a\\_b\\*c\\`d\\\\e\\~f" },
        { "|![x](y)", "\\|\\!\\[x\\](y)" },
        { "<b onclick=x>&amp;", "\\<b onclick=x\\>\\&amp;" },
        { "$x$", "<span>$</span>x<span>$</span>" },
        { "@team, #12", "<span>@</span>team, <span>#</span>12" },
        { "%1 !2 ~a &4", "\\%1 \\!2 \\~a \\&4" },
        { "- a - b", "\\- a - b" },
        { "---", "\\---" },
        { "+ a", "\\+ a" },
        { "1. a 2. b", "1\\. a 2. b" },
        { "12) a", "12\\) a" },
        { "1.5", "1\\.5" },
        { ".a )", ".a )" },
        { "http://a.b", "http\\://a.b" },
        { "x www.a.b WWW.c", "x www\\.a.b WWW\\.c" },
        { "a\tb\r\nc\033[31m\177", "a?b??c?\\[31m?" },
        { "\xc3\xa4\xff", "\xc3\xa4\xff" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_added(dbt_buffer_markdown, cases[i].text, cases[i].markdown);
}

TEST(a_field_of_csv_is_utf8_and_one_field)
{
    static const struct {
        const char *text, *csv;
    } cases[] = {
        { "", "" },
        { "Left Arm", "Left Arm" },
        { "a,b", "\"a,b\"" },
        { "a\"b\n", "\"a\"\"b\n\"" },
        { "\xc3\xa4", "\xc3\xa4" },
        { "h\xfctte", "h\xef\xbf\xbdtte" },
        { "\xe2\x80,", "\"\xef\xbf\xbd\xef\xbf\xbd,\"" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_added(dbt_buffer_csv, cases[i].text, cases[i].csv);
}

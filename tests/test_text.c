/* Bytes of a text: when a run of them is a word. */
#include "expect.h"

#include "core/text.h"

static dbt_span span_of(const char *text, size_t n)
{
    return (dbt_span){ text, text + n };
}

static void a_word_is_equal_in_any_case_a_text_only_in_its_own(void **unused)
{
    (void)unused;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_word_is_equal_in_any_case_a_text_only_in_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

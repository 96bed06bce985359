/* RFC 4180 fields: their ends, their contents, and invalid ones. */
#include "expect.h"

#include "base/csv.h"

/* Writes the unquoted field at p into out, with a NUL. Returns the end of the field. */
static const char *field_at(const char *p, const char *end, char *out)
{
    dbt_csv_field field;
    const char *next = dbt_csv_field_at(p, end, &field);
    if (!next)
        fail_msg("no field at '%s'", p);
    *dbt_csv_unquote(field, out) = '\0';
    return next;
}

TEST(a_field_ends_at_comma_line_end_or_the_end)
{
    static const struct {
        const char *text, *field;
        size_t size; /* bytes before the one that ends the field */
    } cases[] = {
        { "", "", 0 },
        { ",b", "", 0 },
        { "a", "a", 1 },
        { "a,b", "a", 1 },
        { "a b\nc", "a b", 3 },
        { "a\r\nc", "a", 1 },
        { "a\rc", "a", 1 },
        { " a ,b", " a ", 3 },
        { "-1.5e+3,b", "-1.5e+3", 7 },
        { "!#$%&'()*+", "!#$%&'()*+", 10 },
        { "\xc3\xa4\xff,b", "\xc3\xa4\xff", 3 },
        { "\"\"", "", 2 },
        { "\"a,b\",c", "a,b", 5 },
        { "\"a\nb\r\nc\rd\"\n", "a\nb\r\nc\rd", 10 },
        { "\"\"\"\"", "\"", 4 },
        { "\"a \"\"b\"\"\"\r", "a \"b\"", 9 },
        { "\"\"\"a\"\"\",", "\"a\"", 7 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[32];
        const char *text = cases[i].text;
        const char *next = field_at(text, text + strlen(text), out);
        assert_string_equal(out, cases[i].field);
        assert_int_equal(next - text, cases[i].size);
    }
}

TEST(only_doubled_quotes_make_a_field_differ_from_its_text)
{
    static const char undoubled[] = "\"a,b\"", doubled[] = "\"a\"\"b\"";
    dbt_csv_field field;
    assert_non_null(dbt_csv_field_at(undoubled, undoubled + sizeof undoubled - 1, &field));
    assert_false(field.doubled);
    assert_ptr_equal(field.text.begin, undoubled + 1);
    assert_ptr_equal(field.text.end, undoubled + 4);
    assert_non_null(dbt_csv_field_at(doubled, doubled + sizeof doubled - 1, &field));
    assert_true(field.doubled);
}

TEST(the_first_row_comes_after_a_byte_order_mark_and_blank_lines)
{
    static const struct {
        const char *text;
        size_t first;
    } cases[] = { { "", 0 },
                  { "a", 0 },
                  { "\xef\xbb\xbf", 3 },
                  { "\xef\xbb\xbf"
                    "a",
                    3 },
                  { "\n\r\n\ra", 4 },
                  { "\xef\xbb\xbf\r\n", 5 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].text;
        assert_int_equal(dbt_csv_first_row(text, strlen(text)) - text, cases[i].first);
    }
}

TEST(rows_end_in_any_line_end)
{
    static const char text[] = "\r\nb";
    assert_ptr_equal(dbt_csv_next_row(text, text + 3), text + 2);
    assert_ptr_equal(dbt_csv_next_row(text + 2, text + 3), text + 2);
    assert_ptr_equal(dbt_csv_next_row(text, text + 2), text + 2);
}

TEST(an_invalid_field_is_refused_with_line_and_column)
{
    static const struct {
        const char *text;
        size_t size, field, line, col;
        const char *says;
    } cases[] = {
        { "a,b\"c", 5, 2, 1, 4, "a quote within a field" },
        { "a\r\nb,\"c", 7, 5, 2, 3, "without its closing quote" },
        { "\"a\"\"", 4, 0, 1, 1, "without its closing quote" },
        { "\"", 1, 0, 1, 1, "without its closing quote" },
        { "x\n\"a\"b,c", 8, 2, 2, 4, "after the closing quote" },
        { "\"a\" ,c", 6, 0, 1, 4, "after the closing quote" },
        { "ab\0c", 4, 0, 1, 3, "a zero byte" },
        { "\"a\0b\"", 5, 0, 1, 3, "a zero byte" },
        { "\"a\0b", 4, 0, 1, 3, "a zero byte" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].text, *end = text + cases[i].size;
        dbt_csv_field field;
        dbt_error err;
        assert_null(dbt_csv_field_at(text + cases[i].field, end, &field));
        assert_false(dbt_csv_fail(text, cases[i].size, "m.csv", text + cases[i].field, &err));
        assert_int_equal(err.code, DBT_E_SYNTAX);
        assert_string_equal(err.file, "m.csv");
        assert_int_equal(err.line, cases[i].line);
        assert_int_equal(err.col, cases[i].col);
        if (!strstr(err.msg, cases[i].says))
            fail_msg("'%s' does not say '%s'", err.msg, cases[i].says);
    }
}
